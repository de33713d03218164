"""The constraint language: what the rules of a puzzle require of its cells.

A grid puzzle is *cells*, the *domain* of each (the values it may hold) and *rules*.  In puzzles with lines,
the *edges* between neighbouring points are variables too: 1 if a line is drawn there, otherwise 0.

A `Rule` is a primitive with a label in words a person would use: ``row 3``, ``cage 12 at r1c1``, ``clue 3 at
r4c7``.  Clause groups, cover items and reports refer to rules by these labels.

Primitives have the names of the Global Constraint Catalogue, XCSP3 and CPMpy:

================  ==============================================================================
`AllDifferent`    no value twice; optionally the sum, or the sets that the values may form
`Binary`          a relation that each of several pairs satisfies
`Table`           the values are one of some rows
`Regular`         the values, in order, are a word that an automaton accepts
`Sum`             a weighted sum is one of some totals
`Count`           the number of cells with one of some values is one of some numbers
`SumBetween`      the values between two ends add up to a total
`Or`              all primitives of at least one alternative hold
`Connected`       the cells with one of some values are connected
`AreasBySize`     each area of equal values has as many cells as its value
`Circuit`         the lines drawn form one loop
================  ==============================================================================

`Binary`, `Table`, `Regular` and `Sum` take *terms*: a cell, or a value derived from several cells: `Contains`
(0 or 1), `Comparison` (of two lines read as numbers) and `Total`.

The meaning of a primitive is `holds(primitive, values)`: True if an assignment satisfies it.  No encoder uses
this function; all are tested against it.  `scope` returns the cells of a primitive.

The model of a kind is a function from a puzzle to a `GridModel`.  That of Latin squares::

    def latin_model(puzzle):
        size = range(puzzle.order)
        rules = [Rule(f"row {r + 1}", AllDifferent(tuple((r, c) for c in size))) for r in size]
        rules += [Rule(f"column {c + 1}", AllDifferent(tuple((r, c) for r in size))) for c in size]
        for number, (cell, value) in enumerate(filled(puzzle.givens)):
            rules.append(Rule(f"{cell_name(cell)} is {value}", equals(cell, value), given=number))
        domains = dict.fromkeys(product(size, size), range(1, puzzle.order + 1))
        return GridModel(puzzle, puzzle.order, puzzle.order, domains, rules)

    ENCODINGS = (GridEncodings(latin_model),)

`reductions.grid.grid_encodings` makes its formulas, by every encoding, and its exact cover of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeVar, overload

P = TypeVar("P")
T = TypeVar("T")

_NOTHING_YET = -1

Cell = tuple[int, int]
"""Row and column, from 0."""
Edge = tuple[Cell, Cell]
"""Two neighbouring points, the first in reading order first."""
Variable = tuple[Any, Any]
"""A cell or an edge."""
Grid = tuple[tuple[int | None, ...], ...]
"""Rows of values; None for a blank cell."""
Values = Mapping[Variable, int]
"""An assignment: the value of each cell and edge."""


@cache
def cell_name(cell: Cell) -> str:
    """``r1c1`` for the top left cell."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


class AllDifferent(NamedTuple):
    """No two cells have the same value.

    Attributes
    ----------
    cells : tuple of cells
    total : int, optional
        The sum of the values.
    sets : tuple of increasing tuples, optional
        The allowed sets of values.
    name : str
        The name in exports, if not that of the rule.
    """

    cells: tuple[Cell, ...]
    total: int | None = None
    sets: tuple[tuple[int, ...], ...] | None = None
    name: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether nothing is required but that the values differ."""
        return self.total is None and self.sets is None


class Contains(NamedTuple):
    """1 if one of the cells holds one of these values, otherwise 0."""

    cells: tuple[Cell, ...]
    values: Collection[int]


class Comparison(NamedTuple):
    """`LOWER`, `EQUAL` or `HIGHER`: how one line, read as a number, compares with the other."""

    one: tuple[Cell, ...]
    other: tuple[Cell, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of both lines."""
        return self.one + self.other


LOWER, EQUAL, HIGHER = range(3)


class Total(NamedTuple):
    """The sum of cells whose values are known to differ."""

    cells: tuple[Cell, ...]


Derived = Contains | Comparison | Total
"""A value that several cells determine."""
Term = Variable | Derived


class Binary(NamedTuple):
    """The two values of each pair satisfy the relation."""

    pairs: tuple[tuple[Term, Term], ...]
    allowed: Callable[[int, int], bool]


