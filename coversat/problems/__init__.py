"""What is to be solved: each problem with its text forms, its rules check and its picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import ParseError, UnknownKindError
from ..registry import load
from . import codecs
from .kinds import KINDS, MODULES, class_name, module_of
from .problem import Form, Problem, Violation

if TYPE_CHECKING:
    from .cnf import Cnf as Cnf
    from .dominosa import Dominosa as Dominosa
    from .exact_cover import ExactCover as ExactCover
    from .kakuro import Kakuro as Kakuro
    from .langford import Langford as Langford
    from .latin import Latin as Latin
    from .nonogram import Nonogram as Nonogram
    from .polyomino import Polyomino as Polyomino
    from .queens import Queens as Queens
    from .star_battle import StarBattle as StarBattle
    from .sudoku import Sudoku as Sudoku
    from .sudominoku import Sudominoku as Sudominoku


@dataclass(frozen=True)
class Document:
    """What a text holds: problems of one kind, the form they are written in, and its notes (see `Form`)."""

    form: Form[Any, Any]
    problems: tuple[Problem[Any], ...]
    notes: tuple[str, ...] = ()


def problem_class(kind: str) -> type[Problem[Any]]:
    """The class of a kind of problem; `UnknownKindError` when there is none."""
    module = module_of(kind)
    found: type[Problem[Any]] = load(__name__, module, class_name(module))
    return found


def read(text: str, kind: str | None = None) -> Document:
    """Every problem in a text, whose form is recognised without being told.

    Parameters
    ----------
    text : str
    kind : str, optional
        Only forms of this kind are tried.

    Raises
    ------
    ParseError
        When no form recognises the text, or when the text is malformed.
    UnknownKindError
        For a kind that does not exist.
    """
    if form := recognise(text, kind):
        return Document(form, form.read(text), form.notes(text) if form.notes else ())
    kinds = KINDS if kind is None else (kind,)
    found = "a text in no form known here" if text.strip() else "an empty text"
    expected = ", ".join(f"{one} ({', '.join(form_names(one))})" for one in kinds)
    raise ParseError(1, 1, f"expected {expected}, found {found}")


def recognise(text: str, kind: str | None = None) -> Form[Any, Any] | None:
    """The form a text is meant to be in; None when it is in none.

    Raises
    ------
    UnknownKindError
        For a kind that does not exist.
    """
    # Codecs first: they are strict about what they recognise, and a kind's own forms are lenient.
    if codec := codecs.recognised(text, kind):
        return codec
    for one in KINDS if kind is None else (kind,):
        for form in problem_class(one).forms:
            if form.recognises(text):
                return form
    return None


def form_names(kind: str) -> tuple[str, ...]:
    """The names of a kind's forms: its own, then the codecs."""
    own = (form.name for form in problem_class(kind).forms)
    return (*own, *(codec.name for codec in codecs.codecs_of(kind)))


def forms(kind: str) -> Iterator[Form[Any, Any]]:
    """The forms of a kind: its own, then the codecs, all imported."""
    yield from problem_class(kind).forms
    yield from (codec.form for codec in codecs.codecs_of(kind))


def find_form(kind: str, name: str) -> Form[Any, Any]:
    """The form of a kind by its name.

    Raises
    ------
    UnknownKindError
        When there is no such kind, or the kind has no such form.
    """
    for form in problem_class(kind).forms:
        if form.name == name:
            return form
    for codec in codecs.codecs_of(kind):
        if codec.name == name:
            return codec.form
    raise UnknownKindError(f"no form of {kind} is called {name!r}; there is {', '.join(form_names(kind))}")


def __getattr__(name: str) -> Any:
    """The classes by name, and `PROBLEMS`, all of them in order."""
    if name == "PROBLEMS":
        return tuple(map(problem_class, KINDS))
    for module in MODULES.values():
        if class_name(module) == name:
            return load(__name__, module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "KINDS",
    "Document",
    "Form",
    "Problem",
    "Violation",
    "find_form",
    "form_names",
    "forms",
    "problem_class",
    "read",
    "recognise",
]
