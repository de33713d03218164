"""``coversat grade``."""

from __future__ import annotations

from ..errors import NO, UNKNOWN, YES, ReductionError
from ..setter.grade import Grade, grade
from ..wording import counted
from .commands import Option, takes
from .inputs import Case, all_cases
from .options import FILES, JSON, KIND, TIMEOUT, limits
from .progress import Progress
from .results import Results

_CODES = {"solved": YES, "search": YES, "contradiction": NO, "unknown": UNKNOWN}


@takes(
    FILES,
    Option("--steps", "Print each cell as it is forced and each value refuted."),
    TIMEOUT,
    KIND,
    JSON,
    examples=(
        "coversat grade examples/sudoku/boj2239.txt examples/kakuro/kakuro2.txt",
        "coversat grade examples/kakuro/kakuro2.txt --steps",
    ),
)
def command(
    files: tuple[str, ...], steps: bool, timeout: float | None, kind: str | None, as_json: bool
) -> int:
    """Say how hard puzzles are, by how deep one has to look.

    Grade 0: unit propagation alone solves it.  Grade n: so do n rounds of
    failed literals, in which each value still open is supposed, and refuted
    where unit propagation leads to a conflict.  'search': some cells stay
    open; the puzzle needs search, or has several answers.
    """
    results = Results(as_json)
    for case in all_cases(files, kind, results, timeout):
        try:
            with Progress() as tell:
                found = grade(case.problem, limits(timeout, spent=case.seconds), tell)
        except ReductionError as error:
            results.error(case.refused(error))
            continue
        row = case.row(found.outcome) | found.as_json()
        if steps:
            row["steps"] = [{"round": step.round, "step": str(step)} for step in found.steps]
        results.add(_CODES[found.outcome], row, _text(case, found, steps))
    return results.code


def _text(case: Case, found: Grade, steps: bool) -> str:
    lines = [f"{case.name}: {_verdict(found)}"]
    for number, forced in enumerate(found.forced):
        what = f"round {number} of failed literals" if number else "unit propagation"
        lines.append(f"  {what}: {forced} of {found.cells} cells forced")
        if steps:
            lines += [f"    {step}" for step in found.steps if step.round == number]
    return "\n".join(lines)


def _verdict(found: Grade) -> str:
    if found.outcome == "solved":
        return f"grade {found.name}, {_depth(found.rounds)}"
    return {
        "search": "search (it needs search, or has several answers)",
        "contradiction": "no answer",
        "unknown": f"unknown: stopped after {found.reason}",
    }[found.outcome]


def _depth(rounds: int) -> str:
    """What a grade means for who solves it."""
    if not rounds:
        return "solved by propagation alone"
    return f"needs {counted(rounds, 'round')} of trying values and refuting them"
