"""``coversat routes``."""

from __future__ import annotations

import json

import click

from ..problems import KINDS
from ..routing import default_route, end_of, reduction_paths, routes
from ..solvers import solvers_of
from .options import examples, json_option
from .write_picture import write_picture


@click.command(
    "routes",
    epilog=examples("coversat routes sudoku", "coversat routes kakuro --draw routes.svg"),
)
@click.argument("kind", type=click.Choice(KINDS), metavar="KIND")
@click.option("--names", is_flag=True, help="Print the name of every route, one a line.")
@click.option("--draw", "picture", metavar="FILE", help="Draw the reduction graph, as .svg or .png.")
@json_option
def command(kind: str, names: bool, picture: str | None, as_json: bool) -> int:
    """List the routes from KIND to its answers.

    A route's name is its reductions' names and its solver's, with slashes
    between.  It is what --via takes.  'coversat list problems' has the kinds.
    """
    if picture is not None:
        from ..drawing.routes import draw_routes

        write_picture(draw_routes(kind), picture)
        return 0
    every = routes(kind)
    if as_json:
        for route in every:
            row = {"route": route.name, "reduction": route.reduction_name, "solver": route.solver.name}
            click.echo(json.dumps(row))
        return 0
    if names:
        for route in every:
            click.echo(route.name)
        return 0
    ends = []
    for rules in reduction_paths(kind):
        end = end_of(kind, rules)
        if solvers_of(end):
            ends.append(end)
            click.echo("/".join([*(rule.name for rule in rules), f"<{end} solver>"]))
    click.echo()
    for end in dict.fromkeys(ends):
        solvers = " ".join(solver.name for solver in solvers_of(end))
        click.echo(click.wrap_text(f"<{end} solver>: {solvers}", width=78, subsequent_indent="    "))
    click.echo(f"\n{len(every)} routes; unasked: {default_route(kind).name}")
    return 0
