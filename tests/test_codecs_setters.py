"""Links of f-puzzles and SudokuPad: puzzles, mistakes, and the meaning of what is only drawn."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any
from urllib.parse import quote, unquote

import pytest
from codec_cases import ALL_FLAGS, grids, variants
from each import each
from hypothesis import given
from hypothesis import strategies as st
from kinds import grid

import coversat
from coversat.answering.questions import decide as check
from coversat.base.errors import ParseError
from coversat.kinds.sudoku.constraints.base import all_constraints
from coversat.kinds.sudoku.constraints.everywhere import AntiKing, AntiKnight
from coversat.kinds.sudoku.constraints.sets import Diagonal, Regions, Windoku
from coversat.kinds.sudoku.constraints.sums import Cage
from coversat.problems import Sudoku, find_form, read
from coversat.problems.forms import is_link
from coversat.problems.forms.lines import DRAWN
from coversat.problems.grid import Grid
from coversat.problems.text import Token
from coversat.setters.links.checked_json import Json
from coversat.setters.links.lz_string import UNPACKED_LIMIT, compress, decompress
from coversat.setters.links.sudoku.common import plain_colour
from coversat.solvers.findings import Verdict

F_PUZZLES = "https://f-puzzles.com/?load="
SUDOKUPAD = "https://sudokupad.app/scl"


def link(top: Any, start: str = F_PUZZLES) -> str:
    return start + compress(top if isinstance(top, str) else json.dumps(top))


def board(size: int = 9, **more: Any) -> dict[str, Any]:
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **more}


def drawing(box: int = 2, **more: Any) -> dict[str, Any]:
    size, steps = box * box, range(box)
    cells: list[list[dict[str, Any]]] = [[{} for _ in range(size)] for _ in range(size)]
    corners = [(box * r, box * c) for r in steps for c in steps]
    regions = [[[r + down, c + right] for down in steps for right in steps] for r, c in corners]
    return {"cells": cells, "regions": regions, **more}


@given(variants(ALL_FLAGS))
def test_f_puzzles_come_back(problem: Sudoku) -> None:
    assert read(find_form("sudoku", "fpuzzles").write([problem])).problems == (problem,)


@given(variants((AntiKnight(), AntiKing())))
def test_sudokupad_comes_back(problem: Sudoku) -> None:
    assert read(find_form("sudoku", "sudokupad").write([problem])).problems == (problem,)


@each(
    "start",
    [
        F_PUZZLES,
        "https://www.f-puzzles.com/?load=",
        "https://sudokupad.app/fpuzzles",
        "https://sudokupad.app/fpuz",
        "https://sudokupad.app/?puzzleid=fpuzzles",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles",
        "https://beta.sudokupad.app/sudoku/fpuzzles",
        "fpuzzles",
    ],
)
@each("escaped", [False, True])
def test_where_f_puzzles_stand(start: str, escaped: bool) -> None:
    packed = compress(json.dumps(board(antiknight=True, title="A title, and äöü 한글")))
    document = read(start + (quote(packed, safe="") if escaped else packed))
    assert document.form.name == "fpuzzles"
    assert document.problems == (Sudoku(3, 3, ((None,) * 9,) * 9, (AntiKnight(),)),)


@each("start", [SUDOKUPAD, "https://sudokupad.app/ctc", "https://sudokupad.app/scf?puzzleid=scl", "scl"])
def test_where_sudokupad_stands(start: str) -> None:
    document = read(start + compress(json.dumps(drawing(id="x", cellSize=50))) + "&setting-nogrid=1")
    assert document.form.name == "sudokupad"
    assert document.problems == (Sudoku(2, 2, ((None,) * 4,) * 4),)


def test_sudokupad_s_own_blank_board() -> None:
    """As SudokuPad's tests have it."""
    packed = "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA="
    assert read("fpuzzles" + packed).problems == (Sudoku(3, 3, ((None,) * 9,) * 9),)


