"""A puzzle as theorems have it: its model with numbered cells, in the terms of the library in Coq.

Where the library reads the text of a kind, it finds the same cells and rules in it; some are worded
differently there. A value that several cells determine becomes a helper cell, which a rule ties to them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

from ... import primitives
from ...base.errors import CertificateError
from ...primitives import Derived, Primitive, Term, Values, Variable, cells_of, terms_of, total_of
from ...primitives.derived import BITS, reading_of
from ...primitives.meaning import holds, reached
from ...primitives.models import GridModel
from .words import LOCAL, Domains, line_of_sight


class Puzzle:
    """The cells and rules of a model.

    * number: the number of each cell, in increasing order.
    * domains: the values of each cell; `narrowed`, without those that rules about one cell alone rule out.
    * rules: primitives without derived values of several cells, but for lines of sight. A `Circuit` is only
      one loop of its edges, and each pair of a `Binary` is a rule of its own.
    * shown: the cells that an answer consists of.

    Raise `CertificateError` for a rule that the library cannot state.
    """

    def __init__(self, model: GridModel[Any]) -> None:
        stated = [rule.primitive for rule in model.rules if not rule.implied or _excludes(rule.primitive)]
        self._model = model
        self._silent = _only_inside(stated, model)
        self.number = _numbers(model, self._silent)
        self.domains = {cell: tuple(model.domains[cell]) for cell in self.number}
        self.shown = [cell for cell in self.number if model.in_answers(cell) or self._silent]
        self._ties: dict[str, tuple[Variable, Primitive]] = {}
        rules = list(_caged([rule for one in stated for rule in self._rules(one)]))
        self.rules: list[Primitive] = [*rules, *(tie for _, tie in self._ties.values())]
        self.narrowed = _narrowed(self.domains, self.rules)

    def answer(self, board: Values) -> Any:
        """The answer of a board; whether cells are inside a loop is found out from its lines."""
        values = {cell: board[cell] for cell in self.number if cell in self._model.domains}
        for rule in self._model.rules if self._silent else ():
            if isinstance(rule.primitive, primitives.Circuit):
                values |= _inside(rule.primitive, values)
        return self._model.answer_of(values.items())

    def _rules(self, one: Primitive) -> Iterator[Primitive]:
        match one:
            case primitives.Binary(pairs, allowed):
                yield from (self._related(self._plain(pair, keep=False), allowed) for pair in pairs)
            case primitives.Sum(terms, totals) if line_of_sight(one) is None:
                cells = self._plain(term for _, term in terms)
                added = tuple((factor, cell) for (factor, _), cell in zip(terms, cells, strict=True))
                if all(factor == 1 and self.domains.get(cell) == BITS for factor, cell in added):
                    yield primitives.Count(cells, (1,), totals)
                else:
                    yield primitives.Sum(added, totals)
            case primitives.Table(terms, rows):
                yield primitives.Table(self._plain(terms), rows)
            case primitives.Regular(terms) | primitives.SumBetween(primitives.Regular(terms)):
                word = one.word if isinstance(one, primitives.SumBetween) else one
                yield word._replace(cells=self._plain(terms))
            case primitives.Or(alternatives):
                every = [[rule for those in some for rule in self._rules(those)] for some in alternatives]
                if not all(isinstance(rule, LOCAL) for some in every for rule in some):
                    raise CertificateError("a theorem cannot state alternatives of what is connected")
                yield primitives.Or(tuple(map(tuple, map(_caged, every))))
            case primitives.Circuit(edges, through, faces, inside):
                yield primitives.Circuit(edges)
                yield from (
                    primitives.Count(tuple(e for e in edges if point in e), (1,), (2,)) for point in through
                )
                sides = (None, *inside)
                for edge, beside in zip(edges, faces if inside and not self._silent else (), strict=False):
                    around = tuple(cell for side in beside if (cell := sides[side]))
                    rows = tuple((sum(held) % 2, *held) for held in product(BITS, repeat=len(around)))
                    yield primitives.Table((edge, *around), rows)
            case _:
                yield one

    def _related(self, pair: tuple[Any, ...], allowed: Callable[[int, int], bool]) -> Primitive:
        both = list(product(*(self.domains[cell] for cell in pair)))
        rows = [row for row in both if allowed(*row)]
        if rows == [row for row in both if row[0] != row[1]]:
            return primitives.AllDifferent(pair)
        return primitives.Table(pair, rows)

    def _plain(self, terms: Iterable[Term], keep: bool = True) -> tuple[Any, ...]:
        """Cells instead of derived values; that one cell has one of some values may be kept."""
        return tuple(
            self._helper(term) if isinstance(term, Derived) and not (keep and _is_of_one(term)) else term
            for term in terms
        )

    def _helper(self, term: Derived) -> Variable:
        name = repr(term)  # its values may be a set
        if name not in self._ties:
            helper = ("helper", len(self._ties))
            cells, start, step, value, results = reading_of(term)
            self.number[helper] = len(self.number) + 1
            self.domains[helper] = tuple(results(self.domains))
            tie = partial(_tied, len(cells), step, value)
            self._ties[name] = helper, primitives.Regular((*cells, helper), (0, start), tie, bool)
        return self._ties[name][0]


def _excludes(implied: Primitive) -> bool:
    """Whether it says that nothing stands on a cell, which is its domain in the library: a tree of tents."""
    return isinstance(implied, primitives.Sum) and len(implied.terms) == 1


def _is_of_one(term: Derived) -> bool:
    return isinstance(term, primitives.Contains) and len(term.cells) == 1


def _tied(length: int, step: Any, out: Any, state: tuple[int, Any], value: int) -> Any:
    """The step of an automaton that reads cells, with their positions, and then the value that they have."""
    at, so_far = state
    if at < length:
        return at + 1, step(at, so_far, value)
    return (at + 1, None) if out(so_far) == value else None


def _only_inside(stated: Iterable[Primitive], model: GridModel[Any]) -> frozenset[Variable]:
    """The cells that only say which faces are inside a loop, which its edges determine."""
    inside = {cell for one in stated if isinstance(one, primitives.Circuit) for cell in one.inside}
    others = (cell for one in stated if not isinstance(one, primitives.Circuit) for cell in cells_of(one))
    return frozenset() if inside.intersection(others) else frozenset(inside)


def _numbers(model: GridModel[Any], silent: Collection[Variable]) -> dict[Variable, int]:
    """The numbers of all cells, in increasing order, from 1 on.

    First come the cells row by row, then the lines from left to right, row by row, those downwards, and what
    answers do not show.
    """
    own = [one for one in model.domains if one not in silent]
    edges = [one for one in own if isinstance(one[0], tuple)]
    is_drawn = all(b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) for a, b in edges)

    def place(one: Any) -> tuple[int, int, int]:
        match one:
            case (int(r), int(c)):
                hidden = (r >= model.rows and edges) or c >= model.columns
                return 3 if hidden else 0, r, c
            case ((r, c), (below, _)) if is_drawn:
                return 1 if below == r else 2, r, c
        return 3, 0, 0

    return {one: number for number, one in enumerate(sorted(own, key=place), 1)}


def _inside(loop: primitives.Circuit, values: Values) -> dict[Variable, int]:
    """The cells inside a loop: from the outer face they are not reached without crossing its lines."""
    joined = (faces for edge, faces in zip(loop.cells, loop.faces, strict=True) if not values[edge])
    outside = reached((0,), joined)
    return {cell: int(face not in outside) for face, cell in enumerate(loop.inside, 1)}


def _caged(rules: Sequence[Primitive]) -> Iterator[Primitive]:
    """Different values and, next, their sum are one rule."""
    at = 0
    while at < len(rules):
        match rules[at : at + 2]:
            case [primitives.AllDifferent(cells, None, None), primitives.Sum(_, (total,)) as added] if (
                added == total_of(cells, total)
            ):
                yield primitives.AllDifferent(cells, total)
                at += 2
            case [one, *_]:
                yield one
                at += 1


def _narrowed(domains: Domains, rules: Iterable[Primitive]) -> dict[Variable, tuple[int, ...]]:
    found = {cell: tuple(values) for cell, values in domains.items()}
    for rule in rules:
        terms = list(terms_of(rule))
        if isinstance(rule, LOCAL) and len(terms) == 1 and not isinstance(terms[0], Derived):
            cell = terms[0]
            found[cell] = tuple(value for value in found[cell] if holds(rule, {cell: value}))
    return found
