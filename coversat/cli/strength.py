"""``coversat strength``: what unit propagation finds by each reduction, and where one finds more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from ..answering.sets.entries import Entries
from ..base.deadline import Deadline
from ..base.errors import NO, UNKNOWN, YES, ReductionError
from ..base.files import refuse_input
from ..comparing.strength import Strength, strength
from ..comparing.witness import BOARDS, NoWitness, Witness, witness
from ..kinds.drawing.strip import board_of
from ..problems.recognition import Wanted
from . import options as shared
from .inputs import Case, cases_of, files_of, one_case, report_readings
from .options import in_memory, overdue, whole
from .output import Progress, Results, echo, echo_json, print_records, terminal_width, worst, write_picture
from .signatures import command


@command(
    strength,
    examples=(
        "coversat strength examples/kakuro/kakuro2.txt --routes 'cnf:*'",
        "coversat strength examples/kakuro/kakuro2.txt --witness cnf:mdd cnf:regular",
    ),
)
@click.argument("sets", metavar="SET...", nargs=-1, required=True)
@click.option(
    "--witness",
    "pair",
    nargs=2,
    type=shared.name,
    metavar="A B",
    help="Show the smallest partial answer on which A excludes a value that B does not.",
)
@click.option(
    "--boards",
    type=whole(),
    metavar="N",
    default=BOARDS,
    help=f"For a witness, try at most so many partial answers one by one ({BOARDS}).",
)
@click.option("--draw", "picture", metavar="FILE", help="Draw the witness as .svg or .png.")
@shared.sort(Strength)
@shared.case
@shared.reading
@shared.rows("reduction")
@in_memory
def strength_command(
    sets: tuple[str, ...],
    pair: tuple[str, str] | None,
    boards: int,
    picture: str | None,
    sort: str | None,
    case: int | None,
    wanted: Wanted,
    as_json: bool,
    timeout: float | None,
    **chosen: Any,
) -> int:
    """Measure which consequences of the rules unit propagation finds by each reduction.

    SETs are files or folders of puzzles of one kind. Partial answers with a completion are drawn from a seed,
    the same for all reductions. 'excluded': of the values that no completion has, the share that unit
    propagation excludes. 'refuted': of partial answers with one such value more, the share that it refutes.
    Intervals are of 95%. Exact covers are measured by items with one option, or none, left. Exits with 1 if a
    reduction excludes a value that an answer has, with 3 if nothing could be measured.

    With --witness, smaller and smaller partial answers are tried, and the clauses that exclude the value are
    listed. Exits with 1 if there is no such partial answer, with 3 if none was found.
    """
    if picture is not None and pair is None:
        raise click.UsageError("--draw is for a witness: name two reductions with --witness")
    if pair is not None and (chosen["reductions"] or chosen["failed_literals"]):
        raise click.UsageError("--witness names two reductions; leave out --routes and --failed-literals")
    files = files_of(sets, wanted)
    if pair is not None:
        if len(files) != 1:
            raise click.UsageError("--witness is of one puzzle: name one file, and --case if it has several")
        drawn = {name: chosen[name] for name in ("samples", "seed")} | {"boards": boards}
        (one,) = report_readings([one_case(files[0], wanted, case, timeout)])
        return _show_witness(one, pair, drawn, picture, as_json, timeout)
    results = Results(as_json)
    if case is not None:
        if len(files) != 1:
            raise click.UsageError("--case is of one file")
        cases = report_readings([one_case(files[0], wanted, case, timeout)])
    else:
        cases = report_readings(list(cases_of(Entries(files, wanted, timeout), results)))
    if results.codes:
        return worst(results.codes)
    deadline = Deadline(timeout, sum(one.seconds for one in cases))
    with Progress() as tell, overdue(timeout).enforced():
        found = strength(cases, timeout=deadline, report=tell, **chosen).sorted(sort)
    if as_json:
        print_records(found)
    else:
        echo("\n".join(found.lines(terminal_width())))
    if not found.agree:
        return NO
    return YES if found.measured and found.complete else UNKNOWN


def _show_witness(
    case: Case,
    pair: tuple[str, str],
    drawn: Mapping[str, Any],
    picture: str | None,
    as_json: bool,
    timeout: float | None,
) -> int:
    problem = case.problem
    if picture is not None:
        refuse_input(picture)
        try:
            board_of(problem)
        except ValueError as error:
            raise ReductionError(str(error)) from None
    deadline = Deadline(timeout, case.seconds)
    with Progress() as tell, overdue(timeout).enforced():
        found = witness(problem, *pair, timeout=deadline, report=tell, **drawn)
    if as_json:
        echo_json(case.row("found" if isinstance(found, Witness) else "none") | found.as_json())
    else:
        echo(str(found))
    if isinstance(found, NoWitness):
        return NO if found.complete else UNKNOWN
    if picture is not None:
        write_picture(found.picture, picture)
    return YES
