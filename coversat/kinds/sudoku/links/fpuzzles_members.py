"""The members of f-puzzles' JSON that state constraints: a list each, of objects of a few shapes.

Most have cells, or lines of cells, and perhaps a value, in the order of the words of a constraint's line.

Source: what f-puzzles and its extensions write, as the public code of solvers reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from ....errors import ParseError
from ....problems.forms.checked_json import Json
from ....problems.grid import Cell
from ....problems.text import LineReader, Token
from ..constraints import Constraint, all_constraints, constraint_of
from ..constraints.marks import (
    AntiConsecutive,
    Difference,
    Greater,
    Maximum,
    Minimum,
    Ratio,
    StrictDifference,
    StrictRatio,
    StrictXv,
)
from ..constraints.parameters import Number, Side, cell_of
from ..layout import Layout

_OUTSIDE = re.compile(r"R(0|[1-9][0-9]?)C(0|[1-9][0-9]?)")
_LOOKS = ("outlineC", "baseC", "fontC", "width", "height", "size", "angle", "isNewConstraint")
_STEPS = {
    "DR": ((1, 1), "down-right"),
    "DL": ((1, -1), "down-left"),
    "UR": ((-1, 1), "up-right"),
    "UL": ((-1, -1), "up-left"),
}
Told = Iterator[Sequence[str]]
"""The words of lines, behind their first."""


def _strings(data: Json) -> list[str]:
    """A list of names of cells."""
    return [_string(item) for item in data.items()]


def _string(data: Json) -> str:
    if not isinstance(data.data, str):
        raise data.error("a cell such as R1C1")
    return data.data


def _value(members: Mapping[str, Json], usual: str = "") -> list[str]:
    """What stands as value, or what is meant where none does."""
    told = str(members["value"].data) if "value" in members else usual
    return [told] if told else []


def _lines(entry: Json, layout: Layout) -> Told:
    members = entry.only(("lines", "value", *_LOOKS), "members of a line")
    for line in entry.member("lines").items():
        yield [*_value(members), *_strings(line)]


def _whispers(entry: Json, layout: Layout) -> Told:
    """Digits differ by half of the board's side, rounded up, where no number is told."""
    members = entry.only(("lines", "value", *_LOOKS), "members of a line")
    for line in entry.member("lines").items():
        yield [*_value(members, str((layout.highest + 1) // 2)), *_strings(line)]


def _cells(entry: Json, layout: Layout) -> Told:
    members = entry.only(("cells", "value", *_LOOKS), "members of a mark")
    yield [*_value(members), *_strings(entry.member("cells"))]


def _cell(entry: Json, layout: Layout) -> Told:
    entry.only(("cell", *_LOOKS), "members of a mark")
    yield [_string(entry.member("cell"))]


def _clue(entry: Json, layout: Layout) -> Told:
    """A number beside a row or column; none says nothing."""
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


def _outside(place: Json) -> Cell:
    """The row and column of a cell, from 0 for those before the first."""
    found = _OUTSIDE.fullmatch(_string(place))
    if found is None:
        raise place.error("a cell such as R0C1")
    return int(found[1]), int(found[2])


def _little_killer(entry: Json, layout: Layout) -> Told:
    members = entry.only(("cell", "direction", "cells", "value", *_LOOKS), "members of a clue")
    r, c = _outside(entry.member("cell"))
    direction = entry.member("direction")
    if direction.data not in _STEPS:
        raise direction.error(f"one of {', '.join(_STEPS)}")
    (down, right), way = _STEPS[direction.data]
    if _value(members, "0") != ["0"]:
        yield [*_value(members), way, f"r{r + down}c{c + right}"]


def _arrow(entry: Json, layout: Layout) -> Told:
    """The circle, then the cells; each line begins in the circle."""
    entry.only(("lines", "cells", *_LOOKS), "members of an arrow")
    circle = _strings(entry.member("cells"))
    for line in [] if is_circle(entry) else entry.member("lines").items():
        shaft = [cell for cell in _strings(line) if cell not in circle]
        yield [*circle, *([] if len(circle) == 1 else ["/"]), *shaft]


def is_circle(arrow: Json) -> bool:
    """Whether an arrow was never drawn beyond its circle, which says nothing by itself."""
    members = arrow.members()
    return "lines" not in members and "lines" in arrow.data


def _quadruple(entry: Json, layout: Layout) -> Told:
    entry.only(("cells", "values", *_LOOKS), "members of a quadruple")
    cells = sorted(_outside(cell) for cell in entry.member("cells").items())
    r, c = cells[0] if cells else (0, 0)
    if cells != [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]:
        raise entry.error("four cells that meet")
    if "values" in entry.members():
        values = entry.member("values").items()
        yield [*(str(one.integer(layout.lowest, layout.highest)) for one in values), f"r{r}c{c}"]


def _clone(entry: Json, layout: Layout) -> Told:
    entry.only(("cells", "cloneCells", *_LOOKS), "members of a clone")
    groups = _strings(entry.member("cells")), _strings(entry.member("cloneCells"))
    if len(groups[0]) != len(groups[1]):
        raise entry.error("as many cells as cells of the clone")
    pairs = [pair for pair in zip(*groups, strict=True) if pair[0] != pair[1]]
    if pairs:
        first, second = zip(*pairs, strict=True)
        yield [*first, "/", *second]


def _indexer(entry: Json, layout: Layout) -> Told:
    entry.only(("cells", *_LOOKS), "members of indexed cells")
    yield _strings(entry.member("cells"))


Reader = Callable[[Json, Layout], Told]
_LINES = (
    *("thermometer", "slowthermometer", "palindrome", "renban", "regionsumline", "nabner", "entropicline"),
    *("modularline", "doublearrow", "zipperline", "betweenline", "lockout", "sumline"),
)
_SHAPES: dict[str, Reader] = {
    **dict.fromkeys(_LINES, _lines),
    **dict.fromkeys(("difference", "ratio", "xv"), _cells),
    **dict.fromkeys(("odd", "even", "minimum", "maximum"), _cell),
    **dict.fromkeys(("sandwichsum", "xsum", "skyscraper"), _clue),
    "whispers": _whispers,
    "littlekillersum": _little_killer,
    "arrow": _arrow,
    "quadruple": _quadruple,
    "clone": _clone,
    "rowindexer": _indexer,
    "columnindexer": _indexer,
    "boxindexer": _indexer,
}
_EXTREMES = {"minimum": Minimum, "maximum": Maximum}
_INDEXERS = {"rowindexer": "row", "columnindexer": "column", "boxindexer": "box"}


@cache
def _by_member() -> dict[str, type[Constraint]]:
    """The constraints by the members that state them."""
    return {one.fpuzzles: one for one in all_constraints() if one.fpuzzles in _SHAPES}


@cache
def known_members() -> tuple[str, ...]:
    """The members that are read here."""
    return (*_by_member(), *_INDEXERS)


def stated(members: Mapping[str, Json], layout: Layout, word: Token) -> Iterator[Constraint]:
    """The constraints of all these members; errors are at the link."""
    for name in known_members():
        entries = members[name].items() if name in members else []
        every: Told = chain.from_iterable(_SHAPES[name](entry, layout) for entry in entries)
        if name in ("odd", "even"):
            every = iter([list(chain.from_iterable(every))] if entries else [])
        elif name in _EXTREMES:
            yield from _extremes(name, [told[0] for told in every], layout, word)
            continue
        for told in every:
            kind = _by_member().get(name) or constraint_of("index")
            if name == "arrow" and "/" in told:
                kind = constraint_of("pill-arrow")
            first = [_INDEXERS[name]] if name in _INDEXERS else []
            tokens = [word._replace(text=text) for text in (kind.word, *first, *told)]
            try:
                yield kind.read(tokens, LineReader(""), layout)
            except ParseError as error:
                raise ParseError(word.line, word.column, f"{name}: {error.reason}") from None


def _extremes(name: str, cells: Sequence[str], layout: Layout, word: Token) -> Iterator[Constraint]:
    """Minima or maxima; two of them beside each other are not compared, which signs on the borders say."""
    marked = [cell_of(word._replace(text=cell), layout) for cell in cells]
    for r, c in marked:
        around = [cell for cell in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if layout.has(cell)]
        if not set(around) & set(marked):
            yield _EXTREMES[name](((r, c),))
            continue
        for other in around:
            if other not in marked:
                yield Greater((other, (r, c)) if name == "minimum" else ((r, c), other))


def written(one: Constraint, layout: Layout) -> Iterator[tuple[str, dict[str, Any]]]:
    """The member that states a constraint, with each entry that it has there; none where it has no member."""
    words = one.lines()[0].split()[1:]
    if one.word == "index":
        yield f"{words[0]}indexer", {"cells": _names(words[1:])}
    elif one.word == "pill-arrow":
        pill, *shafts = " ".join(words).split(" / ")
        circle = _names(pill.split())
        lines = [[circle[-1], *_names(shaft.split())] for shaft in shafts]
        yield "arrow", {"cells": circle, "lines": lines}
    elif (shape := _SHAPES.get(one.fpuzzles)) is _cell:
        yield from ((one.fpuzzles, {"cell": name}) for name in _names(words))
    elif one.word == "arrow":
        line = _names(words)
        if line.count(line[0]) == 1:  # there the circle is no part of its shaft
            yield "arrow", {"cells": line[:1], "lines": [line]}
    elif one.word == "clone":
        first, *others = " ".join(words).split(" / ")
        for other in others:
            yield one.fpuzzles, {"cells": _names(first.split()), "cloneCells": _names(other.split())}
    elif shape in _WRITERS:
        yield one.fpuzzles, _WRITERS[shape](one, words, layout)


def _names(words: Sequence[str]) -> list[str]:
    return [word.upper() for word in words]


def _valued(one: Constraint) -> dict[str, str]:
    """The number of a constraint, where it has one."""
    numbers = [getattr(one, name) for name, kind in one.parameters.items() if isinstance(kind, Number)]
    return {"value": str(numbers[0])} if numbers and numbers[0] is not None else {}


def _cell_words(words: Sequence[str]) -> list[str]:
    return _names([word for word in words if word[0] == "r" and word[1].isdigit()])


def _write_clue(one: Constraint, words: Sequence[str], layout: Layout) -> dict[str, Any]:
    side, at = next(getattr(one, name) for name, kind in one.parameters.items() if isinstance(kind, Side))
    last = {"bottom": layout.rows + 1, "right": layout.columns + 1}.get(side, 0)
    cell = f"R{last}C{at + 1}" if side in ("top", "bottom") else f"R{at + 1}C{last}"
    return {"cell": cell, **_valued(one)}


def _write_little_killer(one: Constraint, words: Sequence[str], layout: Layout) -> dict[str, Any]:
    total, way, _ = words
    direction, (down, right) = next((name, step) for name, (step, told) in _STEPS.items() if told == way)
    cells = one.scope(layout)
    r, c = cells[0]
    names = [f"R{row + 1}C{column + 1}" for row, column in cells]
    place = {"cell": f"R{r + 1 - down}C{c + 1 - right}", "direction": direction}
    return {**place, "cells": names, "value": total}


def _write_quadruple(one: Constraint, words: Sequence[str], layout: Layout) -> dict[str, Any]:
    cells = [f"R{r + 1}C{c + 1}" for r, c in one.scope(layout)]
    return {"cells": cells, "values": [int(word) for word in words[:-1]]}


def _write_lines(one: Constraint, words: Sequence[str], layout: Layout) -> dict[str, Any]:
    return {"lines": [_cell_words(words)], **_valued(one)}


def _write_cells(one: Constraint, words: Sequence[str], layout: Layout) -> dict[str, Any]:
    """A letter is its own value."""
    return {
        "cells": _cell_words(words),
        **(_valued(one) if one.word != "xv" else {"value": words[0].upper()}),
    }


_WRITERS: dict[Reader, Callable[[Constraint, Sequence[str], Layout], dict[str, Any]]] = {
    _lines: _write_lines,
    _whispers: _write_lines,
    _cells: _write_cells,
    _clue: _write_clue,
    _little_killer: _write_little_killer,
    _quadruple: _write_quadruple,
}


# Borders without a mark: ``nonconsecutive``, and the list ``negative``
#
# ``ratio`` and ``difference`` in the list refer to the numbers of the dots on the board, or to the usual one.


_FLAG, _LIST = NEGATIVES = ("nonconsecutive", "negative")
_CONSECUTIVE = 1


def negatives(top: Json, others: Sequence[Constraint]) -> Iterator[Constraint]:
    """What is said of unmarked borders; `others` have the marks."""
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
    """What the words of the list mean beside these marks."""
    ratios = {one.number for one in others if isinstance(one, Ratio)}
    differences = {one.number for one in others if isinstance(one, Difference)}
    return {
        "ratio": StrictRatio(tuple(sorted(ratios or {2}))),
        "difference": StrictDifference(tuple(sorted(differences or {1}))),
        "xv": StrictXv(),
    }


class Negatives(NamedTuple):
    """What f-puzzles says of unmarked borders, and the constraints that it says so."""

    members: dict[str, Any]
    stated: list[Constraint]


def written_negatives(constraints: Sequence[Constraint]) -> Negatives:
    """Those of the constraints that can be said so."""
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
