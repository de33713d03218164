"""The graph of kinds and reductions, and the ways from one kind to another in it.

networkx is imported in these functions only: it slows every start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.errors import CoversatError
from ..base.registry import load_installed
from ..problems import KINDS, problem_class, read
from ..problems.kind import find
from ..reductions import AnyEncoding
from ..reductions.paths import EncodingPath, keeps_of, reductions_from
from ..reductions.reduction import EXACT, PROJECTED

if TYPE_CHECKING:
    import networkx

MOST_STEPS = 5
"""The most reductions of a way that is listed."""


class Way(NamedTuple):
    """Reductions from one kind to another; `keeps` is their class together, as that of an `Encoding`."""

    path: EncodingPath
    keeps: str


def ways(source: str, target: str) -> list[Way]:
    """The ways from one kind to another that pass no kind twice, the shortest first.

    Of several encodings of one kind as another only the preferred one, or the first, is used.  A formula by
    cuts is only the end of a way.
    """
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_nodes_from((source, target))
    for kind in KINDS:
        for rule in sorted(reductions_from(kind).values(), key=lambda rule: not rule.preferred):
            if (rule.target == target or not rule.by_cuts) and not graph.has_edge(kind, rule.target):
                graph.add_edge(kind, rule.target, rule=rule)
    if source == target:
        return []
    paths = networkx.all_simple_edge_paths(graph, source, target, cutoff=MOST_STEPS)
    found = (tuple(graph.edges[edge]["rule"] for edge in path) for path in paths)
    return [Way(path, keeps_of(path)) for path in sorted(found, key=len)]


def reduction_graph(*, sizes: bool = False) -> networkx.MultiDiGraph[str]:
    """The kinds of problems and the reductions between them, as a graph of networkx.

    A node is a kind, with its ``about``. An edge is a reduction; its key is the reduction's name, and it has
    the attributes

    - ``reduction_class``: ``P``, as many answers as before; ``Q``, as many under a projection; ``V``, none,
      one or several if there were none, one or several; ``N``, none of these; ``P or Q`` if that depends on
      the instance, unless `sizes` measures one,
    - ``about``, ``preferred``, and ``complete``, whether the formula states all,
    - with `sizes`, ``sizes``: those of the kind's example and of what it is reduced to, as a pair of
      dictionaries; None where there is no example, or the reduction does not take it.

    Parameters
    ----------
    sizes : bool
        Measure sizes on the kinds' examples, which takes some seconds.

    Returns
    -------
    networkx.MultiDiGraph
        It is a ``networkx.DiGraph`` too.

    Examples
    --------
    >>> import coversat, networkx
    >>> graph = coversat.reduction_graph()
    >>> networkx.shortest_path(graph, "clique", "cnf")
    ['clique', 'cnf']
    >>> graph.edges["clique", "vertexcover", "vertexcover"]["reduction_class"]
    'P'
    """
    import networkx

    load_installed()
    graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
    for kind in KINDS:
        graph.add_node(kind, about=problem_class(kind).about)
    for kind in KINDS:
        for name, rule in reductions_from(kind).items():
            measured = _measured(rule) if sizes else (None, None)
            graph.add_edge(
                kind,
                rule.target,
                key=name,
                reduction_class=rule.keeps or measured[0] or "P or Q",
                about=rule.about,
                preferred=rule.preferred,
                complete=not rule.by_cuts,
                **({"sizes": measured[1]} if sizes else {}),
            )
    return graph


def _measured(rule: AnyEncoding) -> tuple[str | None, Any]:
    """The class and the sizes on the example of the source's kind; None where it has none."""
    text = find(rule.source).example()
    if not text:
        return None, None
    try:
        reduction = rule.apply(read(text, rule.source).problems[0])
    except CoversatError:
        return None, None
    found = EXACT if reduction.parsimonious else PROJECTED
    return found, (reduction.source.sizes(), reduction.target.sizes())