class Table(NamedTuple):
    """The values of the terms are one of the rows."""

    cells: tuple[Term, ...]
    rows: Collection[tuple[int, ...]]


class Regular(NamedTuple):
    """The values of the terms, in order, are a word that a deterministic automaton accepts.

    `step` returns the next state, or None if no accepted word continues this way.
    """

    cells: tuple[Term, ...]
    start: Any
    step: Callable[[Any, int], Hashable | None]
    accepts: Callable[[Any], bool]


class SumBetween(NamedTuple):
    """The values between two ends add up to `total`; the values of the cells are known to differ.

    Attributes
    ----------
    word : Regular
        The same as an automaton.
    total : int
    ends : (int, int), optional
        Two values, both of which occur; by default the lowest and the highest of the cells.
    """

    word: Regular
    total: int
    ends: tuple[int, int] | None = None

    @property
    def cells(self) -> tuple[Term, ...]:
        """The cells of the word."""
        return self.word.cells


class Sum(NamedTuple):
    """The sum of factors times terms is one of `totals`."""

    terms: tuple[tuple[int, Term], ...]
    totals: Collection[int] = (0,)


class Count(NamedTuple):
    """The number of cells that hold one of these values is one of `numbers`."""

    cells: tuple[Variable, ...]
    values: Collection[int]
    numbers: Collection[int]


class Or(NamedTuple):
    """All primitives of at least one alternative hold."""

    alternatives: tuple[tuple[Primitive, ...], ...]


class Connected(NamedTuple):
    """The cells that hold one of these values are connected with each other through such cells.

    Attributes
    ----------
    cells : tuple of cells or edges
    values : collection of int
    links : tuple of pairs of these cells
        Those that are neighbours.
    roots : tuple of these cells
        If there are any, each cell with such a value is connected with at least one root instead, and
        there may be several pieces.  A root counts only if it has such a value.
    steps : int, optional
        With roots: each such cell is connected with a root by at most this many steps.
    """

    cells: tuple[Variable, ...]
    values: Collection[int]
    links: tuple[tuple[Variable, Variable], ...]
    roots: tuple[Variable, ...] = ()
    steps: int | None = None


class AreasBySize(NamedTuple):
    """Each maximal connected area of cells with one value has as many cells as this value.

    Attributes
    ----------
    cells : tuple of cells
    links : tuple of pairs of these cells
        Those that are neighbours.
    values : collection of int, optional
        If there are any, only areas of these values.
    """

    cells: tuple[Variable, ...]
    links: tuple[tuple[Variable, Variable], ...]
    values: Collection[int] = ()


class Circuit(NamedTuple):
    """The edges with value 1 form one loop that passes each point at most once.

    Attributes
    ----------
    cells : tuple of edges
    through : tuple of points
        Those that the loop passes.
    faces : tuple of pairs of int
        Of a plane graph: the two faces beside each edge, in the order of the edges; 0 is the outer face.
        This helps encoders, and gives `inside` a meaning.
    inside : tuple of cells
        If there are any: cells, one for each face from 1 on, that have value 1 if they are inside the
        loop and 0 otherwise.
    """

    cells: tuple[Edge, ...]
    through: tuple[Cell, ...] = ()
    faces: tuple[tuple[int, int], ...] = ()
    inside: tuple[Cell, ...] = ()


