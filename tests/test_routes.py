"""Routes: the reduction graph, names, and what running one does and refuses."""

from __future__ import annotations

import pickle
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import geometric_mean
from typing import Any

import pytest
from each import each
from instances import instances

from coversat.answering.routes import Route, default_route, external_route, find_path, find_route
from coversat.answering.routes import all_routes as routes
from coversat.answering.running import run
from coversat.base.deadline import Deadline
from coversat.base.errors import UnknownRouteError, WrongAnswerError
from coversat.certificates.writing import write_certificate as certify
from coversat.exchange import FORMATS
from coversat.problems import KINDS, Cnf, ExactCover, Sudoku
from coversat.reductions import AnyEncoding, AnyReduction, all_encodings, encodings_from
from coversat.reductions.paths import all_paths, apply_path, end_of, name_of, path_to
from coversat.setters.encoded import encoded
from coversat.solvers import Limits
from coversat.solvers.findings import Verdict
from coversat.solvers.solver import Meter, Search

# Behind the tests' own modules, of which one has the name of a benchmark.
sys.path.append(str(Path(__file__).resolve().parent.parent / "benchmarks"))

from atlas_archive import Archive
from atlas_findings import at_most_one

EMPTY = Sudoku(2, 2, ((None,) * 4,) * 4)


def test_the_graph() -> None:
    """The design's picture: puzzles to exact cover and to CNF, these two to each other."""
    rules = all_encodings()
    assert {rule.source for rule in rules} == set(KINDS)
    for kind in ("sudoku", "sudominoku", "kakuro"):
        assert {rule.target for rule in encodings_from(kind)} == {"cover", "cnf"}
    assert len([rule for rule in encodings_from("cover") if rule.target == "cnf"]) >= 6
    assert [rule.target for rule in encodings_from("cnf")] == ["cover"]
    for rule in rules:
        assert rule in encodings_from(rule.source)
        assert rule.name.split(":")[0] == rule.target
        assert rule.about


@each("kind", KINDS)
def test_the_graph_from_a_kind(kind: str) -> None:
    """Of rules that lead to one target at most one is preferred, and paths pass no kind twice."""
    targets = [rule.target for rule in encodings_from(kind) if rule.preferred]
    assert len(set(targets)) == len(targets)
    paths = list(all_paths(kind))
    assert () in paths
    for rules in paths:
        stops = [kind, *(rule.target for rule in rules)]
        assert len(set(stops)) == len(stops)
        assert all(a.target == b.source for a, b in pairwise(rules))


@each("kind", KINDS)
def test_one_way_to_a_formula(kind: str, tmp_path: Path) -> None:
    """Exports, certificates, explanations, programs and smallest answers take the same reductions."""
    way = path_to(kind, "cnf")
    paths = [path for path in all_paths(kind) if not any(one.alternative for one in path)]
    shortest = min((path for path in paths if end_of(kind, path) == "cnf"), key=len)
    assert len(way) == len(shortest)
    problem = next(one.problem for one in instances(kind) if one.answers)
    name = "/".join(rule.name for rule in way)
    # What is exported has to be complete, without cuts that are added while solving.
    assert FORMATS["dimacs"].usual_path(kind) == path_to(kind, "cnf", complete=True)
    assert way[-1:] == FORMATS["dimacs"].usual_path(kind)[-1:] or way[-1].by_cuts
    assert external_route(kind, None, "minisat").path == way
    assert default_route(kind, ordered=True).path == way
    assert encoded(problem).reduction.target == apply_path(way, problem).target
    assert certify(problem, tmp_path / "certificate").route.startswith(name)


def test_the_at_most_one_taken_is_hardly_slower_than_the_fastest_of_linear_size() -> None:
    """By the atlas: the time divided by that of the fastest encoding of each puzzle, over all kinds."""
    archive = Archive()
    measured = [found for kind in archive.kinds if (found := at_most_one(archive, kind, held_out=True))]
    assert len(measured) >= 5
    ratios = {name: geometric_mean(found[name] for found in measured) for name in measured[0]}
    (way,) = {"/".join(rule.name for rule in path_to("queens", "cnf"))}
    linear = [name for name in ratios if name in ("sequential", "product", "commander", "ladder")]
    assert ratios[way.removeprefix("cover/cnf:")] <= 1.1 * min(ratios[name] for name in linear)


