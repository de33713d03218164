"""Langford pairs to exact cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...reductions.cover_builder import CoverBuilder
from ...reductions.reduction import Encoding, Reduction
from ..exact_cover.rules import ExactCover
from .rules import Langford, Line

Laid = tuple[int, tuple[int, ...]]
"""A number and its positions, from 1."""


def langford_to_cover(source: Langford) -> Reduction[Langford, ExactCover]:
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
    return board.reduction(
        source,
        board.target(),
        keys=_laid,
        answer=lambda laid: tuple(number for _, number in sorted(_standing(laid))),
        refusal=_refusal,
        shows=lambda key: [((0, place - 1), number) for place, number in _standing([key])],
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
    return f"{number} cannot stand at {where}{' alone' if len(places) == 1 else ''}"


def _standing(laid: Iterable[Laid]) -> Iterator[tuple[int, int]]:
    return ((place, number) for number, places in laid for place in places)


ENCODINGS = (
    Encoding("cover", "langford", "cover", "an option for each number's two places", langford_to_cover, True),
)
