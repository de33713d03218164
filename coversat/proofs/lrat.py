"""Checking LRAT: a proof whose steps name the clauses that make them follow.

A line is ``ID LITERALS 0 HINTS 0``, where each hint is the number of a clause that, in this order, is
a unit under the negated literals and the units before it, and the last is false; or ``ID d IDS 0``,
which deletes clauses.  The formula's clauses are numbered from 1.  (Cruz-Filipe, Heule, Hunt, Kaufmann
and Schneider-Kamp, CADE 2017.)  Steps that need negative hints (RAT) are not verified.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ..base.deadline import NEVER, Deadline
from ..problems.cnf.rules import Clause, Cnf
from .verification import Literals, ProofError, Source, Verification, checked, numbers, pieces

_EXPECTED = "expected 'ID LITERALS 0 HINTS 0' or 'ID d IDS 0'"


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
    (number,) = numbers(words[:1], _EXPECTED)
    return number, tuple(map(literals_of.__getitem__, words[1:end])), numbers(words[end + 1 : -1], _EXPECTED)


def _deleted(words: Sequence[bytes]) -> list[int]:
    if words[-1] != b"0":
        raise ProofError(_EXPECTED)
    return numbers(words[2:-1], _EXPECTED)


class Numbered:
    """Clauses by number; a clause is added only if its hints show that it follows.

    Literals index the table of false ones directly; Python takes a negative index from the end.
    """

    def __init__(self, cnf: Cnf) -> None:
        self._clauses: dict[int, Clause] = dict(enumerate(cnf.clauses, 1))
        self._newest = len(cnf.clauses)
        self._false = bytearray(2 * cnf.variable_count + 1)
        """1 for the literals that are false in the current step; all 0 between steps."""

    def add(self, number: int, literals: Clause, hints: Sequence[int]) -> None:
        """Add a clause.

        Raise `ProofError` unless the hints, in this order, show that the clause follows. No clause can be
        added after that.
        """
        if number <= self._newest:
            raise ProofError(f"number {number} is not above {self._newest}, the newest")
        self._follow(literals, hints)
        self._clauses[number] = literals
        self._newest = number

    def _follow(self, literals: Clause, hints: Sequence[int]) -> None:
        clauses, false = self._clauses, self._false
        made_false = list(literals)
        for literal in literals:
            false[literal] = 1
        for hint in hints:
            unit = 0
            # No clause here is empty: the proof ends with the first one.
            for literal in clauses.get(hint) or self._no_clause(hint):
                if not false[literal]:
                    # A clause may repeat its literal; two different ones are not a unit.
                    if unit and literal != unit:
                        raise ProofError(f"clause {hint} is no unit when its hint is reached")
                    unit = literal
            if not unit:
                break
            false[-unit] = 1
            made_false.append(-unit)
        else:
            raise ProofError("the hints do not lead to a false clause")
        for literal in made_false:
            false[literal] = 0

    def _no_clause(self, hint: int) -> Clause:
        shown = str(hint)[:40]
        raise ProofError(f"hint {shown} is a RAT hint" if hint < 0 else f"hint {shown} is no clause")

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete clauses; raises `ProofError` for one that does not exist."""
        for number in numbers:
            if self._clauses.pop(number, None) is None:
                raise ProofError(f"deletes clause {number}, which is not there")
