"""The core runs alone: a copy of the package without its attached rooms exports, decodes, checks, certifies,
counts and compares."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from each import each

import coversat
from coversat.base.registry import ATTACHED

EXAMPLES = Path(__file__).parent.parent / "examples"
OTHERS = (
    *("sudoku/boj2239.txt", "kakuro/kakuro2.txt", "sudominoku/boj4574.txt"),
    *("queens/eight.txt", "skyscrapers/order-4.txt", "slitherlink/7x9.txt", "nurikabe/6x6.txt"),
    "colouring/australia.txt",
)


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds `coversat` without its attached rooms."""
    folder = tmp_path_factory.mktemp("core")
    package = Path(coversat.__file__).parent
    shutil.copytree(
        package, folder / "coversat", ignore=lambda home, names: ATTACHED if Path(home) == package else ()
    )
    return folder


def run(core: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "coversat", *words],
        cwd=core,
        env=os.environ | {"PYTHONPATH": str(core)},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_the_core_answers_exports_and_proves(core: Path) -> None:
    answers_exports_and_proves("sudominoku/small.txt", core)


@pytest.mark.thorough
@each("puzzle", OTHERS)
def test_the_core_answers_exports_and_proves_others(puzzle: str, core: Path) -> None:
    answers_exports_and_proves(puzzle, core)


def answers_exports_and_proves(puzzle: str, core: Path) -> None:
    file = str(EXAMPLES / puzzle)
    script = f"""
import pathlib, tempfile, coversat
assert pathlib.Path(coversat.__file__).parent.parent == pathlib.Path({str(core)!r})
file = pathlib.Path({file!r})
problem = coversat.read(file)[0]
found = coversat.check(problem)
text = coversat.export(problem)
(model,) = coversat.solve(text, limit=1).answers
decoded = coversat.decode(text, "s SATISFIABLE\\nv " + " ".join(map(str, model)) + " 0\\n")
assert decoded.violations == () and decoded.answer is not None
if found.verdict.name == "UNIQUE":
    assert decoded.answer == found.answers[0]
with tempfile.TemporaryDirectory() as folder:
    if found.verdict.name == "UNIQUE":
        coversat.certify(problem, folder + "/proof")
        assert coversat.verify(folder + "/proof").accepted
assert coversat.count(problem).at_least >= 1
compared = coversat.compare(problem)
assert compared.verdict == "all routes agree", compared
print(found.verdict.name)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=core,
        env=os.environ | {"PYTHONPATH": str(core)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() in (["UNIQUE"], ["MULTIPLE"])


def test_the_core_has_no_commands_or_functions_of_setters(core: Path) -> None:
    listed = run(core, "--help").stdout
    assert "compare" in listed
    assert "hint" not in listed
    assert run(core, "hint", "x").returncode == 2
    refused = run(core, "check", "https://puzz.link/p?slither/3/3/dgdx8")
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    code = "import coversat; print(hasattr(coversat, 'check'), hasattr(coversat, 'hint'))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=core,
        env=os.environ | {"PYTHONPATH": str(core)},
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["True", "False"], done.stderr
