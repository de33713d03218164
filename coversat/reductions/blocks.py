"""Blocks of black cells in a line of cells, in the order encoding.

A variable says that a block begins at a position or before it; a block that can move by n positions has n
variables.  The runs of a nonogram's line are blocks with a white cell between them; the stars of a row are
blocks of one cell.

Source of the order encoding: Crawford and Baker, "Experimental results on the application of satisfiability
algorithms to scheduling problems", AAAI 1994; Tamura, Taga, Kitagawa and Banbara, "Compiling finite linear
CSP into SAT", Constraints 14 (2009).  Blocks of one cell make it the sequential counter of Sinz, "Towards an
optimal CNF encoding of Boolean cardinality constraints", CP 2005, with both directions of each equivalence.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .cnf_builder import ALWAYS, NEVER, CnfBuilder, add_clauses


def add_blocks(formula: CnfBuilder, white: Sequence[int], lengths: Sequence[int], gap: int) -> None:
    """State that the black cells of a line are blocks of these lengths, in this order.

    The auxiliary variables have one assignment for each correct filling.

    * formula: where the clauses go.
    * white (sequence of literals): for each cell, that it is white.
    * lengths: positive.
    * gap: the least number of white cells between two blocks: 1, or 0 if all lengths are 1 (otherwise the
      cells would not determine where a block ends).
    """
    room = len(white) - sum(lengths) - gap * max(len(lengths) - 1, 0)
    if room < 0:
        formula.add()
        return
    cell = 0  # the first position after `earlier`
    earlier, space = [ALWAYS] * room, 0
    for length in lengths:
        later = [*formula.variables(room)]
        _add_between(formula, white[cell:], earlier, later, space)
        cell += space
        around = [*[NEVER] * length, *later, *[ALWAYS] * length]
        add_clauses(formula, ((-a, b) for a, b in pairwise(later)))
        within = zip(around[length:], around, white[cell:], strict=False)
        add_clauses(formula, ((-begun, ended, -w) for begun, ended, w in within))
        cell += length
        earlier, space = later, gap
    _add_between(formula, white[cell:], earlier, [NEVER] * room, 0)
    if gap and len(lengths) > 1 and max(lengths) == 1:
        # Whichever block a black cell is, its neighbours are white: unit propagation does not find this.
        formula.add_all(pairwise(white))


def _add_between(
    formula: CnfBuilder, white: Sequence[int], earlier: list[int], later: list[int], space: int
) -> None:
    """State that a block begins after an earlier one, and that the cells between them are white."""
    add_clauses(formula, ((-b, a) for a, b in zip(earlier, later, strict=True)))
    ended, begun = [*earlier, *[ALWAYS] * space], [*[NEVER] * space, *later]
    add_clauses(formula, ((-a, b, w) for a, b, w in zip(ended, begun, white, strict=False)))
