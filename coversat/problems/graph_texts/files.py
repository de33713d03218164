"""Graphs in files of other programs that a word tells: DIMACS, graph6, Pajek, TSPLIB, Matrix Market.

DIMACS: "Clique and Coloring Problems Graph Format", 1993, and its variants for the PACE challenges. graph6:
B. McKay, "Description of graph6, sparse6 and digraph6 encodings". TSPLIB: G. Reinelt, "TSPLIB 95", 1995.
Matrix Market: R. Boisvert et al., "The Matrix Market exchange formats", 1996.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...base.wording import counted
from ..graph import name_fault
from ..text import Token
from .reading import LARGEST, Lines, Reading, unweighted

GRAPH6 = ">>graph6<<"
_NAMED_EDGES = ("edge", "edges", "col", "clq")
_PACE = ("tw", "td", "tdp", "vc", "ds", "is", "cep", "hcp")
_OTHERS = {
    "sp": "a shortest path problem: its arcs are directed and have weights",
    "max": "a flow problem: its arcs are directed and have capacities",
    "asn": "an assignment problem, whose edges have weights",
    "cnf": "a formula",
}


def is_dimacs(lines: Lines) -> bool:
    """Whether comments and a line ``p FORMAT ...`` come first."""
    first = next((line for line in lines if line[0].text != "c"), lines[0])
    return first[0].text == "p" and len(first) > 2


def dimacs(lines: Lines, with_values: bool) -> Reading:
    """``p edge N M``, then ``e A B`` for each edge, ``n A 1``; of PACE ``p tw N M``, then ``A B``.

    Both directions are one edge.
    """
    header, *rest = [line for line in lines if line[0].text != "c"]
    kind = header[1].text.lower() if len(header) > 1 else ""
    if len(header) != 4 or kind not in (*_NAMED_EDGES, *_PACE):
        found = f"{_OTHERS[kind]}" if kind in _OTHERS else None
        raise header[min(1, len(header) - 1)].error(
            "'p edge', the number of vertices and that of edges", found
        )
    count = header[2].integer(1, LARGEST, "the number of vertices")
    stated = header[3].integer(0, LARGEST**2, "the number of edges")
    reading = Reading(count)
    for line in rest:
        ends = line[1:] if line[0].text == "e" else line if kind in _PACE else ()
        if line[0].text == "n" and len(line) == 3:
            reading.number(line[1])
            if with_values:
                found = "a number that may be a colour, a weight or a demand"
                raise line[2].error("a precoloured vertex as 'VERTEX = COLOUR'", found)
            unweighted(line[2])
        elif len(ends) in (2, 3):
            a, b = (reading.number(token) for token in ends[:2])
            for weight in ends[2:]:
                unweighted(weight)
            reading.either_way(ends[0], ends[1], (a, b))
        else:
            raise line[0].error("'e' and the two ends of an edge", " ".join(one.text for one in line[:4]))
    if stated not in (len(reading.directed), len(reading.edges)):
        raise header[3].error(f"{counted(len(reading.edges), 'edge')}, as there are below")
    return reading


def graph6(token: Token) -> Reading:
    """A graph in graph6, with or without ``>>graph6<<``."""
    digits = token.part(len(GRAPH6)) if token.text.startswith(GRAPH6) else token
    codes = [ord(character) - 63 for character in digits.text]
    for at, code in enumerate(codes):
        if not 0 <= code < 64:
            raise digits.part(at, at + 1).error("a character of graph6, '?' to '~'")
    long = codes[:1] == [63]
    head = codes[1:4] if long else codes[:1]
    if not head or len(head) != (3 if long else 1) or head[0] == 63:
        raise digits.error("the number of vertices of graph6, up to 258047")
    count = sum(code << 6 * at for at, code in enumerate(reversed(head)))
    bits = [code >> shift & 1 for code in codes[len(head) + long :] for shift in range(5, -1, -1)]
    needed = (count * (count - 1) // 2 + 5) // 6
    if needed * 6 != len(bits):
        raise digits.error(f"{needed} characters of edges for {count} vertices")
    pairs = ((a, b) for b in range(1, count) for a in range(b))
    reading = Reading(count)
    reading.edges = {pair: token.line for pair, bit in zip(pairs, bits, strict=False) if bit}
    return reading


def pajek(lines: Lines) -> Reading:
    """``*Vertices N``, numbers and labels, ``*Edges``; labels are names if they are different ones."""
    reading, labels, section = Reading(), dict[int, str](), ""
    arcs: list[tuple[Token, int, int]] = []
    for line in lines:
        first = line[0]
        if first.text.startswith("*"):
            section = first.text.lower()
            if section == "*vertices" and len(line) > 1 and not reading.vertices:
                reading = Reading(line[1].integer(1, LARGEST, "the number of vertices"))
            elif section not in ("*network", "*edges", "*arcs", "*edgeslist", "*matrix") or (
                section != "*network" and not reading.vertices
            ):
                raise first.error("*Vertices and their number, then *Edges, of Pajek")
        elif section == "*vertices":
            at = reading.number(first)
            labels[at] = " ".join(token.text for token in line[1:])
        elif section in ("*edges", "*arcs") and len(line) > 1:
            for weight in line[2:3]:
                unweighted(weight)
            arcs.append((first, reading.number(first), reading.number(line[1])))
            if section == "*edges":
                arcs.append((line[1], arcs[-1][2], arcs[-1][1]))
        elif section == "*edgeslist" and len(line) > 1:
            for token in line[1:]:
                ends = reading.number(first), reading.number(token)
                arcs += (token, *ends), (token, *ends[::-1])
        else:
            raise first.error("an edge of Pajek, as two numbers of vertices")
    if not reading.vertices:
        raise lines[0][0].error("*Vertices and their number, of Pajek")
    reading.arcs(arcs)
    names = [_label(labels.get(at, ""), at) for at in range(len(reading.vertices))]
    if len({*names}) == len(names) and not any(map(name_fault, names)):
        reading.vertices = {name: at for at, name in enumerate(names)}
    return reading


def _label(words: str, at: int) -> str:
    """The label in the words behind a vertex's number, which may also have coordinates and a shape."""
    quoted = re.match(r'"([^"]*)"', words)
    return (quoted[1] if quoted else words.partition(" ")[0]) or str(at + 1)


