"""Puzzles and answers as a person would draw them: in SVG, shown by notebooks, and in PNG.

A kind's drawer is imported when a picture of the kind is asked for.  One that has none of its own is
shown as the text of `render`.  A drawer takes a problem, an answer or None, and another answer or None
that it is compared with, and returns an `Svg`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..problems import Problem
from ..problems.kinds import module_of
from ..registry import Registry
from .picture import Picture, PngError
from .svg import Number, Svg
from .text import draw_text

Drawer = Callable[[Any, Any, Any], Svg]

_DRAWERS: Registry[Drawer] = Registry(__name__, "draw")

_MARGIN = 12
_GAP = 32


def draw(problem: Problem[Any], answer: Any = None, other: Any = None) -> Picture:
    """The problem, or its answer; with another answer both beside each other, what differs ringed.

    An answer is drawn as it is, right or wrong; `problem.violations` judges it.

    Parameters
    ----------
    problem : Problem
    answer, other : answers of the problem, optional
    """
    drawer = _DRAWERS.get(module_of(problem.kind), draw_text)
    parts = [drawer(problem, answer, other)]
    title = problem.kind
    if other is not None:
        parts.append(drawer(problem, other, answer))
        title += ", two answers"
    elif answer is not None:
        title += ", answered"
    return Picture(_in_a_row(parts).document(title))


def _in_a_row(parts: list[Svg]) -> Svg:
    """One picture of several, with margins."""
    width = sum(part.width for part in parts) + _GAP * (len(parts) - 1)
    whole = Svg(width + 2 * _MARGIN, max(part.height for part in parts) + 2 * _MARGIN)
    x: Number = _MARGIN
    for part in parts:
        whole.place(part, x, _MARGIN)
        x += part.width + _GAP
    return whole


__all__ = ["Picture", "PngError", "draw"]
