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

    Parameters
    ----------
    kind : class
    about : two lines for listings
    compact, spaced : row -> text
        `compact` raises `ValueError` for a row that it cannot state.
    show : (problem, answer, case number) -> text
        Answers in the form ``compact``.
    """

    def writer(line: Callable[[Any], str]) -> Callable[[Sequence[Any]], str]:
        return each(lambda problem: headed_text(problem, map(line, problem.clues)))

    read = each_headed(kind.kind, kind.read)
    first, second = (headed_rows(kind.kind, is_spaced) for is_spaced in (False, True))
    return (
        Form("compact", about[0], first, read, writer(compact), show, several=True),
        Form("spaced", about[1], second, read, writer(spaced), several=True),
    )


def headed_text(problem: Any, lines: Iterable[str]) -> str:
    """The kind and the order, and these lines."""
    return "\n".join([f"{problem.kind} {problem.order}", *lines, ""])


def read_headed(
    kind: Any, text: str, largest: int, rows: Callable[[int], int], row: Callable[[list[Token], int], Any]
) -> tuple[Any, ...]:
    """The rows below the heading of a text.

    Parameters
    ----------
    largest : int
        The largest order.
    rows : order -> number of rows
    row : (tokens, order) -> row
    """
    reader = LineReader(text)
    _, token = reader.heading(kind.kind, f"'{kind.kind}' and the order", 2)
    order = token.integer(1, largest, "the order")
    count = rows(order)
    found = tuple(row(reader.line(f"row {r + 1} of {count}"), order) for r in range(count))
    reader.end(f"the end of the text after {count} rows")
    return found
