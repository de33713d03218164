"""A small language in one word of a constraint's line: the parameter that holds the word, and its reader."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NoReturn, TypeVar

from ..kinds.sudoku.layout import Layout
from .parameters import Parameter, Words, missing
from .text import Token

T = TypeVar("T")
_DEEPEST = 20


class Expression(Parameter):
    """An expression, as it is written."""

    noun: ClassVar[str]
    example: ClassVar[str]
    longest: ClassVar[int]
    """Such as ``relation``, ``a<b``, and so many characters."""

    @property
    def usage(self) -> str:
        """``RELATION``."""
        return self.noun.upper()

    @abstractmethod
    def parse(self, word: Token) -> Any:
        """What a word says; `ParseError` where it says nothing."""

    def understood(self, word: Token) -> Any:
        """The same of words that are not too long."""
        if len(word.text) > self.longest:
            raise word.part(self.longest).error(f"a {self.noun} of at most {self.longest} characters", "more")
        return self.parse(word)

    def read(self, words: Words, before: Token, layout: Layout) -> str:
        """The next word."""
        if not words:
            missing(before, f"a {self.noun} such as {self.example}")
        self.understood(words[0])
        return words.pop(0).text

    def words(self, content: str) -> Iterator[str]:
        """The word."""
        yield content


class ExpressionReader:
    """Reads a word from left to right."""

    def __init__(self, noun: str, word: Token) -> None:
        self._noun, self._word, self._at, self._depth = noun, word, 0, 0

    def _whole(self, read: Callable[[], T]) -> T:
        """What is read, with nothing behind it."""
        found = read()
        if self._at < len(self._word.text):
            self._fail(f"the end of the {self._noun}")
        return found

    def _fail(self, expected: str) -> NoReturn:
        here = self._word.part(self._at, self._at + 1)
        raise here.error(expected, None if here.text else f"the end of the {self._noun}")

    def _next(self) -> str:
        return self._word.text[self._at : self._at + 1]

    def _take(self, *signs: str) -> str | None:
        found = next((sign for sign in signs if self._word.text.startswith(sign, self._at)), None)
        self._at += len(found or "")
        return found

    def _inside(self, read: Callable[[], T], close: str, what: str) -> T:
        """What is read up to the sign that closes it; `what` they are called that are inside each other."""
        self._depth += 1
        if self._depth > _DEEPEST:
            self._fail(f"at most {_DEEPEST} {what} inside each other")
        found = read()
        self._depth -= 1
        if not self._take(close):
            self._fail(f"'{close}'")
        return found
