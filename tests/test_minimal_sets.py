"""Minimal unsatisfiable sets of clauses over three variables, beside a table of all assignments."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, product

from each import each

from coversat.solvers.minimal_sets import by_deletion, by_halving

Clause = tuple[int, ...]


def has_model(clauses: Sequence[Clause]) -> bool:
    return any(
        all(any(x in held for x in clause) for clause in clauses)
        for held in ({1 * a, 2 * b, 3 * c} for a, b, c in product((1, -1), repeat=3))
    )


def smallest_core(clauses: Sequence[Clause]) -> Sequence[Clause] | None:
    """As a solver with good luck finds it."""
    if has_model(clauses):
        return None
    every = (some for size in range(len(clauses) + 1) for some in combinations(clauses, size))
    return next(some for some in every if not has_model(some))


def all_of_them(clauses: Sequence[Clause]) -> Sequence[Clause] | None:
    return None if has_model(clauses) else clauses


@each("core_of", [all_of_them, smallest_core])
def test_no_clause_of_a_minimal_set_can_be_left_out(core_of: object) -> None:
    chance = random.Random(1)
    literals = (1, -1, 2, -2, 3, -3)
    sizes = set()
    for _ in range(40):
        drawn = {tuple(chance.sample(literals, chance.choice((1, 2, 2, 3)))) for _ in range(12)}
        clauses = sorted(drawn)
        if has_model(clauses):
            continue
        for found in (by_deletion(clauses, core_of), by_halving(clauses, core_of)):  # type: ignore[arg-type]
            assert found is not None
            assert not has_model(found)
            assert all(has_model([one for one in found if one != clause]) for clause in found)
            sizes.add(len(found))
        needed = by_deletion(clauses, core_of) or ()  # type: ignore[arg-type]
        assert by_deletion(clauses, core_of, len(needed)) == needed  # type: ignore[arg-type]
        assert by_deletion(clauses, core_of, len(needed) - 1) is None  # type: ignore[arg-type]
    assert len(sizes) > 2


def test_nothing_is_needed_where_nothing_has_a_model() -> None:
    assert by_deletion([1, 2], lambda things: things) == ()
    assert by_halving([1, 2], lambda things: things) == ()


def test_the_first_or_the_last_things_are_left_out_first() -> None:
    """Of four things any two have no model."""

    def core_of(things: Sequence[int]) -> Sequence[int] | None:
        return things if len(things) > 1 else None

    assert by_deletion([1, 2, 3, 4], core_of) == (3, 4)
    assert by_halving([1, 2, 3, 4], core_of) == (1, 2)
