"""The constraint language: what each primitive means, by hand-worked examples, and what rules are called."""

from __future__ import annotations

import pytest

from coversat.language import (
    EQUAL,
    LOWER,
    AllDifferent,
    Binary,
    Comparison,
    Contains,
    Count,
    Encoding,
    Or,
    Primitive,
    Regular,
    Sum,
    SumBetween,
    Table,
    Total,
    as_regular,
    equals,
    holds,
    scope,
)

A, B, C, D = CELLS = ((0, 0), (0, 1), (0, 2), (0, 3))

RISING = Regular(CELLS, 0, lambda last, value: value if value > last else None, lambda last: last == 4)
# Of 1 and 3 and what stands between them.
SANDWICH = Regular(
    CELLS,
    (0, 0),
    lambda state, value: (state[0] + (value in (1, 3)), state[1] + value * (state[0] == 1 and value != 3)),
    lambda state: state[1] == 2,
)

EXAMPLES: list[tuple[Primitive, str, str]] = [
    (AllDifferent(CELLS), "1234 4321", "1231 1111"),
    (AllDifferent((A, B), total=5), "1411 2322", "1111 1211"),
    (AllDifferent((A, B), sets=((1, 2), (3, 4))), "2100 3400", "2300 1100"),
    (Binary(((A, B), (B, C)), int.__lt__), "1231 2341", "1221 2431"),
    (Binary(((A, Contains((B, C), (3, 4))),), int.__eq__), "1311 0110", "0311 1111"),
    (Table((A, D), ((1, 2), (2, 1))), "1002 2441", "1001 2112"),
    (RISING, "1234", "1233 1324 0123"),
    (SumBetween(SANDWICH, 2, (1, 3)), "1234 4321", "1324 2341 2424"),
    (SumBetween(SANDWICH, 5), "1324 1234 4231", "2143 1243"),
    (Sum(((2, A), (-1, B)), (0, 3)), "1200 2100", "1100 1300"),
    (Sum(((1, A), (-1, Total((B, C)))), (0,)), "3120 4310", "3220"),
    (Sum(((1, Comparison((A, B), (C, D))),), (LOWER, EQUAL)), "1213 1212", "1312"),
    (Count(CELLS, (1, 2), (1, 3)), "1333 1213", "1233 3333 1111"),
    (Or(((equals(A, 1), equals(B, 2)), (equals(C, 3),))), "1200 1130", "1100 0200"),
]


@pytest.mark.parametrize(("primitive", "right", "wrong"), EXAMPLES)
def test_meaning(primitive: Primitive, right: str, wrong: str) -> None:
    for expected, texts in ((True, right), (False, wrong)):
        for text in texts.split():
            values = dict(zip(CELLS, map(int, text), strict=True))
            assert holds(primitive, values) is expected, text
            if isinstance(primitive, Table | Sum | Count):
                assert holds(as_regular(primitive, range(8)), values) is expected, text


def test_scope_has_each_cell_once() -> None:
    assert scope(Or(((Sum(((1, B), (2, Total((A, B))))),), (equals(D, 1),)))) == (B, A, D)


def test_rules_have_a_label_and_a_short_name() -> None:
    assert Encoding("cage 12 at r1c1", AllDifferent((A, B), 12)).name == "cage12@r1c1"
    assert Encoding("row 3", AllDifferent(CELLS)).name == "row3"
    assert Encoding("region A", AllDifferent(CELLS, name="regionA")).name == "regionA"
