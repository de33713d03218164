"""Queens: one in each row and column of a square board, no two on a diagonal.

Some queens may be given and some squares blocked: no queen may be on a blocked square, but attacks pass
over it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from ..language import Count, Variable, equals
from ..language.models import GridEncodings, GridModel, Rule
from ..problems.board import Line, cells, rows_and_columns
from ..problems.exact_cover.builder import CoverBuilder, CoverEncoding, CoverModel
from ..problems.grid import Cell, cell_name, read_answer_board, read_rows
from ..problems.problem import Form, Stepwise, Violation, headed_form
from ..problems.text import LineReader

Columns = tuple[int, ...]
"""The column, from 0, of the queen in each row; a partial answer has the first rows only."""

LARGEST_SIZE = 200
QUEEN, FREE, BLOCKED = "Q.#"


@dataclass(frozen=True)
class Queens(Stepwise[Columns]):
    """The number of rows, the squares of given queens, and the blocked squares.

    Raise `ValueError` for a size below 1, or a square that is off the board or given twice.
    """

    size: int
    placed: tuple[Cell, ...] = ()
    blocked: tuple[Cell, ...] = ()

    kind: ClassVar[str] = "queens"
    about: ClassVar[str] = "a queen in each row and column, no two on a diagonal; some placed, some blocked"

    def __post_init__(self) -> None:
        # A canonical order, so that equal puzzles are equal values.
        object.__setattr__(self, "placed", tuple(sorted(self.placed)))
        object.__setattr__(self, "blocked", tuple(sorted(self.blocked)))
        if self.size < 1:
            raise ValueError(f"a board of {self.size} rows")
        squares = (*self.placed, *self.blocked)
        if any(not (0 <= r < self.size and 0 <= c < self.size) for r, c in squares):
            raise ValueError("a square is off the board")
        if len(set(squares)) != len(squares):
            raise ValueError("a square is given twice")

    def format(self) -> str:
        board = self.render().replace(" ", "") + "\n" if self.placed or self.blocked else ""
        return f"queens {self.size}\n{board}"

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (self.size,)

    def violations(self, answer: Columns) -> list[Violation]:
        """Queens that attack each other or are on blocked squares, and given queens that were moved."""
        if len(answer) != self.size:
            return [Violation(f"{len(answer)} queens; there are {self.size} rows")]
        return self.partial_violations(answer)

    def partial_violations(self, partial: Columns) -> list[Violation]:
        found = []
        for r, c in enumerate(partial):
            if not 0 <= c < self.size:
                found.append(Violation(f"the queen of row {r + 1} is off the board"))
            elif (r, c) in self.blocked:
                name = cell_name((r, c))
                found.append(Violation(f"{name} is blocked", ((r, c),), f"{name} blocked"))
            for above, other in enumerate(partial[:r]):
                if other == c or abs(other - c) == r - above:
                    pair = (above, other), (r, c)
                    names = " and ".join(map(cell_name, pair))
                    label = self._line_of(*pair)
                    found.append(Violation(f"the queens on {names} attack each other", pair, label))
        for r, c in self.placed:
            if r < len(partial) and partial[r] != c:
                name = cell_name((r, c))
                found.append(Violation(f"the queen on {name} was moved", ((r, c),), f"queen at {name}"))
        return found

    def _line_of(self, one: Cell, below: Cell) -> str:
        """The label of the line of two queens: they are in one column, or on one diagonal."""
        if one[1] == below[1]:
            return f"column {one[1] + 1} has one queen"
        right = 1 if below[1] > one[1] else -1
        steps_up = min(one[0], one[1] if right == 1 else self.size - 1 - one[1])
        steps_down = min(self.size - 1 - one[0], self.size - 1 - one[1] if right == 1 else one[1])
        first = one[0] - steps_up, one[1] - right * steps_up
        last = one[0] + steps_down, one[1] + right * steps_down
        return f"at most one queen from {cell_name(first)} to {cell_name(last)}"

    def steps(self, partial: Columns) -> Iterable[Columns] | None:
        if len(partial) == self.size:
            return None
        return ((*partial, column) for column in range(self.size))

    def render(self, answer: Columns | None = None) -> str:
        """The board, ``Q`` for queens; without an answer, the given queens and blocked squares."""
        queens = set(self.placed) if answer is None else set(enumerate(answer))
        blocked = set(self.blocked) if answer is None else set()
        marks = {**dict.fromkeys(blocked, BLOCKED), **dict.fromkeys(queens, QUEEN)}
        rows = ((marks.get((r, c), FREE) for c in range(self.size)) for r in range(self.size))
        return "\n".join(map(" ".join, rows))

    def given_names(self) -> tuple[str, ...]:
        placed = (f"queen at {cell_name(square)}" for square in self.placed)
        return (*placed, *(f"{cell_name(square)} blocked" for square in self.blocked))

    def with_givens(self, keep: Collection[int]) -> Self:
        placed, blocked = (
            tuple(square for number, square in enumerate(squares, first) if number in keep)
            for squares, first in ((self.placed, 0), (self.blocked, len(self.placed)))
        )
        return replace(self, placed=placed, blocked=blocked)

    def parse_answer(self, text: str) -> Columns:
        """The board with its queens, or in one line the column, from 1, of the queen of each row."""
        reader = LineReader(text)
        first = reader.line("a row of the board")
        if reader.at_end() and first[0].text.isdecimal():
            reader = LineReader(text)
            tokens = reader.line("the column of each queen", self.size)
            return tuple(token.integer(1, self.size, "a column") - 1 for token in tokens)
        rows = read_answer_board(text, self.size, self.size, QUEEN + FREE, "'Q' or '.'")
        for tokens, row in zip(LineReader(text), rows, strict=True):
            if row.count(QUEEN) != 1:
                raise tokens[0].error("one queen in the row")
        return tuple(row.index(QUEEN) for row in rows)

    @property
    def words_of_values(self) -> Mapping[int, str]:
        return {0: "not a queen", 1: "a queen"}

    def answer_rows(self, answer: Columns) -> list[list[int]]:
        return [[int(c == column) for c in range(self.size)] for column in answer]


def _read(text: str) -> Queens:
    reader = LineReader(text)
    _, size_token = reader.heading("queens", "'queens' and the number of rows", 2)
    size = size_token.integer(1, LARGEST_SIZE, "the number of rows")
    if reader.at_end():
        return Queens(size)
    rows = read_rows(reader, size, size, QUEEN + FREE + BLOCKED, "'Q' (a queen), '#' (blocked) or '.'")
    reader.end(f"the end of the text after {size} rows")

    def squares(mark: str) -> tuple[Cell, ...]:
        return tuple((r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == mark)

    return Queens(size, squares(QUEEN), squares(BLOCKED))


BOARD: Form[Queens, Columns] = headed_form(
    Queens,
    "board",
    "'queens N', then the board unless it is empty: 'Q' a queen, '#' a blocked square, '.' any other",
    _read,
)

Queens.forms = (BOARD,)


def queens_cover(source: Queens) -> CoverModel[Queens, Cell]:
    """An option for each square that can hold a queen; it covers its row, column and diagonals.

    The diagonals are secondary items. A row with a given queen has only the option of its square.
    """
    size = source.size
    places = range(size)
    board: CoverBuilder[Cell] = CoverBuilder(cell_name)
    rows = board.primary(size, lambda at: f"row{at + 1}")
    columns = board.primary(size, lambda at: f"column{at + 1}")
    # Diagonals that go down to the right, and those that go up.
    down = board.secondary(2 * size - 1, lambda at: f"down{at + 1}")
    up = board.secondary(2 * size - 1, lambda at: f"up{at + 1}")
    free = [(r, c) for r in places for c in places if (r, c) not in source.blocked]
    for r, c in free:
        if all(column == c for row, column in source.placed if row == r):
            board.option((r, c), (rows[r], columns[c], down[c - r + size - 1], up[r + c]))
    return board.model(
        source,
        keys=enumerate,
        answer=lambda squares: tuple(column for _, column in sorted(squares)),
        refusal=lambda square: f"no queen can be on {cell_name(square)}",
        shows=lambda square: [(square, 1)],
        empty=free,
    )


class QueensModel(GridModel[Queens]):
    """Squares of 0 and 1; an answer has the column of the queen of each row."""

    def values_of(self, answer: Columns) -> Iterator[tuple[Variable, int]]:
        return (((r, c), int(c == column)) for r, column in enumerate(answer) for c in range(self.columns))

    def answer_of(self, values: Iterable[tuple[Variable, int]]) -> Columns:
        return tuple(c for (_, c), value in sorted(values) if value)


def queens_model(source: Queens) -> QueensModel:
    """The queens of each row, column and diagonal are counted."""
    size = source.size
    squares = tuple(cells(size, size))
    lines = rows_and_columns(size, size)
    rules = [Rule(f"{name} has one queen", Count(line, (1,), (1,))) for name, line in lines]
    for line in _diagonals(squares):
        ends = f"{cell_name(line[0])} to {cell_name(line[-1])}"
        rules.append(Rule(f"at most one queen from {ends}", Count(line, (1,), (0, 1))))
    stated = [(square, 1) for square in source.placed] + [(square, 0) for square in source.blocked]
    for number, (words, (square, value)) in enumerate(zip(source.given_names(), stated, strict=True)):
        rules.append(Rule(words, equals(square, value), given=number))
    return QueensModel(source, size, size, dict.fromkeys(squares, (0, 1)), rules)


def _diagonals(squares: Line) -> Iterator[Line]:
    """Each of at least two squares: those that go down to the right, then those that go up."""
    for slope in (1, -1):
        lines: dict[int, list[Cell]] = {}
        for r, c in squares:
            lines.setdefault(c - slope * r, []).append((r, c))
        yield from (tuple(line) for line in lines.values() if len(line) > 1)


ENCODINGS = (
    CoverEncoding("an option for each square", queens_cover),
    GridEncodings(queens_model, ("mixed",), preferred="", alternative=True),
)
