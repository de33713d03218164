"""Expressions: random conditions against Python's own evaluation, their texts, and what makes no sense."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from each import each

import coversat
from coversat.primitives import (
    AllDifferent,
    AreasBySize,
    Binary,
    Connected,
    Contains,
    Count,
    Matches,
    Or,
    Sum,
    Table,
    conditions,
)

DOMAINS = ((0, 1), (0, 1), (-1, 0, 2), (1, 2, 3, 4), range(3))
BOTH = tuple[str, str]
"""A condition or a number as an expression, and as Python states it of numbers."""


def number(chance: random.Random, names: str, depth: int) -> BOTH:
    if depth == 0 or chance.random() < 0.2:
        one = chance.choice(names)
        return one, one
    (one, own), (other, also) = (number(chance, names, depth - 1) for _ in range(2))
    by = chance.randint(-2, 3)
    match chance.randrange(9):
        case 0:
            return f"({one} + {other})", f"({own} + {also})"
        case 1:
            return f"({one} - {other})", f"({own} - {also})"
        case 2:
            return f"{by} * ({one})", f"{by} * ({own})"
        case 3:
            return f"(({one}) * ({other}))", f"(({own}) * ({also}))"
        case 4:
            return f"abs({one})", f"abs({own})"
        case 5:
            return f"({by} - ({one}))", f"({by} - ({own}))"
        case 6:
            return f"(-({one}) + {by})", f"(-({own}) + {by})"
        case 7:
            held, stated = condition(chance, names, depth - 1)
            return f"(({held}) + {one})", f"(bool({stated}) + {own})"
        case _:
            terms = [f"({x} == {by})" for x in names]
            return f"sum([{', '.join(terms)}])", f"sum([{', '.join(terms)}])"


def condition(chance: random.Random, names: str, depth: int) -> BOTH:
    if depth == 0 or chance.random() < 0.4:
        one, own = number(chance, names, depth)
        match chance.randrange(4):
            case 0:
                first, last = chance.randint(-2, 2), chance.randint(0, 5)
                return f"({one}).between({first}, {last})", f"{first} <= {own} <= {last}"
            case 1:
                values = tuple(chance.choices(range(-2, 6), k=chance.randint(0, 3)))
                return f"({one}).is_in({values})", f"{own} in {values}"
            case _:
                sign = chance.choice(("==", "!=", "<", "<=", ">", ">="))
                if chance.random() < 0.5:
                    by = chance.randint(-1, 5)
                    return f"{one} {sign} {by}", f"{own} {sign} {by}"
                other, also = number(chance, names, max(depth - 1, 0))
                return f"{one} {sign} {other}", f"{own} {sign} {also}"
    (one, own), (other, also) = (condition(chance, names, depth - 1) for _ in range(2))
    match chance.randrange(4):
        case 0:
            return f"({one}) & ({other})", f"(({own}) and ({also}))"
        case 1:
            return f"({one}) | ({other})", f"(({own}) or ({also}))"
        case 2:
            return f"~({one})", f"(not ({own}))"
        case _:
            return f"({one}).implies({other})", f"((not ({own})) or ({also}))"


def check_random(seeds: range, monkeypatch: pytest.MonkeyPatch, sums_from: int) -> set[str]:
    """Compare answers with what Python finds; the primitives that conditions become, by name.

    Of more than `sums_from` combinations of values, nothing is listed that a sum or alternatives can state.
    """
    monkeypatch.setattr(conditions, "FEW", sums_from)
    used: set[str] = set()
    for seed in seeds:
        chance = random.Random(seed)
        names = "vwxyz"[: chance.randint(1, 4)]
        model = coversat.Model()
        domains = chance.choices(DOMAINS, k=len(names))
        scope: Any = {name: model.variable(name, values) for name, values in zip(names, domains, strict=True)}
        stated = [condition(chance, names, 3) for _ in range(chance.randint(1, 2))]
        for written, _ in stated:
            rule = eval(written, dict(scope))
            model.add(rule)
            again = eval(rule.text, dict(scope))
            assert again.text == rule.text, (seed, written)
        expected = [
            values
            for values in product(*map(sorted, domains))
            if all(eval(python, dict(zip(names, values, strict=True))) for _, python in stated)
        ]
        assert model.problem.given_names() == tuple(
            dict.fromkeys(eval(one, dict(scope)).text for one, _ in stated)
        )
        used |= {type(rule).__name__ for _, rule in model.problem.rules}
        for via in ("cnf:mixed", "cnf:totalizer"):
            answers = model.solve(via, limit=None).answers
            assert sorted(answers) == expected, (seed, via, stated)
        assert model.count().count == len(expected), (seed, stated)
    return used


def test_random_conditions(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_random(range(25), monkeypatch, 0) >= {"Sum", "Or", "Table", "Count"}


@pytest.mark.thorough
@pytest.mark.parametrize("sums_from", [0, 30, 400])
def test_many_random_conditions(sums_from: int, monkeypatch: pytest.MonkeyPatch) -> None:
    check_random(range(100, 600), monkeypatch, sums_from)


@each(
    "written",
    (
        "x + 2*y <= 5",
        "x - (y - z) != 3",
        "(x == 3) & (y == 2) & (z != 1)",
        "((x == 3) & (y == 2)) | (z != 1)",
        "~((x <= y) | (y < z))",
        "(x + y).is_in((1, 3))",
        "x.between(1, 5)",
        "(x < y).implies(z >= 2)",
        "x*y + abs(z - x)*2 > 4",
        "((x == 1) + (y == 1) == 1) | b",
        "~b",
    ),
)
def test_the_label_is_the_condition_as_written(written: str) -> None:
    model = coversat.Model()
    x, y, z = model.variables("xyz", 1, 5)
    b = model.variable("b", 0, 1)
    model.add(eval(written, {"x": x, "y": y, "z": z, "b": b}))
    assert {label for label, _ in model.problem.rules} == {written}


@each(
    ("written", "stated"),
    (
        ("x == 4", Count(("x",), (4,), 1)),
        ("x != y", Binary((("x", "y"),), [(a, b) for a in range(1, 10) for b in range(1, 10) if a != b])),
        ("x + 2*y - z <= 3", Sum(((1, "x"), (2, "y"), (-1, "z")), range(-6, 4))),
        ("x + 2*y - z > 3", Sum(((1, "x"), (2, "y"), (-1, "z")), range(4, 27))),
        ("x + y + z + x == y + 4", Sum(((2, "x"), (1, "z")), 4)),
        ("sum([x == 2, y == 2, z == 2]) == 2", Count(("x", "y", "z"), (2,), 2)),
        ("sum([x == 2, y == 2, z == 3]) == 2", Sum),
        ("(x == 1) | (y == 2) | (z == 3)", Or),
        ("x*y == z", Table),
    ),
)
def test_what_conditions_become(written: str, stated: Any) -> None:
    _, variables = model_of_three()
    (rule,) = conditions.primitives_of(eval(written, dict(zip("xyz", variables, strict=True))))
    if isinstance(stated, type):
        assert isinstance(rule, stated)
    elif isinstance(stated, Binary):
        assert sorted(rule.allowed) == stated.allowed
    else:
        assert (rule, type(rule)) == (stated, type(stated))


def model_of_three() -> tuple[coversat.Model, Any]:
    model = coversat.Model()
    return model, model.variables("xyz", 1, 9)


def test_a_truth_value_is_refused_by_the_words_to_use() -> None:
    model, (x, y, z) = model_of_three()
    for make in (
        lambda: 1 <= x <= 5,
        lambda: x == 3 and y == 2,
        lambda: x == 3 or y == 2,
        lambda: not (x < 3),
        lambda: x in [y, z],
        lambda: max(x, y),
        lambda: model.add(x if x > 1 else y),
    ):
        with pytest.raises(coversat.ArgumentError, match=r"&, \| and ~ .* brackets.* x\.between\(1, 5\)"):
            make()


def test_what_makes_no_sense() -> None:
    model, (x, y, _) = model_of_three()
    _, (other, *_) = model_of_three()
    many = model.variables("abcdefgh", range(10))
    for make, says in (
        (lambda: x == 1 & y, r"1 is no condition; & and \| bind tighter than comparisons"),
        (lambda: x | y, r"x is no condition"),
        (lambda: model.add(x), "x is no condition"),
        (lambda: model.add(x + 1), "x \\+ 1 is no condition"),
        (lambda: x + "y", "expected a whole number or an expression, not 'y'"),
        (lambda: x <= 1.5, "expected a whole number or an expression, not 1.5"),
        (lambda: x.is_in(("a",)), "expected a whole number or an expression, not 'a'"),
        (lambda: x.is_in(3), r"is_in takes a collection of whole numbers, such as \(2, 3\), not 3"),
        (lambda: (10**9 * x + y).is_in(range(0, 10**12, 3)), "more than 100000 numbers .* Sum"),
        (lambda: x.between(None, 3), "expected a whole number or an expression, not None"),
        (lambda: x < None, "expected a whole number or an expression, not None"),
        (
            lambda: Count((x, y), (1,), at_most=1.5),
            "at_least and at_most are whole numbers, not None and 1.5",
        ),
        (lambda: model.add(Count(None, (1,), 1)), "wrong arguments of Count: .NoneType. object is not"),
        (lambda: model.add(AllDifferent(None)), "wrong arguments of AllDifferent: .NoneType. object is not"),
        (lambda: model.add(Connected((x,), (1,), ((x, y),))), "link 1 of Connected is not one between two"),
        (
            lambda: model.add(Connected((x,), (1,), (), (y,))),
            "not all roots of Connected are among its cells",
        ),
        (lambda: model.add(AreasBySize((x,), ((x, y),))), "link 1 of AreasBySize is not one between two"),
        (lambda: model.add(Sum(((1, Matches((x, y), (1,))),), 1)), "Matches has 1 values for 2 cells"),
        (lambda: model.add(AllDifferent((x, y), None, range(3))), "sets of AllDifferent is range"),
        (lambda: model.variables(None, 1, 2), "keys of variables are a sequence"),
        (lambda: model.variable({1, 2}, 1, 2), "a variable is a text, a cell such as"),
        (lambda: model.show([x]), r"there is no variable \[x\]"),
        (
            lambda: model.add(x == "y"),
            "a rule is a condition, or a primitive .*, not False",
        ),
        (lambda: model.add(other == 3), "'x' is a variable of another model"),
        (lambda: model.add(Count((x + 1,), (1,), 1)), "'x \\+ 1' is no variable"),
        (lambda: ~((x == 1) | AllDifferent((x, y))), "AllDifferent has no opposite here"),
        (lambda: model.add((x == 1) + (AllDifferent((x, y)) | (y == 1)) == 1), "counts a primitive"),
        (lambda: model.add(many[0] * many[1] + many[2] * many[3] * many[4] * many[5] == 9), "1000000 combin"),
        (lambda: model.variable("u", 1.5, 3), "two whole numbers, the first and the last"),  # type: ignore[arg-type]
        (lambda: model.variable("u", (1, 2), 3), "two whole numbers, the first and the last"),
        (lambda: model.variable("u", 3, 2), "the values of 'u' are whole numbers, at least one"),
        (lambda: model.variable("u", 3), "the values of 'u' are whole numbers, at least one"),
    ):
        with pytest.raises(coversat.ArgumentError, match=says):
            make()
    assert model.problem.rules == ()
    assert "u" not in model.problem.names


def test_variables_are_their_keys() -> None:
    """In primitives, in `show`, in literals, and as keys of what is found."""
    model = coversat.Model()
    x, corner = model.variable("x", 1, 3), model.variable((0, 0), (2, 3))
    model.add(AllDifferent((x, (0, 0))), "different")
    model.add(Count([x, corner], {3}, 0), "no 3")  # type: ignore[arg-type]
    model.show(x)
    assert model.problem.projection == (0,)
    answer = model.problem.named(model.solve().answers[0])
    assert (answer[x], answer[corner]) == (1, 2)
    reduction = model.reduce("cnf:mixed")
    assert reduction.literal(corner, 2) == reduction.literal((0, 0), 2)


def test_what_can_be_read_only_once_is_not_lost() -> None:
    for rule, number in (
        (lambda those: AllDifferent(one for one in those), 6),
        (lambda those: AllDifferent(one + at for at, one in enumerate(those)), 14),
        (lambda those: Sum(((1, one) for one in those), 4), 3),
        (lambda those: Count((one for one in those), (1,), at_least=2), 7),
        (lambda those: Sum(((1, Contains((one for one in those), iter((1,)))),), 1), 19),
        (lambda those: Connected(iter(those), iter((1,)), pairwise(those)), 25),
        (lambda those: Binary(pairwise(those), lambda a, b: a < b), 1),
        (lambda those: Or(((AllDifferent(one for one in those),), (AllDifferent(those[:2]),))), 18),
        (lambda those: (those[0] == 1).implies(AllDifferent(one for one in those)), 20),
        (lambda those: those[0].is_in(range(2, 10**30)) & those[1].is_in(range(1, 10**30, 10**29)), 6),
        (lambda those: Sum([(1, those[0]), (1, those[1])], range(5, 10**30)), 9),
    ):
        model = coversat.Model()
        model.add(rule(model.variables("xyz", 1, 3)))
        assert model.count().count == number


def test_bounds_of_sums_and_counts() -> None:
    """They mean what the totals one by one mean, in models, texts, and in parts of alternatives."""
    cases: tuple[tuple[Any, Callable[[int, int, int], bool]], ...] = (
        (Sum(((1, "x"), (-2, "y"), (1, "z")), at_most=-2), lambda x, y, z: x - 2 * y + z <= -2),
        (Sum(((1, "x"), (2, "y")), at_least=7), lambda x, y, z: x + 2 * y >= 7),
        (Sum(((1, "x"), (2, "y")), at_least=5, at_most=6), lambda x, y, z: 5 <= x + 2 * y <= 6),
        (Sum(((1, "x"), (1, "z")), 4), lambda x, y, z: x + z == 4),
        (Sum(((1, "x"), (1, "z")), at_least=40), lambda x, y, z: False),
        (Count(("x", "y", "z"), (1, 3), at_least=2), lambda *xyz: sum(v in (1, 3) for v in xyz) >= 2),
        (Count(("x", "y", "z"), (1, 3), at_most=1), lambda *xyz: sum(v in (1, 3) for v in xyz) <= 1),
        (Count(("x", "y", "z"), (2,), 2), lambda *xyz: xyz.count(2) == 2),
        (
            Or(((Sum(((1, "x"), (1, "y")), at_most=3),), (Count(("z",), (1,), 1),))),
            lambda x, y, z: x + y <= 3 or z == 1,
        ),
    )
    for rule, holds in cases:
        model = coversat.Model()
        model.variables("xyz", 1, 3)
        model.add(rule)
        expected = [values for values in product(range(1, 4), repeat=3) if holds(*values)]
        assert sorted(model.solve(limit=None).answers) == expected, rule
        assert coversat.read(model.problem.format()) == (model.problem,)
    assert Count(iter("xyz"), (1,), at_least=2) == Count(("x", "y", "z"), (1,), range(2, 4))  # type: ignore[arg-type]
    for make in (
        lambda: Sum((), 3, at_most=3),
        lambda: Count((), (1,)),
        lambda: Count((), (1,), 3, at_least=1),
    ):
        with pytest.raises(coversat.ArgumentError, match="at_least"):
            make()


def test_long_ranges_are_not_walked_through() -> None:
    """Of totals, numbers and values, with and without steps, by formulas and by the search by domains."""
    far = 10**15
    for rule, holds in (
        (Sum(((1, "x"), (2, "y")), range(0, far, 7)), lambda x, y, z: (x + 2 * y) % 7 == 0),
        (
            Sum(((1, "x"), (2, "y")), range(far, 2, -3)),
            lambda x, y, z: x + 2 * y > 2 and (x + 2 * y) % 3 == 1,
        ),
        (Sum(((1, "x"),), range(5, far, 7)), lambda x, y, z: False),
        (Count(("x", "y", "z"), range(2, far), range(1, far, 2)), lambda *xyz: sum(v > 1 for v in xyz) % 2),
        (Count(("x", "y", "z"), (1,), at_most=far), lambda *xyz: True),
        (
            Sum(((1, Contains(("x", "y"), range(3, far))), (1, "z")), 2),
            lambda x, y, z: (3 in (x, y)) + z == 2,
        ),
        (AreasBySize(("x", "y"), (("x", "y"),), range(1, far)), lambda x, y, z: (x, y) == (2, 2)),
        (Connected(("x", "y"), range(2, far), ()), lambda x, y, z: x == 1 or y == 1),
    ):
        model = coversat.Model()
        model.variables("xyz", 1, 3)
        model.add(rule)
        expected = [values for values in product(range(1, 4), repeat=3) if holds(*values)]
        for via in (None, "cnf:mdd", "cnf:totalizer"):
            assert sorted(model.solve(via, limit=None).answers) == expected, (rule, via)
        assert coversat.read(model.problem.format()) == (model.problem,)


def test_numbers_of_numpy() -> None:
    """They are written as Python's, in labels and in texts that are read again."""
    numpy = pytest.importorskip("numpy")
    one, two = numpy.array([1, 2])
    model = coversat.Model()
    x, y, z = model.variables("xyz", numpy.arange(1, 4))
    model.variable("u", one, two)
    model.add(one * x + y * two <= 8)
    model.add(x.between(one, two) & z.is_in(numpy.array([1, 2])))
    model.add(Sum(numpy.array([[1, y], [1, z]], dtype=object), numpy.array([3, 4])))
    model.add(Count(numpy.array([x, y]), {one}, at_most=one))
    assert [label for label, _ in model.problem.rules][:2] == [
        "1*x + y*2 <= 8",
        "x.between(1, 2) & z.is_in((1, 2))",
    ]
    assert coversat.read(model.problem.format()) == (model.problem,)
    expected = [
        (a, b, c, d)
        for a, b, c, d in product((1, 2, 3), (1, 2, 3), (1, 2, 3), (1, 2))
        if a + 2 * b <= 8 and a < 3 and c < 3 and b + c in (3, 4) and (a, b) != (1, 1)
    ]
    assert sorted(model.solve(limit=None).answers) == expected


