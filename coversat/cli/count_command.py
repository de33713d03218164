"""``coversat count``."""

from __future__ import annotations

from typing import Any

import click

from .asking import Asking, asking_options
from .options import Size, Whole, examples


@click.command(
    "count",
    epilog=examples(
        "coversat count examples/sudoku/two-answers.txt",
        "coversat count examples/queens/eight.txt --limit 50",
    ),
)
@asking_options
@click.option("--limit", type=Whole(), help="Stop at this many answers.")
@click.option(
    "--memo-limit",
    type=Size(least=0),
    metavar="SIZE",
    help="Remember positions met in at most so much memory, as 500M; 0 visits every answer.  [256M]",
)
def command(limit: int | None, memo_limit: int | None, **options: Any) -> int:
    """Count the distinct answers: 'exactly n', or 'at least n' where a limit came first."""
    asking = Asking(**options)
    return asking.ask(asking.query("count", answers=limit, memo=memo_limit))
