"""Which givens and rules clash: minimal and smallest sets that leave no answer.

With one answer excluded ("no *other* answer"), the same search finds givens that make a puzzle unique.
What is found is a minimal unsatisfiable subset (MUS) of the givens, in the presence of the rules.

The clauses of each given are found by group testing, without knowing the puzzle: the problem is encoded
with half of its givens and with the other half, once for each binary digit of a given's number.  A clause
of one given occurs exactly in the encodings that have it, which spells its number.  For a clause of several
givens, those that it may belong to are encoded one by one.  This works if a given adds clauses and changes
none, and if variables have names; otherwise problems are encoded again for each question.  Results are
verified by encoding again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from ...base.errors import ReductionError
from ...base.signals import held_back
from ...problems import AnyProblem
from ...problems.cnf.rules import Clause, Cnf
from ...reductions import AnyReduction, encodings_from
from ...solvers.minimal_sets import by_halving
from ...solvers.sat.sat import SatCalls
from ..clock import Clock
from ..encoded import other_than, reduced


@dataclass(frozen=True)
class Groups:
    """A formula split by givens: the clauses of the rules, and those of each given.

    A clause of several givens is in the group of each.
    """

    rules: tuple[Clause, ...]
    of_given: tuple[tuple[Clause, ...], ...]


def group_clauses(problem: AnyProblem, clock: Clock) -> Groups | None:
    """Split the default encoding by givens; None if a given does more than add clauses."""
    count = len(problem.given_names())
    encodings = _Encodings(problem, clock)
    try:
        rules = encodings.having(())
        owners = _owners(encodings, [clause for clause in encodings.clauses if clause not in rules], count)
    except _ChangedError:
        return None
    groups: list[list[Clause]] = [[] for _ in range(count)]
    for clause, givens in owners.items():
        for given in givens:
            groups[given].append(clause)
    if not all(owners.values()):
        return None
    return Groups(tuple(clause for clause in encodings.clauses if clause in rules), tuple(map(tuple, groups)))


def _owners(encodings: _Encodings, clauses: Sequence[Clause], count: int) -> dict[Clause, list[int]]:
    """The givens that each of these clauses comes from; empty if that is not known."""
    # For each clause and binary digit of its owners: 1 for a zero, 2 for a one, 3 for both.
    digits: dict[Clause, list[int]] = {clause: [] for clause in clauses}
    for bit in range(max(count - 1, 0).bit_length()):
        zero = encodings.having([n for n in range(count) if not n >> bit & 1])
        one = encodings.having([n for n in range(count) if n >> bit & 1])
        for clause, seen in digits.items():
            seen.append((clause in zero) + 2 * (clause in one))
    owners = {clause: _fitting(seen, count) for clause, seen in digits.items()}
    unsure = {owner for fitting in owners.values() if len(fitting) > 1 for owner in fitting}
    alone = {given: encodings.having([given]) for given in sorted(unsure)}
    return {
        clause: fitting if len(fitting) < 2 else [given for given in fitting if clause in alone[given]]
        for clause, fitting in owners.items()
    }


def _fitting(seen: list[int], count: int) -> list[int]:
    """The numbers below `count` whose binary digits are all among those seen."""
    fitting = [0]
    for bit, digits in enumerate(seen):
        zeros = fitting if digits & 1 else []
        ones = [number | 1 << bit for number in fitting] if digits & 2 else []
        fitting = [*zeros, *ones]
    return [number for number in fitting if number < count]


class _ChangedError(Exception):
    """A given that does more than add clauses."""


class _Encodings:
    """The encodings of parts of a problem, each as clauses in the variables of the whole."""

    def __init__(self, problem: AnyProblem, clock: Clock) -> None:
        self._problem = problem
        self._clock = clock
        whole: Cnf = reduced(problem).target
        self._number = {name: variable for variable, name in whole.names.items()}
        self.clauses = dict.fromkeys(tuple(sorted(set(clause))) for clause in whole.clauses)
        self.graphs = whole.graphs

    def having(self, keep: Collection[int]) -> set[Clause]:
        """The clauses with only these givens; raises `_ChangedError` if one is not in the whole encoding."""
        self._clock.check()
        self._clock.report("finding out what each given adds to the formula")
        part: Cnf = reduced(self._problem.with_givens(frozenset(keep))).target
        number = [0, *(self._number.get(part.names.get(v, ""), v) for v in range(1, part.variable_count + 1))]
        clauses = {
            tuple(sorted({number[x] if x > 0 else -number[-x] for x in clause})) for clause in part.clauses
        }
        graphs = tuple(
            graph.renumbered(lambda literal: number[literal] if literal > 0 else -number[-literal])
            for graph in part.graphs
        )
        if not clauses <= self.clauses.keys() or graphs != self.graphs:
            raise _ChangedError
        return clauses


Set = frozenset[int]
"""Givens, as indices into `Problem.given_names`."""


class Givens(ABC):
    """Decides whether some givens of a problem, with its rules, leave an answer; counts the calls.

    Parameters
    ----------
    apart_from : answer, optional
        An answer to exclude: a clash then means that the givens rule out every *other* answer.
    """

    def __init__(self, problem: AnyProblem, clock: Clock, apart_from: Any = None) -> None:
        self.problem = problem
        self.clock = clock
        self.apart_from = apart_from
        self.count = len(problem.given_names())
        self.calls = 0

    @abstractmethod
    def clash(self, keep: Collection[int]) -> Set | None:
        """None if an answer is left; otherwise some of the givens that leave none.

        Raise `LimitReachedError` if the time limit is reached.
        """


class ReencodedGivens(Givens):
    """Encodes the problem again for each question, which is correct for every kind."""

    def clash(self, keep: Collection[int]) -> Set | None:
        self.calls += 1
        self.clock.check()
        reduction = reduced(self.problem.with_givens(frozenset(keep)))
        with self.clock.calls(reduction.target) as solver:
            if self.apart_from is not None:
                solver.add(other_than(reduction, self.apart_from))
            return None if solver.solve() else frozenset(keep)


class SelectedGivens(Givens):
    """One solver for all questions, with a selector for each given that is assumed if the given stays.

    Parameters
    ----------
    solver : SatCalls
        For the clauses of the rules, and those of each given guarded by its selector.
    """

    def __init__(
        self, problem: AnyProblem, clock: Clock, apart_from: Any, solver: SatCalls, selectors: Sequence[int]
    ) -> None:
        super().__init__(problem, clock, apart_from)
        self._solver, self._selectors = solver, selectors

    def clash(self, keep: Collection[int]) -> Set | None:
        """The solver's core, often much smaller than `keep`; or None."""
        self.calls += 1
        if self._solver.solve([self._selectors[given] for given in sorted(keep)]):
            return None
        return frozenset(self._selectors.index(selector) for selector in self._solver.core())


