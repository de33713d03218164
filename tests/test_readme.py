"""The console examples of both READMEs print what they show, and their Python examples run."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from command_line import command_line

ROOT = Path(__file__).resolve().parent.parent
README = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.ko.md"))
CONSOLE = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def steps(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with the output shown below it."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def without_times(text: str) -> str:
    """Seconds differ from run to run; runs of spaces and rules follow the widths."""
    untimed = re.sub(r"\d+\.\d{3}", "T", text)
    return "\n".join(re.sub("─+", "─", " ".join(line.split())) for line in untimed.splitlines()).strip()


@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: block.splitlines()[0][2:40])
def test_console_examples_print_what_is_shown(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "broken.txt").write_text("1.3.\n....\n.x..\n....\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for command, shown in steps(block):
        program, *arguments = re.findall(r"'[^']*'|\S+", command)
        if program == "minisat":
            model = "\n".join(["SAT", kakuro_model(tmp_path / "kakuro.cnf")])
            (tmp_path / "model.txt").write_text(model)
            continue
        if program == "sed":
            two_answers = (tmp_path / "examples" / "sudoku" / "two-answers.txt").read_text()
            (tmp_path / "mended.txt").write_text(two_answers.replace("\n000704000", "\n000704200"))
            continue
        assert program == "coversat"
        words = [argument.strip("'") for argument in arguments]
        result = command_line(*words)
        assert without_times(result.output) == without_times(shown)


def kakuro_model(path: Path) -> str:
    """What minisat, which may not be installed, would write."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver("minisat22", bootstrap_with=CNF(from_file=str(path))) as solver:
        assert solver.solve()
        return " ".join(map(str, [*solver.get_model(), 0]))


@pytest.mark.parametrize("code", PYTHON)
def test_python_examples_run(
    code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(code, "README.md", "exec"), {})
    out = capsys.readouterr().out
    assert out.startswith("MULTIPLE by ")
    assert "exactly 1 answer" in out
