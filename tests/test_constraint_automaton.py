"""Automata: their texts, faults, and how another program packs them."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from itertools import pairwise, product

import pytest
from constraint_cases import FOUR, LOW_THEN_HIGH

from coversat.errors import ParseError
from coversat.kinds.sudoku.constraints.automata import Automaton
from coversat.kinds.sudoku.links.iss import ISS
from coversat.problems import Sudoku


def only(problem: Sudoku) -> Automaton:
    (found,) = problem.constraints
    assert isinstance(found, Automaton)
    return found


def accepted(automaton: Automaton, length: int) -> set[tuple[int, ...]]:
    layout = Sudoku.parse(FOUR).layout
    words = product(range(1, 5), repeat=length)
    return {word for word in words if automaton.broken(word, layout) is None}


def test_an_automaton_means_what_is_written() -> None:
    """Low digits and then high ones, of which there is one."""
    automaton = only(Sudoku.parse(f"{FOUR}automaton r1c1 r1c2 r2c3\n{LOW_THEN_HIGH}\n"))
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
    ours = only(Sudoku.parse(f"{FOUR}automaton r1c1 r1c2 r2c3\n{LOW_THEN_HIGH}\n"))
    assert isinstance(line, Automaton)
    assert accepted(line, 3) == accepted(ours, 3)
    assert len(puzzle.constraints) == 2
    assert ISS.read(ISS.write([puzzle])) == (puzzle,)


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("lines", "place", "expected"),
    [
        ("automaton\nend", (5, 10), "a cell"),
        (
            "automaton r1c1\nstart a\naccept b",
            (7, 9),
            "steps such as 'a 1-3 -> b', found the end of the text",
        ),
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
)
def test_errors_have_their_place(lines: str, place: tuple[int, int], expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        Sudoku.parse(FOUR + lines + "\n")
    assert expected in str(caught.value)
    assert (caught.value.line, caught.value.column) == place
