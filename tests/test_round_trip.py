"""Out to real programs and back: what they print is decoded to the one right answer."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from each import each
from instances import named

from coversat.answering.questions import decide as check
from coversat.answering.routes import external_route, find_route
from coversat.answering.running import run
from coversat.base.deadline import Deadline
from coversat.cli import exit_code
from coversat.exchange import FORMATS, DecodeError, Origin, OutputError, decode
from coversat.exchange.external import PROFILES, ExternalSolver
from coversat.problems import Sudominoku, read
from coversat.reductions.paths import path_to
from coversat.solvers import Limits
from coversat.solvers.findings import Verdict

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
PUZZLES = ["sudoku/boj2239.txt", "sudominoku/boj4574.txt", "kakuro/kakuro2.txt"]

PACKAGES = {
    "cadical": "cadical",
    "clasp": "clasp",
    "cryptominisat5": "cryptominisat",
    "glpsol": "glpk-utils",
    "glucose": "glucose",
    "java": "sat4j",
    "kissat": "passagemath-kissat",
    "minisat": "minisat",
    "minizinc": "minizinc",
    "picosat": "picosat",
    "z3": "z3",
}
SAT4J = Path(PROFILES["sat4j"].split()[2])


def origin_of(name: str, target: str) -> Origin:
    document = read((EXAMPLES / name).read_text())
    problem = document.problems[-1]
    return Origin(problem, document.form, path_to(problem.kind, target) if target else ())


def need(program: str) -> str:
    """The path of a program, or a skip that says which package has it."""
    path = shutil.which(program) or (kissat() if program == "kissat" else None)
    if path is None or (program == "java" and not SAT4J.exists()):
        pytest.skip(f"{program} is not installed; the package {PACKAGES[program]} has it")
    return path


def kissat() -> str | None:
    """Where a Python package has put the program."""
    try:
        import sage_wheels
    except ImportError:
        return None
    found = [Path(folder) / "bin" / "kissat" for folder in sage_wheels.__path__]
    return next((str(path) for path in found if path.exists()), None)


def printed(words: list[str]) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=60).stdout


SLOW = {"minizinc": PUZZLES[0]}
"""A program that takes long for some puzzles, and one for which it does not."""


@each(
    ("solver", "name"),
    [(solver, SLOW.get(solver, PUZZLES[at % len(PUZZLES)])) for at, solver in enumerate(PROFILES)],
)
def test_named_solvers_find_that_a_puzzle_has_one_answer(solver: str, name: str) -> None:
    words = PROFILES[solver].split()
    command = " ".join([need(words[0]), *words[1:]])
    problem = origin_of(name, "cnf").problem
    (known,) = check(problem).answers
    route = external_route(problem.kind, None, command)
    reduction = route.reduce(problem)
    assert isinstance(route.solver, ExternalSolver)
    claim, answer = route.solver.run(route.solver.text.ask(reduction.target), Deadline(60))
    assert (claim, reduction.decode(answer)) == ("SATISFIABLE", known)


@pytest.mark.thorough
@each("solver", PROFILES)
def test_an_unproved_claim_names_who_made_it(solver: str) -> None:
    words = PROFILES[solver].split()
    command = " ".join([need(words[0]), *words[1:]])
    problem = origin_of("sudoku/boj2239.txt", "cnf").problem
    found = check(problem, external_route("sudoku", None, command))
    assert (found.verdict, found.claimed_by) == (Verdict.UNIQUE, Path(words[0]).name)


@each("name", PUZZLES)
def test_pseudo_boolean_by_clasp(name: str, tmp_path: Path) -> None:
    clasp = need("clasp")
    origin = origin_of(name, "cover")
    path = tmp_path / "x.opb"
    path.write_text("".join(FORMATS["opb"].export(origin)))
    found = decode(path.read_text(), printed([clasp, "--verbose=0", str(path)]))
    assert (found.answer,) == check(origin.problem).answers


@each("name", ["sudominoku/small.txt", "kakuro/kakuro2.txt"])
def test_linear_program_by_glpsol(name: str, tmp_path: Path) -> None:
    glpsol = need("glpsol")
    origin = origin_of(name, "cover")
    path, solution = tmp_path / "x.lp", tmp_path / "x.sol"
    path.write_text("".join(FORMATS["lp"].export(origin)))
    printed([glpsol, "--lp", str(path), "-o", str(solution)])
    found = decode(path.read_text(), solution.read_text())
    assert (found.answer,) == check(origin.problem).answers


def test_the_lines_of_a_linear_program_are_short() -> None:
    for name in PUZZLES:
        lines = "".join(FORMATS["lp"].export(origin_of(name, "cover"))).splitlines()
        assert max(map(len, lines)) <= 255


@each("name", PUZZLES)
def test_knuth_text_by_its_own_answer_format(name: str) -> None:
    """Dancing Links programs print each chosen option's items, beginning anywhere, and ``(k of n)``."""
    origin = origin_of(name, "cover")
    from coversat.answering.routes import find_route
    from coversat.answering.running import run

    cover = origin.reduce_to("cover").target
    (chosen,) = run(cover, find_route("cover", "dancing-links")).findings.answers[:1]
    rows = [str(cover.options[at]).split() for at in reversed(chosen)]
    text = "\n".join(" ".join([*row[1:], row[0], f"({k} of 9)"]) for k, row in enumerate(rows, 1))
    found = decode("".join(FORMATS["cover"].export(origin)), text)
    assert (found.answer,) == check(origin.problem).answers


