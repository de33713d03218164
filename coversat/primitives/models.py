"""Rules with labels, and the models of puzzles that consist of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from ..base.unfolded import Several
from ..base.wording import cell_name
from . import AllDifferent, Cell, Count, Edge, Grid, Primitive, Table, Variable

P = TypeVar("P")
T = TypeVar("T")


class Rule(NamedTuple):
    """One instance of a rule: a primitive and its label.

    Attributes
    ----------
    label : str
        In words a person would use; rules that are stated together may share one.
    primitive : Primitive
    given : int, optional
        The position, in the puzzle's `given_names`, of the given that this rule states.  None for a
        rule that does not depend on givens.
    name : str
        The name in exports, without spaces, ``|`` or ``:``; by default made from the label.
    template : str
        The label with ``{cell}`` and the like for what differs between the instances of one rule.
    implied : bool
        Whether it follows from the other rules, and is stated because it helps solvers and people.
    """

    label: str
    primitive: Primitive
    given: int | None = None
    name: str = ""
    template: str = ""
    implied: bool = False

    @property
    def export_name(self) -> str:
        """The name in exports: ``row3``, ``cage12@r1c1``."""
        own = self.primitive.name if isinstance(self.primitive, AllDifferent) else self.name
        return own or self.name or self.label.replace(" at ", "@").replace(" ", "")


@dataclass(frozen=True, eq=False, repr=False)
class AlikeRules(Several[Rule]):
    """Rules that differ in their cells only.

    A board has hundreds of them, and encoders need neither their labels nor one object for each.

    * like: what each rule requires; its own cells are ignored.
    * cells (sequence of tuples of cells): those of each rule.
    * label: the label of the rule at a position.
    * template, implied: as of a `Rule`.
    """

    like: Count | Table
    cells: Sequence[tuple[Variable, ...]]
    label: Callable[[int], str]
    template: str
    implied: bool = False

    def each(self) -> Iterator[Rule]:
        for at, cells in enumerate(self.cells):
            one = self.like._replace(cells=cells)
            yield Rule(self.label(at), one, template=self.template, implied=self.implied)


Stated = Rule | AlikeRules
"""The rules that a model is made of."""


def is_hidden(variable: Variable, rows: int) -> bool:
    """Whether a variable is a cell below the last of these rows, which no answer shows."""
    return isinstance(variable[0], int) and variable[0] >= rows


@dataclass(frozen=True)
class GridModel(Generic[P]):
    """A grid puzzle in the constraint language.

    Attributes
    ----------
    puzzle : P
        Its answers are grids, rows of values, unless a subclass says otherwise.
    rows, columns : int
    domains : mapping from cells, row by row, to increasing values
        Other cells of the grid are blank. Cells below the last row are *hidden*: further variables of the
        rules, which no answer shows.
    rules : sequence of Rule
        Their given cells and clues included.
    names_hidden : bool
        Whether people name the hidden cells, so that solving steps have facts about them.
    hidden_aside : bool
        Whether a puzzle is solved without what answers do not show, such as the edge of each domino.
    likely : mapping from cells to values
        Those of a typical first answer, which is searched for among such answers first.
    """

    puzzle: P
    rows: int
    columns: int
    domains: Mapping[Variable, Sequence[int]]
    rules: Sequence[Rule]
    names_hidden: bool = field(default=False, kw_only=True)
    hidden_aside: bool = field(default=False, kw_only=True)
    likely: Mapping[Variable, int] = field(default_factory=dict, kw_only=True)

    @property
    def has_hidden(self) -> bool:
        """Whether an answer does not show all cells, so that several assignments may show the same one."""
        own_rows = {row for row, _ in self.domains}
        return any(isinstance(row, int) and row >= self.rows for row in own_rows)

    def name_of(self, variable: Variable) -> str:
        """``r1c1`` for a cell, ``r1c1-r1c2`` for an edge."""
        a, b = variable
        if isinstance(a, int) and isinstance(b, int):
            return cell_name((a, b))
        return f"{cell_name(a)}-{cell_name(b)}"

    def in_answers(self, variable: Variable) -> bool:
        """Whether answers have the value of this variable; sides of cells are determined by the cells."""
        return isinstance(variable[0], int) and variable[0] < self.rows

    def is_aside(self, variable: Variable) -> bool:
        """Whether steps may name its values, but need not find it out; see `hidden_aside`."""
        return self.hidden_aside and not self.in_answers(variable)

    def shown_value(self, variable: Variable, value: int) -> int:
        """What answers show where a variable has this value."""
        return value

    def values_of(self, answer: Any) -> Iterator[tuple[Variable, int]]:
        """The cells of an answer, or of a part of one, and their values.

        A part has blank cells, or is the first rows.
        """
        for r, row in enumerate(answer):
            for c, value in enumerate(row):
                if value is not None:
                    yield (r, c), value

    def values_at(self, cell: Cell, value: int) -> Iterator[tuple[Variable, int]]:
        """What one cell of an answer states; raises `ValueError` for a value that it cannot have."""
        rows = range(self.rows)
        return self.values_of(
            [[value if (r, c) == cell else None for c in range(self.columns)] for r in rows]
        )

    def answer_of(self, values: Iterable[tuple[Variable, int]]) -> Any:
        """The answer with these values; all other cells are blank."""
        grid: list[list[int | None]] = [[None] * self.columns for _ in range(self.rows)]
        for variable, value in values:
            r, c = variable
            if isinstance(r, int) and isinstance(c, int) and r < self.rows:
                grid[r][c] = value
        return tuple(map(tuple, grid))


FORMULAS = ("mixed", "regular", "mdd", "table", "totalizer", "order")
"""The names of the encodings as formulas."""
CUTS, ELIMINATION, DISTANCES, COLOURS = "cuts", "elimination", "distances", "colours"
CONNECTED = (CUTS, ELIMINATION, DISTANCES)
"""The names of the encodings of models with connectivity; `COLOURS` is for one with faces."""
VERDICT = "verdict"
"""The name of the encoding of `GridEncodings.verdict`."""
PARITY, MODULO, BINARY = "parity", "modulo", "binary"
"""The names of the encodings of a `Circuit` through all points: two by cuts and what else is implied."""


class GridEncodings(NamedTuple, Generic[P]):
    """The encodings of a kind whose puzzles are stated in the constraint language, as a value.

    * model (puzzle -> GridModel)
    * names: those of `reductions.grid.NAMED` that the kind has, and ``cover``; all formulas without graphs,
      and ``cover``, if None; none if the model is only for solving steps.
    * preferred: the one that is used by default.
    * givens_apart: whether rules say by `Rule.given` which given they state.
    * alternative: whether they are used only where they are named.
    * counted: whether formulas state how many literals are true; see `reductions.Encoding`.
    * blank (puzzle -> puzzle or None): the puzzle without its givens. The cover of this one is made once for
      all puzzles of its shape; for None the puzzle has a cover of its own.
    * verdict (puzzle -> GridModel): a model whose answers are answers of the puzzle, but not all of them:
      none, one or several where the puzzle has none, one or several.
    """

    model: Callable[[P], GridModel[P]]
    names: Sequence[str] | None = None
    preferred: str = "cover"
    givens_apart: bool = True
    alternative: bool = False
    counted: bool = True
    blank: Callable[[P], P | None] | None = None
    verdict: Callable[[P], GridModel[P]] | None = None


NORTH, WEST, EAST, SOUTH = 8, 4, 2, 1
"""The lines that leave a cell: an answer holds their sum.

