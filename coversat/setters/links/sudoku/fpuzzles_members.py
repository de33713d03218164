"""The members of f-puzzles' JSON that state constraints: a list each, of objects of a few shapes.

A shape converts entries to the words of a constraint's line and back. The parameters of a constraint
determine the shape of its entries: a clue beside the board, a pair of cells, single cells, or lines of
cells, perhaps with a value. A few have their own shape.

Source: what f-puzzles and its extensions write, as the public code of solvers reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from ....base.errors import ParseError
from ....kinds.sudoku.constraints import Constraint, constraint_of
from ....kinds.sudoku.constraints.marks import Difference, Greater, Maximum, Minimum, Ratio
from ....kinds.sudoku.constraints.parameters import Cells, Number, Side, cell_of
from ....kinds.sudoku.constraints.strict import AntiConsecutive, StrictDifference, StrictRatio, StrictXv
from ....problems.grid import Cell
from ....problems.layout import Layout
from ....problems.text import LineReader, Token
from ..checked_json import Json

_OUTSIDE = re.compile(r"R(0|[1-9][0-9]?)C(0|[1-9][0-9]?)")
_LOOKS = ("outlineC", "baseC", "fontC", "width", "height", "size", "angle", "isNewConstraint")
_STEPS = {
    "DR": ((1, 1), "down-right"),
    "DL": ((1, -1), "down-left"),
    "UR": ((-1, 1), "up-right"),
    "UL": ((-1, -1), "up-left"),
}

Entry = dict[str, Any]
Lines = Iterator[Sequence[str]]
"""The words of constraints' lines, without the first."""


class Shape(NamedTuple):
    """How entries of one shape are read into words and written from a constraint."""

    read: Callable[[Json, Layout], Lines]
    write: Callable[[Constraint, Sequence[str], Layout], Iterator[Entry]]


def _string(data: Json) -> str:
    if not isinstance(data.data, str):
        raise data.error("a cell such as R1C1")
    return data.data


def _strings(data: Json) -> list[str]:
    return [_string(item) for item in data.items()]


def _outside(name: Json) -> Cell:
    """The row and column of a cell, from 0 for those before the first."""
    found = _OUTSIDE.fullmatch(_string(name))
    if found is None:
        raise name.error("a cell such as R0C1")
    return int(found[1]), int(found[2])


def _value(members: Mapping[str, Json], default: str = "") -> list[str]:
    """The word of the value; the default, if it is not empty, for an entry without a value."""
    value = str(members["value"].data) if "value" in members else default
    return [value] if value else []


def _names(words: Iterable[str]) -> list[str]:
    return [word.upper() for word in words]


def _cell_names(words: Sequence[str]) -> list[str]:
    return _names(word for word in words if word[0] == "r" and word[1].isdigit())


def _valued(one: Constraint) -> dict[str, str]:
    for name, parameter in one.parameters.items():
        if isinstance(parameter, Number) and (number := getattr(one, name)) is not None:
            return {"value": next(parameter.words(number), str(number)).upper()}
    return {}


# Lines, pairs and single cells


def _read_lines(entry: Json, layout: Layout, default: str = "") -> Lines:
    members = entry.only(("lines", "value", *_LOOKS), "members of a line")
    for line in entry.member("lines").items():
        yield [*_value(members, default), *_strings(line)]


