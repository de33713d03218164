"""Automata unrolled over the positions of a word, and their reduced diagrams.

An automaton is unrolled into *layers*, one for each position.  Only states that the start reaches, and from
which an accepting end is reached, are kept.

In a *reduced diagram* the states of a layer from which the same words follow are one, so that it is the
smallest for its order of positions (Bryant 1986; Cheng and Yap, "An MDD-based generalized arc consistency
algorithm", Constraints 15, 2010).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any, TypeVar

from ..base.errors import ReductionError
from . import Regular

S = TypeVar("S", bound=Hashable)
V = TypeVar("V", bound=Hashable)

Layer = dict[Any, dict[Any, Any]]
"""For one position, by the state before it: the symbols and the state that each leads to."""


def unrolled(
    places: Sequence[Sequence[V]],
    start: S,
    steps: Iterable[Callable[[Any, V], Any]],
    accepts: Callable[[Any], bool],
    most: int | None = None,
) -> list[Layer] | None:
    """For each position, the steps of accepted words; None if no word is accepted.

    * places (sequence of sequences of symbols): the possible symbols of each position.
    * start (state)
    * steps (iterable of functions from a state and a symbol to the next state): that of each position; None
      if no accepted word continues this way.
    * accepts: whether a word may end in a state.
    * most: raise a `ReductionError` for more steps than this.
    """
    layers: list[Layer] = []
    reached: dict[Any, None] = {start: None}
    taken = 0
    for symbols, step in zip(places, steps, strict=False):
        layer: Layer = {
            state: {symbol: target for symbol in symbols if (target := step(state, symbol)) is not None}
            for state in reached
        }
        taken += sum(map(len, layer.values()))
        if most is not None and taken > most:
            raise ReductionError(f"a constraint on {len(places)} cells has more than {most} steps")
        layers.append(layer)
        reached = {target: None for targets in layer.values() for target in targets.values()}
    alive: set[Hashable] = {state for state in reached if accepts(state)}
    for at in reversed(range(len(layers))):
        kept = {
            state: {symbol: target for symbol, target in targets.items() if target in alive}
            for state, targets in layers[at].items()
        }
        layers[at] = {state: targets for state, targets in kept.items() if targets}
        alive = set(layers[at])
    return layers if alive else None


MOST_STEPS = 400_000
"""The most steps of an automaton that is unrolled, before states are merged."""


def reduced(layers: list[Layer]) -> list[Layer]:
    """The layers with states of the same continuations merged; states are numbers from 0."""
    found: list[Layer] = []
    number: dict[Hashable, int] = {}
    for layer in reversed(layers):
        classes: dict[tuple[tuple[Any, int], ...], int] = {}
        # After the last position all states are one.
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
    """The smallest diagram of the accepted words; None if there are none.

    Raise `ReductionError` for more steps than `most` before states are merged.
    """
    layers = unrolled(domains, word.start, repeat(word.step), word.accepts, most)
    return None if layers is None else reduced(layers)


def words_of(layers: list[Layer]) -> Iterator[tuple[int, ...]]:
    """Every word of a reduced diagram; in lexicographic order if the domains are sorted."""

    def below(at: int, state: int) -> Iterator[tuple[int, ...]]:
        if at == len(layers):
            yield ()
            return
        for digit, target in layers[at][state].items():
            for rest in below(at + 1, target):
                yield digit, *rest

    return below(0, 0)


def word_count(layers: list[Layer]) -> int:
    """The number of words of a reduced diagram."""
    ways = [1]
    for layer in reversed(layers):
        ways = [sum(ways[target] for target in layer[state].values()) for state in range(len(layer))]
    return ways[0]
