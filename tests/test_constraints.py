"""Every constraint: its check, its model and an oracle over all fillings of small boards; texts; pictures."""

from __future__ import annotations

import ast
import inspect
import random
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, compress, product
from typing import Any

import pytest
from constraint_cases import CASES, ORACLES, cases, is_right
from each import each
from instances import sampled

from coversat.answering import questions as answers
from coversat.answering.questions import decide as check
from coversat.answering.routes import Route, find_route
from coversat.answering.running import run
from coversat.base.errors import ReductionError
from coversat.kinds.drawing import draw
from coversat.kinds.sudoku.constraints import Constraint, constraint_of
from coversat.kinds.sudoku.constraints.base import words
from coversat.primitives import Or, cells_of
from coversat.primitives.meaning import holds
from coversat.problems import Sudoku
from coversat.problems.grid import Cell, Grid, filled, grid_of
from coversat.reductions.cnf_builder import CnfBuilder
from coversat.reductions.encoders import ENCODERS, MIXED
from coversat.reductions.to_cnf import add_primitive
from coversat.reductions.variables import DigitVariables
from coversat.solvers import found_by as solve
from coversat.solvers.findings import Verdict
from coversat.solvers.sat.sat import SAT_SOLVERS, SatCalls
from coversat.solvers.solver import Limits, Meter

Held = Mapping[Cell, int]

MOST_FILLINGS = 3_200
"""Where there are more, finished boards and random fillings are looked at."""
SCAN, FORMULA = find_route("sudoku", "search/scan"), find_route("sudoku", "cnf:extended/cadical195")
RARE = {"doppelganger"}
"""Constraints that hardly any of these fillings obeys."""
EVERY = pytest.mark.parametrize("word", words())
LARGE = ".........\n" * 9


def finished(problem: Sudoku) -> list[Grid]:
    """All fillings of a board of four rows whose rows, columns and boxes differ; few of larger ones."""
    found = solved(replace(problem, constraints=()), 300 if problem.rows <= 4 else 40)
    rare = any(one.word in RARE for one in problem.constraints)
    return list(dict.fromkeys((*found, *solved(problem, 300, FORMULA)))) if rare else list(found)


@cache
def solved(problem: Sudoku, limit: int, route: Route = SCAN) -> tuple[Grid, ...]:
    return run(problem, route, Limits(answers=limit)).findings.answers


@lru_cache(8)
def of_finished(problem: Sudoku) -> tuple[list[Grid], list[Grid]]:
    """Those that obey the board's constraint, and the others."""
    grids, constraint = finished(problem), only(problem)
    right = [grid for grid in grids if not constraint.violations(dict(filled(grid)), problem.layout)]
    return right, sorted(set(grids) - set(right))


def fillings(problem: Sudoku, constraint: Constraint) -> Iterator[Held]:
    """All, or many, ways to put digits into the cells of a constraint that break no rule of the board."""
    cells = sorted(set(constraint.scope(problem.layout)))
    together = apart(problem, cells)
    return (held for held in any_fillings(problem, cells) if all(held[a] != held[b] for a, b in together))


def apart(problem: Sudoku, cells: list[Cell]) -> list[tuple[Cell, Cell]]:
    """Each two of these cells that share a row, column or box."""
    units = [set(unit) for _, unit in problem.layout.units()]
    return [(a, b) for a, b in combinations(cells, 2) if any({a, b} <= unit for unit in units)]


def any_fillings(problem: Sudoku, cells: list[Cell]) -> Iterator[Held]:
    layout = problem.layout
    if len(layout.digits) ** len(cells) <= MOST_FILLINGS:
        for digits in product(layout.digits, repeat=len(cells)):
            yield dict(zip(cells, digits, strict=True))
        return
    chance = random.Random(1)
    for grid in finished(problem)[:: 2 if problem.rows <= 4 else 1]:
        held = dict(filled(grid))
        yield {cell: held[cell] for cell in cells}
        changed = {cell: held[cell] for cell in cells}
        changed[chance.choice(cells)] = chance.choice(layout.digits)
        yield changed
    for _ in range(100):
        yield {cell: chance.choice(layout.digits) for cell in cells}


