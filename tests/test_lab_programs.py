"""Measuring external programs, most of them small scripts, and what crashes, hangs or is damaged."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from each import each

from coversat.answering.choosing import chosen_routes
from coversat.answering.routes import external_route, find_route
from coversat.base.deadline import Deadline
from coversat.base.errors import SolverError
from coversat.cli import exit_code
from coversat.comparing import measuring
from coversat.comparing.measuring import Measurement, Puzzle, measure_run
from coversat.comparing.report import FORMATS
from coversat.comparing.rows import RunRecord
from coversat.comparing.store import Store, StoreError
from coversat.comparing.store import measure_all as bench
from coversat.comparing.summary import summarize
from coversat.problems import read

TINY = "12..\n34..\n....\n....\n"
# A right solver: everything is PySAT's.
RIGHT = """
import sys
from pysat.solvers import Minisat22
clauses = [[*map(int, line.split()[:-1])] for line in open(sys.argv[1]) if line[0] not in "cp"]
with Minisat22(bootstrap_with=clauses) as solver:
    print("s SATISFIABLE" if solver.solve() else "s UNSATISFIABLE")
    if solver.get_model() is not None:
        print("v", *solver.get_model(), 0)
"""
BUSY = "import time\nwhile time.process_time() < 0.1:\n    pass\n"
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


@pytest.mark.thorough
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
    return {"sudoku": [route.full_name for route in chosen_routes("sudoku", patterns, commands)]}


def measured(store: Store) -> RunRecord:
    return next(one for one in store.runs() if "/external:" in one.route)


def test_a_program_stands_where_a_pattern_puts_it() -> None:
    program = f"{shlex.quote(sys.executable)} a b"
    own = Path(sys.executable).name

    def shown(patterns: list[str], *commands: str) -> list[str]:
        return [route.name for route in chosen_routes("sudoku", patterns, commands)]

    assert f"cnf:extended/external:{own}" in shown(["search/*"], program)
    assert shown(["cnf:minimal", "cnf:ex*"], program) == [
        f"cnf:{encoding}/{solver}"
        for encoding in ("minimal", "extended")
        for solver in ("cadical195", f"external:{own}")
    ]
    assert shown(["cover/*wise/external:*"], program) == [
        f"cover/cnf:{encoding}/external:{own}" for encoding in ("pairwise", "bitwise")
    ]
    for route in chosen_routes("sudoku", ["cnf:*"], [program, f"other={program} c"]):
        assert find_route("sudoku", route.full_name) == route
    assert len(shown([], program, f"other={program} c", program)) == len(shown([])) + 2
    with pytest.raises(SolverError, match=f"two programs are named {own}: name one yourself"):
        shown([], program, program + " c")


@pytest.mark.thorough
def test_a_program_is_measured_beside_the_others(script: Script) -> None:
    command = script(BUSY + RIGHT)
    with Store() as store:
        list(bench(store, puzzles(), names(["cover/bitset"], command), limit=60))
        found = measured(store)
        assert summarize(store).disagreements == ()
    assert found.status == "multiple"
    for seconds in (found.first_seconds, found.proof_seconds):
        assert seconds is not None
        assert seconds >= 0.1, "the program's time counts"
    assert found.memory_bytes is None


@pytest.mark.thorough
def test_a_false_claim_is_a_disagreement(script: Script, capsys: pytest.CaptureFixture[str]) -> None:
    with Store() as store:
        list(bench(store, puzzles(), names(["cover/bitset"], script(LIAR)), limit=60))
        found = summarize(store)
    assert len(found.disagreements) == 1
    assert found.tables == ()
    assert "processor time" not in FORMATS["text"](found)


@pytest.mark.thorough
def test_a_false_model_is_refused(script: Script) -> None:
    command = script(FALSE)
    with Store() as store:
        list(bench(store, puzzles(), names(["cover/bitset"], command), limit=60))
        found = measured(store)
    assert found.status == "failed"
    assert "leaves a clause false" in str(found.reason)


@pytest.mark.thorough
def test_a_name_stands_for_one_command_in_a_store(script: Script) -> None:
    one, other = script(LIAR), script(LIAR + "\n")
    with Store() as store:
        assert len(list(bench(store, puzzles(), names(["cover/bitset"], one)))) == 2
        assert list(bench(store, puzzles(), names(["cover/bitset"], one))) == []
        with pytest.raises(StoreError, match=r"its runs of python.* were by .* not .*; another name"):
            next(bench(store, puzzles(), names(["cover/bitset"], other)))
        both = names(["cover/bitset"], one, f"other={other}")
        assert [at.task.route for at in bench(store, puzzles(), both)] == ["cnf:extended/external:other"]


@pytest.mark.thorough
def test_a_program_that_takes_too_long_is_unknown_and_ended(script: Script, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    command = script(ASLEEP.format(pid=str(pid)))
    with Store() as store:
        list(bench(store, puzzles(), names(["cover/bitset"], command), limit=0.5))
        found = measured(store)
    assert found.status == "unknown"
    assert "time ran out" in str(found.reason)
    assert has_ended(int(pid.read_text()))


@pytest.mark.thorough
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


@each("command", ["bench", "compare"])
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
    with pytest.raises(SolverError, match="'cadcial' to run; did you mean cadical"):
        chosen_routes("sudoku", (), ["cadcial {cnf}"])


@pytest.mark.thorough
def test_programs_on_the_command_line(
    script: Script, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tiny.txt").write_text(TINY)
    for command in ("bench", "compare"):
        words = [command, str(tmp_path / "tiny.txt"), "--routes", "search/scan", "--json"]
        words += ["--solver-command", script(RIGHT), "--solver-command", f"b={script(RIGHT)}"]
        assert exit_code(words) == 0
        assert capsys.readouterr().out.count("cnf:extended/external:") == 2


@pytest.mark.thorough
def test_a_program_is_found_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path that begins here, though the program runs in a folder of its own."""
    program = tmp_path / "liar"
    program.write_text(f"#!{sys.executable}\n{LIAR}\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    with Store() as store:
        list(bench(store, puzzles(), names(["search/scan"], "./liar"), limit=60))
        assert measured(store).status == "none"


# Crashes, hangs and damaged stores


def test_a_solver_that_never_answered_has_no_time_of_an_answer() -> None:
    values: dict[str, object] = {}
    route = external_route("sudoku", None, "sh -c 'sleep 1000'")
    measure_run(puzzles()[0].problem, route, lambda **fields: values.update(fields), 0.2)
    found = Measurement(**values)  # type: ignore[arg-type]
    assert found.verdict == "unknown"
    assert (found.first, found.proof) == (None, None)
    assert found.reduce is not None


@pytest.mark.thorough
def test_a_route_that_crashed_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "four.txt"
    path.write_text(TINY)
    for command in ("compare", "bench"):
        words = [command, str(path), "--routes", "search/blanks"]
        assert exit_code(words) == 0
        assert exit_code([*words, "--solver-command", "echo hello"]) == 3
        assert "external:echo" in capsys.readouterr().out


def test_a_damaged_store_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle, store, page = tmp_path / "four.txt", tmp_path / "b.db", tmp_path / "page.html"
    puzzle.write_text(TINY)
    bench = ["bench", str(puzzle), "--routes", "search/blanks", "--store", str(store)]
    assert exit_code(bench) == 0
    whole = store.read_bytes()
    assert exit_code(["report", str(store), "--html", str(store)]) == 2
    assert store.read_bytes() == whole
    store.write_bytes(whole[:4200] + b"Z" * (len(whole) - 4200))
    capsys.readouterr()
    for command in (["report", str(store), "--html", str(page)], bench):
        assert exit_code(command) == 2
        assert "store of measurements" in capsys.readouterr().err
    assert not page.exists()


@pytest.mark.thorough
@each("damage", ["update puzzles set name = cast(x'ff' as text)", "update facts set value = '{'"])
def test_a_store_that_holds_what_is_none(
    damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle, store = tmp_path / "four.txt", tmp_path / "b.db"
    puzzle.write_text(TINY)
    assert exit_code(["bench", str(puzzle), "--routes", "search/blanks", "--store", str(store)]) == 0
    with sqlite3.connect(store) as data:
        data.execute(damage)
    capsys.readouterr()
    assert exit_code(["report", str(store)]) == 2
    assert "not a whole store of measurements" in capsys.readouterr().err


def test_names_that_are_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.txt")
    Path(puzzle).write_text(TINY)
    store = str(tmp_path / "b.db")
    words = ["bench", puzzle, "--kind", "sudoku", "--routes", "search/blanks", "--store", store]
    monkeypatch.setattr(sys, "argv", ["coversat", *words])  # the store holds the command as it was typed
    assert exit_code() == 0
    assert exit_code(["report", store]) == 0
    page = tmp_path / "page.html"
    code = exit_code(["report", store, "--html", str(page)])
    assert code == 0 or "pip install" in capsys.readouterr().err
    assert code == 2 or "<h1>Routes compared</h1>" in page.read_text()


@pytest.mark.thorough
def test_the_time_of_a_program_that_says_no_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not waited for, and neither are its children."""
    monkeypatch.setattr(measuring, "PATIENCE", 0.1)
    program = tmp_path / "hang.sh"
    program.write_text("#!/bin/sh\nsleep 1000 & sleep 1000 & wait\n")
    program.chmod(0o755)
    begun = Deadline(100)
    assert "hang.sh" not in measuring.versions([str(program)])
    begun.check()


def test_a_file_that_the_system_refuses_is_not_called_foreign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = tmp_path / "four.txt"
    puzzle.write_text(TINY)
    store = str(tmp_path / "none" / "b.db")
    assert exit_code(["bench", str(puzzle), "--routes", "search/*", "--store", store]) == 2
    assert capsys.readouterr().err.endswith("b.db: unable to open database file\n")
    foreign = tmp_path / "foreign.db"
    foreign.write_text("no database at all\n" * 100)
    assert exit_code(["report", str(foreign)]) == 2
    assert "it is not a store of measurements: file is not a database" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("git") is None, reason="no git")
def test_the_state_of_the_source_is_read_without_a_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git refreshes its index where it may; killed meanwhile it leaves a lock in the checkout."""

    def git(*words: str) -> str:
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    monkeypatch.setattr(measuring, "__file__", str(tmp_path / "a" / "b" / "c.py"))
    assert measuring.git_state() is None
    (tmp_path / "x").write_text("1")
    git("init")
    git("add", "x")
    git("commit", "-m", "one")
    os.utime(tmp_path / "x", (1, 1))
    index = (tmp_path / ".git" / "index").read_bytes()
    commit = git("rev-parse", "--short", "HEAD").strip()
    assert measuring.git_state() == commit
    (tmp_path / "x").write_text("2")
    assert measuring.git_state() == f"{commit}-dirty"
    assert (tmp_path / ".git" / "index").read_bytes() == index


@pytest.mark.skipif(sys.platform != "linux", reason="limits of file sizes as Linux has them")
def test_a_store_for_which_no_room_is_left_is_removed(tmp_path: Path) -> None:
    """A file that may not grow fails as on a full disk."""
    (tmp_path / "four.txt").write_text(TINY)
    program = (
        "import resource, sys; from coversat.cli import exit_code; from coversat.comparing import bench\n"
        "bench.git_state = lambda: None  # git would be killed and leave its lock in this checkout\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "sys.exit(exit_code(sys.argv[1:]))"
    )
    words = ["bench", "four.txt", "--kind", "sudoku", "--routes", "search/*", "--store", "b.db"]
    words = [sys.executable, "-B", "-c", program, *words]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "coversat: b.db: disk I/O error\n")
    assert [path.name for path in tmp_path.iterdir()] == ["four.txt"]
