"""Every command with --timeout ends in time, whatever it is doing: reading, reducing, solving, explaining."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from formulas import pigeonhole

from coversat.answering.sets.entries import LOOK
from coversat.cli import exit_code

SECONDS = 0.05
SLACK = 2.0
"""What a command may take beyond its limit; of the process's own time, of which a busy machine takes none."""


def long_cover() -> str:
    """Seconds are spent on reading it."""
    options = (f"a{n % 997} b{n % 991} c{n % 983}" for n in range(300_000))
    items = [f"{letter}{n}" for letter, count in (("a", 997), ("b", 991), ("c", 983)) for n in range(count)]
    return "\n".join([" ".join(items), *options, ""])


TEXTS = {
    "queens": "queens 200\n",
    "sudoku": (" ".join("." * 25) + "\n") * 25,
    "pigeonhole": pigeonhole(13).format(),
    "polyomino": "polyomino turn flip\n" + ("." * 20 + "\n") * 18 + "pentominoes\nQ ##./.##/..# x30\n",
}
COMMANDS = {
    "check": (),
    "solve": ("--all",),
    "count": (),
    "explain": (),
    "candidates": (),
    "grade": (),
    "compare": ("--routes",),
    "draw": ("--solve",),
}
ROUTES = {"pigeonhole": "cadical195", "cover": "cnf:pairwise/cadical195"}
"""What is compared; of puzzles `ROUTE`."""
ROUTE = "cover/cnf:pairwise/cadical195"
EASY = {*((command, "sudoku") for command in ("check", "draw", "grade", "solve")), ("grade", "pigeonhole")}
"""What is found in time, at least on a machine that has some."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import networkx  # noqa: F401 - what is timed does not begin with a library's first import

    made = tmp_path_factory.mktemp("large")
    for name, text in TEXTS.items():
        (made / name).write_text(text)
    (made / "cover").write_text(long_cover())
    return made


def ends_in_time(*arguments: str) -> int:
    began = time.process_time()
    code = exit_code([*arguments, "--timeout", str(SECONDS)])
    assert time.process_time() - began < SECONDS + SLACK
    return code


@pytest.mark.thorough
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", [*TEXTS, "cover"])
def test_every_command_ends_in_time(
    command: str, name: str, folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    own = {"draw": ["-o", str(tmp_path / "x.svg")], "compare": [ROUTES.get(name, ROUTE)]}
    code = ends_in_time(command, str(folder / name), *COMMANDS[command], *own.get(command, []))
    assert code == 3 or (code in (0, 1) and (command, name) in EASY)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "words",
    [
        ("explain", "cover"),
        ("compare", "cover", "--routes", "cnf:pairwise/cadical195"),
        ("metrics", "cover"),
        ("metrics", "sudoku"),
        ("metrics", "sudoku", "--via", "cnf:minimal", "--treewidth", "60"),
    ],
    ids=" ".join,
)
def test_one_result_that_is_not_there_in_time_is_unknown(
    words: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    assert ends_in_time(*words, "--json") == 3
    row = json.loads(capfd.readouterr().out)
    # The file where it was reading that took so long: of a sudoku on a busy machine.
    assert row.pop("file") in ((None, "sudoku") if words[1] == "sudoku" else ("cover",))
    assert row == {"case": None, "status": "unknown", "reason": f"{SECONDS} seconds"}


def test_what_only_writes_ends_in_time(
    folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert ends_in_time("export", str(folder / "sudoku"), "--via", "cnf:minimal", "-o", str(out)) == 3
    assert ends_in_time("convert", str(folder / "cover"), "--to", "knuth", "-o", str(out)) == 3
    assert not out.exists()
    assert ends_in_time("decode", str(folder / "cover"), str(folder / "queens")) in (2, 3)


def test_an_answer_is_checked_in_time(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert ends_in_time("verify", str(folder / "cover"), str(folder / "queens")) == 3


def test_generate_ends_in_time(capfd: pytest.CaptureFixture[str]) -> None:
    assert ends_in_time("generate", "sudoku", "--boxes", "4x4", "--grade", "search") == 3


def test_each_run_of_bench_ends_in_time(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """In a process of its own, whose time is counted when it is over."""
    before = spent_by_children()
    words = ["bench", str(folder / "pigeonhole"), "--routes", "cadical195", "--timeout", str(SECONDS)]
    assert exit_code(words) == 3
    assert spent_by_children() - before < SECONDS + SLACK


def spent_by_children() -> float:
    resource = pytest.importorskip("resource")
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return float(spent.ru_utime + spent.ru_stime)


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["candidates", "grade"])
def test_what_is_not_read_in_time_is_unknown_and_the_next_follows(
    command: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert ends_in_time(command, str(folder / "cover"), str(folder / "queens"), "--json") == 3
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    first = {"file": str(folder / "cover"), "case": None, "status": "unknown", "reason": f"{SECONDS} seconds"}
    assert rows[0] == first
    assert rows[1]["file"] == str(folder / "queens")


def test_the_puzzles_of_a_set_have_each_their_time(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """However little it is, the set is looked at, and each of them is told."""
    path = tmp_path / "set"
    path.write_text(("." * 256 + "\n") * 3)
    assert exit_code(["check", str(path), "--timeout", "1e-9"]) == 3
    assert capfd.readouterr().out.count("UNKNOWN") == 3


# What never ends


class Endless(io.RawIOBase):
    """A stream that begins with a text and goes on with another, again and again."""

    def __init__(self, first: bytes, then: bytes) -> None:
        self._left, self._then = first, then

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        piece = self._left or self._then
        count = min(len(buffer), len(piece))
        buffer[:count] = piece[:count]
        self._left = piece[count:]
        return count


def without(content: bytes) -> bytes:
    return content


ENDLESS: dict[str, tuple[str, Callable[[bytes], bytes], bytes, int]] = {
    "text": ("x", without, b"0\n" * 9999, 3),
    "zeros": ("x", without, bytes(9999), 3),
    "zeros as bzip2": ("x.bz2", without, bytes(9999), 3),
    "zeros as gzip": ("x.gz", without, b"", 3),
    "damaged gzip": ("x", lambda _: b"\x1f\x8b", b"", 2),
    "damaged xz": ("x", lambda _: b"\xfd7zXZ\x00", b"", 2),
    "zeros behind gzip": ("x.gz", gzip.compress, b"", 3),
    "zeros behind xz": ("x.xz", lzma.compress, b"", 3),
    "texts without a byte as gzip": ("x.gz", gzip.compress, gzip.compress(b""), 3),
    "texts without a byte as xz": ("x.xz", lzma.compress, lzma.compress(b""), 3),
}
"""The name, how the beginning is packed, what follows for ever (zeros if nothing), and the exit code."""


@pytest.mark.thorough
@pytest.mark.parametrize("case", ENDLESS)
@pytest.mark.parametrize("command", ["check", "grade", "metrics", "decode"])
def test_a_stream_that_never_ends(
    case: str, command: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    name, pack, then, code = ENDLESS[case]
    begin = pack(b"queens 4") if pack is not without else b""
    monkeypatch.setattr("coversat.base.files.reading._opened", lambda _: Endless(begin, then or bytes(9999)))
    assert ends_in_time(command, name, *(["y"] if command == "decode" else [])) == code


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs")
@pytest.mark.parametrize("ending", ["", ".gz", ".xz"])
def test_a_fifo_that_nobody_writes_to(ending: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    fifo = tmp_path / f"fifo{ending}"
    os.mkfifo(fifo)
    assert ends_in_time("check", str(fifo)) == 3
    assert capfd.readouterr().out == f"UNKNOWN {fifo} (stopped after {SECONDS} seconds)\n"
    writer = os.open(fifo, os.O_RDWR)  # and somebody who says nothing
    assert ends_in_time("solve", str(fifo)) == 3
    os.close(writer)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs")
@pytest.mark.parametrize("command", ["hint", "draw", "verify", "decode"])
def test_a_second_file_that_nobody_writes_to(command: str, tmp_path: Path) -> None:
    puzzle, fifo = tmp_path / "q.txt", tmp_path / "fifo"
    puzzle.write_text("queens 4\n")
    os.mkfifo(fifo)
    assert ends_in_time(command, str(puzzle), str(fifo)) == 3


@pytest.mark.thorough
def test_what_others_take_to_write_is_not_counted(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Of what is piped in the first byte begins the time; the rest has to come within it."""
    for sent, code in (([b"queens 3\n"], 1), ([b"queens", b" 3\n"], 3)):
        reading, writing = os.pipe()

        def write(sent: list[bytes] = sent, writing: int = writing) -> None:
            for piece in sent:
                time.sleep(1.5 * LOOK)
                os.write(writing, piece)
            os.close(writing)

        writer = threading.Thread(target=write)
        writer.start()
        with os.fdopen(reading) as stream:
            monkeypatch.setattr(sys, "stdin", stream)
            assert ends_in_time("check", "-") == code
            writer.join()
