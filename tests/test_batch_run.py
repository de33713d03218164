"""Sets: every puzzle one result, in order, whatever the number of workers and whatever happens to them."""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from command_line import call
from each import each

from coversat.answering.sets import sets, workers
from coversat.answering.sets.entries import HEAD, LONGEST, Entries
from coversat.answering.sets.entry import Entry
from coversat.answering.sets.presenting import JsonRows
from coversat.answering.sets.request import AsFindings, Presenter, PuzzleResult, Request
from coversat.answering.sets.sets import pairs, run
from coversat.answering.sets.workers import Chunker
from coversat.base import executor
from coversat.base.errors import LimitReachedError, SolverError

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

# 4x4: one answer, none, 288, and what is no puzzle.
UNIQUE, NONE, MULTIPLE, MALFORMED = "1.....2..3.....4", "..............11", "." * 16, "1...x..........."
STATUS = {UNIQUE: "unique", NONE: "none", MULTIPLE: "multiple", MALFORMED: "error"}


class Trouble(Request):
    """A question that some puzzles answer badly, in the ways that solvers do."""

    def ask(self, entry: Entry, *others: Any) -> PuzzleResult | None:
        given = entry.problem().givens[0][:2]
        if given == (1, 1):
            time.sleep(60)
        if given == (2, 2):
            os.kill(os.getpid(), signal.SIGKILL)
        if given == (3, 3):
            hoard = bytearray(2**33)
            assert hoard
        return super().ask(entry, *others)


def by_processes(
    request: Request, entries: Entries, present: Presenter, jobs: int = 2, method: str = "fork"
) -> list[PuzzleResult]:
    """The results of a set whose every puzzle is asked by a worker."""
    wanted = request._replace(jobs=jobs)
    chunks = Chunker(entries, request.shares)
    started = executor.Processes(workers.ask_parts, (wanted, present), jobs, wanted.memory, method)
    done = workers.by_executor(started, wanted, present, chunks)
    return [result for chunk in done for _, result in chunk.pairs()]


def entries_of(tmp_path: Path, *lines: str) -> Entries:
    path = tmp_path / "set.txt"
    path.write_text("".join(f"{line}\n" for line in lines))
    return Entries([str(path)])


# Reading


def test_a_set_is_read_as_it_comes(tmp_path: Path) -> None:
    entries = entries_of(
        tmp_path, "# head", "", UNIQUE + "  7.2 hard one", NONE + ",1.5", "#", MULTIPLE + "# note", MALFORMED
    )
    found = list(entries)
    assert [entry.content for entry in found] == [UNIQUE, NONE, MULTIPLE, MALFORMED]
    assert [entry.note for entry in found] == ["7.2 hard one", "1.5", "note", ""]
    assert [(entry.case, entry.line) for entry in found] == [(1, 3), (2, 4), (3, 6), (4, 7)]
    assert entries.position == entries.total


def test_a_set_is_not_read_further_than_needed(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE}\n" * 30_000)
    entries = Entries([str(path)])
    assert len(list(islice(entries, 1000))) == 1000
    assert entries.total is not None
    assert entries.position < 3 * HEAD < entries.total


