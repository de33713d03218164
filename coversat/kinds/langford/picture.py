"""Langford pairs: numbers in a line, with an arc between the two of each pair."""

from __future__ import annotations

from ...drawing.board import FOUND, SIDE, Board, differing_cells
from ...drawing.svg import Svg, written
from .rules import Langford, Line

_FLAT = 0.55
"""The height of an arc by half its width."""


def draw(problem: Langford, answer: Line | None, other: Line | None) -> Svg:
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
