"""Boards of every kind that has them: made of problems, written as text, resized; and answers on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import turning
from clue_boards import kind_of_board
from published_kinds import PUBLISHED
from shapes import BoardData, BoardKind

from coversat.base.errors import CoversatError, InputError
from coversat.problems import KINDS, AnyProblem, problem_class
from coversat.problems.board import BOTTOM, TOP
from coversat.problems.puzzle import GridPuzzle


def board_kind(name: str) -> BoardKind | None:
    """How boards of a kind are made; None for a kind without them."""
    kind = problem_class(name)
    return PUBLISHED.get(name) or (kind_of_board(kind) if issubclass(kind, GridPuzzle) else None)


def _of(name: str) -> BoardKind:
    found = board_kind(name)
    assert found is not None, f"{name} has boards"
    return found


def board(problem: AnyProblem) -> BoardData | None:
    """The board of a problem; None for a kind that has no board."""
    if (kind := board_kind(problem.kind)) is None:
        return None
    shape = kind.shape(problem)
    return shape | kind.under(problem, shape)


def text(shape: BoardData) -> str:
    """The text of a board in a form of its kind; it may not be a valid puzzle yet."""
    return _of(shape["kind"]).text(shape)


def form(shape: BoardData) -> str | None:
    """The name of the form of this text; None if its first word says all."""
    return _of(shape["kind"]).form


def check(shape: BoardData) -> None:
    """Raise `CellError` for what is wrong with a board, in words of the board and not of its text."""
    _of(shape["kind"]).check(shape)


def sketched(shape: BoardData) -> dict[str, Any]:
    """The picture of a board that is no puzzle yet, with what can be drawn of it."""
    return _of(shape["kind"]).sketch(shape)


# Empty boards, and other sizes

USUAL = {"sudoku": (4, 6, 9, 16), "sudominoku": (4, 6, 9), "kakuro": (6, 10), "nonogram": (5, 10)} | {
    "skyscrapers": (4, 6)
}
"""The sizes of empty boards that are offered; of other kinds 6, or the first of `OTHERS` that is possible."""

OTHERS = (6, 5, 4, 8, 9, 7, 3)

LARGEST = 60
"""Rows and columns of a board that is resized."""


def blanks() -> dict[str, BoardData]:
    """Empty boards by the names in the page's menu: the kind and the size."""
    return {
        f"{name}-{shape['rows']}x{shape['columns']}": shape
        for name in KINDS
        for shape in blanks_of(name, USUAL.get(name, (OTHERS[0],)))
    }


def blanks_of(name: str, sizes: Sequence[int] = OTHERS[:1]) -> list[BoardData]:
    """Empty boards of a kind of these sizes, or of the first size that it has; none without boards."""
    if board_kind(name) is None:
        return []
    wanted = [shape for size in sizes if (shape := _sized(name, size)) is not None]
    return wanted or [shape for size in OTHERS if (shape := _sized(name, size)) is not None][:1]


def _sized(name: str, size: int) -> BoardData | None:
    with suppress(CoversatError, ValueError):
        shape = _of(name).blank(size, size)
        return shape | sketched(shape)
    return None


def resized(before: BoardData, rows: int, columns: int) -> BoardData:
    """The board with another number of rows and columns; what is on both boards stays.

    Raise `InputError` for a size that the kind does not have.
    """
    if not (0 < rows <= LARGEST and 0 < columns <= LARGEST):
        raise InputError("the board", f"expected 1 to {LARGEST} rows and columns, found {rows} and {columns}")
    after = _blank(before["kind"], rows, columns)
    r, c = min(rows, before["rows"]), min(columns, before["columns"])
    known = set(after["symbols"])
    faces = [
        [_kept(before, known, i, j) if i < r and j < c else face for j, face in enumerate(row)]
        for i, row in enumerate(after["faces"])
    ]
    sides = {
        side: [*before["sides"][side][: c if side in (TOP, BOTTOM) else r], *row][: len(row)]
        for side, row in after["sides"].items()
    }
    more = {"faces": faces, "sides": sides, "numbers": before["numbers"]}
    if before["regions"] is not None:
        labels = before["regions"]
        added = max(map(max, labels)) + 1  # each new row is a region; in the others the last ones grow
        more["regions"] = [
            [labels[i][min(j, c - 1)] if i < r else added + i - r for j in range(columns)]
            for i in range(rows)
        ]
    more["links"] = [link for link in before["links"] if all(i < r and j < c for i, j in link)]
    more["rules"] = [rule for rule in before["rules"] if _is_inside(rule, rows, columns)]
    return after | more


