"""Texts that are read where the kind is stated, and what other programs read besides the usual signs."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from each import each

from coversat import ExactCover, count, solve
from coversat.base.errors import ParseError, ReductionError
from coversat.base.files import as_text
from coversat.problems import Cnf, Kakuro, read
from coversat.problems.recognition import Wanted

ROWS = ("1001001", "1001000", "0001101", "0010110", "0110011", "0100001")
"""Six options over seven items."""


def covers(rows: tuple[str, ...]) -> set[tuple[int, ...]]:
    """The sets of rows that have each column exactly once, by trying all."""
    chosen = (some for size in range(len(rows) + 1) for some in combinations(range(len(rows)), size))
    return {
        some for some in chosen if all(sum(int(rows[at][c]) for at in some) == 1 for c in range(len(rows[0])))
    }


@each(
    "text",
    {
        "compact": "\n".join(ROWS),
        "spaced": "\n".join(" ".join(row) for row in ROWS),
        "CSV": "\n".join(",".join(row) for row in ROWS),
        "lists": str([[int(bit) for bit in row] for row in ROWS]),
        "lists in lines": str([[int(bit) for bit in row] for row in ROWS]).replace("], ", "],\n "),
    }.values(),
)
def test_a_matrix_is_a_cover_if_the_kind_is_stated(text: str) -> None:
    (cover,) = read(text, "cover").problems
    found = solve(cover, limit=None).answers
    assert set(found) == covers(ROWS)
    assert found
    with pytest.raises(ParseError, match="matrix of 0 and 1") as refused:
        read(text)
    assert "--kind cover" in refused.value.hint


def test_a_square_matrix_may_be_a_sudoku_or_a_cover() -> None:
    with pytest.raises(ParseError, match="sudoku 4x4 or a matrix of 0 and 1"):
        read("1 0 0 1\n0 1 1 0\n1 0 0 0\n0 0 0 1\n")


@each(
    "text, place, reason",
    {
        "a short row": ("1 0 0\n0 1\n", (2, 3), "a row of 3 cells"),
        "a row of zeros": ("1 0 1\n0 0 0\n", (2, 1), "a 1 in each row"),
        "in a list": ("[[1, 0],\n [0]]", (2, 3), "a row of 2 cells"),
        "another number": ("[[10, 0], [0, 1]]", (1, 3), "a cell of the matrix from 0 to 1"),
    }.values(),
)
def test_mistakes_in_matrices(text: str, place: tuple[int, int], reason: str) -> None:
    with pytest.raises(ParseError, match=reason) as raised:
        read(text, Wanted("cover", "matrix"))
    assert (raised.value.line, raised.value.column) == place


@each(
    "text", {"colons": "A: 1 4\nB: 2 3\nC: 1 2\n", "braces": "A = {1, 4}\nB = {2, 3}\nC = {1, 2}\n"}.values()
)
def test_named_sets(text: str) -> None:
    (cover,) = read(text, "cover").problems
    (answer,) = solve(cover, limit=None).answers
    assert set(cover.named(answer)) == {"A", "B"}
    with pytest.raises(ParseError, match="each name once"):
        read(text.replace("C", "A"), "cover")
    if ":" in text:
        with pytest.raises(ParseError, match="sets with names"):
            read(text)


CLAUSES = "c four variables\n1 2 3 4 0\n1 2 0\n3 4 0 1\n3 0\n"


def models(clauses: list[set[int]], variables: int) -> int:
    signs = product((1, -1), repeat=variables)
    return sum(all(any(sign[abs(x) - 1] * x > 0 for x in clause) for clause in clauses) for sign in signs)


def test_clauses_without_a_header_are_read_by_kind_or_name() -> None:
    expected = models([{1, 2, 3, 4}, {1, 2}, {3, 4}, {1, 3}], 4)
    for wanted, name in (("cnf", None), (None, "x.cnf"), (None, "x.cnf.gz")):
        reading = read(CLAUSES, wanted, name)
        assert count(reading.problems[0]).count == expected == 8
        assert "4 variables and 4 clauses" in reading.beside.notes[0]
    with pytest.raises(ParseError):
        read(CLAUSES)
    with pytest.raises(ParseError, match="weights") as raised:
        read("c p weight 1 0.5 0\n1 2 0\n", "cnf")
    assert raised.value.line == 1


def test_the_class_of_formulas_reads_no_text_without_a_header() -> None:
    with pytest.raises(ParseError, match="p cnf"):
        Cnf.parse("1 2 0\n-1 0\n")


def test_signs_of_dimacs_that_other_programs_read() -> None:
    plain = read("p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n").problems
    assert read("p cnf 3 3\n+1 +2 0\n-1 +3 0\n-2 -3 0\n").problems == plain
    assert read("P CNF 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n").problems == plain


def test_options_of_secondary_items_only_are_left_out() -> None:
    """Knuth's example of colours, The Art of Computer Programming 7.2.2.1, whose one cover he states."""
    text = "A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n"
    reading = read(text)
    assert reading.beside.notes == ("options without a primary item are left out: line 4",)
    (answer,) = solve(reading.problems[0], limit=None).answers
    assert set(reading.problems[0].named(answer)) == {"A C X:1 Y:1", "B X:1"}


