"""Routes, sequences of reductions with a solver at the end: finding and naming them; `running` runs them.

A route's name is its reductions' names and its solver's, with slashes between, such as
``cover/cnf:sequential/cadical195``, ``cnf:combinations/glucose4`` or ``search/masks``. An external program
is shown by its name, ``cnf:minimal/external:kissat``, and found by that or by its command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.errors import ReductionError, UnknownRouteError
from ..base.memory import gc_paused
from ..base.registry import load_installed
from ..base.wording import similar
from ..kinds.between import reductions_between
from ..problems import KINDS, AnyProblem
from ..reductions import (
    AnyEncoding,
    AnyReduction,
    Reduction,
    encodings_from,
    own_encodings,
)
from ..reductions.reduction import EXACT, MANY, PROJECTED, UP_TO_TWO
from ..solvers import CountingSolver, Solver, solvers_of

if TYPE_CHECKING:
    from ..formats.external import ExternalSolver

Rules = tuple[AnyEncoding, ...]
"""Reductions in sequence."""

EXTERNAL = "external"
"""In place of a solver: an external program, whose command line follows a colon."""

GENERAL = ("cover", "cnf")
"""The kinds of the general solvers: by default they are not reduced further."""


def name_of(rules: Rules) -> str:
    """The name of reductions in sequence: theirs, with slashes between."""
    return "/".join(rule.name for rule in rules)


class Route(NamedTuple):
    """A way from a kind of problem to its answers."""

    kind: str
    rules: Rules
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
        return name_of(self.rules)

    @property
    def usual(self) -> bool:
        """Whether the solver is the default one of its kind, which a name may leave out."""
        return self.solver == solvers_of(self.solver.kind)[0]

    def reduce(self, problem: AnyProblem) -> AnyReduction:
        """The problem, reduced to the solver's kind.

        Raise `ReductionError` if one of the encodings does not support the instance.
        """
        with gc_paused():
            return apply_rules(self.rules, problem)


ONLY_EXHIBITED = "it keeps whether there is an answer, and not the answers"


def apply_rules(rules: Rules, problem: AnyProblem) -> AnyReduction:
    """The composition of reductions; the identity if there are none.

    Raise `ReductionError` for a reduction of class N, and for an instance that an encoding does not support.
    """
    for rule in rules:
        if rule.keeps == MANY:
            raise ReductionError(f"{rule.source}/{rule.name} is of class N: {ONLY_EXHIBITED}")
    return composed(problem, steps_of(rules, problem))


def steps_of(rules: Rules, problem: AnyProblem) -> tuple[AnyReduction, ...]:
    """The reduction of the problem by the first rule, that of its target by the second, and so on."""
    steps: list[AnyReduction] = []
    for rule in rules:
        steps.append(rule.apply(steps[-1].target if steps else problem))
    return tuple(steps)


def composed(problem: AnyProblem, steps: Sequence[AnyReduction]) -> AnyReduction:
    """The steps of a problem as one reduction; the identity if there are none."""
    if not steps:
        return Reduction(problem, problem, _same, _same, parsimonious=True)
    return reduce(lambda done, step: done.then(step), steps)


def states_two(rules: Rules) -> bool:
    """Whether a reduction is of class V: where there are several answers, not all of them are kept."""
    return any(rule.keeps == UP_TO_TWO for rule in rules)


def refuse_counts(rules: Rules, answers: int | None) -> None:
    """Raise `ReductionError` if more answers are wanted (None: all) than a reduction of class V keeps."""
    if states_two(rules) and (answers is None or answers > 2):
        raise ReductionError(
            f"{name_of(rules)} is of class V: where there are several answers, it keeps only some"
        )


def _same(value: Any) -> Any:
    return value


# Paths


def reduction_paths(kind: str) -> Iterator[Rules]:
    """Every path from `kind` to another kind that visits no kind twice, the empty path first.

    An alternative encoding ends its path, and so does one by cuts; only an explicit name continues after it.
    One of class V, which does not keep all answers, is only used by name.

    Paths are in the order in which their target kinds are registered.
    """
    paths = list(_paths(kind, ()))
    yield ()
    for target in KINDS:
        yield from (path for path in paths if path and path[-1].target == target)


def _paths(kind: str, passed: tuple[str, ...]) -> Iterator[Rules]:
    yield ()
    onward = [
        rule
        for rule in encodings_from(kind)
        if rule.target not in (*passed, kind) and rule.keeps != UP_TO_TWO
    ]
    for target in dict.fromkeys(rule.target for rule in onward):
        for rule in onward:
            if rule.target == target:
                ends = rule.alternative or rule.by_cuts
                further = ((),) if ends else _paths(target, (*passed, kind))
                yield from ((rule, *rest) for rest in further)


def end_of(kind: str, rules: Rules) -> str:
    """The kind that the rules lead to from `kind`."""
    return rules[-1].target if rules else kind


def routes(kind: str) -> list[Route]:
    """Every route from `kind`, in a fixed order."""
    return [
        Route(kind, rules, solver)
        for rules in reduction_paths(kind)
        for solver in solvers_of(end_of(kind, rules))
    ]


def keeps_of(rules: Rules) -> str:
    """The class of reductions in sequence; empty if it depends on the instance."""
    classes = {rule.keeps for rule in rules}
    return next(one for one in (MANY, UP_TO_TWO, PROJECTED, "", EXACT) if one in classes)


# Names


def find_rules(kind: str, name: str, exhibited: bool = False) -> Rules:
    """The reductions that a name such as ``cover/cnf:sequential`` stands for; a solver after them is ignored.

    Those of class N are only for who wants to look at them (`exhibited`).

    Raise `UnknownRouteError` if a part of the name is not a reduction from the kind that the previous parts
    lead to.
    """
    return split_name(kind, name, exhibited)[0]


def find_route(kind: str, name: str) -> Route:
    """The route of this name; a name without a solver uses the default solver of the target kind.

    Raise `UnknownRouteError` if there is none; the message contains similar names.
    """
    rules, solver = split_name(kind, name)
    if not name:
        raise _unknown("reduction or solver", name, kind, [*rules_from(kind)])
    return Route(kind, rules, solver or solvers_of(end_of(kind, rules))[0])


def split_name(kind: str, name: str, exhibited: bool = False) -> tuple[Rules, Solver[Any, Any] | None]:
    """The reductions and the solver that a name has; None for a name without a solver.

    Raise `UnknownRouteError` if there is no such reduction or solver.
    """
    if not isinstance(name, str):
        raise UnknownRouteError(f"a route or a reduction is named by a text, not by {name!r}")
    rules: Rules = ()
    rest, slash = name, name
    while slash:
        here = end_of(kind, rules)
        solvers = {solver.name: solver for solver in solvers_of(here)}
        # A solver's name may contain a slash, so it is searched before the next reduction.
        if rest in solvers:
            return rules, solvers[rest]
        if rest.startswith(f"{EXTERNAL}:"):
            return rules, _program(rest.removeprefix(f"{EXTERNAL}:"), here)
        part, slash, rest = rest.partition("/")
        rule = _rule_named(here, part)
        if rule is None and load_installed():
            return split_name(kind, name, exhibited)
        if rule is None and slash:
            raise _unknown("reduction", part, here, list(rules_from(here)))
        if rule is None:
            raise _unknown("reduction or solver", part, here, [*solvers, *rules_from(here)])
        if rule.keeps == MANY and not exhibited:
            raise UnknownRouteError(
                f"the reduction {part!r} from {here} is of class N, which no route takes: {ONLY_EXHIBITED}",
                hint=f"'coversat routes --explain {here}/{part}' shows it",
            )
        rules = (*rules, rule)
    return rules, None


def _rule_named(kind: str, name: str) -> AnyEncoding | None:
    """The reduction from a kind that has this name; what is not used by default is imported only if named."""
    for known in (own_encodings, encodings_from, reductions_between):
        for rule in known(kind):
            if rule.name == name:
                return rule
    return None


def rules_from(kind: str) -> dict[str, AnyEncoding]:
    """The reductions from a kind by their names: its encodings, and what leads to other problems."""
    return {rule.name: rule for rule in (*encodings_from(kind), *reductions_between(kind))}


def external_route(kind: str, reduction: str | None, command: str) -> Route:
    """The route to an external program, by its command line.

    Parameters
    ----------
    kind : str
    reduction : str, optional
        A reduction's name, with or without ``/external`` after it; by default the path of `way_to`.
    command : str
        As for `ExternalSolver.of`.

    Raises
    ------
    UnknownRouteError
        If the reduction does not exist or does not lead to what the program takes.
    """
    if reduction is None:
        solver = _external(command)
        rules = () if solver.taking(kind) else way_to(kind, solver.kind or kind)
    else:
        named = re.sub(f"(^|/){EXTERNAL}(:[^/ ]*)?$", "", reduction)
        rules, other = split_name(kind, named)
        if other is not None:
            raise UnknownRouteError(f"{other.name} is a solver, and so is the program: name one of them")
    return Route(kind, rules, _program(command, end_of(kind, rules)))


def _external(command: str) -> ExternalSolver:
    from ..formats.external import ExternalSolver  # which few routes need

    return ExternalSolver.of(command)


def _program(command: str, takes: str) -> Solver[Any, Any]:
    program = _external(command)
    solver = program.taking(takes)
    if solver is None:
        needed = program.kind or "puzzles whose rules are in the constraint language"
        raise UnknownRouteError(f"{program.text.field} is a text of {needed}, and the route leads to {takes}")
    return solver


def _unknown(what: str, name: str, kind: str, choices: list[str]) -> UnknownRouteError:
    from fnmatch import fnmatchcase

    matching = [choice for choice in choices if fnmatchcase(choice, name)]
    near = [] if matching else similar(name, choices)
    if not matching and not near and len(name) > 2:
        # The name may be that of a solver, or of a longer route.
        usual = default_rules(kind)
        ends = [route for route in routes(kind) if name in route.name]
        near = [route.name for route in sorted(ends, key=lambda route: route.rules != usual)][:3]
    if near:
        advice = f"did you mean {' or '.join(near)}?"
    else:
        advice = f"there is {', '.join(matching or choices[:12]) or 'none'}"
    return UnknownRouteError(
        f"no {what} {name!r} from {kind}; {advice}",
        hint=f"'coversat routes {kind}' lists all routes",
    )


# Default routes


def default_rules(kind: str) -> Rules:
    """The preferred reduction of a puzzle; none for the kinds of the general solvers."""
    rules = () if kind in GENERAL else own_encodings(kind)
    return next(((rule,) for rule in rules if rule.preferred), ())


def way_to(kind: str, target: str, complete: bool = False) -> Rules:
    """The default reductions from `kind` to `target`: as few as possible, the preferred ones first.

    Used by exports, certificates, explanations and searches for the smallest answer. A formula may have
    graphs unless it has to be `complete`; a path to something else passes only complete formulas.

    Raise `UnknownRouteError` if there is no path.
    """
    ways: list[Rules] = [()]
    passed: set[str] = set()
    while ways:
        for way in ways:
            if end_of(kind, way) == target:
                return way
        passed.update(end_of(kind, way) for way in ways)
        ways = [(*way, rule) for way in ways for rule in _onward(end_of(kind, way), passed, target, complete)]
    raise UnknownRouteError(f"no reduction leads from {kind} to {target}")


def _onward(kind: str, passed: set[str], target: str, complete: bool) -> list[AnyEncoding]:
    rules = [
        rule
        for rule in own_encodings(kind)
        if rule.target not in passed
        and rule.keeps != UP_TO_TWO
        and not (rule.by_cuts and (complete or rule.target != target))
    ]
    return sorted(rules, key=lambda rule: not rule.preferred)


def default_route(kind: str, ordered: bool = False) -> Route:
    """The default route; with `ordered`, one that finds the smallest answer first, if there is one."""
    rules = way_to(kind, "cnf") if ordered else default_rules(kind)
    solvers = solvers_of(end_of(kind, rules))
    in_order = [solver for solver in solvers if solver.name == "lexicographic"] if ordered else []
    return Route(kind, rules, [*in_order, *solvers][0])


def counting_route(kind: str) -> Route:
    """The shortest route to a solver that counts, or the default route."""
    for rules in ((), way_to(kind, "cover")):
        for solver in solvers_of(end_of(kind, rules)):
            if isinstance(solver, CountingSolver):
                return Route(kind, rules, solver)
    return default_route(kind)
