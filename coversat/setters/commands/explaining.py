"""``coversat explain``: why a puzzle has no answer, or what would make it unique."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from ...base.deadline import Deadline
from ...base.errors import UNKNOWN, YES, InputError, ReductionError
from ...base.files import refuse_input
from ...cli import options as shared
from ...cli.inputs import Case, one_case, read_answer
from ...cli.options import in_memory, overdue
from ...cli.output import Progress, columns, echo, echo_json, write_picture
from ...cli.signatures import command
from ...kinds.drawing import Picture, draw
from ...problems.recognition import Wanted
from ...reductions import cells_of_rules
from ..explain.explain import Explanation, NoAnswer, OneAnswer, SeveralAnswers, explain
from ..explain.words import explained_lines


@command(
    explain,
    examples=(
        "coversat explain examples/sudoku/two-answers.txt",
        "coversat explain examples/sudoku/oneline.txt --case 2 -o clash.svg",
    ),
)
@shared.file
@shared.output("Draw it as well, as .svg or .png.")
@click.option("--toward", metavar="ANSWER", help="If there are several: add givens for the one in this file.")
@shared.case
@shared.reading
@shared.as_json
@in_memory
def explain_command(
    file: str,
    output: str | None,
    toward: str | None,
    timeout: float | None,
    case: int | None,
    wanted: Wanted,
    as_json: bool,
    **wishes: Any,
) -> int:
    """Explain why a puzzle has no answer, what would make it unique, or what it does not need.

    No answer: givens that clash, none of which can be left out. Several answers: the settled cells, two
    answers far apart, and a smallest set of givens to add so that only one answer is left. One answer: the
    givens that are not needed.

    In the picture of -o the givens that clash, or that are not needed, are ringed, and of two answers what
    differs.

    Exits with 0 if the explanation is complete, with 3 if the time limit came first.
    """
    if output == "-":
        raise click.UsageError("standard output is for the words; name a file for the picture")
    deadline = Deadline(timeout)
    chosen = one_case(file, wanted, case, timeout)
    if output is not None:
        refuse_input(output)
    aim = None
    if toward is not None:
        with deadline.enforced():
            aim = read_answer(chosen, toward)
    try:
        with Progress() as report, overdue(timeout).enforced():
            found = explain(chosen.problem, toward=aim, timeout=deadline, report=report, **wishes)
    except ReductionError as error:
        raise chosen.refused(error) from None
    except ValueError as error:
        raise InputError(toward or file, str(error)) from None
    if as_json:
        echo_json(_explained_row(chosen, found))
    else:
        drawn = sys.stdout.isatty()
        echo("\n".join(explained_lines(chosen.problem, found, chosen.title, columns(), drawn)))
    if output is not None:
        write_picture(_drawn(chosen, found), output)
    return YES if found.complete else UNKNOWN


def _explained_row(case: Case, found: Explanation) -> dict[str, Any]:
    row = case.row(found.verdict) | {"complete": found.complete} | found.as_json()
    if isinstance(found, SeveralAnswers):
        row["answers"] = [case.problem.answer_rows(answer) for answer in found.pair.answers]
        for entry, addition in zip(row["additions"], found.additions, strict=True):
            entry["answer"] = case.problem.answer_rows(addition.answer)
    return row


def _drawn(case: Case, found: Explanation) -> Picture:
    """The puzzle with rings around the givens in question, or around rules that clash; or its two answers."""
    if isinstance(found, SeveralAnswers):
        return draw(case.problem, *found.pair.answers, labels=True)
    givens: Sequence[tuple[int, str]] = ()
    if isinstance(found, NoAnswer):
        givens = found.clash or ()
    elif isinstance(found, OneAnswer):
        givens = found.redundant
    cells = case.problem.given_cells()
    ringed = {cell for number, _ in givens for cell in cells[number]}
    if isinstance(found, NoAnswer) and found.rules and not givens:
        of_rules = cells_of_rules(case.problem)
        ringed = {cell for label in found.rules for cell in of_rules[label]}
    return draw(case.problem, ringed=ringed, labels=True)
