"""Sets of small numbers as the bits of an integer."""

from __future__ import annotations

from collections.abc import Iterable


def bits_of(positions: Iterable[int]) -> int:
    """The integer in which the bits at these positions are set."""
    bits = 0
    for position in positions:
        bits |= 1 << position
    return bits


def positions_of(bits: int) -> list[int]:
    """The positions of the bits that are set, in increasing order."""
    positions = []
    while bits:
        low = bits & -bits
        positions.append(low.bit_length() - 1)
        bits ^= low
    return positions
