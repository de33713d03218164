"""``coversat convert``."""

from __future__ import annotations

import click

from ..errors import InputError
from ..files import STANDARD, write_whole
from .inputs import Case, one_case, read_cases
from .options import case_option, examples, in_time, kind_option
from .writing import Writer, writer


@click.command(
    "convert",
    epilog=examples(
        "coversat convert examples/sudoku/boj2239.txt --to puzzlink",
        "coversat convert examples/kakuro/kakuro2.txt --to picture -o kakuro.txt",
    ),
)
@click.argument("file", metavar="INPUT")
@click.option("--to", "name", required=True, metavar="FORM", help="The form; see 'coversat list forms'.")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    default=STANDARD,
    help="The file to write, not INPUT; whole or not at all.",
)
@case_option
@kind_option
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
