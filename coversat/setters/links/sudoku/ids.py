"""Sudoku in one word: links of puzz.link, and game ids of Simon Tatham's Solo."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase

from ....kinds.sudoku.constraints import Constraint
from ....kinds.sudoku.constraints.sets import Diagonal
from ....kinds.sudoku.constraints.sums import Cage
from ....kinds.sudoku.rules import Sudoku
from ....kinds.sudoku.text import show_one_line, show_rows
from ....problems.board import Line, regions
from ....problems.forms.lines import Characters, Game, NumberCells, Runs, line_form
from ....problems.grid import Cell, Grid, Numbers, rows_of
from ....problems.layout import BOX_SIDES
from ....problems.problem import Form
from ....problems.text import Token
from ..puzzlink import (
    NUMBERS,
    Link,
    areas,
    neighbours_across,
    neighbours_down,
    of_one_piece,
    puzzlink_form,
    walls,
)
from .common import box_labels, build, from_cells, other_constraints, plain_cells, refuse, region_labels

# puzz.link
#
# The body lists the cells row by row: a given is one hexadecimal digit, ``-`` and two, or ``+`` and three;
# ``.`` is a cell with a question mark, which states no digit; ``g`` to ``z`` are 1 to 20 blank cells. Only
# boards whose boxes are the same in puzz.link are supported.
#
# Source: the public code of the pzpr program, which puzz.link runs.


_SIZES = (4, 6, 9, 16, 25)
_CELLS_PUZZLINK = NUMBERS._replace(blank=".")


def _read_link(link: Link) -> Sudoku:
    size = link.width
    if link.height != size or size not in _SIZES:
        raise link.error(f"a square board of side {', '.join(map(str, _SIZES))}")

    cells = _CELLS_PUZZLINK.read(link.body, size * size, size, "a given")
    link.body.end(f"{size * size} cells")
    return from_cells(cells)


def _write_link(problem: Sudoku) -> tuple[int, int, str]:
    cells = plain_cells(problem, "puzz.link", _SIZES)
    return problem.size, problem.size, _CELLS_PUZZLINK.write(cells)


PUZZLINK: Form[Sudoku, Grid] = puzzlink_form("sudoku", "SIZE/SIZE/BODY", _read_link, _write_link, show_rows)


# Solo: ``3x3:`` and the board
#
# The parameters are CxR, the boxes across and down, each R cells wide and C tall (``9j`` for a jigsaw of side
# 9), then ``x`` for both diagonals and ``k`` for killer cages, and letters that only describe the generation.
# The board lists numbers, with ``_`` between two of them, and ``a`` to ``z`` for 1 to 26 blanks. Commas
# separate a jigsaw's regions, a killer's cages, and its sums like a board, each at the first cell of its
# cage.
#
# Areas are the walls between neighbouring cells, first of cells side by side, row by row, then of cells one
# above the other, column by column: ``_`` is a wall, ``a`` to ``y`` are 1 to 25 gaps and a wall, ``z`` is 25
# gaps without; a last wall ends the list.
#
# Source: the collection's public code.


_GAME = Game("solo", "[0-9]{1,2}(?:x[0-9]{1,2}|[a-z]*j)[a-z0-9]*")
_PARAMETERS = re.compile(
    r"(?P<across>[0-9]+)(?:x(?P<down>[0-9]+))?(?P<flags>(?:[jxk]|[rma][0-9]*d?[0-9]*|d[a-z])*)"
)
_CELLS_SOLO = NumberCells(
    Runs(ascii_lowercase),
    re.compile(r"[1-9][0-9]{0,3}(_(?=[0-9a-z]))?"),
    value=lambda mark: int(mark.rstrip("_")),
    text=str,
    parting="_",
)
_DIAGONALS = (Diagonal("down"), Diagonal("up"))
_WALLS = re.compile(r"[_a-z]")
_COMMA = re.compile(",")
_LARGEST = 25


def _read_solo(token: Token) -> Sudoku:
    head, characters = _GAME.parts(token)
    found = _PARAMETERS.fullmatch(head)
    if found is None:
        raise token.error(
            "parameters of Solo such as 3x3:, 9j: or 3x3xk: (the ids of other games are not read)"
        )
    across, down = int(found["across"]), int(found["down"] or found["across"])
    made = re.sub(r"[rma][0-9]*d?[0-9]*|d[a-z]", "", found["flags"])
    jigsaw = "j" in made
    size = across * down if found["down"] or not jigsaw else across
    if not 4 <= size <= _LARGEST or not (jigsaw or {across, down} <= set(BOX_SIDES)):
        raise token.error("boxes of 2 to 5 rows and columns, or a jigsaw of 4 to 25")
    givens = _numbers(characters, size, size)
    labels = box_labels(size, size, (across, down)) if not jigsaw else None
    constraints: list[Constraint] = list(_DIAGONALS) if "x" in made else []
    if labels is None:
        characters.take(_COMMA, "',' and the regions")
        labels = _areas(characters, size)
    if "k" in made:
        characters.take(_COMMA, "',' and the cages")
        cages = regions(_areas(characters, size)).values()
        characters.take(_COMMA, "',' and the sums of the cages")
        constraints += _cages(cages, _numbers(characters, size, size**3), token)
    characters.end("the board")
    return build(givens, labels, constraints, token)


def _numbers(characters: Characters, size: int, largest: int) -> Grid:
    return rows_of(_CELLS_SOLO.read(characters, size * size, largest, "a number"), size)


def _areas(characters: Characters, size: int) -> Numbers:
    pairs = [*neighbours_across(size, size), *neighbours_down(size, size)]
    joined = []
    at = 0
    while at <= len(pairs):
        mark = characters.take(_WALLS, "'_' or a letter for the walls between cells")
        gaps = 0 if mark == "_" else min(ascii_lowercase.index(mark) + 1, 25)
        if at + gaps > len(pairs):
            raise characters.error(f"the end of the walls after {len(pairs)} places", back=1)
        joined += pairs[at : at + gaps]
        at += gaps + (mark != "z")
    return areas(size, size, joined)


def _cages(cages: Iterable[Line], sums: Grid, token: Token) -> Iterator[Cage]:
    for cells in cages:
        totals = [total for r, c in cells if (total := sums[r][c]) is not None]
        if len(totals) > 1:
            raise token.error("one sum for each cage")
        # A single cell without a sum states nothing.
        if totals or len(cells) > 1:
            yield Cage(cells, totals[0] if totals else None)


def _write_solo(problem: Sudoku) -> str:
    labels = region_labels(problem, "Solo")
    left = other_constraints(problem)
    diagonals = set(_DIAGONALS) <= set(left)
    cages = [one for one in left if isinstance(one, Cage)]
    refuse((one for one in left if one not in cages and not (diagonals and one in _DIAGONALS)), "Solo")
    head = f"{problem.size}j" if problem.regions else f"{problem.box_rows}x{problem.box_columns}"
    parts = [_board(problem.givens)]
    if problem.regions:
        parts.append(_walls(labels))
    if cages:
        parts += _cage_parts(cages, problem.size)
    return f"{head}{'x' * diagonals}{'k' * bool(cages)}:{','.join(parts)}"


def _cage_parts(cages: list[Cage], size: int) -> list[str]:
    """The cages and their sums; every other cell is a single cage."""
    labels = [[r * size + c for c in range(size)] for r in range(size)]
    sums: list[list[int | None]] = [[None] * size for _ in range(size)]
    used: set[Cell] = set()
    for cage in cages:
        if not used.isdisjoint(cage.cells):
            raise ValueError("Solo cannot state cages that share a cell")
        used.update(cage.cells)
        first_row, first_column = cage.cells[0]
        for r, c in cage.cells:
            labels[r][c] = first_row * size + first_column
        sums[first_row][first_column] = cage.total
    board = tuple(map(tuple, labels))
    if any(not cage.total and len(cage.cells) == 1 for cage in cages):
        raise ValueError("Solo cannot state a cage of one cell without a sum")
    return [_walls(board), _board(tuple(map(tuple, sums)))]


def _board(rows: Grid) -> str:
    return _CELLS_SOLO.write(number for row in rows for number in row)


def _walls(labels: Numbers) -> str:
    """The walls between the areas of these labels, each of one piece."""
    if not of_one_piece(labels):
        raise ValueError("Solo cannot state a region or cage of several pieces")
    sides = len(labels), len(labels)
    pairs = [*neighbours_across(*sides), *neighbours_down(*sides)]
    parts = []
    gaps = 0
    for wall in (*walls(labels, pairs), True):
        if not wall:
            gaps += 1
            continue
        longer, rest = divmod(max(gaps - 1, 0), 25)
        parts.append("z" * longer + (ascii_lowercase[rest] if gaps else "_"))
        gaps = 0
    return "".join(parts)


SOLO: Form[Sudoku, Grid] = line_form(
    name="solo",
    about="game ids of Solo in Simon Tatham's collection, one a line: 3x3:..., with x, j and k",
    word="a game id",
    recognises=_GAME.recognises,
    read=_read_solo,
    write=_write_solo,
    show=show_one_line,
)
