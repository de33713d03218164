"""Odd runs of all commands, drawn from a seed: none breaks a promise; and what does is seen."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from fuzzing import cases, judging, sandbox, texts
from fuzzing.cases import Case, File

from coversat.cli import commands, exit_code

TESTS = Path(__file__).parent
FEW, MANY = 40, 500
"""Runs of all commands, or calls of the library, at once."""

linux = pytest.mark.skipif(sys.platform != "linux", reason="the system does not say what a process leaves")


def fuzz(module: str, runs: int, seed: int = 0, first: int = 0) -> None:
    words = [sys.executable, "-m", module, f"--seed={seed}", f"--first={first}", f"--runs={runs}"]
    done = subprocess.run(words, cwd=TESTS, stdout=subprocess.PIPE, text=True, check=True)
    *faults, total = done.stdout.splitlines()
    assert json.loads(total)["runs"] == runs
    assert not faults, "\n".join(faults)


@pytest.mark.thorough
@linux
def test_no_run_breaks_a_promise() -> None:
    fuzz("fuzzing", FEW)


@linux
@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 20_000, MANY))
def test_none_of_many_runs_breaks_a_promise(first: int) -> None:
    fuzz("fuzzing", MANY, 1, first)


@pytest.mark.thorough
@linux
def test_no_argument_of_the_library_ends_in_a_fault() -> None:
    fuzz("fuzzing.library", FEW)


# What is drawn


def test_every_option_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the commands declare them, so that a new one is as well."""
    for name, text in (
        ("made", {"printed": b"1"}),
        ("model", b"1"),
        ("puzzles", [b"1"]),
        ("links", ["http:"]),
    ):
        monkeypatch.setattr(texts, name, lambda *_, text=text: text)
    words = {word.partition("=")[0] for number in range(2500) for word in cases.drawn(2, number).words}
    declared = {each for name in commands() for option in cases.options(name) for each in option.opts}
    assert declared <= words
    assert set(commands()) <= words


def test_a_run_is_drawn_again() -> None:
    assert cases.drawn(3, 17) == cases.drawn(3, 17)


# What is seen


def judged(program: Callable[[list[str]], None], case: Case) -> list[str]:
    """The faults found, by a process of its own that is the parent of whatever is left."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            sandbox.adopt()
            found = list(judging.faults(case, sandbox.run(case, program)))
            os.write(writing, json.dumps(found).encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(pid, 0)
    with os.fdopen(reading, "rb") as said:
        faults: list[str] = json.loads(said.read())
    return faults


def says_no(_: list[str]) -> None:
    raise SystemExit(1)


def crashes(_: list[str]) -> None:
    print("Traceback (most recent call last)", file=sys.stderr)
    raise SystemExit(2)


def raises(_: list[str]) -> None:
    raise ZeroDivisionError


def faulty(_: list[str]) -> None:
    raise SystemExit(4)


def silent(_: list[str]) -> None:
    raise SystemExit(2)


def interrupted(_: list[str]) -> None:
    raise SystemExit(130)


def leaves_a_file(_: list[str]) -> None:
    tempfile.mkstemp()


def leaves_a_name(_: list[str]) -> None:
    Path(".coversat-00").touch()


def leaves_a_child(_: list[str]) -> None:
    if os.fork() == 0:
        os.setsid()
        signal.pause()


def damages_its_output(_: list[str]) -> None:
    Path("out").write_text("half")
    print("no room", file=sys.stderr)
    raise SystemExit(2)


def replaces_its_output(_: list[str]) -> None:
    Path("fifo").unlink()
    Path("fifo").write_text("whole")


def touches_another(_: list[str]) -> None:
    Path("kept").write_text("x")


def prints_no_json(_: list[str]) -> None:
    print('{"seconds": NaN}')


def takes_memory(_: list[str]) -> None:
    try:
        bytearray(2**40)
    except MemoryError:
        print("stopped: all memory is used up", file=sys.stderr)
        raise SystemExit(3) from None


def dies(_: list[str]) -> None:
    os.kill(os.getpid(), signal.SIGQUIT)


def hangs(_: list[str]) -> None:
    signal.pause()


@pytest.mark.thorough
@linux
@pytest.mark.parametrize(
    ("program", "seen"),
    [
        (says_no, "code 1 without a no"),
        (crashes, "fault told"),
        (raises, "code 1 without a no fault told"),
        (faulty, "code 4"),
        (silent, "code 2 without a word"),
        (interrupted, "code 130 without an interrupt"),
        (leaves_a_file, "temporary file left"),
        (leaves_a_name, "temporary file left"),
        (leaves_a_child, "process left"),
        (damages_its_output, "output written by a run that failed"),
        (replaces_its_output, "output destroyed"),
        (touches_another, "file changed that was not named"),
        (prints_no_json, "no JSON"),
        (takes_memory, "memory"),
        (dies, "code -3"),
        (hangs, "late"),
    ],
)
def test_what_is_broken_is_seen(
    program: Callable[[list[str]], None], seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "LEFT", 0.2)
    monkeypatch.setattr(sandbox, "PATIENCE", 0.5 if program is hangs else 20)
    files = {"kept": File(b"1\n"), "out": File(b"whole\n"), "fifo": File(sort="fifo")}
    case = Case(0, ["--json"], files, seconds=0.0)
    case.outputs = {"fifo"} if program is not damages_its_output else {"out"}
    if program in (says_no, raises):
        case.outputs = set()
    found = judged(program, case)
    assert " ".join(fault.partition(":")[0] for fault in found) == seen


@linux
def test_what_is_whole_is_not_blamed() -> None:
    def program(words: list[str]) -> None:
        raise SystemExit(exit_code(words))

    case = Case(
        0, ["convert", "in", "--to", "board", "-o", "out"], {"in": File(b"queens 4\n"), "out": File(b"x")}
    )
    case.outputs = {"out"}
    assert judged(program, case) == []
