"""Langford pairs: the numbers 1 to n twice each in a line, with k numbers between the two copies of k.

Langford, 1958; Knuth, TAOCP 7.2.2.1. A reversed answer is another answer; published counts count both as
one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any, Self

from ..base.wording import counted
from ..primitives import Regular
from ..primitives.models import GridEncodings, Rule
from ..problems.clue_text import BoardWords
from ..problems.exact_cover.builder import CoverBuilder, CoverEncoding, CoverModel
from ..problems.grid import Cell, Held, Numbers
from ..problems.problem import AnyForm, Violation, headed_form
from ..problems.puzzle import Wrong, model_of_puzzle, numbered
from ..problems.stepwise import AnswerModel, StepwisePuzzle
from ..problems.text import LineReader

Line = tuple[int, ...]
"""The numbers in order; a partial answer has the first ones only."""

LARGEST = 200


class Langford(StepwisePuzzle):
    """The number of pairs. Raise `ValueError` for fewer than one."""

    about = "the numbers 1 to n twice each in a line, k numbers between the two k"
    model_type = AnswerModel

    def __init__(self, pairs: int) -> None:
        if pairs < 1:
            raise ValueError(f"{pairs} pairs")
        super().__init__(((None,) * (2 * pairs),))

    @property
    def pairs(self) -> int:
        return self.columns // 2

    @cached_property
    def values(self) -> Mapping[int, str]:  # type: ignore[override]
        return numbered(self.pairs)

    def reject(self) -> str | None:
        return "the board is not one row of pairs" if self.rows > 1 or self.columns % 2 else None

    def model(self) -> Iterator[Rule]:
        """For each number, an automaton that reads the line."""
        for number in self.values:
            reads = Regular(self.cells(), _BEFORE, partial(_next, number), lambda state: state == _AFTER)
            between = counted(number, "number")
            yield self.rule("{between} between the two {number}", reads, between=between, number=number)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        places: dict[int, list[Cell]] = {}
        columns = self.columns
        for cell, number in held.items():
            places.setdefault(number, []).append(cell)
        for number, cells in places.items():
            due = (0, cells[0][1] + number + 1)
            if due[1] >= columns or cells[1:] != [due] * (due in held):
                words = f"the two {number} do not have {number} numbers between them"
                yield words, cells, f"{counted(number, 'number')} between the two {number}"

    # Answers: the row itself.

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (2 * self.pairs,)

    def held(self, answer: Line) -> Held:
        return {(0, place): number for place, number in enumerate(answer) if number}

    def grid_of(self, answer: Line) -> Numbers:
        """Blank where a part of an answer has 0."""
        return (tuple(number or None for number in answer),)  # type: ignore[misc]

    def answer_of(self, grid: Numbers) -> Line:
        return grid[0]

    def malformed(self, answer: Line) -> list[Violation]:
        if len(answer) != 2 * self.pairs:
            return [Violation(f"{len(answer)} numbers; there are {2 * self.pairs}")]
        values = self.values
        wrong = [place for place, number in enumerate(answer) if number not in values]
        expected = f"not a number 1 to {self.pairs}"
        return [Violation(f"{answer[place]} is {expected}", ((0, place),)) for place in wrong]

    def answer_rows(self, answer: Line) -> list[list[int]]:
        return [list(answer)]

    def beginning(self) -> Line:
        return ()

    def steps(self, partial: Line) -> Iterable[Line] | None:
        return None if len(partial) == 2 * self.pairs else ((*partial, number) for number in self.values)

    # Texts.

    @classmethod
    def text_forms(cls) -> tuple[AnyForm, ...]:
        return (headed_form(cls, "line", "'langford N', a line each", cls.read),)

    @classmethod
    def read(cls, text: str) -> Self:
        reader = LineReader(text)
        _, token = reader.heading(cls.kind, "'langford' and the number of pairs", 2)
        pairs = token.integer(1, LARGEST, "the number of pairs")
        reader.end("the end of the text, or another 'langford'")
        return cls(pairs)

    @classmethod
    def text_of(cls, words: BoardWords) -> str:
        return f"{cls.kind} {words.columns // 2}\n"

    def render(self, answer: Line | None = None) -> str:
        return " ".join("." * (2 * self.pairs) if answer is None else map(str, answer))

    def parse_answer(self, text: str) -> Line:
        reader = LineReader(text)
        tokens = reader.line("the numbers of the line", 2 * self.pairs)
        reader.end("the end of the answer after one line")
        return tuple(token.integer(1, self.pairs, "a number") for token in tokens)


_BEFORE, _AFTER = -1, -2


def _next(number: int, state: int, value: int) -> int | None:
    """The state after a value: before the first copy, numbers to come before the second, or after it."""
    if state in (_BEFORE, _AFTER):
        return state if value != number else number if state == _BEFORE else None
    if state:
        return None if value == number else state - 1
    return _AFTER if value == number else None


Laid = tuple[int, tuple[int, ...]]
"""A number and its positions, from 1."""


def langford_cover(source: Langford) -> CoverModel[Langford, Laid]:
    """An option for each number and each two places for it (Knuth, TAOCP 7.2.2.1).

    The options come by first place and then by number: so the first cover in order shows the smallest
    line.
    """
    numbers = range(1, source.pairs + 1)
    places = range(1, 2 * source.pairs + 1)
    board: CoverBuilder[Laid] = CoverBuilder(lambda laid: f"{laid[0]}@{laid[1][0]}")
    number_items = board.primary(source.pairs, lambda at: f"number{at + 1}")
    place_items = board.primary(2 * source.pairs, lambda at: f"place{at + 1}")
    for place in places:
        for number in numbers:
            second = place + number + 1
            if second in places:
                items = number_items[number - 1], place_items[place - 1], place_items[second - 1]
                board.option((number, (place, second)), items)
    return board.model(
        source,
        keys=_laid,
        answer=lambda laid: tuple(number for _, number in sorted(_places_of(laid))),
        refusal=_refusal,
        shows=lambda key: [((0, place - 1), number) for place, number in _places_of([key])],
    )


def _laid(answer: Line) -> Iterator[Laid]:
    """Each number with each two positions for it; the second one may lie beyond the beginning of a line."""
    found: dict[int, tuple[int, ...]] = {}
    for place, number in enumerate(answer, 1):
        if number:
            found[number] = (*found.get(number, ()), place)
    for number, places in found.items():
        second = places[0] + number + 1
        yield number, (*places, second) if len(places) == 1 and second > len(answer) else places


def _refusal(laid: Laid) -> str:
    number, places = laid
    where = " and ".join(f"place {place}" for place in places)
    return f"{number} cannot be at {where}{' alone' if len(places) == 1 else ''}"


def _places_of(laid: Iterable[Laid]) -> Iterator[tuple[int, int]]:
    return ((place, number) for number, places in laid for place in places)


ENCODINGS: tuple[CoverEncoding | GridEncodings[Any], ...] = (
    CoverEncoding("an option for each number's two places", langford_cover),
    GridEncodings(model_of_puzzle, ("mixed",), preferred="", alternative=True),
)
