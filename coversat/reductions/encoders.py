"""The encodings of the language as a formula: a function each for words, sums and connectivity.

* regular: a variable for each state of an automaton between two positions (Pesant, CP 2004; Quimper and
  Walsh, CP 2006; Bacchus, "GAC via unit propagation", CP 2007). A layer with a single state needs none; the
  automaton is deterministic, so that the word determines every variable;
* mdd: variables for the states and steps of the smallest diagram, see `diagrams`;
* table: a variable for each accepted word, with its supports (Bacchus, CP 2007);
* totalizer: sums of halves in the order encoding, both ways (Bailleux and Boufkhad, CP 2003; Joshi, Martins
  and Manquinho, CP 2015, for weights);
* order: sums one cell after the other, in the order encoding (Tamura et al., Constraints 14, 2009);
* mixed: sums as short diagrams, those of different values by sets, counts in the order encoding, or by
  sorting networks if they are large, everything else as regular.

What unit propagation finds by each of them is in `docs/strength.md`, rule by rule, as a test found it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple, TypeVar

from ..base.errors import ReductionError
from ..primitives import Count, Regular, Sum, SumBetween, Table, as_regular, terms_of
from ..primitives.automata import Layer, diagram, word_count, words_of
from ..primitives.models import (
    BINARY,
    COLOURS,
    CUTS,
    DISTANCES,
    ELIMINATION,
    MODULO,
    PARITY,
)
from .cnf_builder import ALWAYS, NEVER, CnfBuilder, add_clauses
from .connectivity import AddGraph, add_by_cuts
from .diagrams import add_diagram, add_mdd
from .elimination import add_distances, add_eliminated
from .hamiltonian import AddOrder, add_binary, add_modulo
from .networks import add_count
from .places import Literals
from .sums import ZERO, OrderedNumber, Terms, added, digit_number, in_halves, is_one_of

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


MOST_WORDS = 50_000
"""The rows of the largest table."""


def add_regular(formula: CnfBuilder, places: Sequence[Literals], word: Regular) -> None:
    """Use a variable for each state between two positions; states with the same continuations are one."""
    add_layers(formula, places, diagram(word, list(map(list, places)), None))


def rows_of(places: Sequence[Literals], word: Regular) -> list[tuple[int, ...]]:
    """The accepted words. Raise `ReductionError` if there are more than `MOST_WORDS`."""
    layers = diagram(word, list(map(list, places)))
    if layers is None:
        return []
    if (number := word_count(layers)) > MOST_WORDS:
        raise ReductionError(
            f"a constraint on {len(places)} cells has {number} fillings; tables have up to {MOST_WORDS}"
        )
    return list(words_of(layers))


def add_table(formula: CnfBuilder, places: Sequence[Literals], word: Regular) -> None:
    """Use a variable for each accepted word. Raise `ReductionError` if there are more than `MOST_WORDS`."""
    rows = rows_of(places, word)
    if not rows:
        formula.add()
        return
    holding: list[dict[int, list[int]]] = [{digit: [] for digit in place} for place in places]
    selectors = formula.variables(len(rows))
    for selector, digits in zip(selectors, rows, strict=True):
        for place, those, digit in zip(places, holding, digits, strict=True):
            formula.add(-selector, place[digit])
            those[digit].append(selector)
    formula.add(*selectors)
    for place, those in zip(places, holding, strict=True):
        for digit, supports in those.items():
            formula.add(-place[digit], *supports)


AddWord = Callable[[CnfBuilder, Sequence[Literals], Regular], None]
AddSum = Callable[[CnfBuilder, Terms, Sum], None]
AddCount = Callable[[CnfBuilder, Sequence[int], Sequence[int]], None]


def _add_ordered(
    formula: CnfBuilder,
    places: Terms,
    primitive: Sum,
    together: Callable[[CnfBuilder, Sequence[OrderedNumber]], OrderedNumber],
) -> None:
    numbers = [digit_number(formula, places(cell), factor) for factor, cell in primitive.terms]
    is_one_of(formula, together(formula, numbers or [ZERO]), primitive.totals)


def add_totalizer(formula: CnfBuilder, places: Terms, primitive: Sum) -> None:
    """State a sum as that of the sums of both halves."""
    _add_ordered(formula, places, primitive, in_halves)


def add_order(formula: CnfBuilder, places: Terms, primitive: Sum) -> None:
    """State a sum by adding one term after the other."""
    _add_ordered(
        formula, places, primitive, lambda formula, all_: reduce(lambda a, b: added(formula, a, b), all_)
    )


def add_as_word(
    formula: CnfBuilder, places: Terms, primitive: Regular | SumBetween | Sum | Count | Table, add: AddWord
) -> None:
    """State a primitive that can be written as a word."""
    held = list(map(places, terms_of(primitive)))
    add(formula, held, as_regular(primitive, {digit for place in held for digit in place}))


class Encoders(NamedTuple):
    """How primitives are stated.

    * about: one line for listings.
    * word: states a `Regular`, and everything that can be written as one.
    * sum: states a `Sum`; by default as a word.
    * counter: states how many literals are true; by default as a word.
    * by_sets: whether sums of different values are stated by the sets that these may form.
    * connect: states connectivity.
    * order: states the order of a loop through all points, instead of its connectivity; beside it, by cuts.
    * by_colours: whether it is that of the two sides of a circuit with faces, instead of its own.
    * alternating: whether the points of a loop through all of them are also in two alternating classes.
    * determined: whether the cells determine all auxiliary variables.
    * file: the file of a user that defines them, if one does.
    """

    about: str
    word: AddWord
    sum: AddSum | None = None
    counter: AddCount | None = None
    by_sets: bool = False
    connect: AddGraph = add_eliminated
    order: AddOrder | None = None
    by_colours: bool = False
    alternating: bool = False
    determined: bool = True
    file: str = ""


MIXED = Encoders(
    "sums as short diagrams or by sets, counts in the order encoding, other rules as automata",
    add_regular,
    add_diagram,
    add_count,
    True,
)

ENCODERS = {
    "regular": Encoders("rules as automata, a variable for each state", add_regular),
    "mdd": Encoders("rules as reduced diagrams, a variable for each edge", add_mdd),
    "table": Encoders("rules as tables, a variable for each filling", add_table),
    "totalizer": Encoders("sums by halves in the order encoding", add_regular, add_totalizer),
    "order": Encoders("sums cell by cell in the order encoding", add_regular, add_order),
}
"""By the names that routes have for them."""


ENCODERS_OF_GRAPHS = {
    CUTS: MIXED._replace(about="connectivity by clauses that are added while solving", connect=add_by_cuts),
    ELIMINATION: MIXED._replace(about="connectivity by vertex elimination"),
    DISTANCES: MIXED._replace(about="connectivity by distances from one element", connect=add_distances),
    COLOURS: MIXED._replace(about="a loop by its inside and outside, by vertex elimination", by_colours=True),
}
"""For models with connectivity, by the names that routes have for them."""

ENCODERS_OF_CYCLES = {
    PARITY: ENCODERS_OF_GRAPHS[CUTS]._replace(
        about="cuts, and two classes of vertices that alternate along the cycle", alternating=True
    ),
    MODULO: ENCODERS_OF_GRAPHS[CUTS]._replace(
        about="cuts, and positions modulo four with an adder", order=add_modulo
    ),
    BINARY: MIXED._replace(about="positions as binary numbers with an adder", order=add_binary),
}
"""For a `Circuit` through all points, by the names that routes have for them."""
