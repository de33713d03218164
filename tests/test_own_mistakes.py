"""Mistakes in a user's kind: each is named with the rule or setting and its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import command_line
from each import each

from coversat.kinds.drawing.puzzle import FILLS, GIVEN_SHAPES, SHAPES
from coversat.problems import problem_class
from coversat.problems.kind import KINDS
from coversat.problems.puzzle import GridPuzzle
from coversat.problems.settings import LOOKS, check_together, check_types

KIND = """\
import coversat
from coversat.primitives import *


class Own(coversat.GridPuzzle):
    symbols = range(10)
    values = {0: "n", 1: "x", 2: "o"}

    def model(self):
        for cell, number in self.clued():
            near = (cell, *self.around(cell))
            rule = Count(near, (1,), (number,))
            yield self.rule("{n} shaded cells at {cell}", rule, cell, n=number, cell=cell)

    def wrong(self, held):
        for cell, number in self.clued():
            if held[cell] + sum(held[other] == 1 for other in self.around(cell)) != number:
                yield "wrong", [cell]
"""


def run(text: str, folder: Path, *words: str, puzzle: str = "own 1 2\n1 -\n") -> tuple[int, str]:
    file, puzzles = folder / "own.py", folder / "own.txt"
    file.write_text(text)
    puzzles.write_text(puzzle)
    done = command_line(*(words or ("solve",)), str(puzzles), "--kind", str(file))
    return done.code, done.output.replace(f"{file}:", "own.py:")


SETTINGS = (
    # What is added or changed, and the message.
    ('look = {1: "gray"}', "8:5: look: {1: 'gray'}; expected a dictionary", "did you mean grey?"),
    ("clue_look = ('black',)", "8:5: clue_look: ('black',); expected a dictionary from clues to black, "),
    ('clue_places = {1: "corner"}', "8:5: clue_places: {1: 'corner'}; expected a dictionary from clues to "),
    ("has_givens = 1", "8:5: has_givens: 1; expected True or False"),
    ('has_givens = True\n    symbols = (1, "4x")', "8:5: has_givens: a clue is the value of its cell, but"),
    ('symbols = ("1", "2")', "8:5: symbols: the clue '1' is a text; a clue of digits is a number"),
    ('symbols = ("-", "2")', "8:5: symbols: '-' is no clue"),
    ("symbols = 5", "8:5: symbols: 5; expected a collection of clues"),
    ('values = {0: "a b"}', "8:5: values: 'a b' is not one word"),
    ('values = {0: "a", 1: "a"}', "8:5: values: two values are written 'a'"),
    ('values = {0: "-", 1: "1"}', "8:5: values: the value 1 is written '1', as a clue is"),
    ("values = {}", "8:5: values: {}; expected whole numbers"),
    ('sides = ("up",)', "8:5: sides: ('up',); expected a tuple of some of left"),
    ('header = "mines"', "8:5: header: 'mines'; expected a tuple of names"),
    ("def removed_clue(self): return 3", "8:5: removed_clue: 'removed_clue' is a method; expected a clue"),
)  # fmt: skip


def test_settings_are_named_with_their_lines(tmp_path: Path) -> None:
    for added, *words in SETTINGS:
        lines = KIND.splitlines()
        name = re.match(r"(?:def )?(\w+)", added)[1]  # type: ignore[index]
        text = "\n".join([*lines[:7], f"    {added}", *lines[7:]])
        if name in ("symbols", "values"):  # in place of the first one
            text = re.sub(rf"^    {name} = .*$", "", text, count=1, flags=re.MULTILINE)
        code, output = run(text, tmp_path)
        assert code == 2, (added, output)
        assert all(one in output for one in words), (added, output)
        assert "own.py:8:5" in output, (added, output)


def test_a_solved_board_is_never_wrong_by_its_words(tmp_path: Path) -> None:
    """Without an empty value, or without clues in answers, a word may be a clue's."""
    for values in ('{0: "n", 1: "1"}', '{0: "-", 1: "1"}; shows_clues = False', '{0: "-", 1: "x"}'):
        text = KIND.replace('{0: "n", 1: "x", 2: "o"}', values)
        code, answer = run(text, tmp_path, puzzle="own 1 2\n1 1\n")
        assert code == 0, answer
        (tmp_path / "answer.txt").write_text(answer)
        words = ("verify", str(tmp_path / "own.txt"), str(tmp_path / "answer.txt"))
        done = command_line(*words, "--kind", str(tmp_path / "own.py"))
        assert done.output.startswith("RIGHT"), done.output
    givens = KIND.replace("    symbols = range(10)", "    has_givens = True\n    symbols = (1,)")
    text = givens.replace('{0: "n", 1: "x", 2: "o"}', '{0: "-", 1: "1"}')
    code, answer = run(text, tmp_path)
    assert (code, answer) == (0, "1 -\n")


def test_the_settings_of_all_kinds_are_right() -> None:
    for name in KINDS:
        kind = problem_class(name)
        if issubclass(kind, GridPuzzle):
            check_types(kind)
            check_together(kind)
    assert {*SHAPES, *GIVEN_SHAPES, *FILLS, "outline", "tile"} == {*LOOKS}


