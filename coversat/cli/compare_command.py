"""``coversat compare``."""

from __future__ import annotations

import json
import shutil
import sys

from ..errors import NO, UNKNOWN, YES
from ..lab.columns import in_columns
from ..lab.compare import HEADS, Comparison, Row, chosen_routes, compare
from .commands import Option, Whole, echo, takes
from .inputs import one_case
from .options import CASE, FILE, JSON, KIND, NODES, PROGRAMS, ROUTES, TIMEOUT, limits
from .progress import Progress

UNASKED_SECONDS = 60.0
"""Some routes would take for ever on large puzzles."""


@takes(
    FILE,
    ROUTES,
    PROGRAMS,
    Option("--limit", "Look for this many answers (2).", "N", read=Whole(), default=2),
    TIMEOUT,
    NODES,
    CASE,
    KIND,
    JSON,
    examples=(
        "coversat compare examples/sudoku/boj2239.txt",
        "coversat compare examples/kakuro/kakuro2.txt --routes 'cnf:*/cadical195'",
    ),
)
def command(
    file: str,
    patterns: tuple[str, ...],
    commands: tuple[str, ...],
    limit: int,
    timeout: float | None,
    nodes: int | None,
    case: int | None,
    kind: str | None,
    as_json: bool,
) -> int:
    """Run several routes on one puzzle and put them side by side.

    Sizes, search effort (nodes or conflicts), seconds for reducing and for
    solving, and answers found.  Exit code 1 when two routes disagree, 3 when a
    route failed that takes the puzzle.  --timeout and --nodes are each route's;
    where neither routes nor a limit are named, a route is stopped after a minute.
    """
    if not patterns and timeout is None and nodes is None:
        timeout = UNASKED_SECONDS
    chosen = one_case(file, kind, case, timeout)
    routes = chosen_routes(chosen.problem.kind, patterns, commands, chosen.problem)
    with Progress() as tell:
        found = compare(chosen.problem, routes, limits(timeout, nodes, limit), tell)
    if as_json:
        row = chosen.row("agree" if found.agree else "disagree")
        rows = [_as_json(row) for row in found.rows]
        echo(json.dumps(row | {"routes": rows, "disagreements": list(found.disagreements)}))
    else:
        _print_table(found)
    if not found.agree:
        return NO
    if any(row.failed for row in found.rows):
        return UNKNOWN
    return YES if any(row.exhausted or len(row.answers) == limit for row in found.rows) else UNKNOWN


def _as_json(row: Row) -> dict[str, object]:
    return {
        "route": row.route,
        **row.sizes,
        "effort": row.effort,
        "reduce_seconds": round(row.reduce_seconds, 6),
        "solve_seconds": round(row.solve_seconds, 6),
        "answers": len(row.answers),
        "exhausted": row.exhausted,
        "stopped": row.reason,
        "refusal": row.refusal,
        "failed": row.failed,
    }


def _print_table(found: Comparison) -> None:
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    heads = [head.split("\n") if "\n" in head else ["", head] for head in ("route", *HEADS)]
    head = [[words[line] for words in heads] for line in (0, 1)]
    for line in in_columns([*head, *(row.cells for row in found.rows)], width):
        echo(line)
    for row in found.rows:
        if row.refusal is not None:
            echo(f"{row.route}: {row.refusal}")
        elif row.reason is not None:
            echo(f"{row.route}: stopped after {row.reason}")
    echo(found.verdict)
