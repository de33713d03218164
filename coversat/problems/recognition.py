"""What a text is read as.

An option, the first word of the text or the ending of its file's name may state the kind; so do the forms of
other programs, which have signs of their own. All forms whose signs fit are asked about any other text, and
what is recognised and not answered (`unanswered`). A text with several meanings is refused.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, pairwise
from typing import Any, NamedTuple

from ..base.errors import ParseError, UnknownKindError
from ..base.registry import load_installed
from .forms import find_form, form_names, own_forms, problem_class, recognised
from .kind import KINDS, all_kinds, is_known
from .problem import AnyForm, AnyProblem, Beside, form_of
from .text import first_word, head_of, shown, text_lines
from .unanswered import Unanswered, by_shape, certain, is_foreign


class Wanted(NamedTuple):
    """What whoever asks states about a text.

    * kind: only forms of this kind are tried; with an installed package or a file of a user, its name.
    * form: only forms of this name, as in ``coversat list forms``.
    * strict: a text is refused if something that may state a rule was not read.
    """

    kind: str | None = None
    form: str | None = None
    strict: bool = False


ANYTHING = Wanted()
"""Nothing is stated."""


class Recognised(NamedTuple):
    """The form of a text, its kind, and what shows the kind: ``option``, ``text``, ``name`` or ``shape``."""

    kind: str
    form: AnyForm
    kind_from: str = "text"


class Reading(NamedTuple):
    """What a text is read as: at least one problem, all of one kind, and what is beside them."""

    kind: str
    form: AnyForm
    kind_from: str
    problems: tuple[AnyProblem, ...]
    beside: Beside = Beside()


def read(text: str, wanted: Wanted | str | None = None, name: str | None = None) -> Reading:
    """Read every problem in a text, whose form is recognised.

    * wanted: what is stated about the text; a name is that of its kind.
    * name: the name of the file that holds the text; its ending may state the kind.

    Raises
    ------
    ParseError
        If no form recognises the text, or several do that mean different problems; or it is malformed or
        contains no problem.
    UnknownKindError
        If the kind does not exist, or has no such form.
    """
    wanted = _as_wanted(wanted)
    text = _without_origin(text)
    found = recognise(text, wanted, name)
    if found is None:
        if headed := _headed(text, wanted):
            return read(*headed, name)._replace(kind_from="text")
        raise _not_read(text, wanted.kind, name)
    kind, form, kind_from = found
    try:
        problems = form.read(text)
    except ParseError as error:
        if first_word(text) not in KINDS and (headed := _headed(text, wanted)):
            return read(*headed, name)._replace(kind_from="text")
        from .mistakes import numbered

        raise certain(head_of(text), None) or numbered(text) or error from None
    if not problems:
        raise ParseError(1, 1, f"expected at least one puzzle, found none (read as {form.name})")
    beside = form.beside(text) if form.beside else Beside()
    if form.rows is None and not any(beside.stored):
        problems, beside = _with_answers(problems, beside)
    if kind_from == "shape":
        refuse_clash(text, form, problems)
        if beside.doubt:
            raise ParseError(1, 1, beside.doubt)
    named = dict.fromkeys(chain.from_iterable(unread_name(found, name, one) for one in problems))
    beside = beside._replace(unread=(*named, *beside.unread))
    if wanted.strict and beside.unread:
        raise ParseError(1, 1, strictly(beside.unread))
    return Reading(kind, form, kind_from, problems, beside)


def _with_answers(problems: tuple[AnyProblem, ...], beside: Beside) -> tuple[tuple[AnyProblem, ...], Beside]:
    """The problems; a whole board after the board that it completes is not one, but its stored answer."""
    found: list[tuple[AnyProblem, object]] = []
    alone = len(problems) == 2
    for problem in problems:
        last, known = found[-1] if found else (None, None)
        if last is not None and known is None and (answer := last.completed_by(problem, alone)) is not None:
            found[-1] = (last, answer)
        else:
            found.append((problem, None))
    if len(found) == len(problems):
        return problems, beside
    return tuple(one for one, _ in found), beside._replace(stored=tuple(answer for _, answer in found))


def unread_name(found: Recognised, name: str | None, puzzle: Any = None) -> tuple[str, ...]:
    """What the name of a file says that only the shape of its text contradicts; see `Problem.misnamed`."""
    if found.kind_from != "shape" or not name or "\n" in name:
        return ()
    stem = os.path.splitext(os.path.basename(name))[0]
    words = problem_class(found.kind).misnamed(stem, puzzle)
    return (f"{shown(words)} in the name of the file",) if words else ()


def strictly(unread: Sequence[str]) -> str:
    """Why a text is refused of which this was not read."""
    return f"expected a text that is read whole, but this was not read: {', '.join(unread)}"


def recognise(text: str, wanted: Wanted | str | None = None, name: str | None = None) -> Recognised | None:
    """The form of a text or of its beginning; None if no form recognises it.

    Parameters and errors are those of `read`.
    """
    wanted = _as_wanted(wanted)
    head = head_of(_without_origin(text))
    first = first_word(head)
    if wanted == ANYTHING and is_foreign(name) and first not in KINDS:
        return None
    found = _recognised(head, wanted, name)
    new = False
    if found is None:
        new = load_installed()
    elif found.kind_from == "shape" and first.isidentifier() and not is_known(first):
        new = first in KINDS
    return _recognised(head, wanted, name) if new else found


_ORIGIN = "# coversat "


def _as_wanted(wanted: Wanted | str | None) -> Wanted:
    return wanted if isinstance(wanted, Wanted) else Wanted(wanted)


def _without_origin(text: str) -> str:
    """A text without the comments in which an export states its source; its lines keep their numbers."""
    if not text.startswith(_ORIGIN):
        return text
    lines = text_lines(text)
    end = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return "\n" * end + "".join(f"{line}\n" for line in lines[end:])


def _recognised(head: str, wanted: Wanted, name: str | None) -> Recognised | None:
    """The form of the beginning of a text, of the kinds that are registered."""
    if wanted.kind is not None or wanted.form is not None:
        return _chosen(head, [Recognised(*one, "option") for one in _of_wanted(head, wanted)])
    for kind in _by_first_word(head):
        for form in _of_kind(head, kind):
            if not _is_bare(form, head):
                return Recognised(kind, form)
    for kind in _by_name(name):
        of_kind = _of_kind(head, kind)
        of_kind = [form for form in of_kind if form.name in _endings(name)] or of_kind
        if all(form.only_stated for form in of_kind):  # the mistake is in the form of that name
            of_kind = [find_form(kind, one) for one in _endings(name) if one in form_names(kind)] or of_kind
        found = [Recognised(kind, form, "name" if _is_bare(form, head) else "text") for form in of_kind]
        if choice := _chosen(head, found):
            return choice
    if choice := _by_all(head):
        return choice
    meant = next(_by_name(name), None)
    last = form_of(head, problem_class(meant).forms) if meant else None
    return Recognised(meant, last, "name") if meant and last else None


def _of_wanted(head: str, wanted: Wanted) -> list[tuple[str, AnyForm]]:
    """The forms of the stated kind or name; those that recognise the text, if there are any."""
    kind, name = wanted.kind, wanted.form
    if kind is not None and name is not None:
        return [(kind, find_form(kind, name))]
    if kind is not None:
        forms = _of_kind(head, kind)
        if not forms:  # the errors of its only form are the most precise
            forms += filter(None, [form_of(head, problem_class(kind).forms)])
        return [(kind, form) for form in forms]
    named = [(one, find_form(one, name)) for one in KINDS if name in form_names(one)] if name else []
    if not named:
        raise UnknownKindError(f"no form is called {name!r}; 'coversat list forms' lists them")
    if len(named) > 1:  # the boards alone of many kinds
        named = [one for one in named if not one[1].only_stated]
    return [one for one in named if one[1].recognises(head)] or named[:1]


def _of_kind(head: str, kind: str) -> list[AnyForm]:
    """The forms of a kind that recognise a text; that of its boards alone only if no other does."""
    others = [form for _, form in recognised(head, kind)]
    own = [form for form in own_forms(kind) if form.recognises(head)]
    return [form for form in (*others, *own) if not form.only_stated] or own


def _by_all(head: str) -> Recognised | None:
    """The form of a text of which nobody says what it is."""
    first = first_word(head)
    likely = (kind.name for kind in all_kinds() if kind.may_be(head, first))
    own = ((kind, form) for kind in likely for form in problem_class(kind).forms)
    bare = []
    for kind, form in chain(recognised(head), own):
        if form.only_stated or not form.recognises(head):
            continue
        if not _is_bare(form, head):
            return Recognised(kind, form)
        bare.append(Recognised(kind, form, "shape"))
    return None if certain(head, None) else _chosen(head, bare, tuple(by_shape(head)))


def _is_bare(form: AnyForm, text: str) -> bool:
    """Whether only the shape of a text in this form says of which kind it is."""
    return form.only_stated or (form.bare is not None and form.bare(text))


def _chosen(
    head: str, candidates: Sequence[Recognised], others: Sequence[Unanswered] = ()
) -> Recognised | None:
    """The candidate that all others agree with; None without any.

    The first form of a kind that recognises a text has to read it. Of candidates that cannot read it the
    first one is chosen, whose error says why.

    Raise `ParseError` if there are several meanings.
    """
    if len(candidates) + len(others) < 2:
        return candidates[0] if candidates else None
    meant: list[tuple[tuple[AnyProblem, ...], Recognised]] = []
    mistaken = set()
    for one in candidates:
        try:
            problems = () if one.kind in mistaken else one.form.read(head)
        except ParseError:  # of a long text, perhaps because its beginning ends inside a board
            problems = ()
        if not problems:
            mistaken.add(one.kind)
        elif all(problems != known for known, _ in meant):
            meant.append((problems, one))
    if not meant:
        return candidates[0] if candidates and not others else None
    if len(meant) + len(others) > 1:
        from .mistakes import ambiguous

        raise ambiguous(head, [(problems, one.form) for problems, one in meant], others)
    return meant[0][1]


def _not_read(text: str, kind: str | None, name: str | None) -> ParseError:
    """Why a text is in no form."""
    from .mistakes import nearest_mistake, unanswered  # with patterns that only errors need

    kind = kind or next(_by_name(name), None)
    looks = None if kind else next(by_shape(head_of(text)), None)
    found = certain(head_of(text), name) or _in_prose(text, kind, name)
    return found or (unanswered(text, looks) if looks else nearest_mistake(text, kind))


def _headed(text: str, wanted: Wanted) -> tuple[str, Wanted] | None:
    """What is below a line with the name of a kind alone, whose forms are to read it; None without one."""
    heading = re.match(r"\s*([^\W\d_][\w -]*):?\s*?(?=\n)", head_of(text))
    kind = re.sub(r"[\s_-]", "", heading[1]).lower() if heading else ""
    if heading is None or kind not in KINDS or wanted.kind not in (None, kind):
        return None
    below, stated = text[heading.end() :], wanted._replace(kind=kind)
    lines = "\n" * heading[0].count("\n")  # those of the text keep their numbers
    return (lines + below, stated) if below.strip() and recognise(below, stated) else None


def _kinds_in(line: str) -> list[str]:
    """The kinds that a line names, such as Numbrix or Star Battle."""
    words = re.findall(r"[^\W\d_]+", line.lower())
    return [one for one in (*words, *map("".join, pairwise(words))) if one in KINDS]


_PROSE = r"(?m)^(?:.*[^\W\d_]{2}.*|[^\S\n]*[^\W\d_][^\S\n]*)$"


def _in_prose(text: str, kind: str | None, name: str | None) -> ParseError | None:
    """The error about lines of words around what can be read without them; None if nothing can."""
    head = "\n".join(text_lines(head_of(text)))
    prose, rest = [*re.finditer(_PROSE, head)], re.sub(_PROSE, "", head)
    with suppress(ParseError):
        found = recognise(rest, kind, name) if prose and rest.strip() else None
        if found and (problems := found.form.read(rest)):
            misnamed = problem_class(found.kind).misnamed
            naming = next((line for line in prose if misnamed(line[0])), None)
            line = naming or prose[0]
            reason = f"expected no words around {problems[0].called}, found {shown(line[0])}"
            hint = "leave out such lines; rules in words are not read"
            if (kinds := _kinds_in(line[0])) and found.kind not in kinds:
                hint = f"it names {kinds[0]}: leave out such lines and state --kind {kinds[0]}"
            elif naming:
                hint = "rules in words are not read; a text of another kind begins with its name"
            return ParseError(head.count("\n", 0, line.start()) + 1, 1, reason, hint)
    return None


def refuse_clash(text: str, form: AnyForm, problems: Sequence[AnyProblem]) -> None:
    """Raise `ParseError` if givens clash, and the board is likely to be one of another kind."""
    for problem in problems:
        if form.clashes is not None and problem.clash and not form.clashes(text, problem, problems):
            from .mistakes import clashing, numbered

            raise numbered(text) or clashing(text, problem)


def _by_first_word(head: str) -> Iterator[str]:
    """The kinds that the first word of a text names."""
    first = first_word(head)
    return (kind.name for kind in all_kinds() if first == kind.name or first in kind.first_words)


def _by_name(name: str | None) -> Iterator[str]:
    """The kinds that the ending of a file's name states."""
    for ending in _endings(name):
        yield from (kind.name for kind in all_kinds() if ending == kind.name or ending in kind.endings)


def _endings(name: str | None) -> list[str]:
    """The ending of a file's name, and the one before it: that of a packed file, ``x.cnf.gz``."""
    endings = os.path.basename(name or "").lstrip(".").lower().split(".")[1:]
    return endings[:-3:-1]
