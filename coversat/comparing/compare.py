"""Several routes on problems, side by side: sizes, effort, time, and whether they agree."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from ..answering.choosing import chosen_routes
from ..answering.routes import Route
from ..answering.running import Outcome, run
from ..base.arguments import (
    Listener,
    listener,
    patterns,
    refuse_others,
    seconds,
    silent,
    whole,
    whole_or_none,
)
from ..base.deadline import Deadline
from ..base.errors import LimitReachedError, ReductionError, SolverError, WrongAnswerError
from ..base.notebook import html_table
from ..base.records import Rows, in_order
from ..base.wording import counted, several
from ..kinds.sources import Source, named
from ..problems import AnyProblem
from ..solvers import Limits, effort_unit
from .columns import fitted, three_sizes, two_lines
from .measures import Shuffles, proof_lines, proof_size, shuffle_lines
from .report_tables import COMPARED, SECONDS, SOLVED, SPARE, RouteRecord, Table
from .report_tables import whole as rounded
from .rows import LEAST, Row, contradicting
from .statistics import median
from .summary import table_of


@dataclass(frozen=True, repr=False)
class Comparison(Rows[Row]):
    """A row for each problem and route, in this order; a sequence of them.

    Attributes
    ----------
    all_rows : tuple of Row
    limit : int
        The number of answers that were looked for.
    """

    limit: int

    record = Row

    @property
    def agree(self) -> bool:
        """Whether no route contradicts another and none returned a wrong answer."""
        return not self.disagreements

    @property
    def disagreements(self) -> tuple[str, ...]:
        """The routes that contradict others, or gave a wrong answer."""
        return tuple(dict.fromkeys(row.route for row in self if row.contradicts))

    @property
    def puzzles(self) -> tuple[str, ...]:
        """The names of the puzzles."""
        return tuple(dict.fromkeys(row.puzzle for row in self))

    def of(self, puzzle: str) -> Comparison:
        """The rows of one puzzle."""
        return Comparison(tuple(row for row in self if row.puzzle == puzzle), self.limit)

    @property
    def tables(self) -> list[Table]:
        """The medians of each route on the puzzles of each kind."""
        kinds = dict.fromkeys(row.kind for row in self)
        return [table_of(kind, [row for row in self if row.kind == kind]) for kind in kinds]

    @property
    def verdict(self) -> str:
        """Whether they agree, in words; routes without a result are only counted."""
        if not self.agree:
            where = [row.puzzle for row in self if row.contradicts]
            several_puzzles = len(self.puzzles) > 1
            on = f" on {several(list(dict.fromkeys(where)))}" if several_puzzles else ""
            return f"DISAGREE{on}: {', '.join(self.disagreements)}"
        missing = sum(row.lacks_result for row in self)
        stopped = sum(not row.lacks_result and row.reason is not None for row in self)
        what = "routes" if len(self.puzzles) < 2 else "runs"
        if missing == len(self):
            return "no route gave a result"
        if missing + stopped == len(self):
            return "no route finished"
        numbers = ((missing, "gave no result"), (stopped, "did not finish"))
        words = " and ".join(f"{count} of {len(self)} {what} {verb}" for count, verb in numbers if count)
        return f"{words}; the others agree" if words else "all routes agree"

    def lines(self, width: int | None = None, by: str | None = None) -> list[str]:
        """The lines that ``coversat compare`` prints.

        Of several puzzles these are the medians of each route, and then the puzzles on which a route is far
        from its usual place.
        """
        if len(self.puzzles) > 1:
            heads = [column.head for column in COMPARED]
            parts = [
                line
                for table in self.tables
                for line in (
                    f"{table.kind}: medians of {counted(table.puzzles, 'puzzle')}",
                    *fitted([*two_lines(heads), *_cells(table, by)], width, SPARE),
                )
            ]
            return [*parts, *odd_ones(self), *self.below]
        layout = Layout([row.route for row in self], width)
        rows = self.sorted(by)
        return [*layout.head(), *(line for row in rows for line in layout.row(row)), *self.below]

    def __bool__(self) -> bool:
        return self.agree

    def __str__(self) -> str:
        return "\n".join(self.lines())

    @property
    def below(self) -> list[str]:
        """What stands below the table: remarks about routes, and the verdict."""
        groups: dict[str, dict[str, None]] = {}
        for row in self:
            if row.remark is not None:
                groups.setdefault(row.remark, {})[row.route] = None
        remarks = [f"{several(list(names))}: {remark}" for remark, names in groups.items()]
        files = {row.route: row.rests_on for row in self if row.rests_on}
        remarks += [f"{route}: rests on {file}" for route, file in files.items()]
        measured = () if len(self.puzzles) > 1 else (*proof_lines(self), *shuffle_lines(self))
        return [*measured, *remarks, self.verdict]

    def _repr_html_(self) -> str:
        if len(self.puzzles) > 1:
            heads = [column.head for column in COMPARED]
            return "\n".join(html_table(heads, _cells(one), self.below) for one in self.tables)
        return html_table(HEADS, [cells(row) for row in self], self.below)


def _cells(table: Table, by: str | None = None) -> list[list[str]]:
    routes = tuple(in_order(table.routes, RouteRecord, by))
    return replace(table, routes=routes).cells(COMPARED, SECONDS)


Measure: TypeAlias = Callable[[AnyProblem, Route, Row, Limits], Row]
"""Adds a measurement to a row; the limits are those of a route."""


def compare(
    source: Source,
    routes: Sequence[str] = (),
    *,
    kind: str | None = None,
    limit: int = 2,
    timeout: float | None = 60.0,
    nodes: int | None = None,
    proofs: bool = False,
    shuffles: int = 0,
    seed: int = 0,
    solver_command: Sequence[str] = (),
    report: Listener = silent,
    each: Callable[[Sequence[str], Row | None], None] = lambda routes, row: None,
) -> Comparison:
    """Compare routes on a problem, or on each in a file: sizes, effort, seconds, and whether they agree.

    Parameters
    ----------
    source, kind
        See `read`; one problem or many.
    routes : sequence of str
        The routes to run: names or patterns, such as ``cnf:minimal`` or ``cover/*``; by default, one for each
        reduction.
    limit : int
        Look for this many answers.
    timeout, nodes
        For each route.
    proofs : bool
        Measure what one SAT solver, glucose4, learns from each formula, and its proof of no other answer.
    shuffles : int
        Solve so many copies of each formula and cover in another order.
    seed : int
        The seed of these orders.
    solver_command : sequence of str
        The command lines of programs to run beside the routes, such as ``kissat -q {cnf}``.
    report : function of a text
        Called with what is run next.
    each : function of the names of all routes of a problem and of a `Row`
        Called with each row as soon as it is there, and before the first one with None.

    Returns
    -------
    Comparison
        A sequence of `Row`, one for each problem and route.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.compare("queens 6", ["cover/*dancing*", "search/*"])
    >>> found.verdict, [row.route for row in found]
    ('all routes agree', ['cover/dancing-links', 'search/backtracking'])
    >>> found[0].variables_or_items, found[0].effort_unit, found[0].status
    (34, 'nodes', 'multiple')
    """
    names, commands = patterns("routes", routes), patterns("solver_command", solver_command)
    refuse_others("each", each, Callable, "a function of names and a row")
    limits = Limits(whole("limit", limit), whole_or_none("nodes", nodes), Deadline(seconds(timeout)))
    measures: list[Measure] = [proof_size] if proofs else []
    measures += [Shuffles(shuffles, whole("seed", seed))] if whole("shuffles", shuffles) else []
    problems, report = named(source, kind), listener(report)
    chosen = _routes_of([problem for _, problem in problems], names, commands)
    found: list[Row] = []
    for number, ((name, problem), own) in enumerate(zip(problems, chosen, strict=True), 1):
        if len(problems) > 1:
            report(f"{number} of {len(problems)}: {name}")
        show = partial(each, [route.name for route in own])
        show(None)
        found += compare_routes(problem, own, limits, report, show, name, measures)
    return Comparison(tuple(found), limit)


def _routes_of(
    problems: Sequence[AnyProblem], names: Sequence[str], commands: Sequence[str]
) -> list[list[Route]]:
    """The routes of each problem; those that are named are looked up once for each kind."""
    if not names:
        return [chosen_routes(problem.kind, names, commands, problem) for problem in problems]
    kinds = dict.fromkeys(problem.kind for problem in problems)
    known = {kind: chosen_routes(kind, names, commands) for kind in kinds}
    return [known[problem.kind] for problem in problems]


def compare_routes(
    problem: AnyProblem,
    chosen: Sequence[Route],
    limits: Limits,
    report: Listener = silent,
    each: Callable[[Row], None] = lambda row: None,
    name: str = "",
    measures: Iterable[Measure] = (),
) -> Comparison:
    """Run each route on one problem, in turn.

    * chosen (routes of the problem's kind)
    * limits: for each route; `limits.answers` (default 2) is the number of answers to look for.
    * report: receives progress messages.
    * each: receives each row as soon as it is there.
    * name: the name of the problem in the rows.
    * measures: what else to measure of each route that gave a result.
    """
    wanted = limits._replace(answers=limits.answers or 2)
    rows = []
    for number, route in enumerate(chosen, 1):
        # Each route gets the full time.
        own = wanted._replace(report=report).reporting(f"{number} of {len(chosen)}")
        row = _row(problem, route, _anew(own), name)
        for measure in () if row.lacks_result else measures:
            row = measure(problem, route, row, _anew(own))
        rows.append(row)
        each(row)
    assert wanted.answers is not None
    against = contradicting(rows, problem.identity)
    return Comparison(tuple(replace(row, contradicts=row.route in against) for row in rows), wanted.answers)


def _anew(limits: Limits) -> Limits:
    return limits._replace(deadline=Deadline(limits.deadline.seconds))


def _row(problem: AnyProblem, route: Route, limits: Limits, name: str) -> Row:
    row = Row(name, problem.kind, route.name)
    try:
        with limits.deadline.enforced():
            done: Outcome = run(problem, route, limits)
    except LimitReachedError as reached:
        return replace(row, reason=str(reached))  # before the search had begun
    except ReductionError as error:
        return replace(row, status="inapplicable", reason=str(error))
    except SolverError as error:
        return replace(row, status="failed", reason=str(error))
    except WrongAnswerError as error:
        return replace(row, status="wrong", reason=str(error))
    unit, found = effort_unit(route.solver), done.findings
    return replace(
        row,
        status=found.verdict.value,
        **three_sizes(done.target.sizes()),
        effort=None if unit is None else int(found.effort["nodes"]),
        effort_unit=unit,
        decisions=_counted(found.effort.get("decisions")),
        propagations=_counted(found.effort.get("propagations")),
        reduce_seconds=done.reduce_seconds,
        solve_seconds=done.solve_seconds,
        count=len(found.answers),
        exact=found.exhausted,
        reason=found.reason,
        answers=found.answers,
    )


def _counted(number: float | None) -> int | None:
    return None if number is None else int(number)


HEADS = tuple("found" if one is SOLVED else one.head for one in COMPARED)
_WIDTHS = (6, 7, 8, 9, 7, 7, 5)


def cells(row: Row) -> list[str]:
    """The cells of one route's line."""
    if row.lacks_result or row.count is None:
        return [row.route, *["-"] * 6, "-" if row.lacks_result else "0+"]
    numbers = (row.variables_or_items, row.clauses_or_options, row.literals_or_entries, row.effort)
    seconds = (f"{row.reduce_seconds or 0:.3f}", f"{row.solve_seconds or 0:.3f}")
    return [row.route, *map(rounded, numbers), *seconds, f"{row.count}{'' if row.exact else '+'}"]


class Layout:
    """A table of routes whose lines are printed one after the other.

    * routes: the names of all routes.
    * width: that of the terminal; see `fitted`.
    """

    def __init__(self, routes: Sequence[str], width: int | None = None) -> None:
        longest = max(map(len, ("route", *routes)))
        self._ruler, self._width = ["x" * longest, *("x" * wide for wide in _WIDTHS)], width

    def head(self) -> list[str]:
        return self._lines(two_lines(HEADS))

    def row(self, row: Row) -> list[str]:
        return self._lines([cells(row)])

    def _lines(self, rows: Sequence[Sequence[str]]) -> list[str]:
        """The lines of some rows, as wide as all will be."""
        measured = len(fitted([self._ruler], self._width, SPARE))
        return fitted([self._ruler, *rows], self._width, SPARE)[measured:]


# Many puzzles

FAR = 4.0
"""How many times more or less of the puzzle's usual time, compared with its other puzzles, makes one odd."""
NOTICEABLE = 0.01
"""Seconds below which differences of time are not looked at."""
MOST_ODD = 8


def odd_ones(rows: Sequence[Row]) -> list[str]:
    """The puzzles on which a route is much slower or faster than its place on the others, in words.

    A route's place on a puzzle is its time divided by the median time of the routes there; its usual place is
    the median over the puzzles.
    """
    timed = [row for row in rows if not row.lacks_result and row.reason is None]
    by_puzzle: dict[str, list[Row]] = {}
    for row in timed:
        by_puzzle.setdefault(row.puzzle, []).append(row)
    usual = {name: median([row.spent for row in group]) for name, group in by_puzzle.items()}
    places: dict[str, list[float]] = {}
    for row in timed:
        places.setdefault(row.route, []).append(_log(row.spent) - _log(usual[row.puzzle]))
    found = []
    for row in timed:
        own = places[row.route]
        factor = math.exp(_log(row.spent) - _log(usual[row.puzzle]) - median(own))
        large = max(row.spent, usual[row.puzzle]) >= NOTICEABLE
        if len(own) > 2 and large and not 1 / FAR < factor < FAR:
            found.append((-abs(math.log(factor)), row, factor))
    found.sort(key=lambda one: one[0])
    lines = [
        f"  {row.puzzle}: {row.route} takes {_times(factor)} its usual place ({row.spent:.3f} s)"
        for _, row, factor in found[:MOST_ODD]
    ]
    more = [f"  and {len(found) - MOST_ODD} more"] if len(found) > MOST_ODD else []
    return ["odd ones out:", *lines, *more] if lines else []


def _times(factor: float) -> str:
    return f"{factor:.1f} times" if factor > 1 else f"1/{1 / factor:.1f} of"


def _log(seconds: float) -> float:
    return math.log(max(seconds, LEAST))
