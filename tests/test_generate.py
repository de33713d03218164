"""Generated puzzles: unique by direct search, as wished, and the same from the same seed everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from setter_cases import SEARCH, up_to_two_answers

from coversat.deadline import Deadline
from coversat.errors import WrongAnswerError
from coversat.problems import Kakuro, Sudoku, Sudominoku
from coversat.setter import generate as module
from coversat.setter.generate import GENERATED, Generated, NotFoundError, checks_of, generate
from coversat.setter.generators.symmetry import SYMMETRIES, orbits
from coversat.setter.generators.wish import Wish, WishError
from coversat.setter.grade import grade
from coversat.solvers import Limits

SMALL = {
    "sudoku": [Wish(boxes=(2, 2)), Wish(boxes=(2, 3)), Wish(boxes=(3, 2)), Wish(), Wish(size=(10, 10))],
    "sudominoku": [Wish(boxes=(2, 2)), Wish(boxes=(2, 3)), Wish(givens=14)],
    "kakuro": [Wish(size=(3, 3)), Wish(size=(5, 6)), Wish(size=(7, 7), symmetry="none"), Wish(size=(9, 9))],
}
EVERY = [(kind, wish) for kind, wishes in SMALL.items() for wish in wishes]


def made(kind: str, wish: Wish = Wish(), seed: int = 0, count: int = 1) -> list[Generated]:  # noqa: B008
    return list(generate(kind, wish, seed, count))


@pytest.mark.parametrize(("kind", "wish"), EVERY)
def test_one_answer_by_direct_search(kind: str, wish: Wish) -> None:
    for found in made(kind, wish, seed=3, count=2):
        assert found.problem.kind == kind
        assert up_to_two_answers(found.problem) == {found.answer}
        assert found.routes == checks_of(kind)
        assert found.grade == grade(found.problem).name


def test_the_two_checks_share_no_reduction() -> None:
    assert set(GENERATED) == set(SEARCH)
    for first, second in map(checks_of, GENERATED):
        assert first.split("/")[0] != second.split("/")[0]


@pytest.mark.parametrize(("kind", "wish"), EVERY[1::3])
def test_a_seed_makes_the_same_puzzles(kind: str, wish: Wish) -> None:
    first = [found.problem for found in made(kind, wish, seed=7, count=3)]
    assert [found.problem for found in made(kind, wish, seed=7, count=2)] == first[:2]
    assert made(kind, wish, seed=8)[0].problem != first[0]


def test_the_same_puzzles_by_either_engine_and_any_hash_seed() -> None:
    code = (
        "from coversat.setter.generate import generate; from coversat.setter.generators.wish import Wish\n"
        "wishes = {'sudoku': Wish(), 'sudominoku': Wish(boxes=(2, 3)), 'kakuro': Wish(size=(7, 7))}\n"
        "for kind, wish in wishes.items(): print(next(generate(kind, wish, 5)).problem.format())"
    )

    def printed(**variables: str) -> str:
        environment = {**os.environ, **variables}
        return subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
        ).stdout

    assert printed(PYTHONHASHSEED="1") == printed(PYTHONHASHSEED="2", COVERSAT_PURE="1")


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_sudokus_are_symmetric_and_irreducible(symmetry: str) -> None:
    (found,) = made("sudoku", Wish(symmetry=symmetry), seed=1)
    sudoku = found.problem
    assert isinstance(sudoku, Sudoku)
    given = {(r, c) for r, row in enumerate(sudoku.givens) for c, digit in enumerate(row) if digit}
    every = [(r, c) for r in range(9) for c in range(9)]
    for group in orbits(every, symmetry, 9, 9):
        assert set(group) <= given or not set(group) & given
        if set(group) <= given:
            numbers = {n for n, cell in enumerate(sorted(given)) if cell not in group}
            assert len(up_to_two_answers(sudoku.with_givens(numbers))) == 2


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_orbits_are_closed(symmetry: str) -> None:
    cells = [(r, c) for r in range(4) for c in range(4)]
    groups = orbits(cells, symmetry, 4, 4)
    assert sorted(cell for group in groups for cell in group) == cells
    for group in groups:
        assert {SYMMETRIES[symmetry](cell, 4, 4) for cell in group} == set(group)


def test_wishes_are_fulfilled() -> None:
    assert len(made("sudoku", Wish(givens=30))[0].problem.given_names()) == 30
    assert len(made("sudominoku", Wish(givens=14))[0].problem.given_names()) == 14
    assert made("sudoku", Wish(grade="1"), seed=2)[0].grade == "1"
    assert made("kakuro", Wish(size=(7, 7), grade="1"), seed=2)[0].grade == "1"


def test_sudominokus_are_irreducible() -> None:
    (found,) = made("sudominoku", Wish(boxes=(2, 3)), seed=4)
    assert isinstance(found.problem, Sudominoku)
    everything = set(range(len(found.problem.given_names())))
    for number in everything:
        assert len(up_to_two_answers(found.problem.with_givens(everything - {number}))) == 2


def test_kakuro_layouts() -> None:
    for found in made("kakuro", Wish(size=(8, 11)), count=2):
        kakuro = found.problem
        assert isinstance(kakuro, Kakuro)
        assert (kakuro.rows, kakuro.columns) == (8, 11)
        assert all(2 <= len(run.cells) <= 9 and run.total is not None for run in kakuro.runs)
        white = set(kakuro.white_cells)
        assert {(8 - r, 11 - c) for r, c in white} == white


@pytest.mark.parametrize(
    ("kind", "wish"),
    [
        ("queens", Wish()),
        ("sudoku", Wish(size=(7, 7))),
        ("sudoku", Wish(size=(9, 8))),
        ("sudoku", Wish(boxes=(1, 9))),
        ("sudoku", Wish(size=(9, 9), boxes=(2, 5))),
        ("sudoku", Wish(givens=82)),
        ("sudominoku", Wish(symmetry="half-turn")),
        ("sudominoku", Wish(givens=37)),
        ("kakuro", Wish(givens=3)),
        ("kakuro", Wish(size=(2, 9))),
        ("kakuro", Wish(size=(8, 9), symmetry="diagonal")),
    ],
)
def test_wishes_that_cannot_be_fulfilled(kind: str, wish: Wish) -> None:
    with pytest.raises(WishError):
        made(kind, wish)


def test_no_time_and_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotFoundError, match="stopped after"):
        next(generate("sudoku", limits=Limits(deadline=Deadline(0.0))))
    monkeypatch.setattr(module, "MOST_ATTEMPTS", 3)
    with pytest.raises(NotFoundError, match="3 attempts"):
        next(generate("sudoku", Wish(givens=5)))


def test_a_puzzle_that_is_not_unique_never_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def attempt(wish: Wish, rng: Any, clock: Any) -> Sudoku:
        return Sudoku(2, 2, ((1, 2, 3, 4), (0,) * 4, (0,) * 4, (0,) * 4))

    monkeypatch.setattr("coversat.setter.generators.sudoku.attempt", attempt)
    with pytest.raises(WrongAnswerError, match="not unique"):
        next(generate("sudoku"))
