"""The manual: examples print what is shown, both languages show the same, pictures are as they are drawn."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
from pathlib import Path

import pytest
from each import each
from pages import blocks, said, shown_alike, steps
from shell import run_shown

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
KOREAN = sorted((DOCS / "ko").rglob("*.md"))
ENGLISH = sorted({*DOCS.rglob("*.md")} - {*KOREAN})
SLOW = {"own-encoding.md", "own-puzzle.md", "own-reduction.md", "strength.md"}
"""Pages whose examples take seconds."""
PAGES = [path for path in ENGLISH if "```console" in path.read_text("utf-8")]
CODE = [
    pytest.param(code, id=f"{path.relative_to(DOCS)}-{number}")
    for path in ENGLISH
    for number, code in enumerate(blocks(path.read_text("utf-8"), "python"))
]
BROKEN = "1.3.\n....\n.a..\n....\n"


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            path,
            id=path.relative_to(DOCS).as_posix(),
            marks=[pytest.mark.thorough] if path.name in SLOW else [],
        )
        for path in PAGES
    ],
)
def test_examples_print_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As links: where an example writes, it replaces one.
    shutil.copytree(ROOT / "examples", tmp_path / "examples", copy_function=os.symlink)
    shutil.copytree(DOCS / "puzzles", tmp_path / "docs" / "puzzles", copy_function=os.symlink)
    (tmp_path / "broken.txt").write_text(BROKEN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("coversat.setters.testing.sandbox.PATIENCE", 100)  # a machine may be busy
    fences = re.findall(r"```(console|\w+ title=\"(.*?)\")\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    for _, file, block in fences:
        if file:
            Path(file).write_text(block, "utf-8")
            continue
        for command, shown in steps(block):
            printed = run_shown(command)
            if printed is None:  # a program that is not installed here: what follows needs what it writes
                break
            assert shown_alike(printed) == shown_alike(shown), command


@pytest.mark.parametrize("code", CODE)
def test_python_prints_what_its_comments_say(
    code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(code, "manual", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    for comment in said(code):
        assert comment in printed or comment.partition(": ")[0] in printed


@each("page", KOREAN, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_both_languages_show_the_same(page: Path) -> None:
    """The same commands, pictures, links and programs; comments are each language's own."""
    english = DOCS / page.relative_to(DOCS / "ko")
    ours, theirs = page.read_text("utf-8"), english.read_text("utf-8")
    for language in ("console", "sh"):
        assert blocks(ours, language) == blocks(theirs, language)
    assert _without_comments(ours) == _without_comments(theirs)
    links = [set(re.findall(r"\]\((https:[^)]+)\)", text)) for text in (ours, theirs)]
    assert links[0] == links[1]
    assert bool(links[0]) == (page.parent.name == "tutorials")  # the statement of the problem
    pictures = [re.findall(r"\]\(\S*?([\w-]+\.svg)\)", text) for text in (ours, theirs)]
    assert pictures[0] == pictures[1]
    assert ours.count("\n## ") == theirs.count("\n## ")


def _without_comments(text: str) -> list[str]:
    stripped = [re.sub(r"( *#|\"\"\").*", "", block) for block in blocks(text, "python")]
    return [block.strip() for block in stripped]


def test_the_turned_puzzle_is_the_upright_one_turned() -> None:
    upright, turned = (
        (DOCS / "puzzles" / f"{name}.txt").read_text().split() for name in ("upright", "turned")
    )
    assert turned == ["".join(row[8 - column] for row in upright) for column in range(9)]


def test_the_pictures_are_up_to_date() -> None:
    """Run ``python docs/make_tutorials.py`` when this fails, and look at the pictures."""
    spec = importlib.util.spec_from_file_location("make_tutorials", DOCS / "make_tutorials.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = dict(module.files())
    kept = {path.name: path.read_text("utf-8") for path in module.PICTURES.iterdir()}
    assert kept == made
    shown = re.findall(r"pictures/([\w-]+\.svg)", "".join(path.read_text("utf-8") for path in PAGES))
    assert set(shown) == set(made)


def test_every_page_has_its_place_in_the_manual() -> None:
    settings = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert "  - offline #" in settings  # the search works without a server
    for path in sorted(DOCS.rglob("*.md")):
        assert f" {path.relative_to(DOCS).as_posix()}\n" in settings
