"""In whatever order positions are searched, they count the same; the order that is shorter is taken."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from test_cpog import checked, written

from coversat.certificates import certify, verify_certificate
from coversat.certificates.graph import GraphWriter
from coversat.problems import Cnf, Sudoku
from coversat.routing import apply_rules, find_rules
from coversat.solvers import Limits, position_orders
from coversat.solvers.clause_tables import ClauseTables
from coversat.solvers.model_positions import ModelPositions, Position
from coversat.solvers.position_orders import better_order, families, tried
from coversat.solvers.solver import Meter

GRIDS = Sudoku.parse("....\n" * 4)
FEWEST_FIRST, IN_ORDER = 185, 137
"""The positions of all 4x4 grids, by a program of another hand: by the fewest literals, and by any family."""


def formula_of_grids() -> Cnf:
    formula: Cnf = apply_rules(find_rules("sudoku", "cover/cnf:remaining"), GRIDS).target
    return formula


def test_families_of_a_sudoku() -> None:
    """Its cells, and its digits in rows, in columns and in boxes: sixteen each."""
    tables = ClauseTables(formula_of_grids())
    assert list(families(tables)) == [list(range(start, start + 16)) for start in (0, 16, 32, 48)]


def test_clauses_with_variables_in_common_are_a_family_once_they_have_all() -> None:
    formula = Cnf(4, ((1, 2, 3), (2, 3, 4), (1, 2, 4), (1, 3, 4), (2, 3, 4)))
    assert list(families(ClauseTables(formula))) == [[0, 1], [2, 3], [4]]


def test_positions_in_every_order() -> None:
    formula = formula_of_grids()
    every = list(range(64))
    orders = [[*every[at : at + 16], *every[:at], *every[at + 16 :]] for at in range(0, 64, 16)]
    found = []
    for order in (None, *orders):
        search = ModelPositions(formula, Meter(Limits()), order)
        found.append(sum(isinstance(one, Position) for one in search))
        assert search.seen == pytest.approx(1)
    assert found == [FEWEST_FIRST, *[IN_ORDER] * 4]


def test_every_order_counts_the_same() -> None:
    for formula, models, _ in written()[::3]:
        places = range(len(ClauseTables(formula).clauses))
        for order in (places, places[::-1]):
            told, file = ModelPositions(formula, Meter(Limits()), order), BytesIO()
            assert GraphWriter(told.tables, len(formula.clauses), file).write(told) == models
            assert checked(formula, file.getvalue()).count == models


def test_an_order_that_goes_further_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certify(GRIDS, tmp_path / "first", proof="graph", counting=True)
    monkeypatch.setattr(position_orders, "TRIED", 200)
    monkeypatch.setattr(position_orders, "MUCH", 1.0)
    found = certify(GRIDS, tmp_path / "other", proof="graph", counting=True)
    assert found.at_least == 288
    report = verify_certificate(tmp_path / "other")
    assert (report.accepted, report.count) == (True, 288)
    first, other = ((tmp_path / name / "graph.cpog").read_bytes() for name in ("first", "other"))
    assert len(other) < 0.9 * len(first)


def test_an_order_that_goes_no_further_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = formula_of_grids()
    monkeypatch.setattr(position_orders, "TRIED", 200)
    search = ModelPositions(formula, Meter(Limits()))
    told = list(tried(search))
    assert 200 <= sum(len(one.cases) for one in told if isinstance(one, Position)) < 204
    assert 0.1 < search.seen < 0.9
    meter = Meter(Limits())
    assert better_order(formula, meter, search.seen) is None  # much is seen
    assert meter.nodes == 0
    monkeypatch.setattr(position_orders, "MUCH", 1.0)
    assert better_order(formula, meter, search.seen) is not None
    assert better_order(formula, meter, 0.9999) is None
    assert meter.nodes > 200
