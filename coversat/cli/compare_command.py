"""``coversat compare``."""

from __future__ import annotations

import json

import click

from ..lab.compare import HEADS, Comparison, Row, chosen_routes, compare
from .inputs import one_case
from .options import (
    case_option,
    json_option,
    kind_option,
    limit_options,
    limits,
    programs_option,
    routes_option,
)
from .results import BAD, NO, UNKNOWN, YES, InputError

UNASKED_SECONDS = 60.0
"""Some routes would take for ever on large puzzles."""


@click.command("compare")
@click.argument("file")
@routes_option
@programs_option
@click.option("--limit", type=click.IntRange(min=1), default=2, help="Answers to look for (2).")
@limit_options
@case_option
@kind_option
@json_option
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
    solving, and answers found.  Exit code 1 when two routes disagree.  Where
    neither routes nor a limit are named, a route is stopped after a minute.
    """
    if not patterns and timeout is None and nodes is None:
        timeout = UNASKED_SECONDS
    try:
        chosen = one_case(file, kind, case)
        routes = chosen_routes(chosen.problem.kind, patterns, commands)
    except InputError as error:
        click.echo(json.dumps(error.as_json()) if as_json else str(error), err=not as_json)
        return BAD
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    found = compare(chosen.problem, routes, limits(limit, timeout, nodes))
    if as_json:
        row = chosen.row("agree" if found.agree else "disagree")
        rows = [_as_json(row) for row in found.rows]
        click.echo(json.dumps(row | {"routes": rows, "disagreements": list(found.disagreements)}))
    else:
        _print_table(found)
    if not found.agree:
        return NO
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
    }


def _print_table(found: Comparison) -> None:
    import sys

    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    cells = [row.cells for row in found.rows]
    # Numbers keep their width in a narrow terminal; a long name goes on in the next line.
    table.add_column("route", overflow="fold", min_width=20)
    for place, head in enumerate(HEADS, 1):
        width = max(len(word) for word in (*head.split("\n"), *(line[place] for line in cells)))
        table.add_column(head, justify="right", no_wrap=True, width=width)
    for line in cells:
        table.add_row(*line)
    # Off a terminal nothing is cut, whatever the width.
    console = Console(width=None if sys.stdout.isatty() else 200, highlight=False)
    console.print(table)
    for row in found.rows:
        if row.refusal is not None:
            click.echo(f"{row.route}: {row.refusal}")
        elif row.reason is not None:
            click.echo(f"{row.route}: stopped after {row.reason}")
    click.echo("all routes agree" if found.agree else f"DISAGREE: {', '.join(found.disagreements)}")
