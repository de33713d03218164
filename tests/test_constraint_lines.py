"""What lines of constraints cannot say, what boards cannot have, and marks that make exceptions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coversat.drawing import draw
from coversat.errors import ParseError
from coversat.kinds.sudoku.constraints import Constraint
from coversat.kinds.sudoku.constraints.blocks import Or
from coversat.kinds.sudoku.constraints.counts import Quadruple
from coversat.kinds.sudoku.constraints.marks import Difference, Xv
from coversat.kinds.sudoku.constraints.relations import Between
from coversat.kinds.sudoku.constraints.strict import StrictKropki, StrictXv
from coversat.problems import Sudoku

BLANK = ".........\n" * 9
NINE = Sudoku.parse(BLANK)


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("thermo-slow r1c1", 17, "at least 2 cells"),
        ("whisper 9 r1c1 r1c2", 1, "a difference of 9; digits differ by 8 at most"),
        ("whisper r1c1 r1c1", 1, "a cell next to itself"),
        ("renban r1c1 r1c2 r1c1", 18, "another cell"),
        ("renban r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 r2c9", 1, "10 cells; there are 9 digits"),
        ("nabner r1c1 r1c2 r1c3 r1c4 r1c5 r1c6", 1, "6 cells; 5 digits are apart at most"),
        ("modular 10 r1c1 r1c2", 1, "remainders by 10 of 9 digits"),
        ("between r1c1 r1c2", 18, "at least 3 cells"),
        ("lockout 9 r1c1 r1c2", 1, "a difference of 9"),
        ("zipper r1c1 r1c2", 17, "at least 3 cells"),
        ("sum-line 20 r1c1 r1c2", 1, "pieces of 20; all its digits add up to 18 at most"),
        ("pill-arrow r1c1 / r1c2 r1c3", 1, "a pill of 1; it has 2 or 3 cells"),
        ("pill-arrow r1c1 r1c3 / r1c4", 1, "a pill of cells that do not touch"),
        ("pill-arrow r1c1 r1c2", 21, "'/' and another group of cells"),
        ("difference r1c1 r1c3", 1, "two cells that are not beside each other"),
        ("difference r1c1 r2c2", 1, "two cells that are not beside each other"),
        ("difference 9 r1c1 r1c2", 1, "a difference of 9"),
        ("ratio 10 r1c1 r1c2", 1, "no digit is 10 times another"),
        ("xv y r1c1 r1c2", 4, "the sum"),
        ("xv 18 r1c1 r1c2", 1, "two digits add up to 3 to 17, not 18"),
        ("greater r1c1", 13, "at least 2 cells"),
        ("odd", 4, "a cell"),
        ("candidates r1c1", 11, "the digits"),
        ("candidates 0 r1c1", 12, "a digit"),
        ("strict-xv r1c1 r1c3", 11, "pairs of cells beside each other"),
        ("strict-xv r1c1 r1c2 r1c3", 11, "pairs of cells beside each other"),
        ("strict-ratio", 13, "the numbers"),
        ("anti-consecutive r1c1", 18, "the end of the line"),
    ],
)
def test_mistakes_are_named(line: str, column: int, expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        Sudoku.parse(f"{BLANK}{line}\n")
    assert (caught.value.line, caught.value.column) == (10, column)
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("board", "line", "expected"),
    [
        ("....\n" * 4, "entropic r1c1 r1c2", "4 digits are not three equal parts"),
        ("....\n" * 4, "whisper r1c1 r1c2", "a difference of 5; digits differ by 3 at most"),
        ("boxes none\n" + "....\n" * 4, "region-sum r1c1 r1c2", "no boxes and no regions"),
    ],
)
def test_boards_that_cannot_have_it(board: str, line: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        Sudoku.parse(f"{board}{line}\n")


def test_lines_are_cut_by_the_regions_of_a_jigsaw() -> None:
    regions = "regions\nAAAB\nCCAB\nCDDB\nCDDB\n"
    problem = Sudoku.parse("boxes none\n" + "....\n" * 4 + regions + "region-sum r1c1 r1c2 r1c3 r1c4\n")
    # Written, the line comes before the regions that it speaks of.
    assert Sudoku.parse(problem.format()) == problem
    (line,) = (one for one in problem.constraints if one.word == "region-sum")
    # 1 2 3 in one region and 4 in the next; 1 3 2 and 4; never equal, since all four add up to 10.
    held = {(0, c): digit for c, digit in enumerate((1, 2, 3, 4))}
    (found,) = line.violations(held, problem.layout)
    assert "pieces of 6, 4" in str(found)


def test_marks_are_excepted_from_their_strict_constraint() -> None:
    dot, letter = Difference(((0, 0), (0, 1))), Xv(((1, 0), (0, 0)), 5)
    found = replace(NINE, constraints=(StrictKropki(), letter, StrictXv(), dot)).constraints
    assert StrictKropki((((0, 0), (0, 1)),)) in found
    assert StrictXv((((0, 0), (1, 0)),)) in found
    (block,) = replace(NINE, constraints=(Or((StrictXv(), letter)),)).constraints
    assert block == Or((StrictXv((letter.cells,)), letter))
    # By itself it means the same as among them: it does not need the dot any more.
    assert replace(NINE, constraints=(found[1],)).constraints == (found[1],)


def test_what_is_not_marked_is_named() -> None:
    layout = NINE.layout
    strict = StrictKropki((((0, 0), (0, 1)),))
    assert not strict.violations({(0, 0): 1, (0, 1): 2}, layout)
    (found,) = strict.violations({(0, 1): 2, (0, 2): 4}, layout)
    assert str(found) == "2 and 4 on r1c2 and r1c3 are 2 to 1, without a mark"


def test_cells_in_any_order_are_the_same_mark() -> None:
    assert Xv(((1, 0), (0, 0)), 5) == Xv(((0, 0), (1, 0)), 5)


def test_what_is_wrong_is_said_in_words() -> None:
    line = Between(((0, 0), (0, 1), (0, 2)))
    (found,) = line.violations({(0, 0): 3, (0, 1): 7, (0, 2): 5}, NINE.layout)
    assert str(found) == "between line from r1c1 to r1c3: 7 is not between 3 and 5"
    assert not line.violations({(0, 0): 3, (0, 1): 7}, NINE.layout)


@pytest.mark.parametrize("mark", [Difference(((0, 0), (0, 1))), Quadruple((1, 2, 4), ((3, 3),))])
def test_dots_lie_above_the_lines_of_the_board(mark: Constraint) -> None:
    plain = draw(NINE).svg
    dotted = draw(replace(NINE, constraints=(mark,))).svg
    assert dotted.index("<circle") > max(dotted.index(path) for path in plain.split("\n") if "<path" in path)


def test_marks_are_not_told_again_below_the_picture() -> None:
    found = draw(replace(NINE, constraints=(StrictXv((((0, 0), (0, 1)),)),))).svg
    assert ">strict-xv<" in found
