"""``coversat help``, ``example`` and ``schema``: what a command does and prints, and a puzzle to try."""

from __future__ import annotations

import json

import click

from ..base.errors import YES
from ..kinds.converting import example
from . import options as shared
from .options import KindName
from .output import echo, write_out
from .schemas import NAMES, schema
from .signatures import command


@command(examples=("coversat help", "coversat help compare"))
@click.argument("name", metavar="[COMMAND]", required=False)
@click.pass_context
def help_command(context: click.Context, name: str | None) -> int:
    """Show what COMMAND does, with its options and examples, as 'coversat COMMAND --help' does.

    Without COMMAND, all commands.
    """
    parent = context.parent
    assert parent is not None
    if name is None:
        echo(parent.get_help())
        return YES
    assert isinstance(parent.command, click.Group)
    _, found, _ = parent.command.resolve_command(parent, [name])
    assert found is not None
    with click.Context(found, info_name=name, parent=parent) as own:
        echo(found.get_help(own))
    return YES


@command(example, examples=("coversat example kakuro", "coversat example nurikabe -o puzzle.txt"))
@click.argument("kind", metavar="KIND", type=KindName())
@shared.output("The file to write, whole or not at all.", "-")
def example_command(kind: str, output: str) -> int:
    """Print a small puzzle of a KIND, in the form in which files state it.

    'coversat list problems' has the kinds.
    """
    write_out(output, [example(kind)])
    return YES


@command(schema, examples=("coversat schema", "coversat schema check"))
@click.argument("name", metavar="[NAME]", required=False)
def schema_command(name: str | None) -> int:
    """Print the JSON schema of what the command NAME prints with --json, of each line if there are several.

    NAME may also be a table of a report: runs, tests or growth. Without NAME, the names.
    """
    echo("\n".join(NAMES) if name is None else json.dumps(schema(name), indent=2))
    return YES
