"""Why a puzzle has no answer, what would make it unique, or what it does not need.

Three questions, by the number of answers; each is answered in a value of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..errors import LimitReachedError, WrongAnswerError
from ..kinds.cnf.rules import Cnf
from ..problems import AnyProblem
from ..routing import default_route, run
from ..solvers import NO_LIMITS, Limits
from .additions import FarthestPair, MissingGivens, farthest_pair, fewest_missing
from .candidates import Candidates, find_candidates
from .facts import Clock, Listener, encoded, silent
from .givens import Givens, givens_of, minimal, rules_that_clash, smallest

PAIR_SECONDS = 10.0
"""The longest that the two answers furthest apart are looked for; what is found by then is shown."""


class _Explained:
    """Complete, or what was found before the time came: then it has a `reason`."""

    verdict: ClassVar[str]
    reason: str | None

    @property
    def complete(self) -> bool:
        """Whether all that was asked is answered."""
        return self.reason is None


@dataclass(frozen=True)
class NoAnswer(_Explained):
    """A set of givens that clash.

    Attributes
    ----------
    clash : tuple of (number, words), or None
        Givens that leave no answer, none of which can be left out; empty where the rules alone leave
        none.  None where the time came first.
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
    reason: str | None = None
    rules: tuple[str, ...] | None = None

    verdict = "none"

    def as_json(self) -> dict[str, Any]:
        clash = None if self.clash is None else [words for _, words in self.clash]
        rules = {} if self.rules is None else {"rules": list(self.rules)}
        return {"clash": clash, "irreducible": self.checked, "smallest": self.smallest, **rules}


@dataclass(frozen=True)
class SeveralAnswers(_Explained):
    """What is settled, two answers, and what to add; `additions` are for each preferred answer."""

    candidates: Candidates
    pair: FarthestPair
    additions: tuple[MissingGivens, ...]
    reason: str | None = None

    verdict = "multiple"

    def as_json(self) -> dict[str, Any]:
        """For JSON, without the answers."""
        return {
            **self.candidates.as_json(),
            "differing": len(self.pair.differing),
            "furthest": self.pair.proven,
            "additions": [addition.as_json() for addition in self.additions],
        }


@dataclass(frozen=True)
class OneAnswer(_Explained):
    """Givens that the one answer does not need.

    Attributes
    ----------
    redundant : tuple of (number, words)
        Each can be left out alone.  All there are, unless `reason` says that the time came first.
    minimal : tuple of (number, words), or None
        Givens that have the same one answer, none of which can be left out; where asked for.
    checked : bool
        Whether `minimal` was encoded anew and found unique, and each set less one found not to be.
    """

    answer: Any
    redundant: tuple[tuple[int, str], ...]
    minimal: tuple[tuple[int, str], ...] | None
    checked: bool
    reason: str | None = None

    verdict = "unique"

    def as_json(self) -> dict[str, Any]:
        """For JSON, without the answer."""
        found: dict[str, Any] = {"redundant": [words for _, words in self.redundant]}
        if self.minimal is not None:
            found |= {"minimal": [words for _, words in self.minimal], "checked": self.checked}
        return found


@dataclass(frozen=True)
class Unknown(_Explained):
    """The time came before it was known how many answers there are."""

    reason: str

    verdict = "unknown"

    def as_json(self) -> dict[str, Any]:
        """Nothing more to say."""
        return {}


Explanation = NoAnswer | SeveralAnswers | OneAnswer | Unknown


def explain(
    problem: AnyProblem,
    limits: Limits = NO_LIMITS,
    *,
    toward: Any = None,
    fewest: bool = False,
    minimise: bool = False,
    seed: int = 0,
    report: Listener = silent,
) -> Explanation:
    """What `coversat.explain` says; `fewest` is its ``smallest``.

    Of `limits` only seconds are looked at; what is found by then is returned as partial.

    Raises
    ------
    ReductionError
        For an instance that the usual encoding does not take.
    ValueError
        When `toward` is no answer of the problem.
    WrongAnswerError
        When a re-check contradicts what was found: a fault in coversat or in a solver.
    """
    if toward is not None and (wrong := problem.violations(problem.checked(toward))):
        raise ValueError(f"not an answer of this puzzle: {wrong[0]}")
    if isinstance(problem, Cnf):
        problem.listed_variables()  # refuses what could not be explained before it is solved
    clock = Clock(limits.deadline, report)
    try:
        with clock.deadline.enforced():
            found = run(problem, default_route(problem.kind), clock.left(answers=2)).findings
    except LimitReachedError as limit:
        return Unknown(str(limit))
    if len(found.answers) == 2:
        return _several(problem, found.answers, toward, clock)
    if not found.exhausted:
        return Unknown(found.reason or "")
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
        return SeveralAnswers(known, FarthestPair((seen[0], seen[1]), (), proven=False), (), str(limit))
    known = find_candidates(formula, clock)
    # Two answers are there in any case, whatever the time.
    known = replace(known, answers=(*seen, *known.answers))
    pair = farthest_pair(formula, known, clock.part(PAIR_SECONDS))
    wanted = pair.answers if toward is None else (toward,)
    additions = tuple(fewest_missing(formula, answer, clock) for answer in wanted)
    reasons = [known.reason, *(addition.reason for addition in additions)]
    return SeveralAnswers(known, pair, additions, next(filter(None, reasons), None))


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


def _named(problem: AnyProblem, numbers: Sequence[int]) -> tuple[tuple[int, str], ...]:
    names = problem.given_names()
    return tuple((number, names[number]) for number in numbers)


# Re-checks: each set is encoded anew, without selectors, and every answer is checked by the rules.


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
    """Up to `limit` answers of the problem with these givens, by the usual route."""
    clock.report("checking what was found")
    part = problem.with_givens(set(keep))
    found = run(part, default_route(part.kind), clock.left(answers=limit)).findings
    if not found.exhausted and len(found.answers) < limit:
        raise LimitReachedError(found.reason)
    return found.answers
