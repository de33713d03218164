"""Sets of 9x9 sudokus in a line each: read, decided and written many at a time by compiled modules.

Each puzzle has its own node budget, so its result does not depend on its neighbours, and every answer is
checked by the rules. A puzzle that is not decided within the budget is left to the caller.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...base.errors import WrongAnswerError
from ...base.registry import compiled
from ...problems.bulk import ALONE, MOST, Decided, Lines
from ...problems.grid import Grid
from .search_boards import BOARDS, grid_of_line, kernel

CELLS = 81
_MASK, _WHOLE = b"0" * CELLS, b"9" * CELLS
_AS_MASKS, _AS_WHOLES = bytes.maketrans(b"1.", b"00"), bytes.maketrans(b"12345678", b"99999999")


class SudokuLines:
    """See `problems.bulk.Bulk`."""

    width = CELLS
    route = BOARDS.name

    @property
    def reader(self) -> Any:
        """The compiled module that reads and checks; None if it is not built."""
        return compiled("coversat.kinds.sudoku", "_lines_kernel")

    def is_doubtful(self, puzzle: bytes) -> bool:
        """Whether it is perhaps no sudoku: of zeros and ones, whole and wrong, or with two blank signs."""
        has_zeros, has_points = b"0" in puzzle, b"." in puzzle
        if not has_zeros and not has_points:
            return not self.reader.all_right(puzzle, b"\1", puzzle)
        return (has_zeros and has_points) or not puzzle.strip(b"01.")

    def read(self, data: bytes, at: int, longest: int) -> Lines | None:
        if self.reader is None:
            return None
        cells, places, end = self.reader.read(data, at, longest)
        rests = [data[start:stop] for start, stop in places]
        puzzles = (cells[at : at + CELLS] for at in range(0, len(cells), CELLS))
        # A look at all of them usually shows that none is doubtful.
        may_be = _MASK in cells.translate(_AS_MASKS) or _WHOLE in cells.translate(_AS_WHOLES)
        may_be = may_be or (b"0" in cells and b"." in cells)
        if may_be and any(map(self.is_doubtful, puzzles)):
            return None
        return Lines(cells, rests, b"", end)

    def is_usual(self, cells: bytes, stored: bytes) -> bool:
        rules = self.reader
        if rules is None or len(cells) != CELLS or cells.strip(b"0123456789.") or self.is_doubtful(cells):
            return False
        return not stored or (len(stored) == CELLS and rules.all_right(cells, b"\1", stored))

    def decide(self, cells: bytes, nodes: int) -> Decided:
        rules, engine = self.reader, kernel()
        if rules is None or engine is None:
            count = len(cells) // CELLS
            return Decided(bytes([ALONE]) * count, b"", [0.0] * count)
        decided = Decided(*engine.decided(cells, MOST, nodes))
        if not rules.all_right(cells, decided.counts.replace(bytes([ALONE]), bytes(1)), decided.answers):
            raise WrongAnswerError(f"{self.route} gave a wrong answer")
        return decided

    def answer(self, line: str) -> Grid:
        return grid_of_line(line)

    def json_lists(self, counts: bytes, answers: str) -> list[str]:
        lists: list[str] = self.reader.json_lists(counts, answers)
        return lists

    def filled(
        self, which: bytes, templates: Mapping[int, str], columns: Sequence[int | Sequence[str]]
    ) -> str:
        lines: str = self.reader.filled(which, templates, columns)
        return lines


BULK = SudokuLines()
