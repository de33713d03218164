"""Graphs that networkx reads: sparse6, GML, GraphML, GEXF and LEDA; and its node-link data as JSON."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from ...base.errors import CoversatError
from ..graph import name_fault
from ..text import Token, shown
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
        said = shown((str(error) or type(error).__name__).split("\n")[0], 200)[1:-1]
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


# Attributes, which may state rules


WEIGHTS = ("weight", "value", "capacity", "cost", "length", "distance")
"""Names of numbers of edges that may matter; those other than 1 are refused."""
_OF = {"node": "vertices", "nodes": "vertices", "edge": "edges", "edges": "edges", "links": "edges"}
_HARMLESS = frozenset(
    """
    id label name title x y z pos position r g b graphics labelgraphics layout viz url creator version
    comment directed multigraph hierarchic node nodes edge edges links graph source target key mode type
    edgedefault defaultedgetype idtype timeformat
    """.split()
)
"""Attributes that state no rule, or that are read elsewhere."""
_REMARKS = ("comment", "desc", "description", "note", "notes", "rule", "rules")
_GML = re.compile(r'([A-Za-z]\w*)\s*(\[|"[^"]*"|(?<=\s)[-+.0-9][^\s\]]*)|\]|"[^"]*"|#[^\n]*')
_TAG = re.compile(
    r"<(graph|node|edge|key|attributes?)\b([^>]*)>(\s*<default\b[^>]*>\s*[^\s<])?|<!--.*?-->", re.S
)
_PART = re.compile(r"([\w.:-]+)\s*=\s*[\"']([^\"']*)")
_VALUE = re.compile(
    r"<(?:data\b[^>]*\bkey\s*=\s*[\"']([^\"']*)[^>]*(?<!/)>\s*[^\s<]|attvalue\b[^>]*\bfor\s*=\s*[\"']([^\"']*))"
)
_OBJECT = re.compile(r"\{\s*\"")
_LABELLED = re.compile(r"(?m)^[ \t]*[0-9]+[ \t]+[0-9]+[ \t]+[0-9]+[ \t]+\|\{[^}\n]+\}\|")


def attributes(text: str) -> tuple[str, ...]:
    """What is not read of the attributes in the text of a problem of graphs: ``'cost' of vertices``."""
    if re.search(r"<(?:graphml|gexf)\b", text):
        found = _of_xml(text)
    elif start := re.search(r"(?m)^[ \t]*graph\s*\[", text):
        found = _of_gml(text[start.start() :])
    elif re.search(r"(?m)^[ \t]*LEDA\.GRAPH\b", text):
        found = (("edge", "value") for _ in _LABELLED.finditer(text))
    elif re.search(r"(?m)^[ \t]*\{\s*\"", text):
        found = _of_json(text)
    else:
        return ()
    named = [
        (_OF.get(element, "the graph"), name) for element, name in found if name.lower() not in _HARMLESS
    ]
    return tuple(f"{name!r} of {of}" for of, name in dict.fromkeys(named))


def _is_read(element: str, name: str) -> bool:
    return name in WEIGHTS and _OF.get(element) == "edges"


def _of_gml(text: str) -> Iterator[tuple[str, str]]:
    path: list[str] = []
    for found in _GML.finditer(text):
        if found[0] == "]":
            del path[-1:]
        if found[1] and (len(path) < 2 or (len(path) == 2 and path[1] in _OF)):
            element = path[-1] if path else "graph"
            if not _is_read(element, found[1]):
                yield element, found[1]
        if found[2] == "[":
            path.append(found[1])


def _of_xml(text: str) -> Iterator[tuple[str, str]]:
    """Attributes that are declared and have a value or a default, and those of the tags themselves."""
    used = {one for found in _VALUE.findall(text) for one in found}
    of, is_gexf = "", "<gexf" in text  # in GEXF, of what the attributes below are
    for tag, within, default in _TAG.findall(text):
        parts = dict(_PART.findall(within))
        if tag == "attributes":
            of = parts.get("class", "")
        elif tag in ("key", "attribute"):
            element = parts.get("for", of)
            name = parts.get("attr.name") or parts.get("title", "")
            if name and (default or (parts.get("id") in used and not _is_read(element, name))):
                yield element, name
        else:
            names = [name for name in parts if "." not in name and ":" not in name]
            yield from ((tag, name) for name in names if not (is_gexf and name == "weight"))


def _of_json(text: str) -> Iterator[tuple[str, str]]:
    end = 0
    while start := _OBJECT.search(text, end):
        data, end = json.JSONDecoder().raw_decode(text, start.start())
        of_graph = data.get("graph") if isinstance(data.get("graph"), dict) else {}
        lists = [(part, data[part]) for part in _OF if isinstance(data.get(part), list)]
        for element, objects in (("graph", [data, of_graph]), *lists):
            for name, value in (one for some in objects if isinstance(some, dict) for one in some.items()):
                is_remark = name in _REMARKS and isinstance(value, str)
                if not is_remark and not _is_read(element, name):
                    yield element, name
