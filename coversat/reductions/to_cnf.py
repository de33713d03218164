"""The constraint language as a formula, by encodings that can be compared.

* regular: a variable for each state of an automaton between two positions;
* mdd: a variable for each edge of the smallest diagram: unit propagation finds every value that no word has
  (Abío, Gange, Mayer-Eichberger and Stuckey, "On CNF encodings of decision diagrams", CPAIOR 2016);
* table: a variable for each accepted word, with its supports (Bacchus, CP 2007);
* totalizer: sums of halves in the order encoding, both ways (Bailleux and Boufkhad, CP 2003; Joshi, Martins
  and Manquinho, CP 2015, for weights);
* order: sums one cell after the other, in the order encoding (Tamura et al., Constraints 14, 2009);
* mixed: sums by their length, sums of different values by sets, everything else as regular.

The values of the cells determine all auxiliary variables, so that a formula has as many models as the rules
have solutions; only alternatives (`Or`) leave variables free, since several of them may hold.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial, reduce
from itertools import chain, combinations, islice, product
from typing import Any, NamedTuple, TypeGuard, TypeVar

from ..errors import ReductionError
from ..kinds.cnf.rules import Cnf
from ..language import (
    EQUAL,
    HIGHER,
    LOWER,
    AllDifferent,
    AreasBySize,
    Binary,
    Circuit,
    Comparison,
    Connected,
    Contains,
    Count,
    Or,
    Primitive,
    Regular,
    Sum,
    SumBetween,
    Table,
    Term,
    Total,
    Variable,
    as_regular,
    terms_of,
    total_of,
)
from ..language.models import (
    BINARY,
    COLOURS,
    CUTS,
    LEVELS,
    POSITIONS,
    PRECEDENCE,
    TREE,
    AlikeRules,
    GridModel,
    Rule,
    Several,
    Unfolded,
    parts_of,
)
from ..problems.grid import Cell
from ..problems.problem import AnyProblem
from .at_most_one import LADDER, PAIRWISE
from .automata import add_layers, diagram, word_count, words_of
from .connectivity import (
    AddGraph,
    add_areas,
    add_by_cuts,
    add_circuit,
    add_connected,
    add_levels,
    add_tree,
    any_of,
)
from .formula import ALWAYS, NEVER, Formula, add_clauses
from .hamiltonian import AddOrder, add_binary, add_positions, add_precedence
from .reduction import Group, Reduction
from .sums import (
    MOST_DIGITS,
    ZERO,
    OrderedNumber,
    Place,
    add_comparison,
    add_distinct,
    add_enclosed,
    add_sets,
    added,
    added_sets,
    digit_number,
    in_halves,
    is_one_of,
    set_name,
    sets_of,
    values_in,
)
from .variables import ModelVariables

P = TypeVar("P", bound=AnyProblem)

Places = Callable[[Any], Place]
Terms = Callable[[Term], Place]

MOST_IN_PAIRS = 40
"""The values of a cell that are excluded in pairs."""
MOST_WORDS = 50_000
"""The rows of the largest table."""


def add_regular(formula: Formula, places: Sequence[Place], word: Regular) -> None:
    """A variable for each state between two positions; states from which the same words follow are one."""
    add_layers(formula, places, diagram(word, list(map(list, places)), None))


def add_mdd(formula: Formula, places: Sequence[Place], word: Regular) -> None:
    """A variable for each node and each edge of the reduced diagram."""
    layers = diagram(word, list(map(list, places)))
    if layers is None:
        formula.add()
        return
    # The single nodes before the first position and after the last need no variable.
    here: dict[int, list[int]] = {0: []}
    for at, (place, layer) in enumerate(zip(places, layers, strict=True), 1):
        last = at == len(layers)
        nodes = range(0) if last else formula.variables(len(layers[at]))
        out: dict[int, list[int]] = {}
        into: dict[int, list[int]] = {}
        showing: dict[int, list[int]] = {digit: [] for digit in place}
        steps = [(state, digit, to) for state, targets in layer.items() for digit, to in targets.items()]
        for (source, digit, target), variable in zip(steps, formula.variables(len(steps)), strict=True):
            out.setdefault(source, []).append(variable)
            into.setdefault(target, []).append(variable)
            showing[digit].append(variable)
            for node in here[source]:
                formula.add(-variable, node)
            formula.add(-variable, place[digit])
            if not last:
                formula.add(-variable, nodes[target])
            formula.add(variable, *(-node for node in here[source]), -place[digit])
        for source, edges in out.items():
            formula.add(*(-node for node in here[source]), *edges)
        for target, edges in into.items():
            if not last:
                formula.add(-nodes[target], *edges)
        for digit, edges in showing.items():
            formula.add(-place[digit], *edges)
        here = {number: [node] for number, node in enumerate(nodes)}


def add_table(formula: Formula, places: Sequence[Place], word: Regular) -> None:
    """A variable for each accepted word.

    Raises
    ------
    ReductionError
        If there are more than `MOST_WORDS`.
    """
    layers = diagram(word, list(map(list, places)))
    if layers is None:
        formula.add()
        return
    if (number := word_count(layers)) > MOST_WORDS:
        raise ReductionError(
            f"a constraint on {len(places)} cells has {number} fillings; tables have up to {MOST_WORDS}"
        )
    holding: list[dict[int, list[int]]] = [{digit: [] for digit in place} for place in places]
    selectors = formula.variables(number)
    for selector, digits in zip(selectors, words_of(layers), strict=True):
        for place, those, digit in zip(places, holding, digits, strict=True):
            formula.add(-selector, place[digit])
            those[digit].append(selector)
    formula.add(*selectors)
    for place, those in zip(places, holding, strict=True):
        for digit, supports in those.items():
            formula.add(-place[digit], *supports)


AddWord = Callable[[Formula, Sequence[Place], Regular], None]
AddSum = Callable[[Formula, Terms, Sum], None]


def _add_ordered(
    formula: Formula,
    places: Terms,
    primitive: Sum,
    together: Callable[[Formula, Sequence[OrderedNumber]], OrderedNumber],
) -> None:
    numbers = [digit_number(formula, places(cell), factor) for factor, cell in primitive.terms]
    is_one_of(formula, together(formula, numbers or [ZERO]), primitive.totals)


def add_totalizer(formula: Formula, places: Terms, primitive: Sum) -> None:
    """The sum of the sums of both halves."""
    _add_ordered(formula, places, primitive, in_halves)


def add_order(formula: Formula, places: Terms, primitive: Sum) -> None:
    """The sum of one term after the other."""
    _add_ordered(
        formula, places, primitive, lambda formula, all_: reduce(lambda a, b: added(formula, a, b), all_)
    )


def _add_as_word(
    formula: Formula, places: Terms, primitive: Regular | SumBetween | Sum | Count | Table, add: AddWord
) -> None:
    held = list(map(places, terms_of(primitive)))
    if isinstance(primitive, Count):
        _add_counted(formula, held, primitive, add)
    else:
        add(formula, held, as_regular(primitive, {digit for place in held for digit in place}))


def _add_counted(formula: Formula, held: Sequence[Place], primitive: Count, add: AddWord) -> None:
    """A count as a word. Many are alike, so its clauses are made once, and are only renumbered here."""
    single = [len(place) == 2 and sum(place.values()) == 0 for place in held]  # one variable for two values
    shape = tuple((tuple(place), one) for place, one in zip(held, single, strict=True))
    literals = [
        x for place, one in zip(held, single, strict=True) for x in islice(place.values(), 1 if one else None)
    ]
    if len({abs(x) for x in literals}) < len(literals):  # clauses may coincide
        add(formula, held, as_regular(primitive, ()))
    else:
        values, numbers = tuple(primitive.values), tuple(primitive.numbers)
        formula.add_renumbered(literals, *_counted(shape, values, numbers, add))


@lru_cache(maxsize=4096)
def _counted(
    shape: tuple[tuple[tuple[int, ...], bool], ...],
    values: tuple[int, ...],
    numbers: tuple[int, ...],
    add: AddWord,
) -> tuple[int, list[tuple[int, ...]]]:
    """The number of auxiliary variables, and the clauses, of a count of cells with variables from 1 on."""
    formula = Formula()
    own = [formula.variables(1 if single else len(symbols)) for symbols, single in shape]
    held = [
        dict(zip(symbols, (these[0], -these[0]) if single else these, strict=True))
        for (symbols, single), these in zip(shape, own, strict=True)
    ]
    before = formula.variable_count
    add(formula, held, as_regular(Count(tuple((0, at) for at in range(len(held))), values, numbers), ()))
    return formula.variable_count - before, list(formula.cnf(()).clauses)


SHORT, LIGHT = 4, 12
"""The most terms of a short sum, and the most weight of a light one, as measured in
`examples/studies/constraint_encodings.md`."""


def add_by_length(formula: Formula, places: Terms, primitive: Sum) -> None:
    """Short sums as reduced diagrams, light ones by halves, others as automata.

    A heavy sum has many values, and by halves the square of their number in clauses.
    """
    if len(primitive.terms) <= SHORT:
        _add_as_word(formula, places, primitive, add_mdd)
    elif is_heavy(primitive):
        _add_as_word(formula, places, primitive, add_regular)
    else:
        add_totalizer(formula, places, primitive)


def is_heavy(primitive: Primitive) -> TypeGuard[Sum]:
    """Whether it is a sum that is neither short nor light."""
    if not isinstance(primitive, Sum):
        return False
    weight = sum(abs(factor) for factor, _ in primitive.terms)
    return len(primitive.terms) > SHORT and weight > LIGHT


class Encoders(NamedTuple):
    """How primitives are stated.

    Attributes
    ----------
    about : str
        One line for listings.
    word : function
        States a `Regular`, and everything that can be written as one.
    sum : function, optional
        States a `Sum`; by default as a word.
    by_sets : bool
        Whether sums of different values are stated by the sets that these may form.
    connect : function
        States connectivity.
    order : function, optional
        States the order of a loop through all points, instead of its connectivity.
    by_colours : bool
        Whether it is that of the two sides of a circuit with faces, instead of its own.
    """

    about: str
    word: AddWord
    sum: AddSum | None = None
    by_sets: bool = False
    connect: AddGraph = add_levels
    order: AddOrder | None = None
    by_colours: bool = False


MIXED = Encoders("sums by their length or by sets, other rules as automata", add_regular, add_by_length, True)

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
    TREE: MIXED._replace(about="connectivity by parents with smaller numbers", connect=add_tree),
    LEVELS: MIXED._replace(about="connectivity by breadth-first layers", connect=add_levels),
    COLOURS: MIXED._replace(
        about="a loop by breadth-first layers of its inside and outside", by_colours=True
    ),
}
"""For models with connectivity, by the names that routes have for them."""

ENCODERS_OF_CYCLES = {
    POSITIONS: MIXED._replace(about="a variable for each vertex and position", order=add_positions),
    PRECEDENCE: MIXED._replace(about="a transitive order of the vertices", order=add_precedence),
    BINARY: MIXED._replace(about="positions as binary numbers with an adder", order=add_binary),
}
"""For a `Circuit` through all points, by the names that routes have for them."""


def to_cnf(model: GridModel[P], encoders: Encoders = MIXED) -> Reduction[P, Cnf]:
    """A grid puzzle as a formula with a group of clauses for each rule.

    Raises
    ------
    ReductionError
        For a rule that is too large for these encoders.
    """
    formula, shows = formula_of(model, encoders)
    groups = formula.groups
    return shows.reduction(
        model.puzzle,
        formula.cnf(shows.all()),
        not (model.has_hidden or any(map(_has_alternatives, parts_of(model.rules))))
        and encoders.connect is not add_tree,
        _given_clauses(model, groups),
        groups,
    )


def _has_alternatives(rule: Rule | Several[Rule]) -> bool:
    return isinstance(rule, Rule) and isinstance(rule.primitive, Or)


def formula_of(model: GridModel[P], encoders: Encoders) -> tuple[Formula, ModelVariables]:
    """The formula of a grid puzzle, and the variables of its cells and edges.

    Raises
    ------
    ReductionError
        For a rule that is too large for these encoders.
    """
    formula = Formula()
    shows = ModelVariables(formula, model)
    for cell in shows.cells:
        if len(literals := list(shows.literals(cell).values())) != 2:
            formula.exactly_one(literals, PAIRWISE if len(literals) <= MOST_IN_PAIRS else LADDER)
    for part in parts_of(model.rules):
        if isinstance(part, AlikeRules):
            _add_alike(formula, shows.literals, part, encoders)
            continue
        assert isinstance(part, Rule)
        first = formula.clause_count
        add_rule(formula, shows.literals, part, encoders)
        formula.add_group(part.label, first)
    return formula, shows


def _add_alike(formula: Formula, places: Places, rules: AlikeRules, encoders: Encoders) -> None:
    """The clauses of rules that differ in their cells only: those of one, with other literals."""
    first, starts = formula.clause_count, []
    literal_of = _alike_literals(places, rules)
    if literal_of is None:
        for rule in rules.each():
            starts.append(formula.clause_count)
            add_rule(formula, places, rule, encoders)
        formula.add_groups(rules.label, starts)
        return
    patterns = {size: _pattern(size, rules.like) for size in set(map(len, rules.cells))}
    if all(pattern == [tuple(range(size))] for size, pattern in patterns.items()):  # most rules are
        formula.add_all([tuple([literal_of[cell] for cell in cells]) for cells in rules.cells])
    elif all(pattern == [tuple(~at for at in range(size))] for size, pattern in patterns.items()):
        negated = {cell: -literal for cell, literal in literal_of.items()}
        formula.add_all([tuple([negated[cell] for cell in cells]) for cells in rules.cells])
    else:
        for cells in rules.cells:
            starts.append(formula.clause_count)
            _add_pattern(formula, [literal_of[cell] for cell in cells], patterns[len(cells)])
    formula.add_groups(rules.label, starts or range(first, formula.clause_count))


def _alike_literals(places: Places, rules: AlikeRules) -> dict[Variable, int] | None:
    """For each cell, the literal of a counted value, or of the smaller one; None if that is not enough."""
    like = rules.like
    if any(len(cells) > FEW for cells in rules.cells) or (isinstance(like, Count) and len(like.values) != 1):
        return None
    found: dict[Variable, int] = {}
    for cell in set(chain.from_iterable(rules.cells)):
        place = places(cell)
        value = next(iter(like.values if isinstance(like, Count) else place))
        if len(place) < 2 or value not in place:
            return None
        if isinstance(like, Table) and tuple(place) != BINARY_VALUES:
            return None
        found[cell] = place[value]
    return found


def _pattern(size: int, like: Count | Table) -> Sequence[tuple[int, ...]]:
    """The clauses of a rule, as positions of its cells; ``~at`` is the negation of the literal there."""
    if isinstance(like, Count):
        numbers = like.numbers
        return _implicates(size, numbers if isinstance(numbers, (tuple, range)) else tuple(numbers))
    return _wrong_rows((BINARY_VALUES,) * size, tuple(like.rows))


def _given_clauses(model: GridModel[P], groups: Unfolded[Group]) -> tuple[tuple[int, ...], ...] | None:
    """For each given, the clauses of the rules that state it; None if it has no rules of its own."""
    found: dict[int, list[int]] = {}
    for rule, group in zip(parts_of(model.rules), groups.parts, strict=True):
        if isinstance(rule, Rule) and isinstance(group, Group) and rule.given is not None:
            found.setdefault(rule.given, []).extend(group.parts)
    if not found and (model.puzzle.fixed_clues or model.puzzle.given_names()):
        return None
    return tuple(tuple(found[at]) for at in range(len(found)))


def add_rule(formula: Formula, places: Places, rule: Rule, encoders: Encoders) -> None:
    """The clauses of a rule; of as many different cells as values, that each value occurs."""
    primitive = rule.primitive
    if isinstance(primitive, Count) and _add_short_count(formula, places, primitive):
        return  # which most rules are
    if isinstance(primitive, Connected):
        add_connected(formula, places, primitive, rule.label, encoders.connect)
        return
    if isinstance(primitive, AreasBySize):
        add_areas(formula, places, primitive, rule.label, encoders.connect)
        return
    if isinstance(primitive, Circuit):
        how = encoders.connect, encoders.order, encoders.by_colours
        add_circuit(formula, places, primitive, rule.label, *how)
        return
    if isinstance(primitive, AllDifferent):
        primitive = primitive._replace(name=rule.export_name)
        held = [places(cell) for cell in primitive.cells]
        values = values_in(held)
        if len(values) < len(held):
            formula.add()  # which at-most-ones alone would take long to find
            return
        if len(values) == len(held):
            for value in values:
                formula.add(*(place[value] for place in held if value in place))
    add_primitive(formula, places, primitive, encoders)


def add_primitive(formula: Formula, places: Places, primitive: Primitive, encoders: Encoders) -> None:
    """The clauses of a primitive over cells that hold exactly one value each."""
    if isinstance(primitive, Count) and _add_short_count(formula, places, primitive):
        return
    terms = partial(_literals, formula, places)
    match primitive:
        case AllDifferent():
            held = [places(cell) for cell in primitive.cells]
            add_distinct(formula, held)
            _add_sets(formula, held, places, primitive, encoders)
        case Binary():
            _add_pairs(formula, terms, primitive)
        case Or(alternatives):
            chosen = formula.variables(len(alternatives))
            formula.add(*chosen)
            for one, those in zip(chosen, alternatives, strict=True):
                with formula.where(one):
                    for each in those:
                        add_primitive(formula, places, each, encoders)
        case Table(these, rows) if len(these) <= 4 and all(len(terms(one)) == 2 for one in these):
            held = [terms(one) for one in these]
            literals = [next(iter(place.values())) for place in held]
            _add_pattern(formula, literals, _wrong_rows(tuple(map(tuple, held)), tuple(rows)))
        case Sum() if encoders.sum is not None:
            encoders.sum(formula, terms, primitive)
        case SumBetween(word, total, ends) if encoders.by_sets and len(terms(word.cells[0])) <= MOST_DIGITS:
            add_enclosed(formula, list(map(terms, word.cells)), total, ends)
        case Regular() | SumBetween() | Sum() | Count() | Table():
            _add_as_word(formula, terms, primitive, encoders.word)


BINARY_VALUES = (0, 1)
FEW = 5
"""The most cells whose number is stated without auxiliary variables."""


def _add_short_count(formula: Formula, places: Places, primitive: Count) -> bool:
    """State a count without auxiliary variables for numbers; False if there are too many cells for that."""
    cells, digits, numbers = primitive
    if not isinstance(numbers, (tuple, range)):
        numbers = tuple(numbers)
    if 0 not in numbers and _is_any(len(cells), numbers):
        formula.add(*_showing(places, cells, digits))
        return True
    if len(cells) > FEW:
        return False
    _add_few(formula, [_holds_one(formula, places(cell), digits) for cell in cells], numbers)
    return True


@cache
def _is_any(size: int, numbers: tuple[int, ...] | range) -> bool:
    """Whether every number of cells is allowed but none."""
    return set(numbers).issuperset(range(1, size + 1))


@lru_cache(maxsize=1024)
def _wrong_rows(
    symbols: tuple[tuple[int, ...], ...], rows: tuple[tuple[int, ...], ...]
) -> list[tuple[int, ...]]:
    """The clauses of a table whose columns have two symbols: one for each row that it lacks.

    They are positions of columns, which are true if they have their first symbol; ``~at`` is the negation.
    """
    return [
        tuple(~at if value == symbols[at][0] else at for at, value in enumerate(row))
        for row in product(*symbols)
        if row not in rows
    ]


def _holds_one(formula: Formula, place: Place, digits: Collection[int]) -> int:
    """A literal that is true exactly when a cell holds one of these values."""
    if len(digits) == 1 < len(place):
        (digit,) = digits
        return place.get(digit, NEVER)
    shown = [place[digit] for digit in digits if digit in place]
    if len(shown) <= 1:
        return shown[0] if shown else NEVER
    return ALWAYS if len(shown) == len(place) else any_of(formula, shown)


def _add_few(formula: Formula, literals: Sequence[int], numbers: tuple[int, ...] | range) -> None:
    """The number of true literals is one of `numbers`."""
    _add_pattern(formula, literals, _implicates(len(literals), numbers))


def _add_pattern(formula: Formula, literals: Sequence[int], pattern: Iterable[tuple[int, ...]]) -> None:
    """Clauses of positions among the literals."""
    either = (*literals, *[-literal for literal in reversed(literals)])  # either[~at] is the negation
    clauses = [tuple([either[at] for at in clause]) for clause in pattern]
    if ALWAYS in literals or NEVER in literals:
        add_clauses(formula, clauses)
    else:
        formula.add_all(clauses)


@cache
def _implicates(size: int, numbers: tuple[int, ...] | range) -> list[tuple[int, ...]]:
    """The prime implicates of: the number of true literals among `size` is one of `numbers`.

    Clauses as positions; ``~at`` is the negation of the literal there.
    """
    allowed = {number for number in numbers if 0 <= number <= size}
    clauses = []
    for low in (one for one in range(size + 1) if one not in allowed and one - 1 in (-1, *allowed)):
        high = next(one for one in range(low, size + 1) if one == size or one + 1 in allowed)
        # With `low` of them true and all but `high` false, their number is in the gap from `low` to `high`.
        for true in combinations(range(size), low):
            rest = [at for at in range(size) if at not in true]
            for false in combinations(rest, size - high):
                clauses.append((*(~at for at in true), *false))
    return clauses


def _literals(formula: Formula, places: Places, term: Term) -> Place:
    """The literals of a term, by value; those of a derived term are new variables."""
    if isinstance(term, Comparison):
        lines = ([places(cell) for cell in line] for line in term)
        return dict(zip((LOWER, EQUAL, HIGHER), add_comparison(formula, *lines), strict=True))
    if isinstance(term, Total):
        return added_sets(formula, [places(cell) for cell in term.cells])
    if not isinstance(term, Contains):
        return places(term)
    found = any_of(formula, _showing(places, term.cells, term.values))
    return {0: -found, 1: found}


def _showing(places: Places, cells: Sequence[Cell], digits: Collection[int]) -> list[int]:
    return [literal for cell in cells for digit, literal in places(cell).items() if digit in digits]


def _add_sets(
    formula: Formula, held: Sequence[Place], places: Places, primitive: AllDifferent, encoders: Encoders
) -> None:
    digits = values_in(held)
    if encoders.by_sets:
        if (sets := sets_of(primitive, digits)) is not None:
            add_sets(formula, held, sets, lambda at: set_name(primitive.name, sets[at]))
    elif primitive.total is not None:
        add_primitive(formula, places, total_of(primitive.cells, primitive.total), encoders)
    elif primitive.sets is not None:
        encoders.word(formula, held, _word_of_sets(primitive.cells, primitive.sets))


def _word_of_sets(cells: tuple[Cell, ...], sets: Sequence[tuple[int, ...]]) -> Regular:
    allowed = [frozenset(digits) for digits in sets]

    def step(before: frozenset[int], digit: int) -> frozenset[int] | None:
        found = before | {digit}
        return found if any(found <= one for one in allowed) else None

    return Regular(cells, frozenset(), step, lambda found: found in allowed)


def _add_pairs(formula: Formula, terms: Terms, primitive: Binary) -> None:
    """What each value of a pair leaves of the other: unit propagation finds every value that no pair has."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[list[_Left], list[_Left]]] = {}
    for a, b in primitive.pairs:
        one, two = terms(a), terms(b)
        digits = tuple(one), tuple(two)
        if digits not in found:
            ones, twos = digits
            found[digits] = _left_of(ones, twos, primitive.allowed)
        forth, back = found[digits]
        # Duplicate clauses are written once.
        formula.add_all(dict.fromkeys(chain(_taken(one, two, forth), _taken(two, one, back))))


