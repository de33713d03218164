"""Automata and decision diagrams: the words that an automaton accepts, as clauses.

An automaton is unrolled over the positions of a word into *layers*.  Only states that the start reaches,
and from which an accepting end is reached, are kept.  `add_layers` has a variable for each state between two
positions; a layer with a single state needs none.  The automaton is deterministic, so that the word
determines every variable.  Where each state is entered by one symbol only, as in a line of a nonogram, unit
propagation finds every symbol that no word has.

In a *reduced diagram* the states of a layer from which the same words follow are one, so that it is the
smallest for its order of positions.

References
----------
Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004; Quimper and
Walsh, "Global grammar constraints", CP 2006; Bacchus, "GAC via unit propagation", CP 2007.  Reduced diagrams:
Bryant 1986; Cheng and Yap, "An MDD-based generalized arc consistency algorithm", Constraints 15, 2010.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ..base.errors import ReductionError
from ..language import Regular
from .formula import ALWAYS, NEVER, Formula, add_clauses

S = TypeVar("S", bound=Hashable)
V = TypeVar("V", bound=Hashable)


Layer = dict[Any, dict[Any, Any]]
"""For one position, by the state before it: the symbols and the state that each leads to."""


def add_word(
    formula: Formula,
    places: Sequence[Mapping[V, int]],
    start: S,
    step: Callable[[S, V], S | None],
    accepts: Callable[[S], bool],
) -> None:
    """State that the symbols at these positions are a word that the automaton accepts.

    The auxiliary variables have one assignment for each accepted word, and none for others.

    Parameters
    ----------
    formula : Formula
        Where the clauses go.
    places : sequence of mappings from symbols to literals
        The possible symbols of each position.  Other clauses state that each has exactly one symbol; two
        symbols have opposite literals.
    start : state
    step : (state, symbol) -> state or None
        None if no accepted word continues this way.
    accepts : state -> bool
    """
    add_layers(formula, places, unrolled([list(symbols) for symbols in places], start, step, accepts))


def add_layers(formula: Formula, places: Sequence[Mapping[V, int]], layers: list[Layer] | None) -> None:
    """State that the symbols are those of a path through the layers."""
    if layers is None:
        formula.add()
        return
    before: dict[Hashable, int] = dict.fromkeys(layers[0], ALWAYS) if layers else {}
    for symbols, layer in zip(places, layers, strict=True):
        states = dict.fromkeys(state for targets in layer.values() for state in targets.values())
        after = {state: ALWAYS if len(states) == 1 else formula.variable() for state in states}
        # Repeated clauses are written once.
        add_clauses(formula, dict.fromkeys(_clauses(symbols, layer, before, after)))
        before = after


def unrolled(
    places: Sequence[Sequence[V]],
    start: S,
    step: Callable[[S, V], S | None],
    accepts: Callable[[S], bool],
    most: int | None = None,
) -> list[Layer] | None:
    """For each position, the steps of accepted words; None if no word is accepted.

    Parameters
    ----------
    places : sequence of sequences of symbols
        The possible symbols of each position.
    most : int, optional
        Raise a `ReductionError` for more steps than this.
    """
    layers: list[Layer] = []
    reached: dict[Any, None] = {start: None}
    steps = 0
    for symbols in places:
        layer: Layer = {
            state: {symbol: target for symbol in symbols if (target := step(state, symbol)) is not None}
            for state in reached
        }
        steps += sum(map(len, layer.values()))
        if most is not None and steps > most:
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


def _clauses(
    symbols: Mapping[V, int],
    layer: Layer,
    before: Mapping[Hashable, int],
    after: Mapping[Hashable, int],
) -> Iterator[tuple[int, ...]]:
    """The clauses of one position, between the literals of the states before and after it."""
    onward = {state: {symbol: after[target] for symbol, target in layer[state].items()} for state in before}
    back: dict[Hashable, dict[Hashable, list[int]]] = {state: {} for state in after}
    for source, targets in layer.items():
        for symbol, target in targets.items():
            back[target].setdefault(symbol, []).append(before[source])
    for state, following in onward.items():
        for symbol, literal in symbols.items():
            yield -before[state], -literal, following.get(symbol, NEVER)
        yield -before[state], *dict.fromkeys(following.values())
    for state, sources in back.items():
        for symbol, literal in symbols.items():
            yield -after[state], -literal, *sources.get(symbol, ())
        yield -after[state], *dict.fromkeys(x for those in sources.values() for x in those)
    for symbol, literal in symbols.items():
        yield -literal, *(after[state] for state, sources in back.items() if symbol in sources)


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
    layers = unrolled(domains, word.start, word.step, word.accepts, most)
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
