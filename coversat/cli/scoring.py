"""``coversat score``: replies in free text, judged by the rules of the puzzles of a set."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any, NamedTuple

import click

from ..answering.sets.entries import Entries
from ..base.errors import NO, YES, InputError
from ..base.files import read_text, shown
from ..base.wording import counted
from ..comparing.scoring import Score, score
from ..problems.recognition import Wanted
from . import options as shared
from .inputs import Case, cases_of, report_readings
from .output import Progress, Results, echo
from .signatures import command

_MEMBERS = (
    "reply",
    "response",
    "completion",
    "output",
    "prediction",
    "generated",
    "answer",
    "content",
    "text",
)
"""The member of an object that is the reply: the first of these that it has."""
_EXPECTED = (
    f"expected a line of JSON with a reply: a text, a chat, or an object with one of {', '.join(_MEMBERS)}"
)


class _Reply(NamedTuple):
    """A line of replies: its number, its reply if it has one, the number of the puzzle if it states that."""

    line: int
    text: str | None
    case: int | None = None
    source: str = ""


@command(score, examples=("coversat score examples/sudoku/boj2239.txt answer.txt",), without=("kind",))
@click.argument("file", metavar="SET")
@click.argument("replies", metavar="REPLIES")
@shared.reading
@shared.rows("reply")
def score_command(file: str, replies: str, wanted: Wanted, unique: bool, as_json: bool) -> int:
    """Score replies, such as those of a language model, by the rules of the puzzles in SET.

    REPLIES has a line of JSON for each: a text, a chat, of which the last message counts, or an object with
    the reply in its member reply, response, completion, output, prediction, generated, answer, content or
    text. They belong to the puzzles in order; a member case names a puzzle by its number, so that one can
    have many replies. For a single puzzle REPLIES may also be the text of one reply.

    The last board in a reply counts, whatever is around it and between its cells. A line says RIGHT or
    WRONG, with the rule that is broken, or why there is no board. With --unique a puzzle must have only that
    answer. Exits with 1 unless all replies are right.
    """
    results = Results(as_json)
    cases = report_readings([*cases_of(Entries([file], wanted, None), results)])
    numbers = {case.number: case for case in cases}
    found = _replies_in(replies, len(cases))
    if len(found) != len(cases) and any(reply.case is None for reply in found):
        words = f"{_replies(len(found))} for {counted(len(cases), 'puzzle')}"
        raise InputError(replies, f"expected a reply for each puzzle, or the member case in each: {words}")
    right = 0
    with Progress() as tell:
        for at, reply in enumerate(found):
            if reply.text is None:
                results.error(InputError(replies, _EXPECTED, reply.line, 1, reply.source))
                continue
            number = cases[at].number if reply.case is None else reply.case
            if number not in numbers:
                results.error(InputError(replies, f"{shown(file)} has no puzzle #{number}", reply.line, 1))
                continue
            tell(f"reply {at + 1} of {len(found)}")
            judged = score(numbers[number].problem, reply.text, unique=unique)
            right += _show(numbers[number], replies, reply, judged, results)
    if len(found) > 1 and not as_json:
        echo(f"{_replies(len(found))}: {right} right ({right / len(found):.1%})", err=True)
    return results.code


def _show(case: Case, file: str, reply: _Reply, found: Score, results: Results) -> bool:
    row = case.row("right" if found else "wrong") | {"replies": file, "line": reply.line}
    row |= {name: getattr(found, name) for name in ("score", "reason", "cells_right", "rules_kept")}
    text = f"{'RIGHT' if found else 'WRONG'} {shown(file)}:{reply.line} ({case.name})"
    results.add(YES if found else NO, row, text if found else f"{text}: {found.reason}")
    return bool(found)


def _replies_in(file: str, puzzles: int) -> list[_Reply]:
    """The replies in a file."""
    if os.path.isdir(file):
        raise InputError(file, "expected a file of replies, found a folder")
    text = read_text(file)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    data = [(number, line, _json(line)) for number, line in lines]
    if puzzles == 1 and not all(isinstance(one, (dict, list, str)) and one for _, _, one in data):
        return [_Reply(1, text)]
    return [_reply(*one) for one in data]


def _replies(number: int) -> str:
    return "1 reply" if number == 1 else f"{number} replies"


def _json(line: str) -> Any:
    with suppress(ValueError, RecursionError):
        return json.loads(line)
    return None


def _reply(number: int, line: str, row: Any) -> _Reply:
    case = row.get("case") if isinstance(row, dict) else None
    if not isinstance(case, int | None):
        return _Reply(number, None, None, line)
    return _Reply(number, _said(row), case, line)


def _said(row: Any) -> str | None:
    """The reply in a row; of a chat its last message."""
    for _ in range(8):  # a response, its body, a choice in a list, a message in it, and parts of its content
        if isinstance(row, list) and row:
            row = row[-1]
        elif isinstance(row, dict):
            names = [name for name in ("body", "messages", "choices", "message", *_MEMBERS) if name in row]
            row = row[names[0]] if names else None
    return row if isinstance(row, str) else None
