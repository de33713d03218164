"""Jigsaws: boards with a map of their regions beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isqrt

from ...problems.board import beside, pieces_of, regions
from ...problems.grid import rows_of


def region_map(words: Sequence[str]) -> tuple[int, ...] | None:
    """The number of each cell's region, if these are N of each of N symbols, each connected; else None."""
    size = isqrt(len(words))
    counts = Counter(words)
    if size * size != len(words) or set(counts.values()) != {size}:
        return None
    numbers = {word: number for number, word in enumerate(counts)}
    labels = tuple([numbers[word] for word in words])
    near = beside(size, size)
    cells = regions(rows_of(labels, size)).values()
    return labels if all(len(pieces_of(region, near.__getitem__)) == 1 for region in cells) else None
