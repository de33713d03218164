"""Recognition: what a text is read as, at the cost of a look, and the nearest mistake if it is nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from each import each
from family import EXAMPLES
from kinds import grid

from coversat.answering.routes import default_route
from coversat.base.errors import ParseError, UnknownKindError
from coversat.problems import (
    KINDS,
    ExactCover,
    Sudoku,
    find_form,
    form_names,
    problem_class,
    read,
    recognise,
    recognition,
)
from coversat.problems.exact_cover.rules import Option
from coversat.problems.kind import find
from coversat.problems.text import HEAD
from coversat.reductions import own_encodings
from coversat.reductions.paths import GENERAL, default_path, path_to
from coversat.solvers import solvers_of

LINE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
ROWS = [LINE[at : at + 9] for at in range(0, 81, 9)]
PUZZLE = Sudoku(3, 3, grid(*ROWS))
LARGE = Sudoku(4, 4, (tuple(range(1, 17)), *((None,) * 16,) * 15))
PRINTED = PUZZLE.render()
FRAMED = PRINTED.split("\n")


def lines(rows: Sequence[str]) -> str:
    return "".join(row + "\n" for row in rows)


SUDOKUS = {
    "printed": (PRINTED, 1),
    "printed, in a frame": (
        lines(f"|{row} |" if "+" not in row else f"+{row}+" for row in PRINTED.split("\n")),
        1,
    ),
    "two printed": (f"{PRINTED}\n\n{PRINTED}\n", 2),
    "with commas": (lines(",".join(row) for row in ROWS), 1),
    "with commas and nothing between": (lines(",".join(row).replace("0", "") for row in ROWS), 1),
    "Project Euler's": ("".join(f"Grid {n:02}\n{lines(ROWS)}" for n in range(1, 4)), 3),
    "several with blank lines": ("\n".join([lines(ROWS)] * 3), 3),
    "several spaced ones": ("\n\n".join([lines(" ".join(row) for row in ROWS)] * 2), 2),
    "81 numbers in a line": (" ".join(LINE), 1),
    "81 numbers in two lines": (f"{' '.join(LINE)}\n\n{' '.join(LINE)}\n", 2),
}


@each("name", SUDOKUS)
def test_sudokus_as_people_have_them(name: str) -> None:
    text, count = SUDOKUS[name]
    assert read(text).problems == (PUZZLE,) * count


def test_boards_with_letters_are_read_as_printed() -> None:
    assert read(LARGE.render()).problems == (LARGE,)


def test_several_boards_with_their_constraints() -> None:
    text = f"{lines(ROWS)}anti-knight\ndiagonal up\n\nboxes 3x3\n{lines(ROWS)}"
    first, second = read(text).problems
    assert isinstance(first, Sudoku)
    assert (len(first.constraints), second) == (2, PUZZLE)
    write = find_form("sudoku", "compact").write
    assert write is not None
    assert read(write([first, second])).problems == (first, second)


def test_a_blank_board_of_dots_is_one_board() -> None:
    assert len(read(("." * 16 + "\n") * 16).problems) == 1
    assert len(read(("." * 16 + "\n") * 15).problems) == 15


COVERS = [
    "a b c d e\na\nb\nc\nd\ne\n",
    "p0 p1\np0\np1\n",
    "1 2 3 4\n1 2\n3 4\n",
    "10 11 12 13\n10 12\n11 13\n",
    "| a comment in words\nA1\nA1\n",
    "p0\n| option: o0\np0\n",
    "p q | x y\np x:A\nq x:A y\n",
    "a b c\na b\nb z\nc a\n",  # with a mistake in it
]


@each("text", COVERS)
def test_covers_are_recognised_whatever_their_items_are_called(text: str) -> None:
    form = recognise(text)
    assert form is not None
    assert form.form.name == "knuth"


def test_dominoes_on_a_chessboard_are_a_cover() -> None:
    cells = [f"c{r}_{c}" for r in range(8) for c in range(8)]
    across = [f"c{r}_{c} c{r}_{c + 1}" for r in range(8) for c in range(7)]
    down = [f"c{r}_{c} c{r + 1}_{c}" for r in range(7) for c in range(8)]
    (cover,) = read(lines([" ".join(cells), *across, *down])).problems
    assert cover.kind == "cover"


@each("names", ["p{}", "{}", "A{}", "c{}_{}", "r{}c{}", "#{}", "x", ".{}", "000{}", "queens{}"])
def test_every_cover_written_is_recognised(names: str) -> None:
    chance = random.Random(names)
    for _ in range(40):
        items = list(dict.fromkeys(names.format(n, n) for n in range(chance.randint(1, 9))))
        options = (
            tuple(chance.sample(items, chance.randint(1, len(items)))) for _ in range(chance.randint(0, 5))
        )
        cover = ExactCover(tuple(items), (), tuple(Option(" ".join(option), option) for option in options))
        document = read(cover.format())
        assert document.problems == (cover,)


@each(
    ("text", "line", "reason"),
    [
        ("1000 0000\n0000\n0000\n", 1, "the end of the line after a row"),
        ("1000 0000\n0000\n1000\n", 1, "the end of the line after a row"),
        ("---------\n" * 9, 1, "expected a digit 1 to 9"),
        (lines([*ROWS[:2], ROWS[2][1:], *ROWS[3:]]), 3, "expected 9 cells in row 3, found 8"),
        (lines([*ROWS, ROWS[0]]), 10, "the end of the text after 9 rows"),
        ("hello\nhello\n", 1, "in no known form"),
        ("hello hello\n", 1, "in no known form"),
        ("", 1, "an empty text"),
        (" \n\n", 1, "an empty text"),
        ("0\n", 1, "at least one puzzle"),
        ('<?xml version="1.0"?>\n<opensudoku></opensudoku>', 1, "found a file of OpenSudoku"),
        ("#ASomebody\n[Puzzle]\n" + lines(ROWS), 1, "found SudoCue's .sdk with sections"),
        ("6:0123456\n", 1, "the id of a game; these are not read"),
        ("4j:p,l____________\n", 1, "the id of a game; these are not read"),
        (
            "https://x.org/js/solo.html#4j:p,l____________\n",
            1,
            "the id of a game; these are not read",
        ),
        ("\n" + LINE[1:] + "\n", 2, "a line of 80 characters: a sudoku in one line has 81"),
        (LINE + "0\n", 1, "a line of 82 characters: a sudoku in one line has 81"),
        ("queen 8\n", 1, "perhaps 'queens' is meant"),
        ("Queens 8\n", 1, "perhaps 'queens' is meant"),
        # Texts of these kinds do not begin with the name of the kind.
        (
            "kakuro 3\n",
            1,
            "expected kakuro (algospot, picture, prompt, prompt-ko, set, set-list, puzzlink, penpa), found a",
        ),
        ("SUDOKU 3\n", 1, "expected sudoku (oneline, "),
        (
            "cnf\n",
            1,
            "expected cnf (dimacs, clauses, prompt, prompt-ko, set, set-list), found a text in no known form",
        ),
        ("kakro 3\n", 1, "that begins with its kind, found a text in no known form"),
        ("https://puzz.link/p?country/10/10/abc\n", 1, "kind country is none of"),
        ("https://tinyurl.com/yabc123\n", 1, "open it and copy the long one"),
        ("https://sudokupad.app/k0abc9xyz\n", 1, "open it and copy the long one"),
        ("https://example.org/puzzle?x=1\n", 1, "a link to 'example.org'"),
        ("boxes none\n...\n...\n...\n", 2, "4 rows or columns at least, found 3 rows of 3"),
        ("digits 1-5\nboxes none\n. . .\n. . .\n. . .\n", 3, "4 rows or columns at least"),
        ("grid 3x3\n...\n...\n...\n", 1, "at least 4 of one, found '3x3'"),
        ("grid 2x3\n...\n...\n", 1, "at least 4 of one, found '2x3'"),
        ("grid 4x4\n", 1, "a row of digits, found the end of the text"),
    ],
)
def test_the_nearest_mistake(text: str, line: int, reason: str) -> None:
    with pytest.raises(ParseError) as raised:
        read(text)
    assert reason in raised.value.reason
    assert raised.value.line == line
    assert len(raised.value.reason) < 250


@each(
    "kind, text",
    [("kenken", '{"size":3,"cages":[]}\n'), ("skyscrapers", "4:2/1/2/3\n"), ("nonogram", "2/4/4.5/5/3\n")],
)
def test_what_is_no_board_is_not_measured_as_one(kind: str, text: str) -> None:
    """No number is named that stands nowhere in the text."""
    with pytest.raises(ParseError, match=f"expected a text as 'coversat example {kind}' prints it"):
        read(text, kind)


def test_a_mistake_is_reported_for_the_given_kind() -> None:
    for text in (lines(ROWS), LINE[1:] + "\n"):
        with pytest.raises(ParseError, match=r"^line 1, column 1: expected kakuro .*in no known form$"):
            read(text, "kakuro")


def test_headings_are_recognised_for_any_size() -> None:
    """What `format` writes is known again: rows of fewer than four cells too."""
    for head, row in (("grid 4x3", "..."), ("grid 5x3\ndigits 1-5", ".1."), ("grid 4x1", ".")):
        problem = Sudoku.parse(f"{head}\n" + f"{row}\n" * int(head[5]))
        assert (problem.rows, problem.columns) == (int(head[5]), int(head[7]))
        for form in ("compact", "spaced"):
            assert read(find_form("sudoku", form).write([problem])).problems == (problem,)


@each("first", ["1......1.14.3..2", "." * 16, "1234341221434321"])
def test_sudokus_of_several_sizes_in_a_line_each(first: str) -> None:
    """Sixteen characters, and the lines below are no rows of a board of sixteen."""
    texts = first, "4...6..461..5...31.1......2.1....3.5", LINE, first
    document = read(lines(texts))
    assert [problem.size for problem in document.problems] == [4, 6, 9, 4]


def test_the_ending_of_a_name_is_a_hint() -> None:
    text = "a b\nb\n"  # an item that no option covers: not read as a cover without a hint
    assert recognise(text) is None
    for name in ("x.dlx", "folder/x.xcc.gz", "x.cover"):
        assert read(text, name=name).problems[0].kind == "cover"
    with pytest.raises(ParseError, match="p cnf"):
        read("junk\n", name="x.cnf")
    # It proves nothing.
    assert read(lines(ROWS), name="x.cnf").problems == (PUZZLE,)


def test_a_text_that_could_be_several_things_is_refused() -> None:
    text = "1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n"
    with pytest.raises(ParseError, match="sudoku 4x4 or a map of regions") as refused:
        read(text)
    assert refused.value.hint == "--kind sudoku reads sudoku 4x4"
    assert read(text, "sudoku").problems[0].called == "sudoku 4x4"
    stated = {"p cnf 1 1\n1 0\n": "text", "queens 4\n": "text", lines(ROWS): "shape", LINE: "shape"}
    assert {one: read(one).kind_from for one in stated} == stated


def test_a_long_text_of_comments_first_is_a_formula() -> None:
    text = "c varname 1 x\n" * 20_000 + "p cnf 1 1\n1 0\n"
    assert read(text).problems[0].kind == "cnf"


@each("kind", KINDS)
def test_a_text_that_does_not_begin_like_a_kind_is_not_in_its_forms(kind: str) -> None:
    examples = (path.read_text() for path in EXAMPLES.glob("*/*.txt"))
    texts = [text for whole in examples for text in (whole, whole.partition("\n")[2], f"x{whole}")]
    texts = [text for text in texts if text.strip() and not find(kind).may_begin(text.split()[0])]
    assert texts or find(kind).may_begin("x")
    for form in problem_class(kind).forms:
        assert form.only_stated or not any(map(form.recognises, texts)), form.name


def recognise_by(kind: str, monkeypatch: pytest.MonkeyPatch, recognises: Callable[[str], bool]) -> None:
    """Replace what recognises the forms of a kind."""
    found = problem_class(kind)
    forms = tuple(form._replace(recognises=recognises) for form in found.forms)
    monkeypatch.setattr(found, "forms", forms)


def test_recognising_looks_at_the_beginning_only(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, list[int]] = {}

    def of_others(text: str, kind: str | None = None) -> Iterator[Any]:
        seen.setdefault("of other programs", []).append(len(text))
        return iter(())

    monkeypatch.setattr(recognition, "recognised", of_others)
    for kind in KINDS:
        recognise_by(
            kind, monkeypatch, lambda text, kind=kind: bool(seen.setdefault(kind, []).append(len(text)))
        )
    for kind in KINDS:
        seen.clear()
        recognise(f"{kind}_\n" + "x" * HEAD)
        assert kind in seen or find(kind).looks
        assert max(max(seen.values())) <= HEAD
        assert "of other programs" in seen


@each("text", ["p cnf 1 1\n1 0\n", "c x\np cnf 0 0\n", "queens 5\n", "| in words\na\na\n"])
def test_a_first_word_decides_without_the_other_kinds(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("sudoku", "kakuro"):
        recognise_by(kind, monkeypatch, lambda text: pytest.fail("not needed"))
    assert read(text).problems


def test_unknown_kinds_and_forms() -> None:
    with pytest.raises(UnknownKindError, match="no kind of problem is called 'chess'"):
        read("x", "chess")
    with pytest.raises(UnknownKindError, match="no form of sudoku is called 'chess'"):
        find_form("sudoku", "chess")
    with pytest.raises(UnknownKindError):
        form_names("chess")


# Puzzles that are reduced to exact cover


FAMILY = [
    kind
    for kind in KINDS
    if kind not in GENERAL and {rule.target for rule in own_encodings(kind)} == {"cover"}
]
"""The kinds that are reduced to exact cover alone."""
FILES = sorted(path for kind in (*FAMILY, "sudoku") for path in (EXAMPLES / kind).iterdir())


@each("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_other_kind_recognises_the_text(path: Path) -> None:
    """Exact cover, which comes last, accepts nearly everything."""
    kinds = [kind for kind in KINDS if kind not in ("cover", "cnf")]
    text = path.read_text()
    found = {kind for kind in kinds for form in problem_class(kind).forms if form.recognises(text)}
    assert found == {path.parent.name} == {read(text).problems[0].kind}


def test_a_column_of_holes_is_no_kakuro() -> None:
    assert read("polyomino\n#\n.\n.\nX #\n").form.name == "board"


@each("kind", FAMILY)
def test_routes(kind: str) -> None:
    """By default through exact cover, by CNF for the smallest answer; a direct search."""
    assert default_route(kind).name == "cover/bitset"
    assert default_route(kind, ordered=True).name == "cover/cnf:sequential/lexicographic"
    assert [rule.name for rule in path_to(kind, "cnf")] == ["cover", "cnf:sequential"]
    assert path_to(kind, "cover") == default_path(kind)
    assert [solver.name for solver in solvers_of(kind)] == ["search/backtracking"]


FOUR_ROWS = "1 . . .\n. . 2 .\n. 3 . .\n. . . 4"
NUMBERED = "|".join("ABCD"), "1 2 3 4", " ,0,1,2,3"


@each(
    ("text", "reason"),
    [
        *((f"{heading}\n{FOUR_ROWS}\n", "numbers the columns") for heading in NUMBERED),
        (
            "A B C D\n" + "\n".join(f"{at} {row}" for at, row in enumerate(FOUR_ROWS.split("\n"))),
            "numbers the columns",
        ),
        (f"4 3 2 1\n{FOUR_ROWS}\n", "the end of the text after 4 rows"),
        ("rows: 2, 1 1\ncolumns: 1, 2\n", "a nonogram has lines"),
        ("rivers: 2, 1 1\ncolumns: 1, 2\n", "sets with names"),
        ('{"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7]}', "one a line, such as 'A: 1 4 7'"),
        ("[[1, 4, 7], [1, 4], [4, 5, 7]]", "one a line, such as 'A: 1 4 7'"),
        ("3....\n...2.\n.....\n.1...\n....4\n", "it could be --kind .*nurikabe"),
        ("1 0 0 0 5\n0 0 3 0 0\n0 4 0 2 0\n0 0 1 0 0\n3 0 0 0 4\n", "it could be --kind latin"),
    ],
)
def test_a_refusal_speaks_of_what_the_text_is(text: str, reason: str) -> None:
    with pytest.raises(ParseError) as found:
        read(text)
    assert re.search(reason, f"{found.value.reason}; {found.value.hint}")
