"""``coversat verify``."""

from __future__ import annotations

import json
import os.path
from pathlib import Path

from ..deadline import Deadline
from ..errors import NO, YES
from ..files import shown
from .commands import Argument, Option, UsageError, echo, takes
from .inputs import one_case, read_answer
from .options import CASE, FILE, JSON, KIND, TIMEOUT


@takes(
    FILE,
    Argument("answer", "[ANSWER]", required=False),
    CASE,
    KIND,
    Option("--deep", "Compare what the proofs speak of with the rules, too."),
    TIMEOUT,
    JSON,
    examples=(
        "coversat verify examples/sudoku/boj2239.txt answer.txt",
        "coversat verify proofs",
    ),
)
def command(
    file: str,
    answer: str | None,
    case: int | None,
    kind: str | None,
    deep: bool,
    timeout: float | None,
    as_json: bool,
) -> int:
    """Check the answer in the file ANSWER by the rules of the puzzle in FILE.

    Or, where FILE is a folder, the certificates that 'coversat check
    --certify' or 'coversat count --certify' wrote there.  A certificate that
    takes longer than --timeout is UNKNOWN.  With --deep the formula or cover
    of each is compared with a second statement of the rules as well: of sudoku,
    kakuro and sudominoku; a certificate of another kind is UNKNOWN then.
    """
    if answer is None:
        if not os.path.isdir(file):
            if not os.path.exists(file):
                raise UsageError(f"there is no folder {shown(file)}")
            raise UsageError("name a file with the answer, or a folder of certificates")
        from .certifying import verify_certificates

        return verify_certificates(Path(file), timeout, as_json, deep)
    if deep:
        raise UsageError("--deep is for certificates: name their folder alone")
    if os.path.isdir(file):
        raise UsageError("name one folder of certificates, or a puzzle and an answer")
    with Deadline(timeout).enforced():
        chosen = one_case(file, kind, case)
        violations = [str(wrong) for wrong in chosen.problem.violations(read_answer(chosen, answer))]
    if as_json:
        row = chosen.row("invalid" if violations else "valid") | {"violations": violations}
        echo(json.dumps(row))
    else:
        for line in [f"WRONG {chosen.name}: {v}" for v in violations] or [f"CORRECT {chosen.name}"]:
            echo(line)
    return NO if violations else YES
