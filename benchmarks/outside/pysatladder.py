"""At most one by PySAT's ladder."""

from pysat_clauses import counts


def at_most_one(literals, fresh):
    return counts("ladder", literals, (0, 1), fresh)
