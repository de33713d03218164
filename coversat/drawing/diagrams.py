"""Diagrams: exact covers and small formulas as matrices, and the reduction graph.

In the reduction graph kinds are boxes and reductions arrows with their names.  Every reduction has a height
of its own, so all arrows are level and none crosses another: formulas are on the right, exact covers on the
left, and puzzles between them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..reductions import AnyEncoding, all_encodings
from ..solvers import solvers_of
from .board import FOUND, INK, SHADE, THIN
from .picture import Picture
from .svg import MIDDLE, MONO, MONO_WIDTH, Svg, polygon, segment

_SIDE, FACE = 24, 13
_MOST_ROWS, _MOST_COLUMNS = 80, 60
_LONGEST_NAME = 40


class Matrix(Svg):
    """Named rows and columns; the top left corner of the first cell is at `left`, `top`."""

    def __init__(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        self.rows, self.columns = rows, columns
        self.left = _width(rows)
        self.top = _width(columns)
        super().__init__(self.left + len(columns) * _SIDE + 2, self.top + len(rows) * _SIDE + 2)

    def band(self, row: int, fill: str, stroke: str) -> None:
        y = self.top + row * _SIDE + 2
        self.rect(1, y, self.width - 2, _SIDE - 4, rx=4, fill=fill, stroke=stroke, stroke_width=1.5)

    def names(self, bold: Sequence[int] = ()) -> None:
        """The names of rows, those in `bold` bold, and of columns, which read upwards."""
        with self.group(font_family=MONO, font_size=FACE, fill=INK):
            for number, name in enumerate(self.rows):
                y = self.top + (number + 0.5) * _SIDE + MIDDLE * FACE
                weight = "bold" if number in bold else "normal"
                self.text(self.left - 8, y, name, text_anchor="end", font_weight=weight)
            for number, name in enumerate(self.columns):
                x = self.left + (number + 0.5) * _SIDE + MIDDLE * FACE
                self.text(0, 0, name, transform=f"translate({x:.1f} {self.top - 8:.1f}) rotate(-90)")

    def lines(self, wall: int | None = None) -> None:
        """Thin lines, and a thick one before the column `wall`."""
        right, below = self.left + len(self.columns) * _SIDE, self.top + len(self.rows) * _SIDE
        xs = [self.left + number * _SIDE for number in range(len(self.columns) + 1)]
        ys = [self.top + number * _SIDE for number in range(len(self.rows) + 1)]
        d = [segment((x, self.top), (x, below)) for x in xs] + [
            segment((self.left, y), (right, y)) for y in ys
        ]
        self.path("".join(d), stroke=THIN, stroke_width=0.7)
        if wall is not None:
            x = xs[wall]
            self.path(segment((x, self.top), (x, below)), stroke=INK, stroke_width=2.5)

    def cell(self, row: int, column: int) -> tuple[float, float]:
        return self.left + (column + 0.5) * _SIDE, self.top + (row + 0.5) * _SIDE


def _width(names: Sequence[str]) -> float:
    return max(map(len, names), default=0) * MONO_WIDTH * FACE + 14


def fits(rows: int, columns: int) -> bool:
    """Whether a matrix of this size is small enough to be seen."""
    return rows <= _MOST_ROWS and columns <= _MOST_COLUMNS


def names_fit(names: Sequence[str]) -> bool:
    """Whether none of these names is too long to be shown."""
    return max(map(len, names), default=0) <= _LONGEST_NAME


_LEFT, _RIGHT = "cover", "cnf"
_ROW, _LINE = 26, 17
"""The height of an arrow, and of a solver's line in a box."""
_NAME, _LABEL = 16, 12
"""The font sizes of kinds, and of rules and solvers."""
_MARGIN = 12


def draw_routes(kind: str | None = None) -> Picture:
    """Draw what can be reached from a kind by reductions, or the whole graph, with the solvers of each kind.

    Raise `ValueError` if a rule leads from a puzzle to another puzzle, for which the picture has no place.
    """
    rules = _reached(kind)
    puzzles = list(dict.fromkeys(rule.source for rule in rules if rule.source not in (_LEFT, _RIGHT)))
    if astray := [rule for rule in rules if rule.target not in (_LEFT, _RIGHT)]:
        raise ValueError(f"no place in the picture for {astray[0].name} from {astray[0].source}")
    return Picture(_picture(rules, puzzles).document(f"reductions of {kind or 'every kind'}"))


