"""At most one, and counts, by PySAT's totalizer."""

from pysat_clauses import counts


def at_most_one(literals, fresh):
    return counts("totalizer", literals, (0, 1), fresh)


def count(literals, numbers, fresh):
    return counts("totalizer", literals, numbers, fresh)
