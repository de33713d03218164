"""The encodings alone: one truth table for every constraint and every name."""

from __future__ import annotations

import math
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from each import each
from instances import in_case
from pysat.solvers import Solver

import coversat
from coversat import encodings
from coversat.encodings import Encoded, Formula, SharedVariablesWarning, exactly
from coversat.primitives import Regular
from coversat.primitives.automata import diagram
from coversat.reductions import of_pysat

PAGE = Path(__file__).resolve().parent.parent / "docs" / "encodings.md"
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
    """Zero to five literals, with every bound and some beyond."""
    compared: dict[str, Callable[[int, int], bool]] = {
        "at_most_one": lambda number, bound: number <= 1,
        "at_most": int.__le__,
        "at_least": int.__ge__,
        "exactly": int.__eq__,
    }
    make = getattr(encodings, constraint)
    open_ones = False
    for literals in ([], [7], LITERALS[:2], LITERALS[:4], LITERALS):
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


def test_large_numbers() -> None:
    """They cost nothing: neither bounds far away, nor few terms with large factors."""
    for bound in (10**9, 10**30, 10**400):
        for name in ("diagram", "ends", "mdd", "radix", "totalizer"):
            for terms, comparison, to, right in (
                ([(3, 7), (-2, 1)], "<=", bound, lambda values: True),
                ([(3, 7), (-2, 1)], ">=", -bound, lambda values: True),
                ([(3, 7), (-2, 1)], ">=", bound, lambda values: False),
                ([(bound, 7), (bound + 1, 1), (3, -2)], "<=", bound + 2, lambda values: sum(values) < 2),
            ):
                with in_case(f"{name} {len(str(bound))} digits, {comparison}"):
                    found = encodings.linear(terms, comparison, to, name, first_free=FIRST)
                    assert_table(found, [literal for _, literal in terms], right)


