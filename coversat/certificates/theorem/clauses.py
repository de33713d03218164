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

from ...problems.cnf.connectivity import Cut
from ...problems.cnf.rules import Clause
from .graphs import FIRST_END, SECOND_END, TOO_MANY, At, linked, too_far
from .rules import (
    AllDifferent,
    AreasBySize,
    Board,
    Cage,
    Connected,
    Count,
    Graph,
    If,
    Local,
    Loop,
    Or,
    Puzzle,
    Rooted,
    Rule,
    Seen,
    Sets,
    Sum,
)
from .words import Within, Word, widened, word_of

MOST_BOARDS = 128
"""A rule with at most as many boards gets its clauses at once."""
MOST_AT_ONCE = 600
"""The most clauses of one count that are made at once."""
MOST_LITERALS = 8
"""Of a cell that has several values in a widened board, the most values left that a clause names."""
BACKWARDS = 300
"""The most cells of a rule that is widened from its last cell on."""


class Reason(NamedTuple):
    """Why a clause holds: the position of a rule, and where the library has to look."""

    rule: int
    at: At | None = None


def facts_of(domains: Mapping[int, Sequence[int]]) -> Iterator[tuple[int, int]]:
    """What variable 1, 2, ... says: that a cell has a value."""
    for cell, values in domains.items():
        for value in values[1:] if len(values) == 2 else values:
            yield cell, value


class Atoms:
    """The variables of a puzzle.

    Attributes
    ----------
    domains : mapping from cells to sets of values
    count : int
        How many variables there are.
    clauses : list of clauses
        Each cell has exactly one value.
    """

    def __init__(self, domains: Mapping[int, Sequence[int]]) -> None:
        self.domains = {cell: frozenset(values) for cell, values in domains.items()}
        self.clauses: list[Clause] = []
        self._literals: dict[int, dict[int, int]] = {cell: {} for cell in domains}
        self.count = 0
        for cell, value in facts_of(domains):
            self.count += 1
            self._literals[cell][value] = self.count
        for cell, values in domains.items():
            own = self._literals[cell]
            if len(values) == 2:
                own[values[0]] = -own[values[1]]
            else:
                self.clauses.append(tuple(own.values()))
                self.clauses += [(-a, -b) for a, b in combinations(own.values(), 2)]

    def literal(self, cell: int, value: int) -> int:
        return self._literals[cell][value]

    def literals(self, cell: int) -> Mapping[int, int]:
        """By value."""
        return self._literals[cell]

    def board(self, model: Iterable[int]) -> Board:
        true = set(model)
        return {
            cell: next(value for value, literal in own.items() if literal in true)
            for cell, own in self._literals.items()
        }

    def outside(self, within: Within, board: Board = MappingProxyType({})) -> Clause:
        """The clause that some cell has another value than these.

        Where that takes many literals, it only says that the cell has another value than on the `board`.
        """
        found: list[int] = []
        for cell, kept in within.items():
            own = self._literals[cell]
            rest = [literal for value, literal in own.items() if value not in kept]
            if not rest:
                continue
            if len(kept) == 1 or (board and len(rest) > MOST_LITERALS):
                found.append(-own[next(iter(kept)) if len(kept) == 1 else board[cell]])
            else:
                found += rest
        return tuple(sorted(found))


Found = Iterator[tuple[Clause, Reason]]


