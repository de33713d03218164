"""The interface of the page: one function for each button, JSON in and out.

It runs inside the worker. Each function calls the library. Errors are returned as data, a message and its
position, without advice about the command line.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import boards
import writing

import coversat
from coversat import answers
from coversat.deadline import Deadline
from coversat.drawing import draw
from coversat.errors import BAD, FAULT, UNKNOWN, CoversatError, InputError, ParseError
from coversat.findings import Findings
from coversat.problems import AnyForm, AnyProblem, read
from coversat.problems.recognition import Document
from coversat.reductions import cells_of_rules
from coversat.setter.candidates import picture
from coversat.setter.explain import NoAnswer, OneAnswer, SeveralAnswers
from coversat.solvers import Limits
from coversat.work.divide import Workers
from coversat.work.questions import in_parts

NAME = "puzzle.txt"
"""The name of the page's text where the library wants a file name."""

PRINTED = "printed.txt"
"""The same for a solver's output."""

HERE = Path("/tmp/page")
"""The folder of files that go in or out: the worker writes what was dropped and reads what is to be saved."""

_QUESTIONS: dict[str, Callable[..., Any]] = {}

_progress: Callable[[str], object] | None = None
"""Where intermediate results of the question go, as JSON."""


def question(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register a function under its name."""
    _QUESTIONS[function.__name__] = function
    return function


def ask(name: str, arguments: str, progress: Callable[[str], object] | None = None) -> str:
    """The result of one question, or how it failed and where, as JSON.

    `progress` receives intermediate results.
    """
    global _progress
    _progress = progress
    try:
        return json.dumps({"result": _QUESTIONS[name](**json.loads(arguments))})
    except CoversatError as error:
        failed = _failed(error)
    except MemoryError:
        failed = {"exit": UNKNOWN, "message": "the memory of this page is used up"}
    except RecursionError:
        failed = {"exit": BAD, "message": "it is nested too deeply"}
    except Exception as error:
        failed = {"exit": FAULT, "message": f"this is a fault of coversat, and no answer: {error!r}"}
    return json.dumps({"failed": failed})


def _failed(error: CoversatError) -> dict[str, Any]:
    """An error for the page: the exit code that it has on the command line, its message, and its place."""
    place = {name: getattr(error, name, None) for name in ("line", "column", "source")}
    message = without_options(getattr(error, "message", str(error)))
    return {
        "exit": error.exit_code,
        "message": message,
        **place,
        "printed": getattr(error, "file", None) == PRINTED,
    }


_OPTIONS = re.compile(
    r"""\ \(see\ '(?:coversat|--)[^)]*\)
    | [:;,]?\ (?:and\ )?[^:;,()'"]*(?:'coversat\ [^']*'|(?<![\w-])--[a-z][\w-]*)[^:;,()]*
    """,
    re.VERBOSE,
)


def without_options(message: str) -> str:
    """A message without clauses about commands or options, which a page does not have."""
    return _OPTIONS.sub("", message)


def _document(text: str, kind: str | None) -> Document:
    try:
        return read(text, kind, NAME)
    except ParseError as error:
        raise InputError.of_text(NAME, text, error) from None


def one(text: str, kind: str | None) -> tuple[AnyProblem, AnyForm]:
    """The only problem of a text, and its form."""
    document = _document(text, kind)
    if len(document.problems) != 1:
        raise InputError(NAME, f"it holds {len(document.problems)} puzzles; choose one of them")
    return document.problems[0], document.form


def picture_of(problem: AnyProblem, *answers: Any, **more: Any) -> str:
    """The picture of a problem as SVG."""
    return draw(problem, *answers, **more).svg


def answer_of(problem: AnyProblem, form: AnyForm, answer: Any) -> dict[str, Any]:
    """An answer as the command line prints it, and for the board: its digits, or its picture."""
    digits = boards.answer(problem, answer)
    picture = None if digits else boards.placed(problem, answer) or picture_of(problem, answer)
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


@question
def open_text(text: str, kind: str | None = None) -> dict[str, Any]:
    """What a text holds: its kind and form, how many puzzles, and the board or picture of a single one."""
    document = _document(text, kind)
    problem, count = document.problems[0], len(document.problems)
    opened: dict[str, Any] = {
        "kind": problem.kind,
        "form": document.form.name,
        "count": count,
        "others": list(document.others),
        "notes": list(document.notes),
    }
    if count > 1:
        return opened | {"board": None, "picture": None}
    board = boards.board(problem)
    return opened | {"board": board, "picture": None if board else picture_of(problem)}


@question
def pick(text: str, number: int, kind: str | None = None) -> str:
    """The text of one of several puzzles, counted from 1."""
    document = _document(text, kind)
    return "".join(writing.written([document.problems[number - 1]], document.form))


@question
def write_board(board: dict[str, Any]) -> dict[str, Any]:
    """The text of a board with its picture, and its error if it is not a puzzle yet."""
    text = writing.text(board)
    try:
        (problem,) = _document(text, board["kind"]).problems
    except InputError as error:
        return {"text": text, "failed": _failed(error), "drawn": boards.sketched(board)}
    found = boards.board(problem)
    assert found is not None, "it came from a board"
    drawn = {name: found[name] for name in ("picture", "drawn", "lines", "rules")}
    return {"text": problem.format(), "failed": None, "drawn": drawn}


@question
def check(text: str, kind: str | None = None, timeout: float | None = None) -> dict[str, Any]:
    """Whether there is exactly one answer."""
    problem, form = one(text, kind)
    found = coversat.check(problem, timeout=timeout)
    differing = boards.differing(problem, *found.answers) if len(found.answers) == 2 else []
    return found_of(problem, form, found) | {"differing": differing}


@question
def solve(text: str, kind: str | None = None, timeout: float | None = None) -> dict[str, Any]:
    """The first answer."""
    problem, form = one(text, kind)
    return found_of(problem, form, coversat.solve(problem, timeout=timeout))


QUIET = 1.0
"""Seconds that a count may take before it is done in parts, which say how many answers there are so far."""


@question
def count(text: str, kind: str | None = None, timeout: float | None = None) -> dict[str, Any]:
    """The number of answers; a long count reports intermediate results."""
    problem, form = one(text, kind)
    deadline = Deadline(timeout)
    found = answers.count(problem, limits=Limits(deadline=deadline.part(QUIET)))
    if not found.exhausted and deadline.left() != 0:
        _report_count(found.at_least)
        found = _long_count(problem, Limits(deadline=deadline))
    return found_of(problem, form, found)


def _long_count(problem: AnyProblem, limits: Limits) -> Findings[Any]:
    workers = Workers(jobs=0, watch=lambda so_far: _report_count(so_far.found, so_far.share))
    found = in_parts("count", problem, None, limits, workers)
    return answers.count(problem, limits=limits) if found is None else found


def _report_count(count: int, share: float = 0.0) -> None:
    report({"count": str(count), "share": share})


def report(part: dict[str, Any]) -> None:
    """Send an intermediate result of the question."""
    if _progress is not None:
        _progress(json.dumps(part))


@question
def candidates(text: str, kind: str | None = None, timeout: float | None = None) -> dict[str, Any]:
    """The values that each cell has in some answer."""
    problem, _ = one(text, kind)
    found = coversat.candidates(problem, timeout=timeout)
    return {
        "any": bool(found.answers),
        "exact": found.exact,
        "reason": found.reason,
        "settled": len(found.settled),
        "places": len(found.seen),
        "text": picture(found, 80),
        "cells": boards.candidates(problem, found),
    }


@question
def explain(text: str, kind: str | None = None, timeout: float | None = None) -> dict[str, Any]:
    """Why there is no answer, what would make it unique, or what it does not need."""
    problem, form = one(text, kind)
    found = coversat.explain(problem, timeout=timeout)
    result: dict[str, Any] = {"verdict": found.verdict, "reason": found.reason, "givens": 0}
    if isinstance(found, NoAnswer):
        cells = cells_of_rules(problem) if found.rules else {}
        rules = [{"words": label, "cells": cells[label]} for label in found.rules or ()]
        return result | {
            "clash": givens_of(problem, found.clash or ()),
            "smallest": found.smallest,
            "rules": rules,
        }
    if isinstance(found, OneAnswer):
        return result | {
            "givens": len(problem.given_names()),
            "redundant": givens_of(problem, found.redundant),
            "answers": [answer_of(problem, form, found.answer)],
        }
    if isinstance(found, SeveralAnswers):
        return result | {
            "settled": len(found.candidates.settled),
            "places": len(found.candidates.seen),
            "cells": boards.candidates(problem, found.candidates),
            "answers": [answer_of(problem, form, answer) for answer in found.pair.answers],
            "differing": boards.differing(problem, *found.pair.answers),
            "furthest": found.pair.proven,
            "additions": [boards.addition(problem, one) for one in found.additions],
        }
    return result


def givens_of(problem: AnyProblem, givens: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    """Some of its givens in words, and their cells."""
    cells = problem.given_cells()
    return [{"words": words, "cells": cells[number]} for number, words in givens]


@question
def grade(text: str, kind: str | None = None, timeout: float | None = None) -> dict[str, Any]:
    """How far propagation leads, and how many rounds of refuted guesses are needed."""
    problem, _ = one(text, kind)
    found = coversat.grade(problem, timeout=timeout)
    return found.as_json() | {"reason": found.reason}


def place(name: str) -> Path:
    """A path in `HERE`."""
    HERE.mkdir(parents=True, exist_ok=True)
    return HERE / Path(name).name


def fresh(name: str) -> Path:
    """An unused path in `HERE`."""
    path = place(name)
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    return path


import editing  # noqa: E402, F401  its questions are registered
import tools  # noqa: E402, F401  and its
