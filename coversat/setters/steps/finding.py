"""The steps that solve a puzzle, in words, and what is known after each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ...base.arguments import Timeout, deadline_of, refuse_others, whole
from ...base.errors import LimitReachedError
from ...kinds.many import one_or_many
from ...kinds.sources import Source, problem_in
from ...problems.cnf.connectivity import Cut
from ...problems.grid import Cell
from ...reductions.rule_clauses import RuleClauses, rule_clauses
from .chains import Deduction
from .patterns import Pattern, houses_of, pattern_of
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
