"""Questions about a puzzle: what its text says, and what the main buttons ask."""

from __future__ import annotations

import re
from contextlib import suppress
from math import isfinite
from typing import Any

import boards
import writing
from credits import credits_of
from outcomes import answer_of, found_of, givens_of, picture_of
from questions import Text, document, failure, one, question, report
from shapes import CellError

import coversat
from coversat.answering import questions as answers
from coversat.answering.parts.answering import in_parts
from coversat.answering.parts.divide import Workers
from coversat.base.deadline import Deadline
from coversat.base.errors import InputError, LimitReachedError, ReductionError, SolverError
from coversat.problems import AnyProblem
from coversat.problems.forms import is_link
from coversat.problems.forms.lines import RULES_IN_WORDS
from coversat.problems.recognition import Wanted
from coversat.reductions import cells_of_rules
from coversat.setters.explain.candidates import picture
from coversat.setters.explain.explain import NoAnswer, OneAnswer, SeveralAnswers
from coversat.solvers import Limits
from coversat.solvers.findings import Findings


@question
def open_text(text: Text) -> dict[str, Any]:
    """What a text holds: its kind and form, how many puzzles, and the board or picture of a single one.

    A link's title, author and rules in words are beside them; `notes` name what it only draws. `text` says
    for people what a link holds.
    """
    whole = document(text)
    about = credits_of(text.words)
    problem, count = whole.problems[0], len(whole.problems)
    unread = [one for one in whole.beside.unread if one != RULES_IN_WORDS or "rules" not in about]
    opened: dict[str, Any] = {
        "kind": problem.kind,
        "form": whole.form.name,
        "count": count,
        "kind_from": whole.kind_from,
        "notes": [*whole.beside.notes, *(f"not read: {one}" for one in unread)],
        "about": about or None,
    }
    if count > 1:
        return opened | {"board": None, "picture": None}
    board = boards.board(problem)
    if board and is_link(text.words.strip()):
        opened |= {"text": problem.format(), "form": boards.form(board)}
    return opened | {"board": board, "picture": None if board else picture_of(problem)}


@question
def thumbnail(text: Text) -> str:
    """The picture of a puzzle, of several the first."""
    return picture_of(document(text).problems[0])


@question
def pick(text: Text, number: int) -> str:
    """The text of one of several puzzles, counted from 1."""
    whole = document(text)
    return "".join(writing.written([whole.problems[number - 1]], whole.form))


@question
def write_board(board: dict[str, Any]) -> dict[str, Any]:
    """The text of a board and its form, with its picture, and its error if it is not a puzzle yet."""
    text = boards.text(board)
    written = {"text": text, "form": boards.form(board), "drawn": boards.sketched(board)}
    try:
        boards.check(board)
        problem, form = one(Text(text, Wanted(board["kind"], written["form"])))
    except CellError as error:
        return written | {"failed": {"message": str(error), "cell": error.cell}}
    except InputError as error:
        return written | {"failed": failure(error) if written["form"] else _failed(error)}
    found = boards.board(problem)
    assert found is not None, "it came from a board"
    drawn = {name: found[name] for name in ("picture", "drawn", "lines", "rules")}
    return {"text": problem.format(), "form": form.name, "failed": None, "drawn": drawn}


def _failed(error: InputError) -> dict[str, Any]:
    """An error in the text of a board; in its first line, which has only the size, it is one of the board."""
    found = failure(error)
    if found["line"] != 1:
        return found
    cell = re.search(r"\br(\d+)c(\d+)\b", error.message)
    return found | {"line": None, "source": None, "cell": cell and [int(at) - 1 for at in cell.groups()]}


@question
def resize(board: dict[str, Any], rows: int, columns: int) -> dict[str, Any]:
    """The board with another size; what is on both stays."""
    return boards.resized(board, rows, columns)


@question
def move(board: dict[str, Any], how: str) -> dict[str, Any]:
    """The board turned (``turn``), mirrored (``mirror``), or shifted by a cell to a side."""
    return boards.moved(board, how)


@question
def check(text: Text, timeout: float | None = None) -> dict[str, Any]:
    """Whether there is exactly one answer."""
    problem, form = one(text)
    found = coversat.check(problem, timeout=timeout)
    differing = boards.differing(problem, *found.answers) if len(found.answers) == 2 else []
    return found_of(problem, form, found) | {"differing": differing}


@question
def solve(text: Text, timeout: float | None = None) -> dict[str, Any]:
    """The first answer."""
    problem, form = one(text)
    return found_of(problem, form, coversat.solve(problem, timeout=timeout))


QUIET = 1.0
"""Seconds that a count may take before it is done in parts, which say how many answers there are so far."""

SAMPLES, GUESSING = 20, 5.0
"""The samples of the estimate of a longer count, and the seconds for it."""


@question
def count(text: Text, timeout: float | None = None) -> dict[str, Any]:
    """The number of answers; a long count reports an estimate, and how many there are at least so far."""
    problem, form = one(text)
    deadline = Deadline(timeout)
    found = answers.count_answers(problem, limits=Limits(deadline=deadline.part(QUIET)))
    if not found.exhausted and deadline.left() != 0:
        _report_count(found.at_least)
        _report_estimate(problem, deadline.part(GUESSING))
        found = _long_count(problem, Limits(deadline=deadline))
    return found_of(problem, form, found)


def _report_estimate(problem: AnyProblem, deadline: Deadline) -> None:
    """Report how many answers there are about, with a 95 % confidence interval, if that can be said."""
    with suppress(LimitReachedError, ReductionError, SolverError):
        found = coversat.estimate(problem, samples=SAMPLES, timeout=deadline)
        report({"about": [figure if isfinite(figure) else None for figure in found.answers]})


def _long_count(problem: AnyProblem, limits: Limits) -> Findings[Any]:
    workers = Workers(jobs=0, watch=lambda so_far: _report_count(so_far.found, so_far.share))
    found = in_parts("count", problem, None, limits, workers)
    return answers.count_answers(problem, limits=limits) if found is None else found


def _report_count(count: int, share: float = 0.0) -> None:
    report({"count": str(count), "share": share})


@question
def candidates(text: Text, timeout: float | None = None) -> dict[str, Any]:
    """The values that each cell has in some answer."""
    problem, _ = one(text)
    found = coversat.candidates(problem, timeout=timeout)
    return {
        "any": bool(found.answers),
        "exact": found.exact,
        "reason": found.reason,
        "settled": len(found.settled),
        "places": len(found.seen),
        "of": found.places,
        "text": picture(found, 80),
        "cells": boards.candidates(problem, found),
    }


@question
def explain(text: Text, timeout: float | None = None) -> dict[str, Any]:
    """Why there is no answer, what would make it unique, or what it does not need."""
    problem, form = one(text)
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
            "of": found.candidates.places,
            "cells": boards.candidates(problem, found.candidates),
            "answers": [answer_of(problem, form, answer) for answer in found.pair.answers],
            "differing": boards.differing(problem, *found.pair.answers),
            "furthest": found.pair.proven,
            "additions": [boards.addition(problem, one) for one in found.additions],
        }
    return result
