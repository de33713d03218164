"""Links lose nothing: what a link states is in the puzzle, or is only how it looks, or is refused by name."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from each import each
from test_codecs_penpa import BLANK, Drawing, blank, packed
from test_codecs_setters import F_PUZZLES, SUDOKUPAD, board, drawing, link

from coversat.base.errors import ParseError
from coversat.kinds.sudoku.constraints.everywhere import AntiKing, AntiKnight
from coversat.kinds.sudoku.constraints.sets import AllDifferent, Diagonal, Windoku
from coversat.kinds.sudoku.constraints.sums import Cage
from coversat.problems import AnyProblem, Sudoku, read
from coversat.problems.forms.lines import RULES_IN_WORDS
from coversat.problems.grid import Grid, Numbers


def _boards() -> Iterator[Numbers]:
    """Every filled 4x4 sudoku, cell by cell from the rules."""

    def fill(cells: tuple[int, ...]) -> Iterator[Numbers]:
        at = len(cells)
        if at == 16:
            yield tuple(cells[r : r + 4] for r in range(0, 16, 4))
            return
        r, c = divmod(at, 4)
        seen = {
            digit
            for place, digit in enumerate(cells)
            if place // 4 == r or place % 4 == c or (place // 8 == r // 2 and place % 4 // 2 == c // 2)
        }
        for digit in {1, 2, 3, 4} - seen:
            yield from fill((*cells, digit))

    return fill(())


BOARDS = tuple(_boards())
BOARDS_FROM_0 = tuple(tuple(tuple(digit - 1 for digit in row) for row in board) for board in BOARDS)
DIAGONAL = [[r, r] for r in range(4)]
BOXES = drawing()["regions"]


def count(problem: AnyProblem, boards: tuple[Grid, ...] = BOARDS) -> int:
    """How many filled boards break none of its rules."""
    return sum(not problem.violations(grid) for grid in boards)


def sudokupad(**more: Any) -> Sudoku:
    return read(link(drawing(**more), SUDOKUPAD)).problems[0]  # type: ignore[return-value]


def test_there_are_288_boards() -> None:
    assert len(BOARDS) == 288
    assert count(sudokupad()) == 288


def test_the_sum_of_a_cage_is_its_rule() -> None:
    cells = [[0, 0], [0, 1]]
    right = sum(grid[0][0] + grid[0][1] == 3 for grid in BOARDS)
    assert right == 48
    for total in ({"sum": 3, "unique": True}, {"value": "3"}, {"sum": 3, "value": "3"}, {"sum": "3"}):
        problem = sudokupad(cages=[{"cells": cells, **total}])
        assert problem.constraints == (Cage(((0, 0), (0, 1)), 3),)
        assert count(problem) == right
    for total in ({"sum": 3, "value": "5"}, {"sum": 3, "value": 4}):
        with pytest.raises(ParseError, match=r"the same number as sum and value as cages\[0\]"):
            sudokupad(cages=[{"cells": cells, **total}])


@each("place", [0, 2, 4])
def test_an_extra_region_has_different_digits_wherever_it_stands(place: int) -> None:
    right = sum(len({grid[r][r] for r in range(4)}) == 4 for grid in BOARDS)
    assert right == 48
    problem = sudokupad(regions=[*BOXES[:place], DIAGONAL, *BOXES[place:]])
    assert problem == Sudoku(2, 2, ((None,) * 4,) * 4, (AllDifferent(((0, 0), (1, 1), (2, 2), (3, 3))),))
    assert count(problem) == right


@each("extra", [[[0, 0], [1, 2]], [[0, 1], [1, 2], [2, 0]], [[1, 1], [1, 2], [2, 1], [2, 2]]])
def test_extra_regions_of_any_size(extra: list[list[int]]) -> None:
    right = sum(len({grid[r][c] for r, c in extra}) == len(extra) for grid in BOARDS)
    for regions in ([extra, *BOXES], [*BOXES, extra], [*BOXES, extra, extra]):
        assert count(sudokupad(regions=regions)) == right


@each(
    ("regions", "reason"),
    [
        (BOXES[:3], "regions that hold every cell"),
        ([*BOXES[:3], DIAGONAL], "regions that hold every cell"),
        ([*BOXES, [[0, 0], [0, 0]]], "different cells"),
        ([*BOXES, [[r, c] for r in range(2) for c in range(3)]], "6 cells; it has 1 to 4"),
    ],
)
def test_regions_that_no_sudoku_has(regions: Any, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        sudokupad(regions=regions)


@each(
    "more",
    [
        {"cages": [{"value": "antiknight: true"}]},
        {"cages": [{"value": "antiknight:true", "cells": []}]},
        {"metadata": {"antiknight": True}},
        {"metaData": {"antiknight": 1}},
        {"metadata": {"antiknight": "true"}, "cages": [{"value": "antiknight: true"}]},
    ],
)
def test_remarks_and_metadata_are_one(more: dict[str, Any]) -> None:
    moves = [(1, 2), (2, 1), (1, -2), (2, -1)]
    right = sum(
        all(
            grid[r][c] != grid[r + dr][c + dc]
            for r, c in product(range(4), repeat=2)
            for dr, dc in moves
            if r + dr < 4 and 0 <= c + dc < 4
        )
        for grid in BOARDS
    )
    assert right == 24
    problem = sudokupad(**more)
    assert problem.constraints == (AntiKnight(),)
    assert count(problem) == right


@each("off", [0, False, "false", None, ""])
def test_what_is_off_is_no_rule(off: object) -> None:
    assert sudokupad(metadata={"antiknight": off, "antiking": True}).constraints == (AntiKing(),)
    assert read(link(board(4, antiknight=off, antiking=1))).problems[0].constraints == (AntiKing(),)
    assert read(link(board(4, nonconsecutive=False, disjointgroups=off if off != "" else 0))).problems == (
        Sudoku(2, 2, ((None,) * 4,) * 4),
    )


@each(
    ("more", "reason"),
    [
        ({"cages": [{"value": "norowcol: true"}]}, "no rules .* found norowcol"),
        ({"cages": [{"value": "fogrules: r1c1"}]}, "no rules .* found fogrules"),
        ({"cages": [{"value": "some words\nnonconsecutive: yes"}]}, "no rules .* found nonconsecutive"),
        ({"cages": [{"value": "a word"}]}, "cells, or a remark such as 'title: ...'"),
        ({"cages": [{"unique": True}]}, "no members of a remark .* found unique"),
        ({"cages": [{"value": "antiknight: perhaps"}]}, "true or false as cages.0..value"),
        ({"cages": [{"value": "antiking: false"}], "metadata": {"antiking": True}}, "the same antiking"),
        ({"metadata": {"sudoku": False}}, "found sudoku"),
        ({"rulebook": {"conflictchecker": 0}}, "no drawings .* found rulebook"),
        ({"cages": [{"cells": [[0, 0]], "sum": 1, "feature": "x"}]}, "found feature"),
        ({"cages": [{"cells": [[0, 0]], "sum": 1, "style": "fpRowIndexer"}]}, "one of killer, box"),
        ({"cages": [{"cells": [[0, 0]], "sum": 1, "type": "thermo"}]}, "one of region, rowcol"),
    ],
)
def test_what_is_not_understood_is_named(more: dict[str, Any], reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        sudokupad(**more)


def test_marks_of_the_author_are_not_passed_over() -> None:
    top = drawing()
    top["cells"][0][0] = {"centremarks": [1, 2]}
    with pytest.raises(ParseError, match=r"no marks .* in cells\[0\]\[0\], found centremarks"):
        read(link(top, SUDOKUPAD))


@each(
    ("more", "reason"),
    [
        ({"killercage": [{"cells": ["R1C1"], "unique": "no"}]}, r"true or false as killercage\[0\].unique"),
        ({"killercage": [{"cells": ["R1C1"], "sum": 3}]}, "no members of a cage .* found sum"),
        ({"extraregion": [{"cells": ["R1C1"], "value": 3}]}, "no members of a region .* found value"),
        ({"line": [{"lines": []}], "antiking": False}, "an object with 'lines'"),
        ({"rows": False}, "found rows"),
        ({"antiknight": "yes"}, "true or false as antiknight"),
    ],
)  # fmt: skip
def test_what_f_puzzles_says_is_named(more: dict[str, Any], reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        read(link(board(4, **more)))


def test_a_name_that_stands_twice_is_refused() -> None:
    text = json.dumps(drawing(cages=[{"cells": [[0, 0]], "sum": 1}]))
    with pytest.raises(ParseError, match="each member once, found 'cages' twice"):
        read(link(text[:-1] + ', "cages": []}', SUDOKUPAD))


def test_parameters_of_a_link() -> None:
    assert read(link(drawing(), SUDOKUPAD) + "&setting-nogrid=1?setting-conflictchecker=false").problems
    for more in ("&a=x&r=y", "&q=1&l=dark"):  # Penpa's are about the page and the solution
        assert read(blank().link("sudoku") + more).problems
    with pytest.raises(ParseError, match=r"no parameters .* found 'rules=knight'") as caught:
        read(link(drawing(), SUDOKUPAD) + "&rules=knight")
    assert caught.value.column == len(link(drawing(), SUDOKUPAD)) + 2


# Every member of a link with many members

LOOKS = {
    *("id", "cellSize", "videos", "title", "author", "solution", "msgcorrect", "source", "fontC", "outlineC"),
    *("hidden", "style", "type", "rules", "ruleset", "centerPencilMarks", "disabledlogic"),
}
"""The members of the two links below that are no rule."""


def much() -> dict[str, Any]:
    """A link of SudokuPad in which each member but the looks decides something."""
    top = drawing(
        **{"id": "x", "cellSize": 50, "videos": ["v"], "title": "T", "author": "A", "rules": ["R"]},
        solution="1" * 16,
        metadata={"antiknight": True, "source": "S", "msgcorrect": "M"},
    )
    top["regions"] = [DIAGONAL, *BOXES, [[0, 0], [2, 1]]]
    top["cells"][0][0] = {"value": 1}
    top["cages"] = [
        {"cells": [[1, 0], [1, 1]], "sum": 5, "style": "killer", "fontC": "#000", "hidden": True},
        {"cells": [[2, 0], [3, 3]], "unique": True, "type": "rowcol", "outlineC": "#F00"},
        {"cells": [[3, 0], [3, 1]], "value": "4"},
        {"value": "antiking: true", "fontC": "#000"},
    ]
    return top


def much_for_f_puzzles() -> dict[str, Any]:
    """The same for f-puzzles."""
    top = board(4, **{"diagonal+": True, "diagonal-": True, "antiknight": True, "antiking": True})
    top["grid"][0][1]["region"], top["grid"][1][2]["region"] = 1, 0
    top["grid"][0][0] = {"value": 1, "given": True, "centerPencilMarks": [2]}
    top |= {"title": "T", "ruleset": "R", "author": "A", "solution": [1], "disabledlogic": ["x"]}
    top["killercage"] = [{"cells": ["R2C1", "R3C1"], "value": "5", "fontC": "#000"}]
    top["extraregion"] = [{"cells": ["R3C1", "R4C2"]}]
    return top


def places(data: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each member and to each item, from the top."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, piece in pairs:
        yield (*before, name)
        yield from places(piece, (*before, name))


def without(top: Any, place: tuple[Any, ...], renamed: str = "") -> Any:
    """The same without this member or item, or with it under another name."""
    found = copy.deepcopy(top)
    parent = found
    for name in place[:-1]:
        parent = parent[name]
    piece = parent.pop(place[-1])
    if renamed:
        parent[renamed] = piece
    return found


@pytest.mark.thorough
@each(("make", "start"), [(much, SUDOKUPAD), (much_for_f_puzzles, F_PUZZLES)])
def test_no_member_is_dropped(make: Any, start: str) -> None:
    """Each member and item is left out in turn: it is another puzzle, or refused; but for the looks."""
    whole = read(link(make(), start)).problems
    for place in places(make()):
        looks = any(name in LOOKS for name in place)
        text = link(without(make(), place), start)
        try:
            assert (read(text).problems == whole) == looks, place
        except ParseError:
            assert not looks, place


@each(("make", "start"), [(much, SUDOKUPAD), (much_for_f_puzzles, F_PUZZLES)])
def test_no_name_is_passed_over(make: Any, start: str) -> None:
    """Each member is called otherwise in turn: a name that is not known is refused, whatever it held."""
    for place in places(make()):
        if isinstance(place[-1], str):
            with pytest.raises(ParseError):
                read(link(without(make(), place, f"{place[-1]}x"), start))


def test_no_part_of_a_drawing_is_dropped() -> None:
    """Penpa: each entry is left out, and each part is called otherwise."""

    def drawn() -> Drawing:
        drawing = blank()
        drawing.put("zN", [(drawing.number((0, 0)), ["1", 1, "1"])])
        drawing.put("z1", [(drawing.clue((1, 0), 0), ["5", 1])])
        drawing.parts["z6"] = [[drawing.number((1, 0)), drawing.number((1, 1))]]
        return drawing

    parts = drawn().parts
    entries = [place for place in places(parts) if len(place) == 2 and place[0] != "zR"]
    changed = [without(parts, place) for place in entries]
    changed += [without(parts, (name,), "zQ") for name in ("zN", "z1", "z6", "zE")]
    assert len(changed) == 3 + 8 + 4
    whole = read(drawn().link("sudoku")).problems
    for other in changed:
        drawing = drawn()
        drawing.parts = other
        try:
            assert read(drawing.link("sudoku")).problems != whole
        except ParseError:
            continue


@each(
    ("marks", "rules"),
    [
        (("classic", "antiknight"), (AntiKnight(),)),
        (("Anti-King", "noconflict"), (AntiKing(),)),
        (("sudoku", "diagonal"), (Diagonal("down"), Diagonal("up"))),
        (("windoku",), (Windoku(),)),
        (("killer",), ()),
    ],
)
def test_marks_of_penpa_are_rules(marks: tuple[str, ...], rules: tuple[Any, ...]) -> None:
    assert read(blank().link("sudoku", *marks)).problems == (Sudoku(2, 2, BLANK.givens, rules),)


@each(("marks", "strange"), [(("nonconsecutive",), "nonconsecutive"), (("classic", "x", "thermo"), "x")])
def test_marks_that_are_not_understood(marks: tuple[str, ...], strange: str) -> None:
    with pytest.raises(ParseError, match=f"marked as what is known here alone, found {strange}"):
        read(blank().link("sudoku", *marks))
    with pytest.raises(ParseError, match="marked as what is known here"):
        read(packed("kakuro,2,2\n[0,0,0,0]\n\n{}\n" + "\n" * 13 + '["kakuro","alphabet"]'))


def test_a_board_with_cells_cut_out_is_refused() -> None:
    whole = blank()
    cut = blank()
    steps = whole.steps()
    cut.steps = lambda: [*steps[:5], steps[5] + steps[6], *steps[7:]]  # type: ignore[method-assign]
    with pytest.raises(ParseError, match="a board with all its cells"):
        read(cut.link("sudoku"))


def test_edges_that_are_no_lines_are_refused() -> None:
    dotted = blank()
    name = next(iter(dotted.parts["zE"]))
    dotted.parts["zE"][name] = 12
    with pytest.raises(ParseError, match="a solid edge"):
        read(dotted.link("sudoku"))


def test_rules_in_words_are_noted() -> None:
    """They are not read; a note reports it."""
    note = (RULES_IN_WORDS,)
    assert read(link(board(4, ruleset="Knights differ."))).beside.unread == note
    assert read(link(drawing(rules="Knights differ."), SUDOKUPAD)).beside.unread == note
    assert read(link(drawing(metadata={"rules": ["R"]}), SUDOKUPAD)).beside.unread == note
    assert read(link(drawing(cages=[{"value": "rules: R"}]), SUDOKUPAD)).beside.unread == note
    assert read(blank().link("sudoku", rules="Knights differ.")).beside.unread == note
    for silent in (
        link(board(4, title="T")),
        link(drawing(), SUDOKUPAD),
        blank().link("sudoku"),
        "1..." + "." * 12,
    ):
        assert read(silent).beside.unread == ()
    both = f"{link(board(4))}\n{link(board(4, ruleset='R'))}\n"
    assert (len(read(both).problems), read(both).beside.unread) == (2, note)
