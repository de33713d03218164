"""Rows of reasoning-gym, which state a puzzle in numbers, and of ZebraLogic, which state it in words.

Rows are read if they have exactly the members that the set writes, of reasoning-gym that of version 0.1.25;
there ``metadata`` names the generator. What its question says in words is not read, but for zebra puzzles,
which are stated there only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ...base.errors import ParseError
from ...comparing.replies import Reader
from ...problems import AnyProblem, problem_class, read
from ...problems.problem import Beside, Row

_MEMBERS = "the members that reasoning-gym 0.1.25 writes"
Meta = Mapping[str, Any]


def _expect(is_so: bool, what: str) -> None:
    if not is_so:
        raise ParseError(1, 1, f"expected {what}")


def _lines(*rows: Iterable[Any]) -> str:
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def _futoshiki(meta: Meta) -> str:
    """A sign is written in the first of its two cells, which are side by side, or one above the other."""
    _expect(meta["board_size"] == len(meta["puzzle"]), "a board of the size that is stated")
    cells = [[str(number or "") for number in row] for row in meta["puzzle"]]
    for r, c, other, column, sign in sorted(meta["constraints"], key=lambda one: one[0] != one[2]):
        _expect(
            (other - r, column - c) in ((0, 1), (1, 0)) and sign in ("<", ">"), "signs between neighbours"
        )
        cells[r][c] += sign if r == other else "^v"[sign == ">"]
    return _lines(("futoshiki", len(cells), len(cells)), *([cell or "-" for cell in row] for row in cells))


def _kakurasu(meta: Meta) -> str:
    rows, columns = meta["row_sums"], meta["col_sums"]
    empty = [[0] * len(columns)] * len(rows)
    _expect(meta["puzzle"] == empty, "a board of 0 with a row and a column for each sum")
    board = [["-"] * len(columns)] * len(rows)
    return _lines(("kakurasu", len(rows), len(columns)), columns, rows, *board)


def _queens(meta: Meta) -> str:
    board = meta["puzzle"]
    queens = sum(row.count("Q") for row in board)
    _expect(len(board) - queens == meta["num_removed"], "a board that lacks as many queens as stated")
    return _lines(("queens", len(board)), *board).replace("_", ".")


def _colouring(meta: Meta) -> str:
    graph = meta["puzzle"]
    _expect(graph.keys() == {"vertices", "edges", "num_colors", "color_options"}, _MEMBERS)
    _expect(graph["color_options"] == [*range(1, graph["num_colors"] + 1)], "the colours 1, 2 and so on")
    ends = {end for edge in graph["edges"] for end in edge}
    _expect(ends <= {*graph["vertices"]}, "edges between the vertices")
    return _lines(("colouring", graph["num_colors"]), ("vertices:", *graph["vertices"]), *graph["edges"])


class _Dataset(NamedTuple):
    """What rows of a generator state: their kind, members of the metadata, and the text of the puzzle."""

    kind: str
    members: str = ""
    text: Callable[[Meta], str] | None = None


_DATASETS = {
    "futoshiki": _Dataset(
        "futoshiki", "puzzle constraints solution board_size difficulty_rating", _futoshiki
    ),
    "kakurasu": _Dataset(
        "kakurasu", "source_idx n_rows n_cols p_ones puzzle row_sums col_sums solution", _kakurasu
    ),
    "n_queens": _Dataset("queens", "puzzle solutions num_removed valid_answers", _queens),
    "graph_color": _Dataset("colouring", "possible_answer puzzle num_vertices", _colouring),
    "zebra_puzzles": _Dataset("zebra"),
}
_ZEBRA_LOGIC = {"id", "size", "puzzle", "solution", "created_at"}
KINDS = frozenset(one.kind for one in _DATASETS.values())
"""The kinds that have such rows."""


def kind_of(data: Any) -> str | None:
    """The kind of a row, by the generator that it names, or by its members; None for other data."""
    if isinstance(data, dict) and data.keys() == _ZEBRA_LOGIC:
        return "zebra"
    meta = data.get("metadata") if isinstance(data, dict) else None
    name = meta.get("source_dataset") if isinstance(meta, dict) else None
    return _DATASETS[name].kind if isinstance(name, str) and name in _DATASETS else None


def set_of(data: Any) -> str:
    """The set that a row is of, for messages."""
    return "reasoning-gym 0.1.25" if "metadata" in data else "ZebraLogic"


def row_of(data: Any) -> Row:
    """What a row states; raise `ParseError` for another one than the generator makes."""
    if data.keys() == _ZEBRA_LOGIC:
        (problem,) = read(data["puzzle"], "zebra").problems
        return _with_answer(problem, json.dumps(data["solution"]), "solution")
    kind, members, text = _DATASETS[data["metadata"]["source_dataset"]]
    meta: Meta = data["metadata"]
    known = {"source_dataset", "source_index", "source_idx", "difficulty", *members.split()}
    _expect(data.keys() == {"question", "answer", "metadata"}, _MEMBERS)
    _expect({*members.split()} <= meta.keys() <= known, _MEMBERS)
    question, answer = data["question"], data["answer"] or json.dumps(meta.get("possible_answer"))
    problem = problem_class(kind).parse(text(meta)) if text else read(question, kind).problems[0]
    return _with_answer(problem, answer, "answer", *(("question",) if text else ()))


def _with_answer(problem: AnyProblem, answer: str, name: str, *unread: str) -> Row:
    """A row with the answer that a field of this name states; otherwise the field is not read, either."""
    stored = Reader(problem)(answer).answer
    return Row(problem, "", Beside((), unread if stored else (*unread, name), (stored,)))
