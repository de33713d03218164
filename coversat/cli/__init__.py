"""The command line: commands parse options, call the library and print.

A command is imported when it is used: `commands` names the module of each. This room uses every other but
`setting`, whose commands are listed in its own `__init__`. Start with `asking`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from itertools import chain
from typing import Any, NoReturn

import click

from ..base.errors import BAD, YES
from ..base.registry import attached, load
from ..base.version import VERSION
from ..base.wording import similar
from . import failures
from .options import Named
from .output import echo

PROGRAM = "coversat"
COMPLETION = "_COVERSAT_COMPLETE"
"""The environment variable by which a shell asks for completions."""

_OWN = {
    "solve": ("cli.asking", "Print the answers of puzzles."),
    "check": ("cli.asking", "Decide whether each puzzle has exactly one answer."),
    "count": ("cli.asking", "Count the answers."),
    "estimate": ("cli.estimating", "Estimate the number of answers before counting."),
    "export": ("cli.making", "Write a puzzle as DIMACS or as exact cover."),
    "decode": ("cli.making", "Turn a solver's output back into the puzzle's answer."),
    "convert": ("cli.making", "Write puzzles in another form."),
    "verify": ("cli.proving", "Check an answer by the rules, or a certificate."),
    "compare": ("cli.measuring", "Run several routes on one puzzle, side by side."),
    "bench": ("cli.measuring", "Measure many puzzles by many routes."),
    "report": ("cli.measuring", "Make tables and plots of what was measured."),
    "metrics": ("cli.measuring", "Measure the structure of what a puzzle is reduced to."),
    "draw": ("cli.showing", "Draw a puzzle and its answers as SVG or PNG."),
    "routes": ("cli.showing", "List the routes from a kind of problem."),
    "list": ("cli.showing", "List problems, reductions, solvers, text forms or constraints."),
}
"""The module of each command and one line about it, in the order in which the help lists them."""


@cache
def commands() -> Mapping[str, tuple[str, str]]:
    """The commands of this room, then those of rooms that are attached."""
    return {**_OWN, **dict(chain.from_iterable(one.items() for one in attached("COMMANDS")))}


class Program(Named, click.Group):
    """The group of all commands, which imports only the one that is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(commands())

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in commands():
            return None
        found: click.Command = load("coversat", commands()[name][0], f"{name}_command")
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in commands() and not args[0].startswith("-"):
            near = sorted(map(repr, similar(args[0], commands())))
            meant = f". (Did you mean{' one of:' if near[1:] else ''} {', '.join(near)}?)" if near else ""
            ctx.fail(f"No such command {args[0]!r}{meant}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in commands().items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        names = [
            CompletionItem(name, help=about)
            for name, (_, about) in commands().items()
            if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]


def _version(ctx: click.Context, _: click.Parameter, requested: bool) -> None:
    """Print the version and the engine in use, the usual reason when one machine is slower than another."""
    if not requested or ctx.resilient_parsing:
        return
    from ..solvers.cover.bitset_cover import engine_in_use

    echo(f"{PROGRAM} {VERSION} (cover engine: {engine_in_use()}; Python {sys.version.split()[0]})")
    ctx.exit()


program = Program(
    PROGRAM,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""Reduce puzzles to exact cover and SAT, solve them, and check every answer.

    A FILE is the name of a file, '-' for standard input, a link, or a text such as 'queens 8'.

    Exit codes: 0 yes or done; 1 no (no answer, not unique, wrong answer, routes disagree); 2 bad usage or
    input; 3 unknown (a limit came first); 4 a fault of coversat, please report it; 130 interrupted; 141
    the reader of the output has gone.
    """,
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_version,
            help="Show the version and the cover engine in use, and exit.",
        )
    ],
)


def run(words: list[str]) -> int:
    """Run the command that these words name; its exit code.

    Raise `click.UsageError` when the words cannot be parsed.
    """
    if not words:
        with click.Context(program, info_name=PROGRAM, **program.context_settings) as ctx:
            echo(ctx.get_help(), err=True)
        return BAD
    try:
        with program.make_context(PROGRAM, list(words)) as ctx:
            return int(program.invoke(ctx) or YES)
    except click.exceptions.Exit as ended:
        return ended.exit_code


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit the process with its code."""
    failures.whole_streams()
    if instruction := os.environ.get(COMPLETION):
        from click.shell_completion import shell_complete

        sys.exit(shell_complete(program, {}, PROGRAM, COMPLETION, instruction))
    sys.exit(failures.call(run, arguments))


def exit_code(arguments: list[str] | None = None) -> int:
    """Run the command line; its exit code."""
    return failures.call(run, arguments)
