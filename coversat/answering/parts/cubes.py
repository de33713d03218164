"""Formulas in parts: cube and conquer (Heule, Kullmann, Wieringa and Biere, HVC 2011).

A part is a cube: a set of assumed literals. Each worker has one SAT solver, whose learnt clauses remain from
cube to cube. A long search of a cube therefore continues while all workers are busy; the cube is split by
lookahead when workers are idle.

A cube is split by one of the formula's own clauses, such as "this cell holds one of these digits": one part
for each literal that can still be true; otherwise by a variable and its negation. Each split is tried by unit
propagation: a literal that fails at once needs no part, and implied literals are added to the cube. Of the
splits into several parts the one with the smallest parts is chosen, by the measure of Kullmann ("Fundaments
of branching heuristics", 2009): the least t at which the powers 1/t^n add up to 1, where n literals become
true in a part. `benchmarks/cubes.py` compares it with other rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from ...base.errors import LimitReachedError, SolverError
from ...problems.cnf.rules import Clause, Cnf, Model, dimacs_lines
from ...proofs.drup import check_cubes
from ...solvers import NO_LIMITS, Limits
from ...solvers.sat.compiled_sat import PROPAGATES, CompiledSolver
from ...solvers.sat.sat import SatCalls, SatSolver, blocking_clause
from ...solvers.solver import Meter
from .divide import RouteSearch
from .ledger import Choices, Part, PartResult

WAYS = 24
"""So many ways to split are tried: the clauses with the fewest open literals."""
WIDEST = 100
"""The literals of a clause that is looked at: the cells of a puzzle have no more values."""
PROBES = 1000
"""So many literals are tried where that gives a way to split; few more."""


class Branch(NamedTuple):
    """A literal of a split.

    * true: all literals that it implies beyond those already true.
    * gain: the number of literals that become true.
    """

    literal: int
    true: Sequence[int]
    gain: int


Way = tuple[Branch, ...]
"""The branches of a way to split that do not fail; two at least."""


class Split(NamedTuple):
    """A split of a cube.

    * parts (tuple of pairs of a cube and its share): they share no model; with `failed` they have all models
      of the cube.  The shares add up to 1.
    * failed (tuple of cubes): refuted by unit propagation.
    """

    parts: tuple[tuple[Choices, float], ...]
    failed: tuple[Choices, ...]


def least_growth(ways: Sequence[Way]) -> Way:
    """The split that would lead to the smallest tree if it were repeated at each node."""
    return min(ways, key=lambda way: growth(_gains(way)))


def growth(gains: Sequence[int]) -> float:
    """The t at which the powers 1/t^gain add up to 1; needs at least two gains, each at least 1."""
    low, high = 1.0, float(len(gains))
    while high - low > 1e-6:
        middle = (low + high) / 2
        if sum(middle**-gain for gain in gains) > 1:
            low = middle
        else:
            high = middle
    return high


def _gains(way: Way) -> list[int]:
    return [branch.gain for branch in way]


class Lookahead:
    """Splits the cubes of one formula.

    * formula: without an empty clause.  Splits use only its `shown_variables`.
    * choose: chooses one of several splits.
    """

    def __init__(self, formula: Cnf, choose: Callable[[Sequence[Way]], Way] = least_growth) -> None:
        self._choose = choose
        longer = [clause for clause in formula.clauses if len(clause) > 1]
        self._solver = _propagating(longer)
        units = dict.fromkeys(clause[0] for clause in formula.clauses if len(clause) == 1)
        true = self._solver.propagated([*units])
        self._contradiction = true is None
        self._root = frozenset(true or ())
        if self._root:
            # No solver returns literals that are true without assumptions.
            open_clauses = (clause for clause in longer if self._root.isdisjoint(clause))
            longer = [tuple(x for x in clause if -x not in self._root) for clause in open_clauses]
            self._solver = _propagating(longer)
        used = {abs(literal) for clause in longer for literal in clause}
        shown = used.intersection(formula.shown_variables)
        self._variables = sorted(shown)
        self._wide = [clause for clause in longer if 2 < len(clause) <= WIDEST and shown.issuperset(clause)]

    def split(self, cube: Choices) -> Split:
        """The parts of a cube; only the cube itself if no shown variable is open."""
        failed: list[Choices] = []
        taken = cube  # and their consequences
        while True:
            before = taken
            ways, taken, held = self._tried(before, failed)
            if held is None:
                return Split((), tuple(failed))
            if ways:
                return Split(tuple(_parts(cube, self._choose(ways))), tuple(failed))
            if taken == before:
                return Split(((cube, 1.0),), tuple(failed))

    def _tried(
        self, taken: Choices, failed: list[Choices]
    ) -> tuple[list[Way], Choices, frozenset[int] | None]:
        """Possible splits; the cube with its consequences; its true literals, or None after a conflict."""
        held, probed = self._held(taken), 0
        ways: list[Way] = []
        for literals in () if held is None else self._candidates(held):
            if held is None or (ways and probed >= PROBES):
                break
            if not held.isdisjoint(literals):
                continue
            way: list[Branch] = []
            for literal in literals:
                if -literal in held:
                    continue
                true = self._true((*taken, literal))
                probed += 1
                if true is None:
                    failed.append((*taken, literal))
                else:
                    way.append(Branch(literal, true, len(self._root) + len(true) - len(held)))
            if len(way) > 1:
                ways.append(tuple(way))
            elif way:
                taken = (*taken, way[0].literal)
                held = self._held(taken)
            else:
                held = None
        if held is not None:
            ways = [way for way in ways if not any(x in held or -x in held for x, _, _ in way)]
        return ways, taken, held

    def _held(self, cube: Choices) -> frozenset[int] | None:
        true = self._true(cube)
        return None if true is None else self._root.union(true)

    def _true(self, cube: Choices) -> list[int] | None:
        """The literals that are true under a cube but not without it; None after a conflict."""
        if self._contradiction or any(-literal in self._root for literal in cube):
            return None
        return self._solver.propagated([literal for literal in cube if literal not in self._root])

    def _candidates(self, held: frozenset[int]) -> Iterator[Sequence[int]]:
        """Candidates for a split: the open literals of short clauses, otherwise each open variable."""
        clauses = (clause for clause in self._wide if held.isdisjoint(clause))
        opened = sorted(([x for x in clause if -x not in held] for clause in clauses), key=len)[:WAYS]
        yield from opened
        if not opened:
            yield from ((x, -x) for x in self._variables if x not in held and -x not in held)


def _propagating(clauses: Iterable[Clause]) -> CompiledSolver:
    solver = CompiledSolver(PROPAGATES)
    solver.add(clauses)
    return solver


def _parts(cube: Choices, way: Way) -> Iterator[tuple[Choices, float]]:
    """Each branch with its share; a model of several branches belongs to the first."""
    base = growth(_gains(way))
    for at, (literal, true, gain) in enumerate(way):
        others = (-before.literal for before in way[:at])
        apart = [other for other in others if other not in true]
        yield (*cube, *apart, literal), base**-gain


class CubeSearch(RouteSearch):
    """The models, distinct under the projection, of the formula that a problem is reduced to.

    * problem, route, most: as of `RouteSearch`; the route ends at a SAT solver of this process.

    Raise `SolverError` from `work`, if the solver cannot be interrupted or is not incremental.
    """

    @cached_property
    def worker(self) -> CubeWorker:
        solver = self.route.solver
        if not (isinstance(solver, SatSolver) and solver.keeps):
            raise SolverError(f"{solver.name} keeps nothing from part to part: name another SAT solver")
        return CubeWorker(self.reduction.target, solver, self._most)

    @cached_property
    def identity(self) -> str:
        """The formula and the question; parts refer to its variables."""
        return formula_identity(self.reduction.target, str(self._most))

    def review(self, results: Iterable[PartResult]) -> None:
        """Check that the split cubes and the refuted cubes cover the formula."""
        checked = check_cubes(self.reduction.target, *refutation(results))
        if not checked.accepted:
            raise SolverError(f"the cubes do not cover the formula: {checked.reason}")


def formula_identity(formula: Cnf, asked: str) -> str:
    """A digest of a formula and of the question."""
    digest = sha256(asked.encode())
    for line in dimacs_lines(formula):
        digest.update(line.encode())
    if formula.graphs:
        digest.update(repr(formula.graphs).encode())
    return digest.hexdigest()


def refutation(results: Iterable[PartResult]) -> tuple[list[Choices], list[Choices]]:
    """The cubes that were fully searched, then the cubes that follow from these, from the leaves up.

    In the result of a split part, `more` holds the failed literals of the split.
    """
    refuted: list[Choices] = []
    nodes: list[Choices] = []
    for result in sorted(results, reverse=True):  # each part precedes the part it was split from
        if "failed" in result.more:
            nodes += [*result.more["failed"], result.part.choices]
        elif result.more:
            refuted.append(result.part.choices)
    return refuted, nodes


def with_parts(result: PartResult, lookahead: Lookahead) -> PartResult:
    """The result of an unfinished cube, with its parts; unchanged if it cannot be split."""
    split = lookahead.split(result.part.choices)
    if len(split.parts) == 1:
        return result
    return result._replace(left=result.part.split(split.parts), more={"failed": split.failed})


class CubeWorker:
    """A formula in one incremental solver, with the models found so far."""

    def __init__(self, formula: Cnf, solver: SatSolver, most: int | None) -> None:
        self._formula, self._most = formula, most
        self._meter = Meter(NO_LIMITS)
        self._calls = SatCalls(solver, formula, self._meter)
        self._known: list[Model] = []

    @cached_property
    def _lookahead(self) -> Lookahead:
        return Lookahead(self._formula)

    def do(self, part: Part, limits: Limits) -> PartResult:
        """Search the models of a cube; see `PartWorker`.

        Models of an unfinished cube are not returned: they are found again when the search continues.
        """
        before = self._meter.nodes
        nodes = None if limits.nodes is None else before + limits.nodes
        self._meter.limits = limits._replace(nodes=nodes)
        result = self._searched(part)
        return result._replace(effort={"nodes": self._meter.nodes - before})

    def _searched(self, part: Part) -> PartResult:
        cube = set(part.choices)
        found = [model for model in self._known if cube.issubset(model)]
        try:
            while not self._most or len(found) < self._most:
                if not self._calls.solve(part.choices):
                    return PartResult(part, len(found), self._shown(found), more={"refuted": True})
                model = self._calls.model()
                self._calls.add(blocking_clause(self._formula, model))
                self._known.append(model)
                found.append(model)
        except LimitReachedError:
            return PartResult(part, left=(part,))
        return PartResult(part, len(found), self._shown(found), left=(part,))

    def _shown(self, found: list[Model]) -> tuple[Choices, ...]:
        return () if self._most == 0 else tuple(found)

    def split(self, result: PartResult) -> PartResult:
        return with_parts(result, self._lookahead)
