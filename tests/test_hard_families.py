"""Hard families: what is drawn is what it is said to be, and the same for each seed."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest

import coversat
from coversat.base.errors import ArgumentError
from coversat.cli import exit_code
from coversat.problems import problem_class
from coversat.setters.generate import hard as hard_boards
from coversat.setters.generate.hard import FAMILIES, LEVELS, bounded, dense, gadgets, hard, triples

SMALL = {"hamiltoniancycle": 20, "sudoku": 2, "heyawake": 6, "1in3sat": 20, "sudominoku": 3}
"""Sizes for kinds that are not made with ten of what is counted."""


@pytest.mark.parametrize("kind", FAMILIES)
def test_a_seed_makes_the_same_instance_each_time(kind: str) -> None:
    size = SMALL.get(kind, 10)
    for family in FAMILIES[kind]:
        first, again, other = (family.make(random.Random(seed), size) for seed in (1, 1, 5))
        assert first == again != other
        problem = problem_class(kind).parse(first)
        assert coversat.read(problem.format(), kind) == (problem,)


def test_levels_are_larger_and_larger() -> None:
    assert len(FAMILIES) >= 24
    for families in FAMILIES.values():
        for family in families:
            assert 1 in family.sizes
            assert set(family.sizes) <= set(LEVELS)
            assert list(family.sizes.values()) == sorted(family.sizes.values())


@pytest.mark.thorough
def test_every_level_has_an_instance() -> None:
    """Of those with a bound, which takes long to find, what is bounded."""
    for kind, families in FAMILIES.items():
        for family in families:
            bound = isinstance(family.make, partial) and family.make.func is bounded
            make = family.make.args[-1] if bound else family.make
            for size in family.sizes.values():
                assert make(random.Random(1), size), kind


def test_there_is_no_hard_instance_of_every_kind() -> None:
    with pytest.raises(ArgumentError, match="no hard akari is known; there are those of 1in3sat"):
        hard("akari", 1, 1)
    with pytest.raises(ArgumentError, match="there is no sudominoku of 30 s, only of 1 s"):
        hard("sudominoku", 30, 1)


@pytest.mark.parametrize("beyond", [False, True])
def test_bounds_are_exact(beyond: bool) -> None:
    """By brute force over all subsets, of graphs and sets that are drawn alike."""
    for seed in range(3):
        text = dense(random.Random(seed), 9)
        graph = nx.Graph(line.split() for line in text.splitlines())
        clique = max(map(len, nx.find_cliques(graph)))
        made = bounded("clique", 1, beyond, dense, random.Random(seed), 9)
        assert made.splitlines()[0] == f"clique {clique + beyond}"
        sets = [set(line.split()[1:]) for line in triples(random.Random(seed), 6).splitlines()]
        every = set().union(*sets)
        least = next(k for k in range(7) if any(set().union(*c) == every for c in combinations(sets, k)))
        made = bounded("setcover", -1, beyond, triples, random.Random(seed), 6)
        assert made.splitlines()[0] == f"setcover {least - beyond}"


def test_gadgets_have_the_edges_that_are_said() -> None:
    graph = nx.Graph(line.split() for line in gadgets(random.Random(4), 20).splitlines()[1:])
    # Eight edges of each path, two more inside, and five of the ten ends outside.
    assert (len(graph), graph.number_of_edges()) == (9 * 20, 20 * (8 + 2 + 5))
    assert max(degree for _, degree in graph.degree) == 1 + 1 + 3


def test_a_planted_matching_is_one_and_wrong_sums_are_two() -> None:
    planted = FAMILIES["matching3d"][0].make(random.Random(2), 12)
    rows = [tuple(map(int, line.split())) for line in planted.splitlines()[1:]]
    assert len(rows) == 6 * 12
    (found,) = coversat.solve(planted, limit=1).answers
    assert found
    right, wrong = (hard_boards.killer(step, random.Random(3), 2).splitlines() for step in (0, 1))
    different = [(a.split(), b.split()) for a, b in zip(right, wrong, strict=True) if a != b]
    assert sorted(int(b[1]) - int(a[1]) for a, b in different) == [-1, 1]
    assert all(a[2:] == b[2:] for a, b in different)


@pytest.mark.parametrize("size", [10, 18, 26])
def test_planted_stars_are_an_answer(size: int) -> None:
    stars = hard_boards.planted_stars(random.Random(size), size)
    for line in ([r for r, _ in stars], [c for _, c in stars]):
        assert [line.count(at) for at in range(size)] == [size // 4] * size
    assert not any(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in combinations(stars, 2))


@pytest.mark.parametrize("astray", [False, True])
def test_regions_have_the_stars_that_are_said(astray: bool) -> None:
    (problem,) = coversat.read(hard_boards.star_battle(astray, random.Random(2), 18))
    stars = hard_boards.planted_stars(random.Random(2), 18)
    counts = sorted(len(stars.intersection(cells)) for cells in problem.region_cells().values())
    assert counts == [4 - astray, *[4] * 16, 4 + astray]
    assert all(len(problem.pieces(cells)) == 1 for cells in problem.region_cells().values())


def test_boards_have_answers_where_they_are_drawn_from_one() -> None:
    for make, size in (
        (hard_boards.latin, 6),
        (hard_boards.kenken, 5),
        (hard_boards.skyscrapers, 5),
        (hard_boards.kakuro, 8),
        (hard_boards.nonogram, 8),
        (hard_boards.fillomino, 6),
    ):
        (problem,) = coversat.read(make(random.Random(5), size))
        assert coversat.check(problem).verdict in ("unique", "multiple"), make.__name__


def test_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    words = [
        "export",
        "--family",
        "3sat",
        "--hard",
        "1",
        "--seeds",
        "2,3",
        "--via",
        "cnf:mixed",
        "--jobs",
        "1",
    ]
    assert exit_code([*words, "-o", "out"]) == 0
    assert exit_code([*words, "-o", "again"]) == 0
    names = [f"3sat-hard-1-{seed}.cnf-mixed.cnf" for seed in (2, 3)]
    for name in names:
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()
    page = (tmp_path / "out" / "description.md").read_text()
    assert "coversat export --family 3sat --hard 1 --seeds 2,3 --via cnf:mixed -o FOLDER" in page
    assert all(name in page for name in names)
    capfd.readouterr()
    assert exit_code(["export", "--family", "akari", "--hard", "1", "-o", "none"]) == 2
    assert "no hard akari is known" in capfd.readouterr().err
    assert exit_code(["export", "--family", "3sat", "--hard", "1", "--sizes", "8", "-o", "none"]) == 2
    assert exit_code(["export", "--family", "3sat", "--hard", "2", "-o", "none"]) == 2
    assert exit_code(["export", "x.txt", "--hard", "1", "-o", "none"]) == 2
    assert not (tmp_path / "none").exists()
    late = ["export", "--family", "clique", "--hard", "30", "--timeout", "0.2"]
    assert exit_code([*late, "-o", "late"]) == 3
    assert "UNKNOWN clique-hard-30-1 (stopped after 0.2 seconds)" in capfd.readouterr().err
