"""The puzzles that benchmarks make are what they are said to be, and the table says what was measured."""

from __future__ import annotations

import random
import sys
from itertools import islice, product
from math import sqrt
from pathlib import Path

import networkx
import pytest
from each import each
from test_strength import follows

from coversat import check, encodings
from coversat.problems import problem_class, read

# Behind the tests' own modules, of which one has the name of a benchmark.
sys.path.append(str(Path(__file__).resolve().parent.parent / "benchmarks"))

import hamiltonian_graphs as graphs
from cardinality import TABLES, level
from hamiltonian import fault
from peers import made
from peers.table import Entry, Row, closing, heading, write_section

SETS = {
    "queens": {"8": 3, "20": 3, "50": 3},
    "latin": {"30": 1},
    "langford": {"3-8": 9, "9-12": 9, "15-24": 9},
    "polyomino": {"5x6": 3, "60": 6, "120": 5},
    "sudominoku": {"20 given": 2, "12 given": 2, "6 given": 2},
    "cnf": {"50": 2, "100": 2, "150": 2},
    "cover": {"30": 2, "60": 2, "90": 2},
}
"""Every set, and how many of it are looked at."""


# What is made


def texts(kind: str, name: str, seed: int = 1) -> list[str]:
    return list(islice(made.sets(kind, seed)[name], SETS[kind][name]))


def test_the_sets_that_there_are() -> None:
    assert {kind: set(of_kind) for kind, of_kind in made.MAKERS.items()} == {
        kind: set(of_kind) for kind, of_kind in SETS.items()
    }
    assert made.sets("kakuro", 1) == {}


@pytest.mark.thorough
@each(("kind", "name"), [(kind, name) for kind in SETS for name in SETS[kind]])
def test_each_is_read_as_its_kind_and_made_again(kind: str, name: str) -> None:
    found = texts(kind, name)
    for text in found:
        (problem,) = read(text).problems
        assert problem.kind == kind
    if kind != "latin":  # of which one takes half a second
        assert texts(kind, name) == found
        assert kind == "langford" or texts(kind, name, seed=2) != found


def test_queens_that_attack_nobody() -> None:
    """Of one solution, or of none; some are placed and some are not."""
    for text in texts("queens", "20"):
        placed = problem_class("queens").parse(text).placed
        assert 0 < len(placed) < 20
        for at, (r, c) in enumerate(placed):
            assert all(c != d and abs(c - d) != abs(r - s) for s, d in placed[:at])


def test_solved_queens_are_solved() -> None:
    columns = made.solved_queens(9, random.Random(3))
    assert len(columns) == len(set(columns)) == 9
    assert made.attacks(columns) == 0
    assert made.attacks([0, 1, 2]) == 2
    assert made.attacks([0, 2, 1]) == 1


def test_a_random_latin_square_is_one() -> None:
    squares = [made.random_latin(n, random.Random(n)) for n in (2, 3, 7, 7)]
    for square in squares:
        for line in (*square, *zip(*square, strict=True)):
            assert sorted(line) == list(range(len(square)))
    assert squares[2] == squares[3] != [[(r + c) % 7 for c in range(7)] for r in range(7)]


@pytest.mark.thorough
def test_holes_of_a_latin_square() -> None:
    (square,) = (problem_class("latin").parse(text) for text in texts("latin", "30"))
    assert sum(digit is None for row in square.givens for digit in row) == 900 * 42 // 100


def test_the_grid_below_a_sudominoku_is_an_answer() -> None:
    """What was laid is right: it obeys the rules of the whole puzzle, of which a part is given."""
    rng = random.Random(5)
    laid = None
    while laid is None:
        grid = made.random_sudoku(rng)
        laid = made.lay(grid, rng)
    dominoes, singles = laid
    assert sorted(cell for one in (*dominoes, singles) for cell in one) == list(range(81))
    assert len({frozenset((grid[a], grid[b])) for a, b in dominoes}) == len(dominoes) == 36
    assert sorted(grid[cell] for cell in singles) == list(range(1, 10))
    assert all(b - a in (1, 9) and (b - a == 9 or a % 9 < 8) for a, b in dominoes)


