"""Counting models by trying all of them, apart from everything in coversat."""

from __future__ import annotations

from itertools import product

from coversat.problems import Cnf


def model_count(formula: Cnf) -> int:
    """How many values of the projection some model has."""
    seen = set()
    for values in product((False, True), repeat=formula.variable_count):
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in formula.clauses):
            seen.add(tuple(values[variable - 1] for variable in formula.shown_variables))
    return len(seen)
