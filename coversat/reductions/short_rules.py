"""Rules on few cells, whose clauses need no auxiliary variables: small counts, tables and pairs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, product

from ..primitives import Binary, Count, Table
from ..problems.cnf.rules import Clause
from ..problems.grid import Cell
from .cnf_builder import ALWAYS, NEVER, CnfBuilder, Pattern, add_clauses
from .connectivity import any_of
from .places import Literals, LiteralsOf
from .sums import Terms

BINARY_VALUES = (0, 1)
FEW = 5
"""The most cells whose number is stated without auxiliary variables."""


def add_short_count(formula: CnfBuilder, places: LiteralsOf, primitive: Count) -> bool:
    """State a count without auxiliary variables for numbers; False if there are too many cells for that."""
    cells, digits, numbers = primitive
    if not isinstance(numbers, (tuple, range)):
        numbers = tuple(numbers)
    if 0 not in numbers and _is_any(len(cells), numbers):
        formula.add(*showing(places, cells, digits))
        return True
    if len(cells) > FEW:
        return False
    _add_few(formula, [holds_one(formula, places(cell), digits) for cell in cells], numbers)
    return True


@cache
def _is_any(size: int, numbers: tuple[int, ...] | range) -> bool:
    """Whether every number of cells is allowed but none."""
    return set(numbers).issuperset(range(1, size + 1))


@lru_cache(maxsize=1024)
def wrong_rows(symbols: tuple[tuple[int, ...], ...], rows: tuple[tuple[int, ...], ...]) -> Pattern:
    """The prime implicates of a table whose columns have two symbols, as found from the rows that it lacks.

    Columns are true if they have their first symbol. All prime implicates make it arc consistent.
    """
    wrong = (
        tuple(~at if value == symbols[at][0] else at for at, value in enumerate(row))
        for row in product(*symbols)
        if row not in rows
    )
    return Pattern(_merged(wrong))


def _merged(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """The shortest clauses that follow from clauses of all columns (Quine and McCluskey).

    Two clauses that differ in the sign of one literal give the clause without it.
    """
    longer = dict.fromkeys(clauses)
    while longer:
        shorter: dict[Clause, None] = {}
        used: set[Clause] = set()
        for clause in longer:
            for at, literal in enumerate(clause):
                if (other := (*clause[:at], ~literal, *clause[at + 1 :])) in longer:
                    used |= {clause, other}
                    shorter[clause[:at] + clause[at + 1 :]] = None
        yield from (clause for clause in longer if clause not in used)
        longer = shorter


def showing(places: LiteralsOf, cells: Sequence[Cell], digits: Collection[int]) -> list[int]:
    """The literals of the cells for these values."""
    return [literal for cell in cells for digit, literal in places(cell).items() if digit in digits]


def holds_one(formula: CnfBuilder, place: Literals, digits: Collection[int]) -> int:
    """A literal that is true exactly when a cell holds one of these values."""
    if isinstance(digits, tuple) and len(digits) == 1 < len(place):
        (digit,) = digits
        return place.get(digit, NEVER)
    shown = [literal for digit, literal in place.items() if digit in digits]
    if len(shown) <= 1:
        return shown[0] if shown else NEVER
    if len(shown) == len(place):
        return ALWAYS
    found = any_of(formula, shown)
    add_others(formula, found, place, digits)
    formula.add_all((-found, -literal) for digit, literal in place.items() if digit not in digits)
    return found


def add_others(formula: CnfBuilder, found: int, place: Literals, digits: Collection[int]) -> None:
    """State that a cell holds none of these values, which make `found` true, only if it holds another one.

    It follows since each cell holds a value; but while several of them are possible, unit propagation does
    not find it.
    """
    others = [literal for digit, literal in place.items() if digit not in digits]
    if 0 < len(others) < len(place) - 1:
        formula.add(found, *others)


def _add_few(formula: CnfBuilder, literals: Sequence[int], numbers: tuple[int, ...] | range) -> None:
    """State that the number of true literals is one of `numbers`."""
    pattern = _implicates(len(literals), numbers)
    if ALWAYS in literals or NEVER in literals:
        add_clauses(formula, pattern.filled(literals))
    else:
        formula.add_pattern(literals, pattern)


@cache
def _implicates(size: int, numbers: tuple[int, ...] | range) -> Pattern:
    """The prime implicates of the statement that of `size` literals one of `numbers` are true."""
    allowed = {number for number in range(size + 1) if number in numbers}
    clauses = []
    for low in (one for one in range(size + 1) if one not in allowed and one - 1 in (-1, *allowed)):
        high = next(one for one in range(low, size + 1) if one == size or one + 1 in allowed)
        # With `low` of them true and all but `high` false, their number is in the gap from `low` to `high`.
        for true in combinations(range(size), low):
            rest = [at for at in range(size) if at not in true]
            for false in combinations(rest, size - high):
                clauses.append((*(~at for at in true), *false))
    return Pattern(clauses)


def true_value(like: Count | Table) -> int | None:
    """For cells that hold 0 or 1, the value of a cell whose literal is true in `pattern_of`, if it is one."""
    values = like.values if isinstance(like, Count) else BINARY_VALUES[:1]
    return values[0] if values in ((0,), (1,)) else None


def pattern_of(size: int, like: Count | Table) -> Pattern | None:
    """The clauses of a rule, of positions of its cells, which hold 0 or 1; None if it has too many cells."""
    if isinstance(like, Count):
        numbers = like.numbers if isinstance(like.numbers, (tuple, range)) else tuple(like.numbers)
        is_short = size <= FEW or (0 not in numbers and _is_any(size, numbers))
        return _implicates(size, numbers) if is_short else None
    if size > FEW:
        return None
    return wrong_rows((BINARY_VALUES,) * size, tuple(like.rows))


def add_pairs(formula: CnfBuilder, terms: Terms, primitive: Binary) -> None:
    """State what each value of a pair leaves of the other."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[list[_Left], list[_Left]]] = {}
    for a, b in primitive.pairs:
        one, two = terms(a), terms(b)
        digits = tuple(one), tuple(two)
        if digits not in found:
            ones, twos = digits
            found[digits] = _left_of(ones, twos, primitive.allowed)
        forth, back = found[digits]
        # Duplicate clauses are written once.
        formula.add_all(dict.fromkeys(chain(_taken(one, two, forth), _taken(two, one, back))))


_Left = tuple[int, list[int], list[int]]
"""A value of one term, and those of the other that it allows and that it forbids."""


@lru_cache(maxsize=1024)
def _left_of(
    ones: tuple[int, ...], twos: tuple[int, ...], allowed: Callable[[int, int], bool]
) -> tuple[list[_Left], list[_Left]]:
    """What each value of either term leaves of the other."""
    return _left(ones, twos, allowed), _left(twos, ones, lambda two, one: allowed(one, two))


def _left(ones: Sequence[int], twos: Sequence[int], allowed: Callable[[int, int], bool]) -> list[_Left]:
    found: list[_Left] = []
    for digit in ones:
        left: list[int] = []
        taken: list[int] = []
        for other in twos:
            (left if allowed(digit, other) else taken).append(other)
        if taken:
            found.append((digit, left, taken))
    return found


def _taken(here: Literals, there: Literals, found: list[_Left]) -> Iterator[tuple[int, ...]]:
    """The clauses; a value that forbids one other is a clause of two literals."""
    for digit, left, taken in found:
        if len(taken) == 1 and left:
            yield tuple(sorted({-here[digit], -there[taken[0]]}))
        else:
            yield -here[digit], *(there[other] for other in left)
