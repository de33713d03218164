"""Why a puzzle has no answer, what would make it unique, or what it does not need.

Which of the three depends on the number of answers; each has a result type of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from ...answering.routes import default_route
from ...answering.running import run
from ...base.arguments import Listener, Timeout, deadline_of, silent, whole
from ...base.errors import ArgumentError, LimitReachedError, ReductionError, WrongAnswerError
from ...base.undecided import Undecided
from ...kinds.many import one_or_many
from ...kinds.sources import Source, problem_in
from ...problems import AnyProblem
from ...problems.cnf.rules import Cnf
from ...reductions.rule_clauses import rule_clauses
from ..clock import Clock
from ..encoded import encoded
from ..steps.finding import steps
from .additions import FarthestPair, MissingGivens, clues_to_add, farthest_pair, fewest_missing
from .candidates import Candidates, find_candidates
from .givens import Givens, givens_of, minimal, rules_that_clash, smallest
from .words import explained_lines

STEPS_SECONDS = 5.0
"""Seconds after which solving steps are not needed to explain a puzzle."""
PAIR_SECONDS = 10.0
"""Seconds after which the search for the two answers that differ most ends with the best pair so far."""


@dataclass(frozen=True, repr=False)
class _Explained(Undecided):
    """A complete result, or a partial one with the `reason` why the search ended.

    Printed, it is what ``coversat explain`` prints, without the name of the puzzle.
    """

    problem: Any = field(default=None, compare=False, repr=False, kw_only=True)
    reason: str | None = field(default=None, kw_only=True)

    verdict: ClassVar[str]

    def __str__(self) -> str:
        return "\n".join(explained_lines(self.problem, self))

    @property
    def complete(self) -> bool:
        return self.reason is None


@dataclass(frozen=True, repr=False)
class NoAnswer(_Explained):
    """A set of givens that clash.

    Attributes
    ----------
    clash : tuple of (number, words), or None
        Givens that leave no answer, none of which can be left out; empty if the rules alone leave none.
        None if the time limit came first.
    smallest : bool
        Whether no clash of fewer givens exists.
    checked : bool
        Whether the clash was encoded again and has no answer, and has one without any of its givens.
    rules : tuple of str, or None
        Labels of rules that leave no answer with these givens, none of which can be left out.  None if the
        kind has no encoding with labelled rules, or the time came first.
    """

    clash: tuple[tuple[int, str], ...] | None
    smallest: bool
    checked: bool
    rules: tuple[str, ...] | None = None

    verdict = "none"

    def as_json(self) -> dict[str, Any]:
        clash = None if self.clash is None else [words for _, words in self.clash]
        rules = {} if self.rules is None else {"rules": list(self.rules)}
        return {"clash": clash, "irreducible": self.checked, "smallest": self.smallest, **rules}


@dataclass(frozen=True, repr=False)
class SeveralAnswers(_Explained):
    """The candidates, two answers, and the givens to add for each preferred answer."""

    candidates: Candidates
    pair: FarthestPair
    additions: tuple[MissingGivens, ...]

    verdict = "multiple"

    def as_json(self) -> dict[str, Any]:
        return {
            **self.candidates.as_json(),
            "differing": len(self.pair.differing),
            "furthest": self.pair.proven,
            "additions": [addition.as_json() for addition in self.additions],
        }


@dataclass(frozen=True, repr=False)
class OneAnswer(_Explained):
    """Givens that the one answer does not need.

    Attributes
    ----------
    redundant : tuple of (number, words)
        Each can be left out alone.  All of them, unless the result is partial.
    minimal : tuple of (number, words), or None
        If requested: givens with the same single answer, none of which can be left out.
    checked : bool
        Whether `minimal` was encoded again and is unique, and is not without any one of its givens.
    unused : tuple of int
        The numbers of those in `redundant` whose rules no solving step uses, if the steps were found soon.
    """

    answer: Any
    redundant: tuple[tuple[int, str], ...]
    minimal: tuple[tuple[int, str], ...] | None
    checked: bool
    unused: tuple[int, ...] = ()

    verdict = "unique"

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"redundant": [words for _, words in self.redundant]}
        if self.unused:
            found["unused"] = [words for number, words in self.redundant if number in self.unused]
        if self.minimal is not None:
            found |= {"minimal": [words for _, words in self.minimal], "checked": self.checked}
        return found


@dataclass(frozen=True, repr=False)
class Unknown(_Explained):
    """The limit was reached before the number of answers was known."""

    verdict = "unknown"

    def as_json(self) -> dict[str, Any]:
        return {}


Explanation = NoAnswer | SeveralAnswers | OneAnswer | Unknown


@one_or_many
def explain(
    source: Source,
    *,
    kind: str | None = None,
    toward: Any = None,
    smallest: bool = False,
    minimise: bool = False,
    seed: int = 0,
    timeout: Timeout = None,
    report: Listener = silent,
) -> Explanation:
    """Explain why a puzzle has no answer, what would make it unique, or which givens it does not need.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`.
    toward : answer, optional
        The answer that additional givens lead to, if there are several.
    smallest : bool
        If there is no answer: find the smallest set of givens that clash.
    minimise : bool
        If there is one: find givens of which none can be left out.
    seed : int
        Another seed, other givens kept.
    timeout : float, optional
        A result that is not complete by then is partial.
    report : function of a text
        Called with what is searched for.

    Raises
    ------
    ReductionError
        For an instance that the default encoding does not take.
    ArgumentError
        If `toward` is not an answer of the problem.
    WrongAnswerError
        If a check of the result fails: a fault in coversat or in a solver.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.explain("11..\\n....\\n....\\n....\\n")
    >>> found.verdict, [name for _, name in found.clash]
    ('none', ['given 1 at r1c1', 'given 1 at r1c2'])
    """
    clock, seed = Clock(deadline_of(timeout), report), whole("seed", seed)
    problem = problem_in(source, kind)
    if toward is not None and (wrong := problem.violations(problem.checked(toward))):
        raise ArgumentError(f"not an answer of this puzzle: {wrong[0]}")
    if isinstance(problem, Cnf):
        problem.listed_variables()  # refuses what could not be explained before it is solved
    found = _explained(problem, clock, toward, smallest, minimise, seed)
    return replace(found, problem=problem)


def _explained(
    problem: AnyProblem, clock: Clock, toward: Any, fewest: bool, minimise: bool, seed: int
) -> Explanation:
    try:
        with clock.deadline.enforced():
            found = run(problem, default_route(problem.kind), clock.left(answers=2)).findings
    except LimitReachedError as limit:
        return Unknown(reason=str(limit))
    if len(found.answers) == 2:
        return _several(problem, found.answers, toward, clock)
    if not found.exhausted:
        return Unknown(reason=found.reason or "")
    if found.answers:
        return _one(problem, found.answers[0], minimise, seed, clock)
    return _none(problem, fewest, clock)


def _none(problem: AnyProblem, fewest: bool, clock: Clock) -> NoAnswer:
    best = NoAnswer(None, smallest=False, checked=False)
    try:
        with clock.deadline.enforced(), givens_of(problem, clock) as givens:
            found = smallest(givens) if fewest else _one_conflict(givens)
            for conflict, proven in found:
                best = NoAnswer(_named(problem, conflict), proven, checked=False)
            _check_conflict(problem, conflict, clock)
            best = replace(best, checked=True)
            rules = rules_that_clash(problem.with_givens(set(conflict)), clock)
    except LimitReachedError as limit:
        return replace(best, reason=str(limit))
    return replace(best, rules=rules)


def _one_conflict(givens: Givens) -> Iterator[tuple[tuple[int, ...], bool]]:
    conflict = minimal(givens, range(givens.count))
    yield conflict, len(conflict) < 2


def _several(problem: AnyProblem, seen: Sequence[Any], toward: Any, clock: Clock) -> SeveralAnswers:
    try:
        with clock.deadline.enforced():
            formula = encoded(problem)
    except LimitReachedError as limit:
        known = Candidates((), tuple(seen), exact=False, calls=0, reason=str(limit))
        return SeveralAnswers(
            known, FarthestPair((seen[0], seen[1]), (), proven=False), (), reason=str(limit)
        )
    known = find_candidates(formula, clock)
    # Two answers are known in any case.
    known = replace(known, answers=(*seen, *known.answers))
    pair = farthest_pair(formula, known, clock.part(PAIR_SECONDS))
    wanted = pair.answers if toward is None else (toward,)
    additions = tuple(
        replace(
            fewest_missing(formula, answer, clock),
            clues=clues_to_add(problem, answer, clock.part(PAIR_SECONDS)),
        )
        for answer in wanted
    )
    reasons = [known.reason, *(addition.reason for addition in additions)]
    return SeveralAnswers(known, pair, additions, reason=next(filter(None, reasons), None))


def _one(problem: AnyProblem, answer: Any, minimise: bool, seed: int, clock: Clock) -> OneAnswer:
    redundant: list[int] = []
    best = OneAnswer(answer, (), None, checked=False)
    try:
        with clock.deadline.enforced(), givens_of(problem, clock, apart_from=answer) as givens:
            everything = frozenset(range(givens.count))
            for given in sorted(everything):
                clock.report(f"leaving out given {given + 1} of {givens.count}")
                if givens.clash(everything - {given}) is not None:
                    redundant.append(given)
                    best = replace(best, redundant=_named(problem, redundant))
            if redundant:
                best = replace(best, unused=_unused(problem, redundant, clock))
            if minimise:
                order = sorted(everything)
                random.Random(seed).shuffle(order)
                kept = minimal(givens, order)
                best = replace(best, minimal=_named(problem, kept))
                _check_minimal(problem, answer, kept, clock)
                best = replace(best, checked=True)
    except LimitReachedError as limit:
        return replace(best, reason=str(limit))
    return best


def _unused(problem: AnyProblem, givens: Sequence[int], clock: Clock) -> tuple[int, ...]:
    """Givens with rules that no step uses; none if the steps take too long, or the kind has no rules."""
    try:
        found = steps(problem, timeout=clock.part(STEPS_SECONDS).deadline)
        stated = rule_clauses(problem)
    except (LimitReachedError, ReductionError):
        return ()
    used = {label for step in found.steps for label in step.all_rules}
    # Given values are known before the first step.
    given = {(literal,) for literal in stated.givens}
    known = {label for label, own in zip(stated.labels, stated.clauses, strict=True) if given & set(own)}
    labels: dict[int, set[str]] = {}
    for rule in stated.rules:
        if rule.given is not None:
            labels.setdefault(rule.given, set()).add(rule.label)
    is_unused = (number for number in givens if not labels.get(number, used) & (used | known))
    return tuple(is_unused) if found.outcome == "solved" else ()


def _named(problem: AnyProblem, numbers: Sequence[int]) -> tuple[tuple[int, str], ...]:
    names = problem.given_names()
    return tuple((number, names[number]) for number in numbers)


# Checks of results: each set is encoded again without selectors, and every answer is checked by the rules.


def _check_conflict(problem: AnyProblem, conflict: Sequence[int], clock: Clock) -> None:
    if _answers(problem, conflict, 1, clock):
        raise WrongAnswerError("a clash of givens was found that leaves an answer")
    for given in conflict:
        if not _answers(problem, set(conflict) - {given}, 1, clock):
            raise WrongAnswerError("a clash of givens was found that is not irreducible")


def _check_minimal(problem: AnyProblem, answer: Any, minimal: Sequence[int], clock: Clock) -> None:
    left = [problem.identity(other) for other in _answers(problem, minimal, 2, clock)]
    if left != [problem.identity(answer)]:
        raise WrongAnswerError("givens were found that do not make the puzzle unique")
    for given in minimal:
        if len(_answers(problem, set(minimal) - {given}, 2, clock)) < 2:
            raise WrongAnswerError("a set of givens was found that is not irreducible")


def _answers(
    problem: AnyProblem, keep: Sequence[int] | set[int], limit: int, clock: Clock
) -> tuple[Any, ...]:
    clock.report("checking what was found")
    return clock.answers(problem.with_givens(set(keep)), limit)
