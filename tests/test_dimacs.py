"""DIMACS: what is written is what every reader accepts; what is read is read strictly."""

from __future__ import annotations

import gzip
import lzma
import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from each import each
from hypothesis import given
from parsing import mistakes
from strategies import cnfs

from coversat.base.errors import ParseError, ReductionError
from coversat.cli import exit_code
from coversat.problems import Cnf, read
from coversat.problems.cnf.rules import MAX_VARIABLE, read_dimacs

TEXT = """\
c coversat
c kind sudoku
c varname 1 r1c1=1
c varname 3 domino 3-8 at B2-B3
c p show 1 3 0
p cnf 3 3
1 -2 0
0
-3 0
"""
FORMULA = Cnf(
    3,
    ((1, -2), (), (-3,)),
    {1: "r1c1=1", 3: "domino 3-8 at B2-B3"},
    (1, 3),
    ("coversat", "kind sudoku"),
)


def test_written_as_documented() -> None:
    assert FORMULA.format() == TEXT
    assert read_dimacs(TEXT) == (FORMULA,)
    assert Cnf(0, ()).format() == "p cnf 0 0\n"
    # A projection on nothing is not the same as none.
    assert Cnf(1, (), projection=()).format() == "c p show 0\np cnf 1 0\n"


def test_no_line_of_the_projection_is_too_long_for_checkers() -> None:
    """Drat-trim gives up on a comment of 1024 characters, and exits with 0."""
    large = 2**31 - 500
    for count in (49, 50, 51, 400):
        formula = Cnf(2**31 - 2, (), projection=tuple(range(large, large + count)))
        assert Cnf.parse(formula.format()) == formula
        assert max(map(len, formula.format().splitlines())) < 1000


@given(cnfs())
def test_read_back(formula: Cnf) -> None:
    text = formula.format()
    assert read_dimacs(text) == (formula,)
    assert Cnf.parse(text) == formula
    document = read(text)
    assert (document.form.name, document.problems) == ("dimacs", (formula,))


@given(cnfs())
def test_a_simple_reader_understands_it(formula: Cnf) -> None:
    """Comments before the header, exact counts, a clause a line, single spaces, LF, ASCII, final newline."""
    text = formula.format()
    assert text.isascii()
    assert text.endswith("\n")
    assert "\r" not in text
    lines = text[:-1].split("\n")
    at = next(number for number, line in enumerate(lines) if not line.startswith("c"))
    assert lines[at] == f"p cnf {formula.variable_count} {len(formula.clauses)}"
    assert all(re.fullmatch(r"(-?[1-9][0-9]* )*0", line) for line in lines[at + 1 :])
    assert [tuple(map(int, line.split()[:-1])) for line in lines[at + 1 :]] == list(formula.clauses)


@each(
    "comment",
    ["ind 1 0", "  ind 1 0", "ind", "p show 1 0", "p weight 1 1 0", "varname 1 x", "x\n1 0", "x\r1 0"],
)
def test_what_would_be_read_as_more_is_no_comment(comment: str) -> None:
    with pytest.raises(ValueError, match="would not be read as a comment"):
        Cnf(1, (), comments=(comment,))


def test_odd_characters_in_comments_become_ascii() -> None:
    assert Cnf(0, (), comments=("é\U0001f600",)).format() == "c \\xe9\\U0001f600\np cnf 0 0\n"


@each(
    "text",
    [
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        TEXT.removesuffix("\n"),
        TEXT.replace("\n1 -2 0\n0\n-3 0\n", "\n1\n-2 0 0 -3\n\n0\n"),
        TEXT.replace("p cnf 3 3", "p  cnf\t3 3 "),
        TEXT.replace("1 -2 0", "  1 \t -2 0  "),
        TEXT.replace("c p show 1 3 0", "c p show 1 0\nc p show 3 0"),
    ],
)
def test_lenient_where_it_does_no_harm(text: str) -> None:
    assert read_dimacs(text) == (FORMULA,)


def test_comments_behind_the_header_are_read() -> None:
    assert read_dimacs("p cnf 1 1\nc between\n1 0\nc\nc end\n")[0].comments == ("between", "", "end")


