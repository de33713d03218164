"""``coversat solve``."""

from __future__ import annotations

from typing import Any

import click

from .asking import Asking, asking_options
from .options import Whole, examples


@click.command(
    "solve",
    epilog=examples(
        "coversat solve examples/sudominoku/boj4574.txt",
        "coversat solve examples/queens/eight.txt --limit 3",
    ),
)
@asking_options
@click.option("--all", "everything", is_flag=True, help="Every answer, in increasing order.")
@click.option("--limit", type=Whole(), help="At most this many answers (1 where not given).")
def command(everything: bool, limit: int | None, **options: Any) -> int:
    """Print the answers of puzzles, each checked by the rules.

    An answer is printed as the input's form has it: input of BOJ 4574 gives
    'Puzzle 1' and nine lines.  Without --via it is the smallest answer.  In the
    place of a puzzle that has none stands NONE, or UNKNOWN where a limit came
    first, and its name.
    """
    if everything and limit is not None:
        raise click.UsageError("--all and --limit exclude each other")
    asking = Asking(**options)
    return asking.ask(asking.query("solve", answers=None if everything else limit or 1))
