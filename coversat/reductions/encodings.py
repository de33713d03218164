"""The encodings alone, for literals that one already has; `coversat.encodings` is their public name.

Each function takes the name of an encoding, one of `names`, and returns an `Encoded`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, MutableMapping, Sequence
from itertools import count
from typing import Any

from ..base.errors import ArgumentError, CoversatError
from ..base.wording import counted, similar
from ..primitives import Regular, Sum, Table
from ..problems.cnf.connectivity import Connectivity
from .at_most_one import AT_MOST_ONE, PAIRWISE
from .cnf_builder import CnfBuilder
from .connectivity import AddGraph
from .diagrams import add_diagram, add_ends, add_mdd
from .elimination import add_distances, add_eliminated
from .encoded import Encoded, listed, literals_of, named, whole
from .encoders import AddCount, AddSum, AddWord, add_as_word, add_regular, add_table, add_totalizer
from .networks import add_count, add_counter, add_network, add_radix
from .of_pysat import AT_MOST_ONE as AT_MOST_ONE_OF_PYSAT
from .of_pysat import COUNTS as COUNTS_OF_PYSAT
from .of_pysat import OF_PYSAT, count_of_pysat, sum_of_pysat, sums

_AT_MOST_ONE = {one.name: one for one in (PAIRWISE, *AT_MOST_ONE)}
_WORDS: dict[str, AddWord] = {"mdd": add_mdd, "regular": add_regular, "table": add_table}
_GRAPHS: dict[str, AddGraph] = {"elimination": add_eliminated, "distances": add_distances}


def _as_word(formula: CnfBuilder, places: Any, primitive: Sum) -> None:
    add_as_word(formula, places, primitive, add_mdd)


_LINEAR: dict[str, AddSum] = {
    "diagram": add_diagram,
    "ends": add_ends,
    "mdd": _as_word,
    "radix": add_radix,
    "totalizer": add_totalizer,
}


def _as_sum(add: AddSum) -> AddCount:
    def add_count_(formula: CnfBuilder, literals: Sequence[int], numbers: Sequence[int]) -> None:
        terms = tuple((1, (0, at)) for at in range(len(literals)))
        add(formula, lambda cell: {0: -literals[cell[1]], 1: literals[cell[1]]}, Sum(terms, numbers))

    return add_count_


_COUNTS: dict[str, AddCount] = {
    "count": add_count,
    "counter": add_counter,
    "network": add_network,
    "mdd": _as_sum(_as_word),
    "totalizer": _as_sum(add_totalizer),
}


TABLES: Mapping[str, MutableMapping[str, Any]] = {
    "at_most_one": _AT_MOST_ONE,
    "count": _COUNTS,
    "linear": _LINEAR,
    "regular": _WORDS,
    "table": _WORDS,
    "connected": _GRAPHS,
}
"""The encodings by their names, to which those of users' files are added."""
OPEN: set[str] = set()
"""The names of those whose auxiliary variables are not determined, beside `at_most_one`."""


def _counts() -> tuple[str, ...]:
    return (*_COUNTS, *COUNTS_OF_PYSAT)


_NAMES: Mapping[str, Callable[[], tuple[str, ...]]] = {
    "at_most_one": lambda: (*_AT_MOST_ONE, *AT_MOST_ONE_OF_PYSAT),
    "at_most": _counts,
    "at_least": _counts,
    "exactly": _counts,
    "linear": lambda: (*_LINEAR, *sums()),
    "all_different": lambda: tuple(_AT_MOST_ONE),
    "regular": lambda: tuple(_WORDS),
    "table": lambda: tuple(_WORDS),
    "connected": lambda: tuple(_GRAPHS),
}


def names(constraint: str) -> tuple[str, ...]:
    """The names of the encodings of a constraint, which is the name of a function of this module.

    The first one is the usual one. Names such as ``pysat:totalizer`` are PySAT's, of `pysat.card` and, for
    sums, of `pysat.pb` where that can be imported (it needs Pindakaas).
    """
    if not isinstance(constraint, str) or constraint not in _NAMES:
        raise ArgumentError(f"no constraint {constraint!r}; there is {', '.join(_NAMES)}")
    return _NAMES[constraint]()


