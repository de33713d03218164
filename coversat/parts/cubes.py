"""The task of a formula: cube and conquer (Heule, Kullmann, Wieringa and Biere, HVC 2011).

A part is a cube: literals that are assumed.  Each worker has one SAT solver, which keeps what it learns from
cube to cube.  So a cube that takes long is searched on while all workers have something to do, and is cut, by
`lookahead`, where others wait.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256

from ..errors import LimitReachedError, SolverError
from ..kinds.cnf.rules import Cnf, Model, dimacs_lines
from ..proofs.drup import check_cubes
from ..solvers import NO_LIMITS, Limits
from ..solvers.sat import SatCalls, SatSolver, blocking_clause
from ..solvers.solver import Meter
from .lookahead import Lookahead
from .part import Choices, Part, Told
from .routed import Routed


class CubeTask(Routed):
    """The models of the formula that a problem is reduced to, of those that differ in what they show.

    Parameters
    ----------
    problem, route, most
        As of `Routed`; the route ends at a SAT solver of this process.

    Raises
    ------
    SolverError
        From `work`, where the solver cannot be stopped, or begins anew with each call.
    """

    @cached_property
    def work(self) -> CubeWork:
        """See `Task`."""
        solver = self.route.solver
        if not (isinstance(solver, SatSolver) and solver.keeps):
            raise SolverError(f"{solver.name} keeps nothing from part to part: name another SAT solver")
        return CubeWork(self.reduction.target, solver, self._most)

    @cached_property
    def identity(self) -> str:
        """The formula itself, and what is asked of it: its variables are what parts name."""
        return formula_identity(self.reduction.target, str(self._most))

    def review(self, tolds: Iterable[Told]) -> None:
        """The cubes that were cut and those without models are to be all that there is; see `Task`."""
        checked = check_cubes(self.reduction.target, *refutation(tolds))
        if not checked.verified:
            raise SolverError(f"the cubes do not cover the formula: {checked.reason}")


def formula_identity(formula: Cnf, asked: str) -> str:
    """What tells a question about a formula from any other."""
    digest = sha256(asked.encode())
    for line in dimacs_lines(formula):
        digest.update(line.encode())
    return digest.hexdigest()


def refutation(tolds: Iterable[Told]) -> tuple[list[Choices], list[Choices]]:
    """The cubes that were searched to their ends; and those that follow from these, from the leaves up.

    What is said `more` of a part is what failed where it was cut, and anything else at its end.
    """
    refuted: list[Choices] = []
    nodes: list[Choices] = []
    for told in sorted(tolds, reverse=True):  # each part stands before what it was cut from
        if "failed" in told.more:
            nodes += [*told.more["failed"], told.part.choices]
        elif told.more:
            refuted.append(told.part.choices)
    return refuted, nodes


def with_parts(told: Told, lookahead: Lookahead) -> Told:
    """What was told of a cube that is left, with its parts; as it is, where nothing cuts it."""
    cut = lookahead.cut(told.part.choices)
    if len(cut.parts) == 1:
        return told
    return told._replace(left=told.part.cut((*one, 1) for one in cut.parts), more={"failed": cut.failed})


class CubeWork:
    """A formula in one solver, which goes on learning, and knows the models that it found."""

    def __init__(self, formula: Cnf, solver: SatSolver, most: int | None) -> None:
        self._formula, self._most = formula, most
        self._meter = Meter(NO_LIMITS)
        self._calls = SatCalls(solver, formula, self._meter)
        self._known: list[Model] = []

    @cached_property
    def _lookahead(self) -> Lookahead:
        return Lookahead(self._formula)

    def do(self, part: Part, limits: Limits) -> Told:
        """Look for the models of a cube; see `Work`.

        Where it is left, its models are not told yet: whoever goes on finds them again.
        """
        before = self._meter.nodes
        nodes = None if limits.nodes is None else before + limits.nodes
        self._meter.limits = limits._replace(nodes=nodes)
        told = self._searched(part)
        return told._replace(effort={"nodes": self._meter.nodes - before})

    def _searched(self, part: Part) -> Told:
        cube = set(part.choices)
        found = [model for model in self._known if cube.issubset(model)]
        try:
            while not self._most or len(found) < self._most:
                if not self._calls.solve(part.choices):
                    return Told(part, len(found), self._shown(found), more={"refuted": True})
                model = self._calls.model()
                self._calls.add(blocking_clause(self._formula, model))
                self._known.append(model)
                found.append(model)
        except LimitReachedError:
            return Told(part, left=(part,))
        return Told(part, len(found), self._shown(found), left=(part,))

    def _shown(self, found: list[Model]) -> tuple[Choices, ...]:
        return () if self._most == 0 else tuple(found)

    def cut(self, told: Told) -> Told:
        """What was told of a cube that is left, with its parts; see `Work`."""
        return with_parts(told, self._lookahead)