class SelectedRules(SelectedGivens):
    """The same for labelled rules instead of givens; all givens of the problem stay."""

    def __init__(self, problem: AnyProblem, clock: Clock, solver: SatCalls, selectors: Sequence[int]) -> None:
        super().__init__(problem, clock, None, solver, selectors)
        self.count = len(selectors)


class GroupedGivens(Givens):
    """Groups of givens that stay or go together, such as symmetric ones."""

    def __init__(self, givens: Givens, groups: Sequence[Sequence[int]]) -> None:
        super().__init__(givens.problem, givens.clock, givens.apart_from)
        self.count = len(groups)
        self._givens, self._groups = givens, groups

    def clash(self, keep: Collection[int]) -> Set | None:
        self.calls += 1
        core = self._givens.clash([given for group in keep for given in self._groups[group]])
        return core and frozenset(group for group in keep if not core.isdisjoint(self._groups[group]))


def rules_that_clash(problem: AnyProblem, clock: Clock) -> tuple[str, ...] | None:
    """Labels of rules that, with the problem's givens, leave no answer; none can be left out.

    None if no encoding of the kind has a group of clauses for each rule.  Clauses in no group, such as that
    a cell holds one value, always apply.  A graph, with its cuts, belongs to the rule of its label.  The
    problem must not have an answer.
    """
    reduction = _labelled(problem)
    if reduction is None:
        return None
    formula: Cnf = reduction.target
    of_givens = {part for parts in reduction.given_clauses or () for part in parts}
    names = set(problem.given_names())
    label_at = {
        part: group.label
        for group in reduction.groups
        for part in group.parts
        if part not in of_givens and group.label not in names
    }
    labels = list(dict.fromkeys((*label_at.values(), *(graph.label for graph in formula.graphs))))
    first = formula.variable_count + 1
    selector = dict(zip(labels, range(first, first + len(labels)), strict=True))
    clauses = [
        (-selector[label_at[at]], *clause) if at in label_at else clause
        for at, clause in enumerate(formula.clauses)
    ]
    graphs = tuple(graph._replace(unless=(*graph.unless, -selector[graph.label])) for graph in formula.graphs)
    with clock.calls(Cnf(formula.variable_count + len(labels), clauses, graphs=graphs)) as solver:
        rules = SelectedRules(problem, clock, solver, list(selector.values()))
        return tuple(labels[at] for at in minimal(rules, range(len(labels))))


