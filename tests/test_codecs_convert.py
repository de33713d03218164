"""``coversat convert`` and ``coversat list forms``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coversat.cli import exit_code
from coversat.problems import KINDS, forms, read

CASES = """2
2
0 0
0 1
2
1 2 1 5
2 1 0 5
3
0 0 0
0 1 1
0 1 1
4
2 1 0 4
3 1 0 3
1 2 1 4
1 3 1 3
"""
LINKS = "https://puzz.link/p?kakuro/1/1/k55\nhttps://puzz.link/p?kakuro/2/2/n4343\n"


@pytest.fixture
def two(tmp_path: Path) -> str:
    path = tmp_path / "two.txt"
    path.write_text(CASES)
    return str(path)


def test_every_case_is_written(two: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["convert", two, "--to", "puzzlink"]) == 0
    assert capsys.readouterr().out == LINKS
    assert read(LINKS).problems == read(CASES).problems


def test_one_case(two: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.txt"
    assert exit_code(["convert", two, "--to", "picture", "--case", "2", "-o", str(out)]) == 0
    assert capsys.readouterr().out == ""
    assert read(out.read_text()).problems == read(CASES).problems[1:]
    assert exit_code(["convert", two, "--to", "picture", "--case", "3"]) == 2
    assert "there is no case 3" in capsys.readouterr().err


def test_several_cases_for_a_form_of_one(two: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["convert", two, "--to", "picture"]) == 2
    assert "it holds 2 puzzles; name one with --case" in capsys.readouterr().err


def test_a_case_that_the_form_cannot_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sizes.txt"
    path.write_text("." * 81 + "\n" + "." * 64 + "\n")
    assert exit_code(["convert", str(path), "--to", "hodoku"]) == 2
    assert "case 2: HoDoKu's library states sudokus of side 9" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("form", "said"),
    [("nothing", "there are algospot, picture, puzzlink"), ("penpa", "can be read but not written")],
)
def test_forms_that_are_not_written(
    two: str, form: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["convert", two, "--to", form]) == 2
    assert said in capsys.readouterr().err


def test_no_puzzle_and_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.txt"
    path.write_text("<opensudoku></opensudoku>")
    assert exit_code(["convert", str(path), "--to", "oneline"]) == 2
    assert "at least one puzzle" in capsys.readouterr().err
    path.write_text("https://puzz.link/p?kakuro/2/2/n434")
    assert exit_code(["convert", str(path), "--to", "picture"]) == 2
    assert f"{path}:1:36: expected a clue" in capsys.readouterr().err


def test_list_forms(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["list", "forms", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    expected = [
        (kind, form.name, "in, out" if form.write else "in") for kind in KINDS for form in forms(kind)
    ]
    assert [(row["kind"], row["name"], row["use"]) for row in rows] == expected
