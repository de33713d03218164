"""Recognising the form of a text by a look at its beginning.

Hints come first and prove nothing: the text's first word, and the ending of its file's name. Forms of other
programs, which are strict about what they recognise, come before the kinds' own, which are lenient.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from math import isqrt
from typing import NamedTuple

from ..base.errors import ParseError
from ..base.registry import load_installed
from ..base.wording import similar
from .foreign import foreign, is_foreign
from .forms import form_names, other_forms, problem_class, recognised
from .kind import KINDS, all_kinds, find, is_known
from .problem import AnyForm, AnyProblem, form_of
from .text import head_of, shown, text_lines

_SHORT_LINK = re.compile(
    r"(?:https?://)?(?:www\.)?(?:(?:tinyurl\.com|bit\.ly|t\.co|shorturl\.at|is\.gd|git\.io)/\S+"
    r"|(?:app\.crackingthecryptic\.com|(?:beta\.)?sudokupad\.app)/(?:sudoku/)?[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)?/?)"
)
_PUZZLINK = re.compile(
    r"(?:https?://)?\S*?(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app)/p[^?\s]*\?([a-z0-9]+)\S*"
)
_LINK = re.compile(r"https?://([^/?#\s]+)\S*")
_PZPRV3 = re.compile(r"(?:\S*\?)?pzprv3(?:\.[0-9]+)?(?:/([a-z]+))?\S*")
_GRID_LINE = re.compile(r"[0-9._xX*?+-]{8,}")
_SQUARES = tuple(size * size for size in (4, 6, 8, 9, 10, 12, 15, 16, 20, 25))
_LEAST_LIKE = 0.75
_UNKNOWN = "in no known form"
_HINT = "'coversat list forms' lists the forms, and --kind chooses a kind"


class Document(NamedTuple):
    """The contents of a text: at least one problem, all of one kind, their form, and notes (see `Form`)."""

    form: AnyForm
    problems: tuple[AnyProblem, ...]
    notes: tuple[str, ...] = ()
    head: str = ""
    """The beginning of the text, which determined the form."""

    @property
    def others(self) -> tuple[str, ...]:
        """The other kinds that the text could be taken for; none for most forms."""
        if not self.form.loose:
            return ()
        others = (kind for kind in KINDS if kind != self.problems[0].kind)
        return tuple(kind for kind in others if next(_own_forms(self.head, (kind,)), None))


def read(text: str, kind: str | None = None, name: str | None = None) -> Document:
    """Read every problem in a text, whose form is recognised.

    * kind: only forms of this kind are tried.
    * name: the name of the file that holds the text; its ending is a hint.

    Raises
    ------
    ParseError
        If no form recognises the text, or it is malformed or contains no problem.
    UnknownKindError
        If the kind does not exist.
    """
    text = _without_origin(text)
    form = recognise(text, kind, name)
    if kind is None and form is not None and form.loose and (other := foreign(head_of(text), None)):
        raise other
    if form is None:
        raise foreign(head_of(text), name) or _nearest_mistake(text, kind or next(_by_name(name), None))
    try:
        problems = form.read(text)
    except ParseError as error:
        raise foreign(head_of(text), None) or error from None
    if not problems:
        raise ParseError(1, 1, f"expected at least one puzzle, found none (read as {form.name})")
    return Document(form, problems, form.notes(text) if form.notes else (), head_of(text))


def recognise(text: str, kind: str | None = None, name: str | None = None) -> AnyForm | None:
    """The form of a text or of its beginning; None if no form recognises it.

    Parameters and errors are those of `read`.
    """
    head = head_of(_without_origin(text))
    first = _first_word(head)
    if kind is None and is_foreign(name) and first not in KINDS:
        return None
    form = _recognised(head, kind, name)
    new = False
    if form is None:
        new = load_installed()
    elif form.loose and kind is None and first.isidentifier() and not is_known(first):
        new = first in KINDS
    return _recognised(head, kind, name) if new else form


_ORIGIN = "# coversat "


def _without_origin(text: str) -> str:
    """A text without the comments in which an export states its source; its lines keep their numbers."""
    if not text.startswith(_ORIGIN):
        return text
    lines = text_lines(text)
    end = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return "\n" * end + "".join(f"{line}\n" for line in lines[end:])


def _recognised(head: str, kind: str | None, name: str | None) -> AnyForm | None:
    """The form that recognises the beginning of a text, of the kinds that are registered."""
    if kind is not None:
        return recognised(head, (kind,)) or form_of(head, problem_class(kind).forms)
    for kinds in (*((hint,) for hint in _hinted(head, name)), KINDS):
        if form := recognised(head, kinds) or next(_own_forms(head, kinds), None):
            return form
    meant = next(_by_name(name), None)
    return form_of(head, problem_class(meant).forms) if meant else None


def _own_forms(head: str, kinds: Iterable[str]) -> Iterator[AnyForm]:
    """The own forms of these kinds that recognise a text; a kind is imported if the first word allows it."""
    word = _first_word(head)
    own = chain.from_iterable(problem_class(kind).forms for kind in kinds if find(kind).may_begin(word))
    return (form for form in own if form.recognises(head))


def _first_word(text: str) -> str:
    return next(iter(text.split(None, 1)), "")


def _hinted(head: str, name: str | None) -> Iterator[str]:
    """The kinds that the first word of a text and the name of its file suggest."""
    first = _first_word(head)
    yield from (kind.name for kind in all_kinds() if first == kind.name or first in kind.first_words)
    yield from _by_name(name)


def _by_name(name: str | None) -> Iterator[str]:
    # The ending before that of a packed file: ``x.cnf.gz``.
    endings = os.path.basename(name or "").lstrip(".").lower().split(".")[1:]
    for ending in reversed(endings[-2:]):
        yield from (kind.name for kind in all_kinds() if ending == kind.name or ending in kind.endings)


def _nearest_mistake(text: str, kind: str | None) -> ParseError:
    """An error with the most likely mistake in a text that is in no known form of `kind`."""
    if not text.strip():
        return ParseError(1, 1, f"expected a {kind or 'puzzle'}, found an empty text")
    for number, line in enumerate(text_lines(head_of(text)), 1):
        if not line.strip():
            continue
        column = len(line) - len(line.lstrip()) + 1
        for reason in _reasons(line.strip(), kind):
            return ParseError(number, column, reason, _HINT if reason.endswith(_UNKNOWN) else "")
        break
    if kind is not None:
        return ParseError(1, 1, f"expected {kind} ({', '.join(form_names(kind))}), found a text {_UNKNOWN}")
    return ParseError(1, 1, f"expected a puzzle, found a text {_UNKNOWN}", _HINT)


def _reasons(line: str, kind: str | None) -> Iterator[str]:
    """Likely mistakes in a text, judged by its first line."""
    if found := _PZPRV3.match(line):
        names = ", ".join(kind for kind in KINDS if any(one.name == "pzprv3" for one in other_forms(kind)))
        yield f"found a file of pzpr{f' of kind {found[1]}' if found[1] else ''}; those of {names} are read"
    elif _SHORT_LINK.fullmatch(line):
        yield f"found {shown(line)}, a short link, which holds no puzzle: open it and copy the long one"
    elif found := _PUZZLINK.fullmatch(line):
        linked = (one for kind in KINDS for one in other_forms(kind) if one.name == "puzzlink")
        kinds = [one.signs[0].rstrip("/") for one in linked]
        if found[1] not in kinds:
            yield f"puzz.link of kind {found[1]} is none of {', '.join(kinds)}"
    elif found := _LINK.fullmatch(line):
        yield f"found a link to {shown(found[1])} {_UNKNOWN}"
    elif kind in (None, "sudoku") and _GRID_LINE.fullmatch(line):
        yield _line_of_cells(len(line))
    else:
        word = line.split()[0]
        for near in similar(word.lower(), KINDS, 1, _LEAST_LIKE):
            if word != near and next(_own_forms(near + line[len(word) :], (near,)), None):
                yield f"expected a puzzle, found {shown(word)}: perhaps {near!r} is meant"
            elif word.lower() == near:
                yield f"expected {near} ({', '.join(form_names(near))}), found a text {_UNKNOWN}"


def _line_of_cells(length: int) -> str:
    square = min(_SQUARES, key=lambda cells: abs(cells - length))
    if length == square:
        return "expected a sudoku in one line, with digits and one sign for all blanks"
    if 2 * abs(square - length) <= isqrt(square):
        return f"found a line of {length} characters: a sudoku in one line has {square}"
    return f"found one line of {length} cells, which is not a whole sudoku (candidates need separators)"
