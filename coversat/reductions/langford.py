"""Langford pairs to exact cover."""

from __future__ import annotations

from ..problems.exact_cover import Cover, ExactCover, Option, PartialCover
from ..problems.langford import Langford, Line
from .reduction import Reduction, Rule


def langford_to_cover(source: Langford) -> Reduction[Langford, ExactCover, Line, Cover]:
    """An option for each number and each two places for it (Knuth, TAOCP 7.2.2.1).

    The options come by first place and then by number: so the first cover in order shows the smallest
    line.
    """
    numbers = range(1, source.pairs + 1)
    places = range(1, 2 * source.pairs + 1)
    laid = [(place, number) for place in places for number in numbers if place + number + 1 in places]
    option_at = {key: at for at, key in enumerate(laid)}
    target = ExactCover(
        tuple(f"number{number}" for number in numbers) + tuple(f"place{place}" for place in places),
        (),
        tuple(Option(f"{number}@{place}", _items(place, number)) for place, number in laid),
    )

    def encode(answer: Line) -> PartialCover:
        keys = enumerate(answer, 1)
        return PartialCover(tuple(option_at[key] for key in keys if key[1] not in answer[: key[0] - 1]))

    def decode(cover: Cover) -> Line:
        line = [0] * (2 * source.pairs)
        for at in cover:
            place, number = laid[at]
            line[place - 1] = line[place + number] = number
        return tuple(line)

    return Reduction(source, target, encode, decode, parsimonious=True)


def _items(place: int, number: int) -> tuple[str, str, str]:
    return f"number{number}", f"place{place}", f"place{place + number + 1}"


RULES = (
    Rule("cover", "langford", "cover", "an option for each number's two places", langford_to_cover, True),
)
