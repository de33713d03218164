"""Kakuro as links of puzz.link and of Penpa+."""

from __future__ import annotations

import re

from ...kinds.kakuro.rules import ACROSS, DOWN, Clue, Kakuro
from ...problems.board import cells
from ...problems.forms.lines import Characters, Runs, cells_of, line_form
from ...problems.grid import Grid, rows_of
from ...problems.problem import Form
from ...problems.text import Token
from .penpa import KAKURO_GRID, WHITE, Board, beside, drawn_link, grid_name, read_drawing, written
from .puzzlink import Link, puzzlink_form

# puzz.link
#
# The body leaves out the board's first row and column. It lists the cells row by row: ``k`` to ``z`` are
# 1 to 16 white cells, ``.`` is a black cell without clues, and any other black cell is two characters, its
# clues down and across. Then come the clues of the first row, one for each column whose first cell is
# white, and those of the first column likewise. A clue is ``0-9a-j`` for 0 to 19, ``A-Z`` for 20 to 45,
# ``-`` for none; 0 means none too.
#
# Source: the public code of the pzpr program, which puzz.link runs.


_NUMBERS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBER = re.compile(f"[{_NUMBERS}-]")
_WHITES = Runs("klmnopqrstuvwxyz")

_Cell = tuple[int, int] | None
"""A black cell's sums down and across, 0 for none; None for a white cell."""
_BLACK = (0, 0)


def _read_link(link: Link) -> Kakuro:
    width, height = link.width, link.height
    cells = cells_of(_some, link.body, width * height)
    rows: list[tuple[_Cell, ...]] = [(_BLACK,) * (width + 1)]
    rows += [(_BLACK, *row) for row in rows_of(cells, width)]
    white = tuple(tuple(cell is None for cell in row) for row in rows)
    sums = {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row) if cell}
    sums |= {(0, c): (_edge(link.body), 0) for c in range(1, width + 1) if white[1][c]}
    sums |= {(r, 0): (0, _edge(link.body)) for r in range(1, height + 1) if white[r][1]}
    link.body.end("the clues of the first row and column")
    board = Kakuro(white, ())
    clues = [
        Clue(r, c, direction, total)
        for (r, c), both in sums.items()
        for direction, total in zip((DOWN, ACROSS), both, strict=True)
        if total
    ]
    for clue in clues:
        if not board.is_white(clue.first_cell):
            where = f"row {clue.row} and column {clue.column} has a clue {('across', 'down')[clue.direction]}"
            raise link.error(f"white cells next to every clue ({where} without any)")
    return Kakuro(white, tuple(clues))


def _some(characters: Characters, left: int) -> list[_Cell]:
    if whites := characters.run(_WHITES):
        return [None] * whites
    if characters.skip("."):
        return [_BLACK]
    down = _sum(characters, "a cell: 'k' to 'z', '.', or two clues")
    return [(down, _sum(characters, "a clue across"))]


def _sum(characters: Characters, expected: str) -> int:
    mark = characters.take(_NUMBER, expected)
    return 0 if mark == "-" else _NUMBERS.index(mark)


def _edge(characters: Characters) -> int:
    return _sum(characters, "a clue of the first row or column")


def _write(problem: Kakuro) -> tuple[int, int, str]:
    width, height = problem.columns - 1, problem.rows - 1
    if not width or not height or any(0 in cell for cell in problem.white_cells):
        raise ValueError("puzz.link states boards with a black first row and column and cells beside them")
    totals = {(clue.row, clue.column, clue.direction): clue.total for clue in problem.clues}
    if any(total >= len(_NUMBERS) for total in totals.values()):
        raise ValueError(f"puzz.link states sums up to {len(_NUMBERS) - 1}")

    def mark(row: int, column: int, direction: int) -> str:
        return _NUMBERS[totals.get((row, column, direction), 0)]

    def cell(row: int, column: int) -> str:
        if problem.white[row][column]:
            return ""
        clues = mark(row, column, DOWN) + mark(row, column, ACROSS)
        return "." if clues == "00" else clues

    body = _WHITES.between(cell(r, c) for r in range(1, height + 1) for c in range(1, width + 1))
    body += "".join(mark(0, c, DOWN) for c in range(1, width + 1) if problem.white[1][c])
    body += "".join(mark(r, 0, ACROSS) for r in range(1, height + 1) if problem.white[r][1])
    return width, height, body


PUZZLINK: Form[Kakuro, Grid] = puzzlink_form(("kakuro",), "WIDTH/HEIGHT/BODY", _read_link, _write)


# Penpa+
#
# Black cells are symbols, clues are corner numbers. The name of a corner number is four times the number of
# a corner plus its position: 1 at the top right of its cell is the clue across, 2 at the bottom left the
# clue down.


_CLUES, _SYMBOLS = "z1", "zY"
_DIRECTIONS = {1: ACROSS, 2: DOWN}
_LARGEST = 999


def _read_penpa(token: Token) -> Kakuro:
    drawing = read_drawing(token)
    drawing.only((_CLUES, _SYMBOLS), ("kakuro",))
    black = set()
    for number, symbol in drawing.numbered(_SYMBOLS):
        shape = symbol.items()[1:2]
        if not shape or shape[0].data != "kakuro":
            raise symbol.error("the symbol of a black cell")
        black.add(drawing.cell(number, symbol))
    rows, columns = drawing.board.rows, drawing.board.columns
    white = rows_of([cell not in black for cell in cells(rows, columns)], columns)
    board = Kakuro(white, ())
    clues = []
    for number, entry in drawing.numbered(_CLUES):
        corner, place = divmod(number, 4)
        row, column = drawing.cell(corner - drawing.board.cell_count, entry)
        if place not in _DIRECTIONS:
            raise entry.error("a clue at the top right or the bottom left of its cell")
        clue = Clue(row, column, _DIRECTIONS[place], written(entry, 1, _LARGEST))
        if white[row][column] or not board.is_white(clue.first_cell):
            raise entry.error("a clue on a black cell with white cells beside it")
        clues.append(clue)
    return Kakuro(white, tuple(clues))


def _write_penpa(problem: Kakuro) -> str:
    board = Board(problem.rows, problem.columns)
    black = [cell for cell in cells(problem.rows, problem.columns) if not problem.is_white(cell)]
    places = {direction: place for place, direction in _DIRECTIONS.items()}
    parts = {
        _SYMBOLS: {board.cell(cell): [1, "kakuro", 2] for cell in black},
        _CLUES: {
            board.clue((clue.row, clue.column), places[clue.direction]): [str(clue.total), WHITE]
            for clue in problem.clues
        },
    }
    return drawn_link(board, parts, "kakuro", grid=KAKURO_GRID)


PENPA: Form[Kakuro, Grid] = line_form(
    name="penpa",
    about="links of Penpa+ to kakuro, one a line",
    recognises=lambda text: grid_name(text) == KAKURO_GRID,
    read=_read_penpa,
    write=_write_penpa,
    beside=beside,
)
