"""Sets of puzzles as ``generate --json`` writes them: an object a line, with puzzle, prompt and answer.

A line may have less: the kind, the puzzle as a text that begins with its name, and perhaps the solution.
Rows of reasoning-gym and of ZebraLogic are read, too; see `gym`.
"""

from __future__ import annotations

import json
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
    first = _data(next((line for line in text_lines(head_of(text)) if line.strip()), ""))
    if gym.kind_of(first) == kind:
        return True
    if not isinstance(first, dict) or first.get("kind") != kind or "puzzle" not in first:
        return False
    return "prompt" in first or str(first["puzzle"]).startswith((f"{kind} ", f"{kind}\n"))


def _row(kind: str, line: str, number: int) -> Row | None:
    """What a line states; raise `ParseError` unless its members are those of one puzzle."""
    if not line.strip():
        return None
    data = _data(line)
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


def _rows(kind: str, head: str) -> Rows:
    return Rows(partial(_row, kind), lambda rest: "", alike=False)


@lru_cache(maxsize=1)
def _found(kind: str, text: str) -> tuple[Row, ...]:
    """The rows of a whole text; puzzles and stored answers are asked for one after the other."""
    found = (_row(kind, line, number) for number, line in enumerate(text_lines(text), 1))
    return tuple(row for row in found if row is not None)


def _form(kind: str) -> AnyForm:
    return Form(
        name="set",
        about="an object of JSON a line, with puzzle, prompt and answer, as 'generate --json' writes it"
        + (", or a row of reasoning-gym" if kind in gym.KINDS else "")
        + (" or ZebraLogic" if kind == "zebra" else ""),
        recognises=partial(_recognises, kind),
        read=lambda text: tuple(row.puzzle for row in _found(kind, text)),
        rows=partial(_rows, kind),
        several=True,
        beside=lambda text: Beside(stored=tuple(row.beside.stored[0] for row in _found(kind, text))),
    )


SET = cache(_form)
