"""Pictures of small kinds of boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..base.wording import counted
from ..drawing.board import DARK, FOUND, INK, INSET, SHADE, SIDE, TINTS, Board, differing_cells, digits, tiles
from ..drawing.clues import framed
from ..drawing.puzzle import star
from ..drawing.svg import MIDDLE, Svg, segment, written
from ..problems.board import INWARDS
from ..problems.grid import Cell, Grid, Numbers

if TYPE_CHECKING:
    from .dominosa import Dominosa, Tiling
    from .kakuro.rules import Kakuro
    from .langford import Langford, Line
    from .latin import Latin
    from .nonogram.rules import Clue as Runs
    from .nonogram.rules import Nonogram
    from .queens import Columns, Queens
    from .skyscrapers import Skyscrapers
    from .star_battle.rules import StarBattle
    from .sudominoku.rules import Sudominoku

_CROWN = "M9 31L6.5 14L13.5 21.5L20 9L26.5 21.5L33.5 14L31 31Z"
_TIPS = ((6.5, 12.5), (20, 7.5), (33.5, 12.5))


def draw_queens(problem: Queens, answer: Columns | None, other: Columns | None) -> Board:
    """Draw the board, with a ring where another answer has no queen."""
    size = problem.size
    board = Board(size, size)
    board.shade((r, c) for r in range(size) for c in range(size) if (r + c) % 2)
    board.walls(lambda cell: 0)
    crosses = (
        segment((c * SIDE + a, r * SIDE + 9), (c * SIDE + b, r * SIDE + SIDE - 9))
        for r, c in problem.blocked
        for a, b in ((9, SIDE - 9), (SIDE - 9, 9))
    )
    board.path("".join(crosses), stroke=INK, stroke_width=2.5)
    queens = sorted({*problem.placed, *enumerate(answer or ())})
    board.fill((*queens, *problem.blocked))
    differing = set(differing_cells(problem, answer, other))
    board.ring(differing.intersection(queens))
    for r, c in queens:
        with board.group(
            fill=INK if (r, c) in problem.placed else "#ffffff",
            stroke=INK,
            stroke_width=1.8,
            stroke_linejoin="round",
            transform=f"translate({c * SIDE} {r * SIDE})",
        ):
            board.path(_CROWN)
            for x, y in _TIPS:
                board.circle(x, y, 2.5)
    return board


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


def draw_dominosa(problem: Dominosa, answer: Tiling | None, other: Tiling | None) -> Board:
    """Draw the digits, and the dominoes of an answer."""
    board = Board(problem.rows, problem.columns)
    board.lines()
    board.walls(lambda cell: 0)
    tiles(board, answer or (), fill="#ffffff", stroke=FOUND, stroke_width=2)
    if answer is not None and other is not None:
        board.ring(cell for edge in set(answer) - set(other) for cell in edge)
    faces = {(r, c): face for r, row in enumerate(problem.faces()) for c, face in enumerate(row)}
    board.faces(faces, faces)
    return board


def draw_latin(problem: Latin, answer: Grid | None, other: Grid | None) -> Board:
    """The numbers as numbers, however large."""
    board = Board(problem.order, problem.order)
    board.lines()
    board.walls(lambda cell: 0)
    board.ring(differing_cells(problem, answer, other))
    digits(board, problem.givens, answer, name=str)
    return board


def draw_skyscrapers(problem: Skyscrapers, answer: Grid | None, other: Grid | None) -> Svg:
    """Draw the board of a Latin square, with each clue at its side."""
    board = draw_latin(problem, answer, other)
    for view in problem.views:
        board.clue(view.cells[0], INWARDS[view.from_side], str(view.count))
    return framed(board)


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


_RUN = 16
_STEP = 1.5 * _RUN
_FIFTH = 5


def draw_nonogram(problem: Nonogram, answer: Numbers | None, other: Numbers | None) -> Svg:
    """Fill black cells; cells that differ are smaller, within a ring."""
    board = Board(problem.rows, problem.columns)
    differing = set(differing_cells(problem, answer, other))
    black = {(r, c) for r, row in enumerate(answer or ()) for c, cell in enumerate(row) if cell}
    _blacken(board, black - differing, 0)
    board.lines()
    board.walls(lambda cell: (cell[0] // _FIFTH, cell[1] // _FIFTH))
    board.ring(differing)
    _blacken(board, black & differing, 10)
    left, top = _depth(problem.row_clues), _depth(problem.column_clues)
    whole = Svg(left + board.width, top + board.height)
    with whole.group(font_size=_RUN, text_anchor="middle", fill=INK):
        for r, clue in enumerate(problem.row_clues):
            for back, run in enumerate(reversed(clue or (0,))):
                y = top + (r + 0.5) * SIDE + MIDDLE * _RUN
                whole.text(left - (back + 0.6) * _STEP, y, str(run))
        for c, clue in enumerate(problem.column_clues):
            for back, run in enumerate(reversed(clue or (0,))):
                whole.text(left + (c + 0.5) * SIDE, top - back * _STEP - 0.5 * _RUN, str(run))
    whole.place(board, left, top)
    return whole


def _blacken(board: Board, cells: Iterable[Cell], inset: int) -> None:
    with board.group(fill=DARK):
        for r, c in sorted(cells):
            board.rect(c * SIDE + inset, r * SIDE + inset, SIDE - 2 * inset, SIDE - 2 * inset)


def _depth(clues: Sequence[Runs]) -> float:
    return max(1, *map(len, clues)) * _STEP + 4


def draw_star_battle(problem: StarBattle, answer: Numbers | None, other: Numbers | None) -> Board:
    """Draw the regions, with a ring where another answer has no star."""
    size = problem.size
    stars = counted(problem.stars, "star")
    board = Board(size, size, [f"{stars} in each row, column and region"])
    cells = [(r, c) for r in range(size) for c in range(size)]
    for region in range(size):
        board.shade((cell for cell in cells if problem.region(cell) == region), TINTS[region % len(TINTS)])
    board.lines()
    board.walls(problem.region)
    shown = {(r, c) for r, c in cells if answer is not None and answer[r][c]}
    board.ring(shown.intersection(differing_cells(problem, answer, other)))
    d = (star((c + 0.5) * SIDE, (r + 0.5) * SIDE) for r, c in sorted(shown))
    board.path("".join(d), fill=INK)
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
