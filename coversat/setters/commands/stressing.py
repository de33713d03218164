"""``coversat stress``: a program that solves puzzles, on small inputs first, until it is wrong."""

from __future__ import annotations

from typing import Any

import click

from ...base.errors import NO, YES
from ...cli.output import Progress, echo, echo_json
from ...cli.signatures import command
from ..testing.stress import stress


@command(
    stress,
    examples=("coversat stress 'python3 program.py' --kind latin --size 3x3 --inputs 2",),
    without=("kind",),
)
@click.argument("program", metavar="PROGRAM")
@click.option("--kind", required=True, metavar="KIND", help="The kind of puzzle, such as sudominoku.")
@click.option("--json", "as_json", is_flag=True, help="What was found, as a JSON object.")
def stress_command(program: str, kind: str, as_json: bool, **chosen: Any) -> int:
    """Test a PROGRAM that solves puzzles, such as one for a judge, on small inputs first.

    PROGRAM is a command line, in quotes if it has several words; no shell runs it. It reads each input from
    standard input, as a judge gives it: BOJ 2580 for sudoku (--form compact: BOJ 2239), BOJ 4574 for
    sudominoku, algospot's KAKURO2 for kakuro, several cases in a file where the judge has them. {puzzle}
    stands for the name of a file with the input. What it prints is checked by the rules.

    Ends at the first input that is answered wrongly, takes too long, or ends in an error, and prints it with
    what is wrong, without the cases that it does not need. Otherwise the time for all inputs is printed,
    beside that of the published searches. The time of the program includes its start.
    """
    with Progress() as tell:
        found = stress(program, kind, report=tell, **chosen)
    if as_json:
        echo_json(found.as_json())
    else:
        echo(str(found))
    return YES if found else NO
