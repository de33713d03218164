"""Formulas as covers: how large a cover is built."""

from __future__ import annotations

import pytest

from coversat.base.errors import ReductionError
from coversat.problems import Cnf
from coversat.reductions import cnf_to_cover as cnf
from coversat.reductions.cnf_to_cover import cnf_to_cover


def test_a_cover_of_the_largest_size_is_built_and_no_larger_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two options for each of 3 variables, and one for each of 5 literals.
    formula = Cnf(3, ((1, -2), (2, 3, -1)))
    monkeypatch.setattr(cnf, "MOST_OPTIONS", 11)
    assert len(cnf_to_cover(formula).target.options) == 11
    monkeypatch.setattr(cnf, "MOST_OPTIONS", 10)
    with pytest.raises(ReductionError, match="would have 11 options; up to 10 are built"):
        cnf_to_cover(formula)
