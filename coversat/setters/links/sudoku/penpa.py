"""Sudoku as a link of Penpa+: numbers are givens, edges the borders of boxes or regions; cages, thermometers,
arrows, diagonals.

A killer cage's sum is a corner number at the top left of one of its cells.  A board that is neither of
Penpa's sudoku grid nor marked as sudoku is refused: numbers on squares could be any puzzle's.  A mark can
name a rule that no drawing shows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from ....kinds.sudoku.constraints import Constraint
from ....kinds.sudoku.constraints.everywhere import AntiKing, AntiKnight
from ....kinds.sudoku.constraints.relations import Thermo
from ....kinds.sudoku.constraints.sets import Diagonal, Windoku
from ....kinds.sudoku.constraints.sum_lines import Arrow
from ....kinds.sudoku.constraints.sums import Cage
from ....kinds.sudoku.rules import Sudoku
from ....kinds.sudoku.text import show_rows
from ....problems.forms.lines import line_form
from ....problems.grid import Cell, Grid, Numbers
from ....problems.problem import Form
from ....problems.text import Token, shown
from ..checked_json import Json
from ..penpa import (
    BLACK,
    DASHED,
    NORMAL,
    THICK,
    Board,
    Drawing,
    beside,
    drawn_link,
    is_other,
    read_drawing,
    written,
)
from ..puzzlink import areas, neighbours_across, neighbours_down
from .common import build, other_constraints, refuse, region_labels

_NUMBERS, _CORNERS, _EDGES, _CAGES, _OUTLINES = "zN", "z1", "zE", "z6", "zC"
_FREE_EDGES = "z2"
"""Lines between any two corners, such as a diagonal."""
_THERMOS, _ARROWS, _SYMBOLS = "zT", "z3", "zY"
_PATHS: dict[str, type[Thermo | Arrow]] = {_THERMOS: Thermo, _ARROWS: Arrow}
_CIRCLE = [1, "circle_L", 2]
"""A white circle above the lines, in which an arrow begins."""
_SUDOKU = tuple("classic sudoku killer killersudoku irregular jigsaw jigsawsudoku thermo arrow".split())
_RULES: dict[str, tuple[Constraint, ...]] = {
    "antiknight": (AntiKnight(),),
    "antiking": (AntiKing(),),
    "diagonal": (Diagonal("down"), Diagonal("up")),
    "windoku": (Windoku(),),
}
"""Marks that mean a rule."""
_SOLID = (2, 3, 5, 8, 9, 21)
"""The styles of edges that are lines: black, green, grey, red, blue, thick."""
_GREY = 5
_TOP_LEFT = 0
_SIZES = range(4, 26)


def _read(token: Token) -> Sudoku:
    drawing = read_drawing(token)
    if drawing.grid != "sudoku" and not set(_SUDOKU) & set(drawing.marked):
        raise drawing.word.error("a grid of sudoku, or a board marked as one", shown(drawing.grid))
    size, columns = drawing.board.rows, drawing.board.columns
    if size != columns or size not in _SIZES:
        raise drawing.word.error("a square board of 4 to 25 rows", f"{size} by {columns}")
    known = (_NUMBERS, _CORNERS, _EDGES, _FREE_EDGES, _CAGES, _OUTLINES, *_PATHS, _SYMBOLS)
    drawing.only(known, (*_SUDOKU, *_RULES))
    givens: list[list[int | None]] = [[None] * size for _ in range(size)]
    for number, entry in drawing.numbered(_NUMBERS):
        items = entry.items()
        if len(items) != 3 or items[2].data != NORMAL:
            raise entry.error("a given of the usual style")
        r, c = drawing.cell(number, entry)
        givens[r][c] = written(entry, 1, size)
    marked = (rule for mark, those in _RULES.items() if mark in drawing.marked for rule in those)
    rules = dict.fromkeys((*marked, *_diagonals(drawing)))
    cages = tuple(_cages(drawing))
    _check_outlines(drawing, cages)
    paths = [path for part in _PATHS for path in _paths(drawing, part)]
    _check_circles(drawing, [path.cells[0] for path in paths if isinstance(path, Arrow)])
    drawn = (*cages, *paths, *rules)
    return build(tuple(map(tuple, givens)), _regions(drawing), drawn, token)


def _edges(drawing: Drawing, part: str) -> Iterator[tuple[Cell, Cell, Json]]:
    """The corners that each edge joins, the upper first: each is that at the lower right of a cell."""
    for name, entry in drawing.named(part).items():
        ends = [int(end) for end in name.split(",") if end.isascii() and end.isdecimal() and len(end) < 8]
        if len(ends) != 2 or entry.data not in _SOLID:
            raise entry.error("a solid edge between two corners")
        one, other = (drawing.board.place(end - drawing.board.cell_count) for end in sorted(ends))
        yield one, other, entry


def _is_straight(one: Cell, other: Cell) -> bool:
    return one[0] == other[0] or one[1] == other[1]


def _regions(drawing: Drawing) -> Numbers:
    """The meaning of the edges inside the board."""
    size = drawing.board.rows
    walls: set[tuple[Cell, Cell]] = set()
    for (r, c), (row, column), entry in _edges(drawing, _EDGES):
        if (row, column) == (r, c + 1):
            walls.add(((r, column), (r + 1, column)))
        elif (row, column) == (r + 1, c):
            walls.add(((row, c), (row, c + 1)))
        elif _is_straight((r, c), (row, column)):
            raise entry.error("an edge along a cell")
    pairs = (*neighbours_across(size, size), *neighbours_down(size, size))
    return areas(size, size, (pair for pair in pairs if pair not in walls))


def _diagonals(drawing: Drawing) -> Iterator[Diagonal]:
    """Diagonals of the board: a line from corner to corner, or one through each cell."""
    size = drawing.board.rows
    down, up = Diagonal("down"), Diagonal("up")
    whole = {down: {(n, n) for n in range(size)}, up: {(n, size - 1 - n) for n in range(size)}}
    crossed: dict[Diagonal, set[Cell]] = {down: set(), up: set()}
    slanted = (edge for edge in _edges(drawing, _EDGES) if not _is_straight(*edge[:2]))
    for (r, c), (row, column), entry in chain(slanted, _edges(drawing, _FREE_EDGES)):
        way, step, first = (down, 1, c + 1) if column > c else (up, -1, c)
        cells = {(r + 1 + n, first + step * n) for n in range(row - r)}
        if column - c != step * (row - r) or not cells <= whole[way]:
            raise entry.error("an edge along a cell, or a line along a diagonal of the board")
        crossed[way] |= cells
    for way, cells in crossed.items():
        if cells == whole[way]:
            yield way
        elif cells:
            raise drawing.word.error("a line through all of a diagonal", "one through a part of it")


def _cages(drawing: Drawing) -> Iterator[Cage]:
    totals: dict[Cell, tuple[int, Json]] = {}
    for name, entry in drawing.numbered(_CORNERS):
        corner, place = divmod(name, 4)
        if place != _TOP_LEFT:
            raise entry.error("a sum at the top left of a cage's cell")
        total = written(entry, 1, drawing.board.rows**3)
        totals[drawing.cell(corner - drawing.board.cell_count, entry)] = total, entry
    for cage in drawing.listed(_CAGES):
        cells = tuple(drawing.cell(cell.integer(0, 10**7), cell) for cell in cage.items())
        found = [totals.pop(cell)[0] for cell in cells if cell in totals]
        if len(found) > 1:
            raise cage.error("one sum for each cage")
        yield Cage(cells, found[0] if found else None)
    for _, entry in totals.values():
        raise entry.error("a sum on a cage's cell")


def _check_outlines(drawing: Drawing, cages: Iterable[Cage]) -> None:
    """The lines of cages are only drawn where cages are."""
    lines = {line for cage in cages for line in drawing.board.outline(cage.cells)}
    for name, entry in drawing.named(_OUTLINES).items():
        if name not in lines:
            raise entry.error("lines around the cages alone")


def _paths(drawing: Drawing, part: str) -> Iterator[Thermo | Arrow]:
    for path in drawing.listed(part):
        cells = tuple(drawing.cell(cell.integer(0, 10**7), cell) for cell in path.items())
        if not cells:
            continue  # begun and removed
        if len(set(cells)) < max(len(cells), 2):
            raise path.error("a path through two or more different cells")
        yield _PATHS[part](cells)


def _check_circles(drawing: Drawing, starts: Collection[Cell]) -> None:
    """The only symbols are white circles where arrows begin, which may be left out."""
    for number, entry in drawing.numbered(_SYMBOLS):
        if (
            drawing.cell(number, entry) not in starts
            or [one.data for one in entry.items()][:2] != _CIRCLE[:2]
        ):
            raise entry.error("a white circle where an arrow begins, and no other symbol")


def _write(problem: Sudoku) -> str:
    labels = region_labels(problem, "Penpa")
    others = other_constraints(problem)
    rules = {mark: those for mark, those in _RULES.items() if set(those) <= set(others)}
    single = [] if "diagonal" in rules else [one for one in others if isinstance(one, Diagonal)]
    ruled = [*chain(*rules.values()), *single]
    cages = [one for one in others if isinstance(one, Cage)]
    paths = {part: [one for one in others if isinstance(one, path)] for part, path in _PATHS.items()}
    refuse((one for one in others if one not in (*ruled, *cages, *chain(*paths.values()))), "Penpa")
    size = problem.size
    board = Board(size, size)
    digits = dict(zip(problem.layout.cells(), chain(*problem.givens), strict=True))
    pairs = (*neighbours_across(size, size), *neighbours_down(size, size))
    parts = {
        _NUMBERS: {board.cell(cell): [str(digit), BLACK, NORMAL] for cell, digit in digits.items() if digit},
        _EDGES: {
            board.border((a, b), (c, d)): THICK for (a, b), (c, d) in pairs if labels[a][b] != labels[c][d]
        },
        _FREE_EDGES: {_across(board, one): _GREY for one in single},
        _CAGES: [list(map(board.cell, cage.cells)) for cage in cages],
        _OUTLINES: {line: DASHED for cage in cages for line in board.outline(cage.cells)},
        _CORNERS: {
            board.clue(cage.cells[0], _TOP_LEFT): [str(cage.total), BLACK]
            for cage in cages
            if cage.total is not None
        },
        **{part: [list(map(board.cell, path.cells)) for path in those] for part, those in paths.items()},
        _SYMBOLS: {board.cell(path.cells[0]): _CIRCLE for path in paths[_ARROWS]},
    }
    marks = {"killer": cages, "thermo": paths[_THERMOS], "arrow": paths[_ARROWS]}
    return drawn_link(board, parts, "classic", *(mark for mark, those in marks.items() if those), *rules)


def _across(board: Board, diagonal: Diagonal) -> str:
    """The name of a line from corner to corner of the board."""
    last = board.rows - 1
    left, right = (-1, last) if diagonal.way == "down" else (last, -1)
    return ",".join(str(board.cell_count + board.cell(end)) for end in sorted(((left, -1), (right, last))))


PENPA: Form[Sudoku, Grid] = line_form(
    name="penpa",
    about="links of Penpa+ to sudoku: givens, regions, killer cages, thermometers, arrows, diagonals",
    recognises=is_other,
    read=_read,
    write=_write,
    show=show_rows,
    beside=beside,
)
