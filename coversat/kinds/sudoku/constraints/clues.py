"""Clues beside rows and columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from .... import primitives
from ....problems.board_rules import visible
from ....problems.layout import Layout, line_from
from .base import Clue, Primitives
from .look import Beside
from .parameters import Number, Side
from .sums import between_extremes, sandwich


@dataclass(frozen=True)
class Skyscraper(Clue):
    """Higher buildings hide lower ones behind them; a height of 0 is not a building."""

    seen: int

    word = "skyscraper"
    about = (
        "digits are heights of buildings, of which the clue says how many are seen; a height of 0 is not seen"
    )
    parameters = {"seen": Number("number", 1, 25), "side": Side()}
    example = "skyscraper 3 left 4"
    look = (Beside("[{0.seen}]"),)

    def unfit(self, layout: Layout) -> str | None:
        cells = len(self.scope(layout))
        return f"{self.seen} seen of {cells}" if self.seen > cells else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        seen = sum(digit > max(digits[:at], default=0) for at, digit in enumerate(digits))
        return None if seen == self.seen else f"{seen} are seen, not {self.seen}"

    def model(self, layout: Layout) -> Primitives:
        yield visible(line_from(self.side, layout), self.seen, layout.highest)


@dataclass(frozen=True)
class HiddenSkyscraper(Clue):
    """A building is hidden behind one that is as high or higher."""

    height: int

    word = "hidden-skyscraper"
    about = "digits are heights of buildings, of which the clue is the first that is hidden"
    parameters = {"height": Number("height", 0, 25), "side": Side()}
    example = "hidden-skyscraper 6 top 5"
    look = (Beside("|{0.height}|"),)

    def unfit(self, layout: Layout) -> str | None:
        if self.height in layout.digits:
            return None
        return f"a height of {self.height}, not {layout.lowest} to {layout.highest}"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        hidden = (digit for at, digit in enumerate(digits) if at and digit <= max(digits[:at]))
        first = next(hidden, None)
        if first is None:
            return "none is hidden"
        return None if first == self.height else f"{first} is hidden first, not {self.height}"

    def model(self, layout: Layout) -> Primitives:
        """The states are the last digit, while they grow, and that the hidden one is found."""
        goal, found = self.height, -2

        def step(last: int, digit: int) -> int | None:
            if last == found or digit > last:
                return last if last == found else digit
            return found if digit == goal else None

        yield primitives.Regular(line_from(self.side, layout), -1, step, lambda state: state == found)


@dataclass(frozen=True)
class Sandwich(Clue):
    """The clue is left of a row or above a column."""

    total: int

    word = "sandwich"
    about = "the digits between the lowest and the highest digit of a line add up to the clue"
    parameters = {"total": Number("sum", 0, 300), "side": Side(("left", "top"))}
    example = "sandwich 13 left 4"
    look = (Beside("{0.total}"),)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        return sandwich(digits, self.total)

    def model(self, layout: Layout) -> Primitives:
        """In a line that holds every digit the ends are known.

        The states are then: before the sandwich; which end is still to come, and the sum so far; after it.
        """
        cells, goal = line_from(self.side, layout), self.total
        if len(cells) < len(layout.digits):
            yield between_extremes(cells, goal, layout)
            return
        ends = {layout.lowest: layout.highest, layout.highest: layout.lowest}

        def step(state: str | tuple[int, int], digit: int) -> str | tuple[int, int] | None:
            if state == "before":
                return (ends[digit], 0) if digit in ends else "before"
            if isinstance(state, str):
                return None if digit in ends else "after"
            other, total = state
            if digit in ends:
                return "after" if digit == other and total == goal else None
            return (other, total + digit) if total + digit <= goal else None

        word = primitives.Regular(cells, "before", step, lambda state: state == "after")
        yield primitives.SumBetween(word, goal, (layout.lowest, layout.highest))


@dataclass(frozen=True)
class XSum(Clue):
    """The first digit is one of those that are added up."""

    total: int

    word = "x-sum"
    about = "the first X digits from the clue add up to it, X being the first of them"
    parameters = {"total": Number("sum", 0, 400), "side": Side()}
    example = "x-sum 20 right 2"
    look = (Beside("\N{MATHEMATICAL LEFT ANGLE BRACKET}{0.total}\N{MATHEMATICAL RIGHT ANGLE BRACKET}"),)

    def unfit(self, layout: Layout) -> str | None:
        most = sum(layout.digits)
        return f"it adds up to {self.total}; all digits add up to {most}" if self.total > most else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        number = digits[0]
        if number > len(digits):
            return f"{number} is more than its {len(digits)} cells"
        total = sum(digits[:number])
        return None if total == self.total else f"the first {number} add up to {total}, not {self.total}"

    def model(self, layout: Layout) -> Primitives:
        """The states are how many digits are still to be added, and what they add up to."""
        before, done = (-1, -1), (0, 0)

        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            if state == done:
                return done
            left, rest = (digit, self.total) if state == before else state
            if not left:
                return done if not rest else None
            after = left - 1, rest - digit
            return after if after == done or min(after) >= layout.lowest else None

        yield primitives.Regular(line_from(self.side, layout), before, step, lambda state: state == done)


@dataclass(frozen=True)
class NumberedRoom(Clue):
    """Rooms are counted from the clue, from 1."""

    digit: int

    word = "numbered-room"
    about = "the Nth digit from the clue is the clue, N being the first digit"
    parameters = {"digit": Number("digit", 0, 25), "side": Side()}
    example = "numbered-room 7 bottom 3"
    look = (Beside(":{0.digit}:"),)

    def unfit(self, layout: Layout) -> str | None:
        if self.digit in layout.digits:
            return None
        return f"a digit of {self.digit}, not {layout.lowest} to {layout.highest}"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        number = digits[0]
        if not 1 <= number <= len(digits):
            return f"there is no room {number}"
        found = digits[number - 1]
        return None if found == self.digit else f"{found} is in room {number}, not {self.digit}"

    def model(self, layout: Layout) -> Primitives:
        """Of the first cell and each other; digits of a line differ, so the clue is in no other room."""
        first, *others = line_from(self.side, layout)
        rooms = range(2, len(others) + 2)
        # The first digit can be 1 only if that is the clue.
        yield primitives.Count((first,), [1, *rooms] if self.digit == 1 else rooms, (1,))
        for room, cell in zip(rooms, others, strict=True):
            yield primitives.Binary(((first, cell),), partial(_is_room, room, self.digit))


def _is_room(room: int, clue: int, number: int, digit: int) -> bool:
    return (number == room) == (digit == clue)
