"""Sudoku as a link of SudokuPad that holds its own JSON: ``https://sudokupad.app/scl`` and the packed text.

The JSON, which may be in a short notation, draws a puzzle: ``cells[row][column]`` with a ``value`` for a
given, ``regions`` and ``cages`` as lists of [row, column], and lines, arrows and pictures. The digits of a
region differ, whether it is one of those that divide the board or lies over them. The digits of a cage
differ unless ``unique`` is false, and add up to its ``sum``, which ``value`` shows. A cage without cells is
a remark, ``title: ...`` or ``antiknight: true``, which belongs to the metadata. All other drawings stand for
rules in words: they are left out, and a note names them, unless words behind the link state their meaning.

Constraints that SudokuPad has no rule for are written as drawings, which a player sees and nothing checks.
Such a link states all constraints as lines of coversat's text too, in the metadata, and is read by these.

Source: the public code of SudokuPad and of its tools.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from ....base.errors import ParseError
from ....kinds.sudoku.constraints import Constraint
from ....kinds.sudoku.constraints.everywhere import AntiKing, AntiKnight
from ....kinds.sudoku.constraints.look import Caption
from ....kinds.sudoku.constraints.sets import AllDifferent, Regions
from ....kinds.sudoku.constraints.sums import Cage, Sum
from ....kinds.sudoku.rules import Sudoku
from ....kinds.sudoku.text import show_rows
from ....problems.board import regions as by_label
from ....problems.forms.lines import RULES_IN_WORDS, line_form
from ....problems.grid import Cell, Grid, Numbers
from ....problems.problem import Beside, Form
from ....problems.text import Token
from ..checked_json import Json, unzipped
from ..lz_string import SUDOKUPAD_LINK, pack, unpack
from .common import (
    DrawnLine,
    as_cage,
    build,
    cage_or_sum,
    left_out,
    meant,
    other_constraints,
    plain_colour,
    region_labels,
    stored_in,
    unread_title,
)
from .sudokupad_drawings import drawn

_START = re.compile(rf"{SUDOKUPAD_LINK}(?:scl|ctc)|(?:scl|ctc)(?=N4Ig)")
_FLAGS: dict[str, Constraint] = {"antiknight": AntiKnight(), "antiking": AntiKing()}
_OFF = ("norowcol",)
"""Flags that change the rules if they are on."""
_RULES = "rules"
_REMARKS = ("title", "author", "solution", "source")
_STATED = "coversat"
"""The constraints of a link with drawings by coversat."""
_MESSAGES = ("msgcorrect", "msgincorrect", "msgvalid", "msginvalid", "msgunknown")
_PUZZLE = ("cells", "regions", "cages", "metadata", "metaData")
_DRAWN = "lines"
_DRAWN_TOO = ("arrows", "underlays", "overlays")
_LOOKS = ("id", "cellSize", "videos")
_COSMETIC = tuple(
    "fogofwar foglight foglink fogtriggers triggereffect bgimage bgimageopacity settings".split()
)
"""What hides cells until they are solved, lies behind the board, or sets how the program looks."""
_CAGE_LOOKS = tuple(
    "hidden thickness fontSize color fontC textColor outlineC borderColor backgroundColor".split()
)
_CAGE_KINDS = {"style": ("killer", "box", "extraregion", "hidden"), "type": ("region", "rowcol")}
"""Names of cages whose digits only differ."""
_REMARK = re.compile(r"^(.+?):\s*([\s\S]+)", re.MULTILINE)
_SIZES = range(4, 26)


def _read(token: Token, *meanings: Token) -> Sudoku:
    """`meanings` are the meanings of drawings."""
    top = _drawing(token)
    members = top.members()
    rows = top.member("cells").items()
    size = len(rows)
    if size not in _SIZES or any(len(row.items()) != size for row in rows):
        raise top.error("a square board of 4 to 25 rows")
    givens = tuple(tuple(_given(cell, size) for cell in row.items()) for row in rows)
    labels, constraints = _regions(top.member("regions"), size)
    metadata = _metadata(members, token)
    constraints += [flag for name, flag in _FLAGS.items() if name in metadata and metadata[name].flag]
    cages = (_cage(cage, size) for cage in _cages(members) if not _is_remark(cage))
    constraints += (cage for cage in cages if cage)
    layout = build(givens, labels, (), token).layout
    constraints += meant(*_drawings(members, metadata, size), meanings, layout)
    shown = build(givens, labels, constraints, token)
    return _stated(shown, metadata[_STATED]) if _STATED in metadata else shown


def _stated(shown: Sudoku, lines: Json) -> Sudoku:
    """A board with the constraints in these lines, of which it shows those that SudokuPad has a rule for."""
    others = tuple(one for one in shown.constraints if isinstance(one, Regions))
    try:
        whole = Sudoku.parse(replace(shown, constraints=others).format() + str(lines.data))
    except ParseError:
        raise lines.error("lines of constraints") from None
    stated, seen = ({*_split(one.constraints)[0]} for one in (whole, shown))
    # A region of the board is not shown once more.
    if any(one in seen or not isinstance(one, AllDifferent) for one in stated ^ seen):
        raise lines.error("the cages, regions and other rules of the link")
    return whole


def _beside(token: Token, *meanings: Token) -> Beside:
    top = _drawing(token)
    members = top.members()
    metadata = _metadata(members, token)
    every = {**members, **metadata}
    size = len(top.member("cells").items())
    stored = stored_in(every, size)
    if _STATED in metadata:
        names = dict.fromkeys(one.word for one in _split(_read(token).constraints)[1])
        drawn = f"SudokuPad only draws {', '.join(names)} and does not check what that means"
        return stored._replace(notes=(drawn,))
    cosmetic = [name for name in _COSMETIC if name in every]
    drawings = left_out(*_drawings(members, metadata, size), meanings, cosmetic)
    rules = (RULES_IN_WORDS,) if _RULES in every else unread_title(every, lambda: _read(token, *meanings))
    return stored._replace(unread=(*drawings, *rules, *stored.unread))


def _drawings(
    members: dict[str, Json], metadata: dict[str, Json], size: int
) -> tuple[list[DrawnLine], list[str]]:
    """The lines and the other drawings of a link that does not state what it draws."""
    unknown = {} if _STATED in metadata else members
    lines = [_drawn(line, size) for line in unknown[_DRAWN].items()] if _DRAWN in unknown else []
    return lines, [name for name in _DRAWN_TOO if name in unknown]


def _drawing(token: Token) -> Json:
    text = unpack(token, _START, "a link such as https://sudokupad.app/scl...")
    top = Json.parse(text if text.startswith('{"') else unzipped(text), token)
    top.only((*_PUZZLE, _DRAWN, *_DRAWN_TOO, *_LOOKS, *_COSMETIC, *_REMARKS, _RULES), "drawings")
    return top


def _given(cell: Json, size: int) -> int | None:
    members = cell.only(("value",), "marks")
    return members["value"].integer(1, size) if "value" in members else None


def _drawn(line: Json, size: int) -> DrawnLine:
    colour = line.members().get("color")
    return DrawnLine(
        plain_colour(str(colour.data)) if colour else "no colour", partial(_cells_of_line, line, size)
    )


def _cells_of_line(line: Json, size: int) -> list[Cell]:
    """The cells of a line through its corners, in rows and columns; the middle of a cell is at a half."""
    line.only(("wayPoints", "color", "thickness", "target"), "members of a line")
    corners = line.member("wayPoints")
    cells = [_middle(corners.items()[0], size)]
    for point in corners.items()[1:]:
        (r, c), (down, right) = cells[-1], _middle(point, size)
        down, right = down - r, right - c
        length = max(abs(down), abs(right))
        if {abs(down), abs(right)} - {0, length} or not length:
            raise corners.error("a line through the middles of cells, straight or diagonal")
        cells += [(r + down * at // length, c + right * at // length) for at in range(1, length + 1)]
    return cells


def _middle(point: Json, size: int) -> Cell:
    """The cell with this centre."""
    place = [number.data for number in point.items()]
    if len(place) != 2 or not all(isinstance(at, float) and at % 1 == 0.5 and 0 < at < size for at in place):
        raise point.error("the middle of a cell, such as [0.5, 3.5],")
    return int(place[0]), int(place[1])


def _cells(data: Json, size: int) -> tuple[Cell, ...]:
    found = []
    for cell in data.items():
        place = [number.integer(0, size - 1) for number in cell.items()]
        if len(place) != 2:
            raise cell.error("a row and a column")
        found.append((place[0], place[1]))
    if len(set(found)) < len(found):
        raise data.error("different cells")
    return tuple(sorted(found))


def _regions(data: Json, size: int) -> tuple[Numbers, list[Constraint]]:
    """The regions that divide the board, as labels, and the others."""
    found = list(dict.fromkeys(_cells(region, size) for region in data.items() if not region.is_blank))
    whole = [region for region in found if len(region) == size]
    shared = Counter(cell for region in whole for cell in region)
    labels: dict[Cell, int] = {}
    extra = [region for region in found if len(region) != size]
    # A region over the others shares most of its cells, so it comes last.
    for number, region in enumerate(sorted(whole, key=lambda cells: sum(shared[cell] for cell in cells))):
        if labels.keys().isdisjoint(region):
            labels |= dict.fromkeys(region, number)
        else:
            extra.append(region)
    if len(labels) < size * size:
        raise data.error(f"regions that hold every cell, {size} of {size} cells that share none")
    return tuple(tuple(labels[r, c] for c in range(size)) for r in range(size)), [*map(AllDifferent, extra)]


def _metadata(members: dict[str, Json], word: Token) -> dict[str, Json]:
    """The remarks and the metadata together; of two with the same name the later one counts."""
    pieces = [_remark(cage) for cage in _cages(members) if _is_remark(cage)]
    for name in ("metaData", "metadata"):
        pieces += members[name].members().items() if name in members else ()
    metadata: dict[str, Json] = {}
    for name, piece in pieces:
        # SudokuPad and its tools disagree on which one counts.
        if name in _FLAGS and name in metadata and metadata[name].flag != piece.flag:
            raise piece.error(f"the same {name} everywhere")
        metadata[name] = piece
    known = (*_FLAGS, *_REMARKS, *_MESSAGES, *_COSMETIC, _RULES, _STATED)
    Json({name: piece.data for name, piece in metadata.items()}, "metadata", word).only(known, "rules", _OFF)
    return metadata


def _cages(members: dict[str, Json]) -> list[Json]:
    return members["cages"].items() if "cages" in members else []


def _is_remark(cage: Json) -> bool:
    return "cells" not in cage.members()


def _remark(cage: Json) -> tuple[str, Json]:
    """The name before the colon, and the text after it."""
    piece = cage.only(("value", *_CAGE_LOOKS), "members of a remark").get("value")
    found = _REMARK.search(piece.data) if piece and isinstance(piece.data, str) else None
    if piece is None or found is None:
        raise cage.error("cells, or a remark such as 'title: ...',")
    return found[1], Json(found[2], piece.path, piece.word)


def _cage(cage: Json, size: int) -> Cage | Sum | None:
    members = cage.only(("cells", "value", "sum", "unique", *_CAGE_KINDS, *_CAGE_LOOKS), "members of a cage")
    for name, known in _CAGE_KINDS.items():
        if name in members and members[name].data not in known:
            raise members[name].error(f"one of {', '.join(known)}")
    totals = [members[name].integer(1, size**3) for name in ("sum", "value") if name in members]
    if not totals and "unique" not in members:
        raise cage.error("a cage with a sum, or with different digits,")
    if len(set(totals)) > 1:
        raise cage.error("the same number as sum and value")
    unique = "unique" not in members or members["unique"].flag
    return cage_or_sum(_cells(members["cells"], size), totals[0] if totals else None, unique)


def _json(problem: Sudoku) -> str:
    labels = region_labels(problem, "SudokuPad")
    left = other_constraints(problem)
    regions = [one.cells for one in left if isinstance(one, AllDifferent)]
    ruled, others = _split(left)
    metadata: dict[str, Any] = {name: True for name, flag in _FLAGS.items() if flag in left}
    if others:
        metadata[_RULES] = "\n".join(dict.fromkeys(_in_words(one) for one in others))
        metadata[_STATED] = "\n".join(line for one in left for line in one.lines())
    drawings = drawn(others, problem.layout)
    top: dict[str, Any] = {
        "cellSize": 50,
        "cells": [[{} if digit is None else {"value": digit} for digit in row] for row in problem.givens],
        "regions": [*by_label(labels).values(), *regions],
        "cages": [*filter(None, map(_cage_json, ruled)), *drawings.pop("cages", ())],
        "metadata": metadata,
        **drawings,
    }
    return json.dumps(top, separators=(",", ":"))


def _split(constraints: Iterable[Constraint]) -> tuple[list[Constraint], list[Constraint]]:
    """Those that SudokuPad has a rule for, and the others but the regions of the board."""
    ruled: list[Constraint] = []
    others: list[Constraint] = []
    for one in constraints:
        has_rule = one in _FLAGS.values() or isinstance(one, AllDifferent) or _cage_json(one)
        if not isinstance(one, Regions):
            (ruled if has_rule else others).append(one)
    return ruled, others


def _in_words(one: Constraint) -> str:
    """The meaning of a drawing; with its values, if it has no place on the board."""
    return one.caption() if any(isinstance(shape, Caption) for shape in one.look) else one.about


def _cage_json(one: Constraint) -> dict[str, Any]:
    """The entry of a cage or a sum; empty for another constraint."""
    stated = as_cage(one)
    if stated is None:
        return {}
    cells, total, unique = stated
    return {"cells": cells, "unique": unique, **({"value": str(total), "sum": total} if total else {})}


SUDOKUPAD: Form[Sudoku, Grid] = line_form(
    name="sudokupad",
    about="links of SudokuPad with its own JSON (scl), one a line",
    recognises=lambda text: _START.match(text.lstrip()) is not None,
    read=_read,
    meanings=True,
    write=lambda problem: f"https://sudokupad.app/scl{pack(_json(problem))}",
    show=show_rows,
    beside=_beside,
)
