"""Small boards and pieces of up to four cells, by every choice of free cells for each piece."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from coversat.kinds.polyomino.rules import TETROMINOES, Packing, Piece
from coversat.problems import Polyomino

from . import Instance, Part, beginnings, instance

Board = tuple[tuple[bool, ...], ...]

ITEMS = {"piece": r"[A-Z]\d?|o\d?", "cell": r"r\d+c\d+", "order of copies": r".*<.*@\d+"}

I2, I3 = Piece.drawn("I", "##"), Piece.drawn("J", "###")
L3 = Piece.drawn("V", "##/#.")
L4 = Piece.drawn("L", "###/#..")
DOT = Piece.drawn("o", "#")


def board(picture: str) -> Board:
    return tuple(tuple(cell == "." for cell in row) for row in picture.split("/"))


def ways(turning: bool, flipping: bool) -> list[Any]:
    """Movements of the plane as maps of complex numbers (row + column i)."""
    turns = (1, 1j, -1, -1j) if turning else (1,)
    found = [lambda z, k=k: k * z for k in turns]
    if flipping:
        found += [lambda z, k=k: k * z.conjugate() for k in turns]
    return found


def normal(points: Any) -> tuple[tuple[int, int], ...]:
    those = [(round(z.real), round(z.imag)) for z in points]
    top, left = min(r for r, _ in those), min(c for _, c in those)
    return tuple(sorted((r - top, c - left) for r, c in those))


def shapes(cells: Any, movements: list[Any]) -> set[Any]:
    return {normal([way(complex(*cell)) for cell in cells]) for way in movements}


def packings(problem: Polyomino) -> Iterator[Packing]:
    """Every way to give each piece as many free cells in a shape of its own, turned and flipped."""
    pieces = [piece for piece in problem.pieces for _ in range(piece.copies)]
    allowed = [shapes(piece.cells, ways(True, True)) for piece in pieces]

    def lay(laid: Packing, free: list[Any]) -> Iterator[Packing]:
        if len(laid) == len(pieces):
            yield laid
            return
        for cells in combinations(free, len(pieces[len(laid)].cells)):
            if normal([complex(*cell) for cell in cells]) in allowed[len(laid)]:
                yield from lay((*laid, cells), [cell for cell in free if cell not in cells])

    return lay((), list(problem.cells))


def parts(problem: Polyomino, answer: Packing, chance: random.Random) -> Iterator[Part]:
    """Where one option lays several pieces, the whole answer alone is a part."""
    found = beginnings(problem, answer, chance)
    return ((p, holds) for p, holds in found if not problem.one_per_class or p in ((), answer))


def polyomino(name: str, picture: str, *pieces: Piece, **options: bool) -> Instance:
    problem = Polyomino(board(picture), pieces, **options)
    return instance(name, problem, packings(problem))


def instances() -> Iterator[Instance]:
    yield polyomino("one cell", ".", DOT)
    yield polyomino("a piece too large", ".", I2)
    yield polyomino("two copies", ".../...", Piece("I", I2.cells, 2), DOT)
    yield polyomino("three copies that fill", ".../...", Piece("I", I2.cells, 3))
    yield polyomino("copies that leave cells empty", ".../..#", Piece("o", DOT.cells, 3))
    yield polyomino("neither turned nor flipped", "..../....", I3, L4, turning=False, flipping=False)
    yield polyomino("turned, not flipped", ".../.../..#", L4, Piece.drawn("S", ".##/##."), flipping=False)
    yield polyomino("flipped, not turned", "..../....", L4, I2, turning=False)
    yield polyomino("a hole in the middle", ".../.#./...", L3, I3, I2)
    yield polyomino("one of each class", ".../...", I2, L4, one_per_class=True)
    yield polyomino("one of each class, copies", ".../...", Piece("I", I2.cells, 3), one_per_class=True)
    yield polyomino("one of each class, some empty", "..../....", I3, L3, one_per_class=True)
    yield polyomino("a row", "....", I3, I2)


PIECES = (DOT, I2, I3, L3, L4, *(piece for piece in TETROMINOES if piece.name in "OST"))


def drawn(chance: random.Random) -> Polyomino:
    """Up to four rows and five columns, some of them holes, and pieces for most of its cells."""
    rows, columns = chance.randint(2, 4), chance.randint(2, 5)
    free = tuple(tuple(chance.random() < 0.9 for _ in range(columns)) for _ in range(rows))
    room = sum(map(sum, free))
    pieces: list[Piece] = []
    for piece in chance.sample(PIECES, len(PIECES)):
        copies = chance.choice((1, 1, 1, 2))
        if len(piece.cells) * copies <= room and chance.random() < 0.8:
            room -= len(piece.cells) * copies
            pieces.append(Piece(piece.name, piece.cells, copies))
    turning, flipping, one = (chance.random() < share for share in (0.7, 0.7, 0.2))
    return Polyomino(free, tuple(pieces or [DOT]), turning=turning, flipping=flipping, one_per_class=one)
