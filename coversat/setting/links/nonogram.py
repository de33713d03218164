"""Nonograms as links of puzz.link and as .non files."""

from __future__ import annotations

import re

from ...base.errors import ParseError
from ...kinds.nonogram.rules import LARGEST_SIDE, Clue, Nonogram
from ...problems.grid import Numbers
from ...problems.problem import Form, alone
from ...problems.text import Token, line_tokens, shown, text_lines
from .puzzlink import NUMBERS, Link, puzzlink_form

# puzz.link
#
# The body lists positions of numbers: half a column's cells, rounded up, above each column, and half a row's
# before each row. They are listed from the board outwards, column by column, then row by row; ``g`` to ``z``
# are 1 to 20 positions without a number, whichever lines they belong to.
#
# Source: the public code of the pzpr program, which puzz.link runs.


_LARGEST_RUN = 255


def _places(length: int) -> int:
    """The number of clue positions for a line of `length` cells."""
    return (length + 1) // 2


def _read_link(link: Link) -> Nonogram:
    if max(link.width, link.height) > LARGEST_SIDE:
        raise link.error(f"a board with sides up to {LARGEST_SIDE}")
    sides = [(link.width, _places(link.height)), (link.height, _places(link.width))]
    count = sum(lines * places for lines, places in sides)
    numbers = iter(NUMBERS.read(link.body, count, _LARGEST_RUN, "a run of black cells"))
    link.body.end("the numbers of every column and row")
    columns, rows = (
        tuple(_clue_of([next(numbers) for _ in range(places)]) for _ in range(lines))
        for lines, places in sides
    )
    return Nonogram(rows, columns)


def _clue_of(places: list[int | None]) -> Clue:
    return tuple(number for number in reversed(places) if number)


def _write_link(problem: Nonogram) -> tuple[int, int, str]:
    sides = [(problem.column_clues, _places(problem.rows)), (problem.row_clues, _places(problem.columns))]
    numbers: list[int | None] = []
    for clues, places in sides:
        for clue in clues:
            if len(clue) > places or max(clue, default=0) > _LARGEST_RUN:
                raise ValueError(f"puzz.link states up to {places} runs of up to {_LARGEST_RUN} here")
            numbers += [*reversed(clue), *[None] * (places - len(clue))]
    return problem.columns, problem.rows, NUMBERS.write(numbers)


PUZZLINK: Form[Nonogram, Numbers] = puzzlink_form("nonogram", "WIDTH/HEIGHT/BODY", _read_link, _write_link)


# .non files: ``width N``, ``height N``, ``rows`` and ``columns``, with a clue a line below
#
# A clue is its runs with commas between, 0 for a line without any. In some files that is a blank line; it is
# read so if there are too few clues without it. Some other lines (``title``, ``by``, ``goal``, ...) give the
# origin. Runs of several colours are refused, like any other line.
#
# Source: the descriptions of the format by Steve Simpson, and with the nonogram database of mikix.


_SIDES = {"width": "columns", "height": "rows", "rows": "rows", "columns": "columns"}
"""The words that state the number of lines of each side."""
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
        size = tokens[1].integer(1, LARGEST_SIDE, "a size")
        for token in tokens[2:]:
            raise token.error("the end of the line after a size")
        if self.sizes.setdefault(side, size) != size:
            raise tokens[1].error(f"{self.sizes[side]} {side}, as above")

    def side(self, head: Token, side: str) -> tuple[Clue, ...]:
        if side not in self.sizes:
            raise head.error("the width and the height above the clues")
        count = self.sizes[side]
        start = self.at
        while self.at < len(self.lines) and not self.lines[self.at].lstrip()[:1].isalpha():
            self.at += 1
        numbered = list(enumerate(self.lines[start : self.at], start + 1))
        written = [(number, line) for number, line in numbered if line.strip()]
        if written and len(written) != count:
            # Blank lines may be clues here; after the last clue they only separate it from what follows.
            until_last = [(number, line) for number, line in numbered if number <= written[-1][0]]
            written = until_last if len(until_last) == count else written
        if len(written) != count:
            place = written[count][0] if len(written) > count else self.at
            raise ParseError(max(place, 1), 1, f"expected {count} clues of {side}, found {len(written)}")
        return tuple(_read_clue(line, number) for number, line in written)


def _read_clue(line: str, number: int) -> Clue:
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


def _read_file(text: str) -> tuple[Nonogram, ...]:
    file = _File(text)
    file.read()
    for side in ("rows", "columns"):
        if side not in file.clues:
            raise ParseError(
                max(len(file.lines), 1), 1, f"expected '{side}' and clues, found the end of the text"
            )
    return (Nonogram(file.clues["rows"], file.clues["columns"]),)


def _write_file(problem: Nonogram) -> str:
    rows, columns = (
        [",".join(map(str, clue)) or "0" for clue in clues]
        for clues in (problem.row_clues, problem.column_clues)
    )
    head = [f"width {problem.columns}", f"height {problem.rows}"]
    return "\n".join([*head, "", "rows", *rows, "", "columns", *columns, ""])


NON: Form[Nonogram, Numbers] = Form(
    name="non",
    about=".non files: 'width N', 'height N', 'rows' and 'columns' with a clue a line, runs with commas",
    recognises=_recognises,
    read=_read_file,
    write=alone(_write_file),
)
