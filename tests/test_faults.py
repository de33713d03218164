"""Programs that misbehave, disks that fill up, keys pressed in the middle: each has its defined end."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from coversat import programs
from coversat.deadline import Deadline
from coversat.errors import SolverError
from coversat.findings import Verdict
from coversat.kinds.cnf.rules import Cnf
from coversat.solvers import Limits, solve
from coversat.solvers.external import ExternalSolver

ROOT = Path(__file__).resolve().parent.parent
KAKURO2 = ROOT / "examples" / "kakuro" / "kakuro2.txt"
FORMULA = Cnf(2, ((1, 2), (-1, -2)))
CONTRADICTION = Cnf(1, ((1,), (-1,)))

# What a program does, and what is said of it.
FAULTS = {
    "a wrong model": ("print('s SATISFIABLE'); print('v 1 2 0')", "leaves a clause false"),
    "a model of a contradiction": ("print('s SATISFIABLE'); print('v 1 0')", "leaves a clause false"),
    "exit 10 without a model": ("sys.exit(10)", "no answer"),
    "SATISFIABLE without a model": ("print('s SATISFIABLE')", "shows no literals"),
    "two statuses": ("print('s SATISFIABLE'); print('s UNSATISFIABLE')", "expected one status"),
    "a status of its own": ("print('s PERHAPS')", "expected SATISFIABLE, UNSATISFIABLE or UNKNOWN"),
    "x and not x": ("print('s SATISFIABLE'); print('v 1 -1 0')", "stands in it already"),
    "a literal out of range": ("print('s SATISFIABLE'); print('v 9 0')", "a literal from"),
    "a literal of forty digits": ("print('s SATISFIABLE'); print('v', '1' * 40, 0)", "a literal from"),
    "a word among literals": ("print('s SATISFIABLE'); print('v 1 two 0')", "a literal from"),
    "a model beside UNSATISFIABLE": ("print('s UNSATISFIABLE'); print('v 1 0')", "no model beside"),
    "exit 20 beside a model": ("print('s SATISFIABLE\\nv 1 -2 0'); sys.exit(20)", "exits with 20"),
    "exit 10 beside UNSATISFIABLE": ("print('s UNSATISFIABLE'); sys.exit(10)", "exits with 10"),
    "killed": ("os.kill(os.getpid(), 9)", "is ended by SIGKILL"),
    "a segmentation fault": ("os.kill(os.getpid(), 11)", "ended by SIGSEGV"),
    "nothing at all": ("pass", "no answer"),
    "bytes that are no text": ("sys.stdout.buffer.write(bytes(range(256)))", "no answer"),
    "output closed early": ("print('s SATISFIABLE', flush=True); os.close(1)", "shows no literals"),
}


def fake(tmp_path: Path, body: str) -> str:
    """The command line of a program that does this."""
    script = tmp_path / "fake.py"
    script.write_text(f"import os, sys, time\n{body}\n")
    return f"{sys.executable} {script} {{cnf}}"


@pytest.mark.parametrize("name", FAULTS)
def test_a_misbehaving_program_is_an_error_and_never_an_answer(name: str, tmp_path: Path) -> None:
    body, said = FAULTS[name]
    formula = CONTRADICTION if "contradiction" in name else FORMULA
    with pytest.raises(SolverError, match=said):
        solve(ExternalSolver(fake(tmp_path, body)), formula)


def test_endless_output_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "MOST_WRITTEN", 100_000)
    body = "while True: print('c and so on')"
    with pytest.raises(SolverError, match="File too large"):
        solve(ExternalSolver(fake(tmp_path, body)), FORMULA)


def test_a_sleeping_program_and_its_children_are_ended(tmp_path: Path) -> None:
    """Unknown, within the time, and nothing is left running."""
    mark = tmp_path / "child"
    body = f"os.fork() or (time.sleep(1.5), open({str(mark)!r}, 'w'))\ntime.sleep(60)"
    started = time.monotonic()
    outcome = solve(ExternalSolver(fake(tmp_path, body)), FORMULA, Limits(deadline=Deadline(0.5)))
    assert outcome.verdict is Verdict.UNKNOWN
    assert "time ran out" in (outcome.reason or "")
    assert time.monotonic() - started < 10
    time.sleep(1.5)
    assert not mark.exists()


def test_a_memory_limit_holds(tmp_path: Path) -> None:
    body = "held = bytearray(10**9)\nprint('s SATISFIABLE\\nv 1 -2 0')"
    command = fake(tmp_path, body)
    assert solve(ExternalSolver(command), FORMULA, Limits(answers=1)).answers == ((1, -2),)
    with pytest.raises(SolverError):
        solve(ExternalSolver(command), FORMULA, Limits(answers=1, memory=300 * 2**20))


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("/no/such/program", "cannot be started: No such file"),
        ("", "is empty"),
        ("'unclosed", "No closing quotation"),
        (str(KAKURO2), "cannot be started: Permission denied"),
    ],
)
def test_a_program_that_is_none(command: str, said: str) -> None:
    with pytest.raises(SolverError, match=said):
        solve(ExternalSolver(command), FORMULA)


def test_no_shell_sees_the_command(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with pytest.raises(SolverError):
        solve(ExternalSolver(f"echo {{cnf}}; touch {mark}"), FORMULA)
    with pytest.raises(SolverError):
        solve(ExternalSolver(f"echo $(touch {mark})"), FORMULA)
    assert not mark.exists()


def test_a_claim_of_none_is_a_claim(tmp_path: Path) -> None:
    outcome = solve(ExternalSolver(fake(tmp_path, "print('s UNSATISFIABLE')")), FORMULA)
    assert (outcome.verdict, outcome.claimed_by) == (Verdict.NONE, Path(sys.executable).name)


def coversat(*words: str) -> list[str]:
    return [sys.executable, "-m", "coversat", *words]


def test_a_full_disk_leaves_no_file(tmp_path: Path) -> None:
    """A limit on the size of files stands for the full disk."""

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    target = tmp_path / "x.cnf"
    done = subprocess.run(
        coversat("export", str(KAKURO2), "-o", str(target)),
        preexec_fn=small_files,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_goes_away_is_no_crash(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    process = subprocess.Popen(
        coversat("export", str(KAKURO2)), stdout=writing, stderr=subprocess.PIPE, text=True, cwd=ROOT
    )
    os.close(writing)
    os.close(reading)
    _, said = process.communicate(timeout=30)
    assert "Traceback" not in said
    assert "Exception" not in said
