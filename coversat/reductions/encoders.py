"""Statements as clauses, each shape in ways that can be compared.

* regular: states of the automaton between the places (`automaton`);
* mdd: a variable for each edge of the smallest diagram: unit propagation finds every digit that no word has
  (Abío, Gange, Mayer-Eichberger and Stuckey, "On CNF encodings of decision diagrams", CPAIOR 2016);
* table: a variable for each accepted word, with its supports (Bacchus, CP 2007);
* totalizer: sums of halves in the order encoding, both ways (Bailleux and Boufkhad, CP 2003; Joshi, Martins
  and Manquinho, CP 2015, for weights);
* order: sums one cell after the other, in the order encoding (Tamura et al., Constraints 14, 2009).

All determine their variables by the digits: there are as many models as fillings, but where one of several
statements is to hold, since a filling may obey more than one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import chain
from typing import NamedTuple, TypeGuard

from ..errors import ReductionError
from ..language import (
    EQUAL,
    HIGHER,
    LOWER,
    AllDifferent,
    Binary,
    Comparison,
    Contains,
    Count,
    Or,
    Primitive,
    Regular,
    Sum,
    SumBetween,
    Table,
    Term,
    Total,
    as_regular,
    terms_of,
    total_of,
)
from ..problems.grid import Cell
from .automaton import add_layers
from .comparing import add_comparison
from .diagrams import diagram, word_count, words_of
from .enclosed import MOST_DIGITS, add_enclosed
from .formula import Formula
from .order import ZERO, OrderedNumber, added, digit_number, in_halves, is_one_of
from .runs import add_distinct, add_sets, added_sets, set_name, sets_of

Place = Mapping[int, int]
"""The digits that a cell may hold, and the literal of each."""
Places = Callable[[Cell], Place]
Terms = Callable[[Term], Place]

MOST_WORDS = 50_000
"""A table of more is refused."""


def add_regular(formula: Formula, places: Sequence[Place], word: Regular) -> None:
    """A variable for each state between two places; states that the same words follow are one."""
    add_layers(formula, places, diagram(word, list(map(list, places)), None))


def add_mdd(formula: Formula, places: Sequence[Place], word: Regular) -> None:
    """A variable for each node and each edge of the reduced diagram."""
    layers = diagram(word, list(map(list, places)))
    if layers is None:
        formula.add()
        return
    # The nodes before the first place and behind the last are one each and need no variable.
    here: dict[int, list[int]] = {0: []}
    for at, (place, layer) in enumerate(zip(places, layers, strict=True), 1):
        last = at == len(layers)
        nodes = range(0) if last else formula.variables(len(layers[at]))
        out: dict[int, list[int]] = {}
        into: dict[int, list[int]] = {}
        showing: dict[int, list[int]] = {digit: [] for digit in place}
        steps = [(state, digit, to) for state, targets in layer.items() for digit, to in targets.items()]
        for (source, digit, target), variable in zip(steps, formula.variables(len(steps)), strict=True):
            out.setdefault(source, []).append(variable)
            into.setdefault(target, []).append(variable)
            showing[digit].append(variable)
            for node in here[source]:
                formula.add(-variable, node)
            formula.add(-variable, place[digit])
            if not last:
                formula.add(-variable, nodes[target])
            formula.add(variable, *(-node for node in here[source]), -place[digit])
        for source, edges in out.items():
            formula.add(*(-node for node in here[source]), *edges)
        for target, edges in into.items():
            if not last:
                formula.add(-nodes[target], *edges)
        for digit, edges in showing.items():
            formula.add(-place[digit], *edges)
        here = {number: [node] for number, node in enumerate(nodes)}


def add_table(formula: Formula, places: Sequence[Place], word: Regular) -> None:
    """A variable for each accepted word.

    Raises
    ------
    ReductionError
        Where there are too many.
    """
    layers = diagram(word, list(map(list, places)))
    if layers is None:
        formula.add()
        return
    if (number := word_count(layers)) > MOST_WORDS:
        raise ReductionError(
            f"a constraint on {len(places)} cells has {number} fillings; tables have up to {MOST_WORDS}"
        )
    holding: list[dict[int, list[int]]] = [{digit: [] for digit in place} for place in places]
    selectors = formula.variables(number)
    for selector, digits in zip(selectors, words_of(layers), strict=True):
        for place, those, digit in zip(places, holding, digits, strict=True):
            formula.add(-selector, place[digit])
            those[digit].append(selector)
    formula.add(*selectors)
    for place, those in zip(places, holding, strict=True):
        for digit, supports in those.items():
            formula.add(-place[digit], *supports)


AddWord = Callable[[Formula, Sequence[Place], Regular], None]
AddSum = Callable[[Formula, Terms, Sum], None]


def _add_ordered(
    formula: Formula,
    places: Terms,
    statement: Sum,
    together: Callable[[Formula, Sequence[OrderedNumber]], OrderedNumber],
) -> None:
    numbers = [digit_number(formula, places(cell), factor) for factor, cell in statement.terms]
    is_one_of(formula, together(formula, numbers or [ZERO]), statement.totals)


def add_totalizer(formula: Formula, places: Terms, statement: Sum) -> None:
    """Halves are added up, and then added."""
    _add_ordered(formula, places, statement, in_halves)


def add_order(formula: Formula, places: Terms, statement: Sum) -> None:
    """One cell after the other is added."""
    _add_ordered(
        formula, places, statement, lambda formula, all_: reduce(lambda a, b: added(formula, a, b), all_)
    )


def _add_as_word(
    formula: Formula, places: Terms, statement: Regular | SumBetween | Sum | Count | Table, add: AddWord
) -> None:
    held = list(map(places, terms_of(statement)))
    add(formula, held, as_regular(statement, {digit for place in held for digit in place}))


SHORT, LIGHT = 4, 12
"""Terms of a short sum, and the weight of a light one; see `examples/studies/constraint_encodings.md`."""


def add_by_length(formula: Formula, places: Terms, statement: Sum) -> None:
    """Short sums as reduced diagrams, light ones by halves, others by states.

    A sum of much weight has many values, and by halves the square of them in clauses.
    """
    if len(statement.terms) <= SHORT:
        _add_as_word(formula, places, statement, add_mdd)
    elif is_heavy(statement):
        _add_as_word(formula, places, statement, add_regular)
    else:
        add_totalizer(formula, places, statement)


def is_heavy(statement: Primitive) -> TypeGuard[Sum]:
    """Whether a sum is neither short nor light; it is told in parts, where these are known."""
    if not isinstance(statement, Sum):
        return False
    weight = sum(abs(factor) for factor, _ in statement.terms)
    return len(statement.terms) > SHORT and weight > LIGHT


class Encoders(NamedTuple):
    """How words are said, and how sums are: as words, where nothing else is named.

    `by_sets`: whether digits that differ and are known by their sets, as those of a sum or between two ends,
    are said so.
    """

    word: AddWord
    sum: AddSum | None = None
    by_sets: bool = False


UNASKED = Encoders(add_regular, add_by_length, by_sets=True)


def add_statement(formula: Formula, places: Places, statement: Primitive, encoders: Encoders) -> None:
    """The clauses of a statement about cells that hold one digit each."""
    terms = partial(_spot, formula, places)
    match statement:
        case AllDifferent():
            held = [places(cell) for cell in statement.cells]
            add_distinct(formula, held)
            _add_sets(formula, held, places, statement, encoders)
        case Binary():
            _add_pairs(formula, terms, statement)
        case Or(alternatives):
            chosen = formula.variables(len(alternatives))
            formula.add(*chosen)
            for one, those in zip(chosen, alternatives, strict=True):
                with formula.where(one):
                    for each in those:
                        add_statement(formula, places, each, encoders)
        case Count(cells, digits, numbers) if 0 not in numbers and set(numbers) >= {
            *range(1, len(cells) + 1)
        }:
            formula.add(*_showing(places, cells, digits))
        case Sum() if encoders.sum is not None:
            encoders.sum(formula, terms, statement)
        case SumBetween(word, total, ends) if encoders.by_sets and len(terms(word.cells[0])) <= MOST_DIGITS:
            add_enclosed(formula, list(map(terms, word.cells)), total, ends)
        case Regular() | SumBetween() | Sum() | Count() | Table():
            _add_as_word(formula, terms, statement, encoders.word)


def _spot(formula: Formula, places: Places, term: Term) -> Place:
    """What a place holds; of one made of several cells, new variables say it."""
    if isinstance(term, Comparison):
        lines = ([places(cell) for cell in line] for line in term)
        return dict(zip((LOWER, EQUAL, HIGHER), add_comparison(formula, *lines), strict=True))
    if isinstance(term, Total):
        return added_sets(formula, [places(cell) for cell in term.cells])
    if not isinstance(term, Contains):
        return places(term)
    shown = _showing(places, term.cells, term.values)
    if len(shown) == 1:
        return {0: -shown[0], 1: shown[0]}
    stands = formula.variable()
    formula.add(-stands, *shown)
    for literal in shown:
        formula.add(-literal, stands)
    return {0: -stands, 1: stands}


def _showing(places: Places, cells: Sequence[Cell], digits: Collection[int]) -> list[int]:
    """What says that a cell holds one of these digits."""
    held = (places(cell) for cell in cells)
    return [literal for place in held for digit, literal in place.items() if digit in digits]


def _add_sets(
    formula: Formula, held: Sequence[Place], places: Places, statement: AllDifferent, encoders: Encoders
) -> None:
    """What is told of cells beside that their digits differ."""
    digits = list(held[0])
    if encoders.by_sets:
        if (sets := sets_of(statement, digits)) is not None:
            add_sets(formula, held, sets, lambda at: set_name(statement.name, sets[at]))
    elif statement.total is not None:
        add_statement(formula, places, total_of(statement.cells, statement.total), encoders)
    elif statement.sets is not None:
        encoders.word(formula, held, _word_of_sets(statement.cells, statement.sets))


def _word_of_sets(cells: tuple[Cell, ...], sets: Sequence[tuple[int, ...]]) -> Regular:
    """States: the digits so far."""
    allowed = [frozenset(digits) for digits in sets]

    def step(before: frozenset[int], digit: int) -> frozenset[int] | None:
        found = before | {digit}
        return found if any(found <= one for one in allowed) else None

    return Regular(cells, frozenset(), step, lambda found: found in allowed)


def _add_pairs(formula: Formula, terms: Terms, statement: Binary) -> None:
    """What either digit of a pair leaves of the other: unit propagation then finds all that no pair has."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[list[_Left], list[_Left]]] = {}
    for a, b in statement.pairs:
        one, two = terms(a), terms(b)
        digits = tuple(one), tuple(two)
        if digits not in found:
            ones, twos = digits
            found[digits] = (
                _left(ones, twos, statement.allowed),
                _left(twos, ones, _turned(statement.allowed)),
            )
        forth, back = found[digits]
        # What is said twice is written once.
        formula.add_all(dict.fromkeys(chain(_taken(one, two, forth), _taken(two, one, back))))


