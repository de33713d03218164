"""The form of texts without the beginning that names their kind: a board alone, or ``8`` for queens."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..base.errors import ParseError
from .problem import AnyForm, AnyProblem, Form
from .text import shown, text_lines

BARE = "bare"


def bare_form(kind: str, headed: AnyForm, has_sides: bool) -> AnyForm:
    """The texts of a kind in this form without its name, or without their first line.

    They are read only where the kind is stated, since a board alone could be of many kinds.

    * has_sides: whether the first line has the sides of a board, which its rows show.
    """
    return Form(
        name=BARE,
        about=f"the same without '{kind}', or a board alone; with --kind, or in a file .{kind}",
        recognises=partial(_recognises, kind, headed, has_sides),
        read=partial(_read, kind, headed, has_sides),
        show=headed.show,
        only_stated=True,
    )


def _read(kind: str, headed: AnyForm, has_sides: bool, text: str) -> tuple[AnyProblem, ...]:
    """The problems, by the first heading with which the text can be read; else its furthest mistake.

    A mistake in a heading, which is not in the text, says that the text is none of this kind; and so does
    one at the beginning of a single line.
    """
    first, _, others = text.strip().partition("\n")
    is_board = has_sides and not all(map(str.isdecimal, first.split()))
    mistakes = []
    for heading in _headings(text) if has_sides else ("",):
        try:
            return headed.read(f"{kind} {heading}{text}")
        except ParseError as error:
            found = _without(f"{kind} {heading}", error, text)
            is_below = error.line > heading.count("\n") and (others or not is_board or found.column > 1)
            if (heading or not is_board) and is_below:
                mistakes.append(found)
    if not mistakes:
        wanted = f"a text as 'coversat example {kind}' prints it, or its board alone"
        raise ParseError(1, 1, f"expected {wanted}, found {shown(first)}")
    raise max(mistakes, key=lambda error: (error.line, error.column))


def _recognises(kind: str, headed: AnyForm, has_sides: bool, text: str) -> bool:
    """Whether a text does not begin with a word, or can be read nevertheless."""
    if not text.strip() or text.lstrip()[0] in "-." or (has_sides and not text.lstrip()[0].isalpha()):
        return bool(text.strip())
    try:
        return bool(_read(kind, headed, has_sides, text))
    except ParseError:
        return False


def _headings(text: str) -> Iterator[str]:
    """What may be missing behind the name of the kind: nothing, a line's end, or the sides of the board."""
    rows = [words for words in map(str.split, text_lines(text)) if words]
    yield ""
    width = len(rows[-1][0] if len(rows[-1]) == 1 else rows[-1]) if rows else 0
    for boards in (1, 2):  # the clues, and perhaps the regions
        if len(rows) % boards == 0:
            yield f"{len(rows) // boards} {width}\n"
    yield from (f"{len(rows)}\n", "\n")


def _without(heading: str, error: ParseError, text: str) -> ParseError:
    """An error in a text below or behind a heading, with its place in the text alone."""
    line = max(1, error.line - heading.count("\n"))
    column = error.column - (len(heading) if error.line == 1 else 0)
    width = len((text_lines(text) or [""])[line - 1]) + 1
    return ParseError(line, min(max(1, column), width), error.reason, error.hint)
