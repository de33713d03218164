"""``coversat convert``: writing puzzles in other forms."""

from __future__ import annotations

import click

from ..answers.sets.entry import named
from ..api.converting import ConversionError, Writer, converted, written_form
from ..base.errors import YES, InputError
from ..base.files import STANDARD
from ..problems.problem import Beside
from ..problems.recognition import Wanted
from . import options as shared
from .inputs import Case, one_case, read_cases
from .options import (
    command,
    in_memory,
    in_time,
)
from .output import echo, write_out


@command(
    examples=(
        "coversat convert examples/sudoku/boj2239.txt --to puzzlink",
        "coversat convert examples/kakuro/kakuro2.txt --to picture -o kakuro.txt",
    )
)
@click.argument("file", metavar="INPUT")
@click.option("--to", "name", metavar="FORM", required=True, help="The form; see 'coversat list forms'.")
@shared.output("The file to write, not INPUT; whole or not at all.", STANDARD)
@shared.case
@shared.reading
@shared.timeout
@in_memory
@in_time
def convert_command(file: str, name: str, output: str, case: int | None, wanted: Wanted) -> int:
    """Write the puzzles in INPUT in another form.

    All of them, if the form can hold several; --case chooses one. Constraints that a form can only draw
    are named.
    """
    cases = [one_case(file, wanted, case)] if case is not None else read_cases(file, wanted)
    if not cases:
        raise InputError(file, "it holds no puzzle")
    form, write = written_form(cases[0].problem.kind, name)
    text = _converted(file, cases, write)
    write_out(output, [text])
    beside = form.beside(text) if form.beside else Beside()
    for note in (*beside.notes, *beside.unread):
        echo(f"{named(output)}: {note}", err=True)
    return YES


def _converted(file: str, cases: list[Case], write: Writer) -> str:
    try:
        return converted([case.problem for case in cases], write)
    except ConversionError as error:
        raise InputError(file, str(error)) from None
