"""``coversat explain``, ``candidates`` and ``grade``: what is wrong with a puzzle, and how hard it is."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

import click

from ...base.deadline import Deadline
from ...base.errors import CODES, UNKNOWN, YES, InputError, ReductionError
from ...base.files import refuse_input
from ...base.wording import counted
from ...cli import options as shared
from ...cli.inputs import Case, Outcome, each_puzzle, one_case, read_answer
from ...cli.options import in_memory, overdue
from ...cli.output import Progress, columns, echo, echo_json, write_picture
from ...cli.signatures import command
from ...kinds.drawing import Picture, draw
from ...problems.recognition import Wanted
from ...reductions import cells_of_rules
from ..explain.candidates import Candidates, candidates, picture
from ..explain.explain import Explanation, NoAnswer, OneAnswer, SeveralAnswers, explain
from ..explain.words import explained_lines
from ..grade import Grade, grade


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


@command(
    candidates,
    examples=(
        "coversat candidates examples/sudoku/two-answers.txt",
        "coversat candidates examples/kakuro/kakuro2.txt --json",
    ),
)
@shared.files
@shared.reading
@shared.rows()
@in_memory
def candidates_command(files: tuple[str, ...], timeout: float | None, wanted: Wanted, as_json: bool) -> int:
    """Print for each cell the values that it has in some answer.

    They are exact: every value shown occurs in an answer, no other does. With --timeout, values not seen in
    time may be missing, and the output says so.
    """
    return each_puzzle(files, wanted, timeout, as_json, candidates, _candidates)


def _candidates(case: Case, found: Candidates) -> Outcome:
    calls, values = counted(found.calls, "SAT call"), sum(len(values) for _, values in found.seen)
    if not found.exact:
        status = "partial"
        said = f"PARTIAL, {counted(values, 'candidate')} seen; stopped after {found.reason}"
    elif found.answers:
        status = "exact"
        settled = f"{len(found.settled)} of {len(found.seen)} {found.places} settled"
        said = f"{counted(values, 'candidate')}, {settled}"
    else:
        status, said = "none", "no answer"
    drawn = [] if status == "none" else [picture(found, columns())]
    text = "\n".join([f"{case.title}: {said} ({calls})", *drawn])
    return CODES[status], case.row(status) | found.as_json(), text


@command(
    grade,
    examples=(
        "coversat grade examples/sudoku/boj2239.txt examples/kakuro/kakuro2.txt",
        "coversat grade examples/sudoku/boj2239.txt --steps",
    ),
    without=("solving",),
)
@shared.files
@click.option("--steps", is_flag=True, help="Print each cell that is forced and each value refuted.")
@shared.reading
@shared.rows()
@in_memory
def grade_command(
    files: tuple[str, ...], steps: bool, timeout: float | None, wanted: Wanted, as_json: bool
) -> int:
    """Grade how hard puzzles are, by the depth of reasoning that they need.

    Grade 0: unit propagation alone solves it. Grade n: n rounds of failed literals solve it, in which each
    value still open is assumed, and refuted if unit propagation leads to a conflict. 'search': some cells
    stay open; the puzzle needs search, or has several answers.

    Then, for every kind, the steps of 'coversat steps': how many rules the hardest step has, how many steps
    there are of each size, and how many steps of that size, or smaller, were available at each point. The
    score is one number for all of them: close to the cost of the hardest step, more if there are many such.
    """

    def present(case: Case, found: Grade) -> Outcome:
        row = case.row(found.outcome) | found.as_json()
        if steps:
            row["steps"] = [{"round": step.round, "step": str(step)} for step in found.steps]
        stopped = found.solving is not None and found.solving.outcome == "unknown"
        return (UNKNOWN if stopped else CODES[found.outcome], row, "\n".join(found.lines(case.title, steps)))

    return each_puzzle(files, wanted, timeout, as_json, partial(grade, solving=True), present)
