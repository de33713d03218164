"""Problems from files and texts."""

from __future__ import annotations

import os
from typing import TypeAlias

from ..arguments import text
from ..errors import InputError, ParseError
from ..files import read_text
from ..problems import AnyProblem, Problem
from ..problems import read as read_problems

Source: TypeAlias = "AnyProblem | str | os.PathLike[str]"


def read(source: Source, kind: str | None = None) -> tuple[AnyProblem, ...]:
    """Every problem in a file or a text.

    Parameters
    ----------
    source : Problem, str or Path
    kind : str, optional
        Only forms of this kind are tried; see `coversat.KINDS`.

    Raises
    ------
    InputError
        When the text is in no form known here or malformed, with its line and column; or when there is
        no such file.

    Examples
    --------
    >>> import coversat
    >>> coversat.read("langford 3")
    (Langford(pairs=3),)
    """
    if isinstance(source, Problem):
        return (source,)
    if not isinstance(source, (str, os.PathLike)):
        raise ValueError(f"a source is a problem, the name of a file or a text, not {source!r}")
    if kind is not None:
        text("kind", kind)
    name, content = _text_of(source)
    try:
        return read_problems(content, kind, name).problems
    except ParseError as error:
        if name is None and isinstance(source, str) and "\n" not in source:
            raise InputError(source, f"no file has this name, and as a text: {error.reason}") from None
        raise InputError.of_text(name or "<text>", content, error) from None


def _text_of(source: str | os.PathLike[str]) -> tuple[str | None, str]:
    """The name of the file, if it is one, and the text."""
    if isinstance(source, str) and ("\n" in source or not os.path.exists(source)):
        return None, source
    return os.fspath(source), read_text(source)


def one(source: Source) -> AnyProblem:
    """The only problem in a source.

    Raises
    ------
    InputError
        As for `read`, and when it holds several.
    """
    problems = read(source)
    if len(problems) != 1:
        name = source if isinstance(source, str) and "\n" not in source else "the text"
        raise InputError(str(name), f"it holds {len(problems)} puzzles; coversat.read gives them all")
    return problems[0]
