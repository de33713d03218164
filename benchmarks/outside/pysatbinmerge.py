"""Sums by the binary merger of PySAT, made by Pindakaas."""

from pysat_clauses import sums


def linear(terms, totals, fresh):
    return sums("binmerge", terms, totals, fresh)
