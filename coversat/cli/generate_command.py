"""``coversat generate``."""

from __future__ import annotations

import json
import re
from typing import Any

import click

from ..problems import Problem, find_form
from ..setter.generate import GENERATED, Generated, NotFoundError, generate
from ..setter.generators.symmetry import SYMMETRIES
from ..setter.generators.wish import Wish, WishError
from .options import json_option, limits, timeout_option
from .progress import Progress
from .results import UNKNOWN, YES


def _sides(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """``9x9`` or ``9`` as two numbers."""
    if value is None:
        return None
    found = re.fullmatch(r"(\d{1,3})(?:x(\d{1,3}))?", value, re.ASCII)
    if not found:
        raise click.BadParameter(f"expected RxC, such as 9x9, found {value!r}")
    return int(found[1]), int(found[2] or found[1])


@click.command("generate")
@click.argument("kind", type=click.Choice(list(GENERATED)))
@click.option("--size", metavar="RxC", callback=_sides, help="Such as 16x16; kakuro: 12x12 (9x9, 10x10).")
@click.option("--boxes", metavar="RxC", callback=_sides, help="The boxes of a sudoku, such as 2x5.")
@click.option("--givens", type=click.IntRange(min=0), help="So many given cells, or dominoes.")
@click.option(
    "--symmetry", type=click.Choice(list(SYMMETRIES)), help="Of a sudoku's givens or a kakuro's cells."
)
@click.option("--grade", metavar="G", help="Rounds, as 'coversat grade' has them, or 'search'.")
@click.option("--seed", type=int, default=0, help="The same seed makes the same puzzles (0).")
@click.option("--count", type=click.IntRange(min=1), default=1, help="How many puzzles (1).")
@click.option("--to", "form", metavar="FORM", help="As 'coversat convert' has it.")
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
    timeout: float | None,
    as_json: bool,
) -> int:
    """Make puzzles of KIND that have exactly one answer.

    Each is checked by two routes that share no reduction.  Without --givens
    a sudoku has none that can be left out alone (or with its symmetric ones),
    and a sudominoku no such domino.  A kakuro's --size counts its first row
    and column of clues.
    """
    if grade is not None and grade != "search" and not grade.isdecimal():
        raise click.BadParameter(f"expected a number of rounds or 'search', found {grade!r}")
    wish = Wish(size, boxes, givens, symmetry, grade)
    made: list[Problem[Any]] = []
    code = YES
    try:
        with Progress() as tell:
            for found in generate(kind, wish, seed, count, limits(None, timeout, None), tell):
                made.append(found.problem)
                if as_json:
                    tell.clear()
                    click.echo(json.dumps(_row(len(made), seed, found)))
    except WishError as error:
        raise click.UsageError(str(error)) from None
    except NotFoundError as error:
        click.echo(f"coversat: {error}; {len(made)} of {count} made", err=True)
        code = UNKNOWN
    if made and not as_json:
        click.echo(_text(made, form), nl=False)
    return code


def _row(number: int, seed: int, made: Generated) -> dict[str, Any]:
    problem = made.problem
    return {
        "kind": problem.kind,
        "status": "unique",
        "seed": seed,
        "number": number,
        "puzzle": problem.format(),
        "givens": len(problem.given_names()),
        "grade": made.grade,
        "routes": list(made.routes),
        "answer": problem.answer_rows(made.answer),
    }


def _text(problems: list[Problem[Any]], form: str | None) -> str:
    """The puzzles in one text that can be read again."""
    kind = problems[0].kind
    if form is None and len(problems) == 1:
        return problems[0].format()
    several = [one for one in type(problems[0]).forms if one.several]
    try:
        for one in [find_form(kind, form)] if form else several[:1]:
            if one.write is not None:
                return one.write(problems)
    except KeyError:
        raise click.UsageError(f"no form {form!r} of {kind}; see 'coversat list forms'") from None
    except ValueError as error:
        if form is not None:
            raise click.UsageError(str(error)) from None
    # No form of this kind states these together.
    return "\n".join(problem.format() for problem in problems)
