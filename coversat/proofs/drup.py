"""Checking DRUP: every clause of the proof follows by reverse unit propagation.

A clause follows when making all its literals false and propagating units runs into a contradiction
(Goldberg and Novikov, DATE 2003; Heule, Hunt and Wetzler, FMCAD 2013).  The proof is checked forward,
each clause against the formula and the clauses before it.

Units are never retracted, and deletions of units are ignored, as in drat-trim: they still follow from the
formula.  Other deletions only keep the lists short; deleting an absent clause has no effect.

`check_cubes` checks that cubes cover everything, so that a formula without a model in any of them has
none.  A cube is a list of literals and stands for the models in which all of them are true.  With its parts
ruled out, a node of the tree in which the cubes were split is ruled out by reverse unit propagation, from
the leaves up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from ..base.deadline import NEVER, Deadline
from ..base.registry import compiled
from ..problems.cnf.rules import Cnf
from .verification import ProofError, Source, Verification, checked, read_steps

UNASSIGNED, TRUE, FALSE = 0, 1, 2


def check_drup(cnf: Cnf, proof: Source, deadline: Deadline = NEVER) -> Verification:
    """Whether `proof` shows that `cnf` has no model; see `checked`.

    It is DRUP as text or binary; of DRAT, the proofs without RAT steps that solvers usually write.
    """
    return checked(cnf, partial(_steps, cnf, proof, deadline), deadline)


def _steps(cnf: Cnf, proof: Source, deadline: Deadline) -> Iterator[bool]:
    shared: dict[int, int] = {}
    clauses = propagation(cnf.variable_count)
    # Short clauses first: units satisfy many of the others, which then need not be kept.
    formula = deadline.through(sorted(cnf.clauses, key=len))
    reached = any(clauses.add([shared.setdefault(x, x) for x in clause]) for clause in formula)
    yield reached
    for deletes, literals in read_steps(proof, cnf.variable_count, shared):
        if reached:
            pass
        elif deletes:
            clauses.delete(literals)
        elif clauses.implies(literals):
            reached = clauses.add(literals)
        else:
            raise ProofError("the clause does not follow by unit propagation")
        yield reached


def propagation(variable_count: int) -> Propagation:
    """A new propagation without clauses; the compiled one if it was built."""
    kernel = compiled(__package__, "_clauses_kernel")
    made: type[Propagation] = Propagation if kernel is None else kernel.Propagation
    return made(variable_count)


class Propagation:
    """Clauses under unit propagation; `_clauses_kernel` has the compiled twin.

    Invariants between calls: everything that units imply is assigned permanently; a stored clause begins with
    two unassigned literals, by which it is watched, or is permanently true.

    Literals index the tables directly; Python takes a negative index from the end.
    """

    def __init__(self, variable_count: int) -> None:
        self._value = bytearray(2 * variable_count + 1)
        self._trail: list[int] = []
        """The literals assigned since the last permanent assignment, in order."""
        self._implied: dict[int, list[int]] = {}
        """For each literal, those that clauses of two literals imply if it is true."""
        self._watched: dict[int, list[list[int]]] = {}
        """For each literal, the longer clauses that are watched by it."""
        self._kept: dict[tuple[int, ...], list[list[int]]] = {}
        """The clauses with at least three literals as written, by their sorted literals, for deletion."""

    def add(self, literals: Sequence[int]) -> bool:
        """Add a clause, which must follow or belong to the formula.

        Returns True if unit propagation alone now leads to a contradiction; the formula is then refuted.
        """
        value = self._value
        clause: list[int] = []
        for literal in literals:
            if value[literal] == TRUE:
                return False  # permanently true
            if value[literal] == UNASSIGNED:
                clause.append(literal)
        if len(set(clause)) < len(clause):
            clause = list(dict.fromkeys(clause))
        if len(clause) < 2:
            return not clause or self._assign_for_good(clause[0])
        first, second = clause[:2]
        if len(clause) == 2:
            self._implied.setdefault(-first, []).append(second)
            self._implied.setdefault(-second, []).append(first)
        else:
            self._watched.setdefault(first, []).append(clause)
            self._watched.setdefault(second, []).append(clause)
        if len(literals) > 2:
            self._kept.setdefault(tuple(sorted(literals)), []).append(clause)
        return False

    def _assign_for_good(self, literal: int) -> bool:
        """Assign a unit and what it implies permanently; return whether that is a contradiction."""
        self._value[literal], self._value[-literal] = TRUE, FALSE
        self._trail.append(literal)
        if self._conflicts():
            return True
        for assigned in self._trail:
            # No clause is needed in these lists any more: it is true or watched by another literal.
            for side in (assigned, -assigned):
                self._implied.pop(side, None)
                self._watched.pop(side, None)
        self._trail.clear()
        return False

    def delete(self, literals: Sequence[int]) -> None:
        """Delete one copy of a clause, if there is one."""
        if len(literals) == 2:
            self._unlink(*literals)
        elif copies := self._kept.get(tuple(sorted(literals))):
            clause = copies.pop()
            if not copies:
                del self._kept[tuple(sorted(literals))]
            if len(clause) == 2:
                self._unlink(*clause)
            else:
                # Empty clauses are dropped from the watch lists at the next visit.
                clause.clear()

    def _unlink(self, first: int, second: int) -> None:
        implied = self._implied
        if second in implied.get(-first, ()) and first in implied.get(-second, ()):
            implied[-first].remove(second)
            implied[-second].remove(first)

    def implies(self, literals: Sequence[int]) -> bool:
        """Whether making all `literals` false leads to a contradiction by unit propagation."""
        value, trail = self._value, self._trail
        conflict = False
        for literal in literals:
            if value[literal] == TRUE:
                conflict = True
                break
            if value[literal] == UNASSIGNED:
                value[literal], value[-literal] = FALSE, TRUE
                trail.append(-literal)
        conflict = conflict or self._conflicts()
        for literal in trail:
            value[literal] = value[-literal] = UNASSIGNED
        trail.clear()
        return conflict

    def _conflicts(self) -> bool:
        """Propagate the literals on the trail, which grows; return whether some clause becomes false.

        Clauses of two literals come first: they are cheap, and the conflict is often among them.
        """
        value, implied, trail = self._value, self._implied, self._trail
        short = long = 0
        while True:
            while short < len(trail):
                for literal in implied.get(trail[short], ()):
                    if value[literal] != TRUE:
                        if value[literal]:
                            return True
                        value[literal], value[-literal] = TRUE, FALSE
                        trail.append(literal)
                short += 1
            if long == len(trail):
                return False
            if self._visit(-trail[long]):
                return True
            long += 1

    def _visit(self, falsified: int) -> bool:
        """Find each clause watched by a literal that is now false another watch, a unit or a conflict."""
        value, watched, trail = self._value, self._watched, self._trail
        clauses = watched.get(falsified)
        if not clauses:
            return False
        watched[falsified] = stay = []
        for at, clause in enumerate(clauses):
            if not clause:
                continue  # deleted
            other = clause[0]
            if other == falsified:
                other = clause[0] = clause[1]
                clause[1] = falsified
            if value[other] == TRUE:
                stay.append(clause)
                continue
            for place in range(2, len(clause)):
                literal = clause[place]
                if value[literal] != FALSE:
                    clause[1], clause[place] = literal, falsified
                    watched.setdefault(literal, []).append(clause)
                    break
            else:
                stay.append(clause)
                if value[other]:
                    stay += clauses[at + 1 :]
                    return True
                value[other], value[-other] = TRUE, FALSE
                trail.append(other)
        return False


Cube = Sequence[int]


def check_cubes(
    cnf: Cnf, refuted: Iterable[Cube], nodes: Iterable[Cube], deadline: Deadline = NEVER
) -> Verification:
    """Whether `cnf` has no model if it has none in any of the `refuted` cubes; see `checked`.

    * refuted: in each of them the formula has no model.  This is assumed.
    * nodes: in each of them there is none either, by unit propagation on the formula, the refuted cubes and
      the nodes before it.  The last is the empty cube, which covers everything.
    """
    return checked(cnf, partial(_cube_steps, cnf, list(refuted), nodes), deadline)


def _cube_steps(cnf: Cnf, refuted: list[Cube], nodes: Iterable[Cube]) -> Iterator[bool]:
    if any(not cube for cube in refuted):
        yield True  # the formula was never split
        return
    clauses = propagation(cnf.variable_count)
    ruled_out = (_negated(cube, cnf) for cube in refuted)
    reached = any(clauses.add(clause) for clause in cnf.clauses) or any(map(clauses.add, ruled_out))
    yield reached
    for cube in nodes:
        clause = _negated(cube, cnf)
        if not reached:
            if not clauses.implies(clause):
                raise ProofError("the parts of a cube are not all that it has")
            reached = clauses.add(clause)
        yield reached


def _negated(cube: Cube, cnf: Cnf) -> list[int]:
    if any(not 0 < abs(literal) <= cnf.variable_count for literal in cube):
        raise ProofError(f"a cube has a literal that is none of {cnf.variable_count} variables")
    return [-literal for literal in cube]
