"""Whatever happens in a command: one message, the right exit code, and never a 1, which means no."""

from __future__ import annotations

import importlib
import os
import random
import shlex
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from each import each
from formulas import pigeonhole

from coversat.base import registry
from coversat.base.deadline import Deadline
from coversat.base.errors import (
    CoversatError,
    LimitReachedError,
    ReductionError,
    SolverError,
    UnknownKindError,
    WrongAnswerError,
)
from coversat.base.files import FileError
from coversat.cli import exit_code, failures
from coversat.cli.showing import list_command
from coversat.problems.text import shown
from coversat.solvers import Limits
from coversat.solvers import found_by as solve
from coversat.solvers.findings import Verdict
from coversat.solvers.sat.sat import CADICAL, SAT_SOLVERS, SatCalls
from coversat.solvers.solver import Meter, slices

ROOT = Path(__file__).resolve().parent.parent
SUDOKU = str(ROOT / "examples" / "sudoku" / "boj2239.txt")
MANY = 3000


def coversat(arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """By a shell, since it is the shell that closes streams."""
    command = f"exec {shlex.quote(sys.executable)} -m coversat {arguments}"
    done: subprocess.CompletedProcess[str] = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        **options,  # type: ignore[call-overload]
    )
    return done


@contextmanager
def interrupted_soon() -> Iterator[None]:
    """SIGINT, from a process of its own: inside a solver no thread of this one runs."""
    killer = subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"])
    try:
        yield
    finally:
        killer.wait()


