"""Steps and hints of puzzles drawn by chance are true, complete, and accepted; faults in them are seen."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
import random_steps
from each import each
from instances import sampled
from random_steps import fuzz
from step_cases import PUZZLES

from coversat.base.deadline import Deadline
from coversat.base.errors import WrongAnswerError
from coversat.certificates.step_files import verify_steps
from coversat.problems import KINDS, read
from coversat.setters.steps.chains import Deduction
from coversat.setters.steps.finding import steps as find_steps
from coversat.setters.steps.hints import hint as find_hint
from coversat.setters.steps.search import Refutations, StepSearch

FEW, MANY = 2, 400
"""Puzzles of a kind."""


@each("kind", KINDS)
def test_steps_and_hints_of_any_kind(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_steps, "POSITIONS", 1)
    faults, _ = fuzz(kind, 0, sampled(range(FEW), kind))
    assert not faults, "\n".join(faults)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_steps_and_hints_of_many(kind: str) -> None:
    faults, _ = fuzz(kind, 5, range(MANY))
    assert not faults, "\n".join(faults)


def without_most_rules(search: Refutations, fact: int, found: Any) -> Deduction:
    return Deduction((-fact,), found[0][-1:])


def test_a_reason_that_the_checker_refuses_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """By one that follows, with the same conclusion."""
    (puzzle,) = read(PUZZLES["a cell beside a whole region"]).problems
    right = find_steps(puzzle)
    monkeypatch.setattr(Refutations, "_deduction", without_most_rules)
    found = find_steps(puzzle)
    assert [step.conclusions for step in found.steps] == [step.conclusions for step in right.steps]
    assert [len(step.rules) for step in found.steps] == [5, 5, 5, 5, 0]
    hint = find_hint(puzzle).step
    assert hint is not None
    assert hint.rules == found.steps[0].rules
    monkeypatch.setattr(StepSearch, "_confirmed", lambda search, found: found)
    monkeypatch.setattr(random_steps, "drawn", lambda *_: (puzzle, random.Random(1)))
    faults, _ = fuzz("suguru", 0, [0])
    assert any("the conclusion does not follow" in fault for fault in faults)
    assert any("hint" in fault and "refused" in fault for fault in faults)


def test_a_false_conclusion_is_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = read(PUZZLES["a cell beside a whole region"]).problems
    monkeypatch.setattr(Refutations, "_deduction", lambda search, fact, found: Deduction((fact,), found[0]))
    with pytest.raises(WrongAnswerError, match="some answer contradicts"):
        find_steps(puzzle)


def test_a_checker_that_refuses_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = read(PUZZLES["sudoku"]).problems
    monkeypatch.setattr(StepSearch, "_is_accepted", lambda search, found: False)
    with pytest.raises(WrongAnswerError, match="the checker of steps refuses"):
        find_steps(puzzle)


@each("name", ["no value", "no way across", "no answer", "contradictory givens"])
def test_available_steps_are_counted_where_there_is_no_answer(name: str) -> None:
    (puzzle,) = read(PUZZLES[name]).problems
    found = find_steps(puzzle, timeout=Deadline(None), count=True)
    assert found.outcome == "none"
    assert all(step.available for step in found.steps[:-1])


def test_an_outcome_that_the_steps_do_not_prove_is_refused() -> None:
    data = find_steps(read(PUZZLES["sudoku"]).problems[0]).as_json()
    assert verify_steps(json.dumps(data)).accepted
    for outcome, steps in (("solved", data["steps"][:-1]), ("none", data["steps"])):
        examined = verify_steps(json.dumps(data | {"outcome": outcome, "steps": steps}))
        assert (examined.accepted, examined.verdict) == (False, None)
        assert examined.reason.startswith(f"it is not {outcome}: every step follows")
    nothing = data | {"puzzle": PUZZLES["no value"], "kind": "fillomino", "steps": []}
    assert not verify_steps(json.dumps(nothing)).accepted
