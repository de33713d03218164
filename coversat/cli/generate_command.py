"""``coversat generate``."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from ..errors import UNKNOWN, YES
from ..files import STANDARD, write_whole
from ..problems import AnyProblem, problem_class
from ..setter.generate import GENERATED, Generated, NotFoundError, generate
from ..setter.generators.spec import Spec
from ..setter.generators.symmetry import SYMMETRIES
from .options import Whole, examples, json_option, limits, timeout_option
from .progress import Progress
from .writing import Writer, writer

PATIENCE = 60.0
"""Seconds for each puzzle, where no time is named: nobody knows whether there is one as asked for."""


def _sides(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """``9x9`` or ``9`` as two numbers."""
    if value is None:
        return None
    found = re.fullmatch(r"(\d{1,3})(?:x(\d{1,3}))?", value, re.ASCII)
    if not found:
        raise click.BadParameter(f"expected RxC, such as 9x9, found {value!r}")
    return int(found[1]), int(found[2] or found[1])


def _rounds(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    if value is not None and value != "search" and not (value.isascii() and value.isdecimal()):
        raise click.BadParameter(f"expected a number of rounds or 'search', found {value!r}")
    return value


@click.command(
    "generate",
    epilog=examples(
        "coversat generate sudoku --symmetry half-turn --seed 3",
        "coversat generate sudoku --boxes 2x2 --count 20 --to oneline -o puzzles.txt",
    ),
)
@click.argument("kind", type=click.Choice(list(GENERATED)), metavar="KIND")
@click.option("--size", metavar="RxC", callback=_sides, help="Rows and columns, such as 16x16.")
@click.option("--boxes", metavar="RxC", callback=_sides, help="The boxes of a sudoku, such as 2x5.")
@click.option("--givens", type=Whole(0), help="The number of given cells, or dominoes.")
@click.option(
    "--symmetry",
    type=click.Choice(list(SYMMETRIES)),
    metavar="NAME",
    help=f"The symmetry of the givens, or of a kakuro's cells: {', '.join(SYMMETRIES)}.",
)
@click.option(
    "--grade", metavar="G", callback=_rounds, help="Rounds, as 'coversat grade' has them, or 'search'."
)
@click.option("--seed", type=int, metavar="N", default=0, help="Another seed, other puzzles (0).")
@click.option("--count", type=Whole(), default=1, help="How many puzzles (1).")
@click.option("--to", "form", metavar="FORM", help="Their form; see 'coversat list forms'.")
@click.option("-o", "--output", metavar="OUT", help="The file to write, whole or not at all.")
@timeout_option
@json_option
def command(
    kind: str,
    size: tuple[int, int] | None,
    boxes: tuple[int, int] | None,
    givens: int | None,
    symmetry: str | None,
    grade: str | None,
    seed: int,
    count: int,
    form: str | None,
    output: str | None,
    timeout: float | None,
    as_json: bool,
) -> int:
    """Make puzzles that have exactly one answer, of a KIND: sudoku, sudominoku, kakuro or latin.

    Each is checked by two routes that share no reduction.  Without --givens
    none can be left out alone (or with its symmetric ones).  A kakuro's
    --size counts its first row and column of clues.  The same seed makes the
    same puzzles.  Without --timeout the search for each ends after a minute;
    exit code 3 where none is found, with what was found instead.
    """
    write = _usual_writer(kind) if form is None else writer(kind, form)
    spec = Spec(size, boxes, givens, symmetry, grade)
    patience = PATIENCE if timeout is None else None
    made: list[AnyProblem] = []
    rows: list[str] = []
    code = YES
    try:
        with Progress() as tell:
            for found in generate(kind, spec, seed, count, limits(timeout), tell, patience):
                made.append(found.problem)
                # Whether the form can state such puzzles, and several of them, is better known at once.
                write([found.problem] * min(count, 2))
                rows.append(json.dumps(_row(len(made), seed, found, write)) + "\n")
                if as_json and output is None:
                    tell.clear()
                    click.echo(rows.pop(), nl=False)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    except NotFoundError as error:
        click.echo(f"coversat: {error}; {len(made)} of {count} made", err=True)
        code = UNKNOWN
    if made and not (as_json and output is None):
        write_whole(STANDARD if output is None else output, rows if as_json else [write(made)])
    return code


def _row(number: int, seed: int, made: Generated, write: Writer) -> dict[str, Any]:
    problem = made.problem
    return {
        "kind": problem.kind,
        "status": "unique",
        "seed": seed,
        "number": number,
        "puzzle": write([problem]),
        "givens": len(problem.given_names()),
        "grade": made.grade,
        "routes": list(made.routes),
        "answer": problem.answer_rows(made.answer),
    }


def _usual_writer(kind: str) -> Writer:
    """The kind's own form; of several puzzles one in which they stand together, where there is one."""
    together = [form.write for form in problem_class(kind).forms if form.several and form.write is not None]

    def write(problems: Sequence[AnyProblem]) -> str:
        for state in together if len(problems) > 1 else ():
            with suppress(ValueError):
                return state(problems)
        return "\n".join(problem.format() for problem in problems)

    return write
