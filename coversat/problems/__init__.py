"""What is to be solved: each problem with its text forms, its rules check and its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..registry import load
from .kinds import KINDS, MODULES, class_name
from .problem import AnyForm, AnyProblem, Form, Problem, Violation
from .recognition import Document, find_form, form_names, forms, problem_class, read, recognise

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
    from .skyscrapers import Skyscrapers as Skyscrapers
    from .star_battle import StarBattle as StarBattle
    from .sudoku import Sudoku as Sudoku
    from .sudominoku import Sudominoku as Sudominoku


def __getattr__(name: str) -> Any:
    """The classes by name."""
    for module in MODULES.values():
        if class_name(module) == name:
            return load(__name__, module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "KINDS",
    "AnyForm",
    "AnyProblem",
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
