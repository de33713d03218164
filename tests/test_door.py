"""`import coversat`: the names it gives, what each takes, and examples that run."""

from __future__ import annotations

import ast
import copy
import doctest
import importlib
import inspect
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from each import each

import coversat
from coversat.base.arguments import seconds
from coversat.cli import commands, exit_code, program
from coversat.cli.signatures import Command
from coversat.kinds import BUILT_IN

ROOT = Path(coversat.__file__).parent
FUNCTIONS = [
    *("read", "solve", "check", "count", "candidates", "explain", "grade", "generate", "export"),
    *(
        "reduce",
        "bench",
        "convert",
        "example",
        "metrics",
        "report",
        "schema",
        "reduction_graph",
        "decode",
        "certify",
        "verify",
        "compare",
        "draw",
        "routes",
        "estimate",
        "load_encoding",
        "load_kind",
        "steps",
        "hint",
        "strength",
        "witness",
        "score",
        "audit",
        "stress",
        "cubes",
        "join",
        "merge",
    ),
]
OTHERS = [
    *(
        "Score",
        "Scorer",
        "Constraint",
        "GridPuzzle",
        "LinePuzzle",
        "KINDS",
        "Kind",
        "Problem",
        "Model",
        "Reduced",
        "Found",
    ),
    *("register", "register_constraint", "register_encoding", "register_form", "register_solver"),
    *("Limits", "Deadline", "Findings", "Verdict", "ArgumentError", "CoversatError", "InputError"),
    "IncompleteFormulaWarning",
    *("LimitReachedError", "ParseError", "ReductionError", "SolverError", "UnknownKindError"),
    *("UnknownRouteError", "WrongAnswerError", "__version__", "encodings", "primitives"),
]
SUDOKU = "1...\n..2.\n.3..\n...4\n"
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WITH_EXAMPLES = [
    ".".join(["coversat", *path.relative_to(ROOT).with_suffix("").parts]).removesuffix(".__init__")
    for path in sorted(ROOT.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


def test_the_names() -> None:
    assert sorted(coversat.__all__) == sorted([*FUNCTIONS, *OTHERS])
    for name in (*FUNCTIONS, *OTHERS, *(kind.class_name for kind in BUILT_IN)):
        assert getattr(coversat, name) is not None
        assert name in dir(coversat)
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        coversat.nonsense  # noqa: B018


def test_each_command_calls_the_function_of_its_name() -> None:
    """Its options are the parameters of that function, and other modules have no function of this name."""
    without = {"help", "list", "new", "test"}
    for name in commands():
        command = program.get_command(click.Context(program), name)
        assert isinstance(command, Command)
        if name in without:
            continue
        public = getattr(coversat, name)
        assert command.function is public, name
        source = inspect.getsource(inspect.getmodule(inspect.unwrap(command.callback)))
        bodies = [one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef)]
        used = {
            one.id
            for body in bodies
            for part in body.body
            for one in ast.walk(part)
            if isinstance(one, ast.Name)
        }
        assert name in used, f"{name} is not called"


PARTS = {"draw", "read"}
"""What kinds and forms call their own parts, which the public functions of these names use."""


def test_no_public_function_has_a_namesake() -> None:
    for path in ROOT.rglob("*.py"):
        text = path.read_text("utf-8")
        if not any(f"\ndef {name}(" in text for name in FUNCTIONS):
            continue
        for one in ast.parse(text).body:
            if isinstance(one, ast.FunctionDef) and one.name in {*FUNCTIONS} - PARTS:
                code = inspect.unwrap(getattr(coversat, one.name)).__code__
                assert Path(code.co_filename) == path, f"{path}: {one.name}"


def test_every_function_has_an_example() -> None:
    for name in FUNCTIONS:
        assert ">>> " in inspect.getdoc(getattr(coversat, name)), name


@each("module", WITH_EXAMPLES)
def test_examples_run(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT.parent)
    result = doctest.testmod(importlib.import_module(module), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted
    assert not result.failed


def test_what_is_imported_lazily_is_the_same_thing() -> None:
    from coversat.answering.asking import solve
    from coversat.base.errors import CoversatError

    assert coversat.solve is solve
    assert coversat.CoversatError is CoversatError


def test_importing_the_library_imports_next_to_nothing() -> None:
    program = (
        "import __future__, sys, dataclasses, typing, re; before = set(sys.modules); import coversat;"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [
        *("coversat", "coversat.base", "coversat.base.notebook", "coversat.base.version")
    ]


@each("make", ["text", "path", "name", "problem"])
def test_each_takes_a_text_a_path_or_a_problem(make: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(SUDOKU)
    sources = {
        "text": SUDOKU,
        "path": path,
        "name": str(path),
        "problem": coversat.Sudoku.parse(SUDOKU),
    }
    source = sources[make]
    (problem,) = coversat.read(source)
    assert problem == sources["problem"]
    assert coversat.check(source).verdict is coversat.Verdict.UNIQUE
    found = coversat.solve(source, via="cover/dancing-links", limit=2, timeout=5)
    assert (found.route, len(found.answers)) == ("cover/dancing-links", 1)
    assert coversat.count(source).at_least == 1
    assert coversat.candidates(source).exact
    assert coversat.explain(source).verdict == "unique"
    assert coversat.export(source).startswith("c ")
    assert coversat.compare(source, ["search/*"]).agree
    assert coversat.draw(source).svg.startswith("<svg")


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(coversat.InputError, match=r"no file has this name, and as a text"):
        coversat.check("nothing-of-this-name.txt")
    with pytest.raises(coversat.InputError, match=r":2:1: expected a digit 1 to 4"):
        coversat.check("1...\ny...\n....\n....\n")
    (tmp_path / "no text").write_bytes(b"queens\n \xff")
    with pytest.raises(coversat.InputError, match=r"no text:2:2: expected a text in UTF-8"):
        coversat.check(tmp_path / "no text")
    with pytest.raises(coversat.InputError, match="it holds 2 puzzles"):
        coversat.check("." * 16 + "\n" + "." * 16 + "\n")
    with pytest.raises(coversat.UnknownRouteError):
        coversat.check(SUDOKU, "cnf:nonsense/cadical195")
    for function, says in ((coversat.verify, "is not a folder"), (coversat.report, "no such file")):
        for name in ("\ud800", "x" * 5000):
            with pytest.raises(coversat.CoversatError, match=says):
                function(name)


@each(
    ("name", "arguments", "says"),
    [
        ("check", {"timeout": 0}, "timeout is a number of seconds above 0, not 0"),
        ("grade", {"timeout": float("nan")}, "timeout is a number of seconds above 0, not nan"),
        ("draw", {"answer": ((1,),)}, "no answer of this sudoku has that shape"),
        ("draw", {"answer": "x"}, "no answer of this sudoku has that shape"),
        ("draw", {"answer": ((True,) * 4,) * 4}, "no answer of this sudoku has that shape"),
        ("draw", {"answer": ((5, 1, 2, 3),) * 4}, "no answer of this sudoku has that shape"),
        ("explain", {"toward": "x"}, "no answer of this sudoku has that shape"),
        ("verify", {"timeout": "5"}, "timeout is a number of seconds above 0, not '5'"),
        ("solve", {"limit": 0}, "limit is a whole number from 1 up, not 0"),
        ("solve", {"nodes": -1}, "nodes is a whole number from 1 up, not -1"),
        ("count", {"limit": 2.5}, r"limit is a whole number, not 2\.5"),
        ("count", {"memo": -1}, "memo is a whole number from 0 up, not -1"),
        ("count", {"jobs": True}, "jobs is a whole number, not True"),
        (
            "count",
            {"jobs": 2, "scheduler": "tcp://h:1"},
            "jobs and scheduler exclude each other",
        ),
        ("estimate", {"samples": 0}, "samples is a whole number from 1 up, not 0"),
        ("explain", {"seed": "x"}, "seed is a whole number, not 'x'"),
        ("solve", {"solver_command": 5}, "solver_command is a text, not 5"),
        ("check", {"scheduler": 5}, "scheduler is a text, not 5"),
        ("audit", {"kind": 5}, "kind is a text, not 5"),
        ("verify", {"answer": 5}, "answer is an answer as solve finds it, not 5"),
        ("export", {"to": 5}, "format is a text, not 5"),
        ("bench", {"report": 5}, "report is a function of a text, not 5"),
        ("strength", {"report": 5}, "report is a function of a text, not 5"),
        ("strength", {"reductions": 5}, "reductions is a sequence of texts, not 5"),
        ("steps", {"report": 5}, "report is a function of a step, not 5"),
        ("hint", {"enough": 5}, "enough is a function of a step, not 5"),
        ("draw", {"candidates": 5}, "candidates is a mapping from cells to values, not 5"),
        ("merge", {"output": "x"}, "parts is a list of names, not"),
        ("draw", {"ringed": 5}, "ringed is a collection of cells, not 5"),
        ("draw", {"ringed": [5]}, r"ringed is a collection of cells, such as \(0, 1\), not 5"),
        ("bench", {"sizes": 5}, "sizes is a mapping from names to numbers, not 5"),
        ("compare", {"each": 5}, "each is a function of names and a row, not 5"),
        ("witness", {"finds": 5, "misses": "cover"}, "finds is the name of a reduction, not 5"),
        (
            "witness",
            {"finds": "cover", "misses": "cnf:minimal", "report": 5},
            "report is a function of a text",
        ),
        ("stress", {"kind": "latin", "form": [5]}, r"form is the name of a form, not \[5\]"),
        ("stress", {"kind": "latin", "cases": 1.5}, r"cases is a whole number, not 1\.5"),
        ("stress", {"kind": "latin", "timeout": "x"}, "timeout is a number of seconds above 0, not 'x'"),
    ],
)
def test_arguments_that_make_no_sense(name: str, arguments: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        getattr(coversat, name)(SUDOKU, **arguments)


@each("via", [5, 0, ["cover"], b"cover", object])
def test_a_route_is_named_by_a_text(via: object, tmp_path: Path) -> None:
    for name in ("solve", "check", "count", "estimate", "export"):
        with pytest.raises(ValueError, match="a route or a reduction is named by a text"):
            getattr(coversat, name)(SUDOKU, via=via)
    with pytest.raises(ValueError, match="is named by a text"):
        coversat.certify(SUDOKU, tmp_path / "c", via=via)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="routes is a sequence of texts"):
        coversat.compare(SUDOKU, 5 if isinstance(via, list) else via)  # type: ignore[arg-type]


@each("value", [None, 5, 0.5, b"queens 4", (), ["queens 4"], {}, object])
def test_texts_and_paths_of_other_types(value: Any) -> None:
    many = isinstance(value, list | tuple)
    for name in (
        ()
        if many
        else ("read", "solve", "check", "count", "explain", "candidates", "grade", "export", "draw")
    ):
        with pytest.raises(ValueError, match="a source is a problem, the name of a file or a text, not"):
            getattr(coversat, name)(value)
    with pytest.raises(ValueError, match="folder is a text or a path, not"):
        coversat.verify(value)
    with pytest.raises(ValueError, match="exported is a text, not"):
        coversat.decode(value, "s UNSATISFIABLE\n")


def test_wishes_that_make_no_sense() -> None:
    for wish, value, says in (
        ("symmetry", "foo", "there is none, half-turn"),
        ("grade", "foo", "a number of rounds or 'search'"),
        *(("boxes", value, "boxes is two whole numbers") for value in ((), [], b"1", {}, 3, "x", (3, "3"))),
        *(("size", value, "size is two whole numbers") for value in ("4x", (1, 2, 3), 2.5, (True, 2))),
        ("givens", "x", "givens is a whole number"),
        ("symmetry", 5, "no symmetry is called 5"),
        ("grade", 5, "grade is a text such as '0,1', not 5"),
        ("hardest", 5, "hardest is two whole numbers, not 5"),
        ("patience", "x", "timeout is a number of seconds above 0, not 'x'"),
    ):
        with pytest.raises(ValueError, match=says):
            next(coversat.generate("sudoku", **{wish: value}))


def test_boxes_as_the_command_line_takes_them() -> None:
    for boxes in ("2x2", "2", [2, 2]):
        (made,) = coversat.generate("sudoku", boxes=boxes)
        assert made.problem.size == 4


def test_what_is_found_can_be_hashed() -> None:
    assert hash(coversat.check(SUDOKU)) != hash(coversat.count("." * 16))
    found = coversat.compare(SUDOKU, ["search/*"])
    assert hash(found) == hash(found)


def test_a_time_without_end() -> None:
    """No timer can be set for it, and none is: not for it, and for no other."""
    assert coversat.check(SUDOKU, timeout=float("inf")).verdict is coversat.Verdict.UNIQUE
    assert coversat.check(SUDOKU, timeout=10**400).verdict is coversat.Verdict.UNIQUE
    assert coversat.check(SUDOKU, timeout=1e10).verdict is coversat.Verdict.UNIQUE
    assert coversat.check(SUDOKU, timeout=60).verdict is coversat.Verdict.UNIQUE
    assert [seconds(time) for time in (60, 0.5, 10**400, None)] == [60, 0.5, float("inf"), None]


def test_equal_formulas_hash_alike() -> None:
    one, other = (coversat.read("p cnf 2 1\n1 2 0\n")[0] for _ in range(2))
    assert (one, hash(one)) == (other, hash(other))


def test_time_holds_for_reading_too(tmp_path: Path) -> None:
    found = coversat.check("." * 625, timeout=1e-9)
    assert (found.verdict, found.reason) == (coversat.Verdict.UNKNOWN, "1e-09 seconds")


def test_sets(tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text("1.....2..3.....4\n" * 30 + "x" * 16 + "\n")
    for files, jobs in (([path], None), (iter([str(path)]), 2)):
        found = list(coversat.check(files, jobs=jobs))
        assert [one.name for one in found] == [f"{path} #{n}" for n in range(1, 32)]
        assert {one.found.verdict for one in found[:-1] if one.found is not None} == {coversat.Verdict.UNIQUE}
        assert all(len(one.answers) == 1 for one in found[:-1])
        assert isinstance(found[-1].error, coversat.InputError)


def test_one_and_many_are_told_apart_by_type(tmp_path: Path) -> None:
    """What stands for many has a sequence of results, whatever and however many are in it."""
    numpy = pytest.importorskip("numpy")
    line, board = "1.....2..3.....4", [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]
    (tmp_path / "folder").mkdir()
    path = tmp_path / "folder" / "one.txt"
    path.write_text(SUDOKU)
    for one in (line, SUDOKU, path, coversat.Sudoku.parse(SUDOKU), board, numpy.array(board)):
        assert coversat.check(one).verdict is coversat.Verdict.UNIQUE
    problems = coversat.read(SUDOKU)
    for many in ([line], (line,), iter([line]), [path], problems, [problems], [board], tmp_path / "folder"):
        (result,) = coversat.check(many)
        assert (result.status, result.found.verdict) == ("unique", coversat.Verdict.UNIQUE)
        again = [line] if isinstance(many, Iterator) else many
        assert [grade.name for grade in coversat.grade(again)] == ["0"]
    assert [one.status for one in coversat.check(numpy.array([line, "." * 16]))] == ["unique", "multiple"]
    assert len(coversat.check(numpy.array([board, board, board]))) == 3
    assert len(coversat.check([])) == 0
    mixed = list(coversat.check([line, "." * 16, None, "x", line], jobs=2))
    assert [one.status for one in mixed] == ["unique", "multiple", "error", "error", "unique"]
    assert [one.name for one in mixed] == ["#1", "#2", "#3", "#4", "#5"]


def test_texts_in_memory_are_answered_as_lines_of_a_file(tmp_path: Path) -> None:
    """The same results in the same order, also where lines are decided together."""
    chance = random.Random(5)
    (answer,) = coversat.solve(NINE).answers
    digits = [str(digit) for row in answer for digit in row]
    lines = ["".join(one if chance.random() < 0.38 else "." for one in digits) for _ in range(300)]
    path = tmp_path / "set.txt"
    path.write_text("\n".join(lines) + "\n")
    wanted = ("status", "answers", "count", "exact", "route", "kind", "kind_from", "id")
    theirs = [[getattr(one, name) for name in wanted] for one in coversat.check([path])]
    assert [[getattr(one, name) for name in wanted] for one in coversat.check(lines)] == theirs
    assert {row[0] for row in theirs} == {"unique", "multiple"}


def test_a_puzzle_of_several_is_named_by_its_case(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text("1.....2..3.....4\n" + "." * 16 + "\n")
    assert coversat.check(path, case=2).verdict is coversat.Verdict.MULTIPLE
    for case, says in (
        (3, "there is no case 3; it holds 2"),
        (None, "coversat.read gives them all, and case= chooses"),
    ):
        with pytest.raises(coversat.InputError, match=says):
            coversat.check(path, case=case)


def test_what_is_read_first_is_taken_by_every_function(tmp_path: Path) -> None:
    """An error about a text says in Python's words what `read` takes."""
    path = tmp_path / "two.txt"
    path.write_text("1.....2..3.....4\n" + "." * 16 + "\n")
    with pytest.raises(coversat.InputError, match="read gives them all, and case= chooses one"):
        coversat.explain(path)
    assert coversat.explain(*coversat.read(path, case=2)).verdict == "multiple"
    with pytest.raises(coversat.InputError, match="no case 3"):
        coversat.read(path, case=3)
    matrix = "0 1 1\n1 0 1\n1 1 0\n"
    with pytest.raises(coversat.InputError) as refused:
        coversat.export(matrix)
    assert refused.value.__notes__ == [
        "coversat.read: kind= cover reads its rows as the options of an exact cover"
    ]
    assert coversat.export(*coversat.read(matrix, kind="cover"))


def test_a_case_on_the_command_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Also of a set whose lines are decided together."""
    path = tmp_path / "set.txt"
    path.write_text((NINE + "\n") * 30 + "." * 81 + "\n")
    for case, code, says in (
        ("30", 0, f"UNIQUE {path} #30 (sudoku 9x9)"),
        ("31", 1, f"MULTIPLE {path} #31 (sudoku 9x9)"),
        ("32", 2, f"{path}: there is no case 32; it holds 31"),
    ):
        assert exit_code(["check", str(path), "--case", case]) == code
        out, err = capfd.readouterr()
        assert (out or err).splitlines()[0] == says
    assert exit_code(["count", str(path), str(path), "--case", "1"]) == 2
    assert "a case is a puzzle of one file" in capfd.readouterr().err
    assert exit_code(["solve", str(tmp_path / "none.txt"), "--case", "2"]) == 2
    assert "No such file" in capfd.readouterr().err


def test_results_are_short_at_the_prompt() -> None:
    found = coversat.check("." * 16)
    steps = coversat.steps(SUDOKU)
    score = coversat.score(SUDOKU, "no board")
    many = (
        coversat.check([SUDOKU, "." * 16]),
        coversat.grade([SUDOKU]),
        coversat.compare("queens 6", ["cover"]),
    )
    for result in (
        *(found, coversat.explain("." * 16), coversat.grade(SUDOKU), coversat.estimate("queens 6"), score),
        *(steps, steps.steps[0], many[0][0], coversat.draw(SUDOKU), *many),
    ):
        assert repr(result).startswith(f"<{type(result).__name__}: ")
        assert "\n" not in repr(result)
        assert len(repr(result)) < 80
    assert repr(many[-1]) == "<Comparison: 1 row>"
    for kind in ("sudoku", "kakuro", "colouring", "zebra", "latin"):
        (problem,) = coversat.read(coversat.example(kind))
        assert eval(repr(problem), {name: getattr(coversat, name) for name in dir(coversat)}) == problem
    assert not {"Any", "TYPE_CHECKING", "annotations"} & {*dir(coversat)}


class Prompt:
    """Looks as IPython does for what shows an object: in each class in turn, for a method or `__repr__`."""

    def __init__(self) -> None:
        self.said = ""

    def text(self, words: str) -> None:
        self.said += words

    @classmethod
    def shows(cls, result: Any) -> str:
        prompt = cls()
        for one in type(result).__mro__:
            if "_repr_pretty_" in vars(one):
                vars(one)["_repr_pretty_"](result, prompt, False)
                return prompt.said
            if "__repr__" in vars(one):
                break
        return repr(result)


def test_results_are_whole_in_ipython() -> None:
    many = coversat.check([SUDOKU] * 60), coversat.check([SUDOKU] * 2), coversat.grade([SUDOKU] * 2)
    for result in (coversat.audit([SUDOKU]), coversat.explain("." * 16), coversat.steps(SUDOKU), *many[1:]):
        assert Prompt.shows(result) == str(result)
    assert Prompt.shows(many[0]).splitlines()[-2:] == [
        "UNIQUE #50 (sudoku 4x4)",
        "... print and to_pandas() show the others too",
    ]
    assert many[0]._repr_html_().count("<tr>") == 51


def test_what_is_found_of_cells_can_be_drawn() -> None:
    found = coversat.candidates("." * 16)
    assert coversat.draw("." * 16, candidates=found) == coversat.draw("." * 16, candidates=found.by_cell())


def test_results_of_many_are_sent_to_other_processes() -> None:
    for found in (coversat.check([SUDOKU, None, "." * 16]), coversat.grade([SUDOKU, "." * 16])):
        for again in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
            assert (len(again), str(again)) == (len(found), str(found))
            assert str(again.to_pandas()) == str(found.to_pandas())


def test_an_error_among_many_is_not_their_end() -> None:
    for name in ("grade", "export"):
        found = getattr(coversat, name)([SUDOKU, None, SUDOKU])
        for _ in range(2):
            with pytest.raises(coversat.ArgumentError, match="a source is a problem"):
                list(found)


def test_a_cover_and_a_formula_show_themselves(capfd: pytest.CaptureFixture[str]) -> None:
    cover = coversat.reduce("langford 3", "cover").target
    assert cover._repr_html_().count("<tr>") == len(cover.options) + 1
    formula = coversat.Cnf(2, ((1, -2),), {1: "rain", 2: "sun"})
    assert "rain or not sun" in formula._repr_html_()
    assert exit_code(["routes", "langford", "--explain", "cover"]) == 0
    assert "1@1  1 . . 1 . 1 . . ." in capfd.readouterr().out
    assert exit_code(["routes", "sudoku", "--explain", "cnf:minimal"]) == 0
    assert "r1c2=1 or r1c2=2 or r1c2=3 or r1c2=4" in capfd.readouterr().out


def test_type_checkers_are_given_every_name() -> None:
    stated = re.findall(r"import (\w+) as \1$", (ROOT / "__init__.pyi").read_text("utf-8"), re.MULTILINE)
    assert {*stated} | {"__version__"} == {*coversat.__all__, *(kind.class_name for kind in BUILT_IN)}
