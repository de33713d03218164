"""Tables of 9x9 sudokus: usual lines are read and decided many at a time, like sets of one puzzle a line.

Stored answers are checked by compiled rules. A line with a wrong one, of another shape, or with words that
may state a rule is left to the form, as are the header and the line below it, whose notes belong to all.
"""

from __future__ import annotations

import re

from ...problems.bulk import Lines
from .prose import says_nothing
from .search_lines import SudokuLines

_LINE = re.compile(
    rb'(?P<before>"?|[^,;|\t\n "\':=]{1,30}[,;\t ]"?)(?P<puzzle>[0-9.]{81})"?'
    rb'(?:[,;\t ]"?(?P<stored>[1-9]{81})"?)?(?P<behind>(?:[,;\t ][^,;|\t\n"\':=]{0,30})*)\r?\n'
)
"""A puzzle, perhaps behind a number or name, perhaps its answer, and short fields that are no boards."""

_SIGNS = re.compile('[,;|\t"]+')


class SudokuTable(SudokuLines):
    """See `problems.bulk.Bulk`."""

    def read(self, data: bytes, at: int, longest: int) -> Lines | None:
        if self.reader is None:
            return None
        puzzles: list[bytes] = []
        rests: list[bytes] = []
        stored: list[bytes] = []
        start = data.rfind(b"\n", 0, at - 1) + 1
        while at and (found := _LINE.match(data, at)) and (puzzles or _LINE.match(data, start)):
            before, puzzle, answer, behind = found.groups()
            rest = before.rstrip(b'"') + behind
            if (puzzles and (answer is None) == bool(stored)) or self.is_doubtful(puzzle):
                break
            if answer is not None and not self.is_usual(puzzle, answer):
                break
            if rest and not _says_nothing(rest):
                break
            puzzles.append(puzzle)
            rests.append(rest)
            stored += [] if answer is None else [answer]
            at = found.end()
        return Lines(b"".join(puzzles), rests if any(rests) else [], b"".join(stored), at)


def _says_nothing(rest: bytes) -> bool:
    """Whether the short fields beside a puzzle are numbers, ids and words of difficulty."""
    words = _SIGNS.split(rest.decode("utf-8", "replace"))
    return all(not any(map(str.isalpha, word)) or says_nothing(word) for word in words)


BULK = SudokuTable()
