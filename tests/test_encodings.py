"""The encodings alone: one truth table for every constraint and every name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from each import each
from instances import in_case
from pysat.solvers import Solver

import coversat
from coversat import encodings
from coversat.reductions.encodings import Encoded

LITERALS = [-3, 7, 1, -5, 2]
"""Scattered, and some of them negative."""
FIRST = 20


def ways(found: Encoded, true: Sequence[int], most: int = 2) -> int:
    """How many values of the auxiliary variables go with these literals, by MiniSat; at most `most`."""
    if () in found.clauses:
        return 0
    with Solver("minisat22", bootstrap_with=[*map(list, found.clauses), *([x] for x in true)]) as solver:
        for variable in found.auxiliary:
            solver.add_clause([variable, -variable])
        number = 0
        while number < most and solver.solve():
            number += 1
            held = set(solver.get_model())
            block = [-x if x in held else x for x in found.auxiliary]
            if not block:
                break
            solver.add_clause(block)
        return number


def assignments(literals: Sequence[int]) -> Iterator[tuple[list[int], list[bool]]]:
    """Every assignment of the variables: the true literals, and which of `literals` these are."""
    variables = sorted(set(map(abs, literals)))
    for values in product((False, True), repeat=len(variables)):
        true = [v if value else -v for v, value in zip(variables, values, strict=True)]
        yield true, [literal in true for literal in literals]


def assert_table(found: Encoded, literals: Sequence[int], right: Callable[[list[bool]], bool]) -> bool:
    """The clauses can be satisfied where it is right, and in one way if determined; whether ever in more."""
    used = {abs(x) for clause in found.clauses for x in clause} - set(map(abs, literals))
    assert used <= set(found.auxiliary)
    assert all(variable >= FIRST for variable in found.auxiliary)
    most = 0
    for true, values in assignments(literals):
        number = ways(found, true)
        assert (number > 0) == right(values), true
        most = max(most, number)
    assert not (found.determined and most > 1)
    return most > 1


def cases() -> Iterator[tuple[str, str]]:
    for constraint in ("at_most_one", "at_most", "at_least", "exactly", "linear"):
        for name in encodings.names(constraint):
            yield constraint, name


CASES = list(cases())


@pytest.mark.thorough
@each(("constraint", "name"), [case for case in CASES if case[0] != "linear"])
def test_counts(constraint: str, name: str) -> None:
    """Zero to five literals, also one that occurs twice, with every bound and some beyond."""
    compared: dict[str, Callable[[int, int], bool]] = {
        "at_most_one": lambda number, bound: number <= 1,
        "at_most": int.__le__,
        "at_least": int.__ge__,
        "exactly": int.__eq__,
    }
    make = getattr(encodings, constraint)
    open_ones = False
    for literals in ([], [7], LITERALS[:2], LITERALS[:4], LITERALS, [1, 2, 1]):
        if len(literals) > len(set(literals)) and name.startswith("pysat:"):
            continue  # PySAT takes different literals
        for bound in (1,) if constraint == "at_most_one" else range(-1, len(literals) + 2):
            arguments = () if constraint == "at_most_one" else (bound,)
            found = make(literals, *arguments, name, first_free=FIRST)
            with in_case(f"{literals} {bound}"):
                open_ones |= assert_table(
                    found, literals, lambda values, bound=bound: compared[constraint](sum(values), bound)
                )
    if name in ("product", "sequential", "commander", "bitwise"):
        assert open_ones


@pytest.mark.thorough
@each("name", encodings.names("linear"))
def test_sums(name: str) -> None:
    compared: dict[str, Callable[[int, int], bool]] = {"<=": int.__le__, ">=": int.__ge__, "==": int.__eq__}
    for factors, bounds in (
        ((), (-1, 0, 1)),
        ((1, 2, 3, 4), (-1, 0, 3, 5, 9, 10, 11)),
        ((3, -2, 2, -4), (-7, -6, -2, 0, 1, 5, 6)),
        ((5, 0, 5, 7), (4, 5, 12)),
    ):
        literals = LITERALS[: len(factors)]
        terms = list(zip(factors, literals, strict=True))
        for comparison, bound in product(compared, bounds):
            with in_case(f"{terms} {comparison} {bound}"):
                found = encodings.linear(terms, comparison, bound, name, first_free=FIRST)

                def right(
                    values: list[bool], how: str = comparison, to: int = bound, of: Any = factors
                ) -> bool:
                    return compared[how](sum(f for f, v in zip(of, values, strict=True) if v), to)

                assert_table(found, literals, right)


PLACES = [{"a": 1, "b": -1}, {"a": 2, "b": 3, "c": 4}, {"a": 5, "b": 6, "c": 7}]


def words() -> Iterator[tuple[str, list[int]]]:
    """Every word of the places, with the literals that show it."""
    for symbols in product(*PLACES):
        shown = []
        for place, symbol in zip(PLACES, symbols, strict=True):
            shown += [literal if other == symbol else -literal for other, literal in place.items()]
        yield "".join(symbols), sorted(set(shown))


@each("name", encodings.names("regular"))
def test_words_and_tables(name: str) -> None:
    def no_two_alike(state: str, symbol: str) -> str | None:
        return None if state == symbol else symbol

    found = encodings.regular(PLACES, "", no_two_alike, lambda state: state != "a", name, first_free=FIRST)
    rows = [("a", "b", "c"), ("b", "a", "a"), ("b", "c", "a")]
    listed = encodings.table(PLACES, rows, name, first_free=FIRST)
    nothing = encodings.table(PLACES, [], name)
    for word, true in words():
        accepted = word[0] != word[1] != word[2] != "a"
        assert ways(found, true) == accepted, word
        assert ways(listed, true) == (tuple(word) in rows), word
        assert ways(nothing, true) == 0
    assert found.determined
    assert listed.determined


def test_the_usual_numbers_of_new_variables() -> None:
    found = encodings.at_most_one([4, 9, 2, 7], "ladder")
    assert found.auxiliary.start == 10
    assert encodings.at_most_one([4, 9, 2], "pairwise").auxiliary == range(10, 10)
    assert encodings.at_most([1, 2, 3], 1).clauses  # at the usual name


def test_names() -> None:
    assert encodings.names("at_most_one")[0] == "pairwise"
    assert {"product", "sequential", "pysat:seqcounter"} <= set(encodings.names("at_most_one"))
    assert {"counter", "totalizer", "mdd", "pysat:kmtotalizer"} <= set(encodings.names("at_most"))
    assert {"order", "totalizer"} <= set(encodings.names("linear"))
    assert encodings.names("table") == ("regular", "mdd", "table")
    assert coversat.encodings is encodings


def test_without_pindakaas_its_sums_have_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pysat.pb", None)
    encodings._pysat_sums.cache_clear()
    try:
        assert not any(name.startswith("pysat:") for name in encodings.names("linear"))
    finally:
        encodings._pysat_sums.cache_clear()


def test_what_makes_no_sense() -> None:
    for make, says in (
        (lambda: encodings.names("count"), "no constraint 'count'; there is at_most_one"),
        (lambda: encodings.at_most_one([1, 2], "prodct"), "did you mean product"),
        (lambda: encodings.at_most([1, 2], 1, "pairwise"), "no encoding 'pairwise' of at_most"),
        (lambda: encodings.at_most_one([1, 0]), "0 is no literal"),
        (
            lambda: encodings.at_most_one([1, 9], first_free=9),
            "first_free is 9, and 9 is one of the variables",
        ),
        (lambda: encodings.linear([(1, 2)], "<", 3), "a comparison is"),
        (lambda: encodings.table([{0: 1, 1: -1}], [(0, 1)]), "a row has 1 symbols"),
    ):
        with pytest.raises(coversat.CoversatError, match=says):
            make()
