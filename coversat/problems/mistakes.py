"""Why a text is refused: its likely mistake, or its several readings with the options that choose them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isqrt

from ..base.errors import ParseError
from ..base.wording import similar
from .forms import form_names, other_forms, own_forms, problem_class
from .kind import KINDS, find
from .problem import AnyForm, AnyProblem
from .text import first_word, head_of, shown, text_lines
from .unanswered import OF_OTHER_KIND, Unanswered

_SHORT_LINK = re.compile(
    r"(?:https?://)?(?:www\.)?(?:(?:tinyurl\.com|bit\.ly|t\.co|shorturl\.at|is\.gd|git\.io)/\S+"
    r"|(?:app\.crackingthecryptic\.com|(?:beta\.)?sudokupad\.app)/(?:sudoku/)?[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)?/?)"
)
_PUZZLINK = re.compile(
    r"(?:https?://)?\S*?(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app)/p[^?\s]*\?([a-z0-9]+)\S*"
)
_LINK = re.compile(r"https?://([^/?#\s]+)\S*")
_GAME = re.compile(r"(?:https?://\S+\.html#)?[0-9]{1,2}(?:x[0-9]{1,2})?[a-zA-Z0-9]*:[^\s:]+")
_GRID_LINE = re.compile(r"[0-9._xX*?+-]{8,}")
_SQUARES = tuple(size * size for size in (4, 6, 8, 9, 10, 12, 15, 16, 20, 25))
_LEAST_LIKE = 0.75
_CELL = re.compile(r"[^\s|,;+=*:-]+")
_CELL_NAME = re.compile(r"[A-Za-z]{1,4}[0-9]{1,2}(?:[a-z_][0-9]{1,2})?")
_FEWEST, _FEWEST_CELLS = 4, 15
"""The columns of a board, or the last cells, that have names above them."""
_CELLS_ALONE = "leave out the names and other columns, or put the cells together in one column"
_UNKNOWN = "in no known form"
_BARE = "leave out the numbers of rows and columns"
_SETS = "sets are read as text, one a line, such as 'A: 1 4 7', with --kind cover"
_SETS_IN_JSON = re.compile(r'\s*(?:\{"[^"]*": *\[ *["0-9]|\[\[)')
_IN_JSON = "expected a board in JSON or in lists, of as many rows as cells in a row"
_HINT = "'coversat list forms' lists the forms, and --kind chooses a kind"


Reading = tuple[Sequence[AnyProblem], AnyForm]


def ambiguous(text: str, readings: Sequence[Reading], others: Sequence[Unanswered]) -> ParseError:
    """The error that lists the readings of a text, with the options that choose each."""
    kinds = [problems[0].kind for problems, _ in readings]
    found = []
    choices = []
    for problems, form in readings:
        number = f"{len(problems)} times " if len(problems) > 1 else ""
        found.append(f"{number}{problems[0].called}")
        kind = problems[0].kind
        option = f"--form {form.name}" if kinds.count(kind) > 1 else f"--kind {kind}"
        choices.append(f"{option} reads {found[-1]}")
    choices += [one.hint for one in others if one.hint]
    if OF_OTHER_KIND in others and (boards := kinds_of_board(text)):
        choices.append(f"others are --kind {', '.join(boards)}")
    found += [one.name for one in others]
    reason = f"expected a text that can be read in one way, found {' or '.join(found)}"
    return ParseError(1, 1, reason, "; ".join(choices))


def unanswered(text: str, looks: Unanswered) -> ParseError:
    """The error that names what a text looks like."""
    boards = kinds_of_board(text) if looks is OF_OTHER_KIND else []
    hint = f"it could be --kind {', '.join(boards)}" if boards else looks.hint
    return ParseError(1, 1, f"expected a problem, found {looks.name}", hint)


def clashing(text: str, problem: AnyProblem) -> ParseError:
    """The error about a board that could be of another kind, since its givens clash."""
    kinds = ", ".join((problem.kind, *kinds_of_board(text)))
    reason = f"expected {problem.called}, or the kind of a board of which {problem.clash}"
    return ParseError(1, 1, reason, f"it could be --kind {kinds}")


def kinds_of_board(text: str) -> list[str]:
    """The kinds whose bare boards can read a text; all kinds are imported."""
    return [kind for kind in KINDS for form in own_forms(kind) if form.only_stated and _can_read(form, text)]


def _can_read(form: AnyForm, text: str) -> bool:
    try:
        return bool(form.read(text))
    except ParseError:
        return False


def is_game_id(text: str) -> bool:
    """Whether a text looks like the id of a game of Simon Tatham's collection."""
    return _GAME.fullmatch(text) is not None