@each("name", ["20 given", "6 given"])
def test_as_many_dominoes_are_given_as_said(name: str) -> None:
    for text in texts("sudominoku", name):
        assert len(problem_class("sudominoku").parse(text).dominoes) == int(name.split()[0])


def test_clauses_of_three_different_variables() -> None:
    for text in texts("cnf", "100"):
        formula = problem_class("cnf").parse(text)
        assert (formula.variable_count, len(formula.clauses)) == (100, 430)
        assert all(len({abs(literal) for literal in clause}) == 3 for clause in formula.clauses)


def test_a_cover_is_hidden_in_each() -> None:
    for text in texts("cover", "30"):
        cover = problem_class("cover").parse(text)
        assert (len(cover.primary), len(cover.options)) == (30, 90)
        assert check(cover).answers


@each(("name", "cells"), [("5x6", 30), ("60", 60), ("120", 120)])
def test_pentominoes_fill_their_boards(name: str, cells: int) -> None:
    for text in texts("polyomino", name):
        board = text.split("\n")[1:]
        assert sum(line.count(".") for line in board if " " not in line) == cells
        pieces = [line for line in board if " " in line]
        assert 5 * sum(int(line.partition(" x")[2] or 1) for line in pieces) == cells
        assert all(line.split()[1].count("#") == 5 for line in pieces)


# What was measured


def row(kind: str, size: str, *seconds: tuple[float, float, float], late: int = 0) -> Row:
    entries = []
    for at, (ours, one, other) in enumerate(seconds):
        entry = Entry(kind, size, str(at), "")
        entry.seconds = {"coversat": ours, "cpsat": one, "clingo": other}
        verdict = "late" if at < late else "unique"
        entry.verdicts = {
            "coversat": "unique",
            "cpsat": verdict,
            "clingo": "refused" if at < late else "none",
        }
        entries.append(entry)
    return Row(kind, size, entries, 0.5)


def test_a_row_of_the_table() -> None:
    """The medians 2, 4, 8 s, the totals 7, 11, 14 s; the better peer's count."""
    found = row("queens", "8", (1, 2, 4), (2, 4, 8), (4, 5, 2), late=1)
    names = ["coversat", "cpsat", "clingo"]
    assert found.line(names) == (
        "| queens | 8 | 3 | 500 | 2000.0 / 7.00 | 4000.0 / 11.00 (1 late) | 4000.0 / 14.00 (1 late) "
        "| 0.50 | 0.64 |"
    )
    head, rule = heading(names).split("\n")
    assert head.count("|") == rule.count("|") == found.line(names).count("|")


def test_what_stands_below_the_rows() -> None:
    """The means are geometric; a row is behind where either of its ratios is above 1."""
    rows = [row("queens", "8", (1, 2, 4)), row("latin", "30", (8, 1, 2))]
    said = closing(rows, ["coversat", "cpsat", "clingo"])
    mean = sqrt(1 / 2 * 8)
    assert f"| **all** |  | 2 |  | 9.00 | 3.00 | 6.00 | {mean:.2f} (mean) | {mean:.2f} (mean) |" in said
    assert "of each row: 3.00." in said
    assert "Behind in 1 of 2 rows: latin 30." in said


OTHERS = "# Results\n\n## One\n\n1\n\n{}## Three\n\n3\n"


def test_a_section_is_put_in_the_place_of_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "RESULTS.md"
    file.write_text(OTHERS.format("## Two\n\nold\n\nold\n\n### Below\n\nkept\n\n"))
    write_section(file, "## Two", ["new", "", "new"])
    assert file.read_text() == OTHERS.format("## Two\n\nnew\n\nnew\n\n### Below\n\nkept\n\n")
    write_section(file, "## Four", ["4"])
    assert file.read_text().endswith("## Three\n\n3\n\n## Four\n\n4\n")
    write_section(tmp_path / "new", "## Four", ["4"])
    assert (tmp_path / "new").read_text() == "## Four\n\n4\n"


