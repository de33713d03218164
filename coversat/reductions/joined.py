"""What encodings of connectivity by definitions share: gates, and a graph whose links have literals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from ..problems.cnf.connectivity import CERTAIN, Connectivity
from .cnf_builder import ALWAYS, NEVER, CnfBuilder


def conjunction(formula: CnfBuilder, literals: Iterable[int]) -> int:
    """A literal that is true exactly when all of these are, `ALWAYS` and `NEVER` included."""
    different = dict.fromkeys(literals)
    different.pop(ALWAYS, None)
    if NEVER in different or any(-literal in different for literal in different):
        return NEVER
    if len(different) < 2:
        return next(iter(different), ALWAYS)
    found = formula.variable()
    formula.add_all([*[(-found, literal) for literal in different], (found, *[-one for one in different])])
    return found


def disjunction(formula: CnfBuilder, literals: Iterable[int]) -> int:
    """A literal that is true exactly when one of these is."""
    return -conjunction(formula, [-literal for literal in literals])


Pair = tuple[int, int]
"""Two vertices, the smaller number first."""


class Joined(NamedTuple):
    """A graph, some of whose vertices are true and are to be connected through links that are true.

    * true: the literals of the vertices.
    * links (pair -> literal): true only if both vertices are true.
    * implied: the pairs whose links are true exactly if both vertices are.
    * root: a vertex that is always true.
    """

    true: list[int]
    links: Mapping[Pair, int]
    implied: set[Pair]
    root: int | None = None


def joined(formula: CnfBuilder, graph: Connectivity) -> Joined:
    """A graph with conditions on links, whose true vertices are connected exactly if the elements are.

    An element all of whose neighbours are always true or passed, such as an edge between points, becomes a
    link between these, and one that is only passed is true if a neighbour is; no two such are neighbours.
    Roots become neighbours of one further vertex.
    """
    literals = [*graph.literals]
    beside = [dict.fromkeys(near) for near in graph.neighbours]
    if graph.roots:
        for root in graph.roots:
            beside[root][len(literals)] = None
        literals.append(CERTAIN)
        beside.append(dict.fromkeys(graph.roots))
    is_link = [
        bool(literal and near) and not any(literals[other] for other in near)
        for literal, near in zip(literals, beside, strict=True)
    ]
    vertices = [at for at, link in enumerate(is_link) if not link]
    number = {at: vertex for vertex, at in enumerate(vertices)}
    ways: dict[Pair, list[int]] = {}
    for at, link in enumerate(is_link):
        if link:
            for pair in combinations(sorted(map(number.__getitem__, beside[at])), 2):
                ways.setdefault(pair, []).append(literals[at] or ALWAYS)
    links = {pair: disjunction(formula, those) for pair, those in sorted(ways.items())}
    implied = set()
    for vertex, at in enumerate(vertices):
        for other in beside[at]:
            if not is_link[other] and at < other:
                pair = vertex, number[other]
                implied.add(pair)
                links[pair] = conjunction(formula, (literals[at] or ALWAYS, literals[other] or ALWAYS))
    true = [
        disjunction(formula, [literals[other] or ALWAYS for other in beside[at]])
        if (literal := literals[at]) is None
        else literal or ALWAYS
        for at in vertices
    ]
    return Joined(true, links, implied, number[len(literals) - 1] if graph.roots else None)
