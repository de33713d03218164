"""What every command takes for FILE, and the notes about texts."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from command_line import call
from each import each
from test_codecs_setters import SUDOKUPAD, drawing, link

from coversat import InputError, read

LINK = "https://puzz.link/p?sudoku/4/4/1u"
"""A 4x4 with a 1 in its first cell."""
IN_WORDS = link(drawing(metadata={"rules": "All digits are prime."}), SUDOKUPAD)
IN_WORDS_NAME = f"{IN_WORDS[:57]}..."
AMBIGUOUS = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
"""A sudoku with all cells given; or an exact cover by any one of three options."""


COMMANDS = [
    ["check"], ["solve"], ["count"], ["explain"], ["candidates"], ["grade"], ["export"],
    ["convert", "--to", "oneline"], ["draw"], ["compare", "--routes", "search/blanks"], ["metrics"],
]  # fmt: skip


@each("words", COMMANDS, ids=lambda words: words[0])
def test_a_link_is_a_text(words: list[str], capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = call(capfd, *words, LINK)
    (tmp_path / "x.txt").write_text(f"{LINK}\n")
    by_file = call(capfd, *words, str(tmp_path / "x.txt"))
    assert (code, err) == (by_file[0], "")
    if words[0] not in ("compare",):  # which tells times
        assert out == by_file[1].replace(str(tmp_path / "x.txt"), LINK)


def test_links_among_files_and_their_mistakes(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = LINK.replace("1u", "5u")
    code, out, err = call(capfd, "count", LINK, bad, LINK)
    assert (code, out) == (2, f"exactly 72 {LINK} #1\n" * 2)
    assert err.startswith(f"{bad}:1:32: expected")
    # As every JSON object has the whole link.
    code, out, _ = call(capfd, "check", "--json", IN_WORDS)
    assert json.loads(out)["file"] == IN_WORDS
    assert call(capfd, "check", LINK, LINK, "--certify", str(tmp_path))[0] == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link-1", "link-1-2"]


@each("words", COMMANDS, ids=lambda words: words[0])
def test_rules_in_words_are_reported(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    _, out, err = call(capfd, *words, IN_WORDS)
    assert err == f"{IN_WORDS_NAME}: the link's rules in words were not read\n"
    assert "in words" not in out


def test_the_note_comes_once_a_file_not_in_objects(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, out = tmp_path / "links.txt", tmp_path / "out.jsonl"
    quiet = link(drawing(), SUDOKUPAD)
    path.write_text(f"{quiet}\n{SUDOKUPAD}N4I!\n{IN_WORDS}\n{IN_WORDS}\n")
    note = f"{path}: the link's rules in words were not read\n"
    for words in (["check", "--brief"], ["candidates"], ["count", "--json"], ["count", "--jobs", "2"]):
        code, text, err = call(capfd, *words, str(path))
        assert code == 2
        assert err.count(note) == 1
        assert "in words" not in text
    assert call(capfd, "count", str(path), "--out", str(out))[2].startswith(note)
    assert "in words" not in out.read_text()


def test_ambiguous_texts_are_reported_with_their_kind(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "x.txt"
    path.write_text(AMBIGUOUS)
    assert call(capfd, "check", str(path))[1] == f"UNIQUE {path} #1 (read as sudoku)\n"
    assert call(capfd, "count", str(path))[1] == f"exactly 1 {path} #1 (read as sudoku)\n"
    assert call(capfd, "check", str(path), "--kind", "sudoku")[1] == f"UNIQUE {path} #1\n"
    assert call(capfd, "check", str(path), "--kind", "cover", "--brief")[1] == f"MULTIPLE {path} #1\n"
    code, out, err = call(capfd, "solve", str(path))
    assert (code, out, err) == (0, AMBIGUOUS, f"{path} #1: read as sudoku\n")
    for command in ("explain", "export", "draw"):
        assert call(capfd, command, str(path))[2] == f"{path}: read as sudoku\n"


def test_the_ending_of_a_file_is_a_hint(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.dlx"
    path.write_text(AMBIGUOUS)
    assert call(capfd, "count", str(path))[1] == f"exactly 3 {path} #1 (read as cover)\n"
    assert call(capfd, "explain", str(path))[1].startswith(f"MULTIPLE {path} #1")
    path.with_suffix(".cnf").write_text("junk\n")
    code, _, err = call(capfd, "check", str(path.with_suffix(".cnf")))
    assert code == 2
    assert "p cnf" in err


@each(
    ("text", "shown"),
    [
        ("queens 8", "exactly 92 queens 8 #1\n"),
        ("langford 3", "exactly 2 langford 3 #1\n"),
        ("1...\n..2.\n.3..\n...4\n", "exactly 1 1...\\n..2.\\n.3..\\n...4\\n #1\n"),
        ("1.....2..3.....4", "exactly 1 1.....2..3.....4 #1\n"),
    ],
)
def test_a_text_may_stand_for_a_file(text: str, shown: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert call(capfd, "count", text) == (0, shown, "")
    for command in ("check", "solve", "explain", "candidates", "export", "draw", "metrics"):
        assert call(capfd, command, text)[0] in (0, 1)


def test_a_file_comes_before_a_text(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("queens 8").write_text("queens 6\n")
    assert call(capfd, "count", "queens 8") == (0, "exactly 4 queens 8 #1\n", "")
    for name in ("queens", "queens x", "missing.txt", "\udcff", "", "x" * 300, "123", "...", "0"):
        code, out, err = call(capfd, "check", name)
        assert (code, out) == (2, "")
        assert "No such file" in err or "name" in err


def test_names_that_are_no_files(capfd: pytest.CaptureFixture[str]) -> None:
    puzzle = "1.3..4..21.....2"
    commas = (
        "No such file or directory; names of routes are separated by commas, as in --routes cnf:minimal,cover"
    )
    for words, hint in (
        (("solve", "nurikabe"), "'coversat example nurikabe' prints a nurikabe"),
        (("export", "nurikabe"), "'coversat example nurikabe' prints a nurikabe"),
        (("metrics", puzzle, "--routes", "cnf:minimal", "cover"), commas),
        (("compare", puzzle, "--routes", "cnf:minimal", "cnf:ext*"), commas),
        (("strength", puzzle, "--via", "cover", "cnf:minimal"), commas),
    ):
        code, _, err = call(capfd, *words)
        assert (code, hint in err) == (2, True), (words, err)


def test_a_hint_is_for_the_command_line_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The library, and the page, get the message without it."""
    path = tmp_path / "x.txt"
    path.write_text("hello hello\n")
    message = "expected a puzzle, found a text in no known form"
    hint = "'coversat list forms' lists the forms, and --kind chooses a kind"
    for command in ("check", "explain", "grade"):
        assert call(capfd, command, str(path))[2].splitlines()[0] == f"{path}:1:1: {message}; {hint}"
    for command in ("check", "explain", "grade"):
        assert json.loads(call(capfd, command, str(path), "--json")[1])["message"] == message
    with pytest.raises(InputError) as raised:
        read(path)
    assert (str(raised.value).splitlines()[0], raised.value.hint) == (f"{path}:1:1: {message}", hint)
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)
