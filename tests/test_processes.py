"""Nothing outlives its parent: workers, outside programs, their children, and the folders they ran in."""

from __future__ import annotations

import importlib
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any

import pytest
from each import each
from formulas import random_clauses

from coversat.base import executor
from coversat.base.arguments import cores
from coversat.base.deadline import Deadline
from coversat.base.errors import LimitReachedError
from coversat.base.memory import lacks_memory, limit_memory, limited_memory
from coversat.base.processes import begin_worker, death
from coversat.base.programs import ProgramError, new_folder, run
from coversat.base.signals import signal_name
from coversat.problems import Cnf

linux = pytest.mark.skipif(sys.platform != "linux", reason="the system keeps no promise of this kind")

FAMILY = "sleep 1000 & setsid sleep 1000 & (setsid sleep 1000 &); touch begun; "
"""In a shell: children in the program's group and in groups of their own."""


@pytest.fixture
def left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[str]]]:
    """What is left of all that was begun here: processes, by their command lines, and files."""
    mark = f"COVERSAT_TEST_{uuid.uuid4().hex}=1".encode()
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv(*mark.decode().split("="))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))

    def find() -> list[str]:
        found = [path.name for path in folder.iterdir()]
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (process / "environ").read_bytes():
                    found.append((process / "cmdline").read_bytes().decode())
            except OSError:
                continue
        return found

    yield find
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "environ").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)
        except OSError:
            continue


def soon(condition: Callable[[], bool]) -> bool:
    """Whether it comes about; a busy machine is waited for."""
    end = time.monotonic() + 30
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def shell(command: str) -> list[str]:
    return ["sh", "-c", command]


# Programs


def test_what_a_program_leaves(left: Callable[[], list[str]]) -> None:
    folder = new_folder()
    words = shell(f"cat {folder}/in.txt; pwd; echo oh >&2; echo; echo no >&2; exit 3")
    ended = run(words, folder, inputs={"in.txt": ["a\n", "b\n"]})
    assert (ended.code, ended.output.decode(), ended.complaint) == (3, f"a\nb\n{folder}\n\n", "no")
    assert left() == []


@pytest.mark.thorough
def test_the_file_that_it_leaves_is_its_output(left: Callable[[], list[str]]) -> None:
    assert run(shell("echo chatter; echo model > m.txt"), new_folder(), leaves="m.txt").output == b"model\n"
    assert run(shell("echo chatter"), new_folder(), leaves="m.txt").output == b""
    renamed = shell("echo model > other; mv other m.txt")
    assert run(renamed, new_folder(), leaves="m.txt").output == b"model\n"
    assert left() == []


@pytest.mark.thorough
def test_what_cannot_be_started() -> None:
    for words, reason in ((["/no/such/program"], "No such file"), ([str(Path.cwd())], "Permission denied")):
        with pytest.raises(ProgramError, match=reason):
            run(words, new_folder())
    with pytest.raises(ProgramError, match="null byte"):
        run(["echo", "a\0b"], new_folder())


def test_a_signal_is_told_as_such() -> None:
    for number in (signal.SIGKILL, signal.SIGSEGV, signal.SIGINT):
        assert run(shell(f"kill -{int(number)} $$"), new_folder()).code == -number


@pytest.mark.thorough
@linux
def test_a_program_that_ends_leaves_no_child(left: Callable[[], list[str]]) -> None:
    assert run(shell(FAMILY), new_folder()).code == 0
    assert left() == []


@pytest.mark.thorough
@linux
def test_a_program_whose_time_is_over_leaves_nothing(left: Callable[[], list[str]]) -> None:
    with pytest.raises(LimitReachedError, match=r"0\.3 seconds"):
        run(shell(FAMILY + "wait"), new_folder(), deadline=Deadline(0.3))
    assert left() == []


