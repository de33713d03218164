"""``coversat routes``."""

from __future__ import annotations

import json
from textwrap import fill

from ..problems import KINDS
from ..reductions import encodings_from
from ..reductions.reduction import always
from ..routing import cover_route, default_route, end_of, load_installed, reduction_paths, routes, sat_route
from ..solvers import solvers_of
from .commands import Argument, Choice, Option, echo, takes
from .options import JSON
from .write_picture import write_picture


@takes(
    Argument("kind", "KIND", read=Choice(KINDS)),
    Option("--names", "Print the name of every route, one a line."),
    Option("--draw", "Draw the reduction graph, as .svg or .png.", "FILE", to="picture"),
    JSON,
    examples=("coversat routes sudoku", "coversat routes kakuro --draw routes.svg"),
)
def command(kind: str, names: bool, picture: str | None, as_json: bool) -> int:
    """List the routes from KIND to its answers.

    A route's name is its reductions' names and its solver's, with slashes
    between.  It is what --via takes.  'coversat list problems' has the kinds.
    """
    load_installed()
    if picture is not None:
        from ..drawing.routes import draw_routes

        write_picture(draw_routes(kind), picture)
        return 0
    every = routes(kind)
    if as_json:
        for route in every:
            row = {"route": route.name, "reduction": route.reduction_name, "solver": route.solver.name}
            echo(json.dumps(row))
        return 0
    if names:
        for route in every:
            echo(route.name)
        return 0
    ends = []
    for rules in reduction_paths(kind):
        end = end_of(kind, rules)
        if solvers_of(end):
            ends.append(end)
            echo("/".join([*(rule.name for rule in rules), f"<{end} solver>"]))
    echo()
    for end in dict.fromkeys(ends):
        solvers = " ".join(solver.name for solver in solvers_of(end))
        echo(fill(f"<{end} solver>: {solvers}", width=78, subsequent_indent="    "))
    echo()
    echo(fill(f"{len(every)} routes; unasked: {_unasked(kind)}", width=78))
    return 0


def _unasked(kind: str) -> str:
    """What is done when nobody names a route, and why."""
    quick = [solver.name for solver in solvers_of(kind) if getattr(solver, "quick", None)]
    cover, default = cover_route(kind), default_route(kind).name
    if cover is None:
        turns = "".join(f"{name} for one short turn at what is small, then " for name in quick)
        heavy = any(rule.heavy is always for rule in encodings_from(kind))
        return f"{turns}{default}" + ("; a cover of it takes longer to write and to search" if heavy else "")
    return (
        f"{' or '.join([*quick, cover.name])} and {sat_route(kind).name} in longer and longer turns; "
        "the first decides at once nearly everything that people set, "
        "the second more of what is large and hard"
    )
