"""At most one by PySAT's bitwise encoding."""

from pysat_clauses import counts


def at_most_one(literals, fresh):
    return counts("bitwise", literals, (0, 1), fresh)
