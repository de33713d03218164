"""Sets of puzzles as ``generate --json`` writes them: an object a line, or a list of objects.

An object has puzzle, prompt and answer, or less: the kind, the puzzle as a text that begins with its name,
and perhaps the solution. Rows of reasoning-gym and of ZebraLogic are read, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from ...base.errors import ParseError
from ...comparing.replies import Reader
from ...problems import AnyForm, AnyProblem, problem_class, read
from ...problems.problem import Beside, Form, Row, Rows
from ...problems.text import head_of, shown, text_lines

_NEEDED = frozenset({"kind", "puzzle"})
_ANSWER = frozenset({"prompt", "solution", "answer"})
_MADE = frozenset({"status", "seed", "number", "givens", "grade", "hardest", "routes", "certificate"})


def _data(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _recognises(kind: str, text: str) -> bool:
    return _is_row(kind, _data(next((line for line in text_lines(head_of(text)) if line.strip()), "")))


def _is_row(kind: str, first: Any) -> bool:
    if _foreign_kind(first) == kind:
        return True
    if not isinstance(first, dict) or first.get("kind") != kind or "puzzle" not in first:
        return False
    return "prompt" in first or str(first["puzzle"]).startswith((f"{kind} ", f"{kind}\n"))


def _row(kind: str, line: str, number: int) -> Row | None:
    """What a line states; None for a blank one."""
    return _row_of(kind, _data(line), number) if line.strip() else None


def _row_of(kind: str, data: Any, number: int) -> Row:
    """The puzzle of an object; raise `ParseError` unless its members are those of one puzzle."""
    if _foreign_kind(data) == kind:
        return _of_foreign(data, number)
    members = data.keys() if isinstance(data, dict) and data.get("kind") == kind else set()
    known = _NEEDED | _ANSWER | _MADE
    if not _NEEDED <= members <= known:
        strange = next((f", found {shown(name)}" for name in members if name not in known), "")
        wanted = f"an object as 'generate --json' writes it, of a {kind}"
        raise ParseError(number, 1, f"expected {wanted}{strange}")
    try:
        problem: AnyProblem = problem_class(kind).parse(data["puzzle"])
        same = "prompt" not in data or read(data["prompt"], kind).problems == (problem,)
        stored = (problem.parse_answer(data["solution"]),) if data.get("solution") else ()
    except (ParseError, AttributeError, TypeError) as error:
        raise ParseError(number, 1, getattr(error, "reason", "expected texts as puzzle and answer")) from None
    if not same:
        raise ParseError(number, 1, "expected a prompt of the puzzle, found that of another one")
    if "answer" in data and [problem.answer_rows(one) for one in stored] != [data["answer"]]:
        raise ParseError(number, 1, "expected the same answer as rows and as text, found two")
    return Row(problem, str(data.get("grade", "")), Beside(stored=stored or (None,)))


def _of_foreign(data: Any, number: int) -> Row:
    try:
        return _foreign_row(data)
    except ParseError as error:
        raise ParseError(number, 1, f"{error.reason} (a row of {_foreign_set(data)})") from None
    except (AttributeError, LookupError, TypeError, ValueError):
        raise ParseError(number, 1, f"expected values as {_foreign_set(data)} writes them") from None


_BETWEEN = re.compile(r"[\s,]*")
_DECODER = json.JSONDecoder()


def _objects(text: str) -> Iterator[tuple[Any, int]]:
    """The objects of a list, each with its line; raise `ParseError` where it is no JSON."""
    try:
        count = len(json.loads(text))
    except json.JSONDecodeError as error:
        raise ParseError(error.lineno, error.colno, f"expected a list of JSON ({error.msg})") from None
    except (ValueError, RecursionError):
        raise ParseError(1, 1, "expected a list of JSON") from None
    at = text.index("[") + 1
    number = 1 + text.count("\n", 0, at)
    for _ in range(count):
        start = _next(text, at)
        number += text.count("\n", at, start)
        data, end = _DECODER.raw_decode(text, start)
        yield data, number
        at, number = end, number + text.count("\n", start, end)


def _next(text: str, at: int) -> int:
    """Where the next object of a list begins."""
    between = _BETWEEN.match(text, at)
    return at if between is None else between.end()


def _recognises_list(kind: str, text: str) -> bool:
    """Whether the first object of a list is of this kind; the text may be cut off behind it."""
    try:
        return _is_row(kind, _DECODER.raw_decode(text, _next(text, text.index("[") + 1))[0])
    except (ValueError, RecursionError):
        return False


Found = Callable[[str, str], tuple[Row, ...]]
"""Kind and text to the rows of the whole text, of which each is right."""


@lru_cache(maxsize=1)  # puzzles and stored answers are asked for one after the other
def _in_lines(kind: str, text: str) -> tuple[Row, ...]:
    found = (_row(kind, line, number) for number, line in enumerate(text_lines(text), 1))
    return tuple(row for row in found if row is not None)


@lru_cache(maxsize=1)
def _in_one_list(kind: str, text: str) -> tuple[Row, ...]:
    return tuple(_row_of(kind, data, number) for data, number in _objects(text))


def _puzzles(rows: Found, kind: str, text: str) -> tuple[AnyProblem, ...]:
    return tuple(row.puzzle for row in rows(kind, text))


def _beside(rows: Found, kind: str, text: str) -> Beside:
    return Beside(stored=tuple(row.beside.stored[0] for row in rows(kind, text)))


def _items(kind: str, text: str) -> Iterator[Row]:
    for data, number in _objects(text):
        try:
            yield _row_of(kind, data, number)
        except ParseError as error:
            yield Row(error)


def _form(kind: str) -> AnyForm:
    return Form(
        name="set",
        about="an object of JSON a line, with puzzle, prompt and answer, as 'generate --json' writes it"
        + (", or a row of reasoning-gym" if kind in _FOREIGN_KINDS else "")
        + (" or ZebraLogic" if kind == "zebra" else ""),
        recognises=partial(_recognises, kind),
        read=partial(_puzzles, _in_lines, kind),
        rows=lambda head: Rows(partial(_row, kind), lambda rest: "", alike=False),
        several=True,
        beside=partial(_beside, _in_lines, kind),
    )


def _list_form(kind: str) -> AnyForm:
    return Form(
        name="set-list",
        about="the objects of the form 'set' in one list of JSON",
        recognises=partial(_recognises_list, kind),
        read=partial(_puzzles, _in_one_list, kind),
        items=partial(_items, kind),
        several=True,
        beside=partial(_beside, _in_one_list, kind),
    )


SET, LIST = cache(_form), cache(_list_form)


# Rows of reasoning-gym, which state a puzzle in numbers, and of ZebraLogic, which state it in words
#
# Rows are read if they have exactly the members that the set writes, of reasoning-gym that of version 0.1.25;
# there ``metadata`` names the generator. What its question says in words is not read, but for zebra puzzles,
# which are stated there only.


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
_FOREIGN_KINDS = frozenset(one.kind for one in _DATASETS.values())
"""The kinds that have such rows."""


def _foreign_kind(data: Any) -> str | None:
    """The kind of a row, by the generator that it names, or by its members; None for other data."""
    if isinstance(data, dict) and data.keys() == _ZEBRA_LOGIC:
        return "zebra"
    meta = data.get("metadata") if isinstance(data, dict) else None
    name = meta.get("source_dataset") if isinstance(meta, dict) else None
    return _DATASETS[name].kind if isinstance(name, str) and name in _DATASETS else None


def _foreign_set(data: Any) -> str:
    """The set that a row is of, for messages."""
    return "reasoning-gym 0.1.25" if "metadata" in data else "ZebraLogic"


def _foreign_row(data: Any) -> Row:
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