Primitive = (
    AllDifferent
    | Binary
    | Table
    | Regular
    | SumBetween
    | Sum
    | Count
    | Or
    | Connected
    | AreasBySize
    | Circuit
)


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
    """

    label: str
    primitive: Primitive
    given: int | None = None
    name: str = ""
    template: str = ""

    @property
    def export_name(self) -> str:
        """The name in exports: ``row3``, ``cage12@r1c1``."""
        own = self.primitive.name if isinstance(self.primitive, AllDifferent) else self.name
        return own or self.name or self.label.replace(" at ", "@").replace(" ", "")


class Several(ABC, Generic[T]):
    """Things that are alike, each made only when it is read."""

    @abstractmethod
    def each(self) -> Iterator[T]:
        """All of them, in order."""


class Unfolded(Sequence[T]):
    """A sequence that is given in parts: single things, and several that are made when they are read."""

    def __init__(self, parts: Iterable[T | Several[T]]) -> None:
        self.parts = tuple(parts)

    @cached_property
    def _every(self) -> tuple[T, ...]:
        found: list[T] = []
        for part in self.parts:
            if isinstance(part, Several):
                found += part.each()
            else:
                found.append(part)
        return tuple(found)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        return self._every[at]

    def __len__(self) -> int:
        return len(self._every)

    def __iter__(self) -> Iterator[T]:
        return iter(self._every)


def parts_of(those: Sequence[T]) -> Sequence[T | Several[T]]:
    """The parts in which a sequence is given, or the things themselves."""
    return those.parts if isinstance(those, Unfolded) else those


@dataclass(frozen=True)
class AlikeRules(Several[Rule]):
    """Rules that differ in their cells only.

    A board has hundreds of them, and encoders need neither their labels nor one object for each.

    Attributes
    ----------
    like : Count or Table
        What each rule requires; its own cells are ignored.
    cells : sequence of tuples of cells
        Those of each rule.
    label : function
        The label of the rule at a position.
    template : str
        As of a `Rule`.
    """

    like: Count | Table
    cells: Sequence[tuple[Variable, ...]]
    label: Callable[[int], str]
    template: str

    def each(self) -> Iterator[Rule]:
        for at, cells in enumerate(self.cells):
            yield Rule(self.label(at), self.like._replace(cells=cells), template=self.template)


Stated = Rule | AlikeRules
"""What a model is made of."""


def is_hidden(variable: Variable, rows: int) -> bool:
    """Whether a variable is a cell below the last of these rows, which no answer shows."""
    return isinstance(variable[0], int) and variable[0] >= rows


@dataclass(frozen=True)
class GridModel(Generic[P]):
    """A grid puzzle in the constraint language.

    Attributes
    ----------
    puzzle : P
        Its answers are grids: rows of values.
    rows, columns : int
    domains : mapping from cells, row by row, to increasing values
        Other cells of the grid are blank. Cells below the last row are *hidden*: further variables of the
        rules, which no answer shows.
    rules : sequence of Rule
        Their given cells and clues included.
    names_hidden : bool
        Whether people name the hidden cells, so that solving steps have facts about them.
    """

    puzzle: P
    rows: int
    columns: int
    domains: Mapping[Variable, Sequence[int]]
    rules: Sequence[Rule]
    names_hidden: bool = field(default=False, kw_only=True)

    @property
    def has_hidden(self) -> bool:
        """Whether an answer does not show all cells, so that several assignments may show the same one."""
        return any(is_hidden(variable, self.rows) for variable in self.domains)

    def name_of(self, variable: Variable) -> str:
        """``r1c1`` for a cell, ``r1c1-r1c2`` for an edge."""
        a, b = variable
        if isinstance(a, int) and isinstance(b, int):
            return cell_name((a, b))
        return f"{cell_name(a)}-{cell_name(b)}"

    def in_answers(self, variable: Variable) -> bool:
        """Whether answers have the value of this variable; sides of cells are determined by the cells."""
        return isinstance(variable[0], int) and not is_hidden(variable, self.rows)

    def shown_value(self, variable: Variable, value: int) -> int:
        """What answers show where a variable has this value."""
        return value

    def values_of(self, answer: Grid) -> Iterator[tuple[Variable, int]]:
        """The cells of an answer, or of a part of one, and their values.

        A part has blank cells, or is the first rows.
        """
        for r, row in enumerate(answer):
            for c, value in enumerate(row):
                if value is not None:
                    yield (r, c), value

    def answer_of(self, values: Iterable[tuple[Variable, int]]) -> Grid:
        """The answer with these values; all other cells are blank."""
        grid: list[list[int | None]] = [[None] * self.columns for _ in range(self.rows)]
        for variable, value in values:
            r, c = variable
            if isinstance(r, int) and isinstance(c, int) and r < self.rows:
                grid[r][c] = value
        return tuple(map(tuple, grid))


FORMULAS = ("mixed", "regular", "mdd", "table", "totalizer", "order")
"""The names of the encodings as formulas."""
CUTS, TREE, LEVELS, COLOURS = "cuts", "tree", "levels", "colours"
CONNECTED = (CUTS, TREE, LEVELS)
"""The names of the encodings of models with connectivity; `COLOURS` is for one with faces."""
VERDICT = "verdict"
"""The name of the encoding of `GridEncodings.verdict`."""
ORDERS = POSITIONS, PRECEDENCE, BINARY = "positions", "precedence", "binary"
"""The names of the encodings of a `Circuit` through all points."""


@dataclass(frozen=True)
class GridEncodings(Generic[P]):
    """The encodings of a kind whose puzzles are stated in the constraint language, as a value.

    Attributes
    ----------
    model : puzzle -> GridModel
    names : sequence of str, optional
        Those of `reductions.grid.NAMED` that the kind has, and ``cover`` or ``cover:assignments``; all
        formulas without graphs, and ``cover``, if None.
    preferred : str
        The one that is used by default.
    givens_apart : bool
        Whether rules say by `Rule.given` which given they state.
    heavy : puzzle -> bool
        Whether the cover may be large or slow to search, so that it is not tried by default.
    alternative : bool
        Whether they are used only where they are named.
    verdict : puzzle -> GridModel, optional
        A model whose answers are answers of the puzzle, but not all of them: none, one or several where the
        puzzle has none, one or several.
    """

    model: Callable[[P], GridModel[P]]
    names: Sequence[str] | None = None
    preferred: str = "cover"
    givens_apart: bool = True
    heavy: Callable[[P], bool] = lambda puzzle: False
    alternative: bool = False
    verdict: Callable[[P], GridModel[P]] | None = None


NORTH, WEST, EAST, SOUTH = 8, 4, 2, 1
"""The lines that leave a cell: an answer holds their sum.

