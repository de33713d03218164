"""Links of puzz.link to kinds that are boards of clues or regions, and of Penpa+ to slitherlink.

Source: the public code of the pzpr program, which puzz.link runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.errors import ParseError
from ...problems import problem_class
from ...problems.board import cells, regions
from ...problems.clue_board import Clue, ClueBoard
from ...problems.clue_text import LARGEST_SIDE
from ...problems.forms.lines import Characters, Runs, cells_of, line_form
from ...problems.grid import Cell, Numbers, rows_of
from ...problems.problem import Form
from ...problems.text import Token
from . import PUZZLINK_NAMES, penpa
from .puzzlink import BITS, NUMBERS, TRITS, Link, puzzlink_form, read_areas, write_areas

if TYPE_CHECKING:
    from ...kinds.star_battle.rules import StarBattle

MOST = 255
"""The largest number that is written."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

Words = list[str | None]
"""Clues as in the text of a kind; None for a place without one."""


class Notation(NamedTuple):
    """How clues are read from a link, and written; the number of places is known."""

    read: Callable[[Characters, int], Words]
    write: Callable[[Words], str]


# Numbers in base 16: one digit, a minus and two, or a plus and three. A full stop is another clue.


def _some_numbers(dot: str | None, characters: Characters, left: int) -> Words:
    if length := characters.run(NUMBERS.blanks):
        return [None] * length
    if dot is not None and characters.skip("."):
        return [dot or None]
    mark = characters.take(NUMBERS.mark, "a number or blanks")
    return [str(NUMBERS.value(mark))]


def _write_numbers(dot: str | None, words: Words) -> str:
    return NUMBERS.blanks.between("." if word and word == dot else _hexadecimal(word) for word in words)


def _hexadecimal(word: str | None) -> str:
    if word is None:
        return ""
    if int(word) > MOST:
        raise ValueError(f"the links of puzz.link have numbers up to {MOST}")
    return NUMBERS.text(int(word))


def numbers(dot: str | None = None) -> Notation:
    """Numbers, with the clue that a full stop stands for; empty if it states nothing."""
    return Notation(partial(cells_of, partial(_some_numbers, dot)), partial(_write_numbers, dot))


# A digit in base 16 is a number from 0 to 4, and how many places without a clue follow it, up to two.

_COUNTS, _SPREAD = 5, 3
_COUNT_RUNS = Runs(_DIGITS[_COUNTS * _SPREAD + 1 :])
_COUNT = re.compile("[0-9a-e]")


def _some_counts(dot: str | None, characters: Characters, left: int) -> Words:
    if length := characters.run(_COUNT_RUNS):
        return [None] * length
    if dot is not None and characters.skip("."):
        return [dot]
    words = "a number from 0 to 4 with blanks, or blanks" + ("" if dot is None else " or '.'")
    blanks, number = divmod(int(characters.take(_COUNT, words), 16), _COUNTS)
    # The blanks behind the last cell are not cells.
    return [str(number), *[None] * min(blanks, left - 1)]


def _write_counts(dot: str | None, words: Words) -> str:
    marks: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        blanks = next((at for at, other in enumerate(left) if other is not None), len(left))
        if word is None:
            length = min(blanks, len(_COUNT_RUNS.letters) - 1)
            marks.append(_COUNT_RUNS.text(length + 1))
        elif word == dot:
            length = 0
            marks.append(".")
        else:
            length = min(blanks, _SPREAD - 1)
            marks.append(f"{int(word) + _COUNTS * length:x}")
        del left[:length]
    return "".join(marks)


def counts(dot: str | None = None) -> Notation:
    """Numbers up to 4, with the clue that a full stop stands for."""
    return Notation(partial(cells_of, partial(_some_counts, dot)), partial(_write_counts, dot))


# Two symbols, three cells a digit, and one symbol, five cells a digit.


