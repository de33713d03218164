"""What a proof speaks of, whatever its form: rows, the names of variables, and which tell answers apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...exchange.cover_formats import LinearCover
from ...kinds.cnf.rules import Cnf
from ...kinds.exact_cover.rules import ExactCover
from ...proofs.veripb import Cardinality as Row


class Stated(NamedTuple):
    """A formula.

    Attributes
    ----------
    variable_count : int
    rows : list of Row
        Each is a clause, or that at most one of its literals' opposites is true.
    names : variable -> name
    shown : tuple of variables
        The projection.
    """

    variable_count: int
    rows: list[Row]
    names: Mapping[int, str]
    shown: tuple[int, ...]


def stated_formula(formula: Cnf) -> Stated:
    """The clauses of a formula."""
    rows = [Row(clause, 1) for clause in formula.clauses]
    return Stated(formula.variable_count, rows, formula.names, tuple(formula.shown_variables))


def stated_cover(cover: ExactCover, linear: LinearCover, shown: tuple[int, ...]) -> Stated:
    """The lines of an exact cover."""
    names = {number: option.name for number, option in enumerate(cover.options, 1)}
    names |= {variable: ":".join(cover.shades[shade]) for shade, variable in linear.shade_variables.items()}
    rows = []
    for plus, minus, relation, bound in linear.constraints():
        if relation != "<=":
            rows.append(Row((*plus, *(-variable for variable in minus)), bound + len(minus)))
        if relation != ">=":
            rows.append(Row((*(-variable for variable in plus), *minus), len(plus) - bound))
    return Stated(linear.variable_count, rows, names, shown)
