"""The constraint language as a formula: a group of clauses for each rule, by one of `encoders`.

The values of the cells determine all auxiliary variables, so that a formula has as many models as the rules
have solutions; only alternatives (`Or`) leave variables free, since several of them may hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain
from typing import TypeVar

from .. import primitives
from ..base.unfolded import Several, Unfolded, parts_of
from ..primitives import Primitive, Term, Variable, total_of
from ..primitives.models import AlikeRules, GridModel, Rule
from ..problems.cnf.rules import Cnf
from ..problems.grid import Cell
from ..problems.problem import AnyProblem
from .areas import add_areas
from .at_most_one import LADDER, PAIRWISE
from .cnf_builder import NEVER, CnfBuilder
from .connectivity import add_circuit, add_connected, any_of
from .digit_sets import add_distinct, add_partners, add_sets, added_sets, set_name, sets_of, values_in
from .encoders import MIXED, Encoders, add_as_word
from .leading import add_leading_sum, leading_literals, repeats_literals
from .places import Literals, LiteralsOf
from .reduction import Group, Reduction
from .short_rules import (
    add_others,
    add_pairs,
    add_short_count,
    holds_one,
    pattern_of,
    showing,
    true_value,
    wrong_rows,
)
from .sums import MOST_DIGITS, Terms, add_comparison, add_enclosed
from .variables import ModelVariables

P = TypeVar("P", bound=AnyProblem)

MOST_IN_PAIRS = 40
"""The values of a cell that are excluded in pairs."""


def to_cnf(model: GridModel[P], encoders: Encoders = MIXED, givens_apart: bool = True) -> Reduction[P, Cnf]:
    """A grid puzzle as a formula with a group of clauses for each rule.

    With `givens_apart`, rules say by `Rule.given` which given they state.

    Raise `ReductionError` for a rule that is too large for these encoders.
    """
    formula, shows = formula_of(model, encoders)
    groups = formula.groups
    return shows.reduction(
        model.puzzle,
        formula.cnf(shows.all(), [shows.literals(cell)[value] for cell, value in model.likely.items()]),
        encoders.determined and not (model.has_hidden or any(map(_has_alternatives, parts_of(model.rules)))),
        _given_clauses(model, groups) if givens_apart else None,
        groups,
    )


def _has_alternatives(rule: Rule | Several[Rule]) -> bool:
    return isinstance(rule, Rule) and isinstance(rule.primitive, primitives.Or)


def values_of(formula: CnfBuilder, model: GridModel[P]) -> ModelVariables:
    """The variables of the cells and edges of a grid puzzle, with clauses: each has exactly one value."""
    shows = ModelVariables(formula, model)
    for place in shows.places():
        if len(place) != 2:
            formula.exactly_one(tuple(place.values()), PAIRWISE if len(place) <= MOST_IN_PAIRS else LADDER)
    return shows


def formula_of(model: GridModel[P], encoders: Encoders) -> tuple[CnfBuilder, ModelVariables]:
    """The formula of a grid puzzle, and the variables of its cells and edges.

    Raise `ReductionError` for a rule that is too large for these encoders.
    """
    formula = CnfBuilder()
    shows = values_of(formula, model)
    for part in parts_of(model.rules):
        if isinstance(part, AlikeRules):
            _add_alike(formula, shows, part, encoders)
            continue
        assert isinstance(part, Rule)
        first = formula.clause_count
        add_rule(formula, shows.literals, part, encoders)
        formula.add_group(part.label, first)
    return formula, shows


def _add_alike(formula: CnfBuilder, shows: ModelVariables, rules: AlikeRules, encoders: Encoders) -> None:
    """Add the clauses of rules that differ in their cells only: those of one, with other literals."""
    true = true_value(rules.like)
    literal_of = shows.ones if true else shows.zeros
    is_binary = true is not None and (
        len(literal_of) == len(shows.cells) or literal_of.keys() >= set(chain.from_iterable(rules.cells))
    )
    sizes = list(map(len, rules.cells))
    patterns = {size: pattern_of(size, rules.like) if is_binary else None for size in set(sizes)}
    known = [pattern for pattern in map(patterns.__getitem__, sizes) if pattern is not None]
    ends = [formula.clause_count]
    if len(known) == len(sizes):
        formula.add_patterns(known, _rows(rules.cells, literal_of))
        ends = list(accumulate([len(pattern.clauses) for pattern in known], initial=ends[0]))
    else:
        for cells in rules.cells:
            add_primitive(formula, shows.literals, rules.like._replace(cells=cells), encoders)
            ends.append(formula.clause_count)
    formula.add_groups(rules.label, ends)


def _rows(
    groups: Sequence[tuple[Variable, ...]], literal_of: Mapping[Variable, int]
) -> Iterable[tuple[int, ...]]:
    if len(sizes := set(map(len, groups))) == 1 and 0 not in sizes:
        literals = map(literal_of.__getitem__, chain.from_iterable(groups))
        return zip(*[literals] * sizes.pop(), strict=True)
    return [tuple([literal_of[cell] for cell in cells]) for cells in groups]


def _given_clauses(model: GridModel[P], groups: Unfolded[Group]) -> tuple[tuple[int, ...], ...] | None:
    """For each given, the clauses of the rules that state it; None if it has no rules of its own."""
    found: dict[int, list[int]] = {}
    for rule, group in zip(parts_of(model.rules), groups.parts, strict=True):
        if isinstance(rule, Rule) and isinstance(group, Group) and rule.given is not None:
            found.setdefault(rule.given, []).extend(group.parts)
    if not found and model.puzzle.given_cells():
        return None
    return tuple(tuple(found[at]) for at in range(len(found)))


def add_rule(formula: CnfBuilder, places: LiteralsOf, rule: Rule, encoders: Encoders) -> None:
    """Add the clauses of a rule; if as many cells as values differ, also that each value occurs."""
    primitive = rule.primitive
    if isinstance(primitive, primitives.AllDifferent):
        primitive = primitive._replace(name=rule.export_name)
        held = [places(cell) for cell in primitive.cells]
        values = values_in(held)
        if len(values) < len(held):
            formula.add()  # which at-most-ones alone would take long to find
            return
        if len(values) == len(held):
            for value in values:
                formula.add(*(place[value] for place in held if value in place))
    add_primitive(formula, places, primitive, encoders, rule.label)


def add_primitive(
    formula: CnfBuilder, places: LiteralsOf, primitive: Primitive, encoders: Encoders, label: str = ""
) -> None:
    """Add the clauses of a primitive over cells that hold exactly one value each; its rule has the label."""
    if isinstance(primitive, primitives.Count) and add_short_count(formula, places, primitive):
        return  # which most rules are
    terms = partial(_literals, formula, places)
    match primitive:
        case primitives.AllDifferent():
            held = [places(cell) for cell in primitive.cells]
            add_distinct(formula, held)
            _add_sets(formula, held, places, primitive, encoders)
        case primitives.Binary():
            add_pairs(formula, terms, primitive)
        case primitives.Or(alternatives):
            chosen = formula.variables(len(alternatives))
            formula.add(*chosen)
            for one, those in zip(chosen, alternatives, strict=True):
                with formula.where(one):
                    for each in those:
                        add_primitive(formula, places, each, encoders, label)
        case primitives.Connected():
            add_connected(formula, places, primitive, label, encoders.connect)
        case primitives.AreasBySize():
            add_areas(formula, places, primitive, label, encoders.connect)
        case primitives.Circuit():
            how = encoders.connect, encoders.order, encoders.by_colours, encoders.alternating
            add_circuit(formula, places, primitive, label, *how)
        case primitives.Table(these, rows) if 1 << len(these) <= len(rows) + MOST_LACKING and (
            two_valued := _two_valued(terms, these)
        ):
            literals = [next(iter(place.values())) for place in two_valued]
            formula.add_pattern(literals, wrong_rows(tuple(map(tuple, two_valued)), tuple(rows)))
        case primitives.Sum(these, (_,)) if all(
            isinstance(term, primitives.Leading) and factor == 1 for factor, term in these
        ):
            add_leading_sum(formula, places, primitive)
        case primitives.Sum(these, ((0, 1) | (1,)) as totals) if all(
            isinstance(term, primitives.Matches) and factor == 1 for factor, term in these
        ):
            (formula.at_most_one if 0 in totals else formula.exactly_one)(
                [terms(term)[1] for _, term in these], LADDER
            )
        case primitives.Count(cells, digits, numbers) if encoders.counter is not None:
            encoders.counter(
                formula, [holds_one(formula, places(cell), digits) for cell in cells], tuple(numbers)
            )
        case primitives.Sum() if encoders.sum is not None:
            encoders.sum(formula, terms, primitive)
        case primitives.SumBetween(word, total, ends) if (
            encoders.by_sets and len(terms(word.cells[0])) <= MOST_DIGITS
        ):
            add_enclosed(formula, list(map(terms, word.cells)), total, ends)
        case (
            primitives.Regular()
            | primitives.SumBetween()
            | primitives.Sum()
            | primitives.Count()
            | primitives.Table()
        ):
            add_as_word(formula, terms, primitive, encoders.word)


MOST_LACKING = 16
"""The most rows of two values that a table lacks if it is stated by a clause for each."""


def _two_valued(terms: Terms, these: Sequence[Term]) -> list[Literals] | None:
    """The literals of terms that all have two values; None if not all have."""
    held = list(map(terms, these))
    return held if all(len(place) == 2 for place in held) else None


def _literals(formula: CnfBuilder, places: LiteralsOf, term: Term) -> Literals:
    """The literals of a term, by value; those of a derived term are new variables."""
    if isinstance(term, primitives.Comparison):
        lines = ([places(cell) for cell in line] for line in term)
        return dict(
            zip(
                (primitives.LOWER, primitives.EQUAL, primitives.HIGHER),
                add_comparison(formula, *lines),
                strict=True,
            )
        )
    if isinstance(term, primitives.Total):
        return added_sets(formula, [places(cell) for cell in term.cells])
    if isinstance(term, primitives.Leading):
        return leading_literals(formula, places, term)
    if isinstance(term, primitives.Repeats):
        # Two cells are alike in either order.
        key = frozenset(term.cells) if len(term.cells) == 2 else term
        return formula.once(key, lambda: repeats_literals(formula, places, term))
    if isinstance(term, primitives.Matches):
        shown = [places(cell).get(value, NEVER) for cell, value in zip(*term, strict=True)]
        found = any_of(formula, []) if NEVER in shown else -any_of(formula, [-literal for literal in shown])
    elif isinstance(term, primitives.Contains):
        found = any_of(formula, showing(places, term.cells, term.values))
        for cell in term.cells:
            add_others(formula, found, places(cell), term.values)
    else:
        return places(term)
    return {0: -found, 1: found}


def _add_sets(
    formula: CnfBuilder,
    held: Sequence[Literals],
    places: LiteralsOf,
    primitive: primitives.AllDifferent,
    encoders: Encoders,
) -> None:
    digits = values_in(held)
    if encoders.by_sets:
        sets = sets_of(primitive, digits)
        if sets is not None and len(held) == 2:
            add_partners(formula, held, sets)
        elif sets is not None:
            add_sets(formula, held, sets, lambda at: set_name(primitive.name, sets[at]))
    elif primitive.total is not None:
        add_primitive(formula, places, total_of(primitive.cells, primitive.total), encoders)
    elif primitive.sets is not None:
        encoders.word(formula, held, _word_of_sets(primitive.cells, primitive.sets))


def _word_of_sets(cells: tuple[Cell, ...], sets: Sequence[tuple[int, ...]]) -> primitives.Regular:
    allowed = [frozenset(digits) for digits in sets]

    def step(before: frozenset[int], digit: int) -> frozenset[int] | None:
        found = before | {digit}
        return found if any(found <= one for one in allowed) else None

    return primitives.Regular(cells, frozenset(), step, lambda found: found in allowed)