def test_members_of_f_puzzles() -> None:
    top = board(6)
    top["grid"][0][0] = {"value": 5, "given": True}
    top["grid"][0][1] = {"value": 6, "centerPencilMarks": [1, 2]}
    top |= {"diagonal+": True, "diagonal-": False, "antiking": True, "thermometer": [], "author": "me"}
    top["killercage"] = [
        {"cells": ["R1C2", "R1C1"], "value": "7", "outlineC": "#000"},
        {"cells": ["R6C6", "R5C6"]},
    ]
    (problem,) = read(link(top)).problems
    cages = Cage(((0, 0), (0, 1)), 7), Cage(((4, 5), (5, 5)))
    givens = ((5, *(None,) * 5), *((None,) * 6,) * 5)
    assert problem == Sudoku(2, 3, givens, (Diagonal("up"), AntiKing(), *cages))


def test_regions() -> None:
    """Two rows of a 4x4 in which two cells have changed places."""
    top = board(4)
    for (r, c), region in {(0, 1): 1, (0, 2): 0, (1, 1): 0, (1, 2): 1}.items():
        top["grid"][r][c]["region"] = region
    (problem,) = read(link(top)).problems
    labels = ((0, 1, 0, 1), (0, 0, 1, 1), (2, 2, 3, 3), (2, 2, 3, 3))
    assert problem == Sudoku(1, 4, ((None,) * 4,) * 4, (Regions(labels),))


def test_windows_of_windoku_are_windoku() -> None:
    cells = [[f"R{r + i}C{c + j}" for i in range(3) for j in range(3)] for r in (2, 6) for c in (2, 6)]
    (problem,) = read(link(board(extraregion=[{"cells": one} for one in cells]))).problems
    assert problem.constraints == (Windoku(),)
    (problem,) = read(link(board(extraregion=[{"cells": one} for one in cells[:3]]))).problems
    assert len(problem.constraints) == 3
    # As killer cages they are what they say.
    (problem,) = read(link(board(killercage=[{"cells": one} for one in cells]))).problems
    assert len(problem.constraints) == 4


def test_cages_decide_a_puzzle() -> None:
    """Every cell in a cage of its own: the sums are the answer."""
    rows = ("1234", "3412", "2143", "4321")
    cages = [
        {"cells": [f"R{r + 1}C{c + 1}"], "value": d} for r, row in enumerate(rows) for c, d in enumerate(row)
    ]
    (problem,) = read(link(board(4, killercage=cages))).problems
    found = check(problem)
    assert found.verdict is Verdict.UNIQUE
    assert found.answers[0] == tuple(tuple(map(int, row)) for row in rows)


@each(
    ("top", "reason"),
    [
        (board(negative=["sum"]), "ratio or difference or xv as negative"),
        (board(killercage=[{"cells": ["R10C1"]}]), "a cell from R1C1 to R9C9 as killercage.0..cells.0."),
        (board(killercage=[{"cells": ["R1C1"] * 2}]), "a cell twice"),
        (board(killercage=[{"cells": ["R1C1"], "value": "<5"}]), "a number from 1"),
        (board(killercage=[{"value": 5}]), "an object with 'cells'"),
        (board(killercage={"cells": []}), "a list as killercage"),
        ({"size": 10**3, "grid": [[]]}, "a number from 4 to 25 as size"),
        ({"size": 9, "grid": [[]]}, "as many rows"),
        ({"size": 9}, "an object with 'grid'"),
        ([], "an object"),
        ("{", "JSON"),
        ("[" * 100_000, "JSON"),
        ('{"size":' + "1" * 10_000 + "}", "JSON"),
    ],
)
def test_mistakes_are_named(top: Any, reason: str) -> None:
    with pytest.raises(ParseError, match=reason) as caught:
        read("\n" + link(top))
    assert (caught.value.line, caught.value.column) == (2, 1)


@each(
    ("cell", "reason"),
    [
        ({"value": 10, "given": True}, r"a number from 1 to 9 as grid\[0\]\[0\].value, found '10'"),
        ({"given": True}, "an object with 'value'"),
        ({"given": True, "value": True}, "a number"),
        ({"region": None}, "a cell in a region"),
        ({"region": 9}, "a number from 0 to 8"),
        ({"region": 3}, "region of other than 9 cells"),
        ({"givenPencilMarks": [10]}, r"a number from 1 to 9 as grid\[0\]\[0\].givenPencilMarks"),
        ({"parity": "Even"}, "no marks but those known here in grid.* found parity"),
    ],
)
def test_mistakes_in_cells_are_named(cell: dict[str, Any], reason: str) -> None:
    top = board()
    top["grid"][0][0] = cell
    with pytest.raises(ParseError, match=reason):
        read(link(top))


