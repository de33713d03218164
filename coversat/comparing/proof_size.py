"""What one SAT solver learns from a formula, and the size of its proof that there is no other answer.

The solver is the same for every formula, whatever solver the route has, so that formulas are compared.  The
models that are the known answers are ruled out one by one; the proof shows that no other is left, and is
checked by the checker of this package.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

from ..answering.routes import Route
from ..base.errors import LimitReachedError
from ..problems import AnyProblem
from ..problems.cnf.rules import Clause, Cnf, whole_model
from ..proofs import check_drup
from ..solvers import Limits
from ..solvers.sat.sat import blocking_clause
from ..solvers.solver import Meter, slices
from .columns import in_columns
from .rows import Row

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
