"""Queens: one in each row and column of a square board, no two on a diagonal.

Some queens may be given and some squares blocked: no queen may be on a blocked square, but attacks pass
over it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product
from typing import Any, Self

from ..primitives import Count, equals
from ..primitives.models import GridEncodings, Rule
from ..problems.board import Line
from ..problems.clue_board import Where
from ..problems.clue_text import BoardWords, or_blank
from ..problems.exact_cover.builder import CoverBuilder, CoverEncoding, CoverModel
from ..problems.grid import Cell, Held, Numbers, cell_name, read_answer_board, read_rows
from ..problems.problem import AnyForm, Violation, headed_form
from ..problems.puzzle import Wrong, model_of_puzzle
from ..problems.stepwise import AnswerModel, StepwisePuzzle
from ..problems.text import LineReader

Columns = tuple[int, ...]
"""The column, from 0, of the queen in each row; a partial answer has the first rows only."""

LARGEST_SIZE = 200
QUEEN, FREE, BLOCKED = "Q.#"


class Queens(StepwisePuzzle):
    """The number of rows, the squares of given queens, and the blocked squares.

    Raise `ValueError` for a size below 1, or a square that is off the board or given twice.
    """

    about = "a queen in each row and column, no two on a diagonal; some placed, some blocked"
    is_square = True
    symbols = (QUEEN, BLOCKED)
    no_clue = FREE
    values = {0: FREE, 1: QUEEN}
    value_words = {0: "not a queen", 1: "a queen"}
    shows_clues = False
    look = {1: "queen"}
    clue_look = {QUEEN: "queen", BLOCKED: "crossed"}
    background = "squares"
    rings_placed = True
    model_type = AnswerModel

    def __init__(self, size: int, placed: Iterable[Cell] = (), blocked: Iterable[Cell] = ()) -> None:
        squares = [*((cell, QUEEN) for cell in placed), *((cell, BLOCKED) for cell in blocked)]
        if any(not (0 <= r < size and 0 <= c < size) for (r, c), _ in squares):
            raise ValueError("a square is off the board")
        marks = dict(squares)
        if len(marks) < len(squares):
            raise ValueError("a square is given twice")
        super().__init__(tuple(tuple(marks.get((r, c)) for c in range(size)) for r in range(size)))

    @property
    def size(self) -> int:
        return self.rows

    @property
    def placed(self) -> tuple[Cell, ...]:
        return tuple(cell for cell, clue in self.clued() if clue == QUEEN)

    @property
    def blocked(self) -> tuple[Cell, ...]:
        return tuple(cell for cell, clue in self.clued() if clue == BLOCKED)

    def clue_name(self, where: Where) -> str:
        name = cell_name(where)
        return f"queen at {name}" if self[where] == QUEEN else f"{name} blocked"

    def model(self) -> Iterator[Rule]:
        """The queens of each row, column and diagonal are counted."""
        for name, line in self.lines():
            yield self.rule("{line} has one queen", Count(line, (1,), (1,)), line=name)
        for line in _diagonals(self.cells()):
            some = Count(line, (1,), (0, 1))
            yield self.rule("at most one queen from {one} to {other}", some, one=line[0], other=line[-1])
        for cell in (*self.placed, *self.blocked):
            yield self.clue_rule(cell, equals(cell, int(self[cell] == QUEEN)))

    def wrong(self, held: Held) -> Iterator[Wrong]:
        queens = [cell for cell, value in held.items() if value]
        for at, (r, c) in enumerate(queens):
            for above, other in queens[:at]:
                if other == c or abs(other - c) == r - above:
                    pair = (above, other), (r, c)
                    names = " and ".join(map(cell_name, pair))
                    yield f"the queens on {names} attack each other", pair, self._line_of(*pair)
        for cell, clue in self.clued():
            if held.get(cell, clue == QUEEN) != (clue == QUEEN):
                name = cell_name(cell)
                words = f"the queen on {name} was moved" if clue == QUEEN else f"{name} is blocked"
                yield words, (cell,), self.clue_name(cell)

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

    # Answers: a queen in each row.

    def assignment_count(self, within_domains: bool = False) -> int:
        return int(self.size**self.size)

    def assignments(self, within_domains: bool = False) -> Iterator[tuple[int, ...]]:
        columns = product(range(self.size), repeat=self.size)
        return (tuple(chain.from_iterable(self.grid_of(answer))) for answer in columns)

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (self.size,)

    def held(self, answer: Columns) -> Held:
        rows = dict.fromkeys(self.cells()[: self.size * len(answer)], 0)
        return rows | dict.fromkeys(enumerate(answer), 1)

    def grid_of(self, answer: Columns) -> Numbers:
        return tuple(tuple(int(c == column) for c in range(self.size)) for column in answer)

    def answer_of(self, grid: Numbers) -> Columns:
        """-1 for a row without a queen."""
        return tuple(row.index(1) if 1 in row else -1 for row in grid)

    def malformed(self, answer: Columns) -> list[Violation]:
        if len(answer) != self.size:
            return [Violation(f"{len(answer)} queens; there are {self.size} rows")]
        columns = range(self.size)
        off = [r for r, column in enumerate(answer, 1) if column not in columns]
        return [Violation(f"the queen of row {r} is off the board") for r in off]

    def answer_rows(self, answer: Columns) -> list[list[int]]:
        return list(map(list, self.grid_of(answer)))

    def beginning(self) -> Columns:
        return ()

    def steps(self, partial: Columns) -> Iterable[Columns] | None:
        return None if len(partial) == self.size else ((*partial, column) for column in range(self.size))

    # Texts.

    @classmethod
    def text_forms(cls) -> tuple[AnyForm, ...]:
        about = (
            "'queens N', then the board unless it is empty: 'Q' a queen, '#' a blocked square, '.' any other"
        )
        return (headed_form(cls, "board", about, cls.read),)

    @classmethod
    def read(cls, text: str) -> Self:
        reader = LineReader(text)
        _, token = reader.heading(cls.kind, "'queens' and the number of rows", 2)
        size = token.integer(1, LARGEST_SIZE, "the number of rows")
        expected = "'Q' (a queen), '#' (blocked) or '.'"
        rows = () if reader.at_end() else read_rows(reader, size, size, QUEEN + FREE + BLOCKED, expected)
        if rows:
            reader.end(f"the end of the text after {size} rows")

        def squares(mark: str) -> list[Cell]:
            return [(r, c) for r, row in enumerate(rows) for c, square in enumerate(row) if square == mark]

        return cls(size, squares(QUEEN), squares(BLOCKED))

    @classmethod
    def text_of(cls, words: BoardWords) -> str:
        rows = map("".join, or_blank(words.clues, FREE)) if any(chain(*words.clues)) else ()
        return "\n".join([f"{cls.kind} {words.rows}", *rows, ""])

    def parse_answer(self, text: str) -> Columns:
        """The board with its queens, or in one line the column, from 1, of the queen of each row."""
        reader = LineReader(text)
        first = reader.line("a row of the board")
        if reader.at_end() and first[0].text.isdecimal():
            tokens = LineReader(text).line("the column of each queen", self.size)
            return tuple(token.integer(1, self.size, "a column") - 1 for token in tokens)
        rows = read_answer_board(text, self.size, self.size, QUEEN + FREE, "'Q' or '.'")
        for tokens, row in zip(LineReader(text), rows, strict=True):
            if row.count(QUEEN) != 1:
                raise tokens[0].error("one queen in the row")
        return tuple(row.index(QUEEN) for row in rows)

    # Generating.

    usual_side = 8
    sides_made = range(4, 65)  # from the first that has an answer, to where it takes some seconds
    has_symmetry = False
    checked_by = ("cover/bitset", "cnf:mixed/cadical195")

    def givens_made(self) -> range:
        return range(self.size + 1)

    @classmethod
    def blank_with_answer(cls, rows: int, columns: int, rng: random.Random) -> tuple[Self, Columns]:
        return cls(rows), _random_queens(rows, rng)

    def clued_by(self, held: Held) -> Self:
        return self.with_clues({cell: QUEEN for cell in held if held[cell]})


def _diagonals(squares: Line) -> Iterator[Line]:
    """Each of at least two squares: those that go down to the right, then those that go up."""
    for slope in (1, -1):
        lines: dict[int, list[Cell]] = {}
        for r, c in squares:
            lines.setdefault(c - slope * r, []).append((r, c))
        yield from (tuple(line) for line in lines.values() if len(line) > 1)


def _random_queens(size: int, rng: random.Random) -> Columns:
    """A queen in each row that no other attacks: a random permutation, improved by exchanges.

    R. Sosic and J. Gu, A polynomial time algorithm for the N-queens problem, SIGART Bulletin 1 (3), 1990.
    """
    while True:
        columns = rng.sample(range(size), size)
        diagonals = Counter(one for r, c in enumerate(columns) for one in _through(r, c))
        while _exchanged(columns, diagonals):
            pass
        if max(diagonals.values()) < 2:
            return tuple(columns)


def _through(r: int, c: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two diagonals of a square."""
    return (1, c - r), (-1, c + r)


