"""The steps that solve a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..deadline import NEVER, Deadline
from ..errors import LimitReachedError
from ..problems import AnyProblem
from ..reductions.rule_clauses import RuleClauses, rule_clauses
from .step_patterns import houses_of, pattern_of
from .step_search import Deduction, StepSearch
from .step_state import Known
from .step_values import Fact, Facts, Step, Steps

MOST_RULES = 8
"""The most rules of a step before values are tried instead."""


def find_steps(
    problem: AnyProblem,
    deadline: Deadline = NEVER,
    most_rules: int = MOST_RULES,
    report: Callable[[Step], None] = lambda step: None,
    count: bool = False,
) -> Steps:
    """The steps that solve a puzzle, or as many as there are.

    Parameters
    ----------
    problem : Problem
    deadline : Deadline
    most_rules : int
        The most rules of a step before values are tried instead.
    report : function
        Called with each step.
    count : bool
        Whether to count the steps that were available at each point.

    Raises
    ------
    ReductionError
        For a kind without rules in the constraint language.
    """
    found: list[Step] = []
    search = wording = None
    reason = None
    try:
        with deadline.enforced():
            formula = rule_clauses(problem)
            wording = Wording(problem, formula)
            search = StepSearch(formula, deadline, most_rules)
            for step in wording.steps(search.deductions(), search.available if count else None):
                found.append(step)
                report(step)
    except LimitReachedError as limit:
        reason = str(limit)
    places: dict[str, None] = {}
    if search is not None and wording is not None:
        places = dict.fromkeys(wording.facts[variable].place for variable in search.open_variables)
    return Steps(problem, tuple(found), _outcome(found, bool(places), reason), tuple(places), reason)


def _outcome(steps: Sequence[Step], is_open: bool, reason: str | None) -> str:
    if steps and not steps[-1].conclusions:
        return "contradiction"
    if reason is not None:
        return "unknown"
    return "open" if is_open else "solved"


class Wording:
    """Turns the deductions of a search into steps, one after the other.

    Parameters
    ----------
    problem : Problem
    formula : RuleClauses
    entered : sequence of literals
        What is known from the beginning.
    """

    def __init__(self, problem: AnyProblem, formula: RuleClauses, entered: Sequence[int] = ()) -> None:
        self.facts = Facts(problem, formula)
        self._formula = formula
        self._known = Known(formula)
        self._known.learn(self.facts[literal] for literal in entered)
        self._houses = houses_of(formula.rules, max((len(place) for place in formula.literals), default=0))

    def steps(
        self, deductions: Iterator[Deduction], available: Callable[[Deduction], int | None] | None = None
    ) -> Iterator[Step]:
        """The steps, with how many others `available` counts before each."""
        for found in deductions:
            conclusions = tuple(self.facts[literal] for literal in found.literals)
            labels = tuple(self._formula.labels[rule] for rule in found.rules)
            yield Step(
                conclusions,
                labels,
                found.cuts,
                found.lemmas,
                found.smallest,
                found.tried,
                self._pattern(conclusions, labels),
                None if available is None else available(found),
            )
            self._known.learn(conclusions)

    def _pattern(self, conclusions: Sequence[Fact], labels: Sequence[str]) -> str:
        if not all(label in self._houses for label in labels):
            return ""
        return pattern_of(conclusions, [self._houses[label] for label in labels], self._known.cells())
