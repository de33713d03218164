"""``coversat solve``."""

from __future__ import annotations

from typing import Any

from .asking import ASKING, Asking
from .commands import Option, UsageError, Whole, takes


@takes(
    *ASKING,
    Option("--all", "Every answer, in increasing order.", to="everything"),
    Option("--limit", "At most this many answers (1 where not given).", "N", read=Whole()),
    examples=(
        "coversat solve examples/sudominoku/boj4574.txt",
        "coversat solve examples/queens/eight.txt --limit 3",
    ),
)
def command(everything: bool, limit: int | None, **options: Any) -> int:
    """Print the answers of puzzles, each checked by the rules.

    An answer is printed as the input's form has it: input of BOJ 4574 gives
    'Puzzle 1' and nine lines.  Without --via it is the smallest answer.  In the
    place of a puzzle that has none stands NONE, or UNKNOWN where a limit came
    first, and its name.
    """
    if everything and limit is not None:
        raise UsageError("--all and --limit exclude each other")
    asking = Asking.of(options)
    return asking.ask(asking.query("solve", answers=None if everything else limit or 1))
