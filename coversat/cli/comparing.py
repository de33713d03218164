"""``coversat compare`` and ``metrics``: routes and reductions of puzzles, measured."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ..answers.choosing import chosen_paths, chosen_routes
from ..answers.routes import Route
from ..answers.sets.entries import Entries
from ..base.errors import NO, UNKNOWN, YES, InputError
from ..comparing.compare import Comparison, Measure, compare, together
from ..comparing.proof_size import proof_size
from ..comparing.rows import Row
from ..comparing.shuffling import Shuffles
from ..comparing.side_by_side import Layout
from ..comparing.structure import structures
from ..problems.networks import MOST_EDGES
from ..problems.recognition import Wanted
from . import options as shared
from .inputs import Case, cases_of, one_case
from .options import command, in_memory, in_time, limits, seconds, whole
from .output import Progress, Results, echo, print_records, terminal_width, worst

COMPARE_SECONDS = 60.0
"""The time of each route without routes and limits: some would take far too long on large puzzles."""
MOST_SHUFFLES = 10_000


@command(
    examples=(
        "coversat compare examples/sudoku/boj*.txt --via cnf:minimal,cover",
        "coversat compare examples/kakuro/kakuro2.txt --via 'cnf:*' --sort effort",
    )
)
@shared.files
@shared.routes
@shared.solver_commands
@click.option("--limit", type=whole(), metavar="N", default=2, help="Look for this many answers (2).")
@shared.timeout
@shared.nodes
@click.option("--proofs", is_flag=True, help="Measure learnt clauses and proofs of one SAT solver, glucose4.")
@click.option(
    "--shuffles",
    type=whole(0, MOST_SHUFFLES),
    metavar="N",
    default=0,
    help="Solve N copies of each formula and cover in another order.",
)
@shared.seed("The seed of these orders (0).")
@shared.sort
@shared.case
@shared.reading
@shared.rows("puzzle and route")
@in_memory
def compare_command(
    files: tuple[str, ...],
    names: tuple[str, ...],
    commands: tuple[str, ...],
    limit: int,
    timeout: float | None,
    nodes: int | None,
    proofs: bool,
    shuffles: int,
    seed: int,
    sort: str | None,
    case: int | None,
    wanted: Wanted,
    as_json: bool,
) -> int:
    """Run several routes on each puzzle and put them side by side.

    Sizes, search effort (nodes or conflicts), seconds for reducing and for solving, and answers found. Of
    several puzzles, medians are printed, then the puzzles on which a route is far from its usual place.

    --proofs adds, for each complete formula, what one SAT solver learns from it, and the size of its proof
    that there is no other answer with the time to check it. --shuffles adds the spread that another order of
    variables, clauses and literals causes.

    Exits with 1 if two routes disagree, with 3 if a route failed that takes the puzzle. --timeout and --nodes
    are for each route; without routes and limits, a route is stopped after a minute.
    """
    if not names and timeout is None and nodes is None:
        timeout = COMPARE_SECONDS
    results = Results(as_json)
    if case is not None and len(files) > 1:
        raise click.UsageError("--case takes a puzzle of one FILE")
    if case is not None:
        cases = [one_case(files[0], wanted, case, timeout)]
    else:
        cases = list(cases_of(Entries(files, wanted, timeout), results))
    if not cases:
        if not results.codes:
            raise InputError(files[0], "it holds no puzzle")
        return results.code
    measures: list[Measure] = [proof_size] if proofs else []
    measures += [Shuffles(shuffles, seed)] if shuffles else []
    chosen = _routes_of(cases, names, commands)
    streams = len(cases) == 1 and sort is None and not as_json
    show = _Table([route.name for route in chosen[0]] if streams else [])
    within, found = limits(timeout, nodes, limit), []
    with Progress() as tell:
        for number, (one, routes) in enumerate(zip(cases, chosen, strict=True), 1):
            if len(cases) > 1:
                tell(f"{number} of {len(cases)}: {one.name}")
            found.append(compare(one.problem, routes, within, tell, show, one.name, measures))
    compared = together(found, limit)
    if as_json:
        print_records(compared.sorted(sort))
    else:
        lines = compared.below if streams else compared.lines(terminal_width(), sort)
        echo("\n".join(lines))
    return worst([*results.codes, *(_code(one) for one in found)])


def _routes_of(cases: Sequence[Case], names: Sequence[str], commands: Sequence[str]) -> list[list[Route]]:
    """The routes of each puzzle; those that are named are looked up once for each kind."""
    if not names:
        return [chosen_routes(case.problem.kind, names, commands, case.problem) for case in cases]
    kinds = dict.fromkeys(case.problem.kind for case in cases)
    known = {kind: chosen_routes(kind, names, commands) for kind in kinds}
    return [known[case.problem.kind] for case in cases]


def _code(found: Comparison) -> int:
    """The exit code for one puzzle."""
    if not found.agree:
        return NO
    if any(row.status == "refused" for row in found):
        return UNKNOWN
    return YES if any(row.exact or row.count == found.limit for row in found) else UNKNOWN


class _Table:
    """Prints the rows of a comparison as they come; nothing for no routes."""

    def __init__(self, routes: Sequence[str]) -> None:
        self._layout = Layout(routes, terminal_width()) if routes else None
        if self._layout is not None:
            echo("\n".join(self._layout.head()))

    def __call__(self, row: Row) -> None:
        if self._layout is not None:
            echo("\n".join(self._layout.row(row)))


@command(
    examples=(
        "coversat metrics examples/sudoku/boj2239.txt --via 'cnf:*' --sort edges",
        "coversat metrics examples/cover/knuth.dlx --treewidth 1",
    )
)
@shared.files
@shared.chosen_names("The reductions: names or patterns, such as cnf:minimal or 'cnf:*'.")
@click.option(
    "--treewidth", type=seconds, metavar="SECONDS", help="Search this long for a bound of the treewidth."
)
@click.option(
    "--edges",
    type=whole(0),
    metavar="N",
    default=MOST_EDGES,
    help=f"Measure no graph with more edges, or with more nodes than this and a million ({MOST_EDGES}).",
)
@shared.sort
@shared.case
@shared.reading
@shared.rows("puzzle and reduction")
@shared.timeout
@in_memory
@in_time
def metrics_command(
    files: tuple[str, ...],
    names: tuple[str, ...],
    treewidth: float | None,
    edges: int,
    sort: str | None,
    case: int | None,
    wanted: Wanted,
    as_json: bool,
) -> int:
    """Measure the structure of what puzzles are reduced to.

    Sizes and lengths; degrees, connected components, core number and Louvain modularity of a formula's primal
    graph, or of the graph of a cover's items and options. Several reductions or puzzles are a table. Exits
    with 3 if a graph is too large to be measured.
    """
    results = Results(as_json)
    if case is not None and len(files) > 1:
        raise click.UsageError("--case takes a puzzle of one FILE")
    if case is not None:
        cases = [one_case(files[0], wanted, case)]
    else:
        cases = list(cases_of(Entries(files, wanted, None), results))
    if not cases:
        if not results.codes:
            raise InputError(files[0], "it holds no puzzle")
        return results.code
    kinds = dict.fromkeys(one.problem.kind for one in cases)
    path = {one: chosen_paths(one, names) if names else [] for one in kinds}
    found = structures([(one.name, one.problem) for one in cases], path, treewidth, edges).sorted(sort)
    if as_json:
        print_records(found)
    else:
        echo("\n".join(found.lines(terminal_width())))
    return worst([*results.codes, YES if found.complete else UNKNOWN])