@each(
    ("top", "reason"),
    [
        (drawing(lines=[{"wayPoints": [[0, 0], [4, 4]]}], shapes=[{}]), "no drawings .* found shapes"),
        (drawing(metadata={"norowcol": True}), "no rules .* found norowcol"),
        (drawing(regions=[[[0, 0]]]), "regions that hold every cell"),
        (drawing(regions=[[[0, 0, 0]]]), "a row and a column"),
        (drawing(regions=[[[0, 4]]]), "a number from 0 to 3"),
        (drawing(cages=[{"cells": [[0, 0]]}]), "a cage with a sum, or with different digits"),
        (drawing(cages=[{"cells": [[0, 0]], "value": "title: no"}]), "a number from 1"),
        ({"cells": [[{}]]}, "a square board"),
    ],
)  # fmt: skip
def test_mistakes_in_drawings_are_named(top: Any, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        read(link(top, SUDOKUPAD))


def test_sudokupad_s_short_notation() -> None:
    """Names without quotes and shortened, empty cells left out, strings in single quotes."""
    zipped = (
        "{id:'x',cs:50,ce:[[{v:1},,,],[,,,{}],[,,,],[,,,{v:4}]],"
        "re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],"
        "[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],"
        "ca:[{v:'title: It\\'s, a: [title]'},{ce:[[0,1],[0,2]],v:5,unique:t,c:#0,c2:CFCFCF}],"
        "metadata:{antiking:t,antiknight:f}}"
    )
    (problem,) = read(link(zipped, SUDOKUPAD)).problems
    givens = grid("1...", "....", "....", "...4")
    assert problem == Sudoku(2, 2, givens, (Cage(((0, 1), (0, 2)), 5), AntiKing()))
    with pytest.raises(ParseError, match=r"'wayPoints' as lines.* found .*#123456"):
        read(link(zipped.replace("cs:50", "l:[{c:123456}],o:[]"), SUDOKUPAD) + " renban=#123456")
    drawn = read(link(zipped.replace("cs:50", "u:[{c:123456}],o:[{}]"), SUDOKUPAD))
    assert (drawn.problems, drawn.beside.unread) == ((problem,), (f"{DRAWN}underlays, overlays",))
    with pytest.raises(ParseError, match="JSON inside the link"):
        read(link("{ce:[", SUDOKUPAD))


def test_remarks_of_sudokupad_are_read_over() -> None:
    top = drawing(
        cages=[{"value": "title: T"}, {"cells": [[1, 1], [0, 0]], "value": "5", "sum": 5, "unique": True}]
    )
    (problem,) = read(link(top, SUDOKUPAD)).problems
    assert problem.constraints == (Cage(((0, 0), (1, 1)), 5),)


def test_cages_whose_digits_may_repeat_are_sums() -> None:
    cage = {"cells": [[0, 0], [0, 1]], "value": "5", "unique": False}
    (problem,) = read(link(drawing(cages=[cage, {**cage, "value": ""}]), SUDOKUPAD)).problems
    assert [one.lines() for one in problem.constraints] == [("sum 5 r1c1 r1c2",)]
    assert read(find_form("sudoku", "sudokupad").write([problem])).problems == (problem,)


def test_extra_regions_of_sudokupad_come_back() -> None:
    top = drawing()
    top["regions"].append([[1, 1], [1, 2], [2, 1], [2, 2]])
    (problem,) = read(link(top, SUDOKUPAD)).problems
    assert [one.lines() for one in problem.constraints] == [("all-different r2c2 r2c3 r3c2 r3c3",)]
    assert read(find_form("sudoku", "sudokupad").write([problem])).problems == (problem,)


@pytest.mark.thorough
def test_a_bomb_is_not_unpacked() -> None:
    top = board(title="a" * (UNPACKED_LIMIT + 1))
    with pytest.raises(ParseError, match=f"at most {UNPACKED_LIMIT} characters when unpacked"):
        read(link(top))


def test_mistakes_in_packing_know_their_place() -> None:
    with pytest.raises(ParseError, match="found '!'") as caught:
        read(F_PUZZLES + "N4I!")
    assert caught.value.column == len(F_PUZZLES) + 4


@each("site", [F_PUZZLES, SUDOKUPAD])
@each("junk", ["<script>alert(1)</script>", "%3Cscript", "AAAA"])
def test_nothing_follows_the_packed_text(site: str, junk: str) -> None:
    text = link(board() if site == F_PUZZLES else drawing(), site)
    assert read(text).problems
    with pytest.raises(ParseError, match="the end of the compressed text"):
        read(text + junk)


def test_what_links_cannot_state() -> None:
    both = Sudoku(
        2, 2, ((None,) * 4,) * 4, (Regions(((0, 1, 0, 1), (0, 0, 1, 1), (2, 2, 3, 3), (2, 2, 3, 3))),)
    )
    for name in ("fpuzzles", "sudokupad"):
        with pytest.raises(ValueError, match="boxes and regions"):
            find_form("sudoku", name).write([both])


@pytest.mark.thorough
def test_sudokupad_draws_what_it_has_no_rule_for_and_it_comes_back() -> None:
    write = find_form("sudoku", "sudokupad").write
    usual = [one for one in all_constraints() if not one.headings]
    assert len(usual) > 60
    for constraint in usual:
        (problem,) = read(constraint.example_text()).problems
        assert read(write([problem])).problems == (problem,), constraint.word
    whole = read(("." * 9 + "\n") * 9 + "thermo r1c1 r1c2 r2c3\nsandwich 5 left 2\ncage 9 r5c5 r5c6\n")
    link = write(whole.problems).strip()
    assert read(link).beside.notes == (
        "SudokuPad only draws sandwich, thermo and does not check what that means",
    )
    top = json.loads(decompress(unquote(link.partition("scl")[2]), UNPACKED_LIMIT))
    assert [[0.5, 0.5], [0.5, 1.5], [1.5, 2.5]] in [line["wayPoints"] for line in top["lines"]]
    assert {(one["text"], *one["center"]) for one in top["overlays"]} == {("5", 1.5, -0.5)}
    assert [cage["cells"] for cage in top["cages"]] == [[[4, 4], [4, 5]]]
    top["cages"][0] |= {"value": "8", "sum": 8}
    for other in (f"{link} nothing=arrows", f"https://sudokupad.app/scl{compress(json.dumps(top))}"):
        with pytest.raises(ParseError, match=r"there is nothing|the cages, regions and other rules of the"):
            read(other)


@given(grids(4), st.data())
def test_damaged_links_raise_only_parse_errors(grid: Grid, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["fpuzzles", "sudokupad"]))
    text = find_form("sudoku", name).write([Sudoku(2, 2, grid)])
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.text(alphabet="AN4+%=/x{", max_size=2)) + text[at + 1 :]
    with suppress(ParseError):
        read(damaged)


