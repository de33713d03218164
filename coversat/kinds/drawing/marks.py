"""Marks on any board: rings, candidates, names of rows and columns; and differences of pictures in text."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from math import isqrt
from typing import Protocol

from ...base.errors import ArgumentError
from ...problems import AnyProblem
from ...problems.grid import Cell, digit_character
from .board import FACE, FOUND, INK, RING, SIDE
from .svg import MIDDLE, Cells, Svg

_LABEL, _ROOM = 13, 26
"""The font size of the names of rows and columns, and the room for them."""
_CORNER = 11
"""The height left free at the top of a cell for the sum of a cage."""

Candidates = Mapping[Cell, Sequence[int]]


class HasCandidates(Protocol):
    """What `coversat.candidates` finds."""

    def by_cell(self) -> Candidates: ...


def ring(svg: Svg, cells: Collection[Cell]) -> None:
    """Ring cells above their content; no effect on a picture without a board."""
    board = svg.cells
    if board is None or not cells:
        return
    with svg.group(fill=RING, fill_opacity=0.15, stroke=RING, stroke_width=2.5):
        for r, c in sorted(cells):
            svg.rect(board.x + c * SIDE + 5, board.y + r * SIDE + 5, SIDE - 10, SIDE - 10, rx=6)


def write_candidates(svg: Svg, candidates: Candidates) -> None:
    """Write small digits into empty cells; a single candidate is written in full size.

    For cells that are either full or empty, a dot means "in every answer" and a circle "in some".

    Raise `ValueError` if the picture has no board, or the cells are not on it.
    """
    board = svg.cells
    if board is None or any(r >= board.rows or c >= board.columns for r, c in candidates):
        raise ArgumentError("the candidates are not those of cells, so they cannot be drawn")
    largest = max((value for values in candidates.values() for value in values), default=0)
    free = {cell: values for cell, values in sorted(candidates.items()) if cell not in board.filled}
    if largest <= 1:
        _dots(svg, board, free)
    else:
        _digits(svg, board, free, largest)


def _dots(svg: Svg, board: Cells, candidates: Candidates) -> None:
    with svg.group(stroke=FOUND, stroke_width=2):
        for (r, c), values in candidates.items():
            if 1 in values:
                x, y = board.x + (c + 0.5) * SIDE, board.y + (r + 0.5) * SIDE
                svg.circle(x, y, SIDE / 6, fill="none" if 0 in values else FOUND)


def _digits(svg: Svg, board: Cells, candidates: Candidates, largest: int) -> None:
    """Each digit has a fixed place in the cell, below the label in the upper left corner."""
    across = isqrt(largest - 1) + 1
    step = (SIDE - 6) / across
    down = (SIDE - _CORNER - 2) / -(-largest // across)
    size = min(0.95 * step, down, 11)
    with svg.group(fill=FOUND, text_anchor="middle"):
        for (r, c), values in candidates.items():
            x, y = board.x + c * SIDE, board.y + r * SIDE
            if len(values) == 1:
                words, middle = _name(values[0], largest), y + SIDE / 2 + MIDDLE * FACE
                svg.text(x + SIDE / 2, middle, words, font_size=min(FACE, 50 // len(words)))
                continue
            for value in values:
                line, place = divmod(value - 1, across)
                middle = y + _CORNER + (line + 0.5) * down + MIDDLE * size
                svg.text(x + 3 + (place + 0.5) * step, middle, _name(value, largest), font_size=size)


def _name(value: int, largest: int) -> str:
    return digit_character(value) if largest <= 35 else str(value)


def labelled(svg: Svg, problem: AnyProblem) -> Svg:
    """The picture with the names of rows and columns, from the names of cells, left and above."""
    board = svg.cells
    if board is None:
        return svg
    rows = [_halves(problem.cell_name(r, 0))[0] for r in range(board.rows)]
    columns = [_halves(problem.cell_name(0, c))[1] for c in range(board.columns)]
    room = max(_ROOM, 0.75 * _LABEL * max(map(len, rows)))
    whole = Svg(svg.width + room, svg.height + _ROOM)
    whole.place(svg, room, _ROOM)
    with whole.group(font_size=_LABEL, text_anchor="middle", fill=INK):
        for r, name in enumerate(rows if len(rows) > 1 else ()):
            whole.text(room / 2 - 2, _ROOM + board.y + (r + 0.5) * SIDE + MIDDLE * _LABEL, name)
        for c, name in enumerate(columns):
            whole.text(room + board.x + (c + 0.5) * SIDE, _ROOM - 9, name)
    return whole


def _halves(cell: str) -> tuple[str, str]:
    """``r1`` and ``c2`` of ``r1c2``; ``A`` and ``2`` of ``A2``."""
    found = re.fullmatch(r"(r\d+|[A-Z]+)(c?\d+)", cell)
    return (found[1], found[2]) if found else (cell, cell)


Places = set[tuple[int, int]]
"""Positions in a picture: lines and columns."""

_BORDER = set("+-|")


def mark_differences(first: str, second: str) -> tuple[str, str]:
    """The two pictures with ``*`` after each word that differs from the other picture.

    Words are separated by blanks and bars: digits, literals, names of pieces, queens.  If the lines have
    different numbers of words, whole lines are marked; if only bars differ, as between dominoes, the bars
    are marked.
    """
    ours, theirs = _words(first), _words(second)
    if _starts(ours) != _starts(theirs):  # so ``-`` is an empty cell, and no bar between cells
        ours, theirs = _words(first, cell="-"), _words(second, cell="-")
    if list(map(len, ours)) != list(map(len, theirs)):
        return _marked_lines(first, second), _marked_lines(second, first)
    left, right = _differing(ours, theirs), _differing(theirs, ours)
    if not left and first.count("\n") == second.count("\n"):
        left, right = _bars(first, second), _bars(second, first)
    return _marked(first, left), _marked(second, right)


def _words(picture: str, cell: str = "") -> list[list[re.Match[str]]]:
    return [
        [word for word in re.finditer(r"[^\s|]+", line) if word[0] == cell or not _BORDER.issuperset(word[0])]
        for line in picture.split("\n")
    ]


def _starts(words: Sequence[Sequence[re.Match[str]]]) -> list[list[int]]:
    return [[word.start() for word in line] for line in words]


def _differing(words: Sequence[Sequence[re.Match[str]]], others: Sequence[Sequence[re.Match[str]]]) -> Places:
    """The ends of words that differ; empty squares are not marked, since the other picture marks them."""
    return {
        (number, mine.end())
        for number, pairs in enumerate(zip(words, others, strict=True))
        for mine, other in zip(*pairs, strict=True)
        if mine[0] != other[0] and set(mine[0]) not in ({"."}, {"-"})
    }


def _marked_lines(picture: str, other: str) -> str:
    theirs = set(other.split("\n"))
    return "\n".join(line if line in theirs else f"{line}*" for line in picture.split("\n"))


def _bars(picture: str, other: str) -> Places:
    """The blanks after bars that the other picture lacks."""
    pairs = enumerate(zip(picture.split("\n"), other.split("\n"), strict=True))
    return {
        (number, at + 1)
        for number, (line, theirs) in pairs
        for at, character in enumerate(line)
        if character in _BORDER and theirs[at : at + 1] != character and line[at + 1 : at + 2] in ("", " ")
    }


def _marked(picture: str, marks: Places) -> str:
    """Write ``*`` at these positions: over a blank, or by widening all lines, as always after ``a=1``."""
    lines = [f"{line} " for line in picture.split("\n")]
    tight = {at for number, at in marks if lines[number][at] != " " or "=" in lines[number]}
    return "\n".join(
        _line(line, {at for n, at in marks if n == number}, tight) for number, line in enumerate(lines)
    )


def _line(line: str, marks: Collection[int], tight: Collection[int]) -> str:
    characters = []
    for at, character in enumerate(line):
        if at in tight:
            bar = {line[at - 1], character} <= {"+", "-"}
            characters.append("*" if at in marks else "-" if bar else " ")
        characters.append("*" if at in marks and at not in tight else character)
    return "".join(characters).rstrip()


def side_by_side(first: str, second: str, gap: str = "    ", width: int = 80) -> str:
    """Two pictures side by side, or one below the other if they do not fit in `width`."""
    left, right = first.splitlines(), second.splitlines()
    left_width = max(map(len, left), default=0)
    if left_width + len(gap) + max(map(len, right), default=0) > width:
        return f"{first}\n\n{second}"
    pairs = zip_longest(left, right, fillvalue="")
    return "\n".join((one.ljust(left_width) + gap + other).rstrip() for one, other in pairs)
