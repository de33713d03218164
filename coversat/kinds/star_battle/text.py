"""Star battle as a link of puzz.link: the stars of each line, ``/``, and the walls between the regions.

A digit in base 32 is five places, of which 1 is a wall: between the cells side by side, row by row, and from
a new digit on between the cells one above the other, row by row.

Source: the public code of the pzpr program, which puzz.link runs.
"""

from __future__ import annotations

import re

from ...problems.board import Edge
from ...problems.forms.lines import Characters
from ...problems.forms.puzzlink import (
    Link,
    areas,
    neighbours_across,
    neighbours_down,
    of_one_piece,
    puzzlink_form,
    walls,
)
from ...problems.grid import Numbers
from ...problems.problem import Form
from .rules import NAMES, StarBattle

_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_DIGIT = re.compile(f"[{_DIGITS}]")
_STARS = re.compile("[1-9][0-9]{0,2}/?")
_PLACES = 5


def _sides(size: int) -> tuple[list[Edge], list[Edge]]:
    return list(neighbours_across(size)), sorted(neighbours_down(size))


def _read(link: Link) -> StarBattle:
    size = link.width
    if link.height != size or size > len(NAMES):
        raise link.error(f"a square board of side up to {len(NAMES)}")
    stars = int(link.body.take(_STARS, "how many stars, and '/'").rstrip("/"))
    joined = [pair for pairs in _sides(size) for pair in _without_wall(link.body, pairs)]
    link.body.end("the walls")
    try:
        return StarBattle(stars, areas(size, joined))
    except ValueError as error:
        raise link.error(f"as many regions as rows ({error})") from None


def _without_wall(characters: Characters, pairs: list[Edge]) -> list[Edge]:
    open_pairs = []
    for at in range(0, len(pairs), _PLACES):
        mark = _DIGITS.index(characters.take(_DIGIT, "five walls, as 0 to 9 or a to v"))
        those = pairs[at : at + _PLACES]
        bits = f"{mark:0{_PLACES}b}"
        if "1" in bits[len(those) :]:
            raise characters.error(f"the end of the walls after {len(pairs)} places", back=1)
        open_pairs += [pair for pair, bit in zip(those, bits, strict=False) if bit == "0"]
    return open_pairs


def _write(problem: StarBattle) -> tuple[int, int, str]:
    if not of_one_piece(problem.regions):
        raise ValueError("puzz.link cannot state a region of several pieces")
    body = "".join(map(_marks, (walls(problem.regions, pairs) for pairs in _sides(problem.size))))
    return problem.size, problem.size, f"{problem.stars}/{body}"


def _marks(found: list[bool]) -> str:
    bits = "".join(str(int(wall)) for wall in found)
    groups = (bits[at : at + _PLACES].ljust(_PLACES, "0") for at in range(0, len(bits), _PLACES))
    return "".join(_DIGITS[int(group, 2)] for group in groups)


PUZZLINK: Form[StarBattle, Numbers] = puzzlink_form("starbattle", "SIZE/SIZE/STARS/BODY", _read, _write)
