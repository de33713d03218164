"""Generators of small kinds."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..problems.board import Edge
from ..problems.dominoes import Pair
from ..problems.grid import Cell
from ..setter.facts import Clock
from ..setter.spec import Spec, SpecError
from .dominosa import Dominosa, Tiling

NODES = 20_000
"""The node limit of a check for uniqueness; beyond it the attempt fails."""

CHECKS_dominosa = ("search/backtracking", "cover/bitset")
"""The two routes that check each puzzle: no reduction is in both."""

DOMINOSA_ORDERS = range(1, 8)
"""The orders that the search can check in seconds."""
EXCHANGES = 300
"""The number of exchanges of dominoes after which an attempt fails."""


def attempt_dominosa(spec: Spec, rng: random.Random, clock: Clock) -> Dominosa | None:
    """A board with one answer: dominoes laid at random, which change places where two answers differ.

    None if that does not make it unique.
    """
    spec.refuse(Dominosa.kind, "boxes", "givens", "symmetry")
    rows, columns = spec.size or (7, 8)
    if columns != rows + 1 or rows - 1 not in DOMINOSA_ORDERS:
        first, last = DOMINOSA_ORDERS[0] + 1, DOMINOSA_ORDERS[-1] + 1
        raise SpecError(
            f"dominosa has the sizes {first}x{first + 1}, {first + 1}x{first + 2}, ... to {last}x{last + 1}, "
            f"not {rows}x{columns}"
        )
    tiling = random_tiling(rows, columns, rng)
    dominoes = [_turned((a, b), rng) for a in range(rows) for b in range(a + 1)]
    rng.shuffle(dominoes)
    for _ in range(EXCHANGES):
        problem = _laid(tiling, dominoes, rows, columns)
        answers = clock.two_answers(problem, NODES)
        if answers is None or len(answers) == 1:
            return None if answers is None else problem
        other = next(answer for answer in answers if answer != tiling)
        different = [at for at, edge in enumerate(tiling) if edge not in other]
        clock.report(f"{len(different)} dominoes differ between two answers")
        one, another = rng.choice(different), rng.randrange(len(dominoes))
        dominoes[one], dominoes[another] = _turned(dominoes[another], rng), _turned(dominoes[one], rng)
    return None


def random_tiling(rows: int, columns: int, rng: random.Random) -> Tiling:
    """A board covered by dominoes; one side is even. Two side by side are turned, again and again."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    mate: dict[Cell, Cell] = {(r, c): (r, c ^ 1) if columns % 2 == 0 else (r ^ 1, c) for r, c in cells}
    for _ in range(20 * len(cells)):
        r, c = rng.randrange(rows - 1), rng.randrange(columns - 1)
        a, b, below, beside = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        if (mate[a], mate[below]) == (b, beside):
            mate |= {a: below, below: a, b: beside, beside: b}
        elif (mate[a], mate[b]) == (below, beside):
            mate |= {a: b, b: a, below: beside, beside: below}
    return tuple((cell, mate[cell]) for cell in cells if cell < mate[cell])


def _turned(domino: Pair, rng: random.Random) -> Pair:
    return domino if rng.random() < 0.5 else domino[::-1]


def _laid(tiling: Sequence[Edge], dominoes: Sequence[Pair], rows: int, columns: int) -> Dominosa:
    digits = {
        cell: digit
        for edge, domino in zip(tiling, dominoes, strict=True)
        for cell, digit in zip(edge, domino, strict=True)
    }
    return Dominosa(tuple(tuple(digits[r, c] for c in range(columns)) for r in range(rows)))
