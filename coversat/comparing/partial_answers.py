"""Partial answers, drawn from a seed, and which values have no completion: the truth, by a SAT solver."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..base.deadline import NEVER, Deadline
from ..base.errors import LimitReachedError
from ..base.wording import counted
from ..problems import AnyProblem
from ..reductions.paths import path_to
from .propagation import Propagator, Value, as_formula, names_of, reduced

MOST_CONFLICTS = 100_000
"""What needs more conflicts for one question is not decided."""


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


class Truth:
    """Which values have a common completion, by a SAT solver on the default formula; a context manager."""

    def __init__(self, problem: AnyProblem, deadline: Deadline = NEVER) -> None:
        rules = path_to(problem.kind, "cnf", complete=True)
        self._propagator = Propagator(as_formula(reduced(problem, rules)))
        self._deadline = deadline
        self.values = self._propagator.values

    def __enter__(self) -> Truth:
        return self

    def __exit__(self, *_: object) -> None:
        self._propagator.solver.delete()

    def holds(self, values: Sequence[Value]) -> bool:
        """Whether an answer has all of these values. Raise `LimitReachedError` if that is not decided."""
        self._deadline.check()
        propagator = self._propagator
        if propagator.is_false:
            return False
        found = propagator.solver.solve([propagator.always, *propagator.literals(values)], MOST_CONFLICTS)
        if found is None:
            raise LimitReachedError(counted(MOST_CONFLICTS, "conflict"))
        return found

    def excluded(self, chosen: Sequence[Value]) -> set[Value]:
        """The values that no completion has, of a partial answer with a completion.

        Each completion that is found shows that its values are possible; only the others are asked about.
        """
        excluded = self._propagator.excluded(chosen) or set()
        open_values = dict.fromkeys(value for value in self.values if value not in excluded)
        while open_values:
            value = next(iter(open_values))
            if self.holds([*chosen, value]):
                absent = self._propagator.excluded_by(self._propagator.solver.model())
                open_values = dict.fromkeys(one for one in open_values if one in absent)
            else:
                excluded.add(value)
            open_values.pop(value, None)
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


def drawn(problem: AnyProblem, count: int, seed: str, deadline: Deadline) -> tuple[list[Sample], int]:
    """Partial answers of a problem, each from its number and the seed; and how many were not decided.

    Raise `LimitReachedError` if the time is over.
    """
    found: list[Sample] = []
    with Truth(problem, deadline) as truth:
        try:
            draw = truth.sample if truth.holds(()) else truth.without_answer
        except LimitReachedError:
            deadline.check()
            return [], count
        for chance in _chances(count, seed):
            try:
                found.append(draw(chance))
            except LimitReachedError:
                deadline.check()
    return found, count - len(found)


def _chances(count: int, seed: str) -> Iterator[random.Random]:
    return (random.Random(f"{seed} {number}") for number in range(count))
