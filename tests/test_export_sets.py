"""``export`` of sets into a folder, its manifest, ``decode`` of the folder, and families."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from pysat.formula import CNF, CNFPlus
from pysat.solvers import Solver

import coversat
from coversat.answering.routes import find_path
from coversat.answering.sets import manifest
from coversat.answering.sets.entry import Entry, with_stems
from coversat.base.files import writing
from coversat.cli import exit_code
from coversat.exchange import pieces as export
from coversat.exchange.cnf_formats import DIMACS
from coversat.exchange.exporter import Exporter
from coversat.exchange.gbd import GbdHash
from coversat.problems import Cnf, Sudoku, find_form
from coversat.solvers import Limits
from coversat.solvers import found_by as solve
from coversat.solvers.sat.sat import SAT_SOLVERS

GOOD = ("1.3..4..21.....2", "1...............", "11..............")
"""One answer, several, none."""
BROKEN = "1.3..4..21.....2."
VERTICES = "independentset 2\na b\nb c\nc d\n"


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "set.txt").write_text("\n".join((*GOOD, BROKEN)) + "\n")
    (tmp_path / "graph.txt").write_text(VERTICES)
    return tmp_path


def rows(folder: str = "out") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (Path(folder) / "manifest.jsonl").read_text().splitlines()]


def names(folder: str = "out") -> list[str]:
    """The files of an export, all of which have the options beside them."""
    assert (Path(folder) / "export.json").is_file()
    return sorted(one.name for one in Path(folder).iterdir() if one.name != "export.json")


def exported(*words: str, folder: str = "out") -> int:
    return exit_code(["export", *words, "-o", folder])


def test_a_file_for_each_puzzle_and_reduction(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code = exported("set.txt", "graph.txt", "--via", "cnf:m*", "--via", "cover,vertexcover", "--decide")
    err = capfd.readouterr().err
    assert code == 2  # of the broken puzzle, which is reported with its place, and the others are written
    assert "set.txt:4:1: expected a sudoku in one line" in err
    assert err.count("sudoku/cnf:mdd") == 1  # once for three puzzles, not as a failure
    written = [row for row in rows() if row["status"] == "written"]
    assert {row["file"] for row in written} | {"manifest.jsonl"} == set(names())
    assert {row["file"] for row in written} == {
        *(f"set-{case}.{end}" for case in (1, 2, 3) for end in ("cnf-minimal.cnf", "cover.dlx")),
        *(f"graph-1.{end}" for end in ("cnf-mixed.cnf", "cnf-mdd.cnf", "cover.dlx", "vertexcover.txt")),
    }
    for row in written:
        data = (work / "out" / row["file"]).read_bytes()
        assert (hashlib.sha256(data).hexdigest(), len(data)) == (row["sha256"], row["bytes"])
        assert (row["class"] in "PQ", row["lacks"]) == (True, None)
    minimal = [row for row in written if row["reduction"] == "cnf:minimal"]
    assert [row["verdict"] for row in minimal] == ["unique", "multiple", "none"]
    cnf = Cnf.parse((work / "out" / "set-1.cnf-minimal.cnf").read_text())
    assert {name: minimal[0][name] for name in cnf.sizes()} == cnf.sizes()
    # The bytes are those of the command for a single puzzle.
    assert exit_code(["export", "set.txt", "--case", "1", "--via", "cnf:minimal", "-o", "one.cnf"]) == 2
    (work / "one.txt").write_text(GOOD[0] + "\n")
    assert exit_code(["export", "one.txt", "--via", "cnf:minimal", "-o", "one.cnf"]) == 0
    assert (work / "one.cnf").read_bytes() == (work / "out" / "set-1.cnf-minimal.cnf").read_bytes()


def test_jobs_and_resuming_give_the_same(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (work / "set.txt").write_text("\n".join(GOOD) + "\n")
    assert exported("set.txt", "--via", "cnf:*", folder="a") == 0
    assert exported("set.txt", "--via", "cnf:*", "--jobs", "2", folder="b") == 0

    def content(folder: str) -> dict[str, Any]:
        found: dict[str, Any] = {
            name: (work / folder / name).read_bytes() for name in names(folder) if name != "manifest.jsonl"
        }
        return found | {"rows": [{**row, "seconds": 0} for row in rows(folder)]}

    whole = content("a")
    assert content("b") == whole
    manifest = work / "a" / "manifest.jsonl"
    lines = manifest.read_bytes().splitlines(keepends=True)
    for kept in (0, 4, 5, 11):  # as after a crash: rows are missing, the last one is torn
        manifest.write_bytes(b"".join(lines[:kept]) + lines[kept][:30])
        for name in [*names("a")][1:4]:
            if name.endswith(".cnf") and not any(name.encode() in line for line in lines[:kept]):
                (work / "a" / name).unlink()
        assert exported("set.txt", "--via", "cnf:*", "--resume", folder="a") == 0, kept
        assert content("a") == whole, kept
    capfd.readouterr()


def test_the_manifest_is_one_table(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """From the first row on; the options are beside it, and files with the same clauses are named."""
    (work / "set.txt").write_text("\n".join((*GOOD, GOOD[0])) + "\n")
    assert exported("set.txt", "--via", "cnf:minimal", "--decide") == 0
    assert (
        "1 file with the clauses of another one; see duplicate_of in the manifest" in capfd.readouterr().err
    )
    assert len({tuple(row) for row in rows()}) == 1
    assert [row["duplicate_of"] for row in rows()] == [None, None, None, "set-1.cnf-minimal.cnf"]
    options = json.loads((work / "out" / "export.json").read_text())
    assert (options["via"], options["decide"]) == (["cnf:minimal"], True)
    (work / "out" / "export.json").unlink()
    assert exported("set.txt", "--via", "cnf:minimal", "--decide", "--resume") == 2
    assert "out/manifest.jsonl is of another export: export.json is missing" in capfd.readouterr().err


def test_features_of_the_benchmark_database(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the package itself; its gbdhash is ours."""
    gbdc = pytest.importorskip("gbdc")
    (work / "set.txt").write_text("\n".join(GOOD) + "\n")
    assert exported("set.txt", "--via", "cnf:minimal", "--gbd", "--compress", "xz") == 0
    for row in rows():
        path = str(work / "out" / row["file"])
        assert (gbdc.gbdhash(path), gbdc.isohash(path)) == (row["gbdhash"], row["isohash"])
        found = gbdc.extract_base_features(path)
        assert {f"gbd_{name}": value for name, value in found.items()}.items() <= row.items()
        assert found["clauses"] == row["clauses"]
    (work / "none.cnf").write_text("p cnf 2 1\n0\n")
    assert exported("none.cnf", "--gbd", folder="none") == 0  # the package would end the process
    (row,) = rows("none")
    assert (row["isohash"], row["gbd_clauses"]) == (gbdc.isohash(str(work / "none" / row["file"])), None)
    monkeypatch.setitem(sys.modules, "gbdc", None)
    assert exported("set.txt", "--gbd", folder="more") == 2
    assert not (work / "more").exists()