@lru_cache(8)
def judged(problem: Sudoku, constraint: Constraint) -> tuple[list[Held], list[bool]]:
    """The fillings, and whether each is right."""
    found, layout = list(fillings(problem, constraint)), problem.layout
    wrong = [constraint.violations(held, layout) for held in found]
    labels = {rule.label for rule in constraint.rules(layout)}
    assert {violation.label for violations in wrong for violation in violations} <= labels
    return found, [not violations for violations in wrong]


def only(problem: Sudoku) -> Constraint:
    (constraint,) = problem.constraints
    return constraint


def test_each_constraint_has_cases_and_an_oracle() -> None:
    assert set(words()) == CASES.keys() == ORACLES.keys()


def the_check_and_the_oracle_agree(word: str) -> None:
    for problem in cases(word):
        constraint, layout = only(problem), problem.layout
        for held, right in zip(*judged(problem, constraint), strict=True):
            assert is_right(constraint.lines(), held, layout.lowest, layout.highest) == right, held


SHARED = {"count", "hidden_cells", "holds", "numbers", "pairs", "signs", "marked", "sorts", "wrong", "scope"}
"""Methods that both a check and a model may use: what they share, the oracles judge."""


@cache
def methods_of(constraint: type[Constraint]) -> dict[str, ast.FunctionDef]:
    """The methods of a class and of the classes that it derives from, as they are written."""
    found: dict[str, ast.FunctionDef] = {}
    for one in constraint.__mro__:
        if one.__module__.startswith("coversat."):
            for node in ast.walk(classes_in(one.__module__)[one.__name__]):
                if isinstance(node, ast.FunctionDef):
                    found.setdefault(node.name, node)
    return found


@cache
def classes_in(module: str) -> dict[str, ast.AST]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def used_by(name: str, methods: Mapping[str, ast.FunctionDef]) -> set[str]:
    """The methods that a method uses, by others too, but not what it overrides."""
    found: set[str] = set()
    left = [name]
    while left:
        for node in ast.walk(methods[left.pop()]):
            if isinstance(node, ast.Attribute) and node.attr in methods and node.attr not in found:
                found.add(node.attr)
                left.append(node.attr)
    return found


def a_check_and_a_model_do_not_use_each_other(word: str) -> None:
    methods = methods_of(constraint_of(word))
    checks = {"broken", "violations"} | used_by("broken", methods) | used_by("violations", methods)
    models = {"model"} | used_by("model", methods)
    allowed = SHARED | ({"rules"} if word in ("and", "or", "hidden", "chaos") else set())
    assert checks & models <= allowed | {"step", "label"}, word
    assert "model" not in checks - models
    assert not {"broken", "violations"} & models


def test_a_model_that_uses_the_check_is_seen() -> None:
    source = "class Bad:\n def broken(self): return 1\n def model(self): return self.broken()\n"
    (tree,) = ast.parse(source).body
    methods = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert used_by("model", methods) == {"broken"}


@each(
    ("text", "expected"),
    [
        ("grid 1x4\nboxes none\ndigits 1-6\n....\nsandwich 2 left 1\n", 24),
        ("grid 1x4\nboxes none\ndigits 1-6\n....\nlunchbox 2 r1c1 r1c2 r1c3 r1c4\n", 24),
        ("....\n....\n....\n....\nmodular r1c1 r2c3\n", 120),
    ],
)
def test_short_lines(text: str, expected: int) -> None:
    """By hand: 24 sandwiches by the definition; half of 288 grids without 12 of 1, 4 and 12 of 4, 1."""
    for route in ("cnf:extended/cadical195", "search/scan"):
        assert answers.count_answers(Sudoku.parse(text), find_route("sudoku", route)).at_least == expected


