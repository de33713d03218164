"""The puzzles of the studies are the same each time; what is said follows from the committed results."""

from __future__ import annotations

import importlib
import math
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from each import each

from coversat.answers.questions import check
from coversat.problems import read
from coversat.setting.generate.generate import generate
from coversat.setting.generate.spec import Spec
from coversat.solvers.findings import Verdict

STUDIES = Path(__file__).resolve().parent.parent / "examples" / "studies"
NAMES = ("at_most_one", "constraint_encodings", "kakuro_encodings", "sudominoku_givens")


@pytest.fixture(autouse=True)
def path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(STUDIES))


@pytest.fixture(params=NAMES)
def study(request: pytest.FixtureRequest) -> Any:
    return importlib.import_module(request.param).STUDY


@pytest.fixture
def results() -> ModuleType:
    return importlib.import_module("results")


def committed(name: str) -> tuple[Any, str]:
    """The results and the page of text."""
    read = importlib.import_module("results").Results.read
    return read(STUDIES / f"{name}.csv"), (STUDIES / f"{name}.md").read_text(encoding="utf-8")


def test_the_puzzles_are_the_same_each_time(study: Any) -> None:
    first, again = (list(islice(study.puzzles(), 4)) for _ in range(2))
    assert [(one.name, one.id) for one in first] == [(one.name, one.id) for one in again]


def test_the_committed_results_are_of_these_puzzles_and_routes(study: Any) -> None:
    found, _ = committed(study.name)
    assert sorted(found.routes) == sorted(study.routes)
    assert list(dict.fromkeys(row.puzzle for row in found.rows))[:4] == [
        puzzle.name for puzzle in islice(study.puzzles(), 4)
    ]
    assert len(found.rows) == len({(row.puzzle, row.route) for row in found.rows})


@each("name", [*NAMES, "enumeration"])
def test_what_is_said_follows_from_the_committed_results(name: str) -> None:
    module = importlib.import_module(name)
    found, text = committed(name)
    said = module.found(found)
    assert len(said) > 0
    for paragraph in [*said, found.by_group()]:
        assert paragraph in text
    # Other results would have been told otherwise.
    slow_is_fast = [
        row._replace(seconds=1 / row.seconds if math.isfinite(row.seconds) else math.inf)
        for row in found.rows
    ]
    other = type(found)(slow_is_fast)
    assert all(paragraph not in text for paragraph in (*module.found(other)[:1], other.by_group()))


@pytest.mark.parametrize("side", [8, pytest.param(12, marks=pytest.mark.slow)])
def test_the_boards_are_those_of_the_generator(side: int) -> None:
    for seed in (1, 2):
        (made,) = generate("kakuro", Spec(size=(side, side)), seed)
        kept = STUDIES / "kakuro_boards" / f"{side}x{side}-{seed}.txt"
        assert made.problem.format() == kept.read_text(encoding="utf-8")


# The sentences, by hand


def rows(results: ModuleType, **times: list[float]) -> Any:
    """Results of routes on groups g0, g1, ..., a puzzle each, of sizes 10, 20, 40, ..."""
    return results.Results(
        [
            results.Row(f"g{at} #1", f"g{at}", 10.0 * 2**at, route, 1, verdict(seconds), seconds, 0.0, 7)
            for route, many in times.items()
            for at, seconds in enumerate(many)
        ]
    )


def verdict(seconds: float) -> str:
    return "unique" if math.isfinite(seconds) else "unknown"


def test_words_of_results(results: ModuleType) -> None:
    found = rows(results, a=[0.01, 0.04, 0.16], b=[0.005, 0.2, math.inf])
    assert found.groups == ["g0", "g1", "g2"]
    assert found.order("g0", ["a", "b"]) == "`b` (5.0 ms) and `a` (10 ms)"
    assert found.order("g2", ["b", "a"]) == "`a` (160 ms) and `b` (unsolved)"
    assert found.against("b", "a", "g1") == "5.0 times as long as `a`"
    assert found.against("b", "a", "g2") == "unsolved where `a` takes 160 ms"
    assert found.fastest(["a", "b"]) == "g0: `b`; g1 to g2: `a`"
    assert found.unsolved(5) == "Not solved within 5 s: `b` (1 of g2)."
    assert rows(results, a=[1.0]).unsolved(5) == "Every run ended within 5 s."
    assert found.growth(["a"]) == "n^2.0 for `a`"


def test_numbers_in_words(results: ModuleType) -> None:
    assert [results.time(x) for x in (0.00018, 0.0123, 0.99951, 2.25, 71.2, math.inf)] == [
        "0.18 ms",
        "12 ms",
        "1.0 s",
        "2.2 s",
        "71 s",
        "unsolved",
    ]
    assert [results.count(n) for n in (712, 46_200, 8_400_000)] == ["712", "46 thousand", "8.4 million"]
    assert results.listed(["a", "b", "c"]) == "a, b and c"
    assert results.listed([]) == ""


def test_results_are_read_as_they_were_written(results: ModuleType, tmp_path: Path) -> None:
    found = rows(results, a=[0.01, 0.04], b=[0.005, math.inf])
    found.write(tmp_path / "a.csv")
    assert results.Results.read(tmp_path / "a.csv") == found


@pytest.mark.thorough
def test_boards_of_constraints_have_one_answer_and_their_rules() -> None:
    """Each group has its own."""
    boards = importlib.import_module("constraint_boards")
    for group in boards.GROUPS:
        kept = (STUDIES / "constraint_boards" / f"{group}-2.txt").read_text(encoding="utf-8")
        (problem,) = read(kept).problems
        assert {one.word for one in problem.constraints} == {group}
        assert check(problem).verdict is Verdict.UNIQUE
