"""What several tables share: sizes under the same names, and columns of text."""

from __future__ import annotations

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
    `width` is folded; without a width nothing is.
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


def as_table(records: Records[Any], width: int | None = None) -> list[str]:
    """Records as lines of text, without the columns in which no record has a value."""
    rows = records.rows()
    heads = [name for name in columns_of(records.record) if any(row[name] is not None for row in rows)]
    return (
        in_columns([heads, *([_shown(row[name]) for name in heads] for row in rows)], width) if rows else []
    )


def _shown(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
