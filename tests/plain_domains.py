"""The search by domains in Python: the oracle of the compiled one, which takes the same steps."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from coversat.base.bits import positions_of
from coversat.solvers.search.domains import FOUND, GROUP, LOCKED, NO_STATE, OVER, PAIR, PAUSED, SETS, SUM

MOST = 6
"""The open cells of a group of which all sets are tried."""
HEADER = 3
"""The words of a program before the sets of values."""


def each_bit(bits: int) -> Iterator[int]:
    """Every bit that is set, alone, the lowest first."""
    while bits:
        yield bits & -bits
        bits &= bits - 1


class PlainDomains:
    """The search of a program in Python, with the same nodes and answers in the same order.

    * nodes (int): the values tried so far.
    """

    def __init__(self, words: array[int]) -> None:
        cells, self._shown, self._values = words[:HEADER]
        at = HEADER + cells
        self._domains = list(words[HEADER:at])
        self._rules: list[Sequence[int]] = []
        while at < len(words):
            self._rules.append(words[at + 1 : at + 1 + words[at]])
            at += 1 + words[at]
        self._uses: list[list[int]] = [[] for _ in range(cells)]
        for number, rule in enumerate(self._rules):
            for cell in _cells_of(rule):
                self._uses[cell].append(number)
        self._weights = [1] * cells
        self._dirty = set(range(len(self._rules)))
        self._steps = self._search()
        self.nodes = 0
        self._most = 0

    def next(self, most: int) -> int:
        """Go on to an answer or to the end, or until this many values were tried in all."""
        self._most = most
        return next(self._steps, OVER)

    def answer(self) -> list[int]:
        """The places of the values of the answer just found, for each cell."""
        return [domain.bit_length() - 1 for domain in self._domains]

    def _search(self) -> Iterator[int]:
        choices: list[tuple[int, list[int], Iterator[int]]] = []
        fresh = True
        while fresh or choices:
            if fresh:
                fresh = False
                if not all(self._domains) or not self._narrowed():
                    continue
                every = range(len(self._domains))
                cell = self._best_cell(every[: self._shown])
                if cell is None:
                    cell = self._best_cell(every[self._shown :])
                if cell is None:
                    while choices and choices[-1][0] >= self._shown:
                        choices.pop()
                    yield FOUND
                else:
                    choices.append((cell, self._domains.copy(), each_bit(self._domains[cell])))
                continue
            cell, saved, untried = choices[-1]
            value = next(untried, None)
            if value is None:
                choices.pop()
                continue
            while self.nodes >= self._most:
                yield PAUSED
            self.nodes += 1
            self._domains = saved.copy()
            self._keep(cell, value)
            fresh = True

    def _best_cell(self, cells: range) -> int | None:
        """The first with the fewest values for how often its rules failed; None if none is open."""
        best: int | None = None
        fewest, failures = 1, 0
        for cell in cells:
            count = self._domains[cell].bit_count()
            if count > 1 and (best is None or count * failures < fewest * self._weights[cell]):
                best, fewest, failures = cell, count, self._weights[cell]
        return best

    def _narrowed(self) -> bool:
        while self._dirty:
            number = min(self._dirty)
            self._dirty.remove(number)
            rule = self._rules[number]
            if not self._propagated(rule):
                for cell in _cells_of(rule):
                    self._weights[cell] += 1
                self._dirty.clear()
                return False
        return True

    def _propagated(self, rule: Sequence[int]) -> bool:
        sort, *rest = rule
        if sort == GROUP:
            return self._group(rest)
        if sort == LOCKED:
            return self._locked(rest)
        if sort == PAIR:
            return self._pair(rest)
        if sort == SETS:
            return self._sets(rest)
        return self._sum(rest) if sort == SUM else self._walk(rest)

    def _keep(self, cell: int, values: int) -> bool:
        """Leave a cell only these values; whether one is left."""
        left = self._domains[cell] & values
        if left != self._domains[cell]:
            self._domains[cell] = left
            self._dirty.update(self._uses[cell])
        return left != 0

    def _keep_all(self, cells: Sequence[int], values: int) -> bool:
        return all(self._keep(cell, values) for cell in cells)

    def _union(self, cells: Sequence[int]) -> int:
        together = 0
        for cell in cells:
            together |= self._domains[cell]
        return together

    def _group(self, cells: Sequence[int]) -> bool:
        taken, left, again = 0, list(cells), True
        while again:
            again, still = False, []
            for cell in left:
                domain = self._domains[cell]
                if domain & domain - 1:
                    still.append(cell)
                    continue
                if taken & domain:
                    return False
                taken, again = taken | domain, True
            left = still
            if again and not self._keep_all(left, ~taken):
                return False
        every = (1 << self._values) - 1
        if len(cells) == self._values and not self._only_places(left, every & ~taken):
            return False
        return not 2 <= len(left) <= MOST or self._hall_sets(left)

    def _hall_sets(self, cells: Sequence[int]) -> bool:
        """Sets of cells that together have as many values as cells: no other cell has these."""
        together = [0]
        for chosen in range(1, (1 << len(cells)) - 1):
            first = (chosen & -chosen).bit_length() - 1
            together.append(together[chosen & chosen - 1] | self._domains[cells[first]])
            size, most = chosen.bit_count(), together[chosen].bit_count()
            if most < size:
                return False
            others = [cell for at, cell in enumerate(cells) if not chosen >> at & 1]
            if most == size and not self._keep_all(others, ~together[chosen]):
                return False
        return True

    def _only_places(self, cells: Sequence[int], needed: int) -> bool:
        """Values that only one of the cells has, of those that the cells need."""
        once = twice = 0
        for cell in cells:
            twice |= once & self._domains[cell]
            once |= self._domains[cell]
        if needed & ~once:
            return False
        for cell in cells:
            alone = self._domains[cell] & needed & ~twice
            if alone and (alone & alone - 1 or not self._keep(cell, alone)):
                return False
        return True

    def _locked(self, rule: Sequence[int]) -> bool:
        first, shared, last = _pieces(rule[4:], rule[:3])
        apart, both, beyond = map(self._union, (first, shared, last))
        if beyond & both & ~apart and not self._keep_all(last, ~(both & ~apart)):
            return False
        return not (rule[3] and apart & both & ~beyond) or self._keep_all(first, ~(both & ~beyond))

    def _pair(self, rule: Sequence[int]) -> bool:
        one, other, *sets = rule
        there, back = sets[: self._values], sets[self._values :]
        return self._keep(other, _related(there, self._domains[one])) and self._keep(
            one, _related(back, self._domains[other])
        )

    def _sets(self, rule: Sequence[int]) -> bool:
        count, *rest = rule
        cells, sets = rest[:count], rest[count:]
        placed, possible, needed, every = 0, 0, -1, self._union(cells)
        for cell in cells:
            domain = self._domains[cell]
            placed |= 0 if domain & domain - 1 else domain
        for values in sets:
            fits = not (placed & ~values or values & ~every)
            if fits and all(self._domains[cell] & values for cell in cells):
                possible, needed = possible | values, needed & values
        return possible > 0 and self._keep_all(cells, possible) and self._only_places(cells, needed)

    def _sum(self, rule: Sequence[int]) -> bool:
        count, words, *rest = rule
        goals, cells, weights = rest[:words], rest[words : words + count], rest[words + count :]
        room = (1 << 32 * words) - 1
        sums = [1]
        for at, cell in enumerate(cells):
            reached = 0
            for value in positions_of(self._domains[cell]):
                reached |= sums[-1] << weights[at * self._values + value] & room
            sums.append(reached)
        goal = sums[-1] & sum(word << 32 * at for at, word in enumerate(goals))
        for at in reversed(range(count)):
            supported = lower = 0
            for value in positions_of(self._domains[cells[at]]):
                found = goal >> weights[at * self._values + value] & sums[at]
                lower |= found
                supported |= 1 << value if found else 0
            goal = lower
            if not self._keep(cells[at], supported):
                return False
        return True

    def _walk(self, rule: Sequence[int]) -> bool:
        count, *rest = rule
        cells, states, table = rest[:count], rest[count : 2 * count + 1], rest[2 * count + 1 :]
        begins = list(accumulate(states, initial=0))
        width = self._values
        reached = [{0}]
        for cell, begin in zip(cells, begins, strict=False):
            values = positions_of(self._domains[cell])
            steps = (table[width * (begin + state) + value] for state in reached[-1] for value in values)
            reached.append({step for step in steps if step != NO_STATE})
        alive = reached[-1]
        for at in reversed(range(count)):
            supported = 0
            leading = set()
            for value in positions_of(self._domains[cells[at]]):
                found = {
                    state for state in reached[at] if table[width * (begins[at] + state) + value] in alive
                }
                leading |= found
                supported |= 1 << value if found else 0
            alive = leading
            if not self._keep(cells[at], supported):
                return False
        return True


def _cells_of(rule: Sequence[int]) -> Sequence[int]:
    sort = rule[0]
    if sort == GROUP:
        return rule[1:]
    if sort == LOCKED:
        return rule[5:]
    if sort == PAIR:
        return rule[1:3]
    begin = 3 + rule[2] if sort == SUM else 2
    return rule[begin : begin + rule[1]]


def _pieces(cells: Sequence[int], sizes: Sequence[int]) -> list[Sequence[int]]:
    ends = list(accumulate(sizes, initial=0))
    return [cells[begin:end] for begin, end in pairwise(ends)]


def _related(sets: Sequence[int], values: int) -> int:
    together = 0
    for place in positions_of(values):
        together |= sets[place]
    return together
