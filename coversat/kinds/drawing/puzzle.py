"""The picture of a `GridPuzzle`, as its `Look` describes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from itertools import chain, product
from math import cos, pi, sin
from typing import Any

from ...problems.board import INWARDS, pieces_of, seen_from
from ...problems.clue_text import NO_CLUE
from ...problems.grid import Cell, Numbers, filled
from ...problems.lines import ALL_SIDES, LinePuzzle, line_neighbours
from ...problems.puzzle import GridPuzzle
from ...problems.settings import PLACES
from .board import DARK, FOUND, INK, SHADE, SIDE, THIN, TINTS, Board, tiles
from .clues import framed
from .svg import MIDDLE, Svg, polygon, segment, written

SMALL = 12
"""The font size of a clue in the corner of a cell."""
Shape = Callable[[Svg, float, float], None]
"""Draws a shape around the middle (x, y) of a cell."""


def _disc(radius: float, **looks: Any) -> Shape:
    """A circle; its radius in sides of a cell."""
    return lambda board, x, y: board.circle(x, y, radius * SIDE, **looks)


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


def _tent(board: Svg, x: float, y: float) -> None:
    corners = ((x, y - 0.3 * SIDE), (x + 0.34 * SIDE, y + 0.28 * SIDE), (x - 0.34 * SIDE, y + 0.28 * SIDE))
    board.path(polygon(corners), fill="#d55e00", stroke=INK, stroke_width=1.5, stroke_linejoin="round")


def _tree(board: Svg, x: float, y: float) -> None:
    board.rect(x - 2.5, y, 5, 0.34 * SIDE, fill="#7a5230")
    board.circle(x, y - 0.08 * SIDE, 0.26 * SIDE, fill="#009e73", stroke=INK, stroke_width=1)


def _strokes(*ends: tuple[float, float, float, float]) -> Shape:
    """Lines between points, in sides of a cell from its middle."""

    def draw(board: Svg, x: float, y: float) -> None:
        lines = (segment((x + a * SIDE, y + b * SIDE), (x + c * SIDE, y + d * SIDE)) for a, b, c, d in ends)
        board.path("".join(lines), stroke=FOUND, stroke_width=2.5)

    return draw


def _crossed(board: Svg, x: float, y: float) -> None:
    arm = SIDE / 2 - 9
    lines = (segment((x - arm, y - way * arm), (x + arm, y + way * arm)) for way in (1, -1))
    board.path("".join(lines), stroke=INK, stroke_width=2.5)


_CROWN = "M9 31L6.5 14L13.5 21.5L20 9L26.5 21.5L33.5 14L31 31Z"
_TIPS = ((6.5, 12.5), (20, 7.5), (33.5, 12.5))


def _queen(board: Svg, x: float, y: float, fill: str = "#ffffff") -> None:
    place = f"translate({written(x - SIDE / 2)} {written(y - SIDE / 2)})"
    with board.group(fill=fill, stroke=INK, stroke_width=1.8, stroke_linejoin="round", transform=place):
        board.path(_CROWN)
        for right, down in _TIPS:
            board.circle(right, down, 2.5)


SHAPES: dict[str, Shape] = {
    "backslash": _strokes((-0.5, -0.5, 0.5, 0.5)),
    "black disc": _disc(0.25, fill=INK, stroke=INK, stroke_width=2),
    "bulb": _disc(0.3, fill="#f0e442", stroke=INK, stroke_width=1.5),
    "circle": _disc(0.32, fill=FOUND),
    "circled": _disc(0.36, fill="#ffffff", stroke=INK),
    "cross": _strokes((-0.2, -0.2, 0.2, 0.2), (-0.2, 0.2, 0.2, -0.2)),
    "crossed": _crossed,
    "dot": _disc(0.1, fill=FOUND),
    "mine": _mine,
    "minus": _strokes((-0.22, 0, 0.22, 0)),
    "plus": _strokes((-0.22, 0, 0.22, 0), (0, -0.22, 0, 0.22)),
    "queen": _queen,
    "ring": _disc(0.32, fill="none", stroke=FOUND, stroke_width=2.5),
    "slash": _strokes((-0.5, 0.5, 0.5, -0.5)),
    "star": lambda board, x, y: board.path(star(x, y), fill=INK),
    "tent": _tent,
    "tree": _tree,
    "white disc": _disc(0.25, fill="#ffffff", stroke=INK, stroke_width=2),
}
"""How each of `settings.LOOKS` is drawn that is a shape."""
GIVEN_SHAPES: dict[str, Shape] = {
    "black disc": _disc(0.36, fill=INK, stroke=INK, stroke_width=2),
    "queen": partial(_queen, fill=INK),
    "white disc": _disc(0.36, fill="#ffffff", stroke=INK, stroke_width=2),
}
"""Those that look different as a clue."""
HOLE = THIN
"""The colour of cells that are in no region."""
FILLS = {"black": DARK, "grey": SHADE, "sea": "#8fb8d6"}
"""The colours of whole cells that `look` and `clue_look` may name."""
LINE_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6a4c93", "#8c6d1f")
"""Of lines from clues; they begin again where there are more."""
_DIFFERENT = 10
"""The border of a filled cell that differs from another answer, around which its ring is seen."""


class _Drawing:
    """The board of a puzzle while it is drawn.

    * clue_looks, looks (mapping from cells to names of shapes and fills): those of clues, and those of the
      values of the answer, if there is one.
    * values (mapping from cells to values): those of the answer that are not given.
    """

    def __init__(self, problem: GridPuzzle, answer: Any, other: Any) -> None:
        self.problem, self.answer = problem, answer
        self.grid: Numbers | None = None if answer is None else problem.grid_of(answer)
        self.board = Board(problem.rows, problem.columns, problem.captions)
        self.clue_looks = {cell: problem.look_of_clue(clue) for cell, clue in problem.clued()}
        self.values = dict(problem.held(answer)) if answer is not None else {}
        if problem.has_givens:
            self.values = {cell: value for cell, value in self.values.items() if cell not in problem.clue_at}
        self.looks = {
            cell: problem.look[value]
            for cell, value in self.values.items()
            if value in problem.look and self.clue_looks.get(cell) != problem.look[value]
        }
        placed = self.looks.keys() | {cell for cell, name in self.clue_looks.items() if name}
        self.differing = {
            cell for cell in self._differing(other) if cell in placed or not problem.rings_placed
        }

    def _differing(self, other: Any) -> Iterator[Cell]:
        """The cells in which the answer differs from another one, if there is one."""
        if self.answer is not None and other is not None:
            one, two = (dict(filled(self.problem.grid_of(answer))) for answer in (self.answer, other))
            yield from (cell for cell in self.problem.cells() if one.get(cell) != two.get(cell))

    def draw(self) -> Svg:
        self.areas()
        if self.problem.lines_above:
            self.clue_shapes()
            self.lines()
        else:
            self.lines()
            self.clue_shapes()
        for cell, name in self.looks.items():
            self.shape(SHAPES, cell, name)
        self.outline()
        self.write()
        self.border_clues()
        self.side_clues()
        return framed(self.board)

    def areas(self) -> None:
        """Colours of cells, what is between them, and rings."""
        problem, board = self.problem, self.board
        if problem.has_tints:
            for at, cells in enumerate(problem.region_cells().values()):
                board.shade(cells, TINTS[at % len(TINTS)])
        self.fill(self.clue_looks)
        self.fill({cell: name for cell, name in self.looks.items() if cell not in self.differing})
        board.shade(problem.holes, HOLE)
        if problem.background == "lines":
            board.lines()
        elif problem.background == "squares":
            board.shade((r, c) for r, c in problem.cells() if (r + c) % 2)
        if problem.background == "dots":
            for r, c in product(range(problem.rows + 1), range(problem.columns + 1)):
                board.circle(c * SIDE, r * SIDE, 2, fill=INK)
        else:
            board.walls(self.area_of)
        tiled = [cell for cell, name in self.looks.items() if name == "tile"]
        edges = {
            (cell, other) for cell in tiled for other in line_neighbours(self.values, cell) if cell < other
        }
        tiles(board, edges, fill="#ffffff", stroke=FOUND, stroke_width=2)
        board.ring(self.differing)
        for name, colour in FILLS.items():
            small = [cell for cell in sorted(self.differing) if self.looks.get(cell) == name]
            with board.group(fill=colour) if small else nullcontext():
                for r, c in small:
                    side = SIDE - 2 * _DIFFERENT
                    board.rect(c * SIDE + _DIFFERENT, r * SIDE + _DIFFERENT, side, side)

    def fill(self, names: Mapping[Cell, str | None]) -> None:
        for name, colour in FILLS.items():
            self.board.shade((cell for cell, own in names.items() if own == name), colour)

    def area_of(self, cell: Cell) -> tuple[int, ...]:
        """What walls separate: regions and, of a kind with walls, the areas of an answer."""
        r, c = cell
        problem, every = self.problem, self.problem.walls_every
        region = problem.regions[r][c] if problem.regions else 0
        area = self.grid[r][c] if problem.has_walls and self.grid else 0
        return (region, area, r // every, c // every) if every else (region, area)

    def shape(self, shapes: Mapping[str, Shape], cell: Cell, name: str | None) -> None:
        if name is not None and name in shapes:
            self.board.fill([cell])
            shapes[name](self.board, (cell[1] + 0.5) * SIDE, (cell[0] + 0.5) * SIDE)

    def is_inside(self, cell: Cell) -> bool:
        """Whether the cell has a clue, and not only at its border."""
        problem, clue = self.problem, self.problem[cell]
        return clue is not None and (problem.face_of_clue(clue) != "" or not problem.at_border(clue))

    def clue_shapes(self) -> None:
        for cell, name in self.clue_looks.items():
            if self.is_inside(cell):
                self.shape(SHAPES | GIVEN_SHAPES, cell, name)

    def lines(self) -> None:
        """Lines through the centres of cells; then only values beside them are left to draw."""
        problem = self.problem
        if not isinstance(problem, LinePuzzle) or self.grid is None:
            return
        if not problem.coloured_lines:
            self.board.centre_lines(self.grid, self.values)
        held = self.values
        clues = list(dict.fromkeys(problem.clue_at.values())) if problem.coloured_lines else []
        drawn = [cell for cell in held if held[cell]] if problem.coloured_lines else []
        for piece in pieces_of(drawn, lambda cell: line_neighbours(held, cell)):
            clue = next((problem.clue_at[cell] for cell in piece if cell in problem.clue_at), None)
            colour = INK if clue is None else LINE_COLOURS[clues.index(clue) % len(LINE_COLOURS)]
            self.board.centre_lines(self.grid, piece, colour)
        self.values = {cell: value for cell, value in held.items() if not value & ALL_SIDES}

    def outline(self) -> None:
        inside = [cell for cell, name in self.looks.items() if name == "outline"]
        self.board.around(inside, 0, stroke=FOUND, stroke_width=5)

    def write(self) -> None:
        """Clues and values as text, unless they are drawn as shapes."""
        problem, board = self.problem, self.board
        clues = {
            cell: problem.face_of_clue(problem[cell])
            for cell, name in self.clue_looks.items()
            if name in (None, "circled", *FILLS) and self.is_inside(cell)
        }
        looks = chain(self.clue_looks.items(), self.looks.items())
        dark = {cell for cell, name in looks if name == "black"}
        light = {cell: face for cell, face in clues.items() if cell in dark}
        plain = {cell: face for cell, face in clues.items() if cell not in light}
        faces = {
            cell: problem.values[value]
            for cell, value in self.values.items()
            if value in problem.values
            and value not in problem.look
            and not self.is_empty(value)
            and (problem.small_clues or not self.is_inside(cell))
        }
        if problem.small_clues:
            board.has_labels = True
            for (r, c), face in sorted(plain.items()):
                board.text(c * SIDE + 3, r * SIDE + SMALL, face, font_size=SMALL, fill=INK)
            plain = {}
        board.faces(faces | plain, plain, problem.small_clues)
        _light(board, {cell: face for cell, face in light.items() if face.isdecimal()})

    def is_empty(self, value: int) -> bool:
        """Whether the value is that of an empty cell: the first one, if it is written ``-``."""
        values = self.problem.values
        return value == next(iter(values)) and values[value] in NO_CLUE

    def border_clues(self) -> None:
        """Clues at a side or a corner of their cells, above the lines: a shape, or a text in a circle."""
        clued = self.problem.clued()
        for cell, place, face in ((cell, *at) for cell, clue in clued for at in self.problem.at_border(clue)):
            across, down = PLACES[place]
            x, y = (cell[1] + 0.5 + across / 2) * SIDE, (cell[0] + 0.5 + down / 2) * SIDE
            if name := self.clue_looks[cell]:
                SHAPES[name](self.board, x, y)
                continue
            self.board.circle(x, y, 0.2 * SIDE, fill="#ffffff", stroke=INK, stroke_width=1.2)
            with self.board.group(font_size=SMALL, text_anchor="middle", fill=INK):
                self.board.text(x, y + MIDDLE * SMALL, face)

    def side_clues(self) -> None:
        """The clues at the sides; the last of several numbers is the nearest, as people read them."""
        problem = self.problem
        for side, clues in zip(problem.sides, problem.side_clues, strict=True):
            for at, clue in enumerate(clues):
                first = seen_from(side, at, problem.rows, problem.columns)[0]
                several = (clue or (0,))[::-1] if isinstance(clue, tuple) else () if clue is None else (clue,)
                for number in several:
                    self.board.clue(first, INWARDS[side], str(number))


def draw_puzzle(problem: GridPuzzle, answer: Any, other: Any) -> Svg:
    """The clues and the values of an answer, as the class describes their look."""
    return _Drawing(problem, answer, other).draw()


def _light(board: Board, faces: dict[Cell, str]) -> None:
    """Numbers on black cells."""
    if faces:
        board.fill(faces)
        with board.group(font_size=SIDE / 2, text_anchor="middle", font_weight="bold", fill="#ffffff"):
            for (r, c), face in sorted(faces.items()):
                board.text((c + 0.5) * SIDE, (r + 0.5) * SIDE + MIDDLE * SIDE / 2, face)
