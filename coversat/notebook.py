"""Tables as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]], below: Sequence[str] = ()) -> str:
    """A table with a line of heads, and paragraphs below it; the first column is read, others are numbers."""
    lines = ["<table>", _line("th", heads), *(_line("td", row) for row in rows), "</table>"]
    lines += [f"<p>{escape(text)}</p>" for text in below]
    return "\n".join(lines)


def _line(tag: str, cells: Sequence[str]) -> str:
    sides = ["left", *["right"] * (len(cells) - 1)]
    inside = (
        f'<{tag} style="text-align: {side}">{escape(cell)}</{tag}>'
        for cell, side in zip(cells, sides, strict=True)
    )
    return f"<tr>{''.join(inside)}</tr>"
