"""One deadline: who asks it, who is interrupted by it, and who may not be."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
import time
import weakref
from collections.abc import Callable, Iterator
from itertools import islice
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

import pysolvers
import pytest
from each import each

from coversat.base.deadline import NEVER, Deadline
from coversat.base.errors import LimitReachedError, TimeOverError
from coversat.base.signals import heard_interrupts
from coversat.certificates.proving import solve_with_proof
from coversat.problems import Cnf, read
from coversat.problems.exact_cover.rules import ExactCover, Option
from coversat.setters import grade
from coversat.setters.explain import candidates, explain
from coversat.setters.grade import Propagation
from coversat.solvers import Limits
from coversat.solvers.cover.bitset_cover import PreparedCover
from coversat.solvers.sat.compiled_sat import CompiledSolver
from coversat.solvers.sat.sat import CADICAL, SAT_SOLVERS, SatCalls
from coversat.solvers.solver import AnswerStream, Meter, Search, slices

SLOW = """
import time

class Slow:
    def __set_name__(self, owner, name):
        end = time.monotonic() + 0.1
        while time.monotonic() < end:
            pass

class Made:
    slow = Slow()
"""


ASKS = """
import time
from coversat.base.deadline import Deadline

names = {"__name__": "coversat.slow", "time": time}
exec("def ask():\\n end = time.monotonic() + 5\\n while time.monotonic() < end: pass", names)
with Deadline(0.02).enforced():
    names["ask"]()
"""


def wait(seconds: float) -> None:
    """In plain Python, which knows of no deadline."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_a_loop_that_does_not_ask_is_interrupted() -> None:
    with pytest.raises(LimitReachedError, match=r"0\.02 seconds"), Deadline(0.02).enforced():
        wait(60)
    wait(0.1)  # and nothing rings any more


def test_what_rings_while_the_timer_is_put_away_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a busy machine, where the next ring may come before one line more of Python has run."""
    before = signal.getsignal(signal.SIGALRM)
    monkeypatch.setattr("coversat.base.signals.AGAIN", 1e-4)
    for _ in range(100):
        with pytest.raises(LimitReachedError), Deadline(50).enforced(), Deadline(0.001).enforced():
            wait(60)
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        assert signal.getsignal(signal.SIGALRM) is before


def test_the_outer_deadline_is_felt_inside_another() -> None:
    outer, inner = Deadline(0.02), Deadline(50)
    with pytest.raises(LimitReachedError, match=r"0\.02 seconds"), outer.enforced(), inner.enforced():
        wait(60)


def test_what_frees_memory_is_not_interrupted() -> None:
    """A solver whose `delete` stops half way is freed twice, which ends the program."""
    freed = []

    class Library:
        def delete(self) -> None:
            wait(0.15)
            freed.append(self)

    def use() -> None:
        Library().delete()
        wait(60)

    with pytest.raises(LimitReachedError), Deadline(0.02).enforced():
        use()
    assert len(freed) == 1


def test_what_multiprocessing_does_when_an_object_is_freed_is_not_interrupted() -> None:
    """An error there would be printed, and lost."""
    done = []

    class Freed:
        pass

    def finish() -> None:
        wait(0.15)
        done.append(True)

    def use() -> None:
        freed = Freed()
        Finalize(freed, finish)
        del freed
        wait(60)

    with pytest.raises(LimitReachedError), Deadline(0.02).enforced():
        use()
    assert done


def test_an_import_is_not_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python would say RuntimeError where a class is made, and half a module would be forgotten."""
    (tmp_path / "made_slowly.py").write_text(SLOW)
    monkeypatch.syspath_prepend(str(tmp_path))

    def imports() -> None:
        __import__("made_slowly")
        wait(60)

    with pytest.raises(LimitReachedError), Deadline(0.02).enforced():
        imports()
    assert sys.modules.pop("made_slowly").Made.slow


@pytest.mark.thorough
def test_what_a_module_asks_while_it_is_imported_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "asks.py").write_text(ASKS)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(LimitReachedError):
        __import__("asks")


