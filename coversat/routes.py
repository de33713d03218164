"""Routes: reductions one after the other and a solver at the end; finding, naming and running them.

A route's name is its reductions' names and its solver's, with slashes between, such as
``cover/cnf:sequential/cadical195``, ``cnf:combinations/glucose4`` or ``search/masks``.
"""

from __future__ import annotations

import difflib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from .problems import Problem
from .reductions import RULES, Reduction, Rule
from .solvers import NO_LIMITS, SOLVERS, Limits, Outcome, Solver
from .solvers.external import ExternalSolver
from .solvers.lexicographic import LexicographicSolver

if TYPE_CHECKING:
    import networkx


class UnknownRouteError(ValueError):
    """A route's name that leads nowhere; the message says what is near."""


class WrongAnswerError(Exception):
    """A route returned an answer that breaks the problem's rules: a fault in coversat or in a solver."""


@dataclass(frozen=True)
class Route:
    """A way from a kind of problem to its answers."""

    kind: str
    rules: tuple[Rule[Any, Any], ...]
    solver: Solver[Any, Any]

    @property
    def name(self) -> str:
        """As it is typed."""
        return "/".join([*(rule.name for rule in self.rules), self.solver.name])

    @property
    def reduction_name(self) -> str:
        """The name without the solver; empty for a solver of the problem itself."""
        return "/".join(rule.name for rule in self.rules)

    def reduce(self, problem: Problem[Any]) -> Reduction[Any, Any, Any, Any]:
        """The problem, carried to what the solver takes.

        Raises
        ------
        ReductionError
            For an instance that one of the encodings does not take.
        """
        return apply_rules(self.rules, problem)


def apply_rules(rules: tuple[Rule[Any, Any], ...], problem: Problem[Any]) -> Reduction[Any, Any, Any, Any]:
    """The reductions one after the other, as one; the identity when there are none."""
    identity: Reduction[Any, Any, Any, Any] = Reduction(problem, problem, _same, _same, parsimonious=True)
    return reduce(lambda done, rule: done.then(rule.apply(done.target)), rules, identity)


def _same(value: Any) -> Any:
    return value


def reduction_graph() -> networkx.MultiDiGraph[str]:
    """The kinds of problems as nodes, the rules as edges (attribute ``rule``)."""
    import networkx

    graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
    for rule in RULES:
        graph.add_edge(rule.source, rule.target, key=rule.name, rule=rule)
    for solver in SOLVERS:
        graph.add_node(solver.kind)
    return graph


def reduction_paths(kind: str) -> Iterator[tuple[Rule[Any, Any], ...]]:
    """Every way from `kind` to another kind that passes no kind twice; the empty way first."""
    import networkx

    graph = reduction_graph()
    yield ()
    for target in graph:
        if target != kind:
            for path in networkx.all_simple_edge_paths(graph, kind, target):
                yield tuple(graph.edges[edge]["rule"] for edge in path)


def routes(kind: str) -> list[Route]:
    """Every route from `kind`, in a fixed order."""
    return [
        Route(kind, rules, solver)
        for rules in reduction_paths(kind)
        for solver in SOLVERS
        if solver.kind == (rules[-1].target if rules else kind)
    ]


def find_rules(kind: str, name: str) -> tuple[Rule[Any, Any], ...]:
    """The reductions that a name such as ``cover/cnf:sequential`` stands for.

    Raises
    ------
    UnknownRouteError
        When a part of the name is no reduction from where the parts before it lead.
    """
    rules: list[Rule[Any, Any]] = []
    here = kind
    for part in name.split("/") if name else ():
        choices = {rule.name: rule for rule in RULES if rule.source == here}
        if part not in choices:
            raise UnknownRouteError(_unknown("reduction", part, here, list(choices)))
        rules.append(choices[part])
        here = choices[part].target
    return tuple(rules)


