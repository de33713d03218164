"""Yajilin up to three by four cells, by every border of faces; cells off the loop are shaded."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from coversat.problems import Yajilin

from . import boards, drawn_clues, drawn_lines

SHADED = 16


def candidates(problem: Yajilin) -> Iterator[Any]:
    for lines in drawn_lines(problem):
        yield tuple(
            tuple(held or SHADED * ((r, c) not in problem.clue_at) for c, held in enumerate(row))
            for r, row in enumerate(lines)
        )


def place_value(held: int) -> int:
    """The places of cells say whether these are shaded; those of edges say where lines are."""
    return held // SHADED


BOARDS = {
    "one cell": "-",
    "only clues": "0e 0s / 0n 0w",
    "two by three": "- - - / - - -",
    "three by three": "- - - / - - - / - - -",
    "a clue in the middle": "- - - / - 1e - / - - -",
    "a cell without a number": "- - - - / - - - - / - - - x",
    "three by four": "- - - 1s / - - - - / - - - -",
}
FEW = (*["-"] * 50, "0e", "1e", "1s", "1w", "0n", "1n", "x")
instances = partial(boards, Yajilin, BOARDS, candidates)
drawn = partial(drawn_clues, Yajilin, FEW, (2, 3), (2, 4))