# Cardinality encodings


@each("name", ["sequential", "ladder", "pysat:seqcounter"])
def test_what_is_said_of_an_encoding_is_true_of_its_truth_table(name: str) -> None:
    """All assignments of all variables, and unit propagation clause by clause."""
    found = encodings.at_most_one(range(1, 5), name, first_free=5)
    last = max(found.auxiliary)
    models = [
        signs
        for signs in product((False, True), repeat=last)
        if all(any(signs[abs(x) - 1] is (x > 0) for x in clause) for clause in found.clauses)
    ]
    is_determined = len({signs[:4] for signs in models}) == len(models)
    consistent = True
    for partial in product((None, False, True), repeat=4):
        left = [one for one in models if all(p in (None, s) for p, s in zip(partial, one, strict=False))]
        known = [at if p else -at for at, p in enumerate(partial, 1) if p is not None]
        true = follows(found.clauses, known)
        for at in range(4) if true is not None else ():
            shown = {one[at] for one in left}
            consistent = consistent and (len(shown) != 1 or (at + 1 if shown.pop() else -at - 1) in true)
        consistent = consistent and (true is None) is (not left)
    assert level(found, 4, lambda signs: sum(signs) <= 1) == (2 if consistent else 0, is_determined)


def test_weaker_encodings_are_called_so() -> None:
    make, size, test = TABLES["counts"].small[1]
    assert level(make("counter"), size, test) == (2, True)
    assert level(make("pysat:kmtotalizer"), size, test)[0] < 2
    with pytest.raises(AssertionError, match="excludes a solution"):
        level(make("counter"), size, lambda signs: sum(signs) < 4)


# Graphs with and without Hamiltonian cycles


def has_cycle(edges: graphs.Edges) -> bool:
    """By going on from vertex to vertex, in every way."""
    beside: dict[int, set[int]] = {}
    for a, b in edges:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)

    def goes_on(here: int, left: frozenset[int]) -> bool:
        return any(goes_on(vertex, left - {vertex}) for vertex in left & beside[here]) or (
            not left and 0 in beside[here]
        )

    return goes_on(0, frozenset(beside) - {0})


def test_the_families_are_those_that_theory_speaks_of() -> None:
    small = (
        *((graphs.petersen(half, 2), half % 6 != 5) for half in (5, 6, 7, 8)),
        *((graphs.petersen(half, 3), True) for half in (7, 8)),
        *((graphs.flower(stars), stars % 2 == 0) for stars in (3, 4, 5)),
    )
    for edges, cycle in small:
        assert has_cycle(edges) is cycle, edges
    known = networkx.petersen_graph()
    assert networkx.is_isomorphic(networkx.Graph(graphs.petersen(5, 2)), known)
    assert len(graphs.knights(8)) == 168  # moves of a knight on a chessboard, each once
    assert {degree for _, degree in networkx.Graph(graphs.cubic(60, random.Random(1))).degree} == {3}


def test_the_graphs_of_a_seed_have_their_vertices_numbered_anew() -> None:
    chance, edges = random.Random(1), graphs.petersen(5, 2)
    one, other = (graphs.numbered("one", seed, edges, False, chance) for seed in (1, 2))
    assert one.edges != other.edges
    assert networkx.is_isomorphic(networkx.Graph(one.edges), networkx.Graph(other.edges))
    square = graphs.Made("square", 4, 1, [(0, 1), (0, 3), (1, 2), (2, 3)], True)
    assert fault(square, {"verdict": "yes", "answer": [0, 1, 2, 3]}) is None
    for wrong in ([0, 2, 1, 3], [0, 1, 2], [0, 1, 2, 3, 3]):
        assert fault(square, {"verdict": "yes", "answer": wrong}) is not None
    assert fault(square, {"verdict": "no"}) is not None
    assert fault(square, {"verdict": "late"}) is None
