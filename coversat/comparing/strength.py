"""Propagation strength: which consequences of a puzzle's rules unit propagation finds on a formula.

*What is measured.* Partial answers are drawn from a seed: values of some places that have a common completion.
Each answers two questions for each reduction:

* of the values that no completion has (the *excluded* values), which share does unit propagation exclude?
* with one excluded value added, the partial answer has no completion; does unit propagation refute it?

1 is the strength of a formula on which unit propagation alone is arc consistency on the whole puzzle. With
failed literals a value is excluded also if unit propagation refutes it, until nothing follows any more. All
reductions get the same partial answers; the truth is found by a SAT solver on the default formula.

An exact cover is measured by what both of its engines see at once: options that are forced, because an item has
no other, and items without options. This is unit propagation on the cover's pairwise formula.

Propagation strength is what Brain, Hadarean, Kroening and Martins (VMCAI 2016) and Kučera and Savický call
propagation completeness, measured on samples instead of proved. The share is a ratio of sums; its interval is a
bootstrap of puzzles and, within each, of samples (Davison and Hinkley, "Bootstrap methods", 3.8).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..answers.routes import Rules, apply_rules, end_of, find_rules, name_of, reduction_paths, way_to
from ..base.deadline import NEVER, Deadline
from ..base.errors import LimitReachedError, ReductionError
from ..base.notebook import html_table
from ..problems import AnyProblem
from ..problems.cnf.rules import Clause, Cnf
from ..reductions import AnyReduction
from ..solvers.sat.compiled_sat import CompiledSolver
from .statistics import CONFIDENCE

PROPAGATES = "minisat22"
"""A solver whose unit propagation can be asked for; it is also the engine of the truth."""
MOST_CONFLICTS = 100_000
"""A sample whose truth needs more conflicts for one question is left out, and counted."""
RESAMPLES = 400
SAMPLES = 100

Value = tuple[str, int]
"""A place of the puzzle and a value of it: ``("r1c1", 5)``."""


class Sample(NamedTuple):
    """A partial answer, the values that it excludes, and one of these, if there is one."""

    chosen: tuple[Value, ...]
    excluded: tuple[Value, ...]
    wrong: Value | None


class Share(NamedTuple):
    """A share and its interval; None where nothing was asked."""

    share: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Strength:
    """What was found by one reduction.

    Attributes
    ----------
    reduction : str
    sizes : mapping
        Of the formula, or of the cover, of the first puzzle that it takes.
    excluded : Share
        Of the excluded values, those that unit propagation excludes.
    refuted : Share
        Of the partial answers without a completion, those that it refutes.
    refusal : str, optional
        Why the reduction takes none of the puzzles.
    puzzles : int
        The number of puzzles that it takes.
    """

    reduction: str
    sizes: Mapping[str, int]
    excluded: Share
    refuted: Share
    refusal: str | None = None
    puzzles: int = 0


@dataclass(frozen=True)
class Strengths:
    """The strengths of several reductions, the strongest first.

    Attributes
    ----------
    rows : tuple of Strength
    samples : int
        The number of partial answers of all puzzles.
    left_out : int
        The number of those whose truth was not found within the limits.
    failed_literals : bool
    """

    rows: tuple[Strength, ...]
    samples: int
    left_out: int
    failed_literals: bool = False

    @property
    def table(self) -> list[list[str]]:
        """The head and a row for each reduction, as text."""
        head = ["reduction", "vars", "clauses", "literals", "excluded", "interval", "refuted", "interval"]
        return [head, *([row.reduction, *_sizes(row), *_words(row)] for row in self.rows)]

    @property
    def about(self) -> str:
        """How many samples there are, and what was left out."""
        words = f"{self.samples} partial answers"
        if self.failed_literals:
            words += ", with failed literals"
        return words + (f"; {self.left_out} more left out: not decided" if self.left_out else "")

    def __str__(self) -> str:
        widths = [max(map(len, column)) for column in zip(*self.table, strict=True)]
        rows = [
            "  ".join(
                word.ljust(width) if at == 0 else word.rjust(width)
                for at, (word, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in self.table
        ]
        return "\n".join([*rows, *self.refusals, self.about])

    @property
    def refusals(self) -> list[str]:
        """The reductions that do not apply, with the reason."""
        return [f"{row.reduction}: not applicable: {row.refusal}" for row in self.rows if row.refusal]

    def _repr_html_(self) -> str:
        head, *rows = self.table
        return html_table(head, rows, [*self.refusals, self.about])


def _sizes(row: Strength) -> list[str]:
    return [str(size) for size in row.sizes.values()] or ["-"] * 3


def _words(row: Strength) -> list[str]:
    def words(one: Share) -> list[str]:
        if one.share is None:
            return ["-", "-"]
        interval = "-" if one.low is None or one.high is None else f"{one.low:.3f}-{one.high:.3f}"
        return [f"{one.share:.3f}", interval]

    return [*words(row.excluded), *words(row.refuted)]


# The formula of a reduction, with its values


class Propagator:
    """Unit propagation on what a reduction leads to; a context manager.

    Attributes
    ----------
    values : tuple of Value
        Every value of every place that the reduction shows.
    """

    def __init__(self, reduction: AnyReduction) -> None:
        self.reduction = reduction
        formula = _formula(reduction.target)
        self._fresh = formula.variable_count
        self._assumed: dict[Value, tuple[int, ...]] = {}
        self._excluded: dict[Value, tuple[tuple[int, ...], ...]] = {}
        # A value that nothing shows is excluded when one of these literals holds.
        self._empty: dict[Value, tuple[int, ...]] = {}
        extra: list[Clause] = []
        for place in reduction.places() if reduction.places else ():
            parts = {value: tuple(map(_literals, those)) for value, those in place.values.items()}
            everywhere = {literal for those in parts.values() for part in those for literal in part}
            for value, those in parts.items():
                self._excluded[place.name, value] = those
                own = {literal for part in those for literal in part}
                others = everywhere - own
                alone = len(those) == 1
                self._assumed[place.name, value] = (
                    those[0]
                    if alone
                    else (self._one_of(those, extra), *(-literal for literal in sorted(others)))
                )
            if place.empty is not None and place.empty not in parts:
                self._assumed[place.name, place.empty] = tuple(-one for one in sorted(everywhere))
                self._empty[place.name, place.empty] = tuple(sorted(everywhere))
        self.values = tuple(self._assumed)
        # A unit clause holds only under an assumption: what PySAT finds at level 0 it does not report.
        self._fresh += 1
        self._always = self._fresh
        self.trivial = not all(formula.clauses)
        self._solver = CompiledSolver(PROPAGATES)
        self._solver.add(
            (*clause, -self._always) if len(clause) == 1 else clause
            for clause in (*formula.clauses, *extra)
            if clause
        )

    def __enter__(self) -> Propagator:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def _one_of(self, parts: Sequence[tuple[int, ...]], extra: list[Clause]) -> int:
        """A literal that says that one of several parts of an answer is there."""
        names = []
        for part in parts:
            if len(part) == 1:
                names.append(part[0])
                continue
            self._fresh += 1
            extra += [(-self._fresh, literal) for literal in part]
            names.append(self._fresh)
        self._fresh += 1
        extra.append((-self._fresh, *names))
        return self._fresh

    def literals(self, chosen: Iterable[Value]) -> list[int]:
        """What states these values."""
        return [literal for value in chosen for literal in self._assumed[value]]

    def propagated(self, literals: Sequence[int]) -> frozenset[int] | None:
        """What follows from literals by unit propagation; None if they are refuted."""
        found = None if self.trivial else self._solver.propagated([self._always, *literals])
        return None if found is None else frozenset(found)

    def excludes(self, value: Value, known: frozenset[int]) -> bool:
        """Whether what is known excludes a value."""
        if value in self._empty:
            return any(literal in known for literal in self._empty[value])
        return all(any(-literal in known for literal in part) for part in self._excluded[value])

    def found(self, sample: Sample, failed_literals: bool = False) -> tuple[int, bool]:
        """How many of the excluded values of a sample are found, and whether its wrong value is refuted."""
        literals = self.literals(sample.chosen)
        known = self.propagated(literals)
        if known is not None and failed_literals:
            known = self._without_failed(literals, known)
        shown = [value for value in sample.excluded if value in self._assumed]
        absent = len(sample.excluded) - len(shown)
        if known is None:
            return len(sample.excluded), True
        count = absent + sum(self.excludes(value, known) for value in shown)
        if sample.wrong is None:
            return count, False
        if sample.wrong not in self._assumed:
            return count, True
        with_wrong = [*literals, *self._assumed[sample.wrong]]
        then = self.propagated([*with_wrong, *(known - {self._always} if failed_literals else ())])
        if then is not None and failed_literals:
            then = self._without_failed(with_wrong, then)
        return count, then is None

    def _without_failed(self, literals: Sequence[int], known: frozenset[int]) -> frozenset[int] | None:
        """What follows when each value that unit propagation refutes is excluded, until none is."""
        while True:
            found: list[int] = []
            for value in self.values:
                if self.excludes(value, known) or len(self._assumed[value]) != 1:
                    continue
                (literal,) = self._assumed[value]
                if literal not in known and self.propagated([*known, literal]) is None:
                    found.append(-literal)
            if not found:
                return known
            further = self.propagated([*literals, *known, *found])
            if further is None:
                return None
            known = further


def _literals(part: object) -> tuple[int, ...]:
    return part if isinstance(part, tuple) else (part,)  # type: ignore[return-value]


def _formula(target: AnyProblem) -> Cnf:
    assert isinstance(target, Cnf)
    return target


def reduced(problem: AnyProblem, rules: Rules) -> AnyReduction:
    """The reduction to a formula; an exact cover becomes its pairwise formula.

    Raise `ReductionError` if one of the encodings does not support the instance.
    """
    if end_of(problem.kind, rules) == "cover":
        rules = (*rules, *find_rules("cover", "cnf:pairwise"))
    return apply_rules(rules, problem)


def measured_rules(kind: str, patterns: Sequence[str] = ()) -> list[Rules]:
    """The reductions to a formula or a cover that one of the patterns names; without patterns, the direct ones.

    Raise `UnknownRouteError` if a pattern fits none.
    """
    from .compare import chosen_routes

    if patterns:
        found = dict.fromkeys(route.rules for route in chosen_routes(kind, patterns))
    else:
        found = dict.fromkeys(rules for rules in reduction_paths(kind) if len(rules) == 1)
    return [rules for rules in found if rules and end_of(kind, rules) in ("cnf", "cover")]


# The truth, and what is drawn


class Truth:
    """Which values have a common completion, by a SAT solver on the default formula; a context manager."""

    def __init__(self, problem: AnyProblem, deadline: Deadline) -> None:
        self._propagator = Propagator(apply_rules(way_to(problem.kind, "cnf", complete=True), problem))
        self._solver = self._propagator._solver
        self._deadline = deadline
        self.values = self._propagator.values

    def __enter__(self) -> Truth:
        return self

    def __exit__(self, *_: object) -> None:
        self._propagator.__exit__()

    def holds(self, literals: Sequence[int]) -> bool:
        """Whether a completion has them. Raise `LimitReachedError` if that is not decided."""
        self._deadline.check()
        if self._propagator.trivial:
            return False
        found = self._solver.solve([self._propagator._always, *literals], MOST_CONFLICTS)
        if found is None:
            raise LimitReachedError(f"{MOST_CONFLICTS} conflicts")
        return found

    def excluded(self, chosen: Sequence[Value]) -> tuple[Value, ...]:
        """The values that no completion has.

        A model shows which values one completion has, so only values in no model so far are asked about.
        """
        literals = self._propagator.literals(chosen)
        open_values = dict.fromkeys(self.values)
        excluded = []
        while open_values:
            value = next(iter(open_values))
            if self.holds([*literals, *self._propagator._assumed[value]]):
                model = frozenset(self._solver.model())
                held = [one for one in open_values if not self._propagator.excludes(one, model)]
                for one in {value: None, **dict.fromkeys(held)}:
                    del open_values[one]
            else:
                excluded.append(value)
                del open_values[value]
        return tuple(excluded)

    def sample(self, chance: random.Random) -> Sample:
        """A partial answer of a random number of places, up to two thirds; each value has a completion."""
        names = list(dict.fromkeys(name for name, _ in self.values))
        size = chance.randrange(0, max(1, len(names) * 2 // 3))
        chance.shuffle(names)
        by_name: dict[str, list[Value]] = {}
        for value in self.values:
            by_name.setdefault(value[0], []).append(value)
        chosen: list[Value] = []
        literals: list[int] = []
        for name in names[:size]:
            those = by_name[name]
            chance.shuffle(those)
            for value in those:
                own = self._propagator.literals([value])
                if self.holds([*literals, *own]):
                    chosen.append(value)
                    literals += own
                    break
        excluded = self.excluded(chosen)
        taken = {name for name, _ in chosen}
        wrong = [value for value in excluded if value[0] not in taken]
        return Sample(tuple(chosen), excluded, chance.choice(wrong) if wrong else None)


class _Counts(NamedTuple):
    """Of one sample by one reduction."""

    excluded: int
    asked: int
    refuted: int
    wrong: int


def strength(
    problems: Sequence[AnyProblem],
    rules: Sequence[Rules],
    samples: int = SAMPLES,
    seed: int = 0,
    failed_literals: bool = False,
    deadline: Deadline = NEVER,
    report: Callable[[str], None] = lambda words: None,
) -> Strengths:
    """Measure the propagation strength of reductions of problems of one kind.

    Parameters
    ----------
    problems : sequence of Problem
        Of one kind.
    rules : sequence of reductions
        See `measured_rules`.
    samples : int
        The number of partial answers of each problem.
    seed : int
        The n-th sample of a problem is the same whatever the reductions.
    failed_literals : bool
        Whether values that unit propagation refutes are excluded too.
    deadline : Deadline
    report : callable
        Receives progress messages.
    """
    counts: dict[Rules, list[list[_Counts]]] = {one: [] for one in rules}
    sizes: dict[Rules, Mapping[str, int]] = {}
    refusals: dict[Rules, str] = {}
    left_out = drawn = 0
    for number, problem in enumerate(problems, 1):
        report(f"{number} of {len(problems)}: drawing")
        found, missing = _drawn(problem, samples, f"{seed} {number}", deadline)
        left_out += missing
        drawn += len(found)
        for one in rules:
            report(f"{number} of {len(problems)}: {name_of(one)}")
            try:
                reduction = reduced(problem, one)
            except ReductionError as error:
                refusals[one] = str(error)
                continue
            target = apply_rules(one, problem).target if one[-1].target == "cover" else reduction.target
            sizes.setdefault(one, target.sizes())
            with Propagator(reduction) as propagator:
                counts[one].append(
                    [_counted(propagator, s, failed_literals) for s in deadline.through(found)]
                )
    rows = [_row(one, counts[one], sizes.get(one, {}), refusals.get(one), seed) for one in rules]
    rows.sort(key=lambda row: -1.0 if row.excluded.share is None else row.excluded.share, reverse=True)
    return Strengths(tuple(rows), drawn, left_out, failed_literals)


def _drawn(problem: AnyProblem, samples: int, seed: str, deadline: Deadline) -> tuple[list[Sample], int]:
    """The samples of a problem, and how many were left out."""
    found, missing = [], 0
    with Truth(problem, deadline) as truth:
        if not truth.holds(()):  # nothing has a completion: the second question only
            wrong = [Sample((), (), None)] if not truth.values else []
            return wrong, samples
        for number in range(samples):
            try:
                found.append(truth.sample(random.Random(f"{seed} {number}")))
            except LimitReachedError:
                if deadline.left() == 0:
                    raise
                missing += 1
    return found, missing


def _counted(propagator: Propagator, sample: Sample, failed_literals: bool) -> _Counts:
    count, refuted = propagator.found(sample, failed_literals)
    return _Counts(count, len(sample.excluded), int(refuted), int(sample.wrong is not None))


def _row(
    rules: Rules,
    by_problem: list[list[_Counts]],
    sizes: Mapping[str, int],
    refusal: str | None,
    seed: int,
) -> Strength:
    excluded = _share([[(one.excluded, one.asked) for one in those] for those in by_problem], seed)
    refuted = _share(
        [[(one.refuted if one.wrong else 0, one.wrong) for one in those] for those in by_problem], seed
    )
    none = None if by_problem else refusal
    return Strength(name_of(rules), dict(sizes), excluded, refuted, none, len(by_problem))


def _share(pairs: Sequence[Sequence[tuple[int, int]]], seed: int) -> Share:
    """The ratio of two sums, with an interval from resampled groups and resampled pairs within each."""
    groups = [list(group) for group in pairs if group]

    def ratio(those: Iterable[Sequence[tuple[int, int]]]) -> float | None:
        part = whole = 0
        for group in those:
            part += sum(one for one, _ in group)
            whole += sum(one for _, one in group)
        return part / whole if whole else None

    share = ratio(groups)
    if share is None or sum(map(len, groups)) < 2:
        return Share(share, None, None)
    chance = random.Random(seed)

    def again() -> Iterator[Sequence[tuple[int, int]]]:
        for group in chance.choices(groups, k=len(groups)):
            yield chance.choices(group, k=len(group))

    ratios = sorted(one for one in (ratio(again()) for _ in range(RESAMPLES)) if one is not None)
    outside = int(len(ratios) * (1 - CONFIDENCE) / 2)
    return Share(share, ratios[outside], ratios[-1 - outside])