_KEYS = ("NAME", "TYPE", "COMMENT", "DIMENSION", "EDGE_DATA_FORMAT")
_EDGES = "EDGE_DATA_SECTION"


def is_tsplib(lines: Lines) -> bool:
    """Whether a line with a keyword of TSPLIB comes first."""
    return lines[0][0].text.rstrip(":") in (*_KEYS, _EDGES) and any(
        line[0].text.rstrip(":") in ("DIMENSION", "TYPE", _EDGES) for line in lines
    )


def tsplib(lines: Lines) -> Reading:
    """``DIMENSION : N``, then ``EDGE_DATA_SECTION`` with edges, or lists of neighbours, up to ``-1``."""
    stated: dict[str, Token] = {}
    start = next((at for at, line in enumerate(lines) if line[0].text.rstrip(":") == _EDGES), None)
    for at, line in enumerate(lines):
        key, *values = [one for one in line if one.text != ":"]
        name = key.text.partition(":")[0]
        if start is not None and at >= start and (not name.isupper() or name in (_EDGES, "EOF")):
            continue
        if name not in _KEYS:
            raise key.error(f"{', '.join(_KEYS)} or {_EDGES} of TSPLIB; weights and fixed edges are not read")
        if name in ("TYPE", "DIMENSION", "EDGE_DATA_FORMAT"):
            behind = key.part(len(name) + 1)
            stated[name] = behind if behind.text else (values or [key])[0]
    for name, words in (("TYPE", ("HCP",)), ("EDGE_DATA_FORMAT", ("EDGE_LIST", "ADJ_LIST"))):
        if name in stated and stated[name].text not in words:
            raise stated[name].error(f"the {name} of TSPLIB: {' or '.join(words)}")
    if start is None or "DIMENSION" not in stated:
        raise lines[-1][0].error(f"DIMENSION and {_EDGES} of TSPLIB", "another line")
    reading = Reading(stated["DIMENSION"].integer(1, LARGEST, "the number of vertices"))
    ends = [token for line in lines[start + 1 :] for token in line]
    if ends and ends[-1].text == "EOF":
        ends.pop()
    is_adjacent = "EDGE_DATA_FORMAT" in stated and stated["EDGE_DATA_FORMAT"].text == "ADJ_LIST"
    if not ends or ends[-1].text != "-1":
        raise (ends or lines[start])[-1].error("-1 at the end of the edges")
    (_adjacent if is_adjacent else _pairs)(reading, ends[:-1])
    return reading


def _pairs(reading: Reading, words: Sequence[Token]) -> None:
    if len(words) % 2:
        raise words[-1].error("two ends of each edge", "one")
    for one, other in zip(words[::2], words[1::2], strict=True):
        reading.either_way(one, other, (reading.number(one), reading.number(other)))


def _adjacent(reading: Reading, words: Sequence[Token]) -> None:
    arcs: list[tuple[Token, int, int]] = []
    vertex: int | None = None
    for token in words:
        if token.text == "-1":
            vertex = None
        elif vertex is None:
            vertex = reading.number(token)
        else:
            arcs.append((token, vertex, reading.number(token)))
    reading.arcs(arcs, once=True)


MATRIX_MARKET = "%%MatrixMarket"


def matrix_market(lines: Lines) -> Reading:
    """A square matrix in coordinates, symmetric, whose entries are edges."""
    header, *rest = [
        line for line in lines if line[0].text.startswith(MATRIX_MARKET) or line[0].text[0] != "%"
    ]
    words = [token.text.lower() for token in header[1:]]
    if words[:2] != ["matrix", "coordinate"] or words[2:] not in (
        [field, symmetry] for field in ("pattern", "integer", "real") for symmetry in ("symmetric", "general")
    ):
        raise header[-1].error(
            "'matrix coordinate' of Matrix Market, pattern, and symmetric", " ".join(words)
        )
    if not rest or len(rest[0]) != 3 or rest[0][0].text != rest[0][1].text:
        raise (rest or [header])[0][0].error("the sizes of a square matrix: N, N and the number of entries")
    reading = Reading(rest[0][0].integer(1, LARGEST, "the number of vertices"))
    rest[0][2].integer(len(rest) - 1, len(rest) - 1, "the number of entries, as there are below,")
    arcs = []
    for line in rest[1:]:
        if len(line) != (2 if words[2] == "pattern" else 3):
            raise line[0].error("an entry: row, column, and 1 unless there are no values")
        for weight in line[2:]:
            unweighted(weight)
        a, b = reading.number(line[0]), reading.number(line[1])
        arcs.append((line[0], a, b))
        if words[3] == "symmetric":
            arcs.append((line[1], b, a))
    reading.arcs(arcs)
    return reading
