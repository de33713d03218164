"""Decision diagrams as clauses: of words, edge by edge, and of bounded sums, interval by interval.

All auxiliary variables are determined. Words are arc consistent, and so are sums with one bound, or of terms
with the same two values.

*Words* (`add_mdd`): a variable for each state between two positions, and for each step from one to the next.
One variable stands for a state and for its only step onward or backward, none for the single state between
two positions, and a literal for a step by it from there. A step implies both of its states and its symbol;
these imply one of their steps. This is Abío, Gange, Mayer-Eichberger and Stuckey, "On CNF encodings of
decision diagrams", CPAIOR 2016, with fewer variables.

*Bounded sums* (`add_bounded`): a variable for "the terms from here on add up to at most r". Bounds r that
mean the same are one interval and one variable (Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and
Mayer-Eichberger, "A new look at BDDs for pseudo-Boolean constraints", JAIR 45, 2012). Both directions are
stated, in two clauses for each value of the next term: if that is larger, less is left for the others, and
this order makes two of the six clauses of an if-then-else needless. Terms are in increasing order, by which
the diagrams are hardly larger than in decreasing order, and lead to fewer conflicts.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from ..base.errors import ReductionError
from ..primitives import Regular, Sum, as_regular
from ..primitives.automata import MOST_STEPS, diagram
from .cnf_builder import ALWAYS, NEVER, CnfBuilder, add_clauses
from .networks import add_digits
from .places import Literals
from .sums import OrderedNumber, Scaled, Terms, digit_number, ends_of, in_order, needed_ends, span_of

MOST_NODES = 100_000
"""The nodes of the largest diagram of a bounded sum."""


def add_mdd(formula: CnfBuilder, places: Sequence[Literals], word: Regular, most: int = MOST_STEPS) -> None:
    """State that the symbols at these places are a word that the automaton accepts.

    Other clauses state that each place has exactly one symbol. Raise `ReductionError` for an automaton of
    more steps than `most`.
    """
    layers = diagram(word, list(map(list, places)), most)
    if layers is None:
        formula.add()
        return
    here = {0: ALWAYS}
    for at, (place, layer) in enumerate(zip(places, layers, strict=True), 1):
        states = range(len(layers[at])) if at < len(layers) else range(1)
        here = _add_steps(formula, place, layer, here, states)


def _add_steps(
    formula: CnfBuilder,
    place: Literals,
    layer: dict[int, dict[int, int]],
    here: dict[int, int],
    states: range,
) -> dict[int, int]:
    """Add the clauses of one position; return the literals of the states after it."""
    into: dict[int, list[int]] = {state: [] for state in states}
    by_symbol: dict[int, list[int]] = {symbol: [] for symbol in place}
    clauses: list[tuple[int, ...]] = []
    steps: list[tuple[int, int]] = []
    for source, targets in layer.items():
        state, onward = here[source], []
        for symbol, target in targets.items():
            if len(targets) == 1:
                step = state
            else:
                step = place[symbol] if state == ALWAYS else formula.variable()
            clauses += (-step, state), (-step, place[symbol])
            onward.append(step)
            into[target].append(step)
            by_symbol[symbol].append(step)
            steps.append((step, target))
        clauses.append((-state, *onward))
    after = {
        state: ALWAYS if len(states) == 1 else those[0] if len(those) == 1 else formula.variable()
        for state, those in into.items()
    }
    clauses += [(-step, after[target]) for step, target in steps]
    clauses += [(-after[state], *dict.fromkeys(those)) for state, those in into.items()]
    clauses += [(-place[symbol], *dict.fromkeys(those)) for symbol, those in by_symbol.items()]
    # Constants make clauses alike, and a step that is its state makes them true.
    known = (tuple(x for x in one if x != NEVER) for one in clauses if ALWAYS not in one)
    formula.add_all(dict.fromkeys(one for one in known if -one[0] not in one[1:]))
    return after


class _Interval(NamedTuple):
    """A literal that says, for each r from `low` to `high`, that some numbers add up to at most r."""

    literal: int
    low: int
    high: int


class _BoundedSum:
    """The diagram of a sum of numbers, whose lowest values are 0, between two bounds.

    `clauses` contain `ALWAYS` and `NEVER`; the variables of its `nodes` begin with `first`.
    """

    def __init__(self, numbers: Sequence[OrderedNumber], least: int, most: int, first: int) -> None:
        self.clauses: list[tuple[int, ...]] = []
        self.nodes = 0
        self._numbers, self._first, self._most = numbers, first, most
        highest = [number.values[-1] for number in numbers]
        self._rest = list(accumulate(reversed(highest), initial=0))[::-1]
        """The highest sum of the numbers from each position on."""
        self._exceeded = list(accumulate(highest, lambda left, value: left - value, initial=least - 1))
        """What the numbers from each position on exceed in any case; they never exceed `most`."""
        self._found: list[list[_Interval]] = [[] for _ in numbers]
        """For each position, its intervals in increasing order."""
        self.clauses += [(self._literal(most),), (-self._literal(least - 1),)]

    def _known(self, at: int, bound: int) -> _Interval | None:
        """The interval of a bound for the numbers from a position on; None if it is not found yet."""
        if bound < 0:
            return _Interval(NEVER, -self._rest[0], -1)
        if bound >= self._rest[at]:
            return _Interval(ALWAYS, self._rest[at], self._rest[0])
        place = bisect_right(self._found[at], bound, key=_low) - 1
        return self._found[at][place] if place >= 0 and bound <= self._found[at][place].high else None

    def _literal(self, bound: int) -> int:
        """The literal that all numbers add up to at most `bound`."""
        todo = [(0, bound)]
        while (found := self._known(0, bound)) is None:
            at, left = todo.pop()
            under = [(at + 1, left - value) for value in self._numbers[at].values]
            below = [known for one in under if (known := self._known(*one)) is not None]
            if len(below) < len(under):
                todo += [(at, left), *(one for one in under if self._known(*one) is None)]
            elif self._known(at, left) is None:
                self._add(at, below)
        return found.literal

    def _add(self, at: int, below: Sequence[_Interval]) -> None:
        """Add a node at this position from those below, one for each value of its number."""
        values = self._numbers[at].values
        low = max(one.low + value for one, value in zip(below, values, strict=True))
        high = min(one.high + value for one, value in zip(below, values, strict=True))
        literal = self._node(at, low, high, [one.literal for one in below])
        insort(self._found[at], _Interval(literal, low, high), key=_low)

    def _node(self, at: int, low: int, high: int, below: list[int]) -> int:
        number, kinds = self._numbers[at], set(below)
        if low <= self._most <= high:
            node = ALWAYS
        elif low <= self._exceeded[at] <= high:
            node = NEVER
        elif len(kinds) == 1:
            return below[0]
        elif kinds == {ALWAYS, NEVER}:
            return number.below(below.index(NEVER))
        else:
            node, self.nodes = self._first + self.nodes, self.nodes + 1
            if self.nodes > MOST_NODES:
                terms = len(self._numbers)
                raise ReductionError(f"the diagram of {terms} terms has more than {MOST_NODES} nodes")
        for value, (before, one, after) in enumerate(
            zip([None, *below], below, [*below[1:], None], strict=False)
        ):
            if before != one:  # from this value on, at most this is left
                self.clauses.append((-node, -number.at_least[value], one))
            if after != one:  # up to this value, more is left if the sum is too large
                self.clauses.append((node, -number.below(value + 1), -one))
        return node


def _low(interval: _Interval) -> Any:
    return interval.low


def add_bounded(formula: CnfBuilder, held: Sequence[Scaled], least: int, most: int) -> None:
    """State that the sum of terms is between two bounds.

    Raise `ReductionError` for more than `MOST_NODES` nodes.
    """
    numbers = [_ordered(formula, place, factor) for factor, place in held]
    found = _BoundedSum(numbers, least, most, formula.variable_count + 1)
    formula.variables(found.nodes)
    add_clauses(formula, found.clauses)


def _ordered(formula: CnfBuilder, place: Literals, factor: int) -> OrderedNumber:
    """The value of a place times a factor, less the lowest one; sums share the variables of a place."""
    number = formula.once(tuple(place.items()), lambda: digit_number(formula, place, 1))
    if factor < 0:
        downwards = range(len(number.values), 0, -1)
        number = OrderedNumber(number.values[::-1], tuple(map(number.below, downwards)))
    values = (factor * (value - number.values[0]) for value in number.values)
    return OrderedNumber(tuple(values), number.at_least)


def add_ends(formula: CnfBuilder, places: Terms, primitive: Sum) -> None:
    """State a sum by intervals.

    Raise `ReductionError` for too large a diagram, and for other totals than all numbers between two.
    """
    held = in_order(places, primitive)
    add_bounded(formula, held, *needed_ends(held, primitive.totals))


SHORT = 4
"""Cells of many values are added up step by step if they are no more than these, as measured on sudokus: in
longer sums learnt clauses about intervals are of more use, and there are fewer clauses."""


def add_diagram(formula: CnfBuilder, places: Terms, primitive: Sum) -> None:
    """State a sum by intervals if it has one bound, equal factors or many cells, otherwise step by step.

    A sum whose diagram would be too large is stated by its digits, see `networks.add_digits`. Raise
    `ReductionError` for such a sum with other totals than all numbers between two.
    """
    held = in_order(places, primitive)
    ends = ends_of(held, primitive.totals)
    try:
        if ends is not None and _is_by_intervals(held, *ends):
            add_bounded(formula, held, *ends)
        else:
            stepwise = _ordered_for_steps(held, primitive.totals)
            terms = tuple((factor, (0, at)) for at, (factor, _) in enumerate(stepwise))
            values = {value for _, place in stepwise for value in place}
            word = as_regular(Sum(terms, primitive.totals), values)
            add_mdd(formula, [place for _, place in stepwise], word, 2 * MOST_NODES)
    except ReductionError:
        if ends is None:
            raise
        add_digits(formula, held, *ends)


def _ordered_for_steps(held: Sequence[Scaled], totals: Collection[int]) -> Sequence[Scaled]:
    """Terms of two values in increasing order, or with the largest in the middle if fewer sums occur so."""
    if sum(map(span_of, held)) > MOST_NODES or any(len(place) > 2 for _, place in held):
        return held
    return min(held, [*held[::2], *held[1::2][::-1]], key=lambda order: _sums_between(order, totals))


def _sums_between(held: Sequence[Scaled], totals: Collection[int]) -> int:
    """How many sums of the first terms, of each number of them, others complete to a total; sets as bits."""
    spans = list(map(span_of, held))
    lowest = sum(min(factor * value for value in place) for factor, place in held)
    goal = sum(1 << total - lowest for total in totals if 0 <= total - lowest <= sum(spans))
    before = accumulate(spans, lambda sums, span: sums | sums << span, initial=1)
    after = list(accumulate(reversed(spans), lambda sums, span: sums | sums >> span, initial=goal))
    return sum((a & b).bit_count() for a, b in zip(before, reversed(after), strict=True))


def _is_by_intervals(held: Sequence[Scaled], least: int, most: int) -> bool:
    spans = [span_of(one) for one in held]
    has_two_values = all(len(place) <= 2 for _, place in held)
    has_one_bound = least <= 0 or most >= sum(spans)
    return has_one_bound or (len(set(spans)) < 2 if has_two_values else len(held) > SHORT)
