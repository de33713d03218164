"""``coversat steps``, and checking what it writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..certificates.steps import StepsExamination, verify_steps
from ..deadline import Deadline
from ..errors import NO, UNKNOWN, YES
from ..files import shown
from ..problems import AnyProblem
from ..setter.steps import Steps, find_steps
from ..solvers import Limits
from ..wording import counted
from . import options as shared
from .inputs import Case, Outcome, each_puzzle
from .options import command, in_memory
from .output import echo, echo_json, worst

_CODES = {"solved": YES, "open": YES, "contradiction": NO, "unknown": UNKNOWN}


@command(
    examples=(
        "coversat steps examples/sudoku/boj2239.txt",
        "coversat steps examples/sudoku/oneline.txt --json > steps.json",
    )
)
@shared.files
@shared.timeout
@shared.kind
@shared.as_json
@in_memory
def steps_command(files: tuple[str, ...], timeout: float | None, kind: str | None, as_json: bool) -> int:
    """Print the steps that solve a puzzle, each with the rules that it follows from.

    A step uses as few rules as the search finds: one, two, and so on. If more than 8 are needed, a value is
    tried. Values that a placed value excludes directly are crossed out without a step, as with pencil marks.

    'coversat verify' checks the output of --json, step by step: a complete list proves that there is exactly
    one answer. With --timeout, the steps found so far are printed.
    """
    return each_puzzle(files, kind, timeout, as_json, _find, _present)


def _find(problem: AnyProblem, limits: Limits, tell: Callable[[str], None]) -> Steps:
    number = 0

    def report(_: object) -> None:
        nonlocal number
        number += 1
        tell(counted(number, "step"))

    return find_steps(problem, limits.deadline, report=report)


def _present(case: Case, found: Steps) -> Outcome:
    row = found.as_json() | case.row(found.outcome)
    return _CODES[found.outcome], row, "\n".join(_lines(case, found))


def _lines(case: Case, found: Steps) -> Iterator[str]:
    yield f"{case.name}:"
    yield from (f"{number}. {step}" for number, step in enumerate(found.steps, 1))
    if found.steps:
        yield f"hardest step: {counted(found.hardest, 'rule')}; {counted(len(found.steps), 'step')}"
    if found.outcome == "open":
        yield f"nothing follows for {counted(len(found.open_places), 'place')}: there are several answers"
    if found.outcome == "unknown":
        left = counted(len(found.open_places), "place")
        yield f"UNKNOWN: stopped after {found.reason}, {left} left open"


def verify_steps_in(file: str, text: str, timeout: float | None, as_json: bool) -> int:
    """Check the steps of each puzzle in a text, and print the results; the exit code."""
    deadline = Deadline(timeout)
    lines = [line for line in text.splitlines() if line.strip()]
    parts = lines if all(line.startswith("{") for line in lines[1:]) else [text]
    found = [verify_steps(part, deadline) for part in parts]
    for number, examined in enumerate(found, 1):
        status = {True: "accepted", False: "refused", None: "unknown"}[examined.accepted]
        verdict = examined.verdict.value if examined.verdict else None
        if as_json:
            row = {"file": file, "case": number, "status": status, "verdict": verdict}
            echo_json(row | {"steps": examined.checked, "reason": examined.reason})
        else:
            echo(_words(f"{shown(file)} #{number}", status, examined))
    return worst({True: YES, False: NO, None: UNKNOWN}[examined.accepted] for examined in found)


def _words(name: str, status: str, examined: StepsExamination) -> str:
    verdict = f" {examined.verdict.name}" if examined.verdict else ""
    return f"{status.upper()}{verdict} {name} ({counted(examined.checked, 'step')}): {examined.reason}"
