"""Metrics against graphs small enough to be measured by hand, and treewidth against brute force."""

from __future__ import annotations

import json
import random
from itertools import combinations, permutations
from operator import attrgetter
from pathlib import Path

import networkx
import pytest
from command_line import Done, command_line
from each import each

from coversat.cli import exit_code
from coversat.comparing.metrics import (
    Structure,
    Structures,
    TreewidthBound,
    graph_of,
    measure,
    measure_graph,
    treewidth_bound,
)
from coversat.problems import KINDS, Cnf, ExactCover, Sudoku, read
from coversat.problems.cnf.conversions import primal_graph
from coversat.problems.exact_cover.conversions import items_graph
from coversat.problems.networks import TooLargeError
from coversat.reductions import all_encodings

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
BOJ2239 = str(EXAMPLES / "sudoku" / "boj2239.txt")

SIZES_OF = attrgetter("variables_or_items", "clauses_or_options", "literals_or_entries")
DEGREES = ("degree_least", "degree_low", "degree_median", "degree_high", "degree_most")
DEGREES_OF = attrgetter(*DEGREES)
TWO_TRIANGLES = Cnf(7, ((1, 2), (-2, 3), (-1, -3), (4, 5, 6), (4, -5), (7,)))
"""Variable 7 is alone."""


def test_two_triangles() -> None:
    found = measure(TWO_TRIANGLES, treewidth=10)
    assert (found.target, found.reason) == ("cnf", None)
    assert SIZES_OF(found) == (7, 6, 12)
    assert found.lengths == [[1, 1], [2, 4], [3, 1]]
    assert (found.nodes, found.edges) == (7, 6)
    assert DEGREES_OF(found) == (0, 2, 2, 2, 2)
    assert (found.components, found.largest_component) == (3, 3)
    assert found.core_number == 2
    # Each triangle holds half of the edges: 2 (1/2 - 1/4).
    assert found.communities == 3
    assert found.modularity == pytest.approx(0.5)
    assert (found.treewidth_bound, found.treewidth_ended) == (2, True)


def test_knuths_cover() -> None:
    """TAOCP 7.2.2.1 (6): seven items; four options of three items, two of two."""
    cover = read((EXAMPLES / "cover" / "knuth.dlx").read_text()).problems[0]
    assert isinstance(cover, ExactCover)
    found = measure(cover)
    assert SIZES_OF(found) == (7, 6, 16)
    assert found.lengths == [[2, 2], [3, 4]]
    assert (found.nodes, found.edges, found.components, found.largest_component) == (13, 16, 1, 13)
    graph = items_graph(cover)
    assert networkx.is_bipartite(graph)
    # a is in options 2 and 4, d in 2, 4 and 6.
    assert (sorted(graph["a"]), sorted(graph["d"])) == ([1, 3], [1, 3, 5])
    assert {node for node, side in graph.nodes(data="bipartite") if side == 0} == set("abcdefg")


def test_colours_join_options_and_items_too() -> None:
    cover = read((EXAMPLES / "cover" / "colours.dlx").read_text()).problems[0]
    assert isinstance(cover, ExactCover)
    graph = items_graph(cover)
    joined = {(item, n) for n, option in enumerate(cover.options) for item, _ in option.colours}
    assert joined
    assert all(graph.has_edge(*edge) for edge in joined)
    assert graph.number_of_edges() == measure(cover).literals_or_entries


def test_literals_of_one_variable_are_one_node() -> None:
    graph = primal_graph(Cnf(3, ((1, -1, 2), (2, 2), (-2, 1))))
    assert sorted(graph.edges) == [(1, 2)]
    assert sorted(graph) == [1, 2, 3]


def test_degrees_are_quartiles() -> None:
    star = networkx.star_graph(4)
    assert DEGREES_OF(Structure("", "", "", **measure_graph(star))) == (1, 1, 1, 1, 4)
    path = networkx.path_graph(9)
    assert DEGREES_OF(Structure("", "", "", **measure_graph(path))) == (1, 2, 2, 2, 2)


