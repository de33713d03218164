"""SAT solvers in this process through PySAT, by its names.

Models are enumerated with blocking clauses on the projection of the formula, or in lexicographic order: BOJ
2239 and others require the smallest answer.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from ...base.errors import SolverError
from ...base.memory import memory_left
from ...problems.cnf.rules import Clause, Cnf, Model, whole_model
from ..solver import Limits, Meter, Search, slices
from .compiled_sat import CompiledSolver

if TYPE_CHECKING:
    from ...problems.cnf.connectivity import Cut
    from .cuts import CutFinder

MOST_VARIABLES = 50_000_000
"""Formulas with more variables are refused, since a solver allocates memory for each variable."""


@dataclass(frozen=True)
class SatSolver:
    """One of PySAT's solvers.

    `interruptible`: it stops after a budget of conflicts. `incremental`: it can be called again. A solver
    that is not both runs in a separate process, which the deadline and Ctrl-C terminate. `counts`:
    whether it says how many conflicts it had.
    """

    name: str
    about: str
    interruptible: bool = True
    incremental: bool = True
    kind: str = "cnf"
    counts: bool = True

    @property
    def effort_unit(self) -> str | None:
        return "conflicts" if self.counts else None

    @property
    def keeps(self) -> bool:
        """Whether it is interruptible and incremental."""
        return self.interruptible and self.incremental

    def search(self, problem: Cnf, limits: Limits) -> Search[Model]:
        """Begin to enumerate the models, one for each assignment of the projection.

        The search raises `SolverError` for a limit of nodes on a solver that takes none, and for a formula
        too large for any solver.
        """
        return Search.of(self._models, problem, limits)

    def _models(self, problem: Cnf, meter: Meter) -> Iterator[Model | None]:
        with SatCalls(self, problem, meter) as calls:
            while (yield from calls.deciding()):
                model = calls.model()
                yield model
                calls.add(blocking_clause(problem, model))


MOST_TRIED = 10_000
"""The conflicts of a search for a model with the likely literals of a formula."""


def blocking_clause(problem: Cnf, model: Model) -> Clause:
    """The clause that rules out every model equal to `model` on the projection.

    `model` holds every variable, in order.
    """
    return tuple(-model[variable - 1] for variable in problem.shown_variables)


class SatCalls:
    """Calls to one SAT solver on one growing formula; a context manager that frees the solver.

    Raise `SolverError` for a limit of nodes on a solver that takes none, or a formula too large for any
    solver; `ReductionError` for a formula most of whose variables occur in no clause.
    """

    def __init__(self, solver: SatSolver, problem: Cnf, meter: Meter) -> None:
        if meter.limits.nodes is not None and not solver.interruptible:
            raise SolverError(f"{solver.name} does not support a node limit")
        if problem.variable_count > MOST_VARIABLES:
            raise SolverError(f"{problem.variable_count} variables; in-process solvers take {MOST_VARIABLES}")
        problem.refuse_unused()
        self._solver = solver
        self._problem = problem
        self._added: list[Clause] = []
        self._bounds: list[tuple[list[int], int]] = []
        self._meter = meter
        meter.unit = "conflicts"
        self._instance: CompiledSolver | None = None
        self._contradiction = False
        self._outcome: _Outcome | None = None
        self._cuts: CutFinder | None = None
        if problem.graphs:
            from .cuts import CutFinder  # few formulas have graphs

            self._cuts = CutFinder(problem)
        self.cuts: list[Cut] = []
        """The clauses added so far because something is connected."""
        self._likely = problem.likely if solver.keeps else ()
        self._models_cut = 0
        self._is_long = False

    def __enter__(self) -> SatCalls:
        return self

    def __exit__(self, *_: object) -> None:
        if self._instance is not None:
            self._instance.delete()
            self._instance = None

    def add(self, *clauses: Clause) -> None:
        self._added += clauses
        if self._instance is not None and self._solver.incremental:
            self._instance.add(self._not_empty(clauses))

    def at_most(self, literals: Sequence[int], bound: int) -> None:
        """At most this number of the literals are true; for solvers with cardinality: MiniCARD, Gluecard."""
        self._bounds.append((list(literals), bound))
        if self._instance is not None:
            self._instance.at_most(*self._bounds[-1])

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Whether the formula has a model in which `assumptions` are true.

        Raise `LimitReachedError` if the meter's limits end the search.
        """
        steps = self.deciding(assumptions)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return bool(end.value)

    def deciding(self, assumptions: Sequence[int] = ()) -> Generator[None, None, bool]:
        """`solve` in steps, with None after each undecided call and after each model that cuts exclude."""
        likely, self._likely = self._likely, ()
        if likely and not assumptions and (yield from self._trying(likely)):
            return True
        return (yield from self._connecting(assumptions))

    def _trying(self, assumptions: Sequence[int]) -> Generator[None, None, bool]:
        """Whether a model with these literals is found with few conflicts."""
        steps, most = self._connecting(assumptions), self._meter.nodes + MOST_TRIED
        while self._meter.nodes < most:
            try:
                next(steps)
            except StopIteration as end:
                return bool(end.value)
            yield
        return False

    def _connecting(self, assumptions: Sequence[int]) -> Generator[None, None, bool]:
        while (yield from self._deciding(assumptions)):
            cuts = self._cuts.of(self._true_literals()) if self._cuts is not None else ()
            if not cuts:
                return True
            self._models_cut += len(cuts)
            self._add_cuts(cuts)
            self._meter.statistics["cuts"] = len(self.cuts)
            self._meter.check()
            yield
        return False

    def _add_cuts(self, cuts: Sequence[Cut]) -> None:
        assert self._cuts is not None
        self.cuts += cuts
        self.add(*map(self._cuts.clause, cuts))

    def _deciding(self, assumptions: Sequence[int]) -> Generator[None, None, bool]:
        if not self._solver.keeps:
            return self._decide_anew(assumptions)
        before = None
        for budget in slices(self._meter):
            instance = self._begun()
            if self._contradiction:
                return False
            decided = instance.solve(assumptions, budget)
            self._count(instance, budget)
            if decided is not None:
                return decided
            if self._cuts is not None and not self._is_long:
                self._is_long = True
                self._add_cuts(self._cuts.around_small_pieces())
            if before is None:
                before = memory_left()
            else:
                require_room(before)
            yield
        raise AssertionError("budgets end by an error only")

    def _begun(self) -> CompiledSolver:
        if self._instance is None:
            instance = CompiledSolver(self._solver.name)
            if not self._problem.clauses:
                # Maplesat crashes without any variable; this clause is always true.
                instance.add([(1, -1)])
            # In parts: there may be millions, and the timer of the deadline fires between two.
            for clauses in with_room(chain(self._problem.clauses, self._added)):
                instance.add(self._not_empty(clauses))
            for literals, bound in self._bounds:
                instance.at_most(literals, bound)
            self._instance = instance
        return self._instance

    def _not_empty(self, clauses: Sequence[Clause]) -> Iterable[Clause]:
        """Solvers differ in how they handle an empty clause, so they never get one."""
        if () not in clauses:
            return clauses
        self._contradiction = True
        return filter(None, clauses)

    def prefer(self, literals: Sequence[int]) -> None:
        instance = self._begun()
        instance.configure(lucky=0)  # otherwise it prefers phases of its own
        instance.prefer(literals)

    def _decide_anew(self, assumptions: Sequence[int]) -> bool:
        """Calls of a solver that is not incremental, each in its own process if possible."""
        from ...base.processes import run_apart

        meter = self._meter
        meter.check()
        budgets = iter([None]) if meter.limits.nodes is None else slices(meter, anew=True)
        for budget in budgets:
            call = _Call(self._solver.name, self._problem, self._added, self._bounds, [*assumptions], budget)
            self._outcome = run_apart(_decided, call, meter.limits.deadline)
            if self._outcome.statistics is None:
                meter.nodes += budget or 0  # this solver counts nothing: at most its whole budget was used
            else:
                meter.nodes += self._outcome.statistics["conflicts"]
                meter.statistics |= self._outcome.statistics
            if self._outcome.decided is not None:
                return self._outcome.decided
        raise AssertionError("budgets end by an error only")

    def _count(self, instance: CompiledSolver, budget: int | None) -> None:
        try:
            effort = instance.statistics()
        except AttributeError:
            # Without statistics: at most the whole budget was used.
            self._meter.nodes += budget or 0
            return
        self._meter.nodes = effort["conflicts"] + self._models_cut
        self._meter.statistics |= effort

    def _true_literals(self) -> Sequence[int]:
        """The model just found as the solver states it; variables that it left out are false."""
        if self._outcome is not None:
            return self._outcome.model
        assert self._instance is not None
        return self._instance.model()

    def model(self) -> Model:
        """The model just found, for the formula's own variables; those that the solver left out are false."""
        return whole_model(self._true_literals(), self._problem.variable_count)

    def core(self) -> tuple[int, ...]:
        """After UNSAT: assumptions that cannot be true together, not necessarily the fewest."""
        if self._outcome is not None:
            return tuple(sorted(self._outcome.core, key=abs))
        if self._contradiction or self._instance is None:
            return ()
        return tuple(sorted(self._instance.core(), key=abs))


