"""A report as text, Markdown, CSV or JSON."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import textwrap
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, NamedTuple

from ..notebook import html_table
from ..wording import counted
from .columns import in_columns
from .statistics import Ratio
from .summary import Disagreement, Report, RouteSummary, Table


class Unit(NamedTuple):
    """The unit in which a table's times are written; `factor` of it are a second."""

    name: str
    factor: int

    def show(self, value: float | None) -> str:
        """A time; ``-`` for none.  What is infinite was ended or refused: no number is right for it."""
        if value is None:
            return "-"
        return f"{value * self.factor:.3f}" if math.isfinite(value) else "unsolved"


def unit_of(table: Table) -> Unit:
    """Seconds, or milliseconds where a median is less than a tenth of a second."""
    short = min(summary.total.median for summary in table.summaries) < 0.1
    return Unit("milliseconds", 1000) if short else Unit("seconds", 1)


class Column(NamedTuple):
    """A head, and what a route has below it."""

    head: str
    cell: Callable[[RouteSummary, Unit], str]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def _size(summary: RouteSummary, place: int) -> str:
    sizes = list(summary.sizes.values())
    return _number(sizes[place]) if sizes else "-"


def _ratio(ratio: Ratio | None) -> str:
    if ratio is None:
        return "-"
    return f"{ratio.mean:.3f}" + ("" if ratio.low is None else f" [{ratio.low:.3f}, {ratio.high:.3f}]")


def effort(summary: RouteSummary) -> float | None:
    """Nodes of a search, or conflicts of a SAT solver."""
    return summary.effort.get("conflicts", summary.effort.get("nodes"))


SHORT = (
    Column("route", lambda s, _: s.route),
    Column("total", lambda s, unit: unit.show(s.total.median)),
    Column("solved", lambda s, _: f"{s.solved}/{s.puzzles}"),
    Column("ratio [95%]", lambda s, _: _ratio(s.ratio)),
    Column("PAR2", lambda s, unit: unit.show(s.par2)),
    Column("quartiles", lambda s, unit: f"{unit.show(s.total.low)} to {unit.show(s.total.high)}"),
    Column("reduce", lambda s, unit: unit.show(s.reduce)),
    Column("first", lambda s, unit: unit.show(s.first)),
    Column("proof", lambda s, unit: unit.show(s.proof)),
)
"""The columns for a terminal, the most important first."""
SIZES = (
    Column("vars/items", lambda s, _: _size(s, 0)),
    Column("clauses/options", lambda s, _: _size(s, 1)),
    Column("literals/entries", lambda s, _: _size(s, 2)),
    Column("effort", lambda s, _: _number(effort(s))),
    Column("MB", lambda s, _: "-" if s.memory is None else f"{s.memory / 2**20:.1f}"),
)

COLUMNS = (*SHORT, *SIZES)

LEGEND = (
    "Medians over the puzzles; total: all stages, with quartiles. ratio: to the baseline, the geometric mean "
    "with a bootstrap interval. PAR2: the mean. In both an unsolved puzzle counts as twice the limit. "
    "first: to the first answer, or to the certainty that there is none; proof: from there to a second "
    "answer, or to the certainty that there is no other."
)


def headline(table: Table, report: Report) -> str:
    """What a table is about, in a line."""
    runs = f"{counted(table.runs, 'run')} each"
    limit = "no limit" if report.limit is None else f"limit {report.limit:g} s"
    clock = "processor time" if report.clock == "cpu" else "time by the clock"
    puzzles = counted(table.puzzles, "puzzle")
    unit = unit_of(table).name
    return f"{table.kind}: {puzzles}, {runs}; {unit} of {clock}, {limit}; baseline {table.baseline}"


def refusals(table: Table) -> list[str]:
    """Which routes have no result for some puzzles that they did not take, or failed on, and why."""
    return [
        f"{summary.route} has no result for {summary.refused} of {summary.puzzles} puzzles: {summary.refusal}"
        for summary in table.summaries
        if summary.refused
    ]


def cells(table: Table, columns: Sequence[Column] = COLUMNS) -> list[list[str]]:
    """The lines of a table, below its heads."""
    unit = unit_of(table)
    return [[column.cell(summary, unit) for column in columns] for summary in table.summaries]


def disagreement_lines(found: Disagreement) -> list[str]:
    """What is said of a puzzle on which routes disagree."""
    lines = [f"DISAGREE on {found.name} ({found.kind}): {', '.join(found.against)}"]
    return [*lines, *(f"  {route}: {words}" for route, words in found.said)]


