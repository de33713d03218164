"""The constraints of sudokus as data for the page: how each is drawn on a board, and what its line says.

All of it comes from the registry, so that a new constraint appears on the page by itself.

=============  =========================================================================================
`gesture`      how its place is chosen: ``line`` and ``cells`` by dragging, ``pair``, ``corner``, ``cell`` by
               a tap, ``groups`` by several drags, ``side`` beside the board, ``board`` for all of it,
               and ``text`` if it can only be typed
`words`        the words of its line in order: a field or a place
=============  =========================================================================================
"""

from __future__ import annotations

from typing import Any

from samples import example_of, sample, shown
from shapes import cropped

from coversat.kinds.drawing import draw
from coversat.kinds.drawing.board import SIDE
from coversat.kinds.sudoku.constraints import Constraint, all_constraints
from coversat.kinds.sudoku.constraints.base import OF_SETTERS, Group
from coversat.kinds.sudoku.constraints.look import Caption
from coversat.kinds.sudoku.constraints.marks import EvenMark
from coversat.kinds.sudoku.constraints.parameters import (
    CellGroups,
    Cells,
    Choice,
    Flag,
    Number,
    Parameter,
    Side,
    Terms,
)

_DRAWN_APART = ("regions",)
"""Constraints for which the page has a tool of its own."""


_COMMON = """
cage thermo arrow difference ratio xv greater quadruple whisper renban palindrome between region-sum even odd
diagonal anti-knight anti-king sandwich little-killer x-sum skyscraper all-different windoku parity entropic
modular zipper
"""
"""What setters use most, first in the list."""


_HYPHENS = "anti-knight anti-king anti-consecutive anti-leap anti-taxicab x-sum"
_NAMES = {word: word for word in _HYPHENS.split()} | {"xv": "X or V", "regex": "regular expression"}
"""Names in the list, where the noun that messages use, or the word with spaces, is not usual."""


def rulebook() -> list[dict[str, Any]]:
    """Every constraint: the common ones, those with a place on the board, then the others."""
    common = {word: at for at, word in enumerate(_COMMON.split())}
    entries = [_entry(one) for one in all_constraints() if one.word not in _DRAWN_APART]
    return sorted(entries, key=lambda one: (common.get(one["word"], 99), one["picture"] is None, one["word"]))


def _entry(constraint: type[Constraint]) -> dict[str, Any]:
    gesture = _gesture(constraint)
    words = [_word(name, one) for name, one in constraint.parameters.items()]
    cells = next((one for one in constraint.parameters.values() if isinstance(one, Cells)), None)
    return {
        "word": constraint.word,
        "name": _NAMES.get(constraint.word) or constraint.noun or constraint.word.replace("-", " "),
        "about": constraint.about,
        "also": [word for word, ours in OF_SETTERS.items() if constraint.word in ours],
        "usage": constraint.usage(),
        "example": constraint.example,
        "gesture": gesture,
        "ordered": not issubclass(constraint, EvenMark),
        "least": cells.least if cells else 1,
        "words": words,
        "picture": _picture(constraint),
        "wrong": sample(constraint).reason,
    }


def _gesture(constraint: type[Constraint]) -> str:
    kinds = list(constraint.parameters.values())
    if "\n" in constraint.example or "/ DIGITS" in constraint.usage():
        return "text"
    for one in kinds:
        if isinstance(one, Side):
            return "side"
        if isinstance(one, CellGroups) and not one.is_optional:  # which is typed
            return "groups"
        if isinstance(one, Terms):
            return "cells"
        if isinstance(one, Cells) and one.most == 1:
            return "corner" if "corner" in constraint.parameters else "cell"
        if isinstance(one, Cells):
            return (
                "pair" if one.most == one.least == 2 else "cells" if issubclass(constraint, Group) else "line"
            )
    return "board"


def _word(name: str, parameter: Parameter) -> dict[str, Any]:
    if isinstance(parameter, Side):
        return {"place": "side", "sides": list(parameter.sides)}
    if parameter.is_place:
        return {"place": "cells"}
    field: dict[str, Any] = {"field": name, "usage": parameter.usage}
    if isinstance(parameter, Number):
        field |= {
            "type": "number",
            "least": parameter.least,
            "most": parameter.most,
            "optional": parameter.is_optional,
        }
        field["words"] = parameter.name
    elif isinstance(parameter, Choice):
        field |= {"type": "choice", "options": list(parameter.options)}
    elif isinstance(parameter, Flag):
        field |= {"type": "flag", "word": parameter.word}
    else:
        field |= {"type": "words", "optional": parameter.is_optional}
    return field


def _picture(constraint: type[Constraint]) -> str | None:
    """The part of a board that shows the example; None for what has no look."""
    problem = example_of(constraint)
    if all(isinstance(shape, Caption) for one in problem.constraints for shape in one.look):
        return None
    picture = draw(problem)
    cells = picture.cells
    assert cells is not None
    found = list(shown(constraint.example))
    if not found:
        return cropped(picture.svg, cells.x, cells.y, 9 * SIDE, 9 * SIDE)
    top, bottom = min(r for r, _ in found), max(r for r, _ in found)
    left, right = min(c for _, c in found), max(c for _, c in found)
    side = max(bottom - top, right - left, 1) + 1.6
    middle = (top + bottom + 1) / 2, (left + right + 1) / 2
    x, y = (cells.x + (middle[1] - side / 2) * SIDE, cells.y + (middle[0] - side / 2) * SIDE)
    return cropped(picture.svg, x, y, side * SIDE, side * SIDE)