def maxsat(path: Path) -> str:
    """What a MaxSAT solver prints."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    with RC2(WCNF(from_file=str(path))) as solver:
        model = solver.compute()
    return "s OPTIMUM FOUND\nv " + " ".join(map(str, model))


def as_bits(printed: str) -> str:
    """The same in the manner of 2022: a 0 or 1 for each variable."""
    status, values = printed.split("\nv ")
    return f"{status}\nv {''.join('0' if word[0] == '-' else '1' for word in values.split())}\n"


def test_soft_givens_drop_as_few_as_possible(tmp_path: Path) -> None:
    clashing = ["5....5...", *["........."] * 3, "....4....", *["........."] * 3, "1...4...1"]
    document = read("\n".join(clashing))
    origin = Origin(document.problems[0], document.form, path_to("sudoku", "cnf"))
    path = tmp_path / "x.wcnf"
    path.write_text("".join(FORMATS["wcnf"].export(origin)))
    found = decode(path.read_text(), maxsat(path))
    assert found.violations == ()
    # Three pairs clash, so three givens must go: one of each pair.
    assert len(found.dropped) == 3
    assert decode(path.read_text(), as_bits(maxsat(path))) == found
    for digit in "541":
        assert sum(f"given {digit} at" in name for name in found.dropped) == 1


def test_soft_givens_need_a_reduction_that_keeps_them_apart(capfd: pytest.CaptureFixture[str]) -> None:
    """Where nobody names one, the preferred one if it does, otherwise the first that does."""
    taken = {"sudoku": "cnf:extended", "sudominoku": "cnf:apart", "kakuro": "cnf:combinations"}
    for name in PUZZLES:
        assert exit_code(["export", str(EXAMPLES / name), "--to", "wcnf", "--case", "1"]) == 0
        assert f"c reduction {taken[name.partition('/')[0]]}\n" in capfd.readouterr().out
    for refused in (["dominosa/order-3.txt"], ["sudominoku/small.txt", "--via", "cnf:factored"]):
        path, *via = refused
        assert exit_code(["export", str(EXAMPLES / path), "--to", "wcnf", *via]) == 2
        assert "does not keep the givens apart" in capfd.readouterr().err


@pytest.mark.thorough
@each("name", PUZZLES)
def test_soft_givens_are_all_kept_where_they_can_be(name: str, tmp_path: Path) -> None:
    origin = origin_of(name, "cnf")
    origin = replace(origin, path=FORMATS["wcnf"].usual_path(origin.problem.kind))
    path = tmp_path / "x.wcnf"
    path.write_text("".join(FORMATS["wcnf"].export(origin)))
    found = decode(path.read_text(), maxsat(path))
    assert (found.answer,) == check(origin.problem).answers
    assert found.dropped == ()


def small_boards() -> Iterator[Sudominoku]:
    """Boards of 4x4 with some dominoes, laid rightly or moved, turned or doubled."""
    chance = random.Random(11)
    empty = named("sudominoku", "singles in a row")
    laid = empty.problem.tiling(min(empty.answers))
    for _ in range(12):
        kept = [domino for domino in laid if chance.random() < 0.8]
        changed = [
            domino._replace(digits=tuple(chance.sample(range(1, 5), 2))) if chance.random() < 0.5 else domino
            for domino in kept
        ]
        yield replace(empty.problem, dominoes=tuple(changed))


def fewest_changes(problem: Sudominoku) -> int:
    """How many given dominoes must go, by trying every set of them with a direct search."""
    givens = range(len(problem.dominoes))
    return next(
        count
        for count in range(len(givens) + 1)
        for gone in combinations(givens, count)
        if run(
            problem.with_givens(set(givens) - set(gone)),
            find_route("sudominoku", "search/dominoes"),
            Limits(answers=1),
        ).findings.answers
    )


def test_as_few_dominoes_are_dropped_as_possible(tmp_path: Path) -> None:
    counts = []
    for problem in small_boards():
        origin = Origin(problem, problem.forms[-1], FORMATS["wcnf"].usual_path("sudominoku"))
        path = tmp_path / "x.wcnf"
        path.write_text("".join(FORMATS["wcnf"].export(origin)))
        found = decode(path.read_text(), maxsat(path))
        assert found.problem == problem
        assert found.violations == ()
        names = problem.given_names()
        kept = [at for at, name in enumerate(names) if name not in found.dropped]
        assert not problem.with_givens(kept).violations(found.answer)
        assert len(found.dropped) == fewest_changes(problem)
        counts.append(len(found.dropped))
    assert len(set(counts)) > 2


@each("name", ["cover", "opb", "lp", "mps", "wcnf"])
def test_a_changed_file_is_refused(name: str) -> None:
    origin = origin_of("sudoku/boj2239.txt", "cnf" if name == "wcnf" else "cover")
    lines = "".join(FORMATS[name].export(origin)).splitlines(keepends=True)
    changed = "".join([*lines[:-3], *lines[-2:]])
    with pytest.raises(DecodeError, match="not what the export"):
        decode(changed, "v x1")


@each("name", FORMATS)
def test_a_file_of_another_version_is_read(name: str) -> None:
    """Which may say more in its comments."""
    origin = origin_of("kakuro/kakuro2.txt", FORMATS[name].target)
    text = "".join(FORMATS[name].export(origin))
    start = FORMATS[name].comment
    changed = re.sub(r"coversat [0-9.]+\n", f"coversat 99.0\n{start} a remark\n", text, count=1)
    assert changed != text
    printed = {"cover": "", "lp": "infeasible\n", "minizinc": "=====UNSATISFIABLE=====\n"}
    no_answer = printed.get(name, "s UNSATISFIABLE\n")
    with nullcontext() if no_answer else pytest.raises(OutputError):
        assert decode(changed, no_answer).problem == origin.problem


@each("name", FORMATS)
def test_the_puzzle_is_reduced_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    origin = origin_of("sudoku/boj2239.txt", FORMATS[name].target)
    text = "".join(FORMATS[name].export(origin))
    calls = []
    reduce_to = Origin.reduce_to
    monkeypatch.setattr(Origin, "reduce_to", lambda self, kind: (calls.append(1), reduce_to(self, kind))[1])
    with suppress(DecodeError, OutputError):
        decode(text, "s SATISFIABLE\nv x1\n" if name in ("opb", "lp", "mps") else "s SATISFIABLE\nv 1 0\n")
    assert len(calls) == 1


@each("name", ["opb", "lp", "mps"])
def test_a_wrong_choice_is_no_cover(name: str) -> None:
    origin = origin_of("sudoku/boj2239.txt", "cover")
    text = "".join(FORMATS[name].export(origin))
    with pytest.raises(DecodeError, match="not an exact cover"):
        decode(text, "x1 1\nx2 1\nx3 0\n")
    assert decode(text, "s UNSATISFIABLE\n").status == "UNSATISFIABLE"
