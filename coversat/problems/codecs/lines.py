"""Forms with one problem a line, which is one word: a link, or a game id."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from ..problem import AnyProblem, Form, each, rendered
from ..text import Token, token_lines

A = TypeVar("A")
P = TypeVar("P", bound=AnyProblem)

RULES_IN_WORDS = "the link's rules in words were not read"
"""The note to a link that tells rules in words; nobody but a person knows what they say."""


def line_form(
    *,
    name: str,
    about: str,
    word: str = "a link",
    recognises: Callable[[str], bool],
    read: Callable[..., P],
    meanings: bool = False,
    write: Callable[[P], str] | None = None,
    show: Callable[[P, A, int], str] = rendered,
    notes: Callable[[Token], tuple[str, ...]] | None = None,
) -> Form[P, A]:
    """A form whose lines each hold one word.

    Parameters
    ----------
    word : str
        What it is called in errors.
    read, write, notes
        Of one word; the rest are the form's own.
    meanings : bool
        Whether more words may follow the first, which `read` takes too: what its drawings mean.
    """
    return Form(
        name=name,
        about=about,
        recognises=recognises,
        read=lambda text: tuple(read(*words) for words in _lines(text, word, meanings)),
        write=write and each(lambda problem: write(problem) + "\n"),
        show=show,
        split_line=_whole_line,
        several=True,
        notes=None
        if notes is None
        else lambda text: tuple(
            dict.fromkeys(note for first, *_ in _lines(text, word, meanings) for note in notes(first))
        ),
    )


def _whole_line(line: str) -> tuple[str, str]:
    """Nothing in a line is passed over: a second word says something or is a mistake, which `read` names."""
    return line.strip(), ""


def _lines(text: str, expected: str, meanings: bool) -> Iterator[list[Token]]:
    for tokens in token_lines(text):
        if len(tokens) > 1 and not meanings:
            raise tokens[1].error(f"the end of the line after {expected}")
        yield tokens
