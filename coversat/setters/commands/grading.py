"""``coversat candidates`` and ``grade``: what each cell may hold, and how hard a puzzle is."""

from __future__ import annotations

from functools import partial

import click

from ...base.errors import CODES, UNKNOWN
from ...base.wording import counted
from ...cli import options as shared
from ...cli.inputs import Case, Outcome, each_puzzle
from ...cli.options import in_memory
from ...cli.output import columns
from ...cli.signatures import command
from ...problems.recognition import Wanted
from ..explain.candidates import Candidates, candidates, picture
from ..grade import Grade, grade


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
