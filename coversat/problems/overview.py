"""Formulas and covers as a person looks at them: clauses in words, and the matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from textwrap import wrap
from typing import Any

from ..base.notebook import html_table
from ..base.wording import counted

MOST_COLUMNS, MOST_ROWS = 40, 24
"""How much of a matrix, or of a list of clauses, is shown."""


def clauses_in_words(cnf: Any) -> list[str]:
    """The first clauses, with the names of their variables."""
    names = cnf.variable_names

    def words(literal: int) -> str:
        return f"{'' if literal > 0 else 'not '}{names[abs(literal) - 1]}"

    shown = [" or ".join(map(words, clause)) or "false" for clause in islice(cnf.clauses, MOST_ROWS)]
    return [*shown, *_more(len(cnf.clauses) - len(shown), "clause")]


def matrix(cover: Any) -> tuple[list[str], list[list[str]], list[str]]:
    """The first items; the first options as rows, with 1 or the colour at an item; and what is left out."""
    items = cover.items[:MOST_COLUMNS]
    rows = []
    for name, option in islice(zip(cover.option_names, cover.options, strict=True), MOST_ROWS):
        held = {**dict.fromkeys(option.items, "1"), **dict(option.colours)}
        rows.append([name, *(held.get(item, "") for item in items)])
    left = [*_more(len(cover.items) - len(items), "item"), *_more(len(cover.options) - len(rows), "option")]
    return list(items), rows, left


def _more(number: int, what: str) -> Iterator[str]:
    if number > 0:
        yield f"... {counted(number, f'more {what}')}"


def matrix_lines(cover: Any, width: int = 72) -> list[str]:
    """The matrix, whose columns are numbered, below the names of their items."""
    items, rows, left = matrix(cover)
    named = ", ".join(f"{number} {item}" for number, item in enumerate(items, 1))
    names = max((len(row[0]) for row in rows), default=0)
    cells = max((len(cell) for row in rows for cell in row[1:]), default=1)
    room = (width - names - 2) // max(1, len(items))  # for a column with the blank before it
    wide = max(cells, min(len(str(len(items))), room - 1))
    gap = " " if wide < room else ""
    heads = gap.join(str(number)[-wide:].rjust(wide) for number in range(1, len(items) + 1))
    body = (f"{row[0]:{names}}  {gap.join((cell or '.').rjust(wide) for cell in row[1:])}" for row in rows)
    return [*wrap(f"items: {named}", width), f"{'':{names}}  {heads}", *body, *left]


def clauses_html(cnf: Any) -> str:
    """The clauses in words, as a table."""
    return html_table(["clause"], [[words] for words in clauses_in_words(cnf)])


def matrix_html(cover: Any) -> str:
    """The matrix as a table."""
    items, rows, left = matrix(cover)
    return html_table(["option", *items], rows, left)


def looked_at(problem: Any) -> Sequence[str]:
    """A formula or a cover as lines for people; the text of any other problem."""
    if problem.kind == "cnf":
        return clauses_in_words(problem)
    return matrix_lines(problem) if problem.kind == "cover" else problem.format().splitlines()