def _read_symbols(symbols: Sequence[str], characters: Characters, count: int) -> Words:
    if len(symbols) == 1 and characters.at_end():  # a board without any
        return [None] * count
    packed = TRITS if len(symbols) == 2 else BITS
    expected = f"a digit for the next {packed.places} cells"
    return [[None, *symbols][number] for number in packed.read(characters, count, "the board", expected)]


def _write_symbols(symbols: Sequence[str], words: Words) -> str:
    return (TRITS if len(symbols) == 2 else BITS).write([None, *symbols].index(word) for word in words)


def symbols(*each: str) -> Notation:
    """One or two clues."""
    return Notation(partial(_read_symbols, each), partial(_write_symbols, each))


# Arrows: a direction and one digit, a direction and 5 and two digits, or a minus, a direction and three.

_ARROW_RUNS = Runs(_DIGITS[10:])
_ARROW = re.compile(r"[0-4]\.|[1-4][0-9a-f]|[6-9][0-9a-f]{2}|-[1-4][0-9a-f]{3}|\+")
_DIRECTIONS = "?nswe"
_NO_NUMBER = "x"


def _some_arrows(characters: Characters, left: int) -> Words:
    if length := characters.run(_ARROW_RUNS):
        return [None] * length
    mark = characters.take(_ARROW, "a direction and a number, or blanks").lstrip("-")
    if mark == "+" or mark.endswith("."):
        return [_NO_NUMBER]
    return [f"{int(mark[1:], 16)}{_DIRECTIONS[int(mark[0]) % 5]}"]


def _arrow(word: str | None) -> str:
    if word is None or word == _NO_NUMBER:
        return "0." if word else ""
    direction, number = _DIRECTIONS.index(word[-1]), int(word[:-1])
    if number > MOST:
        raise ValueError(f"the links of puzz.link have numbers up to {MOST}")
    return f"{direction}{number:x}" if number < 16 else f"{direction + 5}{number:x}"


ARROWS = Notation(partial(cells_of, _some_arrows), lambda words: _ARROW_RUNS.between(map(_arrow, words)))


# Numbers in base 36: one digit, or a minus and two; a full stop is a cell without one.

_HITORI = re.compile(r"[0-9a-z]|-[0-9a-z]{2}|\.")


def _some_of_hitori(characters: Characters, left: int) -> Words:
    mark = characters.take(_HITORI, "a number, or '.'")
    return [None if mark == "." else str(int(mark.lstrip("-"), 36))]


def _in_base_36(word: str | None) -> str:
    if word is None:
        return "."
    high, low = divmod(int(word), len(_DIGITS))
    if high >= len(_DIGITS):
        raise ValueError(f"the links of puzz.link have numbers below {len(_DIGITS) ** 2}")
    return f"-{_DIGITS[high]}{_DIGITS[low]}" if high else _DIGITS[low]


HITORI = Notation(partial(cells_of, _some_of_hitori), lambda words: "".join(map(_in_base_36, words)))


# Trees: a digit up to h is a tree and how many blanks follow it, a later letter is blanks.

_TREE_BLANKS = Runs(_DIGITS[18:])
_TREE = re.compile("[0-9a-h]")


def _some_trees(characters: Characters, left: int) -> Words:
    if length := characters.run(_TREE_BLANKS):
        return [None] * length
    return ["x", *[None] * int(characters.take(_TREE, "a tree with blanks, or blanks"), 36)]


def _write_trees(words: Words) -> str:
    start, *stretches = "".join("x" if word else "-" for word in words).split("x")
    most = len(_TREE_BLANKS.letters) - 1
    trees = (_DIGITS[min(len(one), most)] + _TREE_BLANKS.text(max(len(one) - most, 0)) for one in stretches)
    return _TREE_BLANKS.text(len(start)) + "".join(trees)


TREES = Notation(partial(cells_of, _some_trees), _write_trees)


# The forms.


