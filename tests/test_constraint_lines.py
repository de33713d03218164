"""Lines and blocks of constraints, relations, patterns and automata: their mistakes and what they mean."""

from __future__ import annotations

import random
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product

import pytest
from constraint_cases import FOUR, LOW_THEN_HIGH
from each import each
from parsing import mistakes

from coversat.answering.questions import count_answers as count
from coversat.answering.questions import decide as check
from coversat.answering.routes import find_route
from coversat.base.errors import ParseError
from coversat.kinds.drawing import draw
from coversat.kinds.sudoku.constraints import Constraint, all_constraints
from coversat.kinds.sudoku.constraints.automata import Automaton, Regex
from coversat.kinds.sudoku.constraints.compound import Or
from coversat.kinds.sudoku.constraints.counts import Quadruple
from coversat.kinds.sudoku.constraints.expressions import relation_of
from coversat.kinds.sudoku.constraints.marks import Difference, Xv
from coversat.kinds.sudoku.constraints.parameters import Flag
from coversat.kinds.sudoku.constraints.relations import Between, Pair, PairAll
from coversat.kinds.sudoku.constraints.strict import StrictKropki, StrictXv
from coversat.problems import Sudoku
from coversat.problems.layout import Layout
from coversat.setters.links.sudoku.iss import ISS
from coversat.solvers.findings import Verdict

BLANK = ".........\n" * 9
NINE = Sudoku.parse(BLANK)


test_mistakes_are_named = mistakes(
    "column reason",
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
        ("xv 18 r1c1 r1c2", 1, "its digits add up to at least 3 and at most 17"),
        ("greater r1c1", 13, "at least 2 cells"),
        ("odd", 4, "a cell"),
        ("candidates r1c1", 11, "the digits"),
        ("candidates 0 r1c1", 12, "a digit"),
        ("strict-xv r1c1 r1c3", 11, "pairs of cells beside each other"),
        ("strict-xv r1c1 r1c2 r1c3", 11, "pairs of cells beside each other"),
        ("strict-ratio", 13, "the numbers"),
        ("anti-consecutive r1c1", 18, "the end of the line"),
    ],
    lambda line: Sudoku.parse(f"{BLANK}{line}\n"),
    place=(10, 1),
)


