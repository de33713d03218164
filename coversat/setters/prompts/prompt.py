"""Prompts: a puzzle with its rules in words, and what the answer looks like.

A prompt is a form: what stands around the puzzle is determined by the kind, the language and the constraints
of a sudoku. A text that says anything else, such as another rule, is refused. The words of built-in kinds are
in ``words.json``, of which the page uses the names of kinds and constraints. Those of other kinds come from
the class: its rules are the paragraphs of its docstring.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, partial
from inspect import getdoc
from itertools import zip_longest
from pkgutil import get_data
from typing import Any, NamedTuple

from ...base.errors import ParseError
from ...problems import AnyForm, AnyProblem, problem_class
from ...problems.kind import find
from ...problems.problem import Form, alone
from ...problems.text import shown, text_lines

FENCE = "```"
LANGUAGES = {"en": "English", "ko": "Korean"}


@cache
def _words() -> Any:
    return json.loads(get_data(__package__, "words.json") or b"")


def _said(language: str, what: str) -> str:
    """What a prompt says around the puzzle; of other kinds than those of the table, of clues and answers."""
    found: str = _words()["frame"][language][what]
    return found


class _Kind(NamedTuple):
    """The words for a kind."""

    name: str
    rules: list[str]
    answer: str


def _kind(kind: str, language: str) -> _Kind:
    table = _words()
    if kind in table["names"]["en"] and not find(kind).file:
        return _Kind(table["names"][language][kind], **table["rules"][language][kind])
    found: Any = problem_class(kind)
    rules = [" ".join(part.split()) for part in re.split(r"\n\s*\n", getdoc(found) or found.about)]
    rules += [_said(language, "clue").format(found.clue_words)] if getattr(found, "symbols", None) else []
    values = getattr(found, "values", None)  # of some kinds, a property that depends on the board
    each = [_said(language, "each").format(" ".join(values.values()))] if isinstance(values, Mapping) else []
    return _Kind(found.__name__, rules, " ".join([_said(language, "whole"), *each]))


def _opening(kind: str, language: str) -> str:
    return f"{_said(language, 'opening')}{_kind(kind, language).name}."


def _head(problem: AnyProblem, language: str) -> list[str]:
    """The lines above the puzzle."""
    rules = [*_kind(problem.kind, language).rules]
    meanings = _words()["constraints"].get(language, {})
    for constraint in {one.word: one for one in getattr(problem, "constraints", ())}.values():
        meaning = meanings.get(constraint.word, ["", constraint.about])[1]
        rules.append(f"{constraint.word}: {meaning}")
    return [
        _opening(problem.kind, language),
        "",
        *(f"- {one}" for one in rules),
        "",
        _said(language, "board"),
        "",
        FENCE,
    ]


def _tail(kind: str, language: str) -> list[str]:
    """The lines below the puzzle."""
    return [FENCE, "", _said(language, "answer") + _kind(kind, language).answer]


def prompt(problem: AnyProblem, language: str = "en") -> str:
    """A puzzle in words: its rules, its text and the form of the answer."""
    board = text_lines(problem.format())
    lines = (*_head(problem, language), *board, *_tail(problem.kind, language))
    return "".join(f"{line}\n" for line in lines)


def _recognises(kind: str, language: str, text: str) -> bool:
    return text.lstrip().split("\n", 1)[0].strip() == _opening(kind, language)


def _read(kind: str, language: str, text: str) -> tuple[AnyProblem]:
    lines = [line.rstrip() for line in text_lines(text.rstrip())]
    blank = next((at for at, line in enumerate(lines) if line), 0)
    start = next((at for at, line in enumerate(lines) if line == FENCE), len(lines)) + 1
    tail = _tail(kind, language)
    end = max(len(lines) - len(tail), start)
    try:
        problem = problem_class(kind).parse("".join(f"{one}\n" for one in lines[start:end]))
    except ParseError as error:
        _compare(lines, tail, end)
        raise ParseError(start + error.line, error.column, error.reason, error.hint) from None
    _compare(lines[:start], _head(problem, language), blank)
    _compare(lines, tail, end)
    return (problem,)


def _compare(lines: list[str], stated: list[str], start: int) -> None:
    """Raise `ParseError` at the first of the lines from there on that is not as stated."""
    for number, (line, expected) in enumerate(zip_longest(lines[start:], stated), start + 1):
        if line != expected:
            found = "the end of the text" if line is None else shown(line)
            wanted = "the end of the text" if expected is None else repr(expected)
            raise ParseError(number, 1, f"expected {wanted}, found {found}; a prompt says this of the puzzle")


def _form(kind: str, name: str, language: str) -> AnyForm:
    return Form(
        name=name,
        about=f"rules, puzzle and form of the answer in words, in {LANGUAGES[language]}",
        recognises=partial(_recognises, kind, language),
        read=partial(_read, kind, language),
        write=alone(partial(prompt, language=language)),
    )


PROMPT = cache(partial(_form, name="prompt", language="en"))
PROMPT_KO = cache(partial(_form, name="prompt-ko", language="ko"))
"""The forms of a kind."""
