"""Boards of the page: every kind with cells, as plain lists that it edits; `writing` makes texts of them.

A board has

=================  =====================================================================================
`kind`             with `rows` and `columns`
`faces`            what each cell shows, as typed
`symbols`          what is typed: single characters; `words`: whether several of them make a clue
`values`           the symbols of an answer if it is a grid of digits, else None and answers are pictures
`givens`           whether the faces are values
`rules`            the constraints of a sudoku, each as its text
`regions`          the region of each cell, from 0; None if there are none
`sides`            clues beside the board, by side
`sides_needed`     whether it is no puzzle before each of these clues is typed
`numbers`          the numbers of the puzzle by name, as typed
`links`            the dominoes of a sudominoku
`base`             the text without givens and rules, if the kind needs one
`picture`          coversat's picture, over which the page places the cells
`drawn`            the faces that are in the picture
=================  =====================================================================================

A board may be no puzzle yet: its text is written all the same, and reading it says what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from coversat.base.errors import CoversatError
from coversat.drawing import draw
from coversat.drawing.board import SIDE, Board
from coversat.kinds.dominosa import Dominosa
from coversat.kinds.kakuro.rules import Kakuro
from coversat.kinds.latin import Latin
from coversat.kinds.nonogram.rules import Nonogram
from coversat.kinds.queens import Queens
from coversat.kinds.skyscrapers import Skyscrapers
from coversat.kinds.star_battle.rules import StarBattle
from coversat.kinds.sudoku.constraints.look import Caption
from coversat.kinds.sudoku.rules import Sudoku
from coversat.kinds.sudominoku.rules import Sudominoku
from coversat.problems import AnyProblem, read
from coversat.problems.board import BOTTOM, LEFT, RIGHT, TOP
from coversat.problems.clue_board import ClueBoard
from coversat.problems.grid import DIGITS, Grid, digit_character
from coversat.problems.puzzle import GridPuzzle

BORDER = 2
"""What a line around the cells needs beside them."""

Faces = list[list[str]]
BoardData = dict[str, Any]


def board(problem: AnyProblem) -> BoardData | None:
    """The board of a problem; None for a kind that has no board."""
    found = _shaped(problem)
    return found and found | pictured(problem, found)


def _shaped(problem: AnyProblem) -> BoardData | None:
    if isinstance(problem, Sudoku):
        return _sudoku(problem)
    if isinstance(problem, Sudominoku):
        return _sudominoku(problem)
    if isinstance(problem, Kakuro):
        words = [line.split() for line in problem.render().splitlines()]
        faces = [["" if word == "." else word for word in line] for line in words]
        return shaped(problem.kind, faces, DIGITS[:9], values=list(DIGITS[:9]), words=True)
    if isinstance(problem, Latin):
        symbols = [
            digit_character(digit) if problem.order <= len(DIGITS) else str(digit)
            for digit in problem.layout.digits
        ]
        faces = [[symbols[digit - 1] if digit else "" for digit in row] for row in problem.givens]
        more: dict[str, Any] = {"values": symbols, "givens": True, "words": problem.order > len(DIGITS)}
        if isinstance(problem, Skyscrapers):
            clues = {TOP: problem.above, LEFT: problem.left, RIGHT: problem.right, BOTTOM: problem.below}
            more["sides"] = {
                side: ["" if clue is None else str(clue) for clue in row] for side, row in clues.items()
            }
        return shaped(problem.kind, faces, symbols, **more)
    if isinstance(problem, StarBattle):
        faces = [[""] * problem.size for _ in range(problem.size)]
        regions = [list(row) for row in problem.regions]
        return shaped(problem.kind, faces, (), regions=regions, numbers={"stars": str(problem.stars)})
    if isinstance(problem, Nonogram):
        sides = {TOP: list(map(_runs, problem.column_clues)), LEFT: list(map(_runs, problem.row_clues))}
        faces = [[""] * problem.columns for _ in range(problem.rows)]
        return shaped(problem.kind, faces, (), sides=sides, sides_needed=True)
    if isinstance(problem, Dominosa):
        faces = [list(map(str, row)) for row in problem.digits]
        return shaped(
            problem.kind, faces, [str(digit) for digit in range(problem.order + 1)], words=problem.order > 9
        )
    if isinstance(problem, Queens):
        faces = [[""] * problem.size for _ in range(problem.size)]
        for sign, squares in (("Q", problem.placed), ("#", problem.blocked)):
            for r, c in squares:
                faces[r][c] = sign
        return shaped(problem.kind, faces, "Q#")
    if isinstance(problem, ClueBoard):
        return _clue_board(problem)
    return None


def _runs(clue: Sequence[int]) -> str:
    return " ".join(map(str, clue))


def shaped(kind: str, faces: Faces, symbols: Sequence[str], **more: Any) -> BoardData:
    """A board of a kind: these faces, and what else it has."""
    shape = {"kind": kind, "rows": len(faces), "columns": len(faces[0]), "symbols": list(symbols)}
    blank = {"links": [], "rules": [], "lines": [], "regions": None, "numbers": {}, "base": ""}
    blank |= {"sides": {}, "sides_needed": False}
    return {**shape, **blank, "faces": faces, "values": None, "givens": False, "words": False, **more}


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
    symbols = symbols_of(problem)
    return shaped(problem.kind, _faces(problem.givens), symbols, values=symbols, givens=True, **more)


def symbols_of(problem: Sudoku) -> list[str]:
    """The symbols of its digits, in increasing order."""
    return list(map(digit_character, problem.layout.digits))


def _faces(grid: Grid) -> Faces:
    return [[digit_character(digit, "") for digit in row] for row in grid]


def _sudominoku(problem: Sudominoku) -> BoardData:
    links = [list(domino.cells) for domino in problem.dominoes]
    base = f"sudominoku {problem.box_rows}x{problem.box_columns}"
    symbols = list(DIGITS[: problem.size])
    return shaped(
        problem.kind, _faces(problem.givens), symbols, values=symbols, givens=True, links=links, base=base
    )


_TYPED = "0123456789bwxnesw#?+-*/"
"""What clues are made of."""


def _clue_board(problem: ClueBoard) -> BoardData:
    kind = type(problem)

    def begins(sign: str) -> bool:
        return any(kind.read_clue(word) is not None for word in (sign, f"2{sign}", f"{sign}e", f"1{sign}+"))

    signs = [sign for sign in dict.fromkeys(_TYPED) if begins(sign)]
    whole = {str(kind.read_clue(sign)) for sign in signs}
    words = not whole <= set(signs) or any(kind.read_clue(f"1{sign}") is not None for sign in "01+e")
    signs = [sign for sign in signs if words or sign in whole]
    values = list(problem.values.values())
    is_digits = (
        isinstance(problem, GridPuzzle)
        and not (problem.look or problem.has_walls)
        and all(map(str.isdecimal, values))
    )
    return shaped(
        problem.kind,
        [["" if clue is None else str(clue) for clue in row] for row in problem.clues],
        signs,
        words=words,
        givens=isinstance(problem, GridPuzzle) and is_digits and problem.has_givens,
        values=values if is_digits else None,
        regions=[[label - 1 for label in row] for row in problem.regions] if kind.has_regions else None,
        sides={
            side: ["" if clue is None else str(clue) for clue in row]
            for side, row in zip(kind.sides, problem.side_clues, strict=True)
        },
        numbers={name: str(number) for name, number in zip(kind.header, problem.numbers, strict=True)},
    )


# Pictures


def pictured(problem: AnyProblem, shape: BoardData) -> dict[str, Any]:
    """The picture under the cells: what the page shows itself is left out of it."""
    plain = [[""] * shape["columns"] for _ in range(shape["rows"])]
    if isinstance(problem, Kakuro):
        return {"picture": None, "drawn": plain}
    if isinstance(problem, Nonogram):
        return {"picture": placed(problem), "drawn": plain}
    if isinstance(problem, Sudominoku):
        under: AnyProblem = Sudoku(
            problem.box_rows, problem.box_columns, ((None,) * problem.size,) * problem.size
        )
        return {"picture": placed(under), "drawn": plain}
    if isinstance(problem, Sudoku):
        return {"picture": placed(_without_captions(problem.blank())), "drawn": plain}
    if isinstance(problem, Latin):
        return {"picture": _grid(shape), "drawn": plain}
    if isinstance(problem, ClueBoard):
        beside = tuple((None,) * len(row) for row in problem.side_clues)
        under = replace(problem, side_clues=beside)
        if shape["givens"]:
            return {"picture": placed(under.with_givens(())), "drawn": plain}
        return {"picture": placed(under), "drawn": shape["faces"]}
    return {"picture": placed(problem), "drawn": shape["faces"]}


def _without_captions(problem: Sudoku) -> Sudoku:
    """Without the constraints that a picture only names: the page does that itself, in its language."""
    drawn = (one for one in problem.constraints if not all(isinstance(shape, Caption) for shape in one.look))
    return replace(problem, constraints=tuple(drawn))


def placed(problem: AnyProblem, *answers: Any) -> dict[str, Any] | None:
    """A picture, and where its cells are; None for one without cells."""
    picture = draw(problem, *answers)
    cells = picture.cells
    if cells is None:
        return None
    if isinstance(problem, Nonogram):  # the page shows the clues itself, so that they stay in their places
        wide, high = (side * SIDE + 2 * BORDER for side in (problem.columns, problem.rows))
        svg = cropped(picture.svg, cells.x - BORDER, cells.y - BORDER, wide, high)
        return {"svg": svg, "x": BORDER, "y": BORDER, "side": SIDE}
    return {"svg": picture.svg, "x": cells.x, "y": cells.y, "side": SIDE}


_VIEW = re.compile(r'width="[\d.]+" height="[\d.]+" viewBox="[^"]*"')


def cropped(svg: str, x: float, y: float, width: float, height: float) -> str:
    """A part of a picture."""
    return _VIEW.sub(f'viewBox="{x:g} {y:g} {width:g} {height:g}"', svg, count=1)


def _grid(shape: BoardData) -> dict[str, Any]:
    """Lines, with thick ones between regions."""
    plain = Board(shape["rows"], shape["columns"])
    plain.lines()
    regions = shape["regions"]
    plain.walls(lambda cell: regions[cell[0]][cell[1]] if regions else 0)
    return {"svg": plain.document(""), "x": 0, "y": 0, "side": SIDE}


def sketched(shape: BoardData) -> dict[str, Any]:
    """The picture of a board that is no puzzle yet, with what can be drawn of it."""
    plain = [[""] * shape["columns"] for _ in range(shape["rows"])]
    with suppress(CoversatError, ValueError):
        if shape["kind"] == "sudoku":
            (blank,) = read(shape["base"], "sudoku").problems
            assert isinstance(blank, Sudoku)
            sound = [one for rule in shape["rules"] for one in _read_rule(rule, blank)]
            picture = placed(_without_captions(replace(blank, constraints=tuple(sound))))
            return {"picture": picture if shape["regions"] is None else _grid(shape), "drawn": plain}
        if shape["kind"] == "sudominoku":
            empty = {**shape, "faces": plain, "links": []}
            return {
                "picture": placed(read("." * shape["rows"] ** 2, "sudoku").problems[0])
                if shape["rows"] in (4, 6, 9, 16)
                else _grid(empty),
                "drawn": plain,
            }
    if shape["kind"] == "kakuro":
        return {"picture": None, "drawn": plain}
    return {"picture": _grid(shape), "drawn": plain}


def _read_rule(rule: str, blank: Sudoku) -> Sequence[Any]:
    """The constraint of a text; none if it cannot be read, or this board cannot have it."""
    try:
        (alone,) = read(f"{blank.format()}{rule}\n", "sudoku").problems
    except (CoversatError, ValueError):
        return ()
    assert isinstance(alone, Sudoku)
    return alone.constraints


# Answers


def has_digits(problem: AnyProblem) -> bool:
    """Whether its answers are digits in the cells of its board."""
    shape = _shaped(problem)
    return shape is not None and shape["values"] is not None


def answer(problem: AnyProblem, answer: Any) -> dict[str, Any] | None:
    """The symbols of an answer for each cell, and its dominoes; None if it is shown as a picture."""
    if not has_digits(problem):
        return None
    links = (
        [list(one.cells) for one in problem.tiling(answer) or ()] if isinstance(problem, Sudominoku) else []
    )
    return {"faces": [[symbol(problem, value) for value in row] for row in answer], "links": links}


def symbol(problem: AnyProblem, value: Any) -> str:
    """A value as the board shows it."""
    if value is None:
        return ""
    if isinstance(problem, ClueBoard) or (isinstance(problem, Latin) and problem.order > len(DIGITS)):
        return str(value)
    return digit_character(value, "")


def differing(problem: AnyProblem, one: Any, other: Any) -> list[tuple[int, int]]:
    """The cells of a board of digits in which two answers differ."""
    if not has_digits(problem):
        return []
    both = zip(one, other, strict=True)
    return [(r, c) for r, (a, b) in enumerate(both) for c in range(len(a)) if a[c] != b[c]]


def candidates(problem: AnyProblem, found: Any) -> list[dict[str, Any]] | None:
    """The symbols that each cell has in some answer."""
    if has_digits(problem) and all(place.cell is not None for place, _ in found.seen):
        return [
            {"cell": place.cell, "faces": [symbol(problem, value) for value in values]}
            for place, values in found.seen
        ]
    return None


def addition(problem: AnyProblem, missing: Any) -> dict[str, Any]:
    """Givens that leave one answer."""
    facts = None if missing.facts is None else [_fact(problem, fact) for fact in missing.facts]
    return {"givens": facts, "fewest": missing.fewest, "at_least": missing.at_least}


def _fact(problem: AnyProblem, fact: Any) -> dict[str, Any]:
    shape = _shaped(problem)
    typed = shape is not None and shape["givens"] and fact.place.cell is not None
    return {
        "words": str(fact),
        "cell": fact.place.cell,
        "face": symbol(problem, fact.value) if typed else None,
    }