@each(
    ("error", "code", "said"),
    [
        (CoversatError("a reason"), 2, "coversat: a reason\n"),
        (UnknownKindError("no kind 'x'"), 2, "coversat: no kind 'x'\n"),
        (ReductionError("too large"), 2, "coversat: too large\n"),
        (SolverError("it broke"), 2, "coversat: it broke\n"),
        (FileError("a.txt", "Is a directory"), 2, "coversat: a.txt: Is a directory\n"),
        (PermissionError(13, "Permission denied", "b.txt"), 2, "coversat: b.txt: Permission denied\n"),
        (OSError(28, "No space left on device"), 2, "coversat: No space left on device\n"),
        (LimitReachedError("2 seconds"), 3, "coversat: stopped after 2 seconds\n"),
        (MemoryError(), 3, "coversat: stopped: all memory is used up\n"),
        (WrongAnswerError("a wrong answer"), 4, "coversat: a wrong answer\n"),
        (KeyboardInterrupt(), 130, "interrupted\n"),
        (BrokenPipeError(32, "Broken pipe"), 141, ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_each_error_has_its_code_and_one_line(
    error: BaseException,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert ends_with(error, monkeypatch) == code
    assert capsys.readouterr() == ("", said)


def ends_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int:
    def fail(**_: object) -> int:
        raise error

    monkeypatch.setattr(list_command, "callback", fail)
    return exit_code(["list", "problems"])


@each("error", [ZeroDivisionError("oh"), RecursionError(), AssertionError(), KeyError("k")])
def test_a_fault_says_that_it_is_one(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("COVERSAT_TRACEBACK", raising=False)
    assert ends_with(error, monkeypatch) == 4
    said = capsys.readouterr().err
    assert said.startswith(f"coversat: this is a fault of coversat, and no answer: {type(error).__name__}")
    assert "Traceback" not in said
    assert "report" in said
    monkeypatch.setenv("COVERSAT_TRACEBACK", "1")
    assert ends_with(error, monkeypatch) == 4
    assert capsys.readouterr().err.startswith("Traceback (most recent call last)")


def test_usage_is_shown_in_the_same_style(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in (
        (["nope"], "coversat: No such command 'nope'"),
        (["check", "--nope", "x"], "coversat: No such option"),
    ):
        assert exit_code(arguments) == 2
        lines = capsys.readouterr().err.splitlines()
        assert lines[0].startswith("Usage: coversat")
        assert lines[1].startswith(said)
    assert exit_code(["--help"]) == 0
    assert "141" in capsys.readouterr().out


# Streams


@pytest.mark.thorough
@each(
    ("arguments", "code", "said"),
    [
        ("list problems >&-", 2, "coversat: standard output is closed\n"),
        (f"check {SUDOKU} >&-", 2, "coversat: standard output is closed\n"),
        ("check - <&-", 2, "-: standard input is closed\n"),
        (f"check {SUDOKU} 2>&-", 0, ""),
        ("check nothing.txt 2>&-", 2, ""),
    ],
)
def test_closed_streams(arguments: str, code: int, said: str) -> None:
    done = coversat(arguments)
    assert (done.returncode, done.stderr) == (code, said)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full device")
def test_a_full_output_is_told_once() -> None:
    done = coversat("list problems > /dev/full")
    assert (done.returncode, done.stderr) == (2, "coversat: No space left on device\n")


@pytest.mark.thorough
@each("command", ["list forms", f"check {' '.join([shlex.quote(SUDOKU)] * 3)}", "--help"])
def test_a_reader_that_has_gone_is_no_no(command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "coversat", *shlex.split(command)]
    done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_name_that_is_no_text_is_printed_as_it_is(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.txt"
    Path(os.fsdecode(path)).write_bytes(Path(SUDOKU).read_bytes())
    words = [sys.executable, "-m", "coversat", "check", os.fsdecode(path)]
    done = subprocess.run(words, capture_output=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout) == (0, b"UNIQUE " + path + b" #1 (sudoku 9x9)\n")


FORBIDDEN = {
    "check locked": "locked: Permission denied",
    "bench locked": "coversat: locked: Permission denied",
    "verify locked": "coversat: locked/certificate.json: Permission denied",
    "check p --certify locked/c": "p #1: no certificate: locked/c/p-1: Permission denied",
    "check p --out locked/x": "coversat: locked/x: Permission denied",
    "draw p -o locked/x.svg": "coversat: locked/x.svg: Permission denied",
    "bench p --runs 1 --routes search/* --store locked/b.db": "coversat: locked/b.db: Permission denied",
}
WITHOUT_PRIVILEGES = """
import ctypes, os, sys
for capability in (1, 2):  # of the superuser, to whom nothing is forbidden
    ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)
os.execv(sys.executable, [sys.executable, "-c", sys.argv[1], *sys.argv[2:]])
"""
EACH = "import sys; from coversat.cli import exit_code; [exit_code(words.split()) for words in sys.argv[1:]]"


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="privileges as Linux has them")
def test_files_and_folders_without_permission_are_named(tmp_path: Path) -> None:
    (tmp_path / "p").write_text("queens 4\n")
    (tmp_path / "locked").mkdir(mode=0)
    words = [sys.executable, "-c", WITHOUT_PRIVILEGES, EACH, *FORBIDDEN]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines() == list(FORBIDDEN.values())


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full device")
def test_an_error_as_json_that_cannot_be_written() -> None:
    done = coversat("explain nothing.txt --json > /dev/full")
    assert (done.returncode, done.stderr) == (2, "coversat: No space left on device\n")


# Interrupts and time inside a solver


def test_ctrl_c_is_heard_inside_the_net_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before and after it the process ends without a word, and without a traceback."""
    heard = []

    def hear(**_: object) -> int:
        heard.append(signal.getsignal(signal.SIGINT))
        return 0

    monkeypatch.setattr(list_command, "callback", hear)
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        assert exit_code(["list", "problems"]) == 0
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGINT, before)
    assert exit_code(["list", "problems"]) == 0
    assert heard == [failures._on_interrupt] * 2
    assert signal.getsignal(signal.SIGINT) is before


class Destroyed:
    """Ctrl-C comes while it is freed, where Python prints and forgets exceptions."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        sum(range(1000))


@each("where", ["destructor", "weak reference", "import"])
def test_ctrl_c_is_not_lost(where: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def work(**_: object) -> int:
        if where == "destructor":
            Destroyed()
        elif where == "weak reference":
            kept = set()  # as importlib keeps its locks
            thing = type("Thing", (), {})()
            kept.add(weakref.ref(thing, lambda _: Destroyed()))
            del thing
        else:
            (tmp_path / "slow_module.py").write_text("import os\nos.kill(os.getpid(), 2)\nsum(range(1000))\n")
            monkeypatch.syspath_prepend(tmp_path)
            importlib.import_module("slow_module")
        end = time.process_time() + 5
        while time.process_time() < end:
            pass
        return 0

    monkeypatch.setattr(list_command, "callback", work)
    start = time.process_time()
    assert exit_code(["list", "problems"]) == 130
    assert time.process_time() - start < 2


def test_only_imports_of_coversat_itself_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that has registered half of its values cannot be imported again."""
    text = "import sys\nfrom coversat.base.signals import unsafe_to_raise\n"
    text += "def registers(): return unsafe_to_raise(sys._getframe())\nUNSAFE = registers()\n"
    (tmp_path / "registering.py").write_text(text)
    (tmp_path / "script.py").write_text("from coversat.registering import registers\nUNSAFE = registers()\n")
    package = importlib.import_module("coversat")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    monkeypatch.syspath_prepend(tmp_path)
    assert registry.load("coversat", "registering", "UNSAFE")
    assert not importlib.import_module("script").UNSAFE


@pytest.mark.slow
def test_ctrl_c_at_any_time_ends_the_program(tmp_path: Path) -> None:
    path = tmp_path / "php.cnf"
    path.write_text(pigeonhole(13).format())
    chance = random.Random(1)
    for _ in range(200):
        words = [sys.executable, "-m", "coversat", "check", str(path)]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        time.sleep(chance.uniform(0.02, 0.5))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
        # Before the program begins Python itself is interrupted, with a traceback.
        assert process.returncode in (130, -signal.SIGINT) or "Traceback" in err, err


def test_ctrl_c_while_the_program_begins() -> None:
    program = "import os, sys; sys.modules['coversat.cli'] = None; from coversat.__main__ import main\n"
    program += "try: main()\nexcept ImportError: os.kill(os.getpid(), 2)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, b"")


@pytest.mark.thorough
@each("name", ["cadical195", "minisat22", "lingeling", "kissat404"])
def test_ctrl_c_inside_a_solver_is_an_interrupt(name: str) -> None:
    (solver,) = (one for one in SAT_SOLVERS if one.name == name)
    with SatCalls(solver, pigeonhole(12), Meter(Limits())) as calls:
        for _ in range(2):  # the signal is heard the next time too
            with pytest.raises(KeyboardInterrupt), interrupted_soon():
                calls.solve()
    with pytest.raises(KeyboardInterrupt):  # and where no solver is
        os.kill(os.getpid(), signal.SIGINT)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_ctrl_c_in_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "php.cnf"
    exported = pigeonhole(12).format()
    path.write_text(exported)
    with interrupted_soon():
        assert exit_code(["solve", str(path)]) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_slices_shrink_towards_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver of a thousand conflicts a second, by a clock of our own, is not begun for longer than that."""
    clock = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    limits = Limits(deadline=Deadline(10.0))
    budgets = slices(Meter(limits))
    with suppress(LimitReachedError):
        while (budget := next(budgets)) is not None:
            clock[0] += budget / 1000
    assert 10 <= clock[0] <= 10.2


def test_time_is_over_inside_a_solver() -> None:
    outcome = solve(CADICAL, pigeonhole(12), Limits(deadline=Deadline(0.2)))
    assert (outcome.verdict, outcome.reason) == (Verdict.UNKNOWN, "0.2 seconds")


# Limits that are none


@each("seconds", ["nan", "inf", "-inf", "1e308", "0", "-1", "1e9", "x", ""])
@each("command", ["check", "bench", "metrics", "explain"])
def test_no_time(command: str, seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    option = "--treewidth" if command == "metrics" else "--timeout"
    assert exit_code([command, SUDOKU, option, seconds]) == 2
    said = capsys.readouterr().err
    assert f"Invalid value for '{option}'" in said
    assert "in the range" not in said


@each("number", ["0", "-3", "x", "9" * 5000])
def test_no_whole_number(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["check", SUDOKU, "--nodes", number]) == 2
    assert "Invalid value for '--nodes'" in capsys.readouterr().err


@each("how", ["--jobs=1", "--solver-command=sh -c 'echo s UNSATISFIABLE'"])
def test_more_seconds_than_the_system_counts(how: str) -> None:
    assert exit_code(["check", SUDOKU, "--timeout", "1e8", how]) in (0, 1)


def test_the_id_of_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    missing, out = os.fsdecode(os.fsencode(tmp_path) + b"/\xff"), tmp_path / "out"
    assert exit_code(["count", missing, "--out", str(out)]) == 2
    assert out.read_bytes().startswith(b"{")


def test_more_nodes_than_a_machine_word_holds() -> None:
    assert exit_code(["check", SUDOKU, "--nodes", "9" * 30, "--via", "cover/bitset"]) == 0


@each("size", ["99999999999999G", "9" * 5000, "1e9", "-1", "G", "٣", "0"])
def test_no_size(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["check", SUDOKU, "--memory", size]) == 2
    assert "is not a size" in capsys.readouterr().err


@each(
    "piece, words",
    [
        ("4\\3", r"'4\3'"),
        ("2\N{DIVISION SIGN}", "'2\N{DIVISION SIGN}'"),
        ("\N{DOWNWARDS ARROW}\N{WHITE CIRCLE}", "'\N{DOWNWARDS ARROW}\N{WHITE CIRCLE}'"),
        ("it's", '"it\'s"'),
        ("a\x1b[31m\N{RIGHT-TO-LEFT OVERRIDE}\udcff", r"'a\x1b[31m\u202e\udcff'"),
        ("\N{WHITE CIRCLE}" * 41, "'" + "\N{WHITE CIRCLE}" * 37 + "...'"),
    ],
)
def test_pieces_of_texts_are_shown_as_they_are_where_they_can_be_printed(piece: str, words: str) -> None:
    assert shown(piece) == words


@pytest.mark.thorough
@each(
    ("encoding", "shown"),
    [
        ("ascii", rb"UNIQUE \u263a\xfc.txt"),
        ("latin-1", b"UNIQUE \\u263a\xfc.txt"),
        ("utf-8", "UNIQUE ☺ü.txt".encode()),
    ],
)
def test_letters_that_the_output_does_not_have(encoding: str, shown: bytes, tmp_path: Path) -> None:
    (tmp_path / "☺ü.txt").write_text("1...\n..2.\n.3..\n...4\n")
    words = [sys.executable, "-m", "coversat", "check", "☺ü.txt"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert done.stdout.startswith(shown + b" #1 (sudoku 4x4)\n")
