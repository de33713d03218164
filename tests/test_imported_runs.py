"""Runs made elsewhere: a CSV beside an exported folder becomes a report, and its errors name their rows."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from command_line import Done, command_line
from each import each
from pysat.formula import CNF
from pysat.solvers import Solver

import coversat
from coversat.base.errors import ArgumentError
from coversat.cli import exit_code

UNIQUE, SEVERAL, NONE = "1.3..4..21.....2", "1...............", "11.............."
HEADS = ("file", "solver", "seconds", "status", "conflicts", "output", "host")
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three sudokus by two formulas, with verdicts, and what a solver printed of each."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "set.txt").write_text("\n".join((UNIQUE, SEVERAL, NONE)) + "\n")
    words = ["export", str(folder / "set.txt"), "--via", "cnf:minimal,cnf:extended", "--decide"]
    assert exit_code([*words, "-o", str(folder / "out")]) == 0
    for path in (folder / "out").glob("*.cnf"):
        with Solver(bootstrap_with=CNF(from_file=str(path))) as solver:
            model = f"v {' '.join(map(str, solver.get_model()))} 0\n" if solver.solve() else ""
        decided = "SATISFIABLE" if model else "UNSATISFIABLE"
        (folder / f"{path.name}.txt").write_text(f"s {decided}\n{model}")
    return folder


@pytest.fixture
def rows(exported: Path) -> Rows:
    """A row for each file and two solvers, the second of which takes twice as long."""
    found = []
    for path in sorted((exported / "out").glob("*.cnf")):
        status = (exported / f"{path.name}.txt").read_text().split()[1]
        for solver, seconds in (("quick", 0.5), ("slow", 1)):
            output = f"{path.name}.txt"
            cells = (path.name, solver, seconds, status, 7, output, "node1")
            found.append(dict(zip(HEADS, cells, strict=True)))
    return found


def written(folder: Path, rows: Sequence[dict[str, Any]], heads: Sequence[str] = HEADS) -> str:
    path = folder / "runs.csv"
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, heads, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def reported(folder: Path, rows: Rows, *words: str, heads: Sequence[str] = HEADS) -> Done:
    return command_line("report", written(folder, rows, heads), "--export", str(folder / "out"), *words)


def test_runs_become_a_report(exported: Path, rows: Rows) -> None:
    done = reported(exported, rows, "--limit", "10")
    assert done.code == 0
    assert done.stdout.startswith("sudoku: 3 puzzles, 1 run each; seconds of time as stated, limit 10 s; ")
    assert "answers of 8 of 8 satisfiable runs were there, and checked" in done.stdout
    assert "columns not read: host" in done.stdout
    found = coversat.report(exported / "runs.csv", export=exported / "out", baseline="cnf:minimal/slow")
    assert {(row.route, row.solved, row.total_seconds) for row in found} == {
        (f"cnf:{name}/{solver}", 3, seconds)
        for name in ("minimal", "extended")
        for solver, seconds in (("quick", 0.5), ("slow", 1))
    }
    assert {row.route: row.ratio for row in found}["cnf:extended/quick"] == pytest.approx(0.5)
    assert {row.effort for row in found} == {7}
    minimal = next(run for run in found.runs if run.route == "cnf:minimal/quick" and run.puzzle == "set-1")
    (made,) = coversat.read(UNIQUE)
    sizes = coversat.reduce(made, "cnf:minimal").target.sizes()
    assert [minimal.variables_or_items, minimal.clauses_or_options] == [*sizes.values()][:2]
    alone = coversat.report(exported / "runs.csv", ["cnf:extended"], export=exported / "out")
    assert {row.route for row in alone} == {"cnf:extended/quick", "cnf:extended/slow"}


def test_a_run_beyond_the_limit_is_not_solved(exported: Path, rows: Rows) -> None:
    found = json.loads(reported(exported, rows, "--limit", "0.7", "--json").stdout)
    assert {row["route"]: row["solved"] for row in found["routes"]} == {
        f"cnf:{name}/{solver}": solved
        for name in ("minimal", "extended")
        for solver, solved in (("quick", 3), ("slow", 0))
    }
    assert {row["par2_seconds"] for row in found["routes"] if row["route"].endswith("slow")} == {1.4}


def changed(at: int, **cells: Any) -> Callable[[Rows], Rows]:
    return lambda rows: [row | cells if number == at else row for number, row in enumerate(rows)]


@each(
    ("change", "says"),
    [
        (
            changed(2, file="set-1.cnf-minimel.cnf"),
            "runs.csv:4:1: out has no file 'set-1.cnf-minimel.cnf'; did you mean set-1.cnf-minimal.cnf?",
        ),
        (lambda rows: [*rows, rows[0]], "runs.csv:14:1: line 2 has this run; a column run numbers"),
        (changed(0, seconds="1,5"), "runs.csv:2:31: expected a number from 0 on as seconds, found '1,5'"),
        (changed(0, conflicts="7.5"), "expected a whole number as conflicts, found '7.5'"),
        (changed(0, seconds="nan"), "expected a number from 0 on as seconds, found 'nan'"),
        (changed(0, seconds=""), "runs.csv:2:30: expected the seconds of a run that was decided"),
        (changed(0, status="maybe"), "expected SATISFIABLE, UNSATISFIABLE, UNKNOWN, a time-out or an error"),
        (changed(1, conflicts="-3"), "expected a number from 0 on as conflicts, found '-3'"),
        (changed(1, output="none.txt"), "there is no file "),
    ],
)
def test_errors_name_their_row(
    change: Callable[[Rows], Rows], says: str, exported: Path, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(exported)
    done = command_line("report", Path(written(exported, change(rows))).name, "--export", "out")
    assert done.code == 2
    assert says in done.stderr
    assert not done.stdout


def test_what_is_no_such_csv(exported: Path, rows: Rows) -> None:
    done = reported(exported, rows, heads=HEADS[:3])
    assert (done.code, "it lacks status" in done.stderr) == (2, True)
    done = command_line("report", written(exported, rows))
    assert (done.code, "--export names the folder of the export" in done.stderr) == (2, True)
    Path(written(exported, rows)).write_text("file,solver,seconds,status\na,b\n")
    done = command_line("report", str(exported / "runs.csv"), "--export", str(exported / "out"))
    assert (done.code, "runs.csv: line 2: expected 4 cells" in done.stderr) == (2, True)
    with pytest.raises(ArgumentError, match="a store states its limit"):
        coversat.report(exported / "runs.db", limit=3)


@each(
    ("change", "says"),
    [
        (changed(0, status="UNSAT", output=""), "it says UNSATISFIABLE, and the verdict is unique"),
        (changed(8, status="sat", output=""), "it says SATISFIABLE, and the verdict is none"),
        (
            changed(0, output="other.txt"),
            "the model does not satisfy the formula: clause 1 has no true literal",
        ),
        (changed(0, output="unsat.txt"), "the solver says UNSATISFIABLE"),
    ],
)
def test_what_contradicts_is_no_time(
    change: Callable[[Rows], Rows], says: str, exported: Path, rows: Rows
) -> None:
    (exported / "other.txt").write_text(f"s SATISFIABLE\nv {' '.join(str(-n) for n in range(1, 65))} 0\n")
    (exported / "unsat.txt").write_text("s UNSATISFIABLE\n")
    rows = change(rows)
    line = next(number for number, row in enumerate(rows, 2) if row["output"] != f"{row['file']}.txt")
    done = reported(exported, rows)
    assert done.code == 1
    assert f"runs.csv:{line}: " in done.stdout
    assert says in done.stdout
    assert "PAR2" not in done.stdout


def test_formulas_of_one_puzzle_contradict_each_other(exported: Path, rows: Rows, tmp_path: Path) -> None:
    """Also where no verdict and no answer is there."""
    assert (
        exit_code(["export", str(exported / "set.txt"), "--via", "cnf:*", "-o", str(tmp_path / "out")]) == 0
    )
    rows = [row | {"output": ""} for row in changed(0, status="UNSATISFIABLE")(rows)]
    done = reported(tmp_path, rows)
    assert (done.code, "DISAGREE on set-1 (sudoku)" in done.stdout) == (1, True)
    assert "answers of 0 of 7 satisfiable runs were there" in done.stdout


def test_files_that_were_uncompressed_elsewhere(exported: Path, rows: Rows, tmp_path: Path) -> None:
    words = ["export", str(exported / "set.txt"), "--via", "cnf:minimal", "--compress", "xz"]
    assert exit_code([*words, "-o", str(tmp_path / "out")]) == 0
    for row in rows:
        (tmp_path / row["output"]).write_text((exported / row["output"]).read_text())
    minimal = [row for row in rows if "minimal" in row["file"]]
    done = reported(tmp_path, minimal)
    assert (done.code, "answers of 4 of 4 satisfiable runs" in done.stdout) == (0, True)
    done = reported(tmp_path, [*minimal, minimal[0] | {"file": f"{minimal[0]['file']}.xz"}])
    assert (done.code, "line 2 has this run" in done.stderr) == (2, True)


def test_repeated_runs_are_numbered(exported: Path, rows: Rows) -> None:
    twice = [row | {"run": run} for row in rows for run in (1, 2)]
    done = reported(exported, twice, heads=(*HEADS, "run"))
    assert (done.code, "sudoku: 3 puzzles, 2 runs each" in done.stdout) == (0, True)


@pytest.mark.thorough
def test_a_page_has_its_figures_beside_it_or_is_not_written(
    exported: Path, rows: Rows, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    page, plots = tmp_path / "page.html", tmp_path / "plots"
    words = ["--html", str(page), "--figures", str(plots)]
    plots.touch()
    done = reported(exported, rows, *words)
    assert (done.code, done.stderr, page.exists()) == (2, f"coversat: {plots}: File exists\n", False)
    plots.unlink()
    wrong = changed(0, status="UNSAT")(rows)  # the rows disagree, so that nothing is drawn
    done = reported(exported, wrong, *words)
    assert (done.code, done.stderr, page.exists(), plots.exists()) == (1, "", True, False)
    assert reported(exported, rows, *words).code == 0
    assert {one.suffix for one in plots.iterdir()} == {".svg", ".pdf"}


def test_a_folder_is_decoded_as_csv(exported: Path) -> None:
    for path in (exported / "out").glob("*.cnf"):
        path.with_suffix(".out").write_text((exported / f"{path.name}.txt").read_text())
    try:
        done = command_line("decode", str(exported / "out"), "--csv")
    finally:
        for path in (exported / "out").glob("*.out"):
            path.unlink()
    assert done.code == 0
    found = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [row["status"] for row in found] == ["right", "right", "right", "right", "none", "none"]
    assert {(row["name"], row["verdict"]) for row in found} == {
        ("set-1", "unique"),
        ("set-2", "multiple"),
        ("set-3", "none"),
    }
