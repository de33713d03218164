"""Counts beyond what can be visited, and the same counts as visiting gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from each import each

from coversat.answering.questions import FEW
from coversat.answering.questions import count_answers as count
from coversat.answering.routes import find_route
from coversat.answering.running import run
from coversat.base.errors import SolverError
from coversat.cli import exit_code
from coversat.kinds.sudoku.rules import Sudoku
from coversat.kinds.sudominoku.rules import Sudominoku
from coversat.solvers import Limits
from coversat.solvers.cover.bitset_cover import BITSET, engine_in_use

BLANK_4 = Sudoku(2, 2, ((None,) * 4,) * 4)
BLANK_6 = Sudoku(2, 3, ((None,) * 6,) * 6)


@pytest.mark.thorough
def test_published_numbers_of_grids() -> None:
    assert (count(BLANK_4).at_least, count(BLANK_4).exhausted) == (288, True)
    if engine_in_use() == "python":
        pytest.skip("the larger number takes the reference engine minutes")
    found = count(BLANK_6)
    assert (found.at_least, found.exhausted, found.route) == (28_200_960, True, "cover/bitset")


def test_a_projected_count_counts_what_is_shown() -> None:
    puzzle = Sudominoku(2, 2, (), ((0, 0), (0, 1), (0, 2), (0, 3)))
    visited = run(puzzle, find_route("sudominoku", "search/dominoes")).findings.answers
    assert visited
    route = find_route("sudominoku", "cover/bitset")
    for memo in (0, None):
        assert count(puzzle, route, Limits(memo=memo)).at_least == len(visited)


@pytest.mark.thorough
def test_limits_are_kept_by_either_way_of_counting() -> None:
    for limit in (1, FEW, FEW + 500):
        found = count(BLANK_6, limits=Limits(answers=limit))
        assert (found.at_least, found.exhausted) == (limit, False)
    stopped = count(BLANK_6, limits=Limits(nodes=5))
    assert not stopped.exhausted
    assert stopped.reason is not None


def test_the_memory_for_positions_changes_the_effort_and_not_the_count() -> None:
    """What is remembered is not visited again."""
    route = find_route("sudoku", "cover/bitset")
    assert {count(BLANK_4, limits=Limits(memo=memo)).at_least for memo in (0, 2000, 1 << 20)} == {288}
    nodes = [
        BITSET.count(route.reduce(BLANK_4).target, Limits(memo=memo)).effort["nodes"]
        for memo in (0, 2000, 1 << 20)
    ]
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[0] > nodes[2]


@each(("name", "limits"), [("dancing-links", Limits(memo=1)), ("bitset", Limits(1, memo=1))])
def test_a_memo_that_would_not_be_looked_at(name: str, limits: Limits) -> None:
    with pytest.raises(SolverError, match="remembers no positions"):
        count(BLANK_4, find_route("sudoku", f"cover/{name}"), limits)


def test_memo_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "blank.txt"
    file.write_text("." * 16 + "\n")
    for size in ("0", "20k", "1M"):
        assert exit_code(["count", "--memo-limit", size, str(file)]) == 0
        assert capsys.readouterr().out.startswith("exactly 288 ")
    assert exit_code(["count", "--memo-limit", "1M", "--out", str(tmp_path / "set.jsonl"), str(file)]) == 0
    assert exit_code(["count", "--memo-limit", "1M", "--limit", "5", str(file)]) == 2
    assert exit_code(["count", "--memo-limit", "much", str(file)]) == 2
