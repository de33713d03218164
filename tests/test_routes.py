"""Routes: the reduction graph, names, and what running one does and refuses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import pytest
from instances import KINDS, instances

from coversat.deadline import Deadline
from coversat.errors import UnknownRouteError, WrongAnswerError
from coversat.problems import Cnf, ExactCover, Sudoku
from coversat.reductions import Reduction, Rule
from coversat.routes import (
    Route,
    apply_rules,
    default_route,
    external_route,
    find_route,
    find_rules,
    reduction_graph,
    reduction_paths,
    routes,
    run,
)
from coversat.solvers import Limits, Status
from coversat.solvers.solver import Meter, Search

EMPTY = Sudoku(2, 2, ((0,) * 4,) * 4)


def test_the_graph() -> None:
    """The design's picture: puzzles to exact cover and to CNF, these two to each other."""
    graph = reduction_graph()
    assert set(KINDS) <= set(graph)
    for kind in ("sudoku", "sudominoku", "kakuro"):
        assert set(graph.successors(kind)) == {"cover", "cnf"}
    assert graph.number_of_edges("cover", "cnf") >= 6
    assert graph.has_edge("cnf", "cover")
    for source, target, name, data in graph.edges(keys=True, data=True):
        rule = data["rule"]
        assert (rule.source, rule.target, rule.name) == (source, target, name)
        assert name.split(":")[0] == target
        assert rule.about


@pytest.mark.parametrize("kind", KINDS)
def test_every_route_is_found_by_its_name(kind: str) -> None:
    everything = routes(kind)
    assert len({route.name for route in everything}) == len(everything)
    for route in everything:
        assert find_route(kind, route.name) == route
        assert route.name.isascii()
        assert " " not in route.name
        assert find_rules(kind, route.reduction_name) == route.rules
    assert [route.name for route in everything] == [route.name for route in routes(kind)]


@pytest.mark.parametrize("kind", KINDS)
def test_paths_pass_no_kind_twice(kind: str) -> None:
    paths = list(reduction_paths(kind))
    assert () in paths
    for rules in paths:
        stops = [kind, *(rule.target for rule in rules)]
        assert len(set(stops)) == len(stops)
        assert all(a.target == b.source for a, b in pairwise(rules))


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("sudoku", "cover/dancing-links"),
        ("sudoku", "cover/cnf:sequential/cadical195"),
        ("kakuro", "cnf:combinations/glucose4"),
        ("kakuro", "search/masks"),
        ("sudominoku", "cnf:factored/lexicographic"),
    ],
)
def test_names_that_stay(kind: str, name: str) -> None:
    assert find_route(kind, name).name == name


@pytest.mark.parametrize(
    ("kind", "name", "message"),
    [
        ("sudoku", "cover/dancing-lynx", "no solver 'dancing-lynx' from cover; there is dancing-links"),
        ("sudoku", "cnf:minimum/cadical195", "no reduction 'cnf:minimum' from sudoku; there is cnf:minimal"),
        ("sudoku", "cover/cadical195", "no solver 'cadical195' from cover"),
        ("sudoku", "search/masks", "no reduction 'search' from sudoku"),
        ("sudoku", "cover", "no solver 'cover' from sudoku"),
        ("sudoku", "", "no solver '' from sudoku"),
        ("sudoku", "/", "no reduction '' from sudoku"),
        ("cnf", "cnf:minimal/cadical195", "no reduction 'cnf:minimal' from cnf"),
    ],
)
def test_names_that_lead_nowhere(kind: str, name: str, message: str) -> None:
    with pytest.raises(UnknownRouteError) as raised:
        find_route(kind, name)
    assert message in str(raised.value)