def test_a_number_written_as_a_text_has_at_most_nine_digits() -> None:
    word = Token("link", 1, 1)
    assert Json("123456789", "size", word).integer(0, 10**9) == 123_456_789
    for digits in ("1234567890", "9" * 5_000):  # Python itself refuses to read this many
        with pytest.raises(ParseError, match="expected a number from 0 to"):
            Json(digits, "size", word).integer(0, 10**10)


# What is only drawn


GREEN, ORANGE = "#67f067", "#ffa500"
F_LINES = link(
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


@each("text", [F_LINES, DRAWING])
def test_colours_have_the_given_meaning(text: str) -> None:
    """The same lines in either program's JSON; of a straight one the cells between its corners too."""
    meanings = f"{text} whisper:4=#67F067 modular={ORANGE}"
    assert is_link(meanings)
    (problem,) = read(meanings).problems
    assert sorted(line for one in problem.constraints for line in one.lines() if "region" not in line) == [
        "modular r9c1 r8c1 r7c1 r6c1",
        "whisper 4 r1c1 r2c2 r2c3",
        "whisper 4 r5c5 r5c6",
    ]


@each(
    ("meanings", "reason"),
    [
        (f"renban={GREEN} thermo={ORANGE} arrow=#123456",
            "what is only drawn: #67f067, #ffa500, found 'arrow"),
        (f"rennban={GREEN}", "what a drawing means, as in renban=#67f067, found 'rennban"),
        ("renban=green", "what is only drawn: #67f067, #ffa500, found 'renban=green"),
        (f"renban:x={GREEN} thermo={ORANGE}", "found 'x'"),
        (f"palindrome={GREEN} between={ORANGE} please", "the end of the line, or what a drawing means"),
        (f"zipper={GREEN} skyscraper={ORANGE}", "found"),
    ],
)  # fmt: skip
@each("text", [F_LINES, DRAWING])
def test_unknown_meanings_are_refused(text: str, meanings: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        read(f"{text} {meanings}")


@each(
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
    assert coversat.check(f"{text} renban={GREEN}").verdict is Verdict.MULTIPLE
    assert coversat.check(f"{text} thermo={GREEN}").verdict is Verdict.MULTIPLE
    assert coversat.check(f"{text} parity={GREEN}").verdict is Verdict.MULTIPLE
    assert coversat.check(f"{text} palindrome={GREEN}").verdict is Verdict.NONE


@each(
    ("written", "plain"),
    [("#67F067", GREEN), ("#67f067cc", GREEN), ("#6f6", "#66ff66"), ("#6F6C", "#66ff66"), ("Red", "red")],
)
def test_colours(written: str, plain: str) -> None:
    assert plain_colour(written) == plain


RENBAN = {"renban": [{"lines": [["R3C4", "R2C5", "R1C6"]]}]}


def shown(name: str, *lines: list[str]) -> dict[str, Any]:
    return {"lines": lines, "outlineC": "#F067F0", "width": 0.4, "fromConstraint": name}


def test_a_drawing_of_a_stated_constraint_adds_nothing() -> None:
    """As f-puzzles writes what its extensions draw: the line beside the constraint that it shows."""
    (plain,) = read(link(board(6, **RENBAN))).problems
    drawn = link(board(6, **RENBAN, line=[shown("Renban", ["R3C4", "R2C5", "R1C6"])]))
    assert read(drawn).problems == (plain,)
    assert [str(line) for one in plain.constraints for line in one.lines()] == ["renban r3c4 r2c5 r1c6"]
    clue = {"xsum": [{"cell": "R0C6", "value": "16"}]}
    circle = {"cells": ["R0C6"], "value": "16", "size": 0.7, "fromConstraint": "X Sum"}
    assert read(link(board(9, **clue, text=[circle]))).problems == read(link(board(9, **clue))).problems


@each(
    ("members", "reason"),
    [
        ({"line": [shown("Renban", ["R1C1", "R1C2"])]},
            "the name of a constraint that the link states .*Renban"),
        ({"line": [shown("Mystery", ["R1C1", "R1C2"])]}, "the name of a constraint .* found .*Mystery"),
        ({**RENBAN, "line": [shown("Renban", ["R3C4", "R3C5"])]},
            "a drawing of a renban that the link states"),
        ({**RENBAN, "line": [shown("grid", ["R3C4", "R2C5"])]}, "the name of a constraint"),
    ],
)  # fmt: skip
def test_a_drawing_of_nothing_stated_is_refused(members: dict[str, Any], reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        read(link(board(6, **members)))


def test_what_means_nothing_is_named() -> None:
    """Text, circles, colours: decoration; a note names them, except what the user states to mean nothing."""
    top = board(4, text=[{"cells": ["R1C1"], "value": "x"}], circle=[{}], cage=[{"cells": ["R1C1"]}])
    top["grid"][0][0]["c"] = "#D0D0FF"
    (plain,) = read(link(board(4))).problems
    everything = "nothing=text nothing=circle nothing=cage nothing=colour"
    assert read(f"{link(top)} {everything}").problems == (plain,)
    assert read(f"{link(top)} {everything}").beside.unread == ()
    for meanings, names in (
        ("", "text, circle, cage, colour"),
        ("nothing=text nothing=circle", "cage, colour"),
    ):
        document = read(f"{link(top)} {meanings}")
        assert (document.problems, document.beside.unread) == ((plain,), (DRAWN + names,))
    with pytest.raises(ParseError, match="nothing=text, since only lines are taken for constraints"):
        read(f"{link(top)} renban=text")
    with pytest.raises(
        ParseError, match="what is only drawn: text, circle, cage, colour, found 'nothing=rect"
    ):
        read(f"{link(top)} {everything} nothing=rectangle")


def test_an_arrow_without_its_shaft_is_a_circle() -> None:
    top = board(4, arrow=[{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"]]}, {"cells": ["R2C2"], "lines": []}])
    assert read(link(top)).beside.unread == (f"{DRAWN}circle",)
    (problem,) = read(f"{link(top)} nothing=circle").problems
    assert [line for one in problem.constraints for line in one.lines()] == ["arrow r1c1 r1c2"]


def test_lines_of_unstated_meaning_are_named() -> None:
    """Wherever they lead, as decoration may."""
    plain = read(link(board())).problems
    outside = link(board(line=[{"lines": [["R0C1", "R99C9"]]}]))
    cut = link(drawing(3, lines=[path("#000", (0.1, 0.2), (99, 99)), {}]), SUDOKUPAD)
    hint = " (a meaning may follow the link: renban={})"
    for text, names, of_board, colour in (
        (F_LINES, f"2 lines in {GREEN}, 1 line in {ORANGE}", plain, GREEN),
        (DRAWING, f"2 lines in {GREEN}, 1 line in {ORANGE}", plain, GREEN),
        (f"{F_LINES} nothing={GREEN}", f"1 line in {ORANGE}", plain, ORANGE),
        (outside, "1 line in #c0c0c0", plain, "#c0c0c0"),
        (cut, "1 line in #000000, 1 line in no colour", plain, "#000000"),
    ):
        document = read(text)
        assert document.problems == of_board
        assert document.beside.unread == (f"{DRAWN}{names}{hint.format(colour)}",)
    (half,) = read(f"{F_LINES} renban={GREEN}").problems
    assert len(half.constraints) == 2


def test_fog_and_pictures_are_named() -> None:
    """They hide cells or lie behind them, and a solver needs no light."""
    for top, name, start in (
        (board(fogofwar=["R1C1"], foglight=["R1C1"]), "fogofwar, foglight", F_PUZZLES),
        (drawing(3, foglight=[[0, 0]], settings={"conflictchecker": 0}), "foglight, settings", SUDOKUPAD),
        (drawing(3, metadata={"bgimage": "x.png"}), "bgimage", SUDOKUPAD),
        (drawing(3, cages=[{"value": "foglight: r1c1"}]), "foglight", SUDOKUPAD),
    ):
        document = read(link(top, start))
        assert document.problems == read(link(board())).problems
        assert document.beside.unread == (f"{DRAWN}{name}",)


def test_lines_that_mean_nothing() -> None:
    (plain,) = read(link(board())).problems
    assert read(f"{F_LINES} nothing={GREEN} nothing={ORANGE}").problems == (plain,)
    (half,) = read(f"{F_LINES} whisper={GREEN} nothing={ORANGE}").problems
    assert len(half.constraints) == 2


def test_what_sudokupad_draws_below_and_above() -> None:
    text = link(drawing(2, underlays=[{"center": [1, 1]}], overlays=[{"center": [2, 2]}]), SUDOKUPAD)
    assert read(text).beside.unread == (f"{DRAWN}underlays, overlays",)
    assert (
        read(f"{text} nothing=underlays nothing=overlays").problems
        == read(link(drawing(2), SUDOKUPAD)).problems
    )


def test_a_side_without_usual_boxes_has_rows_as_regions() -> None:
    """As f-puzzles writes a jigsaw of 7x7: without cells in the region of their row's number."""
    top = board(7)
    for cell, region in (((0, 0), 1), ((1, 0), 0)):
        top["grid"][cell[0]][cell[1]]["region"] = region
    (problem,) = read(link(top)).problems
    labels = [[r] * 7 for r in range(7)]
    labels[0][0], labels[1][0] = 1, 0
    assert problem.regions is not None
    assert problem.regions == Regions(tuple(map(tuple, labels)))
