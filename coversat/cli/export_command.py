"""``coversat export``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from ..exchange import to_cnf, to_cover, write_whole
from ..problems.cnf import dimacs_lines
from ..routes import find_rules, rules_to
from .inputs import Case, one_case
from .options import case_option, kind_option
from .results import BAD, InputError


@click.command("export")
@click.argument("file")
@click.option(
    "--to",
    "form",
    type=click.Choice(["dimacs", "cover"]),
    default="dimacs",
    help="DIMACS CNF, or Knuth's text.",
)
@click.option("--via", metavar="REDUCTION", help="Such as cnf:minimal or cover/cnf:product.")
@click.option("-o", "--output", metavar="OUT", help="The file to write, whole or not at all.")
@case_option
@kind_option
def command(
    file: str, form: str, via: str | None, output: str | None, case: int | None, kind: str | None
) -> int:
    """Write a puzzle as a formula (DIMACS) or as an exact cover (Knuth's text).

    A formula's comments hold the puzzle, so that 'coversat decode' needs
    nothing but the formula and the solver's output.
    """
    try:
        chosen = one_case(file, kind, case)
    except InputError as error:
        click.echo(str(error), err=True)
        return BAD
    lines = {"dimacs": _dimacs, "cover": _cover}[form](chosen, via)
    if output is None or output == "-":
        for line in lines:
            click.echo(line, nl=False)
    else:
        write_whole(Path(output), lines)
    return 0


def _dimacs(case: Case, via: str | None) -> Iterable[str]:
    kind = case.problem.kind
    rules = find_rules(kind, via) if via is not None else rules_to(kind, "cnf")
    return dimacs_lines(to_cnf(case.problem, rules, case.form))


def _cover(case: Case, via: str | None) -> Iterable[str]:
    kind = case.problem.kind
    rules = find_rules(kind, via) if via is not None else rules_to(kind, "cover")
    return [to_cover(case.problem, rules).format()]
