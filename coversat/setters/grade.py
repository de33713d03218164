"""How hard a puzzle is: the depth of lookahead needed until every cell is forced.

Unit propagation on the formula of the default reduction comes first, followed by rounds of *failed
literals*: each undecided fact is assumed true, then false, for one propagation, and an assumption that ends
in a conflict is refuted.  If something has to be connected, what is cut off from a true element is false; it
is a conflict if that is true.  All assumptions of a round start from what was known before it, so that
neither order nor solver matters; the number of rounds is the grade.  What is still open after a round
without refutations needs search.
"""

from __future__ import annotations

import statistics
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..base.arguments import Listener, Timeout, deadline_of, silent
from ..base.errors import LimitReachedError, ReductionError
from ..base.undecided import Undecided
from ..base.wording import counted
from ..kinds.many import one_or_many
from ..kinds.sources import Source, problem_in
from ..problems.cnf.rules import Cnf
from ..reductions.places import Place
from ..solvers.sat.compiled_sat import UnitPropagation
from .clock import Clock
from .encoded import Encoded, encoded
from .steps.finding import steps
from .steps.values import MOST_RULES, Steps


@dataclass(frozen=True)
class Inference:
    """What became known about a place: in round 0 by unit propagation, later by failed literals.

    * value: its value; None if only some values were refuted.
    * refuted: the values newly ruled out; empty if its value is known.
    """

    round: int
    place: Place
    value: int | None
    refuted: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.value is not None:
            return f"{self.place.name} = {self.value}"
        return f"{self.place.name} not {' '.join(map(str, self.refuted))}"


@dataclass(frozen=True, repr=False)
class Grade(Undecided):
    """How far propagation and failed literals lead.

    Attributes
    ----------
    outcome : str
        ``solved``; ``none`` (no answer); ``search`` (cells are left open when nothing more is
        refuted: the puzzle needs search, or has several answers); ``unknown`` (the time limit).
    rounds : int
        Rounds of failed literals; 0 if unit propagation alone is enough.
    forced : tuple of int
        The number of cells forced after unit propagation and after each round.
    cells : int
    steps : tuple of Inference
        By rounds, then by cells.
    places : str
        What the cells are, such as ``cells`` or ``vertices``.
    solving : Steps, optional
        The steps that solve the puzzle as a person would, with how many were available at each point.
    """

    outcome: str
    rounds: int
    forced: tuple[int, ...]
    cells: int
    steps: tuple[Inference, ...]
    reason: str | None = None
    solving: Steps | None = None
    places: str = "cells"

    @property
    def name(self) -> str:
        """The grade as `generate` takes it: the number of rounds, or the outcome if not solved."""
        return str(self.rounds) if self.outcome == "solved" else self.outcome

    def lines(self, name: str = "", steps: bool = False) -> Iterator[str]:
        """What ``coversat grade`` prints, with `steps` also each cell that is forced."""
        verdict = _grade_verdict(self)
        yield f"{name}: {verdict}" if name else verdict
        for number, forced in enumerate(self.forced):
            what = f"round {number} of failed literals" if number else "unit propagation"
            yield f"  {what}: {forced} of {self.cells} {self.places} forced"
            if steps:
                yield from (f"    {step}" for step in self.steps if step.round == number)
        if self.solving is not None and self.solving.steps:
            yield from _solving_lines(self.solving)

    def as_json(self) -> dict[str, Any]:
        return {
            "grade": self.name,
            "outcome": self.outcome,
            "rounds": self.rounds,
            "forced": list(self.forced),
            "cells": self.cells,
            **({} if self.solving is None else {"solving": _solving_json(self.solving)}),
        }


def _solving_lines(found: Steps) -> Iterator[str]:
    sizes = found.sizes().items()
    parts = [
        f"{number} of {counted(size, 'rule') if size <= MOST_RULES else f'more than {MOST_RULES} rules'}"
        for size, number in sizes
    ]
    ends = {"open": "; nothing follows for the rest", "unknown": f"; stopped after {found.reason}"}
    yield f"  {counted(len(found.steps), 'step')}: {', '.join(parts)}{ends.get(found.outcome, '')}"
    if found.outcome == "unknown":
        yield f"  hardest step so far: {found.hardest_words}"
    else:
        yield f"  hardest step: {found.hardest_words}; score {found.score:.1f}"
    available = [step.available for step in found.steps if step.available is not None]
    if available:
        median, least = statistics.median(available), min(available)
        times = counted(available.count(least), "time")
        yield f"  steps to choose from: {median:g} (median), at the fewest {least} ({times})"


def _grade_verdict(found: Grade) -> str:
    rounds = f"needs {counted(found.rounds, 'round')} of trying values and refuting them"
    return {
        "solved": f"grade {found.name}, {rounds if found.rounds else 'solved by propagation alone'}",
        "search": "search (it needs search, or has several answers)",
        "none": "no answer",
        "unknown": f"unknown: stopped after {found.reason}",
    }[found.outcome]