def _form(kind: str, notation: Notation, by_room: bool = False, flags: str = "") -> Form[Any, Numbers]:
    """The form of a kind; `by_room` if its clues are those of regions."""
    read, write = partial(_read, kind, notation, by_room), partial(_write, notation, by_room)
    return puzzlink_form(PUZZLINK_NAMES[kind], "WIDTH/HEIGHT/BODY", read, write, flags=flags)


def _read(kind: str, notation: Notation, by_room: bool, link: Link) -> Any:
    """A board; of a kind with regions, after their walls, and of one with sides, after the clues there."""
    rows, columns = link.height, link.width
    if max(rows, columns) > LARGEST_SIDE:
        raise link.error(f"a board with sides up to {LARGEST_SIDE}")
    found: Any = problem_class(kind)
    labels = read_areas(link.body, rows, columns) if found.has_regions else ()
    beside = numbers().read(link.body, columns + rows) if found.sides else []
    places = _first_cells(labels) if by_room else list(cells(rows, columns))
    words = notation.read(link.body, len(places))
    link.body.end("the board")
    try:
        clues = {place: _clue(found, word) for place, word in zip(places, words, strict=True) if word}
        board = rows_of([clues.get(cell) for cell in cells(rows, columns)], columns)
        sides = [None if word is None else int(word) for word in beside]
        return found(board, labels, (tuple(sides[:columns]), tuple(sides[columns:])) if sides else ())
    except ValueError as error:
        raise link.error(f"a possible board ({error})") from None


def _clue(kind: type[ClueBoard], word: str) -> Clue:
    clue = kind.read_clue(word)
    if clue is None:
        raise ValueError(f"{word} is not {kind.clue_words}")
    return clue


def _first_cells(labels: Numbers) -> list[Cell]:
    return [room[0] for room in regions(labels).values()]


def _write(notation: Notation, by_room: bool, puzzle: Any) -> tuple[int, int, str]:
    if puzzle.numbers:
        raise ValueError(f"the links of puzz.link do not state {' and '.join(puzzle.header)}")
    clues = {cell: str(clue) for cell, clue in puzzle.clue_at.items()}
    places = list(puzzle.cells())
    if by_room:
        places = _first_cells(puzzle.regions)
        for room in puzzle.region_cells().values():
            numbers_of = {clues[cell] for cell in room if cell in clues}
            if len(numbers_of) > 1:
                raise ValueError("puzz.link has one number for a room, not several")
            clues |= dict.fromkeys([room[0]] if numbers_of else [], *numbers_of)
    walls = write_areas(puzzle.regions) if puzzle.has_regions else ""
    body = notation.write([clues.get(place) for place in places])
    return puzzle.columns, puzzle.rows, walls + numbers().write(_words(puzzle.side_clues)) + body


def _words(lines: Iterable[Sequence[int | None]]) -> Words:
    return [None if number is None else str(number) for line in lines for number in line]


# Star battle: the stars of each line, ``/``, and the walls between the regions.

_STARS = re.compile("[1-9][0-9]{0,2}/?")


def _read_stars(link: Link) -> StarBattle:
    from ...kinds.star_battle.rules import NAMES, StarBattle

    size = link.width
    if link.height != size or size > len(NAMES):
        raise link.error(f"a square board of side up to {len(NAMES)}")
    stars = int(link.body.take(_STARS, "how many stars, and '/'").rstrip("/"))
    labels = read_areas(link.body, size, size)
    link.body.end("the walls")
    try:
        return StarBattle(stars, labels)
    except ValueError as error:
        raise link.error(f"as many regions as rows ({error})") from None


def _write_stars(puzzle: StarBattle) -> tuple[int, int, str]:
    return puzzle.size, puzzle.size, f"{puzzle.stars}/{write_areas(puzzle.regions)}"


# Skyscrapers: the clues above, below, to the left and to the right, then the heights that are given.

_LARGEST_SKYSCRAPERS = 60


