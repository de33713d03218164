"""What all questions of the page share: their names, the puzzle that is asked about, and errors as data."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from coversat.base.errors import CoversatError, InputError, ParseError
from coversat.problems import KINDS, AnyForm, AnyProblem, read
from coversat.problems.recognition import ANYTHING, Reading, Wanted

NAME = "puzzle.txt"
"""The name of the page's text where the library wants a file name."""

PRINTED = "printed.txt"
"""The same for a solver's output."""

HERE = Path("/tmp/page")
"""The folder of files that go in or out: the worker writes what was dropped and reads what is to be saved."""

QUESTIONS: dict[str, Callable[..., Any]] = {}
"""The functions that the page can call, by name."""

_listener: Callable[[str], object] | None = None


def question(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register a function under its name."""
    QUESTIONS[function.__name__] = function
    return function


def listen(listener: Callable[[str], object] | None) -> None:
    """Send intermediate results to a function from now on, as JSON."""
    global _listener
    _listener = listener


def report(part: dict[str, Any]) -> None:
    """Send an intermediate result of the question."""
    if _listener is not None:
        _listener(json.dumps(part))


class Text(NamedTuple):
    """A text of the page, and the kind and form that the page knows of it."""

    words: str
    wanted: Wanted = ANYTHING


def arguments_of(values: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a question: a text with its kind and form is one of them."""
    if "text" not in values:
        return values
    wanted = Wanted(values.pop("kind", None), values.pop("form", None))
    return values | {"text": Text(values["text"], wanted)}


def document(text: Text) -> Reading:
    """A text, read; an error in it has its place."""
    try:
        return read(text.words, text.wanted, NAME)
    except ParseError as error:
        raise InputError.of_text(NAME, text.words, error) from None


class Given(NamedTuple):
    """The problem of a text, and its form."""

    problem: AnyProblem
    form: AnyForm


def one(text: Text) -> Given:
    """The only problem of a text, and its form."""
    found = document(text)
    if len(found.problems) != 1:
        raise InputError(NAME, f"it holds {len(found.problems)} puzzles; choose one of them")
    return Given(found.problems[0], found.form)


def failure(error: CoversatError) -> dict[str, Any]:
    """An error for the page: the exit code that it has on the command line, its message, and its place."""
    place = {name: getattr(error, name, None) for name in ("line", "column", "source")}
    message = without_options(getattr(error, "message", str(error)))
    return {
        "exit": error.exit_code,
        "message": message,
        **place,
        "printed": getattr(error, "file", None) == PRINTED,
        "readings": list(_readings(error.hint)),
    }


def _readings(hint: str) -> Iterator[dict[str, str]]:
    """The kinds and forms that an error proposes, as options, for a text that can be several."""
    for option, names in _CHOICES.findall(hint):
        yield from ({option: name} for name in names.split(", ") if option == "form" or name in KINDS)


_CHOICES = re.compile(r"--(kind|form) ([\w-]+(?:, [\w-]+)*)")


_OPTIONS = re.compile(
    r"""\ \(see\ '(?:coversat|--)[^)]*\)
    | [:;,]?\ (?:and\ )?[^:;,()'"]*(?:'coversat\ [^']*'|(?<![\w-])--[a-z][\w-]*)[^:;,()]*
    """,
    re.VERBOSE,
)


def without_options(message: str) -> str:
    """A message without clauses about commands or options, which a page does not have."""
    return _OPTIONS.sub("", message)


def place(name: str) -> Path:
    """A path in `HERE`."""
    HERE.mkdir(parents=True, exist_ok=True)
    return HERE / Path(name).name


def fresh(name: str) -> Path:
    """An unused path in `HERE`."""
    path = place(name)
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    return path
