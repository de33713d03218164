"""Frontier search: a board is swept cell by cell, and only what later cells depend on is remembered.

Behind the cells that are filled lies the *frontier*: a cell or a line in each column. Two partial answers
with the same frontier have the same completions, so they are one *state*. Counting adds the ways to each
state, layer by layer, and visits no answer; enumeration walks through states that are not known to be dead.

`LineSweep` has the states of puzzles with lines: which ends of lines cross the frontier and which of them
belong together, as in Simpath (Knuth, The Art of Computer Programming 4A, exercise 7.1.4-225). `AreaSweep`
has those of coloured areas: which cells of the frontier are connected (Kawahara et al., frontier-based
search, 2017). A kind derives from one of them and adds its clues; no reduction takes part.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from ..errors import LimitReachedError, SolverError
from ..findings import Findings
from ..language.models import EAST, NORTH, SOUTH, WEST
from ..problems.grid import Cell, Grid
from ..wording import of_memory
from .solver import Limits, Meter, Search, Seen

P = TypeVar("P")
State = Any
"""What is remembered: hashable; equal for partial answers with the same completions."""
Stage = Callable[[State], Iterable[tuple[int, State]]]
"""The choices at one position, in increasing order, and the states after them."""

MOST_MEMORY = 1 << 31
"""The default limit of the memory of the states, in bytes."""
_ENTRY = 150
"""The bytes of a state's place in a table and of its number of ways, in CPython."""
_MOST_MOVES = 1 << 18
"""The number of moves that are stored for frontiers that occur again."""


class Sweep(ABC):
    """One puzzle as a sequence of choices.

    Attributes
    ----------
    start : state or None
        None if it is known that there is no answer.
    """

    start: State

    @abstractmethod
    def stages(self) -> Sequence[Stage]:
        """The choices position by position."""

    @abstractmethod
    def accepts(self, state: State) -> bool:
        """Whether a state after the last position is that of an answer."""

    @abstractmethod
    def answer(self, choices: Sequence[int]) -> Grid:
        """The answer that these choices make."""

    def width(self, state: State) -> int:
        """Equal for states with similarly many completions, for estimates."""
        return len(set(state[0]))


@dataclass(frozen=True)
class FrontierSearch(Generic[P]):
    """Finds answers in increasing order and counts them without visiting each.

    Attributes
    ----------
    kind : str
        The kind of problem.
    sweep : puzzle -> Sweep
    """

    kind: str
    sweep: Callable[[P], Sweep]

    name = "search/frontier"
    about = "cell by cell, partial answers with the same frontier at once; counts without visiting answers"

    def search(self, problem: P, limits: Limits) -> Search[Grid]:
        """Begin a search for the answers of `problem`."""
        return Search.of(self._grids, problem, limits)

    def _grids(self, problem: P, meter: Meter) -> Iterator[Grid]:
        return _answers(self.sweep(problem), meter)

    def count(self, problem: P, limits: Limits) -> Findings[Grid]:
        """The exact number of answers; its nodes are states.  With a memo of 0 bytes, each is visited."""
        meter = Meter(limits)
        number, reason = 0, None
        if limits.memo:
            raise SolverError(f"{self.name} stores states without a limit: leave out the memo limit")
        try:
            if limits.memo == 0:
                for _ in self._grids(problem, meter):
                    number += 1
            else:
                number = _number(self.sweep(problem), meter)
        except LimitReachedError as reached:
            reason = str(reached)
        effort = {"nodes": meter.nodes, **meter.statistics}
        return Findings((), number, reason is None, reason=reason, effort=effort)

    def tree(self, problem: P) -> PartialSweeps:
        return PartialSweeps(self.sweep(problem))


Node = tuple[int, State]
"""A number of positions that are filled, and the state after them."""


class PartialSweeps:
    """See `SearchTree`: the search without memory of states."""

    reach = 1

    def __init__(self, sweep: Sweep) -> None:
        self._sweep, self._stages = sweep, sweep.stages()

    def root(self) -> Node | None:
        return None if self._sweep.start is None else (0, self._sweep.start)

    def open(self, node: Node) -> Sequence[Node] | Seen:
        at, state = node
        if at == len(self._stages):
            return Seen(1, self._sweep.accepts(state))
        return [(at + 1, after) for _, after in self._stages[at](state)] or Seen(1, 0)

    def width(self, node: Node) -> int:
        return self._sweep.width(node[1])

    def below(self, node: Node, most: int | None) -> Seen | None:
        nodes, answers, waiting = 0, 0.0, [node]
        while waiting:
            opened = self.open(waiting.pop())
            nodes += 1
            if most is not None and nodes > most:
                return None
            if isinstance(opened, Seen):
                answers += opened.answers
            else:
                waiting += opened
        return Seen(nodes, answers)


def _number(sweep: Sweep, meter: Meter) -> int:
    """The number of answers: for each layer of states, the number of ways to each."""
    layer: dict[State, int] = {} if sweep.start is None else {sweep.start: 1}
    for stage in sweep.stages():
        following: dict[State, int] = {}
        known = following.get
        for state, ways in layer.items():
            meter.node()
            for _, after in stage(state):
                following[after] = known(after, 0) + ways
        _check_memory(meter, len(layer) + len(following), next(iter(following), None))
        layer = following
    return sum(ways for state, ways in layer.items() if sweep.accepts(state))