def test_all_different_of_expressions() -> None:
    """The queens of Gauss."""
    model = coversat.Model()
    queens = model.variables([f"q{row}" for row in range(6)], 1, 6)
    model.add(AllDifferent(queens), "columns")
    model.add(AllDifferent([one + at for at, one in enumerate(queens)]), "rising")  # type: ignore[arg-type]
    model.add(AllDifferent([one - at for at, one in enumerate(queens)]), "falling")  # type: ignore[arg-type]
    assert model.count().count == 4


def test_sums_of_many_values() -> None:
    """No number is listed one by one, and what is not equal is less or more."""
    model = coversat.Model()
    x, y, z = model.variables("xyz", 0, 1)
    model.add(1000000 * x + 2000001 * y - 3000000 * z != -2000000)
    model.add(1000000 * x + 2000001 * y - 3000000 * z <= 1)
    expected = [
        (a, b, c)
        for a, b, c in product((0, 1), repeat=3)
        if 1000000 * a + 2000001 * b - 3000000 * c not in (-2000000,)
        and 1000000 * a + 2000001 * b - 3000000 * c <= 1
    ]
    assert sorted(model.solve(limit=None).answers) == expected


def test_the_pages_are_short() -> None:
    """They run in `test_manual`."""
    for page in ("zebra", "magic-square", "timetable", "magic-hexagon"):
        text = (Path(__file__).parent.parent / "docs" / "models" / f"{page}.md").read_text("utf-8")
        (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        stated = [line for line in code.splitlines() if line and not line.startswith("#")]
        assert len(stated) <= 25, page
