"""Kinds of puzzles in a file of the user: every command takes them, and errors have a place."""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
from functools import cache
from itertools import product
from pathlib import Path
from unittest.mock import Mock

import pytest
from command_line import command_line
from each import each
from registered_reductions import try_registered

import coversat
from coversat.kinds.between import rules
from coversat.problems import problem_class
from coversat.problems.clue_text import ClueError
from coversat.problems.kind import KINDS
from coversat.problems.puzzle import GridPuzzle
from coversat.setters.commands.defining import _trial_lines
from coversat.setters.testing import kinds
from coversat.setters.testing.kinds import compare_kind
from coversat.setters.testing.mutants import Detection

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "own"
MOSAIC, PUZZLE = str(EXAMPLES / "mosaic.py"), str(EXAMPLES / "mosaic.txt")

EVEN = """
from coversat import Constraint, primitives
from coversat.kinds.sudoku.constraints.base import Line

class EvenTotal(Line):
    word, about, example = "even-total", "an even total", "even-total r1c1 r1c2"

    def broken(self, digits, layout):
        return f"the sum is {sum(digits)}" if sum(digits) % 2 else None

    def model(self, layout):
        yield primitives.Regular(self.cells, 0, lambda odd, digit: (odd + digit) % 2, lambda odd: not odd)
"""


WEAK = EVEN.replace("lambda odd: not odd", "lambda odd: True").replace("even-total", "weak-total")
STRONG = EVEN.replace("lambda odd: not odd", "lambda odd: False").replace("even-total", "strong-total")
TWICE = (
    EVEN.replace("even-total", "twice-total")
    + """\
        yield primitives.Sum([(1, cell) for cell in self.cells], range(0, 99, 2))
"""
)