@each(
    ("line", "labels"),
    [
        ("thermo r2c2 r3c3", {"thermometer from r2c2"}),
        ("cage 12 r1c2 r1c1", {"cage 12 at r1c1"}),
        ("cage r1c2 r1c1", {"cage at r1c1"}),
        ("renban r1c1 r2c2 r3c4", {"renban from r1c1 to r3c4"}),
        ("whisper 4 r1c1 r2c2", {"whisper line 4 from r1c1 to r2c2"}),
        ("sandwich 5 top 3", {"sandwich 5 above column 3"}),
        ("full-rank 5 right 2 shared", {"full rank 5 shared right of row 2"}),
        ("difference r1c1 r1c2", {"white dot between r1c1 and r1c2"}),
        ("quadruple 1 2 r3c3", {"quadruple 1 2 at r3c3"}),
        ("diagonal up", {"diagonal up"}),
        ("windoku", {f"window {number}" for number in range(1, 5)}),
        ("or\nodd r1c1\nand\nodd r2c2\neven r3c3\nend\nend",
            {"odd cells at r1c1 or odd cells at r2c2 and even cells at r3c3"}),
    ],
)  # fmt: skip
def test_rules_have_labels_in_words(line: str, labels: set[str]) -> None:
    problem = Sudoku.parse(f"{LARGE}{line}\n")
    assert {rule.label for rule in only(problem).rules(problem.layout)} == labels


def each_rule_has_a_label(word: str) -> None:
    problem = Sudoku.parse(constraint_of(word).example_text())
    assert all(rule.label.strip() for rule in only(problem).rules(problem.layout))


def the_check_and_the_model_agree(word: str) -> None:
    verdicts = set()
    for problem in cases(word):
        constraint = only(problem)
        assert constraint.word == word
        stated = constraint.primitives(problem.layout)
        hidden = constraint.hidden_cells(problem.layout)
        scope = {*constraint.scope(problem.layout), *hidden}
        assert {cell for one in stated for cell in cells_of(one)} <= scope
        others = [
            dict(zip(hidden, some, strict=True))
            for some in product(problem.layout.digits, repeat=len(hidden))
        ]
        for held, right in zip(*judged(problem, constraint), strict=True):
            found = any(all(holds(one, {**held, **other}) for one in stated) for other in others)
            assert found == right, (held, right)
            verdicts.add(right)
    assert verdicts == {True, False}


def formula_of(problem: Sudoku, constraint: Constraint, name: str) -> tuple[CnfBuilder, DigitVariables]:
    """A digit in each cell of the constraint, and its encoding."""
    formula, layout = CnfBuilder(), problem.layout
    cells = [*sorted(set(constraint.scope(layout))), *constraint.hidden_cells(layout)]
    shows = DigitVariables(formula, layout.rows, layout.columns, cells, layout.digits)
    for cell in cells:
        formula.exactly_one(shows.of_cell(cell))
    for a, b in apart(problem, cells):
        for digit in layout.digits:
            formula.add(-shows[a, digit], -shows[b, digit])
    for one in constraint.primitives(layout):
        add_primitive(formula, shows.literals, one, ENCODERS.get(name, MIXED))
    return formula, shows


def encoders_allow_what_the_check_allows(word: str) -> None:
    for problem in cases(word):
        candidates, right = judged(problem, only(problem))
        for name in ("default", *ENCODERS):
            try:
                formula, shows = formula_of(problem, only(problem), name)
            except ReductionError:
                assert name in ("table", "mdd")
            else:
                assert_allows(problem, formula, shows, candidates, right)


