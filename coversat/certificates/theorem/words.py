"""Rules as words: the cells are read one after the other, and what was read so far is a state.

So one function makes the strongest clauses of each. A board that breaks a rule is *widened*: each cell gets
every value with which the rule is still broken, whatever the other cells have. That no board within these
values obeys the rule is what the library checks, and what the clause says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from .rules import AllDifferent, Board, Cage, Count, Local, Regular, Seen, Sets, Sum, Table

Letters = Mapping[Hashable, Collection[int]]
"""What a rule distinguishes in one cell: for each letter the values that are read as it."""
Within = Mapping[int, frozenset[int]]
"""Values that cells may have."""


class Word(NamedTuple):
    """A rule as an automaton.

    Attributes
    ----------
    cells : sequence of cells
    letters : sequence of Letters
        Of each cell.
    start : state
    step : function
        The next state, or None if no word that goes on so is accepted.
    accepts : function
    """

    cells: Sequence[int]
    letters: Sequence[Letters]
    start: Any
    step: Callable[[Any, Any], Any]
    accepts: Callable[[Any], bool]

    def shuffled(self, rng: Random) -> Word:
        """The same with its cells in another order, which only some rules allow."""
        order = rng.sample(range(len(self.cells)), len(self.cells))
        return self._replace(
            cells=[self.cells[at] for at in order], letters=[self.letters[at] for at in order]
        )

    def read(self, board: Board) -> list[Hashable]:
        """The letters of a board."""
        return [
            next(letter for letter, values in letters.items() if board[cell] in values)
            for cell, letters in zip(self.cells, self.letters, strict=True)
        ]

    def accepted(self, letters: Iterable[Hashable]) -> bool:
        state = self.start
        for letter in letters:
            state = self.step(state, letter)
            if state is None:
                return False
        return self.accepts(state)


def word_of(rule: Local, domains: Mapping[int, Sequence[int]]) -> Word:
    """The automaton of a rule on cells with these values."""
    cells = rule.cells
    match rule:
        case AllDifferent():
            return Word(cells, _bits(cells, domains), 0, _once, lambda mask: True)
        case Cage(_, total):
            least = _least(cells, domains)
            return Word(cells, _bits(cells, domains), 0, _once, lambda mask: _sum_of(mask, least) == total)
        case Sets(_, sets):
            least = _least(cells, domains)
            masks = {
                sum(1 << value - least for value in one) for one in sets if min(one, default=least) >= least
            }
            return Word(cells, _bits(cells, domains), 0, _once, masks.__contains__)
        case Count(_, values, numbers):
            counted, most = frozenset(values), max(numbers, default=-1)
            letters = [_grouped(domains[cell], lambda value: int(value in counted)) for cell in cells]

            def count(so_far: int, letter: int) -> int | None:
                return so_far + letter if so_far + letter <= most else None

            return Word(cells, letters, 0, count, frozenset(numbers).__contains__)
        case Sum(terms, totals):
            letters = [
                {factor * value: (value,) for value in domains[cell]} if factor else {0: domains[cell]}
                for factor, cell in terms
            ]
            return Word(cells, letters, 0, int.__add__, frozenset(totals).__contains__)
        case Table(_, rows):
            tree: dict[Any, dict[int, Any]] = {}
            for row in rows:
                for length, value in enumerate(row):
                    tree.setdefault(row[:length], {})[value] = row[: length + 1]
            return Word(
                cells,
                _plain(cells, domains),
                (),
                lambda prefix, value: tree.get(prefix, {}).get(value),
                frozenset(rows).__contains__,
            )
        case Regular(_, moves, start, final):
            steps = {(state, value): target for state, value, target in moves}
            return Word(
                cells,
                _plain(cells, domains),
                start,
                lambda state, value: steps.get((state, value)),
                frozenset(final).__contains__,
            )
        case Seen(lines, value, total):
            letters = [
                _grouped(domains[cell], partial(_sight, at == 0, value))
                for line in lines
                for at, cell in enumerate(line)
            ]

            def see(state: tuple[bool, int], letter: tuple[bool, bool]) -> tuple[bool, int] | None:
                sees = (state[0] or letter[0]) and letter[1]
                return (sees, state[1] + sees) if state[1] + sees <= total else None

            return Word(cells, letters, (False, 0), see, lambda state: bool(state[1] == total))


def _sight(is_first: bool, value: int, held: int) -> tuple[bool, bool]:
    return is_first, held == value


def _once(mask: int, bit: int) -> int | None:
    return None if mask & bit else mask | bit


def _least(cells: Sequence[int], domains: Mapping[int, Sequence[int]]) -> int:
    return min((value for cell in cells for value in domains[cell]), default=0)


def _bits(cells: Sequence[int], domains: Mapping[int, Sequence[int]]) -> list[Letters]:
    least = _least(cells, domains)
    return [{1 << value - least: (value,) for value in domains[cell]} for cell in cells]


def _sum_of(mask: int, least: int) -> int:
    return sum(least + bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def _plain(cells: Sequence[int], domains: Mapping[int, Sequence[int]]) -> list[Letters]:
    return [{value: (value,) for value in domains[cell]} for cell in cells]


def _grouped(values: Sequence[int], letter_of: Callable[[int], Hashable]) -> Letters:
    found: dict[Hashable, list[int]] = {}
    for value in values:
        found.setdefault(letter_of(value), []).append(value)
    return found


def widened(word: Word, read: Sequence[Hashable], backwards: bool = False) -> Within:
    """The values of each cell, as many as possible, of which the word accepts none.

    `read` are letters that it does not accept; its first cells are widened first, or its last.
    """
    found = (_widened_backwards if backwards else _widened)(word, read)
    within: dict[int, frozenset[int]] = {}
    for cell, letters, kept in zip(word.cells, word.letters, found, strict=True):
        values = frozenset(value for letter in kept for value in letters[letter])
        within[cell] = within.get(cell, values) & values
    return within


def _widened(word: Word, read: Sequence[Hashable]) -> list[list[Hashable]]:
    step, length = word.step, len(read)
    known: list[dict[Any, bool]] = [{} for _ in range(length + 1)]

    def leads(at: int, state: Any) -> bool:
        """Whether the letters from this position on lead from a state to an accepted end."""
        passed = []
        while state is not None and state not in known[at]:
            passed.append((at, state))
            if at == length:
                known[at][state] = word.accepts(state)
            else:
                state, at = step(state, read[at]), at + 1
        accepted = state is not None and known[at][state]
        for earlier, one in passed:
            known[earlier][one] = accepted
        return accepted

    states, found = {word.start}, []
    for at, letters in enumerate(word.letters, 1):
        kept, after = [], set[Any]()
        for letter in letters:
            targets = {step(state, letter) for state in states} - {None}
            if not any(leads(at, target) for target in targets):
                kept.append(letter)
                after |= targets
        found.append(kept)
        states = after
    return found


def _widened_backwards(word: Word, read: Sequence[Hashable]) -> list[list[Hashable]]:
    step, length = word.step, len(read)
    before = [word.start]
    for letter in read[:-1]:
        before.append(None if before[-1] is None else step(before[-1], letter))
    found: list[list[Hashable]] = [[] for _ in read]
    known: list[dict[Any, bool]] = [{} for _ in range(length + 1)]

    def leads(at: int, state: Any) -> bool:
        """Whether some letters that were kept lead from a state to an accepted end."""
        if state is None:
            return False
        if state not in known[at]:
            known[at][state] = (
                word.accepts(state)
                if at == length
                else any(leads(at + 1, step(state, letter)) for letter in found[at])
            )
        return known[at][state]

    for at in range(length - 1, -1, -1):
        state = before[at]
        found[at] = [
            letter for letter in word.letters[at] if state is None or not leads(at + 1, step(state, letter))
        ]
    return found
