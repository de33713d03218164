"""Models in lexicographic order: BOJ 2239 and others want the smallest answer, not just any."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..kinds.cnf.rules import Cnf, Model
from .sat import CADICAL, SatCalls, blocking_clause
from .solver import Limits, Meter, Search


class LexicographicSolver:
    """Yields models in order: earlier variables of the projection decide, true comes before false.

    Reductions number the variables so that this is the order of the answers.
    """

    name = "lexicographic"
    kind = "cnf"
    about = "models in order, the smallest answer first (CaDiCaL 1.9.5, many small calls)"

    def search(self, problem: Cnf, limits: Limits) -> Search[Model]:
        """Begin to enumerate the models in order."""
        return Search.of(self._models, problem, limits)

    def _models(self, problem: Cnf, meter: Meter) -> Iterator[Model]:
        with SatCalls(CADICAL, problem, meter) as calls:
            guard = problem.variable_count
            while calls.solve():
                model = calls.model()
                # Blocked only where `guard` is assumed: where no other model is left, no walk is needed.
                guard += 1
                calls.add((-guard, *blocking_clause(problem, model)))
                if not calls.solve([guard]):
                    yield model
                    return
                model = _smallest(calls, problem, min(model, calls.model(), key=_order(problem)))
                yield model
                calls.add(blocking_clause(problem, model))


def _order(problem: Cnf) -> Callable[[Model], tuple[bool, ...]]:
    shown = problem.shown_variables
    return lambda model: tuple(model[variable - 1] < 0 for variable in shown)


def _smallest(calls: SatCalls, problem: Cnf, model: Model) -> Model:
    """The first model in order, found from `model` by fixing one shown variable after the other."""
    prefix: list[int] = []
    for variable in problem.shown_variables:
        if model[variable - 1] < 0 and calls.solve([*prefix, variable]):
            model = calls.model()
        prefix.append(model[variable - 1])
    return model


LEXICOGRAPHIC = LexicographicSolver()
