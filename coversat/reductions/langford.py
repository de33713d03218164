"""Langford pairs to exact cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..problems.exact_cover import Cover, ExactCover
from ..problems.langford import Langford, Line
from .cover_builder import CoverBuilder
from .reduction import Reduction, Rule

Laid = tuple[int, tuple[int, ...]]
"""A number and its places, from 1."""


def langford_to_cover(source: Langford) -> Reduction[Langford, ExactCover, Line, Cover]:
    """An option for each number and each two places for it (Knuth, TAOCP 7.2.2.1).

    The options come by first place and then by number: so the first cover in order shows the smallest
    line.
    """
    numbers = range(1, source.pairs + 1)
    places = range(1, 2 * source.pairs + 1)
    board: CoverBuilder[Laid] = CoverBuilder()
    for place in places:
        for number in numbers:
            if place + number + 1 in places:
                key = number, (place, place + number + 1)
                board.option(key, f"{number}@{place}", _items(*key))
    return board.reduction(
        source,
        board.target([*(f"number{number}" for number in numbers), *(f"place{place}" for place in places)]),
        keys=_laid,
        answer=lambda laid: tuple(number for _, number in sorted(_standing(laid))),
        refusal=lambda laid: f"{laid[0]} cannot stand at {' and '.join(f'place {p}' for p in laid[1])}",
        shows=lambda key: [((0, place - 1), number) for place, number in _standing([key])],
    )


def _laid(answer: Line) -> Iterable[Laid]:
    """Each number with all the places where it stands."""
    found: dict[int, tuple[int, ...]] = {}
    for place, number in enumerate(answer, 1):
        if number:
            found[number] = (*found.get(number, ()), place)
    return found.items()


def _standing(laid: Iterable[Laid]) -> Iterator[tuple[int, int]]:
    """Each place and its number."""
    return ((place, number) for number, places in laid for place in places)


def _items(number: int, places: tuple[int, ...]) -> list[str]:
    return [f"number{number}", *(f"place{place}" for place in places)]


RULES = (
    Rule("cover", "langford", "cover", "an option for each number's two places", langford_to_cover, True),
)
