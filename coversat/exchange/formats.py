"""The formats that a problem can be exported in; each begins with its origin in comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from ..errors import ReductionError
from ..problems.cnf import Cnf, as_ascii, dimacs_lines
from ..problems.exact_cover import ExactCover
from ..reductions import Reduction, rules_from
from ..routes import Rules, way_to
from .linear import Constraint, LinearCover
from .origin import Origin


@dataclass(frozen=True)
class Format:
    """A format of outside programs.

    Attributes
    ----------
    name, about : str
    target : str
        The kind that a reduction must lead to.
    comment : str
        What a line of comment begins with.
    lines : origin, its reduction to `target` -> lines
        The text, line by line.
    givens_apart : bool
        Whether only a reduction that keeps the givens apart will do.
    """

    name: str
    about: str
    target: str
    comment: str
    lines: Callable[[Origin, Reduction[Any, Any, Any, Any]], Iterator[str]]
    givens_apart: bool = False

    def rules_from(self, kind: str) -> Rules:
        """The reductions to export a problem of this kind by, where nobody names them."""
        rules = way_to(kind, self.target)
        if not self.givens_apart or (len(rules) == 1 and rules[0].givens_apart):
            return rules
        apart = (rule for rule in rules_from(kind) if rule.target == self.target and rule.givens_apart)
        return next(((rule,) for rule in apart), rules)


def export(origin: Origin, format_name: str) -> Iterator[str]:
    """The lines of a problem in a format.

    Raises
    ------
    KeyError
        For a format that does not exist.
    UnknownRouteError
        When the reductions do not lead to what the format states.
    ReductionError
        For an instance that an encoding does not take, or an encoding that the format cannot use.
    """
    found = FORMATS[format_name]
    return found.lines(origin, origin.reduce_to(found.target))


def _comments(origin: Origin, start: str) -> Iterator[str]:
    if origin.rules:
        for line in origin.lines():
            yield f"{start} {line}".rstrip() + "\n"


def _dimacs(origin: Origin, reduction: Reduction[Any, Cnf, Any, Any]) -> Iterator[str]:
    yield from dimacs_lines(origin.stated_in(reduction.target))


def _knuth(origin: Origin, reduction: Reduction[Any, ExactCover, Any, Any]) -> Iterator[str]:
    yield from _comments(origin, "|")
    yield from reduction.target.format().splitlines(keepends=True)


def _wcnf(origin: Origin, reduction: Reduction[Any, Cnf, Any, Any]) -> Iterator[str]:
    """Each given is soft by one clause: a selector, which makes its clauses hold when it is true."""
    cnf = reduction.target
    if reduction.given_clauses is None:
        name = "/".join(rule.name for rule in origin.rules)
        raise ReductionError(
            f"{name or origin.problem.kind} does not keep the givens apart, so they cannot be soft"
        )
    selector_of = {
        place: cnf.variable_count + number
        for number, places in enumerate(reduction.given_clauses, 1)
        for place in places
    }
    selectors = range(cnf.variable_count + 1, cnf.variable_count + len(reduction.given_clauses) + 1)
    top = len(selectors) + 1
    yield from _comments(origin, "c")
    for variable in sorted(cnf.names):
        yield f"c varname {variable} {as_ascii(cnf.names[variable])}\n"
    yield f"p wcnf {cnf.variable_count + len(selectors)} {len(cnf.clauses) + len(selectors)} {top}\n"
    for place, clause in enumerate(cnf.clauses):
        guard = (-selector_of[place],) if place in selector_of else ()
        yield " ".join(map(str, (top, *guard, *clause, 0))) + "\n"
    for selector in selectors:
        yield f"1 {selector} 0\n"


def _opb(origin: Origin, reduction: Reduction[Any, ExactCover, Any, Any]) -> Iterator[str]:
    linear = LinearCover(reduction.target)
    constraints = list(linear.constraints())
    yield f"* #variable= {linear.variable_count} #constraint= {len(constraints)}\n"
    yield from _comments(origin, "*")
    for constraint in constraints:
        # OPB knows "=" and ">=" only.
        sign = -1 if constraint.relation == "<=" else 1
        relation = ">=" if constraint.relation == "<=" else constraint.relation
        terms = " ".join(f"{sign * factor:+d} x{variable}" for factor, variable in constraint.terms)
        yield f"{terms or '+0 x1'} {relation} {sign * constraint.bound} ;\n"


def _lp(origin: Origin, reduction: Reduction[Any, ExactCover, Any, Any]) -> Iterator[str]:
    linear = LinearCover(reduction.target)
    yield from _comments(origin, "\\")
    yield "Minimize\n obj: 0 x1\nSubject To\n"
    for number, constraint in enumerate(linear.constraints(), 1):
        yield from _folded(f" c{number}: {_lp_terms(constraint)}\n")
    yield "Binary\n"
    yield from _folded(" ".join(["", *(f"x{v}" for v in range(1, linear.variable_count + 1))]) + "\n")
    yield "End\n"


def _lp_terms(constraint: Constraint) -> str:
    terms = " ".join(
        f"{factor:+d} x{variable}".replace("+1 ", "+ ").replace("-1 ", "- ")
        for factor, variable in constraint.terms
    )
    return f"{terms or '0 x1'} {constraint.relation} {constraint.bound}"


def _folded(line: str) -> Iterator[str]:
    """LP readers take lines of up to 255 characters."""
    for part in wrap(line.strip(), 200):
        yield f" {part}\n"


FORMATS = {
    one.name: one
    for one in (
        Format("dimacs", "DIMACS CNF, for SAT solvers", "cnf", "c", _dimacs),
        Format(
            "wcnf",
            "weighted CNF with the givens soft, for MaxSAT: the fewest changes",
            "cnf",
            "c",
            _wcnf,
            givens_apart=True,
        ),
        Format("cover", "the text of Knuth's exact cover programs", "cover", "|", _knuth),
        Format("opb", "pseudo-Boolean constraints of the exact cover", "cover", "*", _opb),
        Format("lp", "the exact cover as a linear program over 0 and 1, for MIP solvers", "cover", "\\", _lp),
    )
}