def at_most_one(
    literals: Iterable[int], encoding: str = "pairwise", *, first_free: int | None = None
) -> Encoded:
    """At most one of the literals is true.

    Parameters
    ----------
    literals : iterable of int
        No literal occurs twice.
    encoding : str
        A name of ``names("at_most_one")``.
    first_free : int, optional
        The first number for auxiliary variables; by default the one after the largest variable.

    Raise `ArgumentError` for an unknown name, and for a variable from `first_free` on.
    """
    given, first = _given("at_most_one", _different(literals), encoding, first_free)
    if encoding.startswith(OF_PYSAT):
        found = count_of_pysat(given, "<=", 1, encoding, first)
    else:
        one, fresh = _AT_MOST_ONE[encoding], count(first)
        clauses = tuple(one.clauses(given, fresh.__next__))
        found = Encoded(clauses, range(first, next(fresh)), one.parsimonious)
    return named(found, f"at_most_one by {encoding}", first_free)


def at_most(
    literals: Iterable[int], bound: int, encoding: str = "count", *, first_free: int | None = None
) -> Encoded:
    """At most `bound` of the literals are true; the other parameters are those of `at_most_one`."""
    return _counted("at_most", "<=", literals, bound, encoding, first_free)


def at_least(
    literals: Iterable[int], bound: int, encoding: str = "count", *, first_free: int | None = None
) -> Encoded:
    """At least `bound` of the literals are true; the other parameters are those of `at_most_one`."""
    return _counted("at_least", ">=", literals, bound, encoding, first_free)


def exactly(
    literals: Iterable[int], bound: int, encoding: str = "count", *, first_free: int | None = None
) -> Encoded:
    """Exactly `bound` of the literals are true; the other parameters are those of `at_most_one`."""
    return _counted("exactly", "==", literals, bound, encoding, first_free)


def linear(
    terms: Iterable[tuple[int, int]],
    comparison: str,
    bound: int,
    encoding: str = "diagram",
    *,
    first_free: int | None = None,
) -> Encoded:
    """The sum of the factors of true literals is at most, at least or exactly a bound.

    Parameters
    ----------
    terms : (factor, literal) pairs
        Factors may be negative; the factors of a literal that occurs several times are added.
    comparison : str
        ``<=``, ``>=`` or ``==``.
    bound : int
    encoding : str
        A name of ``names("linear")``. A ``diagram`` that would have more than 100,000 nodes is stated as by
        ``radix``.
    first_free : int, optional
        As for `at_most_one`.
    """
    pairs = _added(terms)
    given, first = _given("linear", [literal for _, literal in pairs], encoding, first_free)
    if comparison not in ("<=", ">=", "=="):
        raise ArgumentError(f"a comparison is '<=', '>=' or '==', not {comparison!r}")
    bound = whole("a bound", bound)
    if encoding.startswith(OF_PYSAT):
        found = sum_of_pysat(pairs, comparison, bound, encoding, first)
    else:
        least, most = (sum(factor for factor, _ in pairs if sign * factor > 0) for sign in (-1, 1))
        up_to, from_ = range(least, min(bound, most) + 1), range(max(bound, least), most + 1)
        totals = {"<=": up_to, ">=": from_, "==": (bound,)}[comparison]
        sum_of = Sum(tuple((factor, (0, at)) for at, (factor, _) in enumerate(pairs)), totals)
        formula = _beginning(first)
        _LINEAR[encoding](formula, lambda cell: {0: -given[cell[1]], 1: given[cell[1]]}, sum_of)
        found = _ended(formula, first, encoding not in OPEN)
    return named(found, f"linear by {encoding}", first_free)


