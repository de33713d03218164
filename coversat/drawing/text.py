"""What a kind without a drawer of its own looks like: the text of `render`."""

from __future__ import annotations

from typing import Any

from ..problems import AnyProblem
from .board import INK
from .svg import MONO, MONO_WIDTH, Svg

_SIZE = 15
_MOST_LINES, _MOST_CHARACTERS = 120, 160


def draw_text(problem: AnyProblem, answer: Any, other: Any) -> Svg:
    """The text, cut where it is far too long; what differs is not marked."""
    lines = [_cut(line) for line in problem.render(answer).split("\n")]
    if len(lines) > _MOST_LINES:
        lines[_MOST_LINES - 1 :] = [f"... {len(lines) - _MOST_LINES + 1} more lines"]
    width = max(map(len, lines)) * MONO_WIDTH * _SIZE
    svg = Svg(width, 1.4 * _SIZE * len(lines))
    with svg.group(font_family=MONO, font_size=_SIZE, fill=INK, xml__space="preserve"):
        for number, line in enumerate(lines):
            svg.text(0, (1.4 * number + 1) * _SIZE, line)
    return svg


def _cut(line: str) -> str:
    return line if len(line) <= _MOST_CHARACTERS else line[: _MOST_CHARACTERS - 3] + "..."
