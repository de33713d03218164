"""Rules one by one: the table of the manual, and the same verdicts by plain unit propagation."""

from __future__ import annotations

import sys
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / "docs"))

import make_strength as MAKE  # noqa: N812
import pytest
from each import each
from instances import sampled
from rule_strength import COVER, Level, RuleStrength, rule_strength
from test_strength import follows, literals_of

from coversat.base.errors import ReductionError
from coversat.comparing.propagation import as_formula
from coversat.kinds.latin import Latin
from coversat.primitives import Sum, Total
from coversat.primitives.meaning import holds
from coversat.primitives.models import LineModel, Rule
from coversat.reductions.grid import NAMED
from coversat.reductions.to_cnf import to_cnf
from coversat.reductions.to_cover import to_cover

CASES = MAKE.CASES
QUICK = (4, 6, 7, 15, 16, 17, 23)
"""Positions of cases that take a moment."""


def plainly(case: Any, encoder: str) -> RuleStrength | None:
    """The level, by trying all subsets of values in no particular order; examples are left out."""
    rules = [Rule(str(at), one) for at, one in enumerate(case.primitives)]
    model = LineModel(Latin(((None,),)), 3, 6, case.domains, rules)
    try:
        reduction = to_cover(model) if encoder == COVER else to_cnf(model, NAMED[encoder], False)
    except ReductionError:
        return None
    reduction = as_formula(reduction)
    literals = literals_of(reduction)
    names = {cell: model.name_of(cell) for cell in case.domains}
    clauses = tuple(reduction.target.clauses)
    every = [dict(zip(names, values, strict=True)) for values in product(*case.domains.values())]
    solutions = [one for one in every if all(holds(primitive, one) for primitive in case.primitives)]
    refuting = consistent = True
    subsets = [
        list(chain.from_iterable(combinations(values, size) for size in range(1, len(values) + 1)))
        for values in case.domains.values()
    ]
    for left in product(*subsets):
        those = dict(zip(names, left, strict=True))
        removed = [
            -literals[names[cell], value]
            for cell, values in case.domains.items()
            for value in values
            if value not in those[cell] and (names[cell], value) in literals
        ]
        true = follows(clauses, removed)
        fitting = [one for one in solutions if all(one[cell] in those[cell] for cell in names)]
        if not fitting:
            refuting = refuting and true is None
            continue
        assert true is not None
        for (name, value), literal in literals.items():
            supported = any(names[cell] == name and one[cell] == value for one in fitting for cell in names)
            assert not (supported and -literal in true)
            consistent = consistent and (supported or -literal in true)
    level = Level.ARC_CONSISTENT if refuting and consistent else Level.REFUTING if refuting else Level.NEITHER
    return RuleStrength(level)


def compared(case: Any, encoder: str) -> None:
    expected = plainly(case, encoder)
    if expected is None:
        with pytest.raises(ReductionError):
            rule_strength(case.primitives, case.domains, encoder)
    else:
        found = rule_strength(case.primitives, case.domains, encoder)
        assert found.level is expected.level, (case.words, encoder)


@each("case", sampled([CASES[4], CASES[17]], "levels"), ids=lambda case: case.words)
def test_levels_are_those_of_plain_propagation(case: Any) -> None:
    for encoder in ("mixed", COVER):
        compared(case, encoder)


@pytest.mark.thorough
@each("case", CASES, ids=lambda case: case.words)
def test_all_levels_are_those_of_plain_propagation(case: Any) -> None:
    for encoder in case.encoders:
        compared(case, encoder)


def test_rows_of_the_manual_are_what_is_found() -> None:
    """Run ``python docs/make_strength.py`` when this fails."""
    page = MAKE.PAGE.read_text("utf-8")
    rows = [(case, MAKE.strengths_of(case)) for case in map(CASES.__getitem__, QUICK)]
    for made in (MAKE.table(MAKE.GENERAL, rows), MAKE.examples(rows)):
        for line in made.splitlines():
            assert f"\n{line}\n" in page


@pytest.mark.thorough
def test_the_tables_of_the_manual_are_what_is_found() -> None:
    page = MAKE.PAGE.read_text("utf-8")
    assert page == MAKE.page(page)


def test_what_a_rule_allows_must_not_be_excluded() -> None:
    """The cells of a `Total` differ; without a rule that says so, its encoding excludes too much."""
    a, b, c = ((0, 0), (0, 1), (0, 2))
    total = Sum(((1, a), (-1, Total((b, c)))))
    found = rule_strength([total], {a: (2, 3), b: (1, 2), c: (1, 2)}, "mixed")
    assert found.level is Level.WRONG


def test_too_many_sets_of_values_are_refused() -> None:
    cells = tuple((0, at) for at in range(22))
    with pytest.raises(ValueError, match="sets of values"):
        rule_strength([], dict.fromkeys(cells, (0, 1)), "mixed")
