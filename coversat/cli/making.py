"""``coversat convert``: writing puzzles in other forms."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from ..api.sets.entry import named
from ..base.errors import YES, InputError, UnknownKindError
from ..base.files import STANDARD
from ..base.wording import meant
from ..problems import AnyForm, AnyProblem, find_form, forms
from . import options as shared
from .inputs import Case, one_case, read_cases
from .options import (
    command,
    in_memory,
    in_time,
)
from .output import echo, write_out

Writer = Callable[[Sequence[AnyProblem]], str]


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
@shared.kind
@shared.timeout
@in_memory
@in_time
def convert_command(file: str, name: str, output: str, case: int | None, kind: str | None) -> int:
    """Write the puzzles in INPUT in another form.

    All of them, if the form can hold several; --case chooses one. Constraints that a form can only draw
    are named.
    """
    cases = [one_case(file, kind, case)] if case is not None else read_cases(file, kind)
    if not cases:
        raise InputError(file, "it holds no puzzle")
    form, write = written_form(cases[0].problem.kind, name)
    text = _converted(file, cases, write)
    write_out(output, [text])
    for note in form.notes(text) if form.notes else ():
        echo(f"{named(output)}: {note}", err=True)
    return YES


def written_form(kind: str, name: str) -> tuple[AnyForm, Writer]:
    """A form and how it is written; raises `click.UsageError` if there is none, or it can only be read."""
    try:
        form = find_form(kind, name)
    except UnknownKindError:
        writable = [form.name for form in forms(kind) if form.write is not None]
        raise click.UsageError(f"no form {name!r} of {kind}; {meant(name, writable)}") from None
    if form.write is None:
        raise click.UsageError(f"the form {name!r} of {kind} can be read but not written")
    return form, form.write


def _converted(file: str, cases: list[Case], write: Writer) -> str:
    try:
        return write([case.problem for case in cases])
    except ValueError as error:
        raise InputError(file, _reason(error, cases, write)) from None


def _reason(error: ValueError, cases: list[Case], write: Writer) -> str:
    """Why the form cannot state these problems: because of one of them, or because they are several."""
    if len(cases) == 1:
        return str(error)
    for case in cases:
        try:
            write([case.problem])
        except ValueError as alone:
            return f"case {case.number}: {alone}"
    return f"{error}; it holds {len(cases)} puzzles; name one with --case"
