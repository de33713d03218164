"""Counts of exact covers block by block, in Python and compiled, against brute force and published ones."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from cover_cases import brute_force, dominoes, plain, queens, random_cover, sudoku
from each import each
from test_parts_positions import latin, renamed

import coversat
from coversat.cli import exit_code
from coversat.cover import CoverTable
from coversat.registry import compiled
from coversat.work import blocks as module
from coversat.work.blocks import Blocks, Counting, Plan, plan_of

KERNEL = compiled("coversat.work", "_blocks_kernel")
KINDS: list[type[Counting]] = [Blocks, *([KERNEL.Blocks] if KERNEL else [])]
MEMO = 1 << 20


def ignore(nodes: int) -> None:
    """Go on."""


def count(kind: type[Counting], table: CoverTable, plan: Plan | None) -> int | None:
    assert plan is not None
    number, _ = kind(table, plan).count(MEMO, ignore)
    return number


def any_plan(table: CoverTable, chance: random.Random) -> Plan:
    """Any options are a block, and anything may be decided, in any order."""
    block = [chance.randrange(3) for _ in table.options]
    every = [(item, number) for item in range(table.item_count) for number in sorted({*block})]
    return Plan(block, chance.sample(every, chance.randint(0, len(every))), [])


@each("kind", KINDS)
def test_whatever_is_a_block_the_count_is_that_of_brute_force(
    kind: type[Counting], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of random covers, and of boards with parts that are named."""
    monkeypatch.setattr(module, "FEW", 3)
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
            assert count(kind, table, any_plan(table, random.Random(at))) == figure, at
    assert shared > 50


@each("kind", KINDS)
def test_sudokus_of_six(kind: type[Counting]) -> None:
    """OEIS A107739, with boxes that lie or stand."""
    cover = sudoku(2, 3) if kind is Blocks else sudoku(3, 2)
    assert count(kind, cover.table, plan_of(cover.table)) == 28_200_960


@pytest.mark.skipif(KERNEL is None, reason="nothing is compiled here")
def test_names_of_items_do_not_matter() -> None:
    """Families are then not found."""
    assert KERNEL is not None
    cover = renamed(sudoku(2, 3), random.Random(3))
    plan = plan_of(cover.table)
    assert plan is not None
    assert len(plan.families) < 4
    assert count(KERNEL.Blocks, cover.table, plan) == 28_200_960


@pytest.mark.skipif(KERNEL is None, reason="slow in plain Python")
def test_sudokus_of_eight() -> None:
    table = sudoku(2, 4).table
    plan = plan_of(table)
    assert plan is not None
    assert KERNEL is not None
    seen: list[int] = []
    number, nodes = KERNEL.Blocks(table, plan).count(0, seen.append)
    assert (number, seen[0]) == (29_136_487_207_403_520, 0)
    assert 10_000 < nodes < 60_000


def test_blocks_are_where_a_board_is_narrow() -> None:
    """Two stacks of a sudoku with flat boxes, three bands of the usual one; none elsewhere."""
    for shape, blocks in (((2, 3), 2), ((3, 3), 3)):
        cover = sudoku(*shape)
        plan = plan_of(cover.table)
        assert plan is not None
        assert {plan.block.count(number) for number in range(blocks)} == {len(cover.options) // blocks}
        assert [len(family) for family in plan.families] == [(shape[0] * shape[1]) ** 2] * 4
    for cover in (sudoku(2, 2), latin(4), dominoes(4, 4), queens(6), plain(["a"], [])):
        assert plan_of(cover.table) is None


@each("kind", KINDS)
def test_pairs_that_are_impossible_are_no_covers(kind: type[Counting]) -> None:
    """Three digits in two cells, once the third cell is taken from them."""
    options = [f"{cell} {digit}" for cell in "abc" for digit in "xyz"]
    cover = plain([*"abcxyz"], options)
    block = [int(option.startswith("c")) for option in options]
    plan = Plan(block, [(item, 0) for item in (3, 4, 5)], [[0, 1, 2], [3, 4, 5]])
    assert count(kind, cover.table, plan) == 6


@pytest.mark.skipif(KERNEL is None, reason="nothing is compiled here")
def test_numbers_of_more_than_two_words_are_left_to_others() -> None:
    """3 ** 80 fits, 3 ** 81 does not: independent items multiply."""
    assert KERNEL is not None
    for items, figure in ((41, 3**41), (80, 3**80), (81, None), (300, None)):
        table = plain(
            [f"i{k}" for k in range(items)], [f"i{k}" for k in range(items) for _ in range(3)]
        ).table
        assert count(KERNEL.Blocks, table, Plan([0] * len(table.options), [], [])) == figure


@each("kind", KINDS)
def test_a_count_can_be_stopped(kind: type[Counting]) -> None:
    table = sudoku(2, 3).table
    plan = plan_of(table)
    assert plan is not None

    def stop(nodes: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kind(table, plan).count(MEMO, stop)


def test_a_command_counts_by_blocks(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is known at a limit; what is larger than two words goes on by classes."""
    path = tmp_path / "eight.txt"
    path.write_text("." * 64)
    assert exit_code(["count", str(path), "--classes", "--nodes", "100"]) == 3
    assert "at least 0" in capfd.readouterr().out
    monkeypatch.setattr(Blocks, "count", lambda *_: (None, 7))
    monkeypatch.setattr(module, "compiled", lambda *_: None)
    assert coversat.count("." * 36, classes=True).at_least == 28_200_960
