"""Graphs as rows of names or numbers without a word that says what they are.

Each notation has a function that says whether rows have its shape, and one that reads them. Rows of which two
notations make different graphs are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from ...base.errors import ParseError
from ..graph import VERTICES, may_be_header, strange_word
from ..text import Token
from .reading import LARGEST, Lines, Reading, is_number, unweighted


class Rows(NamedTuple):
    """Rows of words.

    * lines (sequence of sequences of tokens): at least one, without comments.
    * comments: the numbers of the lines with comments.
    * mark: so many rows are above a line with ``#`` alone; 0 without one.
    """

    lines: Lines
    comments: Collection[int] = ()
    mark: int = 0

    @property
    def widths(self) -> set[int]:
        return {*map(len, self.lines)}

    def numbers(self, at: int) -> list[int]:
        """The numbers in a row; none if one of its words is no number."""
        words = [token.text for token in self.lines[at]]
        return [*map(int, words)] if all(word.isdecimal() and len(word) < 10 for word in words) else []

    def with_blank(self) -> list[list[Token]]:
        """The rows after the first; an empty one for each empty line between them."""
        held = {line[0].line: list(line) for line in self.lines[1:]}
        first, last = self.lines[0][0].line, self.lines[-1][0].line
        return [held.get(number, []) for number in range(first + 1, last + 1) if number not in self.comments]


# Edges


def _is_edge_list(rows: Rows) -> bool:
    return rows.widths == {2} or (rows.widths == {3} and all(is_number(line[2]) for line in rows.lines))


def _edge_list(rows: Rows) -> Reading:
    """Two names a row, or these and a weight of 1."""
    reading = Reading(is_open=True)
    first = rows.lines[0]
    for token in first[:2]:
        reading.vertex(token)
    words = [[token.text for token in line] for line in rows.lines]
    if len(first) > 1 and not first[0].text.isdecimal() and may_be_header(words):
        found = f"{first[0].text} {first[1].text}, which may be names of columns"
        raise first[0].error(f"an edge, or '{VERTICES}' and the names of all vertices above it", found)
    if word := strange_word(words):
        token = next(token for line in rows.lines for token in line if token.text == word)
        raise token.error(f"a name like the others, or '{VERTICES}' and all names above them")
    is_right = _is_edge_list(rows)
    for line in rows.lines:
        reading.row(line, has_weight=is_right)
    return reading


def _is_counted(rows: Rows) -> bool:
    sizes, edges = rows.numbers(0), rows.lines[1:]
    if len(sizes) != 2 or rows.widths != {2} or {len(edges), 2 * len(edges)}.isdisjoint(sizes):
        return False
    ends = [number for at in range(1, len(rows.lines)) for number in rows.numbers(at) or [LARGEST + 1]]
    return max(ends, default=0) <= max(sizes) <= LARGEST


def _counted(rows: Rows) -> Reading:
    """``N M``, and M edges; numbers begin with 1, or with 0 if there is a 0."""
    sizes = rows.numbers(0)
    edges = len(rows.lines) - 1
    count = sizes[0] if sizes[1] in (edges, 2 * edges) else sizes[1]
    from_zero = any(0 in rows.numbers(at) for at in range(1, len(rows.lines)))
    reading = Reading(count, 0 if from_zero else 1)
    for one, other in rows.lines[1:]:
        reading.edge(one, other, (reading.number(one), reading.number(other)))
    return reading


# Neighbours


def _is_metis(rows: Rows) -> bool:
    sizes = rows.numbers(0)
    if not 2 <= len(sizes) <= 4 or not 1 <= sizes[0] <= LARGEST:
        return False
    if len(sizes) > 2 and sizes[2] > 1 and {*rows.lines[0][2].text} <= {"0", "1"}:  # with weights of vertices
        return len(rows.with_blank()) == sizes[0]
    neighbours = sum(map(len, rows.lines[1:]))
    return len(rows.with_blank()) <= sizes[0] and neighbours in (2 * sizes[1], 4 * sizes[1])


def _metis(rows: Rows) -> Reading:
    """``N M``, then for each vertex a line with its neighbours, perhaps each with a weight of 1."""
    header = rows.lines[0]
    reading = Reading(int(header[0].text))
    has_weights = len(header) > 2 and int(header[2].text) == 1
    if len(header) > 2 and not has_weights and int(header[2].text):
        raise header[2].error("no weights of vertices in METIS: 0 or 1")
    arcs = []
    for at, line in enumerate(rows.with_blank()):
        ends = line[::2] if has_weights else line
        for weight in line[1::2] if has_weights else ():
            unweighted(weight)
        arcs += [(token, at, reading.number(token)) for token in ends]
    if len(arcs) != 2 * int(header[1].text):
        raise header[1].error(f"{len(arcs) // 2} edges, as there are below")
    reading.arcs(arcs)
    return reading


def _is_lad(rows: Rows) -> bool:
    sizes = rows.numbers(0)
    return (
        len(sizes) == 1
        and len(rows.lines) == sizes[0] + 1
        and all(rows.numbers(at)[:1] == [len(rows.lines[at]) - 1] for at in range(1, len(rows.lines)))
    )


def _lad(rows: Rows) -> Reading:
    """N, then for each vertex from 0 the number of its neighbours and these."""
    reading = Reading(len(rows.lines) - 1, 0)
    pairs = enumerate(rows.lines[1:])
    reading.arcs((token, at, reading.number(token)) for at, line in pairs for token in line[1:])
    return reading


def _is_adjacency(rows: Rows) -> bool:
    firsts = [line[0].text for line in rows.lines]
    if all(first.endswith(":") for first in firsts):
        return True
    names = {*firsts}
    words = {token.text for line in rows.lines for token in line}
    return max(rows.widths) > 1 and len(names) == len(firsts) and words <= names


def _adjacency(rows: Rows) -> Reading:
    """For each vertex a row with its name, perhaps with ``:``, and its neighbours."""
    reading = Reading(is_open=True)
    heads = [line[0].part(0, len(line[0].text.removesuffix(":"))) for line in rows.lines]
    for head in heads:
        if head.text in reading.vertices:
            raise head.error("one line for each vertex")
        reading.vertex(head)
    reading.is_open = False
    arcs = []
    for at, line in enumerate(rows.lines):
        arcs += [(token, at, reading.vertex(token)) for token in line[1:]]
    reading.arcs(arcs, once=True)
    return reading


# Matrices


def _cells(rows: Rows) -> list[list[Token]]:
    """The entries of a matrix, which may stand below its size and have no spaces."""
    lines = [*map(list, rows.lines)]
    if len(lines) > 1 and len(lines[0]) == 1 and lines[0][0].text == str(len(lines) - 1):
        del lines[0]
    if len(lines) > 1 and all(len(line) == 1 and len(line[0].text) == len(lines) for line in lines):
        return [[line[0].part(at, at + 1) for at in range(len(lines))] for line in lines]
    return lines


def _is_matrix(rows: Rows) -> bool:
    cells = _cells(rows)
    return all(
        len(line) == len(cells) and all(one.text.isdecimal() for one in line) for line in cells
    ) and all(line[at].text == "0" for at, line in enumerate(cells))


def _matrix(rows: Rows) -> Reading:
    """A symmetric matrix of 0 and 1."""
    cells = _cells(rows)
    reading = Reading(len(cells))
    arcs = []
    for a, line in enumerate(cells):
        for b, token in enumerate(line):
            if token.text != "0":
                unweighted(token)
                arcs.append((token, a, b))
    reading.arcs(arcs)
    return reading


# Trivial graph format


def _is_tgf(rows: Rows) -> bool:
    vertices = {line[0].text for line in rows.lines[: rows.mark]}
    return 0 < rows.mark < len(rows.lines) and all(
        len(line) > 1 and {line[0].text, line[1].text} <= vertices for line in rows.lines[rows.mark :]
    )


def _tgf(rows: Rows) -> Reading:
    """Rows with a vertex and a label, and below ``#`` rows with the ends of edges; labels are no names."""
    reading = Reading()
    for line in rows.lines[: rows.mark]:
        reading.listed(line[0])
    for line in rows.lines[rows.mark :]:
        reading.row(line)
    return reading


