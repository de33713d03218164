"""Routes, paths of encodings with a solver at the end: finding and naming them; `running` runs them.

A route's name is its path's name and its solver's, with a slash between, such as
``cover/cnf:sequential/cadical195``, ``cnf:combinations/glucose4`` or ``search/masks``. An external program
is shown by its name, ``cnf:minimal/external:kissat``, and found by that or by its command line.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.arguments import text
from ..base.errors import UnknownRouteError
from ..base.memory import gc_paused
from ..base.registry import load_installed
from ..problems import AnyProblem
from ..reductions import AnyReduction, paths
from ..reductions.paths import (
    EXTERNAL,
    EncodingPath,
    all_paths,
    apply_path,
    default_path,
    end_of,
    name_of,
    path_to,
)
from ..solvers import CountingSolver, Solver, solvers_of

if TYPE_CHECKING:
    from ..exchange.external import ExternalSolver


class Route(NamedTuple):
    """A way from a kind of problem to its answers."""

    kind: str
    path: EncodingPath
    solver: Solver[Any, Any]

    @property
    def name(self) -> str:
        """The name on the command line."""
        return "/".join(filter(None, (self.reduction_name, self.solver.name)))

    @property
    def full_name(self) -> str:
        """The name by which another process finds it: that of a program has its command line."""
        command = getattr(self.solver, "full_name", self.solver.name)
        return "/".join(filter(None, (self.reduction_name, command)))

    @property
    def reduction_name(self) -> str:
        """The name without the solver; empty if the solver searches the problem itself."""
        return name_of(self.path)

    @property
    def usual(self) -> bool:
        """Whether the solver is the default one of its kind, which a name may leave out."""
        return self.solver == solvers_of(self.solver.kind)[0]

    def reduce(self, problem: AnyProblem) -> AnyReduction:
        """The problem, reduced to the solver's kind.

        Raise `ReductionError` if one of the encodings does not support the instance.
        """
        with gc_paused():
            return apply_path(self.path, problem)


def routes(kind: str) -> tuple[str, ...]:
    """The names of all routes from a kind of problem.

    Examples
    --------
    >>> import coversat
    >>> [name for name in coversat.routes("langford") if "dancing" in name or "search" in name]
    ['search/backtracking', 'cover/dancing-links']
    """
    load_installed()
    return tuple(route.name for route in all_routes(text("kind", kind)))


def all_routes(kind: str) -> list[Route]:
    """Every route from `kind`, in a fixed order."""
    return [
        Route(kind, path, solver) for path in all_paths(kind) for solver in solvers_of(end_of(kind, path))
    ]


# Names


def solver_names(kind: str) -> Collection[str]:
    """The names of the solvers of a kind."""
    return [solver.name for solver in solvers_of(kind)]


def find_path(kind: str, name: str, exhibited: bool = False) -> EncodingPath:
    """The path of a route's name; as `paths.find_path`, and a solver after it is ignored."""
    return paths.find_path(kind, name, exhibited, solver_names)


def find_route(kind: str, name: str) -> Route:
    """The route of this name; a name without a solver uses the default solver of the target kind.

    Raise `UnknownRouteError` if there is none; the message contains similar names.
    """
    path, solver = split_name(kind, name)
    if not name:
        known = [*paths.reductions_from(kind)]
        raise paths.unknown("reduction or solver", name, kind, known, solver_names)
    return Route(kind, path, solver or solvers_of(end_of(kind, path))[0])


def split_name(kind: str, name: str) -> tuple[EncodingPath, Solver[Any, Any] | None]:
    """The path and the solver that a name has; None for a name without a solver.

    Raise `UnknownRouteError` if there is no such encoding or solver.
    """
    path, end = paths.split_path(kind, name, False, solver_names)
    here = end_of(kind, path)
    if end.startswith(f"{EXTERNAL}:"):
        return path, _program(end.removeprefix(f"{EXTERNAL}:"), here)
    return path, next((solver for solver in solvers_of(here) if solver.name == end), None)


def external_route(kind: str, reduction: str | None, command: str) -> Route:
    """The route to an external program, by its command line.

    * reduction: a reduction's name, with or without ``/external`` after it; by default the path of `path_to`.
    * command: as for `ExternalSolver.of`.

    Raise `UnknownRouteError` if the reduction does not exist or does not lead to what the program takes.
    """
    if reduction is None:
        solver = _external(command)
        path = () if solver.taking(kind) else path_to(kind, solver.kind or kind)
    else:
        named = re.sub(f"(^|/){EXTERNAL}(:[^/ ]*)?$", "", reduction)
        path, other = split_name(kind, named)
        if other is not None:
            raise UnknownRouteError(f"{other.name} is a solver, and so is the program: name one of them")
    return Route(kind, path, _program(command, end_of(kind, path)))


def _external(command: str) -> ExternalSolver:
    from ..exchange.external import ExternalSolver  # which few routes need

    return ExternalSolver.of(command)


def _program(command: str, takes: str) -> Solver[Any, Any]:
    program = _external(command)
    solver = program.taking(takes)
    if solver is None:
        needed = program.kind or "puzzles whose rules are in the constraint language"
        raise UnknownRouteError(f"{program.text.field} is a text of {needed}, and the route leads to {takes}")
    return solver


# Default routes


def default_route(kind: str, ordered: bool = False) -> Route:
    """The default route; with `ordered`, one that finds the smallest answer first, if there is one."""
    path = path_to(kind, "cnf") if ordered else default_path(kind)
    solvers = solvers_of(end_of(kind, path))
    in_order = [solver for solver in solvers if solver.name == "lexicographic"] if ordered else []
    return Route(kind, path, [*in_order, *solvers][0])


def counting_route(kind: str) -> Route:
    """The shortest route to a solver that counts, or the default route."""
    for path in ((), path_to(kind, "cover")):
        for solver in solvers_of(end_of(kind, path)):
            if isinstance(solver, CountingSolver):
                return Route(kind, path, solver)
    return default_route(kind)
