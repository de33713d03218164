"""Generating puzzles of any kind that is a `GridPuzzle`: the clues of a random answer, then fewer of them."""

from __future__ import annotations

import random

from ..problems.grid import Numbers
from ..problems.puzzle import GridPuzzle
from .facts import Clock, Encoded, encoded
from .generate import Spec, SpecError
from .givens import givens_of, minimal


def checks(kind: type[GridPuzzle]) -> tuple[str, ...]:
    """The routes that check each puzzle: the first two that take it."""
    if kind.has_graphs:
        return "cnf:cuts/cadical195", "cnf:levels/glucose4"
    formulas = "cnf:mixed/cadical195", "cnf:regular/glucose4"
    return ("cover/bitset", *formulas) if kind.has_cover else formulas


DEFAULT_SIZE = (6, 6)


def attempt(kind: type[GridPuzzle], spec: Spec, rng: random.Random, clock: Clock) -> GridPuzzle | None:
    """A puzzle none of whose removable clues can be left out, or with the wanted number of them."""
    if spec.boxes is not None:
        raise SpecError(f"a {kind.kind} has no boxes")
    if spec.symmetry not in (None, "none"):
        raise SpecError(f"no {kind.kind} is made with a symmetry")
    if not kind.has_givens and kind.clued_by is GridPuzzle.clued_by:
        raise SpecError(f"no {kind.kind} is generated: the class {kind.__name__} has no method 'clued_by'")
    board = kind.blank(*(spec.size or DEFAULT_SIZE), rng)
    if board is None:
        return None
    answer = random_answer(board, rng, clock)
    puzzle = (
        None if answer is None else board.clued_by({cell: answer[cell[0]][cell[1]] for cell in board.cells()})
    )
    if puzzle is None:
        return None
    clock.report("removing clues")
    count = len(puzzle.given_names())
    with givens_of(puzzle, clock, apart_from=answer) as givens:
        if givens.clash(range(count)) is None:
            return None
        kept = set(minimal(givens, rng.sample(range(count), count)))
        if spec.givens is not None:
            others = [at for at in range(count) if at not in kept]
            kept |= set(rng.sample(others, min(max(spec.givens - len(kept), 0), len(others))))
        return puzzle.with_givens(kept) if spec.givens in (None, len(kept)) else None


def random_answer(board: GridPuzzle, rng: random.Random, clock: Clock) -> Numbers | None:
    """An answer of a board, as evenly distributed as the solver allows; None if it has none."""
    whole: Encoded = encoded(board)
    with clock.calls(whole.cnf) as solver:
        facts = [rng.choice(list(place.literals.values())) for place in whole.places]
        rng.shuffle(facts)
        assumed: list[int] = []
        for literal in facts[: len(facts) // 2]:
            if solver.solve([*assumed, literal]):
                assumed.append(literal)
        if not solver.solve(assumed):
            return None
        answer: Numbers = whole.decode(solver.model())
        return answer
