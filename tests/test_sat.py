"""SAT solvers in this process: every name, the projection, limits, sizes, models in lexicographic order."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from each import each
from formulas import pigeonhole
from hypothesis import given
from instances import instances, seen
from kinds.cnf import cnf, models
from kinds.sudoku import grids_of_4
from strategies import cnfs

from coversat.answering.questions import count_answers as count
from coversat.answering.routes import Route, default_route, find_path, find_route
from coversat.answering.running import run
from coversat.base.deadline import Deadline
from coversat.base.errors import SolverError
from coversat.problems import Cnf, Polyomino, Sudoku
from coversat.problems.cnf.clauses import Clauses
from coversat.solvers import Limits
from coversat.solvers import found_by as solve
from coversat.solvers.findings import Verdict
from coversat.solvers.sat import sat
from coversat.solvers.sat.lexicographic import LexicographicSolver
from coversat.solvers.sat.sat import MOST_VARIABLES, SAT_SOLVERS, SatCalls, complete_model
from coversat.solvers.solver import Meter

EVERY_SOLVER = pytest.mark.parametrize("solver", SAT_SOLVERS, ids=lambda solver: solver.name)
CADICAL = SAT_SOLVERS[0]


def test_the_names() -> None:
    """One solver a name, and those that PySAT has, one of them also with options."""
    from pysat.solvers import SolverNames

    known = {name for names in vars(SolverNames).values() if isinstance(names, tuple) for name in names}
    names = [solver.name for solver in SAT_SOLVERS]
    assert len(set(names)) == len(names) >= 15
    assert {name.removesuffix("-stable") for name in names} <= known


@pytest.mark.thorough
@EVERY_SOLVER
def test_models_are_whole_and_right(solver: Any) -> None:
    """Every variable, in order; also those that occur in no clause."""
    formula = Cnf(5, ((1, 2), (-1, -2), (4,)))
    outcome = solve(solver, formula)
    assert outcome.exhausted
    assert len(outcome.answers) == 2 * 2 * 2
    for model in outcome.answers:
        assert list(map(abs, model)) == [1, 2, 3, 4, 5]
        assert not formula.violations(model)


PACKING = Polyomino.parse("polyomino turn\n..#..\n.....\n.....\nL ###/#..\nS .##/##. x2\no #\n")


@pytest.mark.thorough
@EVERY_SOLVER
def test_variables_that_a_solver_adds_do_not_mix_with_ours(solver: Any) -> None:
    """CaDiCaL 3 would, of this formula, and brings the process down when it is asked for another model."""
    route = Route("polyomino", find_path("polyomino", "cover/cnf:product"), solver)
    assert (
        count(PACKING, route).at_least
        == count(PACKING, find_route("polyomino", "search/backtracking")).at_least
    )


@pytest.mark.thorough
@EVERY_SOLVER
def test_a_limit_of_answers(solver: Any) -> None:
    outcome = solve(solver, Cnf(4, ()), Limits(answers=3))
    assert len(set(outcome.answers)) == 3
    assert not outcome.exhausted
    assert outcome.answers
    # No more answers exist than are asked for: that is seen only by looking for one more.
    assert not solve(solver, Cnf(1, ((1,),)), Limits(answers=1)).exhausted
    assert solve(solver, Cnf(1, ((1,),)), Limits(answers=2)).exhausted


@pytest.mark.thorough
@EVERY_SOLVER
def test_an_empty_clause_and_no_clause(solver: Any) -> None:
    assert solve(solver, Cnf(2, ((),))).verdict is Verdict.NONE
    assert solve(solver, Cnf(2, ((1,), (), (2,)))).verdict is Verdict.NONE
    assert solve(solver, Cnf(0, ())).answers == ((),)
    assert len(solve(solver, Cnf(2, ())).answers) == 4


@given(cnfs(most=6))
def test_random_formulas_with_projections(formula: Cnf) -> None:
    outcome = solve(CADICAL, formula)
    found = [seen(formula, model) for model in outcome.answers]
    assert outcome.exhausted
    assert len(set(found)) == len(found)
    assert frozenset(found) == models(formula)


LIMITED = [solver for solver in SAT_SOLVERS if solver.interruptible]


@each("solver", LIMITED, ids=lambda solver: solver.name)
def test_a_limit_of_conflicts_ends_as_unknown(solver: Any) -> None:
    outcome = solve(solver, pigeonhole(9), Limits(nodes=50))
    assert outcome.verdict is Verdict.UNKNOWN
    assert not outcome.exhausted
    assert outcome.reason == "50 conflicts"


@pytest.mark.thorough
@each("solver", LIMITED, ids=lambda solver: solver.name)
def test_a_limit_of_time_ends_as_unknown(solver: Any) -> None:
    outcome = solve(solver, pigeonhole(12), Limits(deadline=Deadline(0.05)))
    assert outcome.verdict is Verdict.UNKNOWN
    assert not outcome.exhausted
    assert outcome.reason is not None
    assert "0.05 seconds" in outcome.reason


@pytest.mark.thorough
@each("solver", LIMITED, ids=lambda solver: solver.name)
def test_limits_that_are_not_met_change_nothing(solver: Any) -> None:
    for instance in instances("cnf"):
        outcome = solve(solver, instance.problem, Limits(nodes=100_000, deadline=Deadline(100)))
        assert frozenset(seen(instance.problem, model) for model in outcome.answers) == instance.answers
        assert outcome.exhausted


def test_answers_found_before_the_limit_are_kept() -> None:
    """One model is found without a conflict; that there is no other is hard."""
    hard = pigeonhole(9)
    free = hard.variable_count + 1
    formula = Cnf(free, tuple((*clause, free) for clause in hard.clauses), projection=(free,))
    outcome = solve(CADICAL, formula, Limits(nodes=50))
    assert outcome.answers
    assert len(outcome.answers) == 1
    assert not outcome.exhausted


def test_likely_literals_decide_the_first_model_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for likely in product((1, -1), (2, -2)):
        formula = Cnf(2, ((1, 2),), likely=likely)
        found = solve(CADICAL, formula).answers
        assert sorted(found) == [(-1, 2), (1, -2), (1, 2)]
        assert likely in (found[0], (-1, -2))
    # Whether there is a model with them may take long.
    monkeypatch.setattr(sat, "MOST_TRIED", 10)
    hard = pigeonhole(9)
    free = hard.variable_count + 1
    formula = Cnf(free, tuple((*clause, free) for clause in hard.clauses), likely=(-free,))
    assert free in solve(CADICAL, formula, Limits(answers=1)).answers[0]


def test_a_solver_without_budgets_refuses_a_limit_of_nodes_and_keeps_the_time() -> None:
    others = [solver for solver in SAT_SOLVERS if not solver.interruptible]
    assert others
    for solver in others:
        with pytest.raises(SolverError, match="does not support a node limit"):
            solve(solver, Cnf(1, ()), Limits(nodes=10))
        outcome = solve(solver, pigeonhole(12), Limits(deadline=Deadline(0.3)))
        assert (outcome.verdict, outcome.reason) == (Verdict.UNKNOWN, "0.3 seconds")


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="signals and fork")
@pytest.mark.parametrize("solver", [solver.name for solver in SAT_SOLVERS if not solver.keeps])
def test_ctrl_c_ends_a_call_that_cannot_be_stopped(solver: str) -> None:
    """At once, also without a limit, and nothing goes on running."""
    program = (
        "import sys, time, os, signal\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from formulas import pigeonhole\n"
        "import coversat, multiprocessing\n"
        "coversat.solve(pigeonhole(2), sys.argv[2])  # imports, which Python does not leave unharmed\n"
        "signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))\n"
        "began = time.monotonic()\n"
        "try:\n"
        "    signal.setitimer(signal.ITIMER_REAL, 0.5)\n"
        "    coversat.solve(pigeonhole(13), sys.argv[2])\n"
        "except KeyboardInterrupt:\n"
        "    assert not multiprocessing.active_children()\n"
        "    print(time.monotonic() - began)\n"
    )
    words = [sys.executable, "-c", program, str(Path(__file__).parent), solver]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    assert float(done.stdout) < 5, done.stderr


def test_a_formula_for_which_no_memory_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that finds none aborts the process; so loading ends before that."""
    left = iter([10**9, 9 * 10**8, 5 * 10**8, 4 * 10**8])
    monkeypatch.setattr(sat, "memory_left", lambda: next(left))
    monkeypatch.setattr(sat, "PART", 2)
    monkeypatch.setattr(sat, "PARTS_BETWEEN", 1)
    with pytest.raises(MemoryError):
        solve(CADICAL, Cnf(8, ((1,), (2,), (3,), (4,), (5,), (6,), (7,), (8,))))


