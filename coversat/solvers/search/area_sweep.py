"""Frontier search of coloured areas.

A state has the cells of the frontier that are connected (Kawahara et al., frontier-based search, 2017).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from .frontier import MoveTable, Stage, State, Sweep

OUTSIDE = " "
_FIRST_MARK = 0x40
"""A mark is the character with this number plus twice the number of the area plus the colour."""
HERE = -1


class Joined(NamedTuple):
    """A move: the colour of the cell, and what becomes of the areas.

    * colour, above, left: the colours of the cell and of its neighbours; -1 outside the board.
    * after: the frontier after it.
    * parts: for each area of colour 0 on the frontier afterwards, the numbers of those before that are parts
      of it, from 0 in the order of their first columns; `HERE` for the cell.
    * ended: the number of the area of colour 0 before that no later cell can belong to; -1 if there is none.
    """

    colour: int
    above: int
    left: int
    after: str
    parts: tuple[tuple[int, ...], ...]
    ended: int


class AreaSweep(Sweep):
    """Cells of two colours, 0 and 1, of which one or both form areas.

    The frontier has a mark for the last cell of each column: its colour and its area; and a digit with a bit
    for each connected colour whose area is complete.

    * connected (tuple of colours): all cells of such a colour are one area.
    * tracked (tuple of colours): the areas are distinguished; those that are connected, if not stated
      otherwise.
    * apart (bool): whether cells of colour 1 do not share sides.
    """

    connected: tuple[int, ...] = (0,)
    tracked: tuple[int, ...] = (0,)
    apart = False
    start_notes: Hashable | None = ()

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns

    @property
    def start(self) -> State:
        return None if self.start_notes is None else (OUTSIDE * self.columns + "0", self.start_notes)

    def noted(self, r: int, c: int, move: Joined, notes: Any) -> Any:
        """The notes after a cell; None if it breaks a rule."""
        return notes

    def accepts(self, state: State) -> bool:
        marks: str = state[0]
        return all(len(_areas(marks, colour)) < 2 for colour in self.connected)

    def stages(self) -> Sequence[Stage]:
        tables = [MoveTable(self._made_at(c)) for c in range(self.columns)]
        return [self._stage(r, c, tables[c]) for r in range(self.rows) for c in range(self.columns)]

    def _made_at(self, c: int) -> Callable[[str], tuple[Joined, ...]]:
        def make(marks: str) -> tuple[Joined, ...]:
            moves = (self._move(marks, c, colour) for colour in (0, 1))
            return tuple(move for move in moves if move is not None)

        return make

    def _stage(self, r: int, c: int, table: MoveTable) -> Stage:
        noted = self.noted

        def moves(state: State) -> Iterator[tuple[int, State]]:
            marks, notes = state
            for move in table[marks]:
                following = noted(r, c, move, notes)
                if following is not None:
                    yield move.colour, (move.after, following)

        return moves

    def _move(self, marks: str, c: int, colour: int) -> Joined | None:
        complete = int(marks[-1])
        above, left = marks[c], marks[c - 1] if c else OUTSIDE
        colours = _colour(above), _colour(left)
        if complete >> colour & 1 or (self.apart and colour == 1 and 1 in colours):
            return None
        here = joined = chr(_FIRST_MARK + colour)
        if colour in self.tracked:
            beside = [mark for mark, one in zip((above, left), colours, strict=True) if one == colour]
            here = beside[-1] if beside else _free(marks, colour)
            joined = beside[0] if beside else here
        before = marks[:-1]
        raw = (before[:c] + here + before[c + 1 :]).replace(joined, here)
        ended = -1
        if colours[0] == 1 - colour and colours[0] in self.tracked and above not in raw:
            ended = _number_of(above) if colours[0] == 0 else -1
            if colours[0] in self.connected:
                if _areas(raw, colours[0]):
                    return None
                complete |= 1 << colours[0]
        names = _names(raw)
        after = "".join(names[mark] for mark in raw)
        parts = [[] if names[here] != mark else [HERE] for mark in sorted(_areas(after, 0))]
        for mark in sorted(_areas(before, 0)):
            became = names.get(here if mark == joined else mark)
            if became is not None:
                parts[_number_of(became)].append(_number_of(mark))
        return Joined(colour, *colours, after + str(complete), tuple(map(tuple, parts)), ended)


def _number_of(mark: str) -> int:
    """The number of an area, from 0, in the order of first columns."""
    return (ord(mark) - _FIRST_MARK) // 2 - 1


def _colour(mark: str) -> int:
    return -1 if mark == OUTSIDE else ord(mark) & 1


def _areas(marks: str, colour: int) -> set[str]:
    """The areas of a colour that reach the frontier."""
    return {mark for mark in marks if mark >= chr(_FIRST_MARK + 2) and ord(mark) & 1 == colour}


def _free(marks: str, colour: int) -> str:
    """A mark for a new area."""
    return chr(max(_FIRST_MARK, *map(ord, marks)) // 2 * 2 + 2 + colour)


def _names(marks: str) -> dict[str, str]:
    """New marks, in the order in which areas first occur, so that equal frontiers are equal texts."""
    names = {OUTSIDE: OUTSIDE}
    numbers = [0, 0]
    for mark in marks:
        if mark not in names:
            colour = ord(mark) & 1
            if mark < chr(_FIRST_MARK + 2):  # its areas are not distinguished
                names[mark] = mark
            else:
                numbers[colour] += 1
                names[mark] = chr(_FIRST_MARK + 2 * numbers[colour] + colour)
    return names
