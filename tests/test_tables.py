"""Results as tables: records and their schemas, commands and functions, many puzzles, proofs, shuffles."""

from __future__ import annotations

import csv
import inspect
import io
import json
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx
import pytest
from command_line import command_line
from each import each

import coversat
from coversat.answering.reduction_graph import ways
from coversat.answering.routes import find_route
from coversat.base.records import ColumnError, columns_of, in_order
from coversat.cli import commands
from coversat.cli.schemas import NAMES
from coversat.comparing.compare import compare_routes as compare
from coversat.comparing.compare import odd_ones
from coversat.comparing.measures import Shuffles, proof_size, shuffled_cover, shuffled_formula
from coversat.comparing.rows import Row
from coversat.problems import KINDS, Cnf, ExactCover, Sudoku, read
from coversat.reductions.paths import reductions_from
from coversat.solvers import Limits, solvers_of
from coversat.solvers import found_by as solve

ROOT = Path(__file__).resolve().parent.parent
BOJ2239 = str(ROOT / "examples" / "sudoku" / "boj2239.txt")
ONE_LINE = str(ROOT / "examples" / "sudoku" / "oneline.txt")
UNIQUE = Sudoku.parse("1000\n0020\n0300\n0004\n")
EMPTY = Sudoku.parse("....\n" * 4)


def test_each_command_has_a_function_of_its_name() -> None:
    """But for those that are about the program, or write files for a person to edit."""
    without = {"help", "list", "new", "test"}
    for name in commands():
        assert inspect.isfunction(getattr(coversat, name, None)) == (name not in without), name


# Schemas


