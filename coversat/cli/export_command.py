"""``coversat export``."""

from __future__ import annotations

import click

from ..exchange import FORMATS, export
from ..files import STANDARD, write_whole
from .inputs import one_case
from .options import case_option, examples, in_time, kind_option

_HELP = """Write a puzzle for outside solvers.

The file's comments hold the puzzle, so that 'coversat decode' needs nothing
but the file and the solver's output.  OUT is written whole or not at all,
and is not FILE.

\b
Formats:
{formats}
"""


@click.command(
    "export",
    help=_HELP.format(formats="\n".join(f"  {name:6}  {one.about}" for name, one in FORMATS.items())),
    epilog=examples(
        "coversat export examples/kakuro/kakuro2.txt -o puzzle.cnf",
        "coversat export examples/sudoku/boj2239.txt --via cnf:minimal -o x.cnf.gz",
    ),
)
@click.argument("file")
@click.option(
    "--to", "name", type=click.Choice(list(FORMATS)), default="dimacs", help="The format; see above (dimacs)."
)
@click.option("--via", metavar="REDUCTION", help="The reduction, such as cnf:minimal or cover/cnf:product.")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    default=STANDARD,
    help="The file to write; packed if it ends in .gz or .xz.",
)
@case_option
@kind_option
@in_time
def command(file: str, name: str, via: str | None, output: str, case: int | None, kind: str | None) -> int:
    """Print or write the lines of `exchange.export`."""
    chosen = one_case(file, kind, case)
    lines = export(chosen.problem, name, via, chosen.form)
    write_whole(output, lines, sources=[file])
    return 0
