"""Reading text with positions: tokens with line and column, and a reader of lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ..base.errors import ParseError

_WORD = re.compile(r"\S+")
BLANK_APART = re.compile(r"[^ \t]+")
"""A word in a line with only spaces and tabs between words."""
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)


class Token(NamedTuple):
    """A run of characters without white space, and its position (from 1)."""

    text: str
    line: int
    column: int

    def error(self, expected: str, found: str | None = None) -> ParseError:
        """A `ParseError` at this token: what was expected, and what was found, by default its text."""
        return ParseError(self.line, self.column, f"expected {expected}, found {found or shown(self.text)}")

    def part(self, start: int, end: int | None = None) -> Token:
        """The characters from one offset to another, and their position."""
        return Token(self.text[start:end], self.line, self.column + start)

    def integer(self, low: int, high: int, what: str) -> int:
        """The token as an integer from `low` to `high`; ASCII digits only."""
        if not _INTEGER.fullmatch(self.text) or not low <= int(self.text) <= high:
            raise self.error(f"{what} from {low} to {high}")
        return int(self.text)


def alone(tokens: list[Token]) -> None:
    """Raise `ParseError` if anything follows the first word of a line."""
    for token in tokens[1:]:
        raise token.error(f"the end of the line after '{tokens[0].text}'")


def shown(text: str, longest: int = 40) -> str:
    """A piece of text for a message, quoted and shortened; what is not printable is escaped."""
    short = text if len(text) <= longest else text[: longest - 3] + "..."
    return repr(short).replace("\\\\", "\\")  # a backslash is printable, as in a clue of kakuro


def text_lines(text: str) -> list[str]:
    """The lines of a text; CRLF, CR and a missing final newline are fine."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return lines


def first_word(text: str) -> str:
    """The first word of a text; empty without any."""
    return next(iter(text.split(None, 1)), "")


HEAD = 1 << 16
"""The characters at a text's beginning by which it is recognised."""
LONGEST = 1 << 20
"""The most characters of a line of a set."""


def head_of(text: str) -> str:
    """The beginning of a long text, in whole lines, unless the first is too long; a short text unchanged."""
    if len(text) <= HEAD:
        return text
    end = text.rfind("\n", 0, HEAD) + 1
    if end <= HEAD // 2:  # a long line follows
        end = text.find("\n", HEAD, LONGEST) + 1
    return text[: end or HEAD]


def line_tokens(line: str, number: int, word: re.Pattern[str] = _WORD) -> list[Token]:
    """The tokens of one line, as `word` matches them."""
    return [Token(found.group(), number, found.start() + 1) for found in word.finditer(line)]


def plain_tokens(line: str, number: int) -> list[Token]:
    """The same with only spaces and tabs between tokens, as in DIMACS."""
    return line_tokens(line, number, BLANK_APART)


def text_of(lines: Sequence[Sequence[Token]]) -> str:
    """The text of some lines, with spaces for any white space; lines that have no tokens are left out."""
    parts = []
    for line in lines:
        at = 0
        for token in line:
            parts += [" " * (token.column - 1 - at), token.text]
            at = token.column - 1 + len(token.text)
        parts.append("\n")
    return "".join(parts)


Splitter = Callable[[str, int], list[Token]]
"""The tokens of a line with this number."""


def token_lines(text: str, comment: str | None = None, split: Splitter = line_tokens) -> list[list[Token]]:
    """The tokens of every line that has any, without lines that begin with `comment`."""
    numbered = (split(line, number) for number, line in enumerate(text_lines(text), 1))
    return [tokens for tokens in numbered if tokens and not (comment and tokens[0].text.startswith(comment))]


class Words(NamedTuple):
    """The words of a line, and what makes the tokens of it, which only errors need."""

    words: Sequence[str]
    tokens: Callable[[], list[Token]]


class LineReader:
    """Reads a text line by line, as tokens, with positions.

    Blank lines are skipped, and lines that begin with `comment` if it is stated. Every method raises
    `ParseError` if the text does not match.
    """

    def __init__(self, text: str, comment: str | None = None, split: Splitter = line_tokens) -> None:
        self._lines = text_lines(text)
        self._comment, self._split = comment, split
        self._next = 0
        self._ahead: list[Token] | None = None
        """The tokens of the line before the next, if they were only looked at."""
        self.inside = 0
        """How many blocks are open, of lines that belong together; for who reads blocks inside each other."""

    def __iter__(self) -> Iterator[list[Token]]:
        while not self.at_end():
            yield self.line("another line")

    def at_end(self) -> bool:
        return not self.peek()

    def peek(self) -> list[Token]:
        """The tokens of the next line without consuming it; none at the end."""
        while self._ahead is None and self._next < len(self._lines):
            self._next += 1
            tokens = self._split(self._lines[self._next - 1], self._next)
            if tokens and not (self._comment and tokens[0].text.startswith(self._comment)):
                self._ahead = tokens
        return self._ahead or []

    def words(self, expected: str) -> Words:
        """The words of the next line, of a text without comments."""
        while self._ahead is None and self._next < len(self._lines):
            line = self._lines[self._next]
            self._next += 1
            if words := line.split():
                return Words(words, partial(line_tokens, line, self._next))
        tokens = self.line(expected)
        return Words([token.text for token in tokens], lambda: tokens)

    def line(self, expected: str, count: int | None = None) -> list[Token]:
        """The tokens of the next line; exactly `count` of them, if stated."""
        tokens = self.peek()
        self._ahead = None
        if not tokens:
            # The end of the text is the position of missing parts.
            last = self._lines[-1] if self._lines else ""
            end = max(len(self._lines), 1), len(last) + 1
            raise ParseError(*end, f"expected {expected}, found the end of the text")
        if count is not None and len(tokens) > count:
            raise tokens[count].error(f"the end of the line after {expected}")
        if count is not None and len(tokens) < count:
            found = f"the end of the line after {len(tokens)}"
            raise tokens[-1].part(len(tokens[-1].text)).error(f"{expected}: {count} tokens", found)
        return tokens

    def heading(self, word: str, expected: str, count: int | None = None) -> list[Token]:
        """The tokens of the next line, as `line`, of which the first is `word`."""
        for token in self.peek()[:1]:
            if token.text != word:
                raise token.error(expected)
        return self.line(expected, count)

    def integer(self, low: int, high: int, what: str) -> int:
        """The next line, which must hold one integer and nothing else."""
        return self.line(what, 1)[0].integer(low, high, what)

    def end(self, expected: str = "the end of the text") -> None:
        """Raise `ParseError` if a line is left."""
        for token in self.peek()[:1]:
            raise token.error(expected)
