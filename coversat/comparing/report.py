"""A report: the tables of each kind, and its records of routes, runs, tests and growth; and its texts.

Routes that disagree come first; times are reported only for kinds without disagreement.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any

from ..base.notebook import html_table
from ..base.records import Records, in_order
from ..base.wording import counted
from .columns import as_table, fitted
from .report_tables import LEGEND, PAPER, SHORT, Bests, Disagreement, RouteRecord, Table, best_record
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


# Texts


def as_text(report: Report, width: int | None = None) -> str:
    """Text for a terminal: the first columns that fit into `width`, by default all."""
    lines = report.disagreement_lines
    for table in report.tables:
        lines += [*_wrapped(report.headline(table), width), ""]
        lines += fitted(table.shown(SHORT), width)
        lines += ["", *(line for text in table.refusals() for line in _wrapped(text, width))]
        lines += _wrapped(f"{best_record(table, report.limit)}.", width)
    below = [*report.notes, *([LEGEND] if report.tables else ())]
    return "\n".join([*lines, *(line for text in below for line in _wrapped(text, width))])


def _wrapped(text: str, width: int | None) -> list[str]:
    return textwrap.wrap(text, width or 100, break_on_hyphens=False)


def as_markdown(report: Report) -> str:
    """Markdown tables."""
    lines = report.disagreement_lines
    for table in report.tables:
        heads, *rows = table.shown()
        rule = ["---", *["---:"] * (len(heads) - 1)]
        written = (f"| {' | '.join(row)} |" for row in (heads, rule, *rows))
        lines += [report.headline(table), "", *written, ""]
        lines += [*(f"{text}\n" for text in table.refusals()), f"{best_record(table, report.limit)}.", ""]
    return "\n".join([*lines, *(f"{note}.\n" for note in report.notes), *([LEGEND] if report.tables else ())])


def as_latex(report: Report) -> str:
    """Tables for LaTeX with the package booktabs, as wide as a page; routes that disagree are comments.

    Each is a paragraph, with its headline above and what was not measured below.
    """
    lines = [f"% {line}" for line in report.disagreement_lines]
    for table in report.tables:
        heads, *rows = table.shown(PAPER)
        halves = [head.replace("/", "/ ").partition(" ") for head in heads]
        cells = [[a if b else "" for a, _, b in halves], [b or a for a, _, b in halves], *rows]
        above, below, *shown = ([_escaped(cell) for cell in row[1:]] for row in cells)
        names = [f"\\texttt{{{_escaped(table.short_name(name))}}}" for name, *_ in rows]
        lines += ["{\\par\\medskip\\footnotesize\\raggedright\\parindent=0pt\\tabcolsep=3pt"]
        lines += [f"{_sentence(report.headline(table))}\\par\\smallskip"]
        lines += [f"\\begin{{tabular}}{{@{{}}l{'r' * len(above)}@{{}}}}", "\\toprule"]
        lines += [_latex_row(["", *above])]
        lines += [_latex_row(["route", *below]), "\\midrule"]
        lines += [_latex_row([name, *row]) for name, row in zip(names, shown, strict=True)]
        below_table = (f"\\par\\smallskip {_sentence(note)}" for note in table.refusals())
        lines += ["\\bottomrule", "\\end{tabular}", *below_table, "\\par\\medskip}"]
    return "\n".join(lines)


def _latex_row(cells: Iterable[str]) -> str:
    return f"{' & '.join(cells)} \\\\"


def _sentence(text: str) -> str:
    """Prose of LaTeX; a line may end within the name of a route."""
    return _escaped(text).replace("/", "/\\allowbreak ")


def _escaped(text: str) -> str:
    return re.sub(r"([&%$#_{}])", r"\\\1", text)


def as_csv(report: Report) -> str:
    """CSV of the routes; empty if routes disagree."""
    return report.to_csv().rstrip("\n") if len(report) else ""


def as_json(report: Report) -> str:
    """JSON: the routes, the virtual best, the disagreements, and the machines."""
    disagreements = [_disagreement_json(found) for found in report.disagreements]
    status = "disagree" if disagreements else "agree"
    facts = {"status": status, "clock": report.clock, "limit_seconds": report.limit}
    return json.dumps(
        facts
        | {
            "disagreements": disagreements,
            "routes": report.rows(),
            "best": report.best.rows(),
            "sessions": list(report.sessions),
            "notes": list(report.notes),
        }
    )


def _disagreement_json(found: Disagreement) -> dict[str, Any]:
    claims = [{"route": route, "result": words} for route, words in found.claims]
    return {"kind": found.kind, "puzzle": found.name, "against": list(found.against), "results": claims}


def as_tests(report: Report, width: int | None = None) -> str:
    """The paired tests as matrices of routes."""
    return "\n".join(report.disagreement_lines or report.tests.lines(width))


def _or_disagreements(write: Callable[[Report], Sequence[str]]) -> Callable[[Report], str]:
    """What writes lines of a report, or how its routes disagree."""
    return lambda report: "\n".join(report.disagreement_lines or write(report))


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "latex": as_latex,
    "csv": as_csv,
    "json": as_json,
    "runs": _or_disagreements(lambda report: as_table(report.runs)),
    "tests": as_tests,
    "growth": _or_disagreements(
        lambda report: as_table(report.growth) or ["no route has three sizes of puzzles that it all solved"]
    ),
}
"""The formats of a report, by their names on the command line."""
WRAPPED = {"text": as_text, "tests": as_tests}
"""Those that fit into a terminal."""
PARTS = ("runs", "tests", "growth")
"""Those that are tables of their own, which ``--csv`` and ``--json`` print as rows."""


def as_rows(report: Report, part: str, csv: bool) -> str:
    """One of `PARTS` as CSV, or as JSON Lines."""
    records = getattr(report, part)
    text: str = records.to_csv() if csv else records.to_jsonl()
    return text.rstrip("\n")
