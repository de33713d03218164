"""Pseudo-Boolean constraints of the exact cover, for the solvers of that competition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..linear import LinearCover, linear_format


def _lines(comments: Iterable[str], linear: LinearCover) -> Iterator[str]:
    constraints = list(linear.constraints())
    yield f"* #variable= {linear.variable_count} #constraint= {len(constraints)}\n"
    yield from comments
    for constraint in constraints:
        # OPB knows "=" and ">=" only.
        sign = -1 if constraint.relation == "<=" else 1
        relation = ">=" if constraint.relation == "<=" else constraint.relation
        terms = " ".join(f"{sign * factor:+d} x{variable}" for factor, variable in constraint.terms)
        yield f"{terms or '+0 x1'} {relation} {sign * constraint.bound} ;\n"


FORMAT = linear_format("opb", "pseudo-Boolean constraints of the exact cover", "*", _lines)
