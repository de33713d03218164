"""Whatever the text, reading it gives problems or a `ParseError` with a place in the text."""

from __future__ import annotations

from typing import Any

import pytest
from each import each
from hypothesis import example, given
from hypothesis import strategies as st
from instances import instances
from strategies import problems

from coversat.base.errors import ParseError
from coversat.problems import KINDS, Reading, problem_class, read


def read_or_refuse(text: str, kind: str | None = None) -> Reading | None:
    """The document, or None when the text is refused at a place that exists."""
    try:
        document = read(text, kind)
    except ParseError as error:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert_place(error, lines)
        return None
    for problem in document.problems:
        assert problem.kind == (kind or problem.kind)
    return document


def assert_place(error: ParseError, lines: list[str]) -> None:
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1
    assert error.reason
    assert "\n" not in error.reason


# fmt: off
PIECES = st.sampled_from([
    *"0123456789.#|:()-\\ \t\n\r", *("\n" * 4), "0 0 0\n", "1\n3\n", "p cnf 2 1\n", "c p show ",
    "c varname 1 x\n", "1 -2 0\n", "sudominoku 2x2\n", "boxes 2x3\n", "6 B2 1 B3\n", "A1 A2 A3", "17\\24 ",
    "a b | c\n", "| option: ", "| projection: ", "puzzle", "\uff11", "\u0663", "\u00b2", "\x00", "\x0b",
    "\u2028", "\ufeff", "99999999999999999999999999", "-0", "\ud800",
])
# fmt: on
# fmt: off
LINK_PIECES = [
    "https://puzz.link/p?", "kakuro/", "sudoku/", "9/9/", "2/2/", "https://f-puzzles.com/?load=", "fpuzzles",
    "scl", "N4IgzglgXgpiBc", "https://sudokupad.app/", "m=edit&p=", "penpa-edit/#", "3x3:", "9jk:", "2x2:",
    ":0000:x:", "[Puzzle]", "<opensudoku>", "<game data=", "<?xml?>", "<!DOCTYPE", "1..|2..|...",
    "-----------", "\n", " ", "4", "z", "_", "+1", ".", ",", "|", "%2B", "\x00", "\ud7ff", "é", "/",
]
# fmt: on
LINKS = st.lists(st.sampled_from(LINK_PIECES) | st.text(max_size=4), max_size=9).map("".join)
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join))


@given(TEXTS | LINKS)
@example("000|000|000")
def test_any_text(text: str) -> None:
    read_or_refuse(text)


@given(TEXTS, st.sampled_from(KINDS))
def test_any_text_for_any_kind(text: str, kind: str) -> None:
    read_or_refuse(text, kind)


@given(problems(), st.data())
def test_texts_with_one_mistake(problem: Any, data: st.DataObject) -> None:
    """A good text with a few characters deleted, put in or replaced."""
    text = problem.format() if problem.kind != "cover" or problem.primary else "a\na\n"
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        until = min(len(text), at + data.draw(st.integers(0, 2)))
        text = text[:at] + data.draw(st.just("") | PIECES) + text[until:]
    read_or_refuse(text)
    read_or_refuse(text, problem.kind)


@given(TEXTS, st.sampled_from(KINDS))
def test_any_text_as_an_answer(text: str, kind: str) -> None:
    problem = instances(kind)[0].problem
    try:
        answer = problem.parse_answer(text)
    except ParseError as error:
        assert_place(error, text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    else:
        problem.violations(answer)


def test_nothing_is_not_a_problem() -> None:
    for text in ("", "\n", " \n\t\n"):
        with pytest.raises(ParseError, match="found an empty text"):
            read(text)
    with pytest.raises(ParseError, match="found a text in no known form"):
        read("hello\n")
    with pytest.raises(KeyError):
        read("1\n", "no such kind")
    for kind in KINDS:
        assert problem_class(kind).kind == kind


def test_parse_wants_exactly_one() -> None:
    for kind, text in (
        ("sudoku", f"{'0' * 81}\n" * 2),
        ("sudominoku", "0\n"),
        ("kakuro", "2\n1\n0\n0\n1\n0\n0\n"),
    ):
        with pytest.raises(ParseError, match=f"expected one {kind}, found [02]"):
            problem_class(kind).parse(text)


@each("count", ["999999", "99999999999999999"])
def test_announced_numbers_are_never_trusted_for_memory(count: str) -> None:
    for text in (f"{count}\n3\n", f"1\n{count}\n", f"1\n2\n0 0\n0 1\n{count}\n", f"p cnf {count} {count}\n"):
        assert read_or_refuse(text) is None


@pytest.mark.thorough
def test_deep_texts_end() -> None:
    """No recursion on the length of a text."""
    for text in ("0" * 10_000, "0\n" * 10_000, "# " * 10_000, "( " * 10_000, "a " * 5_000 + "\na\n"):
        read_or_refuse(text)
