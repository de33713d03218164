"""The encodings alone, for literals that one already has: clauses, and what their auxiliary variables are.

>>> from coversat import encodings
>>> one = encodings.at_most_one([1, 2, 3, 4, 5], "product")
>>> one.auxiliary, len(one.clauses), one.determined
(range(6, 11), 14, False)
>>> encodings.exactly([1, 2, 3], 2).clauses[:2]
((1, 2), (-1, -2, 4))

Each function takes the name of an encoding; `names` lists those of a constraint. Names such as
``pysat:totalizer`` are PySAT's, of `pysat.card` and, for sums, of `pysat.pb` where that can be imported (it
needs Pindakaas).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any

from ..base.errors import ArgumentError, ReductionError
from ..base.wording import similar
from ..language import Count, Regular, Sum, Table
from ..problems.cnf.rules import Clause
from .at_most_one import AT_MOST_ONE
from .cnf_builder import CnfBuilder
from .counters import add_counter
from .encoders import ENCODERS, Encoders, add_as_word, add_mdd, add_regular, add_table

COUNTER = "counter"
"""Counts in the order encoding, the usual encoding of `at_most`, `at_least` and `exactly`."""
OF_PYSAT = "pysat:"
"""How the names of PySAT's encodings begin."""
WORDS = {"regular": add_regular, "mdd": add_mdd, "table": add_table}

_CARDINALITIES = (
    "pairwise",
    "seqcounter",
    "sortnetwrk",
    "cardnetwrk",
    "bitwise",
    "ladder",
    "totalizer",
    "mtotalizer",
    "kmtotalizer",
)
_ONE_ONLY = ("pairwise", "bitwise", "ladder")
"""PySAT's encodings for at most one only."""
_DETERMINED = ("pairwise", "ladder")
"""PySAT's encodings without auxiliary variables that may be open."""
_SUMS = (
    "best",
    "bdd",
    "seqcounter",
    "sortnetwrk",
    "adder",
    "binmerge",
    "watchdog",
    "totalizer",
    "mixedradix",
)


@dataclass(frozen=True)
class Encoded:
    """The clauses of a constraint.

    Attributes
    ----------
    clauses : tuple of tuples of literals
    auxiliary : range
        The new variables that occur in them.
    determined : bool
        Whether the given literals determine all auxiliary variables, so that the clauses keep the number of
        models; if not, count under a projection.
    """

    clauses: tuple[Clause, ...]
    auxiliary: range
    determined: bool


def names(constraint: str) -> tuple[str, ...]:
    """The names of the encodings of a constraint, which is the name of a function of this module.

    The first one is the usual one.
    """
    if constraint not in _NAMES:
        raise ArgumentError(f"no constraint {constraint!r}; there is {', '.join(_NAMES)}")
    return _NAMES[constraint]()


def _usual() -> tuple[str, ...]:
    own = (one.name for one in AT_MOST_ONE)
    return (*dict.fromkeys(("pairwise", *own)), *(f"{OF_PYSAT}{name}" for name in _CARDINALITIES))


def _counts() -> tuple[str, ...]:
    return (COUNTER, *ENCODERS, *(f"{OF_PYSAT}{name}" for name in _CARDINALITIES if name not in _ONE_ONLY))


def _sums() -> tuple[str, ...]:
    return ("totalizer", *(name for name in ENCODERS if name != "totalizer"), *_pysat_sums())


@cache
def _pysat_sums() -> tuple[str, ...]:
    try:
        import pysat.pb  # noqa: F401
    except (ImportError, AssertionError):  # the latter without Pindakaas
        return ()
    return tuple(f"{OF_PYSAT}{name}" for name in _SUMS)


_NAMES: Mapping[str, Callable[[], tuple[str, ...]]] = {
    "at_most_one": _usual,
    "at_most": _counts,
    "at_least": _counts,
    "exactly": _counts,
    "linear": _sums,
    "regular": lambda: tuple(WORDS),
    "table": lambda: tuple(WORDS),
}


def at_most_one(
    literals: Iterable[int], encoding: str = "pairwise", *, first_free: int | None = None
) -> Encoded:
    """At most one of the literals is true.

    Parameters
    ----------
    literals : iterable of int
    encoding : str
        A name of ``names("at_most_one")``.
    first_free : int, optional
        The first number for auxiliary variables; by default the one after the largest variable.

    Raise `ArgumentError` for an unknown name, and for a variable from `first_free` on.
    """
    given, first = _given("at_most_one", literals, encoding, first_free)
    if encoding.startswith(OF_PYSAT):
        return _pysat_count(given, "atmost", 1, encoding, first)
    one = next(one for one in AT_MOST_ONE if one.name == encoding)
    fresh = count(first)
    clauses = tuple(one.clauses(given, fresh.__next__))
    return Encoded(clauses, range(first, next(fresh)), one.parsimonious)


