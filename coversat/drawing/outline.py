"""The outline of a set of cells, some way inside its border: cages, tiles, pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..problems.grid import Cell

Corner = tuple[int, int]
"""Where cells meet, as (row, column) of the cell below and right of it."""
Direction = tuple[int, int]


def outline(cells: Iterable[Cell], side: float, inset: float) -> list[list[tuple[float, float]]]:
    """The corners (x, y) of each closed line around `cells`, `inset` inside the border.

    Parameters
    ----------
    cells : the set
        Cells that touch at a corner only get a line each, unless they are joined elsewhere.
    side : float
        How wide a cell is.
    """
    loops = []
    for corners in _loops(set(cells)):
        points = []
        for at, (row, column) in enumerate(corners):
            before, after = (
                _step(corners[at - 1], corners[at]),
                _step(corners[at], corners[at + 1 - len(corners)]),
            )
            if before != after:
                # Clockwise, what is inside lies on the right of each step.
                down = before[1] + after[1]
                right = -before[0] - after[0]
                points.append((column * side + right * inset, row * side + down * inset))
        loops.append(points)
    return loops


def _step(start: Corner, end: Corner) -> Direction:
    return end[0] - start[0], end[1] - start[1]


def _loops(cells: set[Cell]) -> Iterator[list[Corner]]:
    """The borders, clockwise around what is inside, corner by corner."""
    ahead: dict[Corner, list[Corner]] = {}
    for r, c in cells:
        square = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        across = [(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)]
        for at, neighbour in enumerate(across):
            if neighbour not in cells:
                ahead.setdefault(square[at], []).append(square[(at + 1) % 4])
    while ahead:
        start = min(ahead)
        loop = [start]
        here = ahead[start].pop(0)
        while here != start:
            ways = ahead[here]
            # Where two ways lead on, the one to the right stays with the same cell.
            down, right = _step(loop[-1], here)
            turned = here[0] + right, here[1] - down
            way = turned if turned in ways else ways[0]
            ways.remove(way)
            loop.append(here)
            here = way
        for corner in loop:
            if corner in ahead and not ahead[corner]:
                del ahead[corner]
        yield loop
