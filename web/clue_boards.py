"""Boards of kinds that are boards of clues: everything is what their classes state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from shapes import BoardData, BoardKind, placed, plain, shaped, sketched, tiled

from coversat.problems import problem_class
from coversat.problems.board import BOTTOM, TOP
from coversat.problems.clue_text import NO_CLUE
from coversat.problems.puzzle import GridPuzzle

ALL_DIGITS = "0123456789"


@cache
def _signs(kind: type[GridPuzzle]) -> tuple[str, ...]:
    """The characters that clues are typed with."""
    if kind.clue_characters:
        return tuple(kind.clue_characters)
    if isinstance(kind.symbols, range) and len(kind.symbols) > len(ALL_DIGITS):
        words: tuple[object, ...] = tuple(ALL_DIGITS)
    else:
        words = tuple(kind.symbols)
    signs = dict.fromkeys(sign for word in (*words, kind.removed_clue or "") for sign in str(word))
    return tuple(sorted(signs, key=lambda sign: ALL_DIGITS.find(sign) % 99))


def _several(kind: type[GridPuzzle]) -> bool:
    """Whether a clue may have several characters."""
    symbols = kind.symbols
    if isinstance(symbols, range):
        return bool(symbols) and symbols[-1] > 9
    return any(len(str(symbol)) > 1 for symbol in symbols)


def _face(clue: object) -> str:
    return "" if clue is None else str(clue)


def shape(problem: GridPuzzle) -> BoardData:
    """The board of a problem."""
    kind = type(problem)
    digits = _digits(problem)
    return _shape(
        kind,
        [[_face(clue) for clue in row] for row in problem.clues],
        givens=bool(digits) and problem.has_givens,
        values=digits or None,
        written=bool(digits) and not problem.has_walls,
        marks={
            "cells": list(_cell_marks(problem, digits)),
            "clued": not kind.shows_clues,
            "lines": _line_marks(kind),
        },
        regions=[[label - 1 for label in row] for row in problem.regions] if kind.has_regions else None,
        sides={
            side: [_face(clue) for clue in row]
            for side, row in zip(kind.sides, problem.side_clues, strict=True)
        },
        numbers={name: str(number) for name, number in zip(kind.header, problem.numbers, strict=True)},
    )


def _shape(kind: type[GridPuzzle], faces: list[list[str]], **more: Any) -> BoardData:
    looks = kind.clue_look.items()
    shapes = {str(clue): look for clue, look in looks if not isinstance(clue, int) or look != "black"}
    return shaped(
        kind.kind,
        faces,
        _signs(kind),
        words=_several(kind),
        glyphs={**shapes, **kind.clue_glyphs},
        typed=dict(kind.clue_keys),
        clues=kind.clue_words,
        square=kind.is_square,
        **more,
    )


def _digits(problem: GridPuzzle) -> list[str]:
    """The values of an answer as digits, of areas those that one key types; none if they are drawn."""
    values = [word for word in problem.values.values() if len(word) == 1 or not problem.has_walls]
    drawn = problem.look or "values" not in problem.marks
    return [] if drawn or not all(map(str.isdecimal, values)) else values


def _cell_marks(problem: GridPuzzle, digits: Sequence[str]) -> Iterator[dict[str, str]]:
    """The values of cells as marks; those that answers write as empty cells come last."""
    if "values" not in problem.marks or digits:
        return
    words = problem.words_of_values
    values = words or problem.values
    for value in sorted(values, key=lambda value: (problem.values[value] in NO_CLUE, value)):
        face = problem.values[value]
        plain = "none" if face in NO_CLUE else "black" if words else "text"
        yield {"face": face, "shape": problem.look.get(value, plain), "words": values[value]}


def _line_marks(kind: type[GridPuzzle]) -> str | None:
    return next((mark for mark in kind.marks if mark != "values"), None)


def under(problem: GridPuzzle, shape: BoardData) -> dict[str, Any]:
    """The page shows givens itself, and clues beside the board."""
    beside = tuple((None,) * len(row) for row in problem.side_clues)
    bare = replace(problem, side_clues=beside)
    if shape["givens"] and shape["written"]:
        return {"picture": placed(bare.with_givens(())), "drawn": plain(shape)}
    return {"picture": placed(bare), "drawn": shape["faces"]}


class CellError(ValueError):
    """A clue that is none of its kind, with its cell."""

    def __init__(self, message: str, cell: tuple[int, int]) -> None:
        super().__init__(message)
        self.cell = cell


def check_clues(shape: BoardData) -> None:
    """Raise `CellError` for the first cell whose clue is unfinished."""
    kind: Any = problem_class(shape["kind"])
    for r, row in enumerate(shape["faces"]):
        for c, face in enumerate(row):
            if face and kind.read_clue(face) is None:
                raise CellError(f"expected {kind.clue_words}, found '{face}'", (r, c))


def text(shape: BoardData) -> str:
    """The text of a board; clues that are none are in it as they were typed."""
    kind: Any = problem_class(shape["kind"])
    numbers = [shape["numbers"][name] or "-" for name in kind.header]
    lines = [" ".join([shape["kind"], str(shape["rows"]), str(shape["columns"]), *numbers]) + "\n"]
    lines += (" ".join(clue or "-" for clue in shape["sides"][side]) + "\n" for side in kind.sides)
    if kind.has_clues:
        lines.append(rows_of(shape["faces"], "-"))
    if shape["regions"] is not None:
        lines.append(rows_of([[str(label + 1) for label in row] for row in shape["regions"]]))
    return "".join(lines)


def rows_of(faces: Sequence[Sequence[str]], blank: str = ".", between: str = " ") -> str:
    """Words in columns of equal width."""
    width = max(len(face or blank) for row in faces for face in row)
    return "".join(
        between.join((face or blank).rjust(width) for face in row).rstrip() + "\n" for row in faces
    )


def blank(kind: Any, rows: int, columns: int) -> BoardData:
    """A board of a kind without clues."""
    beside = tuple((None,) * (columns if side in (TOP, BOTTOM) else rows) for side in kind.sides)
    clues, numbers = ((None,) * columns,) * rows, (0,) * len(kind.header)
    return shape(kind(clues, tiled(rows, columns) if kind.has_regions else (), beside, numbers))


def kind_of_board(kind: Any) -> BoardKind:
    """The boards of a class of clue boards."""
    return BoardKind(shape, under, text, lambda rows, columns: blank(kind, rows, columns), sketched)
