"""Measuring what crashes, never answers or is damaged: told as such, and never as a success."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

import pytest

from coversat.cli import exit_code
from coversat.deadline import Deadline
from coversat.lab.measuring import Measurement, measure_run
from coversat.problems import read
from coversat.routing import external_route

FOUR = "1000020000300004\n"


def measured(command: str, seconds: float) -> Measurement:
    said: dict[str, object] = {}
    (problem,) = read(FOUR).problems
    measure_run(
        problem, external_route("sudoku", None, command), lambda **fields: said.update(fields), seconds
    )
    return Measurement(**said)  # type: ignore[arg-type]


def test_a_solver_that_never_answered_has_no_time_of_an_answer() -> None:
    found = measured("sh -c 'sleep 1000'", 0.2)
    assert found.verdict == "unknown"
    assert (found.first, found.proof) == (None, None)
    assert found.reduce is not None


def test_a_route_that_crashed_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "four.txt"
    path.write_text(FOUR)
    for command in ("compare", "bench"):
        words = [command, str(path), "--routes", "search/blanks"]
        assert exit_code(words) == 0
        assert exit_code([*words, "--solver-command", "echo hello"]) == 3
        assert "external:echo hello" in capsys.readouterr().out


def test_a_damaged_store_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle, store, page = tmp_path / "four.txt", tmp_path / "b.db", tmp_path / "page.html"
    puzzle.write_text(FOUR)
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


@pytest.mark.parametrize(
    "damage", ["update puzzles set name = cast(x'ff' as text)", "update facts set value = '{'"]
)
def test_a_store_that_holds_what_is_none(
    damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle, store = tmp_path / "four.txt", tmp_path / "b.db"
    puzzle.write_text(FOUR)
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
    Path(puzzle).write_text(FOUR)
    store = str(tmp_path / "b.db")
    words = ["bench", puzzle, "--routes", "search/blanks", "--store", store]
    monkeypatch.setattr(sys, "argv", ["coversat", *words])  # the store holds the command as it was typed
    assert exit_code() == 0
    assert exit_code(["report", store]) == 0
    page = tmp_path / "page.html"
    code = exit_code(["report", store, "--html", str(page), "--title", os.fsdecode(b"a\xffb")])
    assert code == 0 or "pip install" in capsys.readouterr().err
    assert code == 2 or "a\ufffdb" in page.read_text()


def test_the_time_of_a_program_that_says_no_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not waited for, and neither are its children."""
    from coversat.lab import measuring as machine

    monkeypatch.setattr(machine, "PATIENCE", 0.1)
    program = tmp_path / "hang.sh"
    program.write_text("#!/bin/sh\nsleep 1000 & sleep 1000 & wait\n")
    program.chmod(0o755)
    begun = Deadline(100)
    assert "hang.sh" not in machine.versions([str(program)])
    begun.check()


def test_a_file_that_the_system_refuses_is_not_called_foreign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = tmp_path / "four.txt"
    puzzle.write_text(FOUR)
    assert (
        exit_code(["bench", str(puzzle), "--routes", "search/*", "--store", str(tmp_path / "none" / "b.db")])
        == 2
    )
    assert capsys.readouterr().err.endswith("b.db: unable to open database file\n")
    foreign = tmp_path / "foreign.db"
    foreign.write_text("no database at all\n" * 100)
    assert exit_code(["report", str(foreign)]) == 2
    assert "it is not a store of measurements: file is not a database" in capsys.readouterr().err
