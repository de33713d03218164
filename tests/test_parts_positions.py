"""Positions of a cover and their names: the reference and its compiled twin, and what names promise."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import log2
from typing import Any

import pytest
from cover_cases import brute_force, dominoes, plain, queens, random_cover, sudoku
from each import each
from plain_positions import Positions

from coversat.base.errors import SolverError
from coversat.base.registry import compiled
from coversat.problems.exact_cover.rules import ExactCover, Option
from coversat.solvers.counting import positions as module
from coversat.solvers.counting.orders import Frontier, best_ranks
from coversat.solvers.counting.positions import positions_of, whole

KERNEL = compiled("coversat.solvers.counting", "_positions_kernel")
KINDS: list[Any] = [Positions, *([KERNEL.Positions] if KERNEL else [])]


def latin(order: int) -> ExactCover:
    size = range(order)
    options = [f"p{a},{b} r{a},{c} c{b},{c}" for a in size for b in size for c in size]
    return plain([f"{kind}{a},{b}" for kind in "prc" for a in size for b in size], options)


def renamed(cover: ExactCover, chance: random.Random) -> ExactCover:
    """The same with its items, colours and options in another order, under other names."""
    new = {item: f"n{at}" for at, item in enumerate(shuffled((*cover.primary, *cover.secondary), chance))}
    colour_of = {}
    for item in cover.secondary:
        colours = shuffled("xyz", chance)
        colour_of |= {(item, old): colours["xyz".index(old)] for old in "xyz"}
    options = [
        Option(
            f"m{at}",
            tuple(shuffled([new[item] for item in option.items], chance)),
            tuple((new[item], colour_of[item, colour]) for item, colour in option.colours),
        )
        for at, option in enumerate(shuffled(cover.options, chance))
    ]
    first, second = ([new[item] for item in items] for items in (cover.primary, cover.secondary))
    return ExactCover(tuple(shuffled(first, chance)), tuple(shuffled(second, chance)), tuple(options))


def shuffled(items: object, chance: random.Random) -> list:  # type: ignore[type-arg]
    return chance.sample([*items], len([*items]))  # type: ignore[misc]


def covers(seeds: range = range(400)) -> Iterator[ExactCover]:
    """Random ones, with secondary items and colours, an option for each item, and covers that all count."""
    for seed in seeds:
        cover = random_cover(random.Random(seed))
        if cover.primary and all(cover.table.covering()[: len(cover.primary)]):
            yield ExactCover(cover.primary, cover.secondary, cover.options)


def positions(kind: Any, cover: ExactCover) -> Any:
    return kind(cover.table, best_ranks(Frontier(cover.table)))


def name(kind: Any, cover: ExactCover) -> bytes:
    return positions(kind, cover).named(whole(cover.table))


@each("kind", KINDS)
def test_what_is_behind_an_option_is_all_covers_with_it(kind: Any) -> None:
    """And one name, one number of covers."""
    counts: dict[bytes, int] = {}
    shared = 0
    for cover in covers():
        every = brute_force(cover)
        those = positions(kind, cover)
        for option in range(len(cover.options)):
            behind = those.behind(whole(cover.table), option)
            found = sum(option in chosen for chosen in every)
            if behind is None or not behind.open:
                assert found == (behind is not None)
                continue
            shared += behind.name in counts
            assert counts.setdefault(behind.name, found) == found
    assert shared > 5


@each("kind", KINDS)
def test_behind_the_options_of_the_next_item_is_everything(kind: Any) -> None:
    """Counted to the end, position by position; the items are taken in the order asked for."""
    known = ((queens(5), 10), (dominoes(4, 4), 36), (sudoku(2, 2), 288))
    for cover, figure in (*((cover, len(brute_force(cover))) for cover in covers(range(80))), *known):
        assert counted(positions(kind, cover), whole(cover.table)) == figure
    cover = latin(3)
    for item in (0, 7, 26):
        ranks = [(at - item) % 27 for at in range(27)]
        tried, below = kind(cover.table, ranks).below(whole(cover.table))
        assert (tried, sorted(child.option for child in below)) == (3, cover.table.covering()[item])


def counted(those: Any, position: bytes) -> int:
    _, below = those.below(position)
    return sum(counted(those, child.position) if child.open else 1 for child in below)


@each("kind", KINDS)
@each("seed", range(3))
def test_what_is_symmetric_has_one_name_whatever_its_items_are_called(kind: Any, seed: int) -> None:
    for cover in (latin(4), queens(5), dominoes(3, 4)):
        assert name(kind, cover) == name(kind, renamed(cover, random.Random(seed)))


@each("kind", KINDS)
def test_random_covers_mostly_keep_their_name_too(kind: Any) -> None:
    same = [name(kind, cover) == name(kind, renamed(cover, random.Random(1))) for cover in covers()]
    assert sum(same) > 0.95 * len(same)


@each("kind", KINDS)
def test_the_first_options_of_a_latin_square_are_alike(kind: Any) -> None:
    cover = latin(4)
    those = positions(kind, cover)
    below = [those.behind(whole(cover.table), option) for option in range(64)]
    assert len({child.name for child in below if child is not None}) == 1


@each("kind", KINDS)
def test_what_a_name_tells(kind: Any) -> None:
    """Primary items from secondary ones, clashes from none; not what nothing can clash about."""
    two = (Option("o", ("a", "b")), Option("p", ("a",)))
    assert name(kind, ExactCover(("a", "b"), (), two)) != name(kind, ExactCover(("a",), ("b",), two))
    assert name(kind, ExactCover(("a",), ("b",), two)) == name(
        kind, plain(["a"], ["a", "a"])
    )  # nobody else covers b
    shown = [
        ExactCover(
            ("a", "b"), ("s",), (Option("o", ("a",), (("s", first),)), Option("p", ("b",), (("s", second),)))
        )
        for first, second in ("xx", "yy", "xy")
    ]
    agreed, too, clashing = (name(kind, cover) for cover in shown)
    assert agreed == too == name(kind, plain(["a", "b"], ["a", "b"])) != clashing


@pytest.mark.skipif(KERNEL is None, reason="nothing is compiled here")
def test_both_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of whole covers, of what is behind each option, and of what is below, down to the end."""
    assert KERNEL is not None
    chance = random.Random(3)
    for cover in (*covers(), latin(4), latin(5), queens(6), dominoes(4, 4), sudoku(2, 2), sudoku(2, 3)):
        one, other = positions(Positions, cover), positions(KERNEL.Positions, cover)
        at = whole(cover.table)
        assert one.named(at) == other.named(at)
        for option in range(-1, min(20, len(cover.options)) + 1):
            assert one.behind(at, option) == other.behind(at, option)
        while at:
            below = one.below(at)
            assert below == other.below(at)
            at = chance.choice([b"", *(child.position for child in below[1])])


