"""Tables of 9x9 sudokus: usual lines are read and decided many at a time, like sets of one puzzle a line.

Stored solutions are checked by compiled rules. A line with a wrong one, or of another shape, is left to the
form, as are the header and the line below it, whose notes belong to all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .search_lines import SudokuLines

_LINE = re.compile(
    rb'(?:"?|[^,;|\t\n "\':=]{1,30}[,;\t ]"?)(?P<puzzle>[0-9.]{81})"?'
    rb'(?P<rest>(?:[,;\t ]"?(?P<solution>[1-9]{81})"?)?(?:[,;\t ][^,;|\t\n"\':=]{0,30})*)\r?\n'
)
"""A puzzle, perhaps behind a number or name, perhaps a solution, and short fields that are no boards."""


class SudokuTable(SudokuLines):
    """See `problems.bulk.Bulk`."""

    def read(self, data: bytes, at: int, longest: int) -> tuple[bytes, Sequence[tuple[int, int]], int] | None:
        rules = self.reader
        if rules is None:
            return None
        if not at or _LINE.match(data, data.rfind(b"\n", 0, at - 1) + 1) is None:
            return b"", (), at
        puzzles: list[bytes] = []
        places: list[tuple[int, int]] = []
        while found := _LINE.match(data, at):
            puzzle, solution = found["puzzle"], found["solution"]
            if solution is not None and not rules.all_right(puzzle, b"\1", solution):
                break
            puzzles.append(puzzle)
            places.append(found.span("rest"))
            at = found.end()
        return b"".join(puzzles), places, at


BULK = SudokuTable()
