"""Polyomino packing: place every piece on the board without overlap.

Pieces with fewer cells than the board leave cells empty. The problem states whether pieces may be rotated
or reflected. Two packings belong to one *symmetry class* if a symmetry of the board's outline maps one to
the other; a problem may ask for one answer of each class: the smallest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from typing import ClassVar

from ...problems.grid import NO_WALLS, Cell, cell_name, walled_picture
from ...problems.problem import Stepwise, Violation
from ...problems.text import LineReader

Cells = tuple[Cell, ...]
"""Different cells in increasing order."""
Packing = tuple[Cells, ...]
"""The cells of each piece, in the order of the pieces, copies of one by their first cells; a partial
answer has the first ones only."""
Move = Callable[[Cell], Cell]

FREE, HOLE, FILLED, EMPTY = ".", "#", "#", "."
LARGEST_SIDE = 60
MOST_COPIES = 200
PIECE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{0,7}", re.ASCII)
OPTIONS = ("turn", "flip", "classes")
"""Words for what is allowed."""


def moves(rows: int, columns: int, turning: bool, flipping: bool) -> list[Move]:
    """The symmetries of a rectangle of this size, rotations by a right angle included.

    The identity first; rotations, horizontal reflections, or both.
    """
    ways = product((False, True)[: 1 + flipping], range(4 if turning else 1))
    return [partial(_turned, rows, columns, *way) for way in ways]


def _turned(height: int, width: int, flipped: bool, turns: int, cell: Cell) -> Cell:
    r, c = cell
    if flipped:
        c = width - 1 - c
    for _ in range(turns):
        r, c, height, width = c, height - 1 - r, width, height
    return r, c


def moved(cells: Iterable[Cell], move: Move) -> Cells:
    """The images of cells under a symmetry."""
    return tuple(sorted(map(move, cells)))


def to_corner(cells: Iterable[Cell]) -> Cells:
    """The cells translated to the top left corner."""
    those = sorted(cells)
    top, left = min(r for r, _ in those), min(c for _, c in those)
    return tuple((r - top, c - left) for r, c in those)


@dataclass(frozen=True)
class Piece:
    """A name, the cells, translated to the top left corner, and the number of copies."""

    name: str
    cells: Cells
    copies: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", to_corner(set(self.cells)) if self.cells else ())

    @classmethod
    def drawn(cls, name: str, rows: str, copies: int = 1) -> Piece:
        """Construct from rows such as ``.##/##./.#.``."""
        cells = ((r, c) for r, row in enumerate(rows.split("/")) for c, x in enumerate(row) if x == FILLED)
        return cls(name, tuple(cells), copies)

    @property
    def rows(self) -> str:
        """The rows that `drawn` reads."""
        height, width = (max(cell[axis] for cell in self.cells) + 1 for axis in (0, 1))
        lines = ((FILLED if (r, c) in self.cells else EMPTY for c in range(width)) for r in range(height))
        return "/".join(map("".join, lines))

    @property
    def labels(self) -> tuple[str, ...]:
        """The name of each copy on the board."""
        if self.copies == 1:
            return (self.name,)
        return tuple(f"{self.name}{number}" for number in range(1, self.copies + 1))


def _drawn(**rows: str) -> tuple[Piece, ...]:
    return tuple(Piece.drawn(name, those) for name, those in rows.items())


PENTOMINOES = (
    *_drawn(F=".##/##./.#.", I="#####", L="####/#...", N="###./..##", P="###/##.", T="###/.#./.#."),
    *_drawn(U="#.#/###", V="###/#../#..", W="##./.##/..#", X=".#./###/.#.", Y="####/.#..", Z="##./.#./.##"),
)
TETROMINOES = _drawn(I="####", L="###/#..", O="##/##", S=".##/##.", T="###/.#.")
READY_MADE = {"pentominoes": PENTOMINOES, "tetrominoes": TETROMINOES}


