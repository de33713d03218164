"""``coversat check``."""

from __future__ import annotations

from typing import Any

import click

from .asking import Asking, asking_options
from .options import examples

PROOFS = ("drup", "lrat")
"""As certificates name them; here so that nothing of certificates is imported before it is needed."""


@click.command(
    "check",
    epilog=examples(
        "coversat check examples/sudoku/killer.txt --out results.jsonl --timeout 10",
        "coversat check examples/sudoku/boj2239.txt --certify proofs",
    ),
)
@asking_options
@click.option("--brief", is_flag=True, help="One line a puzzle: MULTIPLE shows no answers.")
@click.option(
    "--certify",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Write a certificate of each verdict; --via names a reduction.",
)
@click.option(
    "--proof",
    type=click.Choice(PROOFS),
    help="The form of its proof: drup (the default), or lrat, which is checked faster.",
)
def command(brief: bool, folder: str | None, proof: str | None, **options: Any) -> int:
    """Say of each puzzle whether it has exactly one answer.

    One line per puzzle: UNIQUE, MULTIPLE, NONE or UNKNOWN, the file and the
    puzzle's number in it.  MULTIPLE shows two answers; a star marks each
    value that differs.

    With --certify each verdict gets a folder with the puzzle, the formula, the
    answer and a proof, which 'coversat verify DIR' checks.
    """
    asking = Asking(**options)
    if folder is None:
        if proof is not None:
            raise click.UsageError("--proof needs --certify")
        return asking.ask(asking.query("check"), brief)
    if not folder:
        raise click.UsageError("--certify needs the name of a folder")
    if asking.solver_command is not None:
        raise click.UsageError("--certify and --solver-command exclude each other")
    return asking.ask(asking.query("check", proof=proof or PROOFS[0]), brief, folder)
