"""Star battle as a link of puzz.link: the stars of each line, ``/``, and the walls between the regions.

Source: the public code of the pzpr program, which puzz.link runs.
"""

from __future__ import annotations

import re

from ...problems.forms.puzzlink import Link, puzzlink_form, read_areas, write_areas
from ...problems.grid import Numbers
from ...problems.problem import Form
from .rules import NAMES, StarBattle

_STARS = re.compile("[1-9][0-9]{0,2}/?")


def _read(link: Link) -> StarBattle:
    size = link.width
    if link.height != size or size > len(NAMES):
        raise link.error(f"a square board of side up to {len(NAMES)}")
    stars = int(link.body.take(_STARS, "how many stars, and '/'").rstrip("/"))
    regions = read_areas(link.body, size, size)
    link.body.end("the walls")
    try:
        return StarBattle(stars, regions)
    except ValueError as error:
        raise link.error(f"as many regions as rows ({error})") from None


def _write(problem: StarBattle) -> tuple[int, int, str]:
    return problem.size, problem.size, f"{problem.stars}/{write_areas(problem.regions)}"


PUZZLINK: Form[StarBattle, Numbers] = puzzlink_form("starbattle", "SIZE/SIZE/STARS/BODY", _read, _write)
