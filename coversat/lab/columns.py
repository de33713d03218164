"""Rows of words as lines of text, in columns."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 80


def in_columns(rows: Sequence[Sequence[str]], width: int | None = None) -> list[str]:
    """The first column to the left, the others to the right.

    Columns stand two blanks apart, or one where only so a line has room.  A first column that has not
    enough room in `width` goes on in the next line; without a width nothing is folded.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    gaps = len(widths) - 1
    least = sum(widths) + gaps
    narrow = least + gaps > (width or WIDTH) and (width is not None or least <= WIDTH)
    gap = 1 if narrow else 2
    others = sum(widths[1:]) + gap * gaps
    first = widths[0] if width is None else max(min(widths[0], width - others), 8)
    lines = []
    for name, *cells in rows:
        pieces = [name[start : start + first] for start in range(0, len(name), first)] or [""]
        right = "".join(" " * gap + cell.rjust(wide) for cell, wide in zip(cells, widths[1:], strict=True))
        lines += [(pieces[0].ljust(first) + right).rstrip(), *pieces[1:]]
    return lines
