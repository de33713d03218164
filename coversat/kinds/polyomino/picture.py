"""Polyominoes: the board with its holes, and the pieces beside it or on it, outlined, named and coloured."""

from __future__ import annotations

from collections.abc import Iterable

from ...problems.grid import Cell
from ..drawing.board import DARK, INK, RING, SIDE, TINTS, Board
from ..drawing.svg import MIDDLE, Svg, outline, polygon
from .rules import Packing, Piece, Polyomino

_SMALL, _NAME = 14, 13


def draw(problem: Polyomino, answer: Packing | None, other: Packing | None) -> Svg:
    """Pieces that lie differently in the other answer have a thick dashed outline, unless all pieces do."""
    board = Board(problem.rows, problem.columns)
    every = [(r, c) for r in range(problem.rows) for c in range(problem.columns)]
    board.shade(set(every) - set(problem.cells), DARK)
    board.lines()
    board.walls(lambda cell: problem.board[cell[0]][cell[1]])
    if answer is None:
        return _below(board, _supply(problem.pieces, max(board.width, 8 * SIDE)))
    # A wrong answer may leave pieces out.
    laid = [one for one in zip(answer, problem.labels, problem.laid, strict=False) if one[0]]
    for cells, _, piece in laid:
        fill = TINTS[problem.pieces.index(piece) % len(TINTS)]
        board.around(cells, 1, fill=fill, stroke=INK, stroke_width=2.5)
    alike = other is not None and any(cells in other for cells, _, _ in laid)
    for cells, label, _ in laid:
        if alike and cells not in (other or ()):
            board.around(cells, 4, stroke=RING, stroke_width=3.5, stroke_dasharray="7 4")
        _name(board, cells, label)
    return board


def _name(board: Board, cells: Iterable[Cell], label: str) -> None:
    those = sorted(cells)
    middle = [sum(cell[axis] for cell in those) / len(those) for axis in (0, 1)]
    r, c = min(those, key=lambda cell: (cell[0] - middle[0]) ** 2 + (cell[1] - middle[1]) ** 2)
    size = min(18.0, 1.45 * SIDE / (len(label) + 0.5))
    x, y = (c + 0.5) * SIDE, (r + 0.5) * SIDE + MIDDLE * size
    board.text(x, y, label, font_size=size, text_anchor="middle", font_weight="bold", fill=INK)


def _supply(pieces: Iterable[Piece], width: float) -> Svg:
    """The pieces in lines, each with its name and its number of copies."""
    places: list[tuple[float, float, Piece]] = []
    x, y, low = 0.0, 0.0, 0.0
    for piece in pieces:
        height, length = (_SMALL * (max(cell[axis] for cell in piece.cells) + 1) for axis in (0, 1))
        wide = max(length, 0.7 * _NAME * len(_label(piece)))
        if x and x + wide > width:
            x, y = 0.0, low + _SMALL
        places.append((x, y, piece))
        x += wide + 1.2 * _SMALL
        low = max(low, y + height + 1.6 * _NAME)
    svg = Svg(width, low + 2)
    for x, y, piece in places:
        svg.text(x, y + _NAME, _label(piece), font_size=_NAME, font_weight="bold", fill=INK)
        with svg.group(transform=f"translate({x:.1f} {y + 1.5 * _NAME:.1f})"):
            d = "".join(polygon(points) for points in outline(piece.cells, _SMALL, 0))
            svg.path(d, fill="#ffffff", stroke=INK, stroke_width=1.5, fill_rule="evenodd")
    return svg


def _label(piece: Piece) -> str:
    return piece.name if piece.copies == 1 else f"{piece.name} x{piece.copies}"


def _below(board: Svg, supply: Svg) -> Svg:
    whole = Svg(max(board.width, supply.width), board.height + SIDE / 2 + supply.height)
    whole.place(board, 0, 0)
    whole.place(supply, 0, board.height + SIDE / 2)
    return whole
