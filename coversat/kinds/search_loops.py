"""Frontier search for puzzles of loops and paths, from their clues alone; see `solvers.frontier`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..primitives.models import BESIDE_LINES, EAST, NORTH, SOUTH, WEST
from ..problems.grid import Cell, Grid
from ..solvers.search.frontier import FrontierSearch, Tallies
from ..solvers.search.line_sweep import NONE, LineSweep

if TYPE_CHECKING:  # a search of one kind does not load the others
    from .masyu import Masyu
    from .numberlink import Numberlink
    from .simpleloop import SimpleLoop
    from .slitherlink import Slitherlink
    from .yajilin import Yajilin


class SlitherlinkSweep(LineSweep):
    """The corners are swept; the choice at one is whether the cell to its lower right is inside.

    The notes have for each column the number of sides that the last cell there still needs, plus 1; 0 for
    a cell without a clue.
    """

    def __init__(self, puzzle: Slitherlink) -> None:
        super().__init__(puzzle.rows + 1, puzzle.columns + 1)
        self._clues: Mapping[Cell, Any] = puzzle.clue_at
        self._within = puzzle.rows, puzzle.columns
        self.start_notes = bytes(self.columns)

    def choice(self, lines: int, plugs: str, c: int) -> int:
        """The cell on the left is inside if the number of sides before this one is odd."""
        crossed = c - plugs.count(NONE, 0, c)
        return (crossed + (lines & SOUTH > 0)) % 2 if plugs else 0

    def noted(self, r: int, c: int, lines: int, notes: bytes) -> bytes | None:
        across, down = int(lines & EAST > 0), int(lines & SOUTH > 0)
        if notes[c] and notes[c] - 1 != across:  # the lower side of the cell above
            return None
        left = notes[c - 1] if c else 0
        if left:
            left -= down
            if left not in (1, 2):
                return None
            notes = notes[: c - 1] + bytes((left,)) + notes[c:]
        clue = self._clues.get((r, c))
        needed = 0 if clue is None else clue - across - down + 1
        if clue is not None and not 1 <= needed <= 3:
            return None
        return notes if needed == notes[c] else notes[:c] + bytes((needed,)) + notes[c + 1 :]

    def answer(self, choices: Sequence[int]) -> Grid:
        rows, columns = self._within
        return tuple(row[:columns] for row in super().answer(choices)[:rows])


class MasyuSweep(LineSweep):
    """The notes are about the line downwards in each column, then about that to the right."""

    def __init__(self, puzzle: Masyu) -> None:
        super().__init__(puzzle.rows, puzzle.columns)
        self._circles: Mapping[Cell, Any] = puzzle.clue_at
        self._black, self._white = puzzle.symbols
        self.start_notes = bytes(self.columns + 1)

    def noted(self, r: int, c: int, lines: int, notes: bytes) -> bytes | None:
        circle = self._circles.get((r, c))
        straight = lines in (NORTH | SOUTH, WEST | EAST)
        arriving = [notes[at] for at, side in ((c, NORTH), (-1, WEST)) if lines & side]
        if any(one & (_TURNS if straight else _GOES_ON) for one in arriving):
            return None
        comes_straight = [bool(one & _STRAIGHT) for one in arriving]
        required = 0
        if circle is not None and (not lines or straight != (circle == self._white)):
            return None
        if circle == self._black:
            if not all(comes_straight):
                return None
            required = _GOES_ON
        elif circle == self._white and all(comes_straight):
            required = _TURNS
        if not lines and not notes[c] and not notes[-1]:
            return notes
        onward = [
            required | (_STRAIGHT if straight and other in self._circles else 0) if lines & side else 0
            for side, other in ((SOUTH, (r + 1, c)), (EAST, (r, c + 1)))
        ]
        return notes[:c] + bytes(onward[:1]) + notes[c + 1 : -1] + bytes(onward[1:])


_STRAIGHT, _TURNS, _GOES_ON = 1, 2, 4
"""Of a line to a cell: it passes the cell before straight; it must turn next; it must go straight on."""


class SimpleLoopSweep(LineSweep):
    """No notes: the loop passes all cells but the blocked ones."""

    def __init__(self, puzzle: SimpleLoop) -> None:
        super().__init__(puzzle.rows, puzzle.columns)
        self._blocked = frozenset(puzzle.clue_at)

    def noted(self, r: int, c: int, lines: int, notes: Any) -> Any:
        return None if bool(lines) == ((r, c) in self._blocked) else notes


class YajilinSweep(LineSweep):
    """The notes are what arrows still need, and a bit for each column whose last cell is shaded."""

    def __init__(self, puzzle: Yajilin) -> None:
        super().__init__(puzzle.rows, puzzle.columns)
        self._clues = frozenset(puzzle.clue_at)
        numbered = [(cell, clue) for cell, clue in puzzle.clue_at.items() if clue != puzzle.removed_clue]
        steps = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
        ahead = ((puzzle.ahead(cell, steps[clue[-1]]), int(clue[:-1])) for cell, clue in numbered)
        self._tallies = Tallies((sorted({*line} - self._clues), number) for line, number in ahead)
        self.start_notes = None if self._tallies.start is None else (self._tallies.start, 0)

    def choice(self, lines: int, plugs: str, c: int) -> int:
        return lines or BESIDE_LINES

    def noted(self, r: int, c: int, lines: int, notes: tuple[Any, int]) -> tuple[Any, int] | None:
        counts, shaded = notes
        here = 1 << c
        if (r, c) in self._clues:
            return None if lines else (counts, shaded & ~here)
        if not lines and shaded & (here | here >> 1):
            return None
        following = self._tallies.after(counts, (r, c), not lines)
        if following is None:
            return None
        return following, (shaded & ~here if lines else shaded | here)

    def answer(self, choices: Sequence[int]) -> Grid:
        return tuple(
            tuple(0 if (r, c) in self._clues else held for c, held in enumerate(row))
            for r, row in enumerate(super().answer(choices))
        )


class NumberlinkSweep(LineSweep):
    """No notes: everything is in the labels of the lines."""

    def __init__(self, puzzle: Numberlink) -> None:
        super().__init__(puzzle.rows, puzzle.columns, dict(puzzle.clue_at))


SEARCHES = {
    "slitherlink": (FrontierSearch("slitherlink", SlitherlinkSweep),),
    "masyu": (FrontierSearch("masyu", MasyuSweep),),
    "simpleloop": (FrontierSearch("simpleloop", SimpleLoopSweep),),
    "yajilin": (FrontierSearch("yajilin", YajilinSweep),),
    "numberlink": (FrontierSearch("numberlink", NumberlinkSweep),),
}
