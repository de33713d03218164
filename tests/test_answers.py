"""Unique, multiple, none, unknown; and counting."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice, permutations
from pathlib import Path

import pytest
from command_line import command_line
from each import each
from formulas import pigeonhole
from instances import instances, named, seen

from coversat.answering import questions as answers
from coversat.answering.questions import count_answers as count
from coversat.answering.questions import decide as check
from coversat.answering.questions import find_answers as solve
from coversat.answering.routes import find_route
from coversat.answering.running import begin, begin_two, run
from coversat.answering.shared_covers import shared_cover
from coversat.answering.turns import cover_route, route_of, sat_route, turns
from coversat.base.deadline import Deadline
from coversat.base.errors import ReductionError
from coversat.problems import KINDS, Cnf, Latin, Queens, Sudoku, read
from coversat.reductions import encodings_from
from coversat.setters.generate.hard import hard
from coversat.solvers import NO_LIMITS, Limits
from coversat.solvers.findings import Verdict
from coversat.solvers.sat import lexicographic
from coversat.solvers.strategy import Turn, Turns, tried

EMPTY = Sudoku(2, 2, ((None,) * 4,) * 4)
VERDICTS = {0: Verdict.NONE, 1: Verdict.UNIQUE, 2: Verdict.MULTIPLE}


def test_one_grid_with_two_tilings_is_unique() -> None:
    instance = named("sudominoku", "6x6, one grid, two tilings")
    for name in ("cnf:factored/cadical195", "cover/dancing-links", "cover/bitset", "search/digits"):
        route = find_route("sudominoku", name)
        assert check(instance.problem, route).verdict is Verdict.UNIQUE
        assert count(instance.problem, route).at_least == 1


@each("limits", [Limits(nodes=0), Limits(deadline=Deadline(0))])
@each("name", ["search/blanks", "cover/dancing-links", "cover/bitset", "cnf:minimal/cadical195"])
def test_limits_make_unknown(name: str, limits: Limits) -> None:
    found = check(EMPTY, find_route("sudoku", name), limits)
    assert found.verdict is Verdict.UNKNOWN
    assert found.reason
    counted = count(EMPTY, find_route("sudoku", name), limits)
    assert not counted.exhausted
    assert str(counted) == f"at least {counted.at_least}"


def test_one_answer_and_a_limit_is_not_unique() -> None:
    """A first model is easy, that there is no second is hard."""
    hard = pigeonhole(9)
    free = hard.variable_count + 1
    clauses = (*((*clause, free) for clause in hard.clauses), *((-free, v) for v in range(1, free)))
    problem = Cnf(free, clauses)
    found = check(problem, find_route("cnf", "cadical195"), Limits(nodes=50))
    assert found.verdict is Verdict.SATISFIABLE
    assert len(found.answers) == found.at_least == 1
    assert found.reason == "50 conflicts"


def test_two_answers_and_a_limit_are_multiple() -> None:
    """Two answers are two answers, however much is left."""
    found = check(EMPTY, find_route("sudoku", "search/blanks"), Limits(nodes=50))
    assert found.verdict is Verdict.MULTIPLE
    assert len(found.answers) == 2


@pytest.mark.thorough
def test_answers_found_before_a_limit_of_the_count_are_counted() -> None:
    """Those that are visited one by one, before the cover engine has counted any."""
    board = Sudoku.parse("\n".join(["." * 9] * 9) + "\narrow r5c5 r5c6 r5c7\n")
    assert count(board, limits=Limits(nodes=1500)).at_least >= 1000


@each("answers", [1, 10, 287, 288, 289])
@each("name", ["search/blanks", "cnf:minimal/cadical195", "cover/bitset"])
def test_counting_to_a_limit(name: str, answers: int) -> None:
    """Exact only when the end was seen; the limit of answers of a check is not looked at."""
    counted = count(EMPTY, find_route("sudoku", name), Limits(answers=answers))
    assert counted.at_least == min(answers, 288)
    assert counted.exhausted == (answers > 288)
    assert check(EMPTY, None, Limits(answers=1)).verdict is Verdict.MULTIPLE


def strategy(*tried: Turn) -> Callable[[object], Iterator[Turn]]:
    """In place of `turns`: these, for any problem."""

    def turns(problem: object) -> Turns:
        yield from tried

    return turns


@pytest.mark.thorough
@each("kind", [kind for kind in KINDS if cover_route(kind) is not None])
def test_turns_say_what_is_true(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With turns so short that both solvers have several; the answers are those that brute force found."""
    names = [route.name for route in (sat_route(kind), cover_route(kind)) if route]
    short = [Turn(name, 1 << at) for at in range(20) for name in names]
    monkeypatch.setattr(answers, "turns", strategy(*short, Turn(names[0])))
    for instance in instances(kind):
        if any(map(instance.refuses, names)):
            continue
        found = check(instance.problem)
        assert (found.at_least, found.exhausted) == (min(len(instance.answers), 2), len(instance.answers) < 2)
        assert {seen(instance.problem, answer) for answer in found.answers} <= instance.answers


