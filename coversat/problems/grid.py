"""Cells, digits as characters, and rows of digits as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from itertools import count
from typing import TypeVar

from ..errors import ParseError
from .problem import Violation
from .text import LineReader, Token, line_tokens, text_lines, token_lines

C = TypeVar("C")

Cell = tuple[int, int]
"""Row and column, from 0."""
Grid = tuple[tuple[int, ...], ...]
"""Rows of digits; 0 for a blank cell."""

DIGITS = "123456789ABCDEFGHIJKLMNOP"
"""The characters of the digits 1 to 25."""
BLANKS = "0."
_FRAME = frozenset("|+-")

_VALUES = {character: value for value, character in enumerate(DIGITS, 1)}
_VALUES |= {character.lower(): value for character, value in _VALUES.items()}
_VALUES |= dict.fromkeys(BLANKS, 0)
_NUMBERS = dict.fromkeys((*BLANKS, "_"), 0) | {str(digit): digit for digit in range(1, 100)}
"""The common spellings of a blank."""


def cell_name(cell: Cell) -> str:
    """``r1c1`` for the top left cell."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def letter_cell(cell: Cell) -> str:
    """``A1`` for the top left cell: rows are letters, as in BOJ 4574."""
    return f"{chr(ord('A') + cell[0])}{cell[1] + 1}"


def digit_character(digit: int, blank: str = ".") -> str:
    """One character for a digit; `blank` for 0."""
    return DIGITS[digit - 1] if digit else blank


def compact_line(digits: Sequence[int], blank: str = "0") -> str:
    """A row of digits, one character each."""
    return "".join(digit_character(digit, blank) for digit in digits)


def spaced_line(digits: Sequence[int]) -> str:
    """A row of digits as numbers with single spaces."""
    return " ".join(map(str, digits))


def compact_digits(token: Token, size: int) -> tuple[int, ...]:
    """The digits of a token, one character each, none above `size`."""
    values = []
    for offset, character in enumerate(token.text):
        value = _VALUES.get(character, size + 1)
        if value > size:
            raise token.part(offset, offset + 1).error(f"a digit 1 to {DIGITS[size - 1]}, 0 or '.'")
        values.append(value)
    return tuple(values)


def spaced_digits(tokens: Sequence[Token], size: int) -> tuple[int, ...]:
    """The digits of a line of numbers; ``0``, ``.`` and ``_`` are blanks."""
    return tuple([_number(token, size) for token in tokens])


def _number(token: Token, size: int) -> int:
    value = _NUMBERS.get(token.text, size + 1)
    return value if value <= size else token.integer(1, size, "a digit (or 0 for a blank)")


_RULE = frozenset("-+| \t")
_HEADING = re.compile(r"[ \t]*(?:grid|puzzle|sudoku)[ \t]*#?[ \t]*[0-9]+[.:]?[ \t]*", re.IGNORECASE)
_PRINTED_CELL = re.compile(r"[^ \t|*]+")
_CELLS = frozenset("0123456789._,")
_PRINTED = frozenset("0123456789._ \t|*,") | set(DIGITS) | set(DIGITS.lower())


def row_tokens(line: str, number: int) -> list[Token]:
    """The cells of a printed row: bars between boxes, stars beside differing cells, or commas are removed.

    Lines between boxes, and headings such as ``Grid 01``, have no cells. Other lines are unchanged.
    """
    if _HEADING.fullmatch(line) or ("+" in line and _RULE.issuperset(line)):
        return []
    if not _PRINTED.issuperset(line) or _CELLS.isdisjoint(line):
        return line_tokens(line, number)
    if "," in line:
        return list(_between_commas(line, number))
    return line_tokens(line, number, _PRINTED_CELL)


def _between_commas(line: str, number: int) -> Iterator[Token]:
    column = 1
    for field in line.split(","):
        yield Token(field.strip() or BLANKS[-1], number, column + len(field) - len(field.lstrip()))
        column += len(field) + 1


def read_answer_grid(text: str, rows: int, columns: int, largest: int) -> Grid:
    """A grid of digits: one line a row, compact or spaced, or all in one line; 0 for a blank.

    The lines that a picture draws between boxes are ignored.

    Raise `ParseError` for a wrong number of rows or cells, or something that is no digit.
    """
    framed = ([t for t in tokens if not _FRAME.issuperset(t.text)] for tokens in token_lines(text))
    lines = [tokens for tokens in framed if tokens]
    if len(lines) == 1 and rows > 1:
        tokens = lines[0]
        if len(tokens) == 1:
            flat = compact_digits(tokens[0], largest)
        else:
            flat = printed_digits(tokens, largest)
        if len(flat) != rows * columns:
            raise ParseError(tokens[0].line, 1, f"expected {rows * columns} cells, found {len(flat)}")
        return rows_of(flat, columns)
    for tokens in lines[rows:]:
        raise tokens[0].error(f"the end of the answer after {rows} rows")
    grid = tuple(digit_row(tokens, columns, largest) for tokens in lines)
    if len(grid) < rows:
        end = text_lines(text)
        raise ParseError(max(len(end), 1), 1, f"expected {rows} rows, found {len(grid)}")
    return grid


