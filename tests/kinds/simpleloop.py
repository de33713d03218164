"""Simple loops up to four by five cells, by every border of faces."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import SimpleLoop

from . import Instance, board_of, drawn_lines, instance

PROJECTED = {"cnf:tree"}


def simple_loop(name: str, *rows: str) -> Instance:
    problem = board_of(SimpleLoop, rows)
    return instance(name, problem, drawn_lines(problem.rows, problem.columns))


def instances() -> Iterator[Instance]:
    yield simple_loop("one cell", "-")
    yield simple_loop("only blocked cells", "x x", "x x")
    yield simple_loop("an odd number of cells", "- - -", "- - -", "- - -")
    yield simple_loop("unique", "- - - -", "- x x -", "- - - -")
    yield simple_loop("two rows", "- - - -", "- - - -")
    yield simple_loop("two parts", "- - x - -", "- - x - -")
    yield simple_loop("four by four", "- - - -", "- - - -", "- - - -", "- - - -")
    yield simple_loop("four by five", "- - - - -", "- x - - -", "- - - x -", "- - - - -")


def drawn(chance: random.Random) -> SimpleLoop:
    """Few blocked cells on a small board."""
    columns = chance.randint(2, 4)
    return board_of(
        SimpleLoop,
        [" ".join(chance.choice("-------x") for _ in range(columns)) for _ in range(chance.randint(2, 4))],
    )
