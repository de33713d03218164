"""Questions of somebody who edits a puzzle on the page; they end soon with what is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import boards
from credits import credited
from outcomes import givens_of, picture_of
from questions import Text, one, question, without_options

import coversat
from coversat.base.errors import CoversatError
from coversat.problems import forms
from coversat.problems.problem import Beside
from coversat.reductions import cells_of_rules
from coversat.setters.explain.explain import NoAnswer
from coversat.setters.links.sudoku.iss import LINK as ISS_LINK


@question
def live_verdict(text: Text, timeout: float | None = None) -> dict[str, Any]:
    """Whether there is exactly one answer, without the answers."""
    problem, _ = one(text)
    found = coversat.check(problem, timeout=timeout)
    return {"verdict": found.verdict.value, "seconds": found.seconds}


@question
def live_count(text: Text, timeout: float | None = None) -> dict[str, Any]:
    """The number of answers, or a lower bound."""
    problem, _ = one(text)
    found = coversat.count(problem, timeout=timeout)
    return {"count": str(found.at_least), "exact": found.exhausted, "seconds": found.seconds}


@question
def live_candidates(text: Text, timeout: float | None = None) -> dict[str, Any]:
    """The values that each cell has in some answer, as far as the time suffices."""
    problem, _ = one(text)
    if not boards.has_digits(problem):
        return {"cells": None}
    return {"cells": boards.candidates(problem, coversat.candidates(problem, timeout=timeout))}


@question
def live_conflict(text: Text, timeout: float | None = None) -> dict[str, Any]:
    """The givens and rules that clash, and their cells."""
    problem, _ = one(text)
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
    ("sudokupad", "sudokupad"),
    ("fpuzzles", "fpuzzles"),
    ("iss", "iss"),
    ("puzzlink", "puzzlink"),
    ("penpa", "penpa"),
)
"""Text forms that other programs take, and the program's name on the page."""


@question
def send(text: Text, about: dict[str, str] | None = None) -> dict[str, Any]:
    """The puzzle for other programs, with its title, author and rules in words, and its picture."""
    problem, _ = one(text)
    sent: list[dict[str, Any]] = []
    for form in forms(problem.kind):
        program = dict(SENT).get(form.name)
        if program is None or form.write is None:
            continue
        named = {"form": form.name, "name": program}
        try:
            link = form.write([problem]).strip()
            beside = form.beside(link) if form.beside else Beside()
            notes = [*beside.notes, *beside.unread]
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
