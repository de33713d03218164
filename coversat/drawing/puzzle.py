"""The picture of a `GridPuzzle`, as `look`, `clue_look`, `has_walls` and `small_clues` describe it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import cos, pi, sin

from ..problems.board import INWARDS
from ..problems.clue_board import Clue
from ..problems.clue_text import NO_CLUE
from ..problems.grid import Cell, Numbers
from ..problems.lines import ALL_SIDES, LinePuzzle
from ..problems.puzzle import GridPuzzle
from ..problems.settings import PLACES
from .board import DARK, FOUND, INK, SHADE, SIDE, THIN, Board, differing_cells
from .clues import framed
from .svg import MIDDLE, Svg, polygon, segment

SMALL = 12
"""The font size of a clue in the corner of a cell."""
_MARGIN = 6

Shape = Callable[[Svg, float, float], None]
"""Draws a shape around the middle (x, y) of a cell."""


def _black(board: Svg, x: float, y: float) -> None:
    board.rect(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, fill=DARK)


def _circle(board: Svg, x: float, y: float) -> None:
    board.circle(x, y, 0.32 * SIDE, fill=FOUND)


def _ring(board: Svg, x: float, y: float) -> None:
    board.circle(x, y, 0.32 * SIDE, fill="none", stroke=FOUND, stroke_width=2.5)


def _dot(board: Svg, x: float, y: float) -> None:
    board.circle(x, y, 0.1 * SIDE, fill=FOUND)


def _bulb(board: Svg, x: float, y: float) -> None:
    board.circle(x, y, 0.3 * SIDE, fill="#f0e442", stroke=INK, stroke_width=1.5)


def _mine(board: Svg, x: float, y: float) -> None:
    spikes = ((0.36 * SIDE * cos(turn * pi / 4), 0.36 * SIDE * sin(turn * pi / 4)) for turn in range(4))
    board.path(
        "".join(segment((x - a, y - b), (x + a, y + b)) for a, b in spikes), stroke=INK, stroke_width=2.5
    )
    board.circle(x, y, 0.24 * SIDE, fill=INK)


def star(x: float, y: float) -> str:
    """The outline of a star, for `Svg.path`."""
    far = 0.32 * SIDE, 0.32 * SIDE * 0.42
    turns = ((far[turn % 2], turn * pi / 5) for turn in range(10))
    return polygon((x + radius * sin(angle), y - radius * cos(angle)) for radius, angle in turns)


def _star(board: Svg, x: float, y: float) -> None:
    board.path(star(x, y), fill=INK)


def _tent(board: Svg, x: float, y: float) -> None:
    corners = ((x, y - 0.3 * SIDE), (x + 0.34 * SIDE, y + 0.28 * SIDE), (x - 0.34 * SIDE, y + 0.28 * SIDE))
    board.path(polygon(corners), fill="#d55e00", stroke=INK, stroke_width=1.5, stroke_linejoin="round")


def _tree(board: Svg, x: float, y: float) -> None:
    board.rect(x - 2.5, y, 5, 0.34 * SIDE, fill="#7a5230")
    board.circle(x, y - 0.08 * SIDE, 0.26 * SIDE, fill="#009e73", stroke=INK, stroke_width=1)


def _grey(board: Svg, x: float, y: float) -> None:
    board.rect(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, fill=SHADE)


def _strokes(*ends: tuple[float, float, float, float]) -> Shape:
    """Lines between points, in sides of a cell from its middle."""

    def draw(board: Svg, x: float, y: float) -> None:
        lines = (segment((x + a * SIDE, y + b * SIDE), (x + c * SIDE, y + d * SIDE)) for a, b, c, d in ends)
        board.path("".join(lines), stroke=FOUND, stroke_width=2.5)

    return draw


SHAPES: dict[str, Shape] = {
    "backslash": _strokes((-0.5, -0.5, 0.5, 0.5)),
    "black": _black,
    "bulb": _bulb,
    "circle": _circle,
    "cross": _strokes((-0.2, -0.2, 0.2, 0.2), (-0.2, 0.2, 0.2, -0.2)),
    "dot": _dot,
    "grey": _grey,
    "mine": _mine,
    "minus": _strokes((-0.22, 0, 0.22, 0)),
    "plus": _strokes((-0.22, 0, 0.22, 0), (0, -0.22, 0, 0.22)),
    "ring": _ring,
    "slash": _strokes((-0.5, 0.5, 0.5, -0.5)),
    "star": _star,
    "tent": _tent,
    "tree": _tree,
}
"""How each of `settings.LOOKS` is drawn."""
HOLE = THIN
"""The colour of cells that are in no region."""
FILLS = {"black": DARK, "grey": SHADE}
"""Looks that fill their cells, below the lines of the board."""


def draw_puzzle(problem: GridPuzzle, answer: Numbers | None, other: Numbers | None) -> Svg:
    """The clues and the values of an answer, as the class describes their look."""
    board = Board(problem.rows, problem.columns)
    clues = dict(problem.clued())
    looks = {cell: problem.clue_look.get(clue) for cell, clue in clues.items()}
    dark = [cell for cell, look in looks.items() if look == "black"]
    for look, colour in FILLS.items():
        board.shade([cell for cell, one in looks.items() if one == look], colour)
    values = {} if answer is None else {cell: answer[cell[0]][cell[1]] for cell in problem.cells()}
    if problem.has_givens:
        values = {cell: value for cell, value in values.items() if cell not in clues}
    for look, colour in FILLS.items():
        board.shade([cell for cell, value in values.items() if problem.look.get(value) == look], colour)
    board.shade(problem.holes, HOLE)
    board.lines()
    _walls(board, problem, answer)
    board.ring(differing_cells(problem, answer, other))
    if isinstance(problem, LinePuzzle) and answer is not None:
        board.centre_lines(answer, values)
        values = {cell: value for cell, value in values.items() if not value & ALL_SIDES}
    placed = {cell: clue for cell, clue in clues.items() if clue in problem.clue_places}
    middle = {cell: clue for cell, clue in clues.items() if cell not in placed}
    for cell, clue in middle.items():
        _shape(board, cell, problem.clue_look.get(clue))
    for cell, value in values.items():
        _shape(board, cell, problem.look.get(value))
    _write(board, problem, middle, values, dark)
    for cell, clue in placed.items():
        _at_border(board, problem, cell, clue)
    for (side, _), _, line, clue in problem.clued_sides():
        board.clue(line[0], INWARDS[str(side)], str(clue))
    return framed(board)


def _walls(board: Board, problem: GridPuzzle, answer: Numbers | None) -> None:
    """Around the board, its regions and, for a kind with walls, the areas of an answer."""
    regions = problem.regions
    areas = answer if problem.has_walls else None

    def region(cell: Cell) -> tuple[int, int]:
        r, c = cell
        return regions[r][c] if regions else 0, areas[r][c] if areas else 0

    board.walls(region)


def _shape(board: Board, cell: Cell, name: str | None) -> None:
    if name is not None and name not in FILLS:
        SHAPES[name](board, (cell[1] + 0.5) * SIDE, (cell[0] + 0.5) * SIDE)


def _write(
    board: Board,
    problem: GridPuzzle,
    clues: dict[Cell, Clue],
    values: dict[Cell, int],
    dark: Collection[Cell],
) -> None:
    """Clues and values as text, unless they are drawn as shapes."""
    faces = {
        cell: problem.values[value]
        for cell, value in values.items()
        if value in problem.values
        and value not in problem.look
        and not _is_empty(problem, value)
        and (cell not in clues or problem.small_clues)
    }
    written = {
        cell: str(clue) for cell, clue in clues.items() if problem.clue_look.get(clue) in (None, "black")
    }
    plain = {cell: face for cell, face in written.items() if cell not in dark}
    if problem.small_clues:
        board.has_labels = True
        for (r, c), face in sorted(plain.items()):
            board.text(c * SIDE + 3, r * SIDE + SMALL, face, font_size=SMALL, fill=INK)
        plain = {}
    board.faces(faces | plain, plain, problem.small_clues)
    _light(board, {cell: face for cell, face in written.items() if cell in dark and face.isdecimal()})


def _is_empty(problem: GridPuzzle, value: int) -> bool:
    """Whether the value is that of an empty cell: the first one, if it is written ``-``."""
    return value == next(iter(problem.values)) and problem.values[value] in NO_CLUE


def _at_border(board: Board, problem: GridPuzzle, cell: Cell, clue: Clue) -> None:
    """A clue at a side or a corner of its cell, above the lines: its shape, or its text in a circle."""
    across, down = PLACES[problem.clue_places[clue]]
    x, y = (cell[1] + 0.5 + across / 2) * SIDE, (cell[0] + 0.5 + down / 2) * SIDE
    name = problem.clue_look.get(clue)
    if name is not None:
        SHAPES[name](board, x, y)
        return
    board.circle(x, y, 0.2 * SIDE, fill="#ffffff", stroke=INK, stroke_width=1.2)
    with board.group(font_size=SMALL, text_anchor="middle", fill=INK):
        board.text(x, y + MIDDLE * SMALL, str(clue))


def _light(board: Board, faces: dict[Cell, str]) -> None:
    """Numbers on black cells."""
    if faces:
        board.fill(faces)
        with board.group(font_size=SIDE / 2, text_anchor="middle", font_weight="bold", fill="#ffffff"):
            for (r, c), face in sorted(faces.items()):
                board.text((c + 0.5) * SIDE, (r + 0.5) * SIDE + MIDDLE * SIDE / 2, face)
