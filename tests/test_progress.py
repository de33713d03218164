"""The line of progress on a terminal, seen through a pseudo terminal."""

from __future__ import annotations

import ctypes
import os
import re
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from command_line import command_line

from coversat.cli import exit_code, progress
from coversat.cli.output import echo

pty = pytest.importorskip("pty", reason="this system has no pseudo terminals")

CLEAR = "\r\x1b[K"
Run = Callable[..., str]


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs a function, or a command line, whose output goes to a terminal of 40 columns; what that gets."""
    import fcntl
    import termios

    monkeypatch.setattr(progress, "DELAY", 0.1)
    monkeypatch.setattr(progress, "INTERVAL", 0.02)
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))

    def run(*words: str | Callable[[], object], out: bool = True) -> str:
        with ExitStack() as stack:
            terminal = stack.enter_context(open(os.dup(there), "w", encoding="utf-8"))
            stack.enter_context(redirect_stderr(terminal))
            if out:
                stack.enter_context(redirect_stdout(terminal))
            if callable(words[0]):
                words[0]()
            else:
                exit_code([str(word) for word in words])
            terminal.write("\0")
            terminal.flush()
            got = b""
            while not got.endswith(b"\0"):
                got += os.read(here, 1 << 16)
        return got[:-1].decode().replace("\r\n", "\n")

    yield run
    os.close(here)
    os.close(there)


def screen(written: str) -> str:
    """What stands on the terminal at the end, as far as it has one line of progress."""
    return re.sub(r"[^\n]*\r\x1b\[K", "", written)


def test_the_last_words_are_shown_though_nothing_follows(on_terminal: Run) -> None:
    """As a solver in this process does that does not return."""

    def work() -> None:
        with progress.shown_while("work"):
            progress.tell("first")
            progress.tell("second " * 20)
            ctypes.PyDLL(None).usleep(300_000)  # no other thread of Python runs in the meantime

    written = on_terminal(work)
    assert "first" not in written
    assert CLEAR + "second second" in written
    assert written.endswith(CLEAR)
    lines = [line for line in written.split(CLEAR) if line]
    assert all(len(line) == 39 and line.endswith(", 0 s") for line in lines)


def test_the_name_of_a_command_is_shown_before_it_says_anything(on_terminal: Run) -> None:
    def work() -> None:
        with progress.shown_while("export"):
            time.sleep(0.3)

    assert CLEAR + "export, 0 s" in on_terminal(work)


def test_a_result_never_stands_behind_the_line(on_terminal: Run) -> None:
    def work() -> None:
        with progress.shown_while("work"):
            for number in range(8):
                time.sleep(0.03 if number % 3 else 0.2)
                echo(f"result {number}", err=number % 2 == 1)

    written = on_terminal(work)
    assert "work, 0 s" in written
    assert screen(written) == "".join(f"result {number}\n" for number in range(8))


def test_what_a_single_puzzle_shows(on_terminal: Run, tmp_path: Path) -> None:
    """The route and its effort, which changes."""
    hard = tmp_path / "hard.txt"
    hard.write_text(
        "8........\n..36.....\n.7..9.2..\n.5...7...\n....457..\n...1...3.\n..1....68\n..85...1.\n.9....4..\n"
    )
    pigeons = tmp_path / "pigeons.cnf"
    clauses = [" ".join(str(9 * bird + hole) for hole in range(1, 10)) for bird in range(10)]
    clauses += [
        f"-{9 * one + hole} -{9 * other + hole}"
        for hole in range(1, 10)
        for one in range(10)
        for other in range(one)
    ]
    pigeons.write_text(f"p cnf 90 {len(clauses)}\n" + "".join(f"{clause} 0\n" for clause in clauses))
    for words, unit, result in [
        (("check", pigeons, "--via", "glucose4"), "conflicts", "UNKNOWN"),
        (("check", hard, "--via", "search/scan"), "nodes", "UNKNOWN"),
        (("count", "queens 18", "--memo-limit", "0"), "nodes", "at least "),
        (("compare", hard, "--routes", "search/scan"), "nodes", "search/scan"),
    ]:
        written = on_terminal(*words, "--timeout", "0.4")
        told = re.findall(r"\r\x1b\[K([^\r\n]+), [01] s", written)
        if unit:
            assert any(re.search(rf": \d+ {unit}", line) for line in told), (words, written)
        assert result in screen(written)


def test_results_go_elsewhere_while_the_line_is_shown(on_terminal: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "sets.txt", tmp_path / "out.jsonl"
    file.write_text(3 * "shikaku/1/1/1\n")
    written = on_terminal("check", file, "--out", out)
    assert screen(written).startswith("3 puzzles: 3 unique\n")


def test_nothing_is_shown_elsewhere(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    done = command_line("count", "queens 18", "--timeout", "0.3")
    assert (done.stderr, done.stdout.count("\r")) == ("", 0)


def test_the_process_that_draws_ends_with_its_parent() -> None:
    """Whatever the parent dies of, it is not there for long."""
    import signal
    import subprocess

    here, there = pty.openpty()
    code = "import time; from coversat.cli import progress\nwith progress.shown_while('x'): time.sleep(60)"
    parent = subprocess.Popen([sys.executable, "-c", code], stderr=there)
    os.close(there)
    children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
    if not children.exists():
        pytest.skip("the system does not list children")
    while not (found := children.read_text().split()):
        time.sleep(0.01)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    drawer = Path(f"/proc/{found[0]}/cmdline")
    while drawer.exists() and b"coversat" in drawer.read_bytes():
        time.sleep(0.05)
    os.close(here)
