"""Blocks of constraints: texts, errors, and what blocks have in common with lines beside them."""

from __future__ import annotations

import re

import pytest
from constraint_cases import FOUR

from coversat.answers import check, count
from coversat.drawing import draw
from coversat.errors import ParseError
from coversat.findings import Verdict
from coversat.kinds.sudoku.links.iss import ISS
from coversat.problems import Sudoku
from coversat.routing import find_route

ROWS = "1234\n34..\n2...\n....\n"


@pytest.mark.parametrize(
    ("lines", "place", "expected"),
    [
        ("or\nthermo r1c1 r1c2\n", (6, 17), "expected a constraint, or 'end', found the end of the text"),
        ("or\nend\n", (5, 1), "no constraint in it"),
        ("or r1c1\nend\n", (5, 4), "expected the end of the line after 'or'"),
        ("or\nthermo r1c1 r1c2\nend or\n", (7, 5), "expected the end of the line after 'end'"),
        ("or\nthermo r1c1 r1c9\nend\n", (6, 13), "expected a cell"),
        ("and\nor\nwalrus r1c1\nend\nend\n", (7, 1), "expected 'end', or a constraint"),
        ("or\nregions\nAAAB\nCCAB\nCDDB\nCDDB\nanti-king\nend\n", (5, 1), "regions are of the whole board"),
        ("or\n" * 3000, (25, 1), "blocks of at most 20 inside each other"),
        ("end\n", (5, 1), "expected the end of the text after 4 rows, or a constraint"),
    ],
)
def test_errors_have_their_place(lines: str, place: tuple[int, int], expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        Sudoku.parse(FOUR + lines)
    assert expected in str(caught.value)
    assert (caught.value.line, caught.value.column) == place


def test_a_faulty_part_is_refused_where_it_was_not_read() -> None:
    inner = Sudoku.parse(FOUR + "or\nthermo r1c1 r4c4\nanti-king\nend\n")
    with pytest.raises(ValueError, match="or: thermo: a cell off the board"):
        Sudoku(1, 3, ((0,) * 4,) * 3, inner.constraints)


def test_either_way_round_is_one_answer_each() -> None:
    """Two answers of the board, each of which one alternative lets pass; and none that both do."""
    assert check(Sudoku.parse(ROWS)).verdict is Verdict.MULTIPLE
    both = "thermo r3c2 r4c2\nthermo r4c2 r3c2\n"
    assert check(Sudoku.parse(ROWS + both)).verdict is Verdict.NONE
    whole = count(Sudoku.parse(ROWS))
    assert count(Sudoku.parse(f"{ROWS}or\n{both}end\n")).at_least == whole.at_least


def test_a_group_asked_for_twice_is_one_of_the_cover() -> None:
    """A cage that stands in a block and beside it."""
    twice = "cage 5 r1c1 r2c2\nand\ncage 5 r1c1 r2c2\nthermo r1c1 r2c2\nend\n"
    cover = find_route("sudoku", "cover/dancing-links")
    assert count(Sudoku.parse(FOUR + twice), cover).at_least == count(Sudoku.parse(FOUR + twice)).at_least


def test_alternatives_are_told_below_the_picture() -> None:
    picture = draw(
        Sudoku.parse(FOUR + "or\nthermo r1c1 r1c2\nqueen 4\nend\nand\nqueen 1\nanti-king\nend")
    ).svg
    words = " ".join(re.findall(r">([^<]+)</text>", picture))
    assert "one of: thermo r1c1 r1c2 | queen 4" in words
    assert "queen 1; anti-king" in words


def test_blocks_of_another_program() -> None:
    text = ".Shape~4x4.Or.Thermo~R1C1~R1C2.Binary~BAE~_~R1C1~R1C2~~R2C1~R2C2.And.AntiKing.AntiKnight.End.End"
    (puzzle,) = ISS.read(text)
    (block,) = puzzle.constraints
    words = [[part.word, [inner.word for inner in getattr(part, "parts", ())]] for part in block.parts]
    assert words == [["thermo", []], ["and", ["pair", "pair"]], ["and", ["anti-king", "anti-knight"]]]
    assert ISS.read(ISS.write([puzzle])) == (puzzle,)
    with pytest.raises(ParseError, match="no constraint in it"):
        ISS.read(".Or.End")
