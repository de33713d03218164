"""A puzzle as the library in Coq has it: numbered cells, the values of each, and rules.

The rules are the constructors of ``proofs/theorem/Rules.v``, which says what they mean, with the same names
and in the same order of arguments. Points of edges are numbers, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Board = Mapping[int, int]
"""The value of each cell."""


class AllDifferent(NamedTuple):
    """No value twice."""

    cells: tuple[int, ...]


class Cage(NamedTuple):
    """No value twice, and the sum."""

    cells: tuple[int, ...]
    total: int


class Sets(NamedTuple):
    """No value twice, and the sets that the values may form."""

    cells: tuple[int, ...]
    sets: tuple[tuple[int, ...], ...]


class Count(NamedTuple):
    """How many cells may have one of these values."""

    cells: tuple[int, ...]
    values: tuple[int, ...]
    numbers: tuple[int, ...]


class Sum(NamedTuple):
    """A sum of factors times cells."""

    terms: tuple[tuple[int, int], ...]
    totals: tuple[int, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(cell for _, cell in self.terms)


class Table(NamedTuple):
    """Rows of values."""

    cells: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


class Regular(NamedTuple):
    """The moves are (state, value, next state)."""

    cells: tuple[int, ...]
    moves: tuple[tuple[int, int, int], ...]
    start: int
    final: tuple[int, ...]


class Seen(NamedTuple):
    """How many cells, over all lines, hold the value before one that does not."""

    lines: tuple[tuple[int, ...], ...]
    value: int
    total: int

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(cell for line in self.lines for cell in line)


class Connected(NamedTuple):
    """The cells with these values are connected."""

    cells: tuple[int, ...]
    values: tuple[int, ...]
    links: tuple[tuple[int, int], ...]


class Rooted(NamedTuple):
    """Each cell with these values is connected with a root, by at most so many steps."""

    cells: tuple[int, ...]
    values: tuple[int, ...]
    links: tuple[tuple[int, int], ...]
    roots: tuple[int, ...]
    steps: int | None


class AreasBySize(NamedTuple):
    """Areas of equal values have as many cells as their value."""

    cells: tuple[int, ...]
    links: tuple[tuple[int, int], ...]
    values: tuple[int, ...]


class Loop(NamedTuple):
    """Each edge is a cell and its two points."""

    edges: tuple[tuple[int, tuple[int, int]], ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(cell for cell, _ in self.edges)


class If(NamedTuple):
    """If a cell holds a value, others hold theirs."""

    cell: int
    value: int
    these: tuple[tuple[int, int], ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return (self.cell, *(cell for cell, _ in self.these))


class Or(NamedTuple):
    """All rules of at least one alternative hold."""

    alternatives: tuple[tuple[Local, ...], ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(cell for those in self.alternatives for rule in those for cell in rule.cells)


Graph = Connected | Rooted | AreasBySize | Loop
"""Rules that look along links."""
Local = AllDifferent | Cage | Sets | Count | Sum | Table | Regular | Seen
"""Rules that read their cells one after the other."""
Rule = Local | Graph | If | Or


class Puzzle(NamedTuple):
    """Domains, rules and the cells that an answer consists of.

    Attributes
    ----------
    domains : mapping from cells to increasing values
    rules : sequence of Rule
    shown : sequence of cells
    is_ordered : bool
        Whether the library has the rules in this order.
    """

    domains: Mapping[int, tuple[int, ...]]
    rules: Sequence[Rule]
    shown: Sequence[int]
    is_ordered: bool = False
