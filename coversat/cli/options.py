"""Parameter types, the command class, and options that several commands share."""

from __future__ import annotations

import math
import os.path
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import click

from ..base import arguments
from ..base.deadline import MOST_SECONDS, Deadline
from ..base.files import STANDARD, shown
from ..base.memory import limited_memory
from ..base.registry import attached
from ..base.wording import meant
from ..problems.kind import KINDS, LISTING
from ..problems.recognition import Wanted
from ..problems.user_files import ENDING
from .output import CSV, echo

MOST_DIGITS = 4000
"""The longest integer that is read; Python itself refuses longer ones."""

MOST_SIZE = 2**50
"""A pebibyte: more than any machine has, and small enough for every system call."""

PROOFS = ("drup", "lrat", "enumeration", "graph", "cuts", "theorem")
"""Names of proof forms, repeated here so that commands need not import the certificates."""
COUNTING_PROOFS = ("enumeration", "graph", "cuts", "theorem")
"""Those that prove a number of answers."""

MOST_NUMBERS = 10_000
"""The most numbers of a span such as ``8..64``."""

_INTEGER = "-?[0-9]+"
_NUMBER = r"-?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?|nan|-?inf"
_SIZE = r"(?i)([0-9]{1,18})([KMG]?)B?"
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}

Function = Callable[..., Any]

if TYPE_CHECKING:
    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType  # not generic at run time in click 8.1


class Parsed(_ParamType):
    """The type of a parameter that a function reads from a word; it raises `ValueError` with the reason."""

    def __init__(self, name: str, read: Callable[[str], Any]) -> None:
        self.name = name
        self.read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value  # a default
        try:
            return self.read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class KindName(_ParamType):
    """A kind of problem: its name, or the file that defines it, which is loaded."""

    name = "kind"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value.endswith(ENDING):
            from ..kinds.definitions import kind_named  # what runs files is not for short commands

            limit = ctx.params.get("timeout") if ctx else None
            with Deadline(limit if isinstance(limit, float) else None).enforced():
                return kind_named(value)
        if value not in KINDS:
            self.fail(f"{value!r} is not known; {meant(value, KINDS, LISTING)}", param, ctx)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in KINDS if name.startswith(incomplete)]


def whole(least: int | None = 1, most: int | None = None) -> Parsed:
    """An integer in plain decimal digits, at least `least` and at most `most` unless these are None."""

    def read(word: str) -> int:
        if len(word) > MOST_DIGITS or not re.fullmatch(_INTEGER, word):
            raise ValueError(f"{word!r} is not a valid integer")
        if least is not None and int(word) < least:
            raise ValueError(f"{word} is less than {least}")
        if most is not None and int(word) > most:
            raise ValueError(f"{word} is more than {most}")
        return int(word)

    return Parsed("integer", read)


def size(least: int = 1) -> Parsed:
    """Bytes, as ``500M`` or ``2G``."""

    def read(word: str) -> int:
        found = re.fullmatch(_SIZE, word)
        number = int(found[1]) * _UNITS[found[2].upper()] if found else -1
        if not least <= number <= MOST_SIZE:
            raise ValueError(f"{word!r} is not a size such as 500M or 2G")
        return number

    return Parsed("size", read)


def _seconds(word: str) -> float:
    if not re.fullmatch(_NUMBER, word):
        raise ValueError(f"{word!r} is not a valid number of seconds")
    found = float(word)
    if math.isnan(found) or not 0 < found <= MOST_SECONDS:
        raise ValueError(f"{word} is not a number of seconds above 0 and up to {MOST_SECONDS:.0f}")
    return found


def _sides(word: str) -> tuple[int, int] | None:
    try:
        return arguments.sides("it", word)
    except ValueError:
        raise ValueError(f"expected RxC, such as 9x9, found {word!r}") from None


def _rounds(words: str) -> str:
    for word in words.split(","):
        if word != "search" and not (word.isascii() and word.isdecimal()):
            raise ValueError(f"expected a number of rounds or 'search', found {word!r}")
    return words


def _part(word: str) -> arguments.Share | None:
    try:
        return arguments.share(word)
    except ValueError:
        raise ValueError(f"expected K/N, part K of N such as 3/40, found {word!r}") from None


def _span(word: str) -> tuple[int, int]:
    ends = word.split("..")
    if len(ends) > 2 or not all(end.isascii() and end.isdecimal() and len(end) < 10 for end in ends):
        raise ValueError(f"expected a number or a span such as 2..4, found {word!r}")
    if not 1 <= int(ends[0]) <= int(ends[-1]):
        raise ValueError(f"expected numbers from 1 on, the least first, found {word!r}")
    return int(ends[0]), int(ends[-1])


