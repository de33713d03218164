"""Comparing the model of a sudoku's constraint with its check, on small boards and fillings of its cells."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from ..errors import ParseError
from ..kinds.sudoku.constraints import Constraint
from ..kinds.sudoku.rules import Sudoku
from ..language import scope
from ..language.meaning import holds
from ..problems.grid import Cell, cell_name
from ..problems.user_files import located

_CELL, _NUMBER = re.compile(r"r\d+c\d+"), re.compile(r"\d+")
BOARD = "....\n" * 4
SIDE = 4
TRIES, MOST_FILLINGS = 2_000, 5_000


class TestedConstraint(NamedTuple):
    """The result of a test: how many constraints and fillings were compared, and the first difference."""

    word: str
    lines: int
    fillings: int
    difference: str = ""
    line: str = ""
    digits: str = ""


def compare_constraint(
    constraint: type[Constraint], file: str, most: int = 300_000, seed: int = 0
) -> TestedConstraint:
    """Compare model and check of a class of constraints, on boards of 4x4 cells.

    Its places are those of its example, moved and made longer or shorter at random.
    """
    rng = random.Random(f"coversat constraint {seed}")
    count = fillings = 0
    with located(file):
        for found in _instances(constraint, rng):
            count += 1
            difference, tried = _difference(found, rng)
            fillings += tried
            if difference:
                line = "; ".join(found.lines())
                return TestedConstraint(constraint.word, count, fillings, difference[0], line, difference[1])
            if fillings >= most or count >= 100:
                break
        if not count:
            raise ValueError(f"no line like {constraint.example!r} fits on a board of 4x4 cells")
    return TestedConstraint(constraint.word, count, fillings)


def _instances(constraint: type[Constraint], rng: random.Random) -> Iterator[Constraint]:
    seen = set()
    for _ in range(TRIES):
        line = _moved(constraint.example, rng)
        if line in seen:
            continue
        seen.add(line)
        try:
            (puzzle,) = (Sudoku.parse(f"{BOARD}{line}\n"),)
        except ParseError:
            continue
        yield from (one for one in puzzle.constraints if isinstance(one, constraint))


def _moved(example: str, rng: random.Random) -> str:
    """The example with its cells replaced by a walk on the board, and its numbers by others."""
    words: list[str] = []
    cells = [word for word in example.split() if _CELL.fullmatch(word)]
    walk = iter(_walk(max(1, min(len(cells) + rng.randint(-2, 1), 5)), rng) if cells else ())
    for word in example.split():
        if _CELL.fullmatch(word):
            words += [next(walk, "")]
        else:
            words.append(_NUMBER.sub(lambda _: str(rng.randint(0, 12)), word))
    return " ".join(filter(None, [*words, *walk]))


def _walk(length: int, rng: random.Random) -> list[str]:
    here = rng.randrange(SIDE), rng.randrange(SIDE)
    walk = [here]
    while len(walk) < length:
        near = [
            (r, c)
            for r in range(max(here[0] - 1, 0), min(here[0] + 2, SIDE))
            for c in range(max(here[1] - 1, 0), min(here[1] + 2, SIDE))
            if (r, c) not in walk
        ]
        if not near:
            break
        here = rng.choice(near)
        walk.append(here)
    return [cell_name(cell) for cell in walk]


def _difference(constraint: Constraint, rng: random.Random) -> tuple[tuple[str, str] | None, int]:
    """What model and check say differently of some digits, and these; and how many were compared."""
    (puzzle,) = (Sudoku(2, 2, ((None,) * SIDE,) * SIDE, (constraint,)),)
    layout = puzzle.layout
    rules = list(constraint.rules(layout))
    cells: list[Cell] = list(dict.fromkeys(constraint.scope(layout)))
    for rule in rules:
        outside = [one for one in scope(rule.primitive) if one not in cells]
        if outside:
            return (f"the model mentions {outside[0]}, which is no cell of the constraint", ""), 0
    digits = list(layout.digits)
    few = len(digits) ** len(cells) <= MOST_FILLINGS
    every = product(digits, repeat=len(cells)) if few else _random(digits, len(cells), rng)
    tried = 0
    for values in every:
        tried += 1
        held = dict(zip(cells, values, strict=True))
        wrong = constraint.broken(tuple(held[cell] for cell in constraint.scope(layout)), layout)
        broken = next((rule.label for rule in rules if not holds(rule.primitive, dict(held))), None)
        if (wrong is None) != (broken is None):
            words = (
                f"the model is too weak: the check says: {wrong}"
                if broken is None
                else f"the model is too strong: {broken} excludes what the check accepts"
            )
            shown = " ".join(f"{cell_name(cell)}={value}" for cell, value in held.items())
            return (words, shown), tried
    return None, tried


def _random(digits: list[int], length: int, rng: random.Random) -> Iterator[tuple[int, ...]]:
    return (tuple(rng.choice(digits) for _ in range(length)) for _ in range(500))
