"""Pseudo-Boolean constraints of the exact cover, for the solvers of that competition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...problems.exact_cover import ExactCover
from ...reductions import Reduction
from ..format import Format, begins_with
from ..linear import LinearCover, decode_linear


def _lines(comments: Iterable[str], reduction: Reduction[Any, ExactCover]) -> Iterator[str]:
    linear = LinearCover(reduction.target)
    constraints = list(linear.constraints())
    yield f"* #variable= {linear.variable_count} #constraint= {len(constraints)}\n"
    yield from comments
    for constraint in constraints:
        # OPB knows "=" and ">=" only.
        sign = -1 if constraint.relation == "<=" else 1
        relation = ">=" if constraint.relation == "<=" else constraint.relation
        terms = " ".join(f"{sign * factor:+d} x{variable}" for factor, variable in constraint.terms)
        yield f"{terms or '+0 x1'} {relation} {sign * constraint.bound} ;\n"


FORMAT: Format = Format(
    name="opb",
    about="pseudo-Boolean constraints of the exact cover",
    target="cover",
    comment="*",
    recognises=begins_with("*"),
    lines=_lines,
    decode=lambda exported, printed: decode_linear(FORMAT, exported, printed),
)
