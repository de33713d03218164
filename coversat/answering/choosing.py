"""The routes that names and patterns choose.

A name is that of a route, or of reductions, which then stand with their usual solver (and with the programs
that are named beside them). In a pattern ``*``, ``?`` and ``[...]`` stand for characters of one part between
slashes, and ``**`` for any number of parts. A formula is turned back into an exact cover only where that is
written out, as in ``cnf:*/cover/*``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from ..base.arguments import separated
from ..base.errors import SolverError, UnknownRouteError
from ..base.registry import load_installed
from ..base.wording import similar
from ..exchange.external import ExternalSolver
from ..problems import AnyProblem
from ..reductions import encodings_from
from ..reductions.paths import EXTERNAL, EncodingPath, all_paths, end_of, reductions_from
from ..reductions.reduction import UP_TO_TWO
from .routes import Route, all_routes, external_route, find_path, find_route, split_name

SIGNS = "*?["
"""Characters of patterns."""


def chosen_routes(
    kind: str, names: Sequence[str] = (), commands: Sequence[str] = (), *problems: AnyProblem
) -> list[Route]:
    """The routes that have one of the names, or fit one that is a pattern; direct searches come last.

    Without names: each reduction with the usual solver of its target, and every solver of the kind itself,
    except reductions from CNF back to exact cover, which are large, and searches that take only some shapes
    of the kind.

    * names: perhaps several in one, with commas between.
    * commands: programs by their command lines, as for `ExternalSolver.of`.  Each is used with the reductions
      that are named without a solver, or with which a pattern names it (such as ``cnf:*/external:kissat``),
      and with the default one if there are none.
    * *problems: without names, only routes that differ for one of them.

    Raise `UnknownRouteError` if no route has a name; the message lists similar ones. Raise `SolverError` if a
    program is missing, or two have the same name.
    """
    load_installed()
    programs = _programs(commands)
    if names:
        chosen = [route for name in separated(names) for route in _named(kind, name, programs)]
    else:
        chosen = [route for route in all_routes(kind) if is_natural(route) and _is_usual(route)]
        if problems:
            chosen = [one for one in chosen if not one.path or any(map(one.path[0].fits, problems))]
    used = {route.solver.name for route in chosen}
    unused = (one.full_name.removeprefix(f"{EXTERNAL}:") for one in programs if one.name not in used)
    chosen += [external_route(kind, None, command) for command in unused]
    chosen = list({route.name: route for route in chosen}.values())
    return sorted(chosen, key=lambda route: route.solver.kind == kind and kind not in ("cover", "cnf"))


def chosen_paths(kind: str, names: Sequence[str]) -> list[EncodingPath]:
    """The reductions of the chosen routes, each once."""
    return list(dict.fromkeys(route.path for route in chosen_routes(kind, names)))


def named_paths(kind: str, name: str) -> list[EncodingPath]:
    """The reductions of a name or a pattern, each once; `UnknownRouteError` if there is none."""
    if not any(sign in name for sign in SIGNS):
        return [find_path(kind, name)]
    return [path for path in dict.fromkeys(route.path for route in _named(kind, name, ())) if path]


def fits(route: Route, name: str) -> bool:
    """Whether a route has this name or fits it as a pattern, or its reductions do and its solver is usual."""
    parts = name.split("/")
    if not _writes_detours(route, parts):
        return False
    may_be_left_out = route.usual or isinstance(route.solver, ExternalSolver)
    known = [route.name, *([route.reduction_name] if route.path and may_be_left_out else [])]
    return any(_fits(parts, one.split("/")) for one in known)


def name_fits(kind: str, route: str, name: str) -> bool:
    """The same for the name of a route, whose solver need not be known here."""
    try:
        return fits(find_route(kind, route), name)
    except (UnknownRouteError, SolverError):
        parts, pattern = route.split("/"), name.split("/")
        return _fits(pattern, parts) or _fits(pattern, parts[:-1])


def _fits(pattern: Sequence[str], parts: Sequence[str]) -> bool:
    if not pattern:
        return not parts
    if pattern[0] == "**":
        return any(_fits(pattern[1:], parts[start:]) for start in range(len(parts) + 1))
    return bool(parts) and fnmatchcase(parts[0], pattern[0]) and _fits(pattern[1:], parts[1:])


def is_natural(route: Route) -> bool:
    """Whether it does not turn a formula back into an exact cover."""
    return route.kind == "cnf" or all(rule.source != "cnf" for rule in route.path)


def _writes_detours(route: Route, parts: Sequence[str]) -> bool:
    return route.kind == "cnf" or all(rule.source != "cnf" or rule.name in parts for rule in route.path)


def _named(kind: str, name: str, programs: Sequence[ExternalSolver]) -> list[Route]:
    """The routes of a name or a pattern, in the order of the list of routes."""
    if not any(sign in name for sign in SIGNS):
        for program in programs:
            if f"/{name}".endswith(f"/{program.name}"):
                name = name.removesuffix(program.name) + program.full_name
        path, solver = split_name(kind, name)
        beside = _programs_for(end_of(kind, path), programs) if solver is None else ()
        return [find_route(kind, name), *(Route(kind, path, program) for program in beside)]
    found = [route for route in _candidates(kind, name, programs) if fits(route, name)]
    if not found:
        raise UnknownRouteError(
            f"no route of {kind} fits {name!r}; {_nearest(kind, name)}",
            hint=f"'coversat routes {kind}' lists reductions and solvers",
        )
    return found


def _candidates(kind: str, pattern: str, programs: Sequence[ExternalSolver]) -> Iterator[Route]:
    """All routes that begin with the reductions which the pattern names in full."""
    begun: EncodingPath = ()
    for part in pattern.split("/"):
        rule = reductions_from(end_of(kind, begun)).get(part)
        if rule is None:
            break
        begun = (*begun, rule)
    here = end_of(kind, begun)
    for route in all_routes(here):
        yield Route(kind, (*begun, *route.path), route.solver)
    for path in all_paths(here):
        for program in _programs_for(end_of(here, path), programs):
            yield Route(kind, (*begun, *path), program)


def _programs_for(kind: str, programs: Sequence[ExternalSolver]) -> Iterator[ExternalSolver]:
    return filter(None, (program.taking(kind) for program in programs))


def _nearest(kind: str, pattern: str) -> str:
    """The names that are most similar to a pattern, or what it could begin with."""
    plain = pattern.strip("*/")
    reductions = list(reductions_from(kind))
    known = [*reductions, *(route.name for route in all_routes(kind) if is_natural(route))]
    near = similar(plain, reductions) or similar(plain, known)
    near = near or [one for one in known if plain and plain in one][:3]
    if near:
        return f"did you mean {' or '.join(near)}?"
    begins = [rule.name for rule in encodings_from(kind) if rule.keeps != UP_TO_TWO]
    return f"there is {', '.join(begins[:12])}"


def _programs(commands: Sequence[str]) -> list[ExternalSolver]:
    found = [ExternalSolver.of(command) for command in dict.fromkeys(commands)]
    for number, solver in enumerate(found):
        solver.refuse_missing()
        if solver.name in (other.name for other in found[:number]):
            own = solver.name.removeprefix(f"{EXTERNAL}:")
            raise SolverError(
                f"two programs are named {own}: name one yourself, "
                f"as in --solver-command NAME={solver.command!r}"
            )
    return found


def _is_usual(route: Route) -> bool:
    """Every solver of the kind itself and of covers, and the default one of formulas."""
    if route.solver.kind == "cnf":
        return route.usual
    return not getattr(route.solver, "selective", False)
