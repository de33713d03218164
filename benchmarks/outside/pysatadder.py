"""Sums by the adder of PySAT, made by Pindakaas."""

from pysat_clauses import sums


def linear(terms, totals, fresh):
    return sums("adder", terms, totals, fresh)
