"""Sudoku as a link of Penpa+: numbers are givens, edges the borders of boxes or regions, and killer cages.

A killer cage's sum is a corner number at the top left of one of its cells.  A board that is neither of
Penpa's sudoku grid nor marked as sudoku is refused: numbers on squares could be any puzzle's.  A mark can
name a rule that no drawing shows.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....problems.forms.checked_json import Json
from ....problems.forms.lines import line_form
from ....problems.forms.penpa import KAKURO_GRID, Drawing, grid_name, notes, numbered, read_drawing, written
from ....problems.forms.puzzlink import areas, neighbours_across, neighbours_down
from ....problems.grid import Cell, Grid, Numbers
from ....problems.problem import Form
from ....problems.text import Token
from ..constraints import Constraint
from ..constraints.everywhere import AntiKing, AntiKnight
from ..constraints.sets import Diagonal, Windoku
from ..constraints.sums import Cage
from ..rules import Sudoku
from .common import build, show_rows

_NUMBERS, _CORNERS, _EDGES, _CAGES = "zN", "z1", "zE", "z6"
_SUDOKU = ("classic", "sudoku", "killer", "killersudoku", "irregular", "jigsaw", "jigsawsudoku")
_RULES: dict[str, tuple[Constraint, ...]] = {
    "antiknight": (AntiKnight(),),
    "antiking": (AntiKing(),),
    "diagonal": (Diagonal("down"), Diagonal("up")),
    "windoku": (Windoku(),),
}
"""Marks that mean a rule."""
_SOLID = (2, 3, 5, 8, 9, 21)
"""The styles of edges that are lines: black, green, grey, red, blue, thick."""
_TOP_LEFT = 0
_NORMAL = "1"
_SIZES = range(4, 26)


def _read(token: Token) -> Sudoku:
    drawing = read_drawing(token)
    if drawing.grid != "sudoku" and not set(_SUDOKU) & set(drawing.marked):
        raise drawing.word.error("a grid of sudoku, or a board marked as one", ascii(drawing.grid[:40]))
    if drawing.rows != drawing.columns or drawing.rows not in _SIZES:
        raise drawing.word.error("a square board of 4 to 25 rows", f"{drawing.rows} by {drawing.columns}")
    drawing.only((_NUMBERS, _CORNERS, _EDGES, _CAGES), (*_SUDOKU, *_RULES))
    size = drawing.rows
    givens: list[list[int | None]] = [[None] * size for _ in range(size)]
    for number, entry in numbered(drawing.parts.get(_NUMBERS)):
        items = entry.items()
        if len(items) != 3 or items[2].data != _NORMAL:
            raise entry.error("a given of the usual style")
        r, c = drawing.cell(number, entry)
        givens[r][c] = written(entry, 1, size)
    rules = (rule for mark, those in _RULES.items() if mark in drawing.marked for rule in those)
    return build(tuple(map(tuple, givens)), _regions(drawing), (*_cages(drawing), *rules), token)


def _regions(drawing: Drawing) -> Numbers:
    """The meaning of the edges inside the board."""
    size = drawing.rows
    walls: set[tuple[Cell, Cell]] = set()
    part = drawing.parts.get(_EDGES)
    for name, entry in part.members().items() if part else ():
        ends = [int(end) for end in name.split(",") if end.isascii() and end.isdecimal() and len(end) < 8]
        if len(ends) != 2 or entry.data not in _SOLID:
            raise entry.error("a solid edge between two corners")
        (r, c), (row, column) = (drawing.place(end - drawing.cell_count) for end in sorted(ends))
        if (row, column) == (r, c + 1):
            walls.add(((r, column), (r + 1, column)))
        elif (row, column) == (r + 1, c):
            walls.add(((row, c), (row, c + 1)))
        else:
            raise entry.error("an edge along a cell")
    pairs = (*neighbours_across(size, size), *neighbours_down(size, size))
    return areas(size, size, (pair for pair in pairs if pair not in walls))


def _cages(drawing: Drawing) -> Iterator[Cage]:
    totals: dict[Cell, tuple[int, Json]] = {}
    for name, entry in numbered(drawing.parts.get(_CORNERS)):
        corner, place = divmod(name, 4)
        if place != _TOP_LEFT:
            raise entry.error("a sum at the top left of a cage's cell")
        totals[drawing.cell(corner - drawing.cell_count, entry)] = written(entry, 1, drawing.rows**3), entry
    cages = drawing.parts.get(_CAGES)
    for cage in cages.items() if cages else ():
        cells = tuple(drawing.cell(cell.integer(0, 10**7), cell) for cell in cage.items())
        found = [totals.pop(cell)[0] for cell in cells if cell in totals]
        if len(found) > 1:
            raise cage.error("one sum for each cage")
        yield Cage(cells, found[0] if found else None)
    for _, entry in totals.values():
        raise entry.error("a sum on a cage's cell")


PENPA: Form[Sudoku, Grid] = line_form(
    name="penpa",
    about="links of Penpa+ to sudoku, one a line: givens, boxes or regions, killer cages",
    recognises=lambda text: grid_name(text) not in (None, KAKURO_GRID),
    read=_read,
    show=show_rows,
    notes=notes,
)