def numbered(text: str) -> ParseError | None:
    """The error about names above the columns of a board, or above a column for each cell; None without."""
    lines = [(at, _CELL.findall(line)) for at, line in enumerate(text_lines(head_of(text)), 1)]
    rows = [(at, cells) for at, cells in lines if cells] or [(1, [])]
    line, heading = rows[0]
    size, last = len(heading), heading[-_FEWEST_CELLS:]
    start = int(last[0]) if last and last[0].isdecimal() and len(last[0]) <= len(str(size)) else 0
    counted = [str(start + at) for at in range(_FEWEST_CELLS)]
    if len(rows) == size + 1 and size >= _FEWEST and all(len(cells) <= size + 1 for _, cells in rows):
        figures = [[str(start + at) for at in range(size)] for start in (0, 1)]
        if heading in (*figures, [chr(ord("A") + at) for at in range(size)]):
            reason = f"expected {size} rows, found a line above them that numbers the columns"
            return ParseError(line, 1, reason, _BARE)
    elif len(last) == _FEWEST_CELLS and (last == counted or all(map(_CELL_NAME.fullmatch, last))):
        reason = "expected a board, found a column with a name for each of its cells"
        return ParseError(line, 1, reason, _CELLS_ALONE)
    return None


def nearest_mistake(text: str, kind: str | None) -> ParseError:
    """An error with the most likely mistake in a text that is in no known form of `kind`."""
    if not text.strip():
        return ParseError(1, 1, f"expected a {kind or 'puzzle'}, found an empty text")
    if found := numbered(text):
        return found
    lines = enumerate(text_lines(head_of(text)), 1)
    number, line = next((number, line) for number, line in lines if line.strip())
    column = len(line) - len(line.lstrip()) + 1
    reason = next(_reasons(line.strip(), kind), "")
    if not reason and kind is not None:
        reason = f"expected {kind} ({', '.join(form_names(kind))}), found a text {_UNKNOWN}"
        return ParseError(number, column, reason)
    expected = "expected a board, alone or in a field of a row, or a text that begins with its kind"
    reason = reason or f"{expected}, found a text {_UNKNOWN}"
    hint = _SETS if _SETS_IN_JSON.match(line) else _HINT if reason.endswith(_UNKNOWN) else ""
    return ParseError(number, column, reason, hint)


def _reasons(line: str, kind: str | None) -> Iterator[str]:
    """Likely mistakes in a text, judged by its first line."""
    if _SHORT_LINK.fullmatch(line):
        yield f"found {shown(line)}, a short link, which holds no puzzle: open it and copy the long one"
    elif found := _PUZZLINK.fullmatch(line):
        linked = (one for kind in KINDS for one in other_forms(kind) if one.name == "puzzlink")
        kinds = [one.signs[0].rstrip("/") for one in linked]
        if found[1] not in kinds:
            yield f"puzz.link of kind {found[1]} is none of {', '.join(kinds)}"
    elif is_game_id(line):
        yield f"expected a puzzle, found {shown(line)}, which looks like the id of a game; these are not read"
    elif found := _LINK.fullmatch(line):
        yield f"found a link to {shown(found[1])} {_UNKNOWN}"
    elif line.startswith(('{"', "[[")) or line in ("{", "["):
        yield f"{_IN_JSON}, found {shown(line)}"
    elif kind in (None, "sudoku") and _GRID_LINE.fullmatch(line):
        yield _line_of_cells(len(line))
    else:
        word = line.split()[0]
        for near in similar(word.lower(), KINDS, 1, _LEAST_LIKE):
            if word != near and _is_own(near + line[len(word) :], near):
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


def _is_own(text: str, kind: str) -> bool:
    is_likely = find(kind).may_be(text, first_word(text))
    return is_likely and any(form.recognises(text) for form in problem_class(kind).forms)
