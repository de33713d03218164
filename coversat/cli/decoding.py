"""``coversat decode``: the answers in what solvers printed, for one file or for a folder of them."""

from __future__ import annotations

import os

import click

from ..answering.sets.manifest import checked_row, decoded_row, files_of, output_of, status_of, texts_of
from ..base.errors import CODES, NO, UNKNOWN, YES, InputError
from ..base.files import refuse_input, shown
from ..base.wording import counted
from ..exchange import WrongModelError, decode
from . import options as shared
from .options import in_memory, in_time
from .output import Progress, Results, echo, echo_json, write_out
from .signatures import command


@command(
    decode,
    examples=(
        "coversat decode puzzle.cnf model.txt",
        "cadical -q puzzle.cnf | coversat decode puzzle.cnf -",
        "coversat decode puzzle.cnf model.txt --cuts more.txt",
    ),
)
@click.argument("exported", metavar="EXPORTED")
@click.argument("model", metavar="[MODEL]", required=False)
@shared.kind
@shared.own_encodings
@click.option("--cuts", metavar="OUT", help="Write the clauses that a model in several pieces breaks.")
@shared.rows("output")
@shared.timeout
@in_memory
@in_time
def decode_command(
    exported: str, model: str | None, kind: str | None, cuts: str | None, as_json: bool
) -> int:
    """Print the answer that a solver found for the puzzle in an EXPORTED file.

    Needs no other file and does not trust the solver: the clauses and the puzzle's rules are both checked.
    MODEL is what the solver printed: 's' and 'v' lines in any chunks, minisat's SAT file, bare literals in
    any order, the options that a Dancing Links program chose, or a MIP solver's solution. Of several models
    the last is taken.

    The file states the kind of its puzzle; --kind is needed if a .py file defines that.

    The clauses of a file by cnf:cuts do not state that something is connected. If a model is in several
    pieces, add the lines that --cuts writes to the file, with their number in its header, and solve it
    again.

    In a folder that 'coversat export' wrote, each x.cnf is paired with x.out, or x.cnf.out, where the output
    of a solver was left, and gets a line: RIGHT, NONE, UNKNOWN, WRONG or INCOMPLETE (a model in several
    pieces). What contradicts the verdict of 'export --decide' is WRONG; a NONE that agrees with it counts
    as a yes.

    Exits with 1 if the answer is wrong, the model does not satisfy the formula or there is none, with 2 if a
    file cannot be read, with 3 if nothing is decided.
    """
    if os.path.isdir(exported):
        if model is not None or cuts is not None:
            raise click.UsageError("the outputs for a folder are inside: leave out MODEL and --cuts")
        return _decode_folder(exported, as_json)
    if model is None:
        raise click.UsageError("expected MODEL, what the solver printed")
    try:
        with texts_of(exported, model) as texts:
            found = decode(*texts)
        if cuts is not None:
            refuse_input(cuts)  # before it is said what the file has
    except WrongModelError as error:
        row = {"file": model, "status": "wrong", "message": str(error)}
        if as_json:
            echo_json(row)
        else:
            echo(f"{shown(model)}: {error}", err=True)
        return NO
    if as_json:
        echo_json(decoded_row(model, found))
    elif found.answer is None:
        echo(f"{model}: the solver says {found.status}", err=True)
    elif found.cuts:
        where = f"{cuts} has" if cuts else "--cuts writes"
        echo(f"{model}: {found}; {where} {counted(len(found.cuts), 'clause')} to append", err=True)
    elif found.violations:
        for violation in found.violations:
            echo(f"{model}: the answer is wrong: {violation}", err=True)
    else:
        echo(found.form.show(found.problem, found.answer, 1), data=True)
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
    return CODES[status_of(found)]


# Folders


def _decode_folder(folder: str, as_json: bool) -> int:
    """A line for each exported file whose output is there; the others are counted."""
    results = Results(as_json)
    lacking = 0
    with Progress() as tell:
        for file, manifest in files_of(folder):
            tell(file)
            exported = os.path.join(folder, file)
            output = output_of(exported)
            if output is None:
                lacking += 1
                continue
            try:
                row = checked_row(exported, output, manifest)
            except InputError as error:
                results.error(error)
                continue
            message = f": {row['message']}" if row["message"] else ""
            status = row["status"]
            expected = status == manifest.get("verdict")  # that there is no answer
            code = YES if expected else CODES[status]
            results.add(code, row, f"{status.upper()} {shown(exported)}{message}")
    if lacking:
        echo(f"{counted(lacking, 'file')} without output, such as x.out for x.cnf", err=True)
        results.codes.append(UNKNOWN)
    return results.code
