"""The time that a question has, and who hears how far it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..deadline import NEVER, Deadline
from ..kinds.cnf.rules import Clause, Cnf, Model
from ..problems import AnyProblem
from ..reductions import AnyReduction, ShownPlace
from ..routing import apply_rules, judged, way_to
from ..solvers import Limits
from ..solvers.sat import CADICAL, SatCalls
from ..solvers.solver import Meter

Listener = Callable[[str], None]
"""Hears what is being done, in a few words, as often as there is something to say."""


def silent(words: str) -> None:
    """The listener of those who want to hear nothing."""


class Clock:
    """The deadline of one question, shared by all that is done to answer it, and who hears how far it is."""

    def __init__(self, deadline: Deadline = NEVER, report: Listener = silent) -> None:
        self.deadline = deadline
        self.report = report

    def check(self) -> None:
        """Raise `LimitReachedError` when the time is used up."""
        self.deadline.check()

    def left(self, answers: int | None = None) -> Limits:
        """The time that is left, as limits for a route or another question."""
        return Limits(answers=answers, deadline=self.deadline)

    def calls(self, formula: Cnf) -> SatCalls:
        """A solver that is asked of a formula in the time that is left."""
        return SatCalls(CADICAL, formula, Meter(self.left()))

    def part(self, seconds: float) -> Clock:
        """A clock for a part of the question that gets at most so long."""
        return Clock(self.deadline.part(seconds), self.report)


@dataclass(frozen=True)
class Place:
    """A cell of the answer, or what else it gives a value; in each answer it has one of its values.

    Attributes
    ----------
    name : str
        In the puzzle's words.
    cell : (row, column) from 0, or None
    literals : mapping from values to literals
        In increasing order of values; the literal is true exactly when the place has the value.
    shown_by : mapping from values to sets of literals
        Those of the reduction: with the value, at least one is true, with another none.
    empty : int or None
        The value of a place that no literal of `shown_by` is true for.
    """

    name: str
    cell: tuple[int, int] | None
    literals: Mapping[int, int] = field(hash=False)
    shown_by: Mapping[int, frozenset[int]] = field(hash=False)
    empty: int | None = None

    def words(self, value: int) -> str:
        """Such as ``r1c1 = 5``."""
        return f"{self.name} = {value}"

    def value_in(self, literals: Collection[int]) -> int:
        """The value by the literals that an answer makes true."""
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
        """What says so in the formula."""
        return self.place.literals[self.value]

    def as_json(self) -> dict[str, Any]:
        """The place's name, its cell (from 1) and the value."""
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
        """Every value of every place."""
        return tuple(Fact(place, value) for place in self.places for value in place.literals)

    def decode(self, model: Model) -> Any:
        """The answer that a model shows; `WrongAnswerError` where it breaks the rules."""
        answer = self.reduction.decode(model[: self.reduction.target.variable_count])
        return judged(self.problem, answer, "a model of the formula")

    def facts_of(self, answer: Any) -> tuple[Fact, ...]:
        """What a whole answer says, one fact a place."""
        true = frozenset(self.reduction.encode(answer))
        return tuple(Fact(place, place.value_in(true)) for place in self.places)


def reduced(problem: AnyProblem) -> AnyReduction:
    """The problem, carried to a formula the usual way; raises `ReductionError`."""
    return apply_rules(way_to(problem.kind, "cnf"), problem)


def encoded(problem: AnyProblem) -> Encoded:
    """The problem by the usual reduction, with the places of its answers.

    Raises
    ------
    ReductionError
        For an instance that the encoding does not take.
    """
    reduction = reduced(problem)
    cnf: Cnf = reduction.target
    shown = variables_of(cnf) if reduction.places is None else reduction.places()
    naming = _Naming(cnf.variable_count)
    places = tuple(map(naming.place, shown, different(place.name for place in shown)))
    if naming.clauses:
        cnf = Cnf(naming.count, (*cnf.clauses, *naming.clauses), cnf.names, tuple(cnf.shown_variables))
    return Encoded(problem, reduction, cnf, places)


def variables_of(cnf: Cnf) -> tuple[ShownPlace, ...]:
    """A formula's own places: the variables that it shows."""
    names = {variable: cnf.names.get(variable, f"variable {variable}") for variable in cnf.listed_variables()}
    return tuple(ShownPlace(name, None, {1: ((v,),)}, empty=0) for v, name in names.items())


def different(names: Iterable[str]) -> tuple[str, ...]:
    """The names; those that several places have (options of the same items) are numbered: ``a b #2``."""
    wanted = tuple(names)
    times, given, taken = Counter(wanted), Counter[str](), set(wanted)
    found = []
    for name in wanted:
        own = name
        while times[name] > 1 and own in taken:
            given[name] += 1
            own = f"{name} #{given[name]}"
        taken.add(own)
        found.append(own)
    return tuple(found)


def other_than(reduction: AnyReduction, answer: Any) -> tuple[int, ...]:
    """The clause that every answer but this one makes true: some place shows something else."""
    true = set(reduction.encode(answer))
    shown = variables_of(reduction.target) if reduction.places is None else reduction.places()
    literals = sorted({x for place in shown for parts in place.values.values() for (x,) in parts})
    return tuple(-x if x in true else x for x in literals)


class _Naming:
    """One literal for each value of each place; `count` and `clauses` grow where that needs new variables."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.clauses: list[Clause] = []

    def place(self, shown: ShownPlace, name: str) -> Place:
        """The place, with its literals, under a name of its own."""
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
        """A literal that is true exactly when one of these is."""
        if len(literals) == 1:
            return literals[0]
        self.count += 1
        self.clauses += [(-self.count, *literals), *((self.count, -literal) for literal in literals)]
        return self.count
