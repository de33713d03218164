"""What the tests of malformed texts share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from coversat.base.errors import ParseError
from coversat.problems import read

Malformed = tuple[str, int, int, str]
"""A text, the line and column where the trouble starts, and a piece of the reason."""


def assert_malformed(parse: Callable[[str], object], case: Malformed) -> None:
    """The text and its CRLF and CR forms are refused at the same place, for the same reason."""
    text, line, column, reason = case
    for ending in ("\n", "\r\n", "\r"):
        with pytest.raises(ParseError) as raised:
            parse(text.replace("\n", ending))
        found = raised.value
        assert (found.line, found.column) == (line, column), found
        assert reason in found.reason, found
        assert found.reason.startswith("expected ")
        assert str(found) == f"line {line}, column {column}: {found.reason}"


def malformed(cases: Iterable[Malformed], parse: Callable[[str], object]) -> Callable[[Malformed], None]:
    """A test that `parse` refuses each text at its place, whatever its line ends are."""

    @pytest.mark.parametrize("case", cases, ids=lambda case: f"{case[1]}:{case[2]} {case[3]}")
    def test(case: Malformed) -> None:
        assert_malformed(parse, case)

    return test


def endings(text: str) -> list[str]:
    """The same text with other line ends, with blank lines behind, and without its final newline."""
    return [
        text,
        text.replace("\n", "\r\n"),
        text.replace("\n", "\r"),
        text.removesuffix("\n"),
        text.replace("\n", "\r\n").removesuffix("\r\n"),
        text + "\n\n",
    ]


def mistakes(
    fields: str,
    cases: Iterable[tuple[Any, ...]],
    parse: Callable[[Any], object] | None = None,
    place: tuple[int, int] | None = None,
) -> Callable[[tuple[Any, ...]], None]:
    """A test that `parse`, or `read`, refuses the text that each case begins with.

    The fields name what follows the text: the line and the column of the mistake, and a piece of the reason
    or a pattern for it.  Without a column or a line in them `place` is expected, where it is given.
    """
    parse = parse or read

    @pytest.mark.parametrize("case", cases, ids=lambda case: " ".join(map(str, case[1:])))
    def test(case: tuple[Any, ...]) -> None:
        text, *rest = case
        expected = dict(zip(fields.split(), rest, strict=True))
        with pytest.raises(ParseError) as caught:
            parse(text)
        error, reason = caught.value, expected.pop("reason")
        if place is not None:
            expected = dict(zip(("line", "column"), place, strict=True)) | expected
        assert {name: getattr(error, name) for name in expected} == expected, error
        assert reason in str(error) or re.search(reason, str(error)), error

    return test
