"""Whether what a text draws between cells is at the borders of boxes: blank lines and rules between rows,
bars and gaps between columns. What stands between all rows, or all columns, draws no boxes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

from ...base.errors import ParseError
from ...problems.text import Token
from .rules import Sudoku
from .signs import cells_of

_HEAVY = "┃║╏┇┋"
_BARS = dict.fromkeys("*|│╎┆┊\uff5c¦", 1) | dict.fromkeys(_HEAVY, 2)
_HEAVY_RULES = frozenset("=━═")
_HEAD_OF_TABLE = re.compile(r"\s*\|[-:|\s]+")
"""What is below the first line of a table of Markdown."""
_Rows = Sequence[Sequence[Token]]


def with_drawn_boxes(board: Sudoku, rows: _Rows, lines: Sequence[str], *, stated: bool = False) -> Sudoku:
    """The board; with boxes of the other sides, such as 3x2 for 2x3, if a text draws these by rules and bars.

    Raise `ParseError` where a text draws other borders: a jigsaw's, or those of boxes of another shape.

    * rows: the cells, or a word for all cells of a row; none if a word has all cells.
    * lines: those of the text, in which the cells have their positions.
    * stated: whether the text says which boxes there are.
    """
    if board.regions or not rows:
        return board
    try:
        _refuse_other_borders(board, rows, lines)
    except ParseError:
        drawn = (_drawn_below(rows, lines), *(_drawn_beside(row, lines) for row in rows))
        if stated or board.constraints or not all(drawn):
            raise
        turned = replace(board, box_rows=board.box_columns, box_columns=board.box_rows)
        with suppress(ParseError):
            _refuse_other_borders(turned, rows, lines)
            return turned
        raise
    return board


def _refuse_other_borders(board: Sudoku, rows: _Rows, lines: Sequence[str]) -> None:
    """Raise `ParseError` where borders are elsewhere than around the boxes of a board."""
    sides = f"{board.box_rows}x{board.box_columns}"
    below = _borders(board.box_rows, board.rows)
    _refuse_parts(rows, lines)
    drawn = _drawn_below(rows, lines)
    is_table = drawn == {1} and _HEAD_OF_TABLE.fullmatch(lines[rows[0][-1].line])
    if drawn not in (set(), below) and not is_table:
        at = min(drawn - below or below - drawn)
        found = f"one after row {at}" if at in drawn else f"none after row {at}"
        after = rows[at - 1][-1].line + (at in drawn)
        raise ParseError(after, 1, f"expected a blank line or rule between boxes of {sides}, found {found}")
    if any(len(row) != board.columns for row in rows) or all(_is_even(row, lines) for row in rows):
        return
    beside = _borders(board.box_columns, board.columns)
    for row in rows:
        drawn = _drawn_beside(row, lines)
        if drawn not in (set(), beside):
            at = min(drawn - beside or drawn)
            between = _between(row[at - 1], row[at], lines)
            column = _end(row[at - 1]) + len(between) - len(between.lstrip())
            wanted = f"bars around boxes of {sides}, found others; a map states regions"
            raise ParseError(row[0].line, column, f"expected {wanted}")
    if any(_between(a, b, lines).strip() for row in rows for a, b in pairwise(row)):
        return
    if wide := _wide_gaps(rows) - beside:
        at = min(wide)
        found = f"one after column {at}"
        raise ParseError(
            rows[0][0].line, _end(rows[0][at - 1]), f"expected a gap between boxes of {sides}, found {found}"
        )


def _drawn_below(rows: _Rows, lines: Sequence[str]) -> set[int]:
    """The rows, from 1, below which something stronger is drawn than below others."""
    return _stronger([_rule(lines[a[-1].line : b[0].line - 1]) for a, b in pairwise(rows)])


def _drawn_beside(row: Sequence[Token], lines: Sequence[str]) -> set[int]:
    """The columns, from 1, behind which something stronger is drawn in a row than behind others."""
    parts = [_between(a, b, lines).strip("*") for a, b in pairwise(row)]
    return _stronger([sum(_BARS.get(sign, 0) for sign in part) for part in parts])


def _refuse_parts(rows: _Rows, lines: Sequence[str]) -> None:
    """Raise `ParseError` for a rule that is below some cells only: a part of a region's border.

    A rule may be too short, if all of its strength are.
    """
    known: dict[tuple[int, int], list[bool]] = {}
    for a, b in pairwise(rows):
        drawn = [
            line for line in lines[a[-1].line : b[0].line - 1] if line.strip() and line.strip()[0] != "#"
        ]
        if not drawn:
            continue
        spans = [slice(cell.column - 1, max(_end(cell) - 1, cell.column)) for cell in cells_of(a)]
        spans[0], spans[-1] = slice(0, spans[0].stop + 1), slice(spans[-1].start - 1, None)
        below = [any(line[span].strip() for line in drawn) for span in spans]
        usual = known.setdefault(_rule(drawn), below)
        if below != usual or below != sorted(below, reverse=True):
            wanted = "a rule below all cells of a row, found one below some; a map states regions"
            raise ParseError(a[-1].line + 1, 1, f"expected {wanted}")


def _is_even(row: Sequence[Token], lines: Sequence[str]) -> bool:
    """Whether there is one space between all cells: a short look at most texts."""
    return lines[row[0].line - 1].strip() == " ".join([cell.text for cell in row])


def _borders(side: int, count: int) -> set[int]:
    """How many rows or columns there are before each border of boxes; rows without boxes have none."""
    return {*range(side, count, side)} if side > 1 else set()


def _stronger(strengths: Sequence[int] | Sequence[tuple[int, int]]) -> set[int]:
    """The places, from 1, where something stronger is drawn than at others."""
    least = min(strengths, default=0)
    return {at for at, strength in enumerate(strengths, 1) if strength != least}


def _rule(lines: Sequence[str]) -> tuple[int, int]:
    """How strong the lines between two rows are; comments are not drawn."""
    drawn = [line for line in lines if not line.lstrip().startswith("#")]
    kinds = [bool(line.strip()) + (not _HEAVY_RULES.isdisjoint(line)) + 1 for line in drawn]
    return max(kinds, default=0), len(drawn)


def _end(cell: Token) -> int:
    return cell.column + len(cell.text)


def _between(cell: Token, other: Token, lines: Sequence[str]) -> str:
    return lines[cell.line - 1][_end(cell) - 1 : other.column - 1] if cell.line == other.line else ""


def _wide_gaps(rows: _Rows) -> set[int]:
    """The places, from 1, where a gap is wider than others in all rows.

    Numbers of one and two digits may be aligned left or right. Then a gap counts if the numbers are further
    apart there on the aligned side, and if it leaves more columns of the text free in all rows.
    """
    gaps = {tuple(b.column - _end(a) for a, b in pairwise(row)) for row in rows}
    if len(gaps) == 1 or all(len(cell.text) == 1 for row in rows for cell in row):
        return set.intersection(*map(_stronger, gaps))
    free = [
        min(row[at].column for row in rows) - max(_end(row[at - 1]) for row in rows)
        for at in range(1, len(rows[0]))
    ]
    lefts = {tuple(b.column - a.column for a, b in pairwise(row)) for row in rows}
    rights = {tuple(_end(b) - _end(a) for a, b in pairwise(row)) for row in rows}
    for pitches in (lefts, rights):
        if len(pitches) == 1:
            return _stronger(pitches.pop()) & _stronger(free)
    return set()
