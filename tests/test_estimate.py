"""How large a search would be: against whole trees, and against published counts."""

from __future__ import annotations

import json
import math
import re
import statistics
from typing import Any

import pytest
from command_line import command_line
from each import each
from instances import instances

from coversat.answering import sampling
from coversat.answering.questions import count_answers as count
from coversat.answering.routes import all_routes as routes
from coversat.answering.routes import counting_route, find_route
from coversat.answering.sampling import Estimate, estimate
from coversat.base.deadline import Deadline
from coversat.base.errors import LimitReachedError, ReductionError, SolverError
from coversat.problems import KINDS, AnyProblem, Langford, Latin, Queens, Sudoku, read
from coversat.solvers import Limits
from coversat.solvers.cover import bitset_cover
from coversat.solvers.cover.bitset_cover import engine_in_use
from coversat.solvers.findings import Findings
from coversat.solvers.solver import SearchTree, Seen, TreeSolver

WITH_TREES = [
    (kind, route.name)
    for kind in KINDS
    for route in routes(kind)
    if isinstance(route.solver, TreeSolver) and len(route.path) <= 1
]


def seen_in(tree: SearchTree[Any]) -> Seen:
    """The whole tree, node by node; what only the search can tell is asked of it."""
    root = tree.root()
    waiting = [] if root is None else [root]
    nodes = answers = 0.0
    while waiting:
        opened = tree.open(waiting[-1])
        node = waiting.pop()
        if opened is None:
            opened = tree.below(node, None)
            assert opened is not None
            assert opened.answers <= 1
        if isinstance(opened, Seen):
            nodes, answers = nodes + opened.nodes, answers + opened.answers
        else:
            nodes += 1
            waiting.extend(opened)
    return Seen(nodes, answers)


@pytest.mark.thorough
@each(("kind", "name"), WITH_TREES)
def test_a_tree_holds_each_answer_once(kind: str, name: str) -> None:
    """However it is walked: through its nodes, or by the search below any of them."""
    route = find_route(kind, name)
    assert isinstance(route.solver, TreeSolver)
    for instance in instances(kind)[:12:2]:
        try:
            target = route.reduce(instance.problem).target
        except ReductionError:
            continue
        tree = route.solver.tree(target)
        root = tree.root()
        expected = len(instance.answers)
        assert seen_in(tree).answers == expected, instance.name
        if root is not None:
            whole, opened = tree.below(root, None), tree.open(root)
            assert whole is not None
            assert whole.answers == expected
            assert tree.below(root, 0) is None
            if opened is not None and not isinstance(opened, Seen):
                parts = [tree.below(node, None) for node in opened]
                assert sum(part.answers for part in parts if part is not None) == expected, instance.name


@pytest.fixture
def _always_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """However small the tree is."""
    monkeypatch.setattr(sampling, "HEAD", 0)


def by_cover(problem: AnyProblem, samples: int = 100, seed: int = 0) -> Estimate:
    return estimate(problem, samples=samples, seed=seed)


BLANK_6 = Sudoku(2, 3, ((None,) * 6,) * 6)
PUBLISHED = (
    (Queens(12), 14_200),  # OEIS A000170
    (Queens(16), 14_772_512),
    (Langford(12), 216_288),  # OEIS A014552: 108144 with their mirror images
    (Latin(((None,) * 6,) * 6), 812_851_200),  # OEIS A002860
    (BLANK_6, 28_200_960),  # OEIS A107739
)


@pytest.mark.thorough
@pytest.mark.usefixtures("_always_samples")
@pytest.mark.parametrize(("problem", "answers"), PUBLISHED, ids=lambda given: str(given)[:24])
def test_published_counts_are_met(problem: AnyProblem, answers: int) -> None:
    """The intervals hold them 19 times of 20, so some of a few seeds may miss, and none by much."""
    found = [by_cover(problem, 30, seed) for seed in range(4)]
    assert sum(one.answers.low <= answers <= one.answers.high for one in found) >= 3
    assert statistics.geometric_mean(one.answers.mean / answers for one in found) == pytest.approx(1, rel=0.2)


