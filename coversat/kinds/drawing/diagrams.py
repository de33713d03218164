"""The reduction graph: kinds are boxes, and reductions arrows with their names.

Every reduction has a height of its own, so all arrows are level and none crosses another: formulas are on
the right, exact covers on the left, and puzzles between them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...reductions import AnyEncoding, all_encodings
from ...solvers import solvers_of
from .board import FOUND, INK, SHADE
from .picture import Picture
from .svg import MIDDLE, MONO, MONO_WIDTH, Svg, polygon, segment

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
