"""``coversat cubes`` and ``join``: one hard instance on many machines, with one certificate at the end.

And ``coversat merge``: the parts of a set that were answered, exported or measured apart.
"""

from __future__ import annotations

from typing import Any

import click

from ..answering.sets.request import Request
from ..base.errors import YES
from ..base.files import STANDARD, shown
from ..base.wording import counted
from ..certificates.cubing import cubes, join
from ..comparing.merging import merge
from ..problems.recognition import Wanted
from . import options as shared
from .inputs import one_case, report_readings
from .options import in_memory
from .output import echo, worst
from .signatures import command


@command(
    cubes,
    examples=(
        "coversat cubes examples/sudoku/killer.txt -o cubes --into 8",
        "coversat check cubes/cube-*.cnf --certify cubes/proofs",
    ),
    without=("output", "kind"),
)
@shared.file
@click.option("--output", "-o", metavar="DIR", required=True, help="The folder to write.")
@shared.case
@shared.reading
@in_memory
def cubes_command(file: str, output: str, case: int | None, wanted: Wanted, **chosen: Any) -> int:
    """Split the formula of one hard puzzle into cubes, which are decided apart.

    Each cube is a file, the formula and some unit clauses, and no answer is in two cubes. Any machine decides
    its share of them; 'coversat join' makes one certificate of all:

    \b
      coversat cubes FILE -o DIR --into 40
      coversat check DIR/cube-*.cnf --certify DIR/proofs --part K/N
      coversat join DIR
    """
    (one,) = report_readings([one_case(file, wanted, case, chosen["timeout"])])
    echo(f"{counted(len(cubes(one, output, **chosen)), 'cube')} in {shown(output)}", err=True)
    return YES


@command(join, examples=("coversat join cubes",), without=("output",))
@click.argument("folder", metavar="DIR")
@click.option("--output", "-o", metavar="OUT", help="The folder of the certificate (DIR/certificate).")
@in_memory
def join_command(folder: str, **chosen: Any) -> int:
    """Make one certificate of those of all cubes, check it, and print the verdict.

    DIR is what 'coversat cubes' wrote; DIR/proofs has the certificates of its cubes. Cubes without one are
    named. The certificate is that of 'coversat check --certify' with a proof by drup, which is checked at the
    end: it need not be believed how the cubes were decided.
    """
    found = join(folder, **chosen)
    echo(str(found), data=True)
    return Request("check").code(found.verdict.value)


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
