"""Boards of kinds that are boards of clues: everything is what their classes state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import product, zip_longest
from typing import Any

from shapes import (
    BoardData,
    BoardKind,
    CellError,
    Picture,
    cropped,
    placed,
    plain,
    regions_of,
    shaped,
    sketched,
    tiled,
)

from coversat.kinds.drawing.board import SIDE
from coversat.kinds.star_battle.rules import NAMES
from coversat.problems import board, problem_class
from coversat.problems.clue_text import NO_CLUE, BoardWords
from coversat.problems.grid import DIGITS
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


def shape(problem: GridPuzzle) -> BoardData:
    """The board of a problem."""
    kind, words = type(problem), problem.words
    digits = _digits(problem)
    written = bool(digits) and not problem.has_walls
    symbols = digits if written and problem.has_givens else _signs(kind)
    large = written and not kind.small_clues and not problem.has_givens
    if large:
        symbols = tuple(sign for sign in symbols if sign in digits or not sign.isdecimal())
    return _shape(
        kind,
        words.clues,
        symbols,
        clues=_clue_words(kind, digits if symbols is digits else ()),
        words=_several(kind) if symbols is not digits else max(map(len, digits)) > 1,
        typed={**_letters(digits), **kind.clue_keys},
        givens=bool(digits) and problem.has_givens,
        large=large,
        values=digits or None,
        written=written,
        marks={
            "cells": list(_cell_marks(problem, digits)),
            "clued": not kind.shows_clues,
            "lines": _line_marks(kind),
        },
        regions=[[label - 1 for label in row] for row in problem.regions] if kind.has_regions else None,
        sides=dict(zip(kind.sides, words.sides, strict=True)),
        lists=kind.side_lists,
        numbers=dict(zip_longest(kind.header, words.numbers, fillvalue="")),
    )


def _clue_words(kind: type[GridPuzzle], digits: Sequence[str]) -> str:
    """What a clue may be on this board; what a class says of its clues holds for boards of any size."""
    if digits:
        return f"a number from {digits[0]} to {digits[-1]}"
    endless = isinstance(kind.symbols, range) and len(kind.symbols) > MANY
    return f"a number from {kind.symbols[0]} on" if endless else kind.clue_words


MANY = 9999
"""More numbers than anybody wants to be told."""


def _letters(digits: Sequence[str]) -> dict[str, str]:
    """The keys of numbers that no digit types: A for 10, and so on."""
    return {key: face for face in digits if len(face) == 2 and (key := DIGITS[int(face) - 1 :][:1])}


def _shape(kind: type[GridPuzzle], faces: Any, symbols: Sequence[str], **more: Any) -> BoardData:
    looks = kind.clue_look.items()
    shapes = {str(clue): look for clue, look in looks if not isinstance(clue, int) or look != "black"}
    return shaped(
        kind.kind,
        faces,
        symbols,
        glyphs={**shapes, **kind.clue_glyphs},
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
    if shape["givens"] and shape["written"]:
        return {"picture": picture(problem.with_givens(())), "drawn": plain(shape)}
    return {"picture": picture(problem), "drawn": shape["faces"]}


BORDER = 2
"""What a line around the cells needs beside them."""


def picture(problem: GridPuzzle, *answers: Any) -> Picture | None:
    """Without clues beside the board: the page shows these, so that they stay in their places."""
    found = placed(problem, *answers)
    if found is None or not problem.sides:
        return found
    wide, high = (side * SIDE + 2 * BORDER for side in (problem.columns, problem.rows))
    svg = cropped(found["svg"], found["x"] - BORDER, found["y"] - BORDER, wide, high)
    return {"svg": svg, "x": BORDER, "y": BORDER, "side": SIDE}


def check(shape: BoardData) -> None:
    """Raise `CellError` for the first cell whose clue is unfinished, or a region that is none."""
    kind: Any = problem_class(shape["kind"])
    for r, row in enumerate(shape["faces"]):
        for c, face in enumerate(row):
            if face and kind.read_clue(face) is None:
                raise CellError(f"expected {kind.clue_words}, found '{face}'", (r, c))
    if kind.has_regions:
        _check_regions(kind, shape)


def _check_regions(kind: type[GridPuzzle], shape: BoardData) -> None:
    regions = regions_of(shape)
    if kind.regions_connected:
        beside = board.beside(shape["rows"], shape["columns"])
        for label, cells in regions.items():
            pieces = board.pieces_of(cells, beside.__getitem__)
            if label >= 0 and len(pieces) > 1:
                raise CellError(f"region {NAMES[label]} is in {len(pieces)} parts", min(pieces, key=len)[0])
    elif kind.is_square and len(regions) < shape["rows"]:  # one for each row
        names = ", ".join(NAMES[label] for label in range(shape["rows"]) if label not in regions)
        raise CellError(f"regions without cells: {names}; there are as many regions as rows")
    elif kind.is_square and len(regions) > shape["rows"]:
        raise CellError(f"{len(regions)} regions; there are {shape['rows']} rows")


def text(shape: BoardData) -> str:
    """The text of a board; clues that are none are in it as they were typed."""
    kind: Any = problem_class(shape["kind"])
    regions = [[str(label + 1) if label >= 0 else "" for label in row] for row in shape["regions"] or ()]
    numbers = [shape["numbers"][name] for name in kind.header]
    sides = [shape["sides"][side] for side in kind.sides]
    words = BoardWords(shape["rows"], shape["columns"], numbers, sides, shape["faces"], regions)
    written: str = kind.text_of(words)
    return written


def blank(kind: Any, rows: int, columns: int) -> BoardData:
    """A board of a kind without clues, with the fewest regions and the least numbers that are possible."""
    regions = [tiled(rows, columns), [[r] * columns for r in range(rows)]] if kind.has_regions else [()]
    boards = list(product(regions, product((0, 1), repeat=len(kind.header))))
    for labels, numbers in boards[:-1]:
        with suppress(ValueError):
            return _typed_on(kind.empty(rows, columns, labels, numbers))
    return _typed_on(kind.empty(rows, columns, *boards[-1]))


def _typed_on(problem: GridPuzzle) -> BoardData:
    """Its board; the clues at the sides are still to be typed."""
    found = shape(problem)
    return found | {"sides": {side: [""] * len(row) for side, row in found["sides"].items()}}


def kind_of_board(kind: Any) -> BoardKind:
    """The boards of a class of clue boards."""
    return BoardKind(
        shape,
        under,
        text,
        lambda rows, columns: blank(kind, rows, columns),
        sketched,
        rows=lambda problem, answer: problem.grid_of(answer),
        picture=picture,
        check=check,
    )
