"""What a setter is told of every registered kind, against all answers: candidates, explanations, grades.

What an answer says of each place is read from `facts_of`; that these facts are complete and true is tested
by telling all answers apart, and by the formula: with the facts of an answer assumed, it shows this answer.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from instances import instances, projected
from kinds import Instance
from test_contract import EVERY_INSTANCE

from coversat.problems import KINDS
from coversat.routing import default_route, run
from coversat.setter.candidates import candidates
from coversat.setter.explain import NoAnswer, OneAnswer, SeveralAnswers, explain
from coversat.setter.facts import Encoded, Place, encoded
from coversat.setter.grade import grade
from coversat.solvers import Limits, solve
from coversat.solvers.sat import SAT_SOLVERS

MOST = 30


@cache
def formula_of(instance: Instance) -> Encoded:
    return encoded(instance.problem)


def key(place: Place) -> tuple[str, int]:
    """A place by its name, and by its first variable, since options may be twins."""
    return place.name, min(map(abs, place.literals.values()), default=0)


@cache
def said(instance: Instance) -> dict[Any, dict[tuple[str, int], int]]:
    """For each answer, each place's value."""
    formula = formula_of(instance)
    return {
        answer: {key(fact.place): fact.value for fact in formula.facts_of(answer)}
        for answer in instance.answers
    }


@EVERY_INSTANCE
def test_facts_are_those_of_one_answer(instance: Instance) -> None:
    """Each place has a value; no two answers say the same; a model with these facts shows the answer."""
    if projected(instance.problem) or len(instance.answers) > MOST:
        return
    formula = formula_of(instance)
    names = [key(place) for place in formula.places]
    assert len(set(names)) == len(names)
    assert all(set(told) == set(names) for told in said(instance).values())
    assert len({tuple(told.items()) for told in said(instance).values()}) == len(instance.answers)
    for answer in sorted(instance.answers)[:3]:
        literals = [fact.literal for fact in formula.facts_of(answer)]
        assumed = replace(formula.cnf, clauses=(*formula.cnf.clauses, *((x,) for x in literals)))
        (model,) = solve(SAT_SOLVERS[0], assumed, Limits(answers=2)).answers
        assert formula.decode(model) == answer
        # And the other way: where one of them is not so, it is another answer.
        without = replace(formula.cnf, clauses=(*formula.cnf.clauses, tuple(-x for x in literals)))
        others = {formula.decode(m) for m in solve(SAT_SOLVERS[0], without).answers}
        assert others == instance.answers - {answer}


@EVERY_INSTANCE
def test_candidates_are_those_of_all_answers(instance: Instance) -> None:
    if projected(instance.problem) or len(instance.answers) > MOST:
        return
    found = candidates(instance.problem)
    assert found.exact
    told = said(instance).values()
    values = {key(place): set(seen) for place, seen in found.seen}
    assert values == {name: {one[name] for one in told} for name in values}
    assert {key(fact.place) for fact in found.settled} == {n for n, v in values.items() if len(v) == 1}
    assert set(found.answers) <= instance.answers


@cache
def answers_with(instance: Instance, kept: frozenset[int]) -> frozenset[Any]:
    """Up to two answers with these givens only, by the direct search where there is one."""
    problem = instance.problem.with_givens(kept)
    return frozenset(run(problem, default_route(problem.kind), Limits(answers=2)).findings.answers)


@EVERY_INSTANCE
def test_explanations(instance: Instance) -> None:
    problem = instance.problem
    if projected(problem) or len(instance.answers) > MOST or len(problem.given_names()) > 60:
        return
    found = explain(problem, minimise=True, seed=1)
    assert found.complete
    assert found.verdict == {0: "none", 1: "unique"}.get(len(instance.answers), "multiple")
    everything = frozenset(range(len(problem.given_names())))
    if isinstance(found, NoAnswer):
        assert found.clash is not None
        clash = frozenset(given for given, _ in found.clash)
        assert not answers_with(instance, clash)
        assert all(answers_with(instance, clash - {given}) for given in clash)
        assert [words for _, words in found.clash] == [
            problem.given_names()[given] for given, _ in found.clash
        ]
    elif isinstance(found, OneAnswer):
        assert {found.answer} == instance.answers
        redundant = {given for given in everything if len(answers_with(instance, everything - {given})) == 1}
        assert {given for given, _ in found.redundant} == redundant
        assert found.minimal is not None
        minimal = frozenset(given for given, _ in found.minimal)
        assert len(answers_with(instance, minimal)) == 1
        assert all(len(answers_with(instance, minimal - {given})) > 1 for given in minimal)
    else:
        assert isinstance(found, SeveralAnswers)
        assert_several(instance, found)


def assert_several(instance: Instance, found: SeveralAnswers) -> None:
    """The pair is as far apart as any two; what is to be added leaves one answer, and no less does."""
    told = said(instance)
    one, other = found.pair.answers
    assert {key(place) for place in found.pair.differing} == {
        n for n in told[one] if told[one][n] != told[other][n]
    }
    if found.pair.proven:
        farthest = max(sum(a[name] != b[name] for name in a) for a, b in combinations(told.values(), 2))
        assert len(found.pair.differing) == farthest
    for missing in found.additions:
        if missing.facts is None:
            continue
        added = {key(fact.place): fact.value for fact in missing.facts}.items()
        assert [answer for answer in told if added <= told[answer].items()] == [missing.answer]
        if missing.fewest and len(added):
            wanted = told[missing.answer]
            for names in [*combinations(sorted(wanted), len(added) - 1)][:200]:
                part = {name: wanted[name] for name in names}.items()
                assert sum(part <= one.items() for one in told.values()) > 1


@EVERY_INSTANCE
def test_grades_tell_what_is_so_in_every_answer(instance: Instance) -> None:
    if projected(instance.problem) or len(instance.answers) > MOST:
        return
    found = grade(instance.problem)
    assert found.reason is None
    told = said(instance).values()
    for step in found.steps:
        for one in told:
            value = one[key(step.place)]
            assert step.value == value if step.value is not None else value not in step.refuted
    if found.outcome == "solved":
        assert len(instance.answers) == 1
        assert {key(s.place): s.value for s in found.steps if s.value is not None} == next(iter(told))
    assert found.outcome != "contradiction" or not instance.answers
    assert found.outcome in ("solved", "contradiction", "search")


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if any(i.problem.given_names() for i in instances(kind))]
)
def test_fewer_givens_never_rule_out_an_answer(kind: str) -> None:
    """The names of givens are as many as can be left out, each its own."""
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
