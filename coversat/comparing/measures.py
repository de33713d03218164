"""What else to measure of a route: shuffled copies of what its solver receives, and sizes of proofs.

How much does the order of variables, clauses and literals matter, beside the difference between routes?

A shuffled copy is the same formula with its variables renumbered and its clauses and literals in another
order, or the same cover with its items and options in another order.  What differs between copies of one
route is chance; a difference between two routes that is not larger says nothing about them.

What does one SAT solver learn from a formula, and how long is its proof that there is no other answer? It is
the same for every formula, whatever solver the route has, so that formulas are compared.  The models that are
the known answers are ruled out one by one; the proof shows that no other is left, and is checked by the
checker of this package.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TypeVar

from ..answering.routes import Route
from ..base.errors import LimitReachedError
from ..base.wording import several
from ..problems import AnyProblem
from ..problems.cnf.rules import Clause, Cnf, whole_model
from ..problems.exact_cover.rules import ExactCover
from ..proofs import check_drup
from ..solvers import Limits, found_by
from ..solvers.sat.sat import blocking_clause
from ..solvers.solver import Meter, slices
from .columns import in_columns
from .rows import Row
from .statistics import median

T = TypeVar("T")


def shuffled_formula(cnf: Cnf, rng: random.Random) -> Cnf:
    """The formula with its variables renumbered, its clauses and their literals in another order."""
    numbers = list(range(1, cnf.variable_count + 1))
    rng.shuffle(numbers)
    new = [0, *numbers]

    def renamed(literals: Iterable[int]) -> tuple[int, ...]:
        return tuple(new[one] if one > 0 else -new[-one] for one in literals)

    clauses = [_in_other_order(renamed(clause), rng) for clause in cnf.clauses]
    rng.shuffle(clauses)
    projection = None if cnf.projection is None else tuple(sorted(renamed(cnf.projection)))
    graphs = tuple(graph.renumbered(lambda one: renamed([one])[0]) for graph in cnf.graphs)
    return Cnf.sound(cnf.variable_count, tuple(clauses), {}, projection, graphs, renamed(cnf.likely))


def shuffled_cover(cover: ExactCover, rng: random.Random) -> ExactCover:
    """The cover with its items and options, and the items of each option, in another order."""
    options = [
        one._replace(items=_in_other_order(one.items, rng), colours=_in_other_order(one.colours, rng))
        for one in cover.options
    ]
    rng.shuffle(options)
    primary, secondary = (_in_other_order(items, rng) for items in (cover.primary, cover.secondary))
    return ExactCover(primary, secondary, tuple(options), cover.projection)


def _in_other_order(values: Sequence[T], rng: random.Random) -> tuple[T, ...]:
    return tuple(rng.sample(values, len(values)))


def shuffled(problem: AnyProblem, rng: random.Random) -> AnyProblem | None:
    """A shuffled copy; None for a problem that has no order. Graphs keep the order of their elements."""
    if isinstance(problem, Cnf):
        return shuffled_formula(problem, rng)
    return shuffled_cover(problem, rng) if isinstance(problem, ExactCover) else None


@dataclass(frozen=True)
class Shuffles:
    """Measures `copies` shuffled copies, drawn from a seed, of what a route's solver receives."""

    copies: int
    seed: int = 0

    def __call__(self, problem: AnyProblem, route: Route, row: Row, limits: Limits) -> Row:
        """The row with effort and time on the copies; without them if the time is over."""
        target = route.reduce(problem).target
        efforts, seconds = [], []
        for number in range(self.copies):
            copy = shuffled(target, random.Random(f"{self.seed} {number}"))
            if copy is None:
                return row
            started = time.perf_counter()
            found = found_by(route.solver, copy, limits)
            seconds.append(time.perf_counter() - started)
            efforts.append(found.effort.get("nodes", 0))
            if found.reason is not None:
                return replace(row, reason=f"{found.reason} on shuffled copy {number + 1}")
            if row.exact and bool(found.at_least) != bool(row.count):
                says = "an answer" if found.at_least else "no answer"
                return replace(row, status="wrong", reason=f"shuffled copy {number + 1} has {says}")
        known = row.effort_unit is not None
        return replace(
            row,
            shuffles=self.copies,
            shuffled_effort_low=min(efforts) if known else None,
            shuffled_effort=median(efforts) if known else None,
            shuffled_effort_high=max(efforts) if known else None,
            shuffled_seconds_low=min(seconds),
            shuffled_seconds=median(seconds),
            shuffled_seconds_high=max(seconds),
        )


