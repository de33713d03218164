"""Loops and lines drawn with characters below the answers that a terminal shows."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path

from command_line import command_line
from each import each

from coversat.cli import exit_code
from coversat.kinds.drawing.sketch import sketch
from coversat.problems import read

SLITHERLINK = "slitherlink 2 3\n3 - -\n- - 3\n"
CASES = [
    (
        SLITHERLINK,
        "x - -\nx x x",
        ["+--+  .  .", "|3 |", "+  +--+--+", "|      3 |", "+--+--+--+"],
    ),
    (
        "simpleloop 3 3\n- - -\n- - -\n- - x\n",
        "se ew sw\nns se nw\nne nw -",
        ["+-----+", "|     |", "|  +--+", "|  |", "+--+  x"],
    ),
    (
        "numberlink 2 3\n1 - 1\n2 - 2\n",
        "e ew w\ne ew w",
        ["+-----+", "", "+-----+"],
    ),
]


@each(("text", "answer", "drawn"), CASES)
def test_lines_are_drawn(text: str, answer: str, drawn: list[str]) -> None:
    (problem,) = read(text).problems
    shown = sketch(problem, problem.parse_answer(answer)).splitlines()
    assert [line.replace("x", ".") for line in shown] == [line.replace("x", ".") for line in drawn]


def test_what_has_no_lines_is_not_drawn() -> None:
    (board,) = read("hitori 2 2\n1 1\n1 2\n").problems
    assert sketch(board, board.parse_answer("x -\n- -")) == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_the_loop_and_a_file_what_is_read_again(tmp_path: Path) -> None:
    puzzle, answer = tmp_path / "puzzle.txt", tmp_path / "answer.txt"
    puzzle.write_text(SLITHERLINK)
    answer.write_text(command_line("solve", str(puzzle)).stdout)
    assert command_line("verify", str(puzzle), str(answer)).code == 0
    with redirect_stdout(Terminal()) as terminal:
        assert exit_code(["solve", str(puzzle)]) == 0
    (problem,) = read(SLITHERLINK).problems
    drawn = sketch(problem, problem.parse_answer(answer.read_text()))
    assert terminal.getvalue() == f"{answer.read_text()}\n{drawn}\n"
