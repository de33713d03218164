"""Clauses made when they are asked for: the same each time, equal to their tuple, and never held."""

from __future__ import annotations

import pickle
import tracemalloc
from itertools import count

import pytest
from each import each

from coversat.answering.routes import find_path
from coversat.exchange import FORMATS, Origin
from coversat.problems import Cnf, ExactCover
from coversat.problems.cnf.clauses import Clause, Clauses
from coversat.reductions.at_most_one import AT_MOST_ONE, AtMostOne
from coversat.reductions.cnf_builder import CnfBuilder

WRITTEN: tuple[Clause, ...] = ((1, 2), (), (-1,), (3, -2, 1), (2,), (-3, -1))


def in_blocks(*sizes: int) -> Clauses:
    """The written clauses in blocks of these sizes."""
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    return Clauses((size, WRITTEN[at : at + size].__iter__) for at, size in zip(starts, sizes, strict=True))


@each("sizes", [(6,), (1, 2, 3), (0, 4, 0, 0, 2, 0), (1, 1, 1, 1, 1, 1)])
def test_as_a_sequence(sizes: tuple[int, ...]) -> None:
    clauses = in_blocks(*sizes)
    for _ in range(2):
        assert tuple(clauses) == WRITTEN
    assert len(clauses) == len(WRITTEN)
    for at in range(-6, 6):
        assert clauses[at] == WRITTEN[at]
    for at in (6, -7):
        with pytest.raises(IndexError):
            clauses[at]
    assert clauses[1:-1] == WRITTEN[1:-1]
    assert () in clauses
    assert (9,) not in clauses
    assert (*clauses, (9,)) == (*WRITTEN, (9,))


def test_equal_to_any_sequence_of_the_same() -> None:
    clauses = in_blocks(2, 4)
    assert clauses == WRITTEN
    assert WRITTEN == clauses  # noqa: SIM300
    assert clauses == in_blocks(6)
    for other in (WRITTEN[:-1], (*WRITTEN, ()), WRITTEN[::-1], in_blocks(2), 5):
        assert clauses != other
        assert other != clauses
    assert Cnf(3, clauses) == Cnf(3, WRITTEN)
    assert Cnf(3, WRITTEN) != Cnf(3, in_blocks(3))
    assert len(Clauses([])) == 0
    assert repr(clauses) == repr(WRITTEN)


@each("encoding", AT_MOST_ONE, ids=lambda encoding: encoding.name)
def test_a_formula_makes_the_same_clauses_again(encoding: AtMostOne) -> None:
    """With the auxiliary variables that were counted, between clauses that are written."""
    formula = CnfBuilder()
    variables = [formula.variable(str(n)) for n in range(7)]
    fresh = count(8)
    formula.add(1, 2)
    formula.at_most_one(variables, encoding)
    formula.add(3)
    formula.exactly_one(variables[:5], encoding)
    first = list(encoding.clauses(variables, lambda: next(fresh)))
    second = list(encoding.clauses(variables[:5], lambda: next(fresh)))
    wanted = [(1, 2), *first, (3,), tuple(variables[:5]), *second]
    cnf = formula.cnf(variables)
    assert cnf.variable_count == next(fresh) - 1
    for _ in range(2):
        assert list(cnf.clauses) == wanted


def test_formulas_can_be_sent_to_another_process() -> None:
    cover = ExactCover.parse("a b | c\na c\nb c\na b\n")
    target = find_path("cover", "cnf:sequential")[0].apply(cover).target
    assert pickle.loads(pickle.dumps(target)) == target


def test_a_formula_that_grows_on_leaves_the_first_as_it_was() -> None:
    formula = CnfBuilder()
    x = formula.variable()
    formula.add(x)
    first = formula.cnf([x])
    formula.add(-x)
    assert (tuple(first.clauses), tuple(formula.cnf([x]).clauses)) == (((x,),), ((x,), (-x,)))


def test_a_definition_is_written_once_and_belongs_to_no_rule() -> None:
    formula = CnfBuilder()
    x, y = formula.variables(2)

    def defined() -> int:
        z = formula.variable()
        formula.add(-z, x)
        return z

    with formula.where(y), formula.group("rule"):
        formula.add(formula.once("z", defined))
        formula.add(x, -formula.once("z", defined))
    for _ in range(2):
        assert tuple(formula.cnf([x]).clauses) == ((-y, 3), (-y, x, -3), (-3, x))
    assert [tuple(group.parts) for group in formula.groups] == [(0, 1)]


@pytest.mark.thorough
def test_an_export_does_not_hold_the_formula() -> None:
    """79,800 clauses; their text alone would be a megabyte, and the clauses ten."""
    cover = ExactCover.parse("a\n" + "a\n" * 400)
    path = find_path("cover", "cnf:pairwise")
    small = ExactCover.parse("a\na\n")  # so that no module is imported below
    assert sum(map(len, FORMATS["dimacs"].export(Origin(small, small.forms[0], path))))
    origin = Origin(cover, cover.forms[0], path)
    tracemalloc.start()
    try:
        size = sum(map(len, FORMATS["dimacs"].export(origin)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size > 800_000
    assert peak < size // 4
