"""Graphs that networkx reads: sparse6, GML, GraphML, GEXF and LEDA; and its node-link data as JSON."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

from ...base.errors import CoversatError
from ..graph import name_fault
from ..text import Token
from .attributes import WEIGHTS
from .reading import Reading

SPARSE6 = ">>sparse6<<"


def sparse6(text: str) -> Any:
    """A graph in sparse6, with or without its header."""
    import networkx

    return networkx.from_sparse6_bytes(text.removeprefix(SPARSE6).encode("ascii"))


def gml(text: str) -> Any:
    """A graph in GML; labels are its nodes if they are different names."""
    import networkx

    graph = networkx.parse_gml(text.splitlines(), label="id")
    labels = {node: str(data.get("label", node)) for node, data in graph.nodes(data=True)}
    return _renamed(graph, labels)


def graphml(text: str) -> Any:
    """The only graph in GraphML."""
    import networkx

    return networkx.parse_graphml(text)


def gexf(text: str) -> Any:
    """A graph in GEXF."""
    import networkx

    if "xmlns=" not in text:
        raise ValueError('no namespace, such as <gexf xmlns="http://www.gexf.net/1.2draft">')
    return networkx.read_gexf(io.BytesIO(text.encode()))


def leda(text: str) -> Any:
    """A graph of LEDA."""
    import networkx

    return networkx.parse_leda(text.splitlines())


def node_link(text: str) -> Any:
    """A graph as node-link data in JSON."""
    import networkx

    data = json.loads(text)
    edges = data.get("links", data.get("edges"))
    if not isinstance(data.get("nodes"), list) or not isinstance(edges, list):
        raise ValueError("an object with 'nodes' and 'links' is expected, as networkx writes node-link data")
    graph = (networkx.MultiDiGraph if data.get("directed") else networkx.MultiGraph)()
    graph.add_nodes_from(node["id"] for node in data["nodes"])
    for edge in edges:
        if edge["source"] not in graph or edge["target"] not in graph:
            raise ValueError(f"an edge has an end that is no node: {edge['source']!r}, {edge['target']!r}")
        graph.add_edge(edge["source"], edge["target"], **{one: edge[one] for one in WEIGHTS if one in edge})
    return graph


def _renamed(graph: Any, labels: dict[Any, str]) -> Any:
    """The graph with labels as nodes if these are different names; otherwise as it is."""
    import networkx

    if len({*labels.values()}) < len(labels) or any(map(name_fault, labels.values())):
        return graph
    return networkx.relabel_nodes(graph, labels)


def read(form: str, parse: Callable[[str], Any], text: str, token: Token) -> Reading:
    """The graph in a text, which begins with `token`.

    Raise `ParseError` if networkx refuses it, and for directed graphs, parallel edges and weights.
    """
    try:
        graph = parse(text)
    except (CoversatError, MemoryError):
        raise
    except ImportError:
        raise token.error(
            f"another form than {form}, which the package networkx reads", "no networkx"
        ) from None
    except Exception as error:  # whatever a damaged text leads it to
        said = ascii((str(error) or type(error).__name__).split("\n")[0])[1:-1]
        raise token.error(f"a graph in {form}", f"a fault ({said})") from None
    if graph.is_directed():
        raise token.error("an undirected graph", f"a directed one in {form}")
    reading = Reading()
    for node in graph.nodes:
        reading.listed(token._replace(text=str(node)))
    for a, b, data in graph.edges(data=True):
        weights = [name for name in WEIGHTS if data.get(name, 1) not in (1, "1")]
        if weights:
            raise token.error(
                "no weights, or weights of 1 only", f"the {weights[0]} {data[weights[0]]} in {form}"
            )
        one, other = (token._replace(text=str(end)) for end in (a, b))
        reading.edge(one, other, (reading.vertices[one.text], reading.vertices[other.text]))
    return reading
