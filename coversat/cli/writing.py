"""Puzzles written in a form that is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..errors import UnknownKindError
from ..problems import AnyProblem, find_form, forms
from .commands import UsageError

Writer = Callable[[Sequence[AnyProblem]], str]


def writer(kind: str, name: str) -> Writer:
    """What writes the form of this name; bad usage where there is none, or it is only read."""
    try:
        form = find_form(kind, name)
    except UnknownKindError:
        writable = ", ".join(form.name for form in forms(kind) if form.write is not None)
        raise UsageError(f"no form {name!r} of {kind}; there are {writable}") from None
    if form.write is None:
        raise UsageError(f"the form {name!r} of {kind} is read and not written")
    return form.write
