"""Files of pzpr, which puzz.link saves: ``pzprv3``, the kind, the rows and columns, the board, and a
player's marks.

Lines may be separated by ``/``, as in a link ``https://puzz.link/p?pzprv3/...``. Only what the puzzle
states is read. Rows of the board are words, ``.`` for a cell without a clue and ``-`` for a clue without a
number.

Source: the public code of the pzpr program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import unquote

from ...base.errors import ParseError
from ...problems import problem_class
from ...problems.clue_board import UNKNOWN
from ...problems.clue_text import LARGEST_SIDE
from ...problems.grid import Numbers
from ...problems.problem import Form
from ...problems.text import Token, line_tokens, text_lines
from .puzzlink import areas, neighbours_across, neighbours_down

_START = re.compile(
    r"\s*(?:(?:https?://)?[^\s?]*\?)?(?:v:[^/\s]*[/\s]\s*)?pzprv3(?:\.[0-9]+)?\s*[/\n]\s*(?P<kind>[a-z]+)"
)
_NEWER = re.compile(r"pzprv3\.[1-9]")
_MARKS = {"#", "+"}
"""A player's marks in cells of the board."""
_WORDS: Mapping[str, Mapping[str, str]] = {
    "masyu": {"1": "w", "2": "b"},
    "yinyang": {"1": "w", "2": "b"},
    "simpleloop": {"*": "x"},
    "tents": {"1": "x", "A": "-"},
    "akari": {"-": "x"},
    "minesweeper": {"-": "#"},
    "kurodoko": {"-": UNKNOWN},
    "nurikabe": {"-": UNKNOWN},
    "shikaku": {"-": UNKNOWN},
}
"""The clues of kinds, by the words of their files; numbers are themselves."""
_DIRECTIONS = "?nswe"


class _File:
    """The lines of a file, read from the top; each is its words."""

    def __init__(self, text: str, names: tuple[str, ...]) -> None:
        self._lines = list(_lines(text))
        self._at = 0
        self.is_newer = False
        head = self.line("'pzprv3'")[0]
        if head.text.startswith("v:"):
            raise head.error(f"the usual rules of {names[0]} (without 'v:', if these are meant)")
        self.is_newer = _NEWER.match(head.text) is not None
        kind = self.line("the kind of puzzle")[0]
        if kind.text not in names:
            raise kind.error(f"'{names[0]}'")
        self.kind = kind

    def line(self, expected: str) -> list[Token]:
        if self._at == len(self._lines):
            last = self._lines[-1][-1] if self._lines else Token("", 1, 1)
            raise last.part(len(last.text)).error(expected, "the end of the text")
        self._at += 1
        return self._lines[self._at - 1]

    def side(self, what: str) -> int:
        return self.line(f"the number of {what}")[0].integer(1, LARGEST_SIDE, f"the number of {what}")

    def flag(self, flag: str, kind: str) -> None:
        """Refuse an option that changes the rules."""
        ahead = self._lines[self._at : self._at + 1]
        if ahead and ahead[0][0].text == flag:
            raise ahead[0][0].error(f"the usual rules of {kind}", f"the option {flag!r}")

    def rows(self, rows: int, columns: int) -> list[list[Token]]:
        found = []
        for number in range(1, rows + 1):
            row = self.line(f"row {number} of {rows}")
            if len(row) != columns:
                raise row[min(columns, len(row) - 1)].error(f"{columns} words in a row", str(len(row)))
            found.append(row)
        return found


def _lines(text: str) -> Iterator[list[Token]]:
    """The words of the lines; of a link those after the question mark, which may have percent signs."""
    for number, line in enumerate(text_lines(text), 1):
        start = line.find("?") + 1 if "://" in line or "?pzprv3" in line else 0
        column = start + 1
        for part in line[start:].split("/"):
            if tokens := line_tokens(unquote(part) if start else part, number):
                # Behind a percent sign columns are those of the beginning of the part.
                moved = [
                    token._replace(column=column + (0 if start else token.column - 1)) for token in tokens
                ]
                yield moved
            column += len(part) + 1


class _Layout(NamedTuple):
    """What a file of a kind has before the player's marks, in this order."""

    names: tuple[str, ...]
    flag: str = ""
    areas: bool = False
    """Regions, as a count and numbers; in newer files, and of suguru, as borders."""
    beside: bool = False
    """Whether the board has a row of clues above and a column to the left."""