_Left = tuple[int, list[int], list[int]]
"""A digit of one cell, and those of the other that it leaves and that it takes."""


def _left(ones: Sequence[int], twos: Sequence[int], allowed: Callable[[int, int], bool]) -> list[_Left]:
    """Of each digit; of one that leaves all there is nothing to say."""
    found: list[_Left] = []
    for digit in ones:
        left: list[int] = []
        taken: list[int] = []
        for other in twos:
            (left if allowed(digit, other) else taken).append(other)
        if taken:
            found.append((digit, left, taken))
    return found


def _turned(allowed: Callable[[int, int], bool]) -> Callable[[int, int], bool]:
    return lambda a, b: allowed(b, a)


def _taken(here: Place, there: Place, found: list[_Left]) -> Iterator[tuple[int, ...]]:
    """A digit that takes one away is a clause of two literals."""
    for digit, left, taken in found:
        if len(taken) == 1 and left:
            yield tuple(sorted({-here[digit], -there[taken[0]]}))
        else:
            yield -here[digit], *(there[other] for other in left)


ENCODERS = {
    "regular": Encoders(add_regular),
    "mdd": Encoders(add_mdd),
    "table": Encoders(add_table),
    "totalizer": Encoders(add_regular, add_totalizer),
    "order": Encoders(add_regular, add_order),
}
"""By the names that routes have for them."""
