"""One puzzle asked in parts by commands: results, files, what is gone on with, and what is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import call
from each import each

from coversat.answering.parts import divide
from coversat.answering.parts import run as running

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
LATIN = "latin 5\n" + ".....\n" * 5  # 161,280, as published
SIX = "latin 6\n123456\n" + "......\n" * 5  # 812,851,200 / 720


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are split at once."""
    monkeypatch.setattr(running, "FIRST", 0.0)


def written(path: Path, text: str) -> str:
    path.write_text(text)
    return str(path)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "options", [[], ["--memo-limit", "0"], ["--via", "cover/bitset"], ["--nodes", "9999999"]]
)
def test_a_count(tmp_path: Path, capfd: pytest.CaptureFixture[str], options: list[str]) -> None:
    name = written(tmp_path / "five.txt", LATIN)
    assert call(capfd, "count", name, "--jobs", "2", *options) == (0, f"exactly 161280 {name} #1\n", "")


@pytest.mark.thorough
@each("kind", ["sudoku/two-answers.txt", "queens/eight.txt", "sudoku/boj2239.txt"])
@each("command", [["check"], ["solve", "--all"], ["count"]])
def test_jobs_say_what_one_process_says(
    kind: str, command: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    name = str(EXAMPLES / kind)
    alone, many = call(capfd, *command, name, "--json"), call(capfd, *command, name, "--json", "--jobs", "2")
    assert alone[0] == many[0]
    one, other = json.loads(alone[1]), json.loads(many[1])
    assert other["route"] == "cover/bitset"
    for key in ("status", "count", "exact", "reason", "id"):
        assert one[key] == other[key]
    if command[0] == "solve":
        assert one["answers"] == other["answers"]
    assert len(one["answers"]) == len(other["answers"])


def test_what_cannot_be_cut_is_asked_as_a_set(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path / "five.txt", LATIN)
    for options in (["--limit", "7"], ["--via", "cover/dancing-links", "--limit", "7"]):
        assert call(capfd, "count", name, "--jobs", "2", *options)[1].startswith(f"at least 7 {name} #1")


def test_the_time_is_that_of_the_whole(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path / "eight.txt", "latin 8\n" + "........\n" * 8)
    code, out, err = call(capfd, "count", name, "--jobs", "2", "--timeout", "0.3", "--memo-limit", "0")
    assert (code, err) == (3, "")
    assert out.startswith("at least ")
    assert out.endswith(f" {name} #1 (stopped after 0.3 seconds)\n")


# Kept


def test_results_and_parts(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A limit leaves the parts, from which the next run goes on; at the end they are gone."""
    name, out = written(tmp_path / "six.txt", SIX), tmp_path / "out.jsonl"
    words = ["count", name, "--jobs", "2", "--out", str(out), "--memo-limit", "0"]
    assert call(capfd, *words, "--nodes", "20000")[0] == 3
    first = json.loads(out.read_text())
    assert not first["exact"]
    parts = tmp_path / "out.jsonl.parts"
    assert parts.exists()
    assert call(capfd, *words)[2] == f"coversat: {out} exists; --resume continues it\n"
    assert call(capfd, *words, "--resume")[0] == 0
    (row,) = map(json.loads, out.read_text().splitlines())
    assert (row["count"], row["exact"]) == (812_851_200 // 720, True)
    assert not parts.exists()


@pytest.mark.usefixtures("spawned")
def test_nothing_is_kept_beside_a_device(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    name, out = written(tmp_path / "five.txt", LATIN), tmp_path / "null"
    out.symlink_to(os.devnull)
    assert call(capfd, "count", name, "--jobs", "2", "--nodes", "100", "--out", str(out))[0] == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["five.txt", "null"]


@pytest.mark.thorough
def test_parts_of_another_question_are_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    name, out = written(tmp_path / "six.txt", SIX), tmp_path / "out.jsonl"
    words = ["count", name, "--jobs", "2", "--out", str(out), "--memo-limit", "0", "--resume"]
    assert call(capfd, *words, "--nodes", "20000")[0] == 3
    kept = (tmp_path / "out.jsonl.parts").read_text()
    written(tmp_path / "six.txt", SIX.replace("123456", "123465"))
    code, _, err = call(capfd, *words)
    assert code == 2
    assert err == f"coversat: {out}.parts: the parts of another question; the input was changed\n"
    written(tmp_path / "six.txt", SIX.replace("123456", "12345x"))
    assert call(capfd, *words)[0] == 2
    assert (tmp_path / "out.jsonl.parts").read_text() == kept
    written(tmp_path / "six.txt", SIX)
    for changed in (
        kept.replace('"found"', '"fond"'),
        kept + kept.splitlines()[1] + "\n",
        kept + "[]\n",
        "garbage",
    ):
        (tmp_path / "out.jsonl.parts").write_text(changed)
        code, _, err = call(capfd, *words)
        assert code == 2
        assert "the file was changed" in err
    (tmp_path / "out.jsonl.parts").write_text(kept + '{"place": [')
    assert call(capfd, *words)[0] == 0


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_program_that_is_killed_is_gone_on_with(tmp_path: Path, number: int) -> None:
    name, out = written(tmp_path / "six.txt", SIX), tmp_path / "out.jsonl"
    words = [sys.executable, "-m", "coversat", "count", name, "--jobs", "2", "--out", str(out), "--resume"]
    words += ["--memo-limit", "0"]
    parts = tmp_path / "out.jsonl.parts"
    size = 0
    for _ in range(3):
        with subprocess.Popen(words, stderr=subprocess.PIPE) as running:
            while running.poll() is None and not (parts.exists() and parts.stat().st_size > size + 500):
                time.sleep(0.01)
            running.send_signal(number)
            running.communicate()
        size = parts.stat().st_size if parts.exists() else size
    assert subprocess.run(words, stderr=subprocess.PIPE, check=False).returncode == 0
    (row,) = map(json.loads, out.read_text().splitlines())
    assert (row["count"], row["exact"]) == (812_851_200 // 720, True)
    assert not parts.exists()


# Workers


@pytest.mark.skipif(sys.platform != "linux", reason="forked workers see what is put in a function's place")
def test_workers_that_die(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, mark, parent, do = (
        written(tmp_path / "five.txt", LATIN),
        tmp_path / "died",
        os.getpid(),
        running.run_bundle,
    )

    def dies(*words: object) -> object:
        with mark.open("a") as file:
            file.write("x")
        if always or mark.stat().st_size % 3 == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return do(*words)  # type: ignore[arg-type]

    assert os.getpid() == parent
    monkeypatch.setattr(divide, "run_bundle", dies)
    always = False
    assert call(capfd, "count", name, "--jobs", "2") == (0, f"exactly 161280 {name} #1\n", "")
    always = True
    code, out, err = call(capfd, "count", name, "--jobs", "2")
    assert (code, err) == (3, "")
    assert out.endswith(f" {name} #1 (stopped after the death of its worker by SIGKILL)\n")
