"""Cells, digits as characters, and rows of digits as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import TypeVar

from ..base.errors import ParseError
from ..base.wording import cell_name as cell_name
from .problem import Violation
from .text import LineReader, Token, line_tokens, text_lines, token_lines

C = TypeVar("C")

Cell = tuple[int, int]
"""Row and column, from 0."""
Grid = tuple[tuple[int | None, ...], ...]
"""Rows of digits; None for a blank cell."""
Row = Sequence[int | None]
Shown = tuple[Cell, int]
"""A cell and its value."""
Numbers = tuple[tuple[int, ...], ...]
"""Rows of numbers, one in every cell."""
Held = Mapping[Cell, int]
"""The values of cells: of all, or of those that are known."""

DIGITS = "123456789ABCDEFGHIJKLMNOP"
"""The characters of the digits 1 to 25."""
BLANKS = "0."
"""The characters of a blank; only the point if 0 is a digit."""
_CHARACTERS = "0" + DIGITS
_FRAME = frozenset("|+-")


def letter_cell(cell: Cell) -> str:
    """``A1`` for the top left cell: rows are letters, as in BOJ 4574."""
    return f"{chr(ord('A') + cell[0])}{cell[1] + 1}"


def digit_character(digit: int | None, blank: str = ".") -> str:
    """One character for a digit; `blank` for a blank cell."""
    return blank if digit is None else _CHARACTERS[digit]


def compact_line(digits: Row, blank: str = "0") -> str:
    """A row of digits, one character each."""
    return "".join([blank if digit is None else _CHARACTERS[digit] for digit in digits])


def digit_word(digit: int | None, blank: str = ".") -> str:
    """The number of a digit; `blank` for a blank cell."""
    return blank if digit is None else str(digit)


def spaced_line(digits: Row, blank: str = "0") -> str:
    """A row of digits as numbers with single spaces."""
    return " ".join(digit_word(digit, blank) for digit in digits)


def compact_digits(token: Token, digits: range) -> tuple[int | None, ...]:
    """The cells of a token, a character each: one of these digits, or blank."""
    values = _characters(digits)
    try:
        return tuple([values[character] for character in token.text])
    except KeyError:
        at = next(at for at, character in enumerate(token.text) if character not in values)
    blanks = "or" if 0 in digits else "0 or"
    last = digit_character(min(digits[-1], len(DIGITS)))
    expected = f"a digit {digits[0]} to {last}, {blanks} '.'"
    raise token.part(at, at + 1).error(expected)


@cache
def _characters(digits: range) -> dict[str, int | None]:
    """What each character of a compact row stands for."""
    values: dict[str, int | None] = dict.fromkeys(BLANKS)
    for digit in digits[: len(_CHARACTERS) - digits.start]:  # larger ones are written with spaces
        values |= dict.fromkeys((_CHARACTERS[digit], _CHARACTERS[digit].lower()), digit)
    return values


def spaced_digits(tokens: Sequence[Token], digits: range) -> tuple[int | None, ...]:
    """The cells of a line of numbers; ``.`` and ``_`` are blanks, and 0 if it is not one of the digits."""
    values = _spellings(digits)
    return tuple([values[one.text] if one.text in values else _number(one, digits) for one in tokens])


@cache
def _spellings(digits: range) -> dict[str, int | None]:
    """What each word of a spaced row stands for, in its usual spelling."""
    return {**dict.fromkeys((*BLANKS, "_")), **{str(digit): digit for digit in digits}}


def _number(token: Token, digits: range) -> int:
    blank = "'.'" if 0 in digits else "0"
    return token.integer(digits[0], digits[-1], f"a digit (or {blank} for a blank)")


_RULE = frozenset("-+| \t")
_HEADING = re.compile(r"[ \t]*(?:grid|puzzle|sudoku)[ \t]*#?[ \t]*[0-9]+[.:]?[ \t]*", re.IGNORECASE)
_PRINTED_CELL = re.compile(r"[^ \t|*]+")
_CELLS = frozenset("0123456789._,")
_PRINTED = frozenset("0123456789._ \t|*,") | set(DIGITS) | set(DIGITS.lower())


def row_tokens(line: str, number: int) -> list[Token]:
    """The cells of a printed row: bars between boxes, stars beside cells, or commas are removed.

    Lines between boxes, and headings such as ``Grid 01``, have no cells. Other lines are unchanged.
    """
    if _HEADING.fullmatch(line) or ("+" in line and _RULE.issuperset(line)):
        return []
    if not _PRINTED.issuperset(line) or _CELLS.isdisjoint(line):
        return line_tokens(line, number)
    if "," in line:
        return list(_between_commas(line, number))
    if len(line.split()) == 1 and "|" not in line:  # stars are blanks here
        return line_tokens(line, number)
    return line_tokens(line, number, _PRINTED_CELL)


def _between_commas(line: str, number: int) -> Iterator[Token]:
    column = 1
    for field in line.split(","):
        yield Token(field.strip() or BLANKS[-1], number, column + len(field) - len(field.lstrip()))
        column += len(field) + 1


def read_answer_grid(text: str, rows: int, columns: int, digits: range) -> Grid:
    """A grid of digits: one line a row, compact or spaced, or all in one line.

    The lines that a picture draws between boxes are ignored.

    Raise `ParseError` for a wrong number of rows or cells, or something that is not a digit.
    """
    framed = ([t for t in tokens if not _FRAME.issuperset(t.text)] for tokens in token_lines(text))
    lines = [tokens for tokens in framed if tokens]
    if len(lines) == 1 and rows > 1:
        tokens = lines[0]
        if len(tokens) == 1:
            flat = compact_digits(tokens[0], digits)
        else:
            flat = printed_digits(tokens, digits)
        if len(flat) != rows * columns:
            raise ParseError(tokens[0].line, 1, f"expected {rows * columns} cells, found {len(flat)}")
        return rows_of(flat, columns)
    for tokens in lines[rows:]:
        raise tokens[0].error(f"the end of the answer after {rows} rows")
    grid = tuple(digit_row(tokens, columns, digits) for tokens in lines)
    if len(grid) < rows:
        end = text_lines(text)
        raise ParseError(max(len(end), 1), 1, f"expected {rows} rows, found {len(grid)}")
    return grid


def digit_row(tokens: Sequence[Token], columns: int, digits: range) -> tuple[int | None, ...]:
    """A row of `columns` cells, compact or spaced; `ParseError` for another number."""
    alone = len(tokens) == 1 and columns > 1 and digits[-1] <= len(DIGITS)
    row = compact_digits(tokens[0], digits) if alone else printed_digits(tokens, digits)
    if len(row) != columns:
        raise tokens[0].error(f"{columns} cells", str(len(row)))
    return row


def printed_digits(tokens: Sequence[Token], digits: range) -> tuple[int | None, ...]:
    """Numbers, or letters for those above 9, as in a picture."""
    values: list[int | None] = []
    for token in tokens:
        values += compact_digits(token, digits) if token.text.isalpha() else spaced_digits((token,), digits)
    return tuple(values)


def rows_of(cells: Sequence[C], columns: int) -> tuple[tuple[C, ...], ...]:
    """Cells that are listed row by row, as rows."""
    return tuple(tuple(cells[at : at + columns]) for at in range(0, len(cells), columns))


def filled(grid: Iterable[Row]) -> Iterator[Shown]:
    """The cells of a grid, or of its first rows, that hold a digit."""
    for r, row in enumerate(grid):
        for c, digit in enumerate(row):
            if digit is not None:
                yield (r, c), digit


def grid_of(rows: int, columns: int, shown: Iterable[Shown]) -> Grid:
    """The grid with these digits, and blank in all other cells."""
    grid: list[list[int | None]] = [[None] * columns for _ in range(rows)]
    for (r, c), digit in shown:
        grid[r][c] = digit
    return tuple(map(tuple, grid))


def given_words(givens: Grid) -> tuple[str, ...]:
    """``given 5 at r1c1`` and so on, row by row: the names of the given cells."""
    return tuple(f"given {digit} at {cell_name(cell)}" for cell, digit in filled(givens))


def thinned(rows: Iterable[Row], keep: Collection[int]) -> Iterator[tuple[int | None, ...]]:
    """The rows with a blank for each given that is not in `keep`, by its index among the givens."""
    places = count()
    return (
        tuple(None if digit is None or next(places) not in keep else digit for digit in row) for row in rows
    )


def given_violations(answer: Grid, givens: Grid, name: Callable[[Cell], str] = cell_name) -> list[Violation]:
    """A violation for each given that the answer changes."""
    return [
        Violation(
            f"{name((r, c))} {held_words(answer[r][c])}, but {digit} is given",
            ((r, c),),
            f"{name((r, c))} is {digit}",
        )
        for (r, c), digit in filled(givens)
        if digit != answer[r][c]
    ]


def shape_violations(answer: Grid, rows: int, columns: int) -> list[Violation]:
    """A violation if `answer` is not a grid of this shape, which other checks require."""
    if len(answer) == rows and all(len(row) == columns for row in answer):
        return []
    return [Violation(f"the answer is not a grid of {rows} rows and {columns} columns")]


def same_digit_violations(answer: Grid, cells: Sequence[Cell], name: str, label: str = "") -> list[Violation]:
    """A violation for each digit that occurs twice among `cells` (except blanks).

    The `label` of the rule is the name of the cells if it has no other.
    """
    return repeated_digits(cells, [answer[r][c] for r, c in cells], name, label)


def repeated_digits(cells: Sequence[Cell], digits: Row, name: str, label: str = "") -> list[Violation]:
    """The same, of the digits that these cells hold."""
    held = [digit for digit in digits if digit is not None]
    if len(set(held)) == len(held):
        return []
    seen: dict[int, Cell] = {}
    found = []
    for cell, digit in zip(cells, digits, strict=True):
        if digit is None:
            continue
        if digit in seen:
            places = f"{cell_name(seen[digit])} and {cell_name(cell)}"
            text = f"{digit} appears twice in {name}: {places}"
            found.append(Violation(text, (seen[digit], cell), label or name))
        seen[digit] = cell
    return found


def digit_range_violations(answer: Grid, cells: Sequence[Cell], digits: range) -> list[Violation]:
    """A violation for each of `cells` without one of these digits."""
    expected = f"not a digit {digits[0]} to {digits[-1]}"
    return [
        Violation(f"{cell_name((r, c))} {held_words(answer[r][c])}, {expected}", ((r, c),))
        for r, c in cells
        if answer[r][c] not in digits
    ]


def held_words(digit: int | None) -> str:
    """``holds 5``, or ``is blank``."""
    return "is blank" if digit is None else f"holds {digit}"


def boxed_picture(grid: Grid, box_rows: int, box_columns: int) -> str:
    """A grid in characters with lines between the boxes; blanks are dots."""
    columns = len(grid[0])
    if box_rows == 1:  # there are no boxes
        box_rows, box_columns = len(grid), columns
    rule = "+".join("-" * (2 * box_columns + 1) for _ in range(columns // box_columns))
    lines = []
    for r, row in enumerate(grid):
        if r and r % box_rows == 0:
            lines.append(rule)
        parts = [
            " ".join(digit_character(digit) for digit in row[at : at + box_columns])
            for at in range(0, columns, box_columns)
        ]
        lines.append(" " + " | ".join(parts))
    return "\n".join(lines)


NO_WALLS = str.maketrans("|+-", "   ")
"""Removes the walls from a picture."""


def board_row(tokens: Sequence[Token], columns: int | None, alphabet: str, expected: str) -> str:
    """The cells of one row, a character each, with or without spaces between them.

    * columns: the required number of cells, if it is known.
    * alphabet, expected: the characters that a cell may hold, and their name in errors.
    """
    cells = [token.part(at, at + 1) for token in tokens for at in range(len(token.text))]
    for cell in cells:
        if cell.text not in alphabet:
            raise cell.error(expected)
    if columns is not None and len(cells) != columns:
        raise cells[min(columns, len(cells) - 1)].error(f"{columns} cells", str(len(cells)))
    return "".join(cell.text for cell in cells)


def read_rows(reader: LineReader, rows: int, columns: int, alphabet: str, expected: str) -> list[str]:
    """The next `rows` lines, each a row of the board; see `board_row`."""
    return [
        board_row(reader.line(f"row {r + 1} of {rows}"), columns, alphabet, expected) for r in range(rows)
    ]


def read_answer_board(text: str, rows: int, columns: int, alphabet: str, expected: str) -> list[str]:
    """A text that is a board and nothing else; the walls of a picture are ignored.

    Raise `ParseError` if the number of rows or cells is wrong, or there is another character.
    """
    reader = LineReader(text.translate(NO_WALLS))
    found = read_rows(reader, rows, columns, alphabet, expected)
    reader.end(f"the end of the answer after {rows} rows")
    return found


def walled_picture(faces: Sequence[Sequence[str]], region: Callable[[Cell], Hashable]) -> str:
    """The board in characters, with walls around it and between cells of different regions.

    * faces (rows of strings of one length)
    * region (cell -> label of its region): none for cells outside all regions.
    """
    rows, columns = len(faces), len(faces[0])
    width = len(faces[0][0])

    def at(r: int, c: int) -> Hashable:
        return region((r, c)) if 0 <= r < rows and 0 <= c < columns else None

    def corner(r: int, c: int) -> str:
        """The character where four cells meet; (r, c) is the lower right one."""
        above, left = at(r - 1, c - 1) != at(r - 1, c), at(r - 1, c - 1) != at(r, c - 1)
        below, right = at(r, c - 1) != at(r, c), at(r - 1, c) != at(r, c)
        if (above or below) and (left or right):
            return "+"
        return "|" if above or below else "-" if left or right else " "

    lines = []
    for r in range(rows + 1):
        wall = ""
        for c in range(columns + 1):
            wall += corner(r, c)
            if c < columns:
                wall += ("-" if at(r - 1, c) != at(r, c) else " ") * width
        if not set(wall) <= {" ", "|"}:
            lines.append(wall.rstrip())
        if r < rows:
            cells = "".join(("|" if at(r, c - 1) != at(r, c) else " ") + faces[r][c] for c in range(columns))
            lines.append((cells + ("|" if at(r, columns - 1) is not None else " ")).rstrip())
    return "\n".join(lines)


def shown_name(shown: Shown) -> str:
    """``r1c1=5``."""
    return f"{cell_name(shown[0])}={shown[1]}"


def no_such_digit(shown: Shown) -> str:
    """The message that a cell cannot hold a value."""
    return f"{cell_name(shown[0])} cannot hold {shown[1]}"


def unit_digit(unit: str, size: int, at: int) -> str:
    """The name of an item of a digit, from 1, in a unit; the digits of the first unit come first."""
    return f"{unit}{at // size + 1}={at % size + 1}"
