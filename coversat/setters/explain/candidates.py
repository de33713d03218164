"""Which values occur in some answer: the candidates of every cell, exactly.

Each solver call looks for an answer with at least one value not seen yet, and prefers such values: an answer
shows many of them, so there are far fewer calls than candidates.  The cells with
one candidate are the *backbone*, the same in every answer (Janota, Lynce, Marques-Silva, "Algorithms for
computing backbones", AI Communications 2015; here the models refute for all values at once).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill
from types import MappingProxyType
from typing import Any

from ...base.arguments import Listener, Timeout, deadline_of, silent
from ...base.errors import ArgumentError, LimitReachedError
from ...base.undecided import Undecided
from ...kinds.many import one_or_many
from ...kinds.sources import Source, problem_in
from ...problems.cnf.rules import Cnf, Model
from ...problems.grid import Cell
from ...reductions.places import Place
from ..clock import Clock
from ..encoded import Encoded, encoded


@dataclass(frozen=True, repr=False)
class Candidates(Undecided):
    """The values that each place has in some answer.

    Attributes
    ----------
    seen : tuple of (place, values)
        For each place the values seen in an answer, in order; all of them if `exact`.
    answers : tuple
        The answers in which they were seen, each checked by the rules; empty if there is none.
    exact : bool
        False if the time limit came first.
    calls : int
        The number of solver calls.
    places : str
        What the places are, such as ``cells``.
    """

    seen: tuple[tuple[Place, tuple[int, ...]], ...]
    answers: tuple[Any, ...]
    exact: bool
    calls: int
    reason: str | None = None
    places: str = "cells"

    @property
    def settled(self) -> tuple[tuple[Place, int], ...]:
        """The backbone: each place with the same value in every answer, and this.  Empty unless `exact`."""
        if not self.exact:
            return ()
        return tuple((place, values[0]) for place, values in self.seen if len(values) == 1)

    @property
    def open(self) -> tuple[tuple[Place, tuple[int, ...]], ...]:
        return tuple((place, values) for place, values in self.seen if len(values) > 1)

    def by_cell(self) -> dict[Cell, tuple[int, ...]]:
        """The values seen in each cell. Raise `ValueError` if the candidates are not those of cells."""
        cells = {place.cell: values for place, values in self.seen if place.cell is not None}
        if len(cells) < len(self.seen):
            raise ArgumentError("the candidates are not those of cells, so they cannot be drawn")
        return cells

    def __str__(self) -> str:
        return picture(self, 80)

    def as_json(self) -> dict[str, Any]:
        """The members for JSON; a partial result is marked."""
        return {
            "exact": self.exact,
            "calls": self.calls,
            "settled": len(self.settled),
            "candidates": {place.name: list(values) for place, values in self.seen},
        }


@one_or_many
def candidates(
    source: Source, *, kind: str | None = None, timeout: Timeout = None, report: Listener = silent
) -> Candidates:
    """The values that each cell has in some answer.

    Parameters
    ----------
    source, kind
        See `read`.
    timeout : float, optional
        When it is over, values that were not seen may be missing.
    report : function of a text
        Called with how far the search is.

    Raises
    ------
    ReductionError
        For an instance that the default encoding does not take.

    Examples
    --------
    >>> import coversat
    >>> print(coversat.candidates("1...\\n..2.\\n.3..\\n...4\\n"))
    1 2 4 3
    3 4 2 1
    4 3 1 2
    2 1 3 4
    """
    problem = problem_in(source, kind)
    clock = Clock(deadline_of(timeout), report)
    try:
        with clock.deadline.enforced():
            formula = encoded(problem)
    except LimitReachedError as limit:
        return Candidates((), (), exact=False, calls=0, reason=str(limit))
    return find_candidates(formula, clock)


def find_candidates(formula: Encoded, clock: Clock) -> Candidates:
    """The candidates, from an encoded problem."""
    literals = formula.literals
    found: set[int] = set()
    answers: list[Any] = []
    reason = None
    try:
        with clock.deadline.enforced():
            for model in covering_models(formula.cnf, literals, clock):
                answers.append(formula.decode(model))
                found.update(model)
                clock.report(f"{len(answers)} answers looked at for values not seen before")
    except LimitReachedError as limit:
        reason = str(limit)
    seen = tuple(
        (place, tuple(value for value, literal in place.literals.items() if literal in found))
        for place in formula.places
    )
    # One call for each answer, and one that finds none unless all values were seen.
    calls = len(answers) + (not answers or not found.issuperset(literals))
    return Candidates(seen, tuple(answers), reason is None, calls, reason, formula.place_words)


def covering_models(cnf: Cnf, literals: Sequence[int], clock: Clock) -> Iterator[Model]:
    """Models that together make each of `literals` true that can be; each model adds some.

    Raise `LimitReachedError` if the time limit is reached.
    """
    unseen = set(literals)
    guard = cnf.variable_count
    with clock.calls(cnf) as solver:
        assumptions: tuple[int, ...] = ()
        while True:
            solver.prefer([x if x in unseen else -x for x in literals])
            if not solver.solve(assumptions):
                return
            model = solver.model()
            unseen.difference_update(model)
            yield model
            if not unseen:
                return
            # A guard is assumed once; it is false from then on, which removes its clause.
            for old in assumptions:
                solver.add((-old,))
            guard += 1
            assumptions = (guard,)
            solver.add((-guard, *sorted(unseen)))


def picture(found: Candidates, width: int, signs: Mapping[int, str] = MappingProxyType({})) -> str:
    """The candidates as a grid if it fits in `width`, otherwise a line for each place; choices together.

    * signs: how values are written in answers, if not as digits.
    """
    cells = {place.cell: values for place, values in found.seen if place.cell is not None}
    largest = max((value for values in cells.values() for value in values), default=0)
    if cells and found.places == "cells" and largest < 10:
        rows = 1 + max(r for r, _ in cells)
        columns = 1 + max(c for _, c in cells)
        words = [[_word(cells.get((r, c)), signs) for c in range(columns)] for r in range(rows)]
        widths = [max(len(row[c]) for row in words) for c in range(columns)]
        if sum(widths) + columns <= width:
            lines = (
                " ".join(word.ljust(size) for word, size in zip(row, widths, strict=True)) for row in words
            )
            return "\n".join(f" {line}".rstrip() for line in lines)
    if found.places != "cells" and all(set(values) <= {0, 1} for _, values in found.seen):
        return "\n".join(_by_variable(found, width))
    return "\n".join(f" {place.name}: {' '.join(map(str, values)) or '-'}" for place, values in found.seen)


def _by_variable(found: Candidates, width: int) -> Iterator[str]:
    kinds = {(1,): "in every answer", (0,): "in no answer", (0, 1): "in some answers"}
    for values, words in kinds.items():
        names = [place.name for place, seen in found.seen if seen == values]
        if names:
            yield fill(f"{words}: {', '.join(names)}", width - 2, initial_indent=" ", subsequent_indent="   ")


def _word(values: tuple[int, ...] | None, signs: Mapping[int, str]) -> str:
    """``125`` for candidates 1, 2 and 5; ``#`` for no cell to fill, ``-`` for no candidate."""
    if values is None:
        return "#"
    return "".join(signs.get(value, str(value)) for value in values) or "-"
