"""Clues around a board, each before the first cell of its line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...problems.grid import Cell
from .board import DARK, INK, SIDE, Board, write_captions
from .svg import MIDDLE, Svg, segment

_SIZE, _SMALL = 16, 12
"""The font sizes of clues, and of those at a corner."""
_ROOM = 28
"""What a clue takes beside a side of the board, at least."""
_NEAR, _FAR = 10, 19
"""How far a clue is from the corner that its arrow points to: along the side of the board, and from it."""


class _Clue(NamedTuple):
    """A clue before a cell; `place` numbers the clues of a line, from the board outwards."""

    cell: Cell
    step: Cell
    text: str
    place: int

    @property
    def is_diagonal(self) -> bool:
        return all(self.step)

    @property
    def width(self) -> float:
        """The width of the text with padding."""
        return 0.7 * _SIZE * len(self.text) + 8


def framed(board: Board, captions: Sequence[str] = ()) -> Svg:
    """The board with its clues and with captions below; unchanged without either."""
    if not board.clues and not captions:
        return board
    clues = list(_placed(board))
    across = max([_ROOM, *(clue.width for clue in clues if not clue.step[0])])
    left, right = (across * _deepest(clues, 1, way) for way in (1, -1))
    above, below = (_ROOM * _deepest(clues, 0, way) for way in (1, -1))
    whole = Svg(board.width + left + right, board.height + above + below)
    whole.place(board, left, above)
    with whole.group(text_anchor="middle", fill=INK):
        for clue in clues:
            _write(whole, board, clue, left, above, across)
    write_captions(whole, captions)
    return whole


def _placed(board: Board) -> Iterator[_Clue]:
    taken: dict[Cell, int] = {}
    for (cell, step), texts in sorted(board.clues.items(), key=lambda clue: not all(clue[0][1])):
        outside = cell[0] - step[0], cell[1] - step[1]
        first = taken.get(outside, 0)
        if all(step):
            taken[outside] = 1
            yield _Clue(cell, step, ", ".join(texts), 0)
            continue
        taken[outside] = first + len(texts)
        yield from (_Clue(cell, step, text, place) for place, text in enumerate(texts, first))


def _deepest(clues: Sequence[_Clue], axis: int, way: int) -> int:
    """The largest number of clues of a line in this direction, down (0) or across (1)."""
    return max((clue.place + 1 for clue in clues if clue.step[axis] == way), default=0)


def _write(whole: Svg, board: Board, clue: _Clue, left: float, above: float, across: float) -> None:
    """The text, with an arrow at a corner."""
    (r, c), (down, right) = clue.cell, clue.step
    # The middle of the side, or the corner, at which the line comes in.
    x, y = left + (c + 0.5 - right / 2) * SIDE, above + (r + 0.5 - down / 2) * SIDE
    size = _SMALL if clue.is_diagonal else _SIZE
    if clue.is_diagonal:
        _arrow(whole, x, y, clue.step)
        # Two arrows may begin beside one cell: their clues share its width, or its height.
        x -= right * (_NEAR if 0 <= c - right < board.columns else _FAR)
        y -= down * (_NEAR if 0 <= r - down < board.rows else _FAR)
    else:
        x, y = x - right * across * (clue.place + 0.5), y - down * _ROOM * (clue.place + 0.5)
    whole.text(x, y + MIDDLE * size, clue.text, font_size=size)


def _arrow(whole: Svg, x: float, y: float, step: Cell) -> None:
    down, right = step
    x, y = x - 2 * right, y - 2 * down
    ends = ((x - 7 * right, y - 7 * down), (x - 5 * right, y), (x, y - 5 * down))
    d = "".join(segment(end, (x, y)) for end in ends)
    whole.path(d, stroke=DARK, stroke_width=1.5, stroke_linecap="round")
