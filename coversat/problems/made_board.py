"""What a kind of board states for the generators of puzzles and of boards for tests."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from . import board
from .board import random_regions
from .clue_board import ClueBoard
from .clue_text import LARGEST_SIDE
from .grid import Cell, Numbers


class MadeBoard(ClueBoard):
    """A board that can be generated: first without clues, then with those of an answer."""

    has_givens: ClassVar[bool] = False
    """Whether a clue of a cell is its value."""
    frequent: ClassVar[int | None] = None
    """The value that generated answers have in as many cells as possible."""
    drops_clues: ClassVar[bool] = True
    """Whether generated puzzles have as few clues as possible, and not all."""
    usual_side: ClassVar[int] = 6
    """The rows, and columns, of generated boards."""
    sides_made: ClassVar[range] = range(1, LARGEST_SIDE + 1)
    """The rows, and columns, that generated boards may have."""
    has_symmetry: ClassVar[bool] = True
    """Whether generated puzzles may have their clues in symmetric cells."""
    checked_by: ClassVar[tuple[str, ...]] = ()
    """The routes that check each generated puzzle, if not those of every kind."""
    region_sizes: ClassVar[tuple[int, int]] = (1, 6)
    """The least and about the most cells of the regions that `blank` draws."""

    @classmethod
    def blank(cls, rows: int, columns: int, rng: random.Random) -> Self | None:
        """A board without clues that can be removed, for a generator; None if this attempt fails."""
        least, most = cls.region_sizes
        regions = random_regions(rows, columns, rng, most, least) if cls.has_regions else ()
        return cls.empty(rows, columns, regions, tuple(0 for _ in cls.header))

    @classmethod
    def empty(cls, rows: int, columns: int, regions: Numbers = (), numbers: tuple[int, ...] = ()) -> Self:
        """The board without clues."""
        top = (board.TOP, board.BOTTOM)
        beside = tuple((None,) * (columns if side in top else rows) for side in cls.sides)
        return cls.of(((None,) * columns,) * rows, regions, beside, numbers)

    @classmethod
    def blank_with_answer(cls, rows: int, columns: int, rng: random.Random) -> tuple[Self, Any] | None:
        """A board as of `blank` and the answer that a generator begins with; None for a random answer."""
        return None

    @classmethod
    def made_size(cls, size: tuple[int, int] | None) -> tuple[int, int]:
        """The size of a generated board, of which one may be wished for; `ValueError` if there is none."""
        rows, columns = size or (cls.usual_side, cls.usual_side)
        sides = cls.sides_made
        if rows not in sides or columns not in sides or (cls.is_square and rows != columns):
            sizes = f"{sides[0]}x{sides[0]} to {sides[-1]}x{sides[-1]}"
            raise ValueError(f"{cls.kind} puzzles are generated from {sizes}, not {rows}x{columns}")
        return rows, columns

    def givens_made(self) -> range:
        """The numbers of givens that a generated puzzle of this size may have."""
        return range(self.rows * self.columns + 1)

    @classmethod
    def tried_beside(cls, most: int) -> Iterable[Any]:
        """Clues of lines of so many cells that tests try: numbers up to one more than fits."""
        return range(most + 2)

    @classmethod
    def makes_clues(cls) -> bool:
        """Whether the kind has a method `clued_by`, its own or that for givens."""
        return cls.has_givens or cls.clued_by is not MadeBoard.clued_by

    def clued_by(self, held: Mapping[Cell, int]) -> Self | None:
        """This board with every clue that an answer determines, for a generator; None if it has none.

        By default, of a kind with givens, the values of all cells.
        """
        if not self.has_givens:
            raise NotImplementedError
        return self.with_clues(held)

    def excluding(
        self, held: Mapping[Cell, int], other: Mapping[Cell, int], rng: random.Random
    ) -> Self | None:
        """This board with clues changed so that `other` is not an answer.

        `held` remains one if the kind can keep it. For a generator, if all clues of an answer may leave
        several; None if the kind knows no change.
        """
        return None
