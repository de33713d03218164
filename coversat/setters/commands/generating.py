"""``coversat generate``: puzzles with exactly one answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import click

from ...base.deadline import Deadline
from ...base.errors import UNKNOWN, YES
from ...base.executor import InProcess, Processes, Report, in_order
from ...base.files import STANDARD, refuse_input, shown
from ...certificates.certifying import certify
from ...cli import options as shared
from ...cli.inputs import one_case
from ...cli.options import KindName, certifying, in_memory, overdue, rounds, span
from ...cli.output import Progress, echo, write_out
from ...cli.signatures import command
from ...kinds.converting import Writer, written_form
from ...problems import AnyProblem, Wanted, problem_class
from ..generate.generate import Generated, generate
from ..generate.spec import SYMMETRIES, NotFoundError
from ..prompts.prompt import LANGUAGES, prompt

GENERATE_SECONDS = 60.0
"""The time for each puzzle without --timeout: there may be none as specified."""


@command(
    generate,
    examples=(
        "coversat generate sudoku --symmetry half-turn --seed 3",
        "coversat generate sudoku --boxes 2x2 --count 20 --to oneline -o puzzles.txt",
    ),
    without=("patience",),
)
@click.argument("kind", metavar="KIND", type=KindName())
@click.option(
    "--symmetry",
    type=click.Choice(tuple(SYMMETRIES)),
    metavar="NAME",
    help=f"The symmetry of the givens, of a kakuro's cells or a nonogram's picture: {', '.join(SYMMETRIES)}.",
)
@click.option(
    "--grade",
    type=rounds,
    metavar="G",
    help="Rounds as in 'coversat grade', or 'search'; several in turn: 0,1,search.",
)
@click.option("--hardest", type=span, metavar="N..M", help="Rules of the hardest step, as 'coversat steps'.")
@click.option(
    "--layout", metavar="FILE", help="A sudoku whose constraints, boxes and givens stay; digits are added."
)
@click.option("--to", "form", metavar="FORM", help="Their form; see 'coversat list forms'.")
@click.option(
    "--language",
    type=click.Choice(tuple(LANGUAGES)),
    default="en",
    help="Of the prompts in --json; en without it.",
)
@shared.output("The file to write, whole or not at all.")
@certifying("each puzzle's one answer")
@shared.as_json
@in_memory
def generate_command(
    kind: str,
    layout: str | None,
    form: str | None,
    language: str,
    output: str | None,
    folder: str | None,
    proof: str | None,
    timeout: float | None,
    as_json: bool,
    **wishes: Any,
) -> int:
    """Generate puzzles that have exactly one answer, of a KIND: sudoku, sudominoku, kakuro, queens,
    dominosa, latin, skyscrapers, starbattle, nonogram, most kinds that are one class, or the .py file that
    defines one.

    Each is checked by two routes that share no reduction (if areas are large, by two solvers). Without
    --givens no given can be left out alone (or with its symmetric ones), except in a hitori or dominosa,
    whose board is full of numbers, a nurikabe, where each island has its number, a kakuro, whose runs all
    have their sums, or a starbattle. With --layout a sudoku gets digits that make it unique with the
    constraints in the file. A kakuro's --size counts its first row and column of clues; a star battle has two
    stars in each row from 10x10 on. The same seed makes the same puzzles, with any number of
    --jobs, and none twice: no two plain sudokus are the same up to symmetry and renaming of digits, and no
    two others have the same text. With several grades, as --grade 0,1,search, the puzzles have them in
    turn, so a set has equally many of each. Without --timeout the search for each ends after a minute; exit
    code 3 if none is found, with what was found instead. With --json each has its grade, its answer and a
    prompt in words, for people or language models; 'coversat audit' and 'coversat score' read such a set.
    With --certify each gets a folder with a proof that it has one answer, which 'coversat verify DIR' checks.
    """
    deadline, count, seed = Deadline(timeout), wishes["count"], wishes["seed"]
    write = _usual_writer(kind) if form is None else written_form(kind, form)[1]
    drawn = None if layout is None else one_case(layout, Wanted(kind), timeout=timeout).problem
    if output is not None:
        refuse_input(output)
    made: list[AnyProblem] = []
    rows: list[str] = []
    code = YES
    try:
        with Progress(piped=True) as tell, overdue(timeout).enforced():
            each = GENERATE_SECONDS if timeout is None else None
            made_by = generate(kind, layout=drawn, timeout=deadline, patience=each, report=tell, **wishes)
            stated = _stated(made_by, write, min(count, 2))
            name = None if folder is None else Path(folder, f"{kind}-{seed}")
            for found, certificate in _certified(stated, name, (proof, deadline), wishes["jobs"]):
                made.append(found.problem)
                row = _generated_row(len(made), seed, found, drawn, write, language)
                if folder is not None:
                    row["certificate"] = certificate
                    code = code if certificate else UNKNOWN
                rows.append(json.dumps(row) + "\n")
                if as_json and output is None:
                    echo(rows.pop(), end="")
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    except NotFoundError as error:
        echo(f"coversat: {error}; {len(made)} of {count} made", err=True)
        code = UNKNOWN
    if made and not (as_json and output is None):
        write_out(STANDARD if output is None else output, rows if as_json else [write(made)])
    return code


def _generated_row(
    number: int, seed: int, made: Generated, layout: Any, write: Writer, language: str
) -> dict[str, Any]:
    """A puzzle with its prompt, and its answer as rows and as a reply states it."""
    problem = made.problem
    drawn = 0 if layout is None else len(layout.blank().given_names())
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
        "prompt": prompt(problem, language),
        "solution": problem.render(made.answer),
    }


def _stated(made: Iterator[Generated], write: Writer, copies: int) -> Iterator[Generated]:
    """The puzzles; a form that cannot state such, or several of them, is refused at once."""
    for found in made:
        write([found.problem] * copies)
        yield found


_How = tuple[str | None, Deadline]


def _certified(
    made: Iterator[Generated], name: Path | None, how: _How, jobs: int
) -> Iterator[tuple[Generated, str | None]]:
    """Each puzzle with the folder of its certificate; None, with a message, if the time was over before."""
    if name is None:
        yield from ((found, None) for found in made)
        return
    executor = InProcess(_certify, how) if jobs == 1 else Processes(_certify, how, jobs)
    with closing(executor):
        numbered = ((found, f"{name}-{number}") for number, found in enumerate(made, 1))
        for result in in_order(executor, numbered):
            found, folder = result.task.argument
            if reason := result.failure or result.value:
                echo(f"coversat: {shown(folder)}: no certificate (stopped after {reason})", err=True)
            yield found, None if reason else folder


def _certify(how: _How, task: tuple[Generated, str], report: Report) -> str | None:
    """What a worker does: write the certificate of a puzzle; why it was stopped, if it was."""
    (proof, deadline), (found, folder) = how, task
    return certify(found.problem, folder, proof=proof, timeout=deadline).reason


def _usual_writer(kind: str) -> Writer:
    """The writer of the default form; for several puzzles, of a form that holds several."""
    together = [form.write for form in problem_class(kind).forms if form.several and form.write is not None]

    def write(problems: Sequence[AnyProblem]) -> str:
        for state in together if len(problems) > 1 else ():
            with suppress(ValueError):
                return state(problems)
        return "\n".join(problem.format() for problem in problems)

    return write
