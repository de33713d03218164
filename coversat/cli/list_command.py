"""``coversat list``."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from .options import json_option

Row = dict[str, str]


@click.command("list")
@click.argument("what", type=click.Choice(["problems", "reductions", "solvers", "forms"]))
@json_option
def command(what: str, as_json: bool) -> int:
    """List problems, reductions, solvers or text forms."""
    rows = list(
        {"problems": _problems, "reductions": _reductions, "solvers": _solvers, "forms": _forms}[what]()
    )
    if as_json:
        for row in rows:
            click.echo(json.dumps(row))
        return 0
    widths = {key: max(len(row[key]) for row in rows) for key in rows[0]}
    for row in rows:
        click.echo("  ".join(value.ljust(widths[key]) for key, value in row.items()).rstrip())
    return 0


def _problems() -> Iterator[Row]:
    from ..problems import PROBLEMS

    for problem in PROBLEMS:
        about = (problem.__doc__ or "").strip().partition("\n")[0]
        yield {"name": problem.kind, "about": about}


def _reductions() -> Iterator[Row]:
    from ..reductions import RULES

    for rule in RULES:
        yield {"source": rule.source, "name": rule.name, "about": rule.about}


def _solvers() -> Iterator[Row]:
    from ..solvers import SOLVERS

    for solver in SOLVERS:
        yield {"takes": solver.kind, "name": solver.name, "about": solver.about}


def _forms() -> Iterator[Row]:
    from ..problems import PROBLEMS

    for problem in PROBLEMS:
        for form in problem.forms:
            yield {"kind": problem.kind, "name": form.name, "about": form.about}