_LAYOUTS = {
    "akari": _Layout(("lightup", "akari")),
    "fillomino": _Layout(("fillomino",), flag="t"),
    "shikaku": _Layout(("shikaku",)),
    "suguru": _Layout(("suguru",), areas=True),
    "tents": _Layout(("tents",), beside=True),
    "minesweeper": _Layout(("mines",)),
    "slitherlink": _Layout(("slither",), flag="f"),
    "masyu": _Layout(("mashu",), flag="f"),
    "simpleloop": _Layout(("simpleloop",)),
    "yajilin": _Layout(("yajilin",), flag="o"),
    "numberlink": _Layout(("numlin",)),
    "hitori": _Layout(("hitori",)),
    "heyawake": _Layout(("heyawake", "heyawacky"), areas=True),
    "kurodoko": _Layout(("kurodoko",)),
    "nurikabe": _Layout(("nurikabe",)),
    "yinyang": _Layout(("yinyang",)),
}


def _read_board(kind: str, text: str) -> tuple[Any, ...]:
    layout = _LAYOUTS[kind]
    file = _File(text, layout.names)
    rows, columns = file.side("rows"), file.side("columns")
    file.flag(layout.flag, layout.names[0])
    found: Any = problem_class(kind)
    labels: Numbers = ()
    if layout.areas:
        by_borders = file.is_newer or kind == "suguru"
        labels = _by_borders(file, rows, columns) if by_borders else _by_numbers(file, rows, columns)
    words = file.rows(rows + layout.beside, columns + layout.beside)
    sides: tuple[tuple[int | None, ...], ...] = ()
    if layout.beside:
        above, left = words[0][1:], [row[0] for row in words[1:]]
        sides = tuple(tuple(map(_beside, side)) for side in (above, left))
        words = [row[1:] for row in words[1:]]
    clues = tuple(tuple(_clue(found, kind, word) for word in row) for row in words)
    return (_made(file.kind, lambda: found(clues, labels, sides)),)


def _beside(word: Token) -> int | None:
    # A player marks numbers that are done by a c.
    number = word.part(word.text.startswith("c"))
    return None if number.text == "." else number.integer(0, LARGEST_SIDE, "a number, or '.',")


def _clue(found: Any, kind: str, word: Token) -> Any:
    text = _WORDS.get(kind, {}).get(word.text, word.text)
    if text in (".", "-") or text in _MARKS - {*_WORDS.get(kind, {}).values()}:
        return None
    if kind == "yajilin":
        direction, _, number = text.partition(",")
        known = direction in ("1", "2", "3", "4") and number.isdecimal()
        text = f"{number}{_DIRECTIONS[int(direction)]}" if known else "x" if text == "0,-" else text
    clue = found.read_clue(text)
    if clue is None:
        raise word.error(f"{found.clue_words}, or '.'")
    return clue


def _by_numbers(file: _File, rows: int, columns: int) -> Numbers:
    count = file.side("regions")
    words = file.rows(rows, columns)
    return tuple(tuple(word.integer(0, count - 1, "the number of a region") for word in row) for row in words)


def _by_borders(file: _File, rows: int, columns: int) -> Numbers:
    across = file.rows(rows, columns - 1) if columns > 1 else []
    down = file.rows(rows - 1, columns) if rows > 1 else []
    borders = {word.text for row in (*across, *down) for word in row}
    if not borders <= {"0", "1"}:
        raise file.kind.error("borders of 0 and 1 below")
    pairs = (*neighbours_across(rows, columns), *sorted(neighbours_down(rows, columns)))
    walls = [word.text == "1" for row in (*across, *down) for word in row]
    return areas(rows, columns, (pair for pair, wall in zip(pairs, walls, strict=True) if not wall))


def _class(kind: str) -> Any:
    """The class of a kind, whose fields are its own."""
    return problem_class(kind)


def _made(word: Token, make: Callable[[], Any]) -> Any:
    try:
        return make()
    except ValueError as error:
        raise word.error(f"a possible board ({error})") from None
    except ParseError as error:
        raise word.error(f"a possible board ({error.reason})") from None


def _form(names: tuple[str, ...], read: Callable[[str], tuple[Any, ...]]) -> Form[Any, Any]:
    def recognises(text: str) -> bool:
        found = _START.match(unquote(text[:200]))
        return found is not None and found["kind"] in names

    return Form(
        name="pzprv3",
        about=f"files of pzpr, which puzz.link saves: pzprv3 and {names[0]} in the first lines",
        recognises=recognises,
        read=read,
        write=None,
    )


