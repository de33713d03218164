"""The best routes together, tests of differences, growth and titled points, against values by hand."""

from __future__ import annotations

import math
import re

import pytest

from coversat.comparing.plots import inlined, titled
from coversat.comparing.report_tables import Table, applied_times, best_record, contributions, virtual_best
from coversat.comparing.rows import RunRecord
from coversat.comparing.significance import PairRecord, Pairs, fitted, growth, holm, paired_tests
from coversat.comparing.summary import table_of


def table(times: dict[str, dict[str, float]], sizes: dict[str, float] | None = None) -> Table:
    """A table of one run of each puzzle by each route, with a limit of 10; infinite times are unsolved."""
    runs = []
    for route, own in times.items():
        for puzzle, seconds in own.items():
            solved = math.isfinite(seconds)
            size = (sizes or {}).get(puzzle, 0)
            runs.append(
                RunRecord(
                    *(puzzle, "sudoku", route, "unique" if solved else "unknown"),
                    *(int(size**2), int(size**3), int(size**3)),
                    solve_seconds=seconds if solved else None,
                    id=puzzle,
                    size=size or None,
                )
            )
    return table_of("sudoku", runs, 10.0)


def test_virtual_best_single_best_and_contributions() -> None:
    """By hand, with a limit of 10: the best of each puzzle are 1, 2 and 4 seconds."""
    made = table(
        {
            "a": {"p": 1.0, "q": 8.0, "r": math.inf},
            "b": {"p": 3.0, "q": 2.0, "r": 4.0},
            "c": {"p": 1.02, "q": 9.0, "r": math.inf},
        }
    )
    assert virtual_best(applied_times(made.points), 10.0) == pytest.approx((1 + 2 + 4) / 3)
    best = best_record(made, 10.0)
    assert (best.single_best, best.single_best_seconds, best.puzzles) == ("b", pytest.approx(3.0), 3)
    rises = {one.route: one.contribution_seconds for one in made.routes}
    assert rises["a"] == pytest.approx(0.02 / 3)
    assert rises["b"] == pytest.approx((8 - 2 + 20 - 4) / 3)
    assert rises["c"] == 0
    assert {one.route: one.fastest for one in made.routes} == {"a": 1, "b": 2, "c": 1}  # a, c: within 5%
    assert virtual_best({"p": {"a": math.inf}}, None) is None
    assert contributions({"p": {"a": 1.0}}, 10.0) == {"a": None}


def test_holms_correction_by_hand() -> None:
    """Of 0.01, 0.04 and 0.03: 3 * 0.01, then 2 * 0.03, and no less than that."""
    pairs = [PairRecord("k", "a", "b", 9, 0, 1.0, p, None, False) for p in (0.01, 0.04, 0.03, None)]
    found = holm(pairs)
    assert [one.p_corrected for one in found] == [pytest.approx(0.03), pytest.approx(0.06), 0.06, None]
    assert [one.different for one in found] == [True, False, False, False]


def test_paired_tests_and_ties() -> None:
    """With eight puzzles all of one sign, the exact two-sided p-value is 2 / 2**8."""
    pytest.importorskip("scipy")
    puzzles = [f"p{n}" for n in range(8)]
    noise = [1.0, 1.1, 0.9, 1.2, 0.8, 1.3, 0.7, 1.05]
    fast = {one: 0.1 * (n + 1) for n, one in enumerate(puzzles)}
    slow = {one: 2.0 * fast[one] * (1 + n / 100) for n, one in enumerate(puzzles)}
    near = {one: fast[one] * noise[n] for n, one in enumerate(puzzles)}
    pairs = {
        (one.route, one.other): one for one in paired_tests(table({"a": slow, "b": fast, "c": near}), 10.0)
    }
    first = pairs["b", "a"]
    assert (first.p, first.faster_on, first.puzzles) == (pytest.approx(2 / 2**8), 8, 8)
    assert (first.p_corrected, first.different) == (pytest.approx(3 * 2 / 2**8), True)
    (tie,) = (one for names, one in pairs.items() if {*names} == {"b", "c"})
    assert not tie.different
    assert (first.effect, abs(tie.effect or 1) < 0.5) == (1.0, True)
    assert Pairs((first,)).matrix("sudoku") == [
        ["", "1", "2"],
        ["1 b", "", f"{first.ratio:.3g}*"],
        ["2 a", "-1.00", ""],
    ]
    same = paired_tests(table({"a": fast, "b": fast}), 10.0)
    assert (same[0].p, same[0].different) == (1.0, False)
    few = Pairs(tuple(paired_tests(table({"a": {"p": 1.0}, "b": {"p": 2.0}}), 10.0)))
    assert few[0].p is None
    assert few.lines()[0] == "sudoku: 0 pairs of routes tested"
    assert few.matrix("sudoku")[1:] == [["1 a", "", "-"], ["2 b", "-", ""]]


