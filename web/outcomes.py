"""Answers, verdicts and givens as data for the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import boards

from coversat.kinds.drawing import draw
from coversat.problems import AnyForm, AnyProblem
from coversat.solvers.findings import Findings


def picture_of(problem: AnyProblem, *answers: Any, **more: Any) -> str:
    """The picture of a problem as SVG."""
    return draw(problem, *answers, **more).svg


def answer_of(problem: AnyProblem, form: AnyForm, answer: Any) -> dict[str, Any]:
    """An answer as the command line prints it, and for the board: its digits, or its picture."""
    digits = boards.answer(problem, answer)
    picture = None if digits else boards.picture(problem, answer) or picture_of(problem, answer)
    return {"text": form.show(problem, answer, 1), "board": digits, "picture": picture}


def found_of(problem: AnyProblem, form: AnyForm, found: Findings[Any]) -> dict[str, Any]:
    """A verdict with its answers, for the page."""
    return {
        "verdict": found.verdict.value,
        "count": str(found.at_least),
        "exact": found.exhausted,
        "route": found.route,
        "seconds": found.seconds,
        "reason": found.reason,
        "answers": [answer_of(problem, form, answer) for answer in found.answers],
    }


def givens_of(problem: AnyProblem, givens: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    """Some of its givens in words, and their cells."""
    cells = problem.given_cells()
    return [{"words": words, "cells": cells[number]} for number, words in givens]
