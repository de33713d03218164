"""``coversat steps``, and checking what it writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Any

import click

from ...base.arguments import Listener
from ...base.deadline import Deadline
from ...base.errors import BAD, CODES, InputError, ParseError, ReductionError
from ...base.files import read_text, refuse_input, shown
from ...base.wording import counted
from ...certificates.step_files import accepted_steps
from ...cli import options as shared
from ...cli.inputs import Case, Outcome, each_puzzle, one_case
from ...cli.options import in_memory
from ...cli.output import echo, echo_json, write_picture
from ...cli.signatures import command
from ...kinds.drawing.strip import board_of
from ...problems import AnyProblem
from ...problems.recognition import Wanted
from ...reductions.rule_clauses import rule_clauses
from ..steps.finding import ValuesLeft, steps
from ..steps.hints import hint
from ..steps.pictures import draw_hint, draw_steps
from ..steps.values import Steps


@command(
    steps,
    examples=(
        "coversat steps examples/hitori/6x6.txt -o steps.svg",
        "coversat steps examples/sudoku/oneline.txt --json > steps.json",
    ),
    without=("count",),
)
@shared.files
@shared.output("Draw the steps of the one puzzle as well, as .svg or .png.")
@click.option("--jsonl", is_flag=True, help="One JSON object per step, with the position before it.")
@shared.reading
@shared.as_json
@in_memory
def steps_command(
    files: tuple[str, ...],
    output: str | None,
    jsonl: bool,
    most: int,
    timeout: float | None,
    wanted: Wanted,
    as_json: bool,
) -> int:
    """Print the steps that solve a puzzle, each with the rules that it follows from.

    A step uses as few rules as the search finds: one, two, and so on. Steps of more than 4 rules, and those
    that need cases, are followed by their links: what follows in each case, one small step after the other.
    If more than 8 rules are needed (--most), only the links are that small. Values that a placed value
    excludes directly are crossed out without a step, as with pencil marks.

    'coversat verify' checks the output of --json, step by step: a complete list proves that there is exactly
    one answer. --jsonl writes for each step the position, the rules, the conclusion, and whether the checker
    accepts it. With --timeout, the steps found so far are printed. The picture of -o has a board for each
    step, with the cells of its rules shaded and the conclusion ringed.
    """
    if jsonl and as_json:
        raise click.UsageError("--json and --jsonl exclude each other")
    if output == "-":
        raise click.UsageError("standard output is for the steps; name a file for the picture")
    if output is not None:
        refuse_input(output)
    drawn: list[Steps] = []

    def present(case: Case, found: Steps) -> Outcome:
        drawn.append(found)
        row = found.as_json() | case.row(found.outcome)
        if jsonl:
            return CODES[found.outcome], row, "\n".join(map(json.dumps, _step_rows(case, found)))
        return CODES[found.outcome], row, "\n".join([f"{case.title}:", *found.report()])

    find = partial(_find, most=most, is_drawn=output is not None)
    code = each_puzzle(files, wanted, timeout, as_json, find, present)
    if output is not None and drawn and code != BAD:
        if len(drawn) > 1:
            raise InputError(files[0], f"a picture shows one puzzle, and there are {len(drawn)}")
        write_picture(draw_steps(drawn[0].puzzle, drawn[0].steps), output)
    return code


def _refuse_without_board(problem: AnyProblem) -> None:
    try:
        board_of(problem)
    except ValueError as error:
        raise ReductionError(str(error)) from None


def _step_rows(case: Case, found: Steps) -> Iterator[dict[str, Any]]:
    """For each step what was known before it, its reasons, what follows, and whether the checker agrees."""
    if not found.steps:
        return  # not even a formula, which may be what the time was not enough for
    known = ValuesLeft(rule_clauses(found.puzzle))
    entries = [step.as_json() for step in found.steps]
    accepted = accepted_steps(found.puzzle, entries)
    for number, (step, entry, follows) in enumerate(zip(found.steps, entries, accepted, strict=True), 1):
        named = {"file": case.file, "case": case.number, "kind": case.problem.kind, "number": number}
        puzzle = {"puzzle": found.puzzle.format()} if number == 1 else {}
        yield named | puzzle | {"position": known.as_json()} | entry | {"accepted": follows}
        known.learn(step.conclusions)


@command(
    hint,
    examples=(
        "coversat hint examples/sudoku/boj2239.txt",
        "coversat hint examples/sudoku/boj2239.txt answer.txt",
    ),
)
@shared.file
@click.argument("position", metavar="[POSITION]", required=False)
@shared.output("Draw it as well, as .svg or .png.")
@shared.case
@shared.reading
@shared.as_json
@in_memory
def hint_command(
    file: str,
    position: str | None,
    output: str | None,
    timeout: float | None,
    case: int | None,
    wanted: Wanted,
    most: int,
    as_json: bool,
) -> int:
    """Print the next step of a puzzle from a partly filled board, or what is wrong there.

    POSITION is a file with the board as answers are printed: '?' is an open cell, and several values in a
    cell are pencil marks, such as 135 or 1,3,12. Facts such as 'r1c1 is not 5' may follow, or stand alone,
    one a line; lines that 'coversat steps' printed are such facts. Without POSITION nothing is filled in yet.

    Exits with 0 for a hint or a complete board, with 1 if an entry is wrong or the puzzle has no answer, with
    3 if the time limit came first.
    """
    if output == "-":
        raise click.UsageError("standard output is for the words; name a file for the picture")
    deadline = Deadline(timeout)
    chosen = one_case(file, wanted, case, timeout)
    with deadline.enforced():
        text = "" if position is None else read_text(position)
    if output is not None:
        refuse_input(output)
    try:
        if output is not None:
            _refuse_without_board(chosen.problem)
        found = hint(chosen.problem, text, timeout=deadline, most=most)
    except ReductionError as error:
        raise chosen.refused(error) from None
    except ParseError as error:
        raise InputError.of_text(position or file, text, error) from None
    if as_json:
        echo_json(chosen.row(found.outcome) | found.as_json())
    else:
        echo("\n".join(found.lines(chosen.title, shown(position or file))))
    if output is not None:
        write_picture(draw_hint(found), output)
    return CODES[found.outcome]


def _find(problem: AnyProblem, timeout: Deadline, report: Listener, most: int, is_drawn: bool) -> Steps:
    if is_drawn:
        _refuse_without_board(problem)
    number = count(1)
    return steps(
        problem, most=most, timeout=timeout, report=lambda step: report(counted(next(number), "step"))
    )