@pytest.mark.thorough
@pytest.mark.usefixtures("_always_samples")
def test_samples_are_right_on_the_average(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many of a small tree, node by node: their mean is the tree's size, within four times its error."""
    monkeypatch.setitem(bitset_cover.REACH, engine_in_use(), 2)
    problem = Queens(8)
    found = [by_cover(problem, 1, seed) for seed in range(300)]
    route = counting_route("queens")
    assert isinstance(route.solver, TreeSolver)
    nodes = seen_in(route.solver.tree(route.reduce(problem).target)).nodes
    assert statistics.fmean(one.nodes.mean for one in found) == pytest.approx(nodes, rel=0.2)
    drawn = [one.answers.mean for one in found]
    error = statistics.stdev(drawn) / math.sqrt(len(drawn))
    assert error > 0
    assert abs(statistics.fmean(drawn) - 92) < 4 * error


@pytest.mark.usefixtures("_always_samples")
def test_the_nodes_are_those_of_the_count() -> None:
    problem = Langford(11)
    nodes = count(problem, counting_route("langford"), Limits(memo=0)).effort["nodes"]
    found = by_cover(problem)
    assert found.nodes.low <= nodes <= found.nodes.high
    assert found.nodes.high < 3 * found.nodes.low


def test_a_small_tree_is_searched_whole() -> None:
    found = by_cover(Queens(8))
    assert (found.exact, found.samples, found.answers) == (True, 0, (92, 92, 92))
    assert found.nodes.mean == count(Queens(8), counting_route("queens"), Limits(memo=0)).effort["nodes"]


def test_the_same_seed_gives_the_same_figures() -> None:
    first, again, other = (by_cover(Queens(16), 20, seed) for seed in (1, 1, 2))
    assert (first.nodes, first.answers) == (again.nodes, again.answers)
    assert first.answers != other.answers


def test_more_samples_know_more() -> None:
    few, many = (by_cover(Queens(16), samples) for samples in (10, 200))
    assert many.answers.high / many.answers.low < few.answers.high / few.answers.low


def test_answers_that_no_sample_met_have_no_upper_end() -> None:
    found = estimate(Queens(30), via="search/backtracking", samples=4)
    assert (found.answers.mean, found.answers.high) == (0, math.inf)
    assert found.nodes.mean > 30


@each(
    "text",
    ["heyawake 1 1\n2\n1\n", "heyawake 1 2\n3 -\n1 1\n", "yajilin 1 1\n1e\n", "yajilin 2 2\n1n -\n- -\n"],
)
def test_a_clue_that_is_impossible_by_itself(text: str) -> None:
    """The search ends before its first node."""
    (problem,) = read(text).problems
    found = estimate(problem)
    assert (found.exact, found.answers.mean) == (True, 0)


def test_what_has_no_tree_is_refused() -> None:
    with pytest.raises(SolverError, match="no tree"):
        estimate(Queens(8), via="cover/dancing-links")


@pytest.mark.usefixtures("_always_samples")
@pytest.mark.parametrize("drawn", [sampling.FEWEST - 1, sampling.FEWEST])
def test_what_was_drawn_in_time_counts(drawn: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it is enough to know its error."""
    left = [Seen(8, 2), Seen(6, 1), Seen(7, 3), Seen(9, 2)][:drawn]

    def sample(_: object) -> Seen:
        if not left:
            raise LimitReachedError("1 second")
        return left.pop()

    monkeypatch.setattr(sampling._Sampler, "sample", sample)
    if drawn < sampling.FEWEST:
        with pytest.raises(LimitReachedError):
            by_cover(Queens(8))
    else:
        found = by_cover(Queens(8))
        assert (found.samples, found.nodes.mean, found.answers.mean) == (4, 7.5, 2)


def test_no_time_is_not_enough() -> None:
    with pytest.raises(LimitReachedError):
        estimate(Queens(20), timeout=Deadline(1e-9))


# The command


def test_the_command_says_what_was_found() -> None:
    done = command_line("estimate", "-", stdin="queens 8\n")
    assert done.code == 0
    assert done.stdout.splitlines()[:2] == ["- #1: searched completely, by cover/bitset", "  answers 92"]


def test_the_command_says_how_sure_it_is() -> None:
    done = command_line("estimate", "-", "--samples", "50", stdin="queens 16\n")
    assert done.code == 0
    assert re.match(
        r"- #1: from 50 samples, by cover/bitset\n"
        r"  answers about 1\.\de\+07 \(1\.\de\+07 to 1\.\de\+07\)\n"
        r"  nodes   about .* \(.* to .*\)\n  time    about .* \w+ \(.* to .*\)\n$",
        done.stdout,
    )


def test_as_json() -> None:
    words = ("estimate", "-", "--via", "search/backtracking", "--samples", "4", "--json")
    row = json.loads(command_line(*words, stdin="queens 30\n").stdout)
    assert (row["status"], row["samples"], row["route"]) == ("estimated", 4, "search/backtracking")
    assert row["answers"] == {"mean": 0, "low": 0, "high": None}
    assert row["nodes"]["low"] < row["nodes"]["mean"] < row["nodes"]["high"]


def test_too_little_time_is_unknown() -> None:
    done = command_line("estimate", "-", "--timeout", "0.000001", stdin="queens 20\n")
    assert (done.code, done.stdout.split()[0]) == (3, "UNKNOWN")


@each(("kind", "name"), [("queens", "cover/bitset"), ("queens", "search/backtracking")])
@each("most", [None, 5])
def test_the_time_is_over_below_a_node(
    kind: str, name: str, most: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is not the same as too many nodes."""
    route = next(one for one in routes(kind) if one.name == name and isinstance(one.solver, TreeSolver))
    assert isinstance(route.solver, TreeSolver)
    monkeypatch.setattr(
        bitset_cover.PreparedCover,
        "count",
        lambda *_, **__: Findings((), 0, False, reason="0.2 seconds", effort={"nodes": 1}),
    )
    tree = route.solver.tree(route.reduce(instances(kind)[0].problem).target)
    root = tree.root()

    def out_of_time(self: SearchTree[Any], node: Any) -> None:
        raise LimitReachedError("0.2 seconds")

    monkeypatch.setattr(type(tree), "open", out_of_time)
    with pytest.raises(LimitReachedError, match=r"0\.2 seconds"):
        tree.below(root, most)
