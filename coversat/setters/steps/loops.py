"""What several rules of a loop say together, and a person sees as one: it closes too early, or a parity.

Such an argument counts as one rule of a step. The checker of steps knows both forms: rules that state a
parity are added modulo 2, and beside a closed part of a graph no other element is true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ...primitives import Count, Table, scope
from ...primitives.models import Rule
from ...problems.grid import cell_name
from ...reductions.rule_clauses import RuleClauses


class Argument(NamedTuple):
    """Rules of a loop that a person sees as one: it counts as one rule, and is checked in its own way.

    * name: ``parity``: the rules are added modulo 2; ``closed``: the elements are a closed part of the graph,
      so that no other element is true.
    * rules: labels of the rules that it follows from.
    * elements: of that graph.
    """

    name: str
    words: str
    rules: tuple[str, ...]
    graph: int = -1
    elements: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        where = {} if self.graph < 0 else {"graph": self.graph, "elements": list(self.elements)}
        return {"name": self.name, "words": self.words, "rules": list(self.rules), **where}


class Loops:
    """The loops of a formula, and its rules that state a parity."""

    def __init__(self, formula: RuleClauses) -> None:
        self._formula = formula
        facts = {abs(literal) for place in formula.literals for literal in place.values()}
        self._rules = [formula.rules_called.get(label, ()) for label in formula.labels]
        self._variables = [
            tuple(sorted(facts.intersection(map(abs, set().union(*clauses))))) for clauses in formula.clauses
        ]
        self._separations = sum(1 << at for at, rules in enumerate(self._rules) if _separates(rules))
        found = (Loop(formula, number, self._points()) for number in range(len(formula.graphs)))
        self.all = [loop for loop in found if loop.is_loop]

    def _points(self) -> list[tuple[int, tuple[int, ...]]]:
        """Rules by which none or two of some lines are drawn, and the variables of these."""
        return [
            (at, self._variables[at])
            for at, rules in enumerate(self._rules)
            if len(rules) == 1
            and isinstance(one := rules[0].primitive, Count)
            and set(one.values) == {1}
            and set(one.numbers) <= {0, 2}
        ]

    def are_separations(self, bits: int) -> bool:
        """Whether each of these rules says that a line separates inside and outside."""
        return bool(bits) and not bits & ~self._separations

    def parity(self, rules: Sequence[int]) -> Argument:
        """The sum of rules that state a parity."""
        cells = Counter(cell for rule in rules for cell in scope(self._rules[rule][0].primitive))
        ends = sorted(cell for cell, times in cells.items() if times % 2 and isinstance(cell[0], int))
        if ends:
            names = " and ".join(map(cell_name, ends)) + (" and the outside" if len(ends) == 1 else "")
            words = f"the number of lines between {names} decides whether they are on the same side"
        elif any(isinstance(cell[0], int) for cell in cells):
            words = "an even number of lines is crossed on the way round"
        else:
            names = f"{self._place(rules[0])} and {self._place(rules[-1])}"
            words = f"an even number of lines leaves the area of {len(rules)} points with {names}"
        return Argument("parity", words, tuple(self._formula.labels[rule] for rule in rules))

    def _place(self, rule: int) -> str:
        return self._formula.labels[rule].rpartition(" at ")[2]

    def closed(
        self, held: Collection[int], new: Iterable[int]
    ) -> Iterator[tuple[Argument, tuple[int, ...], tuple[int, ...]]]:
        """Loops that new lines close: the argument, their lines, and all other lines."""
        for loop in self.all:
            yield from loop.closed(held, new)

    def consequences(self, graph: int, held: Collection[int]) -> Iterator[tuple[int, Argument]]:
        """Lines that would close a loop too early, and those that parity decides."""
        for loop in self.all:
            if loop.number == graph:
                yield from loop.closing(held)
                for literal, rules in loop.forced(held):
                    yield literal, self.parity(rules)


class Loop:
    """One loop: its lines are the elements of a graph, and each is at two points."""

    def __init__(
        self, formula: RuleClauses, number: int, points: Sequence[tuple[int, tuple[int, ...]]]
    ) -> None:
        self._formula, self.number = formula, number
        self._graph = formula.graphs[number]
        self._literals = [literal or 0 for literal in self._graph.literals]
        self._element = {literal: at for at, literal in enumerate(self._literals)}
        line_of = {abs(literal): at for literal, at in self._element.items()}
        at_point = [(rule, [line_of[x] for x in own]) for rule, own in points if line_of.keys() >= set(own)]
        self._rule_of = [rule for rule, _ in at_point]
        self._lines_of = [lines for _, lines in at_point]
        self._points_of: list[list[int]] = [[] for _ in self._literals]
        for point, lines in enumerate(self._lines_of):
            for line in lines:
                self._points_of[line].append(point)

    @property
    def is_loop(self) -> bool:
        simple = not self._graph.roots and not self._graph.unless and all(self._literals)
        return simple and all(len(points) == 2 for points in self._points_of)

    @cached_property
    def _name_of(self) -> dict[int, str]:
        return {literal: place.name for place in self._formula.places for literal in place.literals.values()}

    def _argument(self, lines: Sequence[int]) -> Argument:
        points = sorted({self._rule_of[point] for line in lines for point in self._points_of[line]})
        labels = (*(self._formula.labels[point] for point in points), self._graph.label)
        name = self._name_of[self._literals[lines[0]]]
        words = f"a loop of {len(lines)} lines through {name} would be closed too early"
        return Argument("closed", words, labels, self.number, tuple(lines))

    def _path(self, line: int, point: int, held: Collection[int]) -> tuple[list[int], int]:
        """The drawn lines from one on through a point, and the point at their end."""
        path = [line]
        while True:
            drawn = [one for one in self._lines_of[point] if one != path[-1] and self._literals[one] in held]
            if len(drawn) != 1 or drawn[0] == line:
                return path, point
            path.append(drawn[0])
            point = next((one for one in self._points_of[drawn[0]] if one != point), point)

    def closed(
        self, held: Collection[int], new: Iterable[int]
    ) -> Iterator[tuple[Argument, tuple[int, ...], tuple[int, ...]]]:
        seen: set[int] = set()
        for literal in new:
            line = self._element.get(literal)
            if line is None or line in seen:
                continue
            first, second = self._points_of[line]
            path, end = self._path(line, first, held)
            seen.update(path)
            if end == second and len(path) > 1:
                own = set(path)
                others = tuple(x for at, x in enumerate(self._literals) if at not in own)
                yield self._argument(path), tuple(self._literals[at] for at in path), others

    def closing(self, held: Collection[int]) -> Iterator[tuple[int, Argument]]:
        """Lines that are not drawn, since they would close a loop while other lines are drawn."""
        drawn = [at for at, literal in enumerate(self._literals) if literal in held]
        seen: set[int] = set()
        for line in drawn:
            if line in seen:
                continue
            first, second = self._points_of[line]
            after, a = self._path(line, first, held)
            before, z = self._path(line, second, held)
            path = list(dict.fromkeys((*before[::-1], *after)))
            seen.update(path)
            if len(path) == len(drawn) or len(path) < 2:
                continue
            for one in self._lines_of[a]:
                literal = self._literals[one]
                if one in self._lines_of[z] and literal not in held and -literal not in held:
                    yield -literal, self._argument([one, *path])

    def forced(self, held: Collection[int]) -> Iterator[tuple[int, list[int]]]:
        """Lines that are the only open ones that leave an area, as literals, and the rules of its points.

        They are the bridges of the open lines (Tarjan, 1974).
        """
        count = len(self._lines_of)
        depth, low, size = [0] * count, [0] * count, [1] * count
        order: list[int] = []
        for start in range(count):
            if depth[start]:
                continue
            first = len(order)
            depth[start] = low[start] = len(order) + 1
            order.append(start)
            path = [(start, -1, iter(self._lines_of[start]))]
            bridges: list[tuple[int, int]] = []
            while path:
                point, entered, lines = path[-1]
                for line in lines:
                    literal = self._literals[line]
                    if line == entered or literal in held or -literal in held:
                        continue
                    a, z = self._points_of[line]
                    other = z if a == point else a
                    if depth[other]:
                        low[point] = min(low[point], depth[other])
                        continue
                    depth[other] = low[other] = len(order) + 1
                    order.append(other)
                    path.append((other, line, iter(self._lines_of[other])))
                    break
                else:
                    path.pop()
                    if path:
                        parent = path[-1][0]
                        low[parent] = min(low[parent], low[point])
                        size[parent] += size[point]
                        if low[point] > depth[parent]:
                            bridges.append((entered, point))
            whole = order[first:]
            for line, below in bridges:
                at = depth[below] - 1
                inside = order[at : at + size[below]]
                if len(inside) > len(whole) // 2:
                    inside = [point for point in whole if point not in set(inside)]
                if len(inside) > 1:
                    yield self._decided(line, inside, held)

    def _decided(self, line: int, area: Sequence[int], held: Collection[int]) -> tuple[int, list[int]]:
        times = Counter(one for point in area for one in self._lines_of[point])
        drawn = sum(number == 1 and self._literals[one] in held for one, number in times.items())
        return self._literals[line] * (1 if drawn % 2 else -1), sorted(self._rule_of[point] for point in area)


def _separates(rules: Sequence[Rule]) -> bool:
    """Whether a rule says that a line is drawn if and only if the areas beside it differ."""
    if len(rules) != 1 or not isinstance(table := rules[0].primitive, Table):
        return False
    edges = [cell for cell in scope(table) if not isinstance(cell[0], int)]
    binary = {value for row in table.rows for value in row} <= {0, 1}
    return (
        len(edges) == 1 and len(table.cells) <= 3 and binary and not any(sum(row) % 2 for row in table.rows)
    )
