"""Langford pairs: the numbers 1 to n twice each in a line, with k numbers between the two copies of k.

Langford, 1958; Knuth, TAOCP 7.2.2.1. A reversed answer is another answer; published counts count both as
one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from ..base.wording import counted
from ..language import Regular, Variable
from ..language.models import GridEncodings, GridModel, Rule
from ..problems.exact_cover.builder import CoverBuilder, CoverEncoding, CoverModel
from ..problems.problem import Form, Stepwise, Violation, headed_form
from ..problems.text import LineReader

Line = tuple[int, ...]
"""The numbers in order; a partial answer has the first ones only."""

LARGEST = 200


@dataclass(frozen=True)
class Langford(Stepwise[Line]):
    """The number of pairs. Raise `ValueError` for fewer than one."""

    pairs: int

    kind: ClassVar[str] = "langford"
    about: ClassVar[str] = "the numbers 1 to n twice each in a line, k numbers between the two k"

    def __post_init__(self) -> None:
        if self.pairs < 1:
            raise ValueError(f"{self.pairs} pairs")

    def format(self) -> str:
        return f"langford {self.pairs}\n"

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (2 * self.pairs,)

    def violations(self, answer: Line) -> list[Violation]:
        """Numbers out of range, or not at the right distance."""
        if len(answer) != 2 * self.pairs:
            return [Violation(f"{len(answer)} numbers; there are {2 * self.pairs}")]
        return self.partial_violations(answer)

    def partial_violations(self, partial: Line) -> list[Violation]:
        """The same for the first numbers; a second copy that is due must be present."""
        found = []
        places: dict[int, list[int]] = {}
        for place, number in enumerate(partial):
            if not 1 <= number <= self.pairs:
                found.append(Violation(f"{number} is not a number 1 to {self.pairs}", ((0, place),)))
            places.setdefault(number, []).append(place)
        for number, those in places.items():
            due = those[0] + number + 1
            if due >= 2 * self.pairs or those[1:] != [due][: due < len(partial)]:
                cells = tuple((0, place) for place in those)
                words = f"the two {number} do not have {number} numbers between them"
                label = f"{counted(number, 'number')} between the two {number}"
                found.append(Violation(words, cells, label))
        return found

    def steps(self, partial: Line) -> Iterable[Line] | None:
        if len(partial) == 2 * self.pairs:
            return None
        return ((*partial, number) for number in range(1, self.pairs + 1))

    def render(self, answer: Line | None = None) -> str:
        return " ".join("." * (2 * self.pairs) if answer is None else map(str, answer))

    def parse_answer(self, text: str) -> Line:
        reader = LineReader(text)
        tokens = reader.line("the numbers of the line", 2 * self.pairs)
        reader.end("the end of the answer after one line")
        return tuple(token.integer(1, self.pairs, "a number") for token in tokens)

    def answer_rows(self, answer: Line) -> list[list[int]]:
        return [list(answer)]


def _read(text: str) -> Langford:
    reader = LineReader(text)
    _, token = reader.heading("langford", "'langford' and the number of pairs", 2)
    pairs = token.integer(1, LARGEST, "the number of pairs")
    reader.end("the end of the text, or another 'langford'")
    return Langford(pairs)


LINE: Form[Langford, Line] = headed_form(Langford, "line", "'langford N', a line each", _read)

Langford.forms = (LINE,)


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


class LangfordModel(GridModel[Langford]):
    """One row; an answer is that row."""

    def values_of(self, answer: Line) -> Iterator[tuple[Variable, int]]:
        return (((0, place), number) for place, number in enumerate(answer) if number)

    def answer_of(self, values: Iterable[tuple[Variable, int]]) -> Line:
        return tuple(number for _, number in sorted(values))


def langford_model(source: Langford) -> LangfordModel:
    """For each number, an automaton that reads the line."""
    line = tuple((0, place) for place in range(2 * source.pairs))
    numbers = range(1, source.pairs + 1)
    rules = []
    for number in numbers:
        label = f"{counted(number, 'number')} between the two {number}"
        rules.append(Rule(label, Regular(line, _BEFORE, partial(_next, number), _is_done)))
    return LangfordModel(source, 1, len(line), dict.fromkeys(line, numbers), rules)


_BEFORE, _AFTER = -1, -2


def _next(number: int, state: int, value: int) -> int | None:
    """The state after a value: before the first copy, numbers to come before the second, or after it."""
    if state in (_BEFORE, _AFTER):
        return state if value != number else number if state == _BEFORE else None
    if state:
        return None if value == number else state - 1
    return _AFTER if value == number else None


def _is_done(state: int) -> bool:
    return state == _AFTER


ENCODINGS = (
    CoverEncoding("an option for each number's two places", langford_cover),
    GridEncodings(langford_model, ("mixed",), preferred="", alternative=True),
)