@each(
    ("text", "words"),
    [
        (EVEN, "fillings: equal\n  3 changes of rules: 3 are detected\n"),
        (
            TWICE,
            "fillings: equal\n  5 changes of rules: 2 are detected; 1 more means the same\n"
            "  no filling detects: without 'Regular'",
        ),
        (WEAK, "the model is too weak: the check says: the sum is"),
        (STRONG, "the model is too strong: "),
    ],
)
def test_a_constraint_in_a_file_is_tested(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "constraint.py"
    file.write_text(text)
    done = command_line("test", str(file))
    assert (done.code == 0) == ("equal" in words), done.output
    assert words in done.output
    assert ("equal" in done.output) == ("equal" in words)


def test_the_time_may_be_up_before_all_instances_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coversat.setters.testing.reductions.SMALL", 30)
    monkeypatch.setattr("coversat.setters.testing.reductions.RANDOM", 2)
    rule = rules()["vertexcover", "setcover"]
    assert "a: right: one to one (32 instances" in "\n".join(_trial_lines("a", try_registered(rule)))
    monkeypatch.setattr("coversat.setters.testing.reductions.RANDOM", 10**6)
    trial = try_registered(rule, seconds=0.1)
    assert "; the time was up before all were tried" in "\n".join(_trial_lines("a", trial))
    assert command_line("test", "vertexcover/setcover").code == 2


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(MOSAIC, tmp_path / "mosaic.py")
    shutil.copy(PUZZLE, tmp_path / "mosaic.txt")
    return tmp_path


def test_all_answers_are_those_of_brute_force() -> None:
    kind = coversat.load_kind(MOSAIC)
    for text in ("2 2\n3 -\n- -", "2 3\n- 2 -\n1 - 1", "1 1\n-", "2 2\n- -\n- 9", "3 3\n- - -\n- 4 -\n0 - -"):
        puzzle = kind.parse(f"mosaic {text}\n")
        grids = product(*[list(product((0, 1), repeat=puzzle.columns))] * puzzle.rows)
        right = {grid for grid in grids if not puzzle.violations(grid)}
        for route in ("cnf:mixed/cadical195", "cnf:table/glucose4", "cover/bitset"):
            assert set(coversat.solve(puzzle, route, limit=None).answers) == right, (text, route)
        assert coversat.count(puzzle).at_least == len(right)


@pytest.mark.thorough
def test_every_command_takes_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    own = ("--kind", "mosaic.py")
    solved = command_line("solve", *own, "mosaic.txt")
    Path("answer.txt").write_text(solved.stdout)
    for code, *words in (
        (0, "check", "mosaic.txt"),
        (0, "count", "mosaic.txt"),
        (0, "candidates", "mosaic.txt"),
        (0, "explain", "mosaic.txt"),
        (0, "grade", "mosaic.txt"),
        (0, "estimate", "mosaic.txt"),
        (0, "metrics", "mosaic.txt"),
        (0, "verify", "mosaic.txt", "answer.txt"),
        (0, "draw", "mosaic.txt", "--solve", "-o", "answer.svg"),
        (0, "convert", "mosaic.txt", "--to", "board"),
        (0, "compare", "mosaic.txt"),
        (0, "export", "mosaic.txt", "-o", "mosaic.cnf"),
        (0, "check", "mosaic.txt", "mosaic.txt", "--jobs", "2"),
        (0, "check", "mosaic.txt", "--certify", "proof"),
    ):
        done = command_line(*words, *own)
        assert done.code == code, (words, done.output)
    assert "<svg" in Path("answer.svg").read_text()
    (model,) = coversat.solve(Path("mosaic.cnf")).answers
    Path("model.txt").write_text("v " + " ".join(map(str, model)) + " 0\n")
    assert command_line("decode", "mosaic.cnf", "model.txt", *own).stdout == solved.stdout
    made = command_line("generate", "mosaic.py", "--size", "4x4", "--seed", "2")
    assert command_line("check", "-", *own, stdin=made.stdout).output.startswith("UNIQUE")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs")
@pytest.mark.parametrize("words", [["test"], ["check", PUZZLE, "--kind"]])
def test_a_pipe_defines_nothing(words: list[str], tmp_path: Path) -> None:
    """It could be read only once; nobody writes to this one."""
    pipe = tmp_path / "mosaic.py"
    os.mkfifo(pipe)
    done = command_line(*words, str(pipe))
    assert (done.code, done.stdout) == (2, "")
    assert "mosaic.py: expected a regular file" in done.stderr


def test_a_certificate_has_the_file_and_does_not_run_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert command_line("check", "mosaic.txt", "--kind", "mosaic.py", "--certify", "proof").code == 0
    accepted = command_line("verify", "-v", "proof", "--kind", "mosaic.py")
    assert accepted.code == 0
    assert "ok: the definition: definition-1.py: the same as" in accepted.output
    # Another file, even if it means the same, is not the one that was proved.
    Path("other.py").write_text(Path("mosaic.py").read_text() + "\n# another\n")
    (certificate,) = Path("proof").iterdir()
    changed = certificate / "definition-1.py"
    changed.write_text(changed.read_text() + "open('ran', 'w')\n")
    assert command_line("verify", "proof", "--kind", "mosaic.py").code == 1
    summary = json.loads((certificate / "certificate.json").read_text())
    text = changed.read_bytes()
    import hashlib

    digest = hashlib.sha256(text).hexdigest()
    summary["files"]["definition-1.py"] = {"bytes": len(text), "sha256": digest}
    (certificate / "certificate.json").write_text(json.dumps(summary))
    undecided = command_line("verify", "-v", "proof", "--kind", "mosaic.py")
    assert undecided.code == 3
    assert "is not run: read it" in undecided.output
    assert not Path("ran").exists()


def test_a_puzzle_can_be_sent_to_another_process() -> None:
    puzzle = coversat.load_kind(MOSAIC).parse(Path(PUZZLE).read_text())
    assert puzzle.grid_model.rules
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle


def test_a_class_states_its_example(tmp_path: Path) -> None:
    file = tmp_path / "mosaic.py"
    text = Path(MOSAIC).read_text()
    line = next(one for one in text.splitlines() if one.startswith("class "))
    file.write_text(text.replace(line, f'{line}\n    example = "mosaic 1 2\\n2 -\\n"'))
    assert command_line("example", str(file)).stdout == "mosaic 1 2\n2 -\n"
    assert "states no example" in command_line("example", MOSAIC).stderr


def test_a_constraint_in_a_file(tmp_path: Path) -> None:
    file, puzzle = tmp_path / "even.py", tmp_path / "even.txt"
    file.write_text(EVEN)
    puzzle.write_text("1...\n..2.\n.3..\n...4\neven-total r1c1 r1c2\n")
    done = command_line("check", str(puzzle), "--kind", str(file), "--certify", str(tmp_path / "proof"))
    assert done.output.startswith("NONE")
    verified = command_line("verify", "-v", str(tmp_path / "proof"), "--kind", str(file))
    assert verified.code == 0
    assert "ok: the definition" in verified.output


@pytest.mark.thorough
def test_the_template_works(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    assert command_line("new", "mine", "-o", str(file)).code == 0
    assert command_line("new", "mine", "-o", str(file)).code == 2
    assert "equal" in command_line("test", str(file), "--most", "3000").output
    assert command_line("new", "My Kind", "-o", "-").code == 2


BROKEN = (
    ("class Mosaic", "class Mosaic(", "mosaic.py:7:35: not Python"),
    ("import coversat", "import coversatt", "mosaic.py:3:1: ModuleNotFoundError"),
    ("def wrong", "def wronk", "mosaic.py:7:1: the class Mosaic has no method 'wrong'"),
    ("def model", "def models", "mosaic.py:7:1: the class Mosaic has no method 'model'"),
    ("(coversat.GridPuzzle)", "", "mosaic.py: it defines no class that derives from coversat.GridPuzzle"),
    ("(cell, *self.around(cell))", "((99, 99),)", "mentions (99, 99), which is no cell of the board"),
    ("yield self.rule(", "yield (lambda *a, **b: a)(", "and not what self.rule returns"),
    ("yield self.rule", "self.rule", "mosaic.py:14:5: model() returns None and yields nothing"),
    ("yield self.rule", "return 5 #", "mosaic.py:14:5: model() returns 5 and yields nothing"),
    ("yield f", "f", "mosaic.py:19:5: wrong() returns None and yields nothing"),
    ("held[cell] +", "held[cell, 1] +", "mosaic.py:21:13: KeyError"),
    ("shaded != number", "1 / 0", "ZeroDivisionError"),
    ("shaded != number", "__import__('os')._exit(0)", "mosaic.py:22:13: SystemExit: 0"),
)


@pytest.mark.parametrize(("old", "new", "message"), BROKEN)
def test_errors_have_a_place(
    old: str, new: str, message: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    source = Path("mosaic.py").read_text()
    Path("mosaic.py").write_text(source.replace(old, new, 1))
    assert source.count(old)
    done = command_line("solve", "mosaic.txt", "--kind", "mosaic.py")
    assert done.code == 2, done.output
    assert message in done.stderr


TEXTS = (
    ("mosaic 2 2\n1 -\n- x\n", "3:3: expected a number from 0 to 9, or '-', found 'x'"),
    ("mosaic 2\n1 -\n", "1:9: expected 'mosaic', the number of rows and the number of columns"),
    ("mosaic 2 2\n1 -\n", "2:4: expected row 2 of 2, found the end of the text"),
    ("mosaic 2 2\n1 - -\n- -\n", "2:5: expected 2 cells, found 3"),
)


@each(("text", "message"), TEXTS)
def test_texts_with_a_mistake(text: str, message: str) -> None:
    done = command_line("solve", "-", "--kind", MOSAIC, stdin=text)
    assert done.code == 2
    assert message in done.stderr


CHANGED = (
    # What is changed, whether the model becomes too weak, and the size of the smallest board that shows it.
    ("(1,), (number,)", "(1,), (number, number + 1)", "too weak", 1),
    ("(cell, *self.around(cell))", "self.around(cell) or (cell,)", "too ", 2),
    ("Count((cell", "Count(cell and (cell", "equal", 0),
    ("sum(held[other]", "sum(2 * held[other]", "too ", 2),
    ("self.clued():\n            shaded", "list(self.clued())[1:]:\n            shaded", "too weak", 1),
)  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize(("old", "new", "words", "cells"), CHANGED)
def test_differences_of_model_and_check_are_found(
    old: str, new: str, words: str, cells: int, folder: Path
) -> None:
    file = folder / "mosaic.py"
    source = file.read_text()
    assert old in source
    file.write_text(source.replace(old, new, 1))
    done = command_line("test", str(file), "--most", "3000")
    assert words in done.output
    assert done.code == int(words != "equal")
    row = json.loads(command_line("test", str(file), "--most", "3000", "--json").output)
    if row["difference"]:
        head = row["difference"]["puzzle"].split("\n")[0].split()
        assert int(head[1]) * int(head[2]) == cells


ONE_PIECE = """
import coversat
from coversat.primitives import Connected

class OnePiece(coversat.GridPuzzle):
    has_regions = True
    values = {0: "-", 1: "x"}

    def model(self):
        yield self.rule("one piece", Connected(self.cells(), (1,), tuple(self.adjacent())))

    def wrong(self, held):
        if len(self.pieces(cell for cell in self.cells() if held[cell])) > 1:
            yield "two pieces"
"""


@pytest.mark.thorough
def test_what_a_class_should_state_besides(tmp_path: Path) -> None:
    file = tmp_path / "onepiece.py"
    file.write_text(ONE_PIECE)
    done = command_line("test", str(file), "--most", "500")
    assert "equal" in done.output
    assert "missing: has_graphs = True: the model has Connected" in done.output
    file.write_text(ONE_PIECE.replace("    has_regions", "    has_graphs = True\n    has_regions"))
    assert "missing" not in command_line("test", str(file), "--most", "500").output


def test_a_kind_without_clues_has_no_board_of_clues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "onepiece.py"
    file.write_text(ONE_PIECE)
    puzzle = coversat.load_kind(file).parse("onepiece 2 3\n7 7 4\n7 4 4\n")
    assert puzzle.format() == "onepiece 2 3\n1 1 2\n1 2 2\n"
    assert puzzle.region_cells() == {1: ((0, 0), (0, 1), (1, 0)), 2: ((0, 2), (1, 1), (1, 2))}
    monkeypatch.setattr(type(puzzle), "__post_init__", Mock(side_effect=ClueError("no room", (0, 0))))
    with pytest.raises(coversat.ParseError, match=r"possible board \(no room\), found 'onepiece'"):
        puzzle.parse("onepiece 1 2\na b\n")


def test_answers_of_lines_are_drawn_as_lines(tmp_path: Path) -> None:
    file = tmp_path / "ring.py"
    file.write_text(
        "import coversat\nclass Ring(coversat.LinePuzzle):\n    symbols = ('x',)\n"
        "    def model(self):\n        yield self.one_loop(self.clue_at)\n"
        "    def wrong(self, held):\n        yield from self.not_one_loop(held)\n"
    )
    puzzle = coversat.load_kind(str(file)).parse("ring 2 2\nx -\n- -\n")
    (answer,) = coversat.solve(puzzle, limit=None).answers
    svg = coversat.draw(puzzle, answer).svg
    assert "M20 20L60 20M20 20L20 60M60 20L60 60M20 60L60 60" in svg, "the square through all centres"
    assert re.findall(">([^<]*)</text>", svg) == ["x"]


@pytest.mark.thorough
def test_every_change_of_a_rule_is_detected() -> None:
    found = compare_kind(coversat.load_kind(MOSAIC), most=5000)
    assert found.difference is None
    assert found.detection == Detection(4)
    assert found.answers


def test_a_rule_that_does_not_name_its_clue_is_found(tmp_path: Path) -> None:
    """Else `explain` would leave out a clue and keep a part of what it states."""
    rule = '            yield self.rule("{cell} is not shaded", Count((cell,), (0,), (1,)), cell=cell)\n'
    text = (
        Path(MOSAIC)
        .read_text()
        .replace("clued():\n            shaded = Count", f"clued():\n{rule}            shaded = Count")
    )
    text = text.replace("            if shaded != number", "            if held[cell] or shaded != number")
    file = tmp_path / "unmarked.py"
    file.write_text(text)
    found = compare_kind(coversat.load_kind(str(file)), most=300).difference
    assert found is not None
    assert "does not name its cell: 'r1c1 is not shaded'" in found.words
    file.write_text(text.replace("(1,)), cell=cell)", "(1,)), cell, cell=cell)"))
    assert compare_kind(coversat.load_kind(str(file)), most=300).difference is None


def test_all_rules_nearest_to_a_violation_are_named() -> None:
    board = problem_class("nurikabe").parse("nurikabe 2 2\n1 -\n- -\n")
    labels = board.nearest_rules([*board.cells()])
    assert len(labels) > 1
    assert len(set(labels)) == len(labels)


@cache
def compared(kind: str) -> kinds.Tested:
    return compare_kind(problem_class(kind), most=300)


@pytest.mark.thorough
def test_changes_that_mean_the_same_are_counted_apart() -> None:
    """A given is the only value of its cell, so that its rule says nothing more."""
    assert compared("fillomino").detection == Detection(3, same=2)


IMPLIED = """
import coversat
from coversat.primitives import Binary, Count

class Single(coversat.GridPuzzle):
    values = {0: "-", 1: "x"}

    def model(self):
        cells = tuple(self.cells())
        yield self.rule("one is shaded", Count(cells, (1,), (1,)))
        yield self.implied(self.rule("{what}", Count(cells, (1,), range(LEAST, 2)), what="not two are"))
        pairs = tuple((cells[0], cell) for cell in cells[1:])
        yield self.implied(self.rule("not both", Binary(pairs, lambda a, b: not (a and b))))

    def wrong(self, held):
        if sum(held.values()) != 1:
            yield "not one is shaded"
"""


@pytest.mark.thorough
def test_rules_that_follow_hide_no_change_and_are_tried(tmp_path: Path) -> None:
    """Without the other rule both would be detected, if the one that follows were left in."""
    file = tmp_path / "single.py"
    file.write_text(IMPLIED.replace("LEAST", "0"))
    assert compare_kind(coversat.load_kind(file), most=300).detection == Detection(7, same=4)
    file.write_text(IMPLIED.replace("yield self.rule", "self.rule").replace("LEAST", "1"))
    found = compare_kind(coversat.load_kind(file), most=300).detection
    names = "{what}", "not both"
    assert found.needed == tuple(
        words for one in names for words in (f"without '{one}'", f"'{one}' with one more")
    )


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [kind for kind in KINDS if issubclass(problem_class(kind), GridPuzzle)])
def test_the_model_of_each_kind_is_equal_to_its_check(kind: str) -> None:
    assert compared(kind).difference is None


@pytest.mark.thorough
def test_changes_that_only_larger_boards_detect() -> None:
    """No yajilin that is small enough for all assignments has a loop beside a shaded cell."""
    found = compare_kind(problem_class("yajilin"), most=1000)
    assert found.detection == Detection(13)


@each(
    ("name", "content", "reason"),
    [
        ("x.txt", b"import os\n", "the name of a file that defines something ends in .py"),
        ("x.py", b"1if 2 else 3\n(", "x.py:2:1: not Python"),
        ("x.py", b"a\0b", "not Python: "),
        ("x.py", b"(" * 5000, "not Python: "),
        ("x.py", b"\xff", "it is not UTF-8"),
        ("\udcff.py", b"1 +\n", "not Python: "),
        ("no\0name.py", None, "null"),
        ("lost.py", None, "No such file or directory"),
    ],
)
def test_files_that_are_no_python(name: str, content: bytes | None, reason: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(coversat.InputError, match=re.escape(reason)):
        coversat.load_kind(tmp_path / name)


def test_a_file_of_a_kind_does_not_end_the_program(tmp_path: Path) -> None:
    """An exit code of its own would be an answer; and the time limit holds in it."""
    file = tmp_path / "mine.py"
    for statement in ("raise SystemExit(0)", "import os; os._exit(0)"):
        file.write_text(f"{statement}\n")
        done = command_line("check", "queens 4", "--kind", str(file))
        assert (done.code, done.stderr.splitlines()[0]) == (2, f"{file}:1:1: SystemExit: 0")
    file.write_text(
        "import os\nchild = os.fork() or os._exit(3)\nprint('ended with', os.waitpid(child, 0)[1] >> 8)\n"
    )
    assert "ended with 3" in command_line("check", "queens 4", "--kind", str(file)).stdout
    file.write_text("while True:\n    pass\n")
    for words in (["--timeout", "0.1", "--kind", str(file)], ["--kind", str(file), "--timeout=0.1"]):
        done = command_line("check", "queens 4", *words)
        assert (done.code, done.stderr) == (3, "coversat: stopped after 0.1 seconds\n")


def test_names_of_kinds_that_are_nearly_right() -> None:
    assert "'sudku' is not known; did you mean sudoku" in command_line("check", "--kind", "sudku", "x").stderr
    assert "'sudku'; did you mean sudoku" in command_line("test", "sudku").stderr
    assert "these have: queens, " in command_line("test", "sudoku").stderr


def test_a_mistake_in_the_relation_of_a_rule_is_shown_where_it_is(tmp_path: Path) -> None:
    file, puzzle = tmp_path / "follows.py", tmp_path / "p.txt"
    file.write_text(
        "import coversat\n"
        "from coversat.primitives import Binary\n\n\n"
        "class Follows(coversat.GridPuzzle):\n"
        '    """A value follows another."""\n\n'
        "    symbols = range(1, 4)\n\n"
        "    def model(self):\n"
        "        relation = {1: (2, 3), 2: (1,)}\n"
        "        follows = Binary((((0, 0), (0, 1)),), lambda a, b: b in relation[a])\n"
        '        yield self.rule("{cell} is followed", follows, cell=(0, 0))\n\n'
        "    def wrong(self, held):\n"
        "        return []\n"
    )
    puzzle.write_text("follows 1 2\n- -\n")
    for via in (["--via", "search/domains"], ["--via", "cnf:mixed"], []):
        done = command_line("check", "--kind", str(file), str(puzzle), *via)
        assert done.code == 2
        assert done.stderr.startswith(f"{file}:12:9: KeyError: ")