def find_route(kind: str, name: str, command: str | None = None) -> Route:
    """The route of this name.

    Parameters
    ----------
    kind : str
        The problem's kind.
    name : str
    command : str, optional
        The command line of the solver ``external``.  The name may then leave the solver out.

    Raises
    ------
    UnknownRouteError
        When there is none; the message names what is near.
    """
    external = ExternalSolver(command) if command is not None else None
    if external is not None:
        reduction = name.removesuffix(f"/{external.name}") if name != external.name else ""
        return _ending_in_cnf(Route(kind, find_rules(kind, reduction), external))
    # A solver's own name may hold a slash, so the longest fitting ending is the solver.
    parts = name.split("/")
    for cut in range(len(parts)):
        solvers = {solver.name: solver for solver in SOLVERS}
        solver = solvers.get("/".join(parts[cut:]))
        if solver is not None:
            rules = find_rules(kind, "/".join(parts[:cut]))
            end = rules[-1].target if rules else kind
            if solver.kind != end:
                raise UnknownRouteError(f"{solver.name} takes {solver.kind}, and the route leads to {end}")
            return Route(kind, rules, solver)
    find_rules(kind, "/".join(parts[:-1]))
    near = [solver.name for solver in SOLVERS]
    raise UnknownRouteError(_unknown("solver", parts[-1], kind, near))


def _ending_in_cnf(route: Route) -> Route:
    end = route.rules[-1].target if route.rules else route.kind
    if end != "cnf":
        raise UnknownRouteError(f"{route.solver.name} takes cnf, and the route leads to {end}")
    return route


def _unknown(what: str, name: str, kind: str, choices: list[str]) -> str:
    near = difflib.get_close_matches(name, choices, n=3) or choices[:12]
    return f"no {what} {name!r} from {kind}; there is {', '.join(near)}"


def default_rules(kind: str) -> tuple[Rule[Any, Any], ...]:
    """The preferred reduction of a kind; none for a kind that has its own solvers only."""
    return next(((rule,) for rule in RULES if rule.source == kind and rule.preferred), ())


def default_route(kind: str, ordered: bool = False) -> Route:
    """The route to take unasked; `ordered`: one that finds the smallest answer first, where it exists."""
    rules = default_rules(kind)
    end = rules[-1].target if rules else kind
    if ordered and end == "cnf":
        return Route(kind, rules, LexicographicSolver())
    return Route(kind, rules, next(solver for solver in SOLVERS if solver.kind == end))


@dataclass(frozen=True)
class Run:
    """What running a route gave: the outcome in the problem's own answers, sizes and seconds."""

    route: Route
    target: Problem[Any]
    outcome: Outcome[Any]
    reduce_seconds: float
    solve_seconds: float

    @property
    def statistics(self) -> Mapping[str, int | float]:
        """The solver's effort."""
        return self.outcome.statistics


def run(problem: Problem[Any], route: Route, limits: Limits = NO_LIMITS) -> Run:
    """Reduce, solve, decode; distinct answers only, each checked by the problem's rules.

    Raises
    ------
    ReductionError
        For an instance that an encoding does not take.
    SolverError
        When the solver cannot do what is asked, or misbehaves.
    WrongAnswerError
        When an answer breaks the rules.
    """
    started = time.perf_counter()
    reduction = route.reduce(problem)
    reduced = time.perf_counter()
    search = route.solver.search(reduction.target, limits)
    answers: dict[Any, None] = {}
    try:
        while limits.answers is None or len(answers) < limits.answers:
            target_answer = next(search, None)
            if target_answer is None:
                break
            answer = reduction.decode(target_answer)
            if answer not in answers:
                _check(problem, answer, route)
                answers[answer] = None
        outcome = Outcome(tuple(answers), search.exhausted, search.statistics, search.reason)
    finally:
        search.close()
    return Run(route, reduction.target, outcome, reduced - started, time.perf_counter() - reduced)


def _check(problem: Problem[Any], answer: Any, route: Route) -> None:
    wrong = problem.violations(answer)
    if wrong:
        raise WrongAnswerError(f"{route.name} returned a wrong answer: {wrong[0]}")
