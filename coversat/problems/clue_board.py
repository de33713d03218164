"""`ClueBoard`: a board with clues in its cells, and perhaps regions, numbers and clues at its sides."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Self

from . import board as geometry
from .board import BOTTOM, TOP, Line
from .clue_text import (
    HOLE,
    LARGEST_NUMBER,
    NO_CLUE,
    BoardWords,
    ClueError,
    aligned,
    aligned_words,
    clue_word,
    or_blank,
    read_rows,
    values_of,
)
from .grid import Cell, Numbers, cell_name, held_words, shape_violations, walled_picture
from .problem import Problem, Violation
from .text import LineReader

Clue = int | str
Clues = tuple[tuple[Clue | None, ...], ...]
"""Rows of clues; None for a cell without one."""
SideClue = Clue | tuple[int, ...]
"""A clue at a side may be several numbers."""
Where = Cell | tuple[str, int]
"""Where a clue is: a cell, or a side of the board and a line, from 0."""

NUMBERS = range(LARGEST_NUMBER)
"""Numbers from 0 as clues."""

UNKNOWN = "?"
"""A clue without its number, in kinds that have such clues."""
SHADED = {0: "-", 1: "x"}
"""How the answers of kinds that shade cells are written."""
SHADED_WORDS = {0: "not shaded", 1: "shaded"}


def read_number(text: str) -> int | None:
    """The number that a text stands for; None if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


