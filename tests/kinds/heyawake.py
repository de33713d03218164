"""Heyawake up to three by four cells, by every choice of shaded cells."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Heyawake

from . import Instance, board_of, drawn_regions, instance, shadings

PROJECTED = {"cnf:tree"}


def heyawake(name: str, rows: tuple[str, ...], rooms: tuple[str, ...]) -> Instance:
    problem = board_of(Heyawake, rows, rooms)
    return instance(name, problem, shadings(problem))


def instances() -> Iterator[Instance]:
    yield heyawake("one cell", ("-",), ("a",))
    yield heyawake("too many shaded cells", ("2 -", "- -"), ("a a", "b b"))
    yield heyawake("two rooms", ("1 - -", "- - 1"), ("a a b", "a b b"))
    yield heyawake("three rooms in a line", ("- - - -",), ("a b b c",))
    yield heyawake("rooms that are no rectangles", ("2 - -", "- - -", "- - 1"), ("a a a", "a b b", "b b b"))
    yield heyawake("unique", ("- 1 -", "1 - -"), ("a a a", "b b c"))
    yield heyawake("a room twice in a line", ("- - -", "0 - -", "- - -"), ("a b a", "a b a", "a a a"))
    yield heyawake("three by four", ("- 1 1 -", "- - - -", "- 0 1 -"), ("a b b b", "c d e e", "f d e g"))


def drawn(chance: random.Random) -> Heyawake:
    """Rooms by chance, some with small numbers."""
    rows, columns = chance.randint(1, 3), chance.randint(1, 4)
    clues = [" ".join(chance.choice("-----012") for _ in range(columns)) for _ in range(rows)]
    return board_of(Heyawake, clues, drawn_regions(chance, rows, columns))
