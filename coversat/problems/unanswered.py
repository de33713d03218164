"""Texts that are recognised and not answered, so that none is taken for something else.

`certain` are formats that their beginning shows. `by_shape` are texts that only look like something: they
take part in the vote about texts that do not say what they are (`recognition`).
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, groupby
from typing import NamedTuple

from ..base.errors import ParseError
from .board import region_map
from .text import shown, text_lines

_COMMENTS = r"(?:[ \t]*(?:c\b[^\n]*)?\n)*[ \t]*"
_GRAPH = "a graph alone is no problem; a line above it says which, such as 'colouring 3'"
_FORMULA = "formulas are read from DIMACS, 'p cnf'"
_PROJECTED = "a projection is read from 'c p show 1 2 0' beside 'p cnf'"
_LITERALS = r"(?:-?[1-9][0-9]* +)*"
"""None is 0, so that a line of many zeros is matched in one way only, and many lines in one."""
_HARD = r"(?:h|[0-9]+)(?: +-?[0-9]+)* +0 *\n"

_OUTPUT = "it is no problem; 'coversat decode' reads what a solver prints"
_PROOF = "a proof is no problem; 'coversat verify' checks certificates"
_LINK = "its links are read, of which such a text is the contents"
_BOARD = "a sudoku is read from its 81 digits in one line, or from nine lines"

_FORMATS = (
    (
        "a file of pzpr (pzprv3)",
        "puzz.link opens such files; the link that it then shows is read",
        r"\s*(?:https?://[^\s?]*\?)?(?:v:[^/\s]*[/\s]\s*)?pzprv3\b",
    ),
    ("a file of OpenSudoku", _BOARD, r"(?i:\s*(?:(?:<\?xml[^>]*\?>|<!--[^>]*-->)\s*)*<opensudoku\b)"),
    ("SudoCue's .sdk with sections", _BOARD, r"(?i:\s*(?:#[^\n]*\n\s*)*\[puzzle\])"),
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
    (
        "a cover with multiplicities (DLX3)",
        "they are not read: items are covered once",
        r"(?:\|[^\n]*\n)*[^\n]*?\b[0-9]+:[0-9]+\|[^\s|]",
    ),
    ("a formula in DNF", _FORMULA, _COMMENTS + r"p +dnf\b"),
    ("a formula whose clauses are in groups (GCNF)", _FORMULA, _COMMENTS + r"p +gcnf\b"),
    ("a projected formula (PCNF)", _PROJECTED, _COMMENTS + r"p +pcnf\b"),
    ("an exact cover of libexact", "covers are read as --kind cover does", _COMMENTS + r"p +exact\b"),
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
        r"(?![^\0]*?TYPE *: *HCP\b)(?:NAME|TYPE|COMMENT|DIMENSION)\b *:[^\n]*\n[^\0]*\b"
        r"(?:EDGE_DATA|NODE_COORD|EDGE_WEIGHT)",
    ),
    ("a graph of LEDA", _GRAPH, r"LEDA\.GRAPH\b"),
    ("a puzzle of f-puzzles in JSON", _LINK, r'\s*\{(?=[^\0]*"size"\s*:)[^\0]*"grid"\s*:\s*\[\s*\[\s*\{'),
    ("a puzzle of SudokuPad in JSON", _LINK, r'\s*\{(?=[^\0]*"cells"\s*:\s*\[\s*\[\s*\{)[^\0]*"regions"\s*:'),
    ("a graph in JSON", _GRAPH, r"\s*\{(?=[^\0]*\"nodes\")[^\0]*\"(?:links|edges)\""),
    (
        "the output of a model counter",
        _OUTPUT,
        r"(?![^\0]*?(?m:^p +cnf\b))"
        r"(?m:(?:.*\n){0,999}?(?:s +p?mc\b|c +s +(?:exact|type|log10-estimate)\b|# +solutions\b))",
    ),
    ("the output of a solver", _OUTPUT, r"(?:c[^\n]*\n)*(?:s +(?:UN)?SATISFIABLE|v +-?[0-9])\b"),
    ("a proof of VeriPB", _PROOF, r"pseudo-Boolean proof version\b"),
    ("a proof in DRAT", _PROOF, rf"(?: *{_LITERALS}0 *\n)*? *d +{_LITERALS}0 *\n"),
    (
        "a proof in LRAT",
        _PROOF,
        rf"(?: *[0-9]+ +{_LITERALS}0(?: +-?[1-9][0-9]*)*(?: +0)? *\n)*? *[0-9]+ d {_LITERALS}0 *\n",
    ),
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


def certain(head: str, name: str | None) -> ParseError | None:
    """An error that names the format of a text, by its beginning or its file's name; None if it is none."""
    formats = () if _OF_BOARDS.issuperset(head) else _FORMATS
    found = next(((format, hint) for format, hint, begins in formats if re.match(begins, head)), None)
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