def as_text(report: Report, width: int | None = None) -> str:
    """For a terminal: of the columns, the first that fit into its `width`; all where none is given."""
    lines = [line for found in report.disagreements for line in disagreement_lines(found)]
    for table in report.tables:
        rows = [[column.head for column in SHORT], *cells(table, SHORT)]
        shown = _fitting(rows, width)
        lines += [*_wrapped(headline(table, report), width), ""]
        lines += in_columns([row[:shown] for row in rows], width)
        lines += ["", *(line for text in refusals(table) for line in _wrapped(text, width))]
    return "\n".join([*lines, *(_wrapped(LEGEND, width) if report.tables else ())])


def _fitting(rows: Sequence[Sequence[str]], width: int | None) -> int:
    """How many columns there is room for; the first may be folded to half the width."""
    if width is None:
        return len(rows[0])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[0] = min(widths[0], width // 2)
    return sum(end <= width for end in itertools.accumulate(widths, lambda end, more: end + 2 + more))


def _wrapped(text: str, width: int | None) -> list[str]:
    return textwrap.wrap(text, width or 100, break_on_hyphens=False)


def as_markdown(report: Report) -> str:
    """For a page of text."""
    lines = [line for found in report.disagreements for line in disagreement_lines(found)]
    for table in report.tables:
        heads = [column.head for column in COLUMNS]
        lines += [
            headline(table, report),
            "",
            _markdown(heads),
            _markdown(["---", *["---:"] * (len(heads) - 1)]),
        ]
        lines += [*map(_markdown, cells(table)), "", *(f"{text}\n" for text in refusals(table))]
    return "\n".join([*lines, *([LEGEND] if report.tables else ())])


def as_html(report: Report) -> str:
    """For a notebook."""
    parts = [
        html_table(
            [column.head for column in COLUMNS], cells(table), [headline(table, report), *refusals(table)]
        )
        for table in report.tables
    ]
    said = [line for found in report.disagreements for line in disagreement_lines(found)]
    return "\n".join([*(f"<p>{escape(line)}</p>" for line in said), *parts])


def _markdown(row: Sequence[str]) -> str:
    return f"| {' | '.join(row)} |"


def rows(report: Report) -> list[dict[str, Any]]:
    """A flat row of numbers for each kind and route; None for what is not, or not finite."""
    found = []
    for table in report.tables:
        for summary in table.summaries:
            sizes = [*summary.sizes.values(), None, None, None][:3]
            ratio = summary.ratio or (None, None, None)
            row: dict[str, Any] = {"kind": table.kind, "route": summary.route, "baseline": table.baseline}
            row |= dict(
                zip(("variables_or_items", "clauses_or_options", "literals_or_entries"), sizes, strict=True)
            )
            row |= {stage: _finite(getattr(summary, stage)) for stage in ("reduce", "first", "proof")}
            row |= {f"total_{name}": _finite(value) for name, value in summary.total._asdict().items()}
            row |= {"par2": _finite(summary.par2)}
            row |= {name: getattr(summary, name) for name in ("solved", "refused", "puzzles")}
            row |= dict(zip(("ratio", "ratio_low", "ratio_high"), ratio, strict=True))
            row |= {name: summary.effort.get(name) for name in _EFFORT}
            found.append(row | {"memory": summary.memory})
    return found


_EFFORT = ("nodes", "conflicts", "decisions", "propagations")


def _finite(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else round(value, 6)


def as_csv(report: Report) -> str:
    """For a spreadsheet; without a row where routes disagree."""
    found = rows(report)
    if not found:
        return ""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(found[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return out.getvalue().rstrip("\n")


def as_json(report: Report) -> str:
    """For a program: the rows, the disagreements, and where it was measured."""
    said = [_said(found) for found in report.disagreements]
    status = "disagree" if said else "agree"
    facts = {"status": status, "clock": report.clock, "limit": report.limit}
    return json.dumps(
        facts | {"disagreements": said, "routes": rows(report), "sessions": list(report.sessions)}
    )


def _said(found: Disagreement) -> dict[str, Any]:
    """A disagreement as JSON has it."""
    said = [{"route": route, "said": words} for route, words in found.said]
    return {"kind": found.kind, "puzzle": found.name, "against": list(found.against), "said": said}


FORMATS = {"text": as_text, "markdown": as_markdown, "csv": as_csv, "json": as_json}
"""How a report is written, by the name on the command line."""
