"""Exact cover and SAT for puzzles."""

from __future__ import annotations

from typing import Any

from .problems import Problem


def _picture(problem: Problem[Any]) -> str:
    """Drawing is imported when a notebook first shows a problem."""
    from .drawing import draw

    return draw(problem).svg


Problem.notebook_picture = _picture
