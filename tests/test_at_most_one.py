"""One truth table for all at-most-one encodings."""

from __future__ import annotations

from itertools import combinations, count, product
from math import comb
from typing import Any

import pytest
from each import each

from coversat.problems import Cnf
from coversat.reductions.at_most_one import AT_MOST_ONE
from coversat.solvers import found_by as solve
from coversat.solvers.sat.sat import SAT_SOLVERS

Clauses = list[tuple[int, ...]]
SIZES = range(10)
ENCODINGS = pytest.mark.parametrize("encoding", AT_MOST_ONE, ids=lambda encoding: encoding.name)
MOST_ASSIGNMENTS = 2**12


def written(encoding: Any, literals: list[int], first_fresh: int) -> tuple[Clauses, int]:
    """The clauses, and the number of auxiliary variables, which are the numbers from `first_fresh` on."""
    numbers = count(first_fresh)
    made = []

    def fresh() -> int:
        made.append(next(numbers))
        return made[-1]

    clauses = list(encoding.clauses(literals, fresh))
    used = {abs(x) for clause in clauses for x in clause}
    assert used <= {*map(abs, literals), *made}
    assert set(made) <= used
    return clauses, len(made)


def holds(clauses: Clauses, true: set[int]) -> bool:
    return all(not true.isdisjoint(clause) for clause in clauses)


def extensions(clauses: Clauses, chosen: tuple[int, ...], auxiliary: range) -> int:
    """How many values of the auxiliary variables go with these literals."""
    if 2 ** len(auxiliary) <= MOST_ASSIGNMENTS:
        values = product(*((v, -v) for v in auxiliary))
        return sum(holds(clauses, {*chosen, *those}) for those in values)
    # Too many to try all: models by a SAT solver, each checked here, each blocked as a whole.
    formula = Cnf(max(map(abs, (*chosen, *auxiliary))), (*clauses, *((x,) for x in chosen)))
    models = solve(SAT_SOLVERS[0], formula).answers
    assert all(holds(clauses, set(model)) for model in models)
    return len(models)


@ENCODINGS
@pytest.mark.parametrize("size", SIZES)
def test_truth_table(encoding: Any, size: int) -> None:
    """Satisfiable with none or one true, unsatisfiable with more; one way where parsimonious."""
    clauses, made = written(encoding, list(range(1, size + 1)), size + 1)
    auxiliary = range(size + 1, size + made + 1)
    for values in product((True, False), repeat=size) if size <= 6 else few_true(size):
        chosen = tuple(v if value else -v for v, value in enumerate(values, 1))
        ways = extensions(clauses, chosen, auxiliary)
        assert (ways > 0) == (sum(values) <= 1), chosen
        if encoding.parsimonious:
            assert ways <= 1


def few_true(size: int) -> list[tuple[bool, ...]]:
    """None, one or two of many; a third true literal only adds to what two break."""
    sets = [set(those) for n in range(3) for those in combinations(range(size), n)]
    return [tuple(at in those for at in range(size)) for those in sets]


@ENCODINGS
def test_negated_and_scattered_literals(encoding: Any) -> None:
    """The encodings say it of literals, not of variables 1 to n."""
    literals = [-3, 7, -12, 5, 20]
    clauses, made = written(encoding, literals, 31)
    for values in product((True, False), repeat=5):
        chosen = tuple(x if value else -x for x, value in zip(literals, values, strict=True))
        assert (extensions(clauses, chosen, range(31, 31 + made)) > 0) == (sum(values) <= 1)


@each("name", ["sequential", "product", "commander", "bitwise"])
def test_the_others_add_models(name: str) -> None:
    """So not to claim parsimony is right: with six literals, none true, auxiliary variables are free."""
    encoding = next(encoding for encoding in AT_MOST_ONE if encoding.name == name)
    assert not encoding.parsimonious
    clauses, made = written(encoding, list(range(1, 7)), 7)
    assert extensions(clauses, tuple(range(-6, 0)), range(7, 7 + made)) > 1


def test_published_numbers_of_clauses() -> None:
    """Pairwise n(n-1)/2; Sinz 3n-4 with n-1 variables; Frisch and Peugniez n ceil(log2 n)."""
    by_name = {encoding.name: encoding for encoding in AT_MOST_ONE}
    for size in range(2, 40):
        literals = list(range(1, size + 1))
        assert len(written(by_name["pairwise"], literals, 100)[0]) == comb(size, 2)
        clauses, made = written(by_name["sequential"], literals, 100)
        assert (len(clauses), made) == (3 * size - 4, size - 1)
        clauses, made = written(by_name["bitwise"], literals, 100)
        bits = len(f"{size - 1:b}")
        assert (len(clauses), made) == (size * bits, bits)


def test_large_encodings_stay_small() -> None:
    """Only pairwise grows with the square."""
    for encoding in AT_MOST_ONE:
        if encoding.name == "pairwise":
            continue
        clauses, made = written(encoding, list(range(1, 1001)), 1001)
        assert len(clauses) <= 10_000
        assert made <= 1000


@pytest.mark.thorough
@ENCODINGS
@pytest.mark.parametrize("size", range(2, 8))
def test_no_clause_can_be_forgotten(encoding: Any, size: int) -> None:
    """Without any one clause two true literals pass, or auxiliary variables get freer."""
    literals = list(range(1, size + 1))
    clauses, made = written(encoding, literals, size + 1)
    auxiliary = range(size + 1, size + made + 1)

    def table(those: Clauses) -> list[int]:
        chosen = [
            tuple(v if v in pair else -v for v in literals)
            for n in range(3)
            for pair in combinations(literals, n)
        ]
        return [extensions(those, one, auxiliary) for one in chosen]

    whole = table(clauses)
    for at in range(len(clauses)):
        assert table(clauses[:at] + clauses[at + 1 :]) != whole
