"""``coversat compare`` and ``metrics``: routes and reductions of puzzles, measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..base.deadline import Deadline
from ..base.errors import NO, UNKNOWN, YES
from ..comparing.compare import Comparison, Layout, compare
from ..comparing.metrics import Structure, metrics
from ..comparing.rows import Row
from ..problems.recognition import Wanted
from . import options as shared
from .inputs import chosen_cases
from .options import in_memory
from .output import Progress, Results, echo, print_records, terminal_width, worst
from .signatures import command

COMPARE_SECONDS = 60.0
"""The time of each route without routes and limits: some would take far too long on large puzzles."""


@command(
    compare,
    examples=(
        "coversat compare examples/sudoku/boj*.txt --via cnf:minimal,cover",
        "coversat compare examples/kakuro/kakuro2.txt --via 'cnf:*' --sort effort",
    ),
)
@shared.files
@shared.timeout
@shared.sort(Row)
@shared.case
@shared.reading
@shared.rows("puzzle and route")
@in_memory
def compare_command(
    files: tuple[str, ...],
    sort: str | None,
    case: int | None,
    wanted: Wanted,
    as_json: bool,
    timeout: float | None,
    **chosen: Any,
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
    if not chosen["routes"] and timeout is None and chosen["nodes"] is None:
        timeout = COMPARE_SECONDS
    results = Results(as_json)
    cases = chosen_cases(files, wanted, case, timeout, results)
    if not cases:
        return results.code
    streams = len(cases) == 1 and sort is None and not as_json
    with Progress() as tell:
        show = _Table(terminal_width() if streams else None)
        found = compare(cases, timeout=timeout, report=tell, each=show if streams else _unseen, **chosen)
    if as_json:
        print_records(found.sorted(sort))
    else:
        echo("\n".join(found.below if streams else found.lines(terminal_width(), sort)))
    return worst([*results.codes, *(_code(found.of(puzzle)) for puzzle in found.puzzles)])


def _code(found: Comparison) -> int:
    """The exit code for one puzzle."""
    if not found.agree:
        return NO
    if any(row.status == "failed" for row in found):
        return UNKNOWN
    return YES if any(row.exact or row.count == found.limit for row in found) else UNKNOWN


class _Table:
    """Prints the rows of a comparison as they come."""

    def __init__(self, width: int | None) -> None:
        self._width = width
        self._layout = Layout([], width)

    def __call__(self, routes: Sequence[str], row: Row | None) -> None:
        if row is None:
            self._layout = Layout(routes, self._width)
        echo("\n".join(self._layout.head() if row is None else self._layout.row(row)))


def _unseen(routes: Sequence[str], row: Row | None) -> None:
    """Rows that are printed at the end."""


@command(
    metrics,
    examples=(
        "coversat metrics examples/sudoku/boj2239.txt --via 'cnf:*' --sort edges",
        "coversat metrics examples/cover/knuth.dlx --treewidth 1",
    ),
)
@shared.files
@shared.sort(Structure)
@shared.case
@shared.reading
@shared.rows("puzzle and reduction")
@in_memory
def metrics_command(
    files: tuple[str, ...],
    sort: str | None,
    case: int | None,
    wanted: Wanted,
    as_json: bool,
    timeout: float | None,
    **chosen: Any,
) -> int:
    """Measure the structure of what puzzles are reduced to.

    Sizes and lengths; degrees, connected components, core number and Louvain modularity of a formula's primal
    graph, or of the graph of a cover's items and options. Several reductions or puzzles are a table. Exits
    with 3 if a graph is too large to be measured.
    """
    results, deadline = Results(as_json), Deadline(timeout)
    with deadline.enforced():
        cases = chosen_cases(files, wanted, case, None, results)
    if not cases:
        return results.code
    found = metrics(cases, timeout=deadline, **chosen).sorted(sort)
    if as_json:
        print_records(found)
    else:
        echo("\n".join(found.lines(terminal_width())))
    return worst([*results.codes, YES if found.complete else UNKNOWN])
