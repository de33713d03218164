"""Generated puzzles: unique by direct search, as asked for, and the same from the same seed everywhere."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import Any

import networkx
import pytest
from command_line import command_line
from each import each
from kinds import grid
from setter_cases import SEARCH, up_to_two_answers

import coversat
from coversat.answering.questions import decide as check
from coversat.answering.routes import find_route
from coversat.answering.running import run
from coversat.base.deadline import Deadline
from coversat.base.errors import WrongAnswerError
from coversat.kinds.heyawake import Heyawake
from coversat.kinds.queens import Queens
from coversat.problems import KINDS, Kakuro, Sudoku, Sudominoku, problem_class
from coversat.problems.puzzle import GridPuzzle
from coversat.reductions import areas
from coversat.setters.generate import generate as module
from coversat.setters.generate.generate import (
    GENERATORS,
    Generated,
    can_generate,
    checks_of,
)
from coversat.setters.generate.generate import (
    generated as generate,
)
from coversat.setters.generate.spec import SYMMETRIES, NotFoundError, Spec, SpecError, orbits
from coversat.setters.grade import grade
from coversat.solvers import Limits, solvers_of
from coversat.solvers.findings import Verdict

LONG = [("sudoku", Spec(size=(10, 10))), ("kakuro", Spec(size=(9, 9)))]
SMALL = {
    "sudoku": [Spec(boxes=(2, 2)), Spec(boxes=(2, 3)), Spec(boxes=(3, 2)), Spec()],
    "sudominoku": [Spec(boxes=(2, 2)), Spec(boxes=(2, 3)), Spec(givens=14)],
    "kakuro": [Spec(size=(3, 3)), Spec(size=(5, 6)), Spec(size=(7, 7), symmetry="none")],
    "latin": [Spec(size=(4, 4)), Spec(), Spec(size=(5, 5), symmetry="half-turn"), Spec(givens=14)],
    "skyscrapers": [Spec(size=(3, 3)), Spec(size=(4, 4)), Spec(size=(4, 4), givens=5)],
    "starbattle": [Spec(size=(5, 5)), Spec(size=(6, 6)), Spec()],
    "queens": [Spec(size=(4, 4)), Spec(), Spec(size=(6, 6), givens=4)],
    "dominosa": [Spec(size=(2, 3)), Spec(size=(3, 4)), Spec(size=(4, 5)), Spec(size=(6, 7))],
    "nonogram": [Spec(size=(2, 2)), Spec(size=(7, 5)), Spec(symmetry="left-right")],
}
EVERY = [(kind, spec) for kind, specs in SMALL.items() for spec in specs]


def made(kind: str, spec: Spec = Spec(), seed: int = 0, count: int = 1) -> list[Generated]:  # noqa: B008
    return list(generate(kind, spec, seed, count))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "spec"), [*EVERY, *(pytest.param(*long, marks=pytest.mark.slow) for long in LONG)]
)
def test_one_answer_by_direct_search(kind: str, spec: Spec) -> None:
    for found in made(kind, spec, seed=3, count=2 if spec is SMALL[kind][0] else 1):
        assert found.problem.kind == kind
        assert up_to_two_answers(found.problem) == {found.answer}
        assert len({*found.routes} & {*checks_of(kind)}) == 2
        assert found.grade == grade(found.problem).name


BOARDS = [kind for kind in KINDS if "search/frontier" in {solver.name for solver in solvers_of(kind)}]


def by_frontier(problem: Any, search: str = "frontier") -> tuple[Any, ...]:
    """Up to two answers, found without a formula."""
    route = find_route(problem.kind, f"search/{search}")
    return run(problem, route, Limits(answers=2)).findings.answers


@pytest.mark.thorough
@each("kind", BOARDS)
def test_loops_and_areas_have_one_answer_by_direct_search(kind: str) -> None:
    """And no removable clue can be left out, except where boards show all clues."""
    for found in made(kind, Spec(size=(5, 6)), seed=1):
        assert (found.problem.rows, found.problem.columns) == (5, 6)
        assert by_frontier(found.problem) == (found.answer,)
        names = found.problem.given_names()
        for number in range(len(names) if found.problem.drops_clues else 0):
            fewer = found.problem.with_givens({*range(len(names))} - {number})
            assert len(by_frontier(fewer)) == 2, names[number]


def test_the_help_names_the_kinds_that_keep_all_clues() -> None:
    boards = [kind for kind in KINDS if can_generate(kind) and issubclass(problem_class(kind), GridPuzzle)]
    said = command_line("generate", "--help").stdout.partition("except ")[2].partition(".")[0]
    named = [kind for kind in boards if kind in said]
    assert named == [kind for kind in boards if not problem_class(kind).drops_clues]  # type: ignore[attr-defined]


@pytest.mark.thorough
def test_larger_numberlinks() -> None:
    for found in made("numberlink", Spec(size=(8, 7)), seed=1, count=3):
        assert by_frontier(found.problem) == (found.answer,)
        assert found.routes == ("cnf:cuts/cadical195", "cnf:verdict/glucose4")


@pytest.mark.thorough
def test_a_numberlink_has_numbers() -> None:
    """On a board that is too small for a line with one shortest way there is none."""
    with pytest.raises(NotFoundError, match="no numberlink of this description was found"):
        next(generate("numberlink", Spec(size=(2, 2))))
    (found,) = made("numberlink", Spec(size=(1, 3)))
    assert found.problem.ends == {1: [(0, 0), (0, 2)]}


def test_small_boards_have_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a board has one answer without any, it is no puzzle; a loop around one cell leaves that one."""
    for kind, size in (("slitherlink", (1, 2)), ("simpleloop", (2, 3)), ("yajilin", (2, 3))):
        for seed in range(3):
            (found,) = made(kind, Spec(size=size), seed)
            assert found.problem.clue_at
            assert by_frontier(found.problem) == (found.answer,)
    monkeypatch.setattr("coversat.setters.generate.generate.MOST_ATTEMPTS", 2)
    for kind in ("masyu", "simpleloop"):
        with pytest.raises(NotFoundError, match=r"2 attempts \(one answer without a clue: 2\)"):
            next(generate(kind, Spec(size=(2, 2))))


