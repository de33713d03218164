"""Command lines, run in this process as a shell would."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple

import pytest

from coversat.cli import exit_code


class Done(NamedTuple):
    """The exit code, and what was printed: on both streams as it came, and on each."""

    code: int
    output: str
    stdout: str
    stderr: str


class _Bytes(io.BytesIO):
    """What is written to one stream, noted among what is written to both."""

    def __init__(self, both: io.BytesIO) -> None:
        super().__init__()
        self._both = both

    def write(self, data: Any) -> int:
        self._both.write(data)
        return super().write(data)


def command_line(*words: str, stdin: str = "") -> Done:
    """Run ``coversat`` with these words."""
    both = io.BytesIO()
    printed = _Bytes(both), _Bytes(both)
    out, err = (
        io.TextIOWrapper(stream, "utf-8", "surrogateescape", write_through=True) for stream in printed
    )
    before = sys.stdin
    try:
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
        with redirect_stdout(out), redirect_stderr(err):
            code = exit_code(list(words))
    finally:
        sys.stdin = before
    return Done(code, *(stream.getvalue().decode() for stream in (both, *printed)))


def call(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run the program in this process: its exit code, standard output and standard error."""
    code = exit_code(list(words))
    out, err = capfd.readouterr()
    return code, out, err
