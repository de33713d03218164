"""A statement of the labelled rules of a model, from their semantics.

AllDifferent and binary relations are stated directly. Automata, sums, counts and tables are read from left to
right: a literal means that the values so far lead to a state; one of the accepting states is reached at the
end. All other rules are stated by the assignments of their cells that `holds` accepts. No code is
shared with the encoders.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from itertools import combinations, product
from math import comb, prod
from typing import Any, NamedTuple

from ... import primitives
from ...primitives import Derived, Primitive, scope, terms_of
from ...primitives.meaning import holds
from ...primitives.models import GridModel, Rule
from ...problems.cnf.connectivity import CERTAIN, Connectivity
from ...problems.grid import Cell, cell_name
from .connected import Gates, require_connected
from .theory import Literal, Row, Shown, Statement, UndecidedError, at_least_one

MOST_ASSIGNMENTS = 20_000
"""Assignments of the cells of one rule that are tried one by one."""
MOST_STEPS = 50_000
"""Steps between states of one rule."""


class LabelledStatement(Statement):
    """The rules of a model.

    * parts (list of (Rule, range)): the positions of the rows of each rule.
    """

    def __init__(self, model: GridModel[Any]) -> None:
        super().__init__(model.rows, model.columns)
        self.parts: list[tuple[Rule, range]] = []
        self._model = model

    def grid(self, shown: Iterable[Shown]) -> Any:
        return self._model.answer_of((cell, value) for cell, value in shown if self._model.in_answers(cell))

    def breaking(self, part: range) -> tuple[list[Row], list[tuple[Literal, ...]]]:
        """All rows except those of one rule, and clauses that are equivalent to that rule."""
        clauses = [
            clause
            for literals, degree in self.rows[part.start : part.stop]
            for clause in combinations(literals, len(literals) - degree + 1)
        ]
        others = [*self.rows[: part.start], *self.rows[part.stop :]]
        return [
            *others,
            *(row for variable in self.definitions for row in self.defining_rows(variable)),
        ], clauses


def labelled_statement(model: GridModel[Any], graphs: bool = False) -> LabelledStatement:
    """The rules of a model as rows; with `graphs`, what is connected as graphs beside them.

    Raise `UndecidedError` for a rule with more assignments or states than are looked at.
    """
    statement = LabelledStatement(model)
    for cell, values in model.domains.items():
        name = cell_name(cell) if isinstance(cell[0], int) else model.name_of(cell)
        statement.cell(cell, ((value, f"{name}={value}") for value in values))
        if not model.in_answers(cell):
            statement.determined.update(statement.shows[cell, value] for value in values)
    for rule in model.rules:
        first = len(statement.rows)
        _Rule(statement, model, rule).state(graphs)
        statement.parts.append((rule, range(first, len(statement.rows))))
    return statement


class _Steps(NamedTuple):
    """An automaton that reads cells; `step` has the position as well."""

    cells: tuple[Cell, ...]
    start: Hashable
    step: Callable[[int, Any, int], Hashable | None]
    accepts: Callable[[Any], bool]


class _Rule:
    """One rule, while it is stated."""

    def __init__(self, statement: Statement, model: GridModel[Any], rule: Rule) -> None:
        self._statement, self._model, self._rule = statement, model, rule

    def state(self, graphs: bool) -> None:
        primitive = self._rule.primitive
        derived = {type(term) for term in terms_of(primitive) if isinstance(term, Derived)}
        if isinstance(primitive, primitives.Connected) and primitive.steps is None:
            self._connect_cells(primitive, graphs)
        elif isinstance(primitive, primitives.Circuit):
            self._state_loop(primitive, graphs)
        elif graphs and isinstance(primitive, primitives.AreasBySize):
            self._state_areas(primitive)
        elif isinstance(primitive, primitives.Sum) and derived == {primitives.Leading}:
            self._state_steps(_steps_in_sight(primitive))
        elif derived:
            self._state_assignments(primitive)
        elif isinstance(primitive, primitives.AllDifferent):
            self._state_different(primitive)
        elif isinstance(primitive, primitives.Binary):
            self._state_pairs(primitive)
        elif (steps := _steps(primitive)) is not None:
            self._state_steps(steps)
        else:
            self._state_assignments(primitive)

    def _literals(self, cell: Cell) -> Iterator[tuple[int, Literal]]:
        for value in self._model.domains[cell]:
            yield value, self._statement.shows[cell, value]

    def _literal(self, cell: Cell, value: int) -> Literal:
        return self._statement.shows[cell, value]

    def _state_different(self, group: primitives.AllDifferent) -> None:
        """No value occurs twice; as many cells as values hold each; one of the known sets is used."""
        cells, size = group.cells, len(group.cells)
        values = sorted({value for cell in cells for value in self._model.domains[cell]})
        self._statement.different(cells, values)
        if group.is_plain:
            return
        if comb(len(values), size) > MOST_ASSIGNMENTS:
            raise UndecidedError(f"{self._rule.label} has too many sets of values to be looked at")
        sets = (
            chosen
            for chosen in combinations(values, size)
            if group.total in (None, sum(chosen)) and (group.sets is None or chosen in group.sets)
        )
        self._statement.one_of_sets(cells, values, sets, self._rule.export_name)

    def _connect_cells(self, primitive: primitives.Connected, graphs: bool) -> None:
        """The cells are the elements, and linked ones are neighbours."""
        if not graphs:
            self._join_cells(primitive)
            return
        at = {cell: number for number, cell in enumerate(primitive.cells)}
        literals = [
            self._statement.either(
                literal for value, literal in self._literals(cell) if value in primitive.values
            )
            for cell in primitive.cells
        ]
        beside: list[list[int]] = [[] for _ in at]
        for one, other in primitive.links:
            beside[at[one]].append(at[other])
            beside[at[other]].append(at[one])
        roots = tuple(at[cell] for cell in primitive.roots)
        graph = Connectivity(self._rule.label, tuple(literals), tuple(map(tuple, beside)), roots)
        self._statement.graphs.append(graph)

    def _join_cells(self, primitive: primitives.Connected) -> None:
        """By definitions; edges that are linked where they meet join their ends."""
        gates, root = Gates(self._statement), "root"
        shown = {cell: self._shows_one(gates, cell, primitive.values) for cell in primitive.cells}
        linked = {frozenset(link) for link in primitive.links}
        roots = dict.fromkeys(primitive.roots)
        at: dict[Any, list[Any]] = {}
        if all(isinstance(end, tuple) for cell in shown for end in cell):
            for edge in shown:
                for end in edge:
                    at.setdefault(end, []).append(edge)
        if at and linked == {frozenset(pair) for edges in at.values() for pair in combinations(edges, 2)}:
            self._join_ends(gates, shown, roots)
            return
        links: dict[Any, list[Literal]] = {
            link: [gates.every(shown[cell] for cell in link)] for link in linked
        }
        links |= {frozenset((cell, root)): [shown[cell]] for cell in roots}
        true: dict[Any, Literal] = shown | ({root: gates.true} if roots else {})
        require_connected(gates, true, links, True, root)

    def _shows_one(self, gates: Gates, cell: Any, values: Collection[int]) -> Literal:
        """A literal that says that a cell has one of the values; of two, one is the negation of the other."""
        (first, literal), *others = self._literals(cell)
        if len(others) == 1:
            others = [(others[0][0], -literal)]
        return gates.either(one for value, one in [(first, literal), *others] if value in values)

    def _join_ends(self, gates: Gates, drawn: Mapping[Any, Literal], roots: Collection[Any] = ()) -> None:
        """An edge that is drawn joins its ends, and a root."""
        root = "root"
        links: dict[Any, list[Literal]] = {}
        ends: dict[Any, list[Literal]] = {}
        for edge, literal in drawn.items():
            for end in edge:
                ends.setdefault(end, []).append(literal)
            for pair in combinations((*edge, root) if edge in roots else edge, 2):
                links.setdefault(frozenset(pair), []).append(literal)
        true = {end: gates.either(literals) for end, literals in ends.items()}
        require_connected(gates, true | ({root: gates.true} if roots else {}), links, False, root)

    def _state_areas(self, primitive: primitives.AreasBySize) -> None:
        """A graph for each value: its elements are the cells that can hold it."""
        cells_of: dict[int, list[Cell]] = {}
        for cell in primitive.cells:
            for value, _ in self._literals(cell):
                if not primitive.values or value in primitive.values:
                    cells_of.setdefault(value, []).append(cell)
        joined: dict[Cell, list[Cell]] = {cell: [] for cell in primitive.cells}
        for one, other in primitive.links:
            joined[one].append(other)
            joined[other].append(one)
        for value, cells in sorted(cells_of.items()):
            if value < 1:  # no area has no cells
                for cell in cells:
                    self._statement.require(at_least_one((-self._literal(cell, value),)))
                continue
            at = {cell: number for number, cell in enumerate(cells)}
            beside = tuple(tuple(at[other] for other in joined[cell] if other in at) for cell in cells)
            literals = tuple(self._literal(cell, value) for cell in cells)
            self._statement.graphs.append(Connectivity(self._rule.label, literals, beside, size=value))

    def _state_loop(self, primitive: primitives.Circuit, graphs: bool) -> None:
        """Two edges or none at each point, at least one edge, and what is inside; the rest is connected.

        The elements of a graph are the edges and then their ends, which are its neighbours.
        """
        statement, edges = self._statement, primitive.cells
        drawn = [self._statement.shows[edge, 1] for edge in edges]  # type: ignore[index]  # cells and edges
        ends = list(dict.fromkeys(end for edge in edges for end in edge))
        statement.require(at_least_one(drawn))
        touching = {end: [at for at, edge in enumerate(edges) if end in edge] for end in ends}
        for end, those in touching.items():
            here = [drawn[at] for at in those]
            for three in combinations(here, 3):
                statement.require(at_least_one(-one for one in three))
            for one in here:
                statement.require(at_least_one([-one, *(other for other in here if other != one)]))
            if end in primitive.through:
                statement.require(at_least_one(here))
        if not set(primitive.through) <= touching.keys():
            statement.require(at_least_one(()))
        if primitive.inside:
            within: list[Literal | None] = [None, *(self._literal(cell, 1) for cell in primitive.inside)]
            for edge, (one, other) in zip(drawn, primitive.faces, strict=True):
                self._state_border(edge, within[one], within[other])
        if not graphs:
            gates = Gates(statement)
            self._join_ends(gates, {edge: self._shows_one(gates, edge, (1,)) for edge in edges})
            return
        number = {end: len(edges) + at for at, end in enumerate(ends)}
        certain = (CERTAIN if end in primitive.through else None for end in ends)
        beside = [tuple(number[end] for end in edge) for edge in edges]
        beside += [tuple(touching[end]) for end in ends]
        statement.graphs.append(Connectivity(self._rule.label, (*drawn, *certain), tuple(beside)))

    def _state_border(self, edge: Literal, one: Literal | None, other: Literal | None) -> None:
        """The edge is drawn exactly if one of its sides is inside; None is outside."""
        for is_one, is_other in product((False, True), repeat=2):
            if (
                (one is None and is_one)
                or (other is None and is_other)
                or (one == other and is_one != is_other)
            ):
                continue
            sides = [
                -side if inside else side
                for side, inside in ((one, is_one), (other, is_other))
                if side is not None
            ]
            is_border = is_one != is_other
            self._statement.require(at_least_one({*sides, edge if is_border else -edge}))

    def _state_pairs(self, primitive: primitives.Binary) -> None:
        for one, other in primitive.pairs:
            for x, first in self._literals(one):  # type: ignore[arg-type]  # terms are cells here
                for y, second in self._literals(other):  # type: ignore[arg-type]
                    if not primitive.allowed(x, y):
                        self._statement.require(at_least_one({-first, -second}))

    def _state_steps(self, steps: _Steps) -> None:
        statement = self._statement
        here: dict[Any, Literal | None] = {steps.start: None}
        count = 0
        for at, cell in enumerate(steps.cells):
            into: dict[Any, list[Literal]] = {}
            for state, literal in here.items():
                for value, shown in self._literals(cell):
                    if (target := steps.step(at, state, value)) is not None:
                        both = shown if literal is None else statement.every((literal, shown))
                        into.setdefault(target, []).append(both)
                        count += 1
            if count > MOST_STEPS:
                raise UndecidedError(f"{self._rule.label} has too many states to be looked at")
            here = {state: statement.either(literals) for state, literals in into.items()}
        reached = [literal for state, literal in here.items() if steps.accepts(state)]
        if None not in reached:
            statement.require(at_least_one(literal for literal in reached if literal is not None))

    def _state_assignments(self, primitive: Primitive) -> None:
        cells = scope(primitive)
        if prod(len(self._model.domains[cell]) for cell in cells) > MOST_ASSIGNMENTS:
            raise UndecidedError(f"{self._rule.label} has too many assignments to be looked at")
        found = [
            self._statement.every(map(self._literal, cells, values))
            for values in assignments(self._model, cells)
            if holds(primitive, dict(zip(cells, values, strict=True)))
        ]
        self._statement.require(at_least_one(found))


def assignments(model: GridModel[Any], cells: Iterable[Cell]) -> Iterator[tuple[int, ...]]:
    """All assignments of some cells."""
    return product(*(model.domains[cell] for cell in cells))


def _steps_in_sight(primitive: primitives.Sum) -> _Steps:
    """Of a sum of cells and of numbers of leading cells: the total, and whether all cells so far are seen."""
    places: list[tuple[Cell, int, int | None, bool]] = []
    for factor, term in primitive.terms:
        if isinstance(term, primitives.Leading):
            places += [(cell, factor, term.value, not at) for at, cell in enumerate(term.cells)]
        else:
            places.append((term, factor, None, True))  # type: ignore[arg-type]  # no other derived terms

    def step(at: int, state: tuple[int, bool], value: int) -> tuple[int, bool]:
        _, factor, wanted, begins = places[at]
        if wanted is None:
            return state[0] + factor * value, True
        seen = value == wanted and (begins or state[1])
        return state[0] + factor * seen, seen

    cells = tuple(cell for cell, *_ in places)
    return _Steps(cells, (0, True), step, lambda state: state[0] in primitive.totals)


def _steps(primitive: Primitive) -> _Steps | None:
    """The start state, the step function and the acceptance test, for rules that depend on a state alone."""
    match primitive:
        case primitives.Regular(cells, start, step, accepts):
            return _Steps(
                cells,  # type: ignore[arg-type]  # no derived terms
                start,
                lambda at, state, value: step(state, value),
                accepts,
            )
        case primitives.Sum(terms, totals):
            factors = [factor for factor, _ in terms]
            cells = tuple(cell for _, cell in terms)
            return _Steps(
                cells,  # type: ignore[arg-type]
                0,
                lambda at, total, value: total + factors[at] * value,
                lambda total: total in totals,
            )
        case primitives.Count(cells, counted, numbers):
            return _Steps(
                cells,
                0,
                lambda at, number, value: number + (value in counted),
                lambda number: number in numbers,
            )
        case primitives.Table(cells, rows):
            lines = set(rows)
            prefixes = {row[: at + 1] for row in lines for at in range(len(row))}

            def longer(at: int, before: tuple[int, ...], value: int) -> tuple[int, ...] | None:
                return row if (row := (*before, value)) in prefixes else None

            return _Steps(cells, (), longer, lines.__contains__)  # type: ignore[arg-type]
    return None
