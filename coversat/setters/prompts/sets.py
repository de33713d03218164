"""Sets of puzzles as ``generate --json`` writes them: an object a line, or a list of objects.

An object has puzzle, prompt and answer, or less: the kind, the puzzle as a text that begins with its name,
and perhaps the solution. Rows of reasoning-gym and of ZebraLogic are read, too; see `gym`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from typing import Any

from ...base.errors import ParseError
from ...problems import AnyForm, AnyProblem, problem_class, read
from ...problems.problem import Beside, Form, Row, Rows
from ...problems.text import head_of, text_lines
from . import gym

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
    if gym.kind_of(first) == kind:
        return True
    if not isinstance(first, dict) or first.get("kind") != kind or "puzzle" not in first:
        return False
    return "prompt" in first or str(first["puzzle"]).startswith((f"{kind} ", f"{kind}\n"))


def _row(kind: str, line: str, number: int) -> Row | None:
    """What a line states; None for a blank one."""
    return _row_of(kind, _data(line), number) if line.strip() else None


def _row_of(kind: str, data: Any, number: int) -> Row:
    """The puzzle of an object; raise `ParseError` unless its members are those of one puzzle."""
    if gym.kind_of(data) == kind:
        return _of_gym(data, number)
    if (
        not isinstance(data, dict)
        or data.get("kind") != kind
        or not _NEEDED <= data.keys() <= _NEEDED | _ANSWER | _MADE
    ):
        raise ParseError(number, 1, f"expected an object as 'generate --json' writes it, of a {kind}")
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


def _of_gym(data: Any, number: int) -> Row:
    try:
        return gym.row_of(data)
    except ParseError as error:
        raise ParseError(number, 1, f"{error.reason} (a row of {gym.set_of(data)})") from None
    except (AttributeError, LookupError, TypeError, ValueError):
        raise ParseError(number, 1, f"expected values as {gym.set_of(data)} writes them") from None


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
        + (", or a row of reasoning-gym" if kind in gym.KINDS else "")
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
