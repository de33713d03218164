"""What solvers printed for exported files, checked by the rules and against the verdicts of the manifest."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ...base.errors import InputError, ParseError
from ...base.files import read_text
from ...exchange import Decoded, DecodeError, OutputError, WrongModelError, decode

CONTRADICTIONS = {("none", "unique"), ("none", "multiple"), ("right", "none")}
"""Statuses and verdicts that cannot both be right."""


def unpacked_name(exported: str) -> str:
    """The name of an exported file after it was uncompressed."""
    return exported.removesuffix(".gz").removesuffix(".xz")


def output_of(exported: str) -> str | None:
    """The file beside an exported one in which the output of a solver was left; None if there is none."""
    plain = unpacked_name(exported)
    names = (f"{os.path.splitext(plain)[0]}.out", f"{plain}.out", f"{exported}.out")
    return next((name for name in names if os.path.isfile(name)), None)


@contextmanager
def texts_of(exported: str, output: str) -> Iterator[tuple[str, str]]:
    """The texts of an exported file and of what a solver printed; errors of decoding them name their place.

    Raise `InputError` if one of both cannot be read.
    """
    exported_text, output_text = read_text(exported), read_text(output)
    try:
        yield exported_text, output_text
    except WrongModelError:
        raise
    except ParseError as error:
        raise InputError.of_text(exported, exported_text, error) from None
    except OutputError as error:
        raise InputError.of_text(output, output_text, error.error) from None
    except DecodeError as error:
        raise InputError(exported, str(error)) from None


def status_of(found: Decoded) -> str:
    """The status of a decoded output; see `base.statuses`."""
    if found.cuts:
        return "incomplete"
    status = {"SATISFIABLE": "right", "UNSATISFIABLE": "none", "UNKNOWN": "unknown"}[found.status]
    return "wrong" if found.violations else status


def row_of(output: str, found: Decoded) -> dict[str, Any]:
    """A decoded output as a row."""
    answers = [] if found.answer is None else [found.problem.answer_rows(found.answer)]
    return {
        "file": output,
        "kind": found.problem.kind,
        "status": status_of(found),
        "answers": answers,
        "violations": list(found.violations),
        "dropped": list(found.dropped),
        "cuts": [list(clause) for clause in found.cuts],
        "left_out": found.left_out,
        "variables": found.variables,
        "message": None,
    }


def checked_row(exported: str, output: str, manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The row of an output beside the row of the manifest, whose verdict it may contradict.

    Raise `InputError` if a file cannot be read.
    """
    beside = {"exported": exported, **{name: manifest.get(name) for name in ("name", "reduction", "verdict")}}
    try:
        with texts_of(exported, output) as texts:
            found = decode(*texts)
    except WrongModelError as error:
        wrong = {"file": output, "kind": manifest.get("kind"), "status": "wrong", "message": str(error)}
        return dict.fromkeys(_FIELDS) | wrong | beside
    row = row_of(output, found) | beside
    verdict = manifest.get("verdict")
    if found.cuts:
        row["message"] = str(found)
    elif row["violations"]:
        row["message"] = f"the answer is wrong: {row['violations'][0]}"
    elif (row["status"], verdict) in CONTRADICTIONS:
        words = f"the solver says {found.status}, and the verdict is {verdict}"
        row |= {"status": "wrong", "message": words}
    return row


_FIELDS = tuple("file kind status answers violations dropped cuts left_out variables message".split())