@each(
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
    # Alone it means the same: it no longer needs the dot.
    assert replace(NINE, constraints=(found[1],)).constraints == (found[1],)


def test_what_is_not_marked_is_named() -> None:
    layout = NINE.layout
    strict = StrictKropki((((0, 0), (0, 1)),))
    assert not strict.violations({(0, 0): 1, (0, 1): 2}, layout)
    (found,) = strict.violations({(0, 1): 2, (0, 2): 4}, layout)
    assert str(found) == "2 and 4 on r1c2 and r1c3 are 2 to 1, without a mark"


def test_cells_in_any_order_are_the_same_mark() -> None:
    assert Xv(((1, 0), (0, 0)), 5) == Xv(((0, 0), (1, 0)), 5)


def test_violations_in_words() -> None:
    line = Between(((0, 0), (0, 1), (0, 2)))
    (found,) = line.violations({(0, 0): 3, (0, 1): 7, (0, 2): 5}, NINE.layout)
    assert str(found) == "between line from r1c1 to r1c3: 7 is not between 3 and 5"
    assert not line.violations({(0, 0): 3, (0, 1): 7}, NINE.layout)


@each("mark", [Difference(((0, 0), (0, 1))), Quadruple((1, 2, 4), ((3, 3),))])
def test_dots_lie_above_the_lines_of_the_board(mark: Constraint) -> None:
    plain = draw(NINE).svg
    dotted = draw(replace(NINE, constraints=(mark,))).svg
    assert dotted.index("<circle") > max(dotted.index(path) for path in plain.split("\n") if "<path" in path)


def test_marks_are_not_repeated_below_the_picture() -> None:
    found = draw(replace(NINE, constraints=(StrictXv((((0, 0), (0, 1)),)),))).svg
    assert ">strict-xv: digits beside each other<" in found


# Blocks


ROWS = "1234\n34..\n2...\n....\n"


@each(
    ("lines", "place", "expected"),
    [
        ("or\nthermo r1c1 r1c2\n", (6, 17), "expected a constraint, or 'end', found the end of the text"),
        ("or\nend\n", (5, 1), "no constraint in it"),
        ("or r1c1\nend\n", (5, 4), "expected the end of the line after 'or'"),
        ("or\nthermo r1c1 r1c2\nend or\n", (7, 5), "expected the end of the line after 'end'"),
        ("or\nthermo r1c1 r1c9\nend\n", (6, 13), "expected a cell"),
        ("and\nor\nwalrus r1c1\nend\nend\n", (7, 1), "expected 'end', or a constraint"),
        ("or\nregions\nAAAB\nCCAB\nCDDB\nCDDB\nanti-king\nend\n", (5, 1), "regions are of the whole board"),
        ("and\nhidden 1\ncage r5c1\nend\nend\n", (5, 1), "hidden cells are of the whole board"),
        ("hidden 1\ncage r5c1\nend\nhidden 2\ncage r5c2\nend\n", (8, 1), "one set of hidden cells"),
        ("chaos 4\nend\nhidden 1\ncage r5c1\nend\n", (7, 1), "one set of hidden cells"),
        ("hidden\nend\n", (5, 7), "the number of hidden cells, found the end of the line"),
        ("hidden 100\nend\n", (5, 8), "the number of hidden cells from 1 to 99"),
        ("hidden 2 3\nend\n", (5, 10), "the end of the line"),
        (
            "hidden 2\ncage r5c1 r5c3\nend\n",
            (6, 11),
            "a cell, from r1c1 to r4c4, or hidden from r5c1 to r5c2",
        ),
        ("hidden 2\nmaximum r5c1\nend\n", (6, 1), "maximum: a cell off the board"),
        ("cage r5c1\n", (5, 6), "a cell, from r1c1 to r4c4"),
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
        Sudoku(1, 3, ((None,) * 4,) * 3, inner.constraints)


def test_either_way_round_is_one_answer_each() -> None:
    """Two answers of the board, each of which one alternative lets pass; and none that both do."""
    assert check(Sudoku.parse(ROWS)).verdict is Verdict.MULTIPLE
    both = "thermo r3c2 r4c2\nthermo r4c2 r3c2\n"
    assert check(Sudoku.parse(ROWS + both)).verdict is Verdict.NONE
    whole = count(Sudoku.parse(ROWS))
    assert count(Sudoku.parse(f"{ROWS}or\n{both}end\n")).at_least == whole.at_least


def test_a_group_asked_for_twice_is_one_of_the_cover() -> None:
    """A cage inside a block and next to it."""
    twice = "cage 5 r1c1 r2c2\nand\ncage 5 r1c1 r2c2\nthermo r1c1 r2c2\nend\n"
    cover = find_route("sudoku", "cover/dancing-links")
    assert count(Sudoku.parse(FOUR + twice), cover).at_least == count(Sudoku.parse(FOUR + twice)).at_least


def test_alternatives_are_listed_below_the_picture() -> None:
    picture = draw(
        Sudoku.parse(FOUR + "or\nthermo r1c1 r1c2\nqueen 4\nend\nand\nqueen 1\nanti-king\nend")
    ).svg
    words = " ".join(re.findall(r">([^<]+)</text>", picture))
    assert "one of: thermo r1c1 r1c2 | queen 4" in words
    assert "queen 1: two cells with" in words
    assert "anti-king: " in words


def test_blocks_of_another_program() -> None:
    text = ".Shape~4x4.Or.Thermo~R1C1~R1C2.Binary~BAE~_~R1C1~R1C2~~R2C1~R2C2.And.AntiKing.AntiKnight.End.End"
    (puzzle,) = ISS.read(text)
    (block,) = puzzle.constraints
    words = [[part.word, [inner.word for inner in getattr(part, "parts", ())]] for part in block.parts]
    assert words == [["thermo", []], ["and", ["pair", "pair"]], ["and", ["anti-king", "anti-knight"]]]
    assert ISS.read(ISS.write([puzzle])) == (puzzle,)
    with pytest.raises(ParseError, match="no constraint in it"):
        ISS.read(".Or.End")


# Relations and patterns


LARGE = Layout(9, 9, 1, 9, 3, 3)

RELATIONS: list[tuple[str, Callable[[int, int], bool]]] = [
    ("a<b", lambda a, b: a < b),
    ("|a-b|>=3", lambda a, b: abs(a - b) >= 3),
    ("a+b=10;a=2b;2a=b", lambda a, b: a + b == 10 or a == 2 * b or 2 * a == b),
    ("a%3!=b%3&a*b<20", lambda a, b: a % 3 != b % 3 and a * b < 20),
    ("-a+b>0", lambda a, b: b - a > 0),
    ("||a-5|-|b-5||<=2(b-a)", lambda a, b: abs(abs(a - 5) - abs(b - 5)) <= 2 * (b - a)),
    ("1:2-4.7,9:9", lambda a, b: (a == 1 and b in (2, 3, 4, 7)) or a == b == 9),
    ("a>b;a<b&b=9", lambda a, b: a > b or (a < b and b == 9)),
]


@each(("text", "expected"), RELATIONS)
def test_relations_mean_what_is_written(text: str, expected: Callable[[int, int], bool]) -> None:
    related = relation_of(text)
    assert all(related(a, b) == expected(a, b) for a, b in product(range(10), repeat=2))


test_mistakes_in_relations = mistakes(
    "column reason",
    [
        ("pair a<b", 9, "at least 2 cells"),
        ("pair", 5, "a relation such as a<b"),
        ("pair a~b r1c1 r1c2", 7, "<, <=, =, !=, >= or >"),
        ("pair a*b%3==1 r1c1 r1c2", 12, "a, b or a number (equality is '=', not '=='), found '='"),
        ("pair a<b> r1c1 r1c2", 9, "the end of the relation, found '>'"),
        ("pair a< r1c1 r1c2", 8, "a, b or a number, found the end of the relation"),
        ("pair |a-b<3 r1c1 r1c2", 10, "'|'"),
        ("pair (a-b<3 r1c1 r1c2", 10, "')'"),
        ("pair a%0=b r1c1 r1c2", 8, "a number from 1"),
        (f"pair {'(' * 99}a=b r1c1 r1c2", 27, "at most 20 brackets"),
        ("pair 1:2,3 r1c1 r1c2", 10, "a list such as 1:2-4.7"),
        ("pair a>b+3 r1c1 r1c2", 1, "pair: no two digits have a>b+3"),
        (f"pair a={'1+' * 3000}1 r1c1 r1c2", 4006, "at most 4000 characters"),
        ("regex", 6, "a pattern such as [12]*3"),
        ("regex (1|2 r1c1", 11, "')', found the end of the pattern"),
        ("regex 1) r1c1", 8, "the end of the pattern, found ')'"),
        ("regex 1|*2 r1c1", 9, "a digit, '.', '[' or '('"),
        ("regex [3-1] r1c1", 11, "a range that goes up"),
        ("regex [] r1c1", 8, "a digit"),
        ("regex 1{3,2} r1c1", 8, "a number of times such as {2}, {2,} or {2,4}"),
        ("regex 1{} r1c1", 8, "a number of times"),
        ("regex 1**** r1c1", 11, "a digit"),
        (f"regex {'(' * 99}1 r1c1", 28, "at most 20 groups"),
        ("regex 1[^5] r1c1", 1, "regex: 5 is not a digit of the board"),
        (f"regex {'1' * 2000} r1c1", 1007, "at most 1000 characters"),
        ("table r1c1 r1c2", 16, "'/' and digits"),
        ("table r1c1 r1c2 / 1 2 / 1", 1, "table: a row of 1 digits for 2 cells"),
        ("table r1c1 r1c2 / 1 5", 21, "a digit from 1 to 4"),
    ],
    lambda line: Sudoku.parse(f"{FOUR}{line}\n"),
    place=(5, 1),
)


def random_pattern(chance: random.Random, deep: int = 3) -> str:
    """One that Python reads as we do."""
    match chance.randrange(7 if deep else 3):
        case 0 | 1:
            return chance.choice("123")
        case 2:
            return chance.choice((".", "[12]", "[^1]", "[1-2]", "[^2-3]"))
        case 3:
            return random_pattern(chance, deep - 1) + random_pattern(chance, deep - 1)
        case 4:
            return f"({random_pattern(chance, deep - 1)}|{random_pattern(chance, deep - 1)})"
    times = chance.choice(("*", "+", "?", "{2}", "{1,}", "{0,2}", "{0}"))
    return f"({random_pattern(chance, deep - 1)}){times}"


def test_patterns_match_what_python_matches() -> None:
    chance = random.Random(5)
    seen = set()
    for _ in range(300):
        pattern = random_pattern(chance)
        for length in range(1, 5):
            constraint = Regex(tuple((0, c) for c in range(length)), pattern)
            for digits in product((1, 2, 3), repeat=length):
                expected = re.fullmatch(pattern, "".join(map(str, digits))) is not None
                assert (constraint.broken(digits, LARGE) is None) == expected, (pattern, digits)
                seen.add(expected)
    assert seen == {True, False}


def test_repetitions_of_repetitions_are_not_counted_out() -> None:
    """Each would be passed a million million times."""
    for pattern, matches in (("1{99}", False), ("(1?){99}", True), ("(){99}", False), ("1()*", True)):
        for _ in range(6):
            pattern = f"({pattern}){{99}}" if pattern != "1()*" else pattern
        assert (Regex(((0, 0),), pattern).broken((1,), LARGE) is None) == matches


def test_packed_relations_and_patterns() -> None:
    """As the other program's own examples have them, with their names."""
    text = ".Binary~EAEBEAAQAAAAE~_1%3A3~R3C6~R4C6~~R1C1~R1C2.PairX~8H_xf8H_xf8H_B~_Nabner~R4C1~R5C1~R6C1"
    (puzzle,) = ISS.read(f"{text}.Regex~WzEyNDU3OF0qMy4q~R1C1~R1C2~R1C3")
    thirds = {(a, b) for a, b in product(range(1, 10), repeat=2) if a == 3 * b or b == 3 * a}
    pairs = [one for one in puzzle.constraints if isinstance(one, Pair)]
    assert [one.cells for one in pairs] == [((0, 0), (0, 1)), ((2, 5), (3, 5))]
    for one in pairs:
        related = relation_of(one.relation)
        assert {(a, b) for a, b in product(range(1, 10), repeat=2) if related(a, b)} == thirds
    (nabner,) = [one for one in puzzle.constraints if isinstance(one, PairAll)]
    related = relation_of(nabner.relation)
    assert all(related(a, b) == (abs(a - b) > 1) for a, b in product(range(1, 10), repeat=2))
    (regex,) = [one for one in puzzle.constraints if isinstance(one, Regex)]
    assert regex.pattern == "[124578]*3.*"
    assert ISS.read(ISS.write([puzzle])) == (puzzle,)


@pytest.mark.thorough
@each(
    ("lines", "number"),
    [
        # A hidden cell that always has a digit, one that often has several, and one that it has for 3 only.
        ("hidden 1\nsum 5 r1c1 r5c1\nend\n", 288),
        ("hidden 2\nthermo r5c1 r5c2\nend\n", 288),
        ("hidden 2\nthermo r5c1 r5c2 r1c1\narrow r1c2 r5c1 r5c2\nend\n", 24),
        (
            "chaos 4\nsame-run r1c2 / r5c1 r5c2 r5c3 r5c4 / r5c1 r5c5 r5c9 r5c13\n"
            "same-count beyond r3c3 / r5c6 r5c2 r5c5 r5c7 r5c10\nend\n",
            88,
        ),
    ],
)
def test_answers_do_not_show_hidden_cells(lines: str, number: int) -> None:
    """Of the 288 boards, 24 begin with 4 and 3: the hidden digits are then 1 and 2.

    With 88 one of the 117 divisions into four connected regions fits both clues; all were tried elsewhere.
    """
    board = Sudoku.parse(FOUR + lines)
    for route in (
        "cnf:extended/cadical195",
        "cnf:minimal/minisat22",
        "cnf:totalizer/cadical195",
        "search/scan",
    ):
        assert count(board, find_route("sudoku", route)).at_least == number
    assert count(board).at_least == number


def test_optional_words_are_explained() -> None:
    """In the sentence that the manual and the list of constraints have."""
    words = {
        (one, flag.word)
        for one in all_constraints()
        for flag in one.parameters.values()
        if isinstance(flag, Flag)
    }
    assert words
    for one, word in words:
        assert f"{word}:" in one.about, one.word


def test_a_height_of_zero_is_explained_and_not_seen() -> None:
    board = Sudoku.parse("digits 0-3\nboxes none\n....\n....\n....\n....\nskyscraper 3 left 1\n")
    heights = ((0, 1, 2, 3), (1, 0, 2, 3), (0, 3, 1, 2))
    (clue,) = board.constraints
    assert [clue.broken(line, board.layout) is None for line in heights] == [True, True, False]
    assert "a height of 0 is not seen" in clue.about


# Automata


def automaton_of(problem: Sudoku) -> Automaton:
    (found,) = problem.constraints
    assert isinstance(found, Automaton)
    return found


def accepted(automaton: Automaton, length: int) -> set[tuple[int, ...]]:
    layout = Sudoku.parse(FOUR).layout
    words = product(range(1, 5), repeat=length)
    return {word for word in words if automaton.broken(word, layout) is None}


def test_an_automaton_means_what_is_written() -> None:
    """Low digits and then high ones, of which there is one."""
    automaton = automaton_of(Sudoku.parse(f"{FOUR}automaton r1c1 r1c2 r2c3\n{LOW_THEN_HIGH}\n"))
    words = product(range(1, 5), repeat=3)
    expected = {one for one in words if one[-1] > 2 and all(b > 2 for a, b in pairwise(one) if a > 2)}
    assert accepted(automaton, 3) == expected


PACKED = "01 0000 0011 1 1 0" + " 1111 0 0 1 1" + " 1100 1 1"
"""Of digits 1 to 4: state 0 starts and stays by 1 and 2; 3 and 4 lead to state 1, and stay there."""


def packed(bits: str) -> str:
    bits = bits.replace(" ", "")
    bits += "0" * (-len(bits) % 8)
    return urlsafe_b64encode(int(bits, 2).to_bytes(len(bits) // 8, "big")).decode().rstrip("=")


def test_a_packed_automaton() -> None:
    text = f".Shape~4x4.NFA~{packed(PACKED)}~_low%20high~R1C1~R1C2~R2C3~~R4C1~R4C2"
    (puzzle,) = ISS.read(text)
    line = next(one for one in puzzle.constraints if len(one.scope(puzzle.layout)) == 3)
    ours = automaton_of(Sudoku.parse(f"{FOUR}automaton r1c1 r1c2 r2c3\n{LOW_THEN_HIGH}\n"))
    assert isinstance(line, Automaton)
    assert accepted(line, 3) == accepted(ours, 3)
    assert len(puzzle.constraints) == 2
    assert ISS.read(ISS.write([puzzle])) == (puzzle,)


@each(
    ("key", "expected"),
    [
        (packed("10 0000 0011 1 1 0"), "one of form 2"),
        (packed("01 0011 0011 0001 0001 0 1111 0000"), "one that ends too early"),
        (packed("01 0000 0111 1 1 0 11111111 0000 0000"), "an automaton for the digits of the board"),
        ("A", "a packed automaton"),
        (packed("01 0000 0011 1 0 0 1111 0 0 0 0"), "no state to accept"),
    ],
)
def test_what_is_packed_badly(key: str, expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        ISS.read(f".Shape~4x4.NFA~{key}~~R1C1~R1C2")
    assert expected in str(caught.value)
    assert caught.value.column == len(".Shape~4x4.NFA~") + 1


@each(
    ("lines", "place", "expected"),
    [
        ("automaton\nend", (5, 10), "a cell"),
        ("automaton r1c1\nstart a\naccept b", (7, 9),
            "steps such as 'a 1-3 -> b', found the end of the text"),
        ("automaton r1c1\nstart a\nend", (5, 1), "automaton: no state to accept"),
        ("automaton r1c1\naccept a\nend", (5, 1), "automaton: no state to start"),
        ("automaton r1c1\nstart a\naccept a\na 1 -> end\nend", (8, 8), "the name of a state"),
        ("automaton r1c1\nstart a!\nend", (6, 7), "the name of a state"),
        ("automaton r1c1\na 0 -> a\nend", (6, 3), "digits from 1 to 4, or '/'"),
        ("automaton r1c1\na 3-2 -> a\nend", (6, 3), "digits from 1 to 4, or '/'"),
        ("automaton r1c1\na -> a\nend", (6, 3), "a state and digits before the arrow"),
        ("automaton r1c1\na 1 ->\nend", (6, 5), "and a state behind"),
        ("automaton r1c1\nend a", (6, 5), "the end of the line after 'end'"),
        ("automaton r1c1\nhalt a", (6, 1), "start, accept, end, or steps"),
    ],
)  # fmt: skip
def test_mistakes_in_automata(lines: str, place: tuple[int, int], expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        Sudoku.parse(FOUR + lines + "\n")
    assert expected in str(caught.value)
    assert (caught.value.line, caught.value.column) == place
