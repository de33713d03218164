"""Tables as HTML, and pictures, for notebooks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

drawn: Callable[[Any], str] | None = None
"""Draws a problem as SVG; set by `coversat/__init__.py`, since drawing is in a higher layer."""


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]], below: Sequence[str] = ()) -> str:
    """A table with a heading and paragraphs below it; the first column is text, the others are numbers."""
    from html import escape

    lines = ["<table>", _line("th", heads), *(_line("td", row) for row in rows), "</table>"]
    lines += [f"<p>{escape(text)}</p>" for text in below]
    return "\n".join(lines)


def _line(tag: str, cells: Sequence[str]) -> str:
    from html import escape

    sides = ["left", *["right"] * (len(cells) - 1)]
    inside = (
        f'<{tag} style="text-align: {side}">{escape(cell)}</{tag}>'
        for cell, side in zip(cells, sides, strict=True)
    )
    return f"<tr>{''.join(inside)}</tr>"