def _read_skyscrapers(link: Link) -> Any:
    size = link.width
    if link.height != size or size > _LARGEST_SKYSCRAPERS:
        raise link.error(f"a square board of side up to {_LARGEST_SKYSCRAPERS}")
    notation = numbers()
    sides = notation.read(link.body, 4 * size)
    heights: Words = [None] * size**2 if link.body.at_end() else notation.read(link.body, size**2)
    link.body.end("the board")
    above, below, left, right = (sides[at : at + size] for at in range(0, 4 * size, size))
    rows = zip(left, rows_of(heights, size), right, strict=True)
    lines = [above, *([first, *row, last] for first, row, last in rows), below]
    text = "\n".join(" ".join(word or "." for word in line) for line in lines)
    try:
        return problem_class("skyscrapers").parse(f"skyscrapers {size}\n{text}\n")
    except ParseError as error:
        raise link.error(f"a possible board ({error.reason})") from None


def _write_skyscrapers(puzzle: Any) -> tuple[int, int, str]:
    beside, heights = _words(puzzle.side_clues), _words(puzzle.givens)
    body = numbers().write(beside) + (numbers().write(heights) if any(heights) else "")
    return puzzle.order, puzzle.order, body


PUZZLINK: Mapping[str, Form[Any, Any]] = {
    "akari": _form("akari", counts("x")),
    "fillomino": _form("fillomino", numbers("")),
    "shikaku": _form("shikaku", numbers("?")),
    "suguru": _form("suguru", numbers("")),
    "minesweeper": _form("minesweeper", numbers("#")),
    "tents": _form("tents", TREES),
    "slitherlink": _form("slitherlink", counts()),
    "masyu": _form("masyu", symbols("w", "b")),
    "simpleloop": _form("simpleloop", symbols("x")),
    # The letter b chooses how clues are drawn.
    "yajilin": _form("yajilin", ARROWS, flags="b"),
    "numberlink": _form("numberlink", numbers()),
    "hitori": _form("hitori", HITORI),
    "heyawake": _form("heyawake", numbers(""), by_room=True),
    "kurodoko": _form("kurodoko", numbers("?")),
    "nurikabe": _form("nurikabe", numbers("?")),
    "yinyang": _form("yinyang", symbols("w", "b")),
    "starbattle": puzzlink_form(
        PUZZLINK_NAMES["starbattle"], "SIZE/SIZE/STARS/BODY", _read_stars, _write_stars
    ),
    "skyscrapers": puzzlink_form(
        PUZZLINK_NAMES["skyscrapers"], "SIZE/SIZE/BODY", _read_skyscrapers, _write_skyscrapers
    ),
}
"""Forms by kind."""


# Slitherlink in Penpa+: numbers on a board that is marked so.

_SLITHERLINK, _NUMBERS = "slitherlink", "zN"


def _read_penpa(token: Token) -> ClueBoard:
    drawing = penpa.read_drawing(token)
    drawing.only((_NUMBERS,), (_SLITHERLINK,))
    clues = {
        drawing.cell(number, entry): penpa.written(entry, 0, 3)
        for number, entry in drawing.numbered(_NUMBERS)
    }
    found: Any = problem_class(_SLITHERLINK)
    rows, columns = drawing.board.rows, drawing.board.columns
    try:
        board: ClueBoard = found(rows_of([clues.get(cell) for cell in cells(rows, columns)], columns))
    except ValueError as error:
        raise token.error(f"a possible board ({error})") from None
    return board


def _write_penpa(puzzle: Any) -> str:
    board = penpa.Board(puzzle.rows, puzzle.columns)
    numbers = {
        board.cell(cell): [str(clue), penpa.BLACK, penpa.NORMAL] for cell, clue in puzzle.clue_at.items()
    }
    return penpa.drawn_link(board, {_NUMBERS: numbers}, _SLITHERLINK)


PENPA: Form[Any, Any] = line_form(
    name="penpa",
    about="links of Penpa+ to slitherlink, one a line",
    recognises=lambda text: penpa.is_marked(text, _SLITHERLINK),
    read=_read_penpa,
    write=_write_penpa,
    beside=penpa.beside,
)
