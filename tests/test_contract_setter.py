"""What setters see of every kind, compared with all answers: facts, candidates, explanations, grades."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

import pytest
from instances import in_case, instances, module, projected, sampled, seen
from kinds import Instance
from setter_cases import SEARCH, cases

from coversat.answering.routes import Route, default_route, find_route
from coversat.answering.running import run
from coversat.problems import KINDS, AnyProblem, read
from coversat.reductions.places import Place
from coversat.setters.encoded import Encoded, encoded, other_than
from coversat.setters.explain.candidates import candidates
from coversat.setters.explain.explain import NoAnswer, OneAnswer, SeveralAnswers, explain
from coversat.setters.grade import grade
from coversat.solvers import Limits
from coversat.solvers import found_by as solve
from coversat.solvers.sat.sat import CADICAL

MOST, MOST_OF_RANDOM = 30, 400
LONG = ("kakuro: nine cells with a wrong sum",)
"""Explaining these takes seconds: without the sum there are 362,880 ways to fill nine cells."""
TRAPS = (
    "polyomino\n..\nA # x2\n",
    "polyomino\n...\nA # x2\n",
    "polyomino turn\n..\n..\nA #\nB #\n",
    "polyomino turn\n...\nA #\nB ##\n",
    "polyomino turn classes\n...\n...\nA ##\nB #\nC #\n",
    "starbattle 1\nA\n",
    "starbattle 1\nAABBB\nAABBB\nCCBDD\nCEEDD\nEEEED\n",
    "nonogram\nrows\n1\n1\ncolumns\n1\n1\n",
    "nonogram\nrows\n1\ncolumns\n1\n",
    "c p show 1 0\np cnf 2 3\n1 0\n2 0\n-2 1 0\n",
    "c p show 1 0\np cnf 3 2\n1 2 0\n-2 3 0\n",
    "c p show 0\np cnf 2 1\n1 2 0\n",
    "c p show 0\np cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n",
    "| projection: s\na b | s\na s:x\na s:y\nb\nb s:x\n",
    "langford 4\n",
    "dominosa 1\n001\n110\n",
    "12..\n..3.\n..4.\n4..4\n",
)
"""Small texts in which parts are easily mixed up; in the last, three givens clash, and two others."""
Values = dict[Place, int]


class TooManyError(Exception):
    """A case has too many answers to be looked at here."""


@dataclass(frozen=True, eq=False)
class Case:
    name: str
    problem: AnyProblem
    instance: Instance | None = None

    @property
    def route(self) -> Route:
        """For random cases a direct search, which shares nothing with encodings."""
        kind = self.problem.kind
        direct = self.instance is None and kind in SEARCH
        return find_route(kind, SEARCH[kind]) if direct else default_route(kind)

    @cached_property
    def answers(self) -> tuple[Any, ...]:
        """All answers that differ in what is seen of them, compared with brute force for an instance."""
        if self.instance is not None and len(self.instance.answers) > MOST:
            raise TooManyError
        outcome = run(self.problem, self.route).findings
        assert outcome.exhausted
        if len(outcome.answers) > MOST_OF_RANDOM:
            raise TooManyError
        if self.instance is not None:
            assert self.instance.answers == {seen(self.problem, answer) for answer in outcome.answers}
        return tuple(outcome.answers)

    @cached_property
    def formula(self) -> Encoded:
        return encoded(self.problem)

    def values(self, answer: Any) -> Values:
        return dict(zip(self.formula.places, self.formula.values_of(answer), strict=True))

    @cached_property
    def every(self) -> dict[Any, Values]:
        """The value of each place, for each answer."""
        return {answer: self.values(answer) for answer in self.answers}


def cases_of(group: str) -> Iterator[Case]:
    """The instances of a kind, the traps, or random puzzles of a kind."""
    if group == "traps":
        yield from (Case(f"trap {number}", read(text).problems[0]) for number, text in enumerate(TRAPS))
    elif group in KINDS:
        yield from (
            Case(f"{group}: {one.name}", one.problem, one) for one in sampled(instances(group), group)
        )
    else:
        those = [one for one in enumerate(cases()) if f"random {one[1].kind}" == group]
        yield from (Case(f"{group} {number}", one) for number, one in sampled(those, group))


def facts_are_complete_and_true(case: Case) -> None:
    """They hold in each model of an answer, and tell answers apart; a clause excludes one answer only."""
    problem, formula, every = case.problem, case.formula, case.every
    assert len({place.name for place in formula.places}) == len(formula.places) or problem.kind == "cover"
    assert len({tuple(values.values()) for values in every.values()}) == len(case.answers)
    assert len({problem.identity(answer) for answer in case.answers}) == len(case.answers)
    models = solve(CADICAL, replace(formula.cnf, projection=None), Limits(answers=20)).answers
    clauses = [(problem.identity(answer), other_than(formula.reduction, answer)) for answer in case.answers]
    for model in models:
        answer = formula.decode(model)
        true = [
            (place, value) for place in formula.places for value, x in place.literals.items() if x in model
        ]
        assert true == list(case.values(answer).items())
        rows = problem.answer_rows(answer)
        value = getattr(module(problem.kind), "place_value", int)
        cells = {place: value(rows[place.cell[0]][place.cell[1]]) for place in formula.places if place.cell}
        assert cells.items() <= case.values(answer).items()
        for identity, clause in clauses:
            assert {*model}.isdisjoint(clause) == (identity == problem.identity(answer))
    if projected(problem):
        return
    assert all(set(values) == set(formula.places) for values in every.values())
    for answer in sorted(case.answers)[:3]:
        literals = [place.literals[value] for place, value in case.values(answer).items()]
        assumed = replace(formula.cnf, clauses=(*formula.cnf.clauses, *((x,) for x in literals)))
        (model,) = solve(CADICAL, assumed, Limits(answers=2)).answers
        assert formula.decode(model) == answer
        without = replace(formula.cnf, clauses=(*formula.cnf.clauses, tuple(-x for x in literals)))
        assert {formula.decode(m) for m in solve(CADICAL, without).answers} == {*case.answers} - {answer}


def candidates_are_the_values_of_all_answers(case: Case) -> None:
    found, every = candidates(case.problem), case.every.values()
    assert found.exact
    assert found.calls <= 1 + sum(len(numbers) for _, numbers in found.seen)
    assert bool(found.answers) == bool(every)
    values = {place: set(numbers) for place, numbers in found.seen}
    assert values == {place: {one[place] for one in every} for place in values}
    assert {place for place, _ in found.settled} == {p for p, numbers in values.items() if len(numbers) == 1}
    assert str(found) or not found.seen or not every
    if not projected(case.problem):
        assert set(found.answers) <= set(case.answers)


def explanations(case: Case) -> None:
    if len(case.problem.given_names()) <= 60 and case.name not in LONG:
        known: dict[frozenset[int], int] = {}
        for fewest in (False, True) if case.instance is None else (True,):
            assert_explained(case, fewest, known)


def assert_explained(case: Case, fewest: bool, known: dict[frozenset[int], int]) -> None:
    """`known`: the numbers of answers, up to two, with some of the givens only."""
    problem, count, names = case.problem, len(case.answers), case.problem.given_names()
    found = explain(problem, minimise=True, smallest=fewest, seed=int(fewest))
    if case.name.endswith("5") and fewest:  # one in ten of the random ones
        assert found == explain(problem, minimise=True, smallest=fewest, seed=int(fewest))
    assert found.complete
    assert found.verdict == ("none", "unique", "multiple")[min(count, 2)]
    everything = frozenset(range(len(names)))

    def answers_with(kept: frozenset[int]) -> int:
        if kept not in known:
            fewer = problem.with_givens(kept)
            known[kept] = len(run(fewer, case.route, Limits(answers=2)).findings.answers)
        return known[kept]

    if isinstance(found, NoAnswer):
        assert found.checked
        assert found.clash is not None
        clash = frozenset(given for given, _ in found.clash)
        assert not answers_with(clash)
        assert all(answers_with(clash - {given}) for given in clash)
        assert [words for _, words in found.clash] == [names[given] for given, _ in found.clash]
        fewer = max(0, len(clash) - 1)
        if fewest and comb(len(names), fewer) <= 200:
            assert found.smallest
            smaller = combinations(everything, fewer)
            assert not clash or all(answers_with(frozenset(kept)) for kept in smaller)
    elif isinstance(found, OneAnswer):
        assert found.checked
        assert [problem.identity(found.answer)] == [problem.identity(answer) for answer in case.answers]
        redundant = {given for given in everything if answers_with(everything - {given}) == 1}
        assert {given for given, _ in found.redundant} == redundant
        assert found.minimal is not None
        minimal = frozenset(given for given, _ in found.minimal)
        assert answers_with(minimal) == 1
        assert all(answers_with(minimal - {given}) > 1 for given in minimal)
    else:
        assert isinstance(found, SeveralAnswers)
        assert_several(case, found)


def assert_several(case: Case, found: SeveralAnswers) -> None:
    """The pair is as far apart as any two; what is to be added leaves one answer, and no less does."""
    every = list(case.every.values())
    assert found.pair.proven
    farthest = max(sum(a[place] != b[place] for place in a) for a, b in combinations(every, 2))
    assert len(found.pair.differing) == farthest
    first, second = map(case.values, found.pair.answers)
    assert set(found.pair.differing) == {place for place in first if first[place] != second[place]}
    for addition in found.additions:
        assert addition.facts is not None
        wanted = case.values(addition.answer)
        place = {place.name: place for place in wanted}
        added = {place[fact.place]: fact.value for fact in addition.facts}
        assert [one for one in every if added.items() <= one.items()] == [wanted]
        assert addition.fewest
        assert len(added) == fewest_places(wanted, every)


def fewest_places(wanted: Values, every: list[Values]) -> int:
    """The size of a smallest set of places by which one answer differs from every other."""
    differing = [{place for place in wanted if wanted[place] != one[place]} for one in every if one != wanted]
    places = [place for place in wanted if any(place in those for those in differing)]
    for size in range(len(places) + 1):
        for chosen in map(set, combinations(places, size)):
            if all(chosen & those for those in differing):
                return size
    raise AssertionError


def grades_are_true_of_every_answer(case: Case) -> None:
    found, every = grade(case.problem), case.every.values()
    assert found.reason is None
    assert found.outcome in ("solved", "none", "search")
    for step in found.steps:
        for values in every:
            value = values[step.place]
            assert step.value == value if step.value is not None else value not in step.refuted
    if found.outcome == "solved":
        assert [{step.place: step.value for step in found.steps if step.value is not None}] == [*every]
    assert found.outcome != "none" or not every


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if any(i.problem.given_names() for i in instances(kind))]
)
def test_fewer_givens_exclude_no_answer(kind: str) -> None:
    """Each given has a name and can be left out by itself."""
    chance = random.Random(kind)
    for instance in instances(kind):
        problem = instance.problem
        names = problem.given_names()
        everything = range(len(names))
        assert problem.with_givens(everything).format() == problem.format() if names else True
        kept = [given for given in everything if chance.random() < 0.5]
        fewer = problem.with_givens(kept)
        assert list(fewer.given_names()) == [names[given] for given in kept] or kind in ("cnf", "cover")
        if not projected(problem):
            assert not any(fewer.violations(answer) for answer in instance.answers)


CHECKS = (
    facts_are_complete_and_true,
    candidates_are_the_values_of_all_answers,
    explanations,
    grades_are_true_of_every_answer,
)


@pytest.mark.parametrize("group", [*KINDS, "traps", "random sudoku", "random sudominoku", "random kakuro"])
def test_what_holds_of_every_case(group: str) -> None:
    for one in cases_of(group):
        with in_case(one.name), suppress(TooManyError):
            for check in CHECKS:
                check(one)
