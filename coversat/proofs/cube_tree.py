"""Checking that cubes cover everything: a formula without a model in any of them has none at all.

A cube is a list of literals, and stands for the models in which all of them are true.  That some cubes are
all there is follows by reverse unit propagation, node by node of the tree in which they were cut, from the
leaves up: with its parts ruled out, a node is ruled out by the clause or the variable that it was cut by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from ..deadline import NEVER, Deadline
from ..kinds.cnf.rules import Cnf
from .drup import propagation
from .verification import ProofError, Verification, checked

Cube = Sequence[int]


def check_cubes(
    cnf: Cnf, refuted: Iterable[Cube], nodes: Iterable[Cube], deadline: Deadline = NEVER
) -> Verification:
    """Whether `cnf` has no model if it has none in any of the `refuted` cubes; see `checked`.

    Parameters
    ----------
    cnf : Cnf
    refuted : cubes
        In each of them the formula has no model.  This is believed.
    nodes : cubes
        In each of them there is none either, by unit propagation on the formula, the cubes refuted and the
        nodes before it.  They end with the empty cube, which is everything.
    deadline : Deadline
    """
    return checked(cnf, partial(_steps, cnf, list(refuted), nodes), deadline)


def _steps(cnf: Cnf, refuted: list[Cube], nodes: Iterable[Cube]) -> Iterator[bool]:
    if any(not cube for cube in refuted):
        yield True  # it was never cut
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