def test_boards_too_large_for_counts_are_checked_twice(monkeypatch: Any) -> None:
    monkeypatch.setattr(areas, "elimination_order", lambda *_: None)
    (found,) = made("fillomino", Spec(size=(3, 4)), seed=1)
    assert by_frontier(found.problem, "meanings") == (found.answer,)
    assert found.routes == ("cnf:cuts/cadical195", "cnf:cuts/glucose4")


@pytest.mark.thorough
@each("kind", ["slitherlink", "kurodoko", "masyu", "yinyang"])
def test_clues_of_loops_and_areas_are_symmetric(kind: str) -> None:
    (found,) = made(kind, Spec(size=(5, 6), symmetry="half-turn"), seed=2)
    clued = set(found.problem.clue_at)
    assert clued == {(4 - r, 5 - c) for r, c in clued}
    assert by_frontier(found.problem) == (found.answer,)


def test_narrow_boards_have_rooms() -> None:
    for seed in range(60):
        board = Heyawake.blank(1, 1 + seed % 20, random.Random(seed))
        assert board.columns == 1 + seed % 20


def test_a_number_of_clues_of_a_board() -> None:
    (found,) = made("slitherlink", Spec(size=(4, 4), givens=13))
    assert len(found.problem.given_names()) == 13


@each(
    ("kind", "spec", "reason"),
    [
        ("hitori", Spec(symmetry="half-turn"), "hitori puzzles cannot be generated with a symmetry"),
        ("numberlink", Spec(symmetry="half-turn"), "numberlink puzzles cannot be generated with a symmetry"),
        ("nurikabe", Spec(givens=4), "with a number of givens"),
        ("slitherlink", Spec(size=(4, 5), symmetry="diagonal"), "needs a square"),
        ("slitherlink", Spec(boxes=(2, 2)), "cannot be generated with boxes"),
    ],
)
def test_boards_that_are_not_made(kind: str, spec: Spec, reason: str) -> None:
    with pytest.raises(SpecError, match=reason):
        next(generate(kind, spec))


def test_the_two_checks_share_no_reduction() -> None:
    own = {kind for kind in KINDS if getattr(problem_class(kind), "checked_by", ())}
    assert own | {*GENERATORS} >= set(SEARCH)
    for names in map(checks_of, sorted(own | {*GENERATORS})):
        assert len({name.split("/")[0] for name in names}) == len(names) >= 2


LAYOUT = """....
....
....
....
thermo r1c1 r2c2 r3c2
cage 5 r1c3 r1c4
"""


