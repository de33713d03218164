"""Sudoku as SudoCue's .sdk file with sections: ``[Puzzle]`` and nine lines, perhaps ``[State]`` behind.

Lines that begin with ``#`` describe the puzzle.  The state is how far somebody has come and no part of it.
A file of the same name without sections is a board in compact lines, and .sdm is one line a puzzle.

Source: the description of the format at Sudopedia.
"""

from __future__ import annotations

from ...kinds.sudoku.rules import Sudoku
from ..grid import Grid, compact_digits, compact_line
from ..problem import Form, alone
from ..text import LineReader, Token, token_lines
from .sudoku_cells import plain_cells, show_rows

_SIZE = 9
_REMARK = "#"
_PUZZLE, _STATE = "[puzzle]", "[state]"


def _recognises(text: str) -> bool:
    lines = token_lines(text, _REMARK)
    return bool(lines) and lines[0][0].text.lower() == _PUZZLE


def _read(text: str) -> tuple[Sudoku, ...]:
    reader = LineReader(text, _REMARK)
    reader.line("[Puzzle]", 1)
    rows = tuple(_row(reader.line(f"row {number} of {_SIZE}", 1)[0]) for number in range(1, _SIZE + 1))
    if not reader.at_end():
        (section,) = reader.line("[State]", 1)
        if section.text.lower() != _STATE:
            raise section.error(f"the end of the text or [State] after {_SIZE} rows")
    for tokens in reader:
        if tokens[0].text.startswith("["):
            raise tokens[0].error("no section behind [State]")
    return (Sudoku(3, 3, rows),)


def _row(token: Token) -> tuple[int, ...]:
    if len(token.text) != _SIZE:
        raise token.error(f"a row of {_SIZE} cells")
    return compact_digits(token, _SIZE)


def _write(problem: Sudoku) -> str:
    plain_cells(problem, "an .sdk file", (_SIZE,))
    return "[Puzzle]\n" + "".join(compact_line(row, ".") + "\n" for row in problem.givens)


FORM: Form[Sudoku, Grid] = Form(
    name="sdk",
    about="SudoCue's .sdk with sections: [Puzzle] and nine lines, perhaps [State]; '#' for remarks",
    recognises=_recognises,
    read=_read,
    write=alone(_write),
    show=show_rows,
)
