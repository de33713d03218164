"""``coversat help`` and ``example``: what a command does, and a puzzle to try it on."""

from __future__ import annotations

import click

from ..base.errors import YES, InputError
from ..problems.examples import example_of
from . import options as shared
from .options import KindName, command
from .output import echo, write_out


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
    with click.Context(found, info_name=name, parent=parent, **parent.command.context_settings) as own:
        echo(found.get_help(own))
    return YES


@command(examples=("coversat example kakuro", "coversat example nurikabe -o puzzle.txt"))
@click.argument("kind", metavar="KIND", type=KindName())
@shared.output("The file to write, whole or not at all.", "-")
def example_command(kind: str, output: str) -> int:
    """Print a small puzzle of a KIND, in the form in which files state it.

    'coversat list problems' has the kinds.
    """
    text = example_of(kind)
    if not text:
        raise InputError(kind, "this kind states no example")
    write_out(output, [text])
    return YES
