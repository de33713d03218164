"""What is said of an answer, and asked of all of them, for every registered kind, beside brute force."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from instances import instances, seen

from coversat.problems import KINDS, AnyProblem, Cnf, read
from coversat.routing import default_route, run
from coversat.setter.candidates import candidates
from coversat.setter.explain import NoAnswer, OneAnswer, SeveralAnswers, explain
from coversat.setter.facts import Encoded, Place, encoded, other_than
from coversat.setter.grade import grade
from coversat.solvers import Limits, solve
from coversat.solvers.sat import CADICAL

MOST_ANSWERS = 12
FEW = 14
"""So many instances of a kind are looked at, from all over its list."""

EVERY_KIND = pytest.mark.parametrize("kind", KINDS)
Said = dict[Place, int]
"""What an answer says: the value of each place."""

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
)
"""Small texts on which cells, options and variables are easily mixed up."""


@cache
def cases(kind: str) -> tuple[tuple[AnyProblem, tuple[Any, ...]], ...]:
    """Problems with all of their answers, one for each that is seen."""
    few = [i for i in instances(kind) if len(i.answers) <= MOST_ANSWERS]
    found = []
    for instance in few[:: 1 + len(few) // FEW]:
        answers = found_answers(instance.problem)
        # Found without reductions, by the rules alone.
        assert instance.answers == {seen(instance.problem, answer) for answer in answers}
        found.append((instance.problem, answers))
    problems = (read(text).problems[0] for text in TRAPS)
    return (*found, *((p, found_answers(p)) for p in problems if p.kind == kind))


def found_answers(problem: AnyProblem) -> tuple[Any, ...]:
    outcome = run(problem, default_route(problem.kind)).findings
    assert outcome.exhausted
    return tuple(outcome.answers)


def models(cnf: Cnf) -> tuple[Any, ...]:
    """Some of the models, different in whatever variables there are."""
    return solve(CADICAL, replace(cnf, projection=None), Limits(answers=20)).answers


def said(formula: Encoded, answer: Any) -> Said:
    return {fact.place: fact.value for fact in formula.facts_of(answer)}


def said_by_the_rows(problem: AnyProblem, formula: Encoded, answer: Any) -> Said:
    """The same, read off the answer by what the problem itself says of its cells."""
    rows = problem.answer_rows(answer)
    return {place: rows[place.cell[0]][place.cell[1]] for place in formula.places if place.cell}


@EVERY_KIND
def test_the_facts_of_an_answer_are_those_of_each_of_its_models(kind: str) -> None:
    for problem, _ in cases(kind):
        formula = encoded(problem)
        assert len({place.name for place in formula.places}) == len(formula.places) or kind == "cover"
        for model in models(formula.cnf):
            true = set(model)
            facts = formula.facts_of(formula.decode(model))
            assert {fact for fact in formula.facts if fact.literal in true} == set(facts)
            shown = said_by_the_rows(problem, formula, formula.decode(model))
            assert shown.items() <= said(formula, formula.decode(model)).items()


@EVERY_KIND
def test_the_facts_tell_answers_apart(kind: str) -> None:
    for problem, answers in cases(kind):
        formula = encoded(problem)
        told = {tuple(fact.value for fact in formula.facts_of(answer)) for answer in answers}
        assert len(told) == len(answers)
        apart = {problem.identity(answer) for answer in answers}
        assert len(apart) == len(told)


@EVERY_KIND
def test_a_clause_rules_out_one_answer_and_no_other(kind: str) -> None:
    for problem, answers in cases(kind):
        formula = encoded(problem)
        decoded = [(set(model), formula.decode(model)) for model in models(formula.cnf)]
        for answer in answers:
            clause = other_than(formula.reduction, answer)
            for model, shown in decoded:
                same = problem.identity(shown) == problem.identity(answer)
                assert model.isdisjoint(clause) == same


@EVERY_KIND
def test_candidates_are_the_values_of_all_answers(kind: str) -> None:
    for problem, answers in cases(kind):
        formula = encoded(problem)
        everything = [said(formula, answer) for answer in answers]
        found = candidates(problem)
        assert found.exact
        assert bool(found.answers) == bool(everything)
        for place, values in found.seen:
            assert set(values) == {one[place] for one in everything}, (problem, place)
        assert str(found) or not found.seen or not answers


@EVERY_KIND
def test_several_answers_are_explained(kind: str) -> None:
    """The farthest pair, and the fewest givens: of no fewer places do the values single out the answer."""
    for problem, answers in cases(kind):
        if len(answers) < 2:
            continue
        formula = encoded(problem)
        everything = [said(formula, answer) for answer in answers]
        found = explain(problem)
        assert isinstance(found, SeveralAnswers)
        assert found.complete
        assert found.pair.proven
        apart = [{place for place in a if a[place] != b[place]} for a, b in combinations(everything, 2)]
        assert len(found.pair.differing) == max(map(len, apart))
        first, second = (said(formula, answer) for answer in found.pair.answers)
        assert set(found.pair.differing) == {p for p in first if first[p] != second[p]}
        for addition in found.additions:
            assert addition.facts is not None
            assert addition.fewest
            wanted = said(formula, addition.answer)
            added = {fact.place: fact.value for fact in addition.facts}
            assert [one for one in everything if added.items() <= one.items()] == [wanted]
            assert len(added) == fewest(wanted, everything)


def fewest(wanted: Said, everything: list[Said]) -> int:
    """The size of a smallest set of places by which one answer differs from every other."""
    differing = [
        {place for place in wanted if wanted[place] != one[place]} for one in everything if one != wanted
    ]
    places = [place for place in wanted if any(place in those for those in differing)]
    for size in range(len(places) + 1):
        for chosen in map(set, combinations(places, size)):
            if all(chosen & those for those in differing):
                return size
    raise AssertionError


@EVERY_KIND
def test_no_answer_and_one_are_explained(kind: str) -> None:
    """What is found is checked, and what is said to be needless is."""
    for problem, answers in cases(kind):
        found = explain(problem, minimise=True, fewest=True)
        count = len(answers)
        assert found.complete
        assert found.verdict == ("none", "unique", "multiple")[min(count, 2)]
        if isinstance(found, NoAnswer | OneAnswer):
            assert found.checked
        if isinstance(found, OneAnswer):
            apart = {problem.identity(answer) for answer in answers}
            assert {problem.identity(found.answer)} == apart
            for number, _ in found.redundant:
                kept = set(range(len(problem.given_names()))) - {number}
                less = problem.with_givens(kept)
                assert len(run(less, default_route(kind)).findings.answers) == 1


@EVERY_KIND
def test_a_grade_claims_only_what_is_true(kind: str) -> None:
    for problem, answers in cases(kind):
        found = grade(problem)
        assert found.outcome != "solved" or len(answers) == 1, problem
        assert found.outcome != "contradiction" or not answers, problem
        formula = encoded(problem)
        for answer in answers[:1]:
            for step in found.steps:
                value = said(formula, answer)[step.place]
                assert step.value == value if step.value is not None else value not in step.refuted
