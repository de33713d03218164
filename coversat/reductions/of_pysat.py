"""PySAT's encodings of counts, and of sums where Pindakaas can be imported, named ``pysat:NAME``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ..base.errors import ReductionError
from .encoded import Encoded

OF_PYSAT = "pysat:"
"""How the names of PySAT's encodings begin."""
_COUNTS = (
    *("pairwise", "seqcounter", "sortnetwrk", "cardnetwrk", "bitwise", "ladder", "totalizer"),
    *("mtotalizer", "kmtotalizer"),
)
_ONE_ONLY = ("pairwise", "bitwise", "ladder")
"""For at most one only."""
_DETERMINED = ("pairwise", "ladder")
"""Without auxiliary variables that may be open."""
_SUMS = (
    *("best", "bdd", "seqcounter", "sortnetwrk", "adder", "binmerge", "watchdog", "totalizer", "mixedradix"),
)
HIGHEST = {"bdd": 10**6, "best": 16_000, "totalizer": 16_000, "seqcounter": 10**5, "sortnetwrk": 10**5}
FEW = {"bdd": 20, "best": 14, "totalizer": 14}
"""Higher sums, of more than a few terms, take PySAT too long, and neither time nor memory stops it."""

AT_MOST_ONE = tuple(f"{OF_PYSAT}{name}" for name in _COUNTS)
COUNTS = tuple(f"{OF_PYSAT}{name}" for name in _COUNTS if name not in _ONE_ONLY)


@cache
def sums() -> tuple[str, ...]:
    """The names for sums."""
    try:
        import pysat.pb  # noqa: F401
    except (ImportError, AssertionError):  # the latter without Pindakaas
        return ()
    return tuple(f"{OF_PYSAT}{name}" for name in _SUMS)


def _trivial(least: int, most: int, comparison: str, bound: int) -> bool | None:
    """Whether a number from `least` to `most` always, or never, satisfies a comparison; None otherwise."""
    always = {"<=": most <= bound, ">=": least >= bound, "==": least == most == bound}[comparison]
    never = {"<=": least > bound, ">=": most < bound, "==": not least <= bound <= most}[comparison]
    return True if always else False if never else None


def count_of_pysat(
    literals: Sequence[int], comparison: str, bound: int, encoding: str, first: int
) -> Encoded:
    """At most, at least or exactly so many literals; `first` is the first free variable."""
    from pysat.card import CardEnc, EncType

    known = _trivial(0, len(literals), comparison, bound)
    if known is not None:
        return Encoded(() if known else ((),), range(first, first), True)
    name = encoding.removeprefix(OF_PYSAT)
    make = {"<=": CardEnc.atmost, ">=": CardEnc.atleast, "==": CardEnc.equals}[comparison]
    found = make(list(literals), bound=bound, top_id=first - 1, encoding=getattr(EncType, name))
    return _encoded(found, first, name in _DETERMINED)


def sum_of_pysat(
    terms: Sequence[tuple[int, int]], comparison: str, bound: int, encoding: str, first: int
) -> Encoded:
    """The same for a sum of factors and literals."""
    from pysat.pb import EncType, PBEnc

    # Factors above 0: those below are of the opposite literals.
    bound -= sum(factor for factor, _ in terms if factor < 0)
    pairs = [(abs(factor), x if factor > 0 else -x) for factor, x in terms if factor]
    highest = sum(factor for factor, _ in pairs)
    known = _trivial(0, highest, comparison, bound)
    if known is not None:
        return Encoded(() if known else ((),), range(first, first), True)
    name = encoding.removeprefix(OF_PYSAT)
    if highest >= (1 << 63 if len(pairs) <= FEW.get(name, 0) else HIGHEST.get(name, 1 << 63)):
        raise ReductionError(f"the factors are too large for {encoding}; name another encoding, as radix")
    make = {"<=": PBEnc.atmost, ">=": PBEnc.atleast, "==": PBEnc.equals}[comparison]
    found = make(
        lits=[literal for _, literal in pairs],
        weights=[factor for factor, _ in pairs],
        bound=bound,
        top_id=first - 1,
        encoding=getattr(EncType, name),
    )
    return _encoded(found, first, False)


def _encoded(found: Any, first: int, determined: bool) -> Encoded:
    clauses = tuple(map(tuple, found.clauses))
    if getattr(found, "atmosts", None):
        raise ReductionError("this encoding has constraints that are no clauses")
    last = max((abs(x) for clause in clauses for x in clause), default=0)
    return Encoded(clauses, range(first, max(last + 1, first)), determined or last < first)