MALFORMED = [
    ("", 1, 1, "'p cnf VARIABLES CLAUSES', found the end"),
    ("c only\n", 1, 7, "'p cnf VARIABLES CLAUSES', found the end"),
    ("1 0\n", 1, 1, "'p cnf VARIABLES CLAUSES', found '1 0'"),
    ("p dnf 1 1\n1 0\n", 1, 1, "'p cnf VARIABLES CLAUSES'"),
    ("p cnf 1\n1 0\n", 1, 1, "'p cnf VARIABLES CLAUSES'"),
    ("p cnf 1 1 1\n1 0\n", 1, 1, "'p cnf VARIABLES CLAUSES'"),
    ("p cnf -1 1\n1 0\n", 1, 1, "'p cnf VARIABLES CLAUSES'"),
    ("p cnf x 1\n1 0\n", 1, 1, "'p cnf VARIABLES CLAUSES'"),
    ("p cnf \uff11 1\n1 0\n", 1, 1, "'p cnf VARIABLES CLAUSES'"),
    ("p cnf 2147483647 0\n", 1, 7, "a number of variables from 0 to 2147483646"),
    ("p cnf 1 9999999999999\n", 1, 9, "a number of clauses from 0 to"),
    ("p cnf 2 1\n1 3 0\n", 2, 3, "a literal of the 2 variables"),
    ("p cnf 2 1\n1 -3 0\n", 2, 3, "a literal of the 2 variables"),
    ("p cnf 2 1\n1 99999999999 0\n", 2, 3, "a literal of the 2 variables"),
    ("p cnf 2 1\n1 99999999999999999999 0\n", 2, 3, "a literal from -2 to 2"),
    ("p cnf 2 1\n1 +-2 0\n", 2, 3, "a literal from -2 to 2"),
    ("p cnf 2 1\n1 2 -0\n", 2, 5, "a literal from -2 to 2"),
    ("p cnf 2 1\n1 -00 0\n", 2, 3, "a literal from -2 to 2"),
    ("p cnf 2 1\n1\v2 0\n", 2, 1, "a literal from -2 to 2"),
    ("p cnf 2 1\n1 \f2 0\n", 2, 3, "a literal from -2 to 2"),
    ("p cnf 2 1\n1\xa02 0\n", 2, 1, "a literal from -2 to 2"),
    ("p cnf 2 1\n1 2 0 \x1c\n", 2, 7, "a literal from -2 to 2"),
    ("p cnf 2 1\n1 2\u20280\n", 2, 3, "a literal from -2 to 2"),
    ("p cnf 2 2\n1 0\n++2 0\n", 3, 1, "a literal from -2 to 2"),
    ("p cnf 2 1\n1 x 0\n", 2, 3, "a literal from -2 to 2"),
    ("p cnf 2 1\n1 1.5 0\n", 2, 3, "a literal"),
    ("p cnf 2 1\n1 \uff12 0\n", 2, 3, "a literal"),
    ("p cnf 2 2\n1 0\n2\n", 3, 2, "0 behind the last clause"),
    ("p cnf 2 2\n1 0\n", 2, 4, "2 clauses as announced, found 1"),
    ("p cnf 2 1\n1 0\n2 0\n", 3, 1, "the end of the text after the 1 clause announced"),
    ("p cnf 2 1\n1 0 0\n", 2, 5, "the end of the text after the 1 clause announced"),
    ("p cnf 2 2\n1 0\n%\n0\n", 3, 1, "a literal"),
    ("p cnf 2 1\n1 0\n% 0\n", 3, 1, "a literal"),
    ("p cnf 2 1\n1 0\n%\n0\n2 0\n", 5, 1, "nothing but a 0 behind the %"),
    ("p cnf 2 1\n1 0\n%\n%\n", 4, 1, "nothing but a 0 behind the %"),
    ("p cnf 1 1\np cnf 1 1\n1 0\n", 2, 1, "a literal"),
    ("c p weight 1 0.5 0\np cnf 1 0\n", 1, 5, "no weights"),
    ("cind 1 0\np cnf 1 0\n", 1, 1, "'c' and a space before what is stated"),
    ("c ind 1\np cnf 1 0\n", 1, 8, "one 0 at the end of 'c ind'"),
    ("c ind\np cnf 1 0\n", 1, 6, "one 0 at the end of 'c ind'"),
    ("c p show\np cnf 1 0\n", 1, 9, "one 0 at the end of 'c p show'"),
    ("c ind -1 0\np cnf 1 0\n", 1, 7, "a variable"),
    ("c ind 1 2 x 0\np cnf 1 0\n", 1, 11, "a variable"),
    ("c p show 1 0\nc ind 1 2 0\np cnf 2 0\n", 2, 9, "one projection"),
    ("c\nc p show 1 07 0\np cnf 1 0\n", 2, 12, "one of the 1 variables"),
    ("c varname 11 a\nc varname 1 b\np cnf 5 0\n", 1, 11, "one of the 5 variables"),
    ("c varname 0 y\np cnf 1 0\n", 1, 11, "a variable from 1"),
    ("c p show 1\np cnf 1 0\n", 1, 11, "one 0 at the end"),
    ("c p show 1 0 0\np cnf 1 0\n", 1, 15, "one 0 at the end"),
    ("c p show x 0\np cnf 1 0\n", 1, 10, "a variable"),
    ("c p show -1 0\np cnf 1 0\n", 1, 10, "a variable"),
    ("p cnf 1000000000000000000 1\n1 0\n", 1, 1, "'p cnf VARIABLES CLAUSES'"),
    ("p cnf 1 1000000000000\n1 0\n", 2, 4, "1000000000000 clauses as announced, found 1"),
    ("p cnf 2 1\n--1 0\n", 2, 1, "a literal"),
    ("p cnf 2 1\n- 1 0\n", 2, 1, "a literal"),
    ("p cnf 11 1\n1_1 0\n", 2, 1, "a literal"),
    ("p cnf 16 1\n0x1 0\n", 2, 1, "a literal"),
    ("p cnf 1 1\n1\x00 0\n", 2, 1, "a literal"),
    ("c p show 5 0\np cnf 1 1\n1 0\n", 1, 10, "one of the 1 variables"),
]


