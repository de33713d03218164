"""Tools of the page: compare, export, prove, verify and generate, and questions about many puzzles."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import boards
from outcomes import answer_of, found_of, picture_of
from questions import NAME, PRINTED, fresh, one, place, question, report, without_options

import coversat
from coversat.answers.sets.records import SetResult
from coversat.base.errors import InputError
from coversat.comparing.side_by_side import HEADS, cells
from coversat.exchange import FORMATS, OutputError
from coversat.problems.puzzle import GridPuzzle
from coversat.problems.text import shown
from coversat.reductions.paths import all_paths, end_of, name_of
from coversat.setters.testing.kinds import compare_kind
from coversat.solvers.findings import Findings

CHECKING = 10.0
"""Seconds for a solver of our own, where another reports that there is no answer."""

SUMMARY = "certificate.json"
"""The file that every certificate has."""


@question
def routes(kind: str) -> list[str]:
    """The routes of a kind without external programs."""
    return list(coversat.routes(kind))


@question
def reductions(kind: str, to: str) -> list[str]:
    """The reductions from a kind that lead to a format, the usual one first."""
    target = FORMATS[to].target
    usual = name_of(FORMATS[to].usual_path(kind))
    paths = (rules for rules in all_paths(kind) if rules and end_of(kind, rules) == target)
    whole = (name_of(rules) for rules in paths if not any(rule.by_cuts for rule in rules))
    return list(dict.fromkeys([usual, *whole] if usual else whole))


@question
def compare(
    text: str, kind: str | None = None, patterns: Sequence[str] = (), timeout: float | None = 60.0
) -> dict[str, Any]:
    """Several routes side by side, as a table."""
    problem, _ = one(text, kind)
    found = coversat.compare(problem, patterns, timeout=timeout)
    return {
        "heads": [head.replace("/", " ") for head in HEADS],
        "rows": [{"cells": cells(row), "why": row.reason} for row in found],
        "agree": found.agree,
        "verdict": found.verdict,
    }


@question
def export(text: str, to: str, kind: str | None = None, via: str | None = None) -> dict[str, Any]:
    """The text for an external solver; saved as a file, of which the first lines are shown."""
    path = fresh("export")
    coversat.export(one(text, kind), to, via or None, output=path)
    with path.open(encoding="utf-8") as file:
        head = "".join(islice(file, 12))
    return {"file": str(path), "bytes": path.stat().st_size, "head": head[:2000]}


@question
def decode(
    text: str,
    to: str,
    printed: str,
    kind: str | None = None,
    via: str | None = None,
    timeout: float | None = CHECKING,
) -> dict[str, Any]:
    """The answer of the puzzle from the output of a solver; if it reports none, that of a solver of ours."""
    problem, form = one(text, kind)
    try:
        found = coversat.decode(coversat.export(one(text, kind), to, via or None), printed)
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
def prove(text: str, kind: str | None = None, timeout: float | None = None) -> dict[str, Any]:
    """The verdict, and a certificate of it: the files that the command line writes, in one archive."""
    problem, form = one(text, kind)
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
def verify(names: Sequence[str]) -> dict[str, Any]:
    """Check a certificate: an archive, or its files, stored by the worker under these names."""
    folder = fresh("dropped")
    folder.mkdir()
    for name, content in _contents(names):
        (folder / name).write_bytes(content)
    if not (folder / SUMMARY).exists():
        raise InputError(" ".join(names), f"it holds no certificate: there is no {SUMMARY}")
    report = coversat.verify(folder)
    return {
        "accepted": report.accepted,
        "verdict": report.verdict.value if report.verdict is not None else None,
        "checks": [{"what": c.what, "passed": c.passed, "detail": c.detail} for c in report.checks],
        "note": report.note,
        "puzzle": _text_in(folder, "puzzle.txt"),
    }


def _text_in(folder: Path, name: str) -> str | None:
    path = folder / name
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else None


_LARGEST_ARCHIVE = 2**29
"""What an archive may hold unpacked, in bytes: about what a browser gives one page."""


def _contents(names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The files by base name, including those in archives."""
    for name in names:
        path = place(name)
        if not zipfile.is_zipfile(path):
            yield path.name, path.read_bytes()
            continue
        with zipfile.ZipFile(path) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if sum(entry.file_size for entry in entries) > _LARGEST_ARCHIVE:
                raise InputError(name, f"it holds more than {_LARGEST_ARCHIVE} bytes")
            try:
                yield from ((Path(entry.filename).name, archive.read(entry)) for entry in entries)
            except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
                raise InputError(name, f"an archive that cannot be unpacked: {shown(str(error))}") from None


@question
def generate(kind: str, seed: int, layout: str | None = None, **wishes: Any) -> dict[str, Any]:
    """A puzzle that has exactly one answer."""
    if layout is not None:
        wishes["layout"], _ = one(layout, kind)
    (generated,) = coversat.generate(kind, seed=seed, timeout=60.0, **wishes)
    return {
        "text": generated.problem.format(),
        "kind": kind,
        "grade": generated.grade,
        "routes": list(generated.routes),
    }


_answers: Iterator[SetResult] = iter(())


@question
def begin_set(text: str, question: str, kind: str | None = None, timeout: float | None = None) -> None:
    """Start a set in this process; `more_of_set` returns the results."""
    global _answers
    path = place(NAME)
    path.write_text(text, encoding="utf-8", newline="\n")
    _answers = iter(getattr(coversat, question)([path], jobs=1, timeout=timeout))


@question
def more_of_set(most: int) -> list[dict[str, Any]]:
    """The next results, in order; none at the end."""
    return [_result(one.error or one.found) for one in islice(_answers, most)]


def _result(found: Findings[Any] | InputError | None) -> dict[str, Any]:
    if not isinstance(found, Findings):
        assert found is not None
        return {"verdict": "error", "line": found.line, "words": without_options(found.message)}
    return {"verdict": found.verdict.value, "count": str(found.at_least), "exact": found.exhausted}


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
