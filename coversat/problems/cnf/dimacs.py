"""Reading DIMACS: every byte is a number, a separator, a comment, or an error with its place.

Separators are spaces, tabs and line ends; a number is ASCII digits, with ``-`` before a literal and
optional leading zeros; ``+1`` is 1. ``-0``, form feeds and no-break spaces, which solvers treat in different
ways, are refused. A line that begins with ``c`` is a comment; these have a meaning:

- ``c varname ID NAME`` names a variable (in other shapes it is a plain comment),
- ``c p show 1 2 0`` and ``c ind 1 2 0`` are the projection (model counters; ApproxMC),
- ``c p weight`` is refused, since models are counted here, not weighed.

The clauses may be followed by the ``%`` and ``0`` of SATLIB's files.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...base.errors import ParseError
from ...base.wording import counted
from ..text import BLANK_APART, Token, plain_tokens, shown
from .clauses import MAX_VARIABLE, Clause

_MOST_CLAUSES = 10**12

_NUMBER = re.compile(r"0{0,999}[0-9]{1,18}")
_LITERAL = re.compile(r"(?:[-+](?=0*[1-9]))?0{0,999}[0-9]{1,18}")
_PLAIN = re.compile(r"[ \t\n]*(?:(?:0|-?[1-9][0-9]{0,9})[ \t\n]+)*+")
"""Lines of literals in the usual form, which are read many at once."""
_OTHER_LINE = re.compile(r"^[ \t]*[^-0-9 \t\n]", re.MULTILINE)
_MANY = 1 << 16
"""The approximate number of characters read at once."""


class Dimacs(NamedTuple):
    """The contents of a DIMACS text."""

    variable_count: int
    clauses: tuple[Clause, ...]
    names: dict[int, str]
    projection: tuple[int, ...] | None
    comments: tuple[str, ...]


class DimacsReader:
    """Reads one text.  Memory follows the text, never the header."""

    def __init__(self, text: str) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._text = text if text.endswith("\n") or not text else text + "\n"
        self._variables = self._announced = -1  # until the header is read
        self._clauses: list[Clause] = []
        self._open: list[int] = []  # the literals of a clause that is not yet ended
        self._names: dict[int, str] = {}
        self._shows: dict[str, list[int]] = {}  # by the words that state a projection
        self._comments: list[str] = []
        self._ended = False  # by SATLIB's percent sign

    def read(self) -> Dimacs:
        at, number = 0, 1
        while at < len(self._text):
            other = _OTHER_LINE.search(self._text, at)
            start = other.start() if other else len(self._text)
            self._read_literals(at, start, number)
            number += self._text.count("\n", at, start)
            at = start
            if other:
                at = self._text.index("\n", start) + 1
                self._read_line(self._text[start : at - 1], number)
                number += 1
        return self._whole(max(number - 1, 1))

    def _read_line(self, line: str, number: int) -> None:
        """Read a line that does not begin like a line of literals."""
        if line.lstrip(" \t").startswith("c"):
            self._read_comment(line, number)
        elif self._announced < 0:
            self._read_header(line, number)
        elif line.strip(" \t") == "%" and self._is_full() and not self._open and not self._ended:
            self._ended = True
        else:
            self._read_words(line, number)

    def _read_header(self, line: str, number: int) -> None:
        words = plain_tokens(line, number)
        numbers = words[2:]
        if [word.text.lower() for word in words[:2]] != ["p", "cnf"] or len(numbers) != 2:
            raise _no_header(line, number)
        if not all(_NUMBER.fullmatch(word.text) for word in numbers):
            raise _no_header(line, number)
        self._variables = _integer(numbers[0], 0, MAX_VARIABLE, "a number of variables")
        self._announced = _integer(numbers[1], 0, _MOST_CLAUSES, "a number of clauses")

    def _read_literals(self, start: int, end: int, number: int) -> None:
        """Read the lines from `start` to `end`, all of which hold literals."""
        while start < end:
            stop = end if end - start <= _MANY else self._text.index("\n", start + _MANY) + 1
            piece = self._text[start:stop]
            if not self._read_many(piece):
                for place, line in enumerate(piece[:-1].split("\n")):
                    self._read_words(line, number + place)
            number += piece.count("\n")
            start = stop

    def _read_many(self, piece: str) -> bool:
        """Read all of `piece` if it needs no closer look; otherwise nothing of it."""
        if self._announced < 0 or self._ended or not _PLAIN.fullmatch(piece):
            return False
        values = list(map(int, piece.split()))
        if not values:
            return True
        ends = values.count(0)
        if (
            max(values) > self._variables
            or min(values) < -self._variables
            or len(self._clauses) + ends + (values[-1] != 0) > self._announced
        ):
            return False
        at = 0
        for _ in range(ends):
            end = values.index(0, at)
            self._clauses.append((*self._open, *values[at:end]))
            self._open = []
            at = end + 1
        self._open += values[at:]
        return True

    def _read_words(self, line: str, number: int) -> None:
        if line.strip(" \t") and self._announced < 0:
            raise _no_header(line, number)
        for word in plain_tokens(line, number):
            if self._ended:
                if word.text != "0":
                    raise word.error("nothing but a 0 behind the % that ends a file of SATLIB")
                continue
            if not _LITERAL.fullmatch(word.text):
                raise word.error(f"a literal from -{self._variables} to {self._variables}")
            literal = int(word.text)
            if abs(literal) > self._variables:
                raise word.error(f"a literal of the {self._variables} variables announced")
            if self._is_full():
                announced = counted(self._announced, "clause")
                raise word.error(f"the end of the text after the {announced} announced")
            if literal:
                self._open.append(literal)
            else:
                self._clauses.append(tuple(self._open))
                self._open = []

    def _is_full(self) -> bool:
        return len(self._clauses) == self._announced

    def _read_comment(self, line: str, number: int) -> None:
        match stated(line):
            case "varname":
                words = plain_tokens(line, number)
                variable = _integer(words[2], 1, MAX_VARIABLE, "a variable")
                self._names[variable] = line[words[3].column - 1 :].rstrip()
            case "p show" | "ind" as how:
                self._read_projection(how, plain_tokens(line, number), 1 + len(how.split()))
            case "p weight":
                raise plain_tokens(line, number)[2].error("no weights: models are counted here, not weighed")
            case _:
                text = line.lstrip(" \t")[1:]
                if text[:1] not in (" ", "\t") and stated(f"c {text}"):
                    raise plain_tokens(line, number)[0].error("'c' and a space before what is stated")
                self._comments.append((text[1:] if text[:1] in (" ", "\t") else text).rstrip(" \t"))

    def _read_projection(self, how: str, words: list[Token], first: int) -> None:
        values = [_integer(word, 0, MAX_VARIABLE, "a variable") for word in words[first:]]
        if not values or values[-1] or 0 in values[:-1]:
            raise words[-1].part(len(words[-1].text)).error(f"one 0 at the end of 'c {how}'", "none")
        shows = self._shows.setdefault(how, [])
        shows += values[:-1]

    def _projection(self) -> tuple[int, ...] | None:
        if not self._shows:
            return None
        (shows, *others) = self._shows.values()
        for other in others:
            for variable in sorted(set(shows) ^ set(other)):
                raise self._comment_on(variable).error("one projection; 'c p show' and 'c ind' differ")
        return tuple(shows)

    def _comment_on(self, variable: int) -> Token:
        """Apply a comment that names a variable or states a projection."""
        header = re.compile(
            rf"^[ \t]*c[ \t]+(?:varname|p[ \t]+show|ind)\b[0-9 \t]*?[ \t](0*{variable})\b", re.M
        )
        found = header.search(self._text)
        assert found is not None
        start = found.start(1)
        line = self._text.count("\n", 0, start) + 1
        return Token(found[1], line, start - self._text.rfind("\n", 0, start))

    def _whole(self, line: int) -> Dimacs:
        """Return the result; raise `ParseError` if something is missing at the end, in this line."""
        column = len(self._text) - self._text.rfind("\n", 0, -1) - 1 if self._text else 1
        if self._announced < 0:
            raise ParseError(line, column, "expected 'p cnf VARIABLES CLAUSES', found the end of the text")
        if self._open:
            raise ParseError(line, column, "expected 0 behind the last clause, found the end of the text")
        if not self._is_full():
            found = f"expected {counted(self._announced, 'clause')} as announced, found {len(self._clauses)}"
            raise ParseError(line, column, found)
        for variable in (*self._names, *(v for shows in self._shows.values() for v in shows)):
            if variable > self._variables:
                raise self._comment_on(variable).error(f"one of the {self._variables} variables")
        return Dimacs(
            self._variables, tuple(self._clauses), self._names, self._projection(), tuple(self._comments)
        )


def stated(comment: str) -> str | None:
    """The words by which a comment, including its ``c``, states something; None for a plain comment."""
    match [word.group() for word in BLANK_APART.finditer(comment)][:4]:
        case ["c", "varname", variable, _] if variable.isascii() and variable.isdigit():
            return "varname"
        case ["c", "p", "show" | "weight" as what, *_]:
            return f"p {what}"
        case ["c", "ind"]:
            return "ind"
        case ["c", "ind", first, *_] if first.lstrip("+-")[:1].isdigit():
            return "ind"
    return None


def _integer(word: Token, low: int, high: int, what: str) -> int:
    if not _NUMBER.fullmatch(word.text) or not low <= int(word.text) <= high:
        raise word.error(f"{what} from {low} to {high}")
    return int(word.text)


def _no_header(line: str, number: int) -> ParseError:
    return ParseError(number, 1, f"expected 'p cnf VARIABLES CLAUSES', found {shown(line)}")
