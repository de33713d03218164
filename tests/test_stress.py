"""Stress tests of programs: a right one passes, and each faulty one is found with a small input."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from command_line import command_line
from each import each

import coversat
from coversat.setters.testing.stress import GIVENS

RIGHT = """
import sys

lines = [list(map(int, line.split())) for line in sys.stdin if line.strip()]
rows, columns, boxes, blanks = [], [], [], []


def find(board, at):
    if at == len(blanks):
        return True
    r, c = blanks[at]
    b = r // 3 * 3 + c // 3
    for digit in range(1, 10):
        if digit not in rows[r] and digit not in columns[c] and digit not in boxes[b]:
            board[r][c] = digit
            for unit in (rows[r], columns[c], boxes[b]):
                unit.add(digit)
            if find(board, at + 1):
                return True
            for unit in (rows[r], columns[c], boxes[b]):
                unit.discard(digit)
    return False


for start in range(0, len(lines), 9):
    board = lines[start : start + 9]
    rows[:], columns[:], boxes[:] = ([set() for _ in range(9)] for _ in range(3))
    blanks.clear()
    for r in range(9):
        for c in range(9):
            if digit := board[r][c]:
                rows[r].add(digit)
                columns[c].add(digit)
                boxes[r // 3 * 3 + c // 3].add(digit)
            else:
                blanks.append((r, c))
    find(board, 0)
    for row in board:
        print(*row)
"""
"""A program for BOJ 2580, which also takes several boards."""

SEARCH = "    find(board, 0)\n"
FAULTS = {
    "boxes are not looked at": (" and digit not in boxes[b]", "", "appears twice in box"),
    "state is kept from case to case": ("    blanks.clear()\n", "", ""),
    "it never ends": (SEARCH, f"    while len(blanks) > 2: pass\n{SEARCH}", "longer than 1 second"),
    "it ends in an error": (
        SEARCH,
        f"{SEARCH}    0 if len(blanks) < 4 else blanks[99]\n",
        "exits with 1: IndexError",
    ),
    "it prints too much": (SEARCH, "    while blanks: print('wrong')\n", "prints more than 100000 bytes"),
    "it takes too much memory": (SEARCH, "    x = [0] * 10**9\n", "exits with 1: MemoryError"),
    "it prints commas": ("print(*row)", "print(*row, sep=', ', end=';')", "line 1 of its output"),
    "the last blank is left": ("if at == len(blanks)", "if at >= len(blanks) - 1", "is blank"),
}
"""What is replaced in the program, by what, and what is said of it."""


def program(folder: Path, text: str) -> str:
    path = folder / "program.py"
    path.write_text(text)
    return f"{sys.executable} {path}"


@pytest.mark.thorough
def test_a_right_program_is_right(tmp_path: Path) -> None:
    command = program(tmp_path, RIGHT)
    for cases in (None, 2):
        found = coversat.stress(command, "sudoku", inputs=8, cases=cases, timeout=20)
        assert found, found
        assert (found.inputs, found.puzzles) == (8, 8 * (cases or 1))
        assert {*found.seconds} == {"program", "search/scan", "search/blanks"}


@pytest.mark.thorough
@each("fault", FAULTS)
def test_faulty_programs_are_found(fault: str, tmp_path: Path) -> None:
    old, new, message = FAULTS[fault]
    assert RIGHT.count(old) == 1
    found = coversat.stress(
        program(tmp_path, RIGHT.replace(old, new)),
        "sudoku",
        inputs=40,
        cases=2 if "case" in fault else None,
        timeout=1 if "never" in fault else 20,
        memory=2**30,
        output=100_000,
    )
    assert not found, fault
    assert message in found.reason
    assert found.inputs <= len(GIVENS["sudoku"])  # each number of givens once
    boards = len(found.input.splitlines()) // 9
    assert boards == (2 if "case" in fault else 1)
    assert len(coversat.read(found.input, "sudoku")) == boards


def test_the_input_of_the_judges(tmp_path: Path) -> None:
    """What a program is given is what the judge gives: the last line of BOJ 4574 is 0."""
    echo = program(tmp_path, "import sys\nsys.stderr.write(sys.stdin.read())\nsys.exit(3)\n")
    for kind, beginning, end in (("sudominoku", "36\n", "\n0\n"), ("kakuro", "1\n3\n", "\n")):
        found = coversat.stress(echo, kind, inputs=1, timeout=20)
        assert found.reason.startswith("it exits with 3")
        assert found.input.startswith(beginning)
        assert found.input.endswith(end)


def test_the_same_inputs_each_time(tmp_path: Path) -> None:
    fails = program(tmp_path, "raise SystemExit(1)")
    one, two = (coversat.stress(fails, "latin", seed=5, inputs=3, timeout=20) for _ in range(2))
    assert one == two


def test_the_command(tmp_path: Path) -> None:
    done = command_line(
        "stress", program(tmp_path, "print('no')"), "--kind", "latin", "--json", "--timeout", "20"
    )
    row = json.loads(done.stdout)
    assert done.code == 1
    assert row["status"] == "wrong"
    assert row["output"] == "no\n"
    done = command_line("stress", "no-such-program", "--kind", "latin")
    assert done.code == 2
    assert "the program cannot be started: No such file or directory" in done.stderr
    assert command_line("stress", "''", "--kind", "latin").code == 2
    assert "no vertexcover can be generated" in command_line("stress", "cat", "--kind", "vertexcover").stderr


# A program that reads a puzzle, as a solver.


def test_a_program_that_reads_a_puzzle_is_a_solver(tmp_path: Path) -> None:
    command = f"{program(tmp_path, RIGHT)} {{puzzle}}"
    (puzzle,) = coversat.read(coversat.example("sudoku"))
    found = coversat.solve(puzzle, solver_command=command)
    assert found.answers == coversat.solve(puzzle).answers
    assert not coversat.check(puzzle, solver_command=command).exhausted
    compared = coversat.compare(puzzle, ["search/blanks"], solver_command=[f"mine={command}"])
    assert "external:mine" in str(compared)


def test_its_wrong_answers_are_refused(tmp_path: Path) -> None:
    command = f"{program(tmp_path, RIGHT.replace(' and digit not in boxes[b]', ''))} {{puzzle}}"
    with pytest.raises(coversat.SolverError, match=r"its answer is wrong: [1-9] appears twice in box"):
        coversat.solve(coversat.example("sudoku"), solver_command=command)
    says_none = program(tmp_path, "print('NONE')")
    assert (
        coversat.solve("queens 3", solver_command=f"{says_none} {{puzzle}}").verdict is coversat.Verdict.NONE
    )