@linux
def test_an_interrupt_leaves_nothing(left: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """As Ctrl-C would: the signal comes while the program is waited for."""
    with pytest.raises(KeyboardInterrupt):
        run(shell(FAMILY + f"kill -INT {os.getpid()}; wait"), new_folder())
    assert left() == []


@pytest.mark.thorough
@linux
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_no_death_of_the_parent_leaves_a_program(end: signal.Signals, left: Callable[[], list[str]]) -> None:
    """Nor its children, nor the folder with the formula."""
    program = """
import signal
import sys
from coversat.base.programs import new_folder, run
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which is ignored where nohup began the tests
run(sys.argv[1:], new_folder(), inputs={"f": "x"})
"""
    parent = subprocess.Popen(
        [sys.executable, "-c", program, *shell(FAMILY + "wait")], stderr=subprocess.DEVNULL
    )
    folder = Path(tempfile.gettempdir())
    assert soon(lambda: any(folder.glob("*/begun")))
    assert any((path / "f").read_text() == "x" for path in folder.iterdir())
    parent.send_signal(end)
    parent.wait(timeout=60)
    assert soon(lambda: left() == []), left()


@linux
def test_a_program_does_not_outlive_its_keeper(left: Callable[[], list[str]]) -> None:
    """The keeper is the program's parent."""
    with pytest.raises(ProgramError, match="its keeper was killed"):
        run(shell("kill -9 $PPID; exec sleep 1000"), new_folder())
    assert soon(lambda: not any("sleep" in line for line in left()))


def test_a_limit_of_memory() -> None:
    words = [sys.executable, "-c", "bytearray(10**9)"]
    ended = run(words, new_folder(), memory=300 * 2**20)
    assert ended.code != 0
    assert ended.complaint == "MemoryError"


@pytest.mark.thorough
def test_what_a_program_may_write() -> None:
    ended = run(shell("exec yes"), new_folder(), most=10_000)
    assert (ended.code, len(ended.output)) == (-signal.SIGXFSZ, 10_000)


# Workers


@linux
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_no_worker_outlives_its_parent(end: signal.Signals, left: Callable[[], list[str]]) -> None:
    program = """
import time
from coversat.base.signals import signal_name
from coversat.base.processes import begin_worker
def work(connection):
    print("begun", flush=True)
    while True:
        sum(range(10**6))
begin_worker(work, (), method="fork")
time.sleep(1000)
"""
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert parent.stdout.readline() == "begun\n"
    parent.send_signal(end)
    parent.wait()
    parent.stdout.close()
    assert soon(lambda: left() == [])


def echoing(connection: object, word: str) -> None:
    connection.send(word)  # type: ignore[attr-defined]
    connection.recv()  # type: ignore[attr-defined]


@pytest.mark.thorough
@each("method", ["fork", "spawn"])
def test_a_worker_says_and_ends(method: str) -> None:
    first = begin_worker(echoing, ("one",), method=method)
    second = begin_worker(echoing, ("two",), [first], method)
    assert (first.connection.recv(), second.connection.recv()) == ("one", "two")
    first.connection.close()  # which the second does not hold open
    first.process.join()
    assert first.process.exitcode == 0
    second.end()
    assert second.process.exitcode == -signal.SIGKILL
    second.end()  # once more does no harm


def interrupted(connection: Connection) -> None:
    raise KeyboardInterrupt


def test_ctrl_c_in_a_worker_is_not_told(capfd: pytest.CaptureFixture[str]) -> None:
    """Its parent has heard it too, and tells."""
    worker = begin_worker(interrupted, ())
    worker.process.join()
    worker.end()
    assert capfd.readouterr() == ("", "")


def test_ctrl_c_while_a_worker_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when the worker has begun, and ends it; inside the hooks of a fork it would be lost."""
    begun = []
    start = ForkProcess.start

    def interrupted(process: ForkProcess) -> None:
        signal.raise_signal(signal.SIGINT)
        start(process)
        begun.append(process)

    monkeypatch.setattr(ForkProcess, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        begin_worker(sleeping, (), method="fork")
    assert [process.exitcode for process in begun] == [-signal.SIGKILL]
    monkeypatch.undo()
    worker = begin_worker(blocked, (), method="fork")
    assert worker.connection.recv() == set()
    worker.end()


def sleeping(connection: Connection) -> None:
    time.sleep(60)


def blocked(connection: object) -> None:
    connection.send(signal.pthread_sigmask(signal.SIG_BLOCK, []))  # type: ignore[attr-defined]


def below_a_limit(connection: object) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (8 * 2**30, 8 * 2**30))
    limit_memory(2**50)
    connection.send(resource.getrlimit(resource.RLIMIT_AS))  # type: ignore[attr-defined]


def test_a_limit_of_memory_that_is_lower_stays() -> None:
    worker = begin_worker(below_a_limit, (), method="fork")
    assert worker.connection.recv() == (8 * 2**30, 8 * 2**30)
    worker.end()


# The program itself under a memory limit

PROGRAM = """
import os, resource, signal, sys, time
from coversat.base.memory import supervised
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
if sys.argv[1] == "ulimit":
    resource.setrlimit(resource.RLIMIT_AS, (2**34, 2**34))
first = os.getpid()
supervised(sys.argv)
print(os.getpid() == first, flush=True)
exec(sys.argv[2])
"""


def supervising(*words: str) -> subprocess.Popen[str]:
    begun = [sys.executable, "-c", PROGRAM, *words]
    return subprocess.Popen(begun, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


OUT_OF_MEMORY = "coversat: stopped: all memory is used up\n"


@linux
@pytest.mark.parametrize(
    ("ends", "code", "says"),
    [
        ("sys.exit(0)", 0, ""),
        ("sys.exit(1)", 1, ""),
        ("os.abort()", 3, OUT_OF_MEMORY),
        ("os.kill(os.getpid(), signal.SIGSEGV)", 3, OUT_OF_MEMORY),
        ("os._exit(127)", 3, OUT_OF_MEMORY),
        ("os.kill(os.getpid(), signal.SIGTERM)", -signal.SIGTERM, ""),
    ],
)
@pytest.mark.parametrize("words", ["--memory", "--memory=1G", "ulimit"])
def test_a_program_that_aborts_under_a_memory_limit_exits_with_unknown(
    words: str, ends: str, code: int, says: str
) -> None:
    process = supervising(words, ends)
    assert (*process.communicate(timeout=30), process.returncode) == ("False\n", says, code)


def test_without_a_memory_limit_there_is_no_second_process() -> None:
    process = supervising("plain", "os.abort()")
    assert (*process.communicate(timeout=30), process.returncode) == ("True\n", "", -signal.SIGABRT)


@linux
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_signals_reach_a_supervised_program(number: int, left: Callable[[], list[str]]) -> None:
    """It ends with its parent, whatever that died of, and the parent ends as it did."""
    if number == signal.SIGHUP and signal.getsignal(number) == signal.SIG_IGN:
        pytest.skip("this signal is ignored here, as under nohup")
    ends = "signal.signal(signal.SIGINT, lambda *_: sys.exit(130)); print(1, flush=True); time.sleep(100)"
    process = supervising("--memory", ends)
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(2)] == ["False\n", "1\n"]
    process.send_signal(number)
    process.communicate(timeout=30)
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    end = time.monotonic() + 10
    while left() and time.monotonic() < end:
        time.sleep(0.01)
    assert not left()


@pytest.mark.thorough
@linux
def test_a_solver_without_memory_is_unknown(tmp_path: Path) -> None:
    """Its process aborts in the middle of the search."""
    path = tmp_path / "random.cnf"
    path.write_text(Cnf(20_000, random_clauses(random.Random(1), 20_000, 80_000)).format())
    words = [sys.executable, "-m", "coversat", "explain", "--memory", "30M", "--timeout", "20", str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr[-len(OUT_OF_MEMORY) :]) == (3, OUT_OF_MEMORY)


def test_words() -> None:
    assert death(-9) == "the death of its worker by SIGKILL"
    assert death(3) == "the end of its worker with exit code 3"
    assert signal_name(signal.SIGRTMIN + 1).endswith(str(signal.SIGRTMIN + 1))
    assert cores() >= 1


def test_a_bench_without_memory_is_unknown(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["bench", "examples/sudoku/killer.txt", "--memory", "1", "--routes", "cnf:extended/glucose42"]
    assert subprocess.run([sys.executable, "-m", "coversat", *words]).returncode == 3
    assert capfd.readouterr().err.endswith(OUT_OF_MEMORY)


def test_an_import_that_fails_under_a_memory_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fails_without_memory.py").write_text("raise ValueError('a field is required')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(MemoryError), limited_memory(2**40):
        importlib.import_module("fails_without_memory")
    with pytest.raises(ValueError, match="field"):
        importlib.import_module("fails_without_memory")
    (tmp_path / "is_interrupted.py").write_text("raise KeyboardInterrupt\n")
    with limited_memory(2**40), pytest.raises(KeyboardInterrupt) as interrupt:
        importlib.import_module("is_interrupted")
    with limited_memory(2**40):
        assert not lacks_memory(interrupt.value)


@linux
def test_no_exception_needs_the_last_memory() -> None:
    """Up to 3.13, one that passes a `with` far down in a function needs memory, and tries for ever."""
    kept: list[int | None] = [None] * 2_000_000
    lines = [
        *[" kept = kept"] * 300,
        " with nullcontext():",
        "  for i in range(len(kept)): kept[i] = i + 1000",
    ]
    code = compile("\n".join(["def fills(kept):", *lines]), "fills", "exec")
    names: dict[str, Any] = {"nullcontext": nullcontext}
    exec(code, names)
    signal.setitimer(signal.ITIMER_PROF, 20)  # this ends a process that tries for ever
    try:
        with pytest.raises(MemoryError), limited_memory(2**22):
            names["fills"](kept)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class Fails:
    """Its destructor raises an error."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def __del__(self) -> None:
        raise self.error


@linux
def test_destructors_without_memory_are_silent(capfd: pytest.CaptureFixture[str]) -> None:
    hook, sys.unraisablehook = sys.unraisablehook, sys.__unraisablehook__
    try:
        Fails(MemoryError)
        assert "MemoryError" in capfd.readouterr().err
        with limited_memory(2**40):
            Fails(MemoryError)
            assert capfd.readouterr().err == ""
            Fails(KeyError)
            assert "KeyError" in capfd.readouterr().err
        assert sys.unraisablehook is sys.__unraisablehook__
    finally:
        sys.unraisablehook = hook


@pytest.mark.thorough
@linux
def test_a_module_without_memory_ends_the_program_as_unknown(tmp_path: Path) -> None:
    """The limit is the shell's; a compiled module may lose its error, which Python then reports."""
    (tmp_path / "distributed.py").write_text("raise SystemError('error return without exception set')\n")
    command = f"{sys.executable} -m coversat count 'queens 4' --scheduler tcp://127.0.0.1:1"
    for limit, code, told in (("", 4, "SystemError"), ("ulimit -v 10000000; ", 3, "all memory is used up")):
        done = subprocess.run(
            limit + command,
            shell=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, told in done.stderr) == (code, True), done.stderr


@linux
def test_a_worker_without_memory_prints_no_traceback(tmp_path: Path) -> None:
    """Without memory, the import of `hashlib` prints one for every algorithm."""
    words = ["check", "examples/shikaku/puzzle.txt", "--certify", str(tmp_path / "out"), "--memory", "1K"]
    done = subprocess.run(
        [sys.executable, "-m", "coversat", *words, "--jobs", "1"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (3, "")


def late(seconds: float, number: int, report: executor.Report) -> int:
    """The earlier ones of four take longer."""
    time.sleep(seconds * (4 - number % 4))
    return number * number


def some_numbers(last: int) -> Iterator[int]:
    yield from range(last)
    raise LimitReachedError("the end of the numbers")


@each("size", [0, 3])
def test_results_of_workers_in_order(size: int) -> None:
    """Those before an error of what is to be done are there first."""
    workers = executor.Processes(late, 0.01, size) if size else executor.InProcess(late, 0.0)
    found: list[tuple[int, int]] = []

    def gather() -> None:
        for result in executor.in_order(workers, some_numbers(9)):
            found.append((result.task.argument, result.value))

    with closing(workers), pytest.raises(LimitReachedError, match="the end of the numbers"):
        gather()
    assert found == [(number, number * number) for number in range(9)]


SCRIPT = '''
import sys, threading
import coversat
from coversat.primitives import AllDifferent

threading.Thread(target=threading.Event().wait, daemon=True).start()  # so that processes are spawned
print("run as", __name__, flush=True)


class Rows(coversat.GridPuzzle):
    """Rows and columns have different values."""

    symbols, values = range(10), {1: "1", 2: "2"}

    def model(self):
        for name, cells in self.lines():
            yield self.rule(name, AllDifferent(cells))

    def wrong(self, held):
        for name, (one, other) in self.lines():
            if held[one] == held[other]:
                yield f"{name} has one twice", [one, other]


coversat.register(Rows)


def ask():
    rows = Rows.parse("rows 2 2\\n1 -\\n- -\\n")
    many = [rows if sys.argv[1] == "class" else "1.....2..3.....4"] * 6
    print([one.status for one in coversat.check(many, jobs=2)])


GUARD
    ask()
'''


@pytest.mark.thorough
def test_a_script_that_asks_for_processes(tmp_path: Path) -> None:
    """It is not run again in spawned processes, unless these are sent what it defines."""
    script = tmp_path / "script.py"

    def said(guard: str, what: str, name: str = str(script)) -> subprocess.CompletedProcess[str]:
        script.write_text(SCRIPT.replace("GUARD", guard))
        words = [sys.executable, name, what]
        return subprocess.run(words, input=script.read_text(), capture_output=True, text=True, timeout=60)

    guarded, bare = 'if __name__ == "__main__":', "if True:"
    for guard in (guarded, bare):
        done = said(guard, "text")
        assert (done.stdout.splitlines(), done.stderr) == (["run as __main__", str(["unique"] * 6)], "")
    done = said(guarded, "class")
    assert (done.stdout.splitlines()[-1], done.stderr) == (str(["multiple"] * 6), "")
    assert "run as __mp_main__" in done.stdout
    assert "SolverError: workers start no processes; a script that" in said(bare, "class").stderr
    assert "SolverError: workers cannot import Rows, which no file defines" in said(bare, "class", "-").stderr
