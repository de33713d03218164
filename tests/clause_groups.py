"""Sorting the clauses of an encoding into groups by what their variables mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from kinds import Instance

from coversat.answering.routes import find_path
from coversat.problems import Cnf
from coversat.reductions import Reduction
from coversat.reductions.paths import apply_path
from coversat.solvers import Limits
from coversat.solvers import found_by as solve
from coversat.solvers.sat.sat import SAT_SOLVERS

_KINDS = {
    "laid": r"laid .*",
    "domino": r"domino .*",
    "set": r".*=\{.*",
    "filling": r".*=\(.*",
    "sum": r".*:\d+:\d+",
    "colour": r"\S+:\S+",
    "option": r".*",
}
_DIGIT = re.compile(r"r(\d+)c(\d+)=(\d+)")


def group(cnf: Cnf, clause: tuple[int, ...]) -> str:
    """Such as ``-digit -laid domino``: what stands in a clause, negated or not.

    Clauses about digits alone also say where: in one cell, row, column, or elsewhere (a box).
    """
    digits = [_DIGIT.fullmatch(cnf.names.get(abs(literal), "")) for literal in clause]
    if clause and all(digits):
        sign = "-" if clause[0] < 0 else ""
        places = [match.groups() for match in digits if match]
        if len(clause) == 1:
            return f"{sign}digit"
        if len({(r, c) for r, c, _ in places}) == 1:
            return f"{sign}digits of a cell"
        # Two cells of one digit; of several digits only in forbidden fillings.
        same = [name for at, name in enumerate(("row", "column")) if len({p[at] for p in places}) == 1]
        return f"{sign}digits of a {same[0] if same else 'box'}"
    words = Counter(("-" if literal < 0 else "") + _kind(cnf, abs(literal)) for literal in clause)
    return " ".join(sorted(words)) or "empty"


def _kind(cnf: Cnf, variable: int) -> str:
    name = cnf.names.get(variable)
    if name is None:
        return "auxiliary"
    if _DIGIT.fullmatch(name):
        return "digit"
    return next(kind for kind, pattern in _KINDS.items() if re.fullmatch(pattern, name))


@dataclass(frozen=True)
class Grouped:
    """A puzzle's formula, and the group of each of its clauses."""

    instance: Instance
    reduction: Reduction[Any, Cnf]
    group_of: tuple[str, ...]

    @property
    def groups(self) -> set[str]:
        return set(self.group_of)

    def without(self, dropped: Collection[str]) -> tuple[Any, ...]:
        """The answers, one for each model (the first hundreds), when groups of clauses are forgotten."""
        whole = self.reduction.target
        kept = (c for c, name in zip(whole.clauses, self.group_of, strict=True) if name not in dropped)
        found = solve(SAT_SOLVERS[0], replace(whole, clauses=tuple(kept)), Limits(answers=400)).answers
        return tuple(map(self.reduction.decode, found))


def grouped(instance: Instance, name: str) -> Grouped:
    reduction = apply_path(find_path(instance.problem.kind, name), instance.problem)
    cnf = reduction.target
    return Grouped(instance, reduction, tuple(group(cnf, clause) for clause in cnf.clauses))
