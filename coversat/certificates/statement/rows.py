"""Formulas and exact covers as rows, as they are compared with the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ...exchange.linear import LinearCover
from ...problems.cnf.connectivity import Connectivity
from ...problems.cnf.rules import Cnf
from ...problems.exact_cover.builder import PartialCover
from ...problems.exact_cover.rules import ExactCover
from ...problems.grid import cell_name
from ...reductions import Reduction
from .theory import Row


class FormulaRows(NamedTuple):
    """A formula.

    * rows: each is a clause, or that at most one of its literals' opposites is true.
    * names (variable -> name)
    * shown (tuple of variables): the projection.
    * encode (answer -> literals): what an answer of the puzzle fixes.  A hint as the names are.
    * graphs: those of the formula, in addition to its rows.
    """

    variable_count: int
    rows: list[Row]
    names: Mapping[int, str]
    shown: tuple[int, ...]
    encode: Callable[[Any], tuple[int, ...]] | None = None
    graphs: tuple[Connectivity, ...] = ()


def rows_of_formula(formula: Cnf, reduction: Reduction[Any, Cnf] | None = None) -> FormulaRows:
    """The clauses of a formula, and the reduction to it."""
    rows = [Row(clause, 1) for clause in formula.clauses]
    names, encode = dict(formula.names), None
    if reduction is not None:
        encode = reduction.encode
        names |= _shown_names(reduction, lambda part: part)
    shown = tuple(formula.shown_variables)
    return FormulaRows(formula.variable_count, rows, names, shown, encode, formula.graphs)


def rows_of_cover(
    cover: ExactCover,
    linear: LinearCover,
    shown: tuple[int, ...],
    reduction: Reduction[Any, ExactCover] | None = None,
) -> FormulaRows:
    """The lines of an exact cover, and the reduction to it."""
    names = {number: option.name for number, option in enumerate(cover.options, 1)}
    names |= {variable: ":".join(cover.shades[shade]) for shade, variable in linear.shade_variables.items()}
    rows = []
    for plus, minus, relation, bound in linear.constraints():
        if relation != "<=":
            rows.append(Row((*plus, *(-variable for variable in minus)), bound + len(minus)))
        if relation != ">=":
            rows.append(Row((*(-variable for variable in plus), *minus), len(plus) - bound))

    def literals(part: Any) -> tuple[int, ...]:
        if not isinstance(part, PartialCover):
            part = PartialCover(tuple(part))
        shades = (linear.shade_variables[shade] for shade in part.shades)
        return (*(option + 1 for option in part.options), *shades)

    encode = None
    if reduction is not None:
        names |= _shown_names(reduction, literals)
        encode = lambda answer: literals(reduction.encode(answer))  # noqa: E731
    return FormulaRows(linear.variable_count, rows, names, shown, encode)


def _shown_names(
    reduction: Reduction[Any, Any], literals: Callable[[Any], tuple[int, ...]]
) -> dict[int, str]:
    found: dict[int, str] = {}
    for place in reduction.places() if reduction.places else ():
        for value, parts in place.values.items():
            if place.cell is not None and len(parts) == 1:
                shown = literals(parts[0])
                if len(shown) == 1 and shown[0] > 0:
                    found[shown[0]] = f"{cell_name(place.cell)}={value}"
    return found
