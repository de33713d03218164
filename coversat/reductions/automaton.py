"""A word that an automaton accepts, spelled by places of a formula: layers of states, one behind each place.

A variable says that the automaton is in a state; only states that the start reaches, and from which the end
is reached, have one, and a layer with a single state needs none.  The automaton is deterministic, so that the
word determines every variable.

Source: Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004; its
clauses: Quimper and Walsh, "Global grammar constraints", CP 2006;
Bacchus, "GAC via unit propagation", CP 2007.
Where each state is entered by one symbol only, as in a nonogram's line, unit propagation finds every symbol
that no word has.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from .certain import ALWAYS, NEVER, add_clauses
from .formula import Formula

S = TypeVar("S", bound=Hashable)
V = TypeVar("V", bound=Hashable)


class _Step(NamedTuple):
    """A step that some accepted word takes."""

    source: Hashable
    symbol: Hashable
    target: Hashable


def add_word(
    formula: Formula,
    places: Sequence[Mapping[V, int]],
    start: S,
    step: Callable[[S, V], S | None],
    accepts: Callable[[S], bool],
) -> None:
    """The symbols at these places are a word that the automaton accepts.

    The further variables have one assignment for each accepted word, and none for others.

    Parameters
    ----------
    formula : Formula
        Where the clauses go.
    places : sequence of mappings from symbols to literals
        The symbols that may stand at a place, and what says so.  That exactly one does is stated elsewhere;
        for two symbols the literals are opposite.
    start : state
    step : (state, symbol) -> state or None
        None where no accepted word goes on so.
    accepts : state -> bool
    """
    layers = _layers(places, start, step, accepts)
    if layers is None:
        formula.add()
        return
    before: dict[Hashable, int] = {start: ALWAYS}
    for symbols, steps in zip(places, layers, strict=True):
        states = dict.fromkeys(one.target for one in steps)
        after = {state: ALWAYS if len(states) == 1 else formula.variable() for state in states}
        # What is said twice is written once.
        add_clauses(formula, dict.fromkeys(_clauses(symbols, steps, before, after)))
        before = after


def _layers(
    places: Sequence[Mapping[V, int]],
    start: S,
    step: Callable[[S, V], S | None],
    accepts: Callable[[S], bool],
) -> list[list[_Step]] | None:
    """For each place the steps that accepted words take there; None when no word is accepted."""
    found: list[list[_Step]] = []
    reached = {start: None}
    for symbols in places:
        steps = [
            (state, symbol, target)
            for state in reached
            for symbol in symbols
            if (target := step(state, symbol)) is not None
        ]
        found.append([_Step(*one) for one in steps])
        reached = {target: None for _, _, target in steps}
    alive: set[Hashable] = {state for state in reached if accepts(state)}
    for at in reversed(range(len(found))):
        found[at] = [one for one in found[at] if one.target in alive]
        alive = {one.source for one in found[at]}
    return found if alive else None


def _clauses(
    symbols: Mapping[V, int],
    steps: Iterable[_Step],
    before: Mapping[Hashable, int],
    after: Mapping[Hashable, int],
) -> Iterator[tuple[int, ...]]:
    """Of one place, between the literals of the states before it and behind it."""
    onward: dict[Hashable, dict[Hashable, int]] = {state: {} for state in before}
    back: dict[Hashable, dict[Hashable, list[int]]] = {state: {} for state in after}
    for source, symbol, target in steps:
        onward[source][symbol] = after[target]
        back[target].setdefault(symbol, []).append(before[source])
    for state, targets in onward.items():
        for symbol, literal in symbols.items():
            yield -before[state], -literal, targets.get(symbol, NEVER)
        yield -before[state], *dict.fromkeys(targets.values())
    for state, sources in back.items():
        for symbol, literal in symbols.items():
            yield -after[state], -literal, *sources.get(symbol, ())
        yield -after[state], *dict.fromkeys(x for those in sources.values() for x in those)
    for symbol, literal in symbols.items():
        yield -literal, *(after[state] for state, sources in back.items() if symbol in sources)
