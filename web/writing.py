"""Texts of the page's boards: a board in a form of its kind, as `boards` describes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from boards import BoardData, Faces, symbols_of

from coversat.kinds.star_battle.rules import NAMES
from coversat.kinds.sudoku.rules import Sudoku
from coversat.problems import AnyForm, AnyProblem, problem_class, read
from coversat.problems.board import BOTTOM, LEFT, RIGHT, TOP
from coversat.problems.dominoes import draw_faces


def text(shape: BoardData) -> str:
    """The text of a board in a form of its kind; it may not be a valid puzzle yet."""
    write = _WRITERS.get(shape["kind"], _clue_text)
    return write(shape)


def _sudoku_text(shape: BoardData) -> str:
    (blank,) = read(shape["base"], "sudoku").problems
    assert isinstance(blank, Sudoku)
    digits = dict(zip(symbols_of(blank), blank.layout.digits, strict=True))
    givens = tuple(tuple(digits.get(face) for face in row) for row in shape["faces"])
    lines = [replace(blank, givens=givens).format()]
    if shape["regions"] is not None:
        lines += ["regions\n", *("".join(NAMES[label] for label in row) + "\n" for row in shape["regions"])]
    return "".join([*lines, *(f"{rule}\n" for rule in shape["rules"])])


def _sudominoku_text(shape: BoardData) -> str:
    """The drawing: cells outside dominoes are singles."""
    links = [((a, b), (c, d)) for (a, b), (c, d) in map(sorted, shape["links"])]
    linked = {cell for link in links for cell in link}
    faces = [[face or "." for face in row] for row in shape["faces"]]
    filled = {(r, c) for r, row in enumerate(faces) for c, face in enumerate(row) if face != "."}
    return f"{shape['base']}\n{draw_faces(faces, filled - linked, links)}\n"


def _rows(faces: Faces, blank: str = ".", between: str = " ") -> str:
    width = max(len(face or blank) for row in faces for face in row)
    return "".join(
        between.join((face or blank).rjust(width) for face in row).rstrip() + "\n" for row in faces
    )


def _latin_text(shape: BoardData) -> str:
    if shape["words"]:
        return f"latin {shape['rows']}\n{_rows(shape['faces'])}"
    return f"latin {shape['rows']}\n{_rows(shape['faces'], between='')}"


def _skyscrapers_text(shape: BoardData) -> str:
    sides = shape["sides"]
    numbers = {symbol: str(at) for at, symbol in enumerate(shape["values"], 1)}
    rows = [
        [sides[LEFT][at], *(numbers.get(face, face) for face in row), sides[RIGHT][at]]
        for at, row in enumerate(shape["faces"])
    ]
    whole = [["", *sides[TOP], ""], *rows, ["", *sides[BOTTOM], ""]]
    width = len(str(shape["rows"]))
    lines = [" ".join((word or ".").rjust(width) for word in row) for row in whole]
    ends = {0, len(lines) - 1}
    inner = [
        " " * (width + 1) + line[width + 1 : -(width + 1)] if at in ends else line
        for at, line in enumerate(lines)
    ]
    return f"skyscrapers {shape['rows']}\n" + "".join(line.rstrip() + "\n" for line in inner)


def _starbattle_text(shape: BoardData) -> str:
    rows = "".join("".join(NAMES[label] for label in row) + "\n" for row in shape["regions"])
    return f"starbattle {shape['numbers']['stars'] or '-'}\n{rows}"


def _nonogram_text(shape: BoardData) -> str:
    lines = [" ".join(clue.split()) or "0" for side in (LEFT, TOP) for clue in (side, *shape["sides"][side])]
    return "\n".join(
        ["nonogram", *("rows" if line == LEFT else "columns" if line == TOP else line for line in lines), ""]
    )


def _dominosa_text(shape: BoardData) -> str:
    return f"dominosa {shape['rows'] - 1}\n{_rows(shape['faces'])}"


def _queens_text(shape: BoardData) -> str:
    return f"queens {shape['rows']}\n{_rows(shape['faces'], between='')}"


def _kakuro_text(shape: BoardData) -> str:
    return "".join(" ".join(face or "." for face in row) + "\n" for row in shape["faces"])


def _clue_text(shape: BoardData) -> str:
    kind: Any = problem_class(shape["kind"])
    numbers = [shape["numbers"][name] or "-" for name in kind.header]
    lines = [" ".join([shape["kind"], str(shape["rows"]), str(shape["columns"]), *numbers]) + "\n"]
    lines += (" ".join(clue or "-" for clue in shape["sides"][side]) + "\n" for side in kind.sides)
    lines.append(_rows(shape["faces"], "-"))
    if shape["regions"] is not None:
        lines.append(_rows([[str(label + 1) for label in row] for row in shape["regions"]]))
    return "".join(lines)


_WRITERS: Mapping[str, Callable[[BoardData], str]] = {
    "sudoku": _sudoku_text,
    "sudominoku": _sudominoku_text,
    "kakuro": _kakuro_text,
    "latin": _latin_text,
    "skyscrapers": _skyscrapers_text,
    "starbattle": _starbattle_text,
    "nonogram": _nonogram_text,
    "dominosa": _dominosa_text,
    "queens": _queens_text,
}


def written(problems: Sequence[AnyProblem], form: AnyForm) -> str:
    """Problems in their form or, if that is read-only, in the kind's default form."""
    if form.write is not None:
        try:
            return form.write(problems)
        except ValueError:  # what the form cannot state
            pass
    return "".join(problem.format() for problem in problems)
