"""A small SVG writer with deterministic, self-contained output, and outlines of sets of cells.

Styles are attributes, never a style sheet: a notebook puts many pictures on one page, and the style sheet
of one would affect the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import escape
from typing import NamedTuple

from ...problems.grid import Cell

Number = int | float
Point = tuple[Number, Number]
Style = str | int | float

SANS = "DejaVu Sans, Verdana, Arial, Helvetica, sans-serif"
MONO = "DejaVu Sans Mono, Menlo, Consolas, Courier New, monospace"
MONO_WIDTH = 0.61
"""The width of a character of `MONO` in font sizes, rounded up."""
MIDDLE = 0.36
"""The distance from the middle of digits or capitals down to the base line, in font sizes."""


class Cells(NamedTuple):
    """The position of a board's cells in a picture, and the cells that are filled."""

    x: Number
    y: Number
    rows: int
    columns: int
    filled: frozenset[tuple[int, int]] = frozenset()


class Svg:
    """A picture of this size, drawn from back to front; `cells` is None if it has no board."""

    def __init__(self, width: Number, height: Number) -> None:
        self.width = width
        self.height = height
        self.cells: Cells | None = None
        self._lines: list[str] = []

    def rect(self, x: Number, y: Number, width: Number, height: Number, **style: Style) -> None:
        self._add("rect", {"x": x, "y": y, "width": width, "height": height}, style)

    def circle(self, x: Number, y: Number, radius: Number, **style: Style) -> None:
        self._add("circle", {"cx": x, "cy": y, "r": radius}, style)

    def path(self, d: str, **style: Style) -> None:
        """Lines and curves; nothing if `d` is empty."""
        if d:
            self._add("path", {"d": d}, style)

    def text(self, x: Number, y: Number, content: str, **style: Style) -> None:
        """One line of text on the base line `y`."""
        attributes = _attributes({"x": x, "y": y}, style)
        # XML forbids control characters, and names in a formula may contain any.
        printable = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in content)
        self._lines.append(f"<text{attributes}>{escape(printable, quote=False)}</text>")

    @contextmanager
    def group(self, **style: Style) -> Iterator[None]:
        """The default style of what is drawn inside the block."""
        self._lines.append(f"<g{_attributes({}, style)}>")
        yield
        self._lines.append("</g>")

    def place(self, other: Svg, x: Number, y: Number) -> None:
        """Insert another picture with its top left corner at this point."""
        with self.group(transform=f"translate({written(x)} {written(y)})"):
            self._lines += other._lines
        if other.cells is not None:
            self.cells = other.cells._replace(x=x + other.cells.x, y=y + other.cells.y)

    def document(self, title: str) -> str:
        """The whole text, on white; `title` describes the picture for screen readers."""
        size = f'width="{written(self.width)}" height="{written(self.height)}"'
        box = f'viewBox="0 0 {written(self.width)} {written(self.height)}"'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} role="img" font-family="{escape(SANS)}">'
        )
        paper = f'<rect {size} fill="#ffffff"/>'
        return "\n".join(
            [head, f"<title>{escape(title, quote=False)}</title>", paper, *self._lines, "</svg>", ""]
        )

    def _add(self, name: str, place: dict[str, Style], style: dict[str, Style]) -> None:
        self._lines.append(f"<{name}{_attributes(place, style)}/>")


def _attributes(place: dict[str, Style], style: dict[str, Style]) -> str:
    """Attributes as XML; ``stroke_width`` is ``stroke-width``, ``xml__space`` is ``xml:space``."""
    both = place | {name.replace("__", ":").replace("_", "-"): value for name, value in style.items()}
    return "".join(f' {name}="{escape(written(value))}"' for name, value in both.items())


def written(value: Style) -> str:
    """A text as it is; a number with at most two decimals, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def polyline(points: Iterable[Point]) -> str:
    """A line through these points, for `Svg.path`."""
    return "M" + "L".join(f"{written(x)} {written(y)}" for x, y in points)


def polygon(points: Iterable[Point]) -> str:
    """A closed line through these points, for `Svg.path`."""
    return polyline(points) + "Z"


def segment(start: Point, end: Point) -> str:
    """A straight line, for `Svg.path`."""
    return polyline((start, end))


Corner = tuple[int, int]
"""A point where cells meet, as (row, column) of the cell below and right of it."""
Direction = tuple[int, int]


def outline(cells: Iterable[Cell], side: float, inset: float) -> list[list[tuple[float, float]]]:
    """The corners (x, y) of each closed line around `cells`, `inset` inside the border.

    * cells (the set): cells that touch only at a corner get separate lines, unless they are joined elsewhere.
    * side: the width of a cell.
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
                # Clockwise: the inside is on the right of each step.
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
            # If there are two ways on, the right one stays with the same cell.
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
