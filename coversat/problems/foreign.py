"""Texts of other programs that are no problem here, recognised so that errors name them."""

from __future__ import annotations

import os
import re

from ..base.errors import ParseError
from .text import shown

_COMMENTS = r"(?:[ \t]*(?:c\b[^\n]*)?\n)*[ \t]*"
_GRAPH = "a graph alone is no problem; a line above it says which, such as 'colouring 3'"
_FORMULA = "formulas are read from DIMACS, 'p cnf'"
_HARD = r"(?:h|[0-9]+)(?: +-?[0-9]+)* +0 *\n"

_FORMATS = (
    ("WCNF, a MaxSAT formula with weights", _FORMULA, _COMMENTS + r"p +wcnf\b"),
    ("WCNF, a MaxSAT formula with weights", _FORMULA, rf"{_COMMENTS}(?:{_HARD})*?h(?: +-?[0-9]+)* +0\b"),
    ("OPB, pseudo-Boolean constraints", _FORMULA, r"\* *#variable="),
    (
        "OPB, pseudo-Boolean constraints",
        _FORMULA,
        r"(?:\*[^\n]*\n)*\s*(?:min:|max:)?[-+ 0-9~x]{0,99}x[0-9][^\n]*;",
    ),
    ("incremental CNF", _FORMULA, _COMMENTS + r"p +inccnf\b"),
    ("CNF with cardinality constraints", _FORMULA, _COMMENTS + r"p +(?:cnf\+|knf)"),
    (
        "QDIMACS, a quantified formula",
        _FORMULA,
        _COMMENTS + r"p +cnf +[0-9]+ +[0-9]+ *\n(?:c[^\n]*\n)*[ea] +[0-9]",
    ),
    ("SMT-LIB", _FORMULA, r"(?:\s*;[^\n]*\n)*\s*\((?:set-|declare-|define-|assert\b)"),
    ("an LP file", _FORMULA, r"(?i:(?:\\[^\n]*\n)*\s*(?:minimi[sz]e|maximi[sz]e|subject to)\b)"),
    ("an MPS file", _FORMULA, r"(?:\*[^\n]*\n)*NAME\b[^\n]*\n(?:OBJSENSE[^\n]*\n[^\n]*\n)?ROWS\b"),
    ("a cover with multiplicities (DLX3)", "items are covered once", r"[^\n]*?\b[0-9]+:[0-9]+\|[^\s|]"),
    ("a graph in DIMACS", _GRAPH, _COMMENTS + r"p +(?!cnf\b)[A-Za-z]+ +[0-9]+ +[0-9]+"),
    ("a graph in GML", _GRAPH, r"(?:(?:Creator|Version|comment)\b[^\n]*\n\s*)*graph\s*\["),
    ("a graph in GraphML", _GRAPH, r"\s*<[^\0]*<graphml\b|\s*<graphml\b"),
    ("a graph in GEXF", _GRAPH, r"\s*<[^\0]*<gexf\b|\s*<gexf\b"),
    ("a graph of Pajek", _GRAPH, r"(?i:(?:%[^\n]*\n)*\s*\*(?:vertices|network)\b)"),
    ("a graph in DOT", _GRAPH, r"\s*(?:strict\s+)?(?:di)?graph\b[^\[\n]*\{"),
    ("a matrix of Matrix Market", _GRAPH, r"%%MatrixMarket\b"),
    ("a graph in graph6 or sparse6", _GRAPH, r">>(?:graph6|sparse6|digraph6)<<"),
    (
        "a graph in TSPLIB",
        _GRAPH,
        r"(?:NAME|TYPE|COMMENT|DIMENSION)\b *:[^\n]*\n[^\0]*\b(?:EDGE_DATA|NODE_COORD|EDGE_WEIGHT)",
    ),
    ("a graph of LEDA", _GRAPH, r"LEDA\.GRAPH\b"),
    ("a graph in JSON", _GRAPH, r"\s*\{(?=[^\0]*\"nodes\")[^\0]*\"(?:links|edges)\""),
)
_ENDINGS = {
    "wcnf": ("WCNF, a MaxSAT formula with weights", _FORMULA),
    "opb": ("OPB, pseudo-Boolean constraints", _FORMULA),
    "pbo": ("OPB, pseudo-Boolean constraints", _FORMULA),
    "qdimacs": ("QDIMACS, a quantified formula", _FORMULA),
    **dict.fromkeys(
        ("col", "gr", "g6", "s6", "d6", "graph", "metis", "lad", "edgelist", "adjlist", "net", "tgf"),
        ("a graph", _GRAPH),
    ),
}


def is_foreign(name: str | None) -> bool:
    """Whether a file's name ends as those of a format that is not read."""
    return _ending(name) in _ENDINGS


def foreign(head: str, name: str | None) -> ParseError | None:
    """An error that names the format of a text, by its beginning or its file's name; None if it is none."""
    found = next(((format, hint) for format, hint, begins in _FORMATS if re.match(begins, head)), None)
    found = found or (_ENDINGS.get(_ending(name)) if head.strip() else None)
    if found is None:
        return None
    blank = len(head) - len(head.lstrip())
    first = shown(head.lstrip().split("\n")[0].strip())
    line = head.count("\n", 0, blank) + 1
    return ParseError(line, 1, f"expected a problem, found {found[0]}: {first} ({found[1]})")


def _ending(name: str | None) -> str:
    endings = os.path.basename(name or "").lower().split(".")[1:]
    return next((one for one in endings[-1:-3:-1] if one in _ENDINGS), "")
