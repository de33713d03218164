"""`steps` and `hint`: what they print, write and refuse, and their pictures."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from each import each
from step_cases import PUZZLES, steps_of

from coversat.cli import exit_code
from coversat.setters.commands import stepping
from coversat.setters.steps.pictures import draw_steps


@each("name", ["kurodoko", "hitori", "slitherlink", "masyu", "a letter"])
def test_a_picture_has_a_board_for_each_step_with_a_rule(name: str) -> None:
    found = steps_of(name)
    svg = draw_steps(found.puzzle, found.steps).svg
    numbers = [number for number, step in enumerate(found.steps, 1) if step.all_rules]
    assert numbers
    assert all(f">{number}. " in svg for number in numbers)


def test_a_kind_without_a_board_is_refused_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stepping, "steps", pytest.fail)
    monkeypatch.setattr(stepping, "hint", pytest.fail)
    path = tmp_path / "cover.txt"
    path.write_text(PUZZLES["cover"])
    for command in ("steps", "hint"):
        assert exit_code([command, str(path), "-o", str(tmp_path / "x.svg"), "--json"]) == 2
        row = json.loads(capsys.readouterr().out)
        assert row["file"] == f"{path} #1"
        assert "has no board on which steps could be drawn" in row["message"]


def test_lists_of_no_steps_say_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["steps", "fillomino 2 3\n- - -\n- - 6\n"]) == 0
    assert "no step is needed" in capsys.readouterr().out
    empty = "fillomino 50 50\n" + ("- " * 50 + "\n") * 50
    assert exit_code(["steps", empty, "--timeout", "0.05"]) == 3
    assert "left open" not in capsys.readouterr().out  # not even the formula was built


def test_a_picture_of_steps_is_not_written_by_a_run_that_failed(tmp_path: Path) -> None:
    good, picture = tmp_path / "good.txt", tmp_path / "steps.svg"
    good.write_text(PUZZLES["larger"])
    assert exit_code(["steps", str(good), str(tmp_path / "missing.txt"), "-o", str(picture)]) == 2
    assert not picture.exists()
    # No time to read it: there is no puzzle, and that is unknown.
    assert exit_code(["steps", str(good), "--timeout", "1e-9", "-o", str(picture)]) == 3
    assert not picture.exists()
    assert exit_code(["steps", str(good), "-o", str(picture)]) == 0
    assert picture.exists()


def test_steps_as_rows_have_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each conclusion is open in the position before its step, and settled or removed in the next."""
    file = tmp_path / "two.txt"
    file.write_text(PUZZLES["larger"])
    assert exit_code(["steps", str(file), str(file), "--jsonl"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 2 * len(steps_of("larger").steps)
    assert all(row["accepted"] for row in rows)
    for row, following in pairwise(rows):
        for fact in row["conclusions"]:
            before, after = row["position"][fact["place"]], following["position"][fact["place"]]
            assert fact["value"] in before
            if following["number"] > row["number"]:
                assert (fact["value"] in after) == fact["holds"]


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle, steps = tmp_path / "puzzle.txt", tmp_path / "steps.json"
    puzzle.write_text(PUZZLES["a cut"])
    assert exit_code(["steps", str(puzzle)]) == 0
    *_, cut, last = capsys.readouterr().out.splitlines()
    assert cut.endswith(
        "r4c1 is not shaded: cells that are not shaded are connected (r4c2 with r1c2) [1 cut]"
    )
    assert last == "hardest step: 3 rules; 16 steps"
    assert exit_code(["steps", str(puzzle), "--json"]) == 0
    written = capsys.readouterr().out
    for text, code, words in (
        (written, 0, "ACCEPTED UNIQUE"),
        (written.replace("true", "false"), 1, "REFUSED"),
    ):
        steps.write_text(text)
        assert exit_code(["verify", str(steps)]) == code
        assert capsys.readouterr().out.startswith(words)
    position, picture = tmp_path / "position.txt", tmp_path / "hint.svg"
    for text, code, words in (
        ("x???\n????\n????\n????", 0, f"{puzzle} #1: "),
        (
            "????\nx???\n????\n????",
            1,
            f"{position}: 1 entry is wrong:\n  line 2, column 1: r2c1 is ",
        ),
    ):
        position.write_text(text)
        assert exit_code(["hint", str(puzzle), str(position), "-o", str(picture)]) == code
        assert capsys.readouterr().out.startswith(words)
        assert picture.read_text().startswith("<svg")
