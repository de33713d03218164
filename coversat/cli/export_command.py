"""``coversat export``."""

from __future__ import annotations

import click

from ..exchange import FORMATS, Origin, export
from ..files import STANDARD, write_whole
from ..routes import find_rules
from .inputs import one_case
from .options import case_option, kind_option
from .results import BAD, InputError


@click.command("export")
@click.argument("file")
@click.option("--to", "name", type=click.Choice(list(FORMATS)), default="dimacs", help="The format (dimacs).")
@click.option("--via", metavar="REDUCTION", help="Such as cnf:minimal or cover/cnf:product.")
@click.option("-o", "--output", metavar="OUT", help="The file to write; packed if it ends in .gz or .xz.")
@case_option
@kind_option
def command(
    file: str, name: str, via: str | None, output: str | None, case: int | None, kind: str | None
) -> int:
    """Write a puzzle for outside solvers.

    \b
    dimacs  DIMACS CNF, for SAT solvers
    wcnf    weighted CNF with the givens soft: the fewest changes
    cover   the text of Knuth's exact cover programs
    opb     pseudo-Boolean constraints of the exact cover
    lp      the exact cover as a linear program, for MIP solvers

    The file's comments hold the puzzle, so that 'coversat decode' needs
    nothing but the file and the solver's output.  OUT is written whole or
    not at all.
    """
    try:
        chosen = one_case(file, kind, case)
    except InputError as error:
        click.echo(str(error), err=True)
        return BAD
    source = chosen.problem.kind
    rules = find_rules(source, via) if via is not None else FORMATS[name].rules_from(source)
    lines = export(Origin(chosen.problem, chosen.form, rules), name)
    write_whole(STANDARD if output is None else output, lines)
    return 0