def all_different(
    places: Sequence[Mapping[Any, int]], encoding: str = "pairwise", *, first_free: int | None = None
) -> Encoded:
    """No symbol stands at two of the places; `encoding` is one of `at_most_one`.

    The other parameters are those of `regular`. If there are as many places as symbols, each occurs.
    """
    places, first = _given_places("all_different", places, encoding, first_free)
    formula, one = _beginning(first), _AT_MOST_ONE[encoding]
    symbols = dict.fromkeys(symbol for place in places for symbol in place)
    if len(symbols) < len(places):
        formula.add()
    for symbol in symbols:
        showing = [place[symbol] for place in places if symbol in place]
        formula.at_most_one(showing, one)
        if len(symbols) == len(places):
            formula.add(*showing)
    found = _ended(formula, first, one.parsimonious)
    return named(found, f"all_different by {encoding}", first_free)


def regular(
    places: Sequence[Mapping[Any, int]],
    start: Any,
    step: Callable[[Any, Any], Hashable | None],
    accepts: Callable[[Any], bool],
    encoding: str = "mdd",
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
    places, first = _given_places("regular", places, encoding, first_free)
    formula = _beginning(first)
    cells = tuple((0, at) for at in range(len(places)))
    if not isinstance(start, Hashable):
        raise ArgumentError(f"states are numbers, texts or other hashable values, not {start!r}")
    word = Regular(cells, start, _function("step", step), _function("accepts", accepts))
    _WORDS[encoding](formula, places, word)
    return named(_ended(formula, first, encoding not in OPEN), f"regular by {encoding}", first_free)


def table(
    places: Sequence[Mapping[Any, int]],
    rows: Collection[Sequence[Any]],
    encoding: str = "mdd",
    *,
    first_free: int | None = None,
) -> Encoded:
    """The symbols at some places are one of these rows; the other parameters are those of `regular`."""
    places, first = _given_places("table", places, encoding, first_free)
    words = f"a row has {counted(len(places), 'symbol')}, one for each place"
    listed_rows = [tuple(listed(words, row)) for row in listed("rows are a sequence", rows)]
    for row in listed_rows:
        if len(row) != len(places):
            raise ArgumentError(f"{words}, not {row!r}")
        if not all(isinstance(symbol, Hashable) for symbol in row):
            raise ArgumentError(f"symbols are numbers, texts or other hashable values, not {row!r}")
    chosen = frozenset(listed_rows)
    formula = _beginning(first)
    cells = tuple((0, at) for at in range(len(places)))
    add_as_word(formula, lambda cell: places[cell[1]], Table(cells, chosen), _WORDS[encoding])
    return named(_ended(formula, first, encoding not in OPEN), f"table by {encoding}", first_free)


def connected(
    literals: Sequence[int],
    links: Iterable[tuple[int, int]],
    encoding: str = "elimination",
    *,
    roots: Iterable[int] = (),
    first_free: int | None = None,
) -> Encoded:
    """The true literals are connected by links with each other, or each of them with a true root.

    Parameters
    ----------
    literals : sequence of int
        No literal occurs twice. If none is true, they are connected.
    links : pairs of literals
    encoding : str
        A name of ``names("connected")``.
    roots : iterable of int
        Some of the literals.
    first_free : int, optional
        As for `at_most_one`.
    """
    given, first = _given("connected", _different(literals), encoding, first_free)
    place = {literal: at for at, literal in enumerate(given)}
    pairs = [literals_of(pair) for pair in listed("links are pairs of literals", links)]
    if any(len(pair) != 2 for pair in pairs):
        raise ArgumentError("a link is a pair of literals")
    at_roots = literals_of(roots)
    for literal in (*at_roots, *(one for pair in pairs for one in pair)):
        if literal not in place:
            raise ArgumentError(f"{literal} is not one of the literals that are to be connected")
    beside: list[dict[int, None]] = [{} for _ in given]
    for one, other in pairs:
        beside[place[one]][place[other]] = beside[place[other]][place[one]] = None
    formula = _beginning(first)
    at = tuple(place[one] for one in at_roots)
    graph = Connectivity("connected", tuple(given), tuple(map(tuple, beside)), at)
    _GRAPHS[encoding](formula, graph)
    return named(_ended(formula, first, encoding not in OPEN), f"connected by {encoding}", first_free)


# How they are made


def _given(constraint: str, given: list[int], encoding: str, first_free: int | None) -> tuple[list[int], int]:
    """The literals, and the first number for auxiliary variables."""
    known = names(constraint)
    if encoding not in known:
        near = similar(str(encoding), known)
        advice = f"did you mean {' or '.join(near)}?" if near else f"there is {', '.join(known)}"
        raise ArgumentError(f"no encoding {encoding!r} of {constraint}; {advice}")
    largest = max(map(abs, given), default=0)
    first = largest + 1 if first_free is None else whole("first_free", first_free)
    if first <= largest:
        raise ArgumentError(f"first_free is {first}, and the next free variable is {largest + 1}")
    return given, first


def _different(literals: Iterable[int]) -> list[int]:
    given = literals_of(literals)
    if len(set(given)) < len(given):
        twice = next(literal for literal in given if given.count(literal) > 1)
        raise ArgumentError(f"literal {twice} occurs twice; `linear` takes it with a factor, as (2, {twice})")
    return given


def _given_places(
    constraint: str, places: Iterable[Mapping[Any, int]], encoding: str, first_free: int | None
) -> tuple[list[Mapping[Any, int]], int]:
    """The places, and the first number for auxiliary variables."""
    words = "a place is a mapping from symbols to literals, such as {1: 4, 2: 5}"
    found = listed(words, places)
    if not all(isinstance(place, Mapping) for place in found):
        raise ArgumentError(words)
    literals = literals_of([literal for place in found for literal in place.values()])
    return found, _given(constraint, literals, encoding, first_free)[1]


def _function(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of an automaton; what it raises, or an unhashable state, is an `ArgumentError`."""
    if not callable(function):
        raise ArgumentError(f"{name} is a function, not {function!r}")

    def called(*given: Any) -> Any:
        try:
            found = function(*given)
            hash(found)
        except (CoversatError, MemoryError):
            raise
        except Exception as error:  # of the caller's code
            raise ArgumentError(f"{name} raises {type(error).__name__}: {error} for {given}") from error
        return found

    return called


def _added(terms: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The terms, one for each literal."""
    factors: dict[int, int] = {}
    for term in listed("terms are pairs of a factor and a literal", terms):
        try:
            factor, literal = term
        except (TypeError, ValueError):
            raise ArgumentError(f"a term is a factor and a literal, such as (3, -1), not {term!r}") from None
        (literal,) = literals_of([literal])
        factors[literal] = factors.get(literal, 0) + whole("a factor", factor)
    return [(factor, literal) for literal, factor in factors.items()]


def _beginning(first: int) -> CnfBuilder:
    """A formula whose next variable is this one."""
    formula = CnfBuilder()
    formula.variables(first - 1)
    return formula


def _ended(formula: CnfBuilder, first: int, determined: bool) -> Encoded:
    clauses = tuple(formula.cnf(()).clauses)
    return Encoded(clauses, range(first, formula.variable_count + 1), determined)


def _counted(
    constraint: str,
    comparison: str,
    literals: Iterable[int],
    bound: int,
    encoding: str,
    first_free: int | None,
) -> Encoded:
    given, first = _given(constraint, _different(literals), encoding, first_free)
    bound = whole("a bound", bound)
    if encoding.startswith(OF_PYSAT):
        found = count_of_pysat(given, comparison, bound, encoding, first)
    else:
        formula = _beginning(first)
        every = len(given)
        numbers = {"<=": range(min(bound, every) + 1), ">=": range(max(bound, 0), every + 1), "==": (bound,)}
        _COUNTS[encoding](formula, given, tuple(numbers[comparison]))
        found = _ended(formula, first, encoding not in OPEN)
    return named(found, f"{constraint} by {encoding}", first_free)
