"""A report: the tables of each kind, and its records of routes, runs, tests and growth; `output` writes it.

Routes that disagree come first; times are reported only for kinds without disagreement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any

from ..base.notebook import html_table
from ..base.records import Records, in_order
from ..base.wording import counted
from .best import Bests, best_record
from .report_tables import Disagreement, RouteRecord, Table
from .rows import RunRecord, Runs
from .significance import Growth, Pairs, growth, paired_tests


@dataclass(frozen=True, repr=False)
class Report(Records[RouteRecord]):
    """The contents of a report; a sequence of a record for each kind and route, the fastest first.

    If routes disagree, there are no tables.
    """

    tables: tuple[Table, ...]
    disagreements: tuple[Disagreement, ...]
    clock: str
    limit: float | None
    axis: str | None
    sessions: tuple[dict[str, Any], ...]
    notes: tuple[str, ...] = ()

    record = RouteRecord

    def _records(self) -> Sequence[RouteRecord]:
        return [one for table in self.tables for one in table.routes]

    @cached_property
    def runs(self) -> Runs:
        """Every run."""
        found = (run for table in self.tables for point in table.points for run in point.runs)
        return Runs(tuple(run for run in found if isinstance(run, RunRecord)))

    @cached_property
    def best(self) -> Bests:
        """The virtual best and the single best of each kind."""
        return Bests(tuple(best_record(table, self.limit) for table in self.tables))

    @cached_property
    def tests(self) -> Pairs:
        """Paired tests of all pairs of routes; raises `StatisticsError` if scipy is missing."""
        return Pairs(tuple(one for table in self.tables for one in paired_tests(table, self.limit)))

    @cached_property
    def growth(self) -> Growth:
        """Exponents over the sizes of puzzles; raises `StatisticsError` if scipy is missing."""
        return Growth(tuple(one for table in self.tables for one in growth(table)))

    def sorted(self, by: str | None) -> Report:
        """With the routes of each table sorted by a column of `RouteRecord`; see `in_order`."""
        tables = (replace(one, routes=tuple(in_order(one.routes, RouteRecord, by))) for one in self.tables)
        return replace(self, tables=tuple(tables))

    def headline(self, table: Table) -> str:
        least, most = table.runs
        runs = f"{counted(most, 'run') if least == most else f'{least} to {most} runs'} each"
        limit = "no limit" if self.limit is None else f"limit {self.limit:g} s"
        puzzles = counted(table.puzzles, "puzzle")
        puzzles += f" ({table.left_out} more measured by some of the routes only)" if table.left_out else ""
        times = f"{table.unit.name} of {self.clock_name}, {limit}"
        return f"{table.kind}: {puzzles}, {runs}; {times}; baseline {table.baseline}"

    @property
    def clock_name(self) -> str:
        return {"cpu": "processor time", "wall": "time by the clock"}.get(self.clock, "time as stated")

    @property
    def disagreement_lines(self) -> list[str]:
        return [line for found in self.disagreements for line in found.lines()]

    def _repr_html_(self) -> str:
        shown = [(table.shown(), [self.headline(table), *table.refusals()]) for table in self.tables]
        tables = [html_table(heads, rows, notes) for (heads, *rows), notes in shown]
        return "\n".join([*(f"<p>{escape(line)}</p>" for line in self.disagreement_lines), *tables])
