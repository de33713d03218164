"""Layered diagrams of the words that an automaton accepts: unrolled over places, and reduced.

A node stands for what may still follow; nodes of a layer that the same words follow are one, so that the
diagram is the smallest of its order of places (Bryant 1986; Cheng and Yap, "An MDD-based generalized arc
consistency algorithm", Constraints 15, 2010).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from ..language import Regular
from .automaton import Layer, unrolled

MOST_STEPS = 400_000
"""Larger diagrams are refused while they are unrolled."""


def reduced(layers: list[Layer]) -> list[Layer]:
    """The same steps, states merged that the same words follow; they are numbers, from 0 in each layer."""
    found: list[Layer] = []
    number: dict[Hashable, int] = {}
    for layer in reversed(layers):
        classes: dict[tuple[tuple[Any, int], ...], int] = {}
        # Behind the last place all states are one.
        here = {
            state: classes.setdefault(
                tuple((symbol, number[target] if found else 0) for symbol, target in targets.items()),
                len(classes),
            )
            for state, targets in layer.items()
        }
        found.append({at: dict(onward) for onward, at in classes.items()})
        number = here
    return found[::-1]


def diagram(
    word: Regular, domains: Sequence[Sequence[int]], most: int | None = MOST_STEPS
) -> list[Layer] | None:
    """The smallest diagram of the accepted words; None where there are none.

    Raises
    ------
    ReductionError
        For more steps than `most` before states are merged.
    """
    layers = unrolled(domains, word.start, word.step, word.accepts, most)
    return None if layers is None else reduced(layers)


def words_of(layers: list[Layer]) -> Iterator[tuple[int, ...]]:
    """Every word of a reduced diagram, in lexicographic order where the domains are."""

    def below(at: int, state: int) -> Iterator[tuple[int, ...]]:
        if at == len(layers):
            yield ()
            return
        for digit, target in layers[at][state].items():
            for rest in below(at + 1, target):
                yield digit, *rest

    return below(0, 0)


def word_count(layers: list[Layer]) -> int:
    """How many words a reduced diagram has."""
    ways = [1]
    for layer in reversed(layers):
        ways = [sum(ways[target] for target in layer[state].values()) for state in range(len(layer))]
    return ways[0]
