"""``coversat convert`` and ``decode``: writing puzzles in other forms, and reading answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import click

from ..api.sets.entry import named
from ..base.errors import NO, UNKNOWN, YES, InputError, ParseError, UnknownKindError
from ..base.files import STANDARD, read_text, refuse_input, shown
from ..base.wording import counted, meant
from ..exchange import Decoded, DecodeError, OutputError, WrongModelError, decode
from ..problems import AnyForm, AnyProblem, find_form, forms
from . import options as shared
from .inputs import Case, one_case, read_cases
from .options import (
    command,
    in_memory,
    in_time,
)
from .output import echo, echo_json, write_out

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


@command(
    examples=(
        "coversat decode puzzle.cnf model.txt",
        "cadical -q puzzle.cnf | coversat decode puzzle.cnf -",
        "coversat decode puzzle.cnf model.txt --cuts more.txt",
    )
)
@click.argument("exported", metavar="EXPORTED")
@click.argument("model", metavar="MODEL")
@shared.kind
@click.option("--cuts", metavar="OUT", help="Write the clauses that a model in several pieces breaks.")
@shared.as_json
@shared.timeout
@in_memory
@in_time
def decode_command(exported: str, model: str, kind: str | None, cuts: str | None, as_json: bool) -> int:
    """Print the answer that a solver found for the puzzle in an EXPORTED file.

    Needs no other file and does not trust the solver: the clauses and the puzzle's rules are both checked.
    MODEL is what the solver printed: 's' and 'v' lines in any chunks, minisat's SAT file, bare literals in
    any order, the options that a Dancing Links program chose, or a MIP solver's solution. Of several models
    the last is taken.

    The file states the kind of its puzzle; --kind is needed if a .py file defines that.

    The clauses of a file by cnf:cuts do not state that something is connected. If a model is in several
    pieces, add the lines that --cuts writes to the file, with their number in its header, and solve it
    again.

    Exits with 1 if the answer is wrong, the model does not satisfy the formula or there is none, with 2 if a
    file cannot be read.
    """
    try:
        found = _decoded(exported, model)
        if cuts is not None:
            refuse_input(cuts)  # before it is said what the file has
    except WrongModelError as error:
        row = {"file": model, "status": "invalid", "message": str(error)}
        echo(json.dumps(row) if as_json else f"{shown(model)}: {error}", err=not as_json)
        return NO
    if as_json:
        echo_json(_decoded_row(model, found))
    elif found.answer is None:
        echo(f"{model}: the solver says {found.status}", err=True)
    elif found.violations:
        if found.cuts:
            where = f"{cuts} has" if cuts else "--cuts writes"
            clauses = counted(len(found.cuts), "clause")
            echo(f"{model}: the model is in several pieces; {where} {clauses} to append", err=True)
        for violation in found.violations:
            echo(f"{model}: the answer is wrong: {violation}", err=True)
    else:
        echo(found.form.show(found.problem, found.answer, 1))
        if found.left_out:
            echo(
                f"{model}: the model leaves out {found.left_out} of {found.variables} variables; "
                "coversat completed it",
                err=True,
            )
        for given in found.dropped:
            echo(f"{model}: without {given}", err=True)
    if cuts is not None:  # at the end, when nothing else can fail
        write_out(cuts, (" ".join(map(str, (*clause, 0))) + "\n" for clause in found.cuts))
    if found.status == "UNKNOWN":
        return UNKNOWN
    return YES if found.answer is not None and not found.violations else NO


def _decoded(exported: str, model: str) -> Decoded:
    exported_text, output_text = read_text(exported), read_text(model)
    try:
        return decode(exported_text, output_text)
    except WrongModelError:
        raise
    except ParseError as error:
        raise InputError.of_text(exported, exported_text, error) from None
    except OutputError as error:
        raise InputError.of_text(model, output_text, error.error) from None
    except DecodeError as error:
        raise InputError(exported, str(error)) from None


def _decoded_row(model: str, found: Decoded) -> dict[str, object]:
    status = {"SATISFIABLE": "valid", "UNSATISFIABLE": "none", "UNKNOWN": "unknown"}[found.status]
    answers = [] if found.answer is None else [found.problem.answer_rows(found.answer)]
    return {
        "file": model,
        "kind": found.problem.kind,
        "status": "invalid" if found.violations else status,
        "answers": answers,
        "violations": list(found.violations),
        "dropped": list(found.dropped),
        **({"cuts": [list(clause) for clause in found.cuts]} if found.cuts else {}),
        "left_out": found.left_out,
        "variables": found.variables,
    }