With these numbers the order of answers is that of their edges, those to the right before those downwards.
"""
BESIDE_LINES = 16
"""The factor of a cell's own value, if it has one, beside its lines."""


@dataclass(frozen=True)
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

        Raises
        ------
        ValueError
            For what no variable says, and for a line that only one of two known cells has.
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


@dataclass(frozen=True)
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


def border_edges(rows: int, columns: int) -> dict[Edge, tuple[Cell, Cell]]:
    """The sides of all cells as edges of their corners, and the two cells beside each."""
    found: dict[Edge, tuple[Cell, Cell]] = {}
    for r in range(rows + 1):
        for c in range(columns + 1):
            if c < columns:
                found[(r, c), (r, c + 1)] = (r - 1, c), (r, c)
            if r < rows:
                found[(r, c), (r + 1, c)] = (r, c - 1), (r, c)
    return found


def holds(primitive: Primitive, values: Values) -> bool:
    """Whether an assignment of all cells of a primitive satisfies it."""
    match primitive:
        case AllDifferent(cells, total, sets):
            held = [values[cell] for cell in cells]
            if sets is not None and tuple(sorted(held)) not in sets:
                return False
            return len(set(held)) == len(held) and total in (None, sum(held))
        case Binary(pairs, allowed):
            return all(allowed(value_of(a, values), value_of(b, values)) for a, b in pairs)
        case Table(terms, rows):
            return tuple(value_of(term, values) for term in terms) in rows
        case Regular(terms, state, step, accepts):
            for term in terms:
                state = step(state, value_of(term, values))
                if state is None:
                    return False
            return bool(accepts(state))
        case SumBetween(word, total, ends):
            held = [value_of(term, values) for term in word.cells]
            one, other = ends or (min(held), max(held))
            if one not in held or other not in held:
                return False
            first, last = sorted((held.index(one), held.index(other)))
            return sum(held[first + 1 : last]) == total
        case Sum(factors, totals):
            return sum(factor * value_of(term, values) for factor, term in factors) in totals
        case Count(cells, counted, numbers):
            return sum(values[cell] in counted for cell in cells) in numbers
        case Or(alternatives):
            return any(all(holds(one, values) for one in those) for those in alternatives)
        case Connected(cells, chosen, links, roots, steps):
            true = {cell for cell in cells if values[cell] in chosen}
            joined = [(a, b) for a, b in links if a in true and b in true]
            return _reached(true.intersection(roots) if roots else list(true)[:1], joined, steps) >= true
        case AreasBySize(cells, links, chosen):
            equal = [(a, b) for a, b in links if values[a] == values[b]]
            return all(
                len(_reached([cell], equal)) == values[cell]
                for cell in cells
                if not chosen or values[cell] in chosen
            )
        case Circuit(edges, through, faces, inside):
            drawn = [edge for edge in edges if values[edge]]
            passes = Counter(chain.from_iterable(drawn))
            sides = (0, *(values[cell] for cell in inside))
            return (
                bool(drawn)
                and set(passes.values()) == {2}
                and _reached(drawn[0][:1], drawn) >= passes.keys() | set(through)
                and (
                    not inside
                    or all(
                        values[edge] == (sides[one] != sides[other])
                        for edge, (one, other) in zip(edges, faces, strict=True)
                    )
                )
            )


