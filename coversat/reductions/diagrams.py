"""Layered diagrams of the words that an automaton accepts: unrolled over places, and reduced.

A node stands for what may still follow; nodes of a layer that the same words follow are one, so that the
diagram is the smallest of its order of places (Bryant 1986; Cheng and Yap, "An MDD-based generalized arc
consistency algorithm", Constraints 15, 2010).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from .automaton import Layer, unrolled
from .statements import Word

MOST_STEPS = 400_000
"""Larger diagrams are refused while they are unrolled."""


class Edge(NamedTuple):
    """A step from a node of a layer to a node of the next; nodes are numbered in each layer from 0."""

    source: int
    digit: int
    target: int


Layers = list[list[Edge]]
"""For each place its edges; all begin at node 0 and end at node 0."""


def _unrolled(word: Word, domains: Sequence[Sequence[int]]) -> list[Layer] | None:
    return unrolled(domains, word.start, word.step, word.accepts, MOST_STEPS)


def reduced_layers(word: Word, domains: Sequence[Sequence[int]]) -> Layers | None:
    """The smallest diagram of the accepted words; None where there are none."""
    layers = _unrolled(word, domains)
    if layers is None:
        return None
    # From the last layer to the first: a state is what its digits lead to.
    number: dict[Hashable, int] = {}
    found: Layers = []
    last = True
    for layer in reversed(layers):
        classes: dict[tuple[tuple[int, int], ...], int] = {}
        here: dict[Hashable, int] = {}
        for state, targets in layer.items():
            onward = tuple((digit, 0 if last else number[target]) for digit, target in targets.items())
            here[state] = classes.setdefault(onward, len(classes))
        found.append([Edge(at, digit, target) for onward, at in classes.items() for digit, target in onward])
        number, last = here, False
    return found[::-1]


def words_of(word: Word, domains: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Every accepted word, in lexicographic order where the domains are."""
    layers = _unrolled(word, domains)
    if layers is None:
        return iter(())

    def below(at: int, state: Hashable) -> Iterator[tuple[int, ...]]:
        if at == len(layers):
            yield ()
            return
        for digit, target in layers[at][state].items():
            for rest in below(at + 1, target):
                yield digit, *rest

    return below(0, word.start)


def word_count(layers: Layers) -> int:
    """How many words a diagram has."""
    ways: Mapping[int, int] = {0: 1}
    for layer in reversed(layers):
        above: dict[int, int] = {}
        for edge in layer:
            above[edge.source] = above.get(edge.source, 0) + ways[edge.target]
        ways = above
    return ways[0] if layers else 1
