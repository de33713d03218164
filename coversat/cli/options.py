"""Options that several commands share."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from ..deadline import MOST_SECONDS, Deadline
from ..problems import KINDS
from ..solvers import Limits
from .commands import Argument, Choice, Option, Whole

MOST_SIZE = 2**50
"""A pebibyte: more than any machine has, and small enough for every call of the system."""

_DIGITS = re.compile("[0-9]{1,18}")
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}


def seconds(word: str) -> float:
    """A time above 0, and no longer than anybody waits."""
    try:
        found = float(word)
    except ValueError:
        raise ValueError(f"{word!r} is not a valid float") from None
    if math.isnan(found):
        raise ValueError(f"{word!r} is no number of seconds")
    if not 0 < found <= MOST_SECONDS:
        raise ValueError(f"{word} is no number of seconds above 0 and up to {MOST_SECONDS:.0f}")
    return found


def size(word: str) -> int:
    """Bytes, as ``500M`` or ``2G``."""
    text = word.upper().removesuffix("B")
    number, unit = text.rstrip("KMG"), text.lstrip("0123456789")
    found = int(number) * _UNITS.get(unit, 0) if _DIGITS.fullmatch(number) else -1
    if unit not in _UNITS or not 0 <= found <= MOST_SIZE:
        raise ValueError(f"{word!r} is no size such as 500M or 2G")
    return found


def some_size(word: str) -> int:
    """The same, but not 0."""
    found = size(word)
    if not found:
        raise ValueError(f"{word!r} is no size such as 500M or 2G")
    return found


FILE = Argument("file", "FILE")
FILES = Argument("files", "FILE...", several=True)
JSON = Option("--json", "One JSON object per puzzle.", to="as_json")
KIND = Option(
    "--kind", "The kind of problem in the text, if it is not to be recognised.", "KIND", read=Choice(KINDS)
)
CASE = Option("--case", "The puzzle to take, of a file with several.", "N", read=Whole())
TIMEOUT = Option("--timeout", "Stop after this long.", "SECONDS", read=seconds)
NODES = Option("--nodes", "Stop after so many search nodes or conflicts.", "N", read=Whole())
VIA = Option("--via", "The route to take; see 'coversat routes KIND'.", "ROUTE")
VIA_REDUCTION = Option("--via", "The reduction, such as cnf:minimal or cover/cnf:product.", "REDUCTION")
PROGRAM = Option(
    "--solver-command", "Run this program, such as 'kissat -q {cnf}' or 'minisat {cnf} {model}'.", "COMMAND"
)
PROGRAMS = Option(
    "--solver-command",
    "Another program to run beside the routes, such as 'kissat -q {cnf}'; may be repeated.",
    "COMMAND",
    to="commands",
    several=True,
)
ROUTES = Option(
    "--routes", "Run the routes of this name, such as 'cover/*'.", "GLOB", to="patterns", several=True
)


def in_time(function: Callable[..., int]) -> Callable[..., int]:
    """Keep the time of `TIMEOUT`, for a command that has nothing to show before its end."""

    @wraps(function)
    def limited(timeout: float | None, **others: Any) -> int:
        with Deadline(timeout).enforced():
            return function(**others)

    return limited


def limits(
    timeout: float | None, nodes: int | None = None, answers: int | None = None, spent: float = 0.0
) -> Limits:
    """The limits that the options name; `spent` seconds of the time were used up by reading."""
    return Limits(answers, nodes, Deadline(timeout, spent))