def test_a_search_for_which_no_memory_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends between two calls of the solver, before the next one might abort the process."""
    left = iter([10**9, 9 * 10**8, 6 * 10**8, 4 * 10**8])
    monkeypatch.setattr(sat, "memory_left", lambda: next(left, 0))
    monkeypatch.setattr(sat, "PARTS_BETWEEN", 10**9)
    with pytest.raises(MemoryError):
        solve(CADICAL, pigeonhole(12))
    assert next(left, None) is None


@each("solver", [one for one in SAT_SOLVERS if one.incremental], ids=lambda one: one.name)
def test_a_core_is_of_the_assumptions_that_clash(solver: Any) -> None:
    with SatCalls(solver, Cnf(4, ((-1, 2), (-2, -3))), Meter(Limits())) as calls:
        assert not calls.solve((4, 1, 3))
        assert calls.core() == (1, 3)
        assert calls.solve((4, 1))
        assert calls.model() == (1, 2, -3, 4)


def test_formulas_too_large_are_refused() -> None:
    """Before they reach a solver that allocates for the largest variable."""
    assert MOST_VARIABLES < 2**31 - 1
    with pytest.raises(SolverError, match="variables"):
        solve(CADICAL, Cnf(MOST_VARIABLES + 1, ()))


def test_effort_is_counted() -> None:
    assert solve(CADICAL, pigeonhole(5)).effort["nodes"] > 0
    assert solve(CADICAL, Cnf(1, ((1,),))).effort["nodes"] == 0


def test_completing_a_model() -> None:
    """The literals stay; the others are found; None where there is no such model."""
    formula = Cnf(4, ((1, 2), (-1, 3), (-3, 4)))
    assert complete_model(formula, (1,)) == (1, -2, 3, 4) or complete_model(formula, (1,)) == (1, 2, 3, 4)
    assert complete_model(formula, (-1, 2, -3, -4)) == (-1, 2, -3, -4)
    assert complete_model(formula, (1, -4)) is None
    assert complete_model(formula, (-1, -2)) is None
    # That x is false is chosen for variables left out, where it does no harm.
    assert complete_model(cnf("", 3, (1, 2)).problem, (1,)) == (1, -2, -3)
    # A literal that is told false stays false, though true would do.
    assert complete_model(formula, (-1,)) in {(-1, 2, a, b) for a, b in ((3, 4), (-3, 4), (-3, -4))}


@pytest.mark.thorough
def test_clauses_that_are_made_when_asked_for_are_not_kept() -> None:
    """Not even for a moment: a formula may have many millions."""
    size = 100_000
    pairs = Clauses([(size - 1, lambda: ((-at, -at - 1) for at in range(1, size)))])
    formula = Cnf(size, pairs)
    tracemalloc.start()
    with SatCalls(CADICAL, formula, Meter(Limits())) as calls:
        assert calls.solve()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < size


# Models in lexicographic order: BOJ 2239 wants the smallest sudoku


ORDERED = LexicographicSolver()


def in_order(formula: Cnf) -> list[tuple[int, ...]]:
    """What is seen of the models, the first shown variable first, true before false; by brute force."""
    values = models(formula)
    shown = formula.shown_variables
    choices = product(*((v, -v) for v in shown))
    return [choice for choice in choices if tuple(sorted(choice, key=abs)) in values]


def shown(formula: Cnf, model: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(model[variable - 1] for variable in formula.shown_variables)


@given(cnfs(most=6))
def test_every_model_in_order(formula: Cnf) -> None:
    outcome = solve(ORDERED, formula)
    assert outcome.exhausted
    assert [shown(formula, model) for model in outcome.answers] == in_order(formula)
    assert not any(formula.violations(model) for model in outcome.answers)


def test_the_projection_gives_the_order() -> None:
    """Not the numbers of the variables."""
    formula = Cnf(3, ((1, 2, 3), (-1, -2)), projection=(3, 1))
    found = [shown(formula, model) for model in solve(ORDERED, formula).answers]
    assert found == in_order(formula) == [(3, 1), (3, -1), (-3, 1), (-3, -1)]


@each("limit", [1, 2, 100])
def test_all_4x4_sudokus_in_order(limit: int) -> None:
    problem = Sudoku(2, 2, ((None,) * 4,) * 4)
    route = default_route("sudoku", ordered=True)
    assert run(problem, route, Limits(answers=limit)).findings.answers == grids_of_4()[:limit]


def test_limits_of_the_ordered_search_end_as_unknown() -> None:
    for limits in (Limits(nodes=50), Limits(deadline=Deadline(0.05))):
        outcome = solve(ORDERED, pigeonhole(10), limits)
        assert outcome.verdict is Verdict.UNKNOWN
        assert outcome.reason


def test_a_limit_of_answers_in_order() -> None:
    outcome = solve(ORDERED, Cnf(3, ()), Limits(answers=2))
    assert outcome.answers == ((1, 2, 3), (1, 2, -3))
    assert not outcome.exhausted