class _Call(NamedTuple):
    """One call of a solver that is not incremental."""

    solver: str
    problem: Cnf
    added: list[Clause]
    bounds: list[tuple[list[int], int]]
    assumptions: list[int]
    budget: int | None


class _Outcome(NamedTuple):
    """What it came to; `statistics` are None from a solver that counts nothing."""

    decided: bool | None
    model: list[int] = []
    core: list[int] = []
    statistics: dict[str, int] | None = None


def _decided(call: _Call) -> _Outcome:
    if () in call.problem.clauses or () in call.added:
        return _Outcome(False, statistics={"conflicts": 0})
    with CompiledSolver(call.solver) as solver:
        for clauses in with_room(chain(call.problem.clauses, call.added)):
            solver.add(clauses)
        for literals, bound in call.bounds:
            solver.at_most(literals, bound)
        decided = solver.solve(call.assumptions, call.budget)
        try:
            statistics = solver.statistics()
        except AttributeError:
            statistics = None
        model = solver.model() if decided else []
        core = solver.core() if decided is False and call.assumptions else []
        return _Outcome(decided, model, core, statistics)


PART = 500
"""The clauses that are loaded together: few, since some formulas make them only when they are read."""
PARTS_BETWEEN = 128
"""The parts that are loaded between two looks at the memory that is left."""


