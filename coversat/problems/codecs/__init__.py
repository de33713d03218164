"""Forms of other programs and sites: links, game ids, files; a module for each kind that has the form.

The module ``FORM_MODULE`` holds it under the name ``FORM``: ``puzzlink_kakuro`` has kakuro's puzz.link.
What reads here raises `ParseError`, at the place of what is malformed, too large or not known.

A kind's own forms stand with the kind.  These are imported when a text looks like one of them or when
somebody asks for one by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...kinds import KINDS, Installed, find
from ...registry import Registry
from ..problem import AnyForm, Form

_LINK = re.compile(r"\s*https?://\S+(?:\s+\S+=#\w+)*\s*")
_HEAD = 4096
"""How many characters at a text's beginning show a form's sign."""

_FORMS: Registry[AnyForm] = Registry(__name__, "FORM")
_REGISTERED: dict[tuple[str, str], AnyForm] = {}
_INSTALLED: Installed[AnyForm] = Installed("coversat.forms", Form)

_SIGNS = {
    "puzzlink": ("{kind}/", "{kind}_edit/", "{kind}_play/"),
    "fpuzzles": ("load=", "fpuz"),
    "sudokupad": ("scl", "ctc"),
    "killer": (":k:",),
    "solo": (":",),
    "game": (":",),
    "non": ("width",),
    "penpa": ("p=",),
    "hodoku": (":",),
    "sdk": ("[puzzle]",),
    "ss": ("|",),
    "opensudoku": ("<",),
    "iss": ("~", ".anti", ".global", ".strict", ".windoku", ".disjoint", ".dutch", ".noboxes", ".region"),
}
"""Every text of a form holds one of these pieces, in lower case, near its beginning."""


class Codec(NamedTuple):
    """A form that is not yet imported: the kind of problem, and the form's name."""

    kind: str
    name: str

    @property
    def form(self) -> AnyForm:
        """The form, imported."""
        registered = _REGISTERED.get((self.kind, self.name))
        return registered or _FORMS[_module(self.kind, self.name)]


def codecs_of(kind: str) -> Iterator[Codec]:
    """The codecs of a kind of problem, then the forms registered for it."""
    yield from (Codec(kind, name) for name in _SIGNS if _module(kind, name) in _FORMS)
    yield from (Codec(kind, name) for of, name in tuple(_REGISTERED) if of == kind)


def register_form(kind: str, form: AnyForm) -> None:
    """Add a text form to those of a kind of problem.

    Raises
    ------
    ValueError
        If the kind has another form of this name.
    """
    from ..recognition import form_names

    if _REGISTERED.get((kind, form.name)) != form:
        if form.name in form_names(kind):
            raise ValueError(f"there is a form of {kind} called {form.name!r}")
        _REGISTERED[kind, form.name] = form


def load_installed_forms() -> bool:
    """Register the forms that installed packages offer; True if any was registered.

    These are the entry points of the group ``coversat.forms``, called ``KIND.NAME``.
    """
    new = list(_INSTALLED.load_new())
    for point, form in new:
        register_form(point.partition(".")[0], form)
    return bool(new)


def _module(kind: str, name: str) -> str:
    return f"{name}_{find(kind).module}"


def is_link(text: str) -> bool:
    """Whether a text is one link, which no file is called; `recognised` says whether it is known here.

    Behind it may stand what its colours mean.
    """
    return _LINK.fullmatch(text) is not None


def recognised(text: str, kind: str | None = None) -> AnyForm | None:
    """The form that recognises `text`, of this kind where one is named; None when there is none.

    They are strict about what they recognise: no text in a kind's own form is one of theirs.
    """
    head = text[:_HEAD].lower()
    for one in KINDS if kind is None else (kind,):
        for name, signs in _SIGNS.items():
            module = _module(one, name)
            if any(sign.format(kind=one) in head for sign in signs) and module in _FORMS:
                form = _FORMS[module]
                if form.recognises(text):
                    return form
    registered = (form for (of, _), form in _REGISTERED.items() if kind in (None, of))
    return next((form for form in registered if form.recognises(text)), None)
