"""What is to be solved: each problem with its text forms, its rules check and its picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..lazily import load
from .problem import Form, ParseError, Problem, Violation, form_names

if TYPE_CHECKING:
    from .cnf import Cnf as Cnf
    from .exact_cover import ExactCover as ExactCover
    from .kakuro import Kakuro as Kakuro
    from .sudoku import Sudoku as Sudoku
    from .sudominoku import Sudominoku as Sudominoku

_CLASSES = {
    "sudoku": "sudoku:Sudoku",
    "sudominoku": "sudominoku:Sudominoku",
    "kakuro": "kakuro:Kakuro",
    "cnf": "cnf:Cnf",
    "cover": "exact_cover:ExactCover",
}

KINDS = tuple(_CLASSES)
"""Every kind of problem.  A text is offered to their forms in this order."""


@dataclass(frozen=True)
class Document:
    """What a text holds: problems of one kind, and the form they are written in."""

    form: Form[Any, Any]
    problems: tuple[Problem[Any], ...]


def problem_class(kind: str) -> type[Problem[Any]]:
    """The class of a kind of problem; KeyError when there is none."""
    found: type[Problem[Any]] = load(__name__, _CLASSES[kind])
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
    KeyError
        For a kind that does not exist.
    """
    kinds = KINDS if kind is None else (kind,)
    for one in kinds:
        for form in problem_class(one).forms:
            if form.recognises(text):
                return Document(form, form.read(text))
    found = "a text in no form known here" if text.strip() else "an empty text"
    expected = ", ".join(form_names(problem_class(one)) for one in kinds)
    raise ParseError(1, 1, f"expected {expected}, found {found}")


def __getattr__(name: str) -> Any:
    """The classes by name, and `PROBLEMS`, all of them in order."""
    if name == "PROBLEMS":
        return tuple(map(problem_class, KINDS))
    for place in _CLASSES.values():
        if place.endswith(f":{name}"):
            return load(__name__, place)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["KINDS", "Document", "Form", "ParseError", "Problem", "Violation", "problem_class", "read"]
