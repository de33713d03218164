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

from ...kinds import KINDS, module_of
from ...registry import Registry
from ..problem import AnyForm

_LINK = re.compile(r"\s*https?://\S+(?:\s+\S+=#\w+)*\s*")
_HEAD = 4096
"""How many characters at a text's beginning show a form's sign."""

_FORMS: Registry[AnyForm] = Registry(__name__, "FORM")

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
        return _FORMS[_module(self.kind, self.name)]


def codecs_of(kind: str) -> Iterator[Codec]:
    """The codecs of a kind of problem."""
    return (Codec(kind, name) for name in _SIGNS if _module(kind, name) in _FORMS)


def _module(kind: str, name: str) -> str:
    return f"{name}_{module_of(kind)}"


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
    return None