def at_most(
    literals: Iterable[int], bound: int, encoding: str = COUNTER, *, first_free: int | None = None
) -> Encoded:
    """At most `bound` of the literals are true; the parameters are those of `at_most_one`."""
    given, first = _given("at_most", literals, encoding, first_free)
    return _counted(given, range(bound + 1), encoding, first, "atmost", bound)


def at_least(
    literals: Iterable[int], bound: int, encoding: str = COUNTER, *, first_free: int | None = None
) -> Encoded:
    """At least `bound` of the literals are true; the parameters are those of `at_most_one`."""
    given, first = _given("at_least", literals, encoding, first_free)
    return _counted(given, range(max(bound, 0), len(given) + 1), encoding, first, "atleast", bound)


def exactly(
    literals: Iterable[int], bound: int, encoding: str = COUNTER, *, first_free: int | None = None
) -> Encoded:
    """Exactly `bound` of the literals are true; the parameters are those of `at_most_one`."""
    given, first = _given("exactly", literals, encoding, first_free)
    return _counted(given, (bound,), encoding, first, "equals", bound)


def linear(
    terms: Iterable[tuple[int, int]],
    comparison: str,
    bound: int,
    encoding: str = "totalizer",
    *,
    first_free: int | None = None,
) -> Encoded:
    """The sum of the factors of true literals is at most, at least or exactly a bound.

    Parameters
    ----------
    terms : (factor, literal) pairs
        Factors may be negative.
    comparison : str
        ``<=``, ``>=`` or ``==``.
    bound : int
    encoding : str
        A name of ``names("linear")``.
    first_free : int, optional
        As for `at_most_one`.
    """
    pairs = [(int(factor), int(literal)) for factor, literal in terms]
    given, first = _given("linear", [literal for _, literal in pairs], encoding, first_free)
    if comparison not in ("<=", ">=", "=="):
        raise ArgumentError(f"a comparison is '<=', '>=' or '==', not {comparison!r}")
    factors = [factor for factor, _ in pairs]
    if encoding.startswith(OF_PYSAT):
        return _pysat_sum(factors, given, comparison, bound, encoding, first)
    least, most = (sum(factor for factor in factors if sign * factor > 0) for sign in (-1, 1))
    totals = {"<=": range(least, bound + 1), ">=": range(bound, most + 1), "==": (bound,)}[comparison]
    cells = tuple((0, at) for at in range(len(given)))
    sum_of = Sum(tuple(zip(factors, cells, strict=True)), totals)
    return _stated(sum_of, _two_valued(given), ENCODERS[encoding], first)


def regular(
    places: Sequence[Mapping[Any, int]],
    start: Any,
    step: Callable[[Any, Any], Hashable | None],
    accepts: Callable[[Any], bool],
    encoding: str = "regular",
    *,
    first_free: int | None = None,
) -> Encoded:
    """The symbols at some places, in order, are a word that an automaton accepts.

    Parameters
    ----------
    places : sequence of mappings from symbols to literals
        Other clauses must state that exactly one symbol of each place is true; two symbols may have opposite
        literals.
    start : state
    step : (state, symbol) -> state, or None if no accepted word goes on like this
    accepts : state -> bool
    encoding : str
        A name of ``names("regular")``.
    first_free : int, optional
        As for `at_most_one`.
    """
    literals = [literal for place in places for literal in place.values()]
    _, first = _given("regular", literals, encoding, first_free)
    cells = tuple((0, at) for at in range(len(places)))
    word = Regular(cells, start, step, accepts)
    return _stated(word, places, Encoders("", WORDS[encoding]), first)


def table(
    places: Sequence[Mapping[Any, int]],
    rows: Collection[Sequence[Any]],
    encoding: str = "table",
    *,
    first_free: int | None = None,
) -> Encoded:
    """The symbols at some places are one of these rows; the other parameters are those of `regular`."""
    literals = [literal for place in places for literal in place.values()]
    _, first = _given("table", literals, encoding, first_free)
    chosen = frozenset(map(tuple, rows))
    if any(len(row) != len(places) for row in chosen):
        raise ArgumentError(f"a row has {len(places)} symbols, one for each place")
    cells = tuple((0, at) for at in range(len(places)))
    return _stated(Table(cells, chosen), places, Encoders("", WORDS[encoding]), first)


# How they are made


