"""What `coversat test` tries: larger boards with answers, many values, each rule on how many boards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import command_line
from each import each

import coversat
from coversat.setters.testing import larger
from coversat.setters.testing import small_boards as boards
from coversat.setters.testing.kinds import compare_kind

# Regions of at least four cells: three black cells of each in a line, all of them connected.
LINES = """
import coversat
from coversat.primitives import Connected, Count, Table

class Lines(coversat.GridPuzzle):
    has_regions = has_graphs = True
    values = {0: "-", 1: "x"}

    def reject(self):
        if any(len(cells) < 4 for cells in self.region_cells().values()):
            return "a region has fewer than four cells"

    def three(self, cells):
        for r, c in cells:
            for a, b in ((0, 1), (1, 0)):
                if (line := {(r, c), (r + a, c + b), (r + 2 * a, c + 2 * b)}) <= set(cells):
                    yield line

    def model(self):
        for number, cells in self.region_cells().items():
            rows = [tuple(int(cell in line) for cell in cells) for line in self.three(cells)]
            yield self.rule("three in a line in region {n}", Table(cells, rows), n=number)
        yield self.rule("connected", Connected(self.cells(), (1,), tuple(self.adjacent())))

    def wrong(self, held):
        black = [cell for cell in self.cells() if held[cell]]
        for number, cells in self.region_cells().items():
            if set(black) & set(cells) not in list(self.three(cells)):
                yield "no line of three", cells
        if len(self.pieces(black)) > 1:
            yield "two pieces", black
"""
WITHOUT = "\n".join(line for line in LINES.splitlines() if '"connected"' not in line)

# A clue is how many cells of the board hold it.
MANY = """
import coversat
from coversat.primitives import Count

class Many(coversat.GridPuzzle):
    has_givens = True
    symbols = values = range(1, 200)

    def domain(self, cell):
        return range(1, len(self.cells()) + 1)

    def model(self):
        for value in self.domain((0, 0)):
            numbers = (0, value)
            yield self.rule("{v} occurs {v} times", Count(self.cells(), (value,), numbers), v=value)

    def wrong(self, held):
        values = list(held.values())
        for value in set(values):
            if values.count(value) != value:
                yield f"{value} does not occur {value} times"
"""


@pytest.fixture(autouse=True)
def _few_boards_of_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "ALL_BOARDS", 500)


def trial(text: str, tmp_path: Path, *words: str) -> tuple[int, str]:
    file = tmp_path / "own.py"
    file.write_text(text)
    done = command_line("test", str(file), *words)
    return done.code, done.output


def test_a_model_without_connectivity_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On no board that is small enough for all assignments can the lines be in two pieces."""
    code, output = trial(WITHOUT, tmp_path, "--most", "2000")
    assert code == 1
    assert "the check says: two pieces" in output
    monkeypatch.setattr(larger, "SIZES", ((4, 4), (5, 5)))
    code, output = trial(LINES, tmp_path, "--most", "2000")
    assert (code, "3 changes of rules: 3 are detected" in output) == (0, True), output


def test_boards_are_counted_for_each_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(larger, "SIZES", ((4, 4),))
    code, output = trial(LINES, tmp_path, "--json", "--most", "2000")
    row = json.loads(output)
    assert (code, row["status"]) == (0, "equal")
    assert row["rules"].keys() == {"three in a line in region {n}", "connected"}
    assert all(3 <= count < row["boards"] + row["larger"] for count in row["rules"].values())
    code, output = trial(LINES, tmp_path, "--most", "2000")
    assert f"    {row['rules']['connected']}  connected\n" in output


def test_many_values_are_tried_by_their_domains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(larger, "SIZES", ((3, 3),))
    file = tmp_path / "many.py"
    file.write_text(MANY)
    found = compare_kind(coversat.load_kind(file), most=3000)
    assert found.difference is None
    assert found.boards > 30
    code, output = trial(MANY.replace("(0, value)", "(0, value, 3)"), tmp_path, "--most", "3000")
    assert (code, "too weak" in output) == (1, True), output
    # What the domain excludes, the check must exclude.
    narrow = MANY.replace("range(1, len(self.cells()) + 1)", "range(1, min(len(self.cells()), 2) + 1)")
    code, output = trial(narrow, tmp_path, "--most", "3000")
    assert (code, "the model is too strong" in output) == (1, True), output
    assert "the domain of r" in output


def test_boards_that_run_out_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(larger, "SIZES", ())
    monkeypatch.setattr(boards, "MOST_ASSIGNMENTS", 300)  # of eight cells
    code, output = trial(LINES, tmp_path, "--most", "15000")
    assert code == 0
    assert "small boards ran out: " in output


def test_nothing_is_known_without_an_answer(tmp_path: Path) -> None:
    both = "".join(
        f'yield self.rule("{value}", Count(((0, 0),), ({value},), (1,)))\n        ' for value in (0, 1)
    )
    never = LINES.replace('yield self.rule("connected"', f'{both}yield self.rule("connected"')
    never = never.replace("black = [", 'yield "never"\n        black = [')
    code, output = trial(never, tmp_path, "--most", "2000")
    assert code == 3, output
    assert "unknown: no board has an answer" in output


@each(
    ("symbols", "most", "expected"),
    [
        (range(1, 10**9), 4, [1, 2, 3, 4, 5]),
        (("x", *range(3)), 1, [0, 1, 2, "x"]),
        (
            tuple(f"{c}{n}" for c in "bw" for n in range(2, 100)),
            4,
            ["b2", "w2", "b3", "w3", "b4", "w4", "b5"],
        ),
    ],
)
def test_clues_of_each_sort_are_tried(symbols: object, most: int, expected: list[object]) -> None:
    class Own(coversat.GridPuzzle):
        pass

    Own.symbols = symbols  # type: ignore[assignment]
    assert sorted(map(str, boards.tried(Own, most))) == sorted(map(str, expected))