def test_nothing_can_be_measured_too() -> None:
    found = measure(Cnf(0, ()), treewidth=1)
    assert (found.nodes, DEGREES_OF(found), found.components, found.core_number) == (0, (0,) * 5, 0, 0)
    assert (found.communities, found.modularity, found.treewidth_bound) == (0, 0.0, 0)
    lonely = measure(Cnf(3, ()))
    assert (lonely.components, lonely.largest_component) == (3, 1)
    assert (lonely.communities, lonely.modularity) == (3, 0.0)


# Treewidth


def exact_treewidth(graph: networkx.Graph) -> int:
    """By every order of elimination."""
    best = len(graph)
    for order in permutations(graph):
        around = {node: set(graph[node]) for node in graph}
        width = 0
        for node in order:
            neighbours = around.pop(node)
            width = max(width, len(neighbours))
            for one in neighbours:
                around[one] = (around[one] | neighbours) - {one, node}
        best = min(best, width)
    return best


@each(
    ("graph", "width"),
    [
        (networkx.path_graph(6), 1),
        (networkx.star_graph(7), 1),
        (networkx.cycle_graph(8), 2),
        (networkx.complete_graph(6), 5),
        (networkx.grid_2d_graph(3, 3), 3),
        (networkx.empty_graph(4), 0),
    ],
)
def test_known_treewidths(graph: networkx.Graph, width: int) -> None:
    assert treewidth_bound(graph, 10) == TreewidthBound(width, True)


def test_treewidth_bounds_hold() -> None:
    """On random graphs: not below the treewidth, which is not below the core number."""
    exact = 0
    for seed in range(12):
        graph = networkx.gnp_random_graph(6, 0.2 + seed / 20, seed=seed)
        width = exact_treewidth(graph)
        bound = treewidth_bound(graph, 10).bound
        assert measure_graph(graph)["core_number"] <= width <= bound
        exact += bound == width
    assert exact >= 10


def test_when_the_time_is_over_the_rest_is_a_clique() -> None:
    graph = networkx.cycle_graph(50)
    assert treewidth_bound(graph, -1) == TreewidthBound(49, False)


