"""Sudoku as a link of SudokuPad that holds its own JSON: ``https://sudokupad.app/scl`` and the packed text.

The JSON, which may be in a short notation, draws a puzzle: ``cells[row][column]`` with a ``value`` for a
given, ``regions`` and ``cages`` as lists of [row, column], and lines, arrows and pictures.  Of these only
cages have a rule of their own; the others stand for rules told in words, and a puzzle with such drawings
is refused.  Cages whose value is a remark (``title: ...``) are read over.

Source: the public code of SudokuPad's tools.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..grid import Cell, Grid
from ..problem import Form
from ..sudoku import Sudoku
from ..sudoku_constraints import AntiKing, AntiKnight, Cage, Constraint
from ..text import Token
from .characters import each_line
from .checked_json import Json
from .packed_link import SUDOKUPAD, pack, unpack
from .sudoku_cells import show_rows
from .sudoku_rules import build, cells_by_area, other_constraints, refuse, region_labels
from .zipped_json import unzipped

_START = re.compile(rf"{SUDOKUPAD}(?:scl|ctc)|(?:scl|ctc)(?=N4Ig)")
_FLAGS: dict[str, Constraint] = {"antiknight": AntiKnight(), "antiking": AntiKing()}
_PARTS = ("id", "cellSize", "cells", "regions", "cages", "metadata", "metaData", "settings")
_REMARKS = ("title", "author", "rules", "source", "msgcorrect", "solution")
_REMARK = re.compile(r"[A-Za-z]+: ")
_MARKS = ("value", "given", "centremarks", "pencilMarks")
_SIZES = range(4, 26)


def _read(token: Token) -> Sudoku:
    text = unpack(token, _START, "a link such as https://sudokupad.app/scl...")
    top = Json.parse(text if text.startswith('{"') else unzipped(text), token)
    members = top.only(_PARTS, "drawings")
    rows = top.member("cells").items()
    size = len(rows)
    if size not in _SIZES or any(len(row.items()) != size for row in rows):
        raise top.error("a square board of 4 to 25 rows")
    givens = tuple(tuple(_given(cell, size) for cell in row.items()) for row in rows)
    labels = [[-1] * size for _ in range(size)]
    for number, region in enumerate(top.member("regions").items()):
        for r, c in _cells(region, size):
            labels[r][c] = number
    if any(-1 in row for row in labels):
        raise top.member("regions").error("regions that hold every cell")
    constraints = list(_flags(members))
    if "cages" in members:
        constraints += _cages(members["cages"], size)
    return build(givens, tuple(map(tuple, labels)), constraints, token)


def _given(cell: Json, size: int) -> int:
    members = cell.only(_MARKS, "marks")
    return members["value"].integer(1, size) if "value" in members else 0


def _cells(data: Json, size: int) -> list[Cell]:
    found = []
    for cell in data.items():
        place = [number.integer(0, size - 1) for number in cell.items()]
        if len(place) != 2:
            raise cell.error("a row and a column")
        found.append((place[0], place[1]))
    return found


def _flags(members: dict[str, Json]) -> Iterator[Constraint]:
    for name in ("metadata", "metaData"):
        if name in members:
            said = members[name].only((*_FLAGS, *_REMARKS), "rules")
            yield from (flag for flag_name, flag in _FLAGS.items() if flag_name in said)


def _cages(cages: Json, size: int) -> Iterator[Cage]:
    for cage in cages.items():
        members = cage.members()
        value = members["value"].data if "value" in members else None
        if isinstance(value, str) and _REMARK.match(value) and "cells" not in members:
            continue
        if cage.data.get("unique") is False or not ("value" in members or "unique" in members):
            raise cage.error("a cage with a sum, or with different digits,")
        total = members["value"].integer(1, size**3) if "value" in members else None
        yield Cage(tuple(_cells(cage.member("cells"), size)), total)


def _write(problems: Sequence[Sudoku]) -> str:
    return "".join(f"https://sudokupad.app/scl{pack(_json(problem))}\n" for problem in problems)


def _json(problem: Sudoku) -> str:
    labels = region_labels(problem, "SudokuPad")
    left = other_constraints(problem)
    cages = [one for one in left if isinstance(one, Cage)]
    refuse((one for one in left if one not in (*_FLAGS.values(), *cages)), "SudokuPad")
    top: dict[str, Any] = {
        "cellSize": 50,
        "cells": [[{"value": digit} if digit else {} for digit in row] for row in problem.givens],
        "regions": cells_by_area(labels),
        "cages": [_cage(cage) for cage in cages],
        "metadata": {name: True for name, flag in _FLAGS.items() if flag in left},
    }
    return json.dumps(top, separators=(",", ":"))


def _cage(cage: Cage) -> dict[str, Any]:
    said = {"value": str(cage.total), "sum": cage.total} if cage.total else {}
    return {"cells": cage.cells, "unique": True, **said}


FORM: Form[Sudoku, Grid] = Form(
    name="sudokupad",
    about="links of SudokuPad with its own JSON (scl), one a line",
    recognises=lambda text: _START.match(text.lstrip()) is not None,
    read=lambda text: each_line(text, "a link", _read),
    write=_write,
    show=show_rows,
)
