"""Rules as words: the cells are read one after the other, and what was read so far is a state.

So one function makes the strongest clauses of each. A board that breaks a rule is *widened*: each cell gets
every value with which the rule is still broken, whatever the other cells have. That no board within these
values obeys the rule is what the library checks, and what the clause says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ... import primitives
from ...primitives import Primitive, Regular, Term, Values, Variable, as_regular, terms_of

Local = primitives.AllDifferent | primitives.Count | primitives.Sum | primitives.Table | primitives.Regular
LOCAL = (primitives.AllDifferent, primitives.Count, primitives.Sum, primitives.Table, primitives.Regular)
"""Rules that are words."""
Domains = Mapping[Variable, Sequence[int]]
Within = Mapping[Variable, frozenset[int]]
"""Values that cells may have."""


def line_of_sight(rule: Primitive) -> int | None:
    """The value, where a sum is of the leading cells with one value in several lines."""
    if (
        not isinstance(rule, primitives.Sum)
        or len(rule.totals) != 1
        or any(factor != 1 for factor, _ in rule.terms)
    ):
        return None
    values = {arm.value if isinstance(arm, primitives.Leading) else None for _, arm in rule.terms}
    return values.pop() if len(values) == 1 else None


def word_of(rule: Local, domains: Domains) -> Regular:
    """The automaton of a rule on cells with these values; each of its terms has one cell."""
    match rule:
        case primitives.AllDifferent(cells, total, sets):

            def fits(held: frozenset[int]) -> bool:
                return total in (None, sum(held)) and (sets is None or tuple(sorted(held)) in sets)

            return Regular(cells, frozenset[int](), _once, fits)
        case primitives.Sum(terms, (total,)) if (own := line_of_sight(rule)) is not None:
            lines = [term.cells for _, term in terms if isinstance(term, primitives.Leading)]
            begins = [at == 0 for line in lines for at in range(len(line))]

            def see(state: tuple[int, bool, int], value: int) -> tuple[int, bool, int]:
                at, seen, number = state
                seen = (seen or begins[at]) and value == own
                return at + 1, seen, number + seen

            return Regular(sum(lines, ()), (0, False, 0), see, lambda state: state[2] == total)
        case _:
            values = {value for term in terms_of(rule) for value in letters_of(term, domains)}
            return as_regular(rule, values or {0})


def _once(held: frozenset[int], value: int) -> frozenset[int] | None:
    return None if value in held else held | {value}


def cell_of(term: Any) -> Variable:
    """The only cell of a term of an automaton."""
    return term.cells[0] if isinstance(term, primitives.Contains) else term


def letters_of(term: Term, domains: Domains) -> Mapping[int, Sequence[int]]:
    """What an automaton reads of a term: for each letter the values that are read as it."""
    values = domains[cell_of(term)]
    if not isinstance(term, primitives.Contains):
        return {value: (value,) for value in values}
    read = {letter: [value for value in values if (value in term.values) == letter] for letter in (0, 1)}
    return {letter: those for letter, those in read.items() if those}


def widened(word: Regular, board: Values, domains: Domains) -> Within:
    """The values of each cell, as many as possible from the first cell on, of which the word accepts none.

    It does not accept the board.
    """
    letters = [letters_of(term, domains) for term in word.cells]
    read = [
        next(letter for letter, values in own.items() if board[cell_of(term)] in values)
        for term, own in zip(word.cells, letters, strict=True)
    ]
    known: list[dict[Any, bool]] = [{} for _ in range(len(read) + 1)]

    def leads(at: int, state: Any) -> bool:
        """Whether the board's letters from this position on lead from a state to an accepted end."""
        passed = []
        while state is not None and state not in known[at]:
            passed.append((at, state))
            if at == len(read):
                known[at][state] = bool(word.accepts(state))
            else:
                state, at = word.step(state, read[at]), at + 1
        accepted = state is not None and known[at][state]
        for earlier, one in passed:
            known[earlier][one] = accepted
        return accepted

    states, within = {word.start}, dict[Variable, frozenset[int]]()
    for at, (term, own) in enumerate(zip(word.cells, letters, strict=True), 1):
        cell, kept, after = cell_of(term), list[int](), set[Any]()
        for letter, values in own.items():
            targets = {word.step(state, letter) for state in states} - {None}
            if not any(leads(at, target) for target in targets):
                kept += values
                after |= targets
        states = after
        within[cell] = within.get(cell, frozenset(kept)).intersection(kept)
    return within
