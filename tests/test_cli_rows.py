"""Rows as CSV beside JSON, lists on a terminal, `help` and `example`."""

from __future__ import annotations

import csv
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from command_line import command_line
from each import each

import coversat
from coversat.cli import commands, exit_code, groups
from coversat.problems import KINDS, find_form, read

ROOT = Path(__file__).resolve().parent.parent
ONE_LINE, BOJ2239 = (str(ROOT / "examples" / "sudoku" / f"{name}.txt") for name in ("oneline", "boj2239"))


def table(*words: str) -> list[dict[str, str]]:
    done = command_line(*words, "--csv")
    assert all(": read as sudoku " in line for line in done.stderr.splitlines())
    return list(csv.DictReader(io.StringIO(done.stdout)))


def objects(*words: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in command_line(*words, "--json").stdout.splitlines()]


@each(
    "words",
    [
        ("check", ONE_LINE),
        ("count", ONE_LINE, BOJ2239),
        ("solve", ONE_LINE, "--limit", "2"),
        ("list", "solvers"),
        ("routes", "3sat", "clique"),
        ("routes", "queens"),
        ("grade", BOJ2239),
        ("estimate", str(ROOT / "examples" / "queens" / "eight.txt")),
    ],
)
def test_csv_has_what_json_has(words: tuple[str, ...]) -> None:
    """Objects in an object are columns of their own, lists are JSON."""
    rows, found = table(*words), objects(*words)
    assert len(rows) == len(found) > 0
    for row, one in zip(rows, found, strict=True):
        for name, value in one.items():
            if isinstance(value, (list, bool)):
                assert json.loads(row[name]) == value
            elif not isinstance(value, dict) and name != "took":
                assert row[name] == ("" if value is None else str(value)), name


def test_csv_of_routes_and_reductions() -> None:
    rows = table("compare", BOJ2239, "--via", "cnf:minimal,cover,search/scan")
    assert [(row["route"], row["effort_unit"]) for row in rows] == [
        ("cnf:minimal/cadical195", "conflicts"),
        ("cover/bitset", "nodes"),
        ("search/scan", "nodes"),
    ]
    assert [row["variables_or_items"] for row in rows] == ["729", "324", ""]
    rows = table("metrics", BOJ2239, "--via", "cnf:minimal,cover/bitset")
    assert [(row["reduction"], row["variables_or_items"]) for row in rows] == [
        ("cnf:minimal", "729"),
        ("cover", "324"),
    ]
    (row,) = table("bench", BOJ2239, "--via", "cover")
    assert (row["route"], row["solved"], row["inapplicable"]) == ("cover/bitset", "1", "0")


def test_errors_are_no_rows(tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("1.3.\n....\n.x..\n....\n")
    for command in ("check", "grade"):
        done = command_line(command, BOJ2239, str(broken), "--csv")
        assert done.code == 2
        assert len(done.stdout.splitlines()) == 2
        assert done.stderr.startswith(f"{broken}:3:2: expected")
    for words in (["--csv", "--json"], ["--csv", "--out", "x"]):
        assert command_line("check", BOJ2239, *words).code == 2


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@each("what", ["problems", "reductions", "solvers", "forms", "constraints"])
def test_a_list_fits_a_terminal(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with redirect_stdout(Terminal()) as terminal:
        assert exit_code(["list", what]) == 0
    shown = terminal.getvalue()
    assert max(map(len, shown.splitlines())) <= 80
    words = shown.split()
    for row in objects("list", what):
        about = row.pop("about").split()
        assert all(
            name.split()[0].rstrip(":") in {word.rstrip(":") for word in words} for name in row.values()
        )
        assert " ".join(about) in " ".join(words), row


@each("kind", KINDS)
def test_every_kind_has_an_example(kind: str) -> None:
    """It is recognised, written as its form writes it or as people do, and has an answer."""
    text = command_line("example", kind).stdout
    assert text == coversat.example(kind)
    document = read(text)
    assert [problem.kind for problem in document.problems] == [kind]
    assert find_form(kind, document.form.name) is document.form
    assert command_line("check", text.rstrip("\n"), "--brief").code in (0, 1)
    assert "NONE" not in command_line("check", "-", "--brief", stdin=text).stdout


def test_help_of_a_command_is_its_help() -> None:
    for name in commands():
        assert command_line("help", name).stdout == command_line(name, "--help").stdout
    assert command_line("help").stdout == command_line("--help").stdout
    done = command_line("help", "solv")
    assert (done.code, "No such command 'solv'. (Did you mean 'solve'?)" in done.stderr) == (2, True)


def test_commands_are_in_groups() -> None:
    shown = command_line("--help").stdout
    for title, members in groups().items():
        section = shown.partition(f"\n{title}:\n")[2].partition("\n\n")[0]
        names = [line.split()[0] for line in section.splitlines() if line[2] != " "]
        assert names == members


KILLER = "examples/sudoku/killer.txt"


def test_lines_are_of_at_most_eighty_characters_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a table of routes if names are not longer than 24 characters: there they are never broken."""
    monkeypatch.chdir(ROOT)  # so that the name is as long in every checkout
    for words in (
        ("metrics", KILLER),
        ("compare", KILLER, "--routes", "cnf:minimal,cover", "--nodes", "1"),
        ("metrics", KILLER, "--routes", "cnf:minimal,cover"),
    ):
        lines = command_line(*words).stdout.splitlines()
        assert max(map(len, lines)) <= 80, lines
    assert lines[1].split()[-1] == "modularity"
    words = ("metrics", KILLER, "--routes", "cnf:minimal,cover", "--treewidth", "0.1")
    assert command_line(*words).stdout.splitlines()[1].split()[-1] == "width"


def test_names_of_files_are_no_formulas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A spreadsheet runs a cell that begins with one of these signs."""
    monkeypatch.chdir(tmp_path)
    for sign in "=+@":
        name = f"{sign}cmd|calc.txt"
        (tmp_path / name).write_text("1.3..4..21.....2\n")
        for words in (("check", name), ("metrics", name), ("compare", name, "--via", "cnf:minimal")):
            (row,) = table(*words)
            assert next(iter(row.values())).startswith(f"'{name}"), words


def test_control_characters_are_escaped(tmp_path: Path) -> None:
    """Names in a text are those of its author, and what is printed may come to a terminal later."""
    file = tmp_path / "e.dlx"
    file.write_text("a \033[31mX b | c\na b\n")
    for words in (("steps",), ("explain",), ("check",), ("steps", "--json")):
        done = command_line(*words, str(file))
        assert "\033" not in done.output, words
    assert "item \\x1b[31mX is covered once" in command_line("steps", str(file)).stdout
