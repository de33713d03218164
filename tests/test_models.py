"""The models of grid kinds: what the labelled rules mean is what the rules check says."""

from __future__ import annotations

from itertools import chain, product
from typing import Any

from each import each
from instances import instances
from kinds import grid

from coversat.base.unfolded import Unfolded
from coversat.primitives import Circuit, Count, Table, scope
from coversat.primitives.meaning import holds
from coversat.primitives.models import AlikeRules, GridModel
from coversat.problems import (
    KINDS,
    AnyProblem,
    Kakuro,
    Latin,
    Nonogram,
    Skyscrapers,
    StarBattle,
    Sudoku,
    problem_class,
)
from coversat.problems.elements import ElementProblem
from coversat.problems.grid import Cell
from coversat.problems.problem import Stepwise
from coversat.problems.puzzle import GridPuzzle
from coversat.reductions import encodings_from
from coversat.reductions.encoders import MIXED
from coversat.reductions.to_cnf import formula_of
from coversat.solvers import NO_LIMITS
from coversat.solvers.sat.sat import CADICAL
from coversat.solvers.solver import found_by as solve

MODELS = {
    kind: next(one.model for one in encodings_from(kind) if one.model is not None)
    for kind in KINDS
    if any(one.model is not None for one in encodings_from(kind))
}


def test_grid_kinds_have_a_model() -> None:
    assert {"sudoku", "kakuro", "latin", "skyscrapers", "starbattle", "nonogram"} <= MODELS.keys()


def values_of(model: GridModel[Any], candidate: Any) -> dict[Any, int] | None:
    """The value of each variable; None if one is not of its domain, or no answer shows all of them."""
    try:
        values = dict(model.values_of(candidate))
    except ValueError:  # such as a line that only one of its two cells has
        return None
    if any(values.get(variable) not in domain for variable, domain in model.domains.items()):
        return None
    return values


SHOWN = [
    kind
    for kind in MODELS
    if issubclass(problem_class(kind), Stepwise)
    or not issubclass(problem_class(kind), (GridPuzzle, ElementProblem))
]
"""Kinds whose answers show all variables of the model, and whose checks name rules."""


@each("kind", SHOWN)
def test_the_rules_hold_of_answers_and_of_nothing_else(kind: str) -> None:
    """Of every candidate whose cells hold values of their domains; a rule that is broken is named."""
    judged = 0
    for one in instances(kind):
        model = MODELS[kind](one.problem)
        for candidate in (*one.answers, *one.wrong):
            if (values := values_of(model, candidate)) is None:
                continue
            broken = [rule.label for rule in model.rules if not holds(rule.primitive, values)]
            assert bool(broken) == bool(one.problem.violations(candidate)), (one.name, candidate, broken)
            judged += 1
    assert judged > 10


@each("kind", SHOWN)
def test_violations_have_the_labels_of_broken_rules(kind: str) -> None:
    """And cells of that rule."""
    judged = 0
    for one in instances(kind):
        model = MODELS[kind](one.problem)
        for candidate in one.wrong:
            if (values := values_of(model, candidate)) is None:
                continue
            broken = {rule.label for rule in model.rules if not holds(rule.primitive, values)}
            cells: dict[str, set[Cell]] = {}
            for rule in model.rules:
                own = cells.setdefault(rule.label, set())
                own.update(chain(*map(cells_of, scope(rule.primitive))))
                if isinstance(rule.primitive, Circuit):  # about the whole board, blocked cells included
                    own.update(product(range(model.rows), range(model.columns)))
            for violation in one.problem.violations(candidate):
                assert violation.label in broken, (one.name, violation, broken)
                assert {*violation.cells} <= cells[violation.label], (one.name, violation)
                judged += 1
    assert judged > 10


def cells_of(variable: Any) -> tuple[Cell, ...]:
    """A cell itself, the two cells of an edge."""
    return variable if isinstance(variable[0], tuple) else (variable,)


APART = [one for one in MODELS if getattr(problem_class(one), "givens_apart", True) and one != "numberlink"]


@each("kind", APART)
def test_every_given_is_stated(kind: str) -> None:
    """By rules of its own, without which the model is that of the problem without it.

    Except where rules or domains are about several givens.
    """
    for one in instances(kind):
        problem, model = one.problem, MODELS[kind](one.problem)
        names = problem.given_names()
        assert {rule.given for rule in model.rules} - {None} == set(range(len(names)))
        if names:
            left = MODELS[kind](problem.with_givens(range(1, len(names))))
            kept = [rule.label for rule in model.rules if rule.given != 0]
            assert [rule.label for rule in left.rules] == kept


LABELS: list[tuple[AnyProblem, str]] = [
    (Sudoku.parse("1...\n....\n....\n....\n"), "r1c1 is 1"),
    (Latin(grid(".2", "..")), "r1c2 is 2"),
    (Latin(grid(".2", "..")), "column 2"),
    (
        Skyscrapers(grid("..", ".."), *grid(".2", "..", "..", "..")),
        "clue 2 in column 2 from above",
    ),
    (Kakuro.parse("# 3\\ 4\\\n\\3 . .\n\\4 . .\n"), "run 4 across at r3c2"),
    (StarBattle(1, ((0,),)), "region A has 1 star"),
    (StarBattle(1, ((0, 0), (1, 1))), "r1c1 and r2c2 do not both have a star"),
    (Nonogram(((2, 1), ()), ((1,), (1,), (), (1,))), "row 1: 2 1"),
    (Nonogram(((2, 1), ()), ((1,), (1,), (), (1,))), "row 2: 0"),
]


@each(("problem", "label"), LABELS)
def test_labels(problem: AnyProblem, label: str) -> None:
    assert label in [rule.label for rule in MODELS[problem.kind](problem).rules]


def test_violations_name_the_digits_of_a_board_from_0() -> None:
    board = Sudoku.parse("digits 0-3\n1...\n....\n....\n....\n")
    answer = ((0, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0), (3, 1, 2, 3))
    found = [(str(violation), violation.label) for violation in board.violations(answer)]
    assert found[0] == ("0 appears twice in row 1: r1c1 and r1c2", "row 1")
    assert found[-1] == ("r1c1 holds 0, but 1 is given", "r1c1 is 1")


@each("domain", [(0, 1), (1, 2), (0, 1, 2)])
def test_rules_that_are_alike_mean_what_each_means(domain: tuple[int, ...]) -> None:
    cells = [(0, at) for at in range(6)]
    groups = [(), (cells[0],), tuple(cells[1:4]), tuple(cells[:2]), tuple(cells)]
    likes = [Count((), (one,), numbers) for one in (0, 1) for numbers in ((0, 1), (1, 2), range(1, 7))]
    likes += [Count((), (0, 1), (0, 1)), Table((), ((0, 1), (1, 1)))]
    for like, few in product(likes, (4, 5)):
        chosen = [group for group in groups if len(group) == 2] if isinstance(like, Table) else groups[:few]
        rules = AlikeRules(like, chosen, str, "")
        domains = dict.fromkeys(cells, sorted(domain))
        formula, shows = formula_of(GridModel(None, 1, 6, domains, Unfolded([rules])), MIXED)
        found = {shows.decode(one) for one in solve(CADICAL, formula.cnf(shows.all()), NO_LIMITS).answers}
        right = {
            (row,)
            for row in product(domain, repeat=6)
            if all(holds(rule.primitive, dict(zip(cells, row, strict=True))) for rule in rules.each())
        }
        assert found == right, (like, few)
        assert [group.label for group in formula.groups] == list(map(str, range(len(chosen))))
