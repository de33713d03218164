"""``coversat generate``, ``export``, ``convert`` and ``decode``: writing puzzles and reading answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from ..api.sets.entry import named
from ..base.errors import NO, UNKNOWN, YES, InputError, ParseError, UnknownKindError
from ..base.files import STANDARD, read_text, refuse_input, shown, write_whole
from ..base.wording import counted, meant
from ..certificates import certify
from ..exchange import FORMATS, Decoded, DecodeError, OutputError, WrongModelError, decode, export
from ..problems import AnyForm, AnyProblem, find_form, forms, problem_class
from ..setting.generate.generate import Generated, NotFoundError, generate
from ..setting.generate.spec import SYMMETRIES, Spec
from ..solvers import Limits
from . import options as shared
from .inputs import Case, one_case, read_cases
from .options import (
    KindName,
    certifying,
    command,
    in_memory,
    in_time,
    limits,
    overdue,
    rounds,
    sides,
    span,
    whole,
)
from .output import Progress, echo, echo_json

GENERATE_SECONDS = 60.0
"""The time for each puzzle without --timeout: there may be none as specified."""

Writer = Callable[[Sequence[AnyProblem]], str]

EXPORT_HELP = """Write a puzzle for outside solvers.

The file's comments hold the puzzle, so that 'coversat decode' needs nothing but the file and the solver's
output. OUT is written whole or not at all, and is not FILE.