@dataclass(frozen=True)
class ClueBoard(Problem[Any]):
    """Rows of clues, and what else the kind has: regions, clues at the sides, numbers.

    * clues (rows of clues)
    * regions (rows of int): the label of each cell's region; `HOLE` for a cell of no region.
    * side_clues (rows of clues): for each side in `sides`, from the left or from the top.
    * numbers: those named by `header`; none if they are not known.

    A kind may have a constructor with parameters of its own; `of` makes a board of these four parts.

    Raise `ValueError` for a board that is not a rectangle, whose regions do not have its shape, or one of
    whose regions is not connected.
    """

    clues: Clues
    regions: Numbers = ()
    side_clues: tuple[tuple[SideClue | None, ...], ...] = ()
    numbers: tuple[int, ...] = ()

    symbols: ClassVar[Collection[Clue]] = ()
    """What a cell of the board may show: numbers, and other words without spaces."""
    removed_clue: ClassVar[Clue | None] = None
    """What remains in a cell when its clue is removed, if not nothing; it cannot be removed itself."""
    values: ClassVar[Mapping[int, str]] = SHADED
    """The values that a cell of an answer may have, and how they are written."""
    value_words: ClassVar[Mapping[int, str]] = {}
    """The two values of a cell in words: a cell is ..., by default shaded or not if `values` are `SHADED`;
    other kinds write their values."""
    shows_clues: ClassVar[bool] = True
    """Whether an answer shows the clue of a cell whose value is written ``-`` or ``.``."""
    clue_words: ClassVar[str]
    """What a clue may be, for messages: ``a number from 0 to 4``."""
    clue_characters: ClassVar[str] = ""
    """What clues are typed with; by default the characters of `symbols`."""
    clue_glyphs: ClassVar[Mapping[str, str]] = {}
    """How some of these are shown on keys: ``n`` as an arrow."""
    clue_keys: ClassVar[Mapping[str, str]] = {}
    """Other keys that type one of them: ``^`` for ``n``."""
    is_square: ClassVar[bool] = False
    """Whether a board has as many rows as columns."""
    marks: ClassVar[tuple[str, ...]] = ("values",)
    """What somebody draws who solves a puzzle: ``values`` of cells, ``lines`` between their centres, a loop
    of ``borders`` along their sides, or ``walls`` there, which no answer shows."""
    has_clues: ClassVar[bool] = True
    """Whether a text has a board of clues."""
    has_regions: ClassVar[bool] = False
    no_clue: ClassVar[str] = "-"
    """How a cell without a clue is written."""
    has_holes: ClassVar[bool] = False
    """Whether cells may be in no region; they hold the first of `values`."""
    regions_connected: ClassVar[bool] = True
    """Whether the cells of each region must be connected."""
    sides: ClassVar[tuple[str, ...]] = ()
    """The sides with clues, in the order of the text; these are numbers from 0."""
    side_lists: ClassVar[bool] = False
    """Whether a clue at a side is a list of numbers, and each line has one; by default one number or none."""
    header: ClassVar[tuple[str, ...]] = ()
    """The names of the numbers in the first line, after rows and columns."""
    header_optional: ClassVar[bool] = False
    """Whether the first line may leave these numbers out: they are not known then."""

    @classmethod
    def of(
        cls,
        clues: Clues,
        regions: Numbers = (),
        side_clues: Sequence[Sequence[SideClue | None]] = (),
        numbers: tuple[int, ...] = (),
    ) -> Self:
        """The board with these parts, whatever parameters the constructor of the kind has."""
        board = object.__new__(cls)
        ClueBoard.__init__(board, clues, regions, tuple(map(tuple, side_clues)), numbers)
        return board

    def changed(self, **parts: Any) -> Self:
        """The same board with other clues, regions, side clues or numbers."""
        own = {part.name: getattr(self, part.name) for part in fields(ClueBoard)}
        return self.of(**(own | parts))

    def with_clues(self, clues: Mapping[Any, Clue | None]) -> Self:
        """The puzzle with other clues in some cells, or at sides such as ``("top", 3)``; None for no clue."""

        def line(place: Callable[[int], Where], before: Sequence[Any]) -> tuple[Any, ...]:
            return tuple(clues.get(place(at), clue) for at, clue in enumerate(before))

        rows = (line(lambda c, r=r: (r, c), row) for r, row in enumerate(self.clues))  # type: ignore[misc]
        sides = zip(self.sides, self.side_clues, strict=True)
        beside = (line(lambda at, side=side: (side, at), row) for side, row in sides)  # type: ignore[misc]
        return self.changed(clues=tuple(rows), side_clues=tuple(beside))

    @property
    def words_of_values(self) -> Mapping[int, str]:
        return self.value_words or (SHADED_WORDS if self.values == SHADED else {})

    @property
    def answer_words(self) -> Mapping[int, str]:
        return self.values

    @property
    def clue_faces(self) -> Mapping[Cell, str]:
        return {cell: clue_word(clue) for cell, clue in self.clue_at.items()}

    def __post_init__(self) -> None:
        columns = self.rows if self.is_square else len(self.clues[0]) if self.clues else 0
        if not columns or any(len(row) != columns for row in self.clues):
            shape = "square" if self.is_square else "rectangle"
            raise ValueError(f"the board is not a {shape} of at least one cell")
        if [len(row) for row in self.side_clues] != [self.side_length(side) for side in self.sides]:
            raise ValueError("the clues at the sides do not have the length of the board")
        if len(self.numbers) != len(self.header) and not (self.header_optional and not self.numbers):
            raise ValueError(f"the numbers are {', '.join(self.header)}")
        if self.has_regions:
            if [len(row) for row in self.regions] != [self.columns] * self.rows:
                raise ValueError("the regions do not have the shape of the board")
            # Regions are numbered from 1 by their first cells, so that equal puzzles are equal values.
            numbers: dict[int, int] = {HOLE: HOLE}
            rows = (tuple([numbers.setdefault(n, len(numbers)) for n in row]) for row in self.regions)
            object.__setattr__(self, "regions", tuple(rows))
            self._refuse_regions()

    def _refuse_regions(self) -> None:
        """Raise `ClueError` for holes, or regions that are not connected, in a kind that has none."""
        if self.holes and not self.has_holes:
            raise ClueError("each cell is in a region", min(self.holes), in_regions=True)
        for cells in self.region_cells().values() if self.regions_connected else ():
            first, *others = self.pieces(cells)
            if others:
                raise ClueError(
                    f"the region of {cell_name(min(first))} does not reach here",
                    min(others[0]),
                    in_regions=True,
                )

    @cached_property
    def holes(self) -> frozenset[Cell]:
        """The cells of no region, if there are regions."""
        return frozenset((r, c) for r, row in enumerate(self.regions) for c, n in enumerate(row) if n == HOLE)

    @property
    def value_of_holes(self) -> int:
        """What a cell of no region holds."""
        return next(iter(self.values))

    @property
    def rows(self) -> int:
        return len(self.clues)

    @property
    def columns(self) -> int:
        return len(self.clues[0])

    def side_length(self, side: str) -> int:
        return self.columns if side in (TOP, BOTTOM) else self.rows

    def cells(self) -> Line:
        """Every cell, row by row."""
        return geometry.cells(self.rows, self.columns)

    @cached_property
    def clue_at(self) -> Mapping[Cell, Any]:
        """The clues by their cells, row by row."""
        every = zip(self.cells(), chain.from_iterable(self.clues), strict=True)
        return {cell: clue for cell, clue in every if clue is not None}

    def __getitem__(self, where: Where) -> Any:
        """The clue of a cell, or of a side and line such as ``("top", 3)``; None without one."""
        at, number = where
        if isinstance(at, str):
            return self.side_clues[self.sides.index(at)][number]
        return self.clues[at][number]

    def has(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def clued(self) -> Iterator[tuple[Cell, Clue]]:
        """The cells with a clue, row by row, and their clues."""
        return iter(self.clue_at.items())

    def clued_sides(self) -> Iterator[tuple[Where, str, Line, int]]:
        """The clues at the sides: where, the name of the line, its cells from there on, and the clue."""
        for side, clues in zip(self.sides, self.side_clues, strict=True):
            what = "column" if side in (TOP, BOTTOM) else "row"
            for number, clue in enumerate(clues):
                if isinstance(clue, int):
                    line = geometry.seen_from(side, number, self.rows, self.columns)
                    yield (side, number), f"{what} {number + 1}", line, clue

    def lines(self) -> Sequence[tuple[str, Line]]:
        """Each row, then each column: its name and its cells."""
        return geometry.rows_and_columns(self.rows, self.columns)

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a side or a corner with a cell."""
        r, c = cell
        near = ((a, b) for a in (r - 1, r, r + 1) for b in (c - 1, c, c + 1))
        return tuple(one for one in near if one != cell and self.has(one))

    def adjacent(self) -> Sequence[tuple[Cell, Cell]]:
        """Each pair of cells that share a side."""
        return geometry.neighbours(self.rows, self.columns)

    def touching(self) -> Iterator[tuple[Cell, Cell]]:
        """Each pair of cells that share a side or a corner."""
        return geometry.touching(self.rows, self.columns)

    def squares(self) -> Sequence[tuple[Cell, Cell, Cell, Cell]]:
        """Each block of two by two cells."""
        return geometry.squares(self.rows, self.columns)

    def pieces(self, chosen: Iterable[Cell]) -> list[list[Cell]]:
        """The connected pieces of some cells, for checks."""
        return geometry.pieces_of(chosen, geometry.beside(self.rows, self.columns).__getitem__)

    def neighbours(self, cell: Cell) -> Sequence[Cell]:
        """The cells that share a side with a cell."""
        return geometry.beside(len(self.clues), len(self.clues[0]))[cell]

    def ahead(self, cell: Cell, step: Cell) -> Iterator[Cell]:
        """The cells behind a cell in the direction of a step such as ``(0, 1)``, up to the edge."""
        r, c = cell[0] + step[0], cell[1] + step[1]
        while self.has((r, c)):
            yield r, c
            r, c = r + step[0], c + step[1]

    def region_cells(self) -> Mapping[int, Line]:
        """The cells of each region, by its number from 1, in the order of their first cells."""
        return self._region_cells

    @cached_property
    def _region_cells(self) -> Mapping[int, Line]:
        found = geometry.regions(self.regions)
        found.pop(HOLE, None)
        return found

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (self.rows, self.columns)

    def grid_of(self, answer: Any) -> Numbers:
        """An answer, or its beginning, as rows of values; of most kinds it is that itself."""
        grid: Numbers = answer
        return grid

    def answer_of(self, grid: Numbers) -> Any:
        """The answer whose values these are."""
        return grid

    def malformed(self, answer: Any) -> list[Violation]:
        """A violation if an answer has another shape, and for each cell without one of its values."""
        if found := shape_violations(answer, self.rows, self.columns):
            return found
        values = self.values
        if not values.keys() >= set().union(*answer):
            expected = f"not {_listed(list(values))}"
            return [
                Violation(f"{cell_name((r, c))} {held_words(answer[r][c])}, {expected}", ((r, c),))
                for r, c in self.cells()
                if answer[r][c] not in values
            ]
        filled = sorted((r, c) for r, c in self.holes if answer[r][c] != self.value_of_holes)
        if filled:
            return [Violation(f"{cell_name(filled[0])} is in no region, and holds a value", tuple(filled))]
        return []

    def violations(self, answer: Any) -> list[Violation]:
        """Every rule that an answer breaks; see `broken`."""
        return self.malformed(answer) or list(self.broken(answer))

    @abstractmethod
    def broken(self, answer: Any) -> Iterable[Violation]:
        """The rules that an answer with allowed values breaks."""

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        """The clue that a text such as ``3`` stands for; None if it is not a clue of this kind."""
        number = read_number(text)
        if number is None and isinstance(cls.symbols, range):  # it would be compared with each number
            return text if text == cls.removed_clue else None
        clue: Clue = text if number is None else number
        return clue if clue in cls.symbols or clue == cls.removed_clue else None

    def format(self) -> str:
        return self.text_of(self.words)

    @property
    def words(self) -> BoardWords:
        """The parts of the board as words."""
        return BoardWords(
            self.rows,
            self.columns,
            list(map(str, self.numbers)),
            [list(map(clue_word, row)) for row in self.side_clues],
            [list(map(clue_word, row)) for row in self.clues],
            [["" if label == HOLE else str(label) for label in row] for row in self.regions],
        )

    @classmethod
    def text_of(cls, words: BoardWords) -> str:
        """The text of a board with these words; reading it says what is wrong with them."""
        numbers = [number or "-" for number in words.numbers]
        if cls.header_optional and not any(words.numbers):
            numbers = []
        first = " ".join([cls.kind, str(words.rows), str(words.columns), *numbers])
        return "\n".join([first, *cls._below(words)]) + "\n"

    @classmethod
    def _below(cls, words: BoardWords) -> list[str]:
        """The lines of the text below the first."""
        lines = list(map(" ".join, or_blank(words.sides)))
        if cls.has_clues:
            lines += aligned(or_blank(words.clues, cls.no_clue))
        if cls.has_regions:
            lines += aligned(or_blank(words.regions))
        return lines

    def render(self, answer: Any | None = None) -> str:
        """The answer, a row a line; without an answer, the clues, with walls between regions."""
        if answer is not None:
            rows = enumerate(self.grid_of(answer))
            return "\n".join(
                aligned([[self._face((r, c), held) for c, held in enumerate(row)] for r, row in rows])
            )
        if not self.has_regions or self.sides:
            return "\n".join(self._below(self.words))
        texts = aligned_words(or_blank(self.words.clues, self.no_clue))
        return walled_picture(texts, lambda cell: self.regions[cell[0]][cell[1]])

    def _face(self, cell: Cell, held: int) -> str:
        """How a value is written: as the clue of its cell if it has no symbol of its own."""
        found = self.values.get(held, "?")
        clue = self[cell] if self.shows_clues and found in NO_CLUE else None
        return found if clue is None else str(clue)

    def parse_answer(self, text: str) -> Any:
        """The rows of an answer as `render` writes them; a first line with the board's size may precede."""
        reader = LineReader(text)
        if len(reader.peek()) == 2 != self.columns and all(one.text.isdecimal() for one in reader.peek()):
            reader.line("the size of the board")
        written = {word: held for held, word in self.values.items()}
        empty = next((held for word, held in written.items() if word in NO_CLUE), None)

        def value(word: str, cell: Cell) -> int | None:
            clue = self[cell] if self.shows_clues and empty is not None else None
            is_clue = clue is not None and word == str(clue)
            return empty if is_clue else written.get(word)

        def values(r: int, words: Sequence[str]) -> list[int | None]:
            return [value(word, (r, c)) for c, word in enumerate(words)]

        expected = ", ".join(f"'{word}'" for word in written)
        grid = values_of(read_rows(reader, self.rows, self.columns), values, expected)
        reader.end(f"the end of the answer after {self.rows} rows")
        return self.answer_of(grid)


def _listed(values: Sequence[int]) -> str:
    """``0 or 1``, ``a number 1 to 9``."""
    if len(values) > 2 and values == list(range(values[0], values[-1] + 1)):
        return f"a number {values[0]} to {values[-1]}"
    return " or ".join(map(str, values))