def test_no_way() -> None:
    with pytest.raises(UnknownRouteError, match="no reduction leads from sudoku to queens"):
        path_to("sudoku", "queens")


@each("kind", KINDS)
def test_every_route_is_found_by_its_name(kind: str) -> None:
    everything = routes(kind)
    assert {default_route(kind), default_route(kind, ordered=True)} <= set(everything)
    assert len({route.name for route in everything}) == len(everything)
    for route in everything:
        assert find_route(kind, route.name) == route
        assert route.name.isascii()
        assert " " not in route.name
        assert find_path(kind, route.reduction_name) == route.path
    assert [route.name for route in everything] == [route.name for route in routes(kind)]


@each(
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


@each(
    ("kind", "name", "message"),
    [
        (
            "sudoku",
            "cover/dancing-lynx",
            "no reduction or solver 'dancing-lynx' from cover; did you mean dancing-links?",
        ),
        (
            "sudoku",
            "cnf:minimum/cadical195",
            "no reduction 'cnf:minimum' from sudoku; did you mean cnf:min",
        ),
        ("sudoku", "cnf:*", "; there is cnf:extended, cnf:minimal, cnf:regular, cnf:mdd, cnf:table, "),
        ("sudoku", "cadical", "; did you mean cnf:extended/cadical195 or cnf:extended/cadical103"),
        ("queens", "cadical", "; did you mean cover/cnf:product/cadical195 or "),
        ("sudoku", "cover/cadical195", "no reduction or solver 'cadical195' from cover"),
        ("sudoku", "search/masks", "no reduction 'search' from sudoku"),
        ("sudoku", "nonsense", "no reduction or solver 'nonsense' from sudoku; there is "),
        ("sudoku", "", "no reduction or solver '' from sudoku"),
        ("sudoku", "/", "no reduction '' from sudoku"),
        (
            "nonogram",
            "cnf:automata",
            "no reduction or solver 'cnf:automata' from nonogram; it was removed: use cnf:mdd",
        ),
        (
            "starbattle",
            "cover:assignments/bitset",
            "'cover:assignments' from starbattle; it was removed: use cover",
        ),
        ("queens", "cnf:automata", "no reduction or solver 'cnf:automata' from queens; "),
        ("cnf", "cnf:minimal/cadical195", "no reduction 'cnf:minimal' from cnf"),
    ],
)
def test_names_that_lead_nowhere(kind: str, name: str, message: str) -> None:
    with pytest.raises(UnknownRouteError) as raised:
        find_route(kind, name)
    assert message in str(raised.value)
    assert "coversat" not in str(raised.value)
    again = pickle.loads(pickle.dumps(raised.value))
    assert again.with_hint() == f"{raised.value}; 'coversat routes {again.hint.split()[2]} lists all routes"


def test_the_name_of_a_route_names_its_reductions_too() -> None:
    for name in ("cover/cnf:ladder/cadical195", "cover/cnf:ladder", "cover/cnf:ladder/external:kissat -q"):
        assert name_of(find_path("sudoku", name)) == "cover/cnf:ladder"
    assert find_path("sudoku", "search/scan") == find_path("sudoku", "") == ()
    with pytest.raises(UnknownRouteError):
        find_path("sudoku", "cover/")


def test_routes_to_a_program() -> None:
    assert external_route("sudoku", None, "minisat").name == "cnf:extended/external:minisat"
    for name in ("cover/cnf:ladder", "cover/cnf:ladder/external"):
        assert external_route("sudoku", name, "minisat").reduction_name == "cover/cnf:ladder"
    for command, named, full in [
        ("/bin/minisat -a {cnf}", "minisat", "/bin/minisat -a {cnf}"),
        ("kissat", "kissat", "kissat"),
        ("sat4j", "sat4j", "sat4j"),
        ("fast=/bin/minisat -a {cnf}", "fast", "fast=/bin/minisat -a {cnf}"),
    ]:
        route = find_route("sudoku", f"cnf:minimal/external:{command}")
        assert route.name == f"cnf:minimal/external:{named}"
        assert find_route("sudoku", route.full_name) == route
        assert route.full_name == f"cnf:minimal/external:{full}"
        for reduction in (route.name, "cnf:minimal", "cnf:minimal/external"):
            assert external_route("sudoku", reduction, command) == route
    with pytest.raises(UnknownRouteError, match="cadical195 is a solver, and so is the program"):
        external_route("sudoku", "cnf:minimal/cadical195", "minisat")
    with pytest.raises(UnknownRouteError, match="leads to cover"):
        find_route("sudoku", "cover/external:minisat")
    assert external_route("cnf", "", "minisat").path == ()
    assert external_route("cnf", "external", "minisat").path == ()
    with pytest.raises(UnknownRouteError, match="leads to cover"):
        external_route("sudoku", "cover", "minisat")


def test_a_run() -> None:
    route = find_route("sudoku", "cover/cnf:sequential/cadical195")
    done = run(EMPTY, route, Limits(answers=5))
    assert done.route == route
    assert isinstance(done.target, Cnf)
    assert len(set(done.findings.answers)) == 5
    assert not done.findings.exhausted
    assert done.reduce_seconds >= 0
    assert done.solve_seconds >= 0
    assert "nodes" in done.findings.effort
    assert len(run(EMPTY, route).findings.answers) == 288


@each("name", ["search/scan", "cover/dancing-links", "cover/bitset", "cnf:minimal/cadical195"])
def test_limits_end_as_unknown_and_never_as_no(name: str) -> None:
    route = find_route("sudoku", name)
    for limits in (Limits(nodes=0), Limits(deadline=Deadline(0))):
        outcome = run(EMPTY, route, limits).findings
        assert not outcome.exhausted
        if not outcome.answers:
            assert outcome.verdict is Verdict.UNKNOWN
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
    with pytest.raises(WrongAnswerError, match="liar gave a wrong answer: 1 appears twice"):
        run(EMPTY, Route("sudoku", (), Liar((((1,) * 4,) * 4,))))


def test_the_same_answer_twice_counts_once() -> None:
    answer = run(EMPTY, default_route("sudoku"), Limits(answers=1)).findings.answers[0]
    outcome = run(EMPTY, Route("sudoku", (), Liar((answer, answer, answer)))).findings
    assert outcome.answers == (answer,)
    assert outcome.exhausted
    # A limit counts distinct answers, so that two tilings of one grid never make "multiple".
    limited = run(EMPTY, Route("sudoku", (), Liar((answer, answer))), Limits(answers=2)).findings
    assert limited.answers == (answer,)
    assert limited.exhausted


def test_a_wrong_reduction_is_caught() -> None:
    """One that forgets the boxes."""
    right = find_path("sudoku", "cover")[0]

    def forgetful(source: Sudoku) -> AnyReduction:
        reduction = right.apply(source)
        target = reduction.target
        assert isinstance(target, ExactCover)
        options = tuple(
            option._replace(items=tuple(i for i in option.items if not i.startswith("box")))
            for option in target.options
        )
        items = tuple(item for item in target.primary if not item.startswith("box"))
        return reduction._replace(target=ExactCover(items, (), options))

    rule: AnyEncoding = right._replace(apply=forgetful)
    solver = find_route("cover", "dancing-links").solver
    with pytest.raises(WrongAnswerError, match="in box"):
        run(EMPTY, Route("sudoku", (rule,), solver))


def test_the_identity() -> None:
    for kind in KINDS:
        problem = instances(kind)[0].problem
        reduction = apply_path((), problem)
        assert reduction.target is problem
        assert reduction.parsimonious
        assert reduction.decode(problem) is problem


def test_reductions_alone_stand_for_them_and_the_usual_solver() -> None:
    for name in ("cnf:minimal", "cover", "cover/cnf:ladder"):
        route = find_route("sudoku", name)
        assert route.reduction_name == name
        assert route.solver.name == default_route(route.solver.kind).solver.name


@each(
    ("name", "near"),
    [
        ("cnf:*", "cnf:extended, cnf:minimal"),
        ("cadical195", "/cadical195"),
        ("cadical", "/cadical195"),
        ("cnf:minmal", "cnf:minimal"),
    ],
)
def test_an_unknown_route_names_what_is_near(name: str, near: str) -> None:
    with pytest.raises(UnknownRouteError) as raised:
        find_route("sudoku", name)
    assert near in str(raised.value)
