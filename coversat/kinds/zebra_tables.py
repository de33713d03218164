"""Answers of zebra puzzles as tables: in JSON, as those of ZebraLogic, or in Markdown.

A table has a row, or a column, for each house; in JSON it may also have an object for each:

>>> [*cells('{"header": ["House", "Name"], "rows": [["1", "Ann"], ["2", "Ben"]]}')]
[Cell(house=1, sort='Name', thing='Ann'), Cell(house=2, sort='Name', thing='Ben')]
>>> [*cells('{"House 1": {"HairColor": "red"}}')]
[Cell(house=1, sort='Hair Color', thing='red')]
>>> [*cells("| | House 1 | House 2 |\\n|---|---|---|\\n| Name | Ann | Ben |")][1]
Cell(house=2, sort='Name', thing='Ben')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_OBJECT = re.compile(r'"house[ _]?(\d{1,2})"\s{0,9}:\s{0,9}\{([^{}]*)\}', re.IGNORECASE)
_MEMBER = re.compile(r'"([^"\n]{1,60})"\s{0,9}:\s{0,9}"([^"\n]{1,60})"')
_ROW = re.compile(r"^[ \t]*\|(.*)\|[ \t]*$|\[([^\[\]]*)\]", re.MULTILINE)
_HOUSE = re.compile(r"(?:house)?[ _#]{0,3}(\d{1,2})", re.IGNORECASE)


class Cell(NamedTuple):
    """That a thing is in a house, with what its sort is called there."""

    house: int
    sort: str
    thing: str


def cells(text: str) -> Iterator[Cell]:
    """The cells of all tables in a text, in order; those of objects come first."""
    for number, members in _OBJECT.findall(text):
        yield from (Cell(int(number), _spaced(sort), thing) for sort, thing in _MEMBER.findall(members))
    head: Sequence[str] = ()
    for found in _ROW.finditer(text):
        line, separator = (found[1], "|") if found[2] is None else (found[2], ",")
        row = [word.strip(" \t\n\"'`*") for word in line.split(separator)]
        if {*"".join(row)} <= {*"-: "}:
            continue  # a rule
        if len(row) == len(head) and (house := _house(row[0])):
            for sort, thing in zip(head[1:], row[1:], strict=True):
                yield Cell(house, _spaced(sort), thing)
        elif len(row) == len(head) and all(map(_house, head[1:])):
            for of, thing in zip(head[1:], row[1:], strict=True):
                yield Cell(_house(of), _spaced(row[0]), thing)
        else:
            head = row


def _house(words: str) -> int:
    """The number of the house that is named; 0 for other words."""
    found = _HOUSE.fullmatch(words)
    return int(found[1]) if found else 0


def _spaced(name: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", name)