test_malformed = mistakes("line column reason", MALFORMED, read_dimacs)


@each(
    ("line", "comment"),
    [
        ("c\tx", "x"),
        ("c====", "===="),
        ("cfoo", "foo"),
        ("  c x  y ", "x  y"),
        ("c varname x a", "varname x a"),
        ("c varname 1", "varname 1"),
        ("c industry", "industry"),
        ("c ind stands for it", "ind stands for it"),
        ("c p cnf 1 1", "p cnf 1 1"),
        ("c one\fline\xa0\x00", "one\fline\xa0\x00"),
    ],
)
def test_other_people_s_comments(line: str, comment: str) -> None:
    assert read_dimacs(f"{line}\np cnf 1 1\n1 0\n") == (Cnf(1, ((1,),), comments=(comment,)),)
    assert read_dimacs(f"p cnf 1 1\n1 0\n{line}") == (Cnf(1, ((1,),), comments=(comment,)),)


@each(
    "head",
    ["c ind 1 3 0\n", "c ind 1 0\nc ind 3 0\n", "c\tp  show 1 3 0\n", "c p show 1 3 0\nc ind 3 1 0\n"],
)
def test_projections_of_other_counters(head: str) -> None:
    assert read_dimacs(head + "p cnf 3 1\n1 -2 0\n")[0].projection == (1, 3)


def test_the_ending_of_satlib() -> None:
    assert read_dimacs(" \np cnf 2  2 \n 1 -2 0\n2 0\n%\n0\n\n")[0].clauses == ((1, -2), (2,))
    assert read_dimacs("p cnf 2 1\n1 0\n%")[0].clauses == ((1,),)


def test_many_lines_at_once_and_one_by_one() -> None:
    """A number with a zero before it makes the reader look at each word; the clauses are the same."""
    clauses = [(n, -n - 1, n + 2) if n % 3 else (-n,) for n in range(1, 30_000)]
    body = "".join(" ".join(map(str, (*clause, 0))) + "\n" for clause in clauses)
    for text in (body, body.replace(" 0\n1 ", " 0\n01 ", 1), body.replace("\n", "\nc between\n", 9)):
        assert list(read_dimacs(f"p cnf 30001 {len(clauses)}\n{text}")[0].clauses) == clauses
    spread = body.replace(" ", "\n")
    assert list(read_dimacs(f"p cnf 30001 {len(clauses)}\n{spread}")[0].clauses) == clauses
    with pytest.raises(ParseError) as raised:
        read_dimacs(f"p cnf 30001 {len(clauses)}\n{body}".replace("29998 ", "*29998 "))
    assert (raised.value.line, raised.value.column) == (29997, 14)