def with_wishes(**wishes: Any) -> Sudoku:
    (found,) = generate("sudoku", Spec(layout=Sudoku.parse(LAYOUT), **wishes), seed=4)
    assert check(found.problem, find_route("sudoku", "search/scan")).answers == (found.answer,)
    assert found.problem.constraints == Sudoku.parse(LAYOUT).constraints
    return found.problem


def test_a_layout_gets_digits() -> None:
    """As few as can be, where nothing else is asked for: without any one of them there are more answers."""
    problem = with_wishes()
    cells = [(r, c) for r, row in enumerate(problem.givens) for c, digit in enumerate(row) if digit]
    for r, c in cells:
        less = [list(row) for row in problem.givens]
        less[r][c] = None
        fewer = replace(problem, givens=tuple(map(tuple, less)))
        assert check(fewer, find_route("sudoku", "search/scan")).verdict is Verdict.MULTIPLE
    assert sum(map(bool, chain(*with_wishes(givens=9).givens))) == 9
    turned = with_wishes(symmetry="half-turn").givens
    assert all(bool(turned[r][c]) == bool(turned[3 - r][3 - c]) for r in range(4) for c in range(4))


def test_a_layout_keeps_its_givens() -> None:
    layout = replace(Sudoku.parse(LAYOUT), givens=grid("1...", "....", "....", "...."))
    (found,) = generate("sudoku", Spec(layout=layout), seed=1)
    assert found.problem.givens[0][0] == 1


@each(
    ("spec", "reason"),
    [
        (Spec(layout=Sudoku.parse(LAYOUT + "cage 2 r4c3 r4c4\n")), "no answer"),
        (Spec(layout=Sudoku.parse(LAYOUT), givens=17), "16 blank"),
        (Spec(layout=Sudoku.parse(LAYOUT), size=(4, 4)), "its own size"),
    ],
)
def test_layouts_that_cannot_be(spec: Spec, reason: str) -> None:
    with pytest.raises(SpecError, match=reason):
        next(generate("sudoku", spec))


def test_no_given_queen_can_be_left_out() -> None:
    (found,) = made("queens", Spec(size=(7, 7)))
    everything = set(range(len(found.problem.placed)))
    for number in everything:
        assert len(up_to_two_answers(found.problem.with_givens(everything - {number}))) == 2


def test_random_queens_of_every_size() -> None:
    for size in range(4, 65, 5):
        board, columns = Queens.blank_with_answer(size, size, random.Random(size))
        assert (
            len({c - r for r, c in enumerate(columns)}) == len({c + r for r, c in enumerate(columns)}) == size
        )
        assert (sorted(columns), board.rows) == (list(range(size)), size)


@pytest.mark.thorough
@each(("kind", "size"), [("queens", 24), ("latin", 9)])
def test_large_boards_have_one_answer(kind: str, size: int) -> None:
    """As Dancing Links finds too, of which the generator knows nothing."""
    (found,) = made(kind, Spec(size=(size, size)))
    outcome = run(found.problem, find_route(kind, "cover/dancing-links"), Limits(answers=2)).findings
    assert (outcome.answers, outcome.exhausted) == ((found.answer,), True)
    assert found.routes == ("cover/bitset", "cnf:mixed/cadical195")


def test_a_made_dominosa_has_each_domino_once() -> None:
    (found,) = made("dominosa", Spec(size=(6, 7)))
    pairs = Counter(map(found.problem.pair, found.answer))
    assert pairs == Counter((a, b) for b in range(6) for a in range(b + 1))


@pytest.mark.thorough
def test_no_clue_of_skyscrapers_can_be_left_out() -> None:
    for seed in range(3):
        (found,) = made("skyscrapers", Spec(size=(4, 4)), seed)
        everything = set(range(len(found.problem.given_names())))
        for number in everything:
            assert len(up_to_two_answers(found.problem.with_givens(everything - {number}))) == 2
    (found,) = made("skyscrapers", Spec(size=(4, 4), givens=5))
    assert sum(map(bool, chain(*found.problem.givens))) == 5


