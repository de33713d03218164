"""``coversat count``."""

from __future__ import annotations

from typing import Any

from .asking import ASKING, Asking
from .certified import COUNTING, Certified, certifying
from .commands import Option, UsageError, Whole, takes
from .options import size


@takes(
    *ASKING,
    Option("--limit", "Stop at this many answers.", "N", read=Whole()),
    Option(
        "--memo-limit",
        "Remember positions met in at most so much memory, as 500M; 0 visits every answer.  [256M]",
        "SIZE",
        read=size,
    ),
    Option("--classes", "Of one puzzle: count parts that are images of one another once."),
    *certifying("each number; --via names a reduction", COUNTING),
    examples=(
        "coversat count examples/sudoku/two-answers.txt --limit 50",
        "coversat count examples/queens/eight.txt --certify proofs",
    ),
)
def command(
    limit: int | None,
    memo_limit: int | None,
    classes: bool,
    folder: str | None,
    proof: str | None,
    **options: Any,
) -> int:
    """Count the distinct answers: 'exactly n', or 'at least n' where a limit came first.

    With --certify each number gets a folder with the puzzle, what it reduces
    to and a proof, which 'coversat verify DIR' checks: enumeration lists every
    answer; graph is for counts of any size.
    """
    asking = Asking.of(options)
    asked = Certified(folder, proof).asked(asking)
    if asked and (limit is not None or memo_limit is not None):
        raise UsageError("--certify counts all answers, without --limit and --memo-limit")
    query = asking.query("count", answers=limit, memo=memo_limit, **asked)
    return asking.ask(query, certificates=folder, classes=classes)
