"""What ``--help`` prints."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Sequence
from inspect import cleandoc
from textwrap import fill, indent, wrap

from .commands import Option

NARROWEST, WIDEST = 60, 80
_WIDEST_TERM = 30
"""What is longer has its help on the line below."""


def described(about: str, options: Sequence[Option]) -> list[str]:
    """A text and a table of options, as ``--help`` shows them, each paragraph by itself.

    The lines of a paragraph stay as they are where they are indented by more than the first.
    """
    width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns)) - 2
    paragraphs = [_filled(paragraph, width) for paragraph in cleandoc(about).split("\n\n")]
    rows = [(_term(option), option.help) for option in options]
    return [*paragraphs, "\n".join(["Options:", *table(rows, width)])]


def _filled(paragraph: str, width: int) -> str:
    if "\n  " in paragraph:
        return indent(paragraph, "  ")
    return fill(paragraph, width, initial_indent="  ", subsequent_indent="  ")


def _term(option: Option) -> str:
    return " ".join(filter(None, [", ".join(option.names), option.metavar]))


def table(rows: Collection[tuple[str, str]], width: int = WIDEST - 2) -> list[str]:
    """Terms and what they mean, in two columns."""
    column = min(_WIDEST_TERM, max(len(term) for term, _ in rows)) + 4
    lines = []
    for term, text in rows:
        head, *others = wrap(text, width - column)
        if len(term) > _WIDEST_TERM:
            lines.append(f"  {term}")
            term = ""
        lines.append(f"  {term:<{column - 2}}{head}")
        lines += [" " * column + line for line in others]
    return lines
