"""``coversat candidates``."""

from __future__ import annotations

import shutil

from ..errors import NO, UNKNOWN, YES
from ..setter.candidates import Candidates, candidates, picture
from ..wording import counted
from .commands import takes
from .inputs import Case, Told, tell_each
from .options import FILES, JSON, KIND, TIMEOUT


@takes(
    FILES,
    TIMEOUT,
    KIND,
    JSON,
    examples=(
        "coversat candidates examples/sudoku/two-answers.txt",
        "coversat candidates examples/kakuro/kakuro2.txt --json",
    ),
)
def command(files: tuple[str, ...], timeout: float | None, kind: str | None, as_json: bool) -> int:
    """Print for each cell the values that it has in some answer.

    They are exact: every value shown occurs in an answer, no other does.
    With --timeout, values not seen in time may be missing, and it says so.
    """
    return tell_each(files, kind, timeout, as_json, candidates, _told)


_CODES = {"exact": YES, "none": NO, "partial": UNKNOWN}


def _told(case: Case, found: Candidates) -> Told:
    status = _status(found)
    return _CODES[status], case.row(status) | found.as_json(), _text(case, found)


def _status(found: Candidates) -> str:
    if not found.exact:
        return "partial"
    return "exact" if found.answers else "none"


def _text(case: Case, found: Candidates) -> str:
    calls = counted(found.calls, "SAT call")
    if _status(found) == "none":
        return f"{case.name}: no answer ({calls})"
    values = sum(len(values) for _, values in found.seen)
    if found.exact:
        settled = f"{len(found.settled)} of {len(found.seen)} cells settled"
        head = f"{case.name}: {counted(values, 'candidate')}, {settled} ({calls})"
    else:
        seen = f"{counted(values, 'candidate')} seen"
        head = f"{case.name}: PARTIAL, {seen}; stopped after {found.reason} ({calls})"
    return f"{head}\n{picture(found, shutil.get_terminal_size().columns)}"
