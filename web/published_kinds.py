"""Boards of sudokus, sudominokus and kakuros."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from shapes import BoardData, BoardKind, CellError, empty_faces, placed, plain, regions_of, shaped, sketched

from coversat.base.errors import CoversatError
from coversat.kinds.kakuro.rules import Kakuro
from coversat.kinds.star_battle.rules import NAMES
from coversat.kinds.sudoku.constraints.look import Caption
from coversat.kinds.sudoku.rules import Sudoku
from coversat.kinds.sudominoku.rules import Sudominoku
from coversat.problems import read
from coversat.problems.dominoes import draw_faces
from coversat.problems.grid import DIGITS, Grid, digit_character

LARGEST, LARGEST_BOX = 25, 5
"""Rows of a sudoku, and of a box."""


def _faces(grid: Grid) -> list[list[str]]:
    return [[digit_character(digit, "") for digit in row] for row in grid]


def _face(problem: Any, value: int | None) -> str:
    return digit_character(value, "")


# Sudokus


def _sudoku(problem: Sudoku) -> BoardData:
    regions = problem.regions
    rules = [one for one in problem.constraints if one != regions]
    lines = [line for constraint in rules for line in constraint.lines()]
    more = {
        "base": replace(problem.blank(), constraints=()).format(),
        "rules": ["\n".join(one.lines()) for one in rules],
        "lines": lines,
        "regions": regions and [list(row) for row in regions.labels],
    }
    symbols = _symbols(problem)
    return shaped(
        problem.kind,
        _faces(problem.givens),
        symbols,
        values=symbols,
        givens=True,
        square=True,
        **more,
    )


def _symbols(problem: Sudoku) -> list[str]:
    """The symbols of its digits, in increasing order."""
    return list(map(digit_character, problem.layout.digits))


def _sudoku_text(shape: BoardData) -> str:
    (blank,) = read(shape["base"], "sudoku").problems
    assert isinstance(blank, Sudoku)
    digits = dict(zip(_symbols(blank), blank.layout.digits, strict=True))
    givens = tuple(tuple(digits.get(face) for face in row) for row in shape["faces"])
    lines = [replace(blank, givens=givens).format()]
    if shape["regions"] is not None:
        lines += ["regions\n", *("".join(NAMES[label] for label in row) + "\n" for row in shape["regions"])]
    return "".join([*lines, *(f"{rule}\n" for rule in shape["rules"])])


def _blank_sudoku(rows: int, columns: int) -> BoardData:
    """With boxes as near to squares as possible, or without any."""
    if not rows == columns <= LARGEST:
        raise ValueError(f"a sudoku has as many rows as columns, at most {LARGEST}")
    high = max(side for side in range(1, rows + 1) if rows % side == 0 and side * side <= rows)
    boxes = f"{high}x{rows // high}" if high > 1 and rows // high <= LARGEST_BOX else "none"
    return _sudoku(_parsed(f"boxes {boxes}\n" + f"{'.' * columns}\n" * rows))


def _parsed(text: str) -> Sudoku:
    (problem,) = read(text, "sudoku").problems
    assert isinstance(problem, Sudoku)
    return problem


def _under_sudoku(problem: Sudoku, shape: BoardData) -> dict[str, Any]:
    return {"picture": placed(_without_captions(problem.blank())), "drawn": plain(shape)}


def _without_captions(problem: Sudoku) -> Sudoku:
    """Without the constraints that a picture only names: the page does that itself, in its language."""
    drawn = (one for one in problem.constraints if not all(isinstance(shape, Caption) for shape in one.look))
    return replace(problem, constraints=tuple(drawn))


def _sketched_sudoku(shape: BoardData) -> dict[str, Any]:
    """With the constraints that are right, each alone."""
    if shape["regions"] is not None:
        return sketched(shape)
    blank = _parsed(shape["base"])
    sound = [one for rule in shape["rules"] for one in _read_rule(rule, blank)]
    with suppress(ValueError):
        picture = placed(_without_captions(replace(blank, constraints=tuple(sound))))
        return {"picture": picture, "drawn": plain(shape)}
    return sketched(shape)


def _turned_sudoku(base: str) -> str:
    blank = _parsed(base)
    if not blank.layout.has_boxes:
        return base
    return replace(blank, box_rows=blank.box_columns, box_columns=blank.box_rows).format()


def _check_sudoku(shape: BoardData) -> None:
    if shape["regions"] is None:
        return
    sizes = {NAMES[label]: len(cells) for label, cells in sorted(regions_of(shape).items())}
    if len(set(sizes.values())) > 1 or max(sizes.values()) > shape["rows"]:
        listed = ", ".join(f"{name} has {size}" for name, size in sizes.items())
        raise CellError(f"regions have the same number of cells, at most {shape['rows']}; {listed}")


def _read_rule(rule: str, blank: Sudoku) -> Sequence[Any]:
    """The constraint of a text; none if it cannot be read, or this board cannot have it."""
    try:
        return _parsed(f"{blank.format()}{rule}\n").constraints
    except (CoversatError, ValueError):
        return ()


# Sudominokus


def _sudominoku(problem: Sudominoku) -> BoardData:
    symbols = list(DIGITS[: problem.size])
    return shaped(
        problem.kind,
        _faces(problem.givens),
        symbols,
        values=symbols,
        givens=True,
        square=True,
        links=[list(domino.cells) for domino in problem.dominoes],
        base=f"sudominoku {problem.box_rows}x{problem.box_columns}",
    )


def _sudominoku_text(shape: BoardData) -> str:
    """The drawing: cells outside dominoes are singles."""
    links = [((a, b), (c, d)) for (a, b), (c, d) in map(sorted, shape["links"])]
    linked = {cell for link in links for cell in link}
    faces = [[face or "." for face in row] for row in shape["faces"]]
    filled = {(r, c) for r, row in enumerate(faces) for c, face in enumerate(row) if face != "."}
    return f"{shape['base']}\n{draw_faces(faces, filled - linked, links)}\n"


def _blank_sudominoku(rows: int, columns: int) -> BoardData:
    boxes = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3)}
    if rows != columns or rows not in boxes:
        raise ValueError("a sudominoku has 4, 6, 8 or 9 rows and columns")
    singles = tuple((0, c) for c in range(columns))
    return _sudominoku(Sudominoku(*boxes[rows], (), singles)) | {"faces": empty_faces(rows, columns)}


def _boxes(box_rows: int, box_columns: int) -> dict[str, Any]:
    size = box_rows * box_columns
    return {
        "picture": placed(Sudoku(box_rows, box_columns, ((None,) * size,) * size)),
        "drawn": empty_faces(size, size),
    }


def _sketched_sudominoku(shape: BoardData) -> dict[str, Any]:
    return _boxes(*map(int, shape["base"].split()[1].split("x")))


def _check_sudominoku(shape: BoardData) -> None:
    for r, c in (cell for link in shape["links"] for cell in link):
        if not shape["faces"][r][c]:
            raise CellError("a domino has a digit on each half", (r, c))


def _tiles(problem: Sudominoku, answer: Any) -> Sequence[Any]:
    return [list(one.cells) for one in problem.tiling(answer) or ()]


# Kakuros, of which the page draws everything


def _kakuro(problem: Kakuro) -> BoardData:
    words = [line.split() for line in problem.render().splitlines()]
    return _kakuro_of([["" if word == "." else word for word in line] for line in words])


def _kakuro_of(faces: list[list[str]]) -> BoardData:
    return shaped("kakuro", faces, DIGITS[:9], values=list(DIGITS[:9]), words=True)


def _kakuro_text(shape: BoardData) -> str:
    return "".join(" ".join(face or "." for face in row) + "\n" for row in shape["faces"])


def _blank_kakuro(rows: int, columns: int) -> BoardData:
    if min(rows, columns) < 2:
        raise ValueError("a kakuro has at least two rows and columns")
    return _kakuro_of([["#"] * columns, *(["#"] + [""] * (columns - 1) for _ in range(rows - 1))])


def _nothing(shape: BoardData) -> dict[str, Any]:
    return {"picture": None, "drawn": plain(shape)}


PUBLISHED = {
    "sudoku": BoardKind(
        _sudoku, _under_sudoku, _sudoku_text, _blank_sudoku, _sketched_sudoku, _face,
        check=_check_sudoku, turned=_turned_sudoku, form="compact"
    ),
    "sudominoku": BoardKind(
        _sudominoku,
        lambda problem, shape: _boxes(problem.box_rows, problem.box_columns),
        _sudominoku_text,
        _blank_sudominoku,
        _sketched_sudominoku,
        _face,
        tiles=_tiles,
        check=_check_sudominoku,
        turned=lambda base: re.sub(r"(\d)x(\d)", r"\2x\1", base),
    ),
    "kakuro": BoardKind(
        _kakuro, lambda problem, shape: _nothing(shape), _kakuro_text, _blank_kakuro, _nothing, _face,
        form="picture",
    ),
}  # fmt: skip
"""The kinds of the three published problems."""
