"""What the program and all commands have: ``--help``, and their name in usage errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from .output import echo


def _show_help(context: click.Context, _: click.Parameter, requested: bool) -> None:
    if requested and not context.resilient_parsing:
        echo(context.get_help())
        context.exit()


HELP = click.Option(
    ["-h", "--help"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_help,
    help="Show this message and exit.",
)
"""In place of click's own, which looks for a translation of its help: a twentieth of a short command."""


class Named(click.Command):
    """A command that is named by the usage errors raised while it is parsed; click names it while it runs."""

    def __init__(
        self, name: str | None, *, params: Sequence[click.Parameter] | None = None, **attributes: Any
    ) -> None:
        super().__init__(name, params=[*(params or ()), HELP], add_help_option=False, **attributes)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
