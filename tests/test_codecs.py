"""The registry of codecs, and reading without being told the form."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from codec_cases import grids
from hypothesis import given, settings
from hypothesis import strategies as st

from coversat.errors import ParseError
from coversat.kinds.sudoku.constraints.sums import Cage
from coversat.problems import KINDS, Sudoku, find_form, form_names, forms, problem_class, read
from coversat.problems.forms import other_forms, recognised

EXAMPLES = Path(__file__).parent.parent / "examples"
# fmt: off
PIECES = [
    "https://puzz.link/p?", "kakuro/", "sudoku/", "9/9/", "2/2/", "https://f-puzzles.com/?load=", "fpuzzles",
    "scl", "N4IgzglgXgpiBc", "https://sudokupad.app/", "m=edit&p=", "penpa-edit/#", "3x3:", "9jk:", "2x2:",
    ":0000:x:", "[Puzzle]", "<opensudoku>", "<game data=", "<?xml?>", "<!DOCTYPE", "1..|2..|...",
    "-----------", "\n", " ", "4", "z", "_", "+1", ".", ",", "|", "%2B", "\x00", "\ud7ff", "é", "/",
]
# fmt: on


def place_of_mistake(text: str) -> tuple[int, int] | None:
    """Where `read` finds fault with a text; None where it finds none."""
    try:
        read(text)
    except ParseError as error:
        return error.line, error.column
    return None


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
        " ('.forms.' in name or '.links' in name or name == 'coversat.kinds.kakuro.text')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "path", [path for path in sorted(EXAMPLES.glob("*/*")) if path.is_file()], ids=lambda path: path.name
)
def test_no_example_is_taken_for_another_form(path: Path) -> None:
    text = path.read_text()
    form = recognised(text)
    assert form is None or path.suffix not in (".txt", ".cnf")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_forms_do_not_take_each_other_s_texts(data: st.DataObject) -> None:
    """What one form writes is read as that form, whatever else could be made of it."""
    size = data.draw(st.sampled_from([4, 9]))
    side = 2 if size == 4 else 3
    problem = Sudoku(side, side, data.draw(grids(size)))
    form = data.draw(st.sampled_from([form for form in forms("sudoku") if form.write is not None]))
    try:
        text = form.write([problem])
    except ValueError:
        return
    document = read(text)
    assert (document.form.name, document.problems) == (form.name, (problem,))


def test_a_text_of_another_kind_is_not_read() -> None:
    with pytest.raises(ParseError, match="puzzlink"):
        read("https://puzz.link/p?kakuro/2/2/n4343", "sudoku")
    with pytest.raises(ParseError):
        read("https://puzz.link/p?slither/2/2/a")


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=9).map("".join))
def test_any_text_raises_only_parse_errors(text: str) -> None:
    place = place_of_mistake(text)
    assert place is None or min(place) >= 1


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_damaged_texts_raise_only_parse_errors(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["sudoku", "kakuro"]))
    form = data.draw(st.sampled_from([form for form in forms(kind) if form.write is not None]))
    if form.name == "killer":
        problem = Sudoku(3, 3, ((0,) * 9,) * 9, (Cage(((0, 0), (0, 1)), 9),))
    elif kind == "sudoku":
        problem = Sudoku(3, 3, data.draw(grids(9)))
    else:
        problem = problem_class("kakuro").parse("# 4\\ 3\\\n\\4 . .\n\\3 . .\n")
    text = form.write([problem])
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from(PIECES)) + text[at + data.draw(st.integers(0, 3)) :]
    place = place_of_mistake(text)
    assert place is None or 1 <= place[0] <= text.count("\n") + text.count("\r") + 2
