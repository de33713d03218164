"""``coversat candidates``."""

from __future__ import annotations

import shutil

from ..errors import NO, UNKNOWN, YES, ReductionError
from ..setter.candidates import Candidates, candidates, picture
from ..wording import counted
from .commands import takes
from .inputs import Case, all_cases
from .options import FILES, JSON, KIND, TIMEOUT, limits
from .progress import Progress
from .results import Results


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
    results = Results(as_json)
    for case in all_cases(files, kind, results, timeout):
        try:
            with Progress() as tell:
                found = candidates(case.problem, limits(timeout, spent=case.seconds), tell)
        except ReductionError as error:
            results.error(case.refused(error))
            continue
        row = case.row(_status(found)) | found.as_json()
        results.add(_CODES[_status(found)], row, _text(case, found))
    return results.code


_CODES = {"exact": YES, "none": NO, "partial": UNKNOWN}


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
