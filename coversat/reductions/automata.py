"""Automata and decision diagrams: the words that an automaton accepts, as clauses.

`add_layers` has a variable for each state between two positions of the layers of `primitives.automata`;
a layer with a single state needs none.  The automaton is deterministic, so that the word determines every
variable.

References
----------
Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004; Quimper and
Walsh, "Global grammar constraints", CP 2006; Bacchus, "GAC via unit propagation", CP 2007.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

from ..primitives.automata import Layer
from .cnf_builder import ALWAYS, NEVER, CnfBuilder, add_clauses

V = TypeVar("V", bound=Hashable)


def add_layers(formula: CnfBuilder, places: Sequence[Mapping[V, int]], layers: list[Layer] | None) -> None:
    """State that the symbols are those of a path through the layers.

    The auxiliary variables have one assignment for each accepted word, and none for others.

    * formula: where the clauses go.
    * places (sequence of mappings from symbols to literals): the possible symbols of each position. Other
      clauses state that each has exactly one symbol; two symbols may have opposite literals.
    * layers: those of an automaton, as `unrolled` or `diagram` makes them; None accepts no word.
    """
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