def _solving_json(found: Steps) -> dict[str, Any]:
    return {
        "outcome": found.outcome,
        "hardest": found.hardest,
        "score": round(found.score, 2),
        "sizes": {str(size): number for size, number in found.sizes().items()},
        "available": [step.available for step in found.steps],
    }


@one_or_many
def grade(
    source: Source,
    *,
    kind: str | None = None,
    solving: bool = False,
    timeout: Timeout = None,
    report: Listener = silent,
) -> Grade:
    """How far propagation, and then rounds of refuted guesses, lead.

    Parameters
    ----------
    source, kind
        See `read`.
    solving : bool
        Find also the steps that solve the puzzle, if its kind has any, and how many there are at each point.
    timeout : float, optional
    report : function of a text
        Called with how far the grading is.

    Raises
    ------
    ReductionError
        For an instance that the default encoding does not take.

    Examples
    --------
    >>> import coversat
    >>> coversat.grade("1...\\n..2.\\n.3..\\n...4\\n").name
    '0'
    """
    problem = problem_in(source, kind)
    clock = Clock(deadline_of(timeout), report)
    try:
        with clock.deadline.enforced():
            formula = encoded(problem)
    except LimitReachedError as limit:
        return Grade("unknown", 0, (), 0, (), str(limit))
    found = find_grade(formula, clock)
    if not solving or found.outcome == "none":
        return found
    try:
        found_steps = steps(
            problem, timeout=clock.deadline, report=lambda step: report(str(step)), count=True
        )
    except ReductionError:  # no rules in the constraint language
        return found
    return replace(found, solving=found_steps)


def find_grade(formula: Encoded, clock: Clock) -> Grade:
    """The grade, from an encoded problem."""
    forced: list[int] = []
    steps: list[Inference] = []
    refuted: set[int] = set()
    outcome, reason = "unknown", None
    try:
        with clock.deadline.enforced(), Propagation(formula.cnf) as propagation:
            for known in _rounds(formula, propagation, clock):
                if known is None:
                    outcome = "none"
                    break
                steps += _news(formula, known, refuted, len(forced))
                refuted = {-literal for literal in known}
                forced.append(sum(step.value is not None for step in steps))
                if forced[-1] == len(formula.places):
                    # What no place shows was never forced.
                    with clock.calls(formula.cnf) as solver:
                        outcome = "solved" if solver.solve() else "none"
                    break
            else:
                outcome = "search"
    except LimitReachedError as limit:
        outcome, reason = "unknown", str(limit)
    rounds, places = max(len(forced) - 1, 0), formula.place_words
    return Grade(outcome, rounds, tuple(forced), len(formula.places), tuple(steps), reason, places=places)


def _rounds(formula: Encoded, propagation: Propagation, clock: Clock) -> Iterator[set[int] | None]:
    """The known literals after unit propagation and after each round with refutations; None: a conflict."""
    known = propagation.closure(())
    yield known
    variables = sorted(set(map(abs, formula.literals)))
    number = 0
    while known is not None:
        number += 1
        refuted = []
        for variable in variables:
            if variable in known or -variable in known:
                continue
            clock.check()
            for literal in (variable, -variable):
                if propagation.closure([*known, literal]) is None:
                    refuted.append(-literal)
        clock.report(f"round {number} of failed literals: {len(refuted)} refuted")
        if not refuted:
            return
        known = propagation.closure([*known, *refuted])
        yield known


def _news(formula: Encoded, known: set[int], refuted: set[int], number: int) -> Iterator[Inference]:
    """The steps: what `known` says about places beyond the `refuted` literals before."""
    for place in formula.places:
        value = next((value for value, literal in place.literals.items() if literal in known), None)
        new = [
            value for value, literal in place.literals.items() if -literal in known and literal not in refuted
        ]
        if value is not None and -place.literals[value] not in refuted:
            yield Inference(number, place, value)
        elif value is None and new:
            yield Inference(number, place, None, tuple(new))


class Propagation(UnitPropagation):
    """Unit propagation on one formula, with what is connected."""

    def __init__(self, cnf: Cnf) -> None:
        super().__init__(cnf.clauses, cnf.variable_count + 1)
        self._graphs = cnf.graphs

    def closure(self, literals: Collection[int]) -> set[int] | None:
        """`literals` and all that follows from them; None on a conflict."""
        found = self.follows(literals)
        if found is None:
            return None
        known = {*found, *literals}
        cut_off = {literal for graph in self._graphs for literal in graph.implied(known)} - known
        if not cut_off:
            return known
        if any(-literal in known for literal in cut_off):
            return None
        return self.closure([*known, *sorted(cut_off, key=abs)])