@each(
    "text",
    {
        "a bare backslash": "\\ 3\\ 4\\\n\\3 . .\n\\4 . .\n",
        "zeros": "0\\0 3\\0 4\\0\n0\\3 . .\n0\\4 . .\n",
        "underscores": "# 3\\ 4\\\n\\3 _ _\n\\4 _ _\n",
        "CSV": "\\,3\\,4\\\n\\3,.,.\n\\4,.,.\n",
        "bars": "|#|3\\|4\\|\n|\\3|.|.|\n|\\4|.|.|\n",
    }.values(),
)
def test_kakuro_as_other_programs_write_it(text: str) -> None:
    assert read(text).problems == (Kakuro.parse("# 3\\ 4\\\n\\3 . .\n\\4 . .\n"),)


COLUMNS_FIRST = "2 3\n1\n2\n1\n3\n1\n"


def test_sides_above_clues_do_not_say_whose_clues_come_first() -> None:
    with pytest.raises(ParseError, match="in one way") as refused:
        read(COLUMNS_FIRST)
    assert "--form nin " in refused.value.hint
    assert "--form columns " in refused.value.hint
    (rows_first,) = read(COLUMNS_FIRST, name="x.nin").problems
    (columns_first,) = read(COLUMNS_FIRST, Wanted(form="columns")).problems
    assert rows_first.row_clues == columns_first.column_clues == ((1,), (2,), (1,))
    assert read("2 2\n1\n1\n1\n1\n").kind == "nonogram"  # the same in both orders


def test_tuples_are_items() -> None:
    rows = {(r, c): [("row", r), ("column", c)] for r in range(2) for c in range(2)}
    cover = ExactCover.from_rows(rows)
    assert count(cover).count == 2
    assert cover.primary[0] == "(row,0)"
    with pytest.raises(ReductionError, match="both be named"):
        ExactCover.from_rows([[("a", 1)], ["(a,1)"]])


def test_formulas_of_pysat() -> None:
    formula = pytest.importorskip("pysat.formula")
    found = formula.CNF(from_string="c p show 1 2 0\np cnf 3 1\n1 2 3 0\n")
    assert count(Cnf.from_pysat(found)).count == 4
    with pytest.raises(ReductionError, match="expected a CNF of PySAT, found Or"):
        Cnf.from_pysat(formula.Atom("x") | formula.Atom("y"))
    numpy = pytest.importorskip("numpy")
    of_numpy = formula.CNF(from_clauses=[[1, 2]])
    of_numpy.clauses, of_numpy.nv = [numpy.array([1, -2])], numpy.int64(2)
    assert Cnf.from_pysat(of_numpy) == Cnf(2, ((1, -2),))
    of_numpy.clauses = [[1.5]]
    with pytest.raises(ReductionError, match="whole numbers"):
        Cnf.from_pysat(of_numpy)


def test_comments_of_formulas_may_be_in_latin_1() -> None:
    assert as_text("c \u00e9t\u00e9\np cnf 1 1\n1 0\n".encode("latin-1")).startswith("c \u00e9t\u00e9\n")
    assert as_text("c \u00e9t\u00e9\n".encode()) == "c \u00e9t\u00e9\n"
    with pytest.raises(ParseError) as raised:
        as_text(b"c \xe9\n\xe91 0\n")
    assert (raised.value.line, raised.value.column) == (2, 1)


def test_boards_in_letters_are_answered_in_letters() -> None:
    board = [[(4 * (r % 4) + r // 4 + c) % 16 for c in range(16)] for r in range(16)]
    rows = ["".join("ABCDEFGHIJKLMNOP"[at] for at in row) for row in board]
    text = "\n".join(f".{row[1:]}" for row in rows)
    reading = read(text)
    (answer,) = solve(reading.problems[0], limit=None).answers
    shown = reading.form.show(reading.problems[0], answer, 1)
    assert shown == "\n".join(rows)
    assert reading.problems[0].parse_answer(shown) == answer
