"""At most one, and counts, by PySAT's cardinality networks."""

from pysat_clauses import counts


def at_most_one(literals, fresh):
    return counts("cardnetwrk", literals, (0, 1), fresh)


def count(literals, numbers, fresh):
    return counts("cardnetwrk", literals, numbers, fresh)
