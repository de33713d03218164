"""Pictures of small kinds of boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..problems.grid import Grid
from .drawing.board import DARK, FOUND, INK, INSET, SHADE, SIDE, Board, differing_cells, digits, tiles
from .drawing.svg import Svg, segment, written

if TYPE_CHECKING:
    from .kakuro.rules import Kakuro
    from .langford import Langford, Line
    from .sudominoku.rules import Sudominoku

_FLAT = 0.55
"""The height of an arc by half its width."""


def draw_langford(problem: Langford, answer: Line | None, other: Line | None) -> Svg:
    """Draw the line of numbers with arcs above it."""
    places: dict[int, list[int]] = {}
    for place, value in enumerate(answer or ()):
        places.setdefault(value, []).append(place)
    # A wrong answer may contain a number once or three times: the arc is from the first to the last.
    spans = {value: (those[0], those[-1]) for value, those in places.items() if len(those) > 1}
    above = max((_height(*span) for span in spans.values()), default=0) + 6
    caption = () if answer else (f"1 to {problem.pairs} twice each, k numbers between the two k",)
    board = Board(1, 2 * problem.pairs, caption)
    board.lines()
    board.walls(lambda cell: 0)
    board.ring(differing_cells(problem, answer, other))
    board.faces({(0, place): str(value) for place, value in enumerate(answer or ())}, ())
    whole = Svg(board.width, board.height + above)
    with whole.group(fill="none", stroke=FOUND, stroke_width=1.8):
        for first, last in spans.values():
            radius = f"{written((last - first) * SIDE / 2)} {written(_height(first, last))}"
            start, end = (written((place + 0.5) * SIDE) for place in (first, last))
            top = written(float(above))
            whole.path(f"M{start} {top}A{radius} 0 0 1 {end} {top}")
    whole.place(board, 0, above)
    return whole


def _height(first: int, last: int) -> float:
    return _FLAT * (last - first) * SIDE / 2


_TRIANGLES = (0.68, 0.4), (0.3, 0.92)
"""Where the clues of a black cell are: across, and down."""


def draw_kakuro(problem: Kakuro, answer: Grid | None, other: Grid | None) -> Board:
    """Draw the board, with down clues in the lower left triangle and across clues in the upper right."""
    board = Board(problem.rows, problem.columns)
    cells = [(r, c) for r in range(problem.rows) for c in range(problem.columns)]
    board.shade((cell for cell in cells if not problem.is_white(cell)), DARK)
    board.lines()
    board.walls(lambda cell: 0)
    board.ring(differing_cells(problem, answer, other))
    places = sorted({(clue.row, clue.column) for clue in problem.clues})
    diagonals = (segment((c * SIDE, r * SIDE), ((c + 1) * SIDE, (r + 1) * SIDE)) for r, c in places)
    board.path("".join(diagonals), stroke="#ffffff", stroke_width=1)
    with board.group(font_size=13, text_anchor="middle", fill="#ffffff"):
        for clue in problem.clues:
            right, down = _TRIANGLES[clue.direction]
            board.text((clue.column + right) * SIDE, (clue.row + down) * SIDE, str(clue.total))
    if answer is not None:
        board.faces({(r, c): str(answer[r][c]) for r, c in problem.white_cells if answer[r][c]}, ())
    return board


def draw_sudominoku(problem: Sudominoku, answer: Grid | None, other: Grid | None) -> Board:
    """Draw given tiles grey with a thick border, singles round, and other tiles white."""
    board = Board(problem.size, problem.size)
    board.lines()
    board.walls(lambda cell: (cell[0] // problem.box_rows, cell[1] // problem.box_columns))
    given = [domino.cells for domino in problem.dominoes]
    laid = problem.tiling(answer) if answer and not problem.violations(answer) else None
    tiles(board, [one.cells for one in laid or () if one.cells not in given], fill="#ffffff", stroke=FOUND)
    tiles(board, given, fill=SHADE, stroke=INK, stroke_width=2)
    with board.group(fill=SHADE, stroke=INK, stroke_width=2):
        for r, c in sorted(problem.singles):
            board.circle((c + 0.5) * SIDE, (r + 0.5) * SIDE, SIDE / 2 - INSET)
    board.ring(differing_cells(problem, answer, other))
    digits(board, problem.givens, answer)
    return board


DRAW = {"langford": draw_langford, "kakuro": draw_kakuro, "sudominoku": draw_sudominoku}
