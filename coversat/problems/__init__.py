"""What all problems share: values, text forms, rules checks, boards and graphs, and the kinds by name.

`Cnf` and `ExactCover`, to which the others are reduced, are in `cnf` and `exact_cover`; the other kinds are
in `coversat.kinds`. This room uses `primitives` and `base`. Start with `problem`, or with `puzzle` for a kind
that is one class.
"""

from __future__ import annotations

from typing import Any

from .forms import find_form, form_names, forms, problem_class, register_form
from .kind import KINDS, Kind, all_kinds, register
from .problem import AnyForm, AnyProblem, Form, Problem, Violation
from .recognition import Reading, Recognised, Wanted, read, recognise


def __getattr__(name: str) -> Any:
    """Return a class by name; type checkers find them in the modules of the kinds."""
    for kind in all_kinds():
        if kind.class_name == name:
            return kind.load("rules", name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "KINDS",
    "AnyForm",
    "AnyProblem",
    "Form",
    "Kind",
    "Problem",
    "Reading",
    "Recognised",
    "Violation",
    "Wanted",
    "find_form",
    "form_names",
    "forms",
    "problem_class",
    "read",
    "recognise",
    "register",
    "register_form",
]
