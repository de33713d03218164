"""Checking files of solving steps, as `coversat steps --json` writes them.

The clauses of the rules are derived again from the puzzle, and nothing else in the file is trusted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..base.deadline import NEVER, Deadline
from ..base.errors import CoversatError, LimitReachedError, ReductionError
from ..problems import AnyProblem, read
from ..problems.cnf.connectivity import Cut
from ..proofs.steps import FORMAT, MOST_NESTED, ClaimedArgument, ClaimedCase, ClaimedStep, StepChecker
from ..proofs.verification import ProofError
from ..reductions.rule_clauses import RuleClauses, rule_clauses
from ..solvers.findings import Verdict
from ..solvers.sat.sat import complete_model
from .verifying import StepsExamination


def is_steps(text: str) -> bool:
    """Whether a text looks like a file of steps."""
    return text.lstrip().startswith("{") and FORMAT in text[:100]


def verify_steps(text: str, deadline: Deadline = NEVER) -> StepsExamination:
    """Check each step of a file, and what all together prove.

    A complete list proves that there is exactly one answer: each step holds in every answer, and the rules of
    the puzzle accept the values that they lead to.
    """
    checked = 0
    try:
        with deadline.enforced():
            puzzle, claimed, outcome = _contents(text)
            formula = rule_clauses(puzzle)
            checker = checker_of(formula)
            literals = literals_of(formula)
            for entry in claimed:
                deadline.check()
                try:
                    checker.check(step_of(entry, literals))
                except ProofError as error:
                    raise ProofError(f"step {checked + 1}: {error}") from None
                checked += 1
            found = _proved(puzzle, formula, checker, checked)
            if found.accepted and _VERDICTS.get(outcome, found.verdict) != found.verdict:
                found = StepsExamination(False, None, checked, f"it is not {outcome}: {found.reason}")
            return found
    except LimitReachedError as limit:
        return StepsExamination(None, None, checked, f"stopped after {limit}")
    except (ProofError, ReductionError) as error:
        return StepsExamination(False, None, checked, str(error))


def checker_of(formula: RuleClauses) -> StepChecker:
    """A checker of steps of this puzzle."""
    places = [(place, tuple(place.literals.values())) for place in formula.places]
    return StepChecker(
        dict(zip(formula.labels, formula.clauses, strict=True)),
        formula.domains,
        formula.graphs,
        [literals for place, literals in places if not (place.is_aside or place.is_hidden)],
        formula.givens,
        [literals for place, literals in places if place.is_aside],
        [literals for place, literals in places if place.is_hidden],
    )


def accepted_steps(problem: AnyProblem, entries: Sequence[Any]) -> Iterator[bool]:
    """Whether each step, as an entry of a file, follows from those before; those after a wrong one do not."""
    formula = rule_clauses(problem)
    checker, literals = checker_of(formula), literals_of(formula)
    for at, entry in enumerate(entries):
        try:
            checker.check(step_of(entry, literals))
        except ProofError:
            yield from (False for _ in entries[at:])
            return
        yield True


def _proved(puzzle: AnyProblem, formula: RuleClauses, checker: StepChecker, checked: int) -> StepsExamination:
    if checker.contradiction:
        return StepsExamination(True, Verdict.NONE, checked, "the rules contradict each other")
    if not checker.complete:
        return StepsExamination(True, None, checked, "every step follows, but places are left open")
    model = complete_model(formula.formula, tuple(checker.known))
    if model is None:
        return StepsExamination(False, None, checked, "no answer has the values that the steps lead to")
    answer = formula.answer(model)
    if violations := puzzle.violations(answer):
        reason = f"the values break a rule: {violations[0]}"
        return StepsExamination(False, None, checked, reason)
    return StepsExamination(True, Verdict.UNIQUE, checked, "every step follows, and the answer is correct")


def literals_of(formula: RuleClauses) -> dict[tuple[str, int, bool], int]:
    """The literals of facts, by place, value and whether it holds."""
    return {
        (place.name, value, holds): literal if holds else -literal
        for place in formula.places
        for value, literal in place.literals.items()
        for holds in (True, False)
    }


_VERDICTS = {"solved": Verdict.UNIQUE, "none": Verdict.NONE}
"""What steps have to prove by the outcome that their file states."""


def _contents(text: str) -> tuple[AnyProblem, Sequence[Any], str]:
    try:
        data = json.loads(text)
        known = data["format"] == FORMAT
        puzzles, steps = read(data["puzzle"], data["kind"]).problems, data["steps"]
    except (CoversatError, ValueError, KeyError, TypeError, RecursionError):
        raise ProofError("the file is not a list of steps of a puzzle") from None
    if not known or len(puzzles) != 1 or not isinstance(steps, list):
        raise ProofError("the file is not a list of steps of one puzzle")
    return puzzles[0], steps, str(data.get("outcome"))


def step_of(entry: Any, literals: Mapping[tuple[str, int, bool], int], depth: int = 0) -> ClaimedStep:
    """A step as an entry of a file states it; raises `ProofError` for what is none."""
    if depth > MOST_NESTED:
        raise ProofError("its cases are nested too deeply")

    def literal(fact: Any) -> int:
        return literals[fact["place"], fact["value"], fact["holds"]]

    try:
        cuts = tuple(
            Cut(
                _whole(cut["graph"]),
                _whole(cut["a"]),
                None if cut["z"] is None else _whole(cut["z"]),
                tuple(map(_whole, cut["border"])),
            )
            for cut in entry.get("cuts", ())
        )
        cases = tuple(
            ClaimedCase(
                literal(case["assumed"]), tuple(step_of(link, literals, depth + 1) for link in case["links"])
            )
            for case in entry.get("cases", ())
        )
        return ClaimedStep(
            tuple(map(literal, entry["conclusions"])),
            tuple(map(str, entry["rules"])),
            cuts,
            tuple(tuple(map(_whole, lemma)) for lemma in entry.get("lemmas", ())),
            tuple(map(_argument, entry.get("arguments", ()))),
            cases,
        )
    except (KeyError, TypeError, AttributeError):
        raise ProofError("it is malformed, or names a place or value that the puzzle does not have") from None


def _argument(entry: Any) -> ClaimedArgument:
    elements = tuple(map(_whole, entry.get("elements", ())))
    rules = tuple(map(str, entry["rules"]))
    return ClaimedArgument(str(entry["name"]), rules, _whole(entry.get("graph", -1)), elements)


def _whole(number: Any) -> int:
    if type(number) is not int:
        raise TypeError
    return number
