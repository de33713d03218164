"""Sets of generated puzzles: none twice, grades in turn, the same from several processes."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

import coversat
from coversat.base.errors import SolverError
from coversat.setters.generate import generate as generating
from coversat.setters.generate.spec import NotFoundError

OWN = Path(__file__).parents[1] / "examples" / "own" / "mosaic.py"


def texts(kind: str, **wishes: object) -> list[str]:
    return [found.problem.format() for found in coversat.generate(kind, **wishes)]  # type: ignore[arg-type]


def least(rows: tuple[tuple[int | None, ...], ...]) -> tuple[int, ...]:
    """The least of all images of a 4x4 sudoku, digits numbered as they come."""
    inside = [(0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2)]
    orders = [lines[2:] + lines[:2] if swapped else lines for lines in inside for swapped in (False, True)]
    images = []
    for down, across, board in product(orders, orders, (rows, tuple(zip(*rows, strict=True)))):
        names: dict[int | None, int] = {None: 0}
        images.append(tuple(names.setdefault(board[r][c], len(names)) for r in down for c in across))
    return min(images)


def test_no_two_sudokus_are_the_same_up_to_symmetry() -> None:
    size = (4, 4)
    alike = [least(next(coversat.generate("sudoku", size=size, seed=n)).problem.givens) for n in range(12)]
    assert len({*alike}) < 12
    forms = [least(found.problem.givens) for found in coversat.generate("sudoku", size=size, count=12)]
    assert len({*forms}) == 12


@pytest.mark.thorough
def test_all_small_sudokus_up_to_symmetry() -> None:
    """Of four, five and six givens, as all sets of cells of the two grids up to symmetry show."""
    made = coversat.generate("sudoku", size=(4, 4), count=99)
    givens = Counter(len(next(made).problem.given_names()) for _ in range(36))
    assert givens == {4: 13, 5: 22, 6: 1}
    with pytest.raises(NotFoundError, match="puzzle 37 repeated"):
        next(made)


def test_a_set_ends_when_there_are_no_more() -> None:
    """The Latin squares of order 2 have one given each: 1 or 2 in one of four cells."""
    made = coversat.generate("latin", size=(2, 2), count=9)
    found = [next(made).problem.clues for _ in range(8)]
    blank = [None] * 4
    every = {(*blank[:at], digit, *blank[at + 1 :]) for at in range(4) for digit in (1, 2)}
    assert {clues[0] + clues[1] for clues in found} == every
    with pytest.raises(NotFoundError, match="puzzle 9 repeated an earlier one in 100 attempts"):
        next(made)


def test_grades_come_in_turn() -> None:
    wishes = {"size": (6, 6), "seed": 2}
    found = list(coversat.generate("sudoku", grade="1,0", count=4, **wishes))  # type: ignore[arg-type]
    assert [one.grade for one in found] == ["1", "0", "1", "0"]
    assert [coversat.grade(one.problem).name for one in found] == ["1", "0", "1", "0"]
    with pytest.raises(coversat.CoversatError, match="not '1x'"):
        coversat.generate("sudoku", grade="0,1x")


def test_several_processes_make_the_same_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, wishes in (("sudoku", {"size": (4, 4), "count": 4}), ("latin", {"size": (2, 2), "count": 6})):
        assert texts(kind, jobs=3, **wishes) == texts(kind, **wishes)
    monkeypatch.setattr(generating, "MOST_REPEATS", 3)
    ends = []
    for jobs in (1, 3):
        with pytest.raises(NotFoundError) as error:
            texts("latin", size=(2, 2), count=30, jobs=jobs)
        ends.append(str(error.value))
    assert ends[0] == ends[1]


def test_an_earlier_puzzle_comes_before_a_later_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "MOST_ATTEMPTS", 3)
    for jobs in (1, 2):
        made = coversat.generate("sudoku", size=(4, 4), grade="0,9", count=6, jobs=jobs)
        assert next(made).grade == "0"
        with pytest.raises(NotFoundError, match=r"3 attempts \(grade"):
            next(made)


@pytest.mark.thorough
@pytest.mark.usefixtures("spawned")
def test_a_process_loads_the_kind_of_a_file() -> None:
    kind = coversat.load_kind(OWN).kind
    assert texts(kind, size=(3, 3), count=3, jobs=2) == texts(kind, size=(3, 3), count=3)


def dies(*_: object) -> None:
    import os
    import signal

    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_dies_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "_outcome", dies)
    with pytest.raises(SolverError, match=r"puzzle [12]: the death of its worker by SIGKILL"):
        next(coversat.generate("sudoku", size=(4, 4), count=2, jobs=2))


def test_what_makes_puzzles_is_shown_in_a_few_words() -> None:
    made = coversat.generate("sudoku", size=(4, 4), count=2)
    next(made)
    assert repr(made) == "<GeneratedPuzzles: sudoku, 1 of 2 so far>"