def _exchanged(columns: list[int], diagonals: Counter[tuple[int, int]]) -> bool:
    """Whether an exchange of the columns of two rows was found after which fewer queens share diagonals."""

    def moved(r: int, before: int, after: int) -> int:
        """Move a queen; return how many more now share a diagonal with an earlier one."""
        change = 0
        for one in _through(r, before):
            diagonals[one] -= 1
            change -= diagonals[one] > 0
        for one in _through(r, after):
            change += diagonals[one] > 0
            diagonals[one] += 1
        return change

    better = False
    for first, second in combinations(range(len(columns)), 2):
        a, b = columns[first], columns[second]
        squares = ((first, a), (second, b))
        if any(diagonals[one] > 1 for square in squares for one in _through(*square)):
            if moved(first, a, b) + moved(second, b, a) < 0:
                columns[first], columns[second] = b, a
                better = True
            else:
                moved(first, b, a)
                moved(second, a, b)
    return better


def queens_cover(source: Queens) -> CoverModel[Queens, Cell]:
    """An option for each square that can hold a queen; it covers its row, column and diagonals.

    The diagonals are secondary items. A row with a given queen has only the option of its square.
    """
    size = source.size
    board: CoverBuilder[Cell] = CoverBuilder(cell_name)
    rows = board.primary(size, lambda at: f"row{at + 1}")
    columns = board.primary(size, lambda at: f"column{at + 1}")
    # Diagonals that go down to the right, and those that go up.
    down = board.secondary(2 * size - 1, lambda at: f"down{at + 1}")
    up = board.secondary(2 * size - 1, lambda at: f"up{at + 1}")
    for r, row in enumerate(source.clues):
        placed = [c for c, clue in enumerate(row) if clue == QUEEN]
        for c, clue in enumerate(row):
            if clue != BLOCKED and all(c == column for column in placed):
                board.option((r, c), (rows[r], columns[c], down[c - r + size - 1], up[r + c]))
    return board.model(
        source,
        keys=enumerate,
        answer=lambda squares: tuple(column for _, column in sorted(squares)),
        refusal=lambda square: f"no queen can be on {cell_name(square)}",
        shows=lambda square: [(square, 1)],
        empty=[cell for cell in source.cells() if source.clue_at.get(cell) != BLOCKED],
    )


ENCODINGS: tuple[CoverEncoding | GridEncodings[Any], ...] = (
    CoverEncoding("an option for each square", queens_cover),
    GridEncodings(model_of_puzzle, ("mixed",), preferred="", alternative=True),
)
