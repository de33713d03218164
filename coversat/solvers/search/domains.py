"""A search by domains: the values that each cell may still have, narrowed by every rule after each try.

It is compiled: ``domains.h`` has the search, and describes the program that a puzzle is stated as;
`domain_rules` makes it from a model.  Nothing is learned from a failure except in which cells failures are
frequent, so that a puzzle which needs many tries is better left to a SAT solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...base.errors import LimitReachedError, SolverError
from ...base.registry import compiled
from ...base.wording import counted
from ...primitives import Variable
from ...primitives.models import GridModel
from ..solver import Meter
from .backtracking import DirectSearch
from .domain_rules import Program, program_of

if TYPE_CHECKING:
    from ...problems.puzzle import GridPuzzle

_KERNEL = "_domains_kernel"
FOUND, PAUSED, OVER = range(3)
"""What a search stops at."""
SLICE = 64
"""Values tried between two looks at the clock: a millisecond or a few."""


def is_compiled() -> bool:
    """Whether there is the search here."""
    return compiled(__package__, _KERNEL) is not None


def kernel() -> Any:
    """The compiled search. Raise `SolverError` where there is none."""
    if (found := compiled(__package__, _KERNEL)) is None:
        raise SolverError("search/domains is compiled, and this installation is in plain Python")
    return found


def answers_by_domains(model: GridModel[Any], meter: Meter) -> Iterator[dict[Variable, int] | None]:
    """The values of all variables, once for each answer; None where another search may take a turn.

    `meter` counts the values that are tried. Raise `ReductionError` for rules that have no program, and
    `SolverError` where nothing is compiled.
    """
    return _answers(program_of(model), meter)


def _answers(program: Program, meter: Meter) -> Iterator[dict[Variable, int] | None]:
    variables, values, words = program
    search = kernel().Domains(words)
    limit = meter.limits.nodes
    while True:
        meter.check()
        most = search.nodes + SLICE
        event = search.next(most if limit is None else min(limit, most))
        meter.nodes = search.nodes
        if event == FOUND:
            yield {variable: values[at] for variable, at in zip(variables, search.answer(), strict=True)}
        elif event == OVER:
            return
        elif limit is not None and search.nodes >= limit:
            raise LimitReachedError(counted(limit, "node"))
        else:
            yield None


def shown_answers(model: GridModel[Any], meter: Meter) -> Iterator[Any]:
    """Answers, each once, and None as in `answers_by_domains`."""
    found = answers_by_domains(model, meter)
    return (None if values is None else model.answer_of(values.items()) for values in found)


def search_by_domains(kind: str) -> DirectSearch[GridPuzzle]:
    """The search of a kind that is a `GridPuzzle` without graphs."""
    about = "the values that each cell may have, narrowed by every rule"
    return DirectSearch(
        "search/domains", kind, about, lambda puzzle, meter: shown_answers(puzzle.grid_model, meter)
    )
