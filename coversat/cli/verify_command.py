"""``coversat verify``."""

from __future__ import annotations

import json
import os.path
from pathlib import Path

import click

from ..deadline import Deadline
from ..errors import NO, YES
from .inputs import one_case, read_answer
from .options import case_option, examples, json_option, kind_option, timeout_option


@click.command(
    "verify",
    epilog=examples(
        "coversat verify examples/sudoku/boj2239.txt answer.txt",
        "coversat verify proofs",
    ),
)
@click.argument("file")
@click.argument("answer", required=False)
@case_option
@kind_option
@timeout_option
@json_option
def command(
    file: str, answer: str | None, case: int | None, kind: str | None, timeout: float | None, as_json: bool
) -> int:
    """Check the answer in the file ANSWER by the rules of the puzzle in FILE.

    Or, where FILE is a folder, the certificates that 'coversat check
    --certify' wrote there: formulas, answers and proofs.  A certificate that
    takes longer than --timeout is UNKNOWN.
    """
    if answer is None:
        if not os.path.isdir(file):
            raise click.UsageError("name a file with the answer, or a folder of certificates")
        from .certifying import verify_certificates

        return verify_certificates(Path(file), timeout, as_json)
    if os.path.isdir(file):
        raise click.UsageError("name one folder of certificates, or a puzzle and an answer")
    with Deadline(timeout).enforced():
        chosen = one_case(file, kind, case)
        violations = [str(wrong) for wrong in chosen.problem.violations(read_answer(chosen, answer))]
    if as_json:
        row = chosen.row("invalid" if violations else "valid") | {"violations": violations}
        click.echo(json.dumps(row))
    else:
        for line in [f"WRONG {chosen.name}: {v}" for v in violations] or [f"CORRECT {chosen.name}"]:
            click.echo(line)
    return NO if violations else YES
