"""The two published backtracking programs for sudoku (BOJ 2239, BOJ 2580).

Both fill the cells row by row with the smallest digit first, so the answers come in lexicographic order and
the first one is what BOJ 2239 asks for. They visit the same nodes and differ in the test of a digit: one
scans the board, the other uses flags. The one that scans the board also supports constraints.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.errors import ReductionError
from ...problems.grid import Grid, filled
from ...solvers.search.backtracking import DirectSearch, depth_first
from ...solvers.solver import Meter
from .rules import Sudoku
from .search_boards import BOARDS


def _scan(puzzle: Sudoku, meter: Meter) -> Iterator[Grid]:
    """Visit all cells in order and skip givens; each digit scans its row, column and box."""
    rows, columns, layout = puzzle.rows, puzzle.columns, puzzle.layout
    board = [list(row) for row in puzzle.givens]

    def allowed(row: int, column: int, digit: int) -> bool:
        """Whether the constraints allow `digit` here with the other cells."""
        if not puzzle.constraints:
            return True
        before, board[row][column] = board[row][column], digit
        held = dict(filled(board))
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

    if not all(fits(*cell, given) for cell, given in filled(puzzle.givens)):
        return  # the givens contradict each other
    blanks = [cell for cell in layout.cells() if board[cell[0]][cell[1]] is None]

    def moves(depth: int) -> Iterator[tuple[int, int, int]] | None:
        if depth == len(blanks):
            return None
        row, column = blanks[depth]
        return ((row, column, digit) for digit in layout.digits if fits(row, column, digit))

    def turn(move: tuple[int, int, int], on: bool) -> None:
        row, column, digit = move
        board[row][column] = digit if on else None

    for _ in depth_first(meter, moves, turn):
        yield tuple(map(tuple, board))


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

    def mark(move: tuple[int, int, int], on: bool) -> None:
        r, c, d = move
        board[r][c] = d
        row[r][d] = col[c][d] = box[box_of(r, c)][d] = on

    blanks = [cell for cell in puzzle.layout.cells() if board[cell[0]][cell[1]] is None]
    for cell, given in filled(puzzle.givens):
        if taken(*cell, given):
            return  # the givens contradict each other
        mark((*cell, given), True)

    def moves(depth: int) -> Iterator[tuple[int, int, int]] | None:
        if depth == len(blanks):
            return None
        r, c = blanks[depth]
        return ((r, c, digit) for digit in range(1, size + 1) if not taken(r, c, digit))

    for _ in depth_first(meter, moves, mark):
        yield tuple(map(tuple, board))


# `search_domains` and the language that it needs are imported for sudokus with constraints alone.


def _by_domains(puzzle: Sudoku, meter: Meter) -> Iterator[Grid | None]:
    from .search_domains import grids

    return grids(puzzle, meter)


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
DOMAINS = DirectSearch(
    "search/domains",
    Sudoku.kind,
    "the digits that each cell may have, narrowed by every rule and constraint",
    _by_domains,
    selective=True,
)
SEARCHES = (SCAN, BLANKS, BOARDS, DOMAINS)
