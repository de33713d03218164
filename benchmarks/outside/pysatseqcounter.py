"""At most one, and counts, by PySAT's sequential counter."""

from pysat_clauses import counts


def at_most_one(literals, fresh):
    return counts("seqcounter", literals, (0, 1), fresh)


def count(literals, numbers, fresh):
    return counts("seqcounter", literals, numbers, fresh)
