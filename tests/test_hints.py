"""The next step from a position, what is wrong there, and how positions are read."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from each import each
from example_files import EXAMPLES
from step_cases import PUZZLES, steps_of

import coversat
from coversat.base.deadline import Deadline
from coversat.certificates.step_files import verify_steps
from coversat.problems import read
from coversat.setters.steps.finding import steps as find_steps
from coversat.setters.steps.hints import WrongEntry
from coversat.setters.steps.hints import hint as find_hint
from coversat.setters.steps.pictures import draw_hint


def test_links_are_no_facts_of_a_position() -> None:
    """A position may be what `steps` printed, with the cases that it supposed."""
    found = steps_of("cases")
    printed = [line for number, step in enumerate(found.steps[:30], 1) for line in step.lines(str(number))]
    assert any("suppose" in line for line in printed)
    assert find_hint(found.puzzle, "\n".join(printed)).outcome == "step"


HINTS = (
    # puzzle, position, outcome, wrong entries
    ("sudoku", "", "step", []),
    ("sudoku", "1 2 4 3\n3 4 2 1\n4 3 1 2\n2 1 3 4\n", "complete", []),
    ("sudoku", " 1 2 | 4 3\n 34 34 | 2 ?\n-----+-----\n????\n????\n", "step", []),
    ("sudoku", "????\n????\n????\n4???\n", "wrong", [(4, 1, "r4c1 is not 4: row 4")]),
    ("sudoku", "????\n??3?\n????\n????\n", "wrong", [(2, 3, "r2c3 is not 3: r2c3 is 2")]),
    ("sudoku", "? 13 ? ?\n????\n????\n????\n", "wrong", [(1, 3, "r1c2 is 2: true of every answer")]),
    ("sudoku", "3. r1c3 is 4, r2c1 is not 1 or 2: row 1 [1 rule]", "step", []),
    ("hitori", "????\n????\n????\nx???\n", "step", []),
    ("yajilin", "x ? ? -\n? ? ? ?\n", "wrong", None),
    ("yajilin", "se ew ew sw\nne ew ew nw\n", "complete", []),
    ("slitherlink", "there is no line above r1c2", "wrong", None),
    ("several answers", "? 2 3 ?\n? ? ? ?\n? ? ? ?\n? ? ? ?", "step", []),
    ("several answers", "????\n????\n????\n??22", "wrong", None),
    ("no answer", "", "none", []),
    ("no value", "", "none", []),
    ("no value beside open cells", "", "none", []),
    ("no colour", "", "none", []),
    ("a hidden digit", "2 1 3 0\n0 3 1 2\n1 2 0 3\n3 0 2 1\n", "complete", []),
    ("digits from 0", "????\n????\n? ? ? 01\n????\n", "step", []),  # marks of 0 and 1
    ("digits from 0", "????\n????\n? ? ? 13\n????\n", "wrong", None),
    ("sudoku", "? 02 ? ?\n????\n????\n????\n", "step", []),  # where 0 is no digit, 2
    ("packing", "V1 V1 V2 V2\nV1 S S V2\n. S S\n", "complete", []),
    ("packing", "???? | \n? V1 ? ?\n? ? ?\n", "wrong", [(2, 3, "r2c2 is not V1: true of every answer")]),
    ("packing", "piece S is not on r2c2+r2c3+r3c3+r3c4", "wrong", None),
    ("sudominoku", "a domino lies on A1 and B1\nD3 is not 2", "step", []),
    (
        "sudominoku",
        "1  (3)  2 - 4\n |\n 2  (4)  3  (1)\n         |\n 4  (2)  1   3\n |\n 3   1 - 4   2",
        "complete",
        [],
    ),
    ("packing with a hole", "o1\n   I\no2 I", "complete", []),
    ("cover", "3. option p r y x:A is chosen, item x is A: item p is covered once [1 rule]", "step", []),
    (
        "clear names",
        '1. "one, of" is true, "p and q" is true: x [1 rule]\n"all: \\"two\\"" is false\non is true',
        "complete",
        [],
    ),
    ("clear names", 'each of "one, of", "p and q" and "all: \\"two\\"" is true', "wrong", None),
    ("formula", "two is true", "wrong", [(1, 1, "two is false: clause 3: -2 0")]),
)


@each(("name", "position", "outcome", "wrong"), HINTS)
def test_hints(name: str, position: str, outcome: str, wrong: list[tuple[int, int, str]] | None) -> None:
    (puzzle,) = read(PUZZLES[name]).problems
    found = find_hint(puzzle, position)
    assert found.outcome == outcome
    assert (found.wrong != ()) == (outcome == "wrong")
    if wrong is not None:
        assert [(one.line, one.column, str(one)) for one in found.wrong] == wrong
    answers = coversat.solve(puzzle, limit=100).answers
    for one in found.wrong if not found.together and name in ("sudoku", "hitori") else ():
        r, c = one.fact.cell or (0, 0)
        assert all((answer[r][c] == one.fact.value) == one.fact.holds for answer in answers)
    if found.step:
        assert verify_steps(json.dumps(find_steps(puzzle).as_json())).accepted


@each("file", ["tents/puzzle.txt", "dominosa/order-3.txt", "cover/knuth.dlx", "hitori/6x6.txt"])
def test_printed_steps_are_read_back(file: str) -> None:
    """What a person writes down from the lines is the whole answer; steps of one form are one line."""
    (puzzle,) = read((EXAMPLES / file).read_text()).problems
    found = find_steps(puzzle)
    lines = list(found.lines())
    printed = ["examples/a puzzle.txt #1:", *lines, "hardest step: 1 rule; 20 steps"]
    assert find_hint(puzzle, "\n".join(printed)).outcome == "complete"
    assert find_hint(puzzle, "\n".join(lines[:-1])).outcome == "step"
    assert (len(lines) < len(found.steps)) == (file.split("/")[0] in ("tents", "hitori"))


BAD_POSITIONS = (
    (
        "cover",
        "q x:A\n",
        "line 1, column 1: expected no values: answers of this puzzle have no cells, found 'q'",
    ),
    ("sudoku", "1234\n", "line 1, column 1: expected 4 rows, found 1"),
    ("sudoku", "1 2 4\n" * 4, "line 1, column 5: expected 4 cells, found 3"),
    (
        "sudoku",
        "????\n??5?\n????\n????\n",
        "line 2, column 3: expected '1', '2', '3', '4', several",
    ),
    ("sudoku", "????\n" * 5, "line 5, column 1: expected the end of the board after 4 rows"),
    ("sudoku", "r1c1 is red", "line 1, column 1: expected a fact such as 'r1c1 is 1'"),
    ("masyu", "n ? ? ?\n" * 4, "line 1, column 1: expected lines that stay on the board"),
    ("no edges", "1 2\n", "line 1, column 1: expected no values"),
)


@each(("name", "position", "message"), BAD_POSITIONS)
def test_bad_positions_are_refused(name: str, position: str, message: str) -> None:
    (puzzle,) = read(PUZZLES[name]).problems
    with pytest.raises(coversat.ParseError) as error:
        find_hint(puzzle, position)
    assert str(error.value).startswith(message)


def test_a_hint_without_a_step_shows_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "1...\n....\n....\n...2\n"
    wrong, full = coversat.hint(text, "r1c2 is 2\nr1c3 is 2"), coversat.hint(text, "1234\n3421\n2143\n4312")
    assert (wrong.outcome, full.outcome) == ("wrong", "complete")
    pictures = [draw_hint(found).svg for found in (wrong, full)]
    assert [svg.count('rx="5"') for svg in pictures] == [2, 0]  # what is wrong is marked
    assert ">r1c2 is not 2: row 1<" in pictures[0]
    assert sum(pictures[1].count(f">{digit}</text>") for digit in range(1, 5)) == 16
    # If the time is up, nor is there time for a formula.
    monkeypatch.setattr("coversat.setters.steps.pictures.rule_clauses", pytest.fail)
    late = find_hint(wrong.puzzle, "r1c2 is 2", timeout=Deadline(1e-9))
    assert (late.outcome, draw_hint(late)) == ("unknown", coversat.draw(text))


def test_all_entries_that_no_answer_has_are_named() -> None:
    """Those that are in none come first, then those that are in none together."""
    (puzzle,) = read(PUZZLES["several answers"]).problems
    found = find_hint(puzzle, "r1c2 is 1\nr1c3 is 1\nr3c1 is 2\nr4c1 is 2\nr3c2 is 3\nr4c2 is 3\nr2c1 is 4")
    assert [str(one.fact) for one in found.alone] == ["r1c2 is not 1", "r1c3 is not 1"]
    answers = coversat.solve(puzzle, limit=100).answers

    def is_possible(clash: Sequence[WrongEntry]) -> bool:
        each = [(*(one.fact.cell or ()), one.fact.value) for one in clash]
        return any(all(answer[r][c] == value for r, c, value in each) for answer in answers)

    assert [len(clash) for clash in found.together] == [2, 2]
    assert not any(map(is_possible, found.together))
    assert all(is_possible([one]) for clash in found.together for one in clash)
    assert [str(one) for clash in found.together for one in clash] == [
        "r4c2 is not 3: column 2",  # with r3c2, which is not wrong then
        "r2c1 is not 4: it follows from the others",
        "r3c1 is not 2: column 1",
        "r4c1 is not 2: column 1",
    ]
    (puzzle,) = read("1...\n....\n....\n....\n").problems
    (wrong, *_) = find_hint(puzzle, "r1c2 is 1\nr1c4 is 3\nr3c4 is 3").together
    assert [str(one) for one in wrong] == ["r1c4 is not 3: column 4", "r3c4 is not 3: column 4"]  # not: row 1
