"""The models of a formula in lexicographic order, found by a SAT solver."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence

from ...base.errors import LimitReachedError
from ...base.wording import counted
from ...problems.cnf.rules import Cnf, Model
from ..solver import Limits, Meter, Search
from .sat import CADICAL, SatCalls, blocking_clause

MOST_WORK = 6_000_000
"""The work after which the search for the smallest answer is given up: about one second."""
PER_CLAUSE = 20
"""The propagated literals that take as long as loading and preprocessing one clause, about."""
PER_CONFLICT = 250
"""The propagated literals that take as long as the analysis of one conflict, about."""


class LexicographicSolver:
    """Yields models in order: earlier variables of the projection decide, true comes before false.

    Reductions number the variables so that this is the order of the answers.

    * most_work: give up after this much work, so that a formula is given up at the same point on every
      machine. Clauses loaded, literals assumed or propagated, and conflicts are counted.
    """

    name = "lexicographic"
    kind = "cnf"
    about = "models in order, the smallest answer first (CaDiCaL 1.9.5, many small calls)"
    effort_unit = "conflicts"

    def __init__(self, most_work: int | None = None) -> None:
        self._most_work = most_work

    def brief(self) -> LexicographicSolver:
        """The same solver, limited to `MOST_WORK`."""
        return LexicographicSolver(MOST_WORK)

    def search(self, problem: Cnf, limits: Limits) -> Search[Model]:
        """Begin to enumerate the models in order."""
        return Search.of(self._models, problem, limits)

    def _models(self, problem: Cnf, meter: Meter) -> Iterator[Model | None]:
        walk = _Walk(problem, meter, self._most_work)
        with walk.calls as calls:
            guard = problem.variable_count
            while (yield from walk.solve(())):
                model = calls.model()
                # Blocked only where `guard` is assumed: where no other model is left, no walk is needed.
                guard += 1
                calls.add((-guard, *blocking_clause(problem, model)))
                if not (yield from walk.solve([guard])):
                    yield model
                    return
                model = yield from walk.smallest(min(model, calls.model(), key=_order(problem)))
                yield model
                calls.add(blocking_clause(problem, model))


def _order(problem: Cnf) -> Callable[[Model], tuple[bool, ...]]:
    shown = problem.shown_variables
    return lambda model: tuple(model[variable - 1] < 0 for variable in shown)


class _Walk:
    """Calls to one SAT solver whose work is counted and limited; each yields None between its steps."""

    def __init__(self, problem: Cnf, meter: Meter, most_work: int | None) -> None:
        self._problem, self._meter, self._most = problem, meter, most_work
        self.calls = SatCalls(CADICAL, problem, meter)
        self._literals = 0 if most_work is None else PER_CLAUSE * len(problem.clauses)

    def _check(self) -> None:
        if self._most is not None:
            effort = self._meter.statistics
            work = self._literals + effort.get("propagations", 0) + PER_CONFLICT * effort.get("conflicts", 0)
            if work > self._most:
                raise LimitReachedError(counted(self._most, "step"))

    def solve(self, assumptions: Sequence[int]) -> Generator[None, None, bool]:
        self._literals += len(assumptions)
        self._check()
        steps = self.calls.deciding(assumptions)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return bool(end.value)
            self._check()
            yield

    def smallest(self, model: Model) -> Generator[None, None, Model]:
        """The first model in order, found from `model` by fixing one shown variable after the other."""
        prefix: list[int] = []
        for variable in self._problem.shown_variables:
            if model[variable - 1] < 0 and (yield from self.solve([*prefix, variable])):
                model = self.calls.model()
            prefix.append(model[variable - 1])
        return model


LEXICOGRAPHIC = LexicographicSolver()
