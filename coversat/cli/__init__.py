"""The command line: commands parse options, call the library and print.

A command is imported when it is used: `commands` names the module of each. This room uses every other but
`setters`, whose commands are listed in its own `__init__`. Start with `asking`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from itertools import chain
from typing import Any

import click

from ..base.errors import BAD, YES
from ..base.files import STANDARD
from ..base.registry import attached, load
from ..base.version import VERSION
from ..base.wording import similar
from . import failures, progress
from .named import Named
from .output import echo

PROGRAM = "coversat"
COMPLETION = "_COVERSAT_COMPLETE"
"""The environment variable by which a shell asks for completions."""

_OWN = {
    "solve": ("cli.asking", "Print the answers of puzzles."),
    "check": ("cli.asking", "Decide whether each puzzle has exactly one answer."),
    "count": ("cli.asking", "Count the answers."),
    "estimate": ("cli.estimating", "Estimate the number of answers before counting."),
    "verify": ("cli.proving", "Check an answer by the rules, or a certificate."),
    "cubes": ("cli.dividing", "Split one hard puzzle for many machines."),
    "join": ("cli.dividing", "Make one certificate of those of all cubes."),
    "audit": ("cli.auditing", "Audit a set of puzzles and its stored answers."),
    "score": ("cli.scoring", "Score replies in free text by the rules."),
    "export": ("cli.exporting", "Write puzzles as DIMACS or as exact cover."),
    "decode": ("cli.decoding", "Turn a solver's output back into the puzzle's answer."),
    "convert": ("cli.converting", "Write puzzles in another form."),
    "compare": ("cli.comparing", "Run several routes on puzzles, side by side."),
    "bench": ("cli.benching", "Measure many puzzles by many routes."),
    "merge": ("cli.dividing", "Put the results of the parts of a set together."),
    "report": ("cli.benching", "Make tables and plots of what was measured."),
    "metrics": ("cli.comparing", "Measure the structure of what puzzles are reduced to."),
    "strength": ("cli.strength", "Measure what unit propagation finds by each reduction."),
    "routes": ("cli.showing", "List the reductions and solvers of a kind of problem."),
    "draw": ("cli.showing", "Draw a puzzle and its answers as SVG or PNG."),
    "help": ("cli.helping", "Show what a command does."),
    "example": ("cli.helping", "Print a small puzzle of a kind."),
    "schema": ("cli.helping", "Print the JSON schema of what a command prints."),
    "list": ("cli.showing", "List problems, reductions, solvers, text forms or constraints."),
}
"""The module of each command of this room and one line about it."""

_GROUPS = {
    "Ask": ("solve", "check", "count", "estimate", "explain", "candidates", "verify", "audit", "score"),
    "Export": ("export", "decode", "convert"),
    "Compare": ("compare", "bench", "report", "metrics", "strength", "routes"),
    "Divide": ("merge", "cubes", "join"),
    "Set": ("generate", "grade", "steps", "hint", "draw"),
    "Extend": ("new", "test", "stress"),
    "Look up": ("help", "example", "list", "schema"),
}
_OTHERS = "More"
"""The group of commands of rooms that are attached and have no other."""

EXAMPLES = ("coversat example sudoku -o puzzle.txt", "coversat check puzzle.txt", "coversat help check")
"""The examples of the first page of the help."""


@cache
def commands() -> Mapping[str, tuple[str, str]]:
    """The commands of this room and of those that are attached, in the order in which the help lists them."""
    known = {**_OWN, **dict(chain.from_iterable(one.items() for one in attached("COMMANDS")))}
    ordered = [name for names in _GROUPS.values() for name in names if name in known]
    return {name: known[name] for name in dict.fromkeys((*ordered, *known))}


def groups() -> Mapping[str, list[str]]:
    """The names of commands by the titles of their groups."""
    title_of = {name: title for title, names in _GROUPS.items() for name in names}
    found: dict[str, list[str]] = {}
    for name in commands():
        found.setdefault(title_of.get(name, _OTHERS), []).append(name)
    return found


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
        about = {name: words for name, (_, words) in commands().items()}
        longest = max(map(len, about))
        for title, names in groups().items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(longest), about[name]) for name in names])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Try"):
            for line in EXAMPLES:
                formatter.write(f"{'':{formatter.current_indent}}{line}\n")

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
    help="""Reduce puzzles to exact cover and SAT, solve them, and check every answer.

    A FILE is the name of a file, '-' for standard input, a link, or a text such as 'queens 8'.

    Exit codes: 0 yes or done; 1 no (no answer, not unique, wrong answer, routes disagree); 2 bad usage or
    input; 3 unknown (a limit came first); 4 an internal error, please report it; 130 interrupted; 141
    output closed (broken pipe).
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
    if instruction := os.environ.get(COMPLETION):
        from click.shell_completion import shell_complete

        return shell_complete(program, {}, PROGRAM, COMPLETION, instruction)
    if not words:
        with click.Context(program, info_name=PROGRAM) as ctx:
            echo(ctx.get_help(), err=True)
        return BAD
    try:
        with program.make_context(PROGRAM, list(words)) as ctx, _progress_of(words):
            return int(program.invoke(ctx) or YES)
    except click.exceptions.Exit as ended:
        return ended.exit_code


def _progress_of(words: list[str]) -> AbstractContextManager[None]:
    """The line of progress of a command; none where somebody types its input."""
    typed = STANDARD in words and sys.stdin is not None and sys.stdin.isatty()
    return nullcontext() if typed else progress.shown_while(words[0])


def exit_code(arguments: list[str] | None = None) -> int:
    """Run the command line; its exit code."""
    return failures.call(run, arguments)
