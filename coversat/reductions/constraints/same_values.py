"""Same values: for each digit, two groups hold it as often."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Contains, Regular, Sum, all_equal
from ...problems.constraints.same_values import SameValues
from ..strengthening import exclusive_parts, lines_of, parts_of


def state(constraint: SameValues, layout: Layout) -> Iterator[Regular | Sum]:
    """Groups that hold no digit twice hold the same ones.

    Of others, each is compared with the first: in how many parts, of cells that exclude each other, the digit
    stands.
    """
    groups = constraint.groups
    units = [*lines_of(layout), *parts_of(layout)]
    if all(len(exclusive_parts(group, units)) == 1 for group in groups):
        for digit in layout.digits:
            yield all_equal(tuple(Contains(group, (digit,)) for group in groups))
        return
    first, *others = map(set, groups)
    for other in others:
        here, there = exclusive_parts(first - other, units), exclusive_parts(other - first, units)
        for digit in layout.digits if here else ():
            ours = ((1, Contains(part, (digit,))) for part in here)
            theirs = ((-1, Contains(part, (digit,))) for part in there)
            yield Sum((*ours, *theirs))
