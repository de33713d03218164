"""KenKen: a Latin square with cages, whose numbers give their target by an operation.

A clue, in the first cell of its cage, is the target and the operation: ``12*``, ``3-``, ``2/``, ``7+``, or
``12`` for any of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import prod

from ..primitives import AllDifferent, Binary, Primitive, Regular, equals, total_of
from ..primitives.models import Rule
from ..problems.clue_board import Clue
from ..problems.grid import Cell, Held
from ..problems.puzzle import GridPuzzle, Wrong, numbered

_CLUE = re.compile(r"[0-9]{1,9}[-+*/x]?")


class Kenken(GridPuzzle):
    """A Latin square with cages: their numbers give the target by the operation, or by any."""

    symbols = tuple(f"{target}{sign}" for target in range(1, 25) for sign in "+-*/")
    has_regions = True
    region_sizes = (1, 4)
    small_clues = True
    is_square = True
    clue_keys = {"x": "*"}
    clue_words = "a target and one of + - * /, such as 12*"

    @property
    def values(self) -> Mapping[int, str]:  # type: ignore[override]
        return numbered(self.rows)

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return text.replace("x", "*") if _CLUE.fullmatch(text) else None

    def reject(self) -> str | None:
        firsts = {cells[0] for cells in self.region_cells().values()}
        strange = next((cell for cell in self.clue_at if cell not in firsts), None)
        return f"the clue {self.clue_at[strange]} is not in the first cell of its cage" if strange else None

    def model(self) -> Iterator[Rule]:
        for name, line in self.lines():
            yield self.rule("{line} has every number", AllDifferent(line), line=name)
        for cage in self.region_cells().values():
            if (clue := self.clue_at.get(cage[0])) is not None:
                meets = _primitive(cage, *_parts(clue))
                yield self.rule("cage {clue} at {cell}", meets, cage[0], clue=clue, cell=cage[0])

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for name, line in self.lines():
            if {held[cell] for cell in line} != set(self.values):
                yield f"{name} does not hold every number", line
        for cage in self.region_cells().values():
            numbers = sorted((held[cell] for cell in cage), reverse=True)
            clue = self.clue_at.get(cage[0])
            if clue is not None and not any(_gives(numbers, *one) for one in _meanings(str(clue))):
                yield f"{', '.join(map(str, numbers))} do not give {clue}", cage

    def clued_by(self, held: Held) -> Kenken:
        clues: dict[Cell, Clue] = {}
        for cage in self.region_cells().values():
            numbers = sorted((held[cell] for cell in cage), reverse=True)
            if len(numbers) == 2 and numbers[0] != numbers[1]:
                clues[cage[0]] = f"{numbers[0] - numbers[1]}-"
            else:
                clues[cage[0]] = f"{prod(numbers)}*" if sum(cage[0]) % 2 else f"{sum(numbers)}+"
        return self.with_clues(clues)


def _parts(clue: Clue) -> tuple[int, str]:
    text = str(clue)
    return int(text.rstrip("+-*/")), text.lstrip("0123456789")


def _meanings(clue: str) -> list[tuple[int, str]]:
    if clue[-1] in "+-*/":
        return [(int(clue[:-1]), clue[-1])]
    return [(int(clue), sign) for sign in "+-*/"]


def _gives(numbers: Sequence[int], target: int, sign: str) -> bool:
    """Whether numbers, the largest first, give a target."""
    first, *others = numbers
    match sign:
        case "+":
            return sum(numbers) == target
        case "*":
            return prod(numbers) == target
        case "-":
            return first - sum(others) == target
        case _:
            return first == target * prod(others)


def _primitive(cage: tuple[Cell, ...], target: int, sign: str) -> Primitive:
    """The cage as a sum, a pair, or an automaton whose state is the sum, the product and the largest."""
    if sign == "+":
        return total_of(cage, target)
    if len(cage) == 1:
        return equals(cage[0], target)
    if len(cage) == 2:
        return Binary((cage,), partial(_pair_gives, target, sign))
    return Regular(cage, (0, 1, 0), _next, partial(_state_gives, target, sign))


def _pair_gives(target: int, sign: str, one: int, other: int) -> bool:
    results = {"+": (one + other,), "*": (one * other,), "-": (one - other, other - one)}
    quotients = (one == other * target, other == one * target)
    return (sign in ("/", "") and any(quotients)) or any(
        target in found for name, found in results.items() if sign in (name, "")
    )


def _next(state: tuple[int, int, int], number: int) -> tuple[int, int, int]:
    total, product, largest = state
    return total + number, product * number, max(largest, number)


def _state_gives(target: int, sign: str, state: tuple[int, int, int]) -> bool:
    total, product, largest = state
    found = {"+": total, "*": product, "-": 2 * largest - total}
    if sign in ("/", "") and largest * largest == target * product:
        return True
    return target in (found.values() if not sign else [found.get(sign)])
