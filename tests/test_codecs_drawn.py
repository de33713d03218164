"""What links only draw, and what a person says that it means."""

from __future__ import annotations

from typing import Any

import pytest
from test_codecs_setters import SUDOKUPAD, board, drawing, link

from coversat import check
from coversat.errors import ParseError
from coversat.findings import Verdict
from coversat.kinds.sudoku.constraints.sets import Regions
from coversat.kinds.sudoku.links.common import plain_colour
from coversat.problems import read
from coversat.problems.forms import is_link

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
            "what is only drawn: #67f067, #ffa500, found 'arrow",
        ),
        (f"rennban={GREEN}", "what a drawing means, as in renban=#67f067, found 'rennban"),
        ("renban=green", "what is only drawn: #67f067, #ffa500, found 'renban=green"),
        (f"renban:x={GREEN} thermo={ORANGE}", "found 'x'"),
        (f"palindrome={GREEN} between={ORANGE} please", "the end of the line, or what a drawing means"),
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
    with pytest.raises(ParseError, match="what is only drawn: there is nothing"):
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


RENBAN = {"renban": [{"lines": [["R3C4", "R2C5", "R1C6"]]}]}


def shown(name: str, *lines: list[str]) -> dict[str, Any]:
    return {"lines": lines, "outlineC": "#F067F0", "width": 0.4, "fromConstraint": name}


def test_a_drawing_of_a_stated_constraint_says_no_more() -> None:
    """As f-puzzles writes what its extensions draw: the line beside the constraint that it shows."""
    (plain,) = read(link(board(6, **RENBAN))).problems
    drawn = link(board(6, **RENBAN, line=[shown("Renban", ["R3C4", "R2C5", "R1C6"])]))
    assert read(drawn).problems == (plain,)
    assert [str(line) for one in plain.constraints for line in one.lines()] == ["renban r3c4 r2c5 r1c6"]
    clue = {"xsum": [{"cell": "R0C6", "value": "16"}]}
    circle = {"cells": ["R0C6"], "value": "16", "size": 0.7, "fromConstraint": "X Sum"}
    assert read(link(board(9, **clue, text=[circle]))).problems == read(link(board(9, **clue))).problems


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        (
            {"line": [shown("Renban", ["R1C1", "R1C2"])]},
            "the name of a constraint that the link states .*Renban",
        ),
        ({"line": [shown("Mystery", ["R1C1", "R1C2"])]}, "the name of a constraint .* found .*Mystery"),
        (
            {**RENBAN, "line": [shown("Renban", ["R3C4", "R3C5"])]},
            "a drawing of a renban that the link states",
        ),
        ({**RENBAN, "line": [shown("grid", ["R3C4", "R2C5"])]}, "the name of a constraint"),
    ],
)
def test_a_drawing_of_nothing_stated_is_refused(members: dict[str, Any], reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        read(link(board(6, **members)))


def test_what_means_nothing_is_said_to() -> None:
    """Text, circles, colours: decoration, where a person says so, and otherwise no guess."""
    top = board(4, text=[{"cells": ["R1C1"], "value": "x"}], circle=[{}], cage=[{"cells": ["R1C1"]}])
    top["grid"][0][0]["c"] = "#D0D0FF"
    (plain,) = read(link(board(4))).problems
    everything = "nothing=text nothing=circle nothing=cage nothing=colour"
    assert read(f"{link(top)} {everything}").problems == (plain,)
    with pytest.raises(ParseError, match=f"'LINK {everything}' if .*, found text, circle, cage, colour"):
        read(link(top))
    with pytest.raises(ParseError, match="'LINK nothing=colour' if"):
        read(f"{link(top)} nothing=text nothing=circle nothing=cage")
    with pytest.raises(ParseError, match="nothing=text, since only lines are taken for constraints"):
        read(f"{link(top)} renban=text")
    with pytest.raises(
        ParseError, match="what is only drawn: text, circle, cage, colour, found 'nothing=rect"
    ):
        read(f"{link(top)} {everything} nothing=rectangle")


def test_an_arrow_without_its_shaft_is_a_circle() -> None:
    top = board(4, arrow=[{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"]]}, {"cells": ["R2C2"], "lines": []}])
    with pytest.raises(ParseError, match="'LINK nothing=circle' if"):
        read(link(top))
    (problem,) = read(f"{link(top)} nothing=circle").problems
    assert [line for one in problem.constraints for line in one.lines()] == ["arrow r1c1 r1c2"]


def test_lines_that_mean_nothing() -> None:
    (plain,) = read(link(board())).problems
    assert read(f"{F_PUZZLES} nothing={GREEN} nothing={ORANGE}").problems == (plain,)
    (half,) = read(f"{F_PUZZLES} whisper={GREEN} nothing={ORANGE}").problems
    assert len(half.constraints) == 2


def test_what_sudokupad_draws_below_and_above() -> None:
    text = link(drawing(2, underlays=[{"center": [1, 1]}], overlays=[{"center": [2, 2]}]), SUDOKUPAD)
    with pytest.raises(ParseError, match="'LINK nothing=underlays nothing=overlays' if"):
        read(text)
    assert (
        read(f"{text} nothing=underlays nothing=overlays").problems
        == read(link(drawing(2), SUDOKUPAD)).problems
    )


def test_a_side_without_usual_boxes_has_rows_where_no_region_is_told() -> None:
    """As f-puzzles writes a jigsaw of 7x7: cells in the region of their row's number are not told."""
    top = board(7)
    for cell, region in (((0, 0), 1), ((1, 0), 0)):
        top["grid"][cell[0]][cell[1]]["region"] = region
    (problem,) = read(link(top)).problems
    labels = [[r] * 7 for r in range(7)]
    labels[0][0], labels[1][0] = 1, 0
    assert problem.regions is not None
    assert problem.regions == Regions(tuple(map(tuple, labels)))