@pytest.mark.skipif(KERNEL is None, reason="nothing is compiled here")
def test_names_of_many_options_have_longer_numbers() -> None:
    assert KERNEL is not None
    cover = plain(["a", "b"], ["a"] * module.SHORT + ["b"])
    lengths = {len(name(kind, cover)) for kind in KINDS}
    assert lengths == {4 * (4 + 2 * (module.SHORT + 1))}
    assert len({name(kind, cover) for kind in KINDS}) == 1


def test_items_are_taken_side_by_side() -> None:
    """Of a board of dominoes never more cells are touched and open than its shorter side and one."""
    for cover in (dominoes(3, 9), renamed(dominoes(3, 9), random.Random(4))):
        table = cover.table
        ranks = best_ranks(Frontier(table))
        assert sorted(ranks) == list(range(27))
        for rank in range(27):
            touched = {
                item
                for option in table.options
                if any(ranks[covered] <= rank for covered in option)
                for item in option
                if ranks[item] > rank
            }
            assert len(touched) <= 4


def test_flat_boxes_are_taken_below_each_other() -> None:
    """What is left of them is then told by the digits of each row, not by those of each column."""
    cover = sudoku(2, 4)
    ranks = best_ranks(Frontier(cover.table))
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    first = [cover.primary[item] for item in order[:64]]
    assert [first[at : at + 8] for at in range(0, 64, 8)] == [
        [f"b{box},{digit}" for digit in range(8)] for box in (0, 2, 4, 6, 1, 3, 5, 7)
    ]


def test_the_entropy_of_what_is_left() -> None:
    """Of Latin squares of order 3, after a row: the digits of columns, of which four determine the others."""
    frontier = Frontier(latin(3).table)
    assert frontier.entropy(range(3)) == pytest.approx(4 * (log2(3) - 2 / 3))
    assert frontier.entropy([]) == frontier.entropy(range(9)) == 0


def test_without_compiled_modules_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = latin(2).table
    monkeypatch.setenv("COVERSAT_PURE", "1")
    with pytest.raises(SolverError, match="counting by classes is compiled"):
        positions_of(cover, best_ranks(Frontier(cover)))
