"""What texts of sudokus look like: in one line, a character a cell, or cells with spaces between."""

from __future__ import annotations

import re
from collections import Counter
from math import isqrt

from ...problems.grid import BLANKS, DIGITS, row_tokens
from ...problems.text import Token, token_lines
from .layout import SIZES

COMMENT = "#"
HEADINGS = ("grid", "boxes", "digits")
"""First words of the lines above a board that say how it differs from the usual one."""
_SAID = re.compile(r"[0-9]|none$")
_ONE_LINE = re.compile(r"\s*([^\s#,;|]+)[\s#,;|]*(.*)", re.DOTALL)
"""Behind a sudoku in one line may stand white space or a separator, and a note."""


_CELL = re.compile(r"[0-9]{1,2}|[._A-Za-z]")
_CELL_CHARACTERS = frozenset(BLANKS + DIGITS + DIGITS.lower())


def split_one_line(line: str) -> tuple[str, str]:
    """The characters of a sudoku, and what stands behind them; both empty in a line of comment."""
    found = _ONE_LINE.match(line)
    return (found[1], found[2].rstrip()) if found else ("", "")


_ONE_LINES = frozenset(size * size for size in SIZES)


def looks_one_line(text: str) -> bool:
    """A sudoku in a line, and no row of a larger one."""
    lines = token_lines(text, COMMENT)
    if not lines:
        return False
    puzzle = split_one_line(lines[0][0].text)[0]
    if not digit_like([lines[0][0]._replace(text=puzzle)]):
        return False
    length = len(puzzle)
    if length not in _ONE_LINES:
        return False
    if length not in SIZES or len(lines) == 1:
        return True
    # 16 characters are a 4x4 board, or a row of a 16x16 one: one of blanks alone is a single board.
    puzzles = [split_one_line(tokens[0].text)[0] for tokens in lines]
    puzzles = [one for one in puzzles if _CELL_CHARACTERS.issuperset(one)]
    if len(lines) == length and set().union(*puzzles) <= set(BLANKS):
        return False
    # Most rows of the larger board have digits above 4; a sudoku of another size is no row of it.
    rows = [one for one in puzzles if len(one) not in _ONE_LINES or len(one) == length]
    odd = sum(not set(one) <= set("01234.") for one in rows)
    return 2 * odd < len(rows)


def looks_compact(text: str) -> bool:
    """Most lines are one word of cells, at least four and of one length; or headings say what it is."""
    lines = _row_lines(text)
    if _is_headed(text):
        return not lines or len(lines[0]) == 1
    rows = [tokens[0].text for tokens in lines if len(tokens) == 1 and digit_like(tokens)]
    lengths = Counter(map(len, rows))
    return (
        len(lines) > 1
        and digit_like(lines[0])
        and any(length > 3 and 2 * times >= min(len(lines), length) for length, times in lengths.items())
    )


def looks_spaced(text: str) -> bool:
    """Most words of the first row are cells, and most rows are of one length; or headings say what it is."""
    lines = _row_lines(text)
    if _is_headed(text):
        return bool(lines) and len(lines[0]) > 1
    if not lines or len(lines[0]) < SIZES[0]:
        return False
    words = [token.text for token in lines[0]]
    if 4 * sum(bool(_CELL.fullmatch(word)) for word in words) < 3 * len(words) or not digit_like(lines[0]):
        return False
    rows = lines[: len(words)]
    return len(words) > SIZES[-1] or 2 * sum(len(row) == len(words) for row in rows) >= len(rows)


def _is_headed(text: str) -> bool:
    """Whether the first line is a heading with what headings say."""
    first = next(iter(token_lines(text, COMMENT)), [])
    return len(first) == 2 and first[0].text in HEADINGS and bool(_SAID.match(first[1].text))


def _row_lines(text: str) -> list[list[Token]]:
    return [tokens for tokens in token_lines(text, COMMENT, row_tokens) if tokens[0].text not in HEADINGS]


def digit_like(tokens: list[Token]) -> bool:
    """Whether at least half of the characters are ASCII digits or blanks, and none is a Kakuro's.

    Rows of large boards, and these boards in one line, may hold more letters, if no other ones than digits.
    """
    text = "".join(token.text for token in tokens)
    if {"#", "\\"} & set(text):
        return False
    size = len(text) if len(text) in SIZES else isqrt(len(text))
    if size > 9 and set(text.upper()) <= {*BLANKS, *DIGITS[:size]}:
        return True
    return 2 * sum(character in "0123456789._-" for character in text) >= len(text)
