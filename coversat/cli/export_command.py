"""``coversat export``."""

from __future__ import annotations

from ..exchange import FORMATS, export
from ..files import STANDARD, write_whole
from .commands import Choice, Option, takes
from .inputs import one_case
from .options import CASE, FILE, KIND, TIMEOUT, VIA_REDUCTION, in_time

_HELP = """Write a puzzle for outside solvers.

The file's comments hold the puzzle, so that 'coversat decode' needs nothing
but the file and the solver's output.  OUT is written whole or not at all,
and is not FILE.

Formats:
{formats}
"""


@takes(
    FILE,
    Option(
        "--to",
        "The format; see above (dimacs).",
        f"[{'|'.join(FORMATS)}]",
        to="name",
        read=Choice(FORMATS),
        default="dimacs",
    ),
    VIA_REDUCTION,
    Option(
        "--output",
        "The file to write; packed if it ends in .gz or .xz.",
        "OUT",
        short="-o",
        default=STANDARD,
    ),
    CASE,
    KIND,
    TIMEOUT,
    examples=(
        "coversat export examples/kakuro/kakuro2.txt -o puzzle.cnf",
        "coversat export examples/sudoku/boj2239.txt --via cnf:minimal -o x.cnf.gz",
    ),
    about=_HELP.format(formats="\n".join(f"  {name:6}  {one.about}" for name, one in FORMATS.items())),
)
@in_time
def command(file: str, name: str, via: str | None, output: str, case: int | None, kind: str | None) -> int:
    """Print or write the lines of `exchange.export`."""
    chosen = one_case(file, kind, case)
    lines = export(chosen.problem, name, via, chosen.form)
    write_whole(output, lines, sources=[file])
    return 0
