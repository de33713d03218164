"""Exact cover: Knuth's text, the rules check, answers as texts."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import pytest
from command_line import command_line
from each import each
from hypothesis import given
from instances import instances
from parsing import Malformed, assert_malformed, endings, malformed
from strategies import covers

import coversat
from coversat.base.errors import ParseError
from coversat.problems import ExactCover, read
from coversat.problems.exact_cover.rules import Option

TEXT = """\
| exact cover
| projection: y
p q r | x y
p q x y:A
| option: the second
p r x y:B
p x
"""
COVER = ExactCover(
    ("p", "q", "r"),
    ("x", "y"),
    (
        Option("p q x y:A", ("p", "q", "x"), (("y", "A"),)),
        Option("the second", ("p", "r", "x"), (("y", "B"),)),
        Option("p x", ("p", "x")),
    ),
    ("y",),
)


def test_knuths_text() -> None:
    for text in endings(TEXT):
        document = read(text)
        assert document.form.name == "knuth"
        assert document.problems == (COVER,)
    assert COVER.format() == TEXT
    commented = "| a comment\n\n" + TEXT.replace("p x\n", "| another\n\np x\n|\n")
    assert read(commented).problems == (COVER,)


@pytest.mark.thorough
@given(covers())
def test_formatted_and_parsed(problem: ExactCover) -> None:
    # With the kind: a few items of digits only would be read as rows of a sudoku.
    assert read(problem.format(), "cover").problems == (problem,)
    assert ExactCover.parse(problem.format()) == problem


MALFORMED: list[Malformed] = [
    ("a b c\na b z\n", 2, 5, "an item of the first line, found 'z'"),
    ("a b c\na b a\n", 2, 5, "each item once in an option"),
    ("a b | c\na c:1 c\n", 2, 7, "each item once in an option"),
    ("a b c\na b:1\n", 2, 3, "a colour, on a secondary item only"),
    ("a b | c\na c:\n", 2, 3, "a colour, on a secondary item only"),
    ("a b | c\na c:1:2\n", 2, 3, "a colour, on a secondary item only"),
    ("a b a\na b\n", 1, 5, "each item once"),
    ("a | b a\na b\n", 1, 7, "each item once"),
    ("a | b | c\na b\n", 1, 7, "one '|' between primary and secondary items"),
    ("a b:c\na\n", 1, 3, "an item name without '|' and ':'"),
]


test_malformed = malformed(MALFORMED, lambda text: read(text, "cover"))


def test_values_that_are_no_exact_cover() -> None:
    for primary, secondary, options, projection in [
        (("a", "a"), (), (), None),
        (("a",), ("a",), (), None),
        (("a b",), (), (), None),
        (("a:b",), (), (), None),
        (("a|b",), (), (), None),
        (("",), (), (), None),
        (("a",), (), (Option("o", ("b",)),), None),
        (("a",), (), (Option("o", ("a", "a")),), None),
        (("a",), ("s",), (Option("o", ("s",)),), None),
        (("a",), ("s",), (Option("o", ("a",), (("a", "1"),)),), None),
        (("a",), ("s",), (Option("o", ("a",), (("s", ""),)),), None),
        (("a",), ("s",), (Option("o", ("a", "s"), (("s", "1"),)),), None),
        (("a",), ("s",), (Option("o", ("a", "s")),), ("s",)),
        (("a",), ("s",), (), ("a",)),
        (("a",), ("s",), (), ("t",)),
    ]:
        with pytest.raises(ValueError, match=r"\w"):
            ExactCover(primary, secondary, options, projection)


def test_violations() -> None:
    """By the definition: each primary item once; secondary ones once, or with one colour."""
    problem = ExactCover.parse("a b c | x y\na x\nb x\na y:1\nb y:1\nc y:2\nc y\nc\na b c\n")
    assert problem.violations((2, 3, 6)) == []
    assert problem.violations((7,)) == []
    for wrong, piece in [
        ((), "item a is covered 0 times"),
        ((7, 6), "item c is covered 2 times"),
        ((0, 1, 6), "secondary item x is covered in different ways"),
        ((2, 3, 4), "secondary item y is covered in different ways"),
        ((2, 3, 5), "secondary item y is covered in different ways"),
        ((8,), "an option that does not exist"),
        ((-1,), "an option that does not exist"),
        ((7, 7), "item a is covered 2 times"),
    ]:
        assert any(piece in str(violation) for violation in problem.violations(wrong)), wrong


def test_knuth_cannot_state_everything() -> None:
    form = ExactCover.forms[0]
    assert form.write is not None
    with pytest.raises(ValueError, match="primary"):
        form.write([ExactCover((), (), ())])
    with pytest.raises(ValueError, match="one problem"):
        form.write([COVER, COVER])


def test_answers_as_texts() -> None:
    problem = instances("cover")[0].problem
    answer = (0, 3, 4)
    for text in (
        "1 4 5\n",
        "4\n1\n5\n",
        problem.render(answer),
        "e c\nd f a\ng b\n",
        "c e (1 of 2)\na d f\nb g\n",
    ):
        assert problem.parse_answer(text) == answer
    assert problem.answer_rows(answer) == [[1, 4, 5]]
    assert problem.render() == "7 primary and 0 secondary items, 6 options"
    cases: list[Malformed] = [
        ("1 7\n", 1, 3, "an option number from 1 to 6"),
        ("0\n", 1, 1, "an option number from 1 to 6"),
        ("c e\nx\n", 2, 1, "the items of an option"),
    ]
    for case in cases:
        assert_malformed(problem.parse_answer, case)


def test_equal_options_are_told_apart_by_their_numbers() -> None:
    cover = ExactCover.parse("a b | s\na b\na b s:x\nb a\ns:x a b\n")
    for answer in ((0,), (1,), (2,), (3,)):
        assert cover.parse_answer(cover.render(answer)) == answer
    assert cover.render((2,)) == "b a (option 3)"
    assert cover.parse_answer("b a (3 of 8)") == (0,), "what Knuth's programs print behind an option"
    for text, message in (
        ("a b (option 2)", "the number of an option with these items"),
        ("a b (option 9)", "an option number from 1 to 4"),
    ):
        with pytest.raises(ParseError, match=message):
            cover.parse_answer(text)


def test_items_may_begin_with_a_bracket() -> None:
    cover = ExactCover.parse("(a (option\n(a (option\n(a\n(option\n")
    for answer in ((0,), (1, 2)):
        assert cover.parse_answer(cover.render(answer)) == answer


@each("question", [("check",), ("count",)])
def test_a_cover_with_equal_options_is_certified(question: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "d.dlx").write_text("a\na\na\n")
    done = command_line(*question, str(tmp_path / "d.dlx"), "--certify", str(tmp_path / "proof"))
    assert done.code == (1 if question == ("check",) else 0), done.output
    verified = command_line("verify", "-v", str(tmp_path / "proof"))
    assert verified.code == 0
    assert question == ("check",) or "ok: the cover: 1 item, derived again" in verified.stdout


def test_shown() -> None:
    assert COVER.shown((0,)) == ("A",)
    assert COVER.shown((2,)) == (None,)


def test_the_smallest_cover_is_the_first_by_the_numbers_of_its_options() -> None:
    chance = random.Random(5)
    items = ["a", "b", "c", "d", "e"]
    judged = 0
    for _ in range(60):
        options = [[item for item in items if chance.random() < 0.4] or ["a"] for _ in range(9)]
        covers = [
            chosen
            for size in range(1, 6)
            for chosen in combinations(range(9), size)
            if sorted(item for at in chosen for item in options[at]) == items
        ]
        text = "\n".join(" ".join(row) for row in (items, *options))
        (problem,) = coversat.read(text, kind="cover")
        assert coversat.solve(problem, smallest=True).answers == tuple(covers[:1] and [min(covers)])
        judged += len(covers) > 1
    assert judged > 20
