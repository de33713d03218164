"""The steps that solve a puzzle, in words, and what is known after each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from typing import NamedTuple

from ...base.arguments import Timeout, deadline_of, refuse_others, whole
from ...base.errors import LimitReachedError
from ...kinds.many import one_or_many
from ...kinds.sources import Source, problem_in
from ...primitives import AllDifferent
from ...problems.cnf.connectivity import Cut
from ...problems.grid import Cell
from ...reductions.rule_clauses import RuleClauses, rule_clauses
from .chains import Deduction
from .search import StepSearch
from .values import MOST_RULES, Case, Fact, Step, Steps, facts_of


@one_or_many
def steps(
    source: Source,
    *,
    kind: str | None = None,
    most: int = MOST_RULES,
    timeout: Timeout = None,
    report: Callable[[Step], None] = lambda step: None,
    count: bool = False,
) -> Steps:
    """The steps that solve a puzzle, each with the rules that it follows from.

    The `as_json` of the result is what `coversat verify` checks.

    Parameters
    ----------
    source, kind
        See `read`.
    most : int
        The most rules of a step, and of a link of a case split; beyond that, cases are split.
    timeout : float, optional
        When it is over, the result has the steps found so far.
    report : function of a `Step`
        Called with each step.
    count : bool
        Count the steps that are available at each point.

    Raises
    ------
    ReductionError
        For a kind without rules in the constraint language.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.steps("1...\\n..2.\\n.3..\\n...4\\n")
    >>> print(found.outcome, found.hardest, found.steps[0])
    solved 1 r1c2 is 2: row 1 [1 rule, hidden single]
    """
    problem, deadline, most = problem_in(source, kind), deadline_of(timeout), whole("most", most)
    refuse_others("report", report, Callable, "a function of a step")
    found: list[Step] = []
    search = wording = None
    reason = None
    try:
        with deadline.enforced():
            formula = rule_clauses(problem)
            wording = Wording(formula, facts_of(problem, formula), most_rules=most)
            search = StepSearch(formula, deadline, most)
            for step in wording.steps(search.deductions(), search.available if count else None):
                found.append(step)
                report(step)
    except LimitReachedError as limit:
        reason = str(limit)
    places: dict[str, None] = {}
    if search is not None and wording is not None:
        places = dict.fromkeys(wording.facts[variable].place for variable in search.open_variables)
    is_open = search is not None and search.is_open
    return Steps(problem, tuple(found), _outcome(found, is_open, reason), tuple(places), reason)


def _outcome(steps: Sequence[Step], is_open: bool, reason: str | None) -> str:
    if steps and not steps[-1].conclusions:
        return "none"
    if reason is not None:
        return "unknown"
    return "open" if is_open else "solved"


class Wording:
    """Turns the deductions of a search into steps, one after the other.

    * entered (sequence of literals): what is known from the beginning.
    * most_rules: the most rules of a step.
    """

    def __init__(
        self,
        formula: RuleClauses,
        facts: Mapping[int, Fact],
        entered: Sequence[int] = (),
        most_rules: int = MOST_RULES,
    ) -> None:
        self._most = most_rules
        self.facts = facts
        self._formula = formula
        self._known = ValuesLeft(formula)
        self._known.learn(self.facts[literal] for literal in entered)
        self._houses = houses_of(formula)

    def steps(
        self, deductions: Iterator[Deduction], available: Callable[[Deduction], int | None] | None = None
    ) -> Iterator[Step]:
        """The steps, with how many others `available` counts before each."""
        for found in deductions:
            step = self._step(found)
            pattern = self._pattern(step.conclusions, step.rules)
            is_plain = not (step.conclusions or step.reasons or step.cases)
            yield replace(
                step,
                pattern=pattern.name,
                pattern_cells=pattern.cells,
                available=None if available is None else available(found),
                empty=self._known.without_value() if is_plain else "",
            )
            self._known.learn(step.conclusions)

    def _step(self, found: Deduction) -> Step:
        labels = self._formula.labels
        return Step(
            tuple(self.facts[literal] for literal in found.literals),
            tuple(labels[rule] for rule in found.rules),
            found.cuts,
            dict(self._joined(found.cuts)),
            found.arguments,
            tuple(Case(self.facts[case.assumed], tuple(map(self._step, case.links))) for case in found.cases),
            found.lemmas,
            found.smallest,
            self._most,
        )

    def _joined(self, cuts: Sequence[Cut]) -> Iterator[tuple[str, str]]:
        """For each rule of connectivity two places that a cut would separate, if both are shown."""
        for cut in reversed(cuts):
            graph = self._formula.graphs[cut.graph]
            z = graph.roots[0] if cut.z is None and len(graph.roots) == 1 else cut.z
            ends = (graph.literals[at] for at in (cut.a, z) if at is not None)
            places = [self.facts[end].place for end in ends if end and end in self.facts]
            if graph.size is None and len(places) == 2:
                yield graph.label, " with ".join(places)

    def _pattern(self, conclusions: Sequence[Fact], labels: Sequence[str]) -> Pattern:
        left = self._known.cells()
        houses = [self._houses.get(label) for label in labels]
        shown = [house for house in houses if house is not None and house <= left.keys()]
        found = pattern_of(conclusions, shown, left) if len(shown) == len(labels) else None
        return found or Pattern("")


class ValuesLeft:
    """The values that are left for each place after facts, and after what these exclude directly."""

    def __init__(self, formula: RuleClauses) -> None:
        self._cell = {place.name: place.cell for place in formula.places}
        self._literals = {place.name: place.literals for place in formula.places}
        self._place = {
            literal: (place.name, value)
            for place in formula.places
            for value, literal in place.literals.items()
        }
        self.left: dict[str, tuple[int, ...]] = {
            place.name: tuple(place.literals) for place in formula.places
        }
        self._excludes = formula.exclusions
        self._learn(formula.givens)
        self._learn(clause[0] for clause in formula.domains if len(clause) == 1)

    def cells(self) -> Mapping[Cell, tuple[int, ...]]:
        """The values that are left for each cell."""
        return {cell: left for name, left in self.left.items() if (cell := self._cell[name]) is not None}

    def without_value(self) -> str:
        """The first place for which no value is left."""
        return next((name for name, left in self.left.items() if not left), "")

    def as_json(self) -> dict[str, list[int]]:
        return {name: list(left) for name, left in self.left.items()}

    def learn(self, facts: Iterable[Fact]) -> None:
        self._learn(self._literals[fact.place][fact.value] * (1 if fact.holds else -1) for fact in facts)

    def _learn(self, literals: Iterable[int]) -> None:
        waiting = list(literals)
        seen: set[int] = set()
        for literal in waiting:  # grows meanwhile
            if literal in seen:
                continue
            seen.add(literal)
            if literal in self._place:
                name, value = self._place[literal]
                self.left[name] = (value,)
                waiting += (-other for other in self._excludes.get(literal, ()))
            elif -literal in self._place:
                name, value = self._place[-literal]
                self.left[name] = tuple(one for one in self.left[name] if one != value)


# The names that people have for some steps: naked pair, X-wing and so on, recognised from what a step uses
#
# The search knows none of them. A step has such a name if its rules are sets of different values, and if the
# pattern explains each of its conclusions.


Left = Mapping[Cell, tuple[int, ...]]
"""The values that are left for each cell."""
House = frozenset[Cell]

_SUBSETS = {2: "pair", 3: "triple", 4: "quadruple"}
_FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def houses_of(formula: RuleClauses) -> Mapping[str, House]:
    """The rules by label that are only a set of cells with different values, as many as a place can have."""
    size = max(map(len, formula.literals), default=0)
    return {
        label: frozenset(own[0].primitive.cells)
        for label, own in formula.rules_called.items()
        if len(own) == 1
        and isinstance(own[0].primitive, AllDifferent)
        and own[0].primitive.is_plain
        and len(own[0].primitive.cells) == size
    }


class Pattern(NamedTuple):
    """The name of a step, and the cells that show it besides those of the conclusion."""

    name: str
    cells: tuple[Cell, ...] = ()


def pattern_of(facts: Sequence[Fact], houses: Sequence[House], left: Left) -> Pattern | None:
    """The pattern of a step, if it has a name.

    * facts: the conclusions.
    * houses: the sets of cells with different values that the step uses, each with as many cells as values.
    * left: what was left before the step.
    """
    placed = [(fact.cell, fact.value) for fact in facts if fact.holds and fact.cell]
    removed = [(fact.cell, fact.value) for fact in facts if not fact.holds and fact.cell]
    if len(placed) + len(removed) < len(facts) or not facts:
        return None
    if placed:
        return _single(placed, removed, houses, left)
    if len(houses) == 1:
        return _subsets(removed, houses[0], left)
    patterns: tuple[Callable[..., Pattern | None], ...] = (_intersection, _fish, _turbot, _wing)
    each = (next(filter(None, (find(one, houses, left) for find in patterns)), None) for one in removed)
    found = [one for one in each if one]
    if len(found) < len(removed) or len({one.name for one in found}) > 1:
        return None
    return Pattern(found[0].name, tuple(dict.fromkeys(cell for one in found for cell in one.cells)))


Removed = tuple[Cell, int]


def _single(
    placed: Sequence[Removed], removed: Sequence[Removed], houses: Sequence[House], left: Left
) -> Pattern | None:
    if len(placed) > 1 or removed:
        return None
    ((cell, value),) = placed
    if not houses and left[cell] == (value,):
        return Pattern("naked single")
    if len(houses) == 1 and _cells(value, houses[0], left) == {cell}:
        return Pattern("hidden single")
    return None


def _cells(value: int, house: Collection[Cell], left: Left) -> set[Cell]:
    """The cells of a house in which a value is left."""
    return {cell for cell in house if value in left[cell]}


def _subsets(removed: Sequence[Removed], house: House, left: Left) -> Pattern | None:
    """The largest of the smallest subsets that explain each conclusion."""
    found = [next(_subset(cell, value, house, left), None) for cell, value in removed]
    if None in found:
        return None
    size, hidden, cells = max(filter(None, found))
    return Pattern(f"{'hidden' if hidden else 'naked'} {_SUBSETS[size]}", cells)


def _subset(cell: Cell, value: int, house: House, left: Left) -> Iterator[tuple[int, bool, tuple[Cell, ...]]]:
    """Subsets that exclude a value from a cell, the smallest first: size, whether hidden, and cells."""
    others = sorted(one for one in house if one != cell and len(left[one]) > 1)
    values = sorted({v for one in house if len(left[one]) > 1 for v in left[one]} - {value})
    for size in _SUBSETS:
        for some in combinations(others, size):
            held = {v for one in some for v in left[one]}
            if len(held) == size and value in held:
                yield size, False, some
        for these in combinations(values, size):
            where = set().union(*(_cells(v, house, left) for v in these))
            if len(where) == size and cell in where:
                yield size, True, tuple(sorted(where))


def _is_line(house: House) -> bool:
    return len({r for r, _ in house}) == 1 or len({c for _, c in house}) == 1


def _intersection(removed: Removed, houses: Sequence[House], left: Left) -> Pattern | None:
    """Where a value is left in one house only where it meets the other."""
    cell, value = removed
    if len(houses) != 2:
        return None
    for base, cover in permutations(houses):
        where = _cells(value, base, left)
        if where and where <= cover and cell in cover - base and _is_line(base) != _is_line(cover):
            if _is_line(base):
                return _pattern("box-line reduction", where)
            return _pattern(f"pointing {_SUBSETS.get(len(where), 'cells')}", where)
    return None


def _fish(removed: Removed, houses: Sequence[House], left: Left) -> Pattern | None:
    """As many houses as others that have all cells of a value in the first."""
    cell, value = removed
    size = len(houses) // 2
    if size not in _FISH or len(houses) % 2 or not all(map(_is_line, houses)):
        return None
    for base in combinations(houses, size):
        covers = [house for house in houses if house not in base]
        where = set().union(*(_cells(value, house, left) for house in base))
        covered = frozenset().union(*covers)
        if where <= covered and cell in covered and not any(cell in house for house in base):
            return _pattern(_FISH[size], where)
    return None


def _linked(one: Cell, other: Cell, houses: Sequence[House]) -> bool:
    return one != other and any(one in house and other in house for house in houses)


def _turbot(removed: Removed, houses: Sequence[House], left: Left) -> Pattern | None:
    """Two houses with two cells left for a value, one of each linked: one of the other two has it."""
    cell, value = removed
    pairs = [(house, sorted(where)) for house in houses if len(where := _cells(value, house, left)) == 2]
    for (one, ends), (other, others) in combinations(pairs, 2):
        for a, b in (ends, ends[::-1]):
            for c, d in (others, others[::-1]):
                links = ((b, c), (cell, a), (cell, d))
                if len({a, b, c, d, cell}) == 5 and all(_linked(*pair, houses) for pair in links):
                    name = "skyscraper" if one.isdisjoint(other) else "two-string kite"
                    lines = _is_line(one) and _is_line(other)
                    return _pattern(name if lines else "turbot fish", (*ends, *others))
    return None


def _wing(removed: Removed, houses: Sequence[House], left: Left) -> Pattern | None:
    """A cell with two or three values, linked with two cells that share one value with it and one another."""
    cell, value = removed
    wings = sorted(
        one
        for house in houses
        for one in house
        if value in left[one] and len(left[one]) == 2 and _linked(one, cell, houses)
    )
    for one, other in combinations(dict.fromkeys(wings), 2):
        (x,), (y,) = ([v for v in left[wing] if v != value] for wing in (one, other))
        for pivot in sorted(_linked_cells(one, houses) & _linked_cells(other, houses)):
            if x != y and set(left[pivot]) == {x, y}:
                return Pattern("XY-wing", (pivot, one, other))
            if x != y and set(left[pivot]) == {x, y, value} and _linked(pivot, cell, houses):
                return Pattern("XYZ-wing", (pivot, one, other))
    return None


def _linked_cells(cell: Cell, houses: Sequence[House]) -> set[Cell]:
    return {one for house in houses if cell in house for one in house if one != cell}


def _pattern(name: str, cells: Iterable[Cell]) -> Pattern:
    return Pattern(name, tuple(sorted(set(cells))))
