"""Sums and counts as clauses: models are answers, what unit propagation finds, and sizes beside PySAT's."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress, product

import pytest
from each import each
from instances import in_case
from pysat.solvers import Solver

from coversat import ReductionError, SubsetSum, check, encodings
from coversat.encodings import Encoded
from coversat.primitives import Sum
from coversat.reductions import diagrams, networks
from coversat.reductions.cnf_builder import CnfBuilder
from coversat.reductions.encoders import add_totalizer
from coversat.reductions.networks import add_radix

COMPARED: Mapping[str, Callable[[int, int], bool]] = {"<=": int.__le__, ">=": int.__ge__, "==": int.__eq__}
OWN = [name for name in encodings.names("linear") if not name.startswith("pysat:")]
OWN_COUNTS = [name for name in encodings.names("exactly") if not name.startswith("pysat:")]


def models(found: Encoded, inputs: int, most: int) -> list[tuple[bool, ...]]:
    """The values of the first variables in each model of all variables, at most so many."""
    if () in found.clauses:
        return []
    last = found.auxiliary.stop - 1
    shown: list[tuple[bool, ...]] = []
    with Solver("minisat22", bootstrap_with=found.clauses) as solver:
        for v in range(1, last + 1):
            solver.add_clause([v, -v])
        while len(shown) < most and solver.solve():
            model = solver.get_model()
            shown.append(tuple(x > 0 for x in model[:inputs]))
            if not model:
                break
            solver.add_clause([-x for x in model])
    return shown


def assert_models(found: Encoded, inputs: int, right: Callable[[Sequence[bool]], bool]) -> None:
    """All models, of all variables, are the answers by brute force; no auxiliary variable is unused."""
    answers = [values for values in product((False, True), repeat=inputs) if right(values)]
    assert sorted(models(found, inputs, len(answers) + 2)) == answers
    assert set(found.auxiliary) <= {abs(x) for clause in found.clauses for x in clause}
    assert found.determined


def drawn(chance: random.Random) -> tuple[list[tuple[int, int]], str, int]:
    """A random constraint: some factors alike, negative or 0, some literals negative."""
    size = chance.randint(0, 8)
    factors = [chance.choice((chance.randint(-40, 40), chance.randint(1, 40), 7)) for _ in range(size)]
    if chance.random() < 0.2:
        factors = [chance.randint(1, 3)] * size
    terms = [(factor, at * chance.choice((1, -1))) for at, factor in enumerate(factors, 1)]
    comparison = chance.choice(list(COMPARED))
    low, high = (sum(f for f in factors if sign * f > 0) for sign in (-1, 1))
    bound = chance.randint(low - 2, high + 2)
    if comparison == "==" and chance.random() < 0.7:
        bound = sum(factor for factor in factors if chance.random() < 0.5)
    return terms, comparison, bound


def check_random_sums(name: str, seed: int, number: int) -> None:
    chance = random.Random(seed)
    for _ in range(number):
        terms, comparison, bound = drawn(chance)

        def right(values: Sequence[bool], of: list[tuple[int, int]] = terms) -> bool:
            total = sum(factor for factor, x in of if values[abs(x) - 1] == (x > 0))
            return COMPARED[comparison](total, bound)  # noqa: B023

        with in_case(f"{terms} {comparison} {bound}"):
            found = encodings.linear(terms, comparison, bound, name, first_free=len(terms) + 1)
            assert_models(found, len(terms), right)


@each("name", OWN)
def test_models_of_a_few_sums_are_answers(name: str) -> None:
    check_random_sums(name, 1, 40)


@pytest.mark.thorough
@each("name", OWN)
def test_models_of_sums_are_answers(name: str) -> None:
    check_random_sums(name, 2, 1000)


@pytest.mark.thorough
@each("name", OWN_COUNTS)
def test_models_of_counts_are_answers(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where networks are of comparators only, and where they merge long sequences."""
    chance = random.Random(3)
    for direct in (1, 4, 64):
        monkeypatch.setattr(networks, "DIRECT", direct)
        monkeypatch.setattr(networks, "MOST_COUNTED", direct)
        for size, how in product(range(10), ("at_most", "at_least", "exactly")):
            literals = [at * chance.choice((1, -1)) for at in range(1, size + 1)]
            bound = chance.randint(-1, size + 1)
            compared = COMPARED[{"at_most": "<=", "at_least": ">=", "exactly": "=="}[how]]

            def right(values: Sequence[bool], of: list[int] = literals) -> bool:
                return compared(sum(values[abs(x) - 1] == (x > 0) for x in of), bound)  # noqa: B023

            with in_case(f"{literals} {how} {bound}"):
                found = getattr(encodings, how)(literals, bound, name, first_free=size + 1)
                assert_models(found, size, right)


