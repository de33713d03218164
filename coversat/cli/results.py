"""Exit codes, JSON lines, and how errors in the input are shown."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import click

from ..batch.entries import Fault
from ..errors import CoversatError, ParseError
from ..problems.text import text_lines

YES, NO, BAD, UNKNOWN, INTERRUPTED = 0, 1, 2, 3, 130

_GRAVITY = (YES, UNKNOWN, NO, BAD)
"""Of several results the gravest is the exit code: one no outweighs an unknown."""

_CONTEXT = 66
"""The most characters of an input line that are shown."""


def gravest(codes: list[int]) -> int:
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


class InputError(CoversatError):
    """A file that cannot be read or understood; `place` is where, when it is known."""

    def __init__(self, file: str, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.file = file
        self.message = message
        self.line = line
        self.column = column
        self.source = ""

    @classmethod
    def from_parse_error(cls, file: str, text: str, error: ParseError) -> InputError:
        """The same with the line it speaks of."""
        found = cls(file, error.reason, error.line, error.column)
        lines = text_lines(text)
        found.source = lines[error.line - 1] if 1 <= error.line <= len(lines) else ""
        return found

    @classmethod
    def from_fault(cls, file: str, fault: Fault) -> InputError:
        """The same of what was read of a set."""
        found = cls(file, fault.message, fault.line, fault.column)
        found.source = fault.source
        return found

    def as_json(self) -> dict[str, Any]:
        """The object that stands for it among the results."""
        return {
            "file": self.file,
            "status": "error",
            "line": self.line,
            "column": self.column,
            "message": self.message,
        }

    def __str__(self) -> str:
        if self.line is None or self.column is None:
            return f"{self.file}: {self.message}"
        head = f"{self.file}:{self.line}:{self.column}: {self.message}"
        # Of a long line, the part around the place.
        start = max(0, self.column - 1 - _CONTEXT // 2) if len(self.source) > _CONTEXT else 0
        shown = "".join(c if c.isprintable() else " " for c in self.source[start : start + _CONTEXT])
        return f"{head}\n  {shown}\n  {' ' * (self.column - 1 - start)}^"


@dataclass
class Results:
    """Prints results as text or as JSON lines and remembers the gravest exit code."""

    as_json: bool
    codes: list[int]

    @classmethod
    def to(cls, as_json: bool) -> Results:
        """Results not yet begun."""
        return cls(as_json, [])

    def add(self, code: int, row: dict[str, Any], text: str) -> None:
        """One result: `row` for JSON, `text` (if any) otherwise."""
        self.codes.append(code)
        if self.as_json:
            click.echo(json.dumps(row))
        elif text:
            click.echo(text)

    def error(self, error: InputError) -> None:
        """An input that is malformed, or a puzzle that a route does not take."""
        self.codes.append(BAD)
        if self.as_json:
            click.echo(json.dumps(error.as_json()))
        else:
            click.echo(str(error), err=True)

    @property
    def code(self) -> int:
        """The exit code so far."""
        return gravest(self.codes)
