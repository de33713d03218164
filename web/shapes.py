"""What a board of the page is, and the pictures below its cells.

A board has

=================  =====================================================================================
`kind`             with `rows` and `columns`; `square`: whether these are equal
`faces`            what each cell shows, as typed
`symbols`          what is typed: single characters; `words`: whether several of them make a clue
`glyphs`           how some of the symbols are shown; `typed`: other keys that type one of them
`clues`            what a clue may be, in words
`values`           the digits that somebody writes who solves it; None if marks are drawn
`written`          whether answers are written into the cells, and are no pictures
`givens`           whether the faces are values; `large`: whether numbers in them are, beside other signs
`marks`            what somebody draws who solves it: `cells`, each a `face` with its `shape` and `words`;
                   `clued`: also in cells with clues; `lines`: ``lines``, ``borders``, ``walls`` or None
`rules`            the constraints of a sudoku, each as its text
`regions`          the region of each cell, from 0; None if there are none
`sides`            clues beside the board, by side; `lists`: whether each is a list of numbers, and needed
`numbers`          the numbers of the puzzle by name, as typed
`links`            the dominoes of a sudominoku
`base`             the text without givens and rules, if the kind needs one
`picture`          coversat's picture, over which the page places the cells
`drawn`            the faces that are in the picture
=================  =====================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from coversat.kinds.drawing import draw
from coversat.kinds.drawing.board import SIDE, Board
from coversat.problems import AnyProblem
from coversat.problems.grid import Cell

Faces = list[list[str]]
BoardData = dict[str, Any]
Picture = dict[str, Any]
"""An SVG, and where its first cell is and how large."""


def shaped(kind: str, faces: Faces, symbols: Sequence[str], **more: Any) -> BoardData:
    """A board of a kind: these faces, and what else it has."""
    shape = {"kind": kind, "rows": len(faces), "columns": len(faces[0]), "symbols": list(symbols)}
    blank = {"links": [], "rules": [], "lines": [], "regions": None, "numbers": {}, "base": ""}
    blank |= {"sides": {}, "lists": False, "glyphs": {}, "typed": {}, "clues": "", "square": False}
    blank |= {
        "marks": {"cells": [], "clued": False, "lines": None},
        "written": more.get("values") is not None,
        "large": False,
    }
    return {**shape, **blank, "faces": faces, "values": None, "givens": False, "words": False, **more}


def empty_faces(rows: int, columns: int) -> Faces:
    """Cells that show nothing."""
    return [[""] * columns for _ in range(rows)]


def plain(shape: BoardData) -> Faces:
    """No faces: the picture has none, and the page shows all of them."""
    return empty_faces(shape["rows"], shape["columns"])


def placed(problem: AnyProblem, *answers: Any) -> dict[str, Any] | None:
    """A picture, and where its cells are; None for one without cells."""
    picture = draw(problem, *answers)
    cells = picture.cells
    return cells and {"svg": picture.svg, "x": cells.x, "y": cells.y, "side": SIDE}


_VIEW = re.compile(r'width="[\d.]+" height="[\d.]+" viewBox="[^"]*"')


def cropped(svg: str, x: float, y: float, width: float, height: float) -> str:
    """A part of a picture."""
    return _VIEW.sub(f'viewBox="{x:g} {y:g} {width:g} {height:g}"', svg, count=1)


class CellError(ValueError):
    """What is wrong with a board, and the cell where it is seen."""

    def __init__(self, message: str, cell: Cell | None = None) -> None:
        super().__init__(message)
        self.cell = cell


def regions_of(shape: BoardData) -> dict[int, list[Cell]]:
    """The cells of each region, by its label."""
    found: dict[int, list[Cell]] = {}
    for r, row in enumerate(shape["regions"]):
        for c, label in enumerate(row):
            found.setdefault(label, []).append((r, c))
    return found


def grid(shape: BoardData) -> dict[str, Any]:
    """Lines, with thick ones between regions."""
    board = Board(shape["rows"], shape["columns"])
    board.lines()
    regions = shape["regions"]
    board.walls(lambda cell: regions[cell[0]][cell[1]] if regions else 0)
    return {"svg": board.document(""), "x": 0, "y": 0, "side": SIDE}


def sketched(shape: BoardData) -> dict[str, Any]:
    """A plain grid: all that is known of a board that is no puzzle."""
    return {"picture": grid(shape), "drawn": plain(shape)}


def tiled(rows: int, columns: int) -> list[list[int]]:
    """Regions of about two by three cells, as a beginning."""
    high, wide = _part(rows, 2), _part(columns, 3)
    across = -(-columns // wide)
    return [[r // high * across + c // wide for c in range(columns)] for r in range(rows)]


def _part(length: int, wanted: int) -> int:
    """A divisor of a length near a wanted one; this one if there is none."""
    divisors = [part for part in (wanted, 5 - wanted) if length % part == 0]
    return divisors[0] if divisors else wanted


class BoardKind(NamedTuple):
    """How the boards of a kind and its problems are made of each other.

    Attributes
    ----------
    shape : problem -> board
        Without its picture.
    under : (problem, board) -> picture and drawn
        What is below the cells: without what the page shows itself.
    text : board -> text
        In a form of the kind. A board may be no puzzle yet: reading the text says what is missing.
    blank : (rows, columns) -> board
        An empty one. Raise `ValueError` for a size that no puzzle has.
    sketch : board -> picture and drawn
        Of a board that is no puzzle yet.
    symbol : (problem, value) -> str
        A value as a cell of the board shows it.
    rows : (problem, answer) -> rows
        The values of an answer, row by row.
    tiles : (problem, answer) -> pairs of cells
        The dominoes of an answer.
    picture : (problem, *answers) -> picture
        With answers, where these are no digits.
    check : board -> None
        Raise `CellError` for what is wrong, where the words of a text would not do.
    turned : base -> base
        That of a board that is turned to the right.
    form : str
        The name of the form of `text`, where that does not begin with the kind.
    """

    shape: Callable[[Any], BoardData]
    under: Callable[[Any, BoardData], dict[str, Any]]
    text: Callable[[BoardData], str]
    blank: Callable[[int, int], BoardData]
    sketch: Callable[[BoardData], dict[str, Any]]
    symbol: Callable[[Any, int], str] = lambda problem, value: str(value)
    rows: Callable[[Any, Any], Sequence[Sequence[Any]]] = lambda problem, answer: answer
    tiles: Callable[[Any, Any], Sequence[Any]] = lambda problem, answer: ()
    picture: Callable[..., Picture | None] = placed
    check: Callable[[BoardData], None] = lambda shape: None
    turned: Callable[[str], str] = lambda base: base
    form: str | None = None
