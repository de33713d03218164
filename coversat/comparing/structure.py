"""Metrics of many reductions, of one puzzle or several, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any, Literal

from ..answers.choosing import chosen_paths
from ..base.arguments import Timeout, deadline_of, patterns, seconds, whole
from ..base.errors import ReductionError
from ..base.notebook import html_table
from ..base.records import Records, column, in_order
from ..kinds.sources import Source, named
from ..problems import AnyProblem
from ..problems.networks import MOST_EDGES
from ..reductions.paths import GENERAL, EncodingPath, apply_path, default_path, name_of, path_to
from .columns import WIDTH, in_columns, three_sizes
from .metrics import SEED, Metrics, measure


@dataclass(frozen=True)
class Structure:
    """The metrics of one problem by one reduction.

    * metrics: the same as a value; it is not a column of tables.
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
    modularity: float | None = column("the modularity of these communities", None)
    treewidth_bound: int | None = column("an upper bound of the treewidth, if it was searched for", None)
    reason: str | None = column("why the graph is not measured", None)
    metrics: Metrics | None = field(default=None, repr=False)


@dataclass(frozen=True, repr=False)
class Structures(Records[Structure]):
    """The metrics of problems by reductions, a row for each; a sequence of them."""

    all_rows: tuple[Structure, ...]

    record = Structure

    def _records(self) -> Sequence[Structure]:
        return self.all_rows

    def sorted(self, by: str | None) -> Structures:
        """Sorted by a column; see `in_order`."""
        return Structures(tuple(in_order(self, Structure, by)))

    @property
    def complete(self) -> bool:
        """Whether every graph was measured."""
        return all(row.status != "unknown" for row in self)

    def lines(self, width: int | None = None) -> list[str]:
        """The lines that ``coversat metrics`` prints: all facts of one reduction, or a table of several."""
        if len(self) == 1 and self[0].metrics is not None:
            (row,) = self
            by = f" by {row.reduction}" if row.reduction else ""
            head = f"{row.puzzle}, {row.target}{by}".removeprefix(", ")
            return [head, *_facts(self[0].metrics, width or WIDTH)]
        lines = []
        for puzzle in dict.fromkeys(row.puzzle for row in self):
            rows = [row for row in self if row.puzzle == puzzle]
            lines += [f"{puzzle}:"] if puzzle else []
            lines += in_columns(_table(rows), width)
            lines += [f"{row.reduction}: {row.reason}" for row in rows if row.reason is not None]
        return lines

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        if len(self) == 1 and self[0].metrics is not None:
            return self[0].metrics._repr_html_()
        notes = [f"{row.reduction}: {row.reason}" for row in self if row.reason is not None]
        return html_table(HEADS, [_cells(row) for row in self], notes)


HEADS = tuple("reduction vars clauses literals edges degree parts core modularity width".split())
"""The heads of a table; vars are items of a cover, clauses its options, literals its entries."""


def _cells(row: Structure) -> list[str]:
    numbers: tuple[int | None, ...] = (
        row.variables_or_items,
        row.clauses_or_options,
        row.literals_or_entries,
        row.edges,
        row.degree_median,
        row.components,
        row.core_number,
    )
    modularity = "-" if row.modularity is None else f"{row.modularity:.3f}"
    width = "-" if row.treewidth_bound is None else str(row.treewidth_bound)
    shown = ["-" if number is None else str(number) for number in numbers]
    return [row.reduction or "itself", *shown, modularity, width]


def _table(rows: Sequence[Structure]) -> list[list[str]]:
    """The heads and cells; without the bound of the treewidth if none was searched for."""
    table = [list(HEADS), *map(_cells, rows)]
    searched = any(row.treewidth_bound is not None for row in rows)
    return table if searched else [cells[:-1] for cells in table]


def _facts(metrics: Metrics, width: int) -> list[str]:
    indent = " " * 18
    return [
        line
        for name, value in metrics.facts()
        for line in wrap(f"  {name:<16}{value}", width, subsequent_indent=indent)
    ]


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
    with deadline_of(timeout).enforced():
        problems = named(source, kind)
        kinds = dict.fromkeys(problem.kind for _, problem in problems)
        paths = {one: chosen_paths(one, names) if names else [usual_reduction(one)] for one in kinds}
        return _measured([(*pair, path) for pair in problems for path in paths[pair[1].kind]], width, most)


def _measured(
    reductions: Sequence[tuple[str, AnyProblem, EncodingPath]], width: float | None, most: int
) -> Structures:
    """A row for each problem, with its name, and reduction of it."""
    rows = []
    for name, problem, path in reductions:
        try:
            found = measure(apply_path(path, problem).target, width, most, SEED)
        except ReductionError as error:
            if len(reductions) == 1:
                raise
            rows.append(Structure(name, problem.kind, name_of(path), "inapplicable", reason=str(error)))
            continue
        rows.append(_row(name, problem.kind, name_of(path), found))
    return Structures(tuple(rows))


def usual_reduction(kind: str) -> EncodingPath:
    """The reduction measured by default; for a kind that is solved without one, its cover."""
    usual = default_path(kind)
    return () if kind in GENERAL else path_to(kind, usual[-1].target if usual else "cover", complete=True)


def _row(name: str, kind: str, reduction: str, found: Metrics) -> Structure:
    graph = found.graph
    about_graph: dict[str, Any] = {}
    if graph is not None:
        degrees = ("degree_least", "degree_low", "degree_median", "degree_high", "degree_most")
        about_graph = {
            **dict(zip(degrees, graph.degrees, strict=True)),
            "nodes": graph.nodes,
            "edges": graph.edges,
            "components": len(graph.components),
            "largest_component": max(graph.components, default=0),
            "core_number": graph.core,
            "communities": graph.communities,
            "modularity": graph.modularity,
            "treewidth_bound": None if graph.treewidth is None else graph.treewidth.bound,
        }
    return Structure(
        name,
        kind,
        reduction,
        "measured" if graph is not None else "unknown",
        found.kind,
        **three_sizes(found.sizes),
        lengths=[[length, count] for length, count in found.lengths.items()],
        **about_graph,
        reason=found.refusal,
        metrics=found,
    )