def _labelled(problem: AnyProblem) -> AnyReduction | None:
    """The first encoding as a formula that has a group of clauses for each rule."""
    for encoding in encodings_from(problem.kind):
        if encoding.target == Cnf.kind:
            with suppress(ReductionError):
                reduction = encoding.apply(problem)
                if reduction.groups:
                    return reduction
    return None


@contextmanager
def givens_of(problem: AnyProblem, clock: Clock, apart_from: Any = None) -> Iterator[Givens]:
    """The faster of the two ways that is correct for this problem; the solver is freed at the end."""
    groups = group_clauses(problem, clock)
    if groups is None:
        yield ReencodedGivens(problem, clock, apart_from)
        return
    reduction = reduced(problem)
    first = reduction.target.variable_count + 1
    selectors = range(first, first + len(groups.of_given))
    guarded = (
        (-selector, *clause)
        for selector, group in zip(selectors, groups.of_given, strict=True)
        for clause in group
    )
    clauses = (*groups.rules, *guarded)
    with clock.calls(Cnf(selectors.stop - 1, clauses, graphs=reduction.target.graphs)) as solver:
        if apart_from is not None:
            solver.add(other_than(reduction, apart_from))
        yield SelectedGivens(problem, clock, apart_from, solver, selectors)


def minimal(givens: Givens, among: Sequence[int]) -> tuple[int, ...]:
    """A subset of `among` that clashes and of which no given can be left out.

    Givens late in `among` are left out first.  `among` must clash itself.
    """

    def report() -> None:
        givens.clock.report(f"narrowing down the clash: {givens.calls} calls")

    return tuple(sorted(by_halving(among, givens.clash, report)))


def hitting_sets(first: Iterable[int]) -> Any:
    """PySAT's solver for smallest hitting sets, a context manager, with a first set to meet."""
    from pysat.examples.hitman import Hitman

    with held_back():
        made = Hitman(htype="sorted")
    made.hit(sorted(first))
    return made


def smallest(givens: Givens) -> Iterable[tuple[tuple[int, ...], bool]]:
    """Sets of givens that clash, each smaller than the one before; True with the smallest there is.

    Notes
    -----
    Implicit hitting sets (Ignatiev, Previti, Liffiton, Marques-Silva, "Smallest MUS extraction with
    minimal hitting set dualization", CP 2015).  Every clash holds a given of each *correction set*: the
    givens left out by an answer that keeps as many of the others as it can.  A smallest set that meets
    all the correction sets known so far is a smallest clash as soon as it is a clash.
    """
    everything = tuple(range(givens.count))
    best = minimal(givens, everything)
    yield best, len(best) < 2
    if len(best) < 2:
        return
    with hitting_sets(everything) as hitting:
        while True:
            chosen = frozenset(hitting.get())
            if len(chosen) == len(best):
                yield best, True
                return
            if givens.clash(chosen) is not None:
                yield tuple(sorted(chosen)), True
                return
            least = len(chosen)
            # Disjoint correction sets while there are any, since a hitting set costs more than a call.
            kept = chosen
            while True:
                kept = _grow(givens, kept)
                left_out = [given for given in everything if given not in kept]
                hitting.hit(left_out)
                kept = chosen = chosen | set(left_out)
                if (core := givens.clash(chosen)) is not None:
                    break
            found = minimal(givens, sorted(core))
            if len(found) < len(best):
                best = found
                yield best, False
            givens.clock.report(f"a clash of {len(best)} givens; the smallest has at least {least}")


def _grow(givens: Givens, kept: Set) -> Set:
    """Extend `kept` by every other given that leaves an answer."""
    for given in range(givens.count):
        if given not in kept and givens.clash(kept | {given}) is None:
            kept |= {given}
    return kept