class _Notation(NamedTuple):
    name: str
    has_shape: Callable[[Rows], bool]
    read: Callable[[Rows], Reading]


_NOTATIONS = (
    _Notation("an edge list", _is_edge_list, _edge_list),
    _Notation("edges below the numbers of vertices and edges", _is_counted, _counted),
    _Notation("METIS", _is_metis, _metis),
    _Notation("LAD", _is_lad, _lad),
    _Notation("lists of neighbours", _is_adjacency, _adjacency),
    _Notation("an adjacency matrix", _is_matrix, _matrix),
    _Notation("the trivial graph format", _is_tgf, _tgf),
)


def read_rows(rows: Rows) -> Reading:
    """The graph in some rows; raise `ParseError` if they have no meaning, or two."""
    found: list[tuple[str, Reading]] = []
    faults: list[ParseError] = []
    for notation in _NOTATIONS:
        if notation.has_shape(rows):
            try:
                found.append((notation.name, notation.read(rows)))
            except ParseError as error:
                faults.append(error)
    if not found:
        if faults:
            raise faults[0] if rows.widths == {2} else faults[-1]
        return _edge_list(rows)
    (name, reading), *others = found
    for other, meant in others:
        if not meant.is_like(reading):
            expected = f"one meaning (a line '{VERTICES}' with all names above makes it an edge list)"
            raise rows.lines[0][0].error(expected, f"what may be {name} or {other}")
    return reading
