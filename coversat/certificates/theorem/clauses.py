"""The clauses of a puzzle's rules, each with the rule that it follows from.

Variables say that a cell holds a value; a cell with two values has one variable. The clauses of short rules
are made at once, others when a board breaks a rule. The library checks each clause by its rule alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb, prod
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from ... import language
from ...language import Primitive, Values, Variable, scope
from ...problems.cnf.connectivity import Cut
from ...problems.cnf.rules import Clause
from .graphs import FIRST_END, GRAPHS, SECOND_END, TOO_MANY, At, linked, too_far
from .puzzle import Puzzle
from .words import LOCAL, Local, Within, Word, line_of_sight, widened, word_of

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

    def __init__(self, domains: Mapping[Variable, Sequence[int]]) -> None:
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
        self._lazy: list[tuple[Reason, Primitive, Sequence[Word]]] = []
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

    def _first(self, rule: Primitive, reason: Reason) -> Found:
        match rule:
            case language.AllDifferent(cells):
                yield from self._different(rule, reason)
                if not rule.is_plain:
                    yield from self._local(rule, reason)
            case language.Circuit(edges):
                yield from self._points(edges, reason)
            case language.Or(alternatives):
                self._lazy.append(
                    (reason, rule, [self._word(one) for those in alternatives for one in those])
                )
            case language.AreasBySize(cells, _, values):
                impossible = [(cell, v) for cell in cells for v in self._domains[cell] if v < 1]
                for cell, value in impossible:
                    if not values or value in values:
                        yield (-self.atoms.literals(cell)[value],), reason._replace(at=(cell, TOO_MANY))
            case _ if isinstance(rule, LOCAL):
                yield from self._local(rule, reason)

    def _word(self, rule: Primitive) -> Word:
        assert isinstance(rule, LOCAL)
        return word_of(rule, self._domains)

    def _different(self, rule: language.AllDifferent, reason: Reason) -> Found:
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
            return
        if isinstance(rule, language.Count):
            yield from self._bounds(rule, reason)
        self._lazy.append((reason, rule, [word_of(rule, self._domains)]))

    def _bounds(self, rule: language.Count, reason: Reason) -> Found:
        """Clauses of a count that may be all between two numbers: that it is no less and no more."""
        least, most, size = min(rule.numbers, default=1), max(rule.numbers, default=0), len(rule.cells)
        if most - least + 1 != len(set(rule.numbers)) or comb(size, min(least, size)) > MOST_AT_ONCE:
            return
        counted = [
            [literal for value, literal in self.atoms.literals(cell).items() if value in rule.values]
            for cell in rule.cells
        ]
        if 0 < least <= size:
            for those in combinations(counted, size - least + 1):
                yield tuple(literal for one in those for literal in one), reason
        single = [one[0] for one in counted if one]
        if all(len(one) < 2 for one in counted) and comb(len(single), most + 1) <= MOST_AT_ONCE:
            for some in combinations(single, most + 1):
                yield tuple(-literal for literal in some), reason

    def _all_of(self, rule: Local, reason: Reason) -> Found:
        """All clauses of a short rule; made once for those that differ in their cells only."""
        word = word_of(rule, self._domains)
        place = {cell: at for at, cell in enumerate(dict.fromkeys(word.cells))}
        domains = tuple(self._domains[cell] for cell in place)
        key: object = reason, domains
        if isinstance(rule, language.Count):
            key = rule[1:], [*map(place.__getitem__, rule.cells)], domains
        found = self._short.setdefault(repr(key), [])
        for held in product(*domains) if not found else ():
            read = word.read(dict(zip(place, held, strict=True)))
            if not word.accepted(read):
                within = {place[cell]: kept for cell, kept in widened(word, read).items()}
                if within not in found:
                    found.append(within)
        cells = list(place)
        for within in found:
            yield self.atoms.outside({cells[at]: kept for at, kept in within.items()}), reason

    def _points(self, edges: Sequence[Variable], reason: Reason) -> Found:
        """None or two of the edges at each point, and at least one edge."""
        at_point: dict[object, list[At]] = {}
        for edge in edges:
            for side, point in zip((FIRST_END, SECOND_END), edge, strict=True):
                at_point.setdefault(point, []).append((edge, side))
        for those in at_point.values():
            rule = language.Count(tuple(edge for edge, _ in those), (1,), (0, 2))
            yield from self._local(rule, reason._replace(at=those[0]))
        yield self.atoms.outside({edge: self.atoms.domains[edge] - {1} for edge in edges}), reason

    def broken(self, board: Values) -> Found:
        """At least one clause of each rule that a board breaks and of which not all were made at once."""
        for reason, rule, words in self._lazy:
            for within in self._wrong(rule, words, board):
                yield self.atoms.outside(within, board), reason
        for number, rule in enumerate(self._rules):
            if isinstance(rule, language.Connected) and rule.steps is not None:
                for within, at in too_far(rule, board, self.atoms.domains, self._rng):
                    yield self.atoms.outside(within), Reason(number, at)

    def _wrong(self, rule: Primitive, words: Sequence[Word], board: Values) -> Iterator[Within]:
        if isinstance(rule, language.Or):
            yield from _wrong_alternatives(rule, words, board)
            return
        if isinstance(rule, language.Count):
            yield from self._wrong_count(rule, board)
            return
        (word,) = words
        if word.accepted(word.read(board)):
            return
        yield widened(word, word.read(board))
        if isinstance(rule, language.AllDifferent | language.Sum) and line_of_sight(rule) is None:
            word = word.shuffled(self._rng)
            yield widened(word, word.read(board))

    def _wrong_count(self, rule: language.Count, board: Values) -> Iterator[Within]:
        """As few cells as are more than some of the numbers, and leave fewer than the others."""
        inside = [cell for cell in rule.cells if board[cell] in rule.values]
        outside = [cell for cell in rule.cells if board[cell] not in rule.values]
        less, more = ([n for n in rule.numbers if side * n > side * len(inside)] for side in (-1, 1))
        some, others = max(less, default=-1) + 1, len(rule.cells) + 1 - min(more, default=len(rule.cells) + 1)
        for _ in range(COUNTED if len(inside) not in rule.numbers else 0):
            within = {
                cell: self.atoms.domains[cell].intersection(rule.values)
                for cell in self._rng.sample(inside, some)
            }
            yield within | {
                cell: self.atoms.domains[cell].difference(rule.values)
                for cell in self._rng.sample(outside, max(others, 0))
            }


def _wrong_alternatives(rule: language.Or, words: Sequence[Word], board: Values) -> Iterator[Within]:
    """Each alternative has a rule that is broken within the values."""
    within: dict[Variable, frozenset[int]] = {}
    rest = iter(words)
    for those in rule.alternatives:
        own = [next(rest) for _ in those]
        wrong = next((word for word in own if not word.accepted(word.read(board))), None)
        if wrong is None:
            return
        for cell, kept in widened(wrong, wrong.read(board)).items():
            within[cell] = within.get(cell, kept) & kept
    yield within
