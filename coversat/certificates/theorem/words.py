"""Rules as words: the cells are read one after the other, and what was read so far is a state.

So one function makes the strongest clauses of each. A board that breaks a rule is *widened*: each cell gets
every value with which the rule is still broken, whatever the other cells have. That no board within these
values obeys the rule is what the library checks, and what the clause says.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from ... import language
from ...language import Primitive, Term, Values, Variable

Local = language.AllDifferent | language.Count | language.Sum | language.Table | language.Regular
LOCAL = (language.AllDifferent, language.Count, language.Sum, language.Table, language.Regular)
"""Rules that are words."""
Letters = Mapping[Any, Sequence[int]]
"""What a rule distinguishes in one cell: for each letter the values that are read as it."""
Within = Mapping[Variable, frozenset[int]]
"""Values that cells may have."""


class Word(NamedTuple):
    """A rule as an automaton.

    * cells, letters: its cells, and the letters of each.
    * start: the first state.
    * step: the next state, or None if no word that goes on so is accepted.
    * accepts: whether a word may end in a state.
    """

    cells: Sequence[Variable]
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

    def read(self, board: Values) -> list[Hashable]:
        """The letters of a board."""
        return [
            next(letter for letter, values in letters.items() if board[cell] in values)
            for cell, letters in zip(self.cells, self.letters, strict=True)
        ]

    def accepted(self, letters: Iterable[Hashable]) -> bool:
        """Whether these letters obey the rule."""
        state = self.start
        for letter in letters:
            state = self.step(state, letter)
            if state is None:
                return False
        return bool(self.accepts(state))


def line_of_sight(rule: Primitive) -> int | None:
    """The value, where a sum is of the leading cells with one value in several lines."""
    if (
        not isinstance(rule, language.Sum)
        or len(rule.totals) != 1
        or any(factor != 1 for factor, _ in rule.terms)
    ):
        return None
    values = {arm.value if isinstance(arm, language.Leading) else None for _, arm in rule.terms}
    return values.pop() if len(values) == 1 else None


def word_of(rule: Local, domains: Mapping[Variable, Sequence[int]]) -> Word:
    """The automaton of a rule on cells with these values."""

    def word(terms: Sequence[Term], letter: Callable[[int, int], Any], *automaton: Any) -> Word:
        """With the letter of the value that a term has, which may depend on the term's position."""
        cells: list[Any] = [term.cells[0] if isinstance(term, language.Contains) else term for term in terms]
        letters: list[dict[Any, list[int]]] = [{} for _ in terms]
        for at, (cell, term) in enumerate(zip(cells, terms, strict=True)):
            for value in domains[cell]:
                read = int(value in term.values) if isinstance(term, language.Contains) else value
                letters[at].setdefault(letter(at, read), []).append(value)
        return Word(cells, letters, *automaton)

    match rule:
        case language.AllDifferent(cells, total, sets):
            least = min((value for cell in cells for value in domains[cell]), default=0)
            known = {sum(1 << value - least for value in one) for one in sets or () if min(one) >= least}

            def fits(mask: int) -> bool:
                fits_total = total is None or total == sum(
                    least + bit for bit in range(mask.bit_length()) if mask >> bit & 1
                )
                return fits_total and (sets is None or mask in known)

            return word(cells, lambda at, value: 1 << value - least, 0, _once, fits)
        case language.Count(cells, values, numbers):
            return word(
                cells, lambda at, value: int(value in values), 0, int.__add__, set(numbers).__contains__
            )
        case language.Sum(terms, (total,)) if (own := line_of_sight(rule)) is not None:
            lines = [term.cells for _, term in terms if isinstance(term, language.Leading)]
            starts = [at == 0 for line in lines for at, _ in enumerate(line)]

            def see(state: tuple[bool, int], letter: tuple[bool, bool]) -> tuple[bool, int]:
                sees = (state[0] or letter[0]) and letter[1]
                return sees, state[1] + sees

            cells = tuple(cell for line in lines for cell in line)
            return word(cells, lambda at, v: (starts[at], v == own), (False, 0), see, lambda s: s[1] == total)
        case language.Sum(terms, totals):
            factors = [factor for factor, _ in terms]
            sums = 0, int.__add__, set(totals).__contains__
            return word([term for _, term in terms], lambda at, value: factors[at] * value, *sums)
        case language.Table(terms, rows):
            complete = frozenset(rows)
            prefixes = {row[:length] for row in complete for length in range(len(row) + 1)}

            def extend(so_far: tuple[int, ...], value: int) -> tuple[int, ...] | None:
                return longer if (longer := (*so_far, value)) in prefixes else None

            return word(terms, lambda at, value: value, (), extend, complete.__contains__)
        case language.Regular(terms, start, step, accepts):
            return word(terms, lambda at, value: value, start, step, accepts)


def _once(mask: int, bit: int) -> int | None:
    return None if mask & bit else mask | bit


def widened(word: Word, read: Sequence[Hashable]) -> Within:
    """The values of each cell, as many as possible from the first cell on, of which the word accepts none.

    `read` are letters that it does not accept.
    """
    step, length = word.step, len(read)
    known: list[dict[Any, bool]] = [{} for _ in range(length + 1)]

    def leads(at: int, state: Any) -> bool:
        """Whether the letters from this position on lead from a state to an accepted end."""
        passed = []
        while state is not None and state not in known[at]:
            passed.append((at, state))
            if at == length:
                known[at][state] = bool(word.accepts(state))
            else:
                state, at = step(state, read[at]), at + 1
        accepted = state is not None and known[at][state]
        for earlier, one in passed:
            known[earlier][one] = accepted
        return accepted

    states, within = {word.start}, dict[Variable, frozenset[int]]()
    for at, (cell, letters) in enumerate(zip(word.cells, word.letters, strict=True), 1):
        kept, after = list[int](), set[Any]()
        for letter, values in letters.items():
            targets = {step(state, letter) for state in states} - {None}
            if not any(leads(at, target) for target in targets):
                kept += values
                after |= targets
        states = after
        within[cell] = within.get(cell, frozenset(kept)).intersection(kept)
    return within
