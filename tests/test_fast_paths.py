"""What is answered unasked, beside routes drawn by chance: small puzzles of every kind, alone and in sets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import fast_paths
import pytest
from each import each
from fast_paths import Expected, fuzz

from coversat.problems import KINDS, AnyProblem
from coversat.solvers.findings import Verdict

FEW, MANY = 3, 8_000
"""Puzzles of a kind; `MANY` of each are a hundred thousand in all."""


@pytest.mark.thorough
@each("kind", KINDS)
def test_the_same_answers_by_any_route(kind: str) -> None:
    faults, verdicts = fuzz(kind, 0, range(FEW))
    assert not faults, "\n".join(faults)
    assert verdicts[None] <= FEW // 2


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_answers_by_any_route_of_many(kind: str) -> None:
    for start in range(0, MANY, fast_paths.SET):
        faults, _ = fuzz(kind, 3, range(start, start + fast_paths.SET))
        assert not faults, "\n".join(faults)


@each("kind", ["sudoku", "kakuro", "sudominoku", "latin", "cover"])
def test_every_verdict_is_drawn(kind: str) -> None:
    """Where all puzzles had an answer, a path that never says no would be right."""
    missing = {Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE}
    for number in range(60):
        if missing:
            problem, _ = fast_paths.drawn(kind, 2, number)
            missing.discard(fast_paths.check(problem).verdict)
    assert not missing


def test_a_path_that_takes_too_much_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def hungry(problem: AnyProblem, **limits: Any) -> Any:
        return len(bytearray(2 * fast_paths.MEMORY))

    monkeypatch.setattr(fast_paths, "check", hungry)
    faults, _ = fuzz("latin", 0, range(3))
    assert any("more than 2147483648 bytes" in fault for fault in faults)
    monkeypatch.undo()
    monkeypatch.setattr(fast_paths, "SECONDS", 1e-9)
    faults, _ = fuzz("latin", 0, range(3))
    assert any("check by " in fault and "exhausted False" in fault for fault in faults)


@each("question", ["check", "count", "solve"])
def test_a_path_that_forgets_an_answer_is_seen(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = getattr(fast_paths, question)

    def forgetful(problem: AnyProblem, **limits: Any) -> Any:
        found = whole(problem, **limits)
        fewer = max(0, found.at_least - 1)
        return replace(found, answers=found.answers[1:], at_least=fewer, exhausted=True)

    monkeypatch.setattr(fast_paths, question, forgetful)
    faults, _ = fuzz("latin", 0, range(6))
    assert faults
    assert all(question in fault for fault in faults)
    assert any("--seed 0 --only" in fault for fault in faults)


def test_a_set_that_mixes_up_its_puzzles_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    check = fast_paths.CHECK
    entries: list[Any] = []

    class Late:
        """Answers each puzzle with the result of the one before."""

        def ask(self, entry: Any, present: Any) -> Any:
            entries.append(entry)
            return check.ask(entries[max(0, len(entries) - 2)], present)

    monkeypatch.setattr(fast_paths, "CHECK", Late())
    faults, _ = fuzz("sudominoku", 0, range(6))
    assert faults
    assert all("in a set" in fault for fault in faults)


@pytest.mark.thorough
def test_lines_are_asked_as_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sudokus that are written in a line each, of nine rows and of fewer."""
    asked: list[str] = []
    whole = fast_paths.coversat.check

    def told(files: Any, **options: Any) -> Any:
        asked.append(files[0].read_text())
        return whole(files, **options)

    monkeypatch.setattr(fast_paths.coversat, "check", told)
    drawn = [fast_paths.drawn("sudoku", 0, number)[0] for number in range(20)]
    list(fast_paths.of_sets([Expected(problem, frozenset(), False, ()) for problem in drawn]))
    assert {len(line) for line in asked[0].splitlines()} == {16, 36, 81}
