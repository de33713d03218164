"""A search by domains: the values that each cell may still have, narrowed by every rule after each try.

It is compiled: ``domains.h`` has the search, and describes the program that a puzzle is stated as: sets of
values, and rules of few sorts; `program_of` makes it from a model.  Nothing is learned from a failure except
in which cells failures are frequent, so that a puzzle which needs many tries is better left to a SAT solver.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from math import comb
from operator import ne
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import primitives
from ...base.errors import LimitReachedError, ReductionError, SolverError
from ...base.registry import compiled
from ...base.wording import counted
from ...primitives import Derived, Primitive, Term, Variable, as_regular, terms_of
from ...primitives.automata import Layer, reduced, unrolled
from ...primitives.derived import reading_of
from ...primitives.models import GridModel
from ...primitives.sums import MOST_COMBINATIONS, combinations_of
from ..solver import Meter
from .backtracking import DirectSearch

if TYPE_CHECKING:
    from ...problems.puzzle import GridPuzzle


GROUP, LOCKED, PAIR, SETS, SUM, WALK = range(6)
"""The sorts of rules, the cheap ones first; ``domains.h`` describes them."""

STATED = (
    primitives.AllDifferent,
    primitives.Binary,
    primitives.Table,
    primitives.Regular,
    primitives.SumBetween,
    primitives.Sum,
    primitives.Count,
)
"""The primitives that have a program."""

NO_STATE = 0xFFFFFFFF
"""In the table of an automaton: no state follows."""

MOST_VALUES = 32
MOST_CELLS = 1024
MOST_SETS = 512
"""More sets of values that make a total are left to the sum of the cells."""
MOST_SUM = 1 << 13
MOST_STEPS = 15_000
"""The steps of all automata: more take longer to state than most puzzles take to decide otherwise."""

_REFUSED = (
    f"search/domains takes at most {MOST_CELLS} cells, {MOST_VALUES} values, small sums and small automata, "
    "without alternatives and connected areas"
)


class Program(NamedTuple):
    """The variables, those of answers first, and values, by their numbers in the program, and its words."""

    variables: tuple[Variable, ...]
    values: tuple[int, ...]
    words: array[int]


def has_program(primitives: Iterable[Primitive]) -> bool:
    """Whether all are of a sort that has a program, though one of them may be too large for it."""
    return all(isinstance(one, STATED) for one in primitives)


def program_of(model: GridModel[Any]) -> Program:
    """The program of a model.

    Raise `ReductionError` if it is too large, or has rules of other sorts.
    """
    if not has_program(rule.primitive for rule in model.rules):
        raise ReductionError(_REFUSED)
    values = tuple(sorted({value for domain in model.domains.values() for value in domain}))
    if len(values) > MOST_VALUES or not 0 < len(model.domains) <= MOST_CELLS:
        raise ReductionError(_REFUSED)
    variables = tuple(sorted(model.domains, key=lambda one: not model.in_answers(one)))
    shown = sum(map(model.in_answers, variables))
    if not all(model.domains.values()):  # no answer, whatever the rules are
        return Program(variables, values, array("I", [len(variables), shown, 1, *[0] * len(variables)]))
    builder = _Builder(model.domains, variables, values)
    for rule in model.rules:
        builder.add(rule.primitive)
    words = array("I", [len(variables), shown, len(values), *builder.domains])
    for one in sorted((*builder.rules, *builder.locked()), key=lambda one: (one[0], len(one))):
        words.append(len(one))
        words.extend(one)
    return Program(variables, values, words)


class _Builder:
    """Rules are added one after the other; those of a single cell only narrow its domain."""

    def __init__(
        self, domains: Mapping[Variable, Sequence[int]], variables: Sequence[Variable], values: Sequence[int]
    ) -> None:
        self._values = values
        self._place = {value: at for at, value in enumerate(values)}
        self._number = {variable: at for at, variable in enumerate(variables)}
        self._stated = domains
        self.domains = [self._mask(domains[variable]) for variable in variables]
        self.rules: list[list[int]] = []
        self._groups: list[list[int]] = []
        self._steps = 0

    def _mask(self, values: Iterable[int]) -> int:
        mask = 0
        for value in values:
            if value in self._place:
                mask |= 1 << self._place[value]
        return mask

    def add(self, primitive: Primitive) -> None:
        match primitive:
            case primitives.AllDifferent():
                self._add_group(primitive)
            case primitives.Binary(pairs, allowed):
                self._add_pairs(pairs, allowed)
            case primitives.Count((cell,), counted, numbers):
                self._only(cell, [value for value in self._values if (value in counted) in numbers])
            case primitives.Count(cells, counted, numbers):
                weights = {value: int(value in counted) for value in self._values}
                self._add_sum([(cell, weights) for cell in cells], numbers)
            case primitives.Sum(terms, totals) if not any(_is_walked(term) for _, term in terms):
                parts = [
                    (cell, {value: factor * value for value in self._values})
                    for factor, term in terms
                    for cell in (term.cells if isinstance(term, primitives.Total) else (term,))
                ]
                self._add_sum(parts, totals)
            case primitives.Table() | primitives.Regular() | primitives.SumBetween() | primitives.Sum():
                values = sorted({value for term in terms_of(primitive) for value in self._range(term)})
                self._add_walk(as_regular(primitive, values))
            case _:
                raise ReductionError(_REFUSED)

    def _only(self, variable: Any, values: Iterable[int]) -> None:
        self.domains[self._number[variable]] &= self._mask(values)

    def _add_group(self, group: primitives.AllDifferent) -> None:
        cells = [self._number[cell] for cell in group.cells]
        if len(set(cells)) < len(cells):
            self._exclude_all()  # a cell does not differ from itself
        elif len(cells) == 2:
            self.rules.append([PAIR, *cells, *self._different])
        elif len(cells) > 2:
            self._groups.append(cells)
            self.rules.append([GROUP, *cells])
        sets: Sequence[tuple[int, ...]] | None = group.sets
        if group.total is not None:
            total = {value: value for value in self._values}
            self._add_sum([(cell, total) for cell in group.cells], (group.total,))
            if sets is not None:
                sets = tuple(one for one in sets if sum(one) == group.total)
            elif comb(len(self._values), len(cells)) <= MOST_COMBINATIONS:
                sets = _sets_of(self._values, len(cells), group.total)
        if sets is not None and cells and (group.sets is not None or len(sets) <= MOST_SETS):
            possible = [self._mask(one) for one in sets if all(value in self._place for value in one)]
            self.rules.append([SETS, len(cells), *cells, *possible])

    def _exclude_all(self) -> None:
        """No answer: a cell without a value says so."""
        self.domains[0] = 0

    def _related(
        self, allowed: Callable[[int, int], bool], first: Collection[int], second: Collection[int]
    ) -> list[int]:
        """For each value the mask of those that it is allowed before, and after.

        Only values that the cells may hold are passed to `allowed`, which need not know others.
        """
        there = [self._mask(b for b in second if allowed(a, b)) if a in first else 0 for a in self._values]
        back = [sum((there[at] >> b & 1) << at for at in range(len(there))) for b in range(len(there))]
        return [*there, *back]

    @cached_property
    def _different(self) -> list[int]:
        """The relation of hundreds of pairs where knights or kings differ."""
        return self._related(ne, self._values, self._values)

    def _add_pairs(self, pairs: Iterable[tuple[Term, Term]], allowed: Callable[[int, int], bool]) -> None:
        related: dict[tuple[tuple[int, ...], ...], list[int]] = {}
        for one, other in pairs:
            if isinstance(one, Derived) or isinstance(other, Derived):
                self._add_walk(pair_word(one, other, allowed))
            elif one == other:
                self._only(one, [value for value in self._stated[one] if allowed(value, value)])
            else:
                domains = tuple(self._stated[one]), tuple(self._stated[other])
                if domains not in related:
                    related[domains] = self._related(allowed, *domains)
                self.rules.append([PAIR, self._number[one], self._number[other], *related[domains]])

    def _add_sum(self, parts: Iterable[tuple[Any, dict[int, int]]], totals: Iterable[int]) -> None:
        """What the values of cells weigh adds up to a total; the weights are made to begin at 0."""
        together: dict[Any, dict[int, int]] = {}
        for cell, weights in parts:
            before = together.get(cell)
            together[cell] = (
                weights if before is None else {value: before[value] + weights[value] for value in weights}
            )
        least = [min(weights.values()) for weights in together.values()]
        most = sum(max(weights.values()) for weights in together.values()) - sum(least)
        goals = {goal for total in totals if 0 <= (goal := total - sum(least)) <= most}
        if not goals:
            self._exclude_all()
            return
        if not together:
            return
        if max(goals) >= MOST_SUM:  # a bit for each would take too much memory
            raise ReductionError(_REFUSED)
        goal = sum(1 << at for at in goals)
        words = -(-goal.bit_length() // 32)
        rule = [SUM, len(together), words]
        rule += [goal >> 32 * at & 0xFFFFFFFF for at in range(words)]
        rule += [self._number[cell] for cell in together]
        for low, weights in zip(least, together.values(), strict=True):
            rule += [min(weights[value] - low, 32 * words) for value in self._values]
        self.rules.append(rule)

    def _range(self, term: Term) -> Iterable[int]:
        return reading_of(term).results(self._stated) if isinstance(term, Derived) else self._values

    def _add_walk(self, word: primitives.Regular) -> None:
        """The automaton by layers, from each state backward only as far as an end can be reached."""
        steps = [step for term in word.cells for step in steps_of(term, word.step)]
        cells = [self._number[cell] for cell, _ in steps]
        values = [[at for at in range(len(self._values)) if self.domains[cell] >> at & 1] for cell in cells]
        layers = unrolled(values, word.start, (self._counted(step) for _, step in steps), word.accepts)
        if layers is None:
            self._exclude_all()
            return
        counts, table = _table(reduced(layers), len(self._values))
        if len(cells) == 1:
            self.domains[cells[0]] &= sum(1 << at for at, after in enumerate(table) if after != NO_STATE)
        elif cells:
            self.rules.append([WALK, len(cells), *cells, *counts, *table])

    def _counted(self, step: Transition) -> Transition:
        """The step that reads a value by its place, and is refused if there are too many of all automata."""

        def counted(state: Any, at: int) -> Any:
            self._steps += 1
            if self._steps > MOST_STEPS:
                raise ReductionError(_REFUSED)
            return step(state, self._values[at])

        return counted

    def locked(self) -> Iterator[list[int]]:
        """Where a group that holds every value shares cells with another one."""
        sets = [frozenset(cells) for cells in self._groups]
        for at, one in enumerate(self._groups):
            for place, other in enumerate(self._groups) if len(one) == len(self._values) else ():
                shared = sets[at] & sets[place]
                both = len(other) == len(one)
                if place == at or (both and place < at) or len(shared) < 2 or len(shared) == len(other):
                    continue
                first, last = ([cell for cell in cells if cell not in shared] for cells in (one, other))
                sizes = len(first), len(shared), len(last), int(both)
                yield [LOCKED, *sizes, *first, *sorted(shared), *last]


_sets_of = cache(combinations_of)


def _table(layers: Sequence[Layer], width: int) -> tuple[list[int], list[int]]:
    """The numbers of states of a reduced diagram, and the state after each state and value."""
    counts = [*map(len, layers), 1]
    table = [
        layer[state].get(at, NO_STATE)
        for layer in layers
        for state in range(len(layer))
        for at in range(width)
    ]
    return counts, table


_NO_VALUE = object()
Transition = Callable[[Any, int], Any]


def pair_word(one: Term, other: Term, allowed: Callable[[int, int], bool]) -> primitives.Regular:
    """A relation of two terms as an automaton."""

    def step(before: Any, value: int) -> Any:
        if before is _NO_VALUE:
            return value
        return True if allowed(before, value) else None

    return primitives.Regular((one, other), _NO_VALUE, step, lambda _: True)


def _is_walked(term: Term) -> bool:
    return isinstance(term, Derived) and not isinstance(term, primitives.Total)


def steps_of(term: Term, step: Transition) -> list[tuple[Any, Transition]]:
    """The cells of a term in order, and the steps of an automaton that reads them.

    Between the cells of a derived value a state is a pair: that of `step`, and what was read of the value.
    """
    if not isinstance(term, Derived):
        return [(term, step)]
    if not term.cells or (isinstance(term, primitives.Comparison) and len(term.one) != len(term.other)):
        raise ReductionError(_REFUSED)  # no cell's step could read its value
    cells, start, read, value, _ = reading_of(term)
    last = len(cells) - 1

    def at(place: int) -> Transition:
        def read_one(state: Any, digit: int) -> Any:
            before, so_far = (state, start) if place == 0 else state
            so_far = read(place, so_far, digit)
            return (before, so_far) if place < last else step(before, value(so_far))

        return read_one

    return [(cell, at(place)) for place, cell in enumerate(cells)]


_KERNEL = "_domains_kernel"
FOUND, PAUSED, OVER = range(3)
"""What a search stops at."""
SLICE = 64
"""Values tried between two looks at the clock: a millisecond or a few."""


def is_compiled() -> bool:
    """Whether there is the search here."""
    return compiled(__package__, _KERNEL) is not None


def kernel() -> Any:
    """The compiled search. Raise `SolverError` where there is none."""
    if (found := compiled(__package__, _KERNEL)) is None:
        raise SolverError("search/domains is compiled, and this installation is in plain Python")
    return found


def answers_by_domains(model: GridModel[Any], meter: Meter) -> Iterator[dict[Variable, int] | None]:
    """The values of all variables, once for each answer; None where another search may take a turn.

    `meter` counts the values that are tried. Raise `ReductionError` for rules that have no program, and
    `SolverError` where nothing is compiled.
    """
    return _answers(program_of(model), meter)


def _answers(program: Program, meter: Meter) -> Iterator[dict[Variable, int] | None]:
    variables, values, words = program
    search = kernel().Domains(words)
    limit = meter.limits.nodes
    while True:
        meter.check()
        most = search.nodes + SLICE
        event = search.next(most if limit is None else min(limit, most))
        meter.nodes = search.nodes
        if event == FOUND:
            yield {variable: values[at] for variable, at in zip(variables, search.answer(), strict=True)}
        elif event == OVER:
            return
        elif limit is not None and search.nodes >= limit:
            raise LimitReachedError(counted(limit, "node"))
        else:
            yield None


def shown_answers(model: GridModel[Any], meter: Meter) -> Iterator[Any]:
    """Answers, each once, and None as in `answers_by_domains`."""
    found = answers_by_domains(model, meter)
    return (None if values is None else model.answer_of(values.items()) for values in found)


def search_by_domains(kind: str) -> DirectSearch[GridPuzzle]:
    """The search of a kind that is a `GridPuzzle` without graphs."""
    about = "the values that each cell may have, narrowed by every rule"
    return DirectSearch(
        "search/domains", kind, about, lambda puzzle, meter: shown_answers(puzzle.grid_model, meter)
    )
