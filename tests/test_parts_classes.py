"""Positions that are images of one another: their names, and counts by classes against published ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from cover_cases import brute_force, dominoes, plain, queens, random_cover, sudoku

import coversat
from coversat.cli import exit_code
from coversat.deadline import NEVER, Deadline
from coversat.errors import LimitReachedError, ReductionError
from coversat.parts import classes as module
from coversat.parts.classes import Classes, Position, classes
from coversat.parts.part import Part
from coversat.problems.exact_cover import ExactCover, Option
from coversat.solvers.bitset_cover import PreparedCover


def latin(order: int) -> ExactCover:
    size = range(order)
    options = [f"p{a},{b} r{a},{c} c{b},{c}" for a in size for b in size for c in size]
    return plain([f"{kind}{a},{b}" for kind in "prc" for a in size for b in size], options)


def renamed(cover: ExactCover, chance: random.Random) -> ExactCover:
    """The same with its items, colours and options in another order, under other names."""
    new = {item: f"n{at}" for at, item in enumerate(shuffled((*cover.primary, *cover.secondary), chance))}
    shades = [(item, colour) for item in cover.secondary for colour in "xyz"]
    colour_of = {}
    for item in cover.secondary:
        colours = shuffled("xyz", chance)
        colour_of |= {(item, old): colours["xyz".index(old)] for old in "xyz"}
    assert set(colour_of) == set(shades)
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


def covers() -> Iterator[tuple[int, ExactCover]]:
    for seed in range(150):
        cover = random_cover(random.Random(seed))
        yield seed, ExactCover(cover.primary, cover.secondary, cover.options)


def count(cover: ExactCover) -> int:
    """By classes down to the last level, and by the engine what is left there."""
    told = classes(cover.table, Part(), NEVER)
    tree = PreparedCover(cover)
    return told.found + sum(part.times * tree.count(part.choices).at_least for part in told.left)


def test_equal_names_are_equal_covers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many random covers, and of what is left behind their options: one name, one number of covers."""
    monkeypatch.setattr(module, "SMALL", 1)
    counts: dict[object, int] = {}
    shared = 0
    for _, cover in covers():
        every = brute_force(cover)
        all_of = Classes(cover.table)
        for option in range(len(cover.options)):
            position = all_of.behind(all_of.root, option)
            found = sum(option in chosen for chosen in every)
            if position is None or not position.open:
                assert found == (position is not None)
                continue
            name = all_of.name(position)
            shared += name in counts
            assert counts.setdefault(name, found) == found
    assert shared > 5


@pytest.mark.parametrize("seed", range(3))
def test_what_is_symmetric_has_one_name_whatever_its_items_are_called(seed: int) -> None:
    for cover in (latin(4), queens(5), dominoes(3, 4)):
        other = renamed(cover, random.Random(seed))
        assert name(cover) == name(other)


def test_items_that_need_not_be_covered_are_others() -> None:
    """The same options: with both items there is one cover, of one item there are two."""
    options = (Option("o", ("a", "b")), Option("p", ("a",)))
    assert name(ExactCover(("a", "b"), (), options)) != name(ExactCover(("a",), ("b",), options))


def name(cover: ExactCover) -> module.Name:
    all_of = Classes(cover.table)
    return all_of.name(all_of.root)


def test_counts_by_classes_are_those_of_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SMALL", 1)
    for seed, cover in covers():
        expected = len(brute_force(cover))
        assert count(cover) == expected, seed
        monkeypatch.setattr(module, "ENOUGH", 1 + seed % 5)
        assert count(cover) == expected, seed
        monkeypatch.setattr(module, "ENOUGH", 400)


def test_the_first_options_of_a_latin_square_are_alike() -> None:
    cover = latin(4)
    all_of = Classes(cover.table)
    below = [all_of.behind(all_of.root, option) for option in range(64)]
    assert len({all_of.name(position) for position in below if isinstance(position, Position)}) == 1


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("." * 16, 288),
        ("latin 6\n" + "......\n" * 6, 812_851_200),  # OEIS A002860
        ("queens 8", 92),
        ("langford 7", 52),
    ],
)
def test_published_counts(text: str, figure: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENOUGH", 40)
    assert coversat.count(text, classes=True).at_least == figure


def test_two_workers_count_by_classes_what_is_kept(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ENOUGH", 20)
    path, out = tmp_path / "six.txt", tmp_path / "out.jsonl"
    path.write_text("latin 6\n" + "......\n" * 6)
    words = ["count", str(path), "--classes", "--jobs", "2", "--out", str(out), "--resume"]
    assert exit_code([*words, "--nodes", "400"]) == 3
    assert exit_code(words) == 0
    assert '"count": 812851200, "exact": true' in out.read_text()
    capfd.readouterr()


def test_classes_are_of_one_count(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{'.' * 16}\n{'.' * 16}\n")
    assert exit_code(["count", str(path), "--classes"]) == 2
    assert "--classes is for the count of one puzzle" in capfd.readouterr().err
    path.write_text("." * 16)
    for options in (["--limit", "3"], ["--via", "cnf:minimal/cadical195"]):
        assert exit_code(["count", str(path), "--classes", *options]) == 2
        assert "is counted by classes" in capfd.readouterr().err


def test_covers_that_count_as_one_have_none() -> None:
    cover = ExactCover(("a",), ("s",), (Option("o", ("a",), (("s", "x"),)),), ("s",))
    with pytest.raises(ReductionError, match="some count as one"):
        Classes(cover.table)


def test_the_deadline_is_kept() -> None:
    with pytest.raises(LimitReachedError):
        classes(sudoku(2, 3).table, Part(), Deadline(0))