def test_a_treewidth_bound_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a second whenever it is looked at."""
    seconds = iter(range(1000))
    monkeypatch.setattr("coversat.comparing.metrics.time.monotonic", lambda: next(seconds))
    # Of a grid of 100 nodes one goes each second; the others count as a clique.
    found = treewidth_bound(networkx.grid_2d_graph(10, 10), 20)
    assert found == TreewidthBound(100 - 20 - 1, False)
    assert next(seconds) <= 23


def test_notebooks_show_metrics() -> None:
    found = measure(TWO_TRIANGLES, treewidth=10)
    shown = Structures((found,))._repr_html_()
    assert all(f">{name}</td>" in shown and f">{value}</td>" in shown for name, value in found.facts())
    assert ("treewidth", "2 to 2") in found.facts()


# Limits


def test_large_graphs_are_refused_and_sizes_are_given() -> None:
    found = measure(TWO_TRIANGLES, most_edges=5)
    assert found.nodes is None
    assert "more than 5 edges" in str(found.reason)
    assert found.lengths == [[1, 1], [2, 4], [3, 1]]
    assert measure(TWO_TRIANGLES, most_edges=6).nodes is not None
    cover = read((EXAMPLES / "cover" / "knuth.dlx").read_text()).problems[0]
    assert measure(cover, most_edges=15).nodes is None
    assert measure(cover, most_edges=16).nodes is not None


def test_a_header_makes_no_graph(tmp_path: Path) -> None:
    """However many variables it announces; sizes are given."""
    path = tmp_path / "x.cnf"
    path.write_text("p cnf 999999999 1\n1 -2 0\n")
    result = run(str(path))
    assert result.code == 3
    assert "more than 1000000 nodes" in result.output
    assert "999999999" in result.output


def test_a_graph_of_many_nodes_is_measured_on_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coversat.problems.networks.MOST_EDGES", 10)
    cover = read("p q r s t u v w | x y\np x\n", "cover").problems[0]
    for graph, problem in ((primal_graph, Cnf(11, ())), (items_graph, cover)):
        with pytest.raises(TooLargeError, match="more than 10 nodes"):
            graph(problem, 5)
        assert graph(problem, 11).number_of_nodes() == 11


def test_one_huge_clause_is_refused_before_its_pairs_are_listed() -> None:
    n = 10**6
    with pytest.raises(TooLargeError):
        primal_graph(Cnf(n, (tuple(range(1, n + 1)),)))


def test_puzzles_have_no_graph_of_their_own() -> None:
    with pytest.raises(TypeError, match="sudoku"):
        graph_of(Sudoku.parse("1...\n....\n..3.\n....\n"))


# A reduced puzzle, and the command line


def test_a_sudoku_by_arithmetic() -> None:
    """Each of 729 variables shares cell, row, column or box with 8 + 8 + 8 + 4 others."""
    empty = Sudoku(3, 3, ((None,) * 9,) * 9)
    (rule,) = (rule for rule in all_encodings() if (rule.source, rule.name) == ("sudoku", "cnf:minimal"))
    found = measure(rule.apply(empty).target)
    assert (found.nodes, found.edges) == (729, 729 * 28 // 2)
    assert DEGREES_OF(found) == (28,) * 5
    assert (found.components, found.largest_component, found.core_number) == (1, 729, 28)


def run(*arguments: str) -> Done:
    return command_line("metrics", *arguments)


def test_the_command_prints_what_the_library_measures() -> None:
    problem = read(Path(BOJ2239).read_text()).problems[0]
    (rule,) = (rule for rule in all_encodings() if (rule.source, rule.name) == ("sudoku", "cover"))
    found = measure(rule.apply(problem).target)
    result = run(BOJ2239, "--via", "cover", "--json")
    assert result.code == 0
    row = json.loads(result.stdout)
    assert (row["kind"], row["target"], row["reduction"]) == ("sudoku", "cover", "cover")
    assert row["variables_or_items"] == found.variables_or_items
    assert row["lengths"] == found.lengths
    assert row["modularity"] == round(found.modularity or 0.0, 6)
    assert tuple(row[name] for name in DEGREES) == DEGREES_OF(found)
    text = run(BOJ2239, "--via", "cover", "--treewidth", "30")
    words = [line.split() for line in text.stdout.splitlines()[1:]]
    assert [*words[0], *words[1]] == ["items", "324", "options", "489"]
    assert words[-1][:3] == ["treewidth", str(found.core_number), "to"]


@each("kind", KINDS)
def test_every_kind_is_measured_unasked(kind: str) -> None:
    found = next(path for path in sorted((EXAMPLES / kind).iterdir()))
    result = run(str(found), "--case", "1", "--edges", "1")
    assert result.code == 3
    assert "more than 1 edge," in result.output


def test_the_command_refuses_with_its_exit_codes() -> None:
    result = run(BOJ2239, "--edges", "100")
    assert result.code == 3
    assert "more than 100 edges" in result.output
    assert json.loads(run(BOJ2239, "--edges", "100", "--json").stdout)["status"] == "unknown"
    assert exit_code(["metrics", "missing.txt"]) == 2
    assert run(BOJ2239, "--via", "nonsense").code == 2


def test_seeds_are_used() -> None:
    """On a random graph, different seeds find different communities; one seed finds the same again."""
    rng = random.Random(1)
    pairs = rng.sample(list(combinations(range(60), 2)), 200)
    graph = networkx.Graph(pairs)
    found = [measure_graph(graph, seed=seed)["modularity"] for seed in range(6)]
    assert len(set(found)) > 1
    assert found == [measure_graph(graph, seed=seed)["modularity"] for seed in range(6)]
