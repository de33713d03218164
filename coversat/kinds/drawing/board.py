"""A board of square cells, and the look of digits, walls, rings and dominoes in every picture.

The colours are those of Okabe and Ito, which can be distinguished with any colour vision; no meaning
depends on colour alone: givens are bold, differing cells are ringed.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import pairwise
from typing import Any
from unicodedata import east_asian_width

from ...primitives.models import EAST, SOUTH
from ...problems import AnyProblem
from ...problems.board import Edge
from ...problems.grid import Cell, Grid, Numbers, digit_character, filled
from .svg import MIDDLE, Cells, Point, Svg, outline, polygon, segment

SIDE = 40
"""The width of a cell."""
FACE = 22
"""The font size in a cell."""

INK, FOUND, THIN, SHADE, DARK = "#1a1a1a", "#0072b2", "#8c8c8c", "#e8e8e8", "#3d3d3d"
RING, RING_FILL = "#d55e00", "#ffe3c2"
TINTS = tuple(
    "#cfe6f5 #fbe3b3 #c9ecdf #f6d6e6 #fdf6b5 #dcdcdc #f7cfb5 #d5d3f0 #e3f2c1 #bfe3e6 #ecd9c6 #f1c6c6".split()
)
"""Light enough for black text; outlines, walls and names distinguish pieces and regions, not tints."""
WALL, LINE = 3, 1
"""The widths of lines between regions and between cells."""

_CAPTION = 14
_PAD = "\u200b"


class Board(Svg):
    """Rows of cells with the top left corner at 0, 0, and captions below.

    * captions: each is wrapped to the board's width.
    """

    def __init__(self, rows: int, columns: int, captions: Sequence[str] = ()) -> None:
        self.rows = rows
        self.columns = columns
        self.clues: dict[tuple[Cell, Cell], list[str]] = {}
        """The clues outside the board, by the first cell of their line and the step to the next cell."""
        self.has_labels = False
        """Whether a cell has a label in its upper left corner."""
        self._filled: set[Cell] = set()
        self._above: list[str] = []
        super().__init__(columns * SIDE, rows * SIDE)
        self.fill(())
        write_captions(self, captions)

    def fill(self, cells: Iterable[Cell]) -> None:
        """Mark these cells as filled, so that nothing is written over them."""
        self._filled.update(cells)
        self.cells = Cells(0, 0, self.rows, self.columns, frozenset(self._filled))

    def clue(self, cell: Cell, step: Cell, text: str) -> None:
        """Add a clue outside the board before a line; `clues.framed` makes room for it."""
        self.clues.setdefault((cell, step), []).append(text)

    def shade(self, cells: Iterable[Cell], colour: str = SHADE) -> None:
        squares = (f"M{c * SIDE} {r * SIDE}h{SIDE}v{SIDE}h-{SIDE}z" for r, c in sorted(cells))
        self.path("".join(squares), fill=colour)

    @contextmanager
    def above(self) -> Iterator[None]:
        """A layer inside the block that is drawn above the lines, on the borders of cells."""
        below, self._lines = self._lines, self._above
        yield
        self._lines = below

    def overlay(self) -> None:
        """Draw the layer above the lines, once these are drawn."""
        self._lines += self._above

    def lines(self) -> None:
        down = (segment((c * SIDE, 0), (c * SIDE, self.rows * SIDE)) for c in range(1, self.columns))
        across = (segment((0, r * SIDE), (self.columns * SIDE, r * SIDE)) for r in range(1, self.rows))
        self.path("".join([*down, *across]), stroke=THIN, stroke_width=LINE)

    def walls(self, region: Callable[[Cell], Hashable]) -> None:
        """Thick lines around the board and between different regions; None is outside the board."""

        def at(r: int, c: int) -> Hashable:
            return region((r, c)) if 0 <= r < self.rows and 0 <= c < self.columns else None

        pieces = []
        for r in range(self.rows + 1):
            wanted = [c for c in range(self.columns) if at(r - 1, c) != at(r, c)]
            pieces += [segment((a * SIDE, r * SIDE), (b * SIDE, r * SIDE)) for a, b in _stretches(wanted)]
        for c in range(self.columns + 1):
            wanted = [r for r in range(self.rows) if at(r, c - 1) != at(r, c)]
            pieces += [segment((c * SIDE, a * SIDE), (c * SIDE, b * SIDE)) for a, b in _stretches(wanted)]
        self.path("".join(pieces), stroke=INK, stroke_width=WALL, stroke_linecap="square")

    def centre_lines(self, answer: Numbers, cells: Iterable[Cell], colour: str = FOUND) -> None:
        """The lines of an answer from the centres of these cells to the right and downwards."""
        pieces = []
        for r, c in cells:
            x, y = (c + 0.5) * SIDE, (r + 0.5) * SIDE
            if answer[r][c] & EAST:
                pieces.append(segment((x, y), (x + SIDE, y)))
            if answer[r][c] & SOUTH:
                pieces.append(segment((x, y), (x, y + SIDE)))
        self.path("".join(pieces), stroke=colour, stroke_width=5, stroke_linecap="round")

    def ring(self, cells: Iterable[Cell]) -> None:
        """Ring cells below their content: those that differ from another answer."""
        those = sorted(cells)
        with self.group(fill=RING_FILL, stroke=RING, stroke_width=2.5) if those else nullcontext():
            for r, c in those:
                self.rect(c * SIDE + 5, r * SIDE + 5, SIDE - 10, SIDE - 10, rx=5)

    def faces(self, faces: dict[Cell, str], given: Collection[Cell], small: bool = False) -> None:
        """The content of cells: givens bold, the rest blue.

        `small` leaves room for a label in the upper left corner.
        """
        self.fill(faces)
        size = min(FACE - 4 if small else FACE, 50 // max([1, *map(len, faces.values())]))
        bold = {cell: face for cell, face in faces.items() if cell in given}
        found = {cell: face for cell, face in faces.items() if cell not in given}
        for some, style in ((bold, {"font_weight": "bold", "fill": INK}), (found, {"fill": FOUND})):
            if some:
                with self.group(font_size=size, text_anchor="middle", **style):
                    for (r, c), face in sorted(some.items()):
                        self.text((c + 0.5) * SIDE, (r + 0.5) * SIDE + MIDDLE * size, face)

    def around(self, cells: Iterable[Cell], inset: float, **style: str | float) -> None:
        """An outline of cells, inside their border."""
        d = "".join(polygon(points) for points in outline(cells, SIDE, inset))
        self.path(d, **{"fill": "none", "stroke_linejoin": "round", "fill_rule": "evenodd", **style})


def write_captions(svg: Svg, captions: Sequence[str]) -> None:
    """Write captions below the picture, wrapped to its width."""
    fits = int(svg.width / (0.6 * _CAPTION))
    lines = [line for caption in captions for line in _wrapped(caption, max(fits, 12))]
    for number, line in enumerate(lines, 1):
        svg.text(0, svg.height + (number + 0.2) * 1.4 * _CAPTION, line, font_size=_CAPTION, fill=INK)
    svg.height += (len(lines) + 0.5) * 1.4 * _CAPTION if lines else 0


def _wrapped(words: str, fits: int) -> Iterator[str]:
    """Lines of so many letters; those of East Asian scripts are twice as wide."""
    padded = "".join(letter + _PAD * (east_asian_width(letter) in "WF") for letter in words)
    return (line.replace(_PAD, "") for line in textwrap.wrap(padded, fits))


def _stretches(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """The runs of consecutive numbers, as first and one past the last."""
    if not numbers:
        return []
    breaks = [(a, b) for a, b in pairwise(numbers) if b != a + 1]
    starts = [numbers[0], *(b for _, b in breaks)]
    ends = [*(a for a, _ in breaks), numbers[-1]]
    return [(start, end + 1) for start, end in zip(starts, ends, strict=True)]


def digits(
    board: Board,
    givens: Grid,
    answer: Grid | None,
    small: bool = False,
    name: Callable[[int], str] = digit_character,
) -> None:
    """The givens, and an answer in the other cells; `small` as in `Board.faces`.

    A given is always shown as given, even if a wrong answer differs there.
    """
    given = dict(filled(givens))
    faces = {cell: name(digit) for cell, digit in (dict(filled(answer or ())) | given).items()}
    board.faces(faces, given, small)


def differing_cells(problem: AnyProblem, answer: Any, other: Any) -> list[Cell]:
    """The cells in which two answers differ; none unless there are two answers."""
    if answer is None or other is None:
        return []
    pairs = zip(problem.answer_rows(answer), problem.answer_rows(other), strict=True)
    return [
        (r, c)
        for r, (row, theirs) in enumerate(pairs)
        for c, (mine, yours) in enumerate(zip(row, theirs, strict=True))
        if mine != yours
    ]


INSET = 3.5


def tiles(board: Board, edges: Iterable[Edge], **style: str | float) -> None:
    """Draw a tile on each pair of neighbours."""
    for edge in sorted(edges):
        board.around(edge, INSET, **style)
        board.path(segment(*_bar(edge)), stroke=THIN, stroke_width=1.5)


def _bar(edge: Edge) -> tuple[Point, Point]:
    (r, c), (below, right) = edge
    if r == below:
        return (right * SIDE, (r + 0.25) * SIDE), (right * SIDE, (r + 0.75) * SIDE)
    return ((c + 0.25) * SIDE, below * SIDE), ((c + 0.75) * SIDE, below * SIDE)
