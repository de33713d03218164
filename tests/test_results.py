"""Results in Python, printed as commands print them, and problems from what users hold."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import networkx
import pytest
from command_line import command_line
from each import each
from pysat.formula import CNF

import coversat
from coversat.cli import exit_code

ROOT = Path(__file__).resolve().parent.parent
UNIQUE = "examples/sudoku/boj2239.txt"
SEVERAL = "examples/sudoku/two-answers.txt"
SMALL = "1...\n..2.\n.3..\n...4\n"
NONE = "11..\n....\n....\n....\n"


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")


def without_name(text: str, file: str) -> str:
    """What a command printed of the one puzzle in a file, without its name and reading."""
    lines = text.rstrip("\n").split("\n")
    name = rf"{re.escape(file)} #1(?: \([^()]*\))?"
    lines[0] = re.sub(f" {name}|{name}: ", "", lines[0])
    return "\n".join(lines)


@pytest.mark.thorough
@each(
    ("command", "file", "ask"),
    [
        ("check", UNIQUE, coversat.check),
        ("check", SEVERAL, coversat.check),
        ("solve", UNIQUE, coversat.solve),
        (
            "solve",
            "examples/sudominoku/boj4574.txt",
            lambda file: coversat.solve([file])[0],
        ),
        ("count", SEVERAL, coversat.count),
        ("explain", UNIQUE, coversat.explain),
        ("explain", SEVERAL, coversat.explain),
        ("grade", UNIQUE, lambda file: coversat.grade(file, solving=True)),
        ("estimate", "examples/queens/eight.txt", coversat.estimate),
        ("hint", UNIQUE, coversat.hint),
    ],
    ids=str,
)
def test_printed_as_by_the_command(command: str, file: str, ask: Callable[[str], Any]) -> None:
    shown, ours = (
        re.sub(r"(?m)^  time .*", "  time", text)
        for text in (without_name(command_line(command, file).stdout, file), str(ask(file)))
    )
    assert ours.strip() == shown.strip() or (command == "solve" and shown.startswith(ours)), command


def test_steps_and_problems_are_printed() -> None:
    shown = command_line("steps", UNIQUE).stdout
    assert shown == f"{UNIQUE} #1 (sudoku 9x9):\n{coversat.steps(UNIQUE)}\n"
    (puzzle,) = coversat.read("1...\n..2.\n.3..\n...4\n")
    assert str(puzzle) == puzzle.render()
    (made,) = coversat.generate("latin", size=(3, 3), seed=1)
    assert coversat.read(str(made)) == (made.problem,)


def test_a_result_has_no_truth_value() -> None:
    for found in (coversat.check(SMALL), coversat.check(NONE), coversat.count(NONE), coversat.solve(SMALL)):
        with pytest.raises(coversat.CoversatError, match="neither true nor false"):
            bool(found)
    for found in (
        coversat.explain(SMALL),
        coversat.grade(SMALL),
        coversat.candidates(SMALL),
        coversat.hint(SMALL),
    ):
        with pytest.raises(coversat.CoversatError, match="neither true nor false"):
            bool(found)
    assert coversat.compare(SMALL, ["search/*"])
    exported = coversat.export("langford 3")
    (model,) = coversat.solve(exported).answers
    assert coversat.decode(exported, f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n")
    assert not coversat.decode(exported, "s UNSATISFIABLE\n")


def test_a_certificate(tmp_path: Path) -> None:
    assert str(coversat.certify(UNIQUE, tmp_path / "proof")) == "UNIQUE"
    found = coversat.verify(tmp_path / "proof")
    assert found
    shown = command_line("verify", str(tmp_path / "proof")).stdout
    assert str(found) == shown.rstrip("\n").replace(f" {tmp_path / 'proof'}", "")
    (tmp_path / "proof" / "proof.drup").write_text("1 0\n")
    assert not coversat.verify(tmp_path / "proof")


def test_what_is_shown_in_one_line() -> None:
    (formula,) = coversat.read("p cnf 2 1\n1 -2 0\n")
    assert repr(formula) == "<Cnf: 2 variables, 1 clause>"
    assert (
        repr(coversat.ExactCover.from_rows([[1]]))
        == "<ExactCover: 1 primary and 0 secondary items, 1 option>"
    )


def test_a_result_is_a_value() -> None:
    found = coversat.count("." * 16)
    assert (found.count, found.at_least, found.exhausted) == (288, 288, True)
    assert coversat.count("." * 16, limit=5).count is None
    assert coversat.solve(UNIQUE).count == 1
    assert pickle.loads(pickle.dumps(found)) == found
    assert replace(found, route="") != found
    with pytest.raises(FrozenInstanceError):
        found.route = ""  # type: ignore[misc]
    with pytest.raises(TypeError):
        len(found)  # type: ignore[arg-type]
    (cells,) = coversat.solve("1...\n..2.\n.3..\n...4\n").named()
    assert (cells["r1c2"], len(cells)) == (2, 16)
    for one in coversat.solve([UNIQUE]):
        assert one.found is not None
        assert one.found.named()[0]["r1c1"] == 1


BOARD = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]


@each("make", ["lists", "tuples", "None", "numpy", "objects of numpy"])
def test_rows_of_values(make: str) -> None:
    numpy = pytest.importorskip("numpy")
    rows: Any = {
        "lists": BOARD,
        "tuples": tuple(map(tuple, BOARD)),
        "None": [[value or None for value in row] for row in BOARD],
        "numpy": numpy.array(BOARD),
        "objects of numpy": [list(row) for row in numpy.array(BOARD)],
    }[make]
    (expected,) = coversat.read("1...\n..2.\n.3..\n...4\n")
    assert coversat.read(rows) == (expected,)
    assert coversat.check(rows).verdict is coversat.Verdict.UNIQUE
    assert coversat.count(rows).count == 1
    assert coversat.export(rows) == coversat.export(expected)
    assert coversat.reduce(rows, "cover").target == coversat.reduce(expected, "cover").target
    assert coversat.candidates(rows).exact
    assert coversat.explain(rows).verdict == "unique"
    assert coversat.compare(rows, ["search/*"]).agree
    assert coversat.draw(rows).svg.startswith("<svg")
    assert coversat.steps(rows).outcome == "solved"
    assert coversat.grade(rows).name == "0"


def test_rows_of_other_kinds() -> None:
    assert coversat.count([[0] * 3] * 3, kind="latin").count == 12
    boards = [["-", "-", "3"], ["-", "-", "-"], ["3", "-", "-"]]
    (found,) = coversat.read(boards, kind="slitherlink")
    assert found == coversat.read("slitherlink 3 3\n- - 3\n- - -\n3 - -\n")[0]


def test_formulas_and_graphs() -> None:
    formula = CNF(from_clauses=[[1, 2], [-1, 3]])
    assert coversat.count(formula).count == 4
    assert coversat.check(formula).verdict is coversat.Verdict.MULTIPLE
    graph = networkx.Graph([("x", "y"), ("y", "z"), ("z", "x"), ("z", ("a", 1))])
    found = coversat.solve(graph, kind="colouring 3", limit=None)
    assert len(found.answers) == 12  # six colourings of the triangle, two of the leaf
    for colours in found.named():
        assert set(colours) == set(graph.nodes)
        assert all(colours[a] != colours[b] for a, b in graph.edges)
    assert coversat.check(networkx.cycle_graph(5), kind="hamiltoniancycle").verdict is coversat.Verdict.UNIQUE
    (path,) = coversat.solve(networkx.path_graph(3), kind="hamiltonianpath").named()
    assert path == {(0, 1): 1, (1, 2): 1}
    grid = networkx.grid_graph((2, 2))
    assert coversat.count(grid, kind="colouring 2").count == 2


@each(
    ("source", "kind", "says"),
    [
        ({}, None, "a source is a problem, the name of a file or a text, not"),
        ([[1, 2.5]], None, "a row has whole numbers and words, not 2.5"),
        ([["a b"]], None, "a row has whole numbers and words, not 'a b'"),
        ([[True]], None, "a row has whole numbers and words, not True"),
        (networkx.path_graph(2), None, "a graph alone is no problem: name its kind"),
        (networkx.path_graph(2), "colouring", "expected kind='colouring K' with numbers, found 'colouring'"),
        (networkx.path_graph(2), "sudoku", "a sudoku is no problem of one graph"),
        (networkx.DiGraph([(1, 2)]), "colouring 2", "the graph is directed"),
        ([[1, 2], [3, 4]], "nonsense", "no kind of problem is called 'nonsense'"),
        ([[0, 9], [0, 0]], "latin", ":2:3: expected"),
    ],
    ids=str,
)
def test_what_cannot_be_taken(source: Any, kind: str | None, says: str) -> None:
    with pytest.raises(coversat.CoversatError, match=says):
        coversat.check(source, kind=kind)


@each(
    "call",
    [
        lambda: coversat.check(5),
        lambda: coversat.check("." * 16, timeout=-1),
        lambda: coversat.solve("." * 16, limit=0),
        lambda: coversat.solve("." * 16, via="cover", smallest=True),
        lambda: coversat.count("." * 16, jobs=1, scheduler="tcp://x:1"),
        lambda: coversat.explain("." * 16, toward=((1,),)),
        lambda: coversat.explain("." * 16, toward=((1,) * 4,) * 4),
        lambda: coversat.draw("." * 16, answer="x"),
        lambda: next(coversat.generate("sudoku", size="x")),
        lambda: next(coversat.generate("sudoku", symmetry="x")),
        lambda: coversat.read(b"queens"),
        lambda: coversat.check("." * 16, via=5),
        lambda: coversat.Cnf(1, ((2,),)),
        lambda: coversat.ExactCover(("a", "a"), (), ()),
    ],
    ids=str,
)
def test_every_error_is_one_of_coversat(call: Callable[[], Any]) -> None:
    with pytest.raises(coversat.CoversatError):
        call()


def test_sets_are_sequences_of_records(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """As the command prints them, as text, CSV and JSON Lines."""
    jsonschema = pytest.importorskip("jsonschema")
    broken = tmp_path / "broken.txt"
    broken.write_text("1...\nx...\n....\n....\n")
    files = ["examples/sudoku/oneline.txt", "examples/sudoku/two-answers.txt"]
    for question in ("check", "solve", "count"):
        limit = {"limit": 1} if question == "solve" else {}
        found = getattr(coversat, question)(files, **limit)
        exit_code([question, *files])
        assert str(found) == capfd.readouterr().out.removesuffix("\n")
        exit_code([question, *files, str(broken), "--json"])
        theirs = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
        found = getattr(coversat, question)([*files, broken], **limit)
        ours = [json.loads(line) for line in found.to_jsonl().splitlines()]
        assert [{key: row[key] for key in told} for row, told in zip(ours, theirs, strict=True)] == theirs
        for row in ours:
            jsonschema.validate(row, coversat.schema(question))
        assert list(ours[0]) == found.to_csv().splitlines()[0].split(",")
        assert isinstance(found[-1].error, coversat.InputError)
        assert (found[-1].status, found[-1].column, found[0].message) == ("error", 1, None)
    assert len(list(coversat.check(files))) == len(coversat.check(files)) == 3


def test_results_are_kept_but_for_an_iterator() -> None:
    """Those of a list are read again; an error, or its end by the user, never leaves fewer without a word."""
    files = ["examples/sudoku/oneline.txt", "examples/sudoku/two-answers.txt"]
    statuses = ["unique", "none", "multiple"]
    found = coversat.check(files)
    first, second = iter(found), iter(found)
    assert [next(one).status for one in (first, first, second)] == ["unique", "none", "unique"]
    assert [one.status for one in found] == statuses == [one.status for one in found]
    assert [one.status for one in second] == statuses[1:]
    assert (len(found), repr(found)) == (3, "<SetResults: 3 puzzles>")
    once = coversat.check(iter(files))
    assert [one.status for one in once] == statuses
    with pytest.raises(coversat.CoversatError, match="read already and not kept"):
        once.to_csv()
    assert len(coversat.check(iter(files))) == len(list(coversat.check(iter(files)))) == 3

    class Interrupted(list[str]):
        def __iter__(self) -> Iterator[str]:
            yield from files
            raise KeyboardInterrupt

    stopped = coversat.check(Interrupted(files))
    with pytest.raises(KeyboardInterrupt):
        list(stopped)
    with pytest.raises(coversat.CoversatError, match="not to their end"):
        list(stopped)


@each(
    ("text", "says"),
    [
        ("1" + "." * 35, "(sudoku 6x6, boxes 2x3)"),
        ("\n".join(["1..0", "....", ".2..", "...3"]), "(sudoku 4x4, digits from 0)"),
        ("1" + "." * 15, "(sudoku 4x4)"),
        ("c p show 1 0\np cnf 2 2\n1 0\n1 2 0\n", "#1 (projected on 1 of 2 variables)"),
        ("c p show 1 2 0\np cnf 2 1\n1 2 0\n", "#1\n"),
    ],
)
def test_a_result_line_says_boxes_digits_and_projections(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "text").write_text(text)
    assert says in command_line("check", str(tmp_path / "text")).stdout
