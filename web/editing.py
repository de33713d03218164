"""Questions of somebody who edits or solves a puzzle on the page; they end soon with what is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import boards
from credits import credited
from outcomes import givens_of, picture_of
from questions import one, place, question, report, without_options, worded

import coversat
from coversat.base.deadline import Deadline
from coversat.base.errors import CoversatError, InputError
from coversat.language.models import BorderModel
from coversat.problems import AnyProblem, forms
from coversat.problems.puzzle import GridPuzzle
from coversat.reductions import cells_of_rules
from coversat.setting.explain.explain import NoAnswer
from coversat.setting.links.sudoku.iss import LINK as ISS_LINK
from coversat.setting.steps.finding import find_steps
from coversat.setting.steps.hints import WrongEntry
from coversat.setting.steps.pictures import draw_steps
from coversat.setting.testing.kinds import compare_kind


@question
def live_verdict(text: str, kind: str | None = None, timeout: float | None = None) -> dict[str, Any]:
    """Whether there is exactly one answer, without the answers."""
    problem, _ = one(text, kind)
    found = coversat.check(problem, timeout=timeout)
    return {"verdict": found.verdict.value, "seconds": found.seconds}


@question
def live_count(text: str, kind: str | None = None, timeout: float | None = None) -> dict[str, Any]:
    """The number of answers, or a lower bound."""
    problem, _ = one(text, kind)
    found = coversat.count(problem, timeout=timeout)
    return {"count": str(found.at_least), "exact": found.exhausted, "seconds": found.seconds}


@question
def live_candidates(text: str, kind: str | None = None, timeout: float | None = None) -> dict[str, Any]:
    """The values that each cell has in some answer, as far as the time suffices."""
    problem, _ = one(text, kind)
    if not boards.has_digits(problem):
        return {"cells": None}
    return {"cells": boards.candidates(problem, coversat.candidates(problem, timeout=timeout))}


@question
def live_conflict(text: str, kind: str | None = None, timeout: float | None = None) -> dict[str, Any]:
    """The givens and rules that clash, and their cells."""
    problem, _ = one(text, kind)
    found = coversat.explain(problem, timeout=timeout)
    if not isinstance(found, NoAnswer):
        return {"cells": [], "rules": []}
    givens = givens_of(problem, found.clash or ())
    named = cells_of_rules(problem) if found.rules and not givens else {}
    rules = [{"words": label, "cells": named.get(label, ())} for label in found.rules or ()]
    clash = givens or rules
    cells = list(dict.fromkeys(cell for part in clash for cell in part["cells"]))
    return {"cells": cells, "rules": [part["words"] for part in clash]}


SENT = (
    *(("sudokupad", "sudokupad"), ("fpuzzles", "fpuzzles"), ("iss", "iss")),
    *(("puzzlink", "puzzlink"), ("penpa", "penpa"), ("game", "tatham"), ("solo", "tatham")),
)
"""Text forms that other programs take, and the program's name on the page."""


@question
def send(text: str, kind: str | None = None, about: dict[str, str] | None = None) -> dict[str, Any]:
    """The puzzle for other programs, with its title, author and rules in words, and its picture."""
    problem, _ = one(text, kind)
    sent: list[dict[str, Any]] = []
    for form in forms(problem.kind):
        program = dict(SENT).get(form.name)
        if program is None or form.write is None:
            continue
        named = {"form": form.name, "name": program}
        try:
            link = form.write([problem]).strip()
            notes = list(form.notes(link)) if form.notes else []
            written = credited(link, about or {})
            address = {"address": ISS_LINK + quote(written)} if program == "iss" else {}
            sent.append(named | {"text": written, "notes": notes, **address})
        except (CoversatError, ValueError) as error:
            sent.append(named | {"refused": without_options(str(error))})
    order = [program for _, program in SENT]
    sent.sort(key=lambda one: ("refused" in one, order.index(one["name"])))
    return {"forms": _to_sudokupad(sent), "svg": picture_of(problem)}


_FPUZZLES = "https://f-puzzles.com/?load="


