"""What is to be solved: each problem with its text forms, its rules check and its picture."""

from __future__ import annotations

from typing import Any

from ..kinds import KINDS, MODULES, class_name, load_part
from .problem import AnyForm, AnyProblem, Form, Problem, Violation
from .recognition import Document, find_form, form_names, forms, problem_class, read, recognise


def __getattr__(name: str) -> Any:
    """The classes by name; type checkers find them in the modules of their kinds."""
    for kind, module in MODULES.items():
        if class_name(module) == name:
            return load_part(kind, "rules", name)
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
