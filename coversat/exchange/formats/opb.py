"""Pseudo-Boolean constraints of the exact cover, for the solvers of that competition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..linear import LinearCover, linear_format


def opb_lines(comments: Iterable[str], linear: LinearCover) -> Iterator[str]:
    """The text, line by line; behind the sizes come the comments, each with its end."""
    constraints = list(linear.constraints())
    yield f"* #variable= {linear.variable_count} #constraint= {len(constraints)}\n"
    yield from comments
    plus = [f"+1 x{variable} " for variable in range(linear.variable_count + 1)]
    for added, taken, relation, bound in constraints:
        terms = "".join([plus[variable] for variable in added])
        if taken:
            terms += "".join(f"-1 x{variable} " for variable in taken)
        if relation == "<=":  # OPB knows "=" and ">=" only
            terms, relation, bound = terms.translate(_NEGATED), ">=", -bound
        yield f"{terms or '+0 x1 '}{relation} {bound} ;\n"


_NEGATED = str.maketrans("+-", "-+")

FORMAT = linear_format("opb", "pseudo-Boolean constraints of the exact cover", "*", opb_lines)
