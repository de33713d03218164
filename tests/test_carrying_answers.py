"""What a reduction carries: `encode` fixes exactly the right answers, `parsimonious` says the truth.

Over whatever is registered.  The ways of two steps take turns over the kinds and over the instances.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from instances import (
    id_of,
    in_case,
    instances,
    module,
    named,
    parts_of,
    projected,
    sampled,
    seen,
    without_projection,
)
from kinds import Instance

from coversat.answering.routes import find_path
from coversat.problems import KINDS, Cnf, ExactCover
from coversat.problems.exact_cover.builder import PartialCover
from coversat.reductions import AnyReduction, encodings_from
from coversat.reductions.encoders import ENCODERS
from coversat.reductions.paths import EncodingPath, all_paths, apply_path
from coversat.solvers import Limits, solvers_of
from coversat.solvers import found_by as solve
from coversat.solvers.cover.dancing_links import DANCING_LINKS
from coversat.solvers.sat.sat import SAT_SOLVERS

TURNS = 3
"""A way of two steps is looked at in every third kind that has it."""
MOST_VARIABLES = 150
"""Of formulas that become covers: Dancing Links takes its time for larger ones."""
GIVENS = ("sudoku", "sudominoku")
"""The kinds whose reductions say which given is contradicted."""


def answers_of(target: Cnf | ExactCover) -> tuple[Any, ...]:
    """Every model (by CaDiCaL) or cover (by Dancing Links), told apart by the projection."""
    solver: Any = SAT_SOLVERS[0] if isinstance(target, Cnf) else DANCING_LINKS
    outcome = solve(solver, target)
    assert outcome.exhausted
    return outcome.answers


def all_answers(target: Cnf | ExactCover) -> tuple[Any, ...]:
    """Every model or cover, whatever the projection."""
    return answers_of(without_projection(target))


def small(kind: str, rules: EncodingPath) -> tuple[Instance, ...]:
    """The instances of a kind that these reductions take and that stay small in them."""
    name = id_of(rules)
    those = [
        i for i in instances(kind) if not i.refuses(name) and len(i.answers) <= 30 and "ten" not in i.name
    ]
    if len(rules) == 1:
        return tuple(sampled(those, f"{kind} {name}"))
    to_cover = rules[-1].target == "cover"
    step = 8
    place = KINDS.index(kind) + list(all_paths(kind)).index(rules)
    chosen = those[place % min(step, max(len(those), 1)) :: step]

    def size(one: Instance) -> int:
        return int(apply_path(rules[:1], one.problem).target.variable_count)

    def is_small(one: Instance) -> bool:
        return size(one) <= MOST_VARIABLES

    if to_cover:
        chosen = list(filter(is_small, chosen)) or [min(those, key=size)]
    return tuple(chosen)


@lru_cache(1)
def reduced(kind: str, rules: EncodingPath) -> tuple[tuple[Instance, AnyReduction], ...]:
    return tuple((instance, apply_path(rules, instance.problem)) for instance in small(kind, rules))


@lru_cache(1)
def listed(kind: str, rules: EncodingPath) -> tuple[tuple[Any, ...], ...]:
    """For each of the `reduced` instances, the answers of its target."""
    return tuple(answers_of(reduction.target) for _, reduction in reduced(kind, rules))


Held = frozenset[tuple[str, int] | int]


def holding(target: Cnf | ExactCover, answer: Any) -> Held:
    """The literals of a model; the options and the shades of a cover."""
    if isinstance(target, Cnf):
        return frozenset(answer)
    colours = target.table.colours
    return frozenset(answer).union(("shade", shade) for at in answer for shade in colours[at])


def is_fixed(part: Any, held: Held) -> bool:
    """Whether a model or cover holds what a partial answer fixes."""
    if isinstance(part, PartialCover):
        return held.issuperset(part.options) and held.issuperset(("shade", one) for one in part.shades)
    return held.issuperset(part)


@lru_cache(1)
def held_by(kind: str, rules: EncodingPath) -> tuple[tuple[tuple[Any, Held], ...], ...]:
    """The `listed` answers, each with what it holds."""
    return tuple(
        tuple((answer, holding(reduction.target, answer)) for answer in answers)
        for (_, reduction), answers in zip(reduced(kind, rules), listed(kind, rules), strict=True)
    )


def decoded(reduction: AnyReduction, answers: Any) -> frozenset[Any]:
    return frozenset(seen(reduction.source, reduction.decode(answer)) for answer in answers)


def the_projection_makes_the_numbers_equal(kind: str, rules: EncodingPath) -> None:
    """As many answers of the target, told apart by its projection, as answers of the source."""
    for (instance, reduction), answers in zip(reduced(kind, rules), listed(kind, rules), strict=True):
        found = {seen(reduction.target, answer) for answer in answers}
        assert len(found) == len(instance.answers), instance.name


def parsimonious_reductions_keep_the_number_of_answers(kind: str, rules: EncodingPath) -> None:
    for (instance, reduction), answers in zip(reduced(kind, rules), listed(kind, rules), strict=True):
        if reduction.parsimonious:
            found = answers if reduction.target.projection is None else all_answers(reduction.target)
            assert len(found) == len(instance.answers), instance.name


def formulas_keep_the_givens_apart_where_the_rule_says_so(kind: str, rules: EncodingPath) -> None:
    """Without the clauses of some givens, exactly the answers of the problem without these givens."""
    apart = len(rules) == 1 and rules[0].givens_apart
    chance = random.Random(3)
    for instance, reduction in reduced(kind, rules):
        assert (reduction.given_clauses is not None) == apart or not instance.problem.given_names()
        if not apart:
            continue
        assert len(reduction.given_clauses) == len(instance.problem.given_names())
        lost = {at for at in range(len(reduction.given_clauses)) if chance.random() < 0.3}
        dropped = {place for at in lost for place in reduction.given_clauses[at]}
        clauses = tuple(c for at, c in enumerate(reduction.target.clauses) if at not in dropped)
        fewer = instance.problem.with_givens(set(range(len(reduction.given_clauses))) - lost)
        models = solve(SAT_SOLVERS[0], replace(reduction.target, clauses=clauses), Limits(answers=20))
        for model in models.answers:
            assert not fewer.violations(reduction.decode(model))
        if models.exhausted:
            has_cover = any(rule.name == "cover" for rule in encodings_from(kind))
            cover = apply_path(find_path(kind, "cover"), fewer).target if has_cover else None
            found = solve(DANCING_LINKS, cover) if has_cover else solve(solvers_of(kind)[0], fewer)
            assert len(models.answers) == len(found.answers), instance.name


def the_claims_that_are_made(kind: str, rules: EncodingPath) -> None:
    """A claim that is not made is never wrong: so every reduction makes it, but those that its kind names."""
    if len(rules) > 1:
        return
    for instance, reduction in reduced(kind, rules):
        excused = (
            id_of(rules) in getattr(module(kind), "PROJECTED", ())
            or projected(instance.problem)
            or (rules[0].model is not None and getattr(rules[0].model(instance.problem), "has_hidden", False))
        )
        assert reduction.parsimonious != excused


EVERY_STEP = pytest.mark.parametrize(
    "rules", [rules for rules in all_paths("sudominoku") if len(rules) == 1], ids=id_of
)


@pytest.mark.parametrize("name", ["sequential", "product", "commander", "bitwise"])
def test_where_no_claim_is_made_the_numbers_differ(name: str) -> None:
    """On an item of six options, none of which must be taken, auxiliary variables are free."""
    options = [f"p{n} s" for n in range(6)] + [f"p{n}" for n in range(6)]
    problem = ExactCover.parse("p0 p1 p2 p3 p4 p5 | s\n" + "\n".join(options) + "\n")
    reduction = apply_path(find_path("cover", f"cnf:{name}"), problem)
    assert not reduction.parsimonious
    assert len(answers_of(reduction.target)) == 7
    assert len(all_answers(reduction.target)) > 7


@EVERY_STEP
def test_several_tilings_of_one_grid_are_one_answer(rules: EncodingPath) -> None:
    """Raw models or covers of the one grid with two tilings are several, and not claimed to be one."""
    instance = named("sudominoku", "6x6, one grid, two tilings")
    reduction = apply_path(rules, instance.problem)
    assert not reduction.parsimonious
    assert len(all_answers(reduction.target)) > 1
    assert decoded(reduction, all_answers(reduction.target)) == instance.answers


def places_tell_answers_apart(kind: str, rules: EncodingPath) -> None:
    """Each place of each answer shows one value, and answers differ where, and only where, these do."""
    for (_, reduction), everything in zip(reduced(kind, rules), held_by(kind, rules), strict=True):
        places = reduction.places() if reduction.places else ()
        by_values: dict[Any, set[Any]] = {}
        for one, held in everything:
            shown = []
            for place in places:
                values = {v for v, parts in place.values.items() if any(is_fixed(p, held) for p in parts)}
                assert len(values or {place.empty} - {None}) == 1, (place, one)
                shown.append(min(values, default=place.empty))
            by_values.setdefault(tuple(shown), set()).add(seen(reduction.source, reduction.decode(one)))
        assert all(len(answers) == 1 for answers in by_values.values()) or not places
        assert len(set().union(*by_values.values())) == len(by_values) or not places


def one_number_changed(value: Any) -> Iterator[Any]:
    for at, part in enumerate(value):
        if isinstance(part, tuple):
            others = one_number_changed(part)
        else:
            others = {99} if part is None else {part - 1, part + 1, 99} - {0}
        yield from ((*value[:at], other, *value[at + 1 :]) for other in others)


def encode_fixes_the_answers_that_hold_the_part(kind: str, rules: EncodingPath) -> None:
    """Of a right answer, a wrong one or one with a number changed: exactly the answers that hold the part.

    What no answer holds may be refused instead, and nothing of it may be lost in silence.
    """
    chance = random.Random(5)
    parts = contradictions = 0
    # Under a projection one model or cover stands for all that show the same answer.
    for (instance, reduction), everything in zip(reduced(kind, rules), held_by(kind, rules), strict=True):
        if projected(instance.problem):
            continue
        right = sorted(instance.answers)[:2]
        changed = [other for answer in right for other in one_number_changed(answer)]
        changed = chance.sample(changed, min(8, len(changed)))
        for answer in (*right, *instance.wrong[:6], *changed):
            for part, holds in parts_of(instance.problem, answer, chance):
                expected = {one for one in instance.answers if holds(one)}
                parts += 1
                contradictions += not expected
                try:
                    fixed = reduction.encode(part)
                except ValueError as error:
                    assert not expected, (instance.name, part)
                    assert str(error)  # noqa: PT017
                    continue
                left = [other for other, held in everything if is_fixed(fixed, held)]
                assert decoded(reduction, left) == expected, (instance.name, part)
    assert parts or len(rules) > 1
    assert contradictions or len(rules) > 1


def a_part_that_contradicts_the_givens_is_never_lost(kind: str, rules: EncodingPath) -> None:
    """It fixes what no answer holds, or is refused by name; nothing of it is dropped."""
    if kind not in GIVENS:
        return
    parts = 0
    for (instance, reduction), everything in zip(reduced(kind, rules), held_by(kind, rules), strict=True):
        cells = [
            (r, c, digit)
            for r, row in enumerate(getattr(instance.problem, "givens", ()))
            for c, digit in enumerate(row)
            if digit is not None
        ]
        for r, c, digit in cells[:4]:
            wrong = 2 if digit == 1 else 1
            part = tuple(
                tuple(wrong if (r, c) == (i, j) else None for j, _ in enumerate(row))
                for i, row in enumerate(instance.problem.givens)
            )
            parts += 1
            try:
                fixed = reduction.encode(part)
            except ValueError as error:
                name = instance.problem.cell_name(r, c)
                assert str(error).startswith(f"{name} cannot hold {wrong}: ")  # noqa: PT017
                assert kind != "sudoku" or f"{digit} is given" in str(error)  # noqa: PT017
            else:
                assert fixed != reduction.encode(tuple((None,) * len(row) for row in instance.problem.givens))
                assert not [answer for answer, held in everything if is_fixed(fixed, held)]
    assert parts


@EVERY_STEP
def test_encode_fixes_the_digits_and_not_the_tiling(rules: EncodingPath) -> None:
    """Of the raw models or covers, a grid's code fixes every one that shows the grid, whatever its tiling."""
    for instance, reduction in reduced("sudominoku", rules):
        if len(instance.answers) in (0, 11):
            continue
        everything = [(one, holding(reduction.target, one)) for one in all_answers(reduction.target)]
        for answer in instance.answers:
            fixed = reduction.encode(answer)
            for other, held in everything:
                assert is_fixed(fixed, held) == (reduction.decode(other) == answer)


