"""Partial answers, drawn from a seed, and which values have no completion: the truth.

It is found by the search by domains, which shares nothing with the encoders; where that does not take the
rules, or takes long, by a SAT solver on the default formula.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ..base.deadline import NEVER, Deadline
from ..base.errors import LimitReachedError, ReductionError, SolverError
from ..base.wording import counted
from ..primitives.models import GridModel
from ..problems import AnyProblem
from ..reductions import model_of
from ..reductions.paths import path_to
from ..solvers.search import domains
from ..solvers.search.domains import program_of
from .propagation import Propagator, Value, as_formula, names_of, reduced

MOST_CONFLICTS = 100_000
"""What needs more conflicts for one question is not decided."""
MOST_NODES = 20_000
"""What needs more values tried by the search by domains is left to the SAT solver."""
DIRECT, FORMULA = "search/domains", "a SAT solver on the default formula"
"""What finds the truth."""
HEADER = 3
"""The words of a program before the values of its cells."""


class Sample(NamedTuple):
    """A partial answer.

    * chosen: with a common completion.
    * excluded, possible: those that no completion has, and the others; both are empty for a puzzle without an
      answer.
    * impossible: the partial answer with one excluded value of a further place; None if there is none.
    """

    chosen: tuple[Value, ...]
    excluded: tuple[Value, ...]
    possible: tuple[Value, ...]
    impossible: tuple[Value, ...] | None


def _model_of(problem: AnyProblem, values: Sequence[Value]) -> GridModel[Any] | None:
    """The rules of a problem in the constraint language, if they are about all of these values."""
    if (stated := model_of(problem.kind)) is None:
        return None
    model: GridModel[Any] = stated(problem)
    every = {
        (model.name_of(variable), value)
        for variable, those in model.domains.items()
        if model.in_answers(variable)
        for value in those
    }
    return model if every.issuperset(values) else None


class _Direct:
    """The search by domains of a model, which is asked for answers with some values.

    Raise `ReductionError` or `SolverError` if there is none.
    """

    def __init__(self, model: GridModel[Any]) -> None:
        self._program = program_of(model)
        self._kernel = domains.kernel()
        names = [
            model.name_of(variable) for variable in self._program.variables if model.in_answers(variable)
        ]
        self._number = {name: at for at, name in enumerate(names)}

    def answer(self, chosen: Sequence[Value]) -> set[Value] | None:
        """The values of an answer with these; None if there is none.

        Raise `LimitReachedError` after `MOST_NODES`.
        """
        _, values, words = self._program
        words = words[:]
        for name, value in chosen:
            words[HEADER + self._number[name]] &= 1 << values.index(value)
        search = self._kernel.Domains(words)
        match search.next(MOST_NODES):
            case domains.FOUND:
                found = search.answer()
                return {(name, values[found[at]]) for name, at in self._number.items()}
            case domains.OVER:
                return None
        raise LimitReachedError(counted(MOST_NODES, "node"))


class Truth:
    """Which values have a common completion; a context manager.

    * values: those of the puzzle.
    * model: its rules in the constraint language, if they are about these values.
    * ways: what found out, by name.
    """

    def __init__(self, problem: AnyProblem, deadline: Deadline = NEVER) -> None:
        rules = path_to(problem.kind, "cnf", complete=True)
        self._propagator = Propagator(as_formula(reduced(problem, rules)))
        self._deadline = deadline
        self.values = self._propagator.values
        self.ways: set[str] = set()
        self._direct: _Direct | None = None
        self.model = _model_of(problem, self.values)
        if self.model is not None:
            with suppress(ReductionError, SolverError):
                self._direct = _Direct(self.model)

    def __enter__(self) -> Truth:
        return self

    def __exit__(self, *_: object) -> None:
        self._propagator.solver.delete()

    def holds(self, values: Sequence[Value]) -> bool:
        """Whether an answer has all of these values. Raise `LimitReachedError` if that is not decided."""
        return self.absent(values) is not None

    def absent(self, chosen: Sequence[Value]) -> set[Value] | None:
        """The values that an answer with these does not have; None if there is no such answer.

        Raise `LimitReachedError` if that is not decided.
        """
        self._deadline.check()
        if self._direct is not None:
            with suppress(LimitReachedError):
                answer = self._direct.answer(chosen)
                self.ways.add(DIRECT)
                return None if answer is None else {value for value in self.values if value not in answer}
        self.ways.add(FORMULA)
        propagator, solver = self._propagator, self._propagator.solver
        if solver.is_false:
            return None
        found = solver.solve([solver.always, *propagator.literals(chosen)], MOST_CONFLICTS)
        if found is None:
            raise LimitReachedError(counted(MOST_CONFLICTS, "conflict"))
        return propagator.excluded_by(solver.model()) if found else None

    def excluded(self, chosen: Sequence[Value]) -> set[Value]:
        """The values that no completion has, of a partial answer with a completion.

        Each completion that is found shows that its values are possible; only the others are asked about.
        """
        excluded: set[Value] = set()
        open_values = dict.fromkeys(self.values)
        while open_values:
            value = next(iter(open_values))
            absent = self.absent([*chosen, value])
            if absent is None:
                excluded.add(value)
                del open_values[value]
            else:
                open_values = {one: None for one in open_values if one in absent}
        return excluded

    def sample(self, chance: random.Random) -> Sample:
        """A partial answer at up to two thirds of the places; at each, a value that leaves a completion."""
        places = names_of(self.values)
        chosen: list[Value] = []
        for name in _some(list(places), chance):
            values = list(places[name])
            chance.shuffle(values)
            chosen += [next(value for value in values if self.holds([*chosen, value]))]
        excluded = self.excluded(chosen)
        possible = [value for value in self.values if value not in excluded]
        taken = {name for name, _ in chosen}
        wrong = [value for value in self.values if value in excluded and value[0] not in taken]
        impossible = (*chosen, chance.choice(wrong)) if wrong else None
        ordered = tuple(value for value in self.values if value in excluded)
        return Sample(tuple(chosen), ordered, tuple(possible), impossible)

    def without_answer(self, chance: random.Random) -> Sample:
        """Any values at up to two thirds of the places, of a puzzle without an answer."""
        places = names_of(self.values)
        return Sample((), (), (), tuple(chance.choice(places[name]) for name in _some(list(places), chance)))


def _some(names: list[str], chance: random.Random) -> list[str]:
    size = chance.randrange(max(1, len(names) * 2 // 3))
    chance.shuffle(names)
    return names[:size]


class Drawn(NamedTuple):
    """Partial answers, how many were not decided, the rules, and the names of what found the truth."""

    samples: list[Sample]
    undecided: int
    model: GridModel[Any] | None
    ways: frozenset[str]


def drawn(problem: AnyProblem, count: int, seed: str, deadline: Deadline) -> Drawn:
    """Partial answers of a problem, each from its number and the seed.

    Raise `LimitReachedError` if the time is over.
    """
    found: list[Sample] = []
    with Truth(problem, deadline) as truth:
        try:
            draw = truth.sample if truth.holds(()) else truth.without_answer
        except LimitReachedError:
            deadline.check()
            return Drawn([], count, truth.model, frozenset(truth.ways))
        for number in range(count):
            try:
                found.append(draw(random.Random(f"{seed} {number}")))
            except LimitReachedError:
                deadline.check()
    return Drawn(found, count - len(found), truth.model, frozenset(truth.ways))
