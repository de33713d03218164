"""Questions of somebody who solves a puzzle on the page: whether it is right so far, and what follows.

What was entered is the digits and marks on the board, by their cells or lines as the page names them:

=========  ===========================================================================================
`values`   digits, by cells such as ``0,3``
`cells`    values of cells that are drawn, by the word of each in answers
`lines`    whether there is a line between two points, ``0,3|0,4``
`known`    further facts that hints stated, in their words
=========  ===========================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import boards
from questions import Text, one, question, report

import coversat
from coversat.primitives import Count, equals
from coversat.primitives.models import BorderModel, GridModel
from coversat.problems import AnyProblem
from coversat.problems.grid import Cell, cell_name
from coversat.reductions import cells_of_rules
from coversat.reductions.rule_clauses import labelled_rules
from coversat.setters.steps.hints import WrongEntry
from coversat.setters.steps.values import Fact, Step

GRADING = 5.0
"""Seconds for the grade beside the steps."""


@question
def hint(
    text: Text,
    entered: Mapping[str, Any] | None = None,
    far: bool = False,
    timeout: float | None = None,
) -> dict[str, Any]:
    """The wrong ones of what was entered, or the next step; `far`: all up to one that enters something."""
    problem, _ = one(text)
    facts = _Facts(problem)
    model = labelled_rules(problem)
    entries = list(_entries(problem, model, entered or {}))
    if _is_answer(problem, model, [fact for fact, _ in entries]):
        return {"outcome": "complete", "reason": None, "wrong": [], "together": [], "step": None}
    impossible = [fact for fact, is_possible in entries if fact.holds and not is_possible]
    known = [fact.words for fact, is_possible in entries if is_possible]
    position = "\n".join([*known, *(entered or {}).get("known", ())])
    enough = facts.enters if far else _any_step
    found = coversat.hint(problem, position, timeout=timeout, enough=enough)
    wrong = [*map(_nowhere, impossible), *map(_wrong, found.alone)]
    shown: dict[str, Any] = {"outcome": "wrong" if wrong else found.outcome, "reason": found.reason}
    shown |= {"wrong": wrong, "together": [list(map(_wrong, clash)) for clash in found.together]}
    if found.step is None or wrong:
        return shown | {"step": None}
    return shown | {"step": facts.shown(found.step, found.passed)}


def _any_step(step: Step) -> bool:
    return True


def _wrong(entry: WrongEntry) -> dict[str, Any]:
    return {"words": str(entry), "cell": entry.fact.cell}


def _nowhere(fact: Fact) -> dict[str, Any]:
    return {"words": f"{fact.words}: the puzzle has no place for it", "cell": fact.cell}


class _Facts:
    """Facts of a problem with what the page enters for each."""

    def __init__(self, problem: AnyProblem) -> None:
        self._problem = problem
        self._named = cells_of_rules(problem)
        board = boards.board(problem) or {"values": None, "marks": {"cells": (), "lines": None}}
        self._digits = board["values"] is not None
        self._has_lines = board["marks"]["lines"] in ("lines", "borders")
        self._marks = {mark["words"]: mark for mark in board["marks"]["cells"]}

    def shown(self, step: Step, passed: Iterable[Step]) -> dict[str, Any]:
        """A step for the page, with the facts of those before it."""
        labels = sorted(step.all_rules) if step.cases or step.arguments else step.rules
        return {
            "words": str(step),
            "pattern": step.pattern,
            "conclusion": step.conclusion,
            "rules": [{"words": label, "cells": self._named.get(label, ())} for label in labels],
            "links": list(step.lines())[1:],
            "facts": list(map(self._fact, step.conclusions)),
            "passed": [
                {"words": str(before), "facts": list(map(self._fact, before.conclusions))}
                for before in passed
            ],
        }

    def enters(self, step: Step) -> bool:
        """Whether a step enters a value or a line, and does not only exclude some."""
        return not step.conclusions or any(map(self._is_entry, step.conclusions))

    def _is_entry(self, fact: Fact) -> bool:
        if mark := self._mark(fact):
            return mark["shape"] != "none"
        if fact.cell is not None and self._has_lines:
            return False
        return fact.holds == bool(fact.value)

    def _mark(self, fact: Fact) -> dict[str, str] | None:
        return self._marks.get(fact.words.removeprefix(f"{fact.place} is "))

    def _fact(self, fact: Fact) -> dict[str, Any]:
        """Its words, and what is entered for it: a digit, the mark of a cell, or a line or its absence."""
        mark = self._mark(fact)
        return {
            "words": fact.words,
            "cell": fact.cell,
            "holds": fact.holds,
            "face": boards.symbol(self._problem, fact.value) if self._digits and fact.cell else None,
            "mark": mark and mark["face"],
            "line": None if fact.cell is not None else _line(fact.place),
            "on": bool(fact.value) == fact.holds,
        }


_POINT = re.compile(r"r(\d+)c(\d+)")


def _line(place: str) -> str | None:
    """A line between two points as the page names it."""
    ends = [_POINT.fullmatch(end) for end in place.split("-")]
    points = [f"{int(end[1]) - 1},{int(end[2]) - 1}" for end in ends if end]
    return "|".join(points) if len(points) == len(ends) == 2 else None


def _marks_of(problem: AnyProblem) -> Sequence[dict[str, str]]:
    board = boards.board(problem)
    return () if board is None else board["marks"]["cells"]


def _entries(
    problem: AnyProblem, model: GridModel[Any], entered: Mapping[str, Any]
) -> Iterator[tuple[Fact, bool]]:
    """The facts that were entered, and whether the puzzle has their places and values at all."""
    domains = {
        model.name_of(variable): {model.shown_value(variable, value) for value in domain}
        for variable, domain in model.domains.items()
    }
    digits = entered.get("values", {})
    every = set[int]().union(*domains.values()) if digits else ()
    faces = {boards.symbol(problem, value): value for value in every}

    def entry(place: str, cell: Cell | None, value: int, holds: bool = True) -> tuple[Fact, bool]:
        fact = Fact(place, cell, value, holds, problem.fact_words(place, value, holds))
        return fact, value in domains.get(place, ())

    for at, face in digits.items():
        r, c = map(int, at.split(","))
        yield entry(cell_name((r, c)), (r, c), faces[face])
    marks = {mark["face"]: mark["words"] for mark in _marks_of(problem)}
    for at, face in entered.get("cells", {}).items():
        r, c = map(int, at.split(","))
        place = cell_name((r, c))
        words = f"{place} is {marks[face]}"
        values = (
            value for value in domains.get(place, ()) if problem.fact_words(place, value, True) == words
        )
        value = next(values, None)
        yield Fact(place, (r, c), value or 0, True, words), value is not None
    for at, holds in entered.get("lines", {}).items():
        ends = (tuple(map(int, end.split(","))) for end in at.split("|"))
        yield entry("-".join(f"r{r + 1}c{c + 1}" for r, c in ends), None, 1, holds)


def _given(model: GridModel[Any]) -> dict[Any, int]:
    """The values that clues state, as answers show them; nobody needs to draw these."""
    rules = (rule.primitive for rule in model.rules)
    return {
        rule.cells[0]: model.shown_value(rule.cells[0], rule.values[0])
        for rule in rules
        if isinstance(rule, Count) and rule == equals(rule.cells[0], rule.values[0])
    }


def _is_answer(problem: AnyProblem, model: GridModel[Any], facts: Iterable[Fact]) -> bool:
    """Whether what was drawn is an answer, if nothing is drawn where it is left open."""
    drawn = {fact.place: fact.value * fact.holds for fact in facts}
    on_borders = isinstance(model, BorderModel)
    given = _given(model)
    values: dict[Any, int] = {}
    for variable, domain in model.domains.items():
        if on_borders or model.in_answers(variable):
            shown = {model.shown_value(variable, value): value for value in domain}
            value = drawn.pop(model.name_of(variable), given.get(variable, 0))
            if value not in shown:
                return False
            values[variable] = shown[value]
    if drawn:
        return False
    if on_borders:  # a cell is inside if it is behind an odd number of lines
        for r in range(model.rows):
            inside = 0
            for c in range(model.columns):
                inside ^= values[(r, c), (r + 1, c)]
                values[r, c] = inside
    with suppress(LookupError, TypeError, ValueError):
        answer = model.answer_of(values.items())
        return dict(model.values_of(answer)) == values and not problem.violations(answer)
    return False


@question
def steps(text: Text, timeout: float | None = None) -> dict[str, Any]:
    """All steps that solve the puzzle, each reported as soon as it is found, and how hard it is."""
    problem, _ = one(text)
    facts = _Facts(problem)
    found = coversat.steps(problem, timeout=timeout, report=lambda step: report(facts.shown(step, ())))
    return {
        "outcome": found.outcome,
        "hardest": found.hardest,
        "reason": found.reason,
        "open": len(found.open_places),
        "grade": coversat.grade(problem, timeout=GRADING).name,
        "steps": [facts.shown(step, ()) for step in found.steps],
    }
