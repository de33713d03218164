"""A statement of what is connected, as definitions.

The vertices of a graph leave one by one, always one whose neighbours lack the fewest links among themselves.
Its neighbours are joined through it from then on, if they are joined with it. So one that is true has to be
joined with one that stays, unless none that stays is true; `docs/loops.md` has the proof. The order and the
definitions are those of the reduction by elimination, as the manual states it, and no code is shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from .theory import Literal, Statement, at_least_one

Link = frozenset[Any]


class Gates:
    """Definitions in which literals may be constant."""

    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self.true = statement.every(())

    def either(self, literals: Iterable[Literal]) -> Literal:
        possible = {*literals} - {-self.true}
        if self.true in possible:
            return self.true
        return self._statement.either(possible) if possible else -self.true

    def every(self, literals: Iterable[Literal]) -> Literal:
        return -self.either(-literal for literal in literals)

    def require(self, literals: Iterable[Literal]) -> None:
        """One of these is true; nothing is stated where one always is."""
        possible = {*literals} - {-self.true}
        if self.true not in possible and not any(-one in possible for one in possible):
            self._statement.require(at_least_one(sorted(possible)))


def require_connected(
    gates: Gates,
    true: Mapping[Any, Literal],
    links: Mapping[Link, Iterable[Literal]],
    whole: bool,
    last: Any = None,
) -> None:
    """State that the true vertices are connected.

    * true (vertex -> literal): in the order in which they are numbered.
    * links (two vertices -> literals): they are linked if one of the literals is true.
    * whole: whether two vertices that have a link are linked whenever both are true.
    * last: the vertex that leaves last.
    """
    joined = {link: [*literals] for link, literals in links.items()}
    order = [*_leaving([*true], links, last)]
    stays = [-gates.true]
    for vertex, _ in reversed(order):
        stays.append(gates.either((true[vertex], stays[-1])))
    for at, (vertex, near) in enumerate(order):
        with_ = {other: gates.either(joined.get(frozenset((vertex, other)), ())) for other in near}
        gates.require((-true[vertex], -stays[len(order) - at - 1], *with_.values()))
        for pair in combinations(near, 2):
            if not (whole and frozenset(pair) in links):
                through = gates.every(with_[other] for other in pair)
                joined.setdefault(frozenset(pair), []).append(through)


def _leaving(vertices: Sequence[Any], links: Iterable[Link], last: Any) -> Iterator[tuple[Any, list[Any]]]:
    """Each vertex with its neighbours that stay; of those alike, that with fewest, and then the first."""
    number = {vertex: at for at, vertex in enumerate(vertices)}
    near: dict[Any, set[Any]] = {vertex: set() for vertex in vertices}
    for a, b in links:
        near[a].add(b)
        near[b].add(a)
    cost: dict[Any, tuple[int, int, int]] = {}
    while near:
        for vertex in near.keys() - cost.keys():
            lacking = sum(b not in near[a] for a, b in combinations(near[vertex], 2))
            cost[vertex] = lacking, len(near[vertex]), number[vertex]
        vertex = min((one for one in near if one != last or len(near) == 1), key=cost.__getitem__)
        beside = near.pop(vertex)
        for one in beside:
            near[one] = (near[one] | beside) - {one, vertex}
        for changed in {vertex, *beside, *(other for one in beside for other in near[one])}:
            cost.pop(changed)
        yield vertex, sorted(beside, key=number.__getitem__)
