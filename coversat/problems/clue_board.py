"""Puzzles on a board with clues in its cells and perhaps regions: their text, their answers and checks.

The text is ``KIND ROWS COLUMNS``, then the board, a row a line, cells separated by spaces; ``-`` or ``.`` is
a cell without a clue. If a kind has regions, a second board of the same size names the region of each cell.
Further numbers of a kind are in the first line, and clues at the sides of the board are a line for each side
before the board. A kind is a class that derives from `ClueBoard` and says which clues there are and how
answers are written.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from ..errors import ParseError
from .board import BOTTOM, TOP, Line, cells, regions
from .grid import Cell, Numbers, cell_name, shape_violations, walled_picture
from .problem import Form, Problem, Violation, alone, first_word
from .text import LineReader, Token

Clue = int | str
Clues = tuple[tuple[Clue | None, ...], ...]
"""Rows of clues; None for a cell without one."""

NO_CLUE = "-."
LARGEST_SIDE = 200
LARGEST_NUMBER = 10**9
NUMBERS = range(LARGEST_NUMBER)
"""Numbers from 0 as clues."""

SHADED = {0: "-", 1: "x"}
"""How the answers of kinds that shade cells are written."""
SHADED_WORDS = {0: "not shaded", 1: "shaded"}


class ClueError(ValueError):
    """A board that is impossible because of the clue, or the region, of a cell."""

    def __init__(self, message: str, cell: Cell, in_regions: bool = False) -> None:
        super().__init__(message)
        self.cell, self.in_regions = cell, in_regions


def read_number(text: str, least: int = 0) -> int | None:
    """The number that a text stands for; None if it is none, or less than `least`."""
    is_number = text.isascii() and text.isdecimal() and len(text) < 10
    return int(text) if is_number and int(text) >= least else None


@dataclass(frozen=True)
class ClueBoard(Problem[Numbers]):
    """Rows of clues, and what else the kind has: regions, clues at the sides, numbers.

    Attributes
    ----------
    clues : rows of clues
    regions : rows of int
        The label of each cell's region.
    side_clues : rows of clues
        For each side in `sides`, from the left or from the top.
    numbers : tuple of int
        Those named by `header`.

    Raise `ValueError` for a board that is not a rectangle, or whose regions do not have its shape.
    """

    clues: Clues
    regions: Numbers = ()
    side_clues: Clues = ()
    numbers: tuple[int, ...] = ()

    values: ClassVar[Mapping[int, str]] = SHADED
    """The values that a cell of an answer may have, and how they are written."""
    value_words: ClassVar[Mapping[int, str]] = {}
    """The two values of a cell in words: a cell is ..., by default shaded or not if `values` are `SHADED`;
    other kinds write their values."""
    clue_words: ClassVar[str]
    """What a clue may be, for messages: ``a number from 0 to 4``."""
    has_clues: ClassVar[bool] = True
    """Whether a text has a board of clues."""
    has_regions: ClassVar[bool] = False
    sides: ClassVar[tuple[str, ...]] = ()
    """The sides with clues, in the order of the text; these are numbers from 0."""
    header: ClassVar[tuple[str, ...]] = ()
    """The names of the numbers in the first line, after rows and columns."""

    @property
    def words_of_values(self) -> Mapping[int, str]:
        return self.value_words or (SHADED_WORDS if self.values == SHADED else {})

    @property
    def answer_words(self) -> Mapping[int, str]:
        return self.values

    @property
    def clue_faces(self) -> Mapping[Cell, str]:
        return {cell: _clue_text(clue) for cell, clue in self.clue_at.items()}

    def __post_init__(self) -> None:
        if not self.clues or not self.clues[0] or any(len(row) != self.columns for row in self.clues):
            raise ValueError("the board is not a rectangle of at least one cell")
        if [len(row) for row in self.side_clues] != [self.side_length(side) for side in self.sides]:
            raise ValueError("the clues at the sides do not have the length of the board")
        if len(self.numbers) != len(self.header):
            raise ValueError(f"the numbers are {', '.join(self.header)}")
        if self.has_regions:
            if [len(row) for row in self.regions] != [self.columns] * self.rows:
                raise ValueError("the regions do not have the shape of the board")
            # Regions are numbered from 1 by their first cells, so that equal puzzles are equal values.
            numbers: dict[int, int] = {}
            rows = (
                tuple(numbers.setdefault(label, len(numbers) + 1) for label in row) for row in self.regions
            )
            object.__setattr__(self, "regions", tuple(rows))

    @classmethod
    @abstractmethod
    def read_clue(cls, text: str) -> Clue | None:
        """The clue that a text such as ``3`` stands for; None if it is no clue of this kind."""

    @property
    def rows(self) -> int:
        return len(self.clues)

    @property
    def columns(self) -> int:
        return len(self.clues[0])

    def side_length(self, side: str) -> int:
        return self.columns if side in (TOP, BOTTOM) else self.rows

    def cells(self) -> Iterable[Cell]:
        """Every cell, row by row."""
        return cells(self.rows, self.columns)

    @cached_property
    def clue_at(self) -> Mapping[Cell, Any]:
        """The clues by their cells, row by row."""
        return {
            (r, c): clue for r, row in enumerate(self.clues) for c, clue in enumerate(row) if clue is not None
        }

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells that share a side with a cell."""
        (r, c), rows, columns = cell, self.rows, self.columns
        beside = (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)
        return [(a, b) for a, b in beside if 0 <= a < rows and 0 <= b < columns]

    def region_cells(self) -> dict[int, Line]:
        """The cells of each region, by its number from 1, in the order of their first cells."""
        return regions(self.regions)

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (self.rows, self.columns)

    def violations(self, answer: Numbers) -> list[Violation]:
        """Every rule that an answer breaks; see `broken`."""
        if found := shape_violations(answer, self.rows, self.columns):
            return found
        strange = [(r, c) for r, c in self.cells() if answer[r][c] not in self.values]
        if strange:
            r, c = strange[0]
            return [Violation(f"{cell_name((r, c))} holds {answer[r][c]}", tuple(strange))]
        return list(self.broken(answer))

    @abstractmethod
    def broken(self, answer: Numbers) -> Iterable[Violation]:
        """The rules that a grid of allowed values breaks."""

    def format(self) -> str:
        first = " ".join(map(str, (self.kind, self.rows, self.columns, *self.numbers)))
        sides = (" ".join(_clue_text(clue) for clue in row) for row in self.side_clues)
        lines = [first, *sides]
        if self.has_clues:
            lines += _aligned(self.clue_texts())
        if self.has_regions:
            lines += _aligned([[str(label) for label in row] for row in self.regions])
        return "\n".join(lines) + "\n"

    def clue_texts(self) -> list[list[str]]:
        """The clues as they are written."""
        return [[_clue_text(clue) for clue in row] for row in self.clues]

    def render(self, answer: Numbers | None = None) -> str:
        """The answer, a row a line; without an answer, the clues, with walls between regions."""
        if answer is not None:
            return "\n".join(_aligned([[self.values.get(held, "?") for held in row] for row in answer]))
        if not self.has_regions or self.sides:
            return self.format().partition("\n")[2].rstrip("\n")
        texts = self.clue_texts()
        width = max(len(text) for row in texts for text in row)
        return walled_picture(
            [[text.rjust(width) for text in row] for row in texts],
            lambda cell: self.regions[cell[0]][cell[1]],
        )

    def parse_answer(self, text: str) -> Numbers:
        """The rows of an answer as `render` writes them; a first line with the board's size may precede."""
        reader = LineReader(text)
        if len(reader.peek()) == 2 != self.columns and all(one.text.isdecimal() for one in reader.peek()):
            reader.line("the size of the board")
        written = {word: held for held, word in self.values.items()}
        expected = ", ".join(f"'{word}'" for word in written)
        grid = _read_board(_rows(reader, self.rows, self.columns), written.get, expected)
        reader.end(f"the end of the answer after {self.rows} rows")
        return grid


