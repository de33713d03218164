"""A problem as a formula in which each value of each place of an answer has one literal.

This works for every kind. The formula is that of the default reduction, which states the variables that show
each value of a place. If several variables show a value, a new variable means "one of these".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..answering.running import judged
from ..base.wording import different
from ..problems import AnyProblem
from ..problems.cnf.rules import Clause, Cnf, Model
from ..reductions import AnyReduction
from ..reductions.paths import apply_path, path_to
from ..reductions.places import Place, ShownPlace, variables_of


@dataclass(frozen=True)
class Encoded:
    """A problem as a formula, and the places that an answer fills.

    * reduction (Reduction)
    * cnf: the target, and clauses that define the new variables.
    * places: with different names.
    * shown: the same places, as the reduction states them.
    """

    problem: AnyProblem
    reduction: AnyReduction
    cnf: Cnf
    places: tuple[Place, ...]
    shown: tuple[ShownPlace, ...]

    @cached_property
    def literals(self) -> tuple[int, ...]:
        """Those of all values of all places."""
        return tuple(literal for place in self.places for literal in place.literals.values())

    @property
    def place_words(self) -> str:
        """What the places are, such as ``cells``; ``places`` if some are edges between cells."""
        words = self.problem.place_words
        return "places" if words == "cells" and any(place.cell is None for place in self.places) else words

    def decode(self, model: Model) -> Any:
        """The answer of a model; raises `WrongAnswerError` if it breaks the rules."""
        answer = self.reduction.decode(model[: self.reduction.target.variable_count])
        return judged(self.problem, answer, "a model of the formula")

    def values_of(self, answer: Any) -> tuple[int, ...]:
        """The value of each place in an answer."""
        true = frozenset(self.reduction.encode(answer))
        return tuple(_value(place, true) for place in self.shown)


def _value(place: ShownPlace, true: Collection[int]) -> int:
    """The value of a place in an answer that makes these literals true."""
    found = next((v for v, parts in place.values.items() if any(x in true for (x,) in parts)), place.empty)
    assert found is not None, f"{place.name} holds nothing"
    return found


def reduced(problem: AnyProblem) -> AnyReduction:
    """The default reduction of the problem to a formula; raises `ReductionError`."""
    return apply_path(path_to(problem.kind, "cnf"), problem)


def encoded(problem: AnyProblem) -> Encoded:
    """The problem by the default reduction, with the places of its answers.

    Raise `ReductionError` for an instance that the encoding does not take.
    """
    reduction = reduced(problem)
    cnf: Cnf = reduction.target
    shown = _shown(reduction)
    naming = _Naming(cnf.variable_count)
    places = tuple(map(naming.place, shown, different(place.name for place in shown)))
    if naming.clauses:
        clauses, projection = (*cnf.clauses, *naming.clauses), tuple(cnf.shown_variables)
        cnf = Cnf(naming.count, clauses, cnf.names, projection, graphs=cnf.graphs)
    return Encoded(problem, reduction, cnf, places, shown)


def other_than(reduction: AnyReduction, answer: Any) -> tuple[int, ...]:
    """The clause that excludes this answer only: some place has another value."""
    true = set(reduction.encode(answer))
    literals = sorted({x for place in _shown(reduction) for parts in place.values.values() for (x,) in parts})
    return tuple(-x if x in true else x for x in literals)


def _shown(reduction: AnyReduction) -> tuple[ShownPlace, ...]:
    return variables_of(reduction.target) if reduction.places is None else reduction.places()


class _Naming:
    """One literal for each value of each place; new variables add to `count` and `clauses`."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.clauses: list[Clause] = []

    def place(self, shown: ShownPlace, name: str) -> Place:
        literals = {value: self._any_of([x for (x,) in parts]) for value, parts in shown.values.items()}
        if shown.empty is not None:
            literals[shown.empty] = -self._any_of([*literals.values()])
        return Place(name, shown.cell, dict(sorted(literals.items())))

    def _any_of(self, literals: Sequence[int]) -> int:
        """A literal that is true if and only if one of these is."""
        if len(literals) == 1:
            return literals[0]
        self.count += 1
        self.clauses += [(-self.count, *literals), *((self.count, -literal) for literal in literals)]
        return self.count
