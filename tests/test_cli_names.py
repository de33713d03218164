"""Names of files and lines of input, as they are printed: in one line, and nothing that moves a terminal."""

from __future__ import annotations

import io
import json
import os
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from command_line import command_line
from each import each

from coversat.base.errors import InputError, visible
from coversat.cli import exit_code

PUZZLE = "1...\n..3.\n.4..\n...2\n"
ODD = "a\nb\x1b]0;owned\x07c.txt"
SHOWN = r"a\nb\x1b]0;owned\x07c.txt"
FULL = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full device")


def odd(folder: Path, text: str = PUZZLE) -> str:
    """A file whose name has control characters."""
    (folder / ODD).write_text(text)
    return str(folder / ODD)


@each(
    ("text", "expected"),
    [
        ("plain é 数 'x'", "plain é 数 'x'"),
        ("a\nb\tc\0", r"a\nb\tc\x00"),
        ("\x1b[2J\x9b2J\x7f\u2028", r"\x1b[2J\x9b2J\x7f\u2028"),
        ("\udcff", "\udcff"),
    ],
)
def test_control_characters_are_spelled(text: str, expected: str) -> None:
    assert visible(text) == expected
    assert visible(visible(text)) == expected
    assert visible(text, kept="\n\t").count("\n") == text.count("\n")


COMMANDS = [
    *("check", "check --brief", "solve", "count", "explain", "candidates", "grade", "estimate", "metrics"),
    *("convert --to killer", "draw --solve", "compare --routes search/blanks", "export", "verify"),
    *("check --out {}/x.jsonl", "check --via nothing", "explain --towards {}", "decode {}", "report"),
    *("check --certify {}", "count --jobs 2", "solve --case 7", "draw --case 9", "convert --to penpa -o {}"),
]


@pytest.mark.thorough
@each("words", COMMANDS)
@each("text", [PUZZLE, "1.a.\n....\n", "....\n" * 4, "\x1b]0;x\x07\n", None])
def test_no_command_prints_a_name_raw(words: str, text: str | None, tmp_path: Path) -> None:
    name = str(tmp_path / ODD) if text is None else odd(tmp_path, text)
    command, *others = words.split()
    done = command_line(command, name, *(word.format(name) for word in others))
    assert not {"\x1b", "\x07"} & set(done.output)
    assert "a\nb" not in done.output


def test_a_name_takes_one_line(tmp_path: Path) -> None:
    done = command_line("check", "--brief", odd(tmp_path))
    assert done.output == f"UNIQUE {tmp_path}/{SHOWN} #1 (sudoku 4x4)\n"
    done = command_line("check", str(tmp_path / f"no{ODD}"))
    assert done.output == f"{tmp_path}/no{SHOWN}: No such file or directory\n"
    name = odd(tmp_path, "1.x.\n....\n....\n....\n")
    assert command_line("check", name).output.startswith(f"{tmp_path}/{SHOWN}:1:3: expected")
    assert str(InputError(ODD, "it is odd")) == f"{SHOWN}: it is odd"


def test_json_has_the_name_itself(tmp_path: Path) -> None:
    name = odd(tmp_path)
    assert json.loads(command_line("check", "--json", name).stdout)["file"] == name
    assert json.loads(command_line("explain", "--json", f"{name}x").stdout)["file"] == f"{name}x"


class Terminal(io.StringIO):
    """A stream that says it is one."""

    def isatty(self) -> bool:
        return True


def test_what_a_puzzle_calls_its_items_is_spelled_on_a_terminal_alone(tmp_path: Path) -> None:
    """Other programs get the answer as it is: it is read again."""
    (tmp_path / "x.cover").write_text("a\x1b]0;x\x07 b\na\x1b]0;x\x07\nb\n")
    words = ["solve", str(tmp_path / "x.cover")]
    assert command_line(*words).stdout == "a\x1b]0;x\x07\nb\n"
    with redirect_stdout(Terminal()) as terminal:
        assert exit_code(words) == 0
    assert terminal.getvalue() == "a\\x1b]0;x\\x07\nb\n"


@FULL
@pytest.mark.parametrize("more", [[], ["--jobs", "2"]], ids=["alone", "jobs"])
def test_a_full_device_is_named(more: list[str], tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text(PUZZLE)
    done = command_line("check", str(tmp_path / "x.txt"), "--out", "/dev/full", *more)
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == "coversat: /dev/full: No space left on device"


def test_an_empty_name_is_none(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text(PUZZLE)
    done = command_line("check", str(tmp_path / "x.txt"), "--out", "")
    assert (done.code, "coversat: --out needs the name of a file\n" in done.stderr) == (2, True)
    done = command_line("draw", str(tmp_path / "x.txt"), "-o", "")
    assert (done.code, "not as ''\n" in done.stderr) == (2, True)


def test_a_folder_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    done = command_line("verify", str(tmp_path / "nosuch"))
    assert (done.code, f"coversat: there is no folder {tmp_path}/nosuch\n" in done.stderr) == (2, True)


@each(
    ("words", "said"),
    [
        (["--candidates", "--solve"], "--candidates draws no answer: leave out --solve"),
        (["--candidates", "answer.txt"], "--candidates draws no answer"),
        (["--all", "--candidates"], "--all draws every puzzle: leave out --candidates, --case"),
        (["--all", "--case", "1"], "--all draws every puzzle"),
    ],
)
def test_what_pictures_cannot_show_together(words: list[str], said: str) -> None:
    done = command_line("draw", "puzzle.txt", *words)
    assert (done.code, said in done.stderr) == (2, True)
