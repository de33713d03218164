"""The clauses of a puzzle's rules, each with the rule that it follows from.

Variables say that a cell holds a value; a cell with two values has one variable. The clauses of short rules
are made at once, others when a board breaks a rule. The library checks each clause by its rule alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, product
from math import comb, prod
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from ... import primitives
from ...primitives import Primitive, Values, Variable, scope
from ...primitives.meaning import holds
from ...problems.cnf.connectivity import Cut
from ...problems.cnf.rules import Clause
from .graphs import FIRST_END, GRAPHS, SECOND_END, TOO_MANY, At, Wrong, linked, too_far
from .puzzle import Puzzle
from .words import LOCAL, Domains, Local, Within, line_of_sight, widened, word_of

MOST_BOARDS = 128
"""A rule with at most as many boards gets its clauses at once."""
MOST_AT_ONCE = 600
"""The most clauses of one count that are made at once."""
COUNTED = 32
"""The clauses that are made of a board that has a wrong count: a large count needs very many."""
MOST_LITERALS = 8
"""Of a cell that has several values in a widened board, the most values left that a clause names."""


class Reason(NamedTuple):
    """Why a clause holds: the position of a rule, and where the library has to look."""

    rule: int
    at: At | None = None


class Atoms:
    """Variables that say that cells hold values.

    * facts: what they say, from variable 1 on.
    * clauses: that each cell has one value.
    """

    def __init__(self, domains: Domains) -> None:
        self.domains = {cell: frozenset(values) for cell, values in domains.items()}
        self.facts: list[tuple[Variable, int]] = []
        self.clauses: list[Clause] = []
        self._literals: dict[Variable, dict[int, int]] = {}
        for cell, values in domains.items():
            named = values[1:] if len(values) == 2 else values
            own = {value: len(self.facts) + at for at, value in enumerate(named, 1)}
            self.facts += [(cell, value) for value in named]
            if len(values) == 2:
                own[values[0]] = -own[values[1]]
            else:
                self.clauses.append(tuple(own.values()))
                self.clauses += [(-a, -b) for a, b in combinations(own.values(), 2)]
            self._literals[cell] = own

    def literals(self, cell: Variable) -> Mapping[int, int]:
        return self._literals[cell]

    def board(self, model: Iterable[int]) -> Values:
        true = set(model)
        return {
            cell: next(value for value, literal in own.items() if literal in true)
            for cell, own in self._literals.items()
        }

    def outside(self, within: Within, board: Values = MappingProxyType({})) -> Clause:
        """The clause that some cell has another value than these.

        Where that takes many literals, it only says that the cell has another value than on the `board`.
        """
        found: list[int] = []
        for cell, kept in within.items():
            own = self._literals[cell]
            rest = [literal for value, literal in own.items() if value not in kept]
            if rest and len(kept) == 1:
                found.append(-own[next(iter(kept))])
            elif rest and board and len(rest) > MOST_LITERALS:
                found.append(-own[board[cell]])
            else:
                found += rest
        return tuple(sorted(found))


Found = Iterator[tuple[Clause, Reason]]


class RuleClauses:
    """The clauses of a puzzle's rules.

    * linked: the rules that look along links, with their positions, as graphs for solvers.
    * defining: clauses of the further variables in these graphs; no proof has them.
    * variable_count: with the further ones.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.atoms = Atoms(puzzle.narrowed)
        self.defining: list[Clause] = []
        self.variable_count = len(self.atoms.facts)
        self._domains, self._rules, self._rng = puzzle.narrowed, puzzle.rules, Random(0)
        self._short: dict[object, list[dict[int, frozenset[int]]]] = {}
        self._lazy: list[tuple[int, Callable[[Values], Iterator[Wrong]]]] = []
        self._used: dict[tuple[Variable, frozenset[int]], int] = {}
        self.linked = [
            (number, one)
            for number, rule in enumerate(self._rules)
            if isinstance(rule, GRAPHS)
            for one in linked(rule, self.atoms.domains, self._literal)
        ]

    def _literal(self, cell: Variable, values: frozenset[int]) -> int:
        """A literal that is true if the cell has one of these values; a further variable if need be."""
        own = self.atoms.literals(cell)
        inside = [own[value] for value in own if value in values]
        outside = [own[value] for value in own if value not in values]
        if len(inside) == 1:
            return inside[0]
        if len(outside) == 1:
            return -outside[0]
        if (cell, values) not in self._used:
            self.variable_count += 1
            self._used[cell, values] = new = self.variable_count
            self.defining += [(-new, *inside), *((new, -literal) for literal in inside)]
        return self._used[cell, values]

    def cut(self, cut: Cut) -> tuple[Clause, Reason]:
        """The clause of a cut of these graphs."""
        number, one = self.linked[cut.graph]
        within, at = one.within(cut)
        return self.atoms.outside(within), Reason(number, at)

    def first(self) -> Found:
        """Those that are made at once."""
        for number, rule in enumerate(self._rules):
            yield from self._first(rule, Reason(number))

    def broken(self, board: Values) -> Found:
        """At least one clause of each rule that a board breaks and of which not all were made at once."""
        for number, wrong in self._lazy:
            for within, at in wrong(board):
                yield self.atoms.outside(within, board), Reason(number, at)

    def _first(self, rule: Primitive, reason: Reason) -> Found:
        match rule:
            case primitives.AllDifferent(cells):
                yield from self._different(rule, reason)
                if not rule.is_plain:
                    yield from self._local(rule, reason)
            case primitives.Circuit(edges):
                yield from self._points(edges, reason)
            case primitives.Or():
                self._lazy.append((reason.rule, partial(_wrong_alternatives, rule, self._domains)))
            case primitives.AreasBySize(cells, _, values):
                impossible = [(cell, v) for cell in cells for v in self._domains[cell] if v < 1]
                for cell, value in impossible:
                    if not values or value in values:
                        yield (-self.atoms.literals(cell)[value],), reason._replace(at=(cell, TOO_MANY))
            case primitives.Connected(steps=int()):
                self._lazy.append((reason.rule, partial(too_far, rule, self.atoms.domains, self._rng)))
            case _ if isinstance(rule, LOCAL):
                yield from self._local(rule, reason)

    def _different(self, rule: primitives.AllDifferent, reason: Reason) -> Found:
        holding: dict[int, list[int]] = {}
        for cell in rule.cells:
            for value, literal in self.atoms.literals(cell).items():
                holding.setdefault(value, []).append(literal)
        for literals in holding.values():
            yield from (((-a, -b), reason) for a, b in combinations(literals, 2))
            if rule.is_plain and len(holding) == len(rule.cells):
                yield tuple(literals), reason

    def _local(self, rule: Local, reason: Reason) -> Found:
        if prod(len(self._domains[cell]) for cell in scope(rule)) <= MOST_BOARDS:
            yield from self._all_of(rule, reason)
        elif isinstance(rule, primitives.Count):
            yield from self._bounds(rule, reason)
            self._lazy.append((reason.rule, partial(self._wrong_count, rule)))
        else:
            self._lazy.append((reason.rule, partial(self._wrong_word, rule, word_of(rule, self._domains))))

    def _bounds(self, rule: primitives.Count, reason: Reason) -> Found:
        """Clauses of a count that may be all between two numbers: that it is no less and no more."""
        least, most, size = min(rule.numbers, default=1), max(rule.numbers, default=0), len(rule.cells)
        if most - least + 1 != len(set(rule.numbers)):
            return
        can = [cell for cell in rule.cells if not self.atoms.domains[cell].isdisjoint(rule.values)]
        for cells, number, counts in ((rule.cells, size - least + 1, False), (can, most + 1, True)):
            if comb(len(cells), number) <= MOST_AT_ONCE:
                for those in combinations(cells, number):
                    yield self.atoms.outside(self._counted(rule, those, counts)), reason

    def _counted(
        self, rule: primitives.Count, cells: Iterable[Variable], counts: bool
    ) -> dict[Variable, frozenset[int]]:
        """Of these cells the values that count, or the others."""
        own, values = self.atoms.domains, frozenset(rule.values)
        return {cell: own[cell] & values if counts else own[cell] - values for cell in cells}

    def _all_of(self, rule: Local, reason: Reason) -> Found:
        """All clauses of a short rule; made once for counts that differ in their cells only."""
        cells = list(dict.fromkeys(scope(rule)))
        domains = [self._domains[cell] for cell in cells]
        key = rule[1:] if isinstance(rule, primitives.Count) else reason
        found = self._short.setdefault(repr((key, domains, [*map(cells.index, scope(rule))])), [])
        for held in product(*domains) if not found else ():
            board = dict(zip(cells, held, strict=True))
            if not holds(rule, board):
                within = widened(word_of(rule, self._domains), board, self._domains)
                here = {cells.index(cell): kept for cell, kept in within.items()}
                if here not in found:
                    found.append(here)
        for here in found:
            yield self.atoms.outside({cells[at]: kept for at, kept in here.items()}), reason

    def _points(self, edges: Sequence[Variable], reason: Reason) -> Found:
        """None or two of the edges at each point, and at least one edge."""
        at_point: dict[object, list[At]] = {}
        for edge in edges:
            for side, point in zip((FIRST_END, SECOND_END), edge, strict=True):
                at_point.setdefault(point, []).append((edge, side))
        for those in at_point.values():
            rule = primitives.Count(tuple(edge for edge, _ in those), (1,), (0, 2))
            yield from self._local(rule, reason._replace(at=those[0]))
        yield self.atoms.outside({edge: self.atoms.domains[edge] - {1} for edge in edges}), reason

    def _wrong_word(self, rule: Local, word: primitives.Regular, board: Values) -> Iterator[Wrong]:
        """From the first cell on, and in another order where that is the same rule."""
        if holds(rule, board):
            return
        yield widened(word, board, self._domains), None
        mixed: Local
        match rule:
            case primitives.AllDifferent(cells):
                mixed = rule._replace(cells=tuple(self._rng.sample(cells, len(cells))))
            case primitives.Sum(terms) if line_of_sight(rule) is None:
                mixed = rule._replace(terms=tuple(self._rng.sample(terms, len(terms))))
            case _:
                return
        yield widened(word_of(mixed, self._domains), board, self._domains), None

    def _wrong_count(self, rule: primitives.Count, board: Values) -> Iterator[Wrong]:
        """As few cells as are more than some of the numbers, and leave fewer than the others."""
        inside = [cell for cell in rule.cells if board[cell] in rule.values]
        outside = [cell for cell in rule.cells if board[cell] not in rule.values]
        less, more = ([n for n in rule.numbers if side * n > side * len(inside)] for side in (-1, 1))
        some, others = max(less, default=-1) + 1, len(rule.cells) + 1 - min(more, default=len(rule.cells) + 1)
        for _ in range(COUNTED if len(inside) not in rule.numbers else 0):
            chosen = self._counted(rule, self._rng.sample(inside, some), True)
            yield chosen | self._counted(rule, self._rng.sample(outside, max(others, 0)), False), None


def _wrong_alternatives(rule: primitives.Or, domains: Domains, board: Values) -> Iterator[Wrong]:
    """Each alternative has a rule that is broken within the values."""
    within: dict[Variable, frozenset[int]] = {}
    for those in rule.alternatives:
        wrong = next((one for one in those if not holds(one, board)), None)
        if wrong is None:
            return
        assert isinstance(wrong, LOCAL)
        for cell, kept in widened(word_of(wrong, domains), board, domains).items():
            within[cell] = within.get(cell, kept) & kept
    yield within, None
