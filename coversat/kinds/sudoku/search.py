"""The two published backtracking programs for sudoku (BOJ 2239, BOJ 2580).

Both fill the cells row by row with the smallest digit first, so the answers come in lexicographic order and
the first one is what BOJ 2239 asks for. They visit the same nodes and differ in the test of a digit: one
scans the board, the other uses flags. The one that scans the board also supports constraints.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...base.errors import ReductionError
from ...problems.grid import Grid, filled
from ...solvers.search.backtracking import DirectSearch
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

    for row in range(rows):
        for column in range(columns):
            given = puzzle.givens[row][column]
            if given is not None and not fits(row, column, given):
                return  # the givens contradict each other

    placed: list[tuple[int, int]] = []  # the filled cells, in order, and their digits
    cell, digit = 0, layout.lowest  # the next step: `cell` with `digit` or a greater one
    while True:
        row, column = divmod(cell, columns)
        if cell == rows * columns:
            yield tuple(map(tuple, board))
        elif puzzle.givens[row][column] is not None:
            cell += 1
            continue
        else:
            while digit <= layout.highest and not fits(row, column, digit):
                digit += 1
            if digit <= layout.highest:
                meter.node()
                board[row][column] = digit
                placed.append((cell, digit))
                cell, digit = cell + 1, layout.lowest
                continue
        if not placed:
            return
        cell, digit = placed.pop()
        row, column = divmod(cell, columns)
        board[row][column] = None
        digit += 1


def _blanks(puzzle: Sudoku, meter: Meter) -> Iterator[Grid]:
    """Visit the blanks in order; flags row[i][d], col[i][d] and box[i][d] mark used digits."""
    if puzzle.constraints or not puzzle.is_usual:
        raise ReductionError("search/blanks takes usual sudokus without constraints; search/scan takes all")
    size = puzzle.size
    board = [list(line) for line in puzzle.givens]
    placed: list[int] = []  # the digits of the first blanks
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
            if given is None:
                blanks.append((r, c))
            elif taken(r, c, given):
                return  # the givens contradict each other
            else:
                mark(r, c, given, True)

    digit = 1  # the next step: the first open blank with `digit` or a greater one
    while True:
        if len(placed) == len(blanks):
            yield tuple(map(tuple, board))
        else:
            r, c = blanks[len(placed)]
            while digit <= size and taken(r, c, digit):
                digit += 1
            if digit <= size:
                meter.node()
                board[r][c] = digit
                mark(r, c, digit, True)
                placed.append(digit)
                digit = 1
                continue
        if not placed:
            return
        digit = placed.pop()
        r, c = blanks[len(placed)]
        mark(r, c, digit, False)
        digit += 1


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
