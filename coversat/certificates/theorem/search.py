"""Finding the answers of a puzzle, and the steps that rule out all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...problems.cnf.rules import Clause, Cnf
from ...solvers.sat.sat import CADICAL, SatCalls
from ...solvers.solver import Meter
from ..proving import refutation_of
from .clauses import Reason, RuleClauses
from .rules import AllDifferent, Board, Cage, Count, Puzzle, Sum, Table
from .words import word_of


class Step(NamedTuple):
    """A clause that follows from earlier ones by unit propagation, or from one rule.

    Attributes
    ----------
    clause : tuple of literals
    hints : tuple of int
        Numbers of clauses: those against the answers come first, from 1 on, then the steps.
    reason : Reason or None
    """

    clause: Clause
    hints: tuple[int, ...]
    reason: Reason | None


@dataclass(frozen=True)
class Proof:
    """Answers, and why there are no others.

    Attributes
    ----------
    answers : sequence of Board
    steps : sequence of Step, or None
        None if there may be more answers.
    puzzle : Puzzle
        With the values that the rules about one cell leave it.
    """

    answers: Sequence[Board]
    steps: Sequence[Step] | None
    puzzle: Puzzle


def prove(puzzle: Puzzle, meter: Meter, most: int | None = 2) -> Proof:
    """Find all answers and prove that there are no others, or find the first `most`.

    Raise `LimitReachedError` if the meter's limits end the search.
    """
    puzzle = narrowed(puzzle)
    rules = RuleClauses(puzzle)
    atoms = rules.atoms
    if not all(puzzle.domains.values()):
        return Proof((), (Step((), (), None),), puzzle)
    found = dict(rules.first())
    # Solvers leave variables without clauses out of models, which the search for cuts needs.
    every = ((variable, -variable) for variable in range(1, rules.variable_count + 1))
    formula = Cnf(
        rules.variable_count,
        (*every, *atoms.clauses, *rules.defining, *found),
        graphs=tuple(one.graph for _, one in rules.linked),
    )
    answers: list[Board] = []
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
                return Proof(answers, None, puzzle)
            against.append(tuple(-atoms.literal(cell, board[cell]) for cell in puzzle.shown))
            calls.add(against[-1])
        found |= dict(map(rules.cut, calls.cuts))
    return Proof(answers, _steps(atoms.clauses, against, found, atoms.count, meter), puzzle)


def narrowed(puzzle: Puzzle) -> Puzzle:
    """The puzzle without the values that rules about one cell alone rule out, as the library has it."""
    domains = dict(puzzle.domains)
    for rule in puzzle.rules:
        if isinstance(rule, AllDifferent | Cage | Count | Sum | Table) and len(set(rule.cells)) == 1:
            cell = rule.cells[0]
            word = word_of(rule, domains)
            domains[cell] = tuple(v for v in domains[cell] if word.accepted(word.read({cell: v})))
    return puzzle._replace(domains=domains)


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
