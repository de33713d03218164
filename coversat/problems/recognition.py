"""What a text is: its form is recognised by a look at its beginning, without being told.

Hints come first and prove nothing: the text's first word, and the ending of its file's name.  Then the forms
of other programs, which are strict about what they recognise, and then each kind's own, which are lenient.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import ParseError, UnknownKindError
from ..kinds import KINDS, all_kinds, find, is_known, load_installed
from . import codecs
from .problem import AnyForm, AnyProblem, form_of
from .text import head_of


class Document(NamedTuple):
    """What a text holds: problems of one kind, at least one, their form, and its notes (see `Form`)."""

    form: AnyForm
    problems: tuple[AnyProblem, ...]
    notes: tuple[str, ...] = ()
    head: str = ""
    """The text's beginning, by which the form was recognised."""

    @property
    def others(self) -> tuple[str, ...]:
        """The other kinds that the text could be taken for; most forms are like nothing else."""
        if not self.form.loose:
            return ()
        kinds = (kind for kind in KINDS if kind != self.problems[0].kind)
        return tuple(kind for kind in kinds if _own_form(self.head, kind))


def problem_class(kind: str) -> type[AnyProblem]:
    """The class of a kind of problem; `UnknownKindError` when there is none."""
    home = find(kind)
    found: type[AnyProblem] = home.load("rules", home.class_name)
    return found


def read(text: str, kind: str | None = None, name: str | None = None) -> Document:
    """Every problem in a text, whose form is recognised without being told.

    Parameters
    ----------
    text : str
    kind : str, optional
        Only forms of this kind are tried.
    name : str, optional
        The name of the file that holds the text: its ending is a hint.

    Raises
    ------
    ParseError
        When no form recognises the text, when the text is malformed, or when it holds no problem.
    UnknownKindError
        For a kind that does not exist.
    """
    form = recognise(text, kind, name)
    if form is None:
        from .mistakes import nearest_mistake

        meant = kind or next(_by_name(name), None)
        raise nearest_mistake(text, meant, form_names(meant) if meant else ())
    problems = form.read(text)
    if not problems:
        raise ParseError(1, 1, f"expected at least one puzzle, found none (read as {form.name})")
    return Document(form, problems, form.notes(text) if form.notes else (), head_of(text))


def recognise(text: str, kind: str | None = None, name: str | None = None) -> AnyForm | None:
    """The form a text, or its beginning, is meant to be in; None when it is in none.

    Parameters
    ----------
    text, kind, name
        As `read` has them.

    Raises
    ------
    UnknownKindError
        For a kind that does not exist.
    """
    head = head_of(text)
    if kind is not None:
        form = codecs.recognised(head, kind) or form_of(text, problem_class(kind).forms)
        return form or (codecs.recognised(head, kind) if codecs.load_installed_forms() else None)
    form = _recognised(text, head, name)
    first = _first_word(head)
    if form is None:
        # Both are loaded: a text may be in a form of an installed package, of an installed kind.
        new = load_installed(), codecs.load_installed_forms()
        return _recognised(text, head, name) if any(new) else None
    if form.loose and first.isidentifier() and not is_known(first) and load_installed(first):
        return _recognised(text, head, name)
    return form


def _recognised(text: str, head: str, name: str | None) -> AnyForm | None:
    hinted = tuple(_hinted(head, name))
    for one in hinted:
        if form := codecs.recognised(head, one) or _own_form(head, one):
            return form
    if codec := codecs.recognised(head):
        return codec
    for one in KINDS:
        if one not in hinted and (form := _own_form(head, one)):
            return form
    meant = next(_by_name(name), None)
    return form_of(text, problem_class(meant).forms) if meant else None


def _own_form(head: str, kind: str) -> AnyForm | None:
    if not find(kind).may_begin(_first_word(head)):
        return None  # its module is not imported for that
    return next((form for form in problem_class(kind).forms if form.recognises(head)), None)


def _first_word(text: str) -> str:
    return next(iter(text.split(None, 1)), "")


def _hinted(head: str, name: str | None) -> Iterator[str]:
    """The kinds that a text's first word and its file's name speak of."""
    first = _first_word(head)
    yield from (kind.name for kind in all_kinds() if first == kind.name or first in kind.first_words)
    yield from _by_name(name)


def _by_name(name: str | None) -> Iterator[str]:
    # The ending before that of a packed file: ``x.cnf.gz``.
    endings = os.path.basename(name or "").lstrip(".").lower().split(".")[1:]
    for ending in reversed(endings[-2:]):
        yield from (kind.name for kind in all_kinds() if ending == kind.name or ending in kind.endings)


def form_names(kind: str) -> tuple[str, ...]:
    """The names of a kind's forms: its own, then the codecs."""
    own = (form.name for form in problem_class(kind).forms)
    return (*own, *(codec.name for codec in codecs.codecs_of(kind)))


def forms(kind: str) -> Iterator[AnyForm]:
    """The forms of a kind: its own, then the codecs, all imported."""
    yield from problem_class(kind).forms
    yield from (codec.form for codec in codecs.codecs_of(kind))


def find_form(kind: str, name: str) -> AnyForm:
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
    if codecs.load_installed_forms():
        return find_form(kind, name)
    raise UnknownKindError(f"no form of {kind} is called {name!r}; there is {', '.join(form_names(kind))}")
