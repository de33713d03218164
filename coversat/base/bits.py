"""Sets of small numbers as the bits of an integer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits_of(places: Iterable[int]) -> int:
    """The integer in which the bits at these places are set."""
    bits = 0
    for place in places:
        bits |= 1 << place
    return bits


def places_of(bits: int) -> list[int]:
    """The places of the bits that are set, in increasing order."""
    places = []
    while bits:
        low = bits & -bits
        places.append(low.bit_length() - 1)
        bits ^= low
    return places


def each_bit(bits: int) -> Iterator[int]:
    """Every bit that is set, alone, the lowest first."""
    while bits:
        yield bits & -bits
        bits &= bits - 1


def first_place(bits: int) -> int:
    """The place of the lowest bit that is set; -1 if none is."""
    return (bits & -bits).bit_length() - 1
