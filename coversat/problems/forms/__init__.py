"""The text forms of other programs and sites: links, game ids and files.

Modules of this package hold the notations that several kinds share. The meaning of a notation for a kind is
in the ``links`` or ``text`` module of the kind, under the form's name in capital letters. A kind's own forms
are in its class. `register_form` adds others; so do installed packages, by entry points of the group
``coversat.forms`` called ``KIND.NAME`` that name a `Form`.

A form is imported if a text shows one of its signs, or if it is requested by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...base.errors import UnknownKindError
from ...base.registry import Registry, load_installed
from ...base.wording import meant
from ..kind import KINDS, find, load_part
from ..problem import AnyForm, AnyProblem, Form

_LINK = re.compile(r"\s*https?://\S+(?:\s+\S+=#\w+)*\s*")
_HEAD = 4096
"""The number of characters in which signs are searched."""


class OtherForm(NamedTuple):
    """A registered form of another program.

    Attributes
    ----------
    kind, name : str
    signs : tuple of str
        Every text in the form contains at least one of these strings near its beginning, in lower case.
    source : str or Form
        The form itself, or the module of the kind that holds it.
    """

    kind: str
    name: str
    signs: tuple[str, ...]
    source: str | AnyForm

    @property
    def form(self) -> AnyForm:
        if isinstance(self.source, str):
            found: AnyForm = load_part(self.kind, self.source, self.name.upper())
            return found
        return self.source


def _puzzlink(*names: str) -> tuple[str, ...]:
    return tuple(f"{name}{end}/" for name in names for end in ("", "_edit", "_play"))


_BUILT_IN = (
    OtherForm("sudoku", "puzzlink", _puzzlink("sudoku"), "links.ids"),
    OtherForm("sudoku", "fpuzzles", ("load=", "fpuz"), "links.fpuzzles"),
    OtherForm("sudoku", "sudokupad", ("scl", "ctc"), "links.sudokupad"),
    OtherForm("sudoku", "killer", (":k:",), "links.ids"),
    OtherForm("sudoku", "solo", (":",), "links.ids"),
    OtherForm("sudoku", "penpa", ("p=",), "links.penpa"),
    OtherForm("sudoku", "hodoku", (":",), "links.files"),
    OtherForm("sudoku", "sdk", ("[puzzle]",), "links.files"),
    OtherForm("sudoku", "ss", ("|",), "links.files"),
    OtherForm("sudoku", "opensudoku", ("<",), "links.files"),
    OtherForm(
        "sudoku",
        "iss",
        ("~", "q=", ".anti", ".global", ".strict", ".windoku", ".disjoint", ".dutch", ".noboxes", ".region"),
        "links.iss",
    ),
    OtherForm("kakuro", "puzzlink", _puzzlink("kakuro"), "links"),
    OtherForm("kakuro", "penpa", ("p=",), "links"),
    OtherForm("slitherlink", "penpa", ("p=",), "text"),
    OtherForm("dominosa", "game", (":",), "text"),
    OtherForm("starbattle", "puzzlink", _puzzlink("starbattle"), "text"),
    OtherForm("nonogram", "puzzlink", _puzzlink("nonogram"), "text"),
    *(
        OtherForm(kind, "puzzlink", _puzzlink(*(names or (kind,))), "text")
        for kind, *names in (
            ("akari",),
            ("fillomino",),
            ("shikaku",),
            ("suguru",),
            ("tents",),
            ("slitherlink", "slither", "slitherlink"),
            ("masyu", "mashu", "masyu", "pearl"),
            ("simpleloop",),
            ("yajilin", "yajilin", "yajirin"),
            ("numberlink", "numlin", "numberlink"),
            ("hitori",),
            ("heyawake",),
            ("kurodoko",),
            ("nurikabe",),
            ("yinyang",),
        )
    ),
    OtherForm("nonogram", "non", ("width",), "text"),
)

_REGISTRY = Registry[OtherForm](
    "coversat.forms",
    Form,
    "a form of {kind} called {name!r}",
    lambda point, form: register_form(point.partition(".")[0], form),
    lambda kind: {one.name: one for one in _BUILT_IN if one.kind == kind and not find(kind).file},
)


def register_form(kind: str, form: AnyForm, signs: tuple[str, ...] = ("",)) -> None:
    """Add a text form to those of a kind of problem.

    Parameters
    ----------
    kind : str
    form : Form
        It must recognise no text of another form.
    signs : tuple of str
        Strings of which every text in the form contains at least one near its beginning, in lower case.

    Raises
    ------
    ValueError
        If the kind has another form of this name.
    """
    if any(own.name == form.name for own in problem_class(kind).forms):
        raise ValueError(f"there is a form of {kind} called {form.name!r}")
    _REGISTRY.register(form.name, OtherForm(kind, form.name, signs, form), kind)


def problem_class(kind: str) -> type[AnyProblem]:
    """The class of a kind of problem; raise `UnknownKindError` if there is none."""
    found: type[AnyProblem] = load_part(kind, "rules", find(kind).class_name)
    return found


def other_forms(kind: str) -> Iterator[OtherForm]:
    """The forms of other programs that a kind has; none is imported."""
    return iter(_REGISTRY.of(kind).values())


def form_names(kind: str) -> tuple[str, ...]:
    """The names of a kind's forms, its own first."""
    return (*(form.name for form in problem_class(kind).forms), *(one.name for one in other_forms(kind)))


def forms(kind: str) -> Iterator[AnyForm]:
    """The forms of a kind, its own first; all are imported."""
    yield from problem_class(kind).forms
    yield from (one.form for one in other_forms(kind))


def find_form(kind: str, name: str) -> AnyForm:
    """The form of a kind with this name.

    Raise `UnknownKindError` if there is no such kind, or the kind has no such form.
    """
    found = [form for form in problem_class(kind).forms if form.name == name]
    found += [one.form for one in other_forms(kind) if one.name == name]
    if found:
        return found[0]
    if load_installed():
        return find_form(kind, name)
    raise UnknownKindError(f"no form of {kind} is called {name!r}; {meant(name, form_names(kind))}")


def is_link(text: str) -> bool:
    """Whether a text is one link, with optional meanings of its colours; no file has such a name."""
    return _LINK.fullmatch(text) is not None


def recognised(text: str, kinds: Iterable[str] = KINDS) -> AnyForm | None:
    """The first registered form of these kinds that recognises `text`, or None.

    These forms are strict: they recognise no text that is in a kind's own form.
    """
    head = text[:_HEAD].lower()
    for kind in kinds:
        for one in other_forms(kind):
            if any(sign in head for sign in one.signs) and one.form.recognises(text):
                return one.form
    return None
