"""``coversat count``."""

from __future__ import annotations

from typing import Any

from .asking import ASKING, Asking
from .commands import Option, Whole, takes
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
    examples=(
        "coversat count examples/sudoku/two-answers.txt",
        "coversat count examples/queens/eight.txt --limit 50",
    ),
)
def command(limit: int | None, memo_limit: int | None, **options: Any) -> int:
    """Count the distinct answers: 'exactly n', or 'at least n' where a limit came first."""
    asking = Asking.of(options)
    return asking.ask(asking.query("count", answers=limit, memo=memo_limit))
