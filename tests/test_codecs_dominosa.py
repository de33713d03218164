"""Game ids of Dominosa."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coversat.errors import ParseError
from coversat.problems import Dominosa, find_form, read

FORM = find_form("dominosa", "game")


@st.composite
def boards(draw: st.DrawFn) -> Dominosa:
    order = draw(st.integers(1, 20))
    row = st.tuples(*[st.integers(0, order)] * (order + 2))
    return Dominosa(draw(st.tuples(*[row] * (order + 1))))


@settings(max_examples=30, deadline=None)
@given(st.lists(boards(), min_size=1, max_size=3))
def test_game_ids_come_back(problems: list[Dominosa]) -> None:
    document = read(FORM.write(problems))
    assert (document.form.name, document.problems) == ("game", tuple(problems))


def test_a_game_by_hand() -> None:
    (problem,) = read("1:001101\n").problems
    assert problem.digits == ((0, 0, 1), (1, 0, 1))
    address = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/dominosa.html#"
    assert read(address + "1db:001101").problems == (problem,)
    assert read("10:" + "[10]" * 132).problems == (Dominosa(((10,) * 12,) * 11),)


@pytest.mark.parametrize(
    ("game", "column", "reason"),
    [
        ("1:00110", 8, "a digit .or a number in brackets., 6 in all, found the end"),
        ("1:0011011", 9, "the end after 6 numbers"),
        ("1:002101", 5, "a number from 0 to 1"),
        ("1:00[1101", 5, "a digit"),
        ("1:00x101", 5, "a digit"),
        ("21:0", 1, "an order from 1 to 20"),
        ("0:00", 1, "an order from 1 to 20"),
        ("1:001101 1:001101", 10, "the end of the line after a game id"),
    ],
)
def test_mistakes_are_named(game: str, column: int, reason: str) -> None:
    with pytest.raises(ParseError, match=reason) as caught:
        read(game)
    assert caught.value.column == column
