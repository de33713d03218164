"""Numbers with their units, and cells, as text; and names that were perhaps meant."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

_MEMORY = ((2**30, "GB"), (2**20, "MB"), (2**10, "KB"))

_TIMES = ((31_557_600.0, "years"), (86_400.0, "days"), (3_600.0, "hours"), (60.0, "minutes"))


def similar(name: str, choices: Iterable[str], most: int = 3, least: float = 0.6) -> list[str]:
    """The choices that are most similar to a name, at most `most`; `least` is a ratio from 0 to 1."""
    from difflib import get_close_matches  # only errors need it

    return get_close_matches(str(name), list(choices), most, least)


def meant(name: str, choices: Iterable[str], listing: str = "") -> str:
    """The end of a message about an unknown name: those that are similar, or else all.

    If there are too many for a message, `listing` is the command that lists them.
    """
    known = list(choices)
    if near := similar(name, known):
        return f"did you mean {' or '.join(near)}?"
    return f"{listing!r} lists them" if listing else f"there is {', '.join(known) or 'none'}"


@cache
def cell_name(cell: tuple[int, int]) -> str:
    """``r1c1`` for the top left cell."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def counted(number: float, unit: str) -> str:
    """``1 node``, ``2 nodes``, ``0.5 seconds``."""
    return f"{number:{'' if isinstance(number, int) else 'g'}} {unit}{'' if number == 1 else 's'}"


def several(names: Sequence[str], most: int = 3) -> str:
    """The names with commas between; of many the first ones and how many others there are."""
    others = len(names) - most
    return ", ".join(names[:most]) + (f" and {counted(others, 'other')}" if others > 0 else "")


def spans(numbers: Iterable[int]) -> str:
    """Increasing numbers as ``3, 7-9``."""
    found: list[list[int]] = []
    for one in numbers:
        if found and found[-1][1] == one - 1:
            found[-1][1] = one
        else:
            found.append([one, one])
    return ", ".join(f"{least}-{most}" if least < most else f"{least}" for least, most in found)


def in_lines(entries: Iterable[str], indent: str = "  ", width: int = 78) -> list[str]:
    """Entries with commas between, in lines of at most `width` that do not break an entry."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(entry) + 3 <= width:
            lines[-1] += f", {entry}"
        else:
            lines.append(indent + entry)
    return [line + "," * (line is not lines[-1]) for line in lines]


def different(names: Iterable[str]) -> tuple[str, ...]:
    """The names made unique: repeated ones (options of the same items) are numbered, such as ``a b #2``."""
    wanted = tuple(names)
    times, given, taken = Counter(wanted), Counter[str](), set(wanted)
    found = []
    for name in wanted:
        own = name
        while times[name] > 1 and own in taken:
            given[name] += 1
            own = f"{name} #{given[name]}"
        taken.add(own)
        found.append(own)
    return tuple(found)


QUOTED = r'"(?:[^"\\]|\\.)*"'
"""A pattern of a quoted name."""
_UNCLEAR = r'"|[,:] | (?:and|or|is) |(?:none|each) of |[0-9]+\. |there is '


def clear(name: str) -> str:
    """A name as it is, or quoted if a sentence with it could be read in two ways."""
    if not re.search(_UNCLEAR, f"{name} "):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def of_memory(size: int) -> str:
    """A number of bytes in the largest unit without a fraction: ``2 GB of memory``."""
    for whole, unit in _MEMORY:
        if size and size % whole == 0:
            return f"{size // whole} {unit} of memory"
    return f"{counted(size, 'byte')} of memory"


def rough(number: float) -> str:
    """A number with two significant digits: ``0.023``, ``350``, ``12,000``, ``3.7e+09``."""
    if 100 <= number < 1e6:
        number = round(number, 1 - int(math.log10(number)))
        return f"{number:,.0f}"
    return f"{number:.2g}"


def duration(seconds: float) -> str:
    """A time with two significant digits in a fitting unit: ``4.5 seconds``, ``3 days``."""
    whole, unit = next((time for time in _TIMES if seconds >= time[0]), (1.0, "seconds"))
    number = rough(seconds / whole)
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}"


def time_span(least: float, most: float) -> str:
    """A range of times: ``20 to 23 seconds``, ``1 minute to 2 hours``; one time if both read alike."""
    first, last = duration(least), duration(most)
    (number, unit), (_, last_unit) = first.split(), last.split()
    return last if first == last else f"{number if unit == last_unit else first} to {last}"
