"""The two published backtracking programs for sudoku (BOJ 2239, BOJ 2580).

Both fill the cells row by row with the smallest digit first, so the answers come in lexicographic order and
the first one is what BOJ 2239 asks for. They visit the same nodes and differ in the test of a digit: one
scans the board, the other uses flags. The one that scans the board also supports constraints.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import ReductionError
from ...problems.grid import Grid
from ...solvers.backtracking import DirectSearch
from ...solvers.solver import Meter
from .rules import Sudoku
from .search_boards import BOARDS


def _scan(puzzle: Sudoku, meter: Meter) -> Iterator[Grid]:
    """Visit all cells in order and skip givens; each digit scans its row, column and box."""
    rows, columns, size, layout = puzzle.rows, puzzle.columns, puzzle.size, puzzle.layout
    board = [list(row) for row in puzzle.givens]

    def allowed(row: int, column: int, digit: int) -> bool:
        """Whether the constraints allow `digit` here with the other cells."""
        if not puzzle.constraints:
            return True
        before, board[row][column] = board[row][column], digit
        held = puzzle.held(tuple(map(tuple, board)))
        board[row][column] = before
        return not any(constraint.violations(held, layout) for constraint in puzzle.constraints)

    def fits(row: int, column: int, digit: int) -> bool:
        """Whether no other cell of the row, the column or the box holds `digit`, and it is allowed."""
        if any(board[row][other] == digit and other != column for other in range(columns)):
            return False
        if any(board[other][column] == digit and other != row for other in range(rows)):
            return False
        top, left = row - row % puzzle.box_rows, column - column % puzzle.box_columns
        for r in range(top, top + puzzle.box_rows):
            for c in range(left, left + puzzle.box_columns):
                if board[r][c] == digit and (r, c) != (row, column):
                    return False
        return allowed(row, column, digit)

    for row in range(rows):
        for column in range(columns):
            given = puzzle.givens[row][column]
            if given and not fits(row, column, given):
                return  # the givens contradict each other

    filled: list[int] = []  # the filled cells, in order
    cell, digit = 0, 1  # the next step: `cell` with `digit` or a greater one
    while True:
        row, column = divmod(cell, columns)
        if cell == rows * columns:
            yield tuple(map(tuple, board))
        elif puzzle.givens[row][column]:
            cell += 1
            continue
        else:
            while digit <= size and not fits(row, column, digit):
                digit += 1
            if digit <= size:
                meter.node()
                board[row][column] = digit
                filled.append(cell)
                cell, digit = cell + 1, 1
                continue
        if not filled:
            return
        cell = filled.pop()
        row, column = divmod(cell, columns)
        digit = board[row][column] + 1
        board[row][column] = 0


def _blanks(puzzle: Sudoku, meter: Meter) -> Iterator[Grid]:
    """Visit the blanks in order; flags row[i][d], col[i][d] and box[i][d] mark used digits."""
    if puzzle.constraints or not puzzle.is_usual:
        raise ReductionError("search/blanks takes usual sudokus without constraints; search/scan takes all")
    size = puzzle.size
    board = [list(line) for line in puzzle.givens]
    row, col, box = ([[False] * (size + 1) for _ in range(size)] for _ in range(3))

    def box_of(r: int, c: int) -> int:
        return r // puzzle.box_rows * puzzle.box_rows + c // puzzle.box_columns

    def taken(r: int, c: int, d: int) -> bool:
        return row[r][d] or col[c][d] or box[box_of(r, c)][d]

    def mark(r: int, c: int, d: int, flag: bool) -> None:
        row[r][d] = col[c][d] = box[box_of(r, c)][d] = flag

    blanks = []
    for r in range(size):
        for c in range(size):
            given = board[r][c]
            if not given:
                blanks.append((r, c))
            elif taken(r, c, given):
                return  # the givens contradict each other
            else:
                mark(r, c, given, True)

    at, digit = 0, 1  # the next step: blank `at` with `digit` or a greater one
    while True:
        if at == len(blanks):
            yield tuple(map(tuple, board))
        else:
            r, c = blanks[at]
            while digit <= size and taken(r, c, digit):
                digit += 1
            if digit <= size:
                meter.node()
                board[r][c] = digit
                mark(r, c, digit, True)
                at, digit = at + 1, 1
                continue
        if at == 0:
            return
        at -= 1
        r, c = blanks[at]
        mark(r, c, board[r][c], False)
        digit = board[r][c] + 1


SCAN = DirectSearch(
    "search/scan",
    Sudoku.kind,
    "BOJ 2239: all cells in order, re-reading row, column and box for each digit",
    _scan,
)
BLANKS = DirectSearch(
    "search/blanks",
    Sudoku.kind,
    "BOJ 2239, 2580: the blanks in order, with flags for rows, columns and boxes",
    _blanks,
)
SEARCHES = (SCAN, BLANKS, BOARDS)
