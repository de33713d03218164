"""Facts: the values that an answer gives to places, and the literals of the formula that state them.

This works for every kind. The formula is that of the default reduction, which states the variables that show
each value of a place. If several variables show a value, a new variable means "one of these", so that each
fact has one literal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...answers.routes import apply_rules, find_route, way_to
from ...answers.running import judged, run
from ...base.deadline import NEVER, Deadline
from ...base.wording import different
from ...problems import AnyProblem
from ...problems.cnf.rules import Clause, Cnf, Model
from ...reductions import AnyReduction, ShownPlace
from ...reductions.reduction import variables_of
from ...solvers import Limits
from ...solvers.sat.sat import CADICAL, SatCalls
from ...solvers.solver import Meter

Listener = Callable[[str], None]
"""Receives progress messages of a few words."""


def silent(words: str) -> None:
    """A listener that ignores messages."""


class Clock:
    """The deadline of one request, shared by everything done for it, and the listener for its progress.

    Each solver may visit at most `nodes` nodes.
    """

    def __init__(
        self, deadline: Deadline = NEVER, report: Listener = silent, nodes: int | None = None
    ) -> None:
        self.deadline = deadline
        self.report = report
        self._nodes = nodes

    def check(self) -> None:
        """Raise `LimitReachedError` after the deadline."""
        self.deadline.check()

    def left(self, answers: int | None = None) -> Limits:
        return Limits(answers=answers, deadline=self.deadline, nodes=self._nodes)

    def calls(self, formula: Cnf) -> SatCalls:
        """A solver for repeated calls on a formula in the remaining time."""
        return SatCalls(CADICAL, formula, Meter(self.left()))

    def two_answers(self, problem: AnyProblem, nodes: int) -> list[Any] | None:
        """Two answers, or all if there are fewer, by the cover engine; None if that takes more nodes."""
        limits = Limits(answers=2, nodes=nodes, deadline=self.deadline)
        found = run(problem, find_route(problem.kind, "cover/bitset"), limits).findings
        self.check()
        return list(found.answers) if found.exhausted or len(found.answers) == 2 else None

    def part(self, seconds: float) -> Clock:
        """A clock for a part of the request that may take at most `seconds`."""
        return Clock(self.deadline.part(seconds), self.report, self._nodes)


@dataclass(frozen=True)
class Place:
    """A cell of the answer, or something else with a value; in each answer it has exactly one value.

    Attributes
    ----------
    name : str
        In the puzzle's words.
    cell : (row, column) from 0, or None
    literals : mapping from values to literals
        In increasing order of values; the literal is true if and only if the place has the value.
    shown_by : mapping from values to sets of literals
        The literals of the reduction: at least one is true if the place has the value, otherwise none.
    empty : int or None
        The value of the place if no literal of `shown_by` is true.
    """

    name: str
    cell: tuple[int, int] | None
    literals: Mapping[int, int] = field(hash=False)
    shown_by: Mapping[int, frozenset[int]] = field(hash=False)
    empty: int | None = None

    def words(self, value: int) -> str:
        """The fact in words, such as ``r1c1 = 5``."""
        return f"{self.name} = {value}"

    def value_in(self, literals: Collection[int]) -> int:
        """The value in an answer that makes these literals true."""
        found = next((v for v, shown in self.shown_by.items() if not shown.isdisjoint(literals)), self.empty)
        assert found is not None, f"{self.name} holds nothing"
        return found


@dataclass(frozen=True)
class Fact:
    """A place has this value."""

    place: Place
    value: int

    @property
    def literal(self) -> int:
        return self.place.literals[self.value]

    def as_json(self) -> dict[str, Any]:
        """The name of the place, its cell (from 1) and the value."""
        cell = self.place.cell
        where = {} if cell is None else {"row": cell[0] + 1, "column": cell[1] + 1}
        return {"place": self.place.name, **where, "value": self.value}

    def __str__(self) -> str:
        return self.place.words(self.value)


@dataclass(frozen=True)
class Encoded:
    """A problem as a formula, and the places that an answer fills."""

    problem: AnyProblem
    reduction: AnyReduction
    cnf: Cnf
    places: tuple[Place, ...]

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(Fact(place, value) for place in self.places for value in place.literals)

    @property
    def place_words(self) -> str:
        """What the places are, such as ``cells``; ``places`` if some are edges between cells."""
        words = self.problem.place_words
        return "places" if words == "cells" and any(place.cell is None for place in self.places) else words

    def decode(self, model: Model) -> Any:
        """The answer of a model; raises `WrongAnswerError` if it breaks the rules."""
        answer = self.reduction.decode(model[: self.reduction.target.variable_count])
        return judged(self.problem, answer, "a model of the formula")

    def facts_of(self, answer: Any) -> tuple[Fact, ...]:
        true = frozenset(self.reduction.encode(answer))
        return tuple(Fact(place, place.value_in(true)) for place in self.places)


def reduced(problem: AnyProblem) -> AnyReduction:
    """The default reduction of the problem to a formula; raises `ReductionError`."""
    return apply_rules(way_to(problem.kind, "cnf"), problem)


def encoded(problem: AnyProblem) -> Encoded:
    """The problem by the default reduction, with the places of its answers.

    Raise `ReductionError` for an instance that the encoding does not take.
    """
    reduction = reduced(problem)
    cnf: Cnf = reduction.target
    shown = variables_of(cnf) if reduction.places is None else reduction.places()
    naming = _Naming(cnf.variable_count)
    places = tuple(map(naming.place, shown, different(place.name for place in shown)))
    if naming.clauses:
        clauses, projection = (*cnf.clauses, *naming.clauses), tuple(cnf.shown_variables)
        cnf = Cnf(naming.count, clauses, cnf.names, projection, graphs=cnf.graphs)
    return Encoded(problem, reduction, cnf, places)


def other_than(reduction: AnyReduction, answer: Any) -> tuple[int, ...]:
    """The clause that excludes this answer only: some place has another value."""
    true = set(reduction.encode(answer))
    shown = variables_of(reduction.target) if reduction.places is None else reduction.places()
    literals = sorted({x for place in shown for parts in place.values.values() for (x,) in parts})
    return tuple(-x if x in true else x for x in literals)


class _Naming:
    """One literal for each value of each place; new variables add to `count` and `clauses`."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.clauses: list[Clause] = []

    def place(self, shown: ShownPlace, name: str) -> Place:
        shown_by = {value: [x for (x,) in parts] for value, parts in shown.values.items()}
        literals = {value: self._any_of(those) for value, those in shown_by.items()}
        if shown.empty is not None:
            literals[shown.empty] = -self._any_of([*literals.values()])
        return Place(
            name,
            shown.cell,
            dict(sorted(literals.items())),
            {value: frozenset(those) for value, those in shown_by.items()},
            shown.empty,
        )

    def _any_of(self, literals: Sequence[int]) -> int:
        """A literal that is true if and only if one of these is."""
        if len(literals) == 1:
            return literals[0]
        self.count += 1
        self.clauses += [(-self.count, *literals), *((self.count, -literal) for literal in literals)]
        return self.count
