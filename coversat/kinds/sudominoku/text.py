"""The texts of Sudominoku: BOJ 4574's form, and a drawing of the board."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...base.errors import ParseError
from ...problems.board import are_neighbours, neighbours
from ...problems.dominoes import Domino
from ...problems.grid import DIGITS, Cell, Grid, compact_line, letter_cell
from ...problems.layout import box_sides
from ...problems.problem import Form, alone, unless_read
from ...problems.text import LineReader, Token, shown, text_lines, token_lines
from .rules import Sudominoku

# The form of BOJ 4574

_BOX = 3
_SIZE = _BOX * _BOX
_SET = _SIZE * (_SIZE - 1) // 2
_POSITION = re.compile(r"[A-I][1-9]")


def _take(used: dict[Cell, Token], cell: Cell, token: Token, what: str) -> None:
    if cell in used:
        raise token.error(f"{what} on a cell of its own; line {used[cell].line} uses this one")
    used[cell] = token


def _read_boj4574(text: str) -> tuple[Sudominoku, ...]:
    """Read cases, each a number of dominoes, as many lines ``D CELL D CELL``, nine cells; then a 0."""
    reader = LineReader(text)
    problems = []
    while count := reader.integer(0, _SET, f"a number of dominoes (0 ends the text, {_SET} exist)"):
        used: dict[Cell, Token] = {}
        dominoes = tuple(_read_domino(reader, used, f"{n} of {count}") for n in range(1, count + 1))
        tokens = reader.line("the cells of the nine singles", _SIZE)
        singles = tuple(_position(token) for token in tokens)
        for cell, token in zip(singles, tokens, strict=True):
            _take(used, cell, token, "each single")
        problems.append(Sudominoku(_BOX, _BOX, dominoes, singles))
    reader.end("the end of the text after the closing 0")
    return tuple(problems)


def _read_domino(reader: LineReader, used: dict[Cell, Token], number: str) -> Domino:
    a, first, b, second = reader.line(f"domino {number} (DIGIT CELL DIGIT CELL)", 4)
    digits = a.integer(1, _SIZE, "a digit"), b.integer(1, _SIZE, "a digit")
    cells = _position(first), _position(second)
    if digits[0] == digits[1]:
        raise b.error(f"a digit other than {digits[0]}: no domino has the same twice")
    if not are_neighbours(*cells):
        raise second.error(f"a cell next to {first.text}")
    _take(used, cells[0], first, "each half")
    _take(used, cells[1], second, "each half")
    return Domino(cells, digits)


def _position(token: Token) -> Cell:
    if not _POSITION.fullmatch(token.text):
        raise token.error("a cell from A1 to I9")
    return ord(token.text[0]) - ord("A"), int(token.text[1]) - 1


def _write_boj4574(problems: Sequence[Sudominoku]) -> str:
    lines = []
    for problem in problems:
        if (problem.box_rows, problem.box_columns) != (_BOX, _BOX) or not problem.dominoes:
            raise ValueError("BOJ 4574's form states 9x9 boards with at least one given domino")
        lines.append(str(len(problem.dominoes)))
        for domino in problem.dominoes:
            halves = zip(domino.digits, map(letter_cell, domino.cells), strict=True)
            lines.append(" ".join(f"{digit} {cell}" for digit, cell in halves))
        lines.append(" ".join(map(letter_cell, problem.singles)))
    return "\n".join([*lines, "0", ""])


def _looks_boj4574(text: str) -> bool:
    lines = token_lines(text)
    if len(lines) < 2:
        return text.split() == ["0"]
    counted = len(lines[0]) == 1 and lines[0][0].text.lstrip("-").isdecimal()
    return counted and any(re.fullmatch(r"[A-Za-z]\d+", t.text, re.ASCII) for t in lines[1])


# The drawing


def _read_drawing(text: str) -> tuple[Sudominoku, ...]:
    """One sudominoku as `format` writes it; a cell is four characters wide."""
    lines = text_lines(text)
    words = lines[0].split()
    box = box_sides(words[1]) if len(words) == 2 and words[0] == "sudominoku" else None
    if box is None:
        raise ParseError(1, 1, f"expected 'sudominoku RxC', R and C from 2 to 5, found {shown(lines[0])}")
    size = box[0] * box[1]
    while len(lines) > 2 * size and not lines[-1].strip():
        lines.pop()
    if len(lines) != 2 * size:
        raise ParseError(
            min(len(lines), 2 * size + 1),
            1,
            f"expected {2 * size - 1} lines of a board, found {len(lines) - 1}",
        )
    return (_Drawing(lines[1:], *box).problem(),)


class _Drawing:
    """The lines of a drawing, by character position."""

    def __init__(self, lines: list[str], box_rows: int, box_columns: int) -> None:
        self.box_rows, self.box_columns = box_rows, box_columns
        self.size = box_rows * box_columns
        self.lines = [line.rstrip().ljust(4 * self.size) for line in lines]

    def problem(self) -> Sudominoku:
        for at, line in enumerate(self.lines):
            if len(line) > 4 * self.size:
                raise self.error(at, 4 * self.size, "the end of the row")
            self.one_of(at, 4 * self.size - 1, " ", "the end of the row")
        digits = {(r, c): self.digit(r, c) for r in range(self.size) for c in range(self.size)}
        dominoes = tuple(
            Domino((a, b), (self.half(digits, a), self.half(digits, b)))
            for a, b in neighbours(self.size, self.size)
            if self.linked(a, b)
        )
        self.check_dominoes(dominoes)
        return Sudominoku(self.box_rows, self.box_columns, dominoes, self.singles(digits, dominoes))

    def error(self, line: int, at: int, expected: str) -> ParseError:
        end = len(self.lines[line].rstrip())
        found = shown(self.lines[line][at]) if at < end else "the end of the line"
        return ParseError(line + 2, min(at, end) + 1, f"expected {expected}, found {found}")

    def one_of(self, line: int, at: int, choices: str, expected: str) -> str:
        character = self.lines[line][at]
        if character not in choices:
            raise self.error(line, at, expected)
        return character

    def digit(self, r: int, c: int) -> int | None:
        digits = DIGITS[: self.size]
        face = self.one_of(2 * r, 4 * c + 1, "." + digits, f"a digit 1 to {digits[-1]}, or '.'")
        return None if face == "." else digits.index(face) + 1

    def half(self, digits: dict[Cell, int | None], cell: Cell) -> int:
        digit = digits[cell]
        if digit is None:
            raise self.error(2 * cell[0], 4 * cell[1] + 1, "a digit on each half of a given domino")
        return digit

    def linked(self, a: Cell, b: Cell) -> bool:
        if a[0] == b[0]:
            return self.one_of(2 * a[0], 4 * a[1] + 3, " -", "'-' between halves, or a space") == "-"
        below = 2 * a[0] + 1
        for at in (4 * a[1], 4 * a[1] + 2, 4 * a[1] + 3):
            self.one_of(below, at, " ", "a space between bars")
        return self.one_of(below, 4 * a[1] + 1, " |", "'|' between halves, or a space") == "|"

    def check_dominoes(self, dominoes: Sequence[Domino]) -> None:
        used: set[Cell] = set()
        for domino in dominoes:
            (r, c), _ = domino.cells
            if domino.digits[0] == domino.digits[1]:
                raise self.error(2 * r, 4 * c + 1, "two different digits on a domino")
            for row, column in domino.cells:
                if (row, column) in used:
                    raise self.error(2 * row, 4 * column + 1, "each cell in one domino")
                used.add((row, column))

    def singles(self, digits: dict[Cell, int | None], dominoes: Sequence[Domino]) -> tuple[Cell, ...]:
        on_dominoes = {cell for domino in dominoes for cell in domino.cells}
        found: dict[int, Cell] = {}
        for (r, c), digit in digits.items():
            left = self.one_of(2 * r, 4 * c, " (", "'(' or a space before a digit")
            right = self.one_of(2 * r, 4 * c + 2, " )", "')' or a space behind a digit")
            if (left == "(") != (right == ")"):
                raise self.error(2 * r, 4 * c + 1, "both brackets around a single")
            if left == " ":
                if digit is not None and (r, c) not in on_dominoes:
                    raise self.error(
                        2 * r, 4 * c + 1, "'.' for a cell on no given domino, or (D) for a single"
                    )
                continue
            if digit is None or digit in found or (r, c) in on_dominoes:
                raise self.error(2 * r, 4 * c + 1, "each digit as a single once, off the given dominoes")
            found[digit] = (r, c)
        if len(found) != self.size:
            missing = next(digit for digit in range(1, self.size + 1) if digit not in found)
            raise ParseError(1, 1, f"expected a single ({DIGITS[missing - 1]}) on the board, found none")
        return tuple(found[digit] for digit in range(1, self.size + 1))


BOJ4574: Form[Sudominoku, Grid] = Form(
    name="boj4574",
    about="cases of BOJ 4574: N, N lines 'DIGIT CELL DIGIT CELL', the cells of the nine singles; 0 ends",
    recognises=_looks_boj4574,
    read=_read_boj4574,
    write=_write_boj4574,
    show=lambda problem, answer, case: "\n".join([f"Puzzle {case}", *map(compact_line, answer)]),
    several=True,
    bare=unless_read(_read_boj4574),
)
DRAWING: Form[Sudominoku, Grid] = Form(
    name="drawing",
    about="'sudominoku 3x3' and the board: (5) a single, 4-7 a domino, a bar between upright halves",
    recognises=lambda text: text.startswith("sudominoku"),
    read=_read_drawing,
    write=alone(Sudominoku.format),
)

Sudominoku.forms = (DRAWING, BOJ4574)