def test_a_header_is_never_trusted_for_memory() -> None:
    """Two thousand million variables and a million million clauses are announced; a few bytes are used."""
    tracemalloc.start()
    with pytest.raises(ParseError):
        read_dimacs(f"p cnf {MAX_VARIABLE} 1000000000000\n1 0\n")
    (formula,) = read_dimacs(f"p cnf {MAX_VARIABLE} 1\n{MAX_VARIABLE} 0\n")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert formula.variable_count == MAX_VARIABLE
    assert peak < 2**20


@each(
    ("count", "clauses", "names", "projection"),
    [
        (1, ((2,),), {}, None),
        (1, ((0,),), {}, None),
        (1, (), {2: "x"}, None),
        (1, (), {}, (2,)),
        (1, (), {}, (0,)),
        (-1, (), {}, None),
        (MAX_VARIABLE + 1, (), {}, None),
    ],
)
def test_values_out_of_range(count: int, clauses: object, names: object, projection: object) -> None:
    with pytest.raises(ValueError, match="variable"):
        Cnf(count, clauses, names, projection)  # type: ignore[arg-type]


def test_violations() -> None:
    formula = Cnf(3, ((1, 2), (-3,)))
    assert not formula.violations((1, -2, -3))
    # A partial model is right when what it holds makes every clause true.
    assert not formula.violations((2, -3))
    for wrong, word in [
        ((-1, -2, -3), "clause 1"),
        ((1, 3), "clause 2"),
        ((1, -1, -3), "1 and -1"),
        ((1, -3, 4), "holds 4"),
        ((1, -3, 0), "holds 0"),
        ((), "clause 1"),
    ]:
        assert any(word in str(violation) for violation in formula.violations(wrong)), wrong


def test_render_and_read_a_model() -> None:
    formula = Cnf(200, ())
    model = tuple(v if v % 3 else -v for v in range(1, 201))
    picture = formula.render(model)
    assert all(len(line) <= 78 and line.startswith("v ") for line in picture.splitlines())
    assert formula.parse_answer("s SATISFIABLE\n" + picture + "\n") == model
    assert formula.answer_rows(model) == [list(model)]
    assert formula.render() == "200 variables, 0 clauses"
    assert Cnf(1, ((1,),)).render() == "1 variable, 1 clause"
    with pytest.raises(ParseError, match="UNSATISFIABLE"):
        formula.parse_answer("s UNSATISFIABLE\n")


# Unusual files and what they cost


GOOD = "p cnf 2 2\n1 -2 0\n2 0\n"

# Unusual, but accepted by every reader: text, and the clauses it states.
ACCEPTED = {
    "plain": (GOOD, ((1, -2), (2,))),
    "no final newline": (GOOD[:-1], ((1, -2), (2,))),
    "CRLF": (GOOD.replace("\n", "\r\n"), ((1, -2), (2,))),
    "blank lines": (GOOD.replace("\n", "\n\n"), ((1, -2), (2,))),
    "spaces around": ("p  cnf\t2  2 \n  1   -2\t0 \n 2 0\n", ((1, -2), (2,))),
    "a clause over two lines": ("p cnf 2 2\n1\n-2 0\n2 0\n", ((1, -2), (2,))),
    "two clauses on a line": ("p cnf 2 2\n1 -2 0 2 0\n", ((1, -2), (2,))),
    "comments between clauses": ("c one\np cnf 2 2\n1 -2 0\nc two\n2 0\n", ((1, -2), (2,))),
    "an empty comment": ("c\np cnf 1 1\n1 0\n", ((1,),)),
    "an empty clause": ("p cnf 1 1\n0\n", ((),)),
    "no clauses": ("p cnf 3 0\n", ()),
    "no variables": ("p cnf 0 0\n", ()),
    "a literal twice": ("p cnf 1 1\n1 1 0\n", ((1, 1),)),
    "x and not x": ("p cnf 1 1\n1 -1 0\n", ((1, -1),)),
    "unused variables": ("p cnf 1000000000 1\n1 0\n", ((1,),)),
    "the percent sign of SATLIB": ("p cnf 2 1\n1 0\n%\n0\n", ((1,),)),
    "c without a space": ("comment\np cnf 1 1\n1 0\n", ((1,),)),
    "an empty line before the header": ("\np cnf 1 1\n1 0\n", ((1,),)),
    "leading zeros": ("p cnf 02 01\n01 -02 00\n", ((1, -2),)),
}


