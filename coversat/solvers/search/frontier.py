"""Frontier search: a board is swept cell by cell, and only what later cells depend on is remembered.

Behind the cells that are filled lies the *frontier*: a cell or a line in each column. Two partial answers
with the same frontier have the same completions, so they are one *state*. Counting adds the ways to each
state, layer by layer, and visits no answer; enumeration walks through states that are not known to be dead.

A kind derives from `LineSweep` or `AreaSweep` and adds its clues; no reduction takes part.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ...base.errors import LimitReachedError, SolverError
from ...base.wording import of_memory
from ...problems.grid import Cell, Grid
from ..findings import Findings
from ..solver import Limits, Meter, Search, SearchTree, Seen

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

    * start: none if it is known that there is no answer.
    * columns: those of the board.
    """

    start: State
    columns: int

    @abstractmethod
    def stages(self) -> Sequence[Stage]:
        """The choices position by position."""

    @abstractmethod
    def accepts(self, state: State) -> bool:
        """Whether a state after the last position is that of an answer."""

    def answer(self, choices: Sequence[int]) -> Grid:
        """The answer that these choices make, one for each cell."""
        return tuple(tuple(choices[at : at + self.columns]) for at in range(0, len(choices), self.columns))

    def width(self, state: State) -> int:
        """Equal for states with similarly many completions, for estimates."""
        return len(set(state[0]))


@dataclass(frozen=True)
class FrontierSearch(Generic[P]):
    """Finds answers in increasing order and counts them without visiting each.

    * kind: the kind of problem.
    * sweep (puzzle -> Sweep)
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
            if not limits.caused(reached):
                raise
            reason = str(reached)
        effort = {"nodes": meter.nodes, **meter.statistics}
        return Findings((), number, reason is None, reason=reason, effort=effort)

    def tree(self, problem: P) -> PartialSweeps:
        return PartialSweeps(self.sweep(problem))


Node = tuple[int, State]
"""A number of positions that are filled, and the state after them."""


class PartialSweeps(SearchTree[Node]):
    """The search without memory of states."""

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
    if used > MOST_MEMORY:
        raise LimitReachedError(of_memory(MOST_MEMORY))


class MoveTable(dict[str, Any]):
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

    * start (tuple of int or None): none if a group has too few cells.
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
