"""Checking LRAT: a proof whose steps name the clauses that make them follow.

A line is ``ID LITERALS 0 HINTS 0``, where each hint is the number of a clause that, in this order, is
a unit under the negated literals and the units before it, and the last is false; or ``ID d IDS 0``,
which deletes clauses.  The formula's clauses are numbered from 1.  (Cruz-Filipe, Heule, Hunt, Kaufmann
and Schneider-Kamp, CADE 2017.)  Steps that need negative hints (RAT) are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ..base.deadline import NEVER, Deadline
from ..problems.cnf.rules import Clause, Cnf
from .hinted_clauses import hinted_clauses
from .verification import Literals, ProofError, Source, Verification, checked, numbers, pieces

_EXPECTED = "expected 'ID LITERALS 0 HINTS 0' or 'ID d IDS 0', with numbers"
_MOST_DIGITS = 18
"""Of a number, including a sign."""


def check_lrat(cnf: Cnf, proof: Source, deadline: Deadline = NEVER) -> Verification:
    """Whether `proof`, LRAT as text, shows that `cnf` has no model; see `checked`."""
    return checked(cnf, partial(_steps, cnf, proof), deadline)


def _steps(cnf: Cnf, proof: Source) -> Iterator[bool]:
    clauses = Numbered(cnf)
    literals_of = Literals(cnf.variable_count, {}, binary=False)
    reached = () in cnf.clauses
    yield reached
    for line in pieces(b"", proof, b"\n"):
        words = line.split()
        if not words or words[0] == b"c":
            continue
        if words[1:2] == [b"d"]:
            deleted = _deleted(words)
            if not reached:
                clauses.delete(deleted)
        else:
            number, literals, hints = _addition(words, literals_of)
            if not reached:
                clauses.add(number, literals, hints)
                reached = not literals
        yield reached


def _addition(words: Sequence[bytes], literals_of: Literals) -> tuple[int, Clause, list[int]]:
    if words.count(b"0") != 2 or words[-1] != b"0" or words[0] == b"0":
        raise ProofError(_EXPECTED)
    end = words.index(b"0")
    (number,) = numbers(words[:1], _EXPECTED, _MOST_DIGITS)
    hints = numbers(words[end + 1 : -1], _EXPECTED, _MOST_DIGITS)
    return number, tuple(map(literals_of.__getitem__, words[1:end])), hints


def _deleted(words: Sequence[bytes]) -> list[int]:
    if words[-1] != b"0":
        raise ProofError(_EXPECTED)
    return numbers(words[2:-1], _EXPECTED, _MOST_DIGITS)


class Numbered:
    """Clauses by number; one is added only if its hints show that it follows, and any may be deleted."""

    def __init__(self, cnf: Cnf) -> None:
        self._clauses = hinted_clauses(cnf.variable_count, cnf.clauses)
        self._given = self._newest = len(cnf.clauses)
        self._deleted: set[int] = set()
        """Those of the formula."""

    def add(self, number: int, literals: Clause, hints: Sequence[int]) -> None:
        """Add a clause. Raise `ProofError` unless the hints, in this order, show that it follows."""
        if number <= self._newest:
            raise ProofError(f"number {number} is not above {self._newest}, the newest")
        if wrong := next((hint for hint in hints if hint < 0 or hint in self._deleted), None):
            raise ProofError(f"hint {wrong} is {'a RAT hint' if wrong < 0 else 'no clause'}")
        self._clauses.add(number, literals, hints, False)
        self._newest = number

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete clauses; raises `ProofError` for one that does not exist."""
        for number in numbers:
            if number > self._given:
                self._clauses.delete(number)
            elif number < 1 or number in self._deleted:
                raise ProofError(f"deletes clause {number}, which is not there")
            else:
                self._deleted.add(number)
