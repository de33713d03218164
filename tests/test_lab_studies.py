"""The studies' puzzles are the same each time, and the committed results are of them."""

from __future__ import annotations

import csv
import importlib
from pathlib import Path
from typing import Any

import pytest

STUDIES = Path(__file__).resolve().parent.parent / "examples" / "studies"
NAMES = ("at_most_one", "kakuro_encodings", "sudominoku_givens")


@pytest.fixture(params=NAMES)
def study(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(STUDIES))
    return importlib.import_module(request.param)


def test_the_puzzles_are_the_same_each_time(study: Any) -> None:
    first, again = next(iter(study.puzzles())), next(iter(study.puzzles()))
    assert (first.name, first.id) == (again.name, again.id)


def test_the_committed_results_are_of_these_routes(study: Any) -> None:
    rows = list(csv.DictReader((STUDIES / f"{study.__name__}.csv").open(encoding="utf-8")))
    assert sorted(row["route"] for row in rows) == sorted(study.ROUTES)
    title, _, found = study.__doc__.partition("\n")
    text = (STUDIES / f"{study.__name__}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {title}\n")
    assert found.strip() in text
