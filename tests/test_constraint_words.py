"""Relations and patterns: what they say, beside Python's own, and where a faulty one is wrong."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import product

import pytest
from constraint_cases import FOUR

from coversat.errors import ParseError
from coversat.kinds.sudoku.constraints import all_constraints
from coversat.kinds.sudoku.constraints.automata import Regex
from coversat.kinds.sudoku.constraints.expressions import relation_of
from coversat.kinds.sudoku.constraints.parameters import Flag
from coversat.kinds.sudoku.constraints.relations import Pair, PairAll
from coversat.kinds.sudoku.layout import Layout
from coversat.kinds.sudoku.links.iss import ISS
from coversat.problems import Sudoku

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


@pytest.mark.parametrize(("text", "expected"), RELATIONS, ids=[text for text, _ in RELATIONS])
def test_relations_say_what_is_written(text: str, expected: Callable[[int, int], bool]) -> None:
    related = relation_of(text)
    assert all(related(a, b) == expected(a, b) for a, b in product(range(10), repeat=2))


@pytest.mark.parametrize(
    ("lines", "column", "expected"),
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
)
def test_errors_have_their_place(lines: str, column: int, expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        Sudoku.parse(FOUR + lines + "\n")
    assert expected in str(caught.value)
    assert (caught.value.line, caught.value.column) == (5, column)


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
            constraint = Regex(pattern, tuple((0, c) for c in range(length)))
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
        assert (Regex(pattern, ((0, 0),)).broken((1,), LARGE) is None) == matches


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


def test_what_a_word_that_may_stand_there_means_is_told() -> None:
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


def test_a_height_of_zero_is_told_and_is_not_seen() -> None:
    board = Sudoku.parse("digits 0-3\nboxes none\n....\n....\n....\n....\nskyscraper 3 left 1\n")
    heights = ((0, 1, 2, 3), (1, 0, 2, 3), (0, 3, 1, 2))
    (clue,) = board.constraints
    assert [clue.broken(line, board.layout) is None for line in heights] == [True, True, False]
    assert "a height of 0 is not seen" in clue.about