def _reached(kind: str | None) -> list[AnyEncoding]:
    """The rules that can be reached from `kind`; all of them for None."""
    kinds = None if kind is None else {kind}
    chosen: list[AnyEncoding] = []
    while True:
        more = [rule for rule in all_encodings() if kinds is None or rule.source in kinds]
        if len(more) == len(chosen):
            return chosen
        chosen = more
        if kinds is not None:
            kinds |= {rule.target for rule in more}


def _picture(rules: Sequence[AnyEncoding], puzzles: Sequence[str]) -> Svg:
    gap = max(len(rule.name) for rule in rules) * MONO_WIDTH * _LABEL + 48
    left = _MARGIN + _box_width(_LEFT)
    middle = max(map(_box_width, puzzles), default=0)
    right = left + gap + (middle + gap if puzzles else 0)
    width = right + _box_width(_RIGHT) + _MARGIN

    heights = [max(_box_height(one), _ROW * max(_sides(rules, one))) for one in puzzles]
    between = [rule for rule in rules if rule.source in (_LEFT, _RIGHT)]
    height = sum(heights) + _MARGIN * len(puzzles) + _ROW * len(between)
    height = max(height, _box_height(_LEFT), _box_height(_RIGHT))
    svg = Svg(width, height + 2 * _MARGIN)

    top = float(_MARGIN)
    _box(svg, _LEFT, _MARGIN, top, left - _MARGIN, height)
    _box(svg, _RIGHT, right, top, width - _MARGIN - right, height)
    for puzzle, tall in zip(puzzles, heights, strict=True):
        _box(svg, puzzle, left + gap, top, middle, tall)
        for target, start, end in ((_LEFT, left + gap, left), (_RIGHT, left + gap + middle, right)):
            _arrows(svg, [r for r in rules if (r.source, r.target) == (puzzle, target)], start, end, top)
        top += tall + _MARGIN
    for number, rule in enumerate(between):
        start, end = (left, right) if rule.source == _LEFT else (right, left)
        _arrows(svg, [rule], start, end, top + number * _ROW)
    return svg


def _sides(rules: Sequence[AnyEncoding], puzzle: str) -> list[int]:
    """The numbers of rules of a puzzle that lead to each side."""
    targets = [rule.target for rule in rules if rule.source == puzzle]
    return [targets.count(_LEFT), targets.count(_RIGHT)]


def _box_height(kind: str) -> float:
    return _ROW + _LINE * len(solvers_of(kind)) + 6


def _box_width(kind: str) -> float:
    names = (len(solver.name) * MONO_WIDTH * _LABEL for solver in solvers_of(kind))
    return max(len(kind) * 0.75 * _NAME, *names, 0) + 24


def _box(svg: Svg, kind: str, x: float, y: float, width: float, height: float) -> None:
    svg.rect(x, y, width, height, rx=6, fill=SHADE, stroke=INK, stroke_width=1.5)
    with svg.group(text_anchor="middle", fill=INK):
        middle = x + width / 2
        svg.text(middle, y + _ROW / 2 + MIDDLE * _NAME, kind, font_size=_NAME, font_weight="bold")
        for number, solver in enumerate(solvers_of(kind), 1):
            line = y + _ROW + (number - 0.5) * _LINE + MIDDLE * _LABEL
            svg.text(middle, line, solver.name, font_family=MONO, font_size=_LABEL)


def _arrows(svg: Svg, rules: Sequence[AnyEncoding], start: float, end: float, top: float) -> None:
    """Level arrows one below the other, with names above; the default rule is thick."""
    way = 1 if end > start else -1
    for number, rule in enumerate(rules):
        y = top + (number + 0.5) * _ROW + 4
        thick = 3 if rule.preferred else 1.4
        svg.path(segment((start, y), (end - 8 * way, y)), stroke=FOUND, stroke_width=thick)
        svg.path(polygon([(end, y), (end - 10 * way, y - 5), (end - 10 * way, y + 5)]), fill=FOUND)
        svg.text(
            (start + end) / 2,
            y - 5,
            rule.name,
            font_family=MONO,
            font_size=_LABEL,
            fill=INK,
            text_anchor="middle",
            font_weight="bold" if rule.preferred else "normal",
        )