@pytest.mark.thorough
def test_star_battles_have_connected_regions_and_two_stars_on_large_boards() -> None:
    for found in [*made("starbattle", seed=5, count=3), *made("starbattle", Spec(size=(10, 10)), seed=2)]:
        board = {(r, c): label for r, row in enumerate(found.problem.regions) for c, label in enumerate(row)}
        assert found.problem.stars == (2 if len(board) == 100 else 1)
        for label in set(board.values()):
            cells = {cell for cell, other in board.items() if other == label}
            piece = networkx.Graph()
            piece.add_nodes_from(cells)
            piece.add_edges_from(((r, c), (r + a, c + b)) for r, c in cells for a, b in ((0, 1), (1, 0)))
            assert networkx.is_connected(piece.subgraph(cells))


def test_a_nonogram_has_the_symmetry_asked_for() -> None:
    for found in made("nonogram", Spec(symmetry="left-right"), seed=5, count=3):
        assert any(map(any, found.answer))
        assert all(row == row[::-1] for row in found.answer)


@pytest.mark.thorough
@each(("kind", "spec"), EVERY[1::3])
def test_a_seed_makes_the_same_puzzles(kind: str, spec: Spec) -> None:
    first = [found.problem for found in made(kind, spec, seed=7, count=2)]
    assert [found.problem for found in made(kind, spec, seed=7, count=1)] == first[:1]
    assert made(kind, spec, seed=8)[0].problem != first[0]