FIXED = {
    "kakuro": "the sums of a kakuro stand where its runs begin",
    "kakurasu": "the sums of a kakurasu count places from the left and from the top",
}
"""Kinds whose boards mean another puzzle when they are moved, and why."""


def moved(board: BoardData, how: str) -> BoardData:
    """The board turned, mirrored or shifted. Raise `InputError` if something on it cannot be."""
    if board["kind"] in FIXED:
        raise InputError("the board", f"{FIXED[board['kind']]}: it cannot be moved")
    kind, base = _of(board["kind"]), board["base"]
    if how == "turn":
        _blank(board["kind"], board["columns"], board["rows"])
        base = kind.turned(base)
    return turning.moved(board, how, base)


def _blank(kind: str, rows: int, columns: int) -> BoardData:
    """An empty board; raise `InputError` for a size that the kind does not have."""
    try:
        return _of(kind).blank(rows, columns)
    except ValueError as error:
        raise InputError("the board", str(error)) from None


def _kept(before: BoardData, known: set[str], r: int, c: int) -> str:
    """What a cell showed, unless the board of the new size does not have that digit."""
    face: str = before["faces"][r][c]
    return face if before["values"] is None or not before["givens"] or face in known else ""


_CELL = re.compile(r"\br(\d+)c(\d+)\b")
_SIDE = re.compile(r"\b(left|right|top|bottom) (\d+)\b")


def _is_inside(rule: str, rows: int, columns: int) -> bool:
    """Whether a board has every place that a rule names."""
    cells = all(int(r) <= rows and int(c) <= columns for r, c in _CELL.findall(rule))
    return cells and all(
        int(at) <= (columns if side in (TOP, BOTTOM) else rows) for side, at in _SIDE.findall(rule)
    )


# Answers


def has_digits(problem: AnyProblem) -> bool:
    """Whether its answers are digits in the cells of its board."""
    kind = board_kind(problem.kind)
    return kind is not None and kind.shape(problem)["written"]


def answer(problem: AnyProblem, answer: Any) -> dict[str, Any] | None:
    """The symbols of an answer for each cell, and its dominoes; None if it is shown as a picture."""
    if not has_digits(problem):
        return None
    kind = _of(problem.kind)
    faces = [[symbol(problem, value) for value in row] for row in kind.rows(problem, answer)]
    return {"faces": faces, "links": kind.tiles(problem, answer)}


def picture(problem: AnyProblem, *answers: Any) -> dict[str, Any] | None:
    """The picture of an answer over the board; None for a kind without a board."""
    kind = board_kind(problem.kind)
    return kind and kind.picture(problem, *answers)


def symbol(problem: AnyProblem, value: Any) -> str:
    """A value as the board shows it."""
    return _of(problem.kind).symbol(problem, value) if value is not None else ""


def differing(problem: AnyProblem, one: Any, other: Any) -> list[tuple[int, int]]:
    """The cells of a board of digits in which two answers differ."""
    if not has_digits(problem):
        return []
    both = zip(*(_of(problem.kind).rows(problem, answer) for answer in (one, other)), strict=True)
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
    kind = board_kind(problem.kind)
    typed = kind is not None and kind.shape(problem)["givens"] and fact.cell is not None
    return {
        "words": f"{fact.place} = {fact.value}",
        "cell": fact.cell,
        "face": symbol(problem, fact.value) if typed else None,
    }
