"""Boards to type into: sudokus with their constraints, sudominokus and kakuros, as plain lists.

A board has the content of each cell, in the symbols that a setter types. Lines, boxes and constraints are a
picture drawn by coversat; the page places its cells over it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from coversat.drawing import draw
from coversat.drawing.board import SIDE
from coversat.kinds.kakuro.rules import Kakuro
from coversat.kinds.sudoku.rules import Sudoku
from coversat.kinds.sudominoku.rules import Sudominoku
from coversat.problems import AnyForm, AnyProblem, read
from coversat.problems.board import draw_faces
from coversat.problems.grid import DIGITS, Grid, digit_character

Faces = list[list[str]]


def board(problem: AnyProblem) -> dict[str, Any] | None:
    """The board of a problem; None for a kind that has no board."""
    if isinstance(problem, Sudoku):
        return _sudoku_board(problem)
    if isinstance(problem, Sudominoku):
        return _sudominoku_board(problem)
    if isinstance(problem, Kakuro):
        words = [line.split() for line in problem.render().splitlines()]
        faces = [["" if word == "." else word for word in line] for line in words]
        return _board("kakuro", faces, DIGITS[:9])
    return None


def _board(kind: str, faces: Faces, symbols: Sequence[str], **more: Any) -> dict[str, Any]:
    shape = {"kind": kind, "rows": len(faces), "columns": len(faces[0]), "symbols": list(symbols)}
    return {**shape, "faces": faces, "links": [], "lines": [], "picture": None, "base": "", **more}


def _sudoku_board(problem: Sudoku) -> dict[str, Any]:
    blank = problem.blank()
    lines = [line for constraint in problem.constraints for line in constraint.lines()]
    named = {"lines": lines, "base": blank.format(), "picture": _under(blank)}
    return _board("sudoku", _faces(problem.givens), _symbols(problem), **named)


def _symbols(problem: Sudoku) -> list[str]:
    """The symbols of its digits, in increasing order."""
    return list(map(digit_character, problem.layout.digits))


def _faces(grid: Grid) -> Faces:
    return [[digit_character(digit, "") for digit in row] for row in grid]


def _sudominoku_board(problem: Sudominoku) -> dict[str, Any]:
    blank = Sudoku(problem.box_rows, problem.box_columns, ((None,) * problem.size,) * problem.size)
    links = [list(domino.cells) for domino in problem.dominoes]
    base = f"sudominoku {problem.box_rows}x{problem.box_columns}"
    symbols = DIGITS[: problem.size]
    faces = _faces(problem.givens)
    return _board("sudominoku", faces, symbols, links=links, base=base, picture=_under(blank))


def _under(blank: AnyProblem) -> dict[str, Any]:
    """The picture under the digits, and the position of the cells in it."""
    picture = draw(blank)
    cells = picture.cells
    assert cells is not None, "a sudoku is drawn on a board"
    return {"svg": picture.svg, "x": cells.x, "y": cells.y, "side": SIDE}


def text(board: dict[str, Any]) -> str:
    """The text of a board in a form of its kind; it may not be a valid puzzle yet."""
    faces: Faces = board["faces"]
    if board["kind"] == "kakuro":
        return "".join(" ".join(face or "." for face in row) + "\n" for row in faces)
    if board["kind"] == "sudominoku":
        return f"{board['base']}\n{_tiles(board)}\n"
    (blank,) = read(board["base"], "sudoku").problems
    assert isinstance(blank, Sudoku)
    digits = dict(zip(_symbols(blank), blank.layout.digits, strict=True))
    givens = tuple(tuple(digits.get(face) for face in row) for row in faces)
    return replace(blank, givens=givens).format()


def _tiles(board: dict[str, Any]) -> str:
    """The drawing of a sudominoku: cells outside dominoes are singles."""
    links = [((a, b), (c, d)) for (a, b), (c, d) in map(sorted, board["links"])]
    linked = {cell for link in links for cell in link}
    faces = [[face or "." for face in row] for row in board["faces"]]
    filled = {(r, c) for r, row in enumerate(faces) for c, face in enumerate(row) if face != "."}
    return draw_faces(faces, filled - linked, links)


def answer(problem: AnyProblem, answer: Any) -> dict[str, Any] | None:
    """The symbols of an answer for each cell, and its dominoes."""
    if isinstance(problem, Sudoku):
        return {"faces": _faces(answer), "links": []}
    if isinstance(problem, Sudominoku):
        laid = problem.tiling(answer) or ()
        return {"faces": _faces(answer), "links": [list(domino.cells) for domino in laid]}
    if isinstance(problem, Kakuro):
        return {"faces": _faces(answer), "links": []}
    return None


def differing(problem: AnyProblem, one: Any, other: Any) -> list[tuple[int, int]]:
    """The cells of a board in which two answers differ."""
    if answer(problem, one) is None:
        return []
    both = zip(one, other, strict=True)
    return [(r, c) for r, (a, b) in enumerate(both) for c in range(len(a)) if a[c] != b[c]]


def candidates(problem: AnyProblem, found: Any) -> list[dict[str, Any]] | None:
    """The symbols that each cell has in some answer."""
    if board_kind(problem) and all(place.cell is not None for place, _ in found.seen):
        return [
            {"cell": place.cell, "faces": list(map(digit_character, values))} for place, values in found.seen
        ]
    return None


def board_kind(problem: AnyProblem) -> bool:
    """Whether a problem has a board."""
    return isinstance(problem, Sudoku | Sudominoku | Kakuro)


def addition(problem: AnyProblem, missing: Any) -> dict[str, Any]:
    """Givens that leave one answer."""
    facts = None if missing.facts is None else [_fact(problem, fact) for fact in missing.facts]
    return {"givens": facts, "fewest": missing.fewest, "at_least": missing.at_least}


def _fact(problem: AnyProblem, fact: Any) -> dict[str, Any]:
    on_board = board_kind(problem) and fact.place.cell is not None
    face = digit_character(fact.value) if on_board else None
    return {"words": str(fact), "cell": fact.place.cell, "face": face}


def written(problems: Sequence[AnyProblem], form: AnyForm) -> str:
    """Problems in their form or, if that is read-only, in the kind's default form."""
    if form.write is not None:
        try:
            return form.write(problems)
        except ValueError:  # what the form cannot state
            pass
    return "".join(problem.format() for problem in problems)


def blanks() -> dict[str, dict[str, Any]]:
    """Empty boards by the names in the page's menu."""
    found = {f"sudoku-{size}": board(_parsed("sudoku", "." * size**2)) for size in (4, 6, 9, 16)}
    for box in ("2x2", "2x3", "3x3"):
        rows, columns = (int(side) for side in box.split("x"))
        size = rows * columns
        any_singles = tuple((0, c) for c in range(size))
        tiled = _sudominoku_board(Sudominoku(rows, columns, (), any_singles))
        found[f"sudominoku-{size}"] = tiled | {"faces": [[""] * size for _ in range(size)]}
    for size in (6, 8, 10):
        rows_of = [["#"] * size, *(["#"] + [""] * (size - 1) for _ in range(size - 1))]
        found[f"kakuro-{size}"] = _board("kakuro", rows_of, DIGITS[:9])
    return {name: one for name, one in found.items() if one is not None}


def _parsed(kind: str, text: str) -> AnyProblem:
    return read(text, kind).problems[0]