_OF_BOARDS = frozenset("0123456789.-_|+ \t\r\n")
"""No format has a text of these alone."""
_MATRIX = frozenset("01,;[]() \t\r\n")
Rows = list[list[str]]


class Unanswered(NamedTuple):
    """What a text may be by its shape.

    * name: such as ``a distance matrix``.
    * fits (rows of words -> bool): whether all of a text can be that.
    * hint: how to have it answered; empty if it is not.
    """

    name: str
    fits: Callable[[Rows], bool]
    hint: str = ""


def by_shape(head: str) -> Iterator[Unanswered]:
    """What else a text can be that does not say what it is."""
    if set(head) <= _MATRIX:  # in CSV, or as lists
        head = re.sub(r"(?<=[\])])\s*,\s*(?=[\[(])", "\n", head).translate(
            dict.fromkeys(map(ord, ",;[]()"), " ")
        )
    lines = [line.split() for line in text_lines(head)]
    blocks = [list(block) for filled, block in groupby(lines, bool) if filled]
    if len({len(block) for block in blocks}) == 1:  # boards apart from each other are all of one kind
        del blocks[1:]
    rows = list(chain.from_iterable(blocks))
    if all(len(row) == 1 for row in rows):  # a character each
        rows = [[*row[0]] for row in rows]
    return (one for one in BY_SHAPE if rows and one.fits(rows))


def _is_rectangle(rows: Rows) -> bool:
    return len(rows) > 1 and len({len(row) for row in rows}) == 1 and len(rows[0]) > 1


def _is_square(rows: Rows) -> bool:
    return _is_rectangle(rows) and len(rows) == len(rows[0])


def _is_matrix(rows: Rows) -> bool:
    """Whether these are rows of 0 and 1, and no row or column has zeros only."""
    return (
        _is_rectangle(rows)
        and {*rows[0]}.union(*rows) == {"0", "1"}
        and all("1" in line for line in (*rows, *zip(*rows, strict=True)))
    )


def _is_symmetric(rows: Rows) -> bool:
    """Whether only the diagonal of a symmetric matrix has zeros, or it has zeros and ones."""
    if not (_is_square(rows) and all(word.isdecimal() for row in rows for word in row)):
        return False
    zeros = [(r, c) for r, row in enumerate(rows) for c, word in enumerate(row) if word == "0"]
    on_diagonal = {(at, at) for at in range(len(rows))}
    plain = {*zeros} == on_diagonal or (on_diagonal <= {*zeros} and _is_matrix(rows))
    return plain and [*map(list, zip(*rows, strict=True))] == rows


def _is_region_map(rows: Rows) -> bool:
    words = [word for row in rows for word in row]
    return _is_square(rows) and len(rows) > 3 and region_map(words) is not None


def _is_adjacency_list(rows: Rows) -> bool:
    """Whether each line begins with another vertex, whose neighbours follow, which have it as theirs."""
    near = {row[0]: {*row[1:]} for row in rows}
    return (
        len(rows) > 2
        and not _is_rectangle(rows)
        and len(near) == len(rows)
        and any(len(row) > 1 for row in rows)
        and all(len(row) == len(near[row[0]]) + 1 and row[0] not in near[row[0]] for row in rows)
        and all(vertex in near.get(other, ()) for vertex, others in near.items() for other in others)
    )


