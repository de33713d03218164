"""Checking LRAT: a proof whose steps name the clauses that make them follow.

A line is ``ID LITERALS 0 HINTS 0``, where each hint is the number of a clause that, in this order, is
a unit under the negated literals and the units before it, and the last is false; or ``ID d IDS 0``,
which deletes clauses.  The formula's clauses are numbered from 1.  (Cruz-Filipe, Heule, Hunt, Kaufmann
and Schneider-Kamp, CADE 2017.)  Steps that need negative hints (RAT) are not verified.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..problems.cnf import Clause, Cnf
from .proof_file import Source, pieces
from .verification import ProofError, Verification, incomplete, verified, wrong

_INTEGERS = re.compile(rb"-?[0-9]{1,18}(?: -?[0-9]{1,18})*")
_DELETION = re.compile(rb"([0-9]{1,18}) d ((?:[0-9]{1,18} )*)0")


def check_lrat(cnf: Cnf, proof: Source) -> Verification:
    """Whether `proof` (LRAT as text) shows that `cnf` has no model.

    Returns
    -------
    Verification
        Also for malformed proofs: they are not verified.  Reading stops at the empty clause.
    """
    clauses: dict[int, Clause] = dict(enumerate(cnf.clauses, 1))
    if () in cnf.clauses:
        return verified(0)
    steps, newest = 0, len(clauses)
    try:
        for line in pieces(b"", proof, b"\n"):
            line = line.strip()
            if not line or line.startswith(b"c"):
                continue
            steps += 1
            deletion = _DELETION.fullmatch(line)
            if deletion:
                _delete(clauses, [int(number) for number in deletion[2].split()])
                continue
            number, literals, hints = _addition(line)
            if number <= newest:
                raise ProofError(f"number {number} is not above {newest}, the newest")
            _follow(clauses, cnf.variable_count, literals, hints)
            if not literals:
                return verified(steps)
            clauses[number] = literals
            newest = number
    except ProofError as error:
        return wrong(max(steps, 1), str(error))
    return incomplete(steps)


def _addition(line: bytes) -> tuple[int, Clause, Sequence[int]]:
    """The number, the literals and the hints of a line."""
    if not _INTEGERS.fullmatch(line):
        raise ProofError("expected 'ID LITERALS 0 HINTS 0' or 'ID d IDS 0'")
    numbers = tuple(map(int, line.split()))
    if numbers.count(0) != 2 or numbers[-1] or numbers[0] < 1:
        raise ProofError("expected 'ID LITERALS 0 HINTS 0'")
    end = numbers.index(0)
    return numbers[0], numbers[1:end], numbers[end + 1 : -1]


def _delete(clauses: dict[int, Clause], numbers: Sequence[int]) -> None:
    for number in numbers:
        if clauses.pop(number, None) is None:
            raise ProofError(f"deletes clause {number}, which is not there")


def _follow(clauses: dict[int, Clause], variable_count: int, literals: Clause, hints: Sequence[int]) -> None:
    """Raise `ProofError` unless the hints, in this order, show that the clause follows."""
    if literals and not -variable_count <= min(literals) <= max(literals) <= variable_count:
        raise ProofError(f"a literal beyond the {variable_count} variables of the formula")
    false = set(literals)
    for hint in hints:
        clause = clauses.get(hint)
        if clause is None:
            raise ProofError(f"hint {hint} is a RAT hint" if hint < 0 else f"hint {hint} is no clause")
        open_literals = [literal for literal in clause if literal not in false]
        if not open_literals:
            return
        # A clause may repeat its literal; two different ones are no unit.
        if open_literals.count(open_literals[0]) != len(open_literals):
            raise ProofError(f"clause {hint} is no unit when its hint is reached")
        false.add(-open_literals[0])
    raise ProofError("the hints do not lead to a false clause")
