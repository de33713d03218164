"""Links and game ids, one a line: each line is read by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_codecs_penpa import blank
from test_codecs_setters import F_PUZZLES, SUDOKUPAD, board, drawing, link

from coversat.batch.entries import Entries
from coversat.errors import ParseError
from coversat.kinds import KINDS
from coversat.problems import find_form, forms

# fmt: off
LINES = {
    ("sudoku", "puzzlink"): ("sudoku/4/4/1u", "sudoku/4/4/5u", 12),
    ("kakuro", "puzzlink"): ("kakuro/2/2/n4343", "kakuro/2/2/n434!", 16),
    ("nonogram", "puzzlink"): ("nonogram/1/1/11", "nonogram/1/1/10", 15),
    ("starbattle", "puzzlink"): ("starbattle/1/1/1/", "starbattle/1/1/0/", 16),
    ("sudoku", "fpuzzles"): (link(board(4)), F_PUZZLES + "N4I!", len(F_PUZZLES) + 4),
    ("sudoku", "sudokupad"): (link(drawing(), SUDOKUPAD), SUDOKUPAD + "N4I!", len(SUDOKUPAD) + 4),
    ("sudoku", "penpa"): (blank().link("sudoku"), "m=edit&p=!", 10),
    ("sudoku", "solo"): ("2x2:p", "2x2:q", 5),
    ("dominosa", "game"): ("1:010101"[:8], "1:01a101", 5),
}
# fmt: on


@pytest.mark.parametrize(("kind", "name"), LINES)
def test_a_mistake_in_one_line_is_an_error_of_its_own(kind: str, name: str, tmp_path: Path) -> None:
    good, bad, column = LINES[kind, name]
    file = tmp_path / "links.txt"
    file.write_text(f"{good}\n\n{bad}\n {good} {good}\n  {good}\n")
    entries = list(Entries([str(file)]))
    assert [(entry.kind, entry.form, entry.line) for entry in entries] == [
        (kind, name, line) for line in (1, 3, 4, 5)
    ]
    form = find_form(kind, name)
    found: list[object] = []
    for entry in entries:
        assert isinstance(entry.content, str)
        try:
            found += form.read(entry.content)
        except ParseError as error:
            found.append((error.line, error.column))
    assert found == [found[0], (1, column), (1, len(good) + 3), found[0]]
    assert form.read(good) == (found[0],)


def test_every_form_with_one_a_line_is_here() -> None:
    """But Penpa's kakuro, which is read as its sudoku is."""
    found = {(kind, form.name): form for kind in KINDS for form in forms(kind) if "one a line" in form.about}
    assert found.keys() == {*LINES, ("kakuro", "penpa")}
    for form in found.values():
        assert form.split_line is not None
        assert form.split_line("  a b \n") == ("a b", "")
