"""Which routes are tried, and in which order, if none is named.

`turns` is the only place that says so; `questions.check` and its siblings run what it yields. A kind that
differs from the others has a module ``turns`` of its own.
"""

from __future__ import annotations

from itertools import islice

from ..problems import AnyProblem
from ..problems.kind import load_part
from ..reductions import AnyEncoding, own_encodings
from ..reductions.paths import GENERAL, default_path, end_of, find_path
from ..reductions.reduction import UP_TO_TWO
from ..solvers import solvers_of
from ..solvers.strategy import FIRST_TURN, LONG, Strategy, Turn, Turns, longer_turns, tried
from .routes import Route, default_route, find_route

ENGINE = "bitset"
"""The name of the exact cover engine."""
SEGMENTS = "cnf:segments"
"""The formula of a cover that the SAT solver is given by default."""


def turns(problem: AnyProblem) -> Turns:
    """The turns for a problem, as `solvers.strategy` describes; perhaps without end."""
    own = own_strategy(problem.kind)
    return general_turns(problem.kind) if own is None else own.turns(problem)


def own_strategy(kind: str) -> Strategy | None:
    """The strategy of a kind that differs from `general_turns`."""
    found: Strategy | None = load_part(kind, "turns", "TURNS")
    return found


def general_turns(kind: str) -> Turns:
    """The turns for all problems of a kind without its own strategy.

    An exact cover engine decides nearly all published puzzles at once, and small problems without an answer;
    a SAT solver most large and hard ones. Without an engine, or if it does not support the problem, there is
    only the default route, followed if that is slow by a formula that suffices for a verdict.
    """
    cover = cover_route(kind)
    if cover is not None and (yield from tried(cover.name, FIRST_TURN)):
        yield from longer_turns(cover.name, sat_route(kind).name)
    default, verdict = default_route(kind).name, verdict_encoding(kind)
    if verdict is not None:
        yield Turn(default, LONG)
    yield Turn(default if verdict is None else verdict.name)


def cover_route(kind: str) -> Route | None:
    """The exact cover engine, for kinds of which a cover is searched by default.

    That is an encoding made for the kind. Covers of rules in the constraint language are larger: they are
    searched only where they are preferred.
    """
    from ..solvers.cover.bitset_cover import BITSET  # a direct search needs no engine

    path = () if kind in GENERAL else own_encodings(kind)
    covers = (one for one in path if one.target == "cover" and (one.preferred or one.model is None))
    return next((Route(kind, (cover,), BITSET) for cover in covers), None)


def sat_route(kind: str) -> Route:
    """The SAT solver that alternates with `cover_route`.

    Formulas that separate the givens are excluded: they are many times larger than the remaining cover.
    """
    path, cover = default_path(kind), cover_route(kind)
    if cover is not None and (end_of(kind, path) != "cnf" or path[-1].givens_apart):
        path = (*cover.path, *find_path("cover", SEGMENTS))
    return Route(kind, path, solvers_of("cnf")[0])


def route_of(kind: str, turn: Turn) -> Route:
    """The route of a turn. That of the cover engine is found without an import of other solvers."""
    reductions, _, solver = turn.route.rpartition("/")
    if solver == ENGINE:
        from ..solvers.cover.bitset_cover import BITSET

        return Route(kind, find_path(kind, reductions), BITSET)
    return find_route(kind, turn.route)


def verdict_encoding(kind: str) -> AnyEncoding | None:
    """The encoding of class V, which is tried where the default route is slow."""
    return next((rule for rule in own_encodings(kind) if rule.keeps == UP_TO_TWO), None)


def engine_route(problem: AnyProblem) -> Route | None:
    """The exact cover engine; None if by default no cover of the problem is used."""
    for turn in islice(turns(problem), 2):
        path = route_of(problem.kind, turn).path
        if path and path[0].target == "cover":
            return route_of(problem.kind, Turn(f"{path[0].name}/{ENGINE}"))
    return None
