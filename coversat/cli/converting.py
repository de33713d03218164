"""``coversat convert``: writing puzzles in other forms."""

from __future__ import annotations

import click

from ..answering.sets.entry import named
from ..base.errors import YES, InputError
from ..base.files import STANDARD
from ..kinds.converting import ConversionError, convert, written_form
from ..problems.problem import Beside
from ..problems.recognition import Wanted
from . import options as shared
from .inputs import one_case, read_cases, report_readings
from .options import in_memory, in_time
from .output import echo, write_out
from .signatures import command


@command(
    convert,
    examples=(
        "coversat convert examples/sudoku/boj2239.txt --to puzzlink",
        "coversat convert examples/kakuro/kakuro2.txt --to picture -o kakuro.txt",
    ),
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
    form, _ = written_form(cases[0].problem.kind, name)
    try:
        text = convert(cases, name)
    except ConversionError as error:
        raise InputError(file, str(error)) from None
    write_out(output, [text])
    report_readings(cases)
    beside = form.beside(text) if form.beside else Beside()
    for note in (*beside.notes, *beside.unread):
        echo(f"{named(output)}: {note}", err=True)
    return YES
