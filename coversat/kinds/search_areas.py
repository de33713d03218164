"""Frontier search for puzzles of connected areas, from their clues alone; see `solvers.frontier`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..problems.clue_board import UNKNOWN
from ..problems.grid import Cell
from ..solvers.search.area_sweep import HERE, AreaSweep, Joined
from ..solvers.search.frontier import FrontierSearch, State, Tallies

if TYPE_CHECKING:  # a search of one kind does not load the others
    from .heyawake import Heyawake
    from .hitori import Hitori
    from .kurodoko import Kurodoko
    from .nurikabe import Nurikabe
    from .yinyang import YinYang


class HitoriSweep(AreaSweep):
    """The notes are a set of bits: the numbers that are left in a line and occur there again."""

    apart = True

    def __init__(self, puzzle: Hitori) -> None:
        super().__init__(puzzle.rows, puzzle.columns)
        lines: dict[tuple[str, int, object], list[Cell]] = defaultdict(list)
        for (r, c), number in puzzle.clue_at.items():
            lines["row", r, number].append((r, c))
            lines["column", c, number].append((r, c))
        several = [cells for cells in lines.values() if len(cells) > 1]
        self._bits: dict[Cell, int] = defaultdict(int)
        self._last: dict[Cell, int] = defaultdict(int)
        for at, cells in enumerate(several):
            for cell in cells:
                self._bits[cell] |= 1 << at
            self._last[cells[-1]] |= 1 << at
        self.start_notes = 0

    def noted(self, r: int, c: int, move: Joined, notes: int) -> int | None:
        cell = r, c
        if cell not in self._bits:
            return notes
        if not move.colour:
            if notes & self._bits[cell]:
                return None
            notes |= self._bits[cell]
        return notes & ~self._last[cell] if cell in self._last else notes


class HeyawakeSweep(AreaSweep):
    """The notes are what rooms still need, and how many borders each line of white cells has crossed.

    There is a line upwards from the last cell of each column, and one to the left from the last cell.
    """

    apart = True

    def __init__(self, puzzle: Heyawake) -> None:
        super().__init__(puzzle.rows, puzzle.columns)
        rooms = puzzle.region_cells()
        room = self._room = puzzle.regions
        self._tallies = Tallies((rooms[room[r][c]], clue) for (r, c), clue in puzzle.clue_at.items())
        self._more_below = {
            (r, c): any(room[at][c] != room[at + 1][c] for at in range(r, self.rows - 1))
            for r, c in puzzle.cells()
        }
        self._more_right = {(r, c): len(set(room[r][c:])) > 1 for r, c in puzzle.cells()}
        if self._tallies.start is not None:
            self.start_notes = self._tallies.start, bytes(self.columns + 1)
        else:
            self.start_notes = None

    def noted(self, r: int, c: int, move: Joined, notes: tuple[Any, bytes]) -> tuple[Any, bytes] | None:
        counts = self._tallies.after(notes[0], (r, c), move.colour)
        if counts is None:
            return None
        up = left = 0
        crossed, room = notes[1], self._room
        if not move.colour:
            if not move.above:
                up = crossed[c] + (room[r - 1][c] != room[r][c])
            if not move.left:
                left = crossed[-1] + (room[r][c - 1] != room[r][c])
            if up > 1 or left > 1:
                return None
        up *= self._more_below[r, c]
        left *= self._more_right[r, c]
        if up != crossed[c] or left != crossed[-1]:
            crossed = crossed[:c] + bytes((up,)) + crossed[c + 1 : -1] + bytes((left,))
        return counts, crossed


class Sight(NamedTuple):
    """What is seen so far.

    * up: for each column, the number of white cells in its line so far, as far as a later clue depends on it.
    * left: the same in the row.
    * open (tuple of (column, number)): the clues in the current line of the row, and the numbers of cells
      they see to the right and below.
    * down: for each column the number of cells that must follow before a shaded one or the edge, plus 1; or
      0.
    """

    up: tuple[int, ...]
    left: int
    open: tuple[tuple[int, int], ...]
    down: tuple[int, ...]


class KurodokoSweep(AreaSweep):
    """The notes are what clues see."""

    apart = True

    def __init__(self, puzzle: Kurodoko) -> None:
        super().__init__(puzzle.rows, puzzle.columns)
        self._clues: Mapping[Cell, Any] = puzzle.clue_at
        self._lowest = {c: r for r, c in sorted(puzzle.clue_at)}
        self._rightmost = dict(sorted(puzzle.clue_at))
        nothing = (0,) * self.columns
        self.start_notes = Sight(nothing, 0, (), nothing)

    def noted(self, r: int, c: int, move: Joined, notes: Sight) -> Sight | None:
        clue = self._clues.get((r, c))
        up, left, opened, down = notes
        below = down[c]
        if move.colour:
            if clue is not None or below > 1:
                return None
            seen = left = below = 0
        else:
            if below == 1 or any(not needed for _, needed in opened):
                return None
            below -= below > 0
            opened = tuple((column, needed - 1) for column, needed in opened)
            if clue is not None and clue != UNKNOWN:
                needed = clue - 1 - up[c] - left
                if needed < 0:
                    return None
                opened = (*opened, (c, needed))
            seen, left = up[c] + 1, left + 1
        if below - 1 > self.rows - 1 - r:
            return None
        if below != down[c]:
            down = (*down[:c], below, *down[c + 1 :])
        if opened and (move.colour or c == self.columns - 1):  # nothing more is seen to the right
            for column, needed in opened:
                if down[column] not in (0, needed + 1) or needed > self.rows - 1 - r:
                    return None
                down = (*down[:column], needed + 1, *down[column + 1 :])
            opened = ()
        seen *= self._lowest.get(c, -1) > r
        left *= c < self._rightmost.get(r, -1)
        return Sight(up if seen == up[c] else (*up[:c], seen, *up[c + 1 :]), left, opened, down)


class YinYangSweep(AreaSweep):
    """The note is the colour of the cell to the upper left; -1 outside the board."""

    connected = tracked = (0, 1)
    start_notes = -1

    def __init__(self, puzzle: YinYang) -> None:
        super().__init__(puzzle.rows, puzzle.columns)
        self._given = {cell: int(clue == "b") for cell, clue in puzzle.clue_at.items()}

    def noted(self, r: int, c: int, move: Joined, notes: int) -> int | None:
        colour = move.colour
        if self._given.get((r, c), colour) != colour or colour == move.above == move.left == notes:
            return None
        return -1 if c == self.columns - 1 else move.above


Needs = tuple[bool, int | None]
"""Whether an island has its clue; the cells that it lacks (None for an unknown size), or minus its cells."""


class NurikabeSweep(AreaSweep):
    """The notes are the colour of the cell to the upper left, and the needs of islands on the frontier."""

    connected = (1,)
    tracked = (0, 1)
    start_notes = -1, ()

    def __init__(self, puzzle: Nurikabe) -> None:
        super().__init__(puzzle.rows, puzzle.columns)
        self._clues: Mapping[Cell, Any] = puzzle.clue_at
        numbers = [clue for clue in puzzle.clue_at.values() if clue != UNKNOWN]
        self._largest = max(numbers, default=0)
        self._has_unknown = len(numbers) < len(puzzle.clue_at)

    def noted(self, r: int, c: int, move: Joined, notes: Any) -> Any:
        corner, islands = notes
        clue = self._clues.get((r, c))
        if move.colour and (clue is not None or move.above == move.left == corner == 1):
            return None
        if move.ended >= 0 and not _is_whole(islands[move.ended]):
            return None
        own: Needs = (False, -1) if clue is None else (True, None if clue == UNKNOWN else clue - 1)
        following = []
        for part in move.parts:
            needs: Needs = (False, 0)
            for at in part:
                joined = self._together(needs, own if at == HERE else islands[at])
                if joined is None:
                    return None
                needs = joined
            following.append(needs)
        return -1 if c == self.columns - 1 else move.above, tuple(following)

    def _together(self, one: Needs, other: Needs) -> Needs | None:
        """The needs of an island of two parts; None if it cannot be one."""
        has_clue = one[0] or other[0]
        if one[0] and other[0]:
            return None
        if one[1] is None or other[1] is None:
            return True, None
        lacks = one[1] + other[1]
        if has_clue:
            return (True, lacks) if lacks >= 0 else None
        if -lacks < self._largest:
            return False, lacks
        return (
            (False, -self._largest) if self._has_unknown else None
        )  # large enough: only an unknown size fits

    def accepts(self, state: State) -> bool:
        return super().accepts(state) and all(map(_is_whole, state[1][1]))


def _is_whole(needs: Needs) -> bool:
    return needs[0] and not needs[1]


SEARCHES = {
    "hitori": (FrontierSearch("hitori", HitoriSweep),),
    "heyawake": (FrontierSearch("heyawake", HeyawakeSweep),),
    "kurodoko": (FrontierSearch("kurodoko", KurodokoSweep),),
    "yinyang": (FrontierSearch("yinyang", YinYangSweep),),
    "nurikabe": (FrontierSearch("nurikabe", NurikabeSweep),),
}
