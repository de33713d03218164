"""Models without a class: what they find, against brute force; their text; and what makes no sense."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from each import each
from kinds.csp import BESIDE, MODELS, SQUARE, WITHOUT_COVERS
from kinds.csp import drawn as drawn_model

import coversat
from coversat.primitives import AllDifferent, Binary, Connected, Count, Regular, Sum, Table
from coversat.primitives.meaning import holds

ALL = {**MODELS, **WITHOUT_COVERS}


def by_force(problem: Any) -> list[tuple[int, ...]]:
    """What is seen of all assignments for which every rule holds by its meaning."""
    keys = problem.keys
    found = set()
    for values in product(*(problem.domain(at) for at in range(len(keys)))):
        held = dict(zip(keys, values, strict=True))
        if all(holds(rule, held) for _, rule in problem.rules):
            found.add(problem.identity(values))
    return sorted(found)


@each("name", ALL)
def test_answers(name: str) -> None:
    problem = ALL[name]
    expected = by_force(problem)
    for via in ("cnf:mixed", "cnf:mdd", "cnf:totalizer", "cnf:cuts"):
        found = coversat.solve(problem, via=via, limit=None)
        assert sorted(map(problem.identity, found.answers)) == expected, via
    assert coversat.count(problem).count == len(expected)
    if name in MODELS:
        assert coversat.count(problem, via="cover").count == len(expected)
    else:
        with pytest.raises(coversat.ReductionError):
            coversat.reduce(problem, "cover")


@each("name", ALL)
def test_texts(name: str) -> None:
    """A text reads back as an equal value, in lines that fit into comments; and so does a pickle."""
    problem = ALL[name]
    text = problem.format()
    (again,) = coversat.read(text)
    assert again == problem
    assert again.format() == text
    assert max(map(len, text.splitlines())) < 200
    assert pickle.loads(pickle.dumps(problem)) == problem


def test_random_texts() -> None:
    import random

    for seed in range(40):
        problem = drawn_model(random.Random(seed))
        assert coversat.read(problem.format()) == (problem,)


def magic() -> coversat.Model:
    """A magic square of order three with 2 in the first cell."""
    model = coversat.Model()
    cells = model.variables(product(range(3), repeat=2), range(1, 10))
    model.add(AllDifferent(cells), "all different")
    lines = [cells[3 * at : 3 * at + 3] for at in range(3)]
    lines += [cells[at::3] for at in range(3)] + [cells[::4], cells[2:7:2]]
    for number, line in enumerate(lines, 1):
        model.add(Sum(tuple((1, cell) for cell in line), (15,)), f"line {number}")
    model.add(Count(((0, 0),), (2,), (1,)), "r1c1 is 2")
    return model


@pytest.mark.thorough
def test_a_magic_square(tmp_path: Path) -> None:
    model = magic()
    assert repr(model) == "<Model: 9 variables, 10 rules>"
    found = model.solve(limit=None)
    # The eight squares are one, turned and mirrored: each corner is 2 in two of them.
    assert [answer[:3] for answer in found.answers] == [(2, 7, 6), (2, 9, 4)]
    assert model.problem.named(found.answers[0])[0, 2] == 6
    assert model.check().verdict is coversat.Verdict.MULTIPLE
    assert model.count("cnf:mdd").count == 2
    reduction = model.reduce("cnf:mdd")
    assert reduction.name(reduction.literal("r1c1", 2)) == "r1c1=2"
    assert reduction.name(reduction.literal((0, 0), 2)) == "r1c1=2"
    assert set(reduction.rules) == {"all different", "r1c1 is 2", *(f"line {n}" for n in range(1, 9))}
    model.add(Count(((0, 1),), (7,), (1,)), "r1c2 is 7")
    assert model.certify(tmp_path / "proof").verdict is coversat.Verdict.UNIQUE
    assert coversat.verify(tmp_path / "proof").accepted
    exported = model.export(via="cnf:mdd")
    assert coversat.decode(exported, "s UNSATISFIABLE\n").status == "UNSATISFIABLE"
    model.add(Count(((0, 2),), (5,), (1,)), "r1c3 is 5")
    clash = [name for _, name in model.explain(smallest=True).clash]
    assert clash == ["line 1", "r1c1 is 2", "r1c2 is 7", "r1c3 is 5"] or len(clash) <= 3


def test_rules_as_data() -> None:
    """Collections in place of functions mean the same, and so do lists and sets in place of tuples."""
    found = []
    for rules in (
        (Binary((("a", "b"),), int.__lt__), Regular(("a", "b"), 0, lambda s, v: s + v, lambda s: s == 4)),
        (
            Binary([("a", "b")], {(1, 2), (1, 3), (2, 3)}),  # type: ignore[arg-type]
            Regular(["a", "b"], 0, {(s, v): s + v for s in range(4) for v in range(1, 4)}, [4]),  # type: ignore[arg-type]
        ),
    ):
        model = coversat.Model()
        model.variables("ab", [3, 1, 2])
        for rule in rules:
            model.add(rule)
        found.append(model.solve(limit=None).answers)
    assert found == [((1, 3),)] * 2
    model = coversat.Model()
    model.variables(SQUARE, (0, 1))
    model.add(Connected(list(SQUARE), {1}, list(BESIDE)), "connected")  # type: ignore[arg-type]
    assert model.count().count == 41


def test_a_projection() -> None:
    model = coversat.Model()
    model.variables("abc", range(3))
    model.add(Table(("a", "b", "c"), ((0, 0, 1), (0, 0, 2), (1, 2, 0))))
    assert model.count().count == 3
    model.show("a")
    model.show("b")
    assert model.count().count == 2
    assert "show('a', 'b')" in model.problem.format()


def bad_rule(rule: Any) -> Callable[[], object]:
    def add() -> None:
        model = coversat.Model()
        model.variables("ab", (0, 1))
        model.add(rule, "the rule")

    return add


def test_what_makes_no_sense() -> None:
    model = coversat.Model()
    model.variables("ab", (0, 1))
    for make, says in (
        (lambda: model.variable("a", (1,)), "there is a variable 'a' already"),
        (lambda: model.variable("c", ()), "the values of 'c' are whole numbers, at least one, not"),
        (lambda: model.variable("c", ("x",)), "the values of 'c' are whole numbers"),
        (lambda: model.variable("c d", (1, 2)), "a name has no spaces"),
        (lambda: model.variable(5, (1,)), "a variable is a text, a cell such as"),
        (lambda: model.show("z"), "there is no variable 'z'"),
        (bad_rule(AllDifferent(("a", "z"))), "'the rule': there is no variable 'z'"),
        (
            bad_rule(Count(("a",), 1, (1,))),
            "'the rule': values of Count is 1; expected a collection of whole numbers",
        ),  # type: ignore[arg-type]
        (bad_rule(Sum((("a", 1),), (1,))), "'the rule': "),  # type: ignore[arg-type]
        (bad_rule("a < b"), "'the rule': a rule is a condition, or a primitive such as AllDifferent"),
        (lambda: coversat.check(coversat.Model(), via="cnf:nonsense"), "no reduction"),
    ):
        with pytest.raises(coversat.CoversatError, match=says):
            make()
    assert model.count().count == 4


@each(
    ("text", "says"),
    [
        ("variable('x')", r":2:1: expected 2 arguments of variable"),
        ("foo(1)", r":2:1: expected variable\(...\) or add\(...\) or show"),
        ("import os", r":2:1: expected variable"),
        ("variable('x', (", r":2:15: expected calls of Python: '\(' was never closed"),
        ("variable('x', __import__('os'))", r":2:15: expected a number, a text, a collection"),
        ("variable('x', (1, 2))\nvariable('x', (1, 2))", r"there are two variables 'x'"),
        ("variable('x', (1, 2))\n\nadd(Count(('y',), (1,), (1,)), 'a')", r":4:1: .*no variable 'y'"),
        ("variable('x', (1, 2))\nadd(Count(('x',)), 'a')", r":3:5: expected arguments of Count"),
        ("variable('x', (1, 2))\nadd(Nothing(), 'a')", r":3:5: expected a number"),
        ("variable('x', " + "(" * 300 + ")" * 300 + ")", r":2:"),
    ],
)
def test_texts_with_mistakes(text: str, says: str) -> None:
    with pytest.raises(coversat.InputError, match=says):
        coversat.read(f"csp\n{text}\n")


def test_a_rule_of_a_file_that_was_not_made_by_rule(tmp_path: Path) -> None:
    """Its arguments are looked at as those of `self.rule` are."""
    file = tmp_path / "onewrong.py"
    file.write_text(
        "from coversat import GridPuzzle\n"
        "from coversat.primitives import Count\n"
        "from coversat.primitives.models import Rule\n\n\n"
        "class OneWrong(GridPuzzle):\n"
        '    """One black cell."""\n\n'
        '    values = {0: "-", 1: "x"}\n\n'
        "    def model(self):\n"
        '        yield Rule("one black", Count(((0, 0),), 1, (1,)))\n\n'
        "    def wrong(self, board):\n"
        "        return ()\n"
    )
    kind: Any = coversat.load_kind(file)
    with pytest.raises(coversat.CoversatError, match="the rule 'one black': values of Count is 1; expected"):
        coversat.check(kind.parse("onewrong 1 1\n-\n"))
