"""Frontier search of puzzles with lines.

A state has the ends of lines that cross the frontier, and which of them belong together, as in Simpath
(Knuth, The Art of Computer Programming 4A, exercise 7.1.4-225).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from ...primitives.models import EAST, NORTH, SOUTH, WEST
from ...problems.grid import Cell
from .frontier import MoveTable, Stage, State, Sweep

NONE, OPENS, CLOSES = ".", "(", ")"
"""What crosses the frontier: nothing, or the left or right end of a line whose ends both cross it."""
CLOSED = ""
"""The frontier once the loop is closed."""
_FIRST_LABEL = 0x100


class Crossing(NamedTuple):
    """A move: the choice, the lines of the cell as a sum of their sides, and the frontier after it."""

    choice: int
    lines: int
    after: str


class LineSweep(Sweep):
    """Lines between the centres of cells: one loop, or paths between given ends.

    The frontier has a character for each column, for the lines downwards, and one for the line to the right,
    which comes before that of the column of the next cell. The state is the frontier and the notes of the
    kind.

    * ends (mapping from cells to int): where paths end, and the number of the path: the ends of one have the
      same. If None, one loop.
    * start_notes: none if there is no answer.
    """

    start_notes: Hashable | None = ()

    def __init__(self, rows: int, columns: int, ends: dict[Cell, int] | None = None) -> None:
        self.rows, self.columns = rows, columns
        self.ends = ends
        self._tables: dict[tuple[int, int | None, bool], MoveTable] = {}

    @property
    def start(self) -> State:
        return None if self.start_notes is None else (NONE * (self.columns + 1), self.start_notes)

    def noted(self, r: int, c: int, lines: int, notes: Any) -> Any:
        """The notes after a cell with these lines; None if they break a rule."""
        return notes

    def choice(self, lines: int, plugs: str, c: int) -> int:
        """The choice that a cell with these lines is; `plugs` is the frontier before it."""
        return lines

    def width(self, state: State) -> int:
        plugs: str = state[0]
        return -1 if plugs == CLOSED else plugs.count(NONE)

    def accepts(self, state: State) -> bool:
        plugs: str = state[0]
        return plugs == CLOSED if self.ends is None else plugs.count(NONE) == len(plugs)

    def stages(self) -> Sequence[Stage]:
        return [self._stage(r, c) for r in range(self.rows) for c in range(self.columns)]

    def _stage(self, r: int, c: int) -> Stage:
        end, bottom = (self.ends or {}).get((r, c)), r == self.rows - 1
        table = self._tables.setdefault(
            (c, end, bottom), MoveTable(lambda plugs: self._crossings(plugs, c, end, bottom))
        )
        noted = self.noted

        def moves(state: State) -> Iterator[tuple[int, State]]:
            plugs, notes = state
            for choice, lines, after in table[plugs]:
                following = noted(r, c, lines, notes)
                if following is not None:
                    yield choice, (after, following)

        return moves

    def _crossings(self, plugs: str, c: int, end: int | None, bottom: bool) -> tuple[Crossing, ...]:
        label = None if end is None else chr(_FIRST_LABEL + end)
        last = c == self.columns - 1
        found = []
        for lines, after in self._ways(plugs, c, label):
            if after is not None and not (lines & SOUTH and bottom) and not (lines & EAST and last):
                # At the end of a row nothing goes to the right; the place moves to the next row's beginning.
                shifted = NONE + after[:-1] if last and after != CLOSED else after
                found.append(Crossing(self.choice(lines, plugs, c), lines, shifted))
        return tuple(sorted(found))

    def _ways(self, plugs: str, c: int, label: str | None) -> Iterator[tuple[int, str | None]]:
        """The lines that the cell can have and the frontier after them, None if they cannot be joined."""
        if plugs == CLOSED:
            yield 0, CLOSED
            return
        left, up = plugs[c], plugs[c + 1]
        before, beyond = plugs[:c], plugs[c + 2 :]
        arriving = (left != NONE) * WEST + (up != NONE) * NORTH
        if left != NONE != up:
            if label is None:
                yield arriving, self._joined(plugs, c)
        elif not arriving and label is None:
            yield 0, plugs
            yield SOUTH | EAST, before + OPENS + CLOSES + beyond
        elif arriving and label is not None:
            yield arriving, _attached(plugs, c if left != NONE else c + 1, label)
        else:
            going = label or (left if left != NONE else up)
            yield arriving | SOUTH, before + going + NONE + beyond
            yield arriving | EAST, before + NONE + going + beyond

    def _joined(self, plugs: str, c: int) -> str | None:
        """The frontier after the lines from the left and from above are joined."""
        left, up = plugs[c], plugs[c + 1]
        rest = plugs[:c] + NONE + NONE + plugs[c + 2 :]
        if left == OPENS and up == CLOSES:  # the ends of one line
            return CLOSED if self.ends is None and rest.count(NONE) == len(rest) else None
        if left == CLOSES and up == OPENS:
            return rest
        if left == up and left in (OPENS, CLOSES):
            # The inner partner takes the role of the end that was joined.
            return _put(rest, _partner(plugs, c + 1 if left == OPENS else c), left)
        if left in (OPENS, CLOSES):
            return _put(rest, _partner(plugs, c), up)
        if up in (OPENS, CLOSES):
            return _put(rest, _partner(plugs, c + 1), left)
        return rest if left == up else None


def _attached(plugs: str, at: int, label: str) -> str | None:
    """The frontier after the line at a place ends at the end of a path with this label."""
    rest = _put(plugs, at, NONE)
    if plugs[at] in (OPENS, CLOSES):
        return _put(rest, _partner(plugs, at), label)
    return rest if plugs[at] == label else None


def _put(plugs: str, at: int, one: str) -> str:
    return plugs[:at] + one + plugs[at + 1 :]


def _partner(plugs: str, at: int) -> int:
    """The place of the other end of a line: lines do not cross, so ends are matched like parentheses."""
    step = 1 if plugs[at] == OPENS else -1
    depth = step
    while depth:
        at += step
        depth += (plugs[at] == OPENS) - (plugs[at] == CLOSES)
    return at
