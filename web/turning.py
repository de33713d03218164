"""Boards turned, mirrored and shifted, with everything that is on them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from shapes import BoardData, empty_faces, regions_of

from coversat.base.errors import InputError
from coversat.kinds.sudoku.constraints.base import constraint_of, is_constraint
from coversat.kinds.sudoku.constraints.parameters import Side
from coversat.problems.board import BOTTOM, LEFT, RIGHT, TOP
from coversat.problems.grid import Cell, cell_name

OPPOSITE = {LEFT: RIGHT, RIGHT: LEFT, TOP: BOTTOM, BOTTOM: TOP}
ARROWS = {LEFT: "←", RIGHT: "→", TOP: "↑", BOTTOM: "↓"}
STEPS = {LEFT: (0, -1), RIGHT: (0, 1), TOP: (-1, 0), BOTTOM: (1, 0)}
WAYS = {"down-right": (1, 1), "down-left": (1, -1), "up-right": (-1, 1), "up-left": (-1, -1)}

COMPARED = {">": (0, 1), "<": (0, 1), "v": (1, 0), "^": (1, 0)}
"""Signs that compare a cell with the one on its right or below it; > and v say that it is greater."""

POSITIONAL = frozenset("chaos flatmates index pill-arrow value-index".split())
"""Constraints whose digits name rows, columns, or neighbours at one side: turned, they mean another rule."""


class Motion(NamedTuple):
    """A way to move cells: (r, c) goes to (a r + b c, d r + g c) and is shifted; and sides, to other ones."""

    matrix: tuple[int, int, int, int]
    shift: Cell
    sides: Mapping[str, str]

    def step(self, step: Cell) -> Cell:
        (a, b, d, g), (down, right) = self.matrix, step
        return a * down + b * right, d * down + g * right

    def cell(self, cell: Cell) -> Cell:
        (r, c), (down, right) = self.step(cell), self.shift
        return r + down, c + right


def motion(how: str, board: BoardData) -> Motion:
    """The motion of a board: ``turn`` to the right, ``mirror``, or a shift by one cell to a side."""
    same = {side: side for side in OPPOSITE}
    if how == "turn":
        turned = {LEFT: TOP, TOP: RIGHT, RIGHT: BOTTOM, BOTTOM: LEFT}
        return Motion((0, 1, -1, 0), (0, board["rows"] - 1), turned)
    if how == "mirror":
        return Motion((1, 0, 0, -1), (0, board["columns"] - 1), same | {LEFT: RIGHT, RIGHT: LEFT})
    return Motion((1, 0, 0, 1), STEPS[how], same)


def moved(board: BoardData, how: str, base: str) -> BoardData:
    """The board after a motion; what leaves it is gone. `base` is that of the board afterwards.

    Raise `InputError` for a rule that means something else on a turned board.
    """
    move = motion(how, board)
    rows, columns = board["rows"], board["columns"]
    if how == "turn":
        rows, columns = columns, rows
    after = {"rows": rows, "columns": columns, "base": base}

    def inside(cell: Cell) -> bool:
        return 0 <= cell[0] < rows and 0 <= cell[1] < columns

    faces, replaced = empty_faces(rows, columns), _arrows(board, move)
    compares = set(COMPARED) <= set(board["symbols"])
    if compares:
        replaced |= {ord(sign): "" for sign in COMPARED}
    for r, row in enumerate(board["faces"]):
        for c, face in enumerate(row):
            to = move.cell((r, c))
            if inside(to):
                faces[to[0]][to[1]] = face.translate(replaced)
    for (r, c), other, sign in _signs(board, move) if compares else ():
        if inside((r, c)) and inside(other):
            faces[r][c] += sign
    links = [[list(move.cell(tuple(cell))) for cell in link] for link in board["links"]]
    rules = [_rule(rule, board, move, how in ("turn", "mirror")) for rule in board["rules"]]
    after |= {
        "faces": faces,
        "links": [link for link in links if all(map(inside, link))],
        "rules": [rule for rule, cells in rules if all(map(inside, cells))],
        "sides": _sides(board, move, rows, columns),
        "regions": _regions(board, move, rows, columns),
    }
    return _clues_first(board, board | after)


def _arrows(board: BoardData, move: Motion) -> dict[int, str]:
    """What becomes of the signs that are shown as arrows."""
    shown = {glyph: sign for sign, glyph in board["glyphs"].items()}
    signs = {side: shown[arrow] for side, arrow in ARROWS.items() if arrow in shown}
    return {ord(sign): signs[move.sides[side]] for side, sign in signs.items()}


def _signs(board: BoardData, move: Motion) -> list[tuple[Cell, Cell, str]]:
    """The cells that signs compare, upper or left one first, and the sign; those to the right come first."""
    signs = []
    for r, row in enumerate(board["faces"]):
        for c, face in enumerate(row):
            for sign in filter(COMPARED.get, face):
                down, right = COMPARED[sign]
                pair = move.cell((r, c)), move.cell((r + down, c + right))
                greater = pair[sign in "<^"]
                one, other = sorted(pair)
                turned = "<>" if one[0] == other[0] else "^v"
                signs.append((one, other, turned[one == greater]))
    return sorted(signs, key=lambda found: found[2] in "^v")


def _sides(board: BoardData, move: Motion, rows: int, columns: int) -> dict[str, list[str]]:
    """The clues beside the board; where a kind has none at a side, they are at the other, read backwards."""
    sides = {side: [""] * (columns if side in (TOP, BOTTOM) else rows) for side in board["sides"]}
    for side, clues in board["sides"].items():
        to = move.sides[side]
        is_opposite = to not in sides
        to = OPPOSITE[to] if is_opposite else to
        for at, clue in enumerate(clues):
            place = _line(side, at, to, board, move)
            if 0 <= place < len(sides[to]):
                turned = is_opposite and board["lists"]
                sides[to][place] = " ".join(reversed(clue.split())) if turned else clue
    return sides


def _line(side: str, at: int, to: str, board: BoardData, move: Motion) -> int:
    """The number of the line to which one goes: that of a cell in its middle, which no shift moves away."""
    r, c = move.cell((board["rows"] // 2, at) if side in (TOP, BOTTOM) else (at, board["columns"] // 2))
    return c if to in (TOP, BOTTOM) else r


def _regions(board: BoardData, move: Motion, rows: int, columns: int) -> list[list[int]] | None:
    """The regions; into cells that were not on the board the nearest ones grow."""
    if board["regions"] is None:
        return None
    (a, b, d, g), (down, right) = move.matrix, move.shift
    last_row, last_column = board["rows"] - 1, board["columns"] - 1

    def before(r: int, c: int) -> int:  # the matrix is orthogonal: its transpose undoes it
        r, c = r - down, c - right
        r, c = a * r + d * c, b * r + g * c
        label: int = board["regions"][min(max(r, 0), last_row)][min(max(c, 0), last_column)]
        return label

    return [[before(r, c) for c in range(columns)] for r in range(rows)]


def _clues_first(board: BoardData, after: BoardData) -> BoardData:
    """Clues that stand in the first cells of their regions, where they are no givens, do so again."""
    if board["regions"] is None or board["givens"]:
        return after
    firsts = {cells[0] for cells in regions_of(board).values()}
    clued = {(r, c) for r, row in enumerate(board["faces"]) for c, face in enumerate(row) if face}
    if not clued <= firsts:
        return after
    faces = empty_faces(after["rows"], after["columns"])
    for cells in regions_of(after).values():
        r, c = cells[0]
        faces[r][c] = next((after["faces"][i][j] for i, j in cells if after["faces"][i][j]), "")
    return after | {"faces": faces}


_PLACE = re.compile(r"\br(\d+)c(\d+)\b|\b(left|right|top|bottom) (\d+)\b|\b(?:up|down)(?:-(?:left|right))?\b")


def _rule(rule: str, board: BoardData, move: Motion, turns: bool) -> tuple[str, list[Cell]]:
    """A rule after a motion, line by line, and its cells there."""
    cells: list[Cell] = []

    def place(found: re.Match[str], constraint: Any) -> str:
        r, c, side, at = found.groups()
        if side:
            to = move.sides[side]
            sides: Sequence[str] = next(
                (one.sides for one in constraint.parameters.values() if isinstance(one, Side)), ()
            )
            to = to if to in sides else OPPOSITE[to]
            line = _line(side, int(at) - 1, to, board, move)
            cells.append((line, 0) if to in (LEFT, RIGHT) else (0, line))
            return f"{to} {line + 1}"
        if not r:
            return _way(found[0], move)
        cell = int(r) - 1, int(c) - 1
        if cell[0] >= board["rows"]:  # hidden
            return found[0]
        cell = move.cell(cell)
        if turns and "corner" in constraint.parameters:  # the upper left one of four
            cell = cell[0], cell[1] - 1
        cells.append(cell)
        return cell_name(cell)

    lines = []
    for line in rule.split("\n"):
        word = line.split(maxsplit=1)[0]
        if turns and word in POSITIONAL:
            raise InputError(
                "the board", f"'{word}' means another rule on a board that is turned or mirrored"
            )
        constraint = constraint_of(word) if is_constraint(word) else None
        lines.append(_PLACE.sub(lambda found: place(found, constraint), line) if constraint else line)  # noqa: B023
    return "\n".join(lines), cells


def _way(way: str, move: Motion) -> str:
    """A diagonal direction, or that of one of the long diagonals."""
    if way in WAYS:
        step = move.step(WAYS[way])
        return next(name for name, other in WAYS.items() if other == step)
    down, right = move.step((1, 1) if way == "down" else (-1, 1))
    return "down" if down == right else "up"