_Left = tuple[int, list[int], list[int]]
"""A value of one term, and those of the other that it allows and that it forbids."""


@lru_cache(maxsize=1024)
def _left_of(
    ones: tuple[int, ...], twos: tuple[int, ...], allowed: Callable[[int, int], bool]
) -> tuple[list[_Left], list[_Left]]:
    """What each value of either term leaves of the other."""
    return _left(ones, twos, allowed), _left(twos, ones, _turned(allowed))


def _left(ones: Sequence[int], twos: Sequence[int], allowed: Callable[[int, int], bool]) -> list[_Left]:
    found: list[_Left] = []
    for digit in ones:
        left: list[int] = []
        taken: list[int] = []
        for other in twos:
            (left if allowed(digit, other) else taken).append(other)
        if taken:
            found.append((digit, left, taken))
    return found


def _turned(allowed: Callable[[int, int], bool]) -> Callable[[int, int], bool]:
    return lambda a, b: allowed(b, a)


def _taken(here: Place, there: Place, found: list[_Left]) -> Iterator[tuple[int, ...]]:
    """The clauses; a value that forbids one other is a clause of two literals."""
    for digit, left, taken in found:
        if len(taken) == 1 and left:
            yield tuple(sorted({-here[digit], -there[taken[0]]}))
        else:
            yield -here[digit], *(there[other] for other in left)