def shuffle_lines(rows: Sequence[Row]) -> list[str]:
    """The spread of each route over its shuffled copies, and which routes it does not tell apart."""
    measured = [row for row in rows if row.shuffles]
    if not measured:
        return []
    table = [["route", "effort (median, range)", "solve s (median, range)", "spread"]]
    for row in measured:
        effort = _range(row.shuffled_effort_low, row.shuffled_effort, row.shuffled_effort_high, 0)
        times = _range(row.shuffled_seconds_low, row.shuffled_seconds, row.shuffled_seconds_high, 3)
        table.append([row.route, effort, times, f"{_spread(row):.1f}"])
    lines = ["", f"{measured[0].shuffles} shuffled copies of each:", *in_columns(table)]
    medians = [row.shuffled_seconds or 0.0 for row in measured]
    lines.append(
        f"routes differ by a factor of {max(medians) / max(min(medians), 1e-6):.1f} (medians), copies of one "
        f"route by up to {max(map(_spread, measured)):.1f}"
    )
    fastest = min(measured, key=lambda row: row.shuffled_seconds or 0.0)
    tied = [row.route for row in measured if row is not fastest and _overlap(row, fastest)]
    if tied:
        lines.append(f"not told apart from {fastest.route}, the fastest, by their ranges: {several(tied)}")
    return [*lines, ""]


def _range(low: float | None, middle: float | None, high: float | None, digits: int) -> str:
    if low is None or middle is None or high is None:
        return "-"
    return f"{middle:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def _spread(row: Row) -> float:
    return (row.shuffled_seconds_high or 0.0) / max(row.shuffled_seconds_low or 0.0, 1e-6)


def _overlap(a: Row, b: Row) -> bool:
    """Whether the ranges of times of two routes have a time in common."""
    return (a.shuffled_seconds_low or 0.0) <= (b.shuffled_seconds_high or 0.0) and (
        b.shuffled_seconds_low or 0.0
    ) <= (a.shuffled_seconds_high or 0.0)


# Proofs


SOLVER = "glucose4"
"""Its proofs are those of one incremental search: all its learnt clauses, in order."""


def proof_size(problem: AnyProblem, route: Route, row: Row, limits: Limits) -> Row:
    """The row with the size of the proof and the time to check it.

    Without them where no proof is possible: for a target that is no formula, a formula that is not complete,
    or answers that were not all found.
    """
    target = route.reduce(problem).target
    if not isinstance(target, Cnf) or target.graphs or not row.exact or not target.clauses:
        return row
    try:
        blocked, proof = _proved(target, limits)
        started = time.perf_counter()
        text = "".join(f"{line}\n" for line in proof).encode()
        verified = check_drup(with_clauses(target, blocked), BytesIO(text), limits.deadline).decided()
    except LimitReachedError as reached:
        return replace(row, reason=f"{reached} in the proof")
    checked = time.perf_counter() - started
    if not verified:
        return replace(row, status="wrong", reason=f"the proof of {SOLVER} is not accepted")
    learnt = [line for line in proof if not line.startswith("d")]
    return replace(
        row,
        learnt_literals=sum(len(line.split()) - 1 for line in learnt),
        proof_clauses=len(learnt),
        proof_bytes=sum(len(line) + 1 for line in learnt),
        proof_check_seconds=checked,
    )


def with_clauses(formula: Cnf, more: Sequence[Clause]) -> Cnf:
    """The formula with further clauses."""
    return replace(formula, clauses=(*formula.clauses, *more), names={}, likely=())


def _proved(formula: Cnf, limits: Limits) -> tuple[list[Clause], list[str]]:
    """The clauses that rule out the models, and the proof that no other is left.

    Raise `LimitReachedError` if a limit comes first.
    """
    from pysat.solvers import Solver

    meter = Meter(limits._replace(report=None))
    blocked: list[Clause] = []
    with Solver(SOLVER, bootstrap_with=formula.clauses, with_proof=True) as solver:
        while True:
            for budget in slices(meter):
                before = solver.accum_stats()["conflicts"]
                if budget is not None:
                    solver.conf_budget(budget)
                decided = solver.solve_limited() if budget is not None else solver.solve()
                meter.nodes += solver.accum_stats()["conflicts"] - before
                if decided is not None:
                    break
            if not decided:
                return blocked, solver.get_proof() or []
            model = whole_model(solver.get_model(), formula.variable_count)
            blocked.append(blocking_clause(formula, model))
            solver.add_clause(blocked[-1])


def proof_lines(rows: Sequence[Row]) -> list[str]:
    """The sizes of proofs as a table."""
    measured = [row for row in rows if row.proof_clauses is not None]
    if not measured:
        return []
    table = [["route", "clauses", "literals", "bytes", "check s"]]
    for row in measured:
        numbers = map(str, (row.proof_clauses, row.learnt_literals, row.proof_bytes))
        table.append([row.route, *numbers, f"{row.proof_check_seconds:.3f}"])
    return ["", f"proofs of {SOLVER} that there is no other answer:", *in_columns(table), ""]
