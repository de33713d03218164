"""Tools of the page: compare, export, prove and generate, and a kind of one's own."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from itertools import islice
from typing import Any

import boards
from outcomes import answer_of, found_of, picture_of
from questions import PRINTED, Text, fresh, one, place, question, report

import coversat
from coversat.base.errors import InputError
from coversat.exchange import FORMATS, OutputError
from coversat.problems.puzzle import GridPuzzle
from coversat.problems.recognition import Wanted
from coversat.reductions.paths import all_paths, end_of, name_of
from coversat.setters.testing.kinds import compare_kind

CHECKING = 10.0
"""Seconds for a solver of our own, where another reports that there is no answer."""

WARMING = 2.0
"""Seconds that a route may run before it is measured: what it imports and prepares first is not its time."""


@question
def reductions(kind: str, to: str) -> list[str]:
    """The reductions from a kind that lead to a format, the usual one first."""
    target = FORMATS[to].target
    usual = name_of(FORMATS[to].usual_path(kind))
    paths = (rules for rules in all_paths(kind) if rules and end_of(kind, rules) == target)
    whole = (name_of(rules) for rules in paths if not any(rule.by_cuts for rule in rules))
    return list(dict.fromkeys([usual, *whole] if usual else whole))


@question
def compare(text: Text, patterns: Sequence[str] = (), timeout: float | None = 60.0) -> dict[str, Any]:
    """Several routes side by side, as a table, each measured after it ran once."""
    from coversat.comparing.compare import HEADS, cells  # fetched with what the page loads later

    problem, _ = one(text)
    coversat.compare(problem, patterns, timeout=min(WARMING, timeout or WARMING))
    found = coversat.compare(problem, patterns, timeout=timeout)
    return {
        "heads": [head.replace("/", " ") for head in HEADS],
        "rows": [{"cells": cells(row), "why": row.reason} for row in found],
        "agree": found.agree,
        "verdict": found.verdict,
    }


@question
def export(text: Text, to: str, via: str | None = None) -> dict[str, Any]:
    """The text for an external solver; saved as a file, of which the first lines are shown."""
    path = fresh("export")
    coversat.export(one(text), to, via or None, output=path)
    with path.open(encoding="utf-8") as file:
        head = "".join(islice(file, 12))
    return {"file": str(path), "bytes": path.stat().st_size, "head": head[:2000]}


@question
def decode(
    text: Text, to: str, printed: str, via: str | None = None, timeout: float | None = CHECKING
) -> dict[str, Any]:
    """The answer of the puzzle from the output of a solver; if it reports none, that of a solver of ours."""
    problem, form = one(text)
    try:
        found = coversat.decode(coversat.export(one(text), to, via or None), printed)
    except OutputError as error:
        raise InputError.of_text(PRINTED, printed, error.error) from None
    own = coversat.solve(problem, timeout=timeout) if found.status == "UNSATISFIABLE" else None
    return {
        "status": str(found.status),
        "own": None if own is None else found_of(problem, form, own),
        "answers": [] if found.answer is None else [answer_of(problem, form, found.answer)],
        "violations": list(found.violations),
        "dropped": list(found.dropped),
    }


@question
def prove(text: Text, timeout: float | None = None) -> dict[str, Any]:
    """The verdict, and a certificate of it: the files that the command line writes, in one archive."""
    problem, form = one(text)
    folder = fresh("certificate")
    found = coversat.certify(problem, folder, timeout=timeout)
    if not folder.exists():  # a limit came first
        return found_of(problem, form, found) | {"names": []}
    path = fresh("certificate.zip")
    names = sorted(file.name for file in folder.iterdir())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            # Without the time, so that the same files give the same archive.
            archive.writestr(_entry(f"certificate/{name}"), (folder / name).read_bytes(), compresslevel=9)
    result = found_of(problem, form, found)
    return result | {"file": str(path), "bytes": path.stat().st_size, "names": names}


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


@question
def generate(kind: str, seed: int, layout: str | None = None, **wishes: Any) -> dict[str, Any]:
    """A puzzle that has exactly one answer."""
    if layout is not None:
        wishes["layout"], _ = one(Text(layout, Wanted(kind)))
    (generated,) = coversat.generate(kind, seed=seed, timeout=60.0, **wishes)
    return {
        "text": generated.problem.format(),
        "kind": kind,
        "grade": generated.grade,
        "routes": list(generated.routes),
    }


# A kind of one's own


@question
def load_kind(code: str) -> dict[str, Any]:
    """Load the kind that a file of Python defines; its name, and an empty board if it has one."""
    kind = _loaded(code)
    blanks = boards.blanks_of(kind.kind)
    board = blanks[0] if blanks else None
    return {"kind": kind.kind, "board": board, "text": board and boards.text(board)}


def _loaded(code: str) -> type[GridPuzzle]:
    path = place("kind.py")
    path.write_text(code, encoding="utf-8")
    kind = coversat.load_kind(path)
    if not issubclass(kind, GridPuzzle):
        raise InputError("kind.py", "it defines no class that derives from coversat.GridPuzzle")
    return kind


@question
def test_kind(code: str) -> dict[str, Any]:
    """Compare the model of a kind with its check; `code` is the file that defines the kind."""
    found = compare_kind(_loaded(code), 60_000, report=lambda words: report({"words": words}))
    tested: dict[str, Any] = {"boards": found.boards, "assignments": found.assignments, "difference": None}
    if found.difference is not None:
        board, answer, words, rules = found.difference
        tested["difference"] = {"words": words, "rules": list(rules), "svg": picture_of(board, answer)}
    return tested | found.detection._asdict() | load_kind(code)
