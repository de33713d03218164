"""``coversat solve``."""

from __future__ import annotations

from typing import Any

from .asking import ASKING, Asking
from .commands import Option, UsageError, Whole, takes


@takes(
    *ASKING,
    Option("--all", "Every answer, in increasing order.", to="everything"),
    Option("--smallest", "Look for the smallest answer however long that takes."),
    Option("--limit", "At most this many answers (1 where not given).", "N", read=Whole()),
    examples=(
        "coversat solve examples/sudominoku/boj4574.txt",
        "coversat solve examples/queens/eight.txt --limit 3",
    ),
)
def command(everything: bool, smallest: bool, limit: int | None, **options: Any) -> int:
    """Print the answers of puzzles, each checked by the rules.

    An answer is printed as the input's form has it: input of BOJ 4574 gives
    'Puzzle 1' and nine lines.  A puzzle without an answer prints NONE and its
    name, and UNKNOWN if a limit came before any answer was found.

    Without --via the answer is the smallest one if that is settled within a
    fixed amount of work, which is about a second.  Otherwise it is the first
    one found, with a note on standard error.  The same holds where a limit
    comes while an answer is known: it is printed, and the exit code is 0.
    """
    if everything and limit is not None:
        raise UsageError("--all and --limit exclude each other")
    asking = Asking.of(options)
    if smallest and (asking.via is not None or asking.solver_command is not None):
        raise UsageError("--smallest chooses the route itself: leave out --via and --solver-command")
    wanted = None if everything else limit or 1
    return asking.ask(asking.query("solve", answers=wanted, smallest=smallest))
