"""Programs that are given other texts than DIMACS: OPB, LP, MPS, MiniZinc and cardinality constraints.

Those that are installed solve small puzzles; others are scripts.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from each import each
from instances import instances, seen

from coversat.answering.choosing import chosen_routes
from coversat.answering.routes import external_route, find_route
from coversat.answering.running import run
from coversat.base.errors import SolverError, UnknownRouteError
from coversat.cli import exit_code
from coversat.exchange.linear import LinearConstraint, LinearCover
from coversat.problems import ExactCover, Sudoku
from coversat.solvers import found_by as solve
from coversat.solvers import solvers_of

PUZZLE = Sudoku.parse("1.3..4..21.....2")

PROGRAMS = {
    "clasp --verbose=0 {opb}": ("sudominoku", "dominosa"),
    "glpsol --freemps {mps} -o {model}": ("langford",),
    "glpsol --lp {lp} -o {model}": ("tents",),
    "minizinc --solver gecode {mzn}": ("dominosa",),
}
"""Whose texts state an exact cover, and the rules; and kinds that they solve in a moment."""


@pytest.mark.thorough
@each("command", PROGRAMS)
def test_all_answers_by_programs(command: str) -> None:
    """With none and with two; of sudominoku several covers are one answer, which is asked for once."""
    if shutil.which(command.split()[0]) is None:
        pytest.skip(f"{command.split()[0]} is not installed")
    for kind in PROGRAMS[command]:
        for count in (0, 2):
            some = [one for one in instances(kind) if len(one.answers) == count]
            for instance in some[:1]:
                route = external_route(kind, None, command)
                found = run(instance.problem, route).findings
                shown = frozenset(seen(instance.problem, answer) for answer in found.answers)
                assert (shown, found.exhausted) == (instance.answers, True), (kind, instance.name)
                assert found.effort["nodes"] == count + 1, (kind, instance.name)


def satisfies(constraint: LinearConstraint, true: set[int]) -> bool:
    added, taken, relation, bound = constraint
    total = sum(one in true for one in added) - sum(one in true for one in taken)
    return {"=": total == bound, "<=": total <= bound, ">=": total >= bound}[relation]


COVERS = {
    "plain": ("a b c\na b\nb c\nc\na\n", None),
    "nothing to choose": ("| x\nx\n", None),
    "colours": ("a b | x y\na x:1\na x:2\na\nb x:1\nb y:2\nb\n", ("x", "y")),
}


@each("name", COVERS)
def test_an_excluded_cover_excludes_those_that_show_the_same(name: str) -> None:
    """By all 0-1 vectors: the covers that remain are those with another identity."""
    text, projection = COVERS[name]
    cover = ExactCover.parse(text)
    cover = ExactCover(cover.primary, cover.secondary, cover.options, projection)

    def covers(*excluded: tuple[int, ...]) -> set[tuple[int, ...]]:
        linear = LinearCover(cover)
        for one in excluded:
            linear.exclude(one)
        numbers = range(1, linear.variable_count + 1)
        vectors = (
            {at for at, bit in zip(numbers, bits, strict=True) if bit}
            for bits in product((0, 1), repeat=len(numbers))
        )
        return {
            linear.cover_of(one)
            for one in vectors
            if all(satisfies(each, one) for each in linear.constraints())
        }

    every = covers()
    assert every == {
        tuple(sorted(one)) for one in solve(solvers_of("cover")[0], ExactCover.parse(text)).answers
    }
    for one in every:
        assert covers(one) == {other for other in every if cover.identity(other) != cover.identity(one)}


# What a program is told, and what it may answer: a script that keeps its input and prints what is wanted

ANSWER = ((1, 2, 3, 4), (3, 4, 2, 1), (2, 1, 4, 3), (4, 3, 1, 2))
"""By hand."""
SHOWN = "".join(f"r{r}c{c} = {v};\n" for r, row in enumerate(ANSWER, 1) for c, v in enumerate(row, 1))

DISJUNCTION = " \\/ "


@pytest.fixture
def command(tmp_path: Path) -> Callable[[str, str], str]:
    """A program that appends what it is given to a file, and prints the n-th text in its n-th call."""

    def made(field: str, *printed: str) -> str:
        (tmp_path / "program.py").write_text(
            "import sys\n"
            f"log = open({str(tmp_path / 'log')!r}, 'a+')\n"
            "log.seek(0)\n"
            "calls = log.read().count('END')\n"
            "log.write(open(sys.argv[1]).read() + 'END\\n')\n"
            f"print({printed!r}[calls])\n"
        )
        return f"{shlex.quote(sys.executable)} -I -S {shlex.quote(str(tmp_path / 'program.py'))} {field}"

    return made


def test_a_second_answer_is_asked_for(command: Callable[..., str], tmp_path: Path) -> None:
    solution = SHOWN + "----------\n"
    route = external_route("sudoku", None, command("{mzn}", solution, "=====UNSATISFIABLE=====\n"))
    assert (route.path, route.name) == ((), f"external:{Path(sys.executable).name}")
    found = run(PUZZLE, route).findings
    assert (found.answers, found.exhausted, found.claimed_by) == ((ANSWER,), True, Path(sys.executable).name)
    first, second, rest = (tmp_path / "log").read_text().split("END\n")
    cells = [f"r{r}c{c} != {v}" for r, row in enumerate(ANSWER, 1) for c, v in enumerate(row, 1)]
    assert rest == ""
    assert second == f"{first}constraint {DISJUNCTION.join(cells)};\n"
    (tmp_path / "log").unlink()
    opb = external_route("sudoku", None, command("{opb}", "s UNKNOWN\n"))
    assert (opb.reduction_name, run(PUZZLE, opb).findings.reason) == (
        "cover",
        f"{Path(sys.executable).name} printed UNKNOWN",
    )


def test_wrong_answers_of_programs(command: Callable[..., str], tmp_path: Path) -> None:
    for field, printed, message in (
        ("{opb}", "s SATISFIABLE\nv x1 x2\n", "its choice is not an exact cover: "),
        ("{lp}", "nothing\n", "expected a solution: 'v x1 -x2 ...' or lines such as 'x1 1'"),
        ("{mzn}", "r1c1 = 7;\n----------\n", "expected 'r1c1 = ' and one of its values, 1..4, found 7"),
        ("{knf}", "s SATISFIABLE\nv 1 2 0\n", "its model leaves a clause false"),
    ):
        with pytest.raises(SolverError) as raised:
            run(PUZZLE, external_route("sudoku", None, command(field, printed)))
        assert message in str(raised.value)
        (tmp_path / "log").unlink()


# Routes and commands


def test_where_programs_stand() -> None:
    python = f"{shlex.quote(sys.executable)} x"
    commands = [f"a={python} {{mzn}}", f"b={python} {{opb}}", f"c={python} {{knf}}"]

    def shown(*names: str) -> list[str]:
        return [route.name for route in chosen_routes("sudoku", names, commands)]

    assert shown("cnf:minimal") == [
        "cnf:minimal/cadical195",
        "cnf:minimal/external:c",
        "cover/external:b",
        "external:a",
    ]
    assert shown("cover/external:*", "external:a", "cover/cnf:pair*/external:c") == [
        "cover/external:b",
        "cover/cnf:pairwise/external:c",
        "external:a",
    ]
    for route in chosen_routes("sudoku", (), commands):
        if "external" in route.name:
            assert find_route("sudoku", route.full_name) == route
    for kind, reduction, command, message in (
        ("sudoku", "cnf:minimal", "clasp {opb}", "{opb} is a text of cover, and the route leads to cnf"),
        (
            "sudoku",
            "cover",
            "minizinc",
            "{mzn} is a text of puzzles whose rules",
        ),
        ("cnf", None, "minizinc", "leads to cnf"),
    ):
        with pytest.raises(UnknownRouteError, match=re.escape(message)):
            external_route(kind, reduction, command)


@pytest.mark.thorough
def test_compare_and_bench_with_minizinc(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A loop, whose rules MiniZinc is not told, is not wrong."""
    if shutil.which("minizinc") is None:
        pytest.skip("minizinc is not installed")
    (tmp_path / "x.txt").write_text(PUZZLE.format())
    (tmp_path / "loop.txt").write_text("slitherlink 1 1\n3\n")
    words = ["compare", str(tmp_path / "x.txt"), "--routes", "cnf:minimal,external:minizinc"]
    assert exit_code([*words, "--json"]) == 0
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [(row["route"], row["status"], row["effort"]) for row in rows] == [
        ("cnf:minimal/cadical195", "unique", 0),
        ("external:minizinc", "unique", None),
    ]
    words = [
        "bench",
        str(tmp_path / "x.txt"),
        "--routes",
        "cover/bitset",
        "--solver-command",
        "minizinc",
        "--json",
    ]
    assert exit_code([*words, "--runs", "1"]) == 0
    assert "external:minizinc" in capfd.readouterr().out
    assert exit_code(["check", str(tmp_path / "loop.txt"), "--solver-command", "minizinc"]) == 2
    assert "MiniZinc has no constraint for 'one loop'" in capfd.readouterr().err
