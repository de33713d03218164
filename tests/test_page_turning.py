"""Boards that are turned, mirrored and shifted on the page mean the same puzzle in another position."""

from __future__ import annotations

import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from each import each
from example_files import example_files

import coversat
from coversat.base.errors import InputError
from coversat.kinds.sudoku.constraints import all_constraints
from coversat.kinds.sudoku.constraints.base import Constraint
from coversat.problems import read

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "web"))
import boards  # noqa: E402
import samples  # noqa: E402
import turning  # noqa: E402
from questions import Text  # noqa: E402
from solving import open_text, pick, write_board  # noqa: E402

MOTIONS = ("turn", "mirror")
APART = (*boards.FIXED, "dominosa", "langford")
"""Kinds whose boards cannot be turned."""


def answers(text: str, kind: str) -> int | None:
    """The number of answers, if a second suffices to count them."""
    found = coversat.count(text, kind=kind, timeout=1)
    return found.at_least if found.exhausted else None


@pytest.mark.thorough
@each("path", example_files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_turned_puzzle_has_as_many_answers(path: Path) -> None:
    text = Text(path.read_text())
    text = text if open_text(text)["count"] == 1 else Text(pick(text, 1))
    board = open_text(text)["board"]
    if board is None or board["kind"] in APART or (count := answers(text.words, board["kind"])) is None:
        return
    for how in MOTIONS:
        written = write_board(boards.moved(board, how))
        assert written["failed"] is None
        assert coversat.count(written["text"], kind=board["kind"]).at_least == count


@pytest.mark.thorough
@each("constraint", all_constraints(), ids=lambda constraint: constraint.word)
def test_a_turned_constraint_has_the_turned_fillings(constraint: type[Constraint]) -> None:
    """Digits that obey it and digits that do not, turned with it, do so still; others are refused."""
    problem = samples.example_of(constraint)
    board = boards.board(problem)
    assert board
    right = coversat.solve(problem, limit=1).answers[0]
    wrong = [grid for (grid, _, _), _ in zip(samples._broken(problem, right), range(5), strict=False)]
    for how in MOTIONS:
        if constraint.word in turning.POSITIONAL:
            with pytest.raises(InputError, match="means another rule"):
                boards.moved(board, how)
            continue
        (turned,) = read(boards.text(boards.moved(board, how)), "sudoku").problems
        assert not turned.violations(moved(right, how))
        assert all(turned.violations(moved(grid, how)) for grid in wrong)


def moved(grid: Any, how: str) -> Any:
    """Rows of a grid, turned to the right or mirrored."""
    return tuple(zip(*grid[::-1], strict=True)) if how == "turn" else tuple(row[::-1] for row in grid)


def test_what_is_at_a_place_goes_with_it() -> None:
    board = deepcopy(boards.blanks_of("yajilin")[0])
    board["faces"][0][1], board["faces"][5][5] = "2e", "x"
    turned = boards.moved(board, "turn")
    assert turned["faces"][1][5] == "2s"
    assert turned["faces"][5][0] == "x"
    assert boards.moved(board, "mirror")["faces"][0][4] == "2w"
    futoshiki = deepcopy(boards.blanks_of("futoshiki")[0])
    futoshiki["faces"][1][2], futoshiki["faces"][0][0] = "3>^", "v"
    turned = boards.moved(futoshiki, "turn")["faces"]  # r2c3 > r2c4 and r2c3 < r3c3; r1c1 > r2c1
    assert (turned[2][4], turned[2][3], turned[0][4]) == ("3v", ">", "<")
    mirrored = boards.moved(futoshiki, "mirror")["faces"]
    assert (mirrored[1][3], mirrored[1][2], mirrored[0][5]) == ("3^", "<", "v")
    down = boards.moved(boards.moved(futoshiki, "bottom"), "right")["faces"]
    assert (down[2][3], down[1][1]) == ("3>^", "v")
    with pytest.raises(InputError, match="count places"):
        boards.moved(boards.blanks_of("kakurasu")[0], "mirror")
    nonogram = deepcopy(boards.blanks_of("nonogram", (5,))[0])
    nonogram["sides"]["left"][0], nonogram["sides"]["top"][1] = "1 2", "3 1"
    turned = boards.moved(nonogram, "turn")["sides"]
    assert (turned["top"][4], turned["left"][1]) == ("1 2", "1 3")


def test_what_is_shifted_off_the_board_is_gone() -> None:
    board = deepcopy(boards.blanks_of("sudoku", (9,))[0])
    board["faces"][0][0], board["faces"][4][4] = "1", "5"
    board["rules"] = ["cage 3 r1c1 r2c1", "thermo r4c4 r5c5", "sandwich 5 left 3"]
    up = boards.moved(board, "top")
    assert up["faces"][3][4] == "5"
    assert not any("1" in row for row in up["faces"])
    assert up["rules"] == ["thermo r3c4 r4c5", "sandwich 5 left 2"]
    stars = boards.moved(boards.blanks_of("starbattle")[0], "right")
    assert [row[:2] for row in stars["regions"]] == [[row[1]] * 2 for row in stars["regions"]]
