"""Every item of the exact covers is needed: without it the answers change, or a listing by hand is missed.

A group of items (all rows, all dominoes) is dropped as an encoder that forgot it would; some instance
must then show other answers.  One item alone is often implied by counting (of the digits of a row, three
in their places leave one place for the fourth), so which options each item is covered by is stated here
once more, from the rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from instances import instances, module, seen
from kinds import Instance
from kinds.cnf import cnf

from coversat.answering.routes import find_path
from coversat.problems import KINDS as ALL_KINDS
from coversat.problems.exact_cover.rules import ExactCover, Option
from coversat.reductions import Reduction, encodings_from
from coversat.reductions.paths import apply_path
from coversat.solvers import Limits
from coversat.solvers import found_by as solve
from coversat.solvers.cover.dancing_links import DANCING_LINKS

KINDS = tuple(kind for kind in ALL_KINDS if any(rule.target == "cover" for rule in encodings_from(kind)))


@cache
def groups(kind: str) -> dict[str, frozenset[str]]:
    """The items of a kind's covers by what they are of; the numbers in their names aside."""
    found: dict[str, set[str]] = {}
    patterns = getattr(module(kind), "ITEMS", None)
    for instance in instances(kind):
        target = to_cover(instance).target
        for item in (*target.primary, *target.secondary):
            if patterns is None:
                names = [re.sub(r"\d+", "#", item)]
            else:
                names = [name for name, pattern in patterns.items() if re.fullmatch(pattern, item)]
            assert len(names) == 1, item
            found.setdefault(names[0], set()).add(item)
    return {name: frozenset(items) for name, items in found.items()}


def to_cover(instance: Instance) -> Reduction[Any, ExactCover]:
    return apply_path(find_path(instance.problem.kind, "cover"), instance.problem)


def changes(instance: Instance, dropped: Collection[str]) -> bool:
    """Whether an encoder without some items would lead to other answers."""
    reduction = to_cover(instance)
    whole = reduction.target

    def kept(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in names if name not in dropped)

    primary = set(kept(whole.primary))
    # An option that covers no primary item any more need not be taken by any cover.
    places = [at for at, option in enumerate(whole.options) if primary & set(option.items)]
    options = []
    for option in (whole.options[at] for at in places):
        colours = tuple(shade for shade in option.colours if shade[0] not in dropped)
        options.append(Option(option.name, kept(option.items), colours))
    projection = None if whole.projection is None else kept(whole.projection) or None
    target = ExactCover(kept(whole.primary), kept(whole.secondary), tuple(options), projection)
    outcome = solve(DANCING_LINKS, target, Limits(answers=200, nodes=5_000))
    decoded = (reduction.decode(tuple(places[at] for at in cover)) for cover in outcome.answers)
    found = {seen(instance.problem, answer) for answer in decoded}
    # A search that ended early proves only by what it found.
    return not found <= instance.answers or (outcome.exhausted and found != instance.answers)


@pytest.mark.parametrize("kind", KINDS)
def test_each_group_of_items_is_needed(kind: str) -> None:
    """But those that counting implies, which the kind names; and dropping nothing changes nothing."""
    few = [instance for instance in instances(kind) if len(instance.answers) < 100]
    assert len(groups(kind)) > 1
    needed = {name for name, items in groups(kind).items() if any(changes(i, items) for i in few)}
    assert {*groups(kind)} - needed == set(getattr(module(kind), "IMPLIED", ()))
    assert not any(changes(instance, ()) for instance in few)


Shown = frozenset[tuple[int, int, int]]
"""What an option shows: rows, columns and digits."""


def covering(reduction: Reduction[Any, ExactCover]) -> Counter[frozenset[Shown]]:
    """For each primary item, what the options that cover it show."""
    shown = [
        frozenset(
            (r, c, digit)
            for r, row in enumerate(reduction.decode((at,)))
            for c, digit in enumerate(row)
            if digit is not None
        )
        for at in range(len(reduction.target.options))
    ]
    by_item: dict[str, set[Shown]] = {item: set() for item in reduction.target.primary}
    for option, what in zip(reduction.target.options, shown, strict=True):
        for item in option.items:
            by_item[item].add(what)
    return Counter(frozenset(what) for what in by_item.values())


