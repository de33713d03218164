"""What is to be solved: each problem with its text forms, its rules check and its picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .cnf import Cnf
from .exact_cover import ExactCover
from .kakuro import Kakuro
from .problem import Form, ParseError, Problem, Violation, form_names, form_of
from .sudoku import Sudoku
from .sudominoku import Sudominoku

PROBLEMS: tuple[type[Problem[Any]], ...] = (Sudominoku, Kakuro, Sudoku, Cnf, ExactCover)
"""Every kind of problem.  A text is offered to their forms in this order."""


@dataclass(frozen=True)
class Document:
    """What a text holds: problems of one kind, and the form they are written in."""

    form: Form[Any, Any]
    problems: tuple[Problem[Any], ...]


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
    kinds = PROBLEMS if kind is None else (problem_class(kind),)
    forms = [form for problem in kinds for form in problem.forms]
    form = form_of(text, forms, ", ".join(map(form_names, kinds)))
    return Document(form, form.read(text))


def problem_class(kind: str) -> type[Problem[Any]]:
    """The class of a kind of problem; KeyError when there is none."""
    return {problem.kind: problem for problem in PROBLEMS}[kind]


__all__ = [
    "PROBLEMS",
    "Cnf",
    "Document",
    "ExactCover",
    "Form",
    "Kakuro",
    "ParseError",
    "Problem",
    "Sudoku",
    "Sudominoku",
    "Violation",
    "problem_class",
    "read",
]
