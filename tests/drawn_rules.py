"""Random rules of every form of primitive, on two rows of three cells."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

from coversat.primitives import (
    AllDifferent,
    AreasBySize,
    Binary,
    Cell,
    Comparison,
    Connected,
    Contains,
    Count,
    Leading,
    Matches,
    Or,
    Primitive,
    Regular,
    Repeats,
    Sum,
    Table,
    Total,
)

CELLS: tuple[Cell, ...] = tuple(product(range(2), range(3)))
A, B, C, D, E, F = CELLS
LINKS = ((A, B), (B, C), (D, E), (E, F), (A, D), (B, E), (C, F))
TRIPLES = list(product(range(3), repeat=3))


def some(chance: random.Random, values: range, least: int = 1) -> tuple[int, ...]:
    return tuple(sorted(chance.sample(values, chance.randint(least, len(values)))))


def cells(chance: random.Random, least: int = 1) -> tuple[Cell, ...]:
    return tuple(sorted(chance.sample(CELLS, chance.randint(least, len(CELLS)))))


def automaton(chance: random.Random) -> Regular:
    moves = {(state, value): chance.choice([0, 1, 2, None]) for state in range(3) for value in range(3)}
    final = some(chance, range(3))
    return Regular(
        cells(chance, 3), 0, lambda state, value: moves.get((state, value)), lambda state: state in final
    )


RULES: dict[str, tuple[int, Callable[[random.Random], Primitive]]] = {
    "different": (4, lambda chance: AllDifferent(cells(chance, 2))),
    "cage": (4, lambda chance: AllDifferent(cells(chance, 2), chance.randint(1, 7))),
    "sets": (4, lambda chance: AllDifferent(cells(chance, 3)[:3], None, ((0, 1, 2), (1, 2, 3)))),
    "count": (3, lambda chance: Count(cells(chance, 2), some(chance, range(3)), some(chance, range(5)))),
    "count of bits": (2, lambda chance: Count(cells(chance, 2), (1,), some(chance, range(5)))),
    "sum": (3, lambda chance: Sum(tuple((chance.randint(-2, 3), c) for c in CELLS), some(chance, range(9)))),
    "sum of bits": (2, lambda chance: Sum(tuple((1, c) for c in cells(chance)), some(chance, range(4)))),
    "binary": (3, lambda chance: Binary(((A, B), (C, F)), lambda a, b: a + b == 2)),
    "unequal": (3, lambda chance: Binary(((A, B), (C, F)), lambda a, b: a != b)),
    "table": (3, lambda chance: Table((A, C, E), set(chance.choices(TRIPLES, k=9)))),
    "wide table": (6, lambda chance: Table((A, C, E), set(chance.choices(TRIPLES, k=15)))),
    "automaton": (3, automaton),
    "seen": (
        2,
        lambda chance: Sum(((1, Leading((B, A), 0)), (1, Leading((D, E), 0))), (chance.randint(0, 5),)),
    ),
    "connected": (3, lambda chance: Connected(CELLS, some(chance, range(3))[:2], LINKS)),
    "rooted": (2, lambda chance: Connected(CELLS, (1,), LINKS, cells(chance)[:2])),
    "in steps": (2, lambda chance: Connected(CELLS, (1,), LINKS, cells(chance)[:2], 1)),
    "first in steps": (2, lambda chance: Connected(CELLS, (1,), LINKS, (), chance.randint(0, 3))),
    "areas": (4, lambda chance: AreasBySize(CELLS, LINKS, some(chance, range(1, 4), 0))),
    "or": (
        2,
        lambda chance: Or(((Count((A, B, C), (1,), (1,)), Sum(((2, D),), (2,))), (AllDifferent((D, E)),))),
    ),
    "implied": (
        3,
        lambda chance: Table((Contains((A,), (1,)), Contains((E,), (2,))), ((0, 0), (0, 1), (1, 1))),
    ),
    "contains": (
        3,
        lambda chance: Sum(((1, Contains((A,), (1, 2))), (2, B), (1, Contains((C,), (0,)))), (2, 3)),
    ),
    "derived": (2, lambda chance: Sum(((1, Contains((A, B), {1})), (1, Total((C, D))), (2, E)), (2, 3))),
    "matches": (3, lambda chance: Table((Matches((A, C), (1, 2)), B), {(0, 1), (1, 2)})),
    "leading": (2, lambda chance: Table((Leading((A, B, C), 1), D), {(0, 1), (2, 0), (3, 1)})),
    "repeats": (3, lambda chance: Sum(((1, Repeats((A, B, C))), (1, F)), (3, 4))),
    "compared": (3, lambda chance: Table((Comparison((A, B), (C, D)), E), {(0, 0), (1, 1), (2, 2)})),
}
"""By name, how many values cells have, and a random rule."""