@pytest.mark.thorough
def test_the_same_puzzles_by_either_engine_and_any_hash_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """Here by the compiled engine, and as the hash seed of this process is."""
    code = (
        "from coversat.setters.generate.generate import generated as generate\n"
        "from coversat.setters.generate.spec import Spec\n"
        "specs = {'sudoku': Spec(), 'sudominoku': Spec(boxes=(2, 3)), 'kakuro': Spec(size=(7, 7))}\n"
        "for kind, spec in specs.items(): print(next(generate(kind, spec, 5)).problem.format())"
    )
    exec(code, {})
    environment = os.environ | {"PYTHONHASHSEED": "2", "COVERSAT_PURE": "1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert capsys.readouterr().out == done.stdout


@each("symmetry", SYMMETRIES)
def test_sudokus_are_symmetric_and_irreducible(symmetry: str) -> None:
    (found,) = made("sudoku", Spec(boxes=(2, 3), symmetry=symmetry), seed=1)
    sudoku = found.problem
    assert isinstance(sudoku, Sudoku)
    given = {(r, c) for r, row in enumerate(sudoku.givens) for c, digit in enumerate(row) if digit}
    every = [(r, c) for r in range(6) for c in range(6)]
    for group in orbits(every, symmetry, 6, 6):
        assert set(group) <= given or not set(group) & given
        if set(group) <= given:
            numbers = {n for n, cell in enumerate(sorted(given)) if cell not in group}
            assert len(up_to_two_answers(sudoku.with_givens(numbers))) == 2


@each("symmetry", SYMMETRIES)
def test_orbits_are_closed(symmetry: str) -> None:
    cells = [(r, c) for r in range(4) for c in range(4)]
    groups = orbits(cells, symmetry, 4, 4)
    assert sorted(cell for group in groups for cell in group) == cells
    for group in groups:
        assert {SYMMETRIES[symmetry](cell, 4, 4) for cell in group} == set(group)


@pytest.mark.thorough
def test_wishes_are_fulfilled() -> None:
    assert len(made("sudoku", Spec(givens=30))[0].problem.given_names()) == 30
    assert len(made("sudominoku", Spec(givens=14))[0].problem.given_names()) == 14
    assert made("sudoku", Spec(grade="1"), seed=2)[0].grade == "1"
    assert made("kakuro", Spec(size=(7, 7), grade="1"), seed=2)[0].grade == "1"


def test_sudominokus_are_irreducible() -> None:
    (found,) = made("sudominoku", Spec(boxes=(2, 3)), seed=4)
    assert isinstance(found.problem, Sudominoku)
    everything = set(range(len(found.problem.given_names())))
    for number in everything:
        assert len(up_to_two_answers(found.problem.with_givens(everything - {number}))) == 2


@pytest.mark.thorough
def test_kakuro_layouts() -> None:
    for found in made("kakuro", Spec(size=(8, 11)), count=2):
        kakuro = found.problem
        assert isinstance(kakuro, Kakuro)
        assert (kakuro.rows, kakuro.columns) == (8, 11)
        assert all(2 <= len(run.cells) <= 9 and run.total is not None for run in kakuro.runs)
        white = set(kakuro.white_cells)
        assert {(8 - r, 11 - c) for r, c in white} == white


@each(
    ("kind", "spec"),
    [
        ("langford", Spec()),
        ("queens", Spec(size=(3, 3))),
        ("queens", Spec(givens=9)),
        ("queens", Spec(symmetry="half-turn")),
        ("dominosa", Spec(size=(7, 7))),
        ("dominosa", Spec(size=(9, 10))),
        ("dominosa", Spec(givens=3)),
        ("sudoku", Spec(size=(7, 7))),
        ("sudoku", Spec(size=(9, 8))),
        ("sudoku", Spec(boxes=(1, 9))),
        ("sudoku", Spec(size=(9, 9), boxes=(2, 5))),
        ("sudoku", Spec(givens=82)),
        # No sudoku has one answer with 16 givens, none of order 6 with 7, none of order 10 with 8.
        ("sudoku", Spec(givens=16)),
        ("sudoku", Spec(boxes=(2, 3), givens=7)),
        ("sudoku", Spec(boxes=(2, 5), givens=8)),
        # A quarter turn joins cells by four, but for the one in the middle.
        ("sudoku", Spec(givens=26, symmetry="quarter-turn")),
        ("latin", Spec(size=(5, 5), givens=5)),
        ("latin", Spec(size=(5, 6))),
        ("latin", Spec(size=(21, 21))),
        ("latin", Spec(boxes=(2, 2))),
        ("skyscrapers", Spec(size=(6, 6))),
        ("skyscrapers", Spec(size=(4, 5))),
        ("skyscrapers", Spec(size=(4, 4), boxes=(2, 2))),
        ("skyscrapers", Spec(size=(4, 4), symmetry="half-turn")),
        ("skyscrapers", Spec(size=(4, 4), givens=17)),
        ("starbattle", Spec(size=(4, 4))),
        ("starbattle", Spec(size=(8, 9))),
        ("starbattle", Spec(givens=3)),
        ("starbattle", Spec(symmetry="half-turn")),
        ("nonogram", Spec(size=(1, 5))),
        ("nonogram", Spec(size=(5, 21))),
        ("nonogram", Spec(givens=3)),
        ("nonogram", Spec(size=(5, 6), symmetry="diagonal")),
        ("sudominoku", Spec(symmetry="half-turn")),
        ("sudominoku", Spec(givens=37)),
        ("kakuro", Spec(givens=3)),
        ("kakuro", Spec(size=(2, 9))),
        ("kakuro", Spec(size=(8, 9), symmetry="diagonal")),
    ],
)
def test_wishes_that_cannot_be_fulfilled(kind: str, spec: Spec) -> None:
    with pytest.raises(SpecError):
        made(kind, spec)


def test_no_time_and_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotFoundError, match="stopped after"):
        next(generate("sudoku", limits=Limits(deadline=Deadline(0.0))))
    with pytest.raises(NotFoundError, match="stopped after"):
        next(generate("sudoku", patience=0.0))
    monkeypatch.setattr(module, "MOST_ATTEMPTS", 3)
    with pytest.raises(NotFoundError, match=r"3 attempts \(not as requested: 3\)"):
        next(generate("sudoku", Spec(givens=17)))
    with pytest.raises(NotFoundError, match=r"3 attempts \(grade [01]: \d"):
        next(generate("sudoku", Spec(boxes=(2, 2), grade="9")))


def test_what_was_tried_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ATTEMPTS", 3)
    heard: list[str] = []
    with pytest.raises(NotFoundError):
        list(generate("sudoku", Spec(boxes=(2, 2), grade="9"), seed=2, count=2, report=heard.append))
    assert heard[0].startswith("puzzle 1 of 2: ")
    assert any("attempt" in words and "grade 0" in words for words in heard)


def test_a_puzzle_that_is_not_unique_never_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def attempt(spec: Spec, rng: Any, clock: Any) -> Sudoku:
        return Sudoku(2, 2, grid("1234", "....", "....", "...."))

    monkeypatch.setattr("coversat.setters.generate.sudoku.attempt", attempt)
    with pytest.raises(WrongAnswerError, match="not unique"):
        next(generate("sudoku"))


def test_a_size_that_a_kind_rejects_is_an_error_of_coversat() -> None:
    with pytest.raises(SpecError, match="a side is odd"):
        next(coversat.generate("binairo", size=(5, 5)))
