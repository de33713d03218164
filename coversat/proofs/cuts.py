"""Checking cuts: clauses that follow because the true elements of a graph are connected.

A cut has two elements of one graph, *a* and *z*, and a border, which is a set of other elements.  Its clause
is: not *a*, or not *z*, or an element of the border.  It follows if *a* and *z* lie in different components
once the border is removed from the graph.  In a graph with roots, *z* may be left out; then the border
separates *a* from all roots.

In a graph whose pieces have a size, a cut is one of two other things.  Without *z*, its clause is: not *a*,
or an element of the border.  It follows if *a* is connected with too few elements once the border is removed.
With *z*, the clause is: not all of *a*, *z* and the others are true.  It follows if these are connected and
too many.

A text of cuts begins with a line ``c graph NUMBER: LABEL`` for each graph.  Each other line is a cut: the
numbers of the graph, of *a*, of *z* (0 if it is left out) and of the border's elements.  Graphs and elements
are numbered from 1.  The graphs are not in the text: the caller derives them from the puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from ..base.deadline import NEVER, Deadline
from ..problems.cnf.clauses import Clause
from ..problems.cnf.connectivity import Connectivity, Cut
from .verification import ProofError

_LINE = re.compile(r"[1-9][0-9]{0,9} [1-9][0-9]{0,9} (?:0|[1-9][0-9]{0,9})(?: [1-9][0-9]{0,9})*")


def heading(graphs: Iterable[Connectivity]) -> list[str]:
    """The lines that name the graphs."""
    return [f"c graph {number}: {graph.label}" for number, graph in enumerate(graphs, 1)]


def checked_cuts(graphs: Sequence[Connectivity], text: str, deadline: Deadline = NEVER) -> Iterator[Clause]:
    """The clause of each cut of a text, after checking that it follows from its graph.

    Raise `ProofError` for a text that is malformed, or at the first cut that does not follow;
    `LimitReachedError` if the deadline comes first.
    """
    names, lines = heading(graphs), text.split("\n")
    if lines[: len(names)] != names or lines.pop():
        raise ProofError("the cuts do not begin with the names of the graphs, or do not end with a line")
    for number, line in enumerate(deadline.through(lines[len(names) :]), 1):
        if not _LINE.fullmatch(line):
            raise ProofError(f"cut {number}: expected the numbers of a graph and of elements")
        at, a, z, *border = (int(word) - 1 for word in line.split(" "))
        if at >= len(graphs) or max(a, z, *border) >= len(graphs[at].literals):
            raise ProofError(f"cut {number}: there is no such graph or element")
        try:
            yield cut_clause(graphs[at], Cut(at, a, None if z < 0 else z, tuple(border)))
        except ProofError as error:
            raise ProofError(f"cut {number}: {error}") from None


def cut_clause(graph: Connectivity, cut: Cut) -> Clause:
    """The clause of a cut; raises `ProofError` if it does not follow from the graph."""
    if graph.size is not None:
        return _clause_of_size(graph, graph.size, cut)
    _, a, z, border = cut
    literals, removed = graph.literals, set(border)
    if len(removed) != len(border) or a in removed or z in removed or not all(literals[at] for at in border):
        raise ProofError("an element is repeated, or cannot be in a border")
    ends = (a,) if z is None else (a, z)
    if (z is None) != bool(graph.roots) or any(literals[at] is None for at in ends):
        raise ProofError("its ends are not elements that have to be connected")
    if not set(graph.roots or (z,)).isdisjoint(_reached(graph, a, removed)):
        raise ProofError("its border does not separate its ends")
    chosen = (-literal for at in ends if (literal := literals[at]))
    return tuple(dict.fromkeys((*chosen, *(literals[at] or 0 for at in border), *graph.unless)))


def _clause_of_size(graph: Connectivity, size: int, cut: Cut) -> Clause:
    _, a, z, others = cut
    elements = [a, *(() if z is None else (z,)), *others]
    if len(set(elements)) != len(elements) or not all(graph.literals[at] for at in elements):
        raise ProofError("an element is repeated, or cannot be in a cut")
    own, *rest = (graph.literals[at] or 0 for at in elements)
    if z is None:
        if sum(1 for _ in islice(_reached(graph, a, set(others)), size)) == size:
            raise ProofError("its border leaves enough elements")
        return (-own, *rest, *graph.unless)
    inside = set(elements)
    beyond = {other for at in inside for other in graph.neighbours[at]} - inside
    if len(inside) <= size or sum(1 for _ in _reached(graph, a, beyond)) != len(inside):
        raise ProofError("its elements are not too many, or not connected")
    return (-own, *(-literal for literal in rest), *graph.unless)


def _reached(graph: Connectivity, start: int, removed: Collection[int]) -> Iterator[int]:
    """The elements that are connected with one, without those that are removed."""
    seen = {start, *removed}
    waiting = [start]
    for at in waiting:  # grows meanwhile
        yield at
        for other in graph.neighbours[at]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