def _given(
    constraint: str, literals: Iterable[int], encoding: str, first_free: int | None
) -> tuple[list[int], int]:
    """The literals, and the first number for auxiliary variables."""
    known = names(constraint)
    if encoding not in known:
        near = similar(str(encoding), known)
        advice = f"did you mean {' or '.join(near)}?" if near else f"there is {', '.join(known)}"
        raise ArgumentError(f"no encoding {encoding!r} of {constraint}; {advice}")
    given = list(map(int, literals))
    if 0 in given:
        raise ArgumentError("0 is no literal")
    largest = max(map(abs, given), default=0)
    first = largest + 1 if first_free is None else first_free
    if first <= largest:
        raise ArgumentError(f"first_free is {first}, and {largest} is one of the variables")
    return given, first


def _two_valued(literals: Iterable[int]) -> list[Mapping[int, int]]:
    return [{0: -literal, 1: literal} for literal in literals]


def _beginning(first: int) -> CnfBuilder:
    """A formula whose next variable is this one."""
    formula = CnfBuilder()
    formula.variables(first - 1)
    return formula


def _ended(formula: CnfBuilder, first: int) -> Encoded:
    clauses = tuple(formula.cnf(()).clauses)
    return Encoded(clauses, range(first, formula.variable_count + 1), True)


def _stated(
    primitive: Regular | Sum | Count | Table, places: Sequence[Mapping[Any, int]], how: Encoders, first: int
) -> Encoded:
    """The clauses of a primitive whose n-th cell is the n-th place."""
    formula = _beginning(first)

    def place(cell: Any) -> Mapping[Any, int]:
        found: Mapping[Any, int] = places[cell[1]]
        return found

    if isinstance(primitive, Sum) and how.sum is not None:
        how.sum(formula, place, primitive)
    else:
        add_as_word(formula, place, primitive, how.word)
    return _ended(formula, first)


def _counted(
    literals: list[int], numbers: Sequence[int], encoding: str, first: int, pysat: str, bound: int
) -> Encoded:
    if encoding.startswith(OF_PYSAT):
        return _pysat_count(literals, pysat, bound, encoding, first)
    if encoding == COUNTER:
        formula = _beginning(first)
        add_counter(formula, literals, numbers)
        return _ended(formula, first)
    cells = tuple((0, at) for at in range(len(literals)))
    how = ENCODERS[encoding]
    if how.sum is None:
        return _stated(Count(cells, (1,), numbers), _two_valued(literals), how, first)
    return _stated(Sum(tuple((1, cell) for cell in cells), numbers), _two_valued(literals), how, first)


# PySAT's


def _trivial(least: int, most: int, comparison: str, bound: int) -> bool | None:
    """Whether a number from `least` to `most` always, or never, satisfies a comparison; None otherwise."""
    always = {"<=": most <= bound, ">=": least >= bound, "==": least == most == bound}[comparison]
    never = {"<=": least > bound, ">=": most < bound, "==": not least <= bound <= most}[comparison]
    return True if always else False if never else None


_COMPARED = {"atmost": "<=", "atleast": ">=", "equals": "=="}


def _pysat_count(literals: list[int], what: str, bound: int, encoding: str, first: int) -> Encoded:
    from pysat.card import CardEnc, EncType

    known = _trivial(0, len(literals), _COMPARED[what], bound)
    if known is not None:
        return Encoded(() if known else ((),), range(first, first), True)
    name = encoding.removeprefix(OF_PYSAT)
    make = getattr(CardEnc, what)
    found = make(list(literals), bound=bound, top_id=first - 1, encoding=getattr(EncType, name))
    return _of_pysat(found, first, name in _DETERMINED)


def _pysat_sum(
    factors: list[int], literals: list[int], comparison: str, bound: int, encoding: str, first: int
) -> Encoded:
    from pysat.pb import EncType, PBEnc

    # Factors above 0: those below are of the opposite literals.
    bound -= sum(factor for factor in factors if factor < 0)
    pairs = [(abs(f), x if f > 0 else -x) for f, x in zip(factors, literals, strict=True) if f]
    known = _trivial(0, sum(factor for factor, _ in pairs), comparison, bound)
    if known is not None:
        return Encoded(() if known else ((),), range(first, first), True)
    make = {"<=": PBEnc.atmost, ">=": PBEnc.atleast, "==": PBEnc.equals}[comparison]
    found = make(
        lits=[literal for _, literal in pairs],
        weights=[factor for factor, _ in pairs],
        bound=bound,
        top_id=first - 1,
        encoding=getattr(EncType, encoding.removeprefix(OF_PYSAT)),
    )
    return _of_pysat(found, first, False)


def _of_pysat(found: Any, first: int, determined: bool) -> Encoded:
    clauses = tuple(map(tuple, found.clauses))
    if getattr(found, "atmosts", None):
        raise ReductionError("this encoding has constraints that are no clauses")
    last = max((abs(x) for clause in clauses for x in clause), default=0)
    return Encoded(clauses, range(first, max(last + 1, first)), determined or last < first)