def _read_whispers(entry: Json, layout: Layout) -> Lines:
    """Without a value, digits differ by half of the board's side, rounded up."""
    return _read_lines(entry, layout, str((layout.highest + 1) // 2))


def _write_lines(one: Constraint, words: Sequence[str], layout: Layout) -> Iterator[Entry]:
    yield {"lines": [_cell_names(words)], **_valued(one)}


def _of_cells(what: str, *more: str) -> Shape:
    """Cells, and perhaps more members of the entry of this mark: its value."""

    def read(entry: Json, layout: Layout) -> Lines:
        members = entry.only(("cells", *more, *_LOOKS), f"members of {what}")
        yield [*_value(members), *_strings(entry.member("cells"))]

    return Shape(read, _write_cells)


def _write_cells(one: Constraint, words: Sequence[str], layout: Layout) -> Iterator[Entry]:
    yield {"cells": _cell_names(words), **_valued(one)}


def _read_cell(entry: Json, layout: Layout) -> Lines:
    entry.only(("cell", *_LOOKS), "members of a mark")
    yield [_string(entry.member("cell"))]


def _write_cell(one: Constraint, words: Sequence[str], layout: Layout) -> Iterator[Entry]:
    return ({"cell": name} for name in _names(words))


# Clues beside the board


def _read_clue(entry: Json, layout: Layout) -> Lines:
    """A clue without a value states nothing."""
    members = entry.only(("cell", "value", *_LOOKS), "members of a clue")
    side, number = _side_of(entry.member("cell"), layout)
    if value := _value(members):
        yield [*value, side, str(number)]


def _side_of(place: Json, layout: Layout) -> tuple[str, int]:
    """The side of the board that a cell beside it is on, and the number of its row or column."""
    r, c = _outside(place)
    if 1 <= c <= layout.columns and r in (0, layout.rows + 1):
        return "bottom" if r else "top", c
    if 1 <= r <= layout.rows and c in (0, layout.columns + 1):
        return "right" if c else "left", r
    raise place.error("a cell beside the board")


def _write_clue(one: Constraint, words: Sequence[str], layout: Layout) -> Iterator[Entry]:
    side, at = next(getattr(one, name) for name, kind in one.parameters.items() if isinstance(kind, Side))
    last = {"bottom": layout.rows + 1, "right": layout.columns + 1}.get(side, 0)
    cell = f"R{last}C{at + 1}" if side in ("top", "bottom") else f"R{at + 1}C{last}"
    yield {"cell": cell, **_valued(one)}


def _read_little_killer(entry: Json, layout: Layout) -> Lines:
    members = entry.only(("cell", "direction", "cells", "value", *_LOOKS), "members of a clue")
    r, c = _outside(entry.member("cell"))
    direction = entry.member("direction")
    if direction.data not in _STEPS:
        raise direction.error(f"one of {', '.join(_STEPS)}")
    (down, right), way = _STEPS[direction.data]
    if _value(members, "0") != ["0"]:
        yield [*_value(members), way, f"r{r + down}c{c + right}"]


def _write_little_killer(one: Constraint, words: Sequence[str], layout: Layout) -> Iterator[Entry]:
    total, way, _ = words
    direction, (down, right) = next((name, step) for name, (step, word) in _STEPS.items() if word == way)
    cells = one.scope(layout)
    r, c = cells[0]
    names = [f"R{row + 1}C{column + 1}" for row, column in cells]
    place = {"cell": f"R{r + 1 - down}C{c + 1 - right}", "direction": direction}
    yield {**place, "cells": names, "value": total}


# Shapes of one constraint


def _read_arrow(entry: Json, layout: Layout) -> Lines:
    """The circle, then the cells; each line begins in the circle."""
    entry.only(("lines", "cells", *_LOOKS), "members of an arrow")
    circle = _strings(entry.member("cells"))
    for line in [] if is_circle(entry) else entry.member("lines").items():
        shaft = [cell for cell in _strings(line) if cell not in circle]
        yield [*circle, *([] if len(circle) == 1 else ["/"]), *shaft]


def is_circle(arrow: Json) -> bool:
    """Whether an arrow has no line beyond its circle, and so states nothing."""
    members = arrow.members()
    return "lines" not in members and "lines" in arrow.data


def _write_arrow(one: Constraint, words: Sequence[str], layout: Layout) -> Iterator[Entry]:
    """Several lines for a pill; no arrow whose circle is part of its shaft."""
    if one.word == "arrow":
        line = _names(words)
        if line.count(line[0]) == 1:
            yield {"cells": line[:1], "lines": [line]}
        return
    pill, *shafts = " ".join(words).split(" / ")
    circle = _names(pill.split())
    yield {"cells": circle, "lines": [[circle[-1], *_names(shaft.split())] for shaft in shafts]}


def _read_quadruple(entry: Json, layout: Layout) -> Lines:
    entry.only(("cells", "values", *_LOOKS), "members of a quadruple")
    cells = sorted(_outside(cell) for cell in entry.member("cells").items())
    r, c = cells[0] if cells else (0, 0)
    if cells != [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]:
        raise entry.error("four cells that meet")
    if "values" in entry.members():
        values = entry.member("values").items()
        yield [*(str(one.integer(layout.lowest, layout.highest)) for one in values), f"r{r}c{c}"]


def _write_quadruple(one: Constraint, words: Sequence[str], layout: Layout) -> Iterator[Entry]:
    cells = [f"R{r + 1}C{c + 1}" for r, c in one.scope(layout)]
    yield {"cells": cells, "values": [int(word) for word in words[:-1]]}


def _read_clone(entry: Json, layout: Layout) -> Lines:
    entry.only(("cells", "cloneCells", *_LOOKS), "members of a clone")
    groups = _strings(entry.member("cells")), _strings(entry.member("cloneCells"))
    if len(groups[0]) != len(groups[1]):
        raise entry.error("as many cells as cells of the clone")
    pairs = [pair for pair in zip(*groups, strict=True) if pair[0] != pair[1]]
    if pairs:
        first, second = zip(*pairs, strict=True)
        yield [*first, "/", *second]


def _write_clone(one: Constraint, words: Sequence[str], layout: Layout) -> Iterator[Entry]:
    first, *others = " ".join(words).split(" / ")
    for other in others:
        yield {"cells": _names(first.split()), "cloneCells": _names(other.split())}


_CLUE, _PAIR, _CELL = (
    Shape(_read_clue, _write_clue),
    _of_cells("a mark", "value"),
    Shape(_read_cell, _write_cell),
)
_LINE, _ARROW = Shape(_read_lines, _write_lines), Shape(_read_arrow, _write_arrow)
_INDEXER = _of_cells("indexed cells")
_OWN_SHAPES = {
    "whisper": Shape(_read_whispers, _write_lines),
    "little-killer": Shape(_read_little_killer, _write_little_killer),
    "arrow": _ARROW,
    "pill-arrow": _ARROW,
    "quadruple": Shape(_read_quadruple, _write_quadruple),
    "clone": Shape(_read_clone, _write_clone),
    "index": _INDEXER,
}
"""By the words of constraints."""
_ELSEWHERE = ("killercage", "extraregion")
"""Members that are not read here."""
_EXTREMES = {"minimum": Minimum, "maximum": Maximum}
_INDEXERS = {"rowindexer": "row", "columnindexer": "column", "boxindexer": "box"}


def _shape_of(kind: type[Constraint]) -> Shape:
    parameters = kind.parameters.values()
    cells = next((one for one in parameters if isinstance(one, Cells)), Cells())
    if kind.word in _OWN_SHAPES:
        return _OWN_SHAPES[kind.word]
    if any(isinstance(one, Side) for one in parameters):
        return _CLUE
    return _CELL if cells.least == 1 else _PAIR if cells.most == cells.least else _LINE


_OWN_WORDS = """
    anti-king anti-knight arrow clone difference disjoint-groups double-arrow even lockout maximum minimum
    nabner odd palindrome quadruple ratio renban skyscraper x-sum xv
    """
"""The constraints whose members are called as they are."""
MEMBERS = dict(
    sorted(
        {
            **{word: word.replace("-", "") for word in _OWN_WORDS.split()},
            "all-different": "extraregion",
            "between": "betweenline",
            "cage": "killercage",
            "entropic": "entropicline",
            "little-killer": "littlekillersum",
            "modular": "modularline",
            "region-sum": "regionsumline",
            "sandwich": "sandwichsum",
            "thermo": "thermometer",
            "thermo-slow": "slowthermometer",
            "whisper": "whispers",
            "zipper": "zipperline",
        }.items()
    )
)
"""The members that state constraints, by the words of these."""


@cache
def _by_member() -> dict[str, type[Constraint]]:
    """The constraints with parameters, by the members that state them."""
    every = ((constraint_of(word), name) for word, name in MEMBERS.items() if name not in _ELSEWHERE)
    return {name: one for one, name in every if one.parameters}


def known_members() -> tuple[str, ...]:
    """The members that are read here."""
    return (*_by_member(), *_INDEXERS)


def stated(members: Mapping[str, Json], layout: Layout, word: Token) -> Iterator[Constraint]:
    """The constraints of all these members; errors are located at the link."""
    for name in known_members():
        entries = members[name].items() if name in members else []
        kind = _by_member().get(name) or constraint_of("index")
        shape = _shape_of(kind)
        lines: Lines = chain.from_iterable(shape.read(entry, layout) for entry in entries)
        if name in _EXTREMES:
            yield from _extremes(name, [line[0] for line in lines], layout, word)
            continue
        if shape is _CELL and entries:  # one constraint of all cells
            lines = iter([[*chain.from_iterable(lines)]])
        for line in lines:
            own = constraint_of("pill-arrow") if name == "arrow" and "/" in line else kind
            first = [_INDEXERS[name]] if name in _INDEXERS else []
            tokens = [word._replace(text=text) for text in (own.word, *first, *line)]
            try:
                yield own.read(tokens, LineReader(""), layout)
            except ParseError as error:
                raise ParseError(word.line, word.column, f"{name}: {error.reason}") from None


def _extremes(name: str, cells: Sequence[str], layout: Layout, word: Token) -> Iterator[Constraint]:
    """Minima or maxima; adjacent ones are not compared, so the others become signs on borders."""
    marked = [cell_of(word._replace(text=cell), layout) for cell in cells]
    for r, c in marked:
        around = [cell for cell in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if layout.has(cell)]
        if not set(around) & set(marked):
            yield _EXTREMES[name](((r, c),))
            continue
        for other in around:
            if other not in marked:
                yield Greater((other, (r, c)) if name == "minimum" else ((r, c), other))


def written(one: Constraint, layout: Layout) -> Iterator[tuple[str, Entry]]:
    """The member that states a constraint, with its entries; none if there is no such member."""
    words = one.lines()[0].split()[1:]
    member = {"index": f"{words[0]}indexer" if words else "", "pill-arrow": "arrow"}.get(
        one.word, MEMBERS.get(one.word, "")
    )
    if member in known_members():
        yield from ((member, entry) for entry in _shape_of(type(one)).write(one, words, layout))


# Borders without a mark: ``nonconsecutive``, and the list ``negative``
#
# ``ratio`` and ``difference`` in the list refer to the numbers of the dots on the board, or to the usual one.


_FLAG, _LIST = NEGATIVES = ("nonconsecutive", "negative")
_CONSECUTIVE = 1


def negatives(top: Json, others: Sequence[Constraint]) -> Iterator[Constraint]:
    """The constraints on unmarked borders; `others` have the marks."""
    if top.is_on(_FLAG):
        marked = any(isinstance(one, Difference | Ratio) for one in others)
        yield StrictDifference((_CONSECUTIVE,)) if marked else AntiConsecutive()
    members = top.members()
    for name in members[_LIST].items() if _LIST in members else ():
        kinds = _kinds(others)
        if not isinstance(name.data, str) or name.data not in kinds:
            raise name.error(" or ".join(kinds))
        yield kinds[name.data]


def _kinds(others: Sequence[Constraint]) -> dict[str, Constraint]:
    """The meaning of the words of the list beside these marks."""
    ratios = {one.number for one in others if isinstance(one, Ratio)}
    differences = {one.number for one in others if isinstance(one, Difference)}
    return {
        "ratio": StrictRatio(tuple(sorted(ratios or {2}))),
        "difference": StrictDifference(tuple(sorted(differences or {1}))),
        "xv": StrictXv(),
    }


class Negatives(NamedTuple):
    """The members of f-puzzles for unmarked borders, and the constraints they state."""

    members: dict[str, Any]
    stated: list[Constraint]


def written_negatives(constraints: Sequence[Constraint]) -> Negatives:
    """The constraints that these members can state."""
    names: dict[Constraint, str] = {one.among(constraints): name for name, one in _kinds(constraints).items()}
    consecutive: list[Constraint] = [StrictDifference((_CONSECUTIVE,)).among(constraints)]
    if not any(isinstance(one, Difference | Ratio) for one in constraints):
        consecutive.append(AntiConsecutive())
    flags = [one for one in constraints if one in consecutive]
    listed = [one for one in constraints if one in names and one not in flags]
    members: dict[str, Any] = {_FLAG: True} if flags else {}
    if listed:
        members[_LIST] = [names[one] for one in listed]
    return Negatives(members, [*flags, *listed])
