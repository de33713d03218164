"""The command line.  Each command is a module of its own, imported when it is called.

Commands parse arguments and print; each is one call of a library function.
"""

from __future__ import annotations

import sys
from typing import NoReturn

from ..errors import BAD, YES
from ..registry import load
from ..version import VERSION
from . import net
from .commands import HELP, PROGRAM, Command, Option, UsageError, echo, no_such

COMMANDS = {
    "solve": "print the answers of puzzles",
    "check": "say of each puzzle whether it has exactly one answer",
    "count": "count the answers",
    "estimate": "say about how many answers there are, before counting",
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


OPTIONS = (Option("--version", "Show the version and the cover engine in use, and exit."), HELP)

ABOUT = """
Reduce puzzles to exact cover and SAT, solve them, and check every answer.

Exit codes: 0 yes or done; 1 no (no solution, not unique, wrong answer,
routes disagree); 2 bad usage or input; 3 unknown (a limit came first);
4 a fault of coversat, please report it; 130 interrupted; 141 nobody reads
the output any more.
"""
USAGE = f"Usage: {PROGRAM} [OPTIONS] COMMAND [ARGS]..."


def run(words: list[str]) -> int:
    """Do what the words of a command line say; the exit code.

    Raises
    ------
    UsageError
        When they say nothing that can be done.
    """
    if not words:
        echo(_help(), err=True)
        return BAD
    name, *others = words
    if name in COMMANDS:
        command: Command = load(__name__, f"{name}_command", "command")
        return command.run(name, others)
    if name in HELP.names:
        echo(_help())
    elif name == "--version":
        echo(_version())
    else:
        options = [each for option in OPTIONS for each in option.names]
        what, known = ("option", options) if name.startswith("-") else ("command", COMMANDS)
        error = UsageError(no_such(what, name, known))
        error.usage = USAGE
        raise error
    return YES


def _help() -> str:
    from .helping import described, table

    commands = "\n".join(["Commands:", *table(COMMANDS.items())])
    return "\n\n".join([USAGE, *described(ABOUT, OPTIONS), commands])


def _version() -> str:
    """The version, and what is most often the reason when one machine is slower than another."""
    from ..solvers.bitset_cover import engine_in_use

    return f"{PROGRAM} {VERSION} (cover engine: {engine_in_use()}; Python {sys.version.split()[0]})"


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit the process with its code."""
    net.whole_streams()
    sys.exit(exit_code(arguments))


def exit_code(arguments: list[str] | None = None) -> int:
    """Run the command line; its exit code."""
    return net.call(run, arguments)
