"""What `--help` says: examples that run, plain words, eighty columns."""

from __future__ import annotations

import glob
import re
import shlex
from pathlib import Path

import instances
import pytest
from command_line import command_line
from each import each

from coversat.cli import commands

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def help_text(command: str) -> str:
    done = command_line(command, "--help")
    assert (done.code, done.stderr) == (0, "")
    return done.stdout


def examples(command: str) -> list[str]:
    return re.findall(r"^ {4}(coversat .*)$", help_text(command).partition("Examples:")[2], re.MULTILINE)


PROGRAM = """
import sys
from itertools import product

head, *rows = sys.stdin.read().split("\\n")
n = int(head.split()[1])
for digits in product(*(range(1, n + 1) if cell == "." else [int(cell)] for cell in "".join(rows))):
    lines = [digits[at : at + n] for at in range(0, n * n, n)]
    if all(len({*line}) == n for line in (*lines, *zip(*lines))):
        for line in lines:
            print(*line)
        break
"""
"""A program that fills small Latin squares."""


SLOW = ("bench examples/langford", "compare", "export examples/kakuro --via", "grade", "metrics", "strength")
"""Examples that take long begin so; they write nothing that others read."""


def test_the_examples_of_every_help_text_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the commands: what one writes another may read."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    assert all(1 <= len(examples(command)) <= 2 for command in commands())
    puzzle = "examples/sudoku/boj2239.txt"
    Path("answer.txt").write_text(command_line("solve", puzzle).stdout)
    Path("program.py").write_text(PROGRAM)
    command_line("check", puzzle, "--part", "1/1", "--out", "results-1.jsonl")
    command_line("export", puzzle, "--part", "1/1", "-o", "formulas-1")
    for line in (line for command in commands() for line in examples(command)):
        program, *words = shlex.split(line)
        assert program == "coversat"
        words, printed_to = (words[:-2], Path(words[-1])) if ">" in words else (words, None)
        arguments = [
            name
            for word in words
            for name in (sorted(glob.glob(word)) if re.search(r"boj\*|-\*", word) else [word])
        ]
        if " ".join(words).startswith(SLOW) and not instances.THOROUGH:  # are there such options?
            arguments += ["--help"]
        if words[:2] == ["test", "mine.py"]:  # what is given last holds: fewer boards
            arguments += ["--most", "200"]
        done = command_line(*arguments)
        # Of the puzzles in oneline.txt the second has no answer, which steps tell by their code.
        assert done.code == (1 if line.startswith("coversat steps examples/sudoku/oneline") else 0), (
            line,
            done.output,
        )
        if printed_to:
            printed_to.write_text(done.stdout)
        if "puzzle.cnf" in arguments and not Path("model.txt").exists():  # as an outside solver would
            Path("model.txt").write_text(command_line("solve", "puzzle.cnf").stdout)
    assert {"bench.db", "answer.svg", "open.svg", "clash.svg", "routes.svg"} <= {
        p.name for p in tmp_path.iterdir()
    }


@each("command", commands())
def test_help_is_in_plain_words_and_fits(command: str) -> None:
    text = help_text(command)
    assert max(map(len, text.splitlines())) <= 80
    assert not re.search(r"RANGE|INTEGER|\[x[<>]|\b(Of|With) the\b.*\.$", text)
    options = text.partition("Options:\n")[2].partition("Examples:")[0]
    said = [words.strip() for words in re.findall(r"^  -\S+(?: [^ ]+)*? {2,}(.*)$", options, re.MULTILINE)]
    assert said
    assert all(words[0].isupper() for words in said)


@each("seconds", ["nan", "inf", "1e308", "0", "-1"])
def test_a_time_that_nobody_waits_is_bad_usage(seconds: str) -> None:
    for command in ("grade", "candidates", "explain", "compare", "draw"):
        file = str(ROOT / "examples" / "sudoku" / "boj2239.txt")
        done = command_line(command, file, "--timeout", seconds)
        assert done.code == 2, command


def test_numbers_out_of_range_are_refused_in_words() -> None:
    file = str(ROOT / "examples" / "sudoku" / "boj2239.txt")
    for words, said in [
        (["check", file, "--timeout", "inf"], "inf is not a number of seconds above 0 and up to 100000000"),
        (["check", file, "--jobs", "0"], "0 is less than 1"),
        (["count", file, "--limit", "0"], "0 is less than 1"),
        (["solve", file, "--limit", "x"], "'x' is not a valid integer"),
    ]:
        done = command_line(*words)
        assert done.code == 2
        assert said in done.output
