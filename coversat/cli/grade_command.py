"""``coversat grade``."""

from __future__ import annotations

from ..errors import NO, UNKNOWN, YES
from ..setter.grade import Grade, grade
from ..wording import counted
from .commands import Option, takes
from .inputs import Case, Told, tell_each
from .options import FILES, JSON, KIND, TIMEOUT

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

    def told(case: Case, found: Grade) -> Told:
        row = case.row(found.outcome) | found.as_json()
        if steps:
            row["steps"] = [{"round": step.round, "step": str(step)} for step in found.steps]
        return _CODES[found.outcome], row, _text(case, found, steps)

    return tell_each(files, kind, timeout, as_json, grade, told)


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