def test_parts_end_with_the_whole() -> None:
    whole = Deadline(0.0)
    assert whole.part(10) is whole
    assert NEVER.part(None) is NEVER
    assert NEVER.part(5).left() is not None
    with pytest.raises(LimitReachedError):
        whole.check()
    assert list(NEVER.through([1, 2])) == [1, 2]
    with pytest.raises(LimitReachedError):
        list(whole.through([1]))


def test_a_formula_that_is_not_written_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known by then is told, and not that there is no answer."""
    problem = read("queens 4\n").problems[0]

    def too_slow(*_: object) -> None:
        raise LimitReachedError("no time")

    for module in ("explain.explain", "explain.candidates", "grade"):
        monkeypatch.setattr(f"coversat.setters.{module}.encoded", too_slow)
    several = explain.explain(problem)
    assert isinstance(several, explain.SeveralAnswers)
    assert (several.reason, several.complete, several.pair.proven) == ("no time", False, False)
    assert [problem.violations(answer) for answer in several.pair.answers] == [[], []]
    values = candidates.candidates(problem)
    assert (values.exact, values.reason, str(values)) == (False, "no time", "")
    graded = grade.grade(problem)
    assert (graded.outcome, graded.reason) == ("unknown", "no time")


def test_writing_a_formula_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coversat.setters.explain.candidates.encoded", lambda problem: wait(60))
    found = candidates.candidates(read("queens 4\n").problems[0], timeout=0.02)
    assert (found.exact, found.reason) == (False, "0.02 seconds")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
def test_no_temporary_file_is_left_by_an_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where temporary files go is tried out by making one, which is taken away again."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    made = os.unlink

    def slow(path: Any, **others: Any) -> None:
        ending = time.monotonic() + 0.02
        while time.monotonic() < ending:
            pass
        made(path, **others)

    def use() -> None:
        tempfile.gettempdir()
        wait(60)

    monkeypatch.setattr(os, "unlink", slow)
    with pytest.raises(LimitReachedError), Deadline(0.005).enforced():
        use()
    assert list(tmp_path.iterdir()) == []


@each("module", ["importlib._bootstrap", "weakref"])
def test_what_python_would_print_and_forget_is_not_heard(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What modules of Python itself do when something is freed, such as the lock of an import."""
    text = """
def tidy(_):
    end = clock() + 0.02
    while clock() < end:
        pass
"""
    names: dict[str, Any] = {"__name__": module, "clock": time.monotonic}
    exec(text, names)
    printed: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", printed.append)

    def use() -> None:
        thing = {1}
        known = weakref.ref(thing, names["tidy"])
        del thing
        assert known() is None
        wait(60)

    with pytest.raises(LimitReachedError), Deadline(0.005).enforced():
        use()
    assert printed == []


def test_a_generator_is_closed_before_a_limit_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is raised while a forgotten one is closed would be printed, and what it closes left open."""
    printed: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", printed.append)

    def lines() -> Iterator[str]:
        try:
            yield "a line"
        finally:
            wait(0.02)

    def use() -> None:
        begun = lines()
        next(begun)
        del begun
        wait(60)

    with pytest.raises(LimitReachedError), Deadline(0.005).enforced():
        use()
    assert printed == []


@each("limits", [Limits(), Limits(nodes=10)])
def test_a_solver_that_goes_on_is_never_left_in_the_middle(
    limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PySAT is told that it is not in the main thread, where it would take Ctrl-C; its calls are short."""
    whole, told = pysolvers.cadical195_solve_lim, []

    def call(solver: Any, assumptions: Any, in_main_thread: int) -> Any:
        told.append(in_main_thread)
        return whole(solver, assumptions, in_main_thread)

    monkeypatch.setattr(pysolvers, "cadical195_solve_lim", call)
    assert SatCalls(CADICAL, Cnf(1, ((1,),)), Meter(limits)).solve()
    assert told == [0]


