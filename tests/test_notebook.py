"""The notebook for a lesson: its cells run, in order, and count what coversat counts."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import coversat

PATH = Path(__file__).resolve().parent.parent / "docs" / "first-lesson.ipynb"
CELLS = json.loads(PATH.read_text("utf-8"))["cells"]


def run_all() -> dict[str, Any]:
    """What the cells leave behind; as a notebook does, a cell may wait for something."""
    namespace: dict[str, Any] = {}
    for number, cell in enumerate(CELLS):
        if cell["cell_type"] != "code":
            continue
        code = compile("".join(cell["source"]), f"cell {number}", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        waiting = eval(code, namespace)
        if waiting is not None:
            with pytest.raises(StopIteration):
                waiting.send(None)
    return namespace


@pytest.mark.thorough
def test_the_cells_run_and_count_what_coversat_counts(capsys: pytest.CaptureFixture[str]) -> None:
    after = run_all()
    for name, steps in (("upright", "steps"), ("turned", "steps_turned")):
        puzzle = "\n".join(after[name])
        assert after[steps] == coversat.solve(puzzle, via="search/blanks", limit=2).effort["nodes"]
    assert after["cover_steps"] == [81, 81]  # a cell each, and none taken back
    assert after["found"].verdict.name == "MULTIPLE"
    assert capsys.readouterr().out.rstrip().endswith("exactly 92")


def test_it_is_kept_without_what_it_printed() -> None:
    for cell in CELLS:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