def test_folders_that_are_refused(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def refusal(*words: str) -> str:
        before = {one: one.stat().st_mtime_ns for one in (work / "out").iterdir()}
        assert exported(*words, "--via", "cover,cnf:mixed") == 2
        assert {one: one.stat().st_mtime_ns for one in (work / "out").iterdir()} == before
        return capfd.readouterr().err

    (work / "out").mkdir()
    (work / "out" / "mine.txt").write_text("mine")
    assert "out holds other files" in refusal("graph.txt")
    assert "out holds other files" in refusal("graph.txt", "--resume")
    (work / "out" / "mine.txt").unlink()
    assert exported("graph.txt", "--via", "cover,cnf:mixed") == 0
    capfd.readouterr()
    assert "--resume continues it" in refusal("graph.txt")
    assert "of another export: coversat" in refusal("graph.txt", "--resume", "--decide")
    (work / "graph.txt").write_text(VERTICES.replace("c d", "c a"))
    assert exported("graph.txt", "--via", "cover,cnf:mixed", "--resume") == 0  # the last one is written again
    (work / "out" / "graph-1.cover.dlx").unlink()
    (work / "more.txt").write_text(VERTICES)
    assert exported("graph.txt", "more.txt", "--via", "cover,cnf:mixed", "--resume") == 0
    (work / "out" / "graph-1.cover.dlx").unlink()
    assert "graph-1.cover.dlx is missing or was changed" in refusal("graph.txt", "more.txt", "--resume")
    assert exit_code(["export", "graph.txt", "more.txt", "-o", "graph.txt"]) == 2
    assert "needs a folder" in capfd.readouterr().err
    assert exit_code(["export", "graph.txt", "more.txt"]) == 2
    assert "name it with -o" in capfd.readouterr().err


def test_names(work: Path) -> None:
    entries = [Entry(file, case, None, "") for file, case in (("a/x.txt", 1), ("a/x.txt", 2), ("b/x.txt", 1))]
    entries += [Entry(file, 1, None, "") for file in ("queens 8", "-", "x~2.txt", "../..", "a/x.txt")]
    found = [entry.stem for entry in with_stems(entries)]
    assert found == ["x-1", "x-2", "x~2-1", "queens-8-1", "stdin-1", "x-2-1", "puzzle-1", "x~3-1"]
    (work / "sub").mkdir()
    (work / "sub" / "graph.txt").write_text(VERTICES)
    assert exported("graph.txt", "sub", "*aph.txt", "--via", "cover") == 0
    assert names() == [*(f"graph{again}-1.cover.dlx" for again in ("", "~2", "~3")), "manifest.jsonl"]
    assert len(rows()) == 3  # a file for each, also of an input that is named twice


def test_a_full_disk(work: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    (work / "set.txt").write_text("\n".join(GOOD) + "\n")
    written = 0
    real = os.replace

    def replace(*names: Any) -> None:
        nonlocal written
        written += 1
        if written == 3:  # after the options and the first file
            raise OSError(28, "No space left on device")
        real(*names)

    monkeypatch.setattr(writing.os, "replace", replace)
    assert exported("set.txt", "--via", "cnf:minimal") == 2
    assert "set-2.cnf-minimal.cnf: No space left on device" in capfd.readouterr().err
    assert names() == ["manifest.jsonl", "set-1.cnf-minimal.cnf"]  # nothing partial
    assert exported("set.txt", "--via", "cnf:minimal", "--resume") == 0
    assert len(names()) == 4
    assert len(rows()) == 3


def test_a_name_that_no_puzzle_has(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert exported("graph.txt", "--via", "cover,cnf:minimum") == 2
    assert "no reduction or solver 'cnf:minimum' from independentset" in capfd.readouterr().err
    assert names() == ["graph-1.cover.dlx", "manifest.jsonl"]


def test_decode_of_a_folder(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    exported("set.txt", "graph.txt", "--via", "cnf:minimal,vertexcover", "--decide", "--compress", "xz")
    for case, printed in (
        (1, "s UNSATISFIABLE\n"),
        (2, "s SATISFIABLE\nv 1 -1 0\n"),
        (3, "s UNSATISFIABLE\n"),
    ):
        (work / "out" / f"set-{case}.cnf-minimal.out").write_text(printed)
    (work / "out" / "graph-1.vertexcover.txt.out").write_text("a c\n")
    capfd.readouterr()
    assert exit_code(["decode", "out"]) == 2
    out, err = capfd.readouterr()
    assert out.splitlines() == [
        "WRONG out/set-1.cnf-minimal.cnf.xz: the solver says UNSATISFIABLE, and the verdict is unique",
        "NONE out/set-3.cnf-minimal.cnf.xz",
        "RIGHT out/graph-1.vertexcover.txt.xz",
    ]
    assert "set-2.cnf-minimal.out:2:5: " in err
    (work / "out" / "set-2.cnf-minimal.out").unlink()
    assert exit_code(["decode", "out", "--json"]) == 1
    out, err = capfd.readouterr()
    assert [json.loads(line)["status"] for line in out.splitlines()] == ["wrong", "none", "right"]
    assert json.loads(out.splitlines()[2])["answers"] == [[[0, 1, 0, 1]]]
    assert err == "1 file without output, such as x.out for x.cnf\n"
    assert exit_code(["decode", "out", "x"]) == 2
    (work / "empty").mkdir()
    assert exit_code(["decode", "empty"]) == 2


def test_a_folder_of_cardinality_constraints(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    exported("set.txt", "--via", "cnf:minimal", "--to", "cnf+")
    assert names() == ["manifest.jsonl", *[f"set-{case}.cnf-minimal.cnfp" for case in (1, 2, 3)]]
    for row in (one for one in rows() if one.get("status") == "written"):
        formula = CNFPlus(from_file=str(work / "out" / row["file"]))
        sizes = len(formula.clauses), len(formula.atmosts), row["variables"], row["gbdhash"]
        assert sizes == (row["clauses"], row["cardinalities"], formula.nv, None)
        with Solver("minicard", bootstrap_with=formula) as solver:
            model = solver.get_model() if solver.solve() else None
        printed = "s UNSATISFIABLE\n" if model is None else f"v {' '.join(map(str, model))} 0\n"
        (work / "out" / row["file"]).with_suffix(".out").write_text(printed)
    capfd.readouterr()
    assert exit_code(["decode", "out"]) == 1
    assert [line.split()[0] for line in capfd.readouterr().out.splitlines()] == ["RIGHT", "RIGHT", "NONE"]


def test_another_problem_as_its_text(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The exported text is also read by other commands, as what it says it is."""
    assert exit_code(["export", "graph.txt", "--via", "vertexcover", "-o", "cover.txt"]) == 0
    assert exit_code(["solve", "cover.txt", "--all"]) == 0
    found = capfd.readouterr().out
    assert found == "b d\nb c\na c\n"  # the covers of a path of four vertices, by hand
    for line, independent in zip(found.splitlines(), ("a c", "a d", "b d"), strict=True):
        (work / "x.out").write_text(line)
        assert exit_code(["decode", "cover.txt", "x.out"]) == 0
        assert capfd.readouterr().out == f"{independent}\n"
    for printed, code in (("a b\n", 1), ("a x\n", 2), ("NONE\n", 1), ("s UNKNOWN\n", 3)):
        (work / "x.out").write_text(printed)
        assert exit_code(["decode", "cover.txt", "x.out"]) == code, printed


def test_what_shapes_share() -> None:
    """The text of a shape with unit clauses is that of the reduction, and so is the hash."""
    form = find_form("sudoku", "oneline")
    boards = [Sudoku.parse(text) for text in (*GOOD, "." * 36, "53..7...." + "." * 72)]
    boards.append(Sudoku.parse("boxes 2x3\n1.....\n......\n......\n......\n......\n.....6\n"))
    for via in ("cnf:minimal", "cnf:extended"):
        exporter = Exporter(DIMACS, find_path("sudoku", via))
        for board in (*boards, *boards):
            found = exporter.of(board, form)
            text = "".join(export(board, "dimacs", via, form))
            assert b"".join(found.pieces).decode() == text
            cnf = Cnf.parse(text)
            assert (found.sizes, found.projection) == (cnf.sizes(), None)
            clauses = " ".join(" ".join(map(str, (*clause, 0))) for clause in cnf.clauses)
            assert found.gbd is not None
            assert found.gbd() == hashlib.md5(clauses.encode()).hexdigest()


def test_the_hash_of_the_benchmark_database(tmp_path: Path) -> None:
    """Against the program of the database itself."""
    gbdc = pytest.importorskip("gbdc", reason="the program gbdc of the benchmark database")
    for text in ("p cnf 2 2\n1 2 0\n-1 0\n", "c x\np cnf 1 1\n1 0\n", "p cnf 3 3\n1 -2 3 0\n-1 0\n2 0\n"):
        (tmp_path / "x.cnf").write_text(text)
        found = GbdHash()
        list(found.watching(line.encode() for line in text.splitlines(keepends=True)))
        assert found.hex() == gbdc.gbdhash(str(tmp_path / "x.cnf"))


@pytest.mark.thorough
def test_a_family(work: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["--family", "latin", "--sizes", "3..5/2", "--seeds", "1,2", "--via", "cnf:mixed"]
    assert exported(*words) == 0
    written = rows()
    assert [row["verdict"] for row in written] == ["unique", "none"] * 4
    for row in written:  # an independent solver agrees
        cnf = Cnf.parse((work / "out" / row["file"]).read_text())
        found = solve(SAT_SOLVERS[0], cnf, Limits(2))
        assert len(found.answers) == (row["verdict"] == "unique"), row["file"]
        page = (work / "out" / "description.md").read_text()
        assert f"| {row['file']} | {row['variables']} | {row['clauses']} |" in page
        assert row["gbdhash"] in page
    assert exported(*words, "--resume") == 0
    assert exit_code(["export", "--family", "queens", "--sizes", "65..99", "-o", "big", "--jobs", "1"]) == 2
    assert "4x4 to 64x64, not 65x65" in capfd.readouterr().err
    assert exit_code(["export", "--family", "latin", "-o", "x"]) == 2
    assert exit_code(["export", "set.txt", "--family", "latin", "--sizes", "4", "-o", "x"]) == 2
    monkeypatch.setattr("coversat.cli.options.attached", lambda *names: ())
    capfd.readouterr()
    assert exported(*words, folder="x") == 2
    assert "needs coversat.setters" in capfd.readouterr().err
    assert not (work / "x").exists()


def test_what_ended_workers_left_is_removed(
    work: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A worker that is ended while it writes cannot remove what it has; the run does, or the next one."""
    (work / "set.txt").write_text("\n".join(GOOD[:2]) + "\n")
    files = ["manifest.jsonl", "set-1.cnf-minimal.cnf", "set-2.cnf-minimal.cnf"]
    real = writing.os.replace

    def replace(source: str, target: str) -> None:
        (Path(source).parent / ".coversat-of-a-worker.cnf").write_bytes(b"half")
        real(source, target)

    with monkeypatch.context() as patches:
        patches.setattr(writing.os, "replace", replace)
        assert exported("set.txt", "--via", "cnf:minimal") == 0
    assert names() == files
    (work / "out" / ".coversat-set-3.cnf-minimal.cnf").write_bytes(b"half")
    assert exported("set.txt", "--via", "cnf:minimal", "--resume") == 0
    assert names() == files


def test_an_export_that_another_run_begins_meanwhile(
    work: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is called an export, not other files."""
    real = os.listdir

    def listdir(folder: Path) -> list[str]:
        (folder / "manifest.jsonl").write_text("")
        return real(folder)

    monkeypatch.setattr(manifest.os, "listdir", listdir)
    monkeypatch.setattr(manifest.os, "scandir", listdir)
    assert exported("set.txt", "--via", "cnf:minimal") == 2
    assert "out holds an export; --resume continues it" in capfd.readouterr().err


def test_a_folder_that_is_as_its_manifest_says(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """That there is no answer is what the verdict says; without a verdict it is a no."""
    (work / "set.txt").write_text("\n".join(GOOD) + "\n")
    for folder, more, code in (("decided", ["--decide"], 0), ("plain", [], 1)):
        assert exported("set.txt", "--via", "cnf:minimal", *more, folder=folder) == 0
        for case, (answer, status) in enumerate(((1, "SAT"), (1, "SAT"), (0, "UNSAT")), 1):
            exported_file = work / folder / f"set-{case}.cnf-minimal.cnf"
            with Solver(bootstrap_with=CNF(from_file=str(exported_file))) as solver:
                assert solver.solve() == bool(answer)
                model = " ".join(map(str, solver.get_model() or ()))
            exported_file.with_suffix(".out").write_text(f"{status}\n{model}\n")
        capfd.readouterr()
        assert exit_code(["decode", folder]) == code
        assert [line.split()[0] for line in capfd.readouterr().out.splitlines()] == ["RIGHT", "RIGHT", "NONE"]


def test_a_formula_without_its_cuts_is_incomplete(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The manifest says so, and no solver is blamed for a model in several pieces."""
    (work / "hit.txt").write_text("hitori 4 4\n1 4 5 1\n4 1 1 5\n1 5 3 2\n1 3 1 1\n")
    assert exported("hit.txt", "--via", "cnf:cuts,cnf:elimination") == 0
    incomplete, whole = rows()
    assert (incomplete["class"], incomplete["lacks"]) == ("N", ["cells that are not shaded are connected"])
    assert (whole["class"] in "PQ", whole["lacks"]) == (True, None)
    formula = CNF(from_file="out/hit-1.cnf-cuts.cnf")
    reduced = coversat.reduce((work / "hit.txt"), "cnf:cuts")
    assert (reduced.reduction_class, reduced.is_complete) == ("N", False)
    with Solver(bootstrap_with=formula) as solver:
        models = [*solver.enum_models()]
    assert coversat.count(work / "hit.txt").count == 5 < len(models)
    apart = next(model for model in models if reduced.cuts(model))
    (work / "out" / "hit-1.cnf-cuts.out").write_text(f"s SATISFIABLE\nv {' '.join(map(str, apart))} 0\n")
    (work / "out" / "hit-1.cnf-elimination.cnf").unlink()
    capfd.readouterr()
    assert exit_code(["decode", "out"]) == 3
    said = capfd.readouterr().out
    assert said.startswith("INCOMPLETE out/hit-1.cnf-cuts.cnf: the model is in several pieces, which the ")
    assert exit_code(["decode", "out", "--json"]) == 3
    row = json.loads(capfd.readouterr().out)
    assert (row["status"], len(row["cuts"])) == ("incomplete", 1)