def digit_row(tokens: Sequence[Token], columns: int, largest: int) -> tuple[int, ...]:
    """A row of `count` digits, compact or spaced; `ParseError` for another number."""
    alone = len(tokens) == 1 and columns > 1 and largest <= len(DIGITS)
    row = compact_digits(tokens[0], largest) if alone else printed_digits(tokens, largest)
    if len(row) != columns:
        raise tokens[0].error(f"{columns} cells", str(len(row)))
    return row


def printed_digits(tokens: Sequence[Token], largest: int) -> tuple[int, ...]:
    """Numbers, or letters for those above 9, as in a picture."""
    values: list[int] = []
    for token in tokens:
        values += compact_digits(token, largest) if token.text.isalpha() else (_number(token, largest),)
    return tuple(values)


def rows_of(cells: Sequence[C], columns: int) -> tuple[tuple[C, ...], ...]:
    """Cells that are listed row by row, as rows."""
    return tuple(tuple(cells[at : at + columns]) for at in range(0, len(cells), columns))


def given_words(givens: Grid, lowest: int = 1) -> tuple[str, ...]:
    """``given 5 at r1c1`` and so on, row by row: the names of the given cells."""
    return tuple(
        f"given {digit - 1 + lowest} at {cell_name((r, c))}"
        for r, row in enumerate(givens)
        for c, digit in enumerate(row)
        if digit
    )


def thinned(rows: Iterable[Sequence[int]], keep: Collection[int]) -> Iterator[tuple[int, ...]]:
    """The rows with a blank for each given that is not in `keep`, by its index among the givens."""
    places = count()
    return (tuple(digit if digit and next(places) in keep else 0 for digit in row) for row in rows)


def given_violations(
    answer: Grid, givens: Grid, name: Callable[[Cell], str] = cell_name, lowest: int = 1
) -> list[Violation]:
    """A violation for each given that the answer changes; a grid holds the `lowest` digit as 1."""
    above = lowest - 1
    return [
        Violation(
            f"{name((r, c))} holds {answer[r][c] + above}, but {digit + above} is given",
            ((r, c),),
            f"{name((r, c))} is {digit + above}",
        )
        for r, row in enumerate(givens)
        for c, digit in enumerate(row)
        if digit not in (0, answer[r][c])
    ]


def shape_violations(answer: Grid, rows: int, columns: int) -> list[Violation]:
    """A violation if `answer` is not a grid of this shape, which other checks require."""
    if len(answer) == rows and all(len(row) == columns for row in answer):
        return []
    return [Violation(f"the answer is not a grid of {rows} rows and {columns} columns")]


def same_digit_violations(
    answer: Grid, cells: Sequence[Cell], name: str, label: str = "", lowest: int = 1
) -> list[Violation]:
    """A violation for each digit that occurs twice among `cells` (except blanks).

    The `label` of the rule is the name of the cells if it has no other; a grid holds the `lowest` digit as 1.
    """
    digits = [answer[r][c] for r, c in cells]
    if len(set(digits)) == len(digits):
        return []
    seen: dict[int, Cell] = {}
    found = []
    for cell, digit in zip(cells, digits, strict=True):
        if digit and digit in seen:
            places = f"{cell_name(seen[digit])} and {cell_name(cell)}"
            text = f"{digit + lowest - 1} appears twice in {name}: {places}"
            found.append(Violation(text, (seen[digit], cell), label or name))
        seen[digit] = cell
    return found


def digit_range_violations(answer: Grid, cells: Sequence[Cell], largest: int) -> list[Violation]:
    """A violation for each of `cells` without a digit from 1 to `largest`."""
    return [
        Violation(f"{cell_name((r, c))} holds {answer[r][c]}, not a digit 1 to {largest}", ((r, c),))
        for r, c in cells
        if not 1 <= answer[r][c] <= largest
    ]


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

    Parameters
    ----------
    columns : int or None
        The required number of cells, if it is known.
    alphabet, expected : str
        The characters that a cell may hold, and their name in errors.
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

    Parameters
    ----------
    faces : rows of strings of one length region : cell -> label of its region
        None for cells outside all regions.
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


Shown = tuple[Cell, int]
"""A cell and its value."""


def filled(answer: Grid) -> Iterator[Shown]:
    """The cells of a grid, or of its first rows, that hold a digit."""
    for r, row in enumerate(answer):
        for c, digit in enumerate(row):
            if digit:
                yield (r, c), digit


def grid_of(rows: int, columns: int, shown: Iterable[Shown]) -> Grid:
    """The grid with these digits, and 0 in all other cells."""
    grid = [[0] * columns for _ in range(rows)]
    for (r, c), digit in shown:
        grid[r][c] = digit
    return tuple(map(tuple, grid))


def shown_name(shown: Shown) -> str:
    """``r1c1=5``."""
    return f"{cell_name(shown[0])}={shown[1]}"


def no_such_digit(shown: Shown) -> str:
    """The message that a cell cannot hold a value."""
    return f"{cell_name(shown[0])} cannot hold {shown[1]}"


def unit_digit(unit: str, size: int, at: int, lowest: int = 1) -> str:
    """The name of an item of a digit in a unit; the digits of the first unit come first."""
    return f"{unit}{at // size + 1}={at % size + lowest}"
