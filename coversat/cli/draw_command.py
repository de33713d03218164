"""``coversat draw``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..answers import check
from ..drawing import Picture, draw, draw_sheet
from ..errors import NO, UNKNOWN, YES
from ..files import shown
from ..findings import Verdict
from ..setter.candidates import candidates
from ..solvers import Limits
from .commands import Argument, Option, UsageError, Whole, echo, takes
from .inputs import Case, one_case, read_answer, read_cases
from .options import CASE, KIND, NODES, TIMEOUT, limits
from .results import worst
from .write_picture import write_picture


@takes(
    Argument("file", "PUZZLE"),
    Argument("files", "[ANSWER [ANSWER]]", several=True, required=False),
    Option("--output", "The file to write, .svg or .png.", "OUT", short="-o"),
    Option("--solve", "Draw its answer; two of them, where it has several."),
    Option("--candidates", "Write each cell's values in some answer.", to="open_cells"),
    Option("--labels", "Name the rows and columns."),
    Option("--all", "Draw all puzzles of the file on one sheet.", to="sheet"),
    Option("--columns", "Put so many beside each other on a sheet (2).", "N", read=Whole(), default=2),
    TIMEOUT,
    NODES,
    CASE,
    KIND,
    examples=(
        "coversat draw examples/sudoku/killer.txt --solve -o answer.svg",
        "coversat draw examples/sudoku/two-answers.txt --candidates -o open.svg",
    ),
)
def command(
    file: str,
    files: tuple[str, ...],
    output: str | None,
    solve: bool,
    open_cells: bool,
    labels: bool,
    sheet: bool,
    columns: int,
    timeout: float | None,
    nodes: int | None,
    case: int | None,
    kind: str | None,
) -> int:
    """Draw a puzzle, or its answer, as a person would.

    With the answers in two files, or --solve and a puzzle of several answers,
    both beside each other, what differs ringed.  In a wrong answer the cells
    that break a rule are ringed.  SVG goes to standard output where no file
    is named.
    """
    if len(files) > 2 or (solve and files):
        raise UsageError("at most two answers, and none beside --solve")
    if open_cells and (solve or files):
        raise UsageError("--candidates draws no answer: leave out --solve and files with answers")
    if sheet and (open_cells or files or case is not None):
        raise UsageError("--all draws every puzzle: leave out --candidates, --case and files with answers")
    within = limits(timeout, nodes)
    if sheet:
        picture, code = _sheet(read_cases(file, kind, timeout), solve, columns, labels, within)
    elif open_cells:
        picture, code = _with_candidates(one_case(file, kind, case, timeout), labels, within)
    else:
        chosen = one_case(file, kind, case, timeout)
        answers, code = _solved(chosen, within) if solve else _read(chosen, files, within)
        picture = draw(chosen.problem, *answers, labels=labels)
    write_picture(picture, output)
    return code


def _sheet(
    cases: Sequence[Case], solve: bool, columns: int, labels: bool, within: Limits
) -> tuple[Picture, int]:
    found = [_solved(case, within) if solve else ((), YES) for case in cases]
    answers = [answers[0] if answers else None for answers, _ in found]
    picture = draw_sheet([case.problem for case in cases], answers, columns, labels)
    return picture, worst([code for _, code in found])


def _with_candidates(case: Case, labels: bool, within: Limits) -> tuple[Picture, int]:
    found = candidates(case.problem, within)
    try:
        picture = draw(case.problem, candidates=found.by_cell(), labels=labels)
    except ValueError as error:
        raise case.refused(error) from None
    if not found.exact:
        echo(f"{case.name}: PARTIAL, stopped after {found.reason}", err=True)
        return picture, UNKNOWN
    if not found.answers:
        echo(f"{case.name}: no answer", err=True)
        return picture, NO
    return picture, YES


def _solved(case: Case, within: Limits) -> tuple[tuple[Any, ...], int]:
    """One answer, or two of several."""
    found = check(case.problem, limits=within)
    if found.answers:
        return found.answers, YES
    none = found.verdict is Verdict.NONE
    echo(f"{case.name}: {'no answer' if none else f'stopped after {found.reason}'}", err=True)
    return (), NO if none else UNKNOWN


def _read(case: Case, files: Sequence[str], within: Limits) -> tuple[list[Any], int]:
    """The answers in files, drawn even where they are wrong, which is said."""
    with within.deadline.enforced():
        answers = [read_answer(case, file) for file in files]
    code = YES
    for file, answer in zip(files, answers, strict=True):
        if wrong := case.problem.violations(answer):
            code = NO
            echo(f"{shown(file)}: a wrong answer:", err=True)
            echo("\n".join(f"  {violation}" for violation in wrong), err=True)
    return answers, code