def _numbers(word: str) -> tuple[int, ...]:
    """Such as ``8..64``, ``8..64/8`` or ``4,9,16``, in increasing order."""
    found: set[int] = set()
    for part in word.split(","):
        ends, _, step = part.partition("/")
        if step and not (step.isascii() and step.isdecimal() and len(step) < 10 and int(step)):
            raise ValueError(f"expected a step such as 8..64/8, found {part!r}")
        least, most = _span(ends)
        if most - least >= MOST_NUMBERS:
            raise ValueError(f"{part!r} are more than {MOST_NUMBERS} numbers")
        found.update(range(least, most + 1, int(step or 1)))
    return tuple(sorted(found))


def _folder(word: str) -> str:
    if os.path.isfile(word):
        raise ValueError(f"Directory {word!r} is a file")
    return word


def _name(word: str) -> str:
    if not word:
        raise ValueError("expected a name")
    return word


name = Parsed("name", _name)
"""A name that is not empty."""
seconds = Parsed("seconds", _seconds)
"""A time above 0 and up to `MOST_SECONDS`."""
sides = Parsed("sides", _sides)
"""Rows and columns, as ``9x9``, or ``9`` for both."""
rounds = Parsed("grade", _rounds)
"""Grades: numbers of rounds, or ``search``, with commas between."""
span = Parsed("span", _span)
"""A number, or the least and the most, as ``2..4``."""
numbers = Parsed("numbers", _numbers)
"""Numbers from 1 on: ``8``, ``8..64``, ``8..64/8``, or several of these with commas between."""
new_folder = Parsed("folder", _folder)
"""The name of a folder, which need not exist."""


def of_setters(option: str, name: str, module: str) -> Any:
    """What an option needs of an attached room. Raise `UsageError` if that is not installed."""
    for found in attached(name, module):
        return found
    raise click.UsageError(f"{option} needs coversat.setters, which is not installed")


