"""The command line.  Each command is a module of its own, imported when it is called.

Commands parse arguments and print; each is one call of a library function.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

from ..version import VERSION
from . import net

COMMANDS = {
    "solve": "print the answers of puzzles",
    "check": "say of each puzzle whether it has exactly one answer",
    "count": "count the answers",
    "export": "write a puzzle as DIMACS or as exact cover",
    "decode": "turn a solver's output back into the puzzle's answer",
    "explain": "say why a puzzle has no answer, or what would make it unique",
    "candidates": "print the values that each cell has in some answer",
    "grade": "say how hard puzzles are",
    "generate": "make puzzles that have exactly one answer",
    "convert": "write puzzles in another form",
    "verify": "check an answer by the puzzle's rules",
    "compare": "run several routes on one puzzle, side by side",
    "bench": "measure many puzzles by many routes",
    "report": "make tables and pictures of what was measured",
    "metrics": "measure the structure of what a puzzle is reduced to",
    "draw": "draw a puzzle and its answers as SVG or PNG",
    "routes": "list the routes from a kind of problem",
    "list": "list problems, reductions, solvers or text forms",
}


class LazyGroup(click.Group):
    """A group that knows its commands' names and imports a command when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported; None when there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"{__name__}.{cmd_name}_command").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from their short texts alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """The version, and what is most often the reason when one machine is slower than another."""
    if asked:
        from ..solvers.bitset_cover import engine_in_use

        click.echo(f"coversat {VERSION} (cover engine: {engine_in_use()}; Python {sys.version.split()[0]})")
        context.exit()


@click.command("coversat", cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and the cover engine in use, and exit.",
)
def group() -> None:
    """Reduce puzzles to exact cover and SAT, solve them, and check every answer.

    \b
    Exit codes: 0 yes or done; 1 no (no solution, not unique, wrong answer,
    routes disagree); 2 bad usage or input; 3 unknown (a limit came first);
    4 a fault of coversat, please report it; 130 interrupted; 141 nobody reads
    the output any more.
    """


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line and exit the process with its code."""
    net.whole_streams()
    sys.exit(exit_code(arguments))


def exit_code(arguments: list[str] | None = None) -> int:
    """Run the command line; its exit code."""
    return net.call(group, arguments)
