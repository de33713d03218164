"""Arguments of the library: invalid values are refused before any work."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from .deadline import Deadline
from .errors import ArgumentError

Timeout: TypeAlias = float | Deadline | None
"""Seconds from the call, a `Deadline` that several calls share, or no limit."""
Listener: TypeAlias = Callable[[str], None]
"""Called with what is done next, in words."""


def silent(words: str) -> None:
    """A `Listener` for nobody."""


def listener(report: Listener) -> Listener:
    """The function that is called with reports. Raise `ArgumentError` for anything else."""
    refuse_others("report", report, Callable, "a function of a text")
    return report


def refuse_others(name: str, value: object, kind: Any, what: str) -> None:
    """Raise `ArgumentError` for a value that is not of this class, or of one of these."""
    if not isinstance(value, kind):
        raise ArgumentError(f"{name} is {what}, not {value!r}")


_SIDES = "([0-9]{1,3})(?:x([0-9]{1,3}))?"
_MOST_SECONDS = 1e300


def seconds(timeout: float | None) -> float | None:
    """A time in seconds, or None; what no float can hold is infinite.

    Raise `ArgumentError` if it is not a number above 0.
    """
    if timeout is None:
        return None
    if not _is_number(timeout) or not timeout > 0:
        raise ArgumentError(f"timeout is a number of seconds above 0, not {timeout!r}")
    return timeout if timeout <= _MOST_SECONDS else math.inf


def deadline_of(timeout: Timeout) -> Deadline:
    """The end of the time that a call may take. Raise `ArgumentError` as `seconds` does."""
    return timeout if isinstance(timeout, Deadline) else Deadline(seconds(timeout))


RANGES: Mapping[str, tuple[int | None, int | None]] = {
    "edges": (0, None),
    "givens": (0, None),
    "memo": (0, None),
    "runs": (1, 10_000),
    "seed": (None, None),
    "shuffles": (0, 10_000),
}
"""The least and the most of whole numbers by the names of parameters, and of options; others begin with 1."""


def whole(name: str, number: int) -> int:
    """An integer within the range of its name. Raise `ArgumentError` otherwise."""
    least, most = RANGES.get(name, (1, None))
    if not _is_number(number) or not isinstance(number, int):
        raise ArgumentError(f"{name} is a whole number, not {number!r}")
    if least is not None and number < least:
        raise ArgumentError(f"{name} is a whole number from {least} up, not {number}")
    if most is not None and number > most:
        raise ArgumentError(f"{name} is a whole number up to {most}, not {number}")
    return number


def whole_or_none(name: str, number: int | None) -> int | None:
    """An integer as by `whole`, or None. Raise `ArgumentError` otherwise."""
    return None if number is None else whole(name, number)


Sides: TypeAlias = tuple[int, int] | str | None
"""Rows and columns, as two integers or as a text such as ``9x9``."""


def sides(name: str, value: object) -> tuple[int, int] | None:
    """Rows and columns from two integers, or from a text such as ``9x9`` or ``9``; or None.

    Raise `ArgumentError` otherwise.
    """
    if value is None:
        return None
    found = re.fullmatch(_SIDES, value) if isinstance(value, str) else None
    if found:
        return int(found[1]), int(found[2] or found[1])
    if isinstance(value, (tuple, list)) and len(value) == 2 and all(type(one) is int for one in value):
        return value[0], value[1]
    raise ArgumentError(f"{name} is two whole numbers, rows and columns, such as (3, 3), not {value!r}")


class Share(NamedTuple):
    """Part K of N: of the places in a set K, K + N, K + 2N and so on, whatever they hold."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @property
    def places(self) -> slice:
        """Its places in a list of all."""
        return slice(self.number - 1, None, self.of)


Part: TypeAlias = tuple[int, int] | str | None
"""One of several parts of a set, as two integers or as a text such as ``3/40``; or all of it."""


def share(value: object) -> Share | None:
    """One of several parts, or None for all. Raise `ArgumentError` for anything else."""
    if value is None:
        return None
    words = value.split("/") if isinstance(value, str) else []
    numbers = tuple(int(one) for one in words if one.isascii() and one.isdecimal() and len(one) < 10)
    found = value if isinstance(value, (tuple, list)) else numbers
    if len(found) == 2 and all(type(one) is int for one in found) and 1 <= found[0] <= found[1]:
        return Share(*found)
    raise ArgumentError(f"a part is K/N, one of N with K from 1 to N, such as 3/40, not {value!r}")


def refuse_part(part: object) -> None:
    """Raise `ArgumentError` for a part of one problem."""
    if part is not None:
        raise ArgumentError("part divides many problems: give a list or a folder of them")


def patterns(name: str, values: object) -> tuple[str, ...]:
    """Several texts, or one. Raise `ArgumentError` otherwise."""
    given = (values,) if isinstance(values, str) else values
    if isinstance(given, Iterable) and not isinstance(given, (bytes, dict)):
        found = tuple(given)
        if all(isinstance(one, str) for one in found):
            return found
    raise ArgumentError(f"{name} is a sequence of texts, not {values!r}")


def text(name: str, value: str) -> str:
    """A text. Raise `ArgumentError` otherwise."""
    if not isinstance(value, str):
        raise ArgumentError(f"{name} is a text, not {value!r}")
    return value


def path(name: str, value: str | os.PathLike[str]) -> str:
    """The name of a file or a folder, as text. Raise `ArgumentError` otherwise."""
    found = os.fspath(value) if isinstance(value, (str, os.PathLike)) else value
    if not isinstance(found, str):
        raise ArgumentError(f"{name} is a text or a path, not {value!r}")
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


NO_PROCESSES = ("emscripten", "wasi")
"""Systems, such as a browser, that start no other processes."""


def cores() -> int:
    """The number of processors that this process may use, the default number of jobs."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def separated(words: Iterable[str]) -> list[str]:
    """Names given one by one or with commas between; what has the command line of a program stays whole."""
    lists = ([word] if "external:" in word and " " in word else word.split(",") for word in words)
    return [name for names in lists for name in map(str.strip, names) if name]
