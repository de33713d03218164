"""The model of a puzzle as data for the library in Coq: the same rules in the same order, cells by numbers.

Where the library reads the text of a kind, it finds the same cells and rules in it; some are worded
differently there. A value that several cells determine becomes a helper cell; an automaton ties it to them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, product
from typing import Any

from ... import language
from ...base.errors import CertificateError
from ...language import (
    EQUAL,
    HIGHER,
    LOWER,
    Comparison,
    Contains,
    Derived,
    Leading,
    Matches,
    Primitive,
    Repeats,
    Term,
    Total,
    Variable,
    as_regular,
)
from ...language.automata import unrolled
from ...language.models import GridModel
from .rules import (
    AllDifferent,
    AreasBySize,
    Board,
    Cage,
    Connected,
    Count,
    Local,
    Loop,
    Or,
    Puzzle,
    Regular,
    Rooted,
    Rule,
    Seen,
    Sets,
    Sum,
    Table,
)

MOST_MOVES = 200_000
"""The most moves of one automaton."""
BITS = (0, 1)


class ModelPuzzle:
    """The puzzle that a model states.

    Raise `CertificateError` for a rule that the library cannot state.

    Attributes
    ----------
    puzzle : Puzzle
    """

    def __init__(self, model: GridModel[Any]) -> None:
        self._model = model
        stated = ((rule.primitive, rule.implied) for rule in model.rules)
        primitives = [one for one, implied in stated if not implied or len(language.scope(one)) == 1]
        self._silent = _only_inside(primitives, model)
        self._number = _numbers(model, self._silent)
        self._domains = {at: tuple(model.domains[one]) for one, at in self._number.items()}
        self._helpers: dict[Hashable, int] = {}
        self._ties: list[Rule] = []
        rules = list(_caged([rule for one in primitives for rule in self._rules(one)]))
        shown = [at for one, at in self._number.items() if model.in_answers(one) or self._silent]
        self.puzzle = Puzzle(self._domains, (*rules, *self._ties), shown)

    def answer(self, board: Board) -> Any:
        """The answer of a board; cells inside a loop are those that an odd number of its lines separate."""
        values = {one: board[at] for one, at in self._number.items()}
        for rule in self._model.rules if self._silent else ():
            if isinstance(rule.primitive, language.Circuit):
                values |= _inside(rule.primitive, values)
        return self._model.answer_of(values.items())

    def _rules(self, one: Primitive) -> Iterator[Rule]:
        match one:
            case language.AllDifferent(cells, total, sets):
                own = self._cells(cells)
                if sets is not None:
                    yield Sets(own, tuple(sorted(s for s in sets if total in (None, sum(s)))))
                else:
                    yield AllDifferent(own) if total is None else Cage(own, total)
            case language.Binary(related, allowed):
                for pair in related:
                    yield self._related(self._terms(pair), allowed)
            case language.Count(cells, values, numbers):
                yield _count(self._cells(cells), values, numbers)
            case language.Sum(terms, totals) if (value := _seen(one)) is not None:
                lines = tuple(self._cells(language.scope(language.Sum((term,)))) for term in terms)
                yield Seen(lines, value, *totals)
            case language.Sum(terms, totals):
                yield self._sum(one)
            case language.Table(terms, rows):
                own = self._terms(terms)
                if any(isinstance(term, Contains) for term in own):
                    yield self._automaton(own, as_regular(one, self._values(own)))
                else:
                    held = [self._domains[cell] for cell in own]
                    kept = (row for row in rows if all(map(lambda v, d: v in d, row, held)))
                    yield Table(own, tuple(sorted(kept)))
            case language.Regular(terms) | language.SumBetween(language.Regular(terms)):
                yield self._automaton(self._terms(terms), as_regular(one, ()))
            case language.Or(alternatives):
                every = [[*chain.from_iterable(map(self._rules, those))] for those in alternatives]
                yield Or(tuple(tuple(map(_local, _caged(those))) for those in every))
            case language.Connected(cells, values, links, roots, steps):
                used, pairs = tuple(sorted(values)), self._pairs(links)
                if roots or steps is not None:
                    yield Rooted(self._cells(cells), used, pairs, self._cells(roots), steps)
                else:
                    yield Connected(self._cells(cells), used, pairs)
            case language.AreasBySize(cells, links, values):
                pairs = self._pairs(links)
                yield AreasBySize(self._cells(cells), pairs, tuple(sorted(values)))
            case language.Circuit():
                yield from self._circuit(one)

    def _cells(self, cells: Iterable[Variable]) -> tuple[int, ...]:
        return tuple(map(self._number.__getitem__, cells))

    def _pairs(self, links: Iterable[tuple[Variable, Variable]]) -> tuple[tuple[int, int], ...]:
        return tuple((self._number[a], self._number[b]) for a, b in links)

    def _terms(self, terms: Iterable[Term]) -> tuple[Any, ...]:
        """The numbers of cells; a value of several cells becomes a helper cell, of one cell it is kept."""
        return tuple(
            term
            if isinstance(term, Contains) and len(term.cells) == 1
            else self._helper(term)
            if isinstance(term, Derived)
            else self._number[term]
            for term in terms
        )

    def _values(self, terms: Iterable[Any]) -> Sequence[int]:
        held = (BITS if isinstance(term, Contains) else self._domains[term] for term in terms)
        return sorted({value for values in held for value in values})

    def _related(self, pair: Sequence[Any], allowed: Callable[[int, int], bool]) -> Rule:
        a, b = (self._helper(term) if isinstance(term, Contains) else term for term in pair)
        both = list(product(self._domains[a], self._domains[b]))
        rows = tuple((v, w) for v, w in both if allowed(v, w))
        if rows == tuple((v, w) for v, w in both if v != w):
            return AllDifferent((a, b))
        if self._domains[a] == self._domains[b] == BITS and rows == tuple(both[:3]):
            return Count((a, b), (1,), BITS)
        return Table((a, b), rows)

    def _sum(self, one: language.Sum) -> Rule:
        own = self._terms(term for _, term in one.terms)
        if any(isinstance(term, Contains) for term in own):
            return self._automaton(own, as_regular(one, self._values(own)))
        if all(factor == 1 for factor, _ in one.terms) and all(self._domains[c] == BITS for c in own):
            return _count(own, (1,), one.totals)
        factors = (factor for factor, _ in one.terms)
        return Sum(tuple(zip(factors, own, strict=True)), tuple(sorted(set(one.totals))))

    def _automaton(self, terms: Sequence[Any], word: language.Regular) -> Regular:
        """Its states keep their positions only where a step depends on them."""
        cells = tuple(self._number[term.cells[0]] if isinstance(term, Contains) else term for term in terms)
        letters = [term.values if isinstance(term, Contains) else None for term in terms]
        if any(values is not None for values in letters):
            steps = [
                word.step if values is None else partial(_read_membership, word.step, values)
                for values in letters
            ]
            return self._unrolled(cells, word.start, steps, word.accepts, by_position=True)
        return self._unrolled(cells, word.start, [word.step] * len(cells), word.accepts)

    def _unrolled(
        self,
        cells: tuple[int, ...],
        start: Any,
        steps: Sequence[Callable[[Any, int], Any]],
        accepts: Callable[[Any], bool],
        by_position: bool = False,
    ) -> Regular:
        places = [self._domains[cell] for cell in cells]
        layers = unrolled(places, start, steps, accepts, MOST_MOVES)
        if layers is None:
            return Regular(cells, (), 0, () if cells else (1,))
        numbers: dict[Any, int] = {}

        def number(at: int, state: Any) -> int:
            return numbers.setdefault((at, state) if by_position else state, len(numbers))

        first = number(0, start)
        moves = dict.fromkeys(
            (number(at, state), value, number(at + 1, target))
            for at, layer in enumerate(layers)
            for state, targets in layer.items()
            for value, target in targets.items()
        )
        last = layers[-1].values() if layers else ()
        final = {number(len(cells), target) for targets in last for target in targets.values()}
        return Regular(cells, tuple(moves), first, tuple(sorted(final if layers else {first})))

    def _circuit(self, one: language.Circuit) -> Iterator[Rule]:
        points: dict[Any, int] = {}
        edges = tuple(
            (
                self._number[edge],
                (points.setdefault(a, len(points) + 1), points.setdefault(b, len(points) + 1)),
            )
            for edge in one.cells
            for a, b in (edge,)
        )
        yield Loop(edges)
        for point in one.through:
            at_point = tuple(cell for cell, ends in edges if points.get(point) in ends)
            yield Count(at_point, (1,), (2,) if len(at_point) > 1 else ())
        if one.inside and not self._silent:
            faces = (0, *self._cells(one.inside))
            for (edge, _), sides in zip(edges, one.faces, strict=True):
                around = tuple(faces[side] for side in sides if side)
                rows = tuple(sorted((sum(held) % 2, *held) for held in product(BITS, repeat=len(around))))
                yield Table((edge, *around), rows)

    def _helper(self, term: Derived) -> int:
        """A cell that holds the value of a term."""
        cells = self._cells(term.cells)
        key = type(term).__name__, cells, str(term[1:])
        if key not in self._helpers:
            automaton = _TIES[type(term)](term, [self._domains[cell] for cell in cells])
            order, start, steps, out, results = automaton
            self._helpers[key] = new = max(self._domains) + 1
            self._domains[new] = tuple(results)
            ended = partial(_is_result, out)
            read = tuple(cells[at] for at in order)
            self._ties.append(
                self._unrolled((*read, new), start, (*steps, ended), lambda state: True, by_position=True)
            )
        return self._helpers[key]


def _numbers(model: GridModel[Any], silent: Collection[Variable]) -> dict[Variable, int]:
    """The numbers of all variables in increasing order.

    Cells are numbered row by row, also those that the board leaves out; then come the lines from left to
    right, row by row, those downwards, and what answers do not show.
    """
    edges = [one for one in model.domains if isinstance(one[0], tuple)]
    rows, columns = (model.rows if edges else math.inf), model.columns
    cells = [one for one in model.domains if one not in edges and one not in silent and one[0] < rows]
    found = {(r, c): r * columns + c + 1 for r, c in cells if c < columns}
    last = max(found.values(), default=0) if not edges else model.rows * columns if cells else 0
    points = [point for edge in edges for point in edge]
    if edges and all(b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) for a, b in edges):
        high, wide = (1 + max(point[axis] for point in points) for axis in (0, 1))
        downwards = last + high * (wide - 1)
        for (r, c), (down, _) in edges:
            across = down == r
            one = (r, c), (r, c + 1) if across else (r + 1, c)
            found[one] = last + r * (wide - 1) + c + 1 if across else downwards + r * wide + c + 1
        last = downwards + (high - 1) * wide
    others = (one for one in model.domains if one not in found and one not in silent)
    found |= {one: at for at, one in enumerate(others, last + 1)}
    return dict(sorted(found.items(), key=lambda pair: pair[1]))


def _only_inside(primitives: Iterable[Primitive], model: GridModel[Any]) -> frozenset[Variable]:
    """The cells that only say which faces are inside a loop, which its edges determine."""
    inside = {cell for one in primitives if isinstance(one, language.Circuit) for cell in one.inside}
    others = (one for one in primitives if not isinstance(one, language.Circuit))
    used = {cell for one in others for cell in language.cells_of(one)}
    return frozenset() if inside & used else frozenset(inside)


def _inside(loop: language.Circuit, values: Mapping[Variable, int]) -> dict[Variable, int]:
    beside: dict[int, list[tuple[int, int]]] = {}
    for edge, (one, other) in zip(loop.cells, loop.faces, strict=True):
        beside.setdefault(one, []).append((other, values[edge]))
        beside.setdefault(other, []).append((one, values[edge]))
    sides, reached = {0: 0}, [0]
    for face in reached:  # grows meanwhile
        for other, crossed in beside[face]:
            if other not in sides:
                sides[other] = sides[face] ^ crossed
                reached.append(other)
    return {cell: sides[face] for face, cell in enumerate(loop.inside, 1)}


def _local(rule: Rule) -> Local:
    if not isinstance(rule, Local):
        raise CertificateError("a theorem cannot state alternatives of what is connected")
    return rule


def _caged(rules: Sequence[Rule]) -> Iterator[Rule]:
    """Different values and, next, their sum are one rule."""
    at = 0
    while at < len(rules):
        one, other = rules[at], rules[at + 1] if at + 1 < len(rules) else None
        match one, other:
            case AllDifferent(cells), Sum(terms, (total,)) if terms == tuple((1, cell) for cell in cells):
                yield Cage(cells, total)
                at += 2
            case _:
                yield one
                at += 1


def _count(cells: tuple[int, ...], values: Iterable[int], numbers: Iterable[int]) -> Count:
    possible = sorted({number for number in numbers if 0 <= number <= len(cells)})
    return Count(cells, tuple(sorted(set(values))), tuple(possible))


def _seen(one: language.Sum) -> int | None:
    """The value, where a sum is of the leading cells with one value in several lines."""
    arms = [term for _, term in one.terms]
    values = {arm.value if isinstance(arm, Leading) else None for arm in arms}
    plain = all(factor == 1 for factor, _ in one.terms) and len(one.totals) == 1
    return values.pop() if plain and len(values) == 1 else None


def _read_membership(step: Callable[[Any, int], Any], values: Any, state: Any, value: int) -> Any:
    return step(state, int(value in values))


def _is_result(out: Callable[[Any], int], state: Any, value: int) -> Any:
    return True if out(state) == value else None


Tie = tuple[Sequence[int], Any, Sequence[Callable[[Any, int], Any]], Callable[[Any], int], Sequence[int]]
"""How a helper cell gets its value: the order in which cells are read, the first state, the step of each
cell, the value of the last state, and all such values."""


def _contains(term: Contains, places: Sequence[Sequence[int]]) -> Tie:
    step = lambda found, value: int(found or value in term.values)  # noqa: E731
    return range(len(places)), 0, [step] * len(places), int, BITS


def _matches(term: Matches, places: Sequence[Sequence[int]]) -> Tie:
    steps = [lambda so_far, value, own=own: int(so_far and value == own) for own in term.values]
    return range(len(places)), 1, steps, int, BITS


def _leading(term: Leading, places: Sequence[Sequence[int]]) -> Tie:
    def step(state: tuple[int, bool], value: int) -> tuple[int, bool]:
        goes_on = state[1] and value == term.value
        return state[0] + goes_on, goes_on

    number = len(places)
    return range(number), (0, True), [step] * number, lambda state: int(state[0]), range(number + 1)


def _repeats(term: Repeats, places: Sequence[Sequence[int]]) -> Tie:
    def step(state: tuple[int | None, int, bool], value: int) -> tuple[int | None, int, bool]:
        first, number, goes_on = state
        goes_on = goes_on and first in (None, value)
        return (value if first is None else first) if goes_on else -1, number + goes_on, goes_on

    number = len(places)
    return range(number), (None, 0, True), [step] * number, lambda state: int(state[1]), range(1, number + 1)


def _comparison(term: Comparison, places: Sequence[Sequence[int]]) -> Tie:
    length = len(term.one)
    order = [at for pair in zip(range(length), range(length, 2 * length), strict=True) for at in pair]

    def hold(state: tuple[int, int | None], value: int) -> tuple[int, int | None]:
        return (state[0], value if state[0] == EQUAL else None)

    def compare(state: tuple[int, int | None], value: int) -> tuple[int, int | None]:
        found, held = state
        if held is None or held == value:
            return found, None
        return LOWER if held < value else HIGHER, None

    return order, (EQUAL, None), [hold, compare] * length, lambda state: int(state[0]), (LOWER, EQUAL, HIGHER)


def _total(term: Total, places: Sequence[Sequence[int]]) -> Tie:
    least, most = sum(map(min, places)), sum(map(max, places))
    return range(len(places)), 0, [int.__add__] * len(places), int, range(least, most + 1)


_TIES: Mapping[type, Callable[..., Tie]] = {
    Contains: _contains,
    Matches: _matches,
    Leading: _leading,
    Repeats: _repeats,
    Comparison: _comparison,
    Total: _total,
}
