"""Sums by the decision diagram of PySAT, made by Pindakaas."""

from pysat_clauses import sums


def linear(terms, totals, fresh):
    return sums("bdd", terms, totals, fresh)
