"""Numberlink: connect equal numbers by lines through the centres of cells; lines do not meet.

Not every cell has to be on a line. So a line may make detours, and a search for a second answer has to rule
out very many boards with empty cells. `Numberlink.verdict_model` needs to consider few of them. There are two
steps from an answer to another one: a line that runs beside itself takes the shorter way, or a line turns in
the cell across instead, if that is empty and further up. As a step leaves fewer cells on lines, or as many
further up, steps end; at a *normal* answer. So a puzzle has several answers exactly if it has several normal
ones, or one and an answer from which one step leads to it. This answer has every cell of the normal one but
at most one, with the same numbers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from operator import le
from typing import Any, Self

from ..primitives import Binary, Connected, Count, Edge, Table, Variable, equals
from ..primitives.models import GridEncodings, GridModel, Rule
from ..problems.board import cells, neighbours, pieces_of
from ..problems.board_rules import edges_at
from ..problems.clue_board import NUMBERS
from ..problems.clue_text import ClueError
from ..problems.grid import Cell, Held, Numbers, cell_name
from ..problems.lines import LinePuzzle, line_neighbours, lines_drawn, loose_lines
from ..problems.puzzle import Wrong

NO_STRAY_LINES = "every line has ends"
_SAME = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 1, 1))
"""An edge and two values that are equal if it is drawn."""
_BOTH = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 1))
"""An edge that is drawn if both of its cells are on one line; whether each is on a certain line."""


class Numberlink(LinePuzzle):
    """An answer has the sum of the lines of each cell."""

    about = "lines between equal numbers that do not meet; cells may stay empty"
    clue_words = "a number from 1 on"
    fixed_clues = "the ends of the lines"
    symbols = NUMBERS[1:]
    coloured_lines = True
    small_clues = False

    def look_of_clue(self, clue: Any) -> str:
        return "circled"

    def __post_init__(self) -> None:
        super().__post_init__()
        for number, ends in self.ends.items():
            if len(ends) != 2:
                raise ClueError(f"{number} is in {len(ends)} cells, not in two", ends[min(len(ends), 3) - 1])

    @property
    def ends(self) -> dict[int, list[Cell]]:
        """The cells of each number, in reading order."""
        found: dict[int, list[Cell]] = {}
        for cell, number in self.clue_at.items():
            found.setdefault(number, []).append(cell)
        return found

    def wrong(self, held: Held) -> Iterator[Wrong]:
        if loose := list(loose_lines(held)):
            yield from ((one.rule, one.cells) for one in loose)
            return
        for cell in self.cells():
            lines, name = held[cell].bit_count(), cell_name(cell)
            if cell in self.clue_at and lines != 1:
                end = f"{self.clue_at[cell]} at {name}"
                yield f"{lines} lines leave {end}", (cell,), end
            elif cell not in self.clue_at and lines not in (0, 2):
                yield f"the line ends or branches at {name}", (cell,), f"no end or branch at {name}"
        drawn = [cell for cell in self.cells() if held[cell]]
        for piece in pieces_of(drawn, lambda cell: line_neighbours(held, cell)):
            numbers = {self.clue_at[cell] for cell in piece if cell in self.clue_at}
            if not numbers:
                yield "a line has no ends", piece, NO_STRAY_LINES
            elif len(numbers) > 1:
                words = " and ".join(map(str, sorted(numbers)))
                yield f"a line connects {words}", piece

    @classmethod
    def blank(cls, rows: int, columns: int, rng: random.Random) -> Self | None:
        """The ends of some random lines, between which other cells are free; None without any line."""
        lines = random_lines(rows, columns, rng)
        lines = [line for line in lines if rng.random() < 0.8] or lines
        return cls._between(lines, rows, columns) if lines else None

    @classmethod
    def blank_with_answer(cls, rows: int, columns: int, rng: random.Random) -> tuple[Self, Numbers] | None:
        lines = random_lines(rows, columns, rng)
        return (cls._between(lines, rows, columns), lines_drawn(lines, rows, columns)) if lines else None

    @classmethod
    def _between(cls, lines: Sequence[Sequence[Cell]], rows: int, columns: int) -> Self:
        clues = {cell: number for number, line in enumerate(lines, 1) for cell in (line[0], line[-1])}
        return cls.empty(rows, columns).with_clues(clues)

    def clued_by(self, held: Held) -> Self:
        return self

    def excluding(self, held: Held, other: Held, rng: random.Random) -> Self | None:
        """A line becomes two, if possible one that the other answer draws elsewhere."""
        cuts = []
        for start, end in self.ends.values():
            line = [start]
            while line[-1] != end:
                line.append(next(one for one in line_neighbours(held, line[-1]) if one not in line[-2:]))
            elsewhere = any(held[cell] != other[cell] for cell in line)
            places = range(_SHORTEST, len(line) - _SHORTEST + 1)
            cuts += [(elsewhere, line[at - 1], line[at], end) for at in places]
        if not cuts:
            return None
        _, before, after, end = rng.choice([cut for cut in cuts if cut[0]] or cuts)
        new = max(self.ends) + 1
        return self.with_clues({before: self.clue_at[end], after: new, end: new})

    @property
    def _bits(self) -> range:
        """Hidden boards under the board hold the bits of the number of each line."""
        return range(1, (len(self.ends) - 1).bit_length() + 1) if self.ends else range(0)

    def domains(self) -> Mapping[Variable, Sequence[int]]:
        hidden = (self.hidden(cell, bit) for bit in self._bits for cell in self.cells())
        return dict.fromkeys((*self.edges, *hidden), (0, 1))

    def model(self) -> Iterator[Rule]:
        edges = self.edges
        at = edges_at(edges)
        for code, (number, ends) in enumerate(self.ends.items()):
            for cell in ends:
                one_line = Count(tuple(at.get(cell, ())), (1,), (1,))
                bits = (equals(self.hidden(cell, bit), code >> bit - 1 & 1) for bit in self._bits)
                for stated in (one_line, *bits):
                    yield self.rule("{number} at {cell}", stated, number=number, cell=cell)
        for cell, lines in at.items():
            if cell not in self.clue_at:
                yield self.rule("no end or branch at {cell}", Count(tuple(lines), (1,), (0, 2)), cell=cell)
        for edge in edges:
            a, b = edge
            for bit in self._bits:
                same = Table((edge, self.hidden(a, bit), self.hidden(b, bit)), _SAME)
                yield self.rule("lines connect equal numbers", same)
        links = tuple(pair for those in at.values() for pair in combinations(those, 2))
        roots = tuple(dict.fromkeys(edge for cell in self.clue_at for edge in at.get(cell, ())))
        if roots:
            yield self.rule(NO_STRAY_LINES, Connected(tuple(edges), (1,), links, roots))
        else:
            yield from (self.rule(NO_STRAY_LINES, equals(edge, 0)) for edge in edges)

    @classmethod
    def encodings(cls) -> GridEncodings[Self]:
        return super().encodings()._replace(verdict=lambda puzzle: puzzle.verdict_model)

    @property
    def verdict_model(self) -> GridModel[Self]:
        """The model, and in hidden layers a normal answer to which at most one step leads."""
        first = len(self._bits) + 1
        member = dict(zip(self.ends, range(first, first + len(self.ends)), strict=True))
        across, down, empty, changed = range(first + len(member), first + len(member) + 4)
        line = {(a, b): self.hidden(a, across if a[0] == b[0] else down) for a, b in self.edges}
        hidden = (self.hidden(cell, layer) for layer in range(first, changed + 1) for cell in self.cells())
        domains = {**self.domains(), **dict.fromkeys(hidden, (0, 1))}
        rules = [*self.model(), *self._normal(member, line, empty, changed)]
        # Most puzzles have an answer without empty cells.
        full = dict.fromkeys((self.hidden(cell, empty) for cell in self.cells()), 0)
        return self.model_type(self, self.rows, self.columns, domains, rules, likely=full)

    def _normal(
        self, member: Mapping[int, int], line: Mapping[Edge, Cell], empty: int, changed: int
    ) -> Iterator[Rule]:
        """The rules of the normal answer: the layer of each number, the lines, and two further layers."""
        at = edges_at(self.edges)
        for cell in self.cells():
            lines = tuple(line[edge] for edge in at.get(cell, ()))
            free, of = self.hidden(cell, empty), [self.hidden(cell, layer) for layer in member.values()]
            numbers = (1,) if cell in self.clue_at else (0, 2)
            yield self.rule("normal lines at {cell}", Count(lines, (1,), numbers), cell=cell)
            yield self.rule("{cell} is of one normal line or none", Count((free, *of), (1,), (1,)), cell=cell)
            if cell in self.clue_at:
                of_own = equals(self.hidden(cell, member[self.clue_at[cell]]), 1)
                yield self.rule("a normal line ends at {cell}", of_own, cell=cell)
                continue
            some = Count((free, *lines), (1,), range(1, len(lines) + 2))
            yield self.rule("{cell} is empty or has lines", some, cell=cell)
            either = Binary(tuple((free, one) for one in lines), _not_both)
            yield self.rule("{cell} is empty or has lines", either, cell=cell)
            kept = (free, self.hidden(cell, changed), *at.get(cell, ()))
            still = Count(kept, (1,), range(1, len(kept) + 1))
            yield self.rule("{cell} stays on a line, or one cell does not", still, cell=cell)
            for value, relation in ((0, _not_both), (1, le)):
                those = tuple(
                    (own, self.hidden(cell, bit))
                    for code, own in enumerate(of)
                    for bit in self._bits
                    if code >> bit - 1 & 1 == value
                )
                yield self.rule("{cell} keeps its number", Binary(those, relation), cell=cell)
        for (a, b), one in line.items():
            for layer in member.values():
                both = Table((one, self.hidden(a, layer), self.hidden(b, layer)), _BOTH)
                yield self.rule("no normal line runs beside itself at {a} and {b}", both, a=a, b=b)
        for p, q, r, s in self.squares():
            top, left, right, bottom = (line[edge] for edge in ((p, q), (p, r), (q, s), (r, s)))
            three = Count((top, left, right, bottom), (1,), (0, 1, 2))
            yield self.rule("no detour at {cell}", three, cell=p)
            for corner, upper in (((left, bottom), q), ((right, bottom), p)):
                turned = Count((*corner, self.hidden(upper, empty)), (1,), (0, 1, 2))
                yield self.rule("{cell} is not free for a line", turned, cell=upper)
        one_changed = Count(tuple(self.hidden(cell, changed) for cell in self.cells()), (1,), (0, 1))
        yield self.rule("at most one cell does not stay on a line", one_changed)


def _not_both(one: int, other: int) -> bool:
    return not (one and other)


_SHORTEST = 3
"""The cells of the shortest line of a generated puzzle."""

Line = list[Cell]


def random_lines(rows: int, columns: int, rng: random.Random) -> list[Line]:
    """Lines through nearly all cells, none of which runs beside itself."""
    board = list(cells(rows, columns))
    line_of = {cell: [cell] for cell in board}
    edges = list(neighbours(rows, columns))
    for a, b in rng.sample(edges, len(edges)):
        if line_of[a] is not line_of[b] and a in _ends(line_of[a]) and b in _ends(line_of[b]):
            _lay(line_of, _ending(line_of[a], a) + _ending(line_of[b], b)[::-1])
    for _ in range(_TRIES * len(board)):
        short = [cell for cell in board if len(line_of[cell]) < _SHORTEST and cell in _ends(line_of[cell])]
        if not short:
            break
        # A short line and a part of a neighbouring one become one; the other part is left.
        end = rng.choice(short)
        beside = [cell for pair in edges if end in pair for cell in pair if line_of[cell] is not line_of[end]]
        if beside:
            cell = rng.choice(beside)
            long = line_of[cell][:: rng.choice((1, -1))]
            at = long.index(cell) + 1
            if _lay(line_of, long[:at] + _ending(line_of[end], end)[::-1]) and at < len(long):
                _lay(line_of, long[at:])
    found = {min(line): line for line in line_of.values() if len(line) >= _SHORTEST}
    return [found[first] for first in sorted(found)]


_TRIES = 3
"""How often a short line is made longer, for each cell of the board."""


def _ends(line: Line) -> tuple[Cell, Cell]:
    return line[0], line[-1]


def _ending(line: Line, end: Cell) -> Line:
    """A line, turned so that it ends in this cell."""
    return line if line[-1] == end else line[::-1]


def _lay(line_of: dict[Cell, Line], line: Line) -> bool:
    """Make a line that of its cells, unless it runs beside itself."""
    at = {cell: number for number, cell in enumerate(line)}
    for (r, c), number in at.items():
        if any(abs(at.get(one, number + 1) - number) != 1 for one in ((r, c + 1), (r + 1, c))):
            return False
    line_of.update(dict.fromkeys(line, line))
    return True
