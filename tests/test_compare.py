"""Comparing routes: sizes, agreement, and what contradicts what."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import permutations
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from command_line import command_line
from each import each
from instances import instances
from kinds.sudoku import grids_of_4
from test_routes import EMPTY, Liar

from coversat.answering.choosing import chosen_routes, is_natural
from coversat.answering.routes import Route, external_route, find_route
from coversat.answering.routes import all_routes as routes
from coversat.comparing.compare import Comparison, Layout, cells
from coversat.comparing.compare import compare_routes as compare
from coversat.comparing.measures import shuffle_lines
from coversat.comparing.rows import Row
from coversat.comparing.statistics import Claim, disagreements
from coversat.problems import KINDS, Cnf, ExactCover, Sudoku
from coversat.reductions.encoders import ENCODERS
from coversat.solvers import Limits, effort_unit, solvers_of

UNIQUE = Sudoku.parse("1000\n0020\n0300\n0004\n")
SIZES_OF = attrgetter("variables_or_items", "clauses_or_options", "literals_or_entries")
HONEST = ("search/blanks", "cover/dancing-links", "cnf:minimal/cadical195")


def named(*names: str) -> list[Route]:
    return [find_route("sudoku", name) for name in names]


def liar(*says: Any, name: str = "liar") -> Route:
    return Route("sudoku", (), Liar(says, name=name))


def test_the_limit_is_two_where_none_is_given() -> None:
    found = compare(EMPTY, named(*HONEST), Limits())
    assert found.limit == 2
    assert all(len(row.answers) == 2 for row in found)


def answer() -> Any:
    (one,) = (grid for grid in grids_of_4() if not UNIQUE.violations(grid))
    return one


WRONG = ((1,) * 4,) * 4


def test_a_wrong_answer_is_a_disagreement() -> None:
    for order in permutations([*named(*HONEST[:2]), liar(WRONG)]):
        found = compare(UNIQUE, order, Limits())
        assert found.disagreements == ("liar",)
        assert not found.agree
        row = next(row for row in found if row.route == "liar")
        assert row.status == "wrong"
        assert row.reason is not None
        assert "wrong answer" in row.reason


def test_a_no_where_others_have_an_answer_is_a_disagreement() -> None:
    """Whichever comes first: that they contradict each other is what is said."""
    for order in permutations([*named("search/blanks"), liar()]):
        found = compare(UNIQUE, order, Limits())
        assert not found.agree
        assert found.disagreements == (order[1].name,)


def test_a_missing_second_answer_is_a_disagreement() -> None:
    first = grids_of_4()[0]
    found = compare(EMPTY, [*named("search/blanks"), liar(first)], Limits(answers=300))
    assert found.disagreements == ("liar",)
    # Who saw all answers when others saw more than that is contradicted too.
    found = compare(EMPTY, [*named("search/blanks"), liar(first)], Limits(answers=2))
    assert not found.agree


def test_different_answers_up_to_the_limit_are_no_disagreement() -> None:
    grids = grids_of_4()
    found = compare(EMPTY, [liar(*grids[:2]), liar(*grids[5:7], name="other")], Limits(answers=2))
    assert found.agree


def test_unknown_contradicts_nothing() -> None:
    """Routes whose limit came first; one of them before it had any answer."""
    short = compare(EMPTY, named(*HONEST), Limits(nodes=0, answers=300))
    assert short.agree
    assert all(not row.exact for row in short)
    assert all(row.reason for row in short)
    # By hand: an early end beside a finished search, with and without an answer.
    whole = [Claim(name, frozenset([answer()]), True) for name in HONEST[1:]]
    assert disagreements([Claim("early", frozenset(), False), *whole]) == ()
    assert disagreements([*whole, Claim("early", frozenset([answer()]), False)]) == ()
    # But an answer that others, who finished, do not have is a contradiction all the same.
    assert disagreements([*whole, Claim("early", frozenset([grids_of_4()[7]]), False)]) == ("early",)


def test_a_refusal_contradicts_nothing() -> None:
    instance = next(one for one in instances("kakuro") if one.name == "ten cells in a run")
    found = compare(instance.problem, chosen_routes("kakuro"), Limits())
    assert found.agree
    refused = [row for row in found if row.lacks_result]
    assert [row.route for row in refused] == ["cnf:forbidden/cadical195"]
    assert "up to 5" in str(refused[0].reason)


@pytest.mark.thorough
@each(
    "problem",
    [
        Cnf(4, ((1, 2), (-1, 3, 4)), projection=(1, 2)),
        ExactCover.parse("| projection: x\na b | x y\na x:1\na x:2\nb y:1\nb y:2\nb x:1\n"),
    ],
)
def test_what_a_projection_does_not_show_is_no_disagreement(problem: Any) -> None:
    """Two models that agree on the projection count as one, so either may be found."""
    found = compare(problem, routes(problem.kind), Limits(answers=100))
    assert found.agree, found.disagreements


def test_sizes() -> None:
    cnf = Cnf(3, ((1, 2), (-3,), ()))
    assert cnf.sizes() == {"variables": 3, "clauses": 3, "literals": 3}
    cover = ExactCover.parse("a b | x y\na x y:1\nb\n")
    assert cover.sizes() == {"items": 4, "options": 2, "entries": 4}
    assert EMPTY.sizes() == {}
    found = compare(EMPTY, named("cover/dancing-links", "search/scan"), Limits())
    # 16 cells and 4 digits in each of 12 units; 64 options with four items each.
    assert SIZES_OF(found[0]) == (64, 64, 256)
    assert SIZES_OF(found[1]) == (None, None, None)
    assert all(row.effort > 0 for row in found)


def test_patterns() -> None:
    everything = routes("sudoku")
    assert {*chosen_routes("sudoku", ["**"])} == {*filter(is_natural, everything)}
    assert [r.name for r in chosen_routes("sudoku", ["search/*", "cover/bitset"])] == [
        "cover/bitset",
        *(r.name for r in everything if r.name.startswith("search/")),
    ]
    for names, chosen in [
        (["cnf:minimal,cover", "cnf:min*"], "cnf:minimal/cadical195 cover/bitset"),
        (["cnf:m*"], "cnf:minimal/cadical195 cnf:mdd/cadical195"),
        (["cnf:minimal/cadical1[05]3"], "cnf:minimal/cadical103 cnf:minimal/cadical153"),
        (["cnf:minimal/cover/b*"], "cnf:minimal/cover/bitset"),
        (["cover/d*, cover/cnf:l*"], "cover/dancing-links cover/cnf:ladder/cadical195"),
        (["**/cnf:ladder"], "cover/cnf:ladder/cadical195"),
        (["search/scan,cnf:extended"], "cnf:extended/cadical195 search/scan"),
    ]:
        assert [route.name for route in chosen_routes("sudoku", names)] == chosen.split(), names
    assert len(chosen_routes("sudoku", ["cnf:m*/*"])) == 2 * len(solvers_of("cnf"))
    assert "vertexcover/cnf:mixed/cadical195" in {
        r.name for r in chosen_routes("3sat", ["vertexcover/cnf:*"])
    }
    with pytest.raises(ValueError, match="no route of sudoku fits 'nothing/\\*'; there is cnf:extended"):
        chosen_routes("sudoku", ["search/*", "nothing/*"])
    with pytest.raises(ValueError, match="fits 'cnf:minmal\\*'; did you mean cnf:minimal"):
        chosen_routes("sudoku", ["cnf:minmal*"])
    usual = [route.name for route in chosen_routes("sudoku")]
    assert {
        "search/scan",
        "cover/dancing-links",
        "cnf:minimal/cadical195",
        "cover/cnf:ladder/cadical195",
    } <= {*usual}
    assert not any("cnf:minimal/cover" in name for name in usual)


def test_encodings_with_nothing_to_say_are_not_compared_unasked() -> None:
    """Those of constraints, where none says more than that digits differ; named they refuse."""
    plain, windows = Sudoku.parse("....\n" * 4), Sudoku.parse(("." * 9 + "\n") * 9 + "windoku\n")
    drawn = Sudoku.parse("....\n" * 4 + "thermo r1c1 r1c2\n")
    for problem, said in ((plain, False), (windows, False), (drawn, True)):
        names = {route.name for route in chosen_routes("sudoku", (), (), problem)}
        assert names >= {"cnf:extended/cadical195", "cover/bitset"}
        assert {name.partition(":")[2].partition("/")[0] in ENCODERS for name in names} == {False, said}
    named = chosen_routes("sudoku", ["cnf:mdd/cadical195"], (), plain)
    assert compare(plain, named, Limits())[0].reason is not None


def test_effort_has_a_unit_or_is_left_out() -> None:
    chosen = named("cover/bitset", "cnf:minimal/cadical195", "cnf:minimal/kissat404", "search/scan")
    rows = compare(UNIQUE, chosen, Limits())
    assert [row.effort_unit for row in rows] == ["nodes", "conflicts", None, "nodes"]
    assert [row.effort is None for row in rows] == [False, False, True, False]
    assert cells(rows[2])[4] == "-"
    program = external_route("sudoku", "cnf:minimal", f"{sys.executable} {{cnf}}")
    assert effort_unit(program.solver) is None


def test_the_same_reason_is_told_once() -> None:
    plain = Sudoku.parse("....\n" * 4)
    found = compare(plain, chosen_routes("sudoku", ["cnf:mdd/c*"]), Limits())
    assert [line for line in found.below if "requires more than" in line] == [
        "cnf:mdd/cadical195, cnf:mdd/cadical103, cnf:mdd/cadical153 and 2 others: " + str(found[0].reason)
    ]


def test_what_failed_is_told_and_is_no_agreement(tmp_path: Path) -> None:
    """A program that prints nonsense beside a route that answers."""
    puzzle = tmp_path / "p.txt"
    puzzle.write_text(UNIQUE.format())
    words = ["compare", str(puzzle), "--routes", "search/[!b]*", "--routes", "search/bl*"]
    done = command_line(*words, "--solver-command", "echo nonsense {cnf}")
    assert done.code == 3
    assert "1 of 4 routes gave no result; the others agree" in done.output
    assert "all routes agree" not in done.output


def test_a_table_fits_eighty_columns_with_the_longest_names() -> None:
    given = Row(
        *("", "", "", "multiple", 12345, 123456, 1234567, 12345, "nodes"),
        reduce_seconds=0.123,
        solve_seconds=12.3,
        count=2,
        exact=True,
    )
    for kind in KINDS:
        names = [route.name for route in chosen_routes(kind)]
        for width in (80, 60):
            layout = Layout(names, width)
            for name in names:
                lines = layout.row(replace(given, route=name))
                assert max(map(len, [*layout.head(), *lines])) <= width
                broken = [lines[0].split()[0], *lines[1:]]
                assert "".join(broken) == name
                assert all(part.endswith("/") or len(part) > 8 for part in broken[:-1])
        assert Layout(names).row(replace(given, route=names[0]))[0].startswith(f"{names[0]} ")


def test_comparing_imports_no_pictures() -> None:
    code = (
        "import sys; from coversat.comparing import compare; "
        "print(sorted({'sqlite3', 'matplotlib', 'coversat.comparing.bench'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_an_empty_comparison() -> None:
    assert compare(EMPTY, [], Limits()) == Comparison((), 2)


def test_routes_whose_copies_take_as_long_are_not_told_apart() -> None:
    """The ranges of three routes: the second overlaps the fastest one, the third is above both."""
    ranges = {"a": (0.1, 0.2, 0.3), "b": (0.3, 0.4, 0.5), "c": (0.4, 0.6, 0.7)}
    rows = [
        Row(
            "p", "cnf", route, shuffles=3,
            shuffled_seconds_low=low, shuffled_seconds=middle, shuffled_seconds_high=high,
        )
        for route, (low, middle, high) in ranges.items()
    ]  # fmt: skip
    found = shuffle_lines(rows)
    assert "not told apart from a, the fastest, by their ranges: b" in found
    assert "routes differ by a factor of 3.0 (medians), copies of one route by up to 3.0" in found
    # A route that is above the fastest says nothing, however it is written.
    assert not any("told apart" in line for line in shuffle_lines([rows[0], rows[2]]))
