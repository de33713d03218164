"""The console examples of both READMEs print what they show, and their Python examples run."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from each import each
from pages import blocks, said, shown_alike, steps
from shell import run_shown

ROOT = Path(__file__).resolve().parent.parent
README = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.ko.md"))
CONSOLE, PYTHON = blocks(README, "console"), blocks(README, "python")


@each("block", CONSOLE, ids=lambda block: block.splitlines()[0][2:40])
def test_console_examples_print_what_is_shown(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples", copy_function=os.symlink)
    shutil.copytree(ROOT / "docs" / "puzzles", tmp_path / "docs" / "puzzles", copy_function=os.symlink)
    (tmp_path / "broken.txt").write_text("1.3.\n....\n.a..\n....\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for command, shown in steps(block):
        printed = run_shown(command)
        assert printed is not None, command
        assert shown_alike(printed) == shown_alike(shown), command


@each("code", PYTHON)
def test_python_examples_print_what_their_comments_say(
    code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert [commented.partition(":")[0] for commented in said(code)] == printed


def test_it_is_short_and_its_output_too() -> None:
    for name in ("README.md", "README.ko.md"):
        text = (ROOT / name).read_text("utf-8")
        assert text.count("\n") <= 120
        assert re.search("^python3 -m venv .*pytest", text, re.MULTILINE)
        for block in blocks(text, "console"):
            assert all(shown.count("\n") <= 8 for _, shown in steps(block))


def test_both_languages_show_the_same() -> None:
    english, korean = ((ROOT / name).read_text("utf-8") for name in ("README.md", "README.ko.md"))
    assert blocks(english, "console") == blocks(korean, "console")
    assert blocks(english, "sh") == blocks(korean, "sh")
    links = [set(re.findall(r"\]\((docs/gallery\.md[^)]*)\)", text)) for text in (english, korean)]
    assert links[0] == links[1]