# Sudoku, skyscrapers, star battle, nonogram and kakuro, whose files have another shape.


def _read_sudoku(text: str) -> tuple[Any, ...]:
    from .sudoku.common import from_cells

    file = _File(text, ("sudoku",))
    size = file.side("rows")
    if size not in (4, 6, 9, 16, 25):
        raise file.kind.error("a sudoku of side 4, 6, 9, 16 or 25", str(size))
    words = [word for row in file.rows(size, size) for word in row]
    cells = [None if word.text in ".-" else word.integer(1, size, "a given, or '.',") for word in words]
    return (from_cells(cells),)


def _read_skyscrapers(text: str) -> tuple[Any, ...]:
    file = _File(text, ("skyscrapers", "building"))
    rows, columns = file.side("rows"), file.side("columns")
    if rows != columns:
        raise file.kind.error("a square board", f"{rows} rows of {columns}")
    above, *between, below = [[word.text for word in row] for row in file.rows(rows + 2, rows + 2)]
    # Heights that are given begin with q; others are a player's.
    heights = [[word[1:] if word[0] == "q" else "." for word in row[1:-1]] for row in between]
    rows_between = [[row[0], *inside, row[-1]] for row, inside in zip(between, heights, strict=True)]
    board = "\n".join(" ".join(line) for line in (above[1:-1], *rows_between, below[1:-1]))
    return (_made(file.kind, lambda: problem_class("skyscrapers").parse(f"skyscrapers {rows}\n{board}\n")),)


def _read_star_battle(text: str) -> tuple[Any, ...]:
    file = _File(text, ("starbattle",))
    rows, columns = file.side("rows"), file.side("columns")
    stars = file.side("stars of each line")
    labels = _by_numbers(file, rows, columns)
    return (_made(file.kind, lambda: _class("starbattle")(stars, labels)),)


def _read_nonogram(text: str) -> tuple[Any, ...]:
    file = _File(text, ("nonogram",))
    rows, columns = file.side("rows"), file.side("columns")
    above, left = (rows + 1) // 2, (columns + 1) // 2
    words = file.rows(rows + above, columns + left)
    clues = [[row[at] for row in words[:above]] for at in range(left, columns + left)]
    clues += [row[:left] for row in words[above:]]
    runs = [tuple(number for word in clue if (number := _beside(word))) for clue in clues]
    return (_made(file.kind, lambda: _class("nonogram")(tuple(runs[columns:]), tuple(runs[:columns]))),)


def _read_kakuro(text: str) -> tuple[Any, ...]:
    file = _File(text, ("kakuro",))
    rows, columns = file.side("rows"), file.side("columns")
    words = file.rows(rows + 1, columns + 1)
    lines = [[_kakuro_cell(word, r, c) for c, word in enumerate(row)] for r, row in enumerate(words)]
    board = "\n".join(" ".join(line) for line in lines)
    return (_made(file.kind, lambda: problem_class("kakuro").parse(f"{board}\n")),)


def _kakuro_cell(word: Token, r: int, c: int) -> str:
    """A cell of a picture; clues are across and down, in the first row and column one number."""
    if word.text == ".":
        return "."
    across, comma, down = word.text.partition(",")
    if not comma:
        across, down = ("0", across) if r == 0 else (across, "0")
    across, down = (number.removeprefix("-1") or "0" for number in (across, down))
    if not (across.isdecimal() and down.isdecimal()) or bool(comma) == (0 in (r, c)):
        raise word.error("'.', or sums across and down such as 8,4")
    sums = [number if int(number) else "" for number in (down, across)]
    return "\\".join(sums) if any(sums) else "#"


PZPRV3: Mapping[str, Form[Any, Any]] = {
    **{kind: _form(layout.names, partial(_read_board, kind)) for kind, layout in _LAYOUTS.items()},
    "sudoku": _form(("sudoku",), _read_sudoku),
    "skyscrapers": _form(("skyscrapers", "building"), _read_skyscrapers),
    "starbattle": _form(("starbattle",), _read_star_battle),
    "nonogram": _form(("nonogram",), _read_nonogram),
    "kakuro": _form(("kakuro",), _read_kakuro),
}
"""Forms by kind."""
