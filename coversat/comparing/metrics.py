"""The structure of reduced instances: sizes, and metrics of their graphs, of one puzzle or several.

The *primal graph* of a formula has a node for each variable and an edge between two that share a clause.  A
cover's graph has a node for each item and each option and an edge between an option and each item it
covers.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from textwrap import wrap
from typing import Any, Literal, NamedTuple

from ..answering.choosing import chosen_paths
from ..base.arguments import Timeout, deadline_of, patterns, seconds, whole
from ..base.errors import ReductionError
from ..base.notebook import html_table
from ..base.records import Rows, column
from ..base.wording import counted
from ..kinds.sources import Source, named
from ..problems import AnyProblem
from ..problems.cnf.rules import Cnf
from ..problems.exact_cover.rules import ExactCover
from ..problems.networks import MOST_EDGES, Graph, TooLargeError
from ..reductions.paths import GENERAL, EncodingPath, apply_path, default_path, name_of, path_to
from .columns import WIDTH, in_columns, three_sizes

SEED = 0
_SIZES = {"cnf": ("variables", "clauses", "literals"), "cover": ("items", "options", "entries")}


@dataclass(frozen=True)
class Structure:
    """The metrics of one problem by one reduction; quartiles are degrees that occur.

    * treewidth_ended: whether the search for a bound ended in its time; otherwise the rest of the graph
      counts as one clique.
    """

    puzzle: str = column("the name of the puzzle")
    kind: str = column("the kind of problem")
    reduction: str = column("the reduction; empty for a formula or a cover itself")
    status: Literal["measured", "unknown", "inapplicable"] = column(
        "measured; unknown: the graph is too large; inapplicable: the reduction does not take the puzzle",
        "measured",
    )
    target: str | None = column("cnf or cover", None)
    variables_or_items: int | None = column("variables of the formula, or items of the exact cover", None)
    clauses_or_options: int | None = column("clauses of the formula, or options of the exact cover", None)
    literals_or_entries: int | None = column("literals of all clauses, or entries of all options", None)
    lengths: list[list[int]] | None = column("pairs: a length, and how many clauses or options have it", None)
    nodes: int | None = column("nodes of the graph", None)
    edges: int | None = column("edges of the graph", None)
    degree_least: int | None = column("the least degree", None)
    degree_low: int | None = column("the lower quartile of the degrees", None)
    degree_median: int | None = column("the median of the degrees", None)
    degree_high: int | None = column("the upper quartile of the degrees", None)
    degree_most: int | None = column("the largest degree", None)
    components: int | None = column("connected components", None)
    largest_component: int | None = column("nodes of the largest component", None)
    core_number: int | None = column("the core number, a lower bound of the treewidth", None)
    communities: int | None = column("communities that the Louvain method finds", None)
    modularity: float | None = column(
        "the modularity of these: near 1 if few edges join different ones, 0 if there is only one", None
    )
    treewidth_bound: int | None = column("an upper bound of the treewidth, if it was searched for", None)
    reason: str | None = column("why the graph is not measured", None)
    treewidth_ended: bool = field(default=True, repr=False)

    def facts(self) -> Iterator[tuple[str, str]]:
        """All of it in words, each with its name."""
        sizes = (self.variables_or_items, self.clauses_or_options, self.literals_or_entries)
        yield from zip(_SIZES[self.target or "cnf"], map(str, sizes), strict=True)
        lengths = ", ".join(f"{count} of length {length}" for length, count in self.lengths or ())
        yield f"{'clause' if self.target == 'cnf' else 'option'} lengths", lengths
        if self.nodes is None or self.edges is None:
            yield "graph", str(self.reason)
            return
        yield "graph", f"{counted(self.nodes, 'node')}, {counted(self.edges, 'edge')}"
        quartiles = f"{self.degree_low} {self.degree_median} {self.degree_high}"
        yield "degrees", f"{self.degree_least} to {self.degree_most}, quartiles {quartiles}"
        several = (self.components or 0) > 1
        largest = f", the largest of {counted(self.largest_component or 0, 'node')}" if several else ""
        yield "components", f"{self.components}{largest}"
        yield "core number", str(self.core_number)
        yield "modularity", f"{self.modularity:.3f}, communities {self.communities}"
        if self.treewidth_bound is not None:
            over = "" if self.treewidth_ended else "; the time was over"
            yield "treewidth", f"{self.core_number} to {self.treewidth_bound}{over}"

    def cells(self) -> list[str]:
        """Those of a table, under `HEADS`."""
        sizes = (self.variables_or_items, self.clauses_or_options, self.literals_or_entries)
        numbers = (*sizes, self.edges, self.degree_median, self.components, self.core_number)
        modularity = "-" if self.modularity is None else f"{self.modularity:.3f}"
        width = "-" if self.treewidth_bound is None else str(self.treewidth_bound)
        shown = ["-" if number is None else str(number) for number in numbers]
        return [self.reduction or "itself", *shown, modularity, width]


HEADS = ("reduction", *"vars clauses literals edges degree parts core modularity width".split())
"""The heads of a table; vars are items of a cover, clauses its options, literals its entries."""


class Structures(Rows[Structure]):
    """The metrics of problems by reductions, a row for each; a sequence of them."""

    record = Structure

    @property
    def complete(self) -> bool:
        """Whether every graph was measured."""
        return all(row.status != "unknown" for row in self)

    def lines(self, width: int | None = None) -> list[str]:
        """The lines that ``coversat metrics`` prints: all facts of one reduction, or a table of several."""
        if len(self) == 1 and self[0].target is not None:
            (row,) = self
            by = f" by {row.reduction}" if row.reduction else ""
            facts = (f"  {name:<16}{value}" for name, value in row.facts())
            indented = (wrap(one, width or WIDTH, subsequent_indent=" " * 18) for one in facts)
            return [
                f"{row.puzzle}, {row.target}{by}".removeprefix(", "),
                *(x for one in indented for x in one),
            ]
        lines = []
        for puzzle in dict.fromkeys(row.puzzle for row in self):
            rows = [row for row in self if row.puzzle == puzzle]
            searched = any(row.treewidth_bound is not None for row in rows)
            table = [list(HEADS), *(row.cells() for row in rows)]
            lines += [f"{puzzle}:"] if puzzle else []
            lines += in_columns(table if searched else [cells[:-1] for cells in table], width)
            lines += [f"{row.reduction}: {row.reason}" for row in rows if row.reason is not None]
        return lines

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        if len(self) == 1 and self[0].target is not None:
            return html_table([self[0].target, ""], list(self[0].facts()))
        notes = [f"{row.reduction}: {row.reason}" for row in self if row.reason is not None]
        return html_table(HEADS, [row.cells() for row in self], notes)


def metrics(
    source: Source,
    routes: Sequence[str] = (),
    *,
    kind: str | None = None,
    treewidth: float | None = None,
    edges: int = MOST_EDGES,
    timeout: Timeout = None,
) -> Structures:
    """Measure the structure of what a problem, or each in a file, is reduced to.

    Parameters
    ----------
    source, kind
        See `read`; one problem or many.
    routes : sequence of str
        The reductions: names or patterns, such as ``cnf:minimal`` or ``cnf:*``; by default the usual one.
    treewidth : float, optional
        Search this many seconds for a bound of the treewidth.
    edges : int
        Measure no graph with more edges, or with more nodes than this and a million.
    timeout : float, optional

    Returns
    -------
    Structures
        A sequence of `Structure`, one for each problem and reduction.

    Raises
    ------
    ReductionError
        If there is one problem and one reduction, which does not take it.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.metrics("queens 6", ["cnf:*", "cover"])
    >>> found[-1].reduction, found[-1].variables_or_items, found[-1].nodes
    ('cover', 34, 70)
    """
    names, width, most = patterns("routes", routes), seconds(treewidth), whole("edges", edges)
    rows = []
    with deadline_of(timeout).enforced():
        problems = named(source, kind)
        kinds = dict.fromkeys(problem.kind for _, problem in problems)
        paths = {one: chosen_paths(one, names) if names else [usual_reduction(one)] for one in kinds}
        pairs = [(*pair, path) for pair in problems for path in paths[pair[1].kind]]
        for name, problem, path in pairs:
            place: dict[str, Any] = {"puzzle": name, "kind": problem.kind, "reduction": name_of(path)}
            try:
                found = replace(measure(apply_path(path, problem).target, width, most), **place)
            except ReductionError as error:
                if len(pairs) == 1:
                    raise
                found = Structure(**place, status="inapplicable", reason=str(error))
            rows.append(found)
    return Structures(tuple(rows))


def usual_reduction(kind: str) -> EncodingPath:
    """The reduction measured by default; for a kind that is solved without one, its cover."""
    usual = default_path(kind)
    return () if kind in GENERAL else path_to(kind, usual[-1].target if usual else "cover", complete=True)


def measure(
    problem: AnyProblem,
    treewidth: float | None = None,
    most_edges: int = MOST_EDGES,
    seed: int = SEED,
) -> Structure:
    """Measure a formula or an exact cover.

    * problem (Cnf or ExactCover)
    * treewidth: the seconds for a bound of the treewidth; None for no bound.
    * most_edges: a larger graph is not measured. The same limit, or `MOST_EDGES` if larger, holds for nodes.
    * seed: the seed of the Louvain method.

    Raise `TypeError` for another kind of problem.
    """
    found: dict[str, Any]
    try:
        found = measure_graph(graph_of(problem, most_edges), treewidth, seed)
    except TooLargeError as error:
        found = {"status": "unknown", "reason": str(error)}
    lengths = sorted(_lengths(problem).items())
    sizes = three_sizes(problem.sizes())
    return Structure(
        "", problem.kind, "", target=problem.kind, **sizes, lengths=[*map(list, lengths)], **found
    )


def graph_of(problem: AnyProblem, most_edges: int = MOST_EDGES) -> Graph:
    """The primal graph of a formula, the item-option graph of a cover.

    Raise `TooLargeError` if there are more edges, or more nodes than that and than `MOST_EDGES`; `TypeError`
    for another kind of problem.
    """
    if isinstance(problem, Cnf):
        return problem.complete("a measurement of its graph").to_networkx("primal", most_edges)
    if isinstance(problem, ExactCover):
        return problem.to_networkx("items", most_edges)
    raise TypeError(f"metrics are of formulas and exact covers, not of {problem.kind}")


def _lengths(problem: AnyProblem) -> Counter[int]:
    if isinstance(problem, Cnf):
        return Counter(map(len, problem.clauses))
    assert isinstance(problem, ExactCover)
    return Counter(len(option.items) + len(option.colours) for option in problem.options)


def measure_graph(graph: Graph, treewidth: float | None = None, seed: int = SEED) -> dict[str, Any]:
    """The columns of `Structure` about any graph without loops."""
    import networkx

    degrees = sorted(degree for _, degree in graph.degree())
    last = len(degrees) - 1
    quartiles = [degrees[round(quarter * last / 4)] for quarter in range(5)] if degrees else [0] * 5
    components = [*map(len, networkx.connected_components(graph))]
    communities: list[set[int | str]] = []
    modularity = 0.0
    if graph.number_of_edges():
        communities = networkx.community.louvain_communities(graph, seed=seed)
        modularity = networkx.community.modularity(graph, communities)
    bound = None if treewidth is None else treewidth_bound(graph, treewidth)
    return {
        "nodes": graph.number_of_nodes(),
        "edges": graph.number_of_edges(),
        **dict(zip(_DEGREES, quartiles, strict=True)),
        "components": len(components),
        "largest_component": max(components, default=0),
        "core_number": max(networkx.core_number(graph).values(), default=0),
        "communities": len(communities) or len(degrees),
        "modularity": modularity,
        "treewidth_bound": bound and bound.bound,
        "treewidth_ended": bound is None or bound.ended,
    }


_DEGREES = ("degree_least", "degree_low", "degree_median", "degree_high", "degree_most")


class TreewidthBound(NamedTuple):
    """An upper bound, and whether the search for it ended in its time."""

    bound: int
    ended: bool


def treewidth_bound(graph: Graph, seconds: float) -> TreewidthBound:
    """An upper bound of the treewidth, by repeatedly eliminating a node of smallest degree.

    The neighbours of an eliminated node become a clique; the largest neighbourhood is the bound.  After the
    time limit, all remaining nodes are counted as one clique.
    """
    ends = time.monotonic() + seconds
    around = {node: set(graph[node]) - {node} for node in graph}
    width = 0
    while len(around) > width + 1:
        if time.monotonic() > ends:
            return TreewidthBound(len(around) - 1, False)
        node = min(around, key=lambda one: len(around[one]))
        neighbours = around.pop(node)
        width = max(width, len(neighbours))
        for one in neighbours:
            around[one] |= neighbours
            around[one] -= {one, node}
    return TreewidthBound(width, True)
