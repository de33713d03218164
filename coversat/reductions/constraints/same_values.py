"""Same values: for each digit, two groups hold it as often."""

from __future__ import annotations

from collections.abc import Iterator

from ...problems.constraints.same_values import SameValues
from ...problems.grid import Cell
from ...problems.layout import Layout
from ..statements import Stands, Word, all_equal

_Group = tuple[Cell, ...]


def state(constraint: SameValues, layout: Layout) -> Iterator[Word]:
    """Groups that hold no digit twice hold the same ones; of others, each is compared with the first."""
    groups = constraint.groups
    if all(_most(group, layout) == 1 for group in groups):
        for digit in layout.digits:
            yield all_equal(tuple(Stands(group, (digit,)) for group in groups))
        return
    for other in groups[1:]:
        here, there = set(groups[0]) - set(other), set(other) - set(groups[0])
        if here:
            for digit in layout.digits:
                yield _as_often(digit, tuple(sorted(here)), tuple(sorted(there)), layout)


def _most(cells: _Group, layout: Layout) -> int:
    """A digit stands at most so often among these cells: in as many rows, columns or boxes."""
    rows, columns = {r for r, _ in cells}, {c for _, c in cells}
    parts = {layout.part(cell) for cell in cells}
    return min(len(rows), len(columns), *([len(parts)] if None not in parts else []))


def _as_often(digit: int, here: _Group, there: _Group, layout: Layout) -> Word:
    """Cells from here and there in turn: the state is whose turn it is, and how often here is ahead."""
    ahead, behind = _most(here, layout), -_most(there, layout)

    def step(state: tuple[int, int], other: int) -> tuple[int, int] | None:
        turn, lead = state
        lead += turn * (other == digit)
        return (-turn, lead) if behind <= lead <= ahead else None

    cells = tuple(cell for two in zip(here, there, strict=True) for cell in two)
    return Word(cells, (1, 0), step, lambda state: state[1] == 0)
