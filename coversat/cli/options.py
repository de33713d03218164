"""Options that several commands share."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import click

from ..deadline import Deadline
from ..problems import KINDS
from ..solvers import Limits

F = TypeVar("F", bound=Callable[..., Any])


class Whole(click.ParamType[int]):
    """A whole number from `least` up."""

    name = "N"

    def __init__(self, least: int = 1) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        number = int(click.INT.convert(value, param, ctx))
        if number < self.least:
            self.fail(f"{number} is less than {self.least}", param, ctx)
        return number


class Seconds(click.ParamType[float]):
    """A time above 0, and no longer than anybody waits."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The seconds."""
        seconds = float(click.FLOAT.convert(value, param, ctx))
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds", param, ctx)
        if not 0 < seconds <= MOST_SECONDS:
            self.fail(f"{value} is no number of seconds above 0 and up to {MOST_SECONDS:.0f}", param, ctx)
        return seconds


MOST_SECONDS = 1e8
"""About three years."""


def examples(*lines: str) -> str:
    """What stands below the options of a help text; a test runs each line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


files_argument = click.argument("files", nargs=-1, required=True, metavar="FILE...")
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object per puzzle.")
kind_option = click.option(
    "--kind",
    type=click.Choice(KINDS),
    metavar="KIND",
    help="The kind of problem in the text, if it is not to be recognised.",
)
case_option = click.option("--case", type=Whole(), help="The puzzle to take, of a file with several.")


def route_options(command: F) -> F:
    """``--via`` and ``--solver-command``."""
    command = click.option(
        "--solver-command",
        metavar="COMMAND",
        help="Run this program, such as 'kissat -q {cnf}' or 'minisat {cnf} {model}'.",
    )(command)
    return click.option("--via", metavar="ROUTE", help="The route to take; see 'coversat routes KIND'.")(
        command
    )


MOST_SIZE = 2**50
"""A pebibyte: more than any machine has, and small enough for every call of the system."""

_DIGITS = re.compile("[0-9]{1,18}")
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}


class Size(click.ParamType[int]):
    """Bytes, as ``500M`` or ``2G``; 0 only where it has a meaning."""

    name = "size"

    def __init__(self, least: int = 1) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of bytes."""
        text = str(value).upper().removesuffix("B")
        number, unit = text.rstrip("KMG"), text.lstrip("0123456789")
        size = int(number) * _UNITS.get(unit, 0) if _DIGITS.fullmatch(number) else -1
        if unit not in _UNITS or not self.least <= size <= MOST_SIZE:
            self.fail(f"{value!r} is no size such as 500M or 2G", param, ctx)
        return size


programs_option = click.option(
    "--solver-command",
    "commands",
    multiple=True,
    metavar="COMMAND",
    help="Another program to run beside the routes, such as 'kissat -q {cnf}'; may be repeated.",
)
routes_option = click.option(
    "--routes",
    "patterns",
    multiple=True,
    metavar="GLOB",
    help="Run the routes of this name, such as 'cover/*'.",
)
timeout_option = click.option("--timeout", type=Seconds(), metavar="SECONDS", help="Stop after this long.")


def in_time(command: F) -> F:
    """``--timeout`` for a command that has nothing to show before its end."""

    @wraps(command)
    def limited(*arguments: Any, timeout: float | None, **others: Any) -> Any:
        with Deadline(timeout).enforced():
            return command(*arguments, **others)

    return timeout_option(cast(F, limited))


def limit_options(command: F) -> F:
    """``--timeout`` and ``--nodes``."""
    command = click.option("--nodes", type=Whole(), help="Stop after so many search nodes or conflicts.")(
        command
    )
    return timeout_option(command)


def limits(
    timeout: float | None, nodes: int | None = None, answers: int | None = None, spent: float = 0.0
) -> Limits:
    """The limits that the options name; `spent` seconds of the time were used up by reading."""
    return Limits(answers, nodes, Deadline(timeout, spent))