def _clue_text(clue: Clue | None) -> str:
    return "-" if clue is None else str(clue)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of words in columns of equal width."""
    width = max(len(word) for row in rows for word in row)
    return [" ".join(word.rjust(width) for word in row) for row in rows]


def _read_board(
    tokens: list[list[Token]], value: Callable[[str], Any], expected: str
) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(_value(token, value, expected) for token in row) for row in tokens)


def _rows(reader: LineReader, rows: int, columns: int) -> list[list[Token]]:
    return [_row(reader, number, rows, columns) for number in range(rows)]


def _row(reader: LineReader, number: int, rows: int, columns: int) -> list[Token]:
    tokens = reader.line(f"row {number + 1} of {rows}")
    if len(tokens) == 1 and len(tokens[0].text) == columns:  # one character a cell
        tokens = [tokens[0].part(at, at + 1) for at in range(columns)]
    if len(tokens) != columns:
        raise tokens[min(columns, len(tokens) - 1)].error(f"{columns} cells", str(len(tokens)))
    return tokens


def _value(token: Token, value: Callable[[str], Any], expected: str) -> Any:
    found = value(token.text)
    if found is None:
        raise token.error(expected)
    return found


def read_clue_board(kind: type[ClueBoard], text: str) -> tuple[ClueBoard, ...]:
    """The board in a text of this kind. Raise `ParseError`."""
    reader = LineReader(text)
    more = "".join(f", {name}" for name in kind.header)
    first = f"'{kind.kind}', the number of rows and the number of columns{more}"
    head = reader.line(first, 3 + len(kind.header))
    rows, columns = (
        token.integer(1, LARGEST_SIDE, f"the number of {what}")
        for token, what in zip(head[1:3], ("rows", "columns"), strict=True)
    )
    named = zip(head[3:], kind.header, strict=True)
    numbers = tuple(token.integer(0, LARGEST_NUMBER, name) for token, name in named)
    side_clues = []
    for side in kind.sides:
        length = columns if side in (TOP, BOTTOM) else rows
        tokens = reader.line(f"the clues at the {side}", length)
        side_clues.append(tuple(_number(token) for token in tokens))

    def clue(word: str) -> Any:
        return "" if word in NO_CLUE else kind.read_clue(word)

    expected = f"{kind.clue_words}, or '-'"
    tokens_of: list[list[list[Token]]] = [[]]
    clues: tuple[tuple[Any, ...], ...] = ((None,) * columns,) * rows
    if kind.has_clues:
        tokens_of = [_rows(reader, rows, columns)]
        board = _read_board(tokens_of[0], clue, expected)
        clues = tuple(tuple(None if one == "" else one for one in row) for row in board)
    labels: Numbers = ()
    if kind.has_regions:
        seen: dict[str, int] = {}
        tokens_of.append(_rows(reader, rows, columns))
        labels = _read_board(tokens_of[1], lambda word: seen.setdefault(word, len(seen) + 1), "")
    reader.end(f"the end of the text after {rows} rows")
    try:
        return (kind(clues, labels, tuple(side_clues), numbers),)
    except ClueError as error:
        r, c = error.cell
        token = tokens_of[error.in_regions][r][c]
        raise token.error(f"a possible board ({error})") from None
    except ValueError as error:
        raise ParseError(head[0].line, head[0].column, f"expected a possible board ({error})") from None


def _number(token: Token) -> int | None:
    return None if token.text in NO_CLUE else token.integer(0, LARGEST_NUMBER, "a number, or '-',")


def clue_board_form(kind: type[ClueBoard]) -> Form[Any, Numbers]:
    """The text form of a kind."""
    boards = ["the board, '-' for no clue"] * kind.has_clues + ["the regions"] * kind.has_regions
    more = "".join(f" {name.upper()}" for name in kind.header)
    sides = "".join(f", the clues at the {side}" for side in kind.sides)
    return Form(
        name="board",
        about=f"'{kind.kind} ROWS COLUMNS{more}'{sides}, then {', then '.join(boards)}",
        recognises=first_word(kind.kind),
        read=lambda text: read_clue_board(kind, text),
        write=alone(kind.format),
    )
