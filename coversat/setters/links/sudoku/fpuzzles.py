"""Sudoku as a link of f-puzzles, which SudokuPad opens too: ``?load=`` or ``fpuzzles`` and packed JSON.

The JSON has ``size`` and ``grid[row][column]`` with ``value`` and ``given`` (and ``region`` if it is not
the usual box), and a member for each kind of constraint. A value that is not given belongs to a player's
progress, like pencil marks, and is ignored. A drawing that names its constraint only shows that constraint.
Other drawings, and fog over cells, are left out, and a note names them, since what they mean is only stated
in words; a meaning can follow the link. Unknown constraints are refused.

Source: what f-puzzles writes, as the public code of SudokuPad and of solvers reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from ....base.grouping import grouped
from ....kinds.sudoku.constraints import Constraint
from ....kinds.sudoku.constraints.everywhere import AntiKing, AntiKnight
from ....kinds.sudoku.constraints.marks import Candidates
from ....kinds.sudoku.constraints.sets import AllDifferent, Diagonal, DisjointGroups, Windoku
from ....kinds.sudoku.constraints.sets import windows as windows_of
from ....kinds.sudoku.rules import Sudoku
from ....kinds.sudoku.text import show_rows
from ....problems.forms.lines import RULES_IN_WORDS, line_form
from ....problems.grid import Cell, Grid, Numbers
from ....problems.layout import Layout, default_box
from ....problems.problem import Beside, Form
from ....problems.text import Token
from ..checked_json import Json
from ..lz_string import SUDOKUPAD_LINK, pack, unpack
from .common import (
    DrawnLine,
    as_cage,
    box_labels,
    build,
    cage_or_sum,
    left_out,
    meant,
    other_constraints,
    plain_colour,
    refuse,
    region_labels,
    stored_in,
    unread_title,
)
from .fpuzzles_members import (
    NEGATIVES,
    is_circle,
    known_members,
    negatives,
    stated,
    written,
    written_negatives,
)

_START = re.compile(
    rf"https?://(?:www\.)?f-puzzles\.com/\?load=|{SUDOKUPAD_LINK}fpuz(?:zles)?|fpuz(?:zles)?(?=N4Ig)"
)
_FLAGS: dict[str, Constraint] = {
    "diagonal+": Diagonal("up"),
    "diagonal-": Diagonal("down"),
    "antiknight": AntiKnight(),
    "antiking": AntiKing(),
    "disjointgroups": DisjointGroups(),
}
_RULES = "ruleset"
_REMARKS = tuple(
    "title author solution successMessage disabledlogic truecandidatesoptions highlightConflicts".split()
)
_KILLER, _EXTRA = "killercage", "extraregion"
_CAGE_LOOKS = ("outlineC", "fontC")
_DRAWN = "line"
_DRAWN_TOO = ("text", "circle", "rectangle", "cage")
_DRAWN_FOR = "fromConstraint"
_COSMETIC = tuple(
    "fogofwar foglight foglink fogtriggers triggereffect background bgimage bgimageopacity".split()
)
"""Members that hide cells until they are solved, or lie behind the board."""
_COLOURS = ("c", "cArray", "highlight")
_MARKS = ("centerPencilMarks", "cornerPencilMarks")
_GIVEN_MARKS = "givenPencilMarks"
_CELL = re.compile(r"R([1-9][0-9]?)C([1-9][0-9]?)")
_LARGEST = 25


def _read(token: Token, *meanings: Token) -> Sudoku:
    """`meanings` are the meanings of drawings."""
    top = _puzzle(token)
    members = top.members()
    size = top.member("size").integer(4, _LARGEST)
    rows = top.member("grid").items()
    if len(rows) != size or any(len(row.items()) != size for row in rows):
        raise top.member("size").error("as many rows and cells in a row")
    cells = [[_Cell(cell, size) for cell in row.items()] for row in rows]
    box = default_box(size)
    labels = None
    if any(cell.region is not None for row in cells for cell in row):
        # If there is no default box for the size, rows replace it.
        usual = box_labels(size, size, box) if box else tuple((r,) * size for r in range(size))
        labels = tuple(
            tuple(map(_Cell.label, row, numbers)) for row, numbers in zip(cells, usual, strict=True)
        )
    constraints: list[Constraint] = [flag for name, flag in _FLAGS.items() if top.is_on(name)]
    constraints += _cages(members.get(_KILLER), size)
    constraints += _with_windoku(list(_extra_regions(members.get(_EXTRA), size)), size)
    givens = tuple(tuple(cell.given for cell in row) for row in cells)
    layout = build(givens, labels, (), token).layout
    constraints += stated(members, layout, token)
    constraints += meant(list(_drawn(members, size)), _others(members), meanings, layout)
    constraints += negatives(top, constraints)
    placed = zip(layout.cells(), chain(*cells), strict=True)
    constraints += (Candidates((place,), tuple(one.marks)) for place, one in placed if one.marks)
    return build(givens, labels, constraints, token)


def _beside(token: Token, *meanings: Token) -> Beside:
    top = _puzzle(token)
    members = top.members()
    size = top.member("size").integer(4, _LARGEST)
    cosmetic = [name for name in _COSMETIC if name in members]
    drawings = left_out(list(_drawn(members, size)), _others(members), meanings, cosmetic)
    stored = stored_in(members, size)
    rules = (RULES_IN_WORDS,) if _RULES in members else unread_title(members, lambda: _read(token, *meanings))
    return stored._replace(unread=(*drawings, *rules, *stored.unread))


def _others(members: Mapping[str, Json]) -> list[str]:
    """The drawings that are no lines."""
    cells = (cell for row in members["grid"].items() for cell in row.items()) if "grid" in members else ()
    coloured = any(not cell.members().keys().isdisjoint(_COLOURS) for cell in cells)
    return [*_drawn_too(members), *(["colour"] if coloured else [])]


def _puzzle(token: Token) -> Json:
    top = Json.parse(unpack(token, _START, "a link such as https://f-puzzles.com/?load=..."), token)
    stating = (*_FLAGS, _KILLER, _EXTRA, *known_members(), *NEGATIVES)
    known = ("size", "grid", *stating, _DRAWN, *_DRAWN_TOO, *_COSMETIC, *_REMARKS, _RULES)
    top.only(known, "constraints")
    return top


class _Cell:
    """A cell: its given or None, its candidates, and its region if that is unusual."""

    def __init__(self, data: Json, size: int) -> None:
        members = data.only(("value", "given", "region", _GIVEN_MARKS, *_MARKS, *_COLOURS), "marks")
        marks = members[_GIVEN_MARKS].items() if _GIVEN_MARKS in members else []
        self.marks = sorted({mark.integer(1, size) for mark in marks})
        self.given = data.member("value").integer(1, size) if data.is_on("given") else None
        if "region" in data.data and data.data["region"] is None:
            raise data.error("a cell in a region")
        self.region = members["region"].integer(0, size - 1) if "region" in members else None

    def label(self, usual: int) -> int:
        return usual if self.region is None else self.region


def _cages(cages: Json | None, size: int) -> Iterator[Constraint]:
    for cage in cages.items() if cages else ():
        members = cage.only(("cells", "value", "unique", *_CAGE_LOOKS), "members of a cage")
        cells = _places(cage, size)
        total = members["value"].integer(1, size**3) if "value" in members else None
        if one := cage_or_sum(cells, total, "unique" not in members or members["unique"].flag):
            yield one


def _extra_regions(regions: Json | None, size: int) -> Iterator[AllDifferent]:
    for region in regions.items() if regions else ():
        region.only(("cells", *_CAGE_LOOKS), "members of a region")
        yield AllDifferent(_places(region, size))


def _drawn(members: Mapping[str, Json], size: int) -> Iterator[DrawnLine]:
    for entry in members[_DRAWN].items() if _DRAWN in members else ():
        looks = entry.only(("lines", "outlineC", "width", "isNewConstraint", _DRAWN_FOR), "members of a line")
        if _shows_another(entry, members):
            continue
        colour = plain_colour(str(looks["outlineC"].data)) if "outlineC" in looks else "#c0c0c0"
        for line in entry.member("lines").items():
            yield DrawnLine(colour, partial(_line, line, size))


def _line(line: Json, size: int) -> list[Cell]:
    return [_place(cell, size) for cell in line.items()]


def _drawn_too(members: Mapping[str, Json]) -> Iterator[str]:
    """The other drawings that do not belong to a stated constraint."""
    for name in _DRAWN_TOO:
        for entry in members[name].items() if name in members else ():
            if not _shows_another(entry, members):
                yield name
    arrows = members["arrow"].items() if "arrow" in members else ()
    yield from ("circle" for arrow in arrows if is_circle(arrow))


def _shows_another(entry: Json, members: Mapping[str, Json]) -> bool:
    """Whether a drawing has the name of a stated constraint and lies in its cells."""
    of_entry = entry.members()
    if _DRAWN_FOR not in of_entry:
        return False
    name = str(of_entry[_DRAWN_FOR].data).replace(" ", "").lower()
    if name not in known_members() or name not in members:
        raise of_entry[_DRAWN_FOR].error("the name of a constraint that the link states")
    stated = [_cells_of(one.data) for one in members[name].items()]
    if "lines" not in of_entry:  # one cage may be drawn around several
        stated = [set().union(*stated)]
    if not any(_cells_of(entry.data) <= cells for cells in stated):
        raise entry.error(f"a drawing of a {name} that the link states")
    return True


def _cells_of(entry: Any) -> set[str]:
    return set(re.findall(r"\bR[0-9]+C[0-9]+\b", json.dumps(entry)))


def _places(cage: Json, size: int) -> tuple[Cell, ...]:
    return tuple(_place(cell, size) for cell in cage.member("cells").items())


def _with_windoku(regions: list[AllDifferent], size: int) -> list[Constraint]:
    """The extra regions; if they include all windows of windoku, these become windoku."""
    windows = _windows(size)
    if not windows or not set(windows) <= set(regions):
        return [*regions]
    return [Windoku(), *(region for region in regions if region not in windows)]


def _windows(size: int) -> list[AllDifferent]:
    layout = Layout(size, size, 1, size)
    return [] if Windoku().fault(layout) else [AllDifferent(cells) for cells in windows_of(layout)]


def _place(name: Json, size: int) -> Cell:
    found = _CELL.fullmatch(name.data) if isinstance(name.data, str) else None
    cell = (int(found[1]) - 1, int(found[2]) - 1) if found else (size, size)
    if max(cell) >= size:
        raise name.error(f"a cell from R1C1 to R{size}C{size}")
    return cell


def _json(problem: Sudoku) -> str:
    labels = region_labels(problem, "f-puzzles")
    usual = default_box(problem.size)
    regions = None if usual and labels == box_labels(problem.rows, problem.columns, usual) else labels
    top: dict[str, Any] = {"size": problem.size, "grid": _grid(problem.givens, regions)}
    left = other_constraints(problem)
    top |= {name: True for name, flag in _FLAGS.items() if flag in left}
    marks = [one for one in left if isinstance(one, Candidates)]
    _put_marks(top["grid"], marks)
    negative = written_negatives(left)
    top |= negative.members
    known = (*_FLAGS.values(), *marks, *negative.stated)
    stating = [(one, list(_entries(one, problem))) for one in left if one not in known]
    refuse((one for one, entries in stating if not entries), "f-puzzles")
    lists = grouped(chain.from_iterable(entries for _, entries in stating))
    return json.dumps({**top, **lists}, separators=(",", ":"))


def _entries(one: Constraint, problem: Sudoku) -> Iterator[tuple[str, dict[str, Any]]]:
    """The entries that state a constraint, with the names of their members."""
    if isinstance(one, Windoku):
        for window in _windows(problem.size):
            yield _EXTRA, {"cells": _names(window.cells)}
    elif isinstance(one, AllDifferent):
        yield _EXTRA, {"cells": _names(one.cells)}
    elif stated := as_cage(one):
        cells, total, unique = stated
        value = {"value": str(total)} if total else {}
        yield _KILLER, {"cells": _names(cells), **({} if unique else {"unique": False}), **value}
    else:
        yield from written(one, problem.layout)


def _put_marks(grid: list[list[dict[str, Any]]], marks: Iterable[Candidates]) -> None:
    """Put the candidates of cells into the grid; two constraints on a cell are intersected."""
    found: dict[Cell, set[int]] = {}
    for one in marks:
        for cell in one.cells:
            found[cell] = found.get(cell, set(one.digits)) & set(one.digits)
    for (r, c), digits in found.items():
        if not digits:
            raise ValueError("f-puzzles cannot state a cell that may hold no digit")
        grid[r][c][_GIVEN_MARKS] = sorted(digits)


def _grid(givens: Grid, regions: Numbers | None) -> list[list[dict[str, Any]]]:
    rows: list[list[dict[str, Any]]] = [
        [{} if digit is None else {"value": digit, "given": True} for digit in row] for row in givens
    ]
    for row, labels in zip(rows, regions or (), strict=regions is not None):
        for cell, label in zip(row, labels, strict=True):
            cell["region"] = label
    return rows


def _names(cells: Sequence[Cell]) -> list[str]:
    return [f"R{r + 1}C{c + 1}" for r, c in cells]


FPUZZLES: Form[Sudoku, Grid] = line_form(
    name="fpuzzles",
    about="links of f-puzzles, and of SudokuPad to its puzzles, one a line",
    recognises=lambda text: _START.match(text.lstrip()) is not None,
    read=_read,
    meanings=True,
    write=lambda problem: f"https://f-puzzles.com/?load={pack(_json(problem))}",
    show=show_rows,
    beside=_beside,
)
