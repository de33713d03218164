"""Layered diagrams of the words that an automaton accepts: unrolled over places, and reduced.

A node stands for what may still follow; nodes of a layer that the same words follow are one, so that the
diagram is the smallest of its order of places (Bryant 1986; Cheng and Yap, "An MDD-based generalized arc
consistency algorithm", Constraints 15, 2010).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import ReductionError
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


def unrolled(word: Word, domains: Sequence[Sequence[int]]) -> list[dict[Hashable, dict[int, Any]]] | None:
    """For each place, by state before it, the digits that some accepted word has there and where they lead.

    Parameters
    ----------
    domains : sequence of sequences of digits
        What each place may hold.

    Returns
    -------
    The layers; None where no word is accepted.
    """
    layers: list[dict[Hashable, dict[int, Any]]] = []
    reached: dict[Hashable, None] = {word.start: None}
    steps = 0
    for digits in domains:
        layer: dict[Hashable, dict[int, Any]] = {}
        for state in reached:
            layer[state] = {
                digit: target for digit in digits if (target := word.step(state, digit)) is not None
            }
        steps += sum(map(len, layer.values()))
        if steps > MOST_STEPS:
            raise ReductionError(f"a constraint on {len(domains)} cells has more than {MOST_STEPS} steps")
        layers.append(layer)
        reached = {target: None for targets in layer.values() for target in targets.values()}
    alive = {state for state in reached if word.accepts(state)}
    for at in reversed(range(len(layers))):
        kept = {
            state: {digit: target for digit, target in targets.items() if target in alive}
            for state, targets in layers[at].items()
        }
        layers[at] = {state: targets for state, targets in kept.items() if targets}
        alive = set(layers[at])
    return layers if not layers or word.start in layers[0] else None


def reduced_layers(word: Word, domains: Sequence[Sequence[int]]) -> Layers | None:
    """The smallest diagram of the accepted words; None where there are none."""
    layers = unrolled(word, domains)
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
    layers = unrolled(word, domains)
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
