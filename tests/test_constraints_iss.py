"""Items of Interactive Sudoku Solver that say more, or less, than a line of ours: each beside our lines.

What they mean is known from that program's own code: which diagonal the cell of a little killer names, say.
"""

from __future__ import annotations

from itertools import permutations, product

import pytest

from coversat.answers import count
from coversat.errors import ParseError
from coversat.language import cells_of
from coversat.problems import Sudoku, find_form, read
from coversat.problems.grid import cell_name

NINE = ".........\n" * 9


def written(problem: Sudoku) -> str:
    return find_form("sudoku", "iss").write([problem])


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (".LittleKiller~47~R3C1", ["little-killer 47 down-right r3c1"]),
        (".LittleKiller~45~R1C1", ["little-killer 45 down-right r1c1"]),
        (".LittleKiller~45~R1C9", ["little-killer 45 down-left r1c9"]),
        (".LittleKiller~9~R8C9", ["little-killer 9 up-left r8c9"]),
        (".LittleKiller~9~R9C8", ["little-killer 9 up-right r9c8"]),
        (".Sum~9~R4C5~R3C6", ["sum 9 r3c6 r4c5"]),
        (".Sum~0_=_1_-1~R4C5~R3C6", ["sum 0 -r3c6 r4c5"]),
        (".Sum~20~R4C6~R5C5~R4C6", ["sum 20 2*r4c6 r5c5"]),
        (".Cage~20~R4C2~R4C3~R4C3", ["cage r4c2 r4c3", "sum 20 r4c2 2*r4c3"]),
        (".LookAndSay~2305~R1C1~R1C2~R2C1", ["look-and-say 2x3 0x5 r1c1 r1c2 r2c1"]),
        (".ContainAtLeast~1_1_7~R1C1~R2C2~R3C3", ["contain 1 1 7 r1c1 r2c2 r3c3"]),
        (".XSum~C1~25~23", ["x-sum 23 bottom 1", "x-sum 25 top 1"]),
        (".FullRank~R1~5~", ["full-rank 5 left 1"]),
        (".FullRankTies~none", ["lines-differ"]),
        (".FullRankTies~only-unclued.AntiKnight", ["anti-knight"]),
        (".FullRankTies~any.AntiKnight", ["anti-knight"]),
        (".FullRank~R1~5~.FullRankTies~any", ["full-rank 5 left 1 shared"]),
        (
            ".FullRankTies~any.Or.FullRank~R1~5~.FullRank~C1~5~.End",
            ["or", "full-rank 5 left 1 shared", "full-rank 5 top 1 shared", "end"],
        ),
    ],
)
def test_items_and_lines(text: str, lines: list[str]) -> None:
    (problem,) = read(text).problems
    assert [line for one in problem.constraints for line in one.lines()] == lines
    assert read(NINE + "\n".join(lines)).problems == (problem,)
    assert read(written(problem)).problems == (problem,)


@pytest.mark.parametrize("start", ["down-right r1c4", "up-left r9c2", "up-right r9c1", "down-left r2c9"])
def test_a_diagonal_is_named_by_one_of_its_ends(start: str) -> None:
    (problem,) = read(NINE + f"little-killer 12 {start}\n").problems
    (again,) = read(written(problem)).problems
    one, other = problem.constraints[0], again.constraints[0]
    assert {*one.scope(problem.layout)} == {*other.scope(problem.layout)}


@pytest.mark.parametrize(
    ("board", "line"),
    [
        (NINE, "full-rank 3 left 1 shared\nfull-rank 4 left 2"),
        (NINE, "full-rank 3 left 1 shared\nlines-differ"),
        (NINE, "little-killer 3 down-left r1c1"),
        ("boxes 3x4\n" + "............\n" * 12, "look-and-say 1x10 r1c1"),
    ],
)
def test_what_cannot_be_stated_there(board: str, line: str) -> None:
    word = line.split()[0]
    with pytest.raises(ValueError, match=f"cannot state {word}"):
        written(read(board + line + "\n").problems[0])


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        (".LookAndSay~233~R1C1", 13, "pairs of digits"),
        (".LookAndSay~2323~R1C1", 15, "another digit"),
        (".FullRankTies~some", 15, "'none', 'only-unclued' or 'any'"),
    ],
)
def test_mistakes_are_named(text: str, column: int, reason: str) -> None:
    with pytest.raises(ParseError) as caught:
        read(text)
    assert reason in str(caught.value)
    assert caught.value.column == column


def test_boxes_cut_a_region_sum_line_where_there_are_any() -> None:
    """A jigsaw cuts it only on a board without boxes, as in the other program; counted by brute force."""
    line = "RegionSumLine~R2C3~R1C3~R2C4"
    for boxes, expected in (("", by_force(True)), (".NoBoxes", by_force(False))):
        (problem,) = read(f".Shape~4x4{boxes}.Jigsaw~{LABELS}.{line}").problems
        assert count(problem).at_least == expected
    assert by_force(True) == 72


LABELS = "0111001203223332"


def by_force(has_boxes: bool) -> int:
    found = 0
    for rows in product(permutations(range(1, 5)), repeat=4):
        board = [digit for row in rows for digit in row]
        box = [[at for at in range(16) if (at // 8, at % 4 // 2) == two] for two in product((0, 1), repeat=2)]
        units = [range(c, 16, 4) for c in range(4)]
        units += [[at for at in range(16) if LABELS[at] == label] for label in "0123"]
        units += box if has_boxes else []
        if all(len({board[at] for at in unit}) == 4 for unit in units):
            parts = [at // 8 * 2 + at % 4 // 2 if has_boxes else LABELS[at] for at in (6, 2, 7)]
            sums: list[int] = []
            for number, at in enumerate((6, 2, 7)):
                if number and parts[number] == parts[number - 1]:
                    sums[-1] += board[at]
                else:
                    sums.append(board[at])
            found += len(set(sums)) == 1
    return found


def test_windows_of_boards_without_square_boxes() -> None:
    """As many as fit with a line of cells around each: one on 6x6, two on 8x8."""
    for size, corners in ((6, ["r2c2"]), (8, ["r2c2", "r5c2"])):
        (problem,) = read(f".Shape~{size}x{size}.Windoku").problems
        (constraint,) = problem.constraints
        groups = [cells_of(one) for one in constraint.primitives(problem.layout)]
        assert [cell_name(next(cells)) for cells in groups] == corners
        assert read(written(problem)).problems == (problem,)