@each("name", ACCEPTED)
def test_odd_files_are_read(name: str) -> None:
    text, clauses = ACCEPTED[name]
    (cnf,) = read_dimacs(text)
    assert cnf.clauses == clauses
    assert Cnf.parse(cnf.format()) == cnf


@each("text", [case[0] for case in MALFORMED])
def test_no_command_crashes_or_answers(text: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.cnf"
    path.write_bytes(text.encode())
    for command in ("solve", "check", "count"):
        assert exit_code([command, "--kind", "cnf", "--form", "dimacs", str(path)]) == 2
        out, err = capfd.readouterr()
        assert out == ""
        assert err.startswith(f"{path}:")


SOLVING = ("check", "solve", "solve --smallest", "solve --solver-command cadical", "count")
SOLVING += ("count --jobs 2", "check --certify DIR", "compare --routes cadical195", "check --via kissat404")


@each("variables", [2_000_000, 1_000_000_000])
@each("command", SOLVING)
def test_a_header_is_never_trusted_for_an_allocation(
    command: str, variables: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A model lists every variable; the cost follows the text, not the number that it announces."""
    path = tmp_path / "x.cnf"
    path.write_text(f"p cnf {variables} 1\n1 0\n")
    words = command.replace("DIR", str(tmp_path / "certificate")).split()
    peak, code = peak_of(lambda: exit_code([*words, str(path)]))
    assert code == (3 if command.startswith("compare") else 2)
    assert peak < 50_000_000
    err = "".join(capfd.readouterr())
    assert "of which clauses hold 1: too many others" in err or "in-process solvers take" in err


@each("clauses", ["0\n", "1\n1 0\n"])
@each("variables", [10_000_000, 1_000_000_000])
@each("command", ["candidates", "convert --to dimacs", "draw", "explain", "grade", "metrics"])
def test_announced_variables_cost_no_memory(
    command: str, variables: int, clauses: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.cnf"
    path.write_text(f"p cnf {variables} {clauses}")
    peak, code = peak_of(lambda: exit_code([*command.split(), str(path)]))
    assert peak < 50_000_000
    out, err = capfd.readouterr()
    if command in ("candidates", "explain", "grade"):
        assert code == 2
        used = int(clauses[0])
        assert f"{variables} variables, of which clauses hold {used}" in err
    else:
        assert len(out) < 10_000


def peak_of(call: Callable[[], int]) -> tuple[int, int]:
    """The most bytes that Python held during a call, and what the call returned."""
    tracemalloc.start()
    try:
        found = call()
        return tracemalloc.get_traced_memory()[1], found
    finally:
        tracemalloc.stop()


def test_unused_variables_are_listed_up_to_a_bound() -> None:
    assert len(Cnf(100_020, ((1, 2),)).listed_variables()) == 100_020
    assert Cnf(10**9, ((1, 2),), projection=(1, 5)).listed_variables() == (1, 5)
    with pytest.raises(ReductionError, match="100021 variables, of which clauses hold 2"):
        Cnf(100_021, ((1, 2),)).listed_variables()


@pytest.mark.thorough
@each(("suffix", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress)])
def test_packed_files_are_unpacked_up_to_a_bound(
    suffix: str,
    pack: object,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert callable(pack)
    path = tmp_path / f"x.cnf{suffix}"
    path.write_bytes(pack(GOOD.encode()))
    assert exit_code(["check", str(path)]) == 0
    monkeypatch.setattr("coversat.base.files.reading.MOST_BYTES", 1_000_000)
    path.write_bytes(pack(GOOD.encode() + b"c " + b"x" * 10_000_000))
    for command in ("check", "export"):
        assert exit_code([command, str(path)]) == 2
        assert "holds more than 1000000 bytes" in capfd.readouterr().err
    whole = pack(GOOD.encode() * 100)
    for damaged in (whole[:-9], whole[:20] + bytes(9) + whole[29:]):
        path.write_bytes(damaged)
        for command in ("check", "export"):
            assert exit_code([command, str(path)]) == 2
            assert "Traceback" not in capfd.readouterr().err
