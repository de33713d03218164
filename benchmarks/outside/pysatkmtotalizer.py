"""At most one, and counts, by PySAT's k-cardinality modified totalizer."""

from pysat_clauses import counts


def at_most_one(literals, fresh):
    return counts("kmtotalizer", literals, (0, 1), fresh)


def count(literals, numbers, fresh):
    return counts("kmtotalizer", literals, numbers, fresh)