def _reached(
    first: Iterable[Hashable], links: Iterable[tuple[Hashable, Hashable]], steps: int | None = None
) -> set[Hashable]:
    """What is connected with the first ones by links; by at most this many, if `steps` are given."""
    neighbours: dict[Hashable, list[Hashable]] = {}
    for a, b in links:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    layer = set(first)
    reached = set(layer)
    while layer and steps != 0:
        layer = {other for one in layer for other in neighbours.get(one, ())} - reached
        reached |= layer
        steps = None if steps is None else steps - 1
    return reached


def value_of(term: Term, values: Values) -> int:
    """The value of a term under an assignment."""
    match term:
        case Total(cells):
            return sum(values[cell] for cell in cells)
        case Contains(cells, wanted):
            return int(any(values[cell] in wanted for cell in cells))
        case Comparison(one, other):
            first, second = tuple(values[cell] for cell in one), tuple(values[cell] for cell in other)
            return LOWER if first < second else EQUAL if first == second else HIGHER
        case _:
            return values[term]


def scope(primitive: Primitive) -> tuple[Variable, ...]:
    """The cells of a primitive, each once, in order of occurrence."""
    return tuple(dict.fromkeys(cells_of(primitive)))


def equals(cell: Variable, value: int) -> Count:
    """A cell holds this value."""
    return Count((cell,), (value,), (1,))


def total_of(cells: tuple[Cell, ...], total: int) -> Sum:
    """The cells add up to `total`."""
    return Sum(tuple((1, cell) for cell in cells), (total,))


def equal_sums(these: tuple[Cell, ...], those: tuple[Cell, ...]) -> Sum:
    """Both groups of cells have the same sum."""
    return Sum((*((1, cell) for cell in these), *((-1, cell) for cell in those)))


def all_equal(terms: tuple[Term, ...]) -> Regular:
    """All terms have the same value."""

    def step(state: int | None, digit: int) -> int | None:
        return digit if state in (_NOTHING_YET, digit) else None

    return Regular(terms, _NOTHING_YET, step, lambda state: True)


def as_regular(primitive: Regular | SumBetween | Sum | Count | Table, values: Collection[int]) -> Regular:
    """The same requirement as an automaton; `values` are all that a term may have.

    A state of a sum from which no total can be reached does not exist.
    """
    match primitive:
        case Regular():
            return primitive
        case SumBetween(word):
            return word
        case Count(cells, counted, numbers):
            most = max(numbers, default=-1)

            def count(so_far: int, value: int) -> int | None:
                number = so_far + (value in counted)
                return number if number <= most else None

            return Regular(cells, 0, count, lambda number: number in numbers)
        case Table(terms, rows):
            complete = frozenset(rows)
            prefixes = {row[:length] for row in complete for length in range(len(row) + 1)}

            def extend(so_far: tuple[int, ...], value: int) -> tuple[int, ...] | None:
                return longer if (longer := (*so_far, value)) in prefixes else None

            return Regular(terms, (), extend, lambda row: row in complete)
        case Sum(factors_and_terms, totals):
            # A state includes its position, since each term has its own factor.
            factors = [factor for factor, _ in factors_and_terms]
            least, most_ = _bounds(factors, totals, values)

            def add(state: tuple[int, int], value: int) -> tuple[int, int] | None:
                at, so_far = state
                so_far += factors[at] * value
                return (at + 1, so_far) if least[at] <= so_far <= most_[at] else None

            terms = tuple(term for _, term in factors_and_terms)
            return Regular(terms, (0, 0), add, lambda state: state[1] in totals)


def _bounds(
    factors: Sequence[int], totals: Collection[int], values: Collection[int]
) -> tuple[list[int], list[int]]:
    """The least and the most that the sum of the first terms may be if the others can complete a total."""
    least, most = [min(totals, default=0)], [max(totals, default=-1)]
    for factor in reversed(factors[1:]):
        ends = factor * min(values), factor * max(values)
        least.append(least[-1] - max(ends))
        most.append(most[-1] - min(ends))
    return least[::-1], most[::-1]


def cells_of(primitive: Primitive) -> Iterator[Variable]:
    """The cells of a primitive; one may occur several times."""
    for term in terms_of(primitive):
        if isinstance(term, Derived):
            yield from term.cells
        else:
            yield term


def terms_of(primitive: Primitive) -> Iterator[Term]:
    """The terms of a primitive: cells, and values derived from several."""
    match primitive:
        case Binary(pairs, _):
            return chain.from_iterable(pairs)
        case Sum(terms, _):
            return (term for _, term in terms)
        case Or(alternatives):
            return (term for those in alternatives for one in those for term in terms_of(one))
        case Circuit(edges, _, _, inside):
            return iter((*edges, *inside))
        case _:
            return iter(primitive.cells)
