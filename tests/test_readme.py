"""The console examples of both READMEs print what they show, and their Python examples run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from command_line import command_line
from each import each
from pages import blocks, shown_alike, steps, words

ROOT = Path(__file__).resolve().parent.parent
README = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.ko.md"))
CONSOLE, PYTHON = blocks(README, "console"), blocks(README, "python")


@each("block", CONSOLE, ids=lambda block: block.splitlines()[0][2:40])
def test_console_examples_print_what_is_shown(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "broken.txt").write_text("1.3.\n....\n.a..\n....\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for command, shown in steps(block):
        program, *arguments = words(command)
        if program == "minisat":
            model = "\n".join(["SAT", kakuro_model(tmp_path / "kakuro.cnf")])
            (tmp_path / "model.txt").write_text(model)
            continue
        if program == "sed":
            two_answers = (tmp_path / "examples" / "sudoku" / "two-answers.txt").read_text()
            (tmp_path / "mended.txt").write_text(two_answers.replace("\n000704000", "\n000704200"))
            continue
        assert program == "coversat"
        result = command_line(*arguments)
        assert shown_alike(result.output) == shown_alike(shown), command


def kakuro_model(path: Path) -> str:
    """What minisat, which may not be installed, would write."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver("minisat22", bootstrap_with=CNF(from_file=str(path))) as solver:
        assert solver.solve()
        return " ".join(map(str, [*solver.get_model(), 0]))


@each("code", PYTHON)
def test_python_examples_run(
    code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(code, "README.md", "exec"), {})
    out = capsys.readouterr().out
    assert out.startswith("MULTIPLE by ")
    assert "exactly 1 answer" in out