def _to_sudokupad(sent: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """SudokuPad opens what f-puzzles states: for puzzles that its own links only draw or do not state."""
    stated = next((form["text"] for form in sent if form["name"] == "fpuzzles" and "text" in form), "")
    through = {"text": stated.replace(_FPUZZLES, "https://sudokupad.app/fpuzzles")}
    return [
        {"form": form["form"], "name": form["name"]} | through
        if form["name"] == "sudokupad" and ("refused" in form or form["notes"]) and stated
        else form
        for form in sent
    ]


@question
def hint(
    text: str, kind: str | None = None, known: Sequence[str] = (), timeout: float | None = None
) -> dict[str, Any]:
    """The wrong ones of what is known, or the next step from there."""
    problem, _ = one(text, kind)
    found = coversat.hint(problem, "\n".join(known), timeout=timeout)
    shown: dict[str, Any] = {"outcome": found.outcome, "reason": found.reason}
    shown["wrong"] = _entries(found.alone)
    shown["together"] = list(map(_entries, found.together))
    if found.step is None:
        return shown | {"step": None}
    step = found.step
    named = cells_of_rules(problem)
    labels = sorted(step.all_rules) if step.cases or step.arguments else step.rules
    return shown | {
        "step": {
            "words": str(step),
            "pattern": step.pattern,
            "conclusion": step.conclusion,
            "rules": [{"words": label, "cells": named.get(label, ())} for label in labels],
            "links": list(step.lines())[1:],
            "facts": [_fact(problem, fact) for fact in step.conclusions],
        }
    }


def _entries(wrong: Iterable[WrongEntry]) -> list[dict[str, Any]]:
    return [{"words": str(entry), "cell": entry.fact.cell} for entry in wrong]


@question
def steps(
    text: str, kind: str | None = None, timeout: float | None = None, language: str = "en"
) -> dict[str, Any]:
    """All steps that solve the puzzle, in words and as a strip of boards if the kind has one.

    Each step is reported as soon as it is found.
    """
    problem, _ = one(text, kind)
    found = find_steps(problem, Deadline(timeout), report=lambda step: report({"step": str(step)}))
    strip = None
    with suppress(ValueError):
        drawn = draw_steps(problem, found.steps, columns=2, worded=lambda words: worded(words, language))
        strip = drawn.svg if found.steps else None
    return {
        "outcome": found.outcome,
        "hardest": found.hardest,
        "reason": found.reason,
        "open": len(found.open_places),
        "steps": [str(step) for step in found.steps],
        "svg": strip,
    }


def _fact(problem: AnyProblem, fact: Any) -> dict[str, Any]:
    """A fact with what the page shows of it: a digit, a line between two points, or whether a cell is on."""
    digits = boards.has_digits(problem) and fact.cell is not None
    return {
        "words": fact.words,
        "cell": fact.cell,
        "holds": fact.holds,
        "face": boards.symbol(problem, fact.value) if digits else None,
        "line": None if fact.cell is not None else _points(problem, fact.place),
        "on": bool(fact.value) == fact.holds,
    }


def _points(problem: AnyProblem, place: str) -> list[list[float]] | None:
    """The ends of a line, in cells from the upper left corner of the board."""
    model = getattr(problem, "model", None)
    shift = 0.0 if model is not None and isinstance(model(), BorderModel) else 0.5
    ends = [end.removeprefix("r").split("c") for end in place.split("-")]
    if len(ends) != 2 or not all(len(end) == 2 and all(map(str.isdecimal, end)) for end in ends):
        return None
    return [[int(r) - 1 + shift, int(c) - 1 + shift] for r, c in ends]


@question
def test_kind(code: str) -> dict[str, Any]:
    """Compare the model of a kind with its check; `code` is the file that defines the kind."""
    path = place("kind.py")
    path.write_text(code, encoding="utf-8")
    kind = coversat.load_kind(path)
    if not issubclass(kind, GridPuzzle):
        raise InputError("kind.py", "it defines no class that derives from coversat.GridPuzzle")
    found = compare_kind(kind, 60_000, report=lambda words: report({"words": words}))
    tested: dict[str, Any] = {"boards": found.boards, "assignments": found.assignments, "difference": None}
    if found.difference is not None:
        board, answer, words, rules = found.difference
        tested["difference"] = {"words": words, "rules": list(rules), "svg": picture_of(board, answer)}
    return tested | found.detection._asdict()