def test_what_takes_pysat_too_long_is_refused() -> None:
    for name, terms, factor in (
        ("bdd", 80, 10**6),
        ("totalizer", 40, 10**4),
        ("best", 20, 10**6),
        ("sortnetwrk", 6, 10**12),
        ("adder", 9, 1 << 60),
    ):
        sum_of = [(factor + x, x) for x in range(1, terms + 1)]
        if f"pysat:{name}" in encodings.names("linear"):  # Pindakaas is there
            with pytest.raises(coversat.ReductionError, match=f"the factors are too large for pysat:{name}"):
                encodings.linear(sum_of, "<=", terms // 2 * factor, f"pysat:{name}")


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


def test_names() -> None:
    assert encodings.names("at_most_one")[0] == "pairwise"
    assert {"product", "sequential", "pysat:seqcounter"} <= set(encodings.names("at_most_one"))
    assert {"count", "counter", "network", "pysat:kmtotalizer"} <= set(encodings.names("at_most"))
    assert {"diagram", "ends", "mdd", "radix", "totalizer"} <= set(encodings.names("linear"))
    assert encodings.names("table") == ("mdd", "regular", "table")
    assert coversat.encodings is encodings


def test_the_module_lists_its_names_only() -> None:
    public = {"at_most_one", "at_most", "at_least", "exactly", "linear", "table", "regular"}
    public |= {"all_different", "connected", "names"}
    assert set(dir(encodings)) == public | {
        *("Encoded", "Formula", "Judgement", "Property", "SharedVariablesWarning", "judge")
    }
    code = "import coversat.encodings as e; print(e.exactly([1, 2], 1, first_free=3).clauses)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown == "((1, 2), (-1, -2))\n"


def test_without_pindakaas_its_sums_have_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.pb", None)
    of_pysat.sums.cache_clear()
    try:
        assert not any(name.startswith("pysat:") for name in encodings.names("linear"))
    finally:
        of_pysat.sums.cache_clear()


def test_symbols_that_differ() -> None:
    places = [{1: 1, 2: 2, 3: 3}, {1: 4, 2: -4}, {2: 5, 3: 6, 1: 7}]
    for name in encodings.names("all_different"):
        found = encodings.all_different(places, name, first_free=FIRST)
        for word in product(*places):
            shown = {symbol: place[symbol] for place, symbol in zip(places, word, strict=True)}
            literals = [
                x if s == word[at] else -x for at, place in enumerate(places) for s, x in place.items()
            ]
            assert (ways(found, sorted(set(literals))) > 0) == (len(shown) == 3), word
    crowded = encodings.all_different([{1: 1, 2: -1}, {1: 2, 2: -2}, {1: 3, 2: -3}], first_free=FIRST)
    assert () in crowded.clauses


@each("name", encodings.names("connected"))
def test_connected_literals(name: str) -> None:
    """A ring of five with a tail, against a search; some literals are negative."""
    literals, links = [1, -2, 3, 4, -5, 6], [(1, -2), (-2, 3), (3, 4), (4, -5), (-5, 1), (6, 3)]
    for roots in ((), (1,), (1, 6)):
        found = encodings.connected(literals, links, name, roots=roots, first_free=FIRST)
        for true, values in assignments(literals):
            chosen = {literal for literal, value in zip(literals, values, strict=True) if value}
            seen = [one for one in (roots or sorted(chosen)[:1]) if one in chosen]
            for one in seen:
                beside = (set(link) - {one} for link in links if one in link)
                seen += [other for (other,) in beside if other in chosen and other not in seen]
            number = ways(found, true)
            assert (number > 0) == (set(seen) == chosen), (roots, true)
            assert number < 2 or not found.determined


# Several constraints over one set of variables


def test_a_formula_keeps_auxiliary_variables_apart() -> None:
    """Two counts share none by accident; the models are the answers by brute force."""
    formula = Formula(6).add(exactly((1, 3, 5, 6), 2)).add(exactly((2, 4, 6, -1), 2)).add([(-1, -2)])
    answers = [
        values
        for values in product((False, True), repeat=6)
        if values[0] + values[2] + values[4] + values[5] == 2
        and values[1] + values[3] + values[5] + (not values[0]) == 2
        and not (values[0] and values[1])
    ]
    assert formula.determined
    assert len(formula.auxiliary) == 2 * len(exactly((1, 2, 3, 4), 2).auxiliary)
    with Solver("minisat22", bootstrap_with=formula.to_pysat().clauses) as solver:
        models = [tuple(x > 0 for x in model[:6]) for model in solver.enum_models()]
    assert sorted(models) == sorted(answers)
    assert coversat.count(formula).count == len(answers)
    open_ = Formula(5).add(encodings.at_most_one([1, 2, 3, 4, 5], "bitwise"))
    assert not open_.determined
    assert coversat.count(open_.problem).count == 6


def test_what_a_formula_refuses_leaves_it_as_it_was() -> None:
    formula = Formula(3).add([(1, 2)])
    for constraint, says in (
        (exactly((1, 2, 4, 5), 2), "4 is not one of the 3 input variables"),
        ([(1,), (2, -7)], "7 is not one of the 3 input variables"),
        ([(1,), (2, 0)], "0 is no literal"),
        ((1, 2), "literals are a sequence of whole numbers, not 1"),
        ("12", "a constraint is one of coversat.encodings, or clauses, not '12'"),
        (7, "a constraint is one of"),
    ):
        with pytest.raises(coversat.ArgumentError, match=says):
            formula.add(constraint)  # type: ignore[arg-type]
        assert (formula.clauses, formula.auxiliary) == (((1, 2),), range(4, 4))
    assert repr(formula) == "<Formula: 3 input variables, 0 auxiliary variables, 1 clause, determined>"
    with pytest.raises(coversat.ArgumentError, match="the number of input variables is -1"):
        Formula(-1)


def test_reading_clauses_that_others_may_share_warns_once() -> None:
    found = exactly((1, 2, 3, 4), 2)
    with pytest.warns(SharedVariablesWarning, match="name first_free, .* coversat.encodings.Formula"):
        assert found.clauses
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert found.clauses
        assert exactly((1, 2, 3, 4), 2, first_free=5).clauses  # it is said where they begin
        assert exactly((1, 2), 1).clauses  # there are none
        assert Formula(4).add(exactly((1, 2, 3, 4), 2)).clauses
    assert repr(found) == "<exactly by count: 14 clauses, 3 auxiliary variables, determined>"


BIT = [{0: -1, 1: 1}]


def test_what_makes_no_sense() -> None:
    for make, says in (
        (lambda: encodings.names("count"), "no constraint 'count'; there is at_most_one"),
        (lambda: encodings.at_most_one([1, 2], "prodct"), "did you mean product"),
        (lambda: encodings.at_most([1, 2], 1, "pairwise"), "no encoding 'pairwise' of at_most"),
        (lambda: encodings.at_most_one([1, 0]), "0 is no literal"),
        (
            lambda: encodings.at_most_one([1, 9], first_free=9),
            "first_free is 9, and the next free variable is 10",
        ),
        (lambda: encodings.at_most_one([1, 2.5]), "a literal is a whole number, not 2.5"),
        (lambda: encodings.at_most_one("12"), "literals are a sequence of whole numbers, not '12'"),
        (lambda: encodings.exactly([1, True], 1), "a literal is a whole number, not True"),
        (lambda: encodings.exactly([1, -2, 1], 1), r"literal 1 occurs twice; `linear` .* as \(2, 1\)"),
        (lambda: encodings.exactly([1, 2], "1"), "a bound is a whole number, not '1'"),
        (lambda: encodings.linear([(1, 2)], "<", 3), "a comparison is"),
        (lambda: encodings.linear([(1.5, 2)], "<=", 3), "a factor is a whole number, not 1.5"),
        (lambda: encodings.linear([(1, 2), 3], "<=", 3), r"a term is a factor and a literal, .*, not 3"),
        (lambda: encodings.linear([(1, 2)], "<=", 0.5), "a bound is a whole number, not 0.5"),
        (lambda: encodings.table([{0: 1, 1: -1}], [(0, 1)]), "a row has 1 symbol, one"),
        (lambda: encodings.table([[1, 2]], [(0, 1)]), "a place is a mapping"),
        (lambda: encodings.connected([1, 2], [(1, 3)]), "3 is not one of the literals"),
        (lambda: encodings.connected([1, 2, 3], [(1, 2, 3)]), "a link is a pair"),
        (lambda: encodings.connected([1, 2], None), "links are pairs of literals, not None"),
        (lambda: encodings.linear(None, "<=", 1), "terms are pairs of a factor and a literal, not None"),
        (lambda: encodings.table([{0: 1, 1: -1}], None), "rows are a sequence, not None"),
        (lambda: encodings.table([{0: 1, 1: -1}], [5]), "a row has 1 symbol, .*, not 5"),
        (lambda: encodings.table([{0: 1, 1: -1}], [([0],)]), "symbols are numbers, texts or other hashable"),
        (lambda: encodings.all_different(None), "a place is a mapping"),
        (lambda: encodings.names(["linear"]), "no constraint .'linear'."),
        (lambda: encodings.Formula(10**30), "the number of input variables is 1000000"),
        (
            lambda: encodings.regular(BIT, 0, lambda state, x: 1 // 0, bool),
            "step raises ZeroDivisionError: .*0",
        ),
        (lambda: encodings.regular(BIT, 0, lambda state, x: [x], bool), "step raises TypeError: unhashable"),
        (lambda: encodings.regular(BIT, 0, lambda state: 0, bool), "step raises TypeError: .* positional"),
        (lambda: encodings.regular(BIT, 0, lambda state, x: x, None), "accepts is a function, not None"),
        (lambda: encodings.regular(BIT, [], lambda state, x: x, bool), r"states are numbers, .*, not \[\]"),
        (lambda: encodings.at_most_one([], first_free=0), "first_free is 0, and the next free variable is 1"),
    ):
        with pytest.raises(coversat.CoversatError, match=says):
            make()


# What is stated of each encoding


ARC, REFUTING, NEITHER = "every literal", "every contradiction", "less"


class Stated(NamedTuple):
    """A row of a table in docs/encodings.md."""

    clauses: str
    auxiliary: str
    determined: bool
    finds: str


def stated(constraint: str) -> dict[str, Stated]:
    """What the manual states of the encodings of a constraint; these are all of its own ones."""
    part = PAGE.read_text("utf-8").split(f"### {constraint}")[1].split("\n### ")[0].split("\n## ")[0]
    found = {}
    for line in part.splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        if len(cells) == 6 and cells[3] in ("yes", "no"):
            found[cells[0]] = Stated(cells[1], cells[2], cells[3] == "yes", cells[4])
    return found


def holds(size: str, number: int, **letters: int) -> bool:
    """Whether the formula of a size gives this number, or a bound of it."""
    known = {"sqrt": math.sqrt, "log2": math.log2, "ceil": math.ceil, **letters}
    value = eval(size.removeprefix("<= "), {"__builtins__": {}}, known)
    return number <= value if size.startswith("<= ") else number == value


def assert_sizes(said: Stated, found: Encoded, **letters: int) -> None:
    sizes = len(found.clauses), len(found.auxiliary)
    assert holds(said.clauses, sizes[0], **letters), (sizes, said, letters)
    assert holds(said.auxiliary, sizes[1], **letters), (sizes, said, letters)
    assert found.determined == said.determined


def finding(found: Encoded, inputs: Sequence[int], right: Callable[[dict[int, bool]], bool]) -> str:
    """What unit propagation finds, over all partial assignments of variables."""
    whole = [dict(zip(inputs, values, strict=True)) for values in product((False, True), repeat=len(inputs))]
    answers = [values for values in whole if right(values)]
    level, always = ARC, found.auxiliary.stop + FIRST
    with Solver("minisat22", bootstrap_with=[[*clause, -always] for clause in found.clauses]) as solver:
        for signs in product((None, False, True), repeat=len(inputs)):
            known = {v: sign for v, sign in zip(inputs, signs, strict=True) if sign is not None}
            left = [values for values in answers if known.items() <= values.items()]
            assumed = [always, *(v if sign else -v for v, sign in known.items())]
            holds_, propagated = solver.propagate(assumptions=assumed)
            implied = {v if left[0][v] else -v for v in inputs if len({one[v] for one in left}) == 1}
            if not left and holds_:
                return NEITHER
            if not implied <= set(propagated):
                level = REFUTING
    return level


@pytest.mark.thorough
def test_what_is_stated_of_counts() -> None:
    for name, said in stated("at_most_one").items():
        with in_case(name):
            for n in (4, 5, 6, 9, 16, 17, 40, 100, 257):
                assert_sizes(said, encodings.at_most_one(range(1, n + 1), name, first_free=n + 1), n=n)
            found = encodings.at_most_one(range(1, 7), name, first_free=7)
            assert finding(found, range(1, 7), lambda values: sum(values.values()) <= 1) == said.finds
    for name, said in stated("exactly").items():
        with in_case(name):
            for n, k in ((2, 1), (5, 2), (9, 8), (20, 7), (41, 20), (90, 30)):
                assert_sizes(said, exactly(range(1, n + 1), k, name, first_free=n + 1), n=n, k=k)
                for make in (encodings.at_most, encodings.at_least):
                    less = make(range(1, n + 1), k, name, first_free=n + 1)
                    sizes = (said.clauses, len(less.clauses)), (said.auxiliary, len(less.auxiliary))
                    assert all(holds(f"<= {one.removeprefix('<= ')}", size, n=n, k=k) for one, size in sizes)
            for k in (1, 3, 5):
                found = exactly(range(1, 7), k, name, first_free=7)
                assert (
                    finding(found, range(1, 7), lambda values, k=k: sum(values.values()) == k) == said.finds
                )


@pytest.mark.thorough
def test_what_is_stated_of_sums() -> None:
    compared: dict[str, Callable[[int, int], bool]] = {"<=": int.__le__, ">=": int.__ge__, "==": int.__eq__}
    for name, said in stated("linear").items():
        levels = set()
        with in_case(name):
            for n, most in ((1, 3), (4, 9), (9, 20), (14, 30)):
                terms = [(1 + 7 * at * at % most, at) for at in range(1, n + 1)]
                t, b = sum(factor for factor, _ in terms), max(factor for factor, _ in terms).bit_length()
                for comparison, s in product(compared, (0, t // 3, t // 2)):
                    bound = t - s if comparison == ">=" else s
                    found = encodings.linear(terms, comparison, bound, name, first_free=n + 1)
                    assert_sizes(said, found, n=n, s=s, t=t, b=b)
            for factors, comparison, s in (
                *(((3, 5, 7, 8, 9), comparison, s) for comparison in compared for s in (8, 13, 16)),
                ((22, 35, 29, 32, 30, 33, 13), "==", 97),
            ):
                inputs = range(1, len(factors) + 1)
                terms = list(zip(factors, inputs, strict=True))
                found = encodings.linear(terms, comparison, s, name, first_free=len(factors) + 1)

                def right(
                    values: dict[int, bool], of: Any = terms, how: str = comparison, s: int = s
                ) -> bool:
                    return compared[how](sum(factor for factor, v in of if values[v]), s)

                levels.add(finding(found, inputs, right))
            assert max(levels, key=(ARC, REFUTING, NEITHER).index) == said.finds, levels


def test_what_is_stated_of_words() -> None:
    places = [{symbol: 4 * at + symbol for symbol in range(1, 5)} for at in range(4)]
    rows = [row for row in product(range(1, 5), repeat=4) if all(a <= b + 1 for a, b in pairwise(row))]
    layers = diagram(Regular((), 0, lambda a, b: b if a <= b + 1 else None, bool), [range(1, 5)] * 4)
    assert layers is not None
    steps = sum(len(targets) for layer in layers for targets in layer.values())
    letters = {"p": 4, "q": 4, "m": sum(map(len, layers)), "e": steps, "w": len(rows)}
    for name, said in stated("table").items():
        with in_case(name):
            assert_sizes(said, encodings.table(places, rows, name, first_free=FIRST), **letters)
            step = lambda a, b: b if a <= b + 1 else None  # noqa: E731
            assert_sizes(said, encodings.regular(places, 0, step, bool, name, first_free=FIRST), **letters)


def test_what_is_stated_of_places_and_graphs() -> None:
    for n, q in ((4, 5), (6, 9)):
        places = [{symbol: q * at + symbol for symbol in range(1, q + 1)} for at in range(n)]
        for name, said in stated("all_different").items():
            assert_sizes(said, encodings.all_different(places, name, first_free=n * q + 1), n=n, q=q)
    for n in (2, 5, 9, 16):
        links = [(a, b) for a in range(1, n + 1) for b in range(a + 1, n + 1) if b in (a + 1, a + 4)]
        for name, said in stated("connected").items():
            found = encodings.connected(range(1, n + 1), links, name, first_free=n + 1)
            assert_sizes(said, found, n=n, l=len(links))


def _one_of(literals: list[int]) -> list[tuple[int, ...]]:
    return [tuple(literals), *((-a, -b) for a, b in combinations(literals, 2))]


@pytest.mark.thorough
def test_what_is_stated_of_what_words_and_graphs_find() -> None:
    """Three symbols that add up to 3; connected cells of a board of 2x3."""
    places = [{symbol: 3 * at + symbol + 1 for symbol in range(3)} for at in range(3)]
    rows = [row for row in product(range(3), repeat=3) if sum(row) == 3]
    one_each = [clause for place in places for clause in _one_of(list(place.values()))]

    def adds_up(values: dict[int, bool]) -> bool:
        shown = [[symbol for symbol, x in place.items() if values[x]] for place in places]
        return all(len(one) == 1 for one in shown) and sum(one[0] for one in shown) == 3

    for name, said in stated("table").items():
        found = encodings.table(places, rows, name, first_free=10)
        both = Encoded((*found.clauses, *one_each), found.auxiliary, True)
        assert finding(both, range(1, 10), adds_up) == said.finds, name
    three = [{1: 1, 2: -1}, {1: 2, 2: -2}, {1: 3, 2: 4, 3: 5}]

    def differ(values: dict[int, bool]) -> bool:
        third = [symbol for symbol, x in three[2].items() if values[x]]
        return len(third) == 1 and len({third[0], 2 - values[1], 2 - values[2]}) == 3

    for name, said in stated("all_different").items():
        found = encodings.all_different(three, name, first_free=6)
        # As many places as symbols: without the clauses that each occurs.
        pairs = [clause for clause in found.clauses if min(clause) < 0]
        both = Encoded((*pairs, *_one_of([3, 4, 5])), found.auxiliary, True)
        assert finding(both, range(1, 6), differ) == said.finds, name
    links = [(1, 2), (2, 3), (4, 5), (5, 6), (7, 8), (8, 9), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8), (6, 9)]

    def is_connected(values: dict[int, bool]) -> bool:
        chosen = [v for v, value in values.items() if value]
        seen = chosen[:1]
        for one in seen:
            beside = [sum(link) - one for link in links if one in link]
            seen += [other for other in beside if other in chosen and other not in seen]
        return len(seen) == len(chosen)

    for name, said in stated("connected").items():
        found = encodings.connected(range(1, 10), links, name, first_free=10)
        assert finding(found, range(1, 10), is_connected) == said.finds, name


def test_the_manual_has_a_row_for_each_encoding() -> None:
    for constraint in ("at_most_one", "exactly", "linear", "all_different", "table", "connected"):
        own = [name for name in encodings.names(constraint) if not name.startswith("pysat:")]
        assert list(stated(constraint)) == own