@each("direct", [1, 64])
def test_counts_of_several_numbers(direct: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The language has counts that are one of some numbers; networks and counters state the same."""
    monkeypatch.setattr(networks, "DIRECT", direct)
    chance = random.Random(4)
    for size in range(1, 9):
        for _ in range(6):
            numbers = sorted(chance.sample(range(size + 2), chance.randint(0, size + 1)))
            for add in (networks.add_network, networks.add_counter):
                formula = CnfBuilder()
                add(formula, list(formula.variables(size)), tuple(numbers))
                clauses = tuple(formula.cnf(()).clauses)
                found = Encoded(clauses, range(size + 1, formula.variable_count + 1), True)
                assert_models(found, size, lambda values, numbers=numbers: sum(values) in numbers)


# Cells of several values


def cell_sums() -> Iterator[tuple[list[dict[int, int]], list[int], list[int]]]:
    """Cells with some values each, their factors, and totals: one, a bound, two bounds, or any."""
    chance = random.Random(5)
    for number in range(90):
        size, free = chance.randint(1, 5), iter(range(1, 99))
        cells = []
        for _ in range(size):
            values = sorted(chance.sample(range(-2, 6), chance.randint(1, 4)))
            x = next(free)
            others = {value: next(free) for value in values[1:]}
            cells.append({values[0]: -x, values[1]: x} if len(values) == 2 else {values[0]: x, **others})
        factors = [chance.choice((1, 1, 2, -1, -3, 0)) for _ in range(size)]
        sums = sorted({sum(f * v for f, v in zip(factors, one, strict=True)) for one in product(*cells)})
        low = chance.choice(sums)
        kinds = (
            [low],
            list(range(sums[0] - 1, low + 1)),
            list(range(low, sums[-1] + 3)),
            list(range(low, low + 4)),
            chance.sample(range(sums[0], sums[-1] + 1), min(3, sums[-1] - sums[0] + 1)),
            [],
        )
        yield cells, factors, kinds[number % 6]


ADD = {
    "diagram": diagrams.add_diagram,
    "ends": diagrams.add_ends,
    "radix": add_radix,
    "totalizer": add_totalizer,
}


def has_gaps(cells: list[dict[int, int]], factors: list[int], totals: list[int]) -> bool:
    """Whether the totals that lie between the least and the largest sum are not consecutive."""
    sums = [sum(f * v for f, v in zip(factors, one, strict=True)) for one in product(*cells)]
    possible = {total for total in totals if min(sums) <= total <= max(sums)}
    return bool(possible) and max(possible) - min(possible) + 1 != len(possible)


@each("name", list(ADD))
def test_sums_of_cells(name: str) -> None:
    """An assignment of the cells extends to one model if its sum is one of the totals, otherwise to none."""
    for cells, factors, totals in cell_sums():
        formula = CnfBuilder()
        inputs = max(abs(x) for cell in cells for x in cell.values())
        formula.variables(inputs)
        terms = tuple((factor, (0, at)) for at, factor in enumerate(factors))
        state = partial(ADD[name], formula, lambda cell, cells=cells: cells[cell[1]], Sum(terms, totals))
        if name in ("ends", "radix") and has_gaps(cells, factors, totals):
            with pytest.raises(ReductionError, match="not all numbers between two"):
                state()
            continue
        state()
        clauses = [list(clause) or [1, -1] for clause in formula.cnf(()).clauses]
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            if () in formula.cnf(()).clauses:
                solver.append_formula([[1], [-1]])
            for v in range(1, formula.variable_count + 1):
                solver.add_clause([v, -v])
            for values in product(*cells):
                held = list(zip(values, cells, strict=True))
                shown = [x if v == one else -x for one, cell in held for v, x in cell.items()]
                is_right = sum(f * v for f, v in zip(factors, values, strict=True)) in totals
                case = cells, factors, totals, values
                assert solver.solve(shown) == is_right, case
                if is_right:
                    auxiliary = [x for x in solver.get_model() if abs(x) > inputs]
                    assert not any(solver.solve([*shown, -x]) for x in auxiliary), case


# Strength and sizes


def family(kind: str, size: int) -> list[tuple[int, int]]:
    chance = random.Random(11)
    factors = {
        "1 to n": list(range(1, size + 1)),
        "random to 100": [chance.randint(1, 100) for _ in range(size)],
        "equal": [7] * size,
    }[kind]
    return list(zip(factors, range(1, size + 1), strict=True))


def half(kind: str, terms: list[tuple[int, int]]) -> int:
    return 7 * (len(terms) // 2) if kind == "equal" else sum(factor for factor, _ in terms) // 2


def missed(found: Encoded, terms: Sequence[tuple[int, int]], comparison: str, bound: int) -> int:
    """How many implied literals unit propagation misses, after 150 random partial assignments.

    What is implied is found by the sets of sums, as bits, that the terms before and after can make.
    """
    chance, number = random.Random(13), 0
    every = sum(factor for factor, _ in terms)
    goal = {"<=": (1 << (bound + 1)) - 1, ">=": (1 << (every + 1)) - (1 << bound), "==": 1 << bound}[
        comparison
    ]
    always = found.auxiliary.stop
    with Solver("minisat22", bootstrap_with=[[*clause, -always] for clause in found.clauses]) as solver:
        for _ in range(150):
            share = chance.choice((0.3, 0.5, 0.7, 0.85))
            known = {x: chance.random() < 0.5 for _, x in terms if chance.random() < share}
            before, after = [1], [goal]
            for factor, x in terms:
                one = before[-1]
                before.append(one << factor if known.get(x) else one if x in known else one | one << factor)
            for factor, x in reversed(terms):
                one = after[-1]
                after.append(one >> factor if known.get(x) else one if x in known else one | one >> factor)
            assumed = [always, *(x if value else -x for x, value in known.items())]
            holds, propagated = solver.propagate(assumptions=assumed)
            if not before[-1] & goal:
                number += holds
                continue
            assert holds, "it excludes an answer"
            for (factor, x), sums, rest in zip(terms, before, after[-2::-1], strict=False):
                if x not in known:
                    number += not (sums << factor) & rest and -x not in propagated
                    number += not sums & rest and x not in propagated
    return number


@pytest.mark.thorough
@each("comparison", list(COMPARED))
def test_diagrams_are_arc_consistent(comparison: str) -> None:
    for kind, size in product(("1 to n", "random to 100", "equal"), (10, 15, 20)):
        terms = family(kind, size)
        bound = half(kind, terms)
        for name in ("diagram", "mdd"):
            found = encodings.linear(terms, comparison, bound, name, first_free=size + 1)
            assert missed(found, terms, comparison, bound) == 0, (kind, size, name)


def test_ends_are_not() -> None:
    terms = family("random to 100", 12)
    bound = half("", terms)
    assert missed(encodings.linear(terms, "==", bound, "ends", first_free=13), terms, "==", bound) > 0
    assert missed(encodings.linear(terms, "==", bound, first_free=13), terms, "==", bound) == 0


CLAUSES_OF_BDD = {
    ("<=", "1 to n"): (154, 1493, 5536, 13929),
    ("<=", "random to 100"): (108, 3743, 15417, 29750),
    ("<=", "equal"): (66, 281, 646, 1161),
    (">=", "1 to n"): (148, 1493, 5534, 13929),
    (">=", "random to 100"): (117, 3743, 15438, 29747),
    (">=", "equal"): (66, 281, 646, 1161),
    ("==", "1 to n"): (268, 2535, 9286, 23302),
    ("==", "random to 100"): (12, 6104, 25674, 49644),
    ("==", "equal"): (116, 481, 1096, 1961),
}
"""The clauses of ``pysat:bdd``, 10 to 40 terms and half their sum (PySAT 1.9.dev24, Pindakaas 0.6.1)."""


@pytest.mark.thorough
def test_sizes_beside_those_of_pysat() -> None:
    for (comparison, kind), sizes in CLAUSES_OF_BDD.items():
        for size, theirs in zip((10, 20, 30, 40), sizes, strict=True):
            terms = family(kind, size)
            bound = half(kind, terms)
            found = encodings.linear(terms, comparison, bound, first_free=size + 1)
            ratio = 0.85 if (comparison, kind) == ("==", "equal") else 1.4 if comparison == "==" else 1.41
            assert round(len(found.clauses) / theirs, 2) <= ratio, (comparison, kind, size)
            if "pysat:bdd" in encodings.names("linear"):
                again = encodings.linear(terms, comparison, bound, "pysat:bdd", first_free=size + 1)
                assert len(again.clauses) == theirs, (comparison, kind, size)


def test_counts_are_short() -> None:
    """Of 1,600 literals a counter has 1.9 million clauses; small counts are those of the counter."""
    assert len(encodings.exactly(range(1, 1601), 400, first_free=1601).clauses) < 500_000
    for size, number in ((10, 3), (30, 10), (60, 4)):
        one, other = (
            encodings.exactly(range(1, size + 1), number, name, first_free=size + 1)
            for name in ("count", "counter")
        )
        assert one.clauses == other.clauses


@pytest.mark.thorough
def test_large_factors_end() -> None:
    """80 factors up to a million are stated by digits, as by `radix`; others say what is too much."""
    chance = random.Random(17)
    terms = [(chance.randint(1, 10**6), at) for at in range(1, 81)]
    bound = sum(factor for factor, _ in terms) // 2
    for comparison in COMPARED:
        found = encodings.linear(terms, comparison, bound, first_free=81)
        radix = encodings.linear(terms, comparison, bound, "radix", first_free=81)
        assert found.clauses == radix.clauses
        assert len(found.clauses) < 110_000
        for name, says in (("ends", "more than 100000 nodes"), ("mdd", "more than 400000 steps")):
            with pytest.raises(ReductionError, match=says):
                encodings.linear(terms, comparison, bound, name, first_free=81)
    with pytest.raises(ReductionError, match="too many values"):
        encodings.linear(terms, "==", bound, "totalizer", first_free=81)


@pytest.mark.thorough
def test_subset_sums_of_large_numbers() -> None:
    """By digits; how many subsets have the sum is found from the sums of both halves of the numbers."""
    chance = random.Random(2)
    numbers = tuple(chance.randint(1, 10**6) for _ in range(20))
    target = sum(numbers[::2])
    halves = [
        Counter(sum(compress(half, signs)) for signs in product((0, 1), repeat=10))
        for half in (numbers[::2], numbers[1::2])
    ]
    answers = sum(times * halves[1][target - one] for one, times in halves[0].items())
    found = check(SubsetSum(numbers, target), via="cnf:mixed/cadical195")
    assert found.verdict.name == ("UNIQUE" if answers == 1 else "MULTIPLE"), answers