With these numbers the order of answers is that of their edges, those to the right before those downwards.
"""
BESIDE_LINES = 16
"""The factor of a cell's own value, if it has one, in addition to its lines."""


class LineModel(GridModel[P]):
    """A puzzle of lines between the centres of cells; an answer holds the lines of each cell.

    The variables are the edges between neighbouring cells, and the cells that have a value of their own.
    """

    def in_answers(self, variable: Variable) -> bool:
        return not is_hidden(variable, self.rows)

    def shown_value(self, variable: Variable, value: int) -> int:
        return BESIDE_LINES * value if isinstance(variable[0], int) else value

    def values_of(self, answer: Grid) -> Iterator[tuple[Variable, int]]:
        """As for any grid; both cells of an edge say whether a line is drawn there.

        Raise `ValueError` for what no variable states, and for a line that only one of two known cells has.
        """
        known: dict[Variable, int] = {}
        for r, row in enumerate(answer):
            for c, held in enumerate(row):
                if held is None:
                    continue
                if (r, c) in self.domains:
                    known[r, c] = held // BESIDE_LINES
                elif held // BESIDE_LINES:
                    raise ValueError(f"{cell_name((r, c))} cannot hold {held}")
                for edge, side in (
                    (((r, c), (r, c + 1)), EAST),
                    (((r, c), (r + 1, c)), SOUTH),
                    (((r, c - 1), (r, c)), WEST),
                    (((r - 1, c), (r, c)), NORTH),
                ):
                    drawn = int(held & side > 0)
                    if known.get(edge, drawn) != drawn or (drawn and edge not in self.domains):
                        raise ValueError(f"{cell_name((r, c))} cannot hold {held}")
                    if edge in self.domains:
                        known[edge] = drawn
        yield from known.items()

    def answer_of(self, values: Iterable[tuple[Variable, int]]) -> Grid:
        grid = [[0] * self.columns for _ in range(self.rows)]
        for variable, value in values:
            a, b = variable
            if isinstance(a, int) and isinstance(b, int):
                if a < self.rows:
                    grid[a][b] += self.shown_value(variable, value)
            elif value and isinstance(a, tuple) and isinstance(b, tuple):
                across = a[0] == b[0]
                grid[a[0]][a[1]] += EAST if across else SOUTH
                grid[b[0]][b[1]] += WEST if across else NORTH
        return tuple(map(tuple, grid))


class BorderModel(GridModel[P]):
    """A puzzle of a loop along the borders of cells; an answer has 1 for cells inside and 0 for others.

    The variables are the cells and the edges of their corners: (r, c) is the upper left corner of that cell.
    """

    def values_of(self, answer: Grid) -> Iterator[tuple[Variable, int]]:
        known = dict(super().values_of(answer))
        yield from known.items()
        rows, columns = self.rows, self.columns
        outside = {(r, c): 0 for r in range(-1, rows + 1) for c in (-1, columns)}
        outside |= {(r, c): 0 for c in range(columns) for r in (-1, rows)}
        known |= outside
        for edge, sides in border_edges(rows, columns).items():
            if all(side in known for side in sides):
                yield edge, int(known[sides[0]] != known[sides[1]])


@lru_cache(maxsize=16)
def border_edges(rows: int, columns: int) -> Mapping[Edge, tuple[Cell, Cell]]:
    """The sides of all cells as edges of their corners, and the two cells beside each."""
    found: dict[Edge, tuple[Cell, Cell]] = {}
    for r in range(rows + 1):
        for c in range(columns + 1):
            if c < columns:
                found[(r, c), (r, c + 1)] = (r - 1, c), (r, c)
            if r < rows:
                found[(r, c), (r + 1, c)] = (r, c - 1), (r, c)
    return found
