"""Puzzles in other text forms, and an example of each kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..base.arguments import text
from ..base.errors import CoversatError, InputError, UnknownKindError
from ..base.wording import meant
from ..problems import AnyForm, AnyProblem, find_form, forms
from ..problems.kind import find
from .definitions import kind_named
from .sources import Source, read

Writer = Callable[[Sequence[AnyProblem]], str]


class ConversionError(CoversatError, ValueError):
    """A form that does not exist or can only be read, or that cannot state these puzzles."""


def convert(source: Source, to: str, *, kind: str | None = None) -> str:
    """Write the puzzles of a source in another text form.

    Parameters
    ----------
    source : Problem, str or Path
    to : str
        The name of a form; ``coversat list forms KIND`` has them.
    kind : str, optional
        The kind of problem in a text.

    Raises
    ------
    ConversionError
        For a form that does not exist or can only be read, and for puzzles that it cannot state.

    Examples
    --------
    >>> import coversat
    >>> coversat.convert("1...\\n..2.\\n.3..\\n...4\\n", "oneline")
    '1.....2..3.....4\\n'
    """
    problems = read(source, kind)
    if not problems:
        raise ConversionError("there is no puzzle to convert")
    _, write = written_form(problems[0].kind, text("to", to))
    return converted(problems, write)


def written_form(kind: str, name: str) -> tuple[AnyForm, Writer]:
    """A form and how it is written; raises `ConversionError` if there is none, or it can only be read."""
    try:
        form = find_form(kind, name)
    except UnknownKindError:
        writable = [form.name for form in forms(kind) if form.write is not None]
        raise ConversionError(f"no form {name!r} of {kind}; {meant(name, writable)}") from None
    if form.write is None:
        raise ConversionError(f"the form {name!r} of {kind} can be read but not written")
    return form, form.write


def converted(problems: Sequence[AnyProblem], write: Writer) -> str:
    """The text of the problems; raises `ConversionError` with the reason if the form cannot state them."""
    try:
        return write(problems)
    except ValueError as error:
        raise _refused(error, problems, write) from None


def _refused(error: ValueError, problems: Sequence[AnyProblem], write: Writer) -> ConversionError:
    """Why the form cannot state these problems: because of one of them, or because they are several."""
    if len(problems) == 1:
        return ConversionError(str(error))
    for number, problem in enumerate(problems, 1):
        try:
            write([problem])
        except ValueError as alone:
            return ConversionError(f"case {number}: {alone}")
    return ConversionError(f"{error}; it holds {len(problems)} puzzles", hint="name one with --case")


def example(kind: str) -> str:
    """A small puzzle of a kind, as a text.

    Raises
    ------
    UnknownKindError, InputError
        If there is no such kind, or it states no example.

    Examples
    --------
    >>> import coversat
    >>> coversat.example("langford")
    'langford 7\\n'
    """
    name = kind_named(text("kind", kind))
    found = find(name).example()
    if not found:
        raise InputError(name, "this kind states no example")
    return found