def test_the_rank_biserial_correlation_by_hand() -> None:
    """Logarithms of ratios -1, -2, -3, 4, -5, -6 have the ranks 1 to 6: (17 - 4) / 21."""
    pytest.importorskip("scipy")
    logs = dict(zip("pqrstu", (-1, -2, -3, 4, -5, -6), strict=True))
    made = table({"a": {name: math.exp(one) for name, one in logs.items()}, "b": dict.fromkeys(logs, 1.0)})
    (pair,) = paired_tests(made, 1000.0)
    assert (pair.route, pair.effect) == ("a", pytest.approx(13 / 21))


def test_a_wide_matrix_is_in_blocks() -> None:
    pytest.importorskip("scipy")
    times = {f"route{n:02}": {f"p{at}": (n + 1.0) * (at + 1) for at in range(7)} for n in range(8)}
    found = Pairs(tuple(paired_tests(table(times), 1000.0)))
    narrow = found.lines(44)
    assert max(map(len, narrow)) <= 44
    assert sum(line.startswith("1 route00") for line in narrow) == 3
    assert sum(line.startswith("1 route00") for line in found.lines()) == 1


def test_growth_by_hand() -> None:
    """Times grow as the square, clauses as the cube; a size with an unsolved puzzle does not count."""
    pytest.importorskip("scipy")
    sizes = {f"p{n}": float(n) for n in (2, 3, 4, 5, 6)}
    times = {name: 0.01 * size**2 for name, size in sizes.items()} | {"p6": math.inf}
    found = {one.figure: one for one in growth(table({"a": times}, sizes))}
    exponents = {name: round(one.exponent, 6) for name, one in found.items()}
    assert exponents == {"variables_or_items": 2, "clauses_or_options": 3, "total_seconds": 2}
    assert {one.sizes for one in found.values()} == {4}
    assert found["total_seconds"].exponent_low == pytest.approx(2)
    # By hand for x = 1, 2, 4 and y = 1, 2, 8: the slope is 1.5; its error sqrt(1 / 12), t with one degree
    # of freedom 12.7062.
    exponent, low, high = fitted([1, 2, 4], [1, 2, 8])
    assert exponent == pytest.approx(1.5)
    assert (
        high - exponent
        == pytest.approx(exponent - low)
        == pytest.approx(12.7062 * math.sqrt(1 / 12), rel=1e-4)
    )
    assert list(growth(table({"a": {"p2": 1.0}}, sizes))) == []


def test_titles_of_points() -> None:
    """Each point of a group has its name; a wrong number of them is an error."""
    uses = '<use xlink:href="#m" x="1"/><use x="2"/>'
    drawn = f'<?xml?><svg xmlns="u" x="1"><g id="g"><path/><g>{uses}</g></g></svg>'
    named = titled(drawn, {"g": ["a<b", "c"]})
    assert re.findall("<title>(.*?)</title>", named) == ["a&lt;b", "c"]
    with pytest.raises(ValueError, match="2 points drawn of 1"):
        titled(drawn, {"g": ["a"]})
    shown = inlined(named, "one-", 'a "plot"')
    assert shown.startswith('<svg role="img" aria-label="a &quot;plot&quot;" x="1">')
    assert 'id="one-g"' in shown
    assert 'href="#one-m"' in shown
