"""Forms of text: registry, recognition, links by line, `coversat convert`, compression."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from codec_cases import grids
from each import each
from hypothesis import given
from hypothesis import strategies as st
from instances import instances
from test_hostile_texts import LINK_PIECES, read_or_refuse

from coversat.answering.sets.entries import Entries
from coversat.base.errors import ParseError
from coversat.cli import exit_code
from coversat.kinds.sudoku.constraints.sums import Cage
from coversat.problems import KINDS, Sudoku, find_form, form_names, forms, problem_class, read
from coversat.problems.forms import other_forms, recognised
from coversat.problems.problem import Form, Row
from coversat.setters.links.lz_string import LzStringError, compress, decompress

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_registry_and_forms_agree() -> None:
    for kind in KINDS:
        assert tuple(form.name for form in forms(kind)) == form_names(kind)
        assert len(set(form_names(kind))) == len(form_names(kind))
        for other in other_forms(kind):
            assert find_form(kind, other.name) is other.form
            assert other.form.about[0].isascii()
    with pytest.raises(KeyError):
        find_form("sudoku", "nothing")


def test_ordinary_texts_import_no_codec() -> None:
    """Neither reading a puzzle in its kind's own form nor the names of forms."""
    program = (
        "import sys; from coversat.problems import KINDS, form_names, read;"
        "read('1000\\n0020\\n0300\\n0004\\n'); [form_names(kind) for kind in KINDS];"
        "print([name for name in sys.modules if name.startswith('coversat.') and"
        " ('.forms.' in name and not name.endswith('.lines') or '.links.' in name)])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@each("path", [path for path in sorted(EXAMPLES.glob("*/*")) if path.is_file()], ids=lambda path: path.name)
def test_no_example_is_taken_for_another_form(path: Path) -> None:
    text = path.read_text()
    form = next(recognised(text), None)
    assert form is None or path.suffix not in (".txt", ".cnf")


@given(st.data())
def test_forms_do_not_take_each_other_s_texts(data: st.DataObject) -> None:
    """What one form writes is read as that form, although another form could read it."""
    size = data.draw(st.sampled_from([4, 9]))
    side = 2 if size == 4 else 3
    problem = Sudoku(side, side, data.draw(grids(size)))
    form = data.draw(st.sampled_from([form for form in forms("sudoku") if form.write is not None]))
    try:
        text = form.write([problem])
    except ValueError:
        return
    reading = read(text, "sudoku" if problem.clash else None)
    assert (reading.form.name, reading.problems) == (form.name, (problem,))


def test_a_text_of_another_kind_is_not_read() -> None:
    with pytest.raises(ParseError, match="puzzlink"):
        read("https://puzz.link/p?kakuro/2/2/n4343", "sudoku")
    with pytest.raises(ParseError):
        read("https://puzz.link/p?slither/2/2/a")


@given(st.data())
def test_damaged_texts_raise_only_parse_errors(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["sudoku", "kakuro"]))
    form = data.draw(st.sampled_from([form for form in forms(kind) if form.write is not None]))
    if form.name == "killer":
        problem = Sudoku(3, 3, ((None,) * 9,) * 9, (Cage(((0, 0), (0, 1)), 9),))
    elif kind == "sudoku":
        problem = Sudoku(3, 3, data.draw(grids(9)))
    else:
        problem = problem_class("kakuro").parse("# 4\\ 3\\\n\\4 . .\n\\3 . .\n")
    text = form.write([problem])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from(LINK_PIECES)) + text[at + data.draw(st.integers(0, 3)) :]
    read_or_refuse(text)


# Links and game ids


ONE_A_LINE = [(kind, form.name) for kind in KINDS for form in forms(kind) if "one a line" in form.about]
PACKED = {"sudokupad": "/scl", "penpa": "&p="}
"""Behind this a link is packed, and wrong as a whole."""


def written(kind: str, form: Form[Any, Any]) -> str:
    """The first instance of the kind that the form can write."""
    assert form.write is not None
    for instance in instances(kind):
        with suppress(ValueError):
            return form.write([instance.problem]).strip()
    raise AssertionError(f"no {kind} for the form {form.name}")


@each(("kind", "name"), ONE_A_LINE)
def test_a_mistake_in_one_line_is_an_error_of_its_own(kind: str, name: str, tmp_path: Path) -> None:
    form = find_form(kind, name)
    assert form.rows is not None
    assert form.rows("").read("  a b", 1) == Row("a b")
    good = written(kind, form)
    bad = f"{good[:-1]}!"
    column = bad.index(PACKED[name]) + len(PACKED[name]) + 1 if name in PACKED else len(bad)
    file = tmp_path / "links.txt"
    file.write_text(f"{good}\n\n{bad}\n {good} {good}\n  {good}\n")
    entries = list(Entries([str(file)]))
    assert [(entry.kind, entry.form, entry.line) for entry in entries] == [
        (kind, name, line) for line in (1, 3, 4, 5)
    ]
    found: list[object] = []
    for entry in entries:
        assert isinstance(entry.content, str)
        try:
            found += form.read(entry.content)
        except ParseError as error:
            found.append((error.line, error.column))
    assert found == [found[0], (1, column), (1, len(good) + 3), found[0]]
    assert form.read(good) == (found[0],)


# The commands convert and list forms


CASES = """2
2
0 0
0 1
2
1 2 1 5
2 1 0 5
3
0 0 0
0 1 1
0 1 1
4
2 1 0 4
3 1 0 3
1 2 1 4
1 3 1 3
"""
LINKS = "https://puzz.link/p?kakuro/1/1/k55\nhttps://puzz.link/p?kakuro/2/2/n4343\n"


@pytest.fixture
def two(tmp_path: Path) -> str:
    path = tmp_path / "two.txt"
    path.write_text(CASES)
    return str(path)


def test_every_case_is_written(two: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["convert", two, "--to", "puzzlink"]) == 0
    assert capsys.readouterr().out == LINKS
    assert read(LINKS).problems == read(CASES).problems


def test_one_case(two: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.txt"
    assert exit_code(["convert", two, "--to", "picture", "--case", "2", "-o", str(out)]) == 0
    assert capsys.readouterr().out == ""
    assert read(out.read_text()).problems == read(CASES).problems[1:]
    assert exit_code(["convert", two, "--to", "picture", "--case", "3"]) == 2
    assert "there is no case 3" in capsys.readouterr().err


def test_several_pictures_have_blank_lines_between(two: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["convert", two, "--to", "picture"]) == 0
    assert len(read(capsys.readouterr().out).problems) == 2


def test_a_case_that_the_form_cannot_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sizes.txt"
    path.write_text("." * 81 + "\n" + "." * 64 + "\n")
    assert exit_code(["convert", str(path), "--to", "hodoku"]) == 2
    assert "case 2: HoDoKu's library states sudokus of side 9" in capsys.readouterr().err


def test_a_form_that_is_not_known(two: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["convert", two, "--to", "nothing"]) == 2
    said = capsys.readouterr().err
    assert "no form 'nothing' of kakuro; there is algospot, picture, prompt, prompt-ko, puzzlink" in said


def test_no_puzzle_and_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.txt"
    path.write_text("0\n")
    assert exit_code(["convert", str(path), "--to", "boj4574"]) == 2
    assert "at least one puzzle" in capsys.readouterr().err
    path.write_text("https://puzz.link/p?kakuro/2/2/n434")
    assert exit_code(["convert", str(path), "--to", "picture"]) == 2
    assert f"{path}:1:36: expected a clue" in capsys.readouterr().err


def test_list_forms(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["list", "forms", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    expected = [
        (kind, form.name, "in, out" if form.write else "in") for kind in KINDS for form in forms(kind)
    ]
    assert [(row["kind"], row["name"], row["use"]) for row in rows] == expected


# The compression of links


LIMIT = 10_000


@given(st.text(max_size=300) | st.text(alphabet="ab", max_size=600))
def test_texts_come_back(text: str) -> None:
    assert decompress(compress(text), LIMIT) == text


@each(
    ("text", "packed"),
    [
        # An empty 3x3 board, as SudokuPad's own tests have it.
        ('{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]]}',
            "N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA=="),
        ("", "Q==="),
    ],
)  # fmt: skip
def test_the_library_s_own_output(text: str, packed: str) -> None:
    assert compress(text) == packed
    assert decompress(packed, LIMIT) == text


def test_every_shortened_text_is_refused() -> None:
    packed = compress('{"size":9,"grid":[]}').rstrip("=A")
    for end in range(1, len(packed) - 1):
        with pytest.raises(LzStringError):
            decompress(packed[:end], LIMIT)


@each(("packed", "at"), [("", 0), ("N4I!", 3), ("N4I\u0663", 3), ("N4Ig//////", 6), ("_", 0)])
def test_mistakes_know_their_place(packed: str, at: int) -> None:
    with pytest.raises(LzStringError) as caught:
        decompress(packed, LIMIT)
    assert caught.value.at == at


@each("junk", ["<script>", "AA", "B!", "=A", "\u0663"])
def test_nothing_follows_the_compressed_text(junk: str) -> None:
    """The library fills up with one character at most, and with equals signs."""
    packed = compress('{"size":9,"grid":[]}').rstrip("=A")
    with pytest.raises(LzStringError, match="expected the end of the compressed text") as caught:
        decompress(packed + "A" + junk, LIMIT)
    assert len(packed) <= caught.value.at <= len(packed) + 2
    assert decompress(packed + "A", LIMIT) == '{"size":9,"grid":[]}'


def test_half_a_character_is_no_text() -> None:
    with pytest.raises(LzStringError, match="half a character"):
        decompress(compress("a\ud83d"), LIMIT)
    assert decompress(compress("a\U0001f600"), LIMIT) == "a\U0001f600"


def test_a_bomb_is_not_unpacked() -> None:
    """Half a million characters in two thousand."""
    packed = compress("a" * 500_000)
    assert len(packed) < 2_000
    with pytest.raises(LzStringError, match="at most 10000"):
        decompress(packed, LIMIT)
    assert len(decompress(packed, 500_000)) == 500_000


@given(st.text(alphabet="ABCDwxyz0189+/=N4Ig", max_size=60))
def test_any_characters(packed: str) -> None:
    with suppress(LzStringError):
        assert len(decompress(packed, LIMIT)) <= LIMIT
