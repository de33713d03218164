"""What several tables share: sizes under the same names, and columns of text."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from ..base.records import Records, columns_of

SIZES = ("variables_or_items", "clauses_or_options", "literals_or_entries")


def three_sizes(sizes: Mapping[str, float]) -> dict[str, Any]:
    """The sizes of a formula or a cover under the same names; None if there are none."""
    return dict(zip(SIZES, [*sizes.values(), None, None, None], strict=False))


WIDTH = 80


def in_columns(rows: Sequence[Sequence[str]], width: int | None = None) -> list[str]:
    """The first column to the left, the others to the right.

    Columns are two blanks apart, or one if lines are otherwise too long.  A first column that does not fit in
    `width` is folded, at slashes if possible; without a width nothing is.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    gaps = len(widths) - 1
    least = sum(widths) + gaps
    narrow = least + gaps > (width or WIDTH) and (width is not None or least <= WIDTH)
    gap = 1 if narrow else 2
    rest = sum(widths[1:]) + gap * gaps
    first = widths[0] if width is None else max(min(widths[0], width - rest), 8)
    lines = []
    for name, *cells in rows:
        piece, *others = _folded(name, first) or [""]
        right = "".join(" " * gap + cell.rjust(wide) for cell, wide in zip(cells, widths[1:], strict=True))
        lines += [(piece.ljust(first) + right).rstrip(), *others]
    return lines


def _folded(name: str, width: int) -> list[str]:
    if len(name) <= width:
        return [name] if name else []
    end = name.rfind("/", 0, width) + 1 or width
    return [name[:end], *_folded(name[end:], width)]


def fitted(rows: Sequence[Sequence[str]], width: int | None, spare: int | None = None) -> list[str]:
    """The first columns that fit into a width, by default all; the first may be folded to a third of it.

    * spare: the only column that is left out, before the first is folded.
    """
    if width is None:
        return in_columns(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if spare is not None:
        too_wide = sum(widths) + len(widths) - 1 > width
        return in_columns([[*row[:spare], *row[spare + 1 :]] for row in rows] if too_wide else rows, width)
    widths[0] = min(widths[0], width // 3)
    shown = sum(end <= width for end in itertools.accumulate(widths, lambda end, more: end + 2 + more))
    return in_columns([row[:shown] for row in rows], width)


def two_lines(heads: Sequence[str]) -> list[list[str]]:
    """Heads such as ``nodes/conflicts`` in two lines."""
    return [list(line) for line in zip(*(("", *head.split("/"))[-2:] for head in heads), strict=True)]


def cells_of(records: Records[Any]) -> list[list[str]]:
    """The heads and cells of records, without the columns in which no record has a value."""
    rows = records.rows()
    heads = [name for name in columns_of(records.record) if any(row[name] is not None for row in rows)]
    return [heads, *([_shown(row[name]) for name in heads] for row in rows)]


def as_table(records: Records[Any]) -> list[str]:
    """Records as lines of text."""
    return in_columns(cells_of(records)) if len(records) else []


def _shown(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
