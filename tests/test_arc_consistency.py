"""Encodings that are called arc consistent: all partial assignments, beside brute force."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, product

from each import each
from test_strength import follows

from coversat.reductions.blocks import add_blocks
from coversat.reductions.cnf_builder import CnfBuilder
from coversat.reductions.digit_sets import add_partners
from coversat.reductions.short_rules import holds_one, wrong_rows

Signs = tuple[bool, ...]


def is_arc_consistent(formula: CnfBuilder, size: int, holds: Callable[[Signs], bool]) -> bool:
    """Whether unit propagation finds whatever follows about the first variables."""
    clauses = tuple(formula.cnf(()).clauses)
    solutions = [signs for signs in product((False, True), repeat=size) if holds(signs)]
    for partial in product((None, False, True), repeat=size):
        left = [one for one in solutions if all(p in (None, s) for p, s in zip(partial, one, strict=True))]
        found = follows(clauses, [at if p else -at for at, p in enumerate(partial, 1) if p is not None])
        if not left:
            if found is not None:
                return False
            continue
        assert found is not None, "a solution is excluded"
        for at, column in enumerate(zip(*left, strict=True), 1):
            if len(set(column)) == 1 and (at if column[0] else -at) not in found:
                return False
    return True


@each("room, stars", [(5, 2), (6, 2), (7, 3), (6, 3)])
def test_single_cells_with_gaps(room: int, stars: int) -> None:
    formula = CnfBuilder()
    add_blocks(formula, formula.variables(room), [1] * stars, gap=1)

    def holds(white: Signs) -> bool:
        runs = [len(list(those)) for is_white, those in groupby(white) if not is_white]
        return runs == [1] * stars

    assert is_arc_consistent(formula, room, holds)


@each(
    "rows",
    [
        ((0, 0, 1), (0, 1, 0), (1, 0, 0)),
        ((0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 1, 1)),
        ((0, 0, 0), (1, 1, 1)),
        ((0, 0, 0, 0), (0, 0, 1, 1), (1, 1, 1, 1), (1, 0, 1, 1), (0, 1, 0, 1)),
        ((1, 0), (0, 0)),
        (),
    ],
)
def test_tables_of_two_values(rows: Sequence[tuple[int, ...]]) -> None:
    size = len(rows[0]) if rows else 2
    formula = CnfBuilder()
    formula.add_pattern(formula.variables(size), wrong_rows(((0, 1),) * size, tuple(rows)))
    assert is_arc_consistent(formula, size, lambda zeros: tuple(int(not zero) for zero in zeros) in rows)


def test_a_table_has_no_clause_that_a_shorter_one_implies() -> None:
    rows = tuple(one for one in product((0, 1), repeat=4) if one[0] or one[1])
    assert wrong_rows(((0, 1),) * 4, rows).clauses == ((~0, ~1),)


@each(
    "sets, values",
    [
        (((1, 2), (2, 4), (3, 4)), ((1, 2, 3, 4), (1, 2, 3, 4))),
        (((1, 3),), ((1, 2, 3), (1, 3))),
        (((1, 2), (1, 3), (1, 4)), ((1, 2), (2, 3, 4))),
    ],
)
def test_two_cells_with_sets(sets: Sequence[tuple[int, ...]], values: Sequence[Sequence[int]]) -> None:
    formula = CnfBuilder()
    places = [dict(zip(those, formula.variables(len(those)), strict=True)) for those in values]
    for place in places:
        formula.exactly_one(tuple(place.values()))
    add_partners(formula, places, sets)
    pairs = [(one, other) for one in values[0] for other in values[1]]

    def holds(signs: Signs) -> bool:
        shown = [[value for value, x in place.items() if signs[x - 1]] for place in places]
        return any(shown == [[a], [b]] and tuple(sorted((a, b))) in sets for a, b in pairs)

    assert is_arc_consistent(formula, sum(map(len, values)), holds)


@each("digits", [(1, 2), (1, 2, 3), (3,), (2, 4)])
def test_one_of_several_values(digits: tuple[int, ...]) -> None:
    formula = CnfBuilder()
    place = dict(zip((1, 2, 3, 4), formula.variables(4), strict=True))
    named = formula.variable()
    formula.exactly_one(tuple(place.values()))
    found = holds_one(formula, place, digits)
    formula.add_all([(-named, found), (named, -found)])

    def holds(signs: Signs) -> bool:
        shown = [value for value, x in place.items() if signs[x - 1]]
        return len(shown) == 1 and signs[4] is (shown[0] in digits)

    assert is_arc_consistent(formula, 5, holds)
