"""Boards too large to try all assignments, each with some answers of its model.

They are made from answers: the clues of one, if the kind finds them; otherwise as many of some random clues
as leave an answer. The answers are found by a formula and are not judged here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from ...base.errors import LimitReachedError, ReductionError
from ...primitives import AreasBySize, Circuit, Connected
from ...primitives.models import CUTS, Rule
from ...problems.grid import Numbers
from ...problems.puzzle import GridPuzzle
from ...problems.user_files import board_made
from ...reductions.encoders import ENCODERS_OF_GRAPHS, MIXED
from ...reductions.to_cnf import to_cnf
from ...solvers import Limits
from ...solvers.sat.sat import CADICAL, SatCalls, blocking_clause
from ...solvers.solver import Meter
from .small_boards import empty_board, random_board

SIZES = tuple((side, side + (n % 2)) for n, side in enumerate((4, 5, 5, 6, 6, 7)))
"""Rows and columns."""
EACH, TRIES = 3, 24
"""The boards of each size, and how many are made to find them."""
NODES = 2_000
"""The nodes of each search for answers."""
ROUNDS = 60
"""The rounds in which cuts are added until an answer is found."""
BEGINNINGS, ANSWERS = 3, 10
"""How often a search is begun, and the answers that each one finds; those of one are alike."""
PARTS = 6
"""The parts in which random clues are added."""
SHARE = 0.4
"""Of the clues of an answer, those that a board has."""


class Larger(NamedTuple):
    """A board, and answers of its model."""

    board: GridPuzzle
    answers: tuple[Numbers, ...]


class Found(NamedTuple):
    """Some answers of a model, different from each other, and whether these are all."""

    answers: tuple[Numbers, ...]
    exhausted: bool


def larger_boards(kind: type[GridPuzzle], rng: random.Random) -> Iterator[Larger]:
    """Boards of growing size that have answers."""
    for rows, columns in SIZES:
        found = 0
        for _ in range(TRIES):
            with suppress(ReductionError, ValueError):
                for board in _made(kind, rows, columns, rng):
                    answers = answers_of(board, rng).answers
                    if answers:
                        found += 1
                        yield Larger(board, answers)
            if found >= EACH:
                break


def answers_of(
    board: GridPuzzle,
    rng: random.Random,
    rules: Sequence[Rule] | None = None,
    beginnings: int = BEGINNINGS,
    answers: int = ANSWERS,
) -> Found:
    """Some answers that the model of a board allows, or other rules in their place.

    Raise `ReductionError` if there is no formula.
    """
    model = board.grid_model if rules is None else replace(board.grid_model, rules=rules)
    reduction = to_cnf(model, ENCODERS_OF_GRAPHS[CUTS] if graphs_of(model.rules) else MIXED)
    cnf = reduction.target
    found: dict[Numbers, None] = {}
    with suppress(LimitReachedError):
        for beginning in range(beginnings):
            with SatCalls(CADICAL, cnf, Meter(Limits(nodes=NODES))) as solver:
                if beginning:
                    solver.prefer([rng.choice((x, -x)) for x in cnf.shown_variables])
                for _ in range(answers):
                    if not _has_model(solver):
                        return Found(tuple(found), not beginning)
                    found[reduction.decode(solver.model())] = None
                    solver.add(blocking_clause(cnf, solver.model()))
    return Found(tuple(found), False)


def _has_model(solver: SatCalls) -> bool:
    """Whether there is a model; raises `LimitReachedError` after too many rounds of cuts."""
    steps = solver.deciding()
    try:
        for _ in range(ROUNDS):
            next(steps)
    except StopIteration as end:
        return bool(end.value)
    raise LimitReachedError("rounds of cuts")


def graphs_of(rules: Sequence[Rule]) -> set[str]:
    """The primitives of graphs among rules, which have encodings of their own, by their names."""
    return {
        type(rule.primitive).__name__
        for rule in rules
        if isinstance(rule.primitive, (Connected, AreasBySize, Circuit))
    }


def _made(kind: type[GridPuzzle], rows: int, columns: int, rng: random.Random) -> Iterator[GridPuzzle]:
    """A board that perhaps has an answer; of a kind that finds clues, one without clues before it."""
    if not kind.makes_clues():
        board = random_board(kind, rows, columns, rng)
        if board is not None:
            yield from _satisfiable(board, rng)
        return
    made = kind.blank_with_answer(rows, columns, rng)
    blank = empty_board(kind, rows, columns, rng) if made is None else made[0]
    if blank is None:
        return
    answers = answers_of(blank, rng, beginnings=2, answers=1).answers if made is None else (made[1],)
    if not answers:
        return
    yield blank
    clued = board_made(kind, blank.clued_by, blank.held(answers[-1]))
    if clued is not None:
        yield clued.with_givens([at for at in range(len(clued.given_names())) if rng.random() < SHARE])


def _satisfiable(board: GridPuzzle, rng: random.Random) -> Iterator[GridPuzzle]:
    """The board with as many of its clues as leave an answer; none if even without them there is none."""

    def has_answer(some: GridPuzzle) -> bool:
        return bool(answers_of(some, rng, beginnings=1, answers=1).answers)

    every = list(range(len(board.given_names())))
    rng.shuffle(every)
    if has_answer(board):
        yield board
    elif every and has_answer(board.with_givens([])):
        kept: list[int] = []
        for part in (every[at::PARTS] for at in range(PARTS)):
            if part and has_answer(board.with_givens([*kept, *part])):
                kept += part
        yield board.with_givens(kept)