def with_room(clauses: Iterable[Clause]) -> Iterator[list[Clause]]:
    """The same clauses in parts, while there is memory: a solver that finds none aborts the process.

    Raise `MemoryError` if the memory that is left is less than what the clauses took so far: a solver may
    double its tables.
    """
    left, before = iter(clauses), None
    for number, part in enumerate(iter(lambda: list(islice(left, PART)), []), 1):
        if number == 1 and len(part) == PART:  # a look takes longer than a few clauses
            before = memory_left()
        yield part
        if before is not None and number % PARTS_BETWEEN == 0:
            require_room(before)


LEAST_ROOM = 1 << 24
"""Bytes that must be left in any case."""


def require_room(before: int) -> None:
    """Raise `MemoryError` if less memory is left than was taken since there were `before` bytes."""
    left = memory_left() or 0
    if left < max(before - left, LEAST_ROOM):
        raise MemoryError


def complete_model(problem: Cnf, literals: Sequence[int]) -> Model | None:
    """A model of all variables in which `literals` are true, or None.

    Solvers may leave out variables that do not matter, or all but the projection.
    """
    model = whole_model(literals, problem.variable_count)
    if not problem.violations(model):
        return model
    with SatCalls(CADICAL, problem, Meter(Limits())) as calls:
        return calls.model() if calls.solve(literals) else None


SAT_SOLVERS = (
    SatSolver("cadical195", "CaDiCaL 1.9.5"),
    SatSolver("cadical103", "CaDiCaL 1.0.3"),
    SatSolver("cadical153", "CaDiCaL 1.5.3"),
    SatSolver("cadical153-stable", "CaDiCaL 1.5.3 with few restarts, for exact covers with segments"),
    SatSolver("cadical300", "CaDiCaL 3.0.0"),
    SatSolver("gluecard3", "Gluecard 3"),
    SatSolver("gluecard4", "Gluecard 4"),
    SatSolver("glucose3", "Glucose 3"),
    SatSolver("glucose4", "Glucose 4.1"),
    SatSolver("glucose42", "Glucose 4.2.1"),
    SatSolver("kissat404", "Kissat 4.0.4, started again for each call", incremental=False, counts=False),
    SatSolver(
        "lingeling",
        "Lingeling, started again for each call; does not support a node limit",
        interruptible=False,
    ),
    SatSolver("maplechrono", "MapleLCMDistChronoBT"),
    SatSolver("maplecm", "MapleCM"),
    SatSolver("maplesat", "MapleCOMSPS_LRB"),
    SatSolver("mergesat3", "MergeSat 3"),
    SatSolver("minicard", "MiniCARD"),
    SatSolver("minisat22", "MiniSat 2.2; small formulas are tried with it first"),
)
CADICAL = SAT_SOLVERS[0]
GLUECARD = next(solver for solver in SAT_SOLVERS if solver.name == "gluecard3")
