"""Strips of boards: what is known of a puzzle step by step, with what is used and what is new marked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from ...base.errors import ArgumentError
from ...problems import AnyProblem
from ...problems.board import Edge
from ...problems.grid import Cell, Held, digit_character
from ...problems.puzzle import GridPuzzle
from .board import DARK, FACE, FOUND, INK, RING, SIDE, THIN, write_captions
from .marks import labelled
from .picture import Picture, in_rows, picture_of
from .puzzle import FILLS, SHAPES
from .svg import MIDDLE, Cells, Point, Svg, segment

USED = "#009e73"
"""Marks the cells and lines of the rules that are used."""
_GAP = 28
_MOST_MARKED = 0.7
"""A rule about more than this part of the board is named in the caption only."""


@dataclass(frozen=True)
class Frame:
    """One board of a strip.

    * captions: written below it.
    * values (mapping from cells to values): those that are left for each cell before the step.
    * lines (mapping from edges to bool): whether a line is known to be there, or known not to be there.
    * used_cells, used_lines: what the rules of the step are about.
    * placed (mapping from cells to values): new values.
    * removed (mapping from cells to values): values that are newly excluded.
    * new_lines (mapping from edges to bool)
    """

    captions: tuple[str, ...]
    values: Mapping[Cell, tuple[int, ...]]
    lines: Mapping[Edge, bool] = field(default_factory=dict)
    used_cells: Collection[Cell] = ()
    used_lines: Collection[Edge] = ()
    placed: Held = field(default_factory=dict)
    removed: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict)
    new_lines: Mapping[Edge, bool] = field(default_factory=dict)


def draw_strip(problem: AnyProblem, frames: Sequence[Frame], columns: int, on_borders: bool) -> Picture:
    """Draw boards one after the other, in rows of `columns`.

    * on_borders: whether lines run between corners of cells, not between their centres.

    Raise `ValueError` if the picture of the puzzle has no board.
    """
    parts = [_board(problem, frame, on_borders) for frame in frames]
    width = max((part.width for part in parts), default=0)
    whole = in_rows(parts, [width] * min(columns, len(parts)), _GAP)
    return Picture(whole.document(f"{problem.kind}, {len(frames)} steps"))


def board_of(problem: AnyProblem) -> tuple[Svg, Cells]:
    """The picture of a puzzle, and its board; raises `ValueError` if it has none."""
    svg = labelled(picture_of(problem), problem)
    if svg.cells is None:
        raise ArgumentError(f"the picture of a {problem.kind} has no board on which steps could be drawn")
    return svg, svg.cells


def _board(problem: AnyProblem, frame: Frame, on_borders: bool) -> Svg:
    svg, board = board_of(problem)
    if len(frame.used_cells) <= _MOST_MARKED * board.rows * board.columns:
        with svg.group(fill=USED, fill_opacity=0.18):
            for r, c in sorted(frame.used_cells):
                svg.rect(board.x + c * SIDE, board.y + r * SIDE, SIDE, SIDE)
    _lines(svg, board, frame, on_borders)
    _values(svg, board, problem, frame, on_borders)
    with svg.group(fill=RING, fill_opacity=0.2, stroke=RING, stroke_width=2.5):
        for r, c in sorted({*frame.placed, *frame.removed}):
            svg.rect(board.x + c * SIDE + 3, board.y + r * SIDE + 3, SIDE - 6, SIDE - 6, rx=5)
    write_captions(svg, frame.captions)
    return svg


def _lines(svg: Svg, board: Cells, frame: Frame, on_borders: bool) -> None:
    for edge in sorted(frame.used_lines):
        if edge not in frame.lines and edge not in frame.new_lines:
            line = segment(*_ends(board, edge, on_borders))
            svg.path(line, stroke=USED, stroke_width=6, stroke_opacity=0.3)
    for lines, colour, thin in ((frame.lines, FOUND, THIN), (frame.new_lines, RING, RING)):
        for edge, drawn in sorted(lines.items()):
            (x1, y1), (x2, y2) = _ends(board, edge, on_borders)
            if drawn:
                line = segment((x1, y1), (x2, y2))
                svg.path(line, stroke=colour, stroke_width=4, stroke_linecap="round")
            else:
                x, y, arm = (x1 + x2) / 2, (y1 + y2) / 2, 3.5
                cross = segment((x - arm, y - arm), (x + arm, y + arm))
                cross += segment((x - arm, y + arm), (x + arm, y - arm))
                svg.path(cross, stroke=thin, stroke_width=2)


def _ends(board: Cells, edge: Edge, on_borders: bool) -> tuple[Point, Point]:
    middle = 0 if on_borders else 0.5
    (r1, c1), (r2, c2) = edge
    return (
        (board.x + (c1 + middle) * SIDE, board.y + (r1 + middle) * SIDE),
        (board.x + (c2 + middle) * SIDE, board.y + (r2 + middle) * SIDE),
    )


def _values(svg: Svg, board: Cells, problem: AnyProblem, frame: Frame, on_borders: bool) -> None:
    words = problem.words_of_values
    seen = [value for values in frame.values.values() for value in values or (1,)]
    span = min([1, *seen]), max(seen, default=1)
    for cell, left in sorted(frame.values.items()):
        if words:
            value = frame.placed.get(cell)
            if value is None and cell in frame.removed:
                value = next((one for one in left if one not in frame.removed[cell]), None)
            if value is None and len(left) == 1:
                value = left[0]
            if value is not None:
                _mark(svg, board, problem, cell, value, on_borders)
        elif cell not in board.filled:
            _digits(svg, board, cell, left, frame, span)


def _mark(svg: Svg, board: Cells, problem: AnyProblem, cell: Cell, value: int, on_borders: bool) -> None:
    """The shape of one of two values: a dot for the first, and a square unless the kind has another."""
    x, y = board.x + (cell[1] + 0.5) * SIDE, board.y + (cell[0] + 0.5) * SIDE
    if value == min(problem.words_of_values):
        if cell in board.filled:
            x, y = x - 0.34 * SIDE, y - 0.34 * SIDE  # beside the clue
        svg.circle(x, y, 3, fill=FOUND)
        return
    name = problem.look.get(value, "black") if isinstance(problem, GridPuzzle) else "black"
    if name not in SHAPES:
        # What is inside a loop is only tinted.
        colour, opacity = (FOUND, 0.25) if on_borders else (FILLS.get(name, DARK), 0.75)
        place = x - SIDE / 2 + 1, y - SIDE / 2 + 1
        svg.rect(*place, SIDE - 2, SIDE - 2, fill=colour, fill_opacity=opacity)
    else:
        SHAPES[name](svg, x, y)


def _digits(
    svg: Svg, board: Cells, cell: Cell, left: tuple[int, ...], frame: Frame, span: tuple[int, int]
) -> None:
    """Pencil marks, or the value of a cell; new ones and excluded ones in another colour.

    `span` is the first and the last value for which marks have a place.
    """
    x, y = board.x + cell[1] * SIDE, board.y + cell[0] * SIDE
    placed = frame.placed.get(cell, left[0] if len(left) == 1 else None)
    if placed is not None:
        colour = RING if cell in frame.placed else FOUND
        svg.text(
            x + SIDE / 2,
            y + SIDE / 2 + MIDDLE * FACE,
            _name(placed),
            font_size=min(FACE, 50 // len(_name(placed))),
            text_anchor="middle",
            font_weight="bold" if cell in frame.placed else "normal",
            fill=colour,
        )
        return
    first, last = span
    across = next(n for n in range(1, last + 2) if n * n >= last + 1 - first)
    step = (SIDE - 4) / across
    size = min(0.9 * step, 12)
    for value in left:
        at = value - first
        middle = x + 2 + (at % across + 0.5) * step
        base = y + 2 + (at // across + 0.5) * step + MIDDLE * size
        gone = value in frame.removed.get(cell, ())
        svg.text(middle, base, _name(value), font_size=size, text_anchor="middle", fill=RING if gone else INK)
        if gone:
            start = (middle - 0.4 * size, base + 0.1 * size)
            svg.path(segment(start, (middle + 0.4 * size, base - 0.8 * size)), stroke=RING, stroke_width=1.5)


def _name(value: int) -> str:
    return digit_character(value) if value <= 25 else str(value)