HARD = pigeonhole(7)
"""It has no model, which takes thousands of conflicts."""


def test_turns_continue_a_route_and_stop_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """`until` counts from the first turn of a route; a limit of nodes ends each, and then all are named."""
    solvers = ("minisat22", "glucose4")
    alternating = [Turn(name, 20 * k) for k in range(1, 60) for name in solvers]
    monkeypatch.setattr(answers, "turns", strategy(*alternating))
    stopped = check(HARD, None, Limits(nodes=100))
    assert (stopped.verdict, stopped.route) == (Verdict.UNKNOWN, "minisat22 and glucose4")
    assert stopped.reason == "100 conflicts"
    monkeypatch.setattr(answers, "turns", strategy(Turn(solvers[0], 20), Turn(solvers[1])))
    decided = check(HARD)
    assert (decided.verdict, decided.route) == (Verdict.NONE, "glucose4")


def test_the_default_turns_grow() -> None:
    """A cover engine and a SAT solver alternate; which has how long is in `docs/reductions.md`."""
    found = [*islice(turns(Queens(8)), 5)]
    engine, sat = "cover/bitset", "cover/cnf:segments/cadical195"
    assert found == [
        Turn(engine, 20_000),
        Turn(sat, 3_333),
        Turn(engine, 40_000),
        Turn(sat, 6_666),
        Turn(engine, 80_000),
    ]


def test_what_is_tried_is_listed(tmp_path: Path) -> None:
    """For a puzzle by `--on`, for a kind below its routes."""
    path = tmp_path / "cage.txt"
    path.write_text("....\n" * 4 + "cage 5 r1c1 r1c2\n")
    done = command_line("routes", "--on", str(path))
    said = " ".join(done.stdout.partition("#1:")[2].split())
    formula = "cnf:extended/cadical195"
    assert said == f"cover/bitset until 2000 nodes, {formula} until 4000 conflicts, {formula}"
    (row,) = map(json.loads, command_line("routes", "--on", str(path), "--json").stdout.splitlines())
    assert [one["until"] for one in row["turns"]] == [2_000, 4_000, None]
    assert command_line("routes", "sudoku", "--on", str(path)).code == 2
    for kind, words in (
        ("akari", "Tried in turn by default: cnf:mixed/cadical195."),
        ("numberlink", "cnf:cuts/cadical195 until 4000 conflicts, cnf:verdict/cadical195."),
        ("queens", "cover/bitset until 80000 nodes, and so on."),
        ("cnf", "minisat22 for one turn if there are at most 1000 clauses, then cadical195."),
    ):
        assert words in " ".join(command_line("routes", kind).stdout.split()), kind


@each("kind", list(KINDS))
def test_strategies_name_routes_that_exist(kind: str) -> None:
    for instance in instances(kind):
        for turn in islice(turns(instance.problem), 6):
            assert find_route(kind, turn.route).name.startswith(turn.route)


def test_squares_of_one_order_share_a_cover() -> None:
    """It has no givens, and what one square asks of it changes nothing for the next."""
    for instance in 2 * [*instances("latin")]:
        route = cover_route("latin")
        assert route is not None
        found = begin_two(instance.problem, route, Limits(answers=2))
        found.turn()
        assert found.findings().at_least == min(2, len(instance.answers)), instance.name
        assert {*found.findings().answers} <= {*instance.answers}
    rule = next(rule for rule in encodings_from("latin") if rule.sharing is not None)
    small, large = (Latin(((None,) * order,) * order) for order in (12, 13))
    assert rule.sharing.shape(small) == small
    assert rule.sharing.shape(large) is None, "its cover would be large"
    other = rule._replace(name="other")
    assert shared_cover(other, small).route != shared_cover(rule, small).route


@pytest.mark.thorough
@each("kind", [kind for kind in KINDS if cover_route(kind) is not None])
def test_taken_in_turns_the_answers_are_the_same(kind: str) -> None:
    """In the same order, with the same end, however short the turns are."""
    for instance in instances(kind):
        for route in (cover_route(kind), sat_route(kind)):
            assert route is not None
            if instance.refuses(route.name):
                continue
            taking, turns = begin(instance.problem, route, NO_LIMITS), 0
            while not taking.turn(turns):
                turns += 1
            found, at_once = taking.findings(), run(instance.problem, route).findings
            assert found.answers == at_once.answers
            assert found.exhausted
            assert found.effort["nodes"] == at_once.effort["nodes"] >= turns - 1


def test_a_search_by_a_solver_that_counts_gives_way() -> None:
    """Stars that it does not place soon are placed by a formula."""
    (problem,) = read(hard("starbattle", 1, 1)).problems
    first, second = turns(problem)
    stream = begin_two(problem, route_of("starbattle", first), NO_LIMITS)
    assert not stream.turn(1_000)
    found = stream.findings()
    assert found.at_least == 0
    assert 1_000 <= found.effort["nodes"] < 2_000
    assert (first.until, second) == (20_000, Turn("cnf:totalizer"))