def _is_sets(rows: Rows) -> bool:
    return (
        len(rows) > 1
        and not _is_nonogram(rows)
        and all(
            len(row) > 1
            and "=" not in row
            and row[0][0] not in ':{["'
            and row[0].find(":") == len(row[0]) - 1
            for row in rows
        )
    )


def _is_nonogram(rows: Rows) -> bool:
    """Whether lines begin with ``rows:`` and ``columns:``."""
    names = [row[0].lower() for row in rows if row[0].endswith(":")]
    return {name.rstrip(":") for name in names} in ({"rows", "columns"}, {"rows", "cols"})


def _is_cnf(rows: Rows) -> bool:
    """Whether each line is a clause: literals, of different variables, and a 0."""
    number = re.compile(r"[-+]?[1-9][0-9]{0,8}").fullmatch
    rows = [row for row in rows if row[0] != "c"]
    return (
        len(rows) > 1
        and all(len(row) > 1 and row[-1] == "0" and all(map(number, row[:-1])) for row in rows)
        and (len({len(row) for row in rows}) > 1 or any("-" in word for row in rows for word in row))
    )


_SIDE, _WIDEST = 9, 60
"""Of sudokus that may have any sign for blanks; and a longer line is a whole board."""
_CLUE = r"[0-9A-Za-z._-]"
_NO_SIDES, _FEWEST = (5, 7, 11, 13, 14, 17, 18, 19), 3
"""The sides that no sudoku has, and more rows than this of a board."""


def _is_board(rows: Rows) -> bool:
    """Whether it is a board of clues that no sudoku is: of another side, or with other signs for blanks.

    Signs that sudokus seldom have, in boards other than 9x9.
    """
    if (
        not _is_rectangle(rows)
        or len(rows[0]) > _WIDEST
        or any(len(word) > 2 for row in rows for word in row)
    ):
        return False
    inside = [row for row in rows if not {*row} <= {*"-=+"}]  # the others may be rules between boards
    if len(rows[0]) in _NO_SIDES and {*rows[0]}.union(*rows) & {".", "0"}:
        return len(rows) > _FEWEST and all(re.fullmatch(_CLUE, word) for row in rows for word in row)
    is_usual = len(rows[0]) == _SIDE and (len(rows) % _SIDE == 0 or len(inside) % _SIDE == 0)
    return not is_usual and any(word in ("-", "_") for row in inside for word in row)


def _is_pairs(rows: Rows) -> bool:
    """Whether it is a board of letters, each of them twice."""
    counts = Counter(word for row in rows for word in row if word.isalpha())
    others = {word for row in rows for word in row if not word.isalpha()}
    return _is_rectangle(rows) and len(counts) > 1 and {*counts.values()} == {2} and len(others) == 1


OF_OTHER_KIND = Unanswered("a board of a kind that it does not name", _is_board)
BY_SHAPE = (
    Unanswered(
        "a matrix of 0 and 1", _is_matrix, "--kind cover reads its rows as the options of an exact cover"
    ),
    Unanswered("a matrix of distances, or of a graph", _is_symmetric, _GRAPH),
    Unanswered("a map of regions", _is_region_map),
    Unanswered("a graph, whose lines are a vertex and its neighbours", _is_adjacency_list, _GRAPH),
    Unanswered("a board of pairs of letters to be linked", _is_pairs),
    Unanswered(
        "clues of rows and columns",
        _is_nonogram,
        "a nonogram has lines 'nonogram', 'rows', a clue a line such as '2 1', 'columns', a clue a line",
    ),
    Unanswered("sets with names", _is_sets, "--kind cover reads them as the options of an exact cover"),
    Unanswered("a formula in CNF without its line 'p cnf'", _is_cnf, "--kind cnf reads it as a formula"),
    OF_OTHER_KIND,
)
