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
AMBIGUOUS = "- 2 - 4\n3 - - -\n- - 4 -\n- 3 - -\n"
"""A sudoku, or a board of several other kinds."""


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
    said = "not read: rules in words"
    if words[0] in ("check", "count"):
        assert (err, out.splitlines()[0].endswith(f" #1 ({said})")) == ("", True)
    else:
        assert err == f"{IN_WORDS_NAME}: {said}\n"
    code, out, err = call(capfd, *words, IN_WORDS, "--strict")
    assert (code, out) == (2, "")
    assert "expected a text that is read whole, but this was not read: rules in words" in err


def test_what_was_not_read_is_in_every_result(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, out = tmp_path / "links.txt", tmp_path / "out.jsonl"
    quiet = link(drawing(), SUDOKUPAD)
    path.write_text(f"{quiet}\n{SUDOKUPAD}N4I!\n{IN_WORDS}\n{IN_WORDS}\n")
    for words in (["check", "--brief"], ["count"], ["count", "--jobs", "2"]):
        code, text, _ = call(capfd, *words, str(path))
        assert code == 2
        assert [line.endswith("(not read: rules in words)") for line in text.splitlines()] == [
            False,
            True,
            True,
        ]
    known = [None, None, ["rules in words"], ["rules in words"]]
    _, text, _ = call(capfd, "count", str(path), "--json")
    assert [json.loads(line)["unread"] for line in text.splitlines()] == known
    call(capfd, "count", str(path), "--out", str(out))
    assert [json.loads(line)["unread"] for line in out.read_text().splitlines()] == known
    _, text, _ = call(capfd, "count", str(path), "--json", "--strict")
    assert [json.loads(line)["status"] for line in text.splitlines()] == ["multiple", *["error"] * 3]


def test_texts_with_several_readings_are_refused(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text(AMBIGUOUS)
    for command in ("check", "solve", "explain", "export", "draw"):
        code, out, err = call(capfd, command, str(path))
        assert (code, out) == (2, "")
        assert "found sudoku 4x4 or a board of a kind that it does not name; --kind sudoku reads" in err
        assert "others are --kind akari, fillomino, futoshiki, numbrix, minesweeper" in err
    assert call(capfd, "count", str(path), "--kind", "sudoku")[1] == f"exactly 2 {path} #1\n"
    for kind in ("fillomino", "hitori"):
        path.with_suffix(f".{kind}").write_text(AMBIGUOUS)
        _, out, _ = call(capfd, "count", str(path.with_suffix(f".{kind}")), "--json")
        stated = json.loads(out)
        assert (stated["kind"], stated["form"], stated["kind_from"]) == (kind, "bare", "name")


def test_what_states_the_kind(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = "12..\n..12\n....\n....\n"
    path = tmp_path / "x.sdk"
    path.write_text(board)
    for words, known in (
        ([str(path)], "name"),
        ([board], "shape"),
        ([board, "--kind", "sudoku"], "option"),
        ([board, "--form", "compact"], "option"),
        ([f"{board}diagonal down\n"], "text"),
        ([LINK], "text"),
    ):
        _, out, _ = call(capfd, "count", "--json", *words)
        assert json.loads(out)["kind_from"] == known, words
    assert call(capfd, "check", board, "--form", "nonsense")[0] == 2


def test_the_ending_of_a_file_states_the_kind(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.dlx"
    path.write_text("a b c\na b\nc\n")
    assert call(capfd, "count", str(path))[1] == f"exactly 1 {path} #1\n"
    path.with_suffix(".cnf").write_text("junk\n")
    code, _, err = call(capfd, "check", str(path.with_suffix(".cnf")))
    assert code == 2
    assert "p cnf" in err


@each(
    ("text", "shown"),
    [
        ("queens 8", "exactly 92 queens 8 #1\n"),
        ("langford 3", "exactly 2 langford 3 #1\n"),
        ("1...\n..2.\n.3..\n...4\n", "exactly 1 1...\\n..2.\\n.3..\\n...4\\n #1 (sudoku 4x4)\n"),
        ("1.....2..3.....4", "exactly 1 1.....2..3.....4 #1 (sudoku 4x4)\n"),
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
    expected = "expected a board, alone or in a field of a row, or a text that begins with its kind"
    message = f"{expected}, found a text in no known form"
    hint = "'coversat list forms' lists the forms, and --kind chooses a kind"
    for command in ("check", "explain", "grade"):
        assert call(capfd, command, str(path))[2].splitlines()[0] == f"{path}:1:1: {message}; {hint}"
    for command in ("check", "explain", "grade"):
        assert json.loads(call(capfd, command, str(path), "--json")[1])["message"] == message
    with pytest.raises(InputError) as raised:
        read(path)
    assert (str(raised.value).splitlines()[0], raised.value.hint) == (f"{path}:1:1: {message}", hint)
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


@each(
    "words",
    ["convert {} --to spaced", "metrics {} --via cover", "compare {} --via cover", "export {}", "draw {}"],
)
def test_what_a_text_was_read_as_is_said_once(
    words: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.txt"
    for heading, said in (("", f"{path}: read as sudoku 4x4\n"), ("boxes 2x2\n", "")):
        path.write_text(f"{heading}1...\n..2.\n.3..\n...4\n")
        code, _, err = call(capfd, *words.format(path).split())
        assert (code, err) == (0, said)


def test_an_id_of_a_game_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capfd, "check", "3x3:1_2c_4d")
    assert code == 2
    assert "No such file or directory; it looks like the id of a game, which is not read" in err
    _, _, err = call(capfd, "check", "https://example.org/solo.html#3x3:1_2c_4d")
    assert err.count("the id of a game") == 1


def test_a_member_that_no_set_has_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(
        '{"kind": "hitori", "puzzle": "hitori 2 2\\n1 2\\n2 1", "rules": "shaded cells may touch"}\n'
    )
    code, _, err = call(capfd, "check", str(path))
    assert (code, "of a hitori, found 'rules'" in err) == (2, True)
