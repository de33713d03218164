"""The script that audits published sets, on sets of a few rows that are made up here."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from each import each

# Behind the tests' own modules, of which one has the name of a benchmark.
sys.path.append(str(Path(__file__).resolve().parent.parent / "benchmarks"))

import audits
import audits_kinds as kinds
from audits_search import Puzzle, answers, keeps
from audits_sets import SETS

import coversat

# Puzzles so small that their answers are found by hand.

SQUARE = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]


def board(rows: Any) -> str:
    return "\n".join(" ".join(map(str, row)) for row in rows)


def gym(puzzle: Any, answer: Any) -> dict[str, Any]:
    blanks = [["_" if value == 0 else value for value in row] for row in puzzle]
    question = f"Solve this 4x4 Mini Sudoku puzzle:\n{board(blanks)}\n"
    return {"question": question, "answer": board(answer), "metadata": {"puzzle": puzzle, "solution": answer}}


def without(*blank: tuple[int, int]) -> list[list[int]]:
    return [[0 if (r, c) in blank else SQUARE[r][c] for c in range(4)] for r in range(4)]


def light_up(question: str, *bulbs: tuple[int, int]) -> dict[str, Any]:
    return {"prompt": question, "question": question, "answer": bulbs, "level": "hard"}


def kit(problem: str, solution: str) -> dict[str, str]:
    return {"problem": problem, "solution": solution}


def zebra(*clues: str) -> dict[str, Any]:
    """Two houses."""
    stated = "".join(f"{at}. {clue}.\n" for at, clue in enumerate(clues, 1))
    sorts = (
        "Each person has a unique name: alice, bob",
        "Each mother is accompanied by their child: alice, billy",
    )
    question = f"There are 2 houses.\n - {sorts[0]}\n - {sorts[1]}\n\n{stated}\n"
    asked = f"{question}What is Name of the person who lives in House 1??"
    about = {"source_dataset": "zebra_puzzles", "source_index": 0, "difficulty": {}}
    return {"question": asked, "answer": "bob", "metadata": about}


def graph(edges: list[list[int]], **colours: int) -> dict[str, Any]:
    """Three vertices and two colours."""
    puzzle = {"vertices": [0, 1, 2], "edges": edges, "num_colors": 2, "color_options": [1, 2]}
    about = {"source_dataset": "graph_color", "puzzle": puzzle, "num_vertices": 3}
    stored = {str(at): colour for at, colour in enumerate(colours.values())}
    return {"question": "", "answer": None, "metadata": {**about, "possible_answer": stored}}


ZEBRAS = [
    zebra(
        "Bob is directly left of the person's child is named Alice",
        "Alice is the person's child is named Alice",
    ),
    zebra("Bob and the person who is the mother of Billy are next to each other"),
]
"""Alice is second with the child Alice; Billy is beside Bob, on either side."""

MADE: dict[tuple[str, str], tuple[list[dict[str, Any]], list[int]]] = {
    # A blank cell; pairs that can change places; givens that clash; the first again, with a wrong answer.
    ("reasoning-gym", "mini_sudoku"): (
        [
            gym(without((0, 0)), SQUARE),
            gym(without((0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (0, 3), (2, 1), (2, 3)), SQUARE),
            gym([[1, 0, 0, 1], *[[0] * 4] * 3], SQUARE),
            gym(without((0, 0)), [SQUARE[1], SQUARE[0], *SQUARE[2:]]),
        ],
        [4, 4, 2, 1, 1, 0, 1, 1, 2, 0, 1, 4, 0],
    ),
    # Two diagonals; a clue that chooses one; a clue of one bulb where two are needed.
    ("enigmata", "light_up"): (
        [light_up("..\n..", (0, 0), (1, 1)), light_up("..\n1#", (0, 0)), light_up("..\n1.", (0, 1))],
        [3, 3, 1, 1, 1, 0, 1, 1, 1, 0, 0, 3, 0],
    ),
    # Who is where, with a child of the same name as an adult; and the same with the stored answer denied.
    ("reasoning-gym", "zebra_puzzles"): (ZEBRAS, [2, 2, 1, 1, 0, 0, 0, 0, 0, 2, 0, 2, 0]),
    ("reasoning-gym", "zebra_denied"): (ZEBRAS, [2, 2, 1, 0, 1, 0, 0, 0, 0, 2, 0, 2, 0]),
    # A path, coloured rightly and wrongly; a triangle.
    ("reasoning-gym", "graph_color"): (
        [
            graph([[0, 1], [1, 2]], a=1, b=2, c=1),
            graph([[0, 1], [1, 2]], a=1, b=1, c=2),
            graph([[0, 1], [1, 2], [0, 2]], a=1, b=2, c=2),
        ],
        [3, 3, 0, 2, 1, 0, 0, 1, 2, 0, 1, 3, 0],
    ),
    # Mines at both sides of the 1: two answers, unless a 0 is beside one of them; a board that is too short.
    ("puzzlekit", "Minesweeper"): (
        [
            kit("1 3 1\n- 1 -", "1 3\nx - -"),
            kit("2 3 1\n- 1 -\n- - 0", "2 3\nx - -\n- - -"),
            kit("2 3 1\n- 1 -", "2 3\nx - -"),
            kit("1 3 2\n- 1 -", ""),
        ],
        [4, 3, 0, 2, 1, 0, 0, 2, 0, 1, 0, 3, 0],
    ),
}
"""The rows of a part of a set, and the figures of its line, by hand."""


@each("name, part", MADE)
def test_the_figures_are_those_found_by_hand(
    name: str, part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, figures = MADE[name, part]
    file = tmp_path / SETS[name].parts[part].path
    file.parent.mkdir(exist_ok=True)
    if file.suffix == ".json":
        file.write_text(json.dumps({"data": dict(enumerate(rows))}))
    else:
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert audits.main([name, str(tmp_path), "--only", part]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith(f"| {part} |"))
    assert [int(word) for word in line.strip("| ").split(" | ")[1:]] == figures


# Both forms of a row, and the search.


def grid(rng: random.Random, signs: Any, rows: int, columns: int) -> list[list[Any]]:
    return [[rng.choice(signs) for _ in range(columns)] for _ in range(rows)]


def sums(board: list[list[int]]) -> tuple[list[int], list[int]]:
    """The sums of rows and columns."""
    return [sum(row) for row in board], [sum(column) for column in zip(*board, strict=True)]


def a_sudoku(rng: random.Random, *regions: Any) -> kinds.Row:
    return kinds.sudoku(grid(rng, (0,) * 12 + (1, 2, 3, 4), 4, 4), None, *regions)


def some_skyscrapers(rng: random.Random) -> kinds.Row:
    sides = ("top", "left", "right", "bottom")
    return kinds.skyscrapers(
        {side: [rng.choice((0, 0, 0, 0, 1, 2)) for _ in range(3)] for side in sides}, None
    )


def some_tents(rng: random.Random) -> kinds.Row:
    """With the sums of a random board, whose tents are perhaps beside no tree."""
    trees = rng.choice(([[1, 0, 0, 0], [0, 0, 1, 0]], [[0, 0, 0, 0], [1, 0, 0, 1]]))
    return kinds.tents(
        trees, *sums(rng.choice(([[0, 0, 0, 1], [1, 0, 0, 0]], [[0, 1, 0, 0], [0, 0, 0, 1]]))), None
    )


def a_nonogram(rng: random.Random) -> kinds.Row:
    rows, columns = (rng.choices([[], [1], [2], [1, 1], [3]], [2, 4, 2, 2, 1], k=3) for _ in range(2))
    return kinds.nonogram(rows, columns, None)


def a_futoshiki(rng: random.Random) -> kinds.Row:
    less = [((0, 0), (0, 1)), ((2, 1), (1, 1))][: rng.randint(0, 2)]
    return kinds.futoshiki(grid(rng, (0,) * 7 + (1, 3), 3, 3), less, None)


def a_kakurasu(rng: random.Random) -> kinds.Row:
    board = grid(rng, (0, 1), 3, 3)
    rows, _ = sums([[value * at for at, value in enumerate(row, 1)] for row in board])
    _, columns = sums([[value * at for value in row] for at, row in enumerate(board, 1)])
    return kinds.kakurasu(rows, [*columns[:-1], columns[-1] + rng.choice((0, 0, 1))], None)


def a_graph(rng: random.Random) -> kinds.Row:
    edges = [[a, b] for a in range(4) for b in range(a) if rng.random() < 0.5]
    return kinds.colouring(range(4), edges, 2, None)


REGIONS = [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 3, 4]]
JIGSAW = [[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]]
STARS = [[1, 1, 2, 2], [1, 1, 1, 2], [3, 1, 4, 4], [3, 3, 3, 4]]
RANDOM: dict[str, Callable[[random.Random], kinds.Row]] = {
    "sudoku": a_sudoku,
    "jigsaw": lambda rng: a_sudoku(rng, JIGSAW),
    "queens": lambda rng: kinds.queens(grid(rng, (0,) * 19 + (1,), 5, 5), None),
    "akari": lambda rng: kinds.akari(grid(rng, "-----xx12", 3, 4), None),
    "binairo": lambda rng: kinds.binairo(grid(rng, (0, 0, 0, 1, 2), 4, 4), None),
    "suguru": lambda rng: kinds.suguru(grid(rng, (0,) * 9 + (1, 2), 4, 4), REGIONS, None),
    "starbattle": lambda rng: kinds.starbattle(rng.sample(STARS, 4), 1, None),
    "minesweeper": lambda rng: kinds.minesweeper(grid(rng, "----12", 3, 3), rng.choice((None, 2, 3)), None),
    "hitori": lambda rng: kinds.hitori(grid(rng, (1, 2, 3), 3, 3), None),
    "skyscrapers": some_skyscrapers,
    "tents": some_tents,
    "nonogram": a_nonogram,
    "futoshiki": a_futoshiki,
    "kakurasu": a_kakurasu,
    "colouring": a_graph,
}


@pytest.mark.thorough
@each("kind", RANDOM)
def test_both_forms_of_a_row_have_as_many_answers(kind: str) -> None:
    rng, counts = random.Random(3), set()
    for _ in range(8):
        row = RANDOM[kind](rng)
        found = answers(row.puzzle, 10**6)
        assert found is not None
        assert all(keeps(row.puzzle, answer) for answer in found)
        (problem,) = coversat.read(row.text, row.kind)
        assert len(found) == coversat.count(problem).count, row.text
        counts.add(min(len(found), 2))
    assert len(counts) > 1


def test_the_search_finds_what_all_fillings_show() -> None:
    rng = random.Random(5)
    for kind in ("hitori", "kakurasu", "minesweeper"):
        puzzle: Puzzle = RANDOM[kind](rng).puzzle
        every = (dict(zip(puzzle.domains, one, strict=True)) for one in product(*puzzle.domains.values()))
        right = [one for one in every if keeps(puzzle, one)]
        found = answers(puzzle, 10**6)
        assert found is not None
        assert sorted(map(str, found)) == sorted(map(str, right))


def test_a_search_that_gives_up_says_nothing() -> None:
    puzzle = kinds.binairo([[0] * 4] * 4, None).puzzle
    assert answers(puzzle, 10**6, tries=2) is None
    row = kinds.Row("binairo", "", "", puzzle, None)
    assert audits.searched(row, 2) == audits.Found("unknown", "absent")


def test_two_answers_are_several_if_the_search_gives_up() -> None:
    board, other = [[1, 2, 1, 2], [2, 1, 2, 1]] * 2, [[2, 1, 2, 1], [1, 2, 1, 2]] * 2
    row = kinds.binairo([[0] * 4] * 4, board)
    assert audits.searched(row, 2, other) == audits.Found("multiple", "several")
    assert audits.searched(row, 2, board) == audits.Found("unknown", "right")
    assert audits.searched(row, 2, [[1] * 4] * 4) == audits.Found("unknown", "right")


def test_a_sample_has_every_row_that_is_not_sound() -> None:
    sound = coversat.audit(["1.....2..3.....4"]).all_rows[0]
    several, none = coversat.audit(["." * 16, f"11{'.' * 14}"])
    rows = [*[sound] * 5, several, *[sound] * 5, none]
    assert audits.searched_rows(rows, 2) == {0, 5, 6, 11}
    assert audits.searched_rows(rows, None) == {*range(12)}


def test_methods_that_differ_are_counted() -> None:
    one, other = audits.Found("unique", "right"), audits.Found("multiple", "several")
    unknown = audits.Found("unknown", "right")
    found = audits.Audited(3, audits.Counter(), [one, one, one], [one, other, unknown], (0, 0))
    assert found.differ() == [(one, other)]
    assert found.line("x") == "| x | 3 | 3 | 3 | 0 | 0 | 0 | 3 | 0 | 0 | 0 | 0 | 2 | 1 |"
