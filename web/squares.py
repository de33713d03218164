"""Boards of Latin squares, skyscrapers, star battles, nonograms, dominosas and queens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clue_boards import rows_of
from shapes import BoardData, BoardKind, cropped, empty_faces, grid, placed, plain, shaped, sketched

from coversat.drawing.board import SIDE
from coversat.kinds.dominosa import Dominosa
from coversat.kinds.latin import Latin
from coversat.kinds.nonogram.rules import Nonogram
from coversat.kinds.queens import Queens
from coversat.kinds.skyscrapers import Skyscrapers
from coversat.kinds.star_battle import StarBattle
from coversat.problems import AnyProblem, read
from coversat.problems.board import BOTTOM, LEFT, RIGHT, TOP
from coversat.problems.grid import DIGITS, digit_character

BORDER = 2
"""What a line around the cells needs beside them."""


def _empty(kind: str, text: str, rows: int, columns: int, square: bool = True) -> Any:
    if square and rows != columns:
        raise ValueError("the board is no square")
    return read(text, kind).problems[0]


def _latin(problem: Latin, **more: Any) -> BoardData:
    symbols = [_digit(problem, digit) for digit in problem.layout.digits]
    faces = [[symbols[digit - 1] if digit else "" for digit in row] for row in problem.givens]
    words = problem.order > len(DIGITS)
    return shaped(problem.kind, faces, symbols, values=symbols, givens=True, words=words, square=True, **more)


def _digit(problem: Latin, value: int | None) -> str:
    if value is None:
        return ""
    return digit_character(value) if problem.order <= len(DIGITS) else str(value)


def _latin_text(shape: BoardData) -> str:
    return f"latin {shape['rows']}\n{rows_of(shape['faces'], between=' ' if shape['words'] else '')}"


def _blank_latin(rows: int, columns: int) -> BoardData:
    return _latin(
        _empty(
            "latin", f"latin {rows}\n" + ". " * columns + ("\n" + ". " * columns) * (rows - 1), rows, columns
        )
    )


def _lined(problem: AnyProblem, shape: BoardData) -> dict[str, Any]:
    return {"picture": grid(shape), "drawn": plain(shape)}


def _skyscrapers(problem: Skyscrapers) -> BoardData:
    clues = {TOP: problem.above, LEFT: problem.left, RIGHT: problem.right, BOTTOM: problem.below}
    sides = {side: ["" if clue is None else str(clue) for clue in row] for side, row in clues.items()}
    return _latin(problem, sides=sides)


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


def _blank_skyscrapers(rows: int, columns: int) -> BoardData:
    line = " ".join("." * columns)
    text = f"skyscrapers {rows}\n  {line}\n" + f". {line} .\n" * rows + f"  {line}\n"
    return _skyscrapers(_empty("skyscrapers", text, rows, columns))


def _star_battle(problem: StarBattle) -> BoardData:
    return shaped(
        problem.kind,
        empty_faces(problem.size, problem.size),
        (),
        regions=[list(row) for row in problem.regions],
        numbers={"stars": str(problem.stars)},
        square=True,
        marks=_cells(("*", "star", "a star"), (".", "none", "not a star")),
    )


def _cells(*marks: tuple[str, str, str]) -> dict[str, Any]:
    return {
        "cells": [{"face": face, "shape": shape, "words": words} for face, shape, words in marks],
        "clued": False,
        "lines": None,
    }


def _star_battle_text(shape: BoardData) -> str:
    rows = "".join("".join(NAMES[label] for label in row) + "\n" for row in shape["regions"])
    return f"starbattle {shape['numbers']['stars'] or '-'}\n{rows}"


def _blank_star_battle(rows: int, columns: int) -> BoardData:
    stars = 2 if rows > 9 else 1
    text = f"starbattle {stars}\n" + "".join(NAMES[r] * columns + "\n" for r in range(rows))
    return _star_battle(_empty("starbattle", text, rows, columns))


def _nonogram(problem: Nonogram) -> BoardData:
    return shaped(
        problem.kind,
        empty_faces(problem.rows, problem.columns),
        (),
        sides={TOP: list(map(_runs, problem.column_clues)), LEFT: list(map(_runs, problem.row_clues))},
        runs=True,
        marks=_cells(("#", "black", "black"), (".", "none", "white")),
    )


def _runs(clue: Sequence[int]) -> str:
    return " ".join(map(str, clue))


def _nonogram_text(shape: BoardData) -> str:
    lines = [" ".join(clue.split()) or "0" for side in (LEFT, TOP) for clue in (side, *shape["sides"][side])]
    return "\n".join(
        ["nonogram", *("rows" if line == LEFT else "columns" if line == TOP else line for line in lines), ""]
    )


def _blank_nonogram(rows: int, columns: int) -> BoardData:
    text = "\n".join(["nonogram", "rows", *"0" * rows, "columns", *"0" * columns, ""])
    found = _nonogram(_empty("nonogram", text, rows, columns, square=False))
    return found | {"sides": {side: [""] * len(row) for side, row in found["sides"].items()}}


def _under_nonogram(problem: Nonogram, shape: BoardData) -> dict[str, Any]:
    """The page shows the clues itself, so that they stay in their places."""
    return {"picture": _nonogram_picture(problem), "drawn": plain(shape)}


def _nonogram_picture(problem: Nonogram, *answers: Any) -> dict[str, Any]:
    """The cells of the picture of a nonogram."""
    picture = placed(problem, *answers)
    assert picture is not None, "a nonogram has cells"
    wide, high = (side * SIDE + 2 * BORDER for side in (problem.columns, problem.rows))
    svg = cropped(picture["svg"], picture["x"] - BORDER, picture["y"] - BORDER, wide, high)
    return {"svg": svg, "x": BORDER, "y": BORDER, "side": SIDE}


def _dominosa(problem: Dominosa) -> BoardData:
    faces = [list(map(str, row)) for row in problem.digits]
    symbols = [str(digit) for digit in range(problem.order + 1)]
    marks = {"cells": [], "clued": False, "lines": "lines"}
    return shaped(problem.kind, faces, symbols, words=problem.order > 9, marks=marks)


def _dominosa_text(shape: BoardData) -> str:
    return f"dominosa {shape['rows'] - 1}\n{rows_of(shape['faces'])}"


def _no_blank(rows: int, columns: int) -> BoardData:
    raise ValueError("a dominosa needs its digits")


def _queens(problem: Queens) -> BoardData:
    faces = empty_faces(problem.size, problem.size)
    for sign, squares in (("Q", problem.placed), ("#", problem.blocked)):
        for r, c in squares:
            faces[r][c] = sign
    marks = _cells(("Q", "queen", "a queen"), (".", "none", "not a queen"))
    return shaped(problem.kind, faces, "Q#", square=True, glyphs={"Q": "queen"}, marks=marks)


def _queens_text(shape: BoardData) -> str:
    return f"queens {shape['rows']}\n{rows_of(shape['faces'], between='')}"


def _blank_queens(rows: int, columns: int) -> BoardData:
    return _queens(_empty("queens", f"queens {rows}\n", rows, columns))


def _whole(problem: AnyProblem, shape: BoardData) -> dict[str, Any]:
    return {"picture": placed(problem), "drawn": shape["faces"]}


SQUARES = {
    "latin": BoardKind(_latin, _lined, _latin_text, _blank_latin, sketched, _digit),
    "skyscrapers": BoardKind(_skyscrapers, _lined, _skyscrapers_text, _blank_skyscrapers, sketched, _digit),
    "starbattle": BoardKind(_star_battle, _whole, _star_battle_text, _blank_star_battle, sketched),
    "nonogram": BoardKind(
        _nonogram, _under_nonogram, _nonogram_text, _blank_nonogram, sketched, picture=_nonogram_picture
    ),
    "dominosa": BoardKind(_dominosa, _whole, _dominosa_text, _no_blank, sketched),
    "queens": BoardKind(_queens, _whole, _queens_text, _blank_queens, sketched),
}
"""Kinds whose classes are no boards of clues."""
