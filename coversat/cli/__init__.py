"""The command line: commands parse options, call the library and print.

A command is imported when it is used: `COMMANDS` names the module of each.
"""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import click

from ..base.errors import BAD, YES
from ..base.registry import load
from ..base.version import VERSION
from ..base.wording import similar
from . import failures
from .options import Named
from .output import echo

PROGRAM = "coversat"
COMPLETION = "_COVERSAT_COMPLETE"
"""The environment variable by which a shell asks for completions."""

COMMANDS = {
    "solve": ("asking", "Print the answers of puzzles."),
    "check": ("asking", "Decide whether each puzzle has exactly one answer."),
    "count": ("asking", "Count the answers."),
    "estimate": ("setting", "Estimate the number of answers before counting."),
    "export": ("making", "Write a puzzle as DIMACS or as exact cover."),
    "decode": ("making", "Turn a solver's output back into the puzzle's answer."),
    "explain": ("explaining", "Explain why a puzzle has no answer, or what would make it unique."),
    "candidates": ("setting", "Print the values that each cell has in some answer."),
    "grade": ("setting", "Grade how hard puzzles are."),
    "steps": ("stepping", "Print the steps that solve a puzzle, each with its reason."),
    "hint": ("stepping", "Print the next step from a partly filled board."),
    "generate": ("making", "Generate puzzles that have exactly one answer."),
    "convert": ("making", "Write puzzles in another form."),
    "verify": ("proving", "Check an answer by the rules, or a certificate."),
    "compare": ("measuring", "Run several routes on one puzzle, side by side."),
    "bench": ("measuring", "Measure many puzzles by many routes."),
    "report": ("measuring", "Make tables and plots of what was measured."),
    "metrics": ("measuring", "Measure the structure of what a puzzle is reduced to."),
    "new": ("defining", "Write a file that defines a kind of puzzle, to be edited."),
    "test": ("defining", "Test a kind of puzzle, or a reduction, in a file."),
    "draw": ("showing", "Draw a puzzle and its answers as SVG or PNG."),
    "routes": ("showing", "List the routes from a kind of problem."),
    "list": ("showing", "List problems, reductions, solvers, text forms or constraints."),
}
"""The module of each command and one line about it, in the order in which the help lists them."""


class Program(Named, click.Group):
    """The group of all commands, which imports only the one that is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        found: click.Command = load(__name__, COMMANDS[name][0], f"{name}_command")
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            near = sorted(map(repr, similar(args[0], COMMANDS)))
            meant = f". (Did you mean{' one of:' if near[1:] else ''} {', '.join(near)}?)" if near else ""
            ctx.fail(f"No such command {args[0]!r}{meant}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        names = [
            CompletionItem(name, help=about)
            for name, (_, about) in COMMANDS.items()
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
