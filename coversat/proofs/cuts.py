"""Checking cuts: clauses that follow because the true elements of a graph are connected.

A cut has two elements of one graph, *a* and *z*, and a border, which is a set of other elements.  Its clause
says: not *a*, or not *z*, or an element of the border.  It follows if *a* and *z* lie in different components
once the border is removed from the graph.  In a graph with roots, *z* may be left out; then the border
separates *a* from all roots.

A text of cuts begins with a line ``c graph NUMBER: LABEL`` for each graph.  Each other line is a cut: the
numbers of the graph, of *a*, of *z* (0 if it is left out) and of the border's elements.  Graphs and elements
are numbered from 1.  The graphs are not in the text: the caller derives them from the puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..deadline import NEVER, Deadline
from ..kinds.cnf.connectivity import Connectivity
from ..kinds.cnf.dimacs import Clause
from .verification import ProofError

_LINE = re.compile(r"[1-9][0-9]{0,9} [1-9][0-9]{0,9} (?:0|[1-9][0-9]{0,9})(?: [1-9][0-9]{0,9})*")


def heading(graphs: Iterable[Connectivity]) -> list[str]:
    """The lines that name the graphs."""
    return [f"c graph {number}: {graph.label}" for number, graph in enumerate(graphs, 1)]


def checked_cuts(graphs: Sequence[Connectivity], text: str, deadline: Deadline = NEVER) -> Iterator[Clause]:
    """The clause of each cut of a text, after checking that it follows from its graph.

    Raises
    ------
    ProofError
        For a text that is malformed, or at the first cut that does not follow.
    LimitReachedError
        If the deadline comes first.
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
            yield cut_clause(graphs[at], a, z, border)
        except ProofError as error:
            raise ProofError(f"cut {number}: {error}") from None


def cut_clause(graph: Connectivity, a: int, z: int, border: Sequence[int]) -> Clause:
    """The clause of a cut; `z` is -1 if it is left out.

    Raises
    ------
    ProofError
        If it does not follow from the graph.
    """
    literals, removed = graph.literals, set(border)
    if len(removed) != len(border) or a in removed or z in removed or not all(literals[at] for at in border):
        raise ProofError("an element is repeated, or cannot be in a border")
    if (z < 0) != bool(graph.roots) or literals[a] is None or (z >= 0 and literals[z] is None):
        raise ProofError("its ends are not elements that have to be connected")
    reached, ends = [a], set(graph.roots) if graph.roots else {z}
    seen = {a, *removed}
    for at in reached:  # grows meanwhile
        if at in ends:
            raise ProofError("its border does not separate its ends")
        for other in graph.neighbours[at]:
            if other not in seen:
                seen.add(other)
                reached.append(other)
    chosen = (-literal for at in (a, z) if at >= 0 and (literal := literals[at]))
    return tuple(dict.fromkeys((*chosen, *(literals[at] or 0 for at in border), *graph.unless)))
