"""Random problems for the tests of codecs."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from coversat.kinds.kakuro.rules import Clue
from coversat.kinds.sudoku.constraints import Constraint
from coversat.kinds.sudoku.constraints.everywhere import AntiKing, AntiKnight
from coversat.kinds.sudoku.constraints.sets import Diagonal, Regions, Windoku
from coversat.kinds.sudoku.constraints.sums import Cage
from coversat.problems import Kakuro, Sudoku
from coversat.problems.grid import Cell, Grid, Numbers
from coversat.problems.layout import Layout

BOXES = ((2, 2), (2, 3), (3, 3), (4, 4))
USUAL_SIZES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 16: (4, 4), 25: (5, 5)}


def grids(size: int) -> st.SearchStrategy[Grid]:
    """Any digits, mostly blanks: codecs do not ask whether givens agree."""
    cell = st.one_of(st.none(), st.none() | st.integers(1, size))
    return st.lists(cell, min_size=size * size, max_size=size * size).map(
        lambda cells: tuple(tuple(cells[at : at + size]) for at in range(0, size * size, size))
    )


@st.composite
def plain_sudokus(draw: st.DrawFn, sizes: tuple[int, ...] = (4, 6, 9, 16)) -> Sudoku:
    """Sudokus with the usual boxes and no constraints."""
    size = draw(st.sampled_from(sizes))
    return Sudoku(*USUAL_SIZES[size], draw(grids(size)))


@st.composite
def walks(draw: st.DrawFn, size: int, longest: int) -> tuple[Cell, ...]:
    """Cells of one piece."""
    cells = [(draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1)))]
    for _ in range(draw(st.integers(0, longest - 1))):
        r, c = cells[-1]
        dr, dc = draw(st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0)]))
        step = r + dr, c + dc
        if 0 <= step[0] < size and 0 <= step[1] < size and step not in cells:
            cells.append(step)
    return tuple(cells)


def bent_rows(size: int) -> Numbers:
    """A jigsaw: each two rows make two regions that are no boxes."""
    labels = [[r for _ in range(size)] for r in range(size)]
    for r in range(0, size - 1, 2):
        labels[r][0], labels[r + 1][-1] = r + 1, r
        if size > 2:
            labels[r][0] = r
            labels[r][-1], labels[r + 1][-1] = r + 1, r + 1
            labels[r + 1][0] = r
    return tuple(map(tuple, labels))


@st.composite
def cages(draw: st.DrawFn, size: int) -> list[Constraint]:
    """Cages without a common cell; each of several cells, or with a sum."""
    found: list[Constraint] = []
    used: set[Cell] = set()
    for _ in range(draw(st.integers(0, 4))):
        cells = draw(walks(size, min(size, 5)))
        if used.isdisjoint(cells):
            used.update(cells)
            sums = st.integers(1, size * (size + 1) // 2)
            found.append(Cage(cells, draw(sums if len(cells) == 1 else st.none() | sums)))
    return found


@st.composite
def variants(draw: st.DrawFn, flags: tuple[Constraint, ...]) -> Sudoku:
    """Sudokus and jigsaws with cages, and some of these constraints."""
    size = draw(st.sampled_from((4, 5, 6, 9)))
    constraints = draw(cages(size))
    layout = Layout(size, size, 1, size)
    constraints += [flag for flag in flags if flag.fault(layout) is None and draw(st.booleans())]
    box = USUAL_SIZES.get(size)
    if box is None or draw(st.booleans()):
        constraints.append(Regions(bent_rows(size)))
        box = (1, size)
    elif size == 6 and draw(st.booleans()):
        box = (3, 2)
    return Sudoku(*box, draw(grids(size)), tuple(constraints))


ALL_FLAGS = (Diagonal("down"), Diagonal("up"), AntiKnight(), AntiKing(), Windoku())


@st.composite
def kakuros(draw: st.DrawFn) -> Kakuro:
    """Boards with a black first row and column; any clues that have a run."""
    rows, columns = draw(st.integers(2, 7)), draw(st.integers(2, 24))
    white = tuple(tuple(bool(r and c) and draw(st.booleans()) for c in range(columns)) for r in range(rows))
    board = Kakuro(white, ())
    clues = []
    for r, c, direction in product(range(rows), range(columns), (0, 1)):
        clue = Clue(r, c, direction, draw(st.integers(1, 45)))
        if not white[r][c] and board.is_white(clue.first_cell) and draw(st.integers(0, 3)):
            clues.append(clue)
    return Kakuro(white, tuple(clues))
