"""Sets of 9x9 sudokus in a line each: read, decided and written many at a time by compiled modules.

Each puzzle has its own node budget, so its result does not depend on its neighbours, and every answer is
checked by the rules. A puzzle that is not decided within the budget is left to the caller.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ...errors import WrongAnswerError
from ...problems.bulk import ALONE, MOST, Decided
from ...problems.grid import Grid
from ...registry import compiled
from .search_boards import BOARDS, grid_of_line

CELLS = 81


class SudokuLines:
    """See `problems.bulk.Bulk`."""

    width = CELLS
    route = BOARDS.name

    @property
    def reader(self) -> Any | None:
        """The compiled module that reads and checks; None if it is not built."""
        return compiled("coversat.kinds.sudoku", "_lines_kernel")

    def read(self, data: bytes, at: int, longest: int) -> tuple[bytes, Sequence[tuple[int, int]], int] | None:
        reader = self.reader
        return None if reader is None else reader.read(data, at, longest)

    def decide(self, cells: bytes, nodes: int) -> Decided:
        rules, engine = self.reader, compiled("coversat.kinds.sudoku", "_boards_kernel")
        if rules is None or engine is None:
            count = len(cells) // CELLS
            return Decided(bytes([ALONE]) * count, b"", [0.0] * count)
        decided = Decided(*engine.decided(cells, MOST, nodes))
        if not rules.all_right(cells, decided.counts.replace(bytes([ALONE]), bytes(1)), decided.answers):
            raise WrongAnswerError(f"{self.route} gave a wrong answer")
        return decided

    def answer(self, line: str) -> Grid:
        return grid_of_line(line)

    def json_answers(self, counts: bytes, answers: str) -> Iterator[str]:
        shape = json.dumps([[[0] * 9] * 9]).encode()  # of a list of one
        size, digits = len(shape), answers.encode()
        filled = bytearray(shape * (len(digits) // CELLS))
        # The digit of one cell in all answers at a time.
        for cell, place in enumerate(at for at, character in enumerate(shape) if character == ord("0")):
            filled[place::size] = digits[cell::CELLS]
        text = filled.decode()
        lists = iter([text[at : at + size] for at in range(0, len(text), size)])
        for count in counts:
            if count == 1:
                yield next(lists)
            elif count in (0, ALONE):
                yield "[]"
            else:
                yield f"{next(lists)[:-1]}, {next(lists)[1:]}"


BULK = SudokuLines()
