"""Boards as lines of characters: reading them with places, and drawing walls between regions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from .grid import Cell
from .text import LineReader, Token

NO_WALLS = str.maketrans("|+-", "   ")
"""Takes the walls out of a picture."""


def board_row(tokens: Sequence[Token], columns: int | None, alphabet: str, expected: str) -> str:
    """The cells of one row, a character each, with or without spaces between them.

    Parameters
    ----------
    columns : int or None
        How many cells there must be, where that is known.
    alphabet, expected : str
        The characters a cell may hold, and what to call them in an error.
    """
    cells = [token.part(at, at + 1) for token in tokens for at in range(len(token.text))]
    for cell in cells:
        if cell.text not in alphabet:
            raise cell.error(expected)
    if columns is not None and len(cells) != columns:
        raise cells[min(columns, len(cells) - 1)].error(f"{columns} cells", str(len(cells)))
    return "".join(cell.text for cell in cells)


def read_rows(reader: LineReader, rows: int, columns: int, alphabet: str, expected: str) -> list[str]:
    """The next `rows` lines, a row of the board each; see `board_row`."""
    return [
        board_row(reader.line(f"row {r + 1} of {rows}"), columns, alphabet, expected) for r in range(rows)
    ]


def read_answer_board(text: str, rows: int, columns: int, alphabet: str, expected: str) -> list[str]:
    """A text that is a board and nothing else; the walls of a picture are passed over.

    Raises
    ------
    ParseError
        For a wrong number of rows or cells, or another character.
    """
    reader = LineReader(text.translate(NO_WALLS))
    found = read_rows(reader, rows, columns, alphabet, expected)
    reader.end(f"the end of the answer after {rows} rows")
    return found


def walled_picture(faces: Sequence[Sequence[str]], region: Callable[[Cell], Hashable]) -> str:
    """The board in characters, with walls around it and between cells of different regions.

    Parameters
    ----------
    faces : rows of strings of one length
    region : cell -> what tells regions apart
        None for cells outside all regions.
    """
    rows, columns = len(faces), len(faces[0])
    width = len(faces[0][0])

    def at(r: int, c: int) -> Hashable:
        return region((r, c)) if 0 <= r < rows and 0 <= c < columns else None

    def corner(r: int, c: int) -> str:
        """The character where four cells meet, the one below and right of it being (r, c)."""
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
