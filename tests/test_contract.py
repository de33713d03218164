"""The contract of problems, reductions and solvers: every route finds the same set of right answers.

It holds for whatever is registered.  The expected answers come from `kinds`: listed by brute force, judged
by the rules alone.  On every run each instance goes through the direct searches and the reductions of one
step; the longer ways and the SAT solvers take turns over the instances.  All of them with all are the slow
half.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle
from typing import Any

import pytest
from family import found_by
from instances import hold, instances, module, projected, seen
from kinds import Instance
from kinds.sudoku import GRID_2X3, GRID_3X2, grids_of_4

from coversat.answering.choosing import chosen_routes
from coversat.answering.questions import count_answers as count
from coversat.answering.questions import decide as check
from coversat.answering.questions import find_answers as solve
from coversat.answering.routes import Route, default_route, find_route
from coversat.answering.routes import all_routes as routes
from coversat.answering.running import run
from coversat.base.errors import ReductionError
from coversat.comparing.compare import compare_routes as compare
from coversat.problems import KINDS, Sudoku
from coversat.reductions import encodings_from
from coversat.reductions.paths import all_paths, path_to
from coversat.reductions.reduction import UP_TO_TWO
from coversat.solvers import CountingSolver, Limits, solvers_of
from coversat.solvers.findings import Verdict

SLOW = ("kissat404", "lingeling")
"""Solvers that run anew for each model, in its own process: for instances with few answers."""
FEW, FEWER = 30, 2
EVERY_KIND = pytest.mark.parametrize("kind", KINDS)


# What there must be


@EVERY_KIND
def test_a_kind_brings_instances_with_no_one_and_several_answers(kind: str) -> None:
    """In `tests/kinds`; what a new kind fails first."""
    those = instances(kind)
    assert all(instance.problem.kind == kind for instance in those)
    assert len({instance.name for instance in those}) == len(those)
    counts = {min(len(instance.answers), 2) for instance in those}
    assert counts == set(getattr(module(kind), "COUNTS", (0, 1, 2)))
    for instance in those:
        assert projected(instance.problem) or not any(map(instance.problem.violations, instance.answers))
        assert all(map(instance.problem.violations, instance.wrong))
    assert any(instance.wrong for instance in those)


def test_the_instances_are_what_they_should_be() -> None:
    """Known numbers."""
    assert len(grids_of_4()) == 288
    for grid, box in ((GRID_2X3, (2, 3)), (GRID_3X2, (3, 2))):
        assert not Sudoku(*box, ((None,) * 6,) * 6).violations(grid)
    answers = {(i.problem.kind, i.name): len(i.answers) for kind in KINDS for i in instances(kind)}
    # OEIS A000170, A014552 (twice), A002860; TAOCP 7.2.2.1 (6) and (49).
    assert [answers["queens", name] for name in ("one square", "three rows", "four rows")] == [1, 0, 2]
    assert [answers["langford", f"{n} pairs"] for n in range(1, 5)] == [0, 0, 2, 2]
    assert [answers["latin", f"order {n}"] for n in ("two", "three")] == [2, 12]
    by_name = {instance.name: instance.answers for instance in instances("cover")}
    assert by_name["knuth's six options"] == {(0, 3, 4)}
    assert by_name["knuth's colours"] == {(1, 3)}


@EVERY_KIND
def test_every_kind_of_route_is_there(kind: str) -> None:
    """Each reduction of the kind, alone and followed by another; each solver of what it leads to."""
    of_kind = routes(kind)
    names = [route.name for route in of_kind]
    assert len(set(names)) == len(names)
    all_kept = {one for one in encodings_from(kind) if one.keeps != UP_TO_TWO}
    assert {route.path[0] for route in of_kind if route.path} == all_kept
    ends = {route.solver.kind for route in of_kind}
    assert {"cnf", "cover"} <= ends
    for end in ends:
        assert {s.name for s in solvers_of(end)} <= {r.solver.name for r in of_kind if r.solver.kind == end}


# Every route finds every answer


def assert_right(route: Route, instance: Instance) -> None:
    if instance.refuses(route.name):
        with pytest.raises(ReductionError):
            run(instance.problem, route)
    else:
        assert found_by(route, instance.problem) == instance.answers, (route.name, instance.name)


def takes(solver: Any, instance: Instance) -> bool:
    return solver.name not in SLOW or len(instance.answers) <= FEWER


@cache
def plan(kind: str) -> dict[str, tuple[Route, ...]]:
    """For each instance, by its name, the routes that it goes through on every run.

    Solvers that start a process have their turn in one instance of each kind.
    """
    found: dict[str, list[Route]] = {}
    turn = {end: cycle(s for s in solvers_of(end) if s.name not in SLOW) for end in ("cnf", "cover")}

    many = len(instances(kind))
    for number, instance in enumerate(instances(kind)):
        chosen = found.setdefault(instance.name, [])
        for place, rules in enumerate(all_paths(kind)):
            end = rules[-1].target if rules else kind
            if not rules and end not in turn:
                chosen += (Route(kind, rules, solver) for solver in solvers_of(end))
            elif len(rules) < 2 or (place % many == number and end == "cnf"):
                chosen.append(Route(kind, rules, next(turn[end])))
            elif (number + place) % 4 == 0 and len(instance.answers) <= FEW:
                # From a formula covers are large, and Dancing Links takes its time.
                chosen.append(Route(kind, rules, solvers_of(end)[0]))
    # Where there are few instances, some solvers have not had their turn.
    for end in ("cnf", "cover"):
        for number, solver in enumerate(solvers_of(end)):
            if not any(route.solver.name == solver.name for chosen in found.values() for route in chosen):
                those = [instance for instance in instances(kind) if takes(solver, instance)]
                instance = those[number % len(those)]
                found[instance.name].append(Route(kind, path_to(kind, end), solver))
    return {name: tuple(dict.fromkeys(chosen)) for name, chosen in found.items()}


def every_route_finds_every_answer(instance: Instance) -> None:
    for route in plan(instance.problem.kind)[instance.name]:
        assert_right(route, instance)


@EVERY_KIND
def test_nothing_is_left_out_on_the_fast_run(kind: str) -> None:
    """Each reduction, alone and followed by others, and each solver has its turn in every kind."""
    taken = [route for chosen in plan(kind).values() for route in chosen]
    assert {route.path for route in taken} == set(all_paths(kind))
    assert {r.solver.name for r in taken} == {r.solver.name for r in routes(kind)}


def every_route_there_is(instance: Instance) -> None:
    for route in routes(instance.problem.kind):
        if takes(route.solver, instance):
            assert_right(route, instance)


@pytest.mark.slow
@EVERY_KIND
def test_all_routes_with_all_instances(kind: str) -> None:
    hold((every_route_there_is,), kind)


def test_a_wrong_instance_would_be_seen() -> None:
    """The check of this file, run on an instance whose list of answers lacks one."""
    instance = next(one for one in instances("cnf") if len(one.answers) > 1)
    for answer in instance.answers:
        short = Instance("", instance.problem, lambda answer=answer: (instance.answers - {answer}, ()))
        with pytest.raises(AssertionError):
            assert_right(find_route("cnf", "cadical195"), short)


# Verdicts, counts, order, comparisons

VERDICTS = {0: Verdict.NONE, 1: Verdict.UNIQUE, 2: Verdict.MULTIPLE}


def check_and_count_by_the_default_route(instance: Instance) -> None:
    found = check(instance.problem)
    assert found.verdict is VERDICTS[min(2, len(instance.answers))]
    assert len({seen(instance.problem, one) for one in found.answers}) == min(2, len(instance.answers))
    assert not any(instance.problem.violations(answer) for answer in found.answers)
    counted = count(instance.problem)
    assert (counted.at_least, counted.exhausted) == (len(instance.answers), True)


@cache
def counting_routes(kind: str) -> list[Route]:
    """Those of at most one reduction; every kind has one, perhaps a longer one."""
    counting = [route for route in routes(kind) if isinstance(route.solver, CountingSolver)]
    assert counting
    return [route for route in counting if len(route.path) < 2]


def counts_by_every_solver_that_counts(instance: Instance) -> None:
    """With a memo and without; under every projection."""
    for route in counting_routes(instance.problem.kind):
        if not instance.refuses(route.name):
            for memo in (None, 0):
                found = count(instance.problem, route, Limits(memo=memo))
                assert (found.at_least, found.exhausted) == (len(instance.answers), True), route.name


def answers_in_order(instance: Instance) -> None:
    """The ordered route finds all, the smallest first; `solve` gives that one.

    A formula's order is that of its variables, true before false.
    """
    problem = instance.problem
    outcome = run(problem, default_route(problem.kind, ordered=True), Limits(answers=FEW)).findings
    shown = [seen(problem, answer) for answer in outcome.answers]
    assert len(shown) == min(FEW, len(instance.answers))
    if not projected(problem):
        expected = sorted(instance.answers, key=lambda a: [-x for x in a] if problem.kind == "cnf" else a)
        assert shown == expected[:FEW] or problem.kind == "cover"
        first = solve(problem).answers
        assert first == tuple(expected[:1]) or problem.kind == "cover"
        assert set(first) <= instance.answers


def the_usual_routes_agree(instance: Instance) -> None:
    """Of every sixth instance; that each route is right is seen above."""
    if instances(instance.problem.kind).index(instance) % 6:
        return
    chosen = chosen_routes(instance.problem.kind)
    found = compare(instance.problem, chosen, Limits(answers=3))
    assert found.agree, found.disagreements
    assert [row.route for row in found] == [route.name for route in chosen]
    for row in found:
        if instance.refuses(row.route):
            assert row.status == "inapplicable"
            continue
        assert row.reason is None
        assert row.count == len(row.answers) == min(3, len(instance.answers))
        assert row.exact or row.count == 3


# The rules check


def the_projection_is_what_tells_answers_apart(instance: Instance) -> None:
    """The product's word for it and the instance's mean the same."""
    problem = instance.problem
    answers = run(problem, default_route(problem.kind)).findings.answers[:FEW]
    told = [problem.identity(answer) for answer in answers]
    assert len(set(told)) == len({seen(problem, answer) for answer in answers}) == len(answers)


def an_answer_with_one_part_changed_is_wrong(instance: Instance) -> None:
    """An entry more, less, or another: right only where brute force says so."""
    problem = instance.problem
    if projected(problem):
        return
    for answer in sorted(instance.answers)[:3]:
        for changed in getattr(module(problem.kind), "changes", changes)(answer):
            assert bool(problem.violations(changed)) == (changed not in instance.answers), changed


def changes(answer: Any, depth: int = 0) -> Iterator[Any]:
    """One number turned into another, None into one, a part left out or there twice; pairs stay pairs."""
    for at, part in enumerate(answer):
        before, behind = answer[:at], answer[at + 1 :]
        if isinstance(part, tuple):
            others = changes(part, depth + 1)
        else:
            numbers = (0, 1, 99) if part is None else (part - 1, part + 1, -part, 0, 99)
            others = (other for other in numbers if other != part)
        yield from ((*before, other, *behind) for other in others)
        if depth < 2 and len(answer) != 2:
            yield (*before, *behind)
            yield (*before, part, part, *behind)


CHECKS = (
    every_route_finds_every_answer,
    check_and_count_by_the_default_route,
    counts_by_every_solver_that_counts,
    answers_in_order,
    the_usual_routes_agree,
    the_projection_is_what_tells_answers_apart,
    an_answer_with_one_part_changed_is_wrong,
)


@EVERY_KIND
def test_what_holds_of_every_instance(kind: str) -> None:
    hold(CHECKS, kind)
