"""The text forms of a kind: its own, which are in its class, and those of other programs and sites.

`coversat.setters.links` has the latter. `register_form` adds others; so do installed packages, by entry
points of the group ``coversat.forms`` called ``KIND.NAME`` that name a `Form`.

A form is imported if a text shows one of its signs, or if it is requested by name. `bare` is the form of
boards alone, of kinds whose texts otherwise begin with their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache
from itertools import chain
from typing import Any, NamedTuple, cast

from ...base.errors import UnknownKindError
from ...base.registry import Registry, attached, load, load_installed
from ...base.wording import meant
from ..bare import bare_form
from ..kind import KINDS, find
from ..problem import AnyForm, AnyProblem, Form

_LINK = r"\s*https?://\S+(?:\s+\S+=#\w+)*\s*"
_HEAD = 4096
"""The number of characters in which signs are searched."""


class OtherForm(NamedTuple):
    """A registered form of another program.

    * signs: every text in the form contains at least one of these strings near its beginning, in lower case.
    * source (str or Form): the form itself, or the module that holds it and its name there:
      ``coversat.kinds.paths:TSPLIB``; of a dictionary by kind, or a function of it, that of the kind.
    * begins: a pattern that every text in the form matches at its beginning.
    """

    kind: str
    name: str
    signs: tuple[str, ...]
    source: str | AnyForm
    begins: str = ""

    def may_be(self, text: str, head: str) -> bool:
        """Whether a text can be in this form; `head` is its beginning in lower case."""
        return any(sign in head for sign in self.signs) and re.match(self.begins, text) is not None

    @property
    def form(self) -> AnyForm:
        if isinstance(self.source, str):
            module, _, name = self.source.partition(":")
            package, _, last = module.rpartition(".")
            found: Any = load(package, last, name)
            if callable(found):
                return cast(AnyForm, found(self.kind))
            return cast(AnyForm, found[self.kind] if isinstance(found, Mapping) else found)
        return self.source


@cache
def _attached() -> Mapping[str, Mapping[str, OtherForm]]:
    """The forms by kind and name that other rooms of this package add."""
    found: dict[str, dict[str, OtherForm]] = {}
    for one in chain.from_iterable(attached("FORMS", "links")):
        found.setdefault(one.kind, {})[one.name] = one
    return found


def _added(kind: str) -> Mapping[str, OtherForm]:
    """The forms of a kind that other rooms add; of a kind from outside, those that all kinds have."""
    known = None if find(kind).file else _attached().get(kind)
    if known is None:
        return {one.name: one for forms_of in attached("forms_of", "links") for one in forms_of(kind)}
    return known


_REGISTRY = Registry[OtherForm](
    "coversat.forms",
    Form,
    "a form of {kind} called {name!r}",
    lambda point, form: register_form(point.partition(".")[0], form),
    _added,
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
    known = find(kind)
    found: type[AnyProblem] = known.load("rules", known.class_name)
    return found


def other_forms(kind: str) -> Iterator[OtherForm]:
    """The forms of other programs that a kind has; none is imported."""
    return iter(_REGISTRY.of(kind).values())


def own_forms(kind: str) -> tuple[AnyForm, ...]:
    """The forms that a kind's class states, and that of its boards alone."""
    found = problem_class(kind)
    if find(kind).begins is not None:
        return found.forms
    return (*found.forms, bare_form(kind, found.forms[0], hasattr(found, "has_clues")))


def form_names(kind: str) -> tuple[str, ...]:
    """The names of a kind's forms, its own first."""
    return (*(form.name for form in own_forms(kind)), *(one.name for one in other_forms(kind)))


def forms(kind: str) -> Iterator[AnyForm]:
    """The forms of a kind, its own first; all are imported."""
    yield from own_forms(kind)
    yield from (one.form for one in other_forms(kind))


def find_form(kind: str, name: str) -> AnyForm:
    """The form of a kind with this name.

    Raise `UnknownKindError` if there is no such kind, or the kind has no such form.
    """
    own = (form for form in own_forms(kind) if form.name == name)
    others = (one.form for one in other_forms(kind) if one.name == name)
    if (found := next(chain(own, others), None)) is not None:
        return found
    if load_installed():
        return find_form(kind, name)
    raise UnknownKindError(f"no form of {kind} is called {name!r}; {meant(name, form_names(kind))}")


def is_link(text: str) -> bool:
    """Whether a text is one link, with optional meanings of its colours; no file has such a name."""
    return "://" in text and re.fullmatch(_LINK, text) is not None


def recognised(text: str, kind: str | None = None) -> Iterator[tuple[str, AnyForm]]:
    """The forms of other programs, of a kind or of all, that recognise `text`, with their kinds."""
    head = text[:_HEAD].lower()
    for one in _likely(head) if kind is None else other_forms(kind):
        if one.may_be(text, head) and one.form.recognises(text):
            yield one.kind, one.form


def _likely(head: str) -> Sequence[OtherForm]:
    """The forms of all kinds, or only those without signs if a text has none."""
    letters, others, with_signs, without = _by_signs(Registry.changes)
    has_sign = not letters.isdisjoint(head) or any(sign in head for sign in others)
    return with_signs if has_sign else without


@lru_cache(maxsize=1)
def _by_signs(
    changes: int,
) -> tuple[Set[str], Sequence[str], Sequence[OtherForm], Sequence[OtherForm]]:
    """Signs, all forms, and the forms without signs, after so many changes of registries.

    The signs are those of one character, and others without any of these.
    """
    every = [one for kind in KINDS for one in other_forms(kind)]
    signs = {sign for one in every for sign in one.signs if sign}
    letters = {sign for sign in signs if len(sign) == 1}
    others = [sign for sign in signs if letters.isdisjoint(sign)]
    return letters, others, every, [one for one in every if "" in one.signs]