def test_routes_to_a_program() -> None:
    assert external_route("sudoku", None, "minisat").name == "cnf:extended/external:minisat"
    for name in ("cover/cnf:ladder", "cover/cnf:ladder/external"):
        assert external_route("sudoku", name, "minisat").reduction_name == "cover/cnf:ladder"
    for name in ("cover/cnf:ladder/external:/bin/minisat -a {cnf}", "cnf:minimal/external:kissat"):
        assert find_route("sudoku", name).name == name
    with pytest.raises(UnknownRouteError, match="leads to cover"):
        find_route("sudoku", "cover/external:minisat")
    assert external_route("cnf", "", "minisat").rules == ()
    assert external_route("cnf", "external", "minisat").rules == ()
    with pytest.raises(UnknownRouteError, match="leads to cover"):
        external_route("sudoku", "cover", "minisat")


@pytest.mark.parametrize("kind", KINDS)
def test_the_default_routes(kind: str) -> None:
    assert default_route(kind) in routes(kind)
    assert default_route(kind, ordered=True) in routes(kind)


def test_a_run() -> None:
    route = find_route("sudoku", "cover/cnf:sequential/cadical195")
    done = run(EMPTY, route, Limits(answers=5))
    assert done.route == route
    assert isinstance(done.target, Cnf)
    assert len(set(done.outcome.answers)) == 5
    assert not done.outcome.exhausted
    assert done.reduce_seconds >= 0
    assert done.solve_seconds >= 0
    assert "nodes" in done.statistics
    assert len(run(EMPTY, route).outcome.answers) == 288


@pytest.mark.parametrize(
    "name", ["search/scan", "cover/dancing-links", "cover/bitset", "cnf:minimal/cadical195"]
)
def test_limits_end_as_unknown_and_never_as_no(name: str) -> None:
    route = find_route("sudoku", name)
    for limits in (Limits(nodes=0), Limits(deadline=Deadline(0))):
        outcome = run(EMPTY, route, limits).outcome
        assert not outcome.exhausted
        if not outcome.answers:
            assert outcome.status is Status.UNKNOWN
            assert outcome.reason


# Routes that are wrong on purpose


@dataclass(frozen=True)
class Liar:
    """A solver that says what it is told to say."""

    says: tuple[Any, ...]
    kind: str = "sudoku"
    name: str = "liar"
    about: str = ""

    def search(self, problem: Any, limits: Limits) -> Search[Any]:
        return Search(iter(self.says), Meter(limits))


def test_a_wrong_answer_is_an_error() -> None:
    with pytest.raises(WrongAnswerError, match="liar returned a wrong answer: 1 stands twice"):
        run(EMPTY, Route("sudoku", (), Liar((((1,) * 4,) * 4,))))


def test_the_same_answer_twice_counts_once() -> None:
    answer = run(EMPTY, default_route("sudoku"), Limits(answers=1)).outcome.answers[0]
    outcome = run(EMPTY, Route("sudoku", (), Liar((answer, answer, answer)))).outcome
    assert outcome.answers == (answer,)
    assert outcome.exhausted
    # A limit counts distinct answers, so that two tilings of one grid never make "multiple".
    limited = run(EMPTY, Route("sudoku", (), Liar((answer, answer))), Limits(answers=2)).outcome
    assert limited.answers == (answer,)
    assert limited.exhausted


def test_a_wrong_reduction_is_caught() -> None:
    """One that forgets the boxes."""
    right = find_rules("sudoku", "cover")[0]

    def forgetful(source: Sudoku) -> Reduction[Any, Any, Any, Any]:
        reduction = right.apply(source)
        target = reduction.target
        assert isinstance(target, ExactCover)
        options = tuple(
            replace(option, items=tuple(i for i in option.items if not i.startswith("box")))
            for option in target.options
        )
        items = tuple(item for item in target.primary if not item.startswith("box"))
        return replace(reduction, target=ExactCover(items, (), options))

    rule: Rule[Any, Any] = replace(right, apply=forgetful)
    solver = find_route("cover", "dancing-links").solver
    with pytest.raises(WrongAnswerError, match="in box"):
        run(EMPTY, Route("sudoku", (rule,), solver))


def test_the_identity() -> None:
    for kind in KINDS:
        problem = instances()[kind][0].problem
        reduction = apply_rules((), problem)
        assert reduction.target is problem
        assert reduction.parsimonious
        assert reduction.decode(problem) is problem
