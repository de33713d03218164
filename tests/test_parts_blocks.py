"""Counts of exact covers block by block, in Python and compiled, against brute force and published ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cover_cases import brute_force, dominoes, plain, queens, random_cover, sudoku
from each import each
from plain_blocks import Blocks
from test_parts_positions import latin, renamed

import coversat
from coversat.base.registry import compiled
from coversat.cli import exit_code
from coversat.problems.exact_cover.builder import CoverTable
from coversat.problems.exact_cover.rules import ExactCover
from coversat.solvers.counting import blocks as module
from coversat.solvers.counting.blocks import FEW
from coversat.solvers.counting.orders import Frontier
from coversat.solvers.counting.plans import Plan, plan_of
from coversat.solvers.cover.bitset_cover import PreparedCover

KERNEL = compiled("coversat.solvers.counting", "_blocks_kernel")
KINDS: list[Any] = [Blocks, *([KERNEL.Blocks] if KERNEL else [])]
MEMO = 1 << 24


def go_on(nodes: int, done: float) -> int:
    return nodes + 1


def count(kind: Any, table: CoverTable, plan: Plan | None, few: int = FEW) -> int | None:
    assert plan is not None
    number, _ = kind(table, plan, few).count(MEMO, go_on)
    return number


def any_plan(table: CoverTable, chance: random.Random) -> Plan:
    """Any options are a block or a layer, and anything may be decided, in any order."""
    block, layer = ([chance.randrange(3) for _ in table.options] for _ in range(2))
    every = [(item, number) for item in range(table.item_count) for number in sorted({*block})]
    return Plan(block, layer, chance.sample(every, chance.randint(0, len(every))), [])


def layered(chance: random.Random) -> tuple[ExactCover, list[int]]:
    """Pieces of layers that are copies of each other.

    Between pieces, how many there are and what they share differ, so that names that say too little are taken
    for each other.
    """
    options, layer = [], []
    looks = [chance.sample("abcde", chance.randint(1, 3)) for _ in range(chance.randint(3, 6))]
    for piece in range(4):
        own = chance.sample("abcde", chance.randint(2, 4))
        for copy in range(chance.randint(1, 3)):
            for look in looks:
                options.append(" ".join(f"{item}{piece}{copy if item in own else ''}" for item in look))
                layer.append(copy)
    return plain([*dict.fromkeys(" ".join(options).split())], options), layer


@each("kind", KINDS)
def test_layers_that_are_alike(kind: Any) -> None:
    """Whatever is decided first."""
    several = 0
    for seed in range(400):
        chance = random.Random(seed)
        cover, layer = layered(chance)
        plan = any_plan(cover.table, chance)._replace(layer=layer)
        expected = PreparedCover(cover).count().at_least
        several += expected > 1
        assert count(kind, cover.table, plan, 2) == expected, seed
    assert several > 50


@each("kind", KINDS)
def test_layers_that_share_other_items_are_not_alike(kind: Any) -> None:
    """Three layers in a ring have two covers; three that share the same two items have none."""
    ring = [f"a{k} x{(k + side) % 3}" for k in range(3) for side in (0, 1)]
    same = [f"b{k} y{side}" for k in range(3) for side in (0, 1)]
    for options, figure in ((ring, 2), (same, 0), (ring + same, 0)):
        table = plain([*dict.fromkeys(" ".join(options).split())], options).table
        layer = [int(option[1]) for option in options]
        assert count(kind, table, Plan([0] * len(options), layer, [], []), 2) == figure


@pytest.mark.thorough
@each("kind", KINDS)
def test_whatever_is_a_block_the_count_is_that_of_brute_force(kind: Any) -> None:
    """Of random covers, and of boards with parts that are named."""
    known = [(dominoes(4, 4), 36), (latin(4), 576), (sudoku(2, 2), 288)]
    for seed in range(200):
        cover = random_cover(random.Random(seed))
        first = {*cover.primary}
        options = [" ".join(item for item in option.items if item in first) for option in cover.options]
        cover = plain([*cover.primary], [option for option in options if option])
        known.append((cover, len(brute_force(cover))))
    shared = 0
    for at, (cover, figure) in enumerate(known):
        table = cover.table
        if table.options and all(table.covering()):
            shared += figure > 0
            assert count(kind, table, any_plan(table, random.Random(at)), 3) == figure, at
    assert shared > 50


@pytest.mark.thorough
@each("kind", KINDS)
def test_sudokus_of_six(kind: Any) -> None:
    """OEIS A107739, with boxes that lie or stand."""
    cover = sudoku(2, 3) if kind is Blocks else sudoku(3, 2)
    assert count(kind, cover.table, plan_of(Frontier(cover.table))) == 28_200_960


@each("kind", KINDS)
def test_latin_squares_layer_by_layer(kind: Any) -> None:
    """OEIS A002860, with fewer parts than there are squares without symmetry."""
    for size, figure in ((5, 161_280), (6, 812_851_200), (7, 61_479_419_904_000))[
        : 1 if kind is Blocks else 3
    ]:
        table = latin(size).table
        assert count(kind, table, plan_of(Frontier(table))) == figure


@pytest.mark.skipif(KERNEL is None, reason="nothing is compiled here")
def test_names_of_items_do_not_matter() -> None:
    """Families are then not found."""
    assert KERNEL is not None
    cover = renamed(sudoku(2, 3), random.Random(3))
    plan = plan_of(Frontier(cover.table))
    assert plan is not None
    assert len(plan.families) < 4
    assert count(KERNEL.Blocks, cover.table, plan) == 28_200_960


@pytest.mark.skipif(KERNEL is None, reason="slow in plain Python")
def test_sudokus_of_eight() -> None:
    table = sudoku(2, 4).table
    plan = plan_of(Frontier(table))
    assert plan is not None
    assert KERNEL is not None
    told: list[tuple[int, float]] = []

    def ask(nodes: int, done: float) -> int:
        told.append((nodes, done))
        return nodes + 1000

    number, nodes = KERNEL.Blocks(table, plan).count(0, ask)
    assert number == 29_136_487_207_403_520
    assert [at for at, _ in told] == [*range(0, nodes, 1000)]
    shares = [done for _, done in told]
    assert shares == sorted(shares)
    assert shares[0] == 0 < shares[-1] <= 1
    assert nodes < 20_000


def test_blocks_are_where_a_board_is_narrow() -> None:
    """Two stacks of columns in a sudoku with flat boxes, three bands of rows in the usual one."""
    for shape, blocks in (((2, 3), 2), ((3, 3), 3)):
        cover, size = sudoku(*shape), shape[0] * shape[1]
        plan = plan_of(Frontier(cover.table))
        assert plan is not None
        assert {plan.block.count(number) for number in range(blocks)} == {len(cover.options) // blocks}
        assert {plan.layer.count(number) for number in range(size)} == {size**2}
        assert len({*zip(plan.block, plan.layer, strict=True)}) == size
        assert [len(family) for family in plan.families] == [size**2] * 4


def jigsaw(regions: Sequence[str]) -> ExactCover:
    size = range(len(regions))
    options = [f"p{r}{c} r{r}{d} c{c}{d} {regions[r][c]}{d}" for r in size for c in size for d in size]
    return plain(sorted({*" ".join(options).split()}), options)


def test_digits_are_layers_without_blocks() -> None:
    for cover in (sudoku(2, 2), latin(4)):
        plan = plan_of(Frontier(cover.table))
        assert plan is not None
        assert {*plan.block} == {0}
        assert sorted({*plan.layer}) == [0, 1, 2, 3]
    uneven = jigsaw(["wwwww", "xxxyy", "xyyyv", "xzzvv", "zzzvv"])
    for cover in (uneven, dominoes(4, 4), queens(6), plain(["a"], [])):
        assert plan_of(Frontier(cover.table)) is None


@each("kind", KINDS)
def test_pairs_that_are_impossible_are_no_covers(kind: Any) -> None:
    """Three digits in two cells, once the third cell is taken from them."""
    options = [f"{cell} {digit}" for cell in "abc" for digit in "xyz"]
    cover = plain([*"abcxyz"], options)
    block = [int(option.startswith("c")) for option in options]
    plan = Plan(block, block, [(item, 0) for item in (3, 4, 5)], [[0, 1, 2], [3, 4, 5]])
    assert count(kind, cover.table, plan) == 6


@pytest.mark.skipif(KERNEL is None, reason="nothing is compiled here")
def test_numbers_of_more_than_two_words_are_left_to_others() -> None:
    """3 ** 80 fits, 3 ** 81 does not: independent items multiply."""
    assert KERNEL is not None
    for items, figure in ((41, 3**41), (80, 3**80), (81, None), (300, None)):
        table = plain(
            [f"i{k}" for k in range(items)], [f"i{k}" for k in range(items) for _ in range(3)]
        ).table
        assert (
            count(KERNEL.Blocks, table, Plan([0] * len(table.options), [0] * len(table.options), [], []))
            == figure
        )


@each("kind", KINDS)
def test_a_count_can_be_stopped(kind: Any) -> None:
    table = sudoku(2, 3).table
    plan = plan_of(Frontier(table))
    assert plan is not None

    def stop(nodes: int, done: float) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kind(table, plan).count(MEMO, stop)


class TooLarge:
    """A kernel whose numbers have no room for the count."""

    def __init__(self, *_: object) -> None: ...

    def count(self, *_: object) -> tuple[None, int]:
        return None, 7


def test_a_command_counts_by_blocks(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is known at a limit; what is larger than two words, or not compiled, goes on by classes."""
    path = tmp_path / "eight.txt"
    path.write_text("." * 64)
    assert exit_code(["count", str(path), "--classes", "--nodes", "100"]) == 3
    assert "at least 0" in capfd.readouterr().out
    monkeypatch.setattr(module, "compiled", lambda *_: None)
    assert coversat.count("." * 36, classes=True).at_least == 28_200_960
    monkeypatch.setattr(module, "compiled", lambda *_: SimpleNamespace(Blocks=TooLarge))
    assert coversat.count("." * 36, classes=True).at_least == 28_200_960