\b
Formats:
{formats}
"""


@command(
    examples=(
        "coversat export examples/kakuro/kakuro2.txt -o puzzle.cnf",
        "coversat export examples/sudoku/boj2239.txt --via cnf:minimal -o x.cnf.gz",
    ),
    help=EXPORT_HELP.format(formats="\n".join(f"  {name:6}  {one.about}" for name, one in FORMATS.items())),
)
@shared.file
@click.option(
    "--to",
    "name",
    type=click.Choice(tuple(FORMATS)),
    default="dimacs",
    help="The format; see above (dimacs).",
)
@shared.via_reduction
@shared.output("The file to write; compressed if it ends in .gz or .xz.", STANDARD)
@shared.case
@shared.kind
@shared.timeout
@in_memory
@in_time
def export_command(
    file: str, name: str, via: str | None, output: str, case: int | None, kind: str | None
) -> int:
    """Write the lines of `coversat.exchange.export`."""
    chosen = one_case(file, kind, case)
    write_whole(output, export(chosen.problem, name, via, chosen.form))
    return YES


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
    form, write = _written_form(cases[0].problem.kind, name)
    text = _converted(file, cases, write)
    write_whole(output, [text])
    for note in form.notes(text) if form.notes else ():
        echo(f"{named(output)}: {note}", err=True)
    return YES


def _written_form(kind: str, name: str) -> tuple[AnyForm, Writer]:
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
        write_whole(cuts, (" ".join(map(str, (*clause, 0))) + "\n" for clause in found.cuts))
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


@command(
    examples=(
        "coversat generate sudoku --symmetry half-turn --seed 3",
        "coversat generate sudoku --boxes 2x2 --count 20 --to oneline -o puzzles.txt",
    )
)
@click.argument("kind", metavar="KIND", type=KindName())
@click.option("--size", type=sides, metavar="RxC", help="Rows and columns, such as 16x16.")
@click.option("--boxes", type=sides, metavar="RxC", help="The boxes of a sudoku, such as 2x5.")
@click.option("--givens", type=whole(0), metavar="N", help="The number of given cells, or dominoes.")
@click.option(
    "--symmetry",
    type=click.Choice(tuple(SYMMETRIES)),
    metavar="NAME",
    help=f"The symmetry of the givens, of a kakuro's cells or a nonogram's picture: {', '.join(SYMMETRIES)}.",
)
@click.option("--grade", type=rounds, metavar="G", help="Rounds as in 'coversat grade', or 'search'.")
@click.option("--hardest", type=span, metavar="N..M", help="Rules of the hardest step, as 'coversat steps'.")
@click.option(
    "--layout",
    metavar="FILE",
    help="A sudoku whose constraints, boxes and givens stay; digits are added.",
)
@shared.seed("Another seed, other puzzles (0).")
@click.option("--count", type=whole(), metavar="N", default=1, help="The number of puzzles (1).")
@click.option("--to", "form", metavar="FORM", help="Their form; see 'coversat list forms'.")
@shared.output("The file to write, whole or not at all.")
@certifying("each puzzle's one answer")
@shared.timeout
@shared.as_json
@in_memory
def generate_command(
    kind: str,
    size: tuple[int, int] | None,
    boxes: tuple[int, int] | None,
    givens: int | None,
    symmetry: str | None,
    grade: str | None,
    hardest: tuple[int, int] | None,
    layout: str | None,
    seed: int,
    count: int,
    form: str | None,
    output: str | None,
    folder: str | None,
    proof: str | None,
    timeout: float | None,
    as_json: bool,
) -> int:
    """Generate puzzles that have exactly one answer, of a KIND: sudoku, sudominoku, kakuro, queens,
    dominosa, latin, skyscrapers, starbattle, nonogram, most kinds that are one class, or the .py file that
    defines one.

    Each is checked by two routes that share no reduction (if areas are large, by two solvers). Without
    --givens no given can be left out alone (or with its symmetric ones). With --layout a sudoku gets digits
    that make it unique with the constraints in the file. A kakuro's --size counts its first row and column of
    clues; a star battle has two stars in each row from 10x10 on. The same seed makes the same puzzles.
    Without --timeout the search for each ends after a minute; exit code 3 if none is found, with what was
    found instead. With --certify each gets a folder with a proof that it has one answer, which 'coversat
    verify DIR' checks.
    """
    within = limits(timeout)
    write = _usual_writer(kind) if form is None else _written_form(kind, form)[1]
    drawn = None if layout is None else one_case(layout, kind, timeout=timeout).problem
    if output is not None:
        refuse_input(output)
    spec = Spec(size, boxes, givens, symmetry, grade, hardest, drawn)
    made: list[AnyProblem] = []
    rows: list[str] = []
    code = YES
    try:
        with Progress(piped=True) as tell, overdue(timeout).enforced():
            each = GENERATE_SECONDS if timeout is None else None
            for found in generate(kind, spec, seed, count, within, tell, each):
                made.append(found.problem)
                # A form that cannot state such puzzles, or several of them, is refused at once.
                write([found.problem] * min(count, 2))
                row = _generated_row(len(made), seed, found, spec, write)
                if folder is not None:
                    path = Path(folder) / f"{kind}-{seed}-{len(made)}"
                    row["certificate"] = _certificate(found.problem, path, proof, within)
                    code = code if row["certificate"] else UNKNOWN
                rows.append(json.dumps(row) + "\n")
                if as_json and output is None:
                    tell.clear()
                    echo(rows.pop(), end="")
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    except NotFoundError as error:
        echo(f"coversat: {error}; {len(made)} of {count} made", err=True)
        code = UNKNOWN
    if made and not (as_json and output is None):
        write_whole(STANDARD if output is None else output, rows if as_json else [write(made)])
    return code


def _generated_row(number: int, seed: int, made: Generated, spec: Spec, write: Writer) -> dict[str, Any]:
    problem = made.problem
    drawn = 0 if spec.layout is None else len(spec.layout.blank().given_names())
    return {
        "kind": problem.kind,
        "status": "unique",
        "seed": seed,
        "number": number,
        "puzzle": write([problem]),
        "givens": len(problem.given_names()) - drawn,
        "grade": made.grade,
        **({} if made.hardest is None else {"hardest": made.hardest}),
        "routes": list(made.routes),
        "answer": problem.answer_rows(made.answer),
    }


def _certificate(problem: AnyProblem, folder: Path, proof: str | None, within: Limits) -> str | None:
    """The folder of the certificate; None, with a message, if the time was over before."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    found = certify(problem, folder, limits=within, proof=proof)
    if found.reason is None:
        return str(folder)
    echo(f"coversat: {shown(folder)}: no certificate (stopped after {found.reason})", err=True)
    return None


def _usual_writer(kind: str) -> Writer:
    """The writer of the default form; for several puzzles, of a form that holds several."""
    together = [form.write for form in problem_class(kind).forms if form.several and form.write is not None]

    def write(problems: Sequence[AnyProblem]) -> str:
        for state in together if len(problems) > 1 else ():
            with suppress(ValueError):
                return state(problems)
        return "\n".join(problem.format() for problem in problems)

    return write
