"""The two forms of boards of digits: a heading with the order, then a line a row, compact or with spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .problem import AnyForm, Form, each, each_headed, headed_rows, rendered
from .text import LineReader, Token

Rows = Iterable[Sequence[Any]]


def digit_row_forms(
    kind: Any,
    about: tuple[str, str],
    compact: Callable[[Any], str],
    spaced: Callable[[Any], str],
    show: Callable[[Any, Any, int], str] = rendered,
) -> tuple[AnyForm, AnyForm]:
    """The forms ``compact`` and ``spaced`` of a kind whose class has `order` and `read`.

    * kind (class)
    * about (two lines for listings)
    * compact, spaced (row -> text): `compact` raises `ValueError` for a row that it cannot state.
    * show ((problem, answer, case number) -> text): answers in the form ``compact``.
    """

    def writer(line: Callable[[Any], str]) -> Callable[[Sequence[Any]], str]:
        return each(lambda problem: headed_text(kind, problem.order, map(line, problem.clues)))

    read = each_headed(kind.kind, kind.read)
    first, second = (headed_rows(kind.kind, is_spaced) for is_spaced in (False, True))
    return (
        Form("compact", about[0], first, read, writer(compact), show, several=True),
        Form("spaced", about[1], second, read, writer(spaced), several=True),
    )


def headed_text(kind: Any, order: int, lines: Iterable[str]) -> str:
    """The kind and the order, and these lines."""
    return "\n".join([f"{kind.kind} {order}", *lines, ""])


def digit_lines(rows: Sequence[Sequence[str]], characters: str) -> list[str]:
    """Rows of numbers as words: a character a cell if all have one, else the words with spaces.

    * rows (rows of words): empty for a blank cell, which is a dot.
    * characters: those of 0, 1, 2, ...; a space for a number that has none.
    """
    one = {str(number): sign for number, sign in enumerate(characters) if sign != " "} | {"": "."}
    between = "" if all(word in one for row in rows for word in row) else " "
    shown = ((one[word] if not between else word or "." for word in row) for row in rows)
    return list(map(between.join, shown))


def read_headed(
    kind: Any, text: str, largest: int, rows: Callable[[int], int], row: Callable[[list[Token], int], Any]
) -> tuple[Any, ...]:
    """The rows below the heading of a text.

    * largest: the largest order.
    * rows (order -> number of rows)
    * row ((tokens, order) -> row)
    """
    reader = LineReader(text)
    _, token = reader.heading(kind.kind, f"'{kind.kind}' and the order", 2)
    order = token.integer(1, largest, "the order")
    count = rows(order)
    found = tuple(row(reader.line(f"row {r + 1} of {count}"), order) for r in range(count))
    reader.end(f"the end of the text after {count} rows")
    return found
