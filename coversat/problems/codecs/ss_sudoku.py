"""Sudoku as Simple Sudoku's .ss file: nine lines ``1..|.2.|..3``, with rules of ``-`` between the boxes.

A frame of ``*-----------*`` and ``|`` may stand around the board.  A blank is ``.``, ``0`` or ``X``.

Source: the description of the format at Sudopedia, and files of the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import ParseError
from ...kinds.sudoku.rules import Sudoku
from ..grid import Grid, compact_line, rows_of
from ..problem import Form, alone
from ..text import text_lines
from .sudoku_cells import plain_cells, show_rows

_SIZE = 9
_RULE = re.compile(r"[|*]?[-+*]{9,}[|*]?")
_ROW = re.compile(r"\|?([0-9.xX]{3})\|([0-9.xX]{3})\|([0-9.xX]{3})\|?")
_CELL_CHARACTERS = frozenset("0123456789.xX|")


def _board_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with cells, and their numbers."""
    stripped = ((number, line.strip()) for number, line in enumerate(text_lines(text), 1))
    return ((number, line) for number, line in stripped if line and not _RULE.fullmatch(line))


def _recognises(text: str) -> bool:
    _, first = next(_board_lines(text), (0, ""))
    return "|" in first and _CELL_CHARACTERS.issuperset(first)


def _read(text: str) -> tuple[Sudoku, ...]:
    lines = list(_board_lines(text))
    rows = []
    for number, line in lines[:_SIZE]:
        found = _ROW.fullmatch(line)
        if found is None:
            raise ParseError(number, 1, f"expected a row such as 1..|.2.|..3, found {line[:40]!a}")
        rows.append(tuple(0 if cell in ".xX" else int(cell) for cell in "".join(found.groups())))
    if len(lines) < _SIZE:
        raise ParseError(lines[-1][0] + 1, 1, f"expected {_SIZE} rows, found the end after {len(rows)}")
    for number, line in lines[_SIZE:]:
        raise ParseError(number, 1, f"expected the end of the board, found {line[:40]!a}")
    return (Sudoku(3, 3, tuple(rows)),)


def _write(problem: Sudoku) -> str:
    plain_cells(problem, "an .ss file", (_SIZE,))
    lines = ["|".join(map("".join, rows_of(compact_line(row, "."), 3))) for row in problem.givens]
    return "\n".join([*lines[:3], "-----------", *lines[3:6], "-----------", *lines[6:], ""])


FORM: Form[Sudoku, Grid] = Form(
    name="ss",
    about="Simple Sudoku's .ss: nine lines '1..|.2.|..3' and rules of '-', perhaps in a frame",
    recognises=_recognises,
    read=_read,
    write=alone(_write),
    show=show_rows,
)