class RuleClauses:
    """The clauses of a puzzle's rules.

    Attributes
    ----------
    atoms : Atoms
    linked : sequence of (int, Linked)
        The rules that look along links, with their positions, as graphs for solvers.
    defining : list of clauses
        Of the further variables in these graphs; no proof has them.
    variable_count : int
        With the further ones.
    """

    def __init__(self, puzzle: Puzzle, seed: int = 0) -> None:
        self.atoms = Atoms(puzzle.domains)
        self.defining: list[Clause] = []
        self.variable_count = self.atoms.count
        self._domains, self._rng = puzzle.domains, Random(seed)
        self._numbered = list(enumerate(puzzle.rules))
        self._short: dict[object, list[tuple[tuple[int, frozenset[int]], ...]]] = {}
        self._lazy: list[tuple[Reason, Rule, Sequence[Word]]] = []
        self._used: dict[tuple[int, frozenset[int]], int] = {}
        self.linked = [
            (number, one)
            for number, rule in self._numbered
            if isinstance(rule, Graph)
            for one in linked(rule, self.atoms.domains, self._literal)
        ]

    def _literal(self, cell: int, values: frozenset[int]) -> int:
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
        for number, rule in self._numbered:
            yield from self._first(rule, number)

    def _first(self, rule: Rule, number: int) -> Found:
        match rule:
            case AllDifferent(cells):
                yield from self._different(cells, number)
            case If(cell, value, these):
                if value in self._domains[cell]:
                    premise = -self.atoms.literal(cell, value)
                    for other, held in these:
                        own = self.atoms.literals(other)
                        yield (premise, *((own[held],) if held in own else ())), Reason(number)
            case Loop(edges):
                yield from self._points(edges, number)
            case Or(alternatives):
                words = [word_of(one, self._domains) for those in alternatives for one in those]
                self._lazy.append((Reason(number), rule, words))
            case AreasBySize(cells, _, values):
                for cell in cells:
                    for value, literal in self.atoms.literals(cell).items():
                        if value < 1 and (not values or value in values):
                            yield (-literal,), Reason(number, (cell, TOO_MANY))
            case Connected() | Rooted():
                pass
            case _:
                if isinstance(rule, Cage):
                    yield from self._different(rule.cells, number, whole=False)
                yield from self._local(rule, number)

    def _different(self, cells: Sequence[int], number: int, whole: bool = True) -> Found:
        holding: dict[int, list[int]] = {}
        for cell in cells:
            for value, literal in self.atoms.literals(cell).items():
                holding.setdefault(value, []).append(literal)
        for literals in holding.values():
            for a, b in combinations(literals, 2):
                yield (-a, -b), Reason(number)
        if whole and len(holding) == len(cells):
            for literals in holding.values():
                yield tuple(literals), Reason(number)

    def _local(self, rule: Local, number: int, at: At | None = None) -> Found:
        cells = rule.cells
        if prod(len(self._domains[cell]) for cell in cells) <= MOST_BOARDS:
            yield from self._all_of(rule, number, at)
            return
        if isinstance(rule, Count) and (bounds := _bounds(rule)):
            least, most = bounds
            wrong = len(cells) - least + 1
            counted = [
                [literal for value, literal in self.atoms.literals(cell).items() if value in rule.values]
                for cell in cells
            ]
            if all(len(literals) < 2 for literals in counted) or (least, most) in ((1, 1), (0, 1)):
                many = comb(len(cells), most + 1) if most < len(cells) else 0
                few = comb(len(cells), wrong) if least else 0
                if few and few <= MOST_AT_ONCE:
                    for those in combinations(counted, wrong):
                        yield tuple(literal for one in those for literal in one), Reason(number, at)
                if many and many <= MOST_AT_ONCE and all(len(literals) < 2 for literals in counted):
                    for those in combinations([one for one in counted if one], most + 1):
                        yield tuple(-one[0] for one in those), Reason(number, at)
        self._lazy.append((Reason(number, at), rule, [word_of(rule, self._domains)]))

    def _all_of(self, rule: Local, number: int, at: At | None) -> Found:
        """All clauses of a short rule; made once for those that differ in their cells only."""
        cells = list(dict.fromkeys(rule.cells))
        place = {cell: where for where, cell in enumerate(cells)}
        domains = [self._domains[cell] for cell in cells]
        key = (_renamed(rule, place), tuple(domains))
        if key not in self._short:
            word = word_of(_renamed(rule, place), dict(enumerate(domains)))
            found = dict.fromkeys(
                tuple((cell, kept) for cell, kept in within.items() if len(kept) < len(domains[cell]))
                for board in map(dict, map(enumerate, product(*domains)))
                if not word.accepted(read := word.read(board))
                for backwards in (False, True)
                for within in (widened(word, read, backwards),)
            )
            self._short[key] = [*found]
        for within in self._short[key]:
            yield self.atoms.outside({cells[where]: kept for where, kept in within}), Reason(number, at)

    def _points(self, edges: Sequence[tuple[int, tuple[int, int]]], number: int) -> Found:
        """None or two of the edges at each point, and at least one edge."""
        at_point: dict[int, list[tuple[int, int]]] = {}
        for edge, ends in edges:
            for side, point in zip((FIRST_END, SECOND_END), ends, strict=True):
                at_point.setdefault(point, []).append((edge, side))
        for those in at_point.values():
            rule = Count(tuple(edge for edge, _ in those), (1,), (0, 2))
            yield from self._local(rule, number, those[0])
        yield self.atoms.outside({edge: self.atoms.domains[edge] - {1} for edge, _ in edges}), Reason(number)

    def broken(self, board: Board) -> Found:
        """At least one clause of each rule that a board breaks and of which not all were made at once."""
        for reason, rule, words in self._lazy:
            for within in self._wrong(rule, words, board):
                yield self.atoms.outside(within, board), reason
        for number, rule in self._numbered:
            if isinstance(rule, Rooted):
                for within, at in too_far(rule, board, self.atoms.domains, self._rng):
                    yield self.atoms.outside(within), Reason(number, at)

    def _wrong(self, rule: Rule, words: Sequence[Word], board: Board) -> Iterator[Within]:
        if isinstance(rule, Or):
            yield from _wrong_alternatives(rule, words, board)
            return
        (word,) = words
        read = word.read(board)
        if word.accepted(read):
            return
        if isinstance(rule, Cage | Count | Sets | Sum):
            for _ in range(2):
                other = word.shuffled(self._rng)
                yield widened(other, other.read(board))
            return
        yield widened(word, read)
        if len(word.cells) <= BACKWARDS:
            yield widened(word, read, backwards=True)


def _wrong_alternatives(rule: Or, words: Sequence[Word], board: Board) -> Iterator[Within]:
    """Each alternative has a rule that is broken within the values."""
    within: dict[int, frozenset[int]] = {}
    rest = iter(words)
    for those in rule.alternatives:
        own = [next(rest) for _ in those]
        wrong = next((word for word in own if not word.accepted(word.read(board))), None)
        if wrong is None:
            return
        for cell, kept in widened(wrong, wrong.read(board)).items():
            within[cell] = within.get(cell, kept) & kept
    yield within


def _bounds(rule: Count) -> tuple[int, int] | None:
    """The least and the most that a count may be if it may be all between."""
    if not rule.numbers or rule.numbers[-1] - rule.numbers[0] + 1 != len(rule.numbers):
        return None
    return rule.numbers[0], rule.numbers[-1]


def _renamed(rule: Local, names: Mapping[int, int]) -> Local:
    """The same rule on other cells."""
    match rule:
        case Sum(terms, _):
            return rule._replace(terms=tuple((factor, names[cell]) for factor, cell in terms))
        case Seen(lines, _, _):
            return rule._replace(lines=tuple(tuple(names[cell] for cell in line) for line in lines))
        case _:
            return rule._replace(cells=tuple(names[cell] for cell in rule.cells))
