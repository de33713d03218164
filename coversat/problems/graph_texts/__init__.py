"""Notations of graphs: edge lists, and files of other programs.

An edge list has a line for each edge, the names of its two ends; ``vertices:`` begins a line that lists
vertices, which may then have any name. Comments begin with ``#``, ``%`` or ``//``. Commas or semicolons may
separate the names, and weights of 1 may follow, as well as the data ``{}`` of networkx.

Other notations are recognised by their first word, or, if they are numbers only, by their shape; a text that
may mean two graphs is refused, as are directed graphs and weights.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from ...base.errors import ParseError
from ..graph import COMMENTS, VERTICES
from ..remarks import comments
from ..text import Token, line_tokens, shown, text_of
from . import by_networkx, files
from .by_networkx import attributes as attributes
from .files import is_dimacs as is_dimacs
from .numbers import Rows, read_rows
from .reading import Lines, Read, Reading

READ = "an edge list, DIMACS, graph6, sparse6, METIS, LAD, TSPLIB, Matrix Market, Pajek, GML, GraphML or GEXF"
"""The notations, for messages."""
_BY_NETWORKX = (
    ("GML", re.compile(r"(?:(?:Creator|Version|comment)\b[^\n]*\n\s*)*graph\s*\["), by_networkx.gml),
    ("GraphML", re.compile(r"<(?=[^\0]*<graphml\b)|<graphml\b"), by_networkx.graphml),
    ("GEXF", re.compile(r"<(?=[^\0]*<gexf\b)|<gexf\b"), by_networkx.gexf),
    ("LEDA", re.compile(r"LEDA\.GRAPH\b"), by_networkx.leda),
    ("JSON", re.compile(r"\{\s*\""), by_networkx.node_link),
)
_NOT_READ = (
    ("DOT of Graphviz", re.compile(r"(?:strict\s+)?(?:di)?graph\b[^\[\n]*\{")),
    ("XML of another kind", re.compile(r"<[?!\w]")),
    ("a list in JSON", re.compile(r"\[")),
    ("a DIMACS file without 'p edge'", re.compile(r"[ea] [0-9]+ [0-9]+(?: [0-9.]+)?\n")),
    ("a Steiner tree problem (STP)", re.compile(r"33D32945\b|SECTION\b")),
)
_SIGN = r"(?<!\S)#|^[ \t]*(?:%(?!%MatrixMarket)|//)"
_REMARKS = (
    (r"<(?:graphml|gexf)\b", r"<!--|<desc(?:ription)?\b[^>]*>", "[^<]*"),
    (r"^[ \t]*\{\s*\"", r"\"(?:comment|desc|description|notes?|rules?)\"\s*:\s*\"", '[^"]*'),
    (r"^[ \t]*graph\s*\[", r"\bcomment\s+\"|^[ \t]*#", '[^"\n]*'),
    (r"^[ \t]*p[ \t]+[A-Za-z]+[ \t]+[0-9]", rf"^[ \t]*c(?!\S)|{_SIGN}", "[^\n]*"),
    (r"^(?:TYPE|DIMENSION)\b", rf"^COMMENT *:|{_SIGN}", "[^\n]*"),
    ("", _SIGN, "[^\n]*"),
)
"""What shows a notation, how remarks begin in it, and what they may contain."""
_DIRECTED = re.compile(r"[#%/ ]*(?:directed graph|asym|bip)\b", re.IGNORECASE)
_HCP = re.compile(r"\s*(?:(?:NAME|COMMENT)\b *:[^\n]*\n\s*)*TYPE *: *HCP\b")
_SEPARATORS = (",", ";")


def read_graph(lines: Lines, with_values: bool = False) -> Read:
    """The graph in some lines, whose notation is recognised.

    * lines (sequence of sequences of tokens): at least one.
    * with_values: whether lines ``a = 2`` may give values to vertices.

    Raise `ParseError` if they have no meaning, or several; for directed graphs, weights, loops and double
    edges.
    """
    values: list[Sequence[Token]] = []
    body: list[Sequence[Token]] = []
    for line in lines:
        (values if with_values and len(line) > 1 and line[1].text == "=" else body).append(line)
    reading = _reading(body, with_values) if body else Reading(is_open=True)
    for line in values:
        if len(line) != 3:
            raise line[min(len(line) - 1, 3)].error("VERTEX = VALUE", f"{len(line)} words")
        reading.value(reading.vertex(line[0]), line[2])
    if not reading.vertices:
        raise lines[0][0].error("a graph with at least one vertex", "no vertex")
    return Read(reading.graph(), reading.given)


def remarks(text: str) -> Iterator[tuple[str, str]]:
    """The comments and descriptions in the text of a problem of graphs; see `problems.remarks.comments`."""
    _, sign, said = next(one for one in _REMARKS if re.search(f"(?m){one[0]}", text))
    return comments(text, sign, said)


def is_hcp(text: str) -> bool:
    """Whether a text is a Hamiltonian cycle problem of TSPLIB."""
    return _HCP.match(text) is not None


def _reading(lines: Lines, with_values: bool) -> Reading:
    first = lines[0][0]
    if first.text.startswith(files.MATRIX_MARKET):
        return files.matrix_market(lines)
    rows = _rows(lines)
    if not rows.lines:
        return Reading()
    start = rows.lines[0][0]
    if any(line[0].text == VERTICES for line in rows.lines):
        return _listed(rows.lines)
    if is_dimacs(rows.lines):
        return files.dimacs(rows.lines, with_values)
    if start.text.startswith("*"):
        return files.pajek(rows.lines)
    if files.is_tsplib(rows.lines):
        return files.tsplib(rows.lines)
    text = text_of(lines).lstrip()
    for form, begins, parse in _BY_NETWORKX:
        if begins.match(text):
            return by_networkx.read(form, parse, text, start)
    if found := next((name for name, begins in _NOT_READ if begins.match(text)), None):
        raise start.error(f"a graph as {READ}", found)
    return _of_characters(rows.lines) or read_rows(rows)


def _rows(lines: Lines) -> Rows:
    """The lines without comments, and with spaces for commas."""
    rows: list[Sequence[Token]] = []
    comments, mark = set(), 0
    for line in lines:
        if line[0].text.startswith(COMMENTS):
            if _DIRECTED.match(text_of([line])):
                raise line[0].error("an undirected graph", text_of([line]).strip())
            comments.add(line[0].line)
            mark = mark or (len(rows) if len(line) == 1 and line[0].text == "#" else 0)
            continue
        end = next((at for at, token in enumerate(line) if token.text.startswith("#")), len(line))
        rows.append(_without_data(line[:end]))
    start = 1 if [len(line) for line in rows[:1]] == [1] and rows[0][0].text.isdecimal() else 0  # a size
    for sign in _SEPARATORS:
        if rows[start:] and all(any(sign in token.text for token in line) for line in rows[start:]):
            rows[start:] = [_split(line, sign) for line in rows[start:]]
    return Rows(rows, comments, mark)


def _without_data(line: Sequence[Token]) -> Sequence[Token]:
    """An edge of networkx without its data, which must be nothing, or a weight of 1."""
    if len(line) < 3 or not line[2].text.startswith("{"):
        return line
    try:
        data = ast.literal_eval(text_of([line[2:]]).strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return line
    if data not in ({}, {"weight": 1}):
        raise line[2].error("no data of edges, or weights of 1 only")
    return line[:2]


def _split(line: Sequence[Token], sign: str) -> list[Token]:
    """The words between commas, without quotes."""
    text = text_of([line]).rstrip("\n")
    parts = re.finditer(rf"[^{sign}]+", text)
    tokens = []
    for part in parts:
        for token in line_tokens(part[0], line[0].line)[:1]:
            words = part[0].strip()
            place = Token(words, line[0].line, part.start() + token.column)
            is_quoted = len(words) > 1 and words[0] == words[-1] == '"'
            tokens.append(place.part(1, len(words) - 1) if is_quoted else place)
    if len(tokens) != text.count(sign) + 1:
        raise line[0].error(f"names separated by {sign!r}", shown(text.strip()))
    return tokens


def _listed(lines: Lines) -> Reading:
    """An edge list whose vertices are listed, or some of them."""
    reading = Reading(is_open=True)
    for line in lines:
        if line[0].text == VERTICES:
            for token in line[1:]:
                reading.listed(token)
        else:
            reading.row(line)
    return reading


def _of_characters(lines: Lines) -> Reading | None:
    """The graph in graph6 or sparse6; None if the first line is in neither."""
    first = lines[0][0]
    has_header = first.text.startswith(">>")
    if not has_header and any(len(line) > 1 for line in lines):
        return None
    if first.text.startswith((by_networkx.SPARSE6, ":")):
        reading = by_networkx.read("sparse6", by_networkx.sparse6, first.text, first)
    elif has_header and not first.text.startswith(files.GRAPH6):
        reason = "digraph6 is of directed graphs, which are not read"
        raise first.error(f"{files.GRAPH6!r} or {by_networkx.SPARSE6!r}; {reason}")
    elif first.text.startswith(("&", ";")):
        raise first.error(
            f"a graph as {READ}", f"{'digraph6' if first.text[0] == '&' else 'incremental sparse6'}"
        )
    else:
        try:
            reading = files.graph6(first)
        except ParseError:
            if has_header:
                raise
            return None
    for token in (*lines[0][1:2], *(line[0] for line in lines[1:2])):
        raise token.error("the end of the text after graph6: a problem has one graph")
    return reading
