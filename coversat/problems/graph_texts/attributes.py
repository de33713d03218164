"""Attributes of vertices, edges and graphs in GML, GraphML, GEXF, LEDA and JSON, which may state rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

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
