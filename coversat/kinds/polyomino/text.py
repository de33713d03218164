"""The text of polyomino packings: options, the board, and the pieces."""

from __future__ import annotations

from collections.abc import Iterator

from ...problems.grid import board_row
from ...problems.problem import Form, headed_form
from ...problems.text import LineReader, Token
from .rules import (
    EMPTY,
    FILLED,
    FREE,
    HOLE,
    LARGEST_SIDE,
    MOST_COPIES,
    OPTIONS,
    PIECE_NAME,
    READY_MADE,
    Packing,
    Piece,
    Polyomino,
)


def _read(text: str) -> Polyomino:
    reader = LineReader(text)
    _, *options = reader.heading("polyomino", "'polyomino'")
    words = [token.text for token in options]
    for place, token in enumerate(options):
        if token.text not in OPTIONS or token.text in words[:place]:
            raise token.error(f"the end of the line, or another of {', '.join(OPTIONS)}")
    board = _read_board(reader)
    pieces: list[Piece] = []
    for tokens in [reader.line("another row of the board, or a piece"), *reader]:
        for piece in _pieces(tokens):
            if set(piece.labels) & {label for other in pieces for label in other.labels}:
                raise tokens[0].error("a piece with another name")
            pieces.append(piece)
    return Polyomino(board, tuple(pieces), *(option in words for option in OPTIONS))


def _read_board(reader: LineReader) -> tuple[tuple[bool, ...], ...]:
    """The rows of the board: the first line, and the lines of cells below it."""
    board: list[tuple[bool, ...]] = []
    while not board or set("".join(token.text for token in reader.peek())) <= {FREE, HOLE}:
        tokens = reader.line("a row of the board" if not board else "another row of the board, or a piece")
        row = board_row(tokens, len(board[0]) if board else None, FREE + HOLE, "'.' (free) or '#' (a hole)")
        if len(row) > LARGEST_SIDE or len(board) == LARGEST_SIDE:
            raise tokens[0].error(f"at most {LARGEST_SIDE} rows and columns")
        board.append(tuple(cell == FREE for cell in row))
    return tuple(board)


def _pieces(tokens: list[Token]) -> Iterator[Piece]:
    name = tokens[0]
    if len(tokens) == 1 and name.text in READY_MADE:
        yield from READY_MADE[name.text]
        return
    if not PIECE_NAME.fullmatch(name.text) or name.text in READY_MADE:
        raise name.error(f"a piece's name, or {' or '.join(READY_MADE)} alone")
    if len(tokens) not in (2, 3):
        raise tokens[-1].error("a name, the piece's rows such as .##/##./.#., perhaps xN for N copies")
    rows = tokens[1]
    for offset, character in enumerate(rows.text):
        if character not in (FILLED, EMPTY, "/"):
            raise rows.part(offset, offset + 1).error("'#', '.' or '/' in a piece's rows")
    if FILLED not in rows.text:
        raise rows.error("a piece with at least one cell ('#')")
    copies = 1
    if len(tokens) == 3:
        if not tokens[2].text.startswith("x"):
            raise tokens[2].error("xN for N copies")
        copies = tokens[2].part(1).integer(1, MOST_COPIES, "a number of copies")
    yield Piece.drawn(name.text, rows.text, copies)


BOARD: Form[Polyomino, Packing] = headed_form(
    Polyomino,
    "board",
    "'polyomino' with turn, flip, classes; rows of '.' and '#' (a hole); pieces as 'F .##/##./.#. x2'",
    _read,
)

Polyomino.forms = (BOARD,)
