"""Forms whose texts are lines of one word each, such as links.

`line_form` creates such a form. A word is read character by character (`Characters`), runs of equal cells
are written as letters (`Runs`), and numbers in cells by `NumberCells`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from ...base.errors import ParseError
from ..problem import AnyProblem, Beside, Form, each, each_line, rendered, together
from ..text import Token, line_tokens, token_lines

A = TypeVar("A")
P = TypeVar("P", bound=AnyProblem)

RULES_IN_WORDS = "rules in words"
"""What was not read of a link with rules in words, which only a person can interpret."""
DRAWN = "what is only drawn: "
"""How what was not read of a link with drawings begins; their names follow."""


def line_form(
    *,
    name: str,
    about: str,
    word: str = "a link",
    recognises: Callable[[str], bool],
    read: Callable[..., P],
    meanings: bool = False,
    write: Callable[[P], str] | None = None,
    show: Callable[[P, A, int], str] = rendered,
    beside: Callable[..., Beside] | None = None,
) -> Form[P, A]:
    """A form with one word in each line.

    * word: the name of the word in errors.
    * read, write, beside: functions of one word. The other parameters are those of `Form`.
    * meanings: whether more words may follow, which are passed to `read`: the meanings of a link's drawings.
    """

    def beside_all(text: str) -> Beside:
        return together([beside(*words) for words in _lines(text, word, meanings)] if beside else [])

    return Form(
        name=name,
        about=about,
        recognises=lambda text: recognises(_link_of(text)),
        read=lambda text: tuple(read(*words) for words in _lines(text, word, meanings)),
        write=write and each(lambda problem: write(problem) + "\n"),
        show=show,
        rows=each_line(_whole_line, beside and beside_all),
        several=True,
        beside=beside and beside_all,
    )


def _whole_line(line: str) -> tuple[str, str]:
    """No part of a line is a note: `read` accepts or refuses a second word."""
    return line.strip(), ""


_BULLET = re.compile(r"\s*(?:[-*+\u2022]|[0-9]{1,4}[.)])\s+(?=\S)")
_AROUND = (
    re.compile(r"\s*<(?P<link>[^\s<>]+)>\s*$"),
    re.compile(r"\s*\[[^\]\n]*\]\((?P<link>[^\s()]+)\)\s*$"),
)
"""A link of Markdown or of a mail."""


def _without_bullet(line: str) -> str:
    """A line without the bullet of a list; what is left keeps its columns."""
    found = _BULLET.match(line)
    return line if found is None else " " * found.end() + line[found.end() :]


def _link_of(text: str) -> str:
    """A text without what a list or Markdown has around the link in its first line."""
    line, newline, rest = text.lstrip().partition("\n")
    line = _without_bullet(line)
    found = next(filter(None, (around.match(line) for around in _AROUND)), None)
    return (found["link"] if found else line.lstrip()) + newline + rest


def _line_tokens(line: str, number: int) -> list[Token]:
    line = _without_bullet(line)
    for around in _AROUND:
        if found := around.match(line):
            return [Token(found["link"], number, found.start("link") + 1)]
    return line_tokens(line, number)


def _lines(text: str, expected: str, meanings: bool) -> Iterator[list[Token]]:
    for tokens in token_lines(text, split=_line_tokens):
        if len(tokens) > 1 and not meanings:
            raise tokens[1].error(f"the end of the line after {expected}")
        yield tokens


C = TypeVar("C")


class Runs(NamedTuple):
    """Runs of equal cells as letters: the n-th letter means n cells."""

    letters: str

    def length(self, letter: str) -> int:
        """The number of cells of a letter; 0 for another character."""
        return self.letters.find(letter) + 1 if letter else 0

    def text(self, length: int) -> str:
        """A run of `length` cells, in as few letters as possible."""
        whole, rest = divmod(length, len(self.letters))
        return self.letters[-1] * whole + (self.letters[rest - 1] if rest else "")

    def between(self, cells: Iterable[str]) -> str:
        """The texts of cells, with empty cells as runs."""
        parts: list[str] = []
        length = 0
        for cell in cells:
            if cell:
                parts += [self.text(length), cell]
            length = 0 if cell else length + 1
        return "".join([*parts, self.text(length)])


class Characters:
    """A word read from left to right; errors have the position of the character.

    `end_words` is what errors call the end of the word.
    """

    def __init__(self, token: Token, end_words: str = "the end") -> None:
        self._token, self._end_words = token, end_words
        self._at = 0

    def at_end(self) -> bool:
        return self._at == len(self._token.text)

    def error(self, expected: str, back: int = 0) -> ParseError:
        """A `ParseError` at the next character, or `back` characters before it."""
        here = self._token.part(self._at - back, self._at - back + 1)
        return here.error(expected, None if here.text else self._end_words)

    def peek(self) -> str:
        """The next character; empty at the end."""
        return self._token.text[self._at : self._at + 1]

    def rest(self) -> Token:
        """What is not read yet."""
        return self._token.part(self._at)

    def take(self, pattern: re.Pattern[str], expected: str) -> str:
        """Read the text that the pattern matches here."""
        found = pattern.match(self._token.text, self._at)
        if found is None:
            raise self.error(expected)
        self._at = found.end()
        return found.group()

    def one_of(self, *signs: str) -> str:
        """Read the first of these signs that is next; empty if none is."""
        found = next((sign for sign in signs if self._token.text.startswith(sign, self._at)), "")
        self._at += len(found)
        return found

    def skip(self, sign: str) -> bool:
        """Read this sign if it is the next one; return whether it was."""
        return bool(self.one_of(sign))

    def run(self, runs: Runs) -> int:
        """Read a letter of `runs` if it is next; return its number of cells, or 0."""
        length = runs.length(self.peek())
        self._at += bool(length)
        return length

    def end(self, expected: str) -> None:
        """Raise `ParseError` unless the whole word has been read."""
        if not self.at_end():
            raise self.error(f"the end after {expected}")


def cells_of(read: Callable[[Characters, int], Iterable[C]], characters: Characters, count: int) -> list[C]:
    """Read `count` cells; `read` returns those of the next characters, and is told how many are left."""
    cells: list[C] = []
    while len(cells) < count:
        cells += read(characters, count - len(cells))
    if len(cells) > count:
        raise characters.error(f"the end of the board after {count} cells", back=1)
    return cells


class NumberCells(NamedTuple):
    """How a format reads and writes cells that hold a number or are blank.

    A number is a `mark`; blanks are runs of `blanks`, and `blank` is read as one of them.
    """

    blanks: Runs
    mark: re.Pattern[str]
    value: Callable[[str], int]
    text: Callable[[int], str]
    blank: str = ""

    def read(self, characters: Characters, count: int, most: int, what: str) -> list[int | None]:
        """Read `count` cells, with numbers from 1 to `most`; None for a blank."""

        def some(characters: Characters, left: int) -> list[int | None]:
            if self.blank and characters.skip(self.blank):
                return [None]
            if length := characters.run(self.blanks):
                return [None] * length
            mark = characters.take(self.mark, f"{what} or blanks")
            if not 1 <= (number := self.value(mark)) <= most:
                raise characters.error(f"{what} from 1 to {most}", back=len(mark))
            return [number]

        return cells_of(some, characters, count)

    def write(self, numbers: Iterable[int | None]) -> str:
        """The text of cells; None for a blank."""
        return self.blanks.between("" if number is None else self.text(number) for number in numbers)