def lines(*words: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in command_line(*words).stdout.splitlines()]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two sudokus and three sizes of queens, measured."""
    file = tmp_path_factory.mktemp("measured") / "runs.db"
    routes = ["cover/dancing-links", "search/*"]
    boards = [problem for n in (4, 5, 6) for problem in coversat.read(f"queens {n}")]
    sizes = {f"queens #{number}": float(n) for number, n in enumerate((4, 5, 6), 1)}
    coversat.bench(boards, routes, store=file, sizes=sizes, axis="n")
    return str(file)


@pytest.mark.thorough
def test_output_fits_its_schema(store: str, tmp_path: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    small = str(tmp_path / "small.txt")
    Path(small).write_text(UNIQUE.format())
    real = {
        "check": (["check", ONE_LINE, BOJ2239, "missing.txt", "--json"],),
        "solve": (["solve", ONE_LINE, "--json"], ["solve", BOJ2239, "--nodes", "1", "--json"]),
        "count": (["count", ONE_LINE, "--json"],),
        "audit": (["audit", ONE_LINE, "--json"],),
        "compare": (
            ["compare", small, "missing.txt", "--via", "cnf:minimal,cnf:mdd,cover", "--json"],
            ["compare", small, "--via", "cnf:minimal", "--proofs", "--shuffles", "1", "--json"],
        ),
        "metrics": (["metrics", small, small, "--via", "cnf:minimal,cnf:mdd", "--json"],),
        "strength": (["strength", small, "--via", "cnf:minimal,cnf:mdd", "--samples", "2", "--json"],),
        "report": (["report", store, "--json"],),
        "bench": (["report", store, "--format", "json"],),
        **{part: (["report", store, "--format", part, "--json"],) for part in ("runs", "tests", "growth")},
    }
    assert set(real) == set(NAMES)
    for name, calls in real.items():
        published = json.loads(command_line("schema", name).stdout)
        assert published == coversat.schema(name)
        jsonschema.Draft202012Validator.check_schema(published)
        checker = jsonschema.Draft202012Validator(published)
        for words in calls:
            found = lines(*words)
            assert found, name
            for line in found:
                assert not list(checker.iter_errors(line)), (name, line)
                broken = {**line, "status": "nonsense", "puzzle": 5, "p": "x", "exponent": None, "kind": 5}
                assert list(checker.iter_errors(broken)), name
    assert command_line("schema").stdout.split() == [*NAMES]
    done = command_line("schema", "chek")
    assert (done.code, "did you mean check?" in done.stderr) == (2, True)


def test_figures_have_one_name(store: str) -> None:
    """What is in several tables has the same name and, beside medians, the same words."""
    tables = {name: coversat.schema(name) for name in ("compare", "metrics", "runs")}
    tables["report"] = coversat.schema("report")["properties"]["routes"]["items"]
    fields = {
        name: (table.get("properties") or table["anyOf"][0]["properties"]) for name, table in tables.items()
    }
    common = {"kind", "variables_or_items", "clauses_or_options", "literals_or_entries"}
    assert all(common <= set(table) for table in fields.values())
    for name in ("effort", "effort_unit", "decisions", "propagations", "reduce_seconds"):
        assert all(name in fields[table] for table in ("compare", "runs", "report")), name
    for table in fields.values():
        assert not [name for name in table if "second" in name and "seconds" not in name]
        assert all(one["description"] for one in table.values())


# Records


@pytest.mark.thorough
def test_records_are_a_sequence_with_tables() -> None:
    found = coversat.compare("queens 6", ["cover/dancing-links", "search/*"])
    assert len(found) == 2
    assert [row.route for row in found] == [found[0].route, found[1].route]
    assert isinstance(found[:1], (list, tuple))
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    objects = [json.loads(line) for line in found.to_jsonl().splitlines()]
    assert objects == found.rows()
    assert [*rows[0]] == [*objects[0]] == [*columns_of(Row)]
    assert rows[0]["contradicts"] == "false"
    assert "answers" not in rows[0]
    assert len(found[0].answers) == 2
    frame = pytest.importorskip("pandas") and found.to_pandas()
    assert list(frame.columns) == [*columns_of(Row)]
    assert list(frame["route"]) == [row.route for row in found]


def test_sorting_puts_missing_values_last() -> None:
    rows = [Row("", "", name, effort=effort) for name, effort in (("a", 3), ("b", None), ("c", 1))]
    assert [row.route for row in in_order(rows, Row, "effort")] == ["c", "a", "b"]
    assert [row.route for row in in_order(rows, Row, "-effort")] == ["a", "c", "b"]
    assert in_order(rows, Row, None) == rows
    with pytest.raises(ColumnError, match="no column 'efort' to sort by; did you mean effort"):
        in_order(rows, Row, "efort")


def test_an_unknown_column_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    done = command_line("bench", BOJ2239, "--store", str(path), "--sort", "nonsense")
    assert (done.code, done.stdout, path.exists()) == (2, "", False)
    assert "there is no column 'nonsense' to sort by" in done.stderr
    done = command_line("report", str(path), "--html", str(tmp_path / "page.html"), "--sort", "route")
    assert done.code == 2
    assert "leave out --json, --format and --sort" in done.stderr


@pytest.mark.thorough
def test_commands_sort(store: str) -> None:
    words = ["compare", BOJ2239, "--via", "cover,cnf:minimal", "--csv", "--sort"]
    for by, first in (
        ("clauses_or_options", "cover/bitset"),
        ("-clauses_or_options", "cnf:minimal/cadical195"),
    ):
        assert next(csv.DictReader(io.StringIO(command_line(*words, by).stdout)))["route"] == first
    sorted_rows = list(
        csv.DictReader(io.StringIO(command_line("report", store, "--csv", "--sort=-route").stdout))
    )
    assert [row["route"] for row in sorted_rows] == ["search/backtracking", "cover/dancing-links"]
    done = command_line(
        "metrics", BOJ2239, "--via", "cnf:minimal,cnf:extended", "--sort", "clauses_or_options"
    )
    assert [line.split()[0] for line in done.stdout.splitlines()[2:]] == ["cnf:minimal", "cnf:extended"]
    assert command_line(*words, "nonsense").code == 2


# Many puzzles


def test_many_puzzles_are_medians(tmp_path: Path) -> None:
    done = command_line("compare", ONE_LINE, BOJ2239, "--via", "cnf:minimal,cover/bitset")
    assert done.code == 0
    first, *_ = done.stdout.splitlines()
    assert first == "sudoku: medians of 3 puzzles"
    assert done.stdout.splitlines()[-1] == "all routes agree"
    assert done.stdout.count("3/3") == 2
    found = coversat.compare(ONE_LINE, ["cnf:minimal", "cover/bitset"])
    assert (len(found), found.puzzles) == (4, (f"{ONE_LINE} #1", f"{ONE_LINE} #2"))
    (table,) = found.tables
    (minimal,) = (one for one in table.routes if one.route.startswith("cnf"))
    clauses = [row.clauses_or_options for row in found if row.route.startswith("cnf")]
    assert minimal.clauses_or_options == sum(map(float, clauses)) / 2  # type: ignore[arg-type]
    assert minimal.solved == 2
    broken = tmp_path / "broken.txt"
    broken.write_text("1.3.\n....\n.x..\n....\n")
    done = command_line("compare", BOJ2239, str(broken), "--via", "cover")
    assert (done.code, "all routes agree" in done.stdout) == (2, True)
    assert f"{broken}:3:2: expected" in done.stderr
    assert command_line("compare", BOJ2239, ONE_LINE, "--case", "1").code == 2


def test_odd_ones_are_far_from_their_place() -> None:
    """Route b takes twice as long as a, but for one puzzle on which it takes twenty times as long."""
    times = {"p": (0.1, 0.2), "q": (0.1, 0.2), "r": (0.1, 0.2), "s": (0.1, 2.0), "t": (1.0, 2.0)}
    rows = [
        Row(puzzle, "k", route, "unique", reduce_seconds=0.0, solve_seconds=seconds)
        for puzzle, pair in times.items()
        for route, seconds in zip("ab", pair, strict=True)
    ]
    found = odd_ones(rows)
    assert found[0] == "odd ones out:"
    assert [line.split(":")[0].strip() for line in found[1:]] == ["s"]
    assert odd_ones([row for row in rows if row.puzzle != "s"]) == []
    assert odd_ones([Row("p", "k", "a", "failed"), Row("p", "k", "b", reason="1 second")]) == []


# Shuffles and proofs


@each(
    "text", ["p cnf 4 4\n1 2 0\n-1 3 4 0\n-3 -4 0\n2 3 0\n", "c p show 1 2 0\np cnf 4 2\n1 2 0\n-1 3 4 0\n"]
)
def test_a_shuffled_formula_is_the_same_formula(text: str) -> None:
    (cnf,) = read(text, "cnf").problems
    assert isinstance(cnf, Cnf)
    solver = solvers_of("cnf")[0]
    whole = len(solve(solver, cnf, Limits(answers=100)).answers)
    copies = [shuffled_formula(cnf, random.Random(seed)) for seed in range(8)]
    assert len({copy.clauses for copy in copies}) > 4
    for copy in copies:
        assert copy.sizes() == cnf.sizes()
        assert sorted(map(len, copy.clauses)) == sorted(map(len, cnf.clauses))
        assert len(solve(solver, copy, Limits(answers=100)).answers) == whole


def test_a_shuffled_formula_has_the_same_graphs() -> None:
    (puzzle,) = coversat.read("hitori 3 3\n3 1 2\n2 3 1\n1 2 2\n")
    cnf = coversat.reduce(puzzle, "cnf:cuts").target
    solver = solvers_of("cnf")[0]

    def answers(formula: Cnf) -> int:
        return len(solve(solver, formula, Limits(answers=100)).answers)

    assert (answers(cnf), answers(replace(cnf, graphs=()))) == (15, 24)
    assert {answers(shuffled_formula(cnf, random.Random(seed))) for seed in range(5)} == {15}


def test_a_shuffled_cover_is_the_same_cover() -> None:
    cover = ExactCover.parse("| projection: x\na b | x y\na x:1\na x:2\nb y:1\nb y:2\nb x:1\n")
    solver = solvers_of("cover")[0]
    whole = len(solve(solver, cover, Limits(answers=100)).answers)
    for seed in range(5):
        copy = shuffled_cover(cover, random.Random(seed))
        assert copy.sizes() == cover.sizes()
        assert {frozenset(o.items) | set(o.colours) for o in copy.options} == {
            frozenset(o.items) | set(o.colours) for o in cover.options
        }
        assert len(solve(solver, copy, Limits(answers=100)).answers) == whole


def test_shuffles_are_drawn_from_a_seed() -> None:
    chosen = [
        find_route("sudoku", name) for name in ("cnf:minimal/glucose4", "cover/bitset", "search/blanks")
    ]
    first, again = (compare(EMPTY, chosen, Limits(), measures=[Shuffles(3, 7)]) for _ in range(2))
    efforts = [[row.shuffled_effort_low, row.shuffled_effort, row.shuffled_effort_high] for row in first]
    assert efforts[0] == sorted(efforts[0])  # type: ignore[type-var]
    assert efforts == [[r.shuffled_effort_low, r.shuffled_effort, r.shuffled_effort_high] for r in again]
    assert [row.shuffles for row in first] == [3, 3, None]
    text = str(first)
    assert "3 shuffled copies of each:" in text
    assert "routes differ by a factor of" in text


def test_proofs_are_checked_and_measured() -> None:
    chosen = [find_route("sudoku", name) for name in ("cnf:minimal", "cnf:extended", "cover/bitset")]
    rows = compare(UNIQUE, chosen, Limits(), measures=[proof_size])
    assert [row.proof_clauses is not None for row in rows] == [True, True, False]
    assert all(row.proof_check_seconds is not None for row in rows[:2])
    several = compare(EMPTY, chosen[:1], Limits(), measures=[proof_size])
    assert several[0].proof_clauses is None  # not all answers were found
    pigeons = read(_pigeons(4), "cnf").problems[0]
    (row,) = compare(pigeons, [find_route("cnf", "cadical195")], Limits(), measures=[proof_size])
    assert row.status == "none"
    assert row.proof_clauses > 1  # type: ignore[operator]
    assert row.learnt_literals > 0  # type: ignore[operator]
    assert row.proof_bytes >= 2 * row.proof_clauses  # type: ignore[operator]
    (row,) = compare(pigeons, [find_route("cnf", "cadical195")], Limits(nodes=10**6), measures=[proof_size])
    assert row.proof_clauses > 1  # type: ignore[operator]


def _pigeons(holes: int) -> str:
    """One pigeon more than there are holes."""

    def at(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    clauses = [[at(p, h) for h in range(holes)] for p in range(holes + 1)]
    clauses += [[-at(p, h), -at(q, h)] for h in range(holes) for p in range(holes + 1) for q in range(p)]
    text = "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in clauses)
    return f"p cnf {holes * (holes + 1)} {len(clauses)}\n{text}"


# Functions


def test_reports_in_python(store: str, tmp_path: Path) -> None:
    found = coversat.report(store)
    assert {row.route for row in found} == {"cover/dancing-links", "search/backtracking"}
    assert found.to_csv().rstrip("\n") == command_line("report", store, "--csv").stdout.rstrip("\n")
    assert [run.size for run in found.runs if run.route.startswith("cover")] == [4, 5, 6]
    assert {row.puzzles for row in found} == {3}
    assert coversat.report(store, ["search/*"])[0].route == "search/backtracking"
    with pytest.raises(coversat.CoversatError, match="the clock is cpu or wall, not 'sun'"):
        coversat.report(store, clock="sun")
    with pytest.raises(coversat.CoversatError, match="no such file"):
        coversat.report(tmp_path / "none.db")


def test_converting_in_python() -> None:
    text = "1...\n..2.\n.3..\n...4\n"
    assert coversat.convert(text, "oneline") == "1.....2..3.....4\n"
    assert coversat.convert(ONE_LINE, "oneline").count("\n") == 2
    for to, says in (("onelin", "no form 'onelin' of sudoku; did you mean oneline"), (5, "to is a text")):
        with pytest.raises(coversat.CoversatError, match=says):
            coversat.convert(text, to)  # type: ignore[arg-type]
    assert coversat.read(coversat.example("kakuro"))[0].kind == "kakuro"
    with pytest.raises(coversat.CoversatError, match="nonsense"):
        coversat.example("nonsense")


def test_the_graph_of_reductions() -> None:
    """Each reduction is an edge; the classes of some are those that the literature states."""
    graph = coversat.reduction_graph()
    assert isinstance(graph, networkx.DiGraph)
    assert set(graph) == set(KINDS)
    assert {rule.name for rule in reductions_from("sudoku").values()} == {
        key for _, _, key in graph.out_edges("sudoku", keys=True)
    }
    assert graph.edges["clique", "vertexcover", "vertexcover"]["reduction_class"] == "P"
    assert {data["reduction_class"] for *_, data in graph.edges(data=True)} == {"P", "Q", "V", "N", "P or Q"}
    assert not graph.edges["hitori", "cnf", "cnf:cuts"]["complete"]
    for source, target in (("clique", "cnf"), ("3sat", "clique"), ("colouring", "cover")):
        found = ways(source, target)
        shortest = networkx.shortest_path_length(graph, source, target)
        assert len(found[0].path) == shortest == min(len(way.path) for way in found)
        for way in found:
            kinds = [source, *(rule.target for rule in way.path)]
            assert len(set(kinds)) == len(kinds)
            assert all(graph.has_edge(a, b) for a, b in pairwise(kinds))
    assert ways("sudoku", "sudoku") == []
