"""The exact cover as a linear program over 0 and 1, in the LP format of CPLEX, for MIP solvers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from ..linear import LinearConstraint, LinearCover, linear_format


def _lines(comments: Iterable[str], linear: LinearCover) -> Iterator[str]:
    yield from comments
    yield "Minimize\n obj: 0 x1\nSubject To\n"
    for number, constraint in enumerate(linear.constraints(), 1):
        yield from _folded(f" c{number}: {_terms(constraint)}\n")
    yield "Binary\n"
    yield from _folded(" ".join(["", *(f"x{v}" for v in range(1, linear.variable_count + 1))]) + "\n")
    yield "End\n"


def _terms(constraint: LinearConstraint) -> str:
    added, taken, relation, bound = constraint
    terms = [*(f"+ x{variable}" for variable in added), *(f"- x{variable}" for variable in taken)]
    return f"{' '.join(terms) or '0 x1'} {relation} {bound}"


def _folded(line: str) -> Iterator[str]:
    """LP readers take lines of up to 255 characters."""
    for part in wrap(line.strip(), 200):
        yield f" {part}\n"


FORMAT = linear_format("lp", "the exact cover as a linear 0/1 program, for MIP solvers", "\\", _lines)