@each("word", ["sandwich", "lunchbox"])
def test_sums_between_ends_without_digit_sets_if_there_are_many(
    monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    problem = cases(word)[0]
    sizes = {}
    for most in (16, 3):
        monkeypatch.setattr("coversat.reductions.to_cnf.MOST_DIGITS", most)
        formula, shows = formula_of(problem, only(problem), "default")
        sizes[most] = formula.cnf(shows.all()).variable_count
        assert_allows(problem, formula, shows, *judged(problem, only(problem)))
    regular, shows = formula_of(problem, only(problem), "regular")
    assert sizes[3] == regular.cnf(shows.all()).variable_count != sizes[16]


def assert_allows(
    problem: Sudoku, formula: CnfBuilder, shows: DigitVariables, candidates: list[Held], right: list[bool]
) -> None:
    """The models are the right ones of all fillings; of many fillings, each is one just if it is right."""
    shown = {cell: shows.literals(cell) for cell in candidates[0]}
    literals = ([shown[cell][digit] for cell, digit in held.items()] for held in candidates)
    target = formula.cnf(shows.all())
    if len(problem.layout.digits) ** len(candidates[0]) > MOST_FILLINGS:
        with SatCalls(SAT_SOLVERS[0], target, Meter(Limits())) as solver:
            assert [solver.solve(those) for those in literals] == right
        return
    expected = {frozenset(those) for those in compress(literals, right)}
    # What is not chosen of several statements leaves variables free.
    stated = only(problem).primitives(problem.layout)
    free = only(problem).hidden_cells(problem.layout) or any(isinstance(one, Or) for one in stated)
    found = _models(target if free else replace(target, projection=None), shows)
    assert set(found) == expected
    assert len(found) == len(expected), "auxiliary variables that digits do not determine"


def _models(target: Any, shows: DigitVariables) -> list[frozenset[int]]:
    outcome = solve(SAT_SOLVERS[0], target)
    assert outcome.exhausted
    shown = frozenset(shows.all())
    return [frozenset(literal for literal in model if literal in shown) for model in outcome.answers]


def texts_come_back(word: str) -> None:
    for problem in (*cases(word), Sudoku.parse(constraint_of(word).example_text())):
        assert only(problem).word == word
        assert Sudoku.parse(problem.format()) == problem


def test_a_constraint_of_many_numbers_is_no_row_of_another_board() -> None:
    text = LARGE + "anti-knight\n\nsum 120 r1c1 2*r1c2 12*r1c3\n"
    assert [one.word for one in Sudoku.parse(text).constraints] == ["anti-knight", "sum"]


def puzzles_with_one_answer_because_of_it_and_with_none(word: str) -> None:
    """Givens that leave one answer with the constraint and several without; and that leave none.

    Decided by the search that knows only the check.  By default of a third of the constraints.
    """
    if word not in sampled(words(), "puzzles"):
        return
    for wanted in sampled((Verdict.UNIQUE, Verdict.NONE), word):
        puzzle = next(puzzles(word, wanted))
        assert check(puzzle).verdict is wanted
        assert check(replace(puzzle, constraints=())).verdict is Verdict.MULTIPLE


def scanned(puzzle: Sudoku) -> Verdict:
    """Unknown where it takes long."""
    return check(puzzle, SCAN, Limits(nodes=400)).verdict


def puzzles(word: str, wanted: Verdict) -> Iterator[Sudoku]:
    """A board with more and more of a finished one, until the verdict is this; without the constraint there
    are several answers.
    """
    chance = random.Random(3)
    for problem in cases(word) * 6:
        some = of_finished(problem)[wanted is Verdict.NONE]
        cells = chance.sample(sorted(problem.layout.cells()), problem.rows * problem.columns)
        for number in range(1, len(cells), 1 + len(cells) // 25) if some else ():
            puzzle = replace(problem, givens=with_cells(chance.choice(some), cells[:number]))
            if scanned(puzzle) is wanted and scanned(replace(puzzle, constraints=())) is Verdict.MULTIPLE:
                yield puzzle


def with_cells(grid: Grid, cells: Iterable[Cell]) -> Grid:
    chosen = set(cells)
    return grid_of(len(grid), len(grid[0]), (shown for shown in filled(grid) if shown[0] in chosen))


def each_has_a_picture_or_a_caption(word: str) -> None:
    problem = Sudoku.parse(constraint_of(word).example_text())
    plain = replace(problem, constraints=())
    if word != "regions":
        assert draw(problem).svg != draw(plain).svg
    assert constraint_of(word).about
    assert constraint_of(word).usage().startswith(word)


CHECKS = (
    the_check_and_the_oracle_agree,
    a_check_and_a_model_do_not_use_each_other,
    each_rule_has_a_label,
    the_check_and_the_model_agree,
    encoders_allow_what_the_check_allows,
    texts_come_back,
    puzzles_with_one_answer_because_of_it_and_with_none,
    each_has_a_picture_or_a_caption,
)


@EVERY
def test_what_holds_of_every_constraint(word: str) -> None:
    for one in CHECKS:
        one(word)
