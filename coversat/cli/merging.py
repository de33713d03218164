"""``coversat merge``: the parts of a set that were answered, exported or measured apart."""

from __future__ import annotations

import click

from ..base.files import STANDARD
from ..comparing.merging import merge
from . import options as shared
from .output import echo, worst
from .signatures import command


@command(
    merge,
    examples=(
        "coversat merge results-*.jsonl -o results.jsonl",
        "coversat merge formulas-* -o all-formulas",
    ),
    without=("output",),
)
@click.argument("parts", metavar="PART...", nargs=-1, required=True)
@shared.output("The file or folder to write.", STANDARD)
def merge_command(parts: tuple[str, ...], output: str) -> int:
    """Put the results of all parts of a set together.

    PARTs are what commands with --part K/N wrote: files of results (--out or --json), folders of export, or
    stores of bench. The whole is what one run gives, byte for byte but for seconds, and so is the exit code.

    Refused are parts of different sets, options or versions of coversat, and parts of which some are missing
    or not finished; these are named. The command of a part with --resume finishes it.
    """
    found = merge(parts, output)
    if output != STANDARD:
        echo(str(found), err=True)
    return worst(found.codes)
