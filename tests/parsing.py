"""What the tests of malformed texts share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coversat.errors import ParseError

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