@pytest.mark.thorough
def test_mixed_kinds_and_missing_files(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = [str(EXAMPLES / name) for name in ("kakuro/kakuro2.txt", "sudominoku/boj4574.txt", "nothing.txt")]
    files.append(str(EXAMPLES / "sudoku" / "oneline.txt"))
    code, out, err = call(capfd, "check", "--jobs", "2", "--summary", *files)
    assert code == 2
    assert [line.split()[0] for line in out.splitlines()] == ["UNIQUE"] * 4 + ["NONE"]
    missing, summary, *_ = err.splitlines()
    assert missing == f"{files[2]}: No such file or directory"
    assert summary.startswith("6 puzzles: 4 unique, ")


def test_odd_lines_are_errors_of_their_own(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.txt"
    odd = b"\xff" * 16, b"1" * (LONGEST + 5), b"  12y.............", b"123"
    path.write_bytes(b"\n".join([UNIQUE.encode(), *odd, UNIQUE.encode()]))
    code, out, _ = call(capfd, "check", "--json", "--jobs", "1", str(path))
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [row["status"] for row in rows] == ["unique", "error", "error", "error", "error", "unique"]
    assert [(row["case"], row["line"]) for row in rows] == [(n, n) for n in range(1, 7)]
    assert [row.get("column") for row in rows[1:5]] == [1, 1, 5, 1]


@pytest.mark.thorough
def test_one_puzzle_is_asked_as_a_million_are(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The same lines, streams, carets and keys, from a file of one as from a set in processes."""
    lines = [UNIQUE, MALFORMED, NONE, MULTIPLE]
    many, one = tmp_path / "many.txt", tmp_path / "one.txt"
    many.write_text("".join(f"{line}\n" for line in lines * 5))
    for options in ([], ["--brief"], ["--json"]):
        _, *whole = call(capfd, "check", str(many), "--jobs", "2", *options)
        alone_out, alone_err = "", ""
        for case, line in enumerate(lines * 5, 1):
            one.write_text("\n" * (case - 1) + line + "\n")
            _, out, err = call(capfd, "check", str(one), *options)
            alone_out += out.replace(" #1", f" #{case}").replace('"case": 1', f'"case": {case}')
            alone_err += err
        assert whole == [stream.replace(str(one), str(many)) for stream in (alone_out, alone_err)]


# Results


@pytest.mark.thorough
@pytest.mark.parametrize(
    "command", [["check"], ["solve"], ["solve", "--all"], ["count"], ["count", "--limit", "3"]]
)
@pytest.mark.parametrize("via", [[], ["--via", "cover/dancing-links"]])
def test_the_same_output_whatever_the_number_of_workers(
    command: list[str], via: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    lines = [UNIQUE, NONE, MALFORMED, MULTIPLE] * 3
    path = tmp_path / "set.txt"
    path.write_text("".join(f"{line}\n" for line in lines))
    expected = None
    for jobs in ("1", "3"):
        code, out, _ = call(capfd, *command, *via, "--json", str(path), "--jobs", jobs)
        assert code == 2
        expected = expected or out
        assert out == expected
    rows = [json.loads(line) for line in (expected or "").splitlines()]
    assert [row["case"] for row in rows] == list(range(1, 13))
    for line, row in zip(lines, rows, strict=True):
        if line == MALFORMED:
            assert (row["status"], row["line"], row["column"]) == ("error", row["case"], 5)
        elif command[0] == "count":
            limited = {MULTIPLE: 3} if "--limit" in command else {MULTIPLE: 288}
            assert row["count"] == {UNIQUE: 1, NONE: 0, **limited}[line]
        elif not (command == ["solve"] and via):  # a named route stops at the first answer
            assert row["status"] == STATUS[line]
    code, out, err = call(capfd, *command, *via, str(path))
    assert code == 2
    assert len(out.splitlines()) >= 9
    assert err.count("expected one sign for all blanks, as '.' above") == 3


def test_solve_gives_the_smallest_answers_of_a_set(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "set.txt"
    path.write_text(f"{MULTIPLE}\n" * 20)
    code, out, _ = call(capfd, "solve", str(path))
    assert (code, set(out.split())) == (0, {"1234341221434321"})


# Limits


@pytest.mark.thorough
@pytest.mark.parametrize(("method", "seconds"), [("fork", 0.5), ("spawn", 2.0)])
def test_a_worker_that_hangs_or_dies_costs_one_puzzle(method: str, seconds: float, tmp_path: Path) -> None:
    lines = [UNIQUE, "11..............", UNIQUE, "22..............", MULTIPLE, UNIQUE, "33" + "." * 14, NONE]
    request = Trouble("check", via="cnf:extended/cadical195", seconds=seconds, memory=2**29)
    started = time.monotonic()
    found = by_processes(request, entries_of(tmp_path, *lines), JsonRows(), method=method)
    rows = [json.loads(result.shown.out) for result in found]
    assert time.monotonic() - started < 30
    assert [row["case"] for row in rows] == list(range(1, 9))
    statuses = [row["status"] for row in rows]
    assert statuses == ["unique", "unknown", "unique", "unknown", "multiple", "unique", "unknown", "none"]
    reasons = [row["reason"] for row in rows if row["status"] == "unknown"]
    assert reasons == [f"{seconds:g} seconds", "the death of its worker by SIGKILL", "512 MB of memory"]


@pytest.mark.thorough
def test_trouble_with_many_together_is_traced_to_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(workers, "ask_block", dies)  # forked workers see it
    unique = "123456789456789123789123456234567891567891234891234567345678912678912345912345678"
    lines = [unique, f"22{'.' * 79}", f"13{unique[2:]}", unique.replace("9", ".")] * 5
    results = by_processes(Trouble("check"), entries_of(tmp_path, *lines), AsFindings())
    assert [result.status for result in results] == ["unique", "unknown", "none", "unique"] * 5


def test_workers_that_cannot_begin_end_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "limit_memory", lambda _: os._exit(3))  # forked workers see it
    request = Request("check", memory=2**30)
    with pytest.raises(SolverError, match=r"workers end before they begin a puzzle: .* exit code 3"):
        by_processes(request, entries_of(tmp_path, UNIQUE), AsFindings(), 1)


def test_workers_that_abort_for_lack_of_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As compiled code does; the outcome is unknown, not bad input."""

    def aborts(_: object) -> None:
        faulthandler.disable()
        os.abort()

    monkeypatch.setattr(executor, "limit_memory", aborts)  # forked workers see it
    request = Request("check", memory=2**30)
    with pytest.raises(LimitReachedError, match="1 GB of memory"):
        by_processes(request, entries_of(tmp_path, UNIQUE), AsFindings(), 1)


def test_a_module_for_which_no_memory_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be loaded under a limit of memory makes an unknown, and is no fault."""

    def no_module(*_: object) -> None:
        raise ImportError("failed to map segment from shared object")

    monkeypatch.setattr(Request, "ask", no_module)  # forked workers see it
    request = Request("check", via="search/blanks", memory=2**29)
    found = by_processes(request, entries_of(tmp_path, UNIQUE), AsFindings(), 1)
    assert [(result.status, result.shown.reason) for result in found] == [("unknown", "512 MB of memory")]


def test_sizes_are_read(capfd: pytest.CaptureFixture[str]) -> None:
    few = str(EXAMPLES / "sudoku" / "boj2239.txt")
    assert call(capfd, "check", few, "--memory", "1G")[0] == 0
    for wrong in ("0", "1T", "M", "x"):
        code, _, err = call(capfd, "check", few, "--memory", wrong)
        assert code == 2
        assert "is not a size such as 500M or 2G" in err


def test_a_set_in_the_library(tmp_path: Path) -> None:
    found = list(pairs(run(Request("check", jobs=1), entries_of(tmp_path, UNIQUE, NONE), AsFindings())))
    assert all(isinstance(entry, Entry) for entry, _ in found)
    assert [result.status for _, result in found] == ["unique", "none"]
    assert [result.shown.at_least for _, result in found] == [1, 0]


# A million lines, and Ctrl-C


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak memory of a process as Linux says it")
def test_memory_does_not_grow_with_the_set(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{UNIQUE}\n" * 1_000)
    program = (
        "import resource, sys; from coversat.cli import exit_code; code = exit_code(sys.argv[1:]);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )

    def peak(lines: int) -> int:
        path.write_text(f"{UNIQUE}\n" * lines)
        words = [sys.executable, "-c", program, "check", str(path), "--out", os.devnull, "--resume"]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        return int(done.stderr.splitlines()[-1])

    assert peak(40_000) - peak(2_000) < 16_000  # kilobytes; what waits and what was measured


def begin(path: Path, out: Path) -> subprocess.Popen[str]:
    words = [
        sys.executable,
        "-m",
        "coversat",
        "check",
        str(path),
        "--out",
        str(out),
        "--resume",
        "--jobs",
        "2",
    ]
    return subprocess.Popen(words, stderr=subprocess.PIPE, text=True)


def wait_for_results(out: Path) -> None:
    deadline = time.monotonic() + 20
    while not (out.exists() and out.stat().st_size):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture(scope="module")
def long_set(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A set, and its results in one run."""
    folder = tmp_path_factory.mktemp("long")
    path, whole = folder / "set.txt", folder / "whole.jsonl"
    path.write_text(f"{UNIQUE}\n{NONE}\n{MULTIPLE}  8.1\n{MALFORMED}\n" * 600)
    assert begin(path, whole).wait() == 2
    return path, whole.read_bytes()


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_was_ended_goes_on_to_the_same_file(
    end: signal.Signals, long_set: tuple[Path, bytes], tmp_path: Path
) -> None:
    (path, whole), out = long_set, tmp_path / "out.jsonl"
    running = begin(path, out)
    wait_for_results(out)
    running.send_signal(end)
    started = time.monotonic()
    _, err = running.communicate()
    assert time.monotonic() - started < 5
    ended = len(out.read_bytes().splitlines())
    assert ended < 2_400
    if end is signal.SIGINT:
        assert running.returncode == 130
        assert "--resume continues" in err
        assert out.read_bytes().endswith(b"\n")
    else:
        with out.open("r+b") as file:
            file.truncate(out.stat().st_size - 30)  # in the middle of a line
    assert begin(path, out).wait() == 2
    assert out.read_bytes() == whole


def test_a_file_of_results_is_continued_or_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "set.txt", tmp_path / "out.jsonl"
    words = ["check", str(path), "--out", str(out)]
    path.write_text(f"{UNIQUE}\n{NONE}\n{UNIQUE}\n")
    assert call(capfd, *words)[:2] == (1, "")
    rows = out.read_bytes()
    code, _, err = call(capfd, *words)
    assert (code, err) == (2, f"coversat: {out} exists; --resume continues it\n")
    code, _, err = call(capfd, *words, "--resume")
    assert code == 1  # as the whole run
    assert err.startswith("3 puzzles: 2 unique, 1 none (3 of them before)")
    for changed, said in [
        ((UNIQUE, MULTIPLE, UNIQUE), f"{out}:2: not the result of {path} #2; the input was changed"),
        ((UNIQUE, NONE), f"{out}:3: the input has no more puzzles; it was changed"),
    ]:
        path.write_text("".join(f"{line}\n" for line in changed))
        code, _, err = call(capfd, *words, "--resume")
        assert (code, err) == (2, f"coversat: {said}\n")
    path.write_text(f"{UNIQUE}\n{NONE}\n{UNIQUE}\n")
    code, _, err = call(capfd, "solve", *words[1:], "--resume")
    assert code == 2
    assert "a result of 'check', not 'solve'" in err
    assert out.read_bytes() == rows
    out.write_text("hello\n")
    assert call(capfd, *words, "--resume")[2] == f"coversat: {out}:1: expected a result of coversat\n"
    assert out.read_text() == "hello\n"
    for notes in ("my notes", '{"file": "important.json", "keep": 1}', "{"):
        out.write_text(notes)
        code, _, err = call(capfd, *words, "--resume")
        assert (code, out.read_text() == notes) == ((1, False) if notes == "{" else (2, True))
    code, _, err = call(capfd, "check", str(path), "--resume")
    assert code == 2
    assert "--resume continues the file of --out" in err


def test_without_processes_a_set_is_asked_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser; what wants processes of its own is refused."""
    monkeypatch.setattr(sets, "NO_PROCESSES", (sys.platform,))
    monkeypatch.setattr(sets, "PATIENCE", 0.0)
    lines = [UNIQUE, NONE, MULTIPLE] * 10
    found = [
        result.status
        for _, result in pairs(run(Request("check"), entries_of(tmp_path, *lines), AsFindings()))
    ]
    assert found == ["unique", "none", "multiple"] * 10
    for wanted in ({"jobs": 2}, {"memory": 2**30}):
        with pytest.raises(SolverError, match="cannot start"):
            list(run(Request("check", **wanted), entries_of(tmp_path, UNIQUE), AsFindings()))


def test_processes_are_begun_for_puzzles_that_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the first took."""

    class BegunError(Exception):
        pass

    def begin(*_: Any) -> None:
        raise BegunError

    monkeypatch.setattr(sets, "PATIENCE", 0.0)
    monkeypatch.setattr(sets, "_executor", begin)
    assert len(list(pairs(run(Request("check"), entries_of(tmp_path, UNIQUE), AsFindings())))) == 1
    several = pairs(run(Request("check"), entries_of(tmp_path, UNIQUE, UNIQUE), AsFindings()))
    assert next(several)[1].status == "unique"
    with pytest.raises(BegunError):
        next(several)


def test_the_same_keys_for_every_question(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "set.txt"
    path.write_text(f"{UNIQUE}\n{MULTIPLE}\n")
    keys = set()
    for command in ("check", "solve", "count"):
        for options in ([], ["--nodes", "1", "--via", "search/blanks"], ["--via", "cover/dancing-links"]):
            _, out, _ = call(capfd, command, "--json", str(path), *options)
            keys |= {tuple(json.loads(line)) for line in out.splitlines()}
    assert len(keys) == 1
    _, out, _ = call(capfd, "check", "--json", "--times", str(path))
    assert all(json.loads(line)["seconds"] > 0 for line in out.splitlines())


def test_sets_are_certified_as_one_is(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "set.txt"
    path.write_text(f"{UNIQUE}\n{NONE}\n{MULTIPLE}\n{MALFORMED}\n")
    written = []
    for jobs in ([], ["--jobs", "2"]):
        folder = tmp_path / f"certificates{len(jobs)}"
        code, out, _ = call(capfd, "check", "--json", str(path), "--certify", str(folder), *jobs)
        assert code == 2
        rows = [json.loads(line) for line in out.splitlines()]
        assert [row["status"] for row in rows] == ["unique", "none", "multiple", "error"]
        assert [row.get("certificate") for row in rows] == [
            *(str(folder / f"set-{n}") for n in (1, 2, 3)),
            None,
        ]
        assert call(capfd, "verify", str(folder))[0] == 0
        written.append(sorted(each.name for each in folder.iterdir()))
    assert written == [["set-1", "set-2", "set-3"]] * 2


@each(
    "edit",
    [
        {"status": "purple"},
        {"status": "none"},
        {"count": None},
        {"count": -1},
        {"count": True},
        {"exact": 1},
        {"reason": 2},
        {"status": "multiple", "exact": False},
    ],
)
def test_results_that_were_edited_are_refused(
    edit: dict[str, Any], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "set.txt", tmp_path / "out.jsonl"
    path.write_text(f"{UNIQUE}\n")
    words = ["check", str(path), "--out", str(out)]
    assert call(capfd, *words)[0] == 0
    edited = json.dumps(json.loads(out.read_text()) | edit) + "\n"
    out.write_text(edited)
    code, _, err = call(capfd, *words, "--resume")
    assert (code, err) == (2, f"coversat: {out}:1: not a result that coversat writes; it was changed\n")
    assert out.read_text() == edited


@each("command", ["check", "solve", "count"])
def test_every_result_that_is_written_is_taken_again(
    command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "set.txt", tmp_path / "out.jsonl"
    path.write_text(f"{UNIQUE}\n{NONE}\n{MULTIPLE}\n{MALFORMED}\n")
    for more in ([], ["--nodes", "1", "--via", "search/scan"]):
        words = [command, str(path), "--out", str(out), *more]
        code = call(capfd, *words)[0]
        rows = out.read_bytes()
        assert call(capfd, *words, "--resume")[0] == code == 2
        assert out.read_bytes() == rows
        out.unlink()


def test_one_run_at_a_time_writes_a_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    fcntl = pytest.importorskip("fcntl")
    path, out = tmp_path / "set.txt", tmp_path / "out.jsonl"
    path.write_text(f"{UNIQUE}\n")
    out.touch()
    ready, told = os.pipe()
    end, ended = os.pipe()
    holder = os.fork()
    if not holder:
        os.close(ended)
        with out.open("r+b") as file:
            fcntl.lockf(file, fcntl.LOCK_EX)
            os.write(told, b".")
            os.read(end, 1)
        os._exit(0)
    os.read(ready, 1)
    for more in ([], ["--resume"]):
        code, _, err = call(capfd, "check", str(path), "--out", str(out), *more)
        assert (code, err) == (2, f"coversat: {out} is being written by another run\n")
    os.close(ended)
    os.waitpid(holder, 0)
    assert call(capfd, "check", str(path), "--out", str(out))[0] == 0


def test_a_run_of_which_nothing_came_leaves_no_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_works(*_: object) -> None:
        raise SolverError("no scheduler")

    path, out = tmp_path / "set.txt", tmp_path / "out.jsonl"
    path.write_text(f"{UNIQUE}\n")
    monkeypatch.setattr("coversat.answering.sets.sets.run", none_works)
    assert call(capfd, "check", str(path), "--out", str(out)) == (2, "", "coversat: no scheduler\n")
    assert not out.exists()
    link = tmp_path / "link"
    link.symlink_to("target")
    assert call(capfd, "check", str(path), "--out", str(link))[0] == 2
    assert link.is_symlink()
    assert not (tmp_path / "target").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs")
def test_results_go_through_a_fifo_and_cannot_be_continued_there(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path, fifo = tmp_path / "set.txt", tmp_path / "fifo"
    path.write_text(f"{UNIQUE}\n")
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    assert call(capfd, "check", str(path), "--out", str(fifo))[0] == 0
    assert json.loads(os.read(reader, 4096))["status"] == "unique"
    os.close(reader)
    code, _, err = call(capfd, "check", str(path), "--out", str(fifo), "--resume")
    assert (code, err) == (
        2,
        f"coversat: {fifo} is not a regular file, and only a regular file can be continued\n",
    )


# What a log may hold


def test_lines_that_nest_too_deep_are_not_results(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """In a file of results, and in the one of finished parts."""
    path, out = tmp_path / "set.txt", tmp_path / "out.jsonl"
    path.write_text(f"{UNIQUE}\n")
    deep = "[" * 100_000 + "\n"
    out.write_text(deep)
    code, _, err = call(capfd, "check", str(path), "--out", str(out), "--resume")
    assert (code, err) == (2, f"coversat: {out}:1: expected a result of coversat\n")
    out.unlink()
    parts = tmp_path / "out.jsonl.parts"
    parts.write_text(deep)
    words = ["count", str(path), "--jobs", "2", "--out", str(out), "--resume"]
    code, _, err = call(capfd, *words)
    assert (code, err) == (2, f"coversat: {parts}:1: not a part that coversat wrote; the file was changed\n")


def test_results_belong_to_puzzles_whatever_their_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A moved file, a byte order mark and CR LF are accepted; numbers are trusted as they stand."""
    first, second, out = tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "out.jsonl"
    first.write_text(f"{UNIQUE}\n{NONE}\n")
    second.write_text(first.read_text())
    assert call(capfd, "check", str(first), "--out", str(out))[0] == 1
    rows = out.read_bytes()
    for changed in (rows, b"\xef\xbb\xbf" + rows, rows.replace(b"\n", b"\r\n")):
        out.write_bytes(changed)
        assert call(capfd, "check", str(second), "--out", str(out), "--resume")[0] == 1
        assert out.read_bytes() == changed


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory as Linux has them")
def test_the_end_of_the_memory_is_unknown(tmp_path: Path) -> None:
    """Where no worker can be started, and where the system refuses memory."""
    program = (
        "import resource, sys; from coversat.cli import exit_code\n"
        "resource.setrlimit(resource.RLIMIT_AS, (200_000 * 1024,) * 2)\n"
        "sys.exit(exit_code(sys.argv[1:]))"
    )
    words = [sys.executable, "-c", program, "count", str(EXAMPLES / "queens" / "eight.txt"), "--jobs", "2"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) in ((3, ""), (0, f"exactly 92 {words[4]} #1\n"))
    assert done.returncode == 0 or "memory" in done.stderr