@dataclass(frozen=True)
class Polyomino(Stepwise[Packing]):
    """The board (True for a cell that can be covered), the pieces, and the allowed movements.

    Raise `ValueError` if the board is not a rectangle, there are no pieces, a piece has no cells or copies,
    or names are repeated or unwritable.
    """

    board: tuple[tuple[bool, ...], ...]
    pieces: tuple[Piece, ...]
    turning: bool = True
    flipping: bool = True
    one_per_class: bool = False

    kind: ClassVar[str] = "polyomino"
    about: ClassVar[str] = "lay pieces on a board, turned and flipped or not; pentominoes ready made"
    fixed_clues: ClassVar[str] = "the board and its pieces"

    def __post_init__(self) -> None:
        if not self.board or not self.board[0] or len({len(row) for row in self.board}) != 1:
            raise ValueError("the board is not a rectangle of cells")
        if not self.pieces:
            raise ValueError("there are no pieces")
        for piece in self.pieces:
            if not PIECE_NAME.fullmatch(piece.name) or piece.name in READY_MADE:
                raise ValueError(f"{piece.name!r} is not a name: a letter, and up to seven letters or digits")
            if not piece.cells or not 1 <= piece.copies <= MOST_COPIES:
                raise ValueError(f"piece {piece.name} has no cells, or not 1 to {MOST_COPIES} copies")
        if len(set(self.labels)) != len(self.labels):
            raise ValueError("two pieces have one name")

    @property
    def rows(self) -> int:
        return len(self.board)

    @property
    def columns(self) -> int:
        return len(self.board[0])

    @cached_property
    def cells(self) -> Cells:
        return tuple((r, c) for r, row in enumerate(self.board) for c, free in enumerate(row) if free)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The names of all pieces, copies included."""
        return tuple(label for piece in self.pieces for label in piece.labels)

    @cached_property
    def laid(self) -> tuple[Piece, ...]:
        """The pieces in the order of an answer, each repeated for its copies."""
        return tuple(piece for piece in self.pieces for _ in range(piece.copies))

    def orientations(self, piece: Piece) -> list[Cells]:
        """The distinct orientations of a piece, each in the top left corner."""
        ways = moves(1, 1, self.turning, self.flipping)
        return sorted({to_corner(moved(piece.cells, move)) for move in ways})

    @cached_property
    def _places(self) -> Mapping[Piece, Sequence[Cells]]:
        return {piece: self._found_places(piece) for piece in self.pieces}

    def places_of(self, piece: Piece) -> Sequence[Cells]:
        """Every position of a piece on the board in any orientation, in increasing order."""
        return self._places[piece]

    def _found_places(self, piece: Piece) -> Sequence[Cells]:
        free = set(self.cells)
        found = set()
        for way in self.orientations(piece):
            for r, c in self.cells:
                # The first cell of the piece goes on this cell of the board.
                cells = tuple((r + dr - way[0][0], c + dc - way[0][1]) for dr, dc in way)
                if free.issuperset(cells):
                    found.add(cells)
        return sorted(found)

    @property
    def is_full(self) -> bool:
        """Whether the pieces leave no cell empty."""
        return sum(len(piece.cells) for piece in self.laid) == len(self.cells)

    @cached_property
    def symmetries(self) -> list[Move]:
        """The symmetries, except the identity, that preserve the board's outline."""
        ways = moves(self.rows, self.columns, self.turning, self.flipping)[1:]
        return [move for move in ways if moved(self.cells, move) == self.cells and self._stays(move)]

    def _stays(self, move: Move) -> bool:
        """Whether a symmetry preserves the bounding rectangle of the board."""
        return move((0, 0)) in [(r, c) for r in (0, self.rows - 1) for c in (0, self.columns - 1)]

    def image(self, packing: Packing, move: Move) -> Packing:
        """The image of a placement under a symmetry; copies of a piece are sorted."""
        found: list[Cells] = []
        for piece in self.pieces:
            copies = packing[len(found) : len(found) + piece.copies]
            found += sorted(moved(cells, move) for cells in copies)
        return tuple(found)

    def format(self) -> str:
        allowed = (self.turning, self.flipping, self.one_per_class)
        head = " ".join(["polyomino", *(word for word, said in zip(OPTIONS, allowed, strict=True) if said)])
        board = ["".join(FREE if free else HOLE for free in row) for row in self.board]
        ready_made = [name for name, pieces in READY_MADE.items() if pieces == self.pieces]
        return "\n".join([head, *board, *(ready_made or map(_piece_line, self.pieces)), ""])

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (None, None, 2)

    def violations(self, answer: Packing) -> list[Violation]:
        """Pieces that are missing, bent, off the board or overlapping; answers not first in their class."""
        found = self.partial_violations(answer)
        if len(answer) < len(self.labels):
            found.append(Violation(f"{len(answer)} pieces are laid, of {len(self.labels)}"))
        return found

    def partial_violations(self, partial: Packing) -> list[Violation]:
        if len(partial) > len(self.labels):
            return [Violation(f"{len(partial)} pieces are laid, of {len(self.labels)}")]
        found = []
        ways = moves(1, 1, self.turning, self.flipping)
        free, covered = set(self.cells), set[Cell]()
        for place, (cells, piece, label) in enumerate(zip(partial, self.laid, self.labels, strict=False)):
            shape = {to_corner(moved(piece.cells, move)) for move in ways}
            if not cells or cells != tuple(sorted(cells)) or to_corner(cells) not in shape:
                found.append(Violation(f"{label} has another shape", cells))
            elif not free.issuperset(cells):
                found.append(Violation(f"{label} leaves the board", cells))
            elif covered.intersection(cells):
                found.append(Violation(f"{label} lies on another piece", cells))
            elif place and self.laid[place - 1] == piece and cells < partial[place - 1]:
                found.append(Violation(f"{label} comes before another copy of it", cells))
            covered.update(cells)
        return found or list(self._earlier_images(partial))

    def _earlier_images(self, partial: Packing) -> Iterator[Violation]:
        """Whether the class has a smaller answer, judged by the pieces whose copies are all placed."""
        whole = len(partial)
        while 0 < whole < len(self.laid) and self.laid[whole] == self.laid[whole - 1]:
            whole -= 1
        for move in self.symmetries if self.one_per_class else ():
            if self.image(partial[:whole], move) < partial[:whole]:
                yield Violation("another answer of its symmetry class comes first")

    def steps(self, partial: Packing) -> Iterable[Packing] | None:
        if len(partial) == len(self.labels):
            return None
        ways = self.orientations(self.laid[len(partial)])
        corners = ((r, c) for r in range(self.rows) for c in range(self.columns))
        places = (tuple((r + dr, c + dc) for dr, dc in way) for r, c in corners for way in ways)
        return ((*partial, cells) for cells in sorted(places))

    def render(self, answer: Packing | None = None) -> str:
        """The board with walls between the pieces; without an answer, the board and the pieces."""
        names = dict.fromkeys(self.cells, EMPTY)
        for label, cells in zip(self.labels, answer or (), strict=bool(answer)):
            names |= dict.fromkeys(cells, label)
        width = max(map(len, self.labels)) if answer else 1
        faces = [
            [names.get((r, c), " " if answer else HOLE).ljust(width) for c in range(self.columns)]
            for r in range(self.rows)
        ]
        if answer is None:
            return "\n".join([*map("".join, faces), *map(_piece_line, self.pieces)])
        return walled_picture(faces, names.get)

    def parse_answer(self, text: str) -> Packing:
        reader = LineReader(text.translate(NO_WALLS))
        found: dict[str, list[Cell]] = {label: [] for label in self.labels}
        for r, free in enumerate(self.board):
            if not any(free):
                continue
            tokens = reader.line(f"row {r + 1} of {self.rows}")
            columns = [c for c, is_free in enumerate(free) if is_free]
            if len(tokens) != len(columns):
                raise tokens[-1].error(f"{len(columns)} cells in row {r + 1}, not {len(tokens)}; the last")
            for token, c in zip(tokens, columns, strict=True):
                if token.text in found:
                    found[token.text].append((r, c))
                elif token.text != EMPTY:
                    raise token.error("the name of a piece, or '.'")
        reader.end(f"the end of the answer after {self.rows} rows")
        laid: list[Cells] = []
        for piece in self.pieces:
            laid += sorted(tuple(found[label]) for label in piece.labels)
        return tuple(laid)

    @property
    def answer_words(self) -> Mapping[int, str]:
        return {0: EMPTY, **dict(enumerate(self.labels, 1))}

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        is_not = "" if holds else "not "
        if not place.startswith("piece "):
            return f"{place} is {is_not}{self.labels[value - 1] if value else 'empty'}"
        piece = self.laid[self.labels.index(place.removeprefix("piece "))]
        return f"{place} is {is_not}on {'+'.join(map(cell_name, self.places_of(piece)[value - 1]))}"

    def answer_rows(self, answer: Packing) -> list[list[int]]:
        """The board with the number, from 1, of the piece on each cell, copies counted; 0 elsewhere."""
        number = {cell: n for n, cells in enumerate(answer, 1) for cell in cells}
        return [[number.get((r, c), 0) for c in range(self.columns)] for r in range(self.rows)]


def _piece_line(piece: Piece) -> str:
    return f"{piece.name} {piece.rows}" + (f" x{piece.copies}" if piece.copies > 1 else "")
