"""Lines that links only draw, and what a person says that they mean."""

from __future__ import annotations

from typing import Any

import pytest
from test_codecs_setters import SUDOKUPAD, board, drawing, link

from coversat import check
from coversat.errors import ParseError
from coversat.findings import Verdict
from coversat.problems import read
from coversat.problems.codecs import is_link
from coversat.problems.codecs.drawn_lines import plain_colour

GREEN, ORANGE = "#67f067", "#ffa500"
F_PUZZLES = link(
    board(
        line=[
            {"lines": [["R1C1", "R2C2", "R2C3"], ["R5C5", "R5C6"]], "outlineC": "#67F067", "width": 0.3},
            {"lines": [["R9C1", "R8C1", "R7C1", "R6C1"]], "outlineC": "#FFA500FF"},
        ]
    )
)


def path(colour: str, *corners: tuple[float, float]) -> dict[str, Any]:
    return {"wayPoints": corners, "color": colour, "thickness": 10}


DRAWING = link(
    drawing(
        3,
        lines=[
            path(GREEN, (0.5, 0.5), (1.5, 1.5), (1.5, 2.5)),
            path(GREEN, (4.5, 4.5), (4.5, 5.5)),
            path(ORANGE, (8.5, 0.5), (5.5, 0.5)),
        ],
    ),
    SUDOKUPAD,
)


@pytest.mark.parametrize("text", [F_PUZZLES, DRAWING])
def test_colours_have_the_meaning_that_is_told(text: str) -> None:
    """The same lines in either program's JSON; of a straight one the cells between its corners too."""
    told = f"{text} whisper:4=#67F067 modular={ORANGE}"
    assert is_link(told)
    (problem,) = read(told).problems
    assert sorted(line for one in problem.constraints for line in one.lines() if "region" not in line) == [
        "modular r9c1 r8c1 r7c1 r6c1",
        "whisper 4 r1c1 r2c2 r2c3",
        "whisper 4 r5c5 r5c6",
    ]


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ("", "what lines in #67f067 mean, .*, found 2 such lines"),
        (f"renban={GREEN}", "what lines in #ffa500 mean, .*, found 1 such line$"),
        (
            f"renban={GREEN} thermo={ORANGE} arrow=#123456",
            "a colour of lines: #67f067, #ffa500, found 'arrow",
        ),
        (f"rennban={GREEN}", "what a colour means, as in renban=#67f067, found 'rennban"),
        ("renban=green", "what a colour means"),
        (f"renban:x={GREEN} thermo={ORANGE}", "found 'x'"),
        (f"palindrome={GREEN} between={ORANGE} please", "the end of the line, or what a colour means"),
        (f"zipper={GREEN} skyscraper={ORANGE}", "found"),
    ],
)
@pytest.mark.parametrize("text", [F_PUZZLES, DRAWING])
def test_what_is_not_told_or_means_nothing_is_refused(text: str, told: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        read(f"{text} {told}")


@pytest.mark.parametrize(
    ("corners", "reason"),
    [
        (((0.5, 0.5), (0, 3)), "the middle of a cell"),
        (((0.5, 0.5), (1.5, 9.5)), "the middle of a cell"),
        (((0.5, 0.5), (1.5, 3.5)), "straight or diagonal"),
        (((0.5, 0.5), (0.5, 0.5)), "straight or diagonal"),
        (((0.5, 0.5), (0.5, 1.5), (0.5, 0.5)), "another cell"),
        ((), "wayPoints"),
    ],
)
def test_lines_that_are_none_of_cells(corners: Any, reason: str) -> None:
    text = link(drawing(3, lines=[path(GREEN, *corners)]), SUDOKUPAD)
    with pytest.raises(ParseError, match=reason):
        read(f"{text} renban={GREEN}")


def test_a_line_of_no_link_draws_nothing() -> None:
    with pytest.raises(ParseError, match="a colour of lines: there are none"):
        read(f"{link(board())} renban={GREEN}")


def test_the_library_takes_it_as_it_takes_a_link() -> None:
    cells = [["R1C1", "R1C2", "R1C3", "R1C4"]]
    text = link(board(4, line=[{"lines": cells, "outlineC": GREEN}]))
    assert check(f"{text} renban={GREEN}").verdict is Verdict.MULTIPLE
    assert check(f"{text} thermo={GREEN}").verdict is Verdict.MULTIPLE
    assert check(f"{text} parity={GREEN}").verdict is Verdict.MULTIPLE
    assert check(f"{text} palindrome={GREEN}").verdict is Verdict.NONE


@pytest.mark.parametrize(
    ("written", "plain"),
    [("#67F067", GREEN), ("#67f067cc", GREEN), ("#6f6", "#66ff66"), ("#6F6C", "#66ff66"), ("Red", "red")],
)
def test_colours(written: str, plain: str) -> None:
    assert plain_colour(written) == plain