def a_blocked_answer_is_gone_and_no_other(kind: str, rules: EncodingPath) -> None:
    """The clause that a code's literals make when they are turned round; and the code as assumptions."""
    if kind == "cover" or rules[-1].target != "cnf":
        return
    for instance, reduction in reduced(kind, rules):
        for answer in sorted(instance.answers)[:1]:
            literals = reduction.encode(answer)
            target = reduction.target
            blocked = replace(target, clauses=(*target.clauses, tuple(-x for x in literals)))
            assert decoded(reduction, answers_of(blocked)) == instance.answers - {answer}
            assumed = replace(target, clauses=(*target.clauses, *((x,) for x in literals)))
            assert decoded(reduction, answers_of(assumed)) == {answer}


def every_target_names_its_parts(kind: str, rules: EncodingPath) -> None:
    """Names are there, differ from each other, and are what Knuth's text and DIMACS can write."""
    for _, reduction in reduced(kind, rules):
        target = reduction.target
        if isinstance(target, Cnf):
            names = list(target.names.values())
            assert set(target.shown_variables) <= set(target.names) or kind in ("cnf", "cover")
        else:
            names = [option.name for option in target.options]
        assert len(set(names)) == len(names) or kind == "cover"
        assert all(name.isascii() and name.isprintable() and name == name.strip() for name in names)


CHECKS = (
    the_projection_makes_the_numbers_equal,
    parsimonious_reductions_keep_the_number_of_answers,
    formulas_keep_the_givens_apart_where_the_rule_says_so,
    the_claims_that_are_made,
    places_tell_answers_apart,
    encode_fixes_the_answers_that_hold_the_part,
    a_part_that_contradicts_the_givens_is_never_lost,
    a_blocked_answer_is_gone_and_no_other,
    every_target_names_its_parts,
)


def chosen(kind: str) -> Iterator[EncodingPath]:
    """Its own encodings; those of the language, by default a third; ways of two steps in their turn."""
    turns = [*enumerate(all_paths(kind), KINDS.index(kind))]
    steps = [rules for _, rules in turns if len(rules) == 1]
    general = [rules for rules in steps if rules[0].name.removeprefix("cnf:") in ENCODERS]
    yield from (rules for rules in steps if rules not in general)
    yield from sampled(general, kind)
    yield from (rules for turn, rules in turns if len(rules) > 1 and turn % TURNS == 0)


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_reduction_carries(kind: str) -> None:
    for rules in chosen(kind):
        with in_case(id_of(rules)):
            for check in CHECKS:
                check(kind, rules)