def options(*decorators: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Several options as one decorator, in the order in which the help lists them."""

    def decorate(function: Function) -> Function:
        for each in reversed(decorators):
            function = each(function)
        return function

    return decorate


def _or_stdin(context: click.Context, parameter: click.Parameter, names: Any) -> Any:
    """The named files; standard input if none is named and it is no terminal."""
    if not names and not context.resilient_parsing:
        if sys.stdin is None or sys.stdin.isatty():
            raise click.MissingParameter("(- is standard input)", context, parameter)
        return (STANDARD,) if parameter.nargs < 0 else STANDARD
    return names


file = click.argument("file", metavar="FILE", required=False, callback=_or_stdin)
files = click.argument("files", metavar="FILE...", nargs=-1, callback=_or_stdin)
as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object per puzzle.")


def _csv(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        context.meta[CSV] = []


def _rows(context: click.Context, _: click.Parameter, as_json: bool) -> bool:
    """Whether rows are printed, as JSON or as CSV."""
    if as_json and CSV in context.meta:
        raise click.UsageError("--json and --csv exclude each other", context)
    return as_json or CSV in context.meta


def rows(what: str = "puzzle", json: str = "") -> Callable[[Function], Function]:
    """``--json`` and ``--csv`` of a command that prints a row for each of these; see `output.echo_json`."""
    return options(
        click.option(
            "--json", "as_json", is_flag=True, callback=_rows, help=json or f"One JSON object per {what}."
        ),
        click.option(
            "--csv",
            is_flag=True,
            is_eager=True,  # known when --json is looked at
            expose_value=False,
            callback=_csv,
            help=f"Comma-separated values, one line per {what}.",
        ),
    )


kind = click.option(
    "--kind",
    type=KindName(),
    metavar="KIND",
    help="The kind of problem in the text, or the .py file that defines it; recognised if not given.",
)
_form = click.option(
    "--form", metavar="FORM", help="The form of the text, as 'coversat list forms' names it."
)
_strict = click.option(
    "--strict", is_flag=True, help="Refuse a text of which something that may state a rule was not read."
)


def _load_encodings(context: click.Context, _: click.Parameter, files: Sequence[str]) -> None:
    """Load encodings; for a command that has ``--untested``, only those that are found right."""
    if not files or context.resilient_parsing:
        return
    from ..answering.own_encodings import forget_encoding, load_encoding, refuse_untested

    untested = context.meta.get(UNTESTED)
    for file in files:
        if untested:
            echo(f"{shown(file)}: not tested", err=True)
        elif untested is not None:
            refuse_untested(file)
        name = load_encoding(file).name
        context.call_on_close(partial(forget_encoding, name))


own_encodings = click.option(
    "--with",
    "own",
    metavar="FILE.py",
    multiple=True,
    expose_value=False,
    callback=_load_encodings,
    help="Also use the encoding that this file defines, as cnf:FILE or cover/cnf:FILE; may be repeated.",
)
UNTESTED = "coversat.untested"


def _untested(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    context.meta[UNTESTED] = wanted


untested = click.option(
    "--untested",
    is_flag=True,
    is_eager=True,  # known when --with is looked at
    expose_value=False,
    callback=_untested,
    help="Do not test the file of --with before.",
)


def reading(function: Function) -> Function:
    """``--kind``, ``--form`` and ``--strict``, as the parameter `wanted`, and ``--with``."""

    @wraps(function)
    def stated(kind: str | None, form: str | None, strict: bool, **others: Any) -> Any:
        return function(wanted=Wanted(kind, form, strict), **others)

    return options(kind, _form, _strict, own_encodings)(stated)


case = click.option("--case", type=whole(), metavar="N", help="The puzzle to take from a file with several.")
timeout = click.option(
    "--timeout",
    type=seconds,
    metavar="SECONDS",
    is_eager=True,  # it holds while a file that defines a kind is loaded, too
    help="Stop after this time.",
)
nodes = click.option(
    "--nodes", type=whole(), metavar="N", help="Stop after this many search nodes or conflicts."
)
part = click.option(
    "--part",
    type=Parsed("part", _part),
    metavar="K/N",
    help="Only part K of N: each N-th puzzle from the K-th on; 'coversat merge' puts parts together.",
)
memory = click.option("--memory", type=size(), metavar="SIZE", help="The most a process may use, as 500M.")


def _one_name(context: click.Context, _: click.Parameter, words: Sequence[str]) -> str | None:
    """The only name of several words; raises `UsageError` if there are several names."""
    names = arguments.separated(words)
    if len(names) > 1:
        raise click.UsageError(
            f"--via names one route here, not {' and '.join(names)}; 'coversat compare' takes several",
            context,
        )
    return names[0] if names else None


via = click.option(
    "--via",
    type=name,
    metavar="ROUTE",
    multiple=True,
    callback=_one_name,
    help="The route to take; see 'coversat routes KIND'.",
)
solver_command = click.option(
    "--solver-command",
    metavar="COMMAND",
    help="Run this program, such as 'kissat -q {cnf}', 'clasp {opb}' or minizinc.",
)
solver_commands = click.option(
    "--solver-command",
    metavar="COMMAND",
    multiple=True,
    help="A program to run beside the routes, such as 'kissat -q {cnf}' or minizinc; may be repeated.",
)


def chosen_names(help: str, parameter: str = "names") -> Callable[[Function], Function]:
    """``--routes`` or ``--via``: names and patterns, repeated or with commas between."""
    return click.option(
        "--routes", "--via", parameter, type=name, metavar="NAME,...", multiple=True, help=help
    )


def seed(help: str) -> Callable[[Function], Function]:
    """``--seed`` with its own help."""
    return click.option("--seed", type=whole(None), metavar="N", default=0, help=help)


def sort(record: type[Any]) -> Callable[[Function], Function]:
    """``--sort`` for rows of this record; an unknown column is refused before anything is measured."""

    def checked(context: click.Context, option: click.Parameter, by: str | None) -> str | None:
        from ..base.records import in_order

        in_order((), record, by)
        return by

    return click.option(
        "--sort",
        type=name,
        metavar="COLUMN",
        callback=checked,
        help="Sort the rows by a column of --csv, such as solve_seconds; -COLUMN for descending order.",
    )


def output(help: str, default: str | None = None) -> Callable[[Function], Function]:
    """``--output`` and ``-o`` with its own help."""
    return click.option("--output", "-o", metavar="OUT", default=default, help=help)


def certifying(what: str, proofs: Sequence[str] = PROOFS) -> Callable[[Function], Function]:
    """The options of a command that can prove `what`: the folder of certificates, and the form of proof."""
    return options(
        click.option(
            "--certify",
            "folder",
            type=new_folder,
            metavar="DIR",
            is_eager=True,  # known when --proof is looked at, whatever their order
            callback=_named_folder,
            help=f"Write a certificate of {what}.",
        ),
        click.option(
            "--proof",
            type=click.Choice(proofs),
            callback=_proof_in_folder,
            help="The form of the proof; chosen to fit if not given.",
        ),
    )


def _named_folder(context: click.Context, _: click.Parameter, folder: str | None) -> str | None:
    if folder == "":
        raise click.UsageError("--certify needs the name of a folder", context)
    return folder


def _proof_in_folder(context: click.Context, _: click.Parameter, proof: str | None) -> str | None:
    if proof is not None and context.params["folder"] is None:
        raise click.UsageError("--proof needs --certify", context)
    return proof


def in_memory(function: Function) -> Function:
    """Add ``--memory``, which limits this process, its workers and the outside programs that it runs."""

    @wraps(function)
    def limited(memory: int | None, **others: Any) -> Any:
        with limited_memory(memory):
            return function(**others)

    return memory(limited)


def in_time(function: Function) -> Function:
    """Enforce ``--timeout`` for a command that has nothing to show before its end."""

    @wraps(function)
    def limited(timeout: float | None, **others: Any) -> Any:
        with Deadline(timeout).enforced():
            return function(**others)

    return limited


def overdue(timeout: float | None) -> Deadline:
    """When to stop a command that has a partial result but exceeded its time limit."""
    return Deadline(timeout, -max(0.25, (timeout or 0.0) / 10))