def test_small_formulas_are_tried_with_another_solver_first() -> None:
    """Which has one turn; what it does not decide in that, and what is not small, has CaDiCaL."""
    assert check(pigeonhole(4)).route == "minisat22"
    assert check(Cnf(1001, tuple((v,) for v in range(1, 1002)))).route == "cadical195"
    assert [*turns(pigeonhole(8))] == [Turn("minisat22", 20_000), Turn("cadical195")]
    assert check(pigeonhole(5), None, Limits(nodes=3)).reason == "3 conflicts"


def test_both_solvers_that_were_stopped_are_named() -> None:
    found = check(Queens(40), None, Limits(nodes=20))
    assert found.route == "cover/bitset and cover/cnf:segments/cadical195"
    assert found.reason == "20 nodes and 20 conflicts"


def test_a_cover_that_is_too_large_is_left_to_the_formula() -> None:
    """What the encoding as a cover refuses is no fault of the puzzle."""
    asked = turns(next(i.problem for i in instances("kakuro")))
    assert next(asked).route == "cover/bitset"
    assert asked.throw(ReductionError("too large")) == Turn("cnf:combinations/cadical195")
    with pytest.raises(ReductionError, match="too large"):
        asked.throw(ReductionError("too large"))


def test_a_route_that_refuses_the_problem_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def either(problem: object) -> Turns:
        assert not (yield from tried("cnf:regular", 10))
        yield Turn("search/scan")

    monkeypatch.setattr(answers, "turns", either)
    assert check(EMPTY).route == "search/scan"  # without constraints there is no cnf:regular
    monkeypatch.setattr(answers, "turns", strategy(Turn("cnf:regular")))
    with pytest.raises(ReductionError, match="use cnf:extended"):
        check(EMPTY)


OPEN = {
    "queens 40": "queens 40\n",
    "langford 24": "langford 24\n",
    "latin 30": "latin 30\n" + ". " * 30 + "\n" + (". " * 30 + "\n") * 29,
    "sudoku 25x25": ("." * 25 + "\n") * 25,
}


@pytest.mark.thorough
@each("name", OPEN)
def test_solve_gives_up_the_smallest_answer_of_an_open_board(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the work, not by the clock: the same answer each time, and no limit is reported."""
    monkeypatch.setattr(lexicographic, "MOST_WORK", 500_000)
    (problem,) = read(OPEN[name]).problems
    first, second = (solve(problem) for _ in range(2))
    assert (first.answers, first.effort) == (second.answers, second.effort)
    assert (first.smallest, first.exhausted, first.reason) == (False, False, None)
    assert (len(first.answers), first.verdict) == (1, Verdict.MULTIPLE)
    assert not problem.violations(first.answers[0])


@pytest.mark.thorough
def test_several_first_answers_of_an_open_board() -> None:
    found = solve(Queens(40), None, Limits(answers=5))
    assert (len(set(found.answers)), found.smallest, found.exhausted) == (5, False, False)
    assert list(found.answers) == sorted(found.answers)


@each("answers", [1, 3])
def test_the_smallest_answers_by_brute_force(answers: int) -> None:
    boards = (columns for columns in permutations(range(7)) if not Queens(7).violations(columns))
    found = solve(Queens(7), None, Limits(answers=answers))
    assert found.answers == tuple(islice(boards, answers))
    assert found.smallest


@pytest.mark.thorough
@each("insist", [False, True])
def test_a_limit_leaves_the_answer_that_is_known(insist: bool) -> None:
    """Whether it is the smallest is not known when the time is over."""
    found = solve(Queens(60), None, Limits(answers=1, deadline=Deadline(0.3)), insist)
    assert (len(found.answers), found.smallest, found.exhausted) == (1, False, False)
    assert found.reason == "0.3 seconds" or not insist
    few = solve(Queens(40), None, Limits(answers=1, nodes=500), insist)
    assert (len(few.answers), few.smallest, few.exhausted) == (1, False, False)


def test_smallest_means_however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicographic, "MOST_WORK", 100)
    brief, insisted = solve(Queens(8)), solve(Queens(8), smallest=True)
    assert (brief.smallest, insisted.smallest) == (False, True)
    assert insisted.answers == ((0, 4, 7, 5, 2, 6, 1, 3),)
    assert brief.answers >= insisted.answers


def test_what_solve_says_of_an_answer_that_may_not_be_the_smallest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lexicographic, "MOST_WORK", 100_000)
    (tmp_path / "q.txt").write_text("queens 40\n")
    words = ["solve", str(tmp_path / "q.txt")]
    done = command_line(*words)
    assert (done.code, len(done.stdout.split())) == (0, 40 * 40)
    assert "this may not be the smallest answer; --smallest looks for it" in done.stderr
    done = command_line(*words, "--smallest", "--timeout", "0.3")
    assert (done.code, len(done.stdout.split())) == (0, 40 * 40)
    assert "this may not be the smallest answer: stopped after 0.3 seconds" in done.stderr
    (row,) = map(json.loads, command_line(*words, "--json").stdout.splitlines())
    assert (row["smallest"], row["count"], row["exact"], len(row["answers"])) == (False, 2, False, 1)
    assert command_line(*words, "--smallest", "--via", "cover").code == 2