def units(box_rows: int, box_columns: int) -> list[list[tuple[int, int]]]:
    """The cells of each row, column and box, by the definition."""
    size = box_rows * box_columns
    cells = [(r, c) for r in range(size) for c in range(size)]
    keys = [lambda r, c: r, lambda r, c: c, lambda r, c: (r // box_rows, c // box_columns)]
    found = []
    for key in keys:
        for value in dict.fromkeys(key(r, c) for r, c in cells):
            found.append([(r, c) for r, c in cells if key(r, c) == value])
    return found


PLAIN = [one for one in instances("sudoku") if not one.problem.constraints]


@pytest.mark.parametrize("instance", PLAIN, ids=lambda instance: instance.name)
def test_the_items_of_a_sudoku(instance: Instance) -> None:
    """A cell by its digits; a digit of a row, column or box by its places; a given by itself alone."""
    problem = instance.problem
    size = problem.size
    possible = [
        (r, c, digit)
        for r in range(size)
        for c in range(size)
        for digit in problem.layout.digits
        if problem.givens[r][c] in (None, digit)
    ]

    def item(shown: Any) -> frozenset[Shown]:
        return frozenset(frozenset({one}) for one in shown)

    expected = Counter(item(p for p in possible if p[:2] == (r, c)) for r in range(size) for c in range(size))
    for unit in units(problem.box_rows, problem.box_columns):
        for digit in problem.layout.digits:
            expected[item(p for p in possible if p[:2] in unit and p[2] == digit)] += 1
    assert covering(to_cover(instance)) == expected


@pytest.mark.parametrize("instance", instances("sudominoku"), ids=lambda instance: instance.name)
def test_the_items_of_a_sudominoku(instance: Instance) -> None:
    """By all placements: singles and given dominoes as given, the others anywhere else, both ways round."""
    problem = instance.problem
    size = problem.size
    digits = range(1, size + 1)
    pieces = [((*cell, digit),) for digit, cell in enumerate(problem.singles, 1)]
    pieces += [
        tuple((*cell, digit) for cell, digit in zip(domino.cells, domino.digits, strict=True))
        for domino in problem.dominoes
    ]
    taken = {place[:2] for piece in pieces for place in piece}
    given = [set(domino.digits) for domino in problem.dominoes]
    for r in range(size):
        for c in range(size):
            for y, x in ((r, c + 1), (r + 1, c)):
                if y < size and x < size and not {(r, c), (y, x)} & taken:
                    pieces += [
                        ((r, c, a), (y, x, b))
                        for a in digits
                        for b in digits
                        if a != b and {a, b} not in given
                    ]
    whole = list(map(frozenset, pieces))
    expected: Counter[frozenset[Shown]] = Counter()
    for r in range(size):
        for c in range(size):
            expected[frozenset(p for p in whole if any(place[:2] == (r, c) for place in p))] += 1
    for unit in units(problem.box_rows, problem.box_columns):
        for digit in digits:
            places = {(r, c, digit) for r, c in unit}
            expected[frozenset(p for p in whole if places & p)] += 1
    for pair in combinations(digits, 2):
        expected[frozenset(p for p in whole if len(p) == 2 and {place[2] for place in p} == set(pair))] += 1
    reduction = to_cover(instance)
    assert covering(reduction) == expected
    # What the projection sees: the digit that each cell shows.
    for at, option in enumerate(reduction.target.options):
        grid = reduction.decode((at,))
        assert sorted(shade for _, shade in option.colours) == sorted(
            str(d) for row in grid for d in row if d
        )
        assert {item for item, _ in option.colours} <= set(reduction.target.projection)
    assert len(reduction.target.projection) == size**2


@pytest.mark.parametrize("instance", instances("kakuro"), ids=lambda instance: instance.name)
def test_the_items_of_a_kakuro(instance: Instance) -> None:
    """Cells by digits; runs by their digit sets; a digit of a run by its cells and the sets without it."""
    problem = instance.problem
    cover = to_cover(instance)
    expected: Counter[tuple[frozenset[Shown], int]] = Counter()
    for r, row in enumerate(problem.white):
        for c, white in enumerate(row):
            if white:
                expected[frozenset(frozenset({(r, c, d)}) for d in range(1, 10)), 0] += 1
    for run in problem.runs:
        sets = [s for s in combinations(range(1, 10), len(run.cells)) if run.total in (None, sum(s))]
        expected[frozenset(), len(sets)] += 1
        for digit in range(1, 10):
            places = frozenset(frozenset({(r, c, digit)}) for r, c in run.cells)
            expected[places, sum(digit not in s for s in sets)] += 1
    found: Counter[tuple[frozenset[Shown], int]] = Counter()
    for item in cover.target.primary:
        those = [at for at, option in enumerate(cover.target.options) if item in option.items]
        shown = [
            frozenset((r, c, d) for r, row in enumerate(cover.decode((at,))) for c, d in enumerate(row) if d)
            for at in those
        ]
        found[frozenset(s for s in shown if s), shown.count(frozenset())] += 1
    assert found == expected


def test_every_item_of_a_formula_is_needed() -> None:
    """Variables, clauses and the colours that join them, one by one."""
    instance = cnf("", 3, (1, 2), (-1, -2), (2, 3), (-2, -3))
    target = to_cover(instance).target
    assert len(target.primary) == 3 + 4
    assert len(target.secondary) == 3
    assert not changes(instance, ())
    for item in (*target.primary, *target.secondary):
        assert changes(instance, {item}), item
