"""Which givens and rules clash: minimal and smallest sets that leave no answer.

With one answer excluded ("no *other* answer"), the same search finds givens that make a puzzle unique.
What is found is a minimal unsatisfiable subset (MUS) of the givens, in the presence of the rules.

The clauses of each given are those that the default reduction states, if it does.  Otherwise a problem is
encoded again for each question, which is correct for every kind.  Results are verified by encoding again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from ...base.errors import ReductionError
from ...base.grouping import grouped
from ...base.signals import held_back
from ...problems import AnyProblem
from ...problems.cnf.connectivity import Connectivity
from ...problems.cnf.rules import Cnf
from ...reductions import AnyReduction, encodings_from
from ...solvers.minimal_sets import by_halving
from ...solvers.sat.sat import SatCalls
from ..clock import Clock
from ..encoded import other_than, reduced

Set = frozenset[int]
"""Givens, as indices into `Problem.given_names`."""


class Givens:
    """Decides whether some givens of a problem, with its rules, leave an answer; counts the calls.

    Instead of givens these may be rules, while all givens stay.

    * core_of: None if an answer is left; otherwise some of the givens that leave none.
    """

    def __init__(self, count: int, clock: Clock, core_of: Callable[[Collection[int]], Set | None]) -> None:
        self.count, self.clock, self._core_of = count, clock, core_of
        self.calls = 0

    def clash(self, keep: Collection[int]) -> Set | None:
        """None if an answer is left; otherwise some of the givens that leave none.

        Raise `LimitReachedError` if the time limit is reached.
        """
        self.calls += 1
        return self._core_of(keep)

    def in_groups(self, groups: Sequence[Sequence[int]]) -> Givens:
        """Groups of givens that stay or go together, such as symmetric ones."""

        def core_of(keep: Collection[int]) -> Set | None:
            core = self.clash([given for group in keep for given in groups[group]])
            return core and frozenset(group for group in keep if not core.isdisjoint(groups[group]))

        return Givens(len(groups), self.clock, core_of)


def reencoded(problem: AnyProblem, clock: Clock, apart_from: Any = None) -> Givens:
    """The problem is encoded again for each question, which is correct for every kind.

    * apart_from (answer): an answer to exclude: a clash then means that the givens rule out every *other*
      answer.
    """

    def core_of(keep: Collection[int]) -> Set | None:
        clock.check()
        reduction = reduced(problem.with_givens(frozenset(keep)))
        with clock.calls(reduction.target) as solver:
            if apart_from is not None:
                solver.add(other_than(reduction, apart_from))
            return None if solver.solve() else frozenset(keep)

    return Givens(len(problem.given_names()), clock, core_of)


@contextmanager
def _selected(
    formula: Cnf,
    selectors: Sequence[int],
    selector_at: Mapping[int, int],
    graphs: Iterable[Connectivity],
    clock: Clock,
) -> Iterator[tuple[SatCalls, Givens]]:
    """One solver for all questions, with a selector for each given that is assumed if the given stays.

    Selectors are new variables, which guard the clauses at some positions. The solver's core is often much
    smaller than what is kept.
    """
    clauses = tuple(
        (-selector_at[at], *clause) if at in selector_at else clause
        for at, clause in enumerate(formula.clauses)
    )
    count = formula.variable_count + len(selectors)
    with clock.calls(Cnf(count, clauses, graphs=tuple(graphs))) as solver:

        def core_of(keep: Collection[int]) -> Set | None:
            if solver.solve([selectors[given] for given in sorted(keep)]):
                return None
            return frozenset(selectors.index(selector) for selector in solver.core())

        yield solver, Givens(len(selectors), clock, core_of)


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
    selector_at = {at: selector[label] for at, label in label_at.items()}
    graphs = [graph._replace(unless=(*graph.unless, -selector[graph.label])) for graph in formula.graphs]
    with _selected(formula, [*selector.values()], selector_at, graphs, clock) as (_, rules):
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
    reduction = reduced(problem)
    parts = _clauses_of_givens(problem, reduction)
    if parts is None:
        yield reencoded(problem, clock, apart_from)
        return
    formula: Cnf = reduction.target
    selectors = range(formula.variable_count + 1, formula.variable_count + 1 + len(parts))
    selector_of = {at: selector for selector, own in zip(selectors, parts, strict=True) for at in own}
    with _selected(formula, selectors, selector_of, formula.graphs, clock) as (solver, givens):
        if apart_from is not None:
            solver.add(other_than(reduction, apart_from))
        yield givens


def _clauses_of_givens(problem: AnyProblem, reduction: AnyReduction) -> Sequence[Sequence[int]] | None:
    """The positions of the clauses of each given; None if they are not known."""
    if not isinstance(problem, Cnf):
        return reduction.given_clauses
    # Its givens are its distinct clauses.
    return list(grouped((clause, at) for at, clause in enumerate(problem.clauses)).values())


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
