"""Sudoku as SudoCue's .sdk file with sections: ``[Puzzle]`` and nine lines, perhaps ``[State]`` behind.

Lines that begin with ``#`` describe the puzzle.  The state is how far somebody has come and no part of it.
A file of the same name without sections is a board in compact lines, and .sdm is one line a puzzle.

Source: the description of the format at Sudopedia.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..grid import Grid, compact_digits, compact_line
from ..problem import Form, ParseError
from ..sudoku import Sudoku
from ..text import Token, token_lines
from .sudoku_cells import plain_cells, show_rows

_SIZE = 9
_PUZZLE, _STATE = "[puzzle]", "[state]"


def _lines(text: str) -> list[list[Token]]:
    return [tokens for tokens in token_lines(text) if not tokens[0].text.startswith("#")]


def _recognises(text: str) -> bool:
    lines = _lines(text)
    return bool(lines) and lines[0][0].text.lower() == _PUZZLE


def _read(text: str) -> tuple[Sudoku, ...]:
    head, *lines = _lines(text)
    rows = [_row(tokens) for tokens in lines[:_SIZE]]
    if len(rows) < _SIZE:
        last = lines[-1][0] if lines else head[0]
        raise ParseError(last.line + 1, 1, f"expected {_SIZE} rows, found the end after {len(rows)}")
    for tokens in lines[_SIZE : _SIZE + 1]:
        if tokens[0].text.lower() != _STATE:
            raise tokens[0].error(f"the end of the text or [State] after {_SIZE} rows")
    return (Sudoku(3, 3, tuple(rows)),)


def _row(tokens: list[Token]) -> tuple[int, ...]:
    token = tokens[0]
    if len(tokens) != 1 or len(token.text) != _SIZE:
        raise token.error(f"a row of {_SIZE} cells")
    return compact_digits(token, _SIZE)


def _write(problems: Sequence[Sudoku]) -> str:
    if len(problems) != 1:
        raise ValueError("an .sdk file holds one sudoku")
    plain_cells(problems[0], "an .sdk file", (_SIZE,))
    return "[Puzzle]\n" + "".join(compact_line(row, ".") + "\n" for row in problems[0].givens)


SUDOCUE: Form[Sudoku, Grid] = Form(
    name="sdk",
    about="SudoCue's .sdk with sections: [Puzzle] and nine lines, perhaps [State]; '#' for remarks",
    recognises=_recognises,
    read=_read,
    write=_write,
    show=show_rows,
)
