"""What can be said of one cell of an answer, and the literal that says it.

Nothing here knows a puzzle.  The formula is that of the kind's usual reduction.  Each of its shown
variables is a *fact*: decoding a model that holds nothing but this literal gives an answer in which one
cell is filled, and that cell and its value are what the fact says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..problems import Problem
from ..problems.cnf import Cnf, Model
from ..reductions import Reduction
from ..routes import apply_rules, way_to


@dataclass(frozen=True)
class Place:
    """A cell of the answer, or a variable that is no cell; in each answer one of its values is true.

    Attributes
    ----------
    name : str
        In the puzzle's words.
    cell : (row, column) from 0, or None
    literals : mapping from values to literals
        In increasing order of values.
    empty : value or None
        The value of a cell in which nothing stands, where the cell may stay so.
    """

    name: str
    cell: tuple[int, int] | None
    literals: Mapping[int, int] = field(hash=False)
    empty: int | None = None

    def words(self, value: int) -> str:
        """Such as ``r1c1 = 5``."""
        return f"{self.name} = {value}"


@dataclass(frozen=True)
class Fact:
    """A place has this value."""

    place: Place
    value: int

    @property
    def literal(self) -> int:
        """What says so in the formula."""
        return self.place.literals[self.value]

    def as_json(self) -> dict[str, Any]:
        """The place's name, its cell (from 1) and the value."""
        cell = self.place.cell
        where = {} if cell is None else {"row": cell[0] + 1, "column": cell[1] + 1}
        return {"place": self.place.name, **where, "value": self.value}

    def __str__(self) -> str:
        return self.place.words(self.value)


@dataclass(frozen=True)
class Encoded:
    """A problem as a formula, and the places that an answer fills."""

    problem: Problem[Any]
    reduction: Reduction[Any, Any, Any, Any]
    cnf: Cnf
    places: tuple[Place, ...]

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """Every value of every place."""
        return tuple(Fact(place, value) for place in self.places for value in place.literals)

    def decode(self, model: Model) -> Any:
        """The answer that a model shows."""
        return self.reduction.decode(model)

    def facts_of(self, answer: Any) -> tuple[Fact, ...]:
        """What a whole answer says, one fact a place."""
        return self.facts_in(self.reduction.encode(answer))

    def facts_in(self, literals: Collection[int]) -> tuple[Fact, ...]:
        """What a model, or the shown literals that are true in one, says of each place."""
        true = set(literals)
        return tuple(Fact(place, _value(place, true)) for place in self.places)


def _value(place: Place, true: set[int]) -> int:
    # Only what stands somewhere has a literal in every encoding, so "empty" is what is left.
    found = next((value for value, literal in place.literals.items() if literal in true), place.empty)
    assert found is not None, f"{place.name} holds nothing"
    return found


def reduced(problem: Problem[Any]) -> Reduction[Any, Any, Any, Any]:
    """The problem, carried to a formula the usual way; raises `ReductionError`."""
    return apply_rules(way_to(problem.kind, "cnf"), problem)


def encoded(problem: Problem[Any]) -> Encoded:
    """The problem by the usual reduction, with the places of its answers.

    Raises
    ------
    ReductionError
        For an instance that the encoding does not take.
    """
    reduction = reduced(problem)
    cnf: Cnf = reduction.target
    places, clauses = _places(problem, reduction)
    if clauses:
        count = max(cnf.variable_count, *(abs(literal) for clause in clauses for literal in clause))
        cnf = Cnf(count, (*cnf.clauses, *clauses), cnf.names, tuple(cnf.shown_variables))
    return Encoded(problem, reduction, cnf, places)


def other_than(reduction: Reduction[Any, Any, Any, Any], answer: Any) -> tuple[int, ...]:
    """The clause that every answer but this one makes true."""
    true = set(reduction.encode(answer))
    return tuple(-v if v in true else v for v in reduction.target.shown_variables)


def _places(
    problem: Problem[Any], reduction: Reduction[Any, Any, Any, Any]
) -> tuple[tuple[Place, ...], list[tuple[int, ...]]]:
    """The places, and clauses that give a name to "this cell stays empty" where a cell may."""
    cnf: Cnf = reduction.target
    nothing = _rows(problem, reduction, ())
    cells: dict[tuple[int, int], dict[int, int]] = {}
    plain: list[Place] = []
    for variable in cnf.shown_variables:
        shown = _difference(nothing, _rows(problem, reduction, (variable,)))
        if shown is None:
            name = cnf.names.get(variable, f"variable {variable}")
            plain.append(Place(name, None, {0: -variable, 1: variable}, empty=0))
        else:
            cell, value = shown
            cells.setdefault(cell, {})[value] = variable
    always_filled = {frozenset(clause) for clause in cnf.clauses if clause and min(clause) > 0}
    clauses: list[tuple[int, ...]] = []
    fresh = cnf.variable_count
    places = []
    for cell, literals in sorted(cells.items()):
        variables = tuple(literals.values())
        empty = None
        if frozenset(variables) not in always_filled:
            empty = nothing[cell[0]][cell[1]]
            if len(variables) == 1:
                literals[empty] = -variables[0]
            else:
                fresh += 1
                literals[empty] = fresh
                clauses += [(fresh, *variables), *((-fresh, -variable) for variable in variables)]
        places.append(Place(problem.cell_name(*cell), cell, dict(sorted(literals.items())), empty))
    return (*places, *plain), clauses


def _rows(
    problem: Problem[Any], reduction: Reduction[Any, Any, Any, Any], literals: Iterable[int]
) -> list[list[int]]:
    return problem.answer_rows(reduction.decode(tuple(literals)))


def _difference(before: list[list[int]], after: list[list[int]]) -> tuple[tuple[int, int], int] | None:
    """The one cell in which two grids of the same shape differ, and what the second holds there."""
    if list(map(len, before)) != list(map(len, after)):
        return None
    differing = [
        ((r, c), value)
        for r, (row, other) in enumerate(zip(before, after, strict=True))
        if row != other
        for c, (old, value) in enumerate(zip(row, other, strict=True))
        if value != old
    ]
    return differing[0] if len(differing) == 1 else None
