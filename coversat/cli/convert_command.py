"""``coversat convert``."""

from __future__ import annotations

from ..errors import InputError
from ..files import STANDARD, write_whole
from .commands import Argument, Option, takes
from .inputs import Case, one_case, read_cases
from .options import CASE, KIND, TIMEOUT, in_time
from .writing import Writer, writer


@takes(
    Argument("file", "INPUT"),
    Option("--to", "The form; see 'coversat list forms'.", "FORM", to="name", required=True),
    Option(
        "--output",
        "The file to write, not INPUT; whole or not at all.",
        "OUT",
        short="-o",
        default=STANDARD,
    ),
    CASE,
    KIND,
    TIMEOUT,
    examples=(
        "coversat convert examples/sudoku/boj2239.txt --to puzzlink",
        "coversat convert examples/kakuro/kakuro2.txt --to picture -o kakuro.txt",
    ),
)
@in_time
def command(file: str, name: str, output: str, case: int | None, kind: str | None) -> int:
    """Write the puzzles in INPUT in another form.

    All of them, where the form can hold several; --case names one.
    """
    cases = [one_case(file, kind, case)] if case is not None else read_cases(file, kind)
    text = _text(file, cases, name)
    write_whole(output, [text], sources=[file])
    return 0


def _text(file: str, cases: list[Case], name: str) -> str:
    if not cases:
        raise InputError(file, "it holds no puzzle")
    write = writer(cases[0].problem.kind, name)
    problems = [case.problem for case in cases]
    try:
        return write(problems)
    except ValueError as error:
        raise InputError(file, _reason(error, cases, write)) from None


def _reason(error: ValueError, cases: list[Case], write: Writer) -> str:
    """Why the form cannot state these problems: one of them, or that they are several."""
    if len(cases) == 1:
        return str(error)
    for case in cases:
        try:
            write([case.problem])
        except ValueError as alone:
            return f"case {case.number}: {alone}"
    return f"{error}; it holds {len(cases)} puzzles; name one with --case"
