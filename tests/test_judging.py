"""`coversat.encodings.judge`: encodings with a known fault, and the same questions asked by brute force."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from each import each
from instances import in_case

import coversat
from coversat.comparing import judging
from coversat.encodings import Encoded, Formula, at_most_one, exactly, judge, linear

Values = Sequence[bool]


def at_most(bound: int) -> Callable[[Values], bool]:
    return lambda values: sum(values) <= bound


def models(clauses: Sequence[Sequence[int]], variables: Sequence[int]) -> Iterator[dict[int, bool]]:
    for values in product((False, True), repeat=len(variables)):
        held = dict(zip(variables, values, strict=True))
        if all(any(held[abs(x)] == (x > 0) for x in clause) for clause in clauses):
            yield held


def propagated(clauses: Sequence[Sequence[int]], known: set[int]) -> set[int] | None:
    """Unit propagation, one literal after the other."""
    known = set(known)
    while True:
        left = [[x for x in clause if -x not in known] for clause in clauses]
        if [] in left:
            return None
        new = {one[0] for one in left if len(one) == 1} - known
        if not new:
            return known
        known |= new


def test_each_property_against_brute_force() -> None:
    """Random clauses of three inputs and two auxiliary variables, and random predicates."""
    rng = random.Random(5)
    seen = set()
    for number in range(200):
        clauses = [
            tuple(rng.choice((1, -1)) * x for x in rng.sample((2, 4, 5, 7, 9), rng.randint(2, 3)))
            for _ in range(rng.randint(4, 14))
        ]
        inputs = [4, -2, 9]
        ways = dict.fromkeys(product((False, True), repeat=3), 0)
        variables = sorted({*map(abs, inputs)} | {abs(x) for clause in clauses for x in clause})
        for held in models(clauses, variables):
            ways[tuple(held[abs(x)] == (x > 0) for x in inputs)] += 1
        wanted = {values for values, many in ways.items() if many} if number % 3 else {(False, True, True)}
        found = judge(clauses, inputs, wanted.__contains__)
        with in_case(f"{clauses} {wanted}"):
            assert found.exhaustive
            assert bool(found.sound) == all(values in wanted for values, many in ways.items() if many)
            assert bool(found.complete) == all(ways[values] for values in wanted)
            assert bool(found.count_kept) == (max(ways.values()) < 2)
            wrong = [values for values, many in ways.items() if bool(many) != (values in wanted)]
            if wrong:
                shown = (found.sound if not found.sound else found.complete).counterexample
                assert shown is not None
                values = tuple(shown.values())
                assert list(shown) == inputs
                assert values in wrong
                same = [one for one in wrong if (one in wanted) == (values in wanted)]
                assert sum(values) == min(map(sum, same))
                assert found.propagation.says == "unknown"
            else:
                assert found.propagation.says == level(clauses, inputs, wanted)
                seen.add(found.propagation.says)
    assert seen == {"consistent", "refuting", "neither"}


def level(clauses: Any, inputs: Sequence[int], wanted: set[tuple[bool, ...]]) -> str:
    worst = "consistent"
    for signs in product((None, True, False), repeat=len(inputs)):
        known = {x if sign else -x for x, sign in zip(inputs, signs, strict=True) if sign is not None}
        full = [{x if v else -x for x, v in zip(inputs, values, strict=True)} for values in wanted]
        left = [one for one in full if known <= one]
        found = propagated(clauses, known)
        if not left and found is not None:
            return "neither"
        if left and found is not None and not set.intersection(*left) <= found:
            worst = "refuting"
    return worst


def test_the_counterexamples_are_smallest() -> None:
    n = 6
    pairs = [(-a, -b) for a, b in combinations(range(1, n + 1), 2)]
    lacking = judge([pair for pair in pairs if pair != (-3, -5)], range(1, n + 1), at_most(1))
    assert lacking.sound.counterexample == {1: False, 2: False, 3: True, 4: False, 5: True, 6: False}
    assert (
        lacking.sound.words
        == "with 3, 5 true and 1, 2, 4, 6 false the predicate is false, and there is a model"
    )
    assert (lacking.verdict, lacking.is_right) == ("wrong", False)
    strong = judge([*pairs, (1, 2, 3, 4, 5)], range(1, n + 1), at_most(1))
    assert strong.complete.counterexample == dict.fromkeys(range(1, n + 1), False)
    open_ = judge(at_most_one(range(1, n + 1), "bitwise"), range(1, n + 1), at_most(1))
    assert (open_.count_kept.says, sum((open_.count_kept.counterexample or {}).values())) == ("no", 0)
    weak = judge([(1, 2, 3), (1, 2, -3)], [1, 2, 3], lambda values: values[0] or values[1])
    assert (weak.propagation.says, weak.propagation.counterexample) == ("refuting", {1: False})
    assert weak.propagation.words == "with 1 false 2 must be true, and it does not find this"
    blind = judge(list(product((1, -1), (2, -2))), [1, 2], lambda values: False)
    assert (blind.propagation.says, blind.propagation.counterexample) == ("neither", {})
    assert blind.propagation.words == "with no input known nothing is allowed, and it finds no contradiction"


def test_more_inputs_than_can_all_be_tried() -> None:
    inputs = range(1, 41)
    right = judge(exactly(inputs, 3, first_free=41), inputs, lambda values: sum(values) == 3)
    assert (right.verdict, right.exhaustive, right.count_kept.says) == ("unknown", False, "yes")
    assert right.assignments < judging.RANDOM
    wrong = judge(exactly(inputs, 3, first_free=41), inputs, lambda values: sum(values) in (3, 20))
    assert wrong.complete.says == "no"
    assert sum((wrong.complete.counterexample or {}).values()) == 20
    other = judge(linear([(x % 4, x) for x in inputs], "<=", 20, first_free=41), inputs, at_most(40))
    assert other.sound.says == "unknown"
    assert other.complete.says == "no"
    weak = judge([(*inputs, 50), (*inputs, -50)], inputs, any)
    assert weak.propagation.says == "unknown"
    assert not weak.count_kept


def test_what_is_given_in_several_ways() -> None:
    from pysat.card import CardEnc

    formula = Formula(3).add(at_most_one([1, 2, 3], "ladder"))
    for clauses in (
        at_most_one([1, 2, 3], "ladder"),
        formula,
        formula.problem,
        CardEnc.atmost([1, 2, 3], 1),
        (one for one in [[-1, -2], [-1, -3, -3], [-2, -3]]),
        lambda: [[-1, -2], [-1, -3], [-2, -3]],
    ):
        assert judge(clauses, range(1, 4), at_most(1)).is_right
    assert judge([()], [1], lambda values: False).is_right
    assert judge([], [], lambda values: True).propagation
    assert judge([(10**15,)], [10**15], any).is_right


def test_what_makes_no_sense() -> None:
    stray = Encoded(((-1, 9),), range(2, 3), True)
    native = type("Formula", (), {"clauses": [], "atmosts": [[[1, 2], 1]]})()
    for arguments, says in (
        (([(1, 0)], [1], any), "clause 1: 0 is no literal"),
        (([(1,), (1.5,)], [1], any), "clause 2: a literal is a whole number, not 1.5"),
        (([1], [1], any), "clause 1: literals are a sequence of whole numbers, not 1"),
        ((7, [1], any), "clauses are a sequence of clauses, not 7"),
        (([], [1, -1], any), "input -1 occurs twice"),
        (([], 3, any), "literals are a sequence of whole numbers, not 3"),
        ((stray, [1], any), "variable 9 of the clauses is neither an input nor an auxiliary"),
        ((native, [1, 2], any), r"1 constraint of the formula \('atmosts'\) are no clauses"),
        (([], [1, 2], lambda values: values[2]), r"raises IndexError: .* for \(False, False\)"),
        (([], [1], lambda values: None), r"the predicate gives None for \(False,\)"),
        (([], [1], lambda values: "no"), r"the predicate gives 'no' for"),
        ((lambda: 1 / 0, [1], any), "the function that makes the clauses raises ZeroDivisionError"),
    ):
        with pytest.raises(coversat.ArgumentError, match=says):
            judge(*arguments)


def endless(*_: object) -> Any:
    while True:
        pass


@each("clauses", [endless, [(1,)], (iter(lambda: (1,), 0))])
def test_nothing_hangs(clauses: Any) -> None:
    """A function that does not end, a predicate, and clauses without end."""
    before = time.monotonic()
    found = judge(clauses, [1], endless, timeout=0.3)
    assert (found.verdict, found.stopped) == ("unknown", "0.3 seconds")
    assert time.monotonic() - before < 60
    assert "stopped after 0.3 seconds\n  sound: unknown\n" in str(found)


def test_clauses_of_pindakaas() -> None:
    pindakaas = pytest.importorskip("pindakaas")
    formula = pindakaas.CNF()
    a, b, c = inputs = list(formula.new_vars(3))
    formula.add_encoding(2 * a + 3 * b + 4 * c <= 6, pindakaas.Encoder.ADDER)
    assert judge(formula, inputs, lambda v: 2 * v[0] + 3 * v[1] + 4 * v[2] <= 6).is_right
    found = judge(formula, [c, ~a, b], lambda v: not v[0])
    assert (found.sound.says, found.complete.says) == ("no", "yes")
    assert list(found.sound.counterexample or {}) == ["x₃", "¬x₁", "x₂"]
    with pytest.raises(coversat.ArgumentError, match="input x₉ is no variable of the formula"):
        judge(formula, [list(pindakaas.CNF().new_vars(9))[8]], any)


def test_clauses_of_cpmpy() -> None:
    cpmpy = pytest.importorskip("cpmpy")
    from cpmpy.transformations.to_cnf import to_cnf

    x = cpmpy.boolvar(shape=(2, 2), name="x")
    found = judge(to_cnf(cpmpy.sum(x) == 2), x, lambda values: sum(values) == 2)
    assert found.is_right
    found = judge(to_cnf([x[0, 0], ~x[1, 1]]), [x[0, 0], ~x[1, 0]], lambda values: values[0])
    assert found.is_right
    assert judge(to_cnf(cpmpy.BoolVal(False)), [x[0, 0]], lambda values: False).is_right
    with pytest.raises(coversat.ArgumentError, match="is no literal"):
        judge(to_cnf(x[0, 0]), [cpmpy.intvar(0, 3)], any)
