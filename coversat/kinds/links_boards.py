"""Links of puzz.link to akari and shikaku."""

from __future__ import annotations

import re

from ..problems.clue_board import Clue
from ..problems.forms.puzzlink import NUMBERS, Link, puzzlink_form
from ..problems.grid import Numbers, rows_of
from ..problems.problem import Form
from .akari import Akari
from .shikaku import Shikaku

MOST = 255
"""The largest area that is written."""

_MARK = re.compile("[0-9a-eg-z.]")
_NUMBERS, _SPREAD = 5, 3
"""A digit in base 16 is a number from 0 to 4, and how many cells without a clue follow it, up to two."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST = len(_DIGITS) - _NUMBERS * _SPREAD - 1


def _read_akari(link: Link) -> Akari:
    count = link.width * link.height
    cells: list[Clue | None] = []
    while len(cells) < count:
        mark = link.body.take(_MARK, "a number of bulbs with blanks, blanks or '.'")
        code = -1 if mark == "." else int(mark, 36)
        if code < 0:
            cells.append("x")
        elif code < _NUMBERS * _SPREAD:
            # The blanks behind the last cell are no cells.
            cells += [code % _NUMBERS, *[None] * min(code // _NUMBERS, count - len(cells) - 1)]
        elif len(cells) + code - _NUMBERS * _SPREAD <= count:
            cells += [None] * (code - _NUMBERS * _SPREAD)
        else:
            raise link.body.error(f"the end of the board after {count} cells", back=1)
    link.body.end("the board")
    return Akari(rows_of(cells, link.width))


def _write_akari(problem: Akari) -> tuple[int, int, str]:
    clues = [clue for row in problem.clues for clue in row]
    marks: list[str] = []
    while clues:
        clue = clues.pop(0)
        blanks = next((at for at, other in enumerate(clues) if other is not None), len(clues))
        if clue == "x":
            marks.append(".")
        elif clue is not None:
            after = min(blanks, _SPREAD - 1)
            marks.append(f"{int(clue) + _NUMBERS * after:x}")
            del clues[:after]
        else:
            length = min(blanks, _LONGEST - 1)
            marks.append(_DIGITS[_NUMBERS * _SPREAD + 1 + length])
            del clues[:length]
    return problem.columns, problem.rows, "".join(marks)


PUZZLINK_akari: Form[Akari, Numbers] = puzzlink_form("akari", "WIDTH/HEIGHT/BODY", _read_akari, _write_akari)


def _read_shikaku(link: Link) -> Shikaku:
    numbers = NUMBERS.read(link.body, link.width * link.height, MOST, "an area")
    link.body.end("the board")
    return Shikaku(rows_of(numbers, link.width))


def _write_shikaku(problem: Shikaku) -> tuple[int, int, str]:
    areas = [None if clue is None else int(clue) for row in problem.clues for clue in row]
    if any(area is not None and area > MOST for area in areas):
        raise ValueError(f"the links of puzz.link have areas up to {MOST}")
    return problem.columns, problem.rows, NUMBERS.write(areas)


PUZZLINK_shikaku: Form[Shikaku, Numbers] = puzzlink_form(
    "shikaku", "WIDTH/HEIGHT/BODY", _read_shikaku, _write_shikaku
)