RULES = (
    # The primitive in line 12, and what is said of it.
    ("Count(near, 1, (number,))", "values of Count is 1; expected a collection of whole numbers"),
    ("Count(near, (1,), 0.5)", "numbers of Count is 0.5; expected a collection of whole numbers"),
    ("Count(cell, (1,), (number,))", "cells of Count is (0, 0); expected cells, such as ((0, 0), (0, 1))"),
    ("Count(((9, 9),), (1,), (1,))", "it mentions (9, 9), which is no cell of the board"),
    ("AllDifferent(cell)", "cells of AllDifferent is (0, 0); expected cells"),
    ("Binary((cell, cell), max)", "pairs of Binary is ((0, 0), (0, 0)); expected pairs of cells"),
    ("Binary(((cell, cell),), 1)", "allowed of Binary is 1; expected a function"),
    ("Table(near, (1, 2))", "rows of Table is (1, 2); expected rows of whole numbers"),
    ("Table(near, ((1,),))", "the row (1,) of Table has 1 values for 2 cells"),
    ("Sum(near, (1,))", "terms of Sum is ((0, 0), (0, 1)); expected pairs of a factor and a cell"),
    ("Sum(((1, Contains(near, 1)),), (1,))", "values of Contains is 1; expected a collection"),
    ("Or(Count(near, (1,), (1,)))", "alternatives of Or is Count("),
    ("Or(((Count(near, 1, (1,)),),))", "values of Count is 1"),
    ("Connected(near, (1,), near)", "links of Connected is ((0, 0), (0, 1)); expected pairs of cells"),
    ("Regular(near, 0, 0, max)", "step of Regular is 0; expected a function"),
    ("AreasBySize(near, tuple(self.adjacent()), 1)", "values of AreasBySize is 1; expected a collection"),
    ("number", "1 is no primitive of the language"),
)  # fmt: skip


def test_arguments_of_primitives_are_named_with_rule_and_line(tmp_path: Path) -> None:
    for primitive, words in RULES:
        code, output = run(KIND.replace("Count(near, (1,), (number,))", primitive), tmp_path)
        assert code == 2, (primitive, output)
        assert output.startswith("own.py:13:13: the rule '1 shaded cells at r1c1': "), (primitive, output)
        assert words in output, (primitive, output)
        assert "\n              yield self.rule(" in output.replace("\n  ", "\n  ")


def test_labels_and_violations_that_do_not_fit(tmp_path: Path) -> None:
    code, output = run(KIND.replace("n=number, ", ""), tmp_path)
    assert code == 2
    assert "own.py:13:13: the label '{n} shaded cells at {cell}' does not fit the parts cell ('n')" in output
    for wrong in ('"wrong", 5', '5, [cell]', '"wrong", [(7, 7)]', "7"):  # fmt: skip
        text = KIND.replace('yield "wrong", [cell]', f"yield {wrong}").replace("!= number", "== number")
        code, output = run(text, tmp_path)
        assert code == 2, (wrong, output)
        assert "own.py" in output, (wrong, output)


@each("words", [("solve",), ("count",), ("check",), ("check", "--certify")])
def test_a_model_that_is_too_weak_is_a_mistake_in_the_file(words: tuple[str, ...], tmp_path: Path) -> None:
    text = KIND.replace("(number,)", "(number + 1,)").replace("held[cell] +", "(held[cell] == 1) +")
    more = (words[0], *words[1:], *(["proof"] * (len(words) - 1)))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        code, output = run(text, tmp_path, *more)
    assert code == 2, output
    assert "own.py:9:5: the model is too weak: it allows an answer of which wrong() says: wrong" in output
    assert "nearest to it: 1 shaded cells at r" in output


@each("command", ["generate", "test"])
@each("added", ["def clued_by(self, held):", "@classmethod\n    def blank(cls, *shape):"])
def test_methods_that_make_no_board(added: str, command: str, tmp_path: Path) -> None:
    mosaic = Path(__file__).resolve().parent.parent / "examples" / "own" / "mosaic.py"
    file = tmp_path / "own.py"
    file.write_text(f"{mosaic.read_text()}\n    {added}\n        return 5\n")
    done = command_line(command, str(file), *(["--most", "200"] if command == "test" else []))
    name = "blank" if "blank" in added else "clued_by"
    line = len(file.read_text().splitlines()) - 1 - added.count("\n")
    assert done.code == 2, done.output
    assert f"own.py:{line}:5: {name}() returns 5; expected a board of Mosaic, or None" in done.output


@each("method", ["model(self):", "wrong(self, held):"])
def test_a_generator_exit_is_a_mistake_as_others_are(method: str, tmp_path: Path) -> None:
    """It is what Python closes generators with, so that it passes where others are caught."""
    text = KIND.replace(f"def {method}", f"def {method}\n        raise GeneratorExit")
    for words in (("check",), ("check", "--jobs", "2")):
        code, output = run(text, tmp_path, *words)
        assert code == 2, output
        assert re.match(r"own\.py:\d+:9: GeneratorExit\n +raise GeneratorExit\n", output), output
