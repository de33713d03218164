"""Links of puzz.link, which pzv.jp and pzprxs share: ``https://puzz.link/p?KIND/WIDTH/HEIGHT/BODY``.

The address may be another site's or be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import product
from typing import NamedTuple, TypeVar

from ...base.errors import ParseError
from ...problems.board import Edge, cells, neighbours, pieces_of, regions
from ...problems.forms.lines import Characters, NumberCells, Runs, line_form
from ...problems.grid import Cell, Numbers
from ...problems.problem import AnyProblem, Form, rendered
from ...problems.text import Token, shown

A = TypeVar("A")
P = TypeVar("P", bound=AnyProblem)

SITE = "https://puzz.link/p?"

_LINK = re.compile(
    r"(?:(?:https?://)?[^\s?]*\?)?(?:type=\w+&)?(?P<kind>[a-z]+)(?:_edit|_play)?/"
    r"(?:(?P<variant>v:[^/\s]*)/)?(?:(?P<flags>[a-z]+)/)?(?P<width>[0-9]+)/(?P<height>[0-9]+)/?"
)
_SIDE = re.compile(r"[1-9][0-9]{0,2}")

NUMBERS = NumberCells(
    Runs("ghijklmnopqrstuvwxyz"),
    re.compile(r"[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}"),
    value=lambda mark: int(mark.lstrip("-+"), 16),
    text=lambda number: f"{number:x}" if number < 16 else f"-{number:x}",
)
"""Base 16: one digit, ``-`` and two, or ``+`` and three. Numbers up to 255 are written."""


class Packed(NamedTuple):
    """Places with small numbers, several of them as one digit; the last digit is filled up with zeros.

    * base: one more than the largest number of a place.
    * places: the places of a digit.
    """

    base: int
    places: int

    def read(self, characters: Characters, count: int, what: str, digits: str) -> list[int]:
        """The numbers of `count` places of `what`; `digits` says what is expected."""
        found: list[int] = []
        while len(found) < count:
            code = _DIGITS.index(characters.take(self._digit, digits))
            some = [code // self.base**at % self.base for at in reversed(range(self.places))]
            if any(some[count - len(found) :]):
                raise characters.error(f"the end of {what} after {count} places", back=1)
            found += some
        return found[:count]

    def write(self, numbers: Iterable[int]) -> str:
        left = [int(number) for number in numbers]
        left += [0] * (-len(left) % self.places)
        groups = (left[at : at + self.places] for at in range(0, len(left), self.places))
        return "".join(
            _DIGITS[reduce(lambda code, number: code * self.base + number, group, 0)] for group in groups
        )

    @property
    def _digit(self) -> re.Pattern[str]:
        return re.compile(f"[{_DIGITS[: self.base**self.places]}]")


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
BITS, TRITS = Packed(2, 5), Packed(3, 3)


class Link(NamedTuple):
    """The parts of a link; the body is not yet read."""

    width: int
    height: int
    body: Characters
    word: Token

    def error(self, expected: str) -> ParseError:
        return self.word.error(expected)


def read_link(token: Token, names: tuple[str, ...], flags: str = "") -> Link:
    """The parts of a link to a puzzle of a kind with these names.

    Raise `ParseError` for another text, and for a link that says that the rules are others: to a variant,
    or with letters that are not among `flags`.
    """
    found = _LINK.match(token.text)
    if found is None or found["kind"] not in names:
        raise token.error(f"a link such as {SITE}{names[0]}/WIDTH/HEIGHT/BODY")
    if found["variant"]:
        usual = f"the usual rules of {names[0]} (without 'v:', if these are meant)"
        raise token.part(*found.span("variant")).error(usual, f"a variant, {shown(found['variant'])}")
    for at, flag in enumerate(found["flags"] or "", found.start("flags")):
        if flag not in flags:
            raise token.part(at, at + 1).error(f"the usual rules of {names[0]}", f"the option {flag!r}")
    sides = []
    for name in ("width", "height"):
        side = token.part(*found.span(name))
        if not _SIDE.fullmatch(side.text):
            raise side.error(f"a {name} from 1 to 999")
        sides.append(int(side.text))
    return Link(sides[0], sides[1], Characters(token.part(found.end())), token)


def puzzlink_form(
    names: tuple[str, ...],
    body: str,
    read: Callable[[Link], P],
    write: Callable[[P], tuple[int, int, str]],
    show: Callable[[P, A, int], str] = rendered,
    flags: str = "",
) -> Form[P, A]:
    """The form of puzz.link for a kind of problem.

    * names: the site's name of the kind, and other names of it that links may have.
    * flags: the letters before the size of a board that do not change the rules.
    * body: the parts of a link after the kind, for listings.
    * read, write: from a link to a problem, and back to width, height and body.
    """

    def link(problem: P) -> str:
        width, height, text = write(problem)
        return f"{SITE}{names[0]}/{width}/{height}/{text}"

    def recognises(text: str) -> bool:
        found = _LINK.match(text.lstrip())
        return found is not None and found["kind"] in names

    return line_form(
        name="puzzlink",
        about=f"links of puzz.link, one a line: {SITE}{names[0]}/{body}",
        recognises=recognises,
        read=lambda token: read(read_link(token, names, flags)),
        write=link,
        show=show,
    )


def neighbours_across(rows: int, columns: int) -> Iterator[Edge]:
    """Pairs of cells side by side, row by row."""
    return (((r, c), (r, c + 1)) for r, c in product(range(rows), range(columns - 1)))


def neighbours_down(rows: int, columns: int) -> Iterator[Edge]:
    """Pairs of cells one above the other, column by column."""
    return (((r, c), (r + 1, c)) for c, r in product(range(columns), range(rows - 1)))


def areas(rows: int, columns: int, joined: Iterable[Edge]) -> Numbers:
    """The connected components of the cells: for each cell the number of its area, from 0."""
    links: dict[Cell, list[Cell]] = {cell: [] for cell in cells(rows, columns)}
    for a, b in joined:
        links[a].append(b)
        links[b].append(a)
    pieces = pieces_of(links, links.__getitem__)
    numbers = {cell: number for number, piece in enumerate(pieces) for cell in piece}
    return tuple(tuple(numbers[r, c] for c in range(columns)) for r in range(rows))


def walls(labels: Numbers, pairs: Iterable[Edge]) -> list[bool]:
    """For each pair, whether its cells are in different areas."""
    return [labels[a[0]][a[1]] != labels[b[0]][b[1]] for a, b in pairs]


def of_one_piece(labels: Numbers) -> bool:
    """Whether the cells of each area are connected, so that its walls determine it."""
    sides = len(labels), len(labels[0])
    pairs = neighbours(*sides)
    joined = (pair for pair, wall in zip(pairs, walls(labels, pairs), strict=True) if not wall)
    return len(regions(areas(*sides, joined))) == len(regions(labels))


def read_areas(characters: Characters, rows: int, columns: int) -> Numbers:
    """The areas between walls: those between cells side by side, then those between cells above each other.

    Each row by row; a digit in base 32 is five places, of which 1 is a wall.
    """
    pairs = _sides(rows, columns)
    return areas(rows, columns, [pair for those in pairs for pair in _without_wall(characters, those)])


def write_areas(labels: Numbers) -> str:
    """The walls between areas, as `read_areas` reads them."""
    if not of_one_piece(labels):
        raise ValueError("puzz.link cannot state a region of several pieces")
    return "".join(BITS.write(walls(labels, pairs)) for pairs in _sides(len(labels), len(labels[0])))


def _sides(rows: int, columns: int) -> tuple[list[Edge], list[Edge]]:
    return list(neighbours_across(rows, columns)), sorted(neighbours_down(rows, columns))


def _without_wall(characters: Characters, pairs: list[Edge]) -> list[Edge]:
    found = BITS.read(characters, len(pairs), "the walls", "five walls, as 0 to 9 or a to v")
    return [pair for pair, wall in zip(pairs, found, strict=True) if not wall]
