"""Finding the answers of a puzzle, and the steps that rule out all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...primitives import Values
from ...problems.cnf.rules import Clause, Cnf
from ...solvers.sat.sat import CADICAL, SatCalls
from ...solvers.solver import Meter
from ..proving import refutation_of
from .clauses import Reason, RuleClauses
from .puzzle import Puzzle


class Step(NamedTuple):
    """A clause that follows from earlier ones by unit propagation, or from one rule.

    Hints are numbers of clauses: those against the answers come first, from 1 on, then the steps.
    """

    clause: Clause
    hints: tuple[int, ...]
    reason: Reason | None


class Proof(NamedTuple):
    """Answers, and the steps that rule out all others; None if there may be more."""

    answers: Sequence[Values]
    steps: Sequence[Step] | None


def prove(puzzle: Puzzle, meter: Meter, most: int | None = 2) -> Proof:
    """Find all answers and prove that there are no others, or find the first `most`.

    Raise `LimitReachedError` if the meter's limits end the search.
    """
    if not all(puzzle.narrowed.values()):
        return Proof((), (Step((), (), None),))
    rules = RuleClauses(puzzle)
    atoms, found = rules.atoms, dict(rules.first())
    # Solvers leave variables without clauses out of models, which the search for cuts needs.
    every = ((variable, -variable) for variable in range(1, rules.variable_count + 1))
    formula = Cnf(
        rules.variable_count,
        (*every, *atoms.clauses, *rules.defining, *found),
        graphs=tuple(one.graph for _, one in rules.linked),
    )
    answers: list[Values] = []
    against: list[Clause] = []
    with SatCalls(CADICAL, formula, meter) as calls:
        while calls.solve():
            board = atoms.board(calls.model())
            new = {clause: reason for clause, reason in rules.broken(board) if clause not in found}
            if new:
                found |= new
                calls.add(*new)
                continue
            answers.append(board)
            if len(answers) == most:
                return Proof(answers, None)
            against.append(tuple(-atoms.literals(cell)[board[cell]] for cell in puzzle.shown))
            calls.add(against[-1])
        found |= dict(map(rules.cut, calls.cuts))
    return Proof(answers, _steps(atoms.clauses, against, found, len(atoms.facts), meter))


def _steps(
    free: Sequence[Clause],
    against: Sequence[Clause],
    found: Mapping[Clause, Reason],
    variable_count: int,
    meter: Meter,
) -> list[Step]:
    """The steps to the empty clause. That each cell has one value needs none."""
    clauses = (*free, *against, *found)
    refutation = refutation_of(Cnf(variable_count, clauses), meter)
    first = len(free) + len(against)
    number = {len(free) + at: at for at in range(1, len(against) + 1)}
    steps = []
    for position in refutation.used:
        if position >= first:
            steps.append(Step(clauses[position], (), found[clauses[position]]))
            number[position + 1] = len(against) + len(steps)
    for at, (literals, hints) in enumerate(refutation.steps, len(clauses) + 1):
        clause = tuple(map(int, literals.split()))
        steps.append(Step(clause, tuple(number[hint] for hint in hints if hint in number), None))
        number[at] = len(against) + len(steps)
    return steps