def test_calls_of_a_solver_that_goes_on_stay_short() -> None:
    budgets = islice(slices(Meter(Limits())), 50)
    assert max(budget or 10**9 for budget in budgets) <= 4_000


def pysat_error() -> Exception:
    """As PySAT raises it after its jump out of a solver."""
    return type("error", (Exception,), {"__module__": "pysolvers"})("Caught keyboard interrupt")


@each("error", [KeyboardInterrupt, pysat_error])
def test_an_interrupt_on_its_way_does_not_become_the_end_of_the_time(
    error: Callable[[], BaseException],
) -> None:
    """Whoever is on its way frees what it has, and meanwhile the timer rings."""

    def use() -> None:
        with heard_interrupts():
            try:
                raise error()
            except BaseException:
                wait(0.1)
                raise

    with pytest.raises(KeyboardInterrupt), Deadline(0.01).enforced():
        use()


@each("name", [solver.name for solver in SAT_SOLVERS])
def test_a_solver_that_was_left_in_the_middle_is_not_freed(name: str) -> None:
    """Its memory is as a jump left it; freeing it brought the program down now and then."""
    solver = CompiledSolver(name)

    def capsules() -> list[str]:
        return [key for key, value in vars(solver).items() if type(value).__name__ == "PyCapsule"]

    assert capsules()
    with pytest.raises(KeyboardInterrupt), heard_interrupts(solver):
        raise pysat_error()
    assert not capsules()
    solver.delete()


USES: dict[str, tuple[str, Callable[[Cnf], Any]]] = {
    "solving": ("cadical195", lambda formula: SatCalls(CADICAL, formula, Meter(Limits())).solve()),
    "proving": ("cadical195", lambda formula: solve_with_proof(formula, Meter(Limits()))),
    "propagation": ("minisat22", Propagation),
}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGALRM])
@pytest.mark.parametrize("use", USES)
def test_no_half_solver_is_left(use: str, number: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is interrupted has no solver, or one that can be freed: Python prints no error of that."""
    name, begin = USES[use]
    whole = getattr(pysolvers, f"{name}_new")
    printed: list[Any] = []

    def interrupted() -> Any:
        wait(0.002)
        signal.raise_signal(number)
        return whole()

    def begin_and_wait() -> None:
        begin(Cnf(2, ((1, 2), (-1, -2))))
        wait(60)

    monkeypatch.setattr(pysolvers, f"{name}_new", interrupted)
    monkeypatch.setattr(sys, "unraisablehook", printed.append)
    expected = KeyboardInterrupt if number is signal.SIGINT else LimitReachedError
    within = NEVER if number is signal.SIGINT else Deadline(0.001)
    with pytest.raises(expected), within.enforced():
        begin_and_wait()
    gc.collect()
    assert printed == []


def test_a_search_takes_the_end_of_its_own_time_only() -> None:
    """Whoever asks without a limit takes the answers for all: the time of a command ends the command."""

    def steps(problem: None, meter: Meter) -> Iterator[int]:
        yield 1
        raise TimeOverError("2 seconds")

    search = Search.of(steps, None, Limits(deadline=Deadline(1000)))
    assert (list(search), search.exhausted, search.reason) == ([1], False, "2 seconds")
    with pytest.raises(TimeOverError):
        list(Search.of(steps, None, Limits()))
    with pytest.raises(TimeOverError):
        AnswerStream(Search.of(steps, None, Limits()), None, int).turn()


def test_a_count_takes_the_end_of_its_own_time_only() -> None:
    class Engine:
        def table_bytes(self) -> int:
            raise TimeOverError("2 seconds")

    prepared = PreparedCover(ExactCover(("a",), (), (Option("x", ("a",)),)))
    prepared.engine = Engine()  # type: ignore[assignment]
    found = prepared.count(limits=Limits(deadline=Deadline(1000)))
    assert (found.exhausted, found.reason) == (False, "2 seconds")
    with pytest.raises(TimeOverError):
        prepared.count()
