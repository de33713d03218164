"""Nonogram as a .non file: ``width N``, ``height N``, ``rows`` and ``columns``, with a clue a line below.

A clue is its runs with commas between, 0 for a line without any.  In some files that is a blank line; it
is read so where the clues are too few without it.  Some other lines (``title``, ``by``, ``goal``, ...) say
where it is from.  Runs of several colours are refused, like any other line.

Source: the descriptions of the format by Steve Simpson, and with the nonogram database of mikix.
"""

from __future__ import annotations

import re

from ...errors import ParseError
from ...kinds.nonogram.rules import LARGEST_SIDE, Clue, Nonogram
from ..grid import Grid
from ..problem import Form, alone
from ..text import Token, line_tokens, shown, text_lines

_SIDES = {"width": "columns", "height": "rows", "rows": "rows", "columns": "columns"}
"""The words that say how many lines there are, with the side they speak of."""
_DESCRIPTIONS = ("catalogue", "title", "by", "copyright", "license", "goal", "saved")
_WIDTH = re.compile(r"^[ \t]*width[ \t]+\S", re.MULTILINE)
_HEIGHT = re.compile(r"^[ \t]*height[ \t]+\S", re.MULTILINE)
_RUN = re.compile(r"\s*([0-9]{1,6})\s*")
_HEAD = 4096


class _File:
    """The lines of a file, read from the top."""

    def __init__(self, text: str) -> None:
        self.lines = text_lines(text)
        self.at = 0
        self.sizes: dict[str, int] = {}
        self.clues: dict[str, tuple[Clue, ...]] = {}

    def read(self) -> None:
        while self.at < len(self.lines):
            tokens = line_tokens(self.lines[self.at], self.at + 1)
            self.at += 1
            word = tokens[0].text if tokens else ""
            if len(tokens) > 1 and word in _SIDES:
                self.size(tokens, _SIDES[word])
            elif word in ("rows", "columns"):
                if word in self.clues:
                    raise tokens[0].error(f"the clues of the {word} once")
                self.clues[word] = self.side(tokens[0], word)
            elif word and word not in _DESCRIPTIONS:
                raise tokens[0].error(f"one of {', '.join((*_SIDES, *_DESCRIPTIONS))}")

    def size(self, tokens: list[Token], side: str) -> None:
        """How many lines a side has."""
        size = tokens[1].integer(1, LARGEST_SIDE, "a size")
        for token in tokens[2:]:
            raise token.error("the end of the line after a size")
        if self.sizes.setdefault(side, size) != size:
            raise tokens[1].error(f"{self.sizes[side]} {side}, as above")

    def side(self, head: Token, side: str) -> tuple[Clue, ...]:
        """The clues below a line ``rows`` or ``columns``."""
        if side not in self.sizes:
            raise head.error("the width and the height above the clues")
        count = self.sizes[side]
        start = self.at
        while self.at < len(self.lines) and not self.lines[self.at].lstrip()[:1].isalpha():
            self.at += 1
        numbered = list(enumerate(self.lines[start : self.at], start + 1))
        written = [(number, line) for number, line in numbered if line.strip()]
        if written and len(written) != count:
            # Perhaps blank lines are clues here; behind the last clue they only part it from what follows.
            until_last = [(number, line) for number, line in numbered if number <= written[-1][0]]
            written = until_last if len(until_last) == count else written
        if len(written) != count:
            place = written[count][0] if len(written) > count else self.at
            raise ParseError(max(place, 1), 1, f"expected {count} clues of {side}, found {len(written)}")
        return tuple(_clue(line, number) for number, line in written)


def _clue(line: str, number: int) -> Clue:
    if line.strip() in ("", "0"):
        return ()
    runs = []
    column = 1
    for piece in line.split(","):
        found = _RUN.fullmatch(piece)
        if found is None or int(found[1]) == 0:
            raise ParseError(number, column, f"expected a run of one colour, found {shown(piece)}")
        runs.append(int(found[1]))
        column += len(piece) + 1
    return tuple(runs)


def _recognises(text: str) -> bool:
    head = text[:_HEAD]
    return _WIDTH.search(head) is not None and _HEIGHT.search(head) is not None


def _read(text: str) -> tuple[Nonogram, ...]:
    file = _File(text)
    file.read()
    for side in ("rows", "columns"):
        if side not in file.clues:
            raise ParseError(
                max(len(file.lines), 1), 1, f"expected '{side}' and clues, found the end of the text"
            )
    return (Nonogram(file.clues["rows"], file.clues["columns"]),)


def _write(problem: Nonogram) -> str:
    rows, columns = (
        [",".join(map(str, clue)) or "0" for clue in clues]
        for clues in (problem.row_clues, problem.column_clues)
    )
    head = [f"width {problem.columns}", f"height {problem.rows}"]
    return "\n".join([*head, "", "rows", *rows, "", "columns", *columns, ""])


FORM: Form[Nonogram, Grid] = Form(
    name="non",
    about=".non files: 'width N', 'height N', 'rows' and 'columns' with a clue a line, runs with commas",
    recognises=_recognises,
    read=_read,
    write=alone(_write),
)