def _answers(sweep: Sweep, meter: Meter) -> Iterator[Grid]:
    """Every answer, in the order of its choices."""
    if sweep.start is None:
        return
    stages = sweep.stages()
    dead: list[set[State]] = [set() for _ in range(len(stages) + 1)]  # states without an answer
    stored = 0
    states, choices = [sweep.start], [0]
    untried = [iter(stages[0](sweep.start))]
    fruitful = [False]  # whether an answer was found from the state
    meter.node()
    while untried:
        at = len(untried)
        step = next((one for one in untried[-1] if one[1] not in dead[at]), None)
        if step is None:
            untried.pop()
            choices.pop()
            state, found = states.pop(), fruitful.pop()
            if not found:
                dead[at - 1].add(state)
                stored += 1
                if stored % 1024 == 0:
                    _check_memory(meter, stored, state)
            elif fruitful:
                fruitful[-1] = True
            continue
        choices[-1], state = step
        if at < len(stages):
            meter.node()
            states.append(state)
            choices.append(0)
            untried.append(iter(stages[at](state)))
            fruitful.append(False)
        elif sweep.accepts(state):
            fruitful[-1] = True
            yield sweep.answer(choices)


def _check_memory(meter: Meter, states: int, one: State) -> None:
    """Raise `LimitReachedError` if this number of states like `one` takes more memory than allowed."""
    parts = one if isinstance(one, tuple) else ()
    used = states * (sys.getsizeof(one) + sum(map(sys.getsizeof, parts)) + _ENTRY)
    meter.statistics["peak_bytes"] = max(used, meter.statistics.get("peak_bytes", 0))
    most = MOST_MEMORY if meter.limits.memory is None else meter.limits.memory
    if used > most:
        raise LimitReachedError(of_memory(most))


class _Table(dict[str, Any]):
    """The moves from each frontier at a column, made when they are first needed."""

    def __init__(self, make: Callable[[str], Any]) -> None:
        self._make = make

    def __missing__(self, frontier: str) -> Any:
        if len(self) >= _MOST_MOVES:
            self.clear()
        found = self[frontier] = self._make(frontier)
        return found


class Tallies:
    """How many cells of some groups are still to be chosen: notes for sweeps.

    Attributes
    ----------
    start : tuple of int or None
        None if a group has too few cells.
    """

    def __init__(self, groups: Iterable[tuple[Sequence[Cell], int]]) -> None:
        """Each group of cells, in reading order, and the number of them that are chosen."""
        self.start: tuple[int, ...] | None = ()
        self._left: dict[Cell, list[tuple[int, int]]] = {}  # of each cell its groups, and their later cells
        totals = []
        for at, (cells, total) in enumerate(groups):
            totals.append(total)
            for left, cell in enumerate(reversed(cells)):
                self._left.setdefault(cell, []).append((at, left))
            if total > len(cells):
                self.start = None
        if self.start is not None:
            self.start = tuple(totals)

    def after(self, counts: tuple[int, ...], cell: Cell, chosen: int) -> tuple[int, ...] | None:
        """The counts after a cell; None if a group has too many chosen cells, or too few left."""
        groups = self._left.get(cell)
        if groups is None:
            return counts
        following = list(counts)
        for at, left in groups:
            following[at] -= chosen
            if not 0 <= following[at] <= left:
                return None
        return tuple(following)


# Lines

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
    which stands before that of the column of the next cell. The state is the frontier and the notes of the
    kind.

    Attributes
    ----------
    ends : mapping from cells to int
        Where paths end, and the number of the path: the ends of one have the same. If None, one loop.
    start_notes : hashable or None
        None if there is no answer.
    """

    start_notes: Hashable | None = ()

    def __init__(self, rows: int, columns: int, ends: dict[Cell, int] | None = None) -> None:
        self.rows, self.columns = rows, columns
        self.ends = ends
        self._tables: dict[tuple[int, int | None, bool], _Table] = {}

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

    def answer(self, choices: Sequence[int]) -> Grid:
        return tuple(tuple(choices[at : at + self.columns]) for at in range(0, len(choices), self.columns))

    def stages(self) -> Sequence[Stage]:
        return [self._stage(r, c) for r in range(self.rows) for c in range(self.columns)]

    def _stage(self, r: int, c: int) -> Stage:
        end, bottom = (self.ends or {}).get((r, c)), r == self.rows - 1
        table = self._tables.setdefault(
            (c, end, bottom), _Table(lambda plugs: self._crossings(plugs, c, end, bottom))
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


# Areas

OUTSIDE = " "
_FIRST_MARK = 0x40
"""A mark is the character with this number plus twice the number of the area plus the colour."""


HERE = -1


class Joined(NamedTuple):
    """A move: the colour of the cell, and what becomes of the areas.

    Attributes
    ----------
    colour, above, left : int
        The colours of the cell and of its neighbours; -1 outside the board.
    after : str
        The frontier after it.
    parts : tuple of tuples of int
        For each area of colour 0 on the frontier afterwards, the numbers of those before that are parts of
        it, from 0 in the order of their first columns; `HERE` for the cell.
    ended : int
        The number of the area of colour 0 before that no later cell can belong to; -1 if there is none.
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

    Attributes
    ----------
    connected : tuple of colours
        All cells of such a colour are one area.
    tracked : tuple of colours
        The areas are distinguished; those that are connected, if not stated otherwise.
    apart : bool
        Whether cells of colour 1 do not share sides.
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

    def answer(self, choices: Sequence[int]) -> Grid:
        return tuple(tuple(choices[at : at + self.columns]) for at in range(0, len(choices), self.columns))

    def stages(self) -> Sequence[Stage]:
        tables = [_Table(self._made_at(c)) for c in range(self.columns)]
        return [self._stage(r, c, tables[c]) for r in range(self.rows) for c in range(self.columns)]

    def _made_at(self, c: int) -> Callable[[str], tuple[Joined, ...]]:
        def make(marks: str) -> tuple[Joined, ...]:
            moves = (self._move(marks, c, colour) for colour in (0, 1))
            return tuple(move for move in moves if move is not None)

        return make

    def _stage(self, r: int, c: int, table: _Table) -> Stage:
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
