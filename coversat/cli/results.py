"""Exit codes, JSON lines, and how errors in the input are shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..errors import BAD, NO, UNKNOWN, YES, CoversatError, InputError, LimitReachedError
from .commands import echo

_GRAVITY = (YES, UNKNOWN, NO, BAD)
"""Of several results the worst is the exit code: one no outweighs an unknown."""


def worst(codes: Iterable[int]) -> int:
    """The exit code for several results."""
    return max(codes, key=_GRAVITY.index, default=YES)


def listed(entries: Iterable[str], indent: str = "  ", width: int = 78) -> list[str]:
    """Entries with commas between, in lines no wider than `width` where each entry stays together."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(entry) + 3 <= width:
            lines[-1] += f", {entry}"
        else:
            lines.append(indent + entry)
    return [line + "," * (line is not lines[-1]) for line in lines]


def error_row(error: CoversatError) -> dict[str, Any]:
    """The object that stands for an error among the results; what was stopped is unknown, and no error."""
    if isinstance(error, LimitReachedError):
        return {"file": error.file, "case": None, "status": "unknown", "reason": str(error)}
    place = {name: getattr(error, name, None) for name in ("file", "line", "column")}
    return {"status": "error", **place, "message": getattr(error, "message", str(error))}


def in_words(error: CoversatError) -> str:
    """For people; an error of the input begins with its file, line and column."""
    return str(error) if isinstance(error, InputError) else f"coversat: {error}"


def show_error(error: CoversatError, as_json: bool) -> None:
    """Among the results as JSON; otherwise for people, on standard error."""
    if as_json:
        _echo_row(error_row(error))
    else:
        echo(in_words(error), err=True)


def _echo_row(row: dict[str, Any]) -> None:
    import json

    echo(json.dumps(row))


class Results:
    """Prints results as text or as JSON lines and remembers the worst exit code."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self.codes: list[int] = []

    def add(self, code: int, row: dict[str, Any], text: str) -> None:
        """One result: `row` for JSON, `text` (if any) otherwise."""
        self.codes.append(code)
        if self.as_json:
            _echo_row(row)
        elif text:
            echo(text)

    def error(self, error: CoversatError) -> None:
        """An input that is malformed, or a puzzle that a route does not take."""
        self.codes.append(BAD)
        show_error(error, self.as_json)

    @property
    def code(self) -> int:
        """The exit code so far."""
        return worst(self.codes)
