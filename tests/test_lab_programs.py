"""Programs of their own beside the other routes: most of them small scripts, some made wrong on purpose."""

from __future__ import annotations

import os
import platform
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from coversat.cli import exit_code
from coversat.errors import SolverError
from coversat.lab.bench import Store, bench
from coversat.lab.compare import chosen_routes
from coversat.lab.measuring import Measurement, Puzzle
from coversat.lab.report import FORMATS
from coversat.lab.summary import summarize
from coversat.problems import read
from coversat.routing import find_route

TINY = "12..\n34..\n....\n....\n"
# A right solver: everything is PySAT's, and it takes a tenth of a second of the processor besides.
RIGHT = """
import sys, time
from pysat.formula import CNF
from pysat.solvers import Solver
while time.process_time() < 0.1:
    pass
with Solver("minisat22", bootstrap_with=CNF(from_file=sys.argv[1])) as solver:
    print("s SATISFIABLE" if solver.solve() else "s UNSATISFIABLE")
    if solver.get_model() is not None:
        print("v", *solver.get_model(), 0)
"""
LIAR = "print('s UNSATISFIABLE')"
FALSE = """
import sys
count = int(next(line for line in open(sys.argv[1]) if line.startswith("p ")).split()[2])
print("s SATISFIABLE")
print("v", *range(1, count + 1), 0)
"""
ASLEEP = """
import os, sys, time
open({pid!r}, "w").write(str(os.getpid()))
time.sleep(600)
"""

Script = Callable[[str], str]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """The command line that runs the text of a Python program."""

    def command(text: str) -> str:
        path = tmp_path / f"solver{len(list(tmp_path.glob('solver*')))}.py"
        path.write_text(text)
        return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))} {{cnf}}"

    return command


def test_the_version_of_a_program_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, says in (("known", "\nknown 1.2  "), ("python", "no")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n[ $1 = --version ] || exit 1\nprintf '{says}'\n")
        program.chmod(0o755)
    routes = names(["search/scan"], str(tmp_path / "known"), str(tmp_path / "python"), "sh -c false")
    with Store() as store:
        list(bench(store, puzzles(), routes, limit=60))
        (session,) = store.sessions()
    assert session["versions"]["known"] == "known 1.2"
    assert session["versions"]["python"] == platform.python_version()


def puzzles() -> list[Puzzle]:
    return [Puzzle("tiny", read(TINY, "sudoku").problems[0])]


def names(patterns: list[str], *commands: str) -> dict[str, list[str]]:
    return {"sudoku": [route.name for route in chosen_routes("sudoku", patterns, commands)]}


def measured(store: Store, command: str) -> Measurement:
    return next(one.measured for one in store.records() if one.route.endswith(f"external:{command}"))


def test_a_program_stands_where_a_pattern_puts_it() -> None:
    program = f"{shlex.quote(sys.executable)} a b"
    assert names(["search/*"], program)["sudoku"][-1] == f"cnf:extended/external:{program}"
    direct = [name for name in names(["cnf:*"], program)["sudoku"] if name.endswith("b")]
    assert f"cnf:minimal/external:{program}" in direct
    assert f"cover/cnf:pairwise/external:{program}" not in direct
    assert names(["cover/*wise/external:*"], program)["sudoku"][0] == f"cover/cnf:pairwise/external:{program}"
    for name in direct:
        assert find_route("sudoku", name).name == name
    assert len(names([], program, program + " c", program)["sudoku"]) == len(names([])["sudoku"]) + 2


def test_a_program_is_measured_beside_the_others(script: Script) -> None:
    command = script(RIGHT)
    with Store() as store:
        list(bench(store, puzzles(), names(["cover/bitset"], command), limit=60))
        found = measured(store, command)
        assert summarize(store).disagreements == ()
    assert found.verdict == "multiple"
    for stage in (found.first, found.proof):
        assert stage is not None
        assert stage.cpu >= 0.1, "the program's time counts"
    assert found.memory is None


def test_a_false_claim_is_a_disagreement(script: Script, capsys: pytest.CaptureFixture[str]) -> None:
    with Store() as store:
        list(bench(store, puzzles(), names(["cover/bitset"], script(LIAR)), limit=60))
        found = summarize(store)
    assert len(found.disagreements) == 1
    assert found.tables == ()
    assert "processor time" not in FORMATS["text"](found)


def test_a_false_model_is_refused(script: Script) -> None:
    command = script(FALSE)
    with Store() as store:
        list(bench(store, puzzles(), names(["cover/bitset"], command), limit=60))
        found = measured(store, command)
    assert found.verdict == "refused"
    assert "leaves a clause false" in str(found.reason)


def test_what_was_measured_by_another_command_is_measured(script: Script) -> None:
    one, other = script(RIGHT), script(RIGHT + "\n")
    with Store() as store:
        assert len(list(bench(store, puzzles(), names(["cover/bitset"], one)))) == 2
        assert [at.task.route for at in bench(store, puzzles(), names(["cover/bitset"], one, other))] == [
            f"cnf:extended/external:{other}"
        ]


def test_a_program_that_takes_too_long_is_unknown_and_ended(script: Script, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    command = script(ASLEEP.format(pid=str(pid)))
    with Store() as store:
        list(bench(store, puzzles(), names(["cover/bitset"], command), limit=1))
        found = measured(store, command)
    assert found.verdict == "unknown"
    assert "time ran out" in str(found.reason)
    assert has_ended(int(pid.read_text()))


def test_breaking_off_ends_the_program(script: Script, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    running = bench(Store(), puzzles(), names(["cover/bitset"], script(ASLEEP.format(pid=str(pid)))), jobs=2)
    next(running)
    while not (pid.exists() and pid.read_text()):
        time.sleep(0.05)
    running.close()
    assert has_ended(int(pid.read_text()))


def has_ended(process: int) -> bool:
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("command", ["bench", "compare"])
def test_a_missing_program_is_said_before_anything_runs(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tiny.txt").write_text(TINY)
    kept = ["--store", "a.db"] if command == "bench" else []
    assert exit_code([command, "tiny.txt", *kept, "--solver-command", "no-such-program {cnf}"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "there is no program 'no-such-program'" in captured.err
    assert not Path("a.db").exists()
    with pytest.raises(SolverError, match="empty"):
        chosen_routes("sudoku", (), [" "])


def test_programs_on_the_command_line(
    script: Script, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tiny.txt").write_text(TINY)
    for command in ("bench", "compare"):
        words = [command, str(tmp_path / "tiny.txt"), "--routes", "search/scan", "--json"]
        words += ["--solver-command", script(RIGHT), "--solver-command", script(RIGHT)]
        assert exit_code(words) == 0
        assert capsys.readouterr().out.count("cnf:extended/external:") == 2


def test_a_program_is_found_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path that begins here, though the program runs in a folder of its own."""
    program = tmp_path / "liar"
    program.write_text(f"#!{sys.executable}\n{LIAR}\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    with Store() as store:
        list(bench(store, puzzles(), names(["search/scan"], "./liar"), limit=60))
        assert measured(store, "./liar").verdict == "none"
