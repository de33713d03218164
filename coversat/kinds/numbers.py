"""Problems of numbers: some with a given sum, or with half of the sum of all.

Karp, "Reducibility among combinatorial problems", 1972.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from ..primitives import Count, Sum
from ..primitives.models import Rule
from ..problems.elements import ElementProblem, Lines


@dataclass(frozen=True)
class NumberProblem(ElementProblem):
    """Some of the numbers, with a given sum."""

    numbers: tuple[int, ...]

    place_words: ClassVar[str] = "numbers"
    body_words: ClassVar[str] = "numbers"
    encoding_names: ClassVar[tuple[str, ...]] = ("mixed", "mdd", "totalizer", "order", "cover")

    def __post_init__(self) -> None:
        if min(self.numbers, default=1) < 1:
            raise ValueError("all numbers must be from 1 on")
        super().__post_init__()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The numbers; the second 5 is ``5#2``."""
        times: Counter[int] = Counter()
        found = []
        for number in self.numbers:
            times[number] += 1
            found.append(str(number) if times[number] == 1 else f"{number}#{times[number]}")
        return tuple(found)

    def sum_rule(self, total: int, words: str) -> Rule:
        terms = zip(self.numbers, self.variables, strict=True)
        return Rule(words, Sum(tuple(terms), (total,)))

    def sum_wrong(self, values: Sequence[int], total: int) -> Iterator[str]:
        found = sum(self.numbers[at] for at in self.chosen(values))
        if found != total:
            yield f"the chosen numbers add up to {found}, and not to {total}"

    @classmethod
    def read_body(cls, lines: Lines, head: Mapping[str, int]) -> Self:
        tokens = [token for line in lines for token in line]
        return cls(tuple(token.integer(1, 10**17, "a number") for token in tokens), **dict[str, Any](head))

    def body(self) -> Iterable[str]:
        yield " ".join(map(str, self.numbers))


@dataclass(frozen=True)
class SubsetSum(NumberProblem):
    """Some of the numbers, whose sum is the target."""

    target: int

    heading: ClassVar[tuple[str, ...]] = ("target",)

    def model(self) -> Iterator[Rule]:
        yield self.sum_rule(self.target, f"a sum of {self.target}")

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        return self.sum_wrong(values, self.target)


class Partition(NumberProblem):
    """Some of the numbers, whose sum is that of the others."""

    def model(self) -> Iterator[Rule]:
        half, rest = divmod(sum(self.numbers), 2)
        if rest:
            yield Rule("an even sum", Count((), (), (1,)))
        else:
            yield self.sum_rule(half, "equal sums")

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        chosen = sum(self.numbers[at] for at in self.chosen(values))
        if 2 * chosen != sum(self.numbers):
            yield f"the chosen numbers add up to {chosen}, and the others to {sum(self.numbers) - chosen}"
