"""The contents of a report, and its output as text, Markdown, CSV or JSON.

Routes that disagree come first; times are reported only for kinds without disagreement.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

from ..base.notebook import html_table
from ..base.wording import counted, several
from .measuring import INAPPLICABLE, Measurement
from .statistics import Quartiles, Ratio


class Disagreement(NamedTuple):
    """A puzzle on which routes contradict each other, with the result of each: (route, words)."""

    kind: str
    name: str
    claims: tuple[tuple[str, str], ...]
    against: tuple[str, ...]
    """The routes that contradict the first that finished, or gave a wrong answer."""

    def lines(self) -> list[str]:
        head = f"DISAGREE on {self.name} ({self.kind}): {', '.join(self.against)}"
        return [head, *(f"  {route}: {words}" for route, words in self.claims)]


class Point(NamedTuple):
    """A puzzle by a route: its size, the seconds of all stages (infinite if unfinished), its runs."""

    puzzle: str
    name: str
    size: float | None
    route: str
    seconds: float
    runs: tuple[Measurement, ...]

    @property
    def refused(self) -> bool:
        return {run.verdict for run in self.runs} == {"refused"}

    @property
    def applicable(self) -> bool:
        return any(run.verdict != INAPPLICABLE for run in self.runs)

    @property
    def reason(self) -> str | None:
        """Why the first run has no result."""
        return self.runs[0].reason


@dataclass(frozen=True)
class RouteSummary:
    """The results of one route on the puzzles of one kind that it applies to; times are in seconds.

    Attributes
    ----------
    sizes : mapping
        Medians of the reduced instances' sizes.
    reduce, first, proof : float or None
        Medians of the stages over the runs that reached them.
    total : Quartiles or None
        The time of all stages; infinite if too few finished, None if the route applies to no puzzle.
    par2 : float or None
    solved, refused, puzzles, inapplicable : int
        The numbers of puzzles finished, of those on which the solver failed, of those that the route applies
        to, and of the others.
    reasons : tuple of str
        Why the solver failed on the first puzzle, and why the route does not apply to the first other one.
    ratio : Ratio or None
        To the baseline.
    effort, memory : float or None
        Medians: nodes or conflicts; bytes.
    """

    route: str
    sizes: dict[str, float]
    reduce: float | None
    first: float | None
    proof: float | None
    total: Quartiles | None
    par2: float | None
    solved: int
    refused: int
    puzzles: int
    inapplicable: int
    reasons: tuple[str, ...]
    ratio: Ratio | None
    effort: dict[str, float]
    memory: float | None


class Unit(NamedTuple):
    """The unit of times in a table; a second is `factor` of it."""

    name: str
    factor: int

    def show(self, value: float | None) -> str:
        """A time; ``-`` if there is none or the run was ended or refused."""
        if value is None:
            return "-"
        return f"{value * self.factor:.3f}" if math.isfinite(value) else "unsolved"


class Column(NamedTuple):
    """A column: its head, and the value for a route."""

    head: str
    cell: Callable[[RouteSummary, Unit], str]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def _size(summary: RouteSummary, place: int) -> str:
    sizes = list(summary.sizes.values())
    return _number(sizes[place]) if sizes else "-"


def _quartiles(total: Quartiles | None, unit: Unit) -> str:
    return "-" if total is None else f"{unit.show(total.low)} to {unit.show(total.high)}"


def _effort(effort: Mapping[str, float]) -> str:
    """The effort with its unit; ``-`` of a solver that counts nothing."""
    unit = next((unit for unit in ("conflicts", "nodes") if unit in effort), None)
    return "-" if unit is None else f"{effort[unit]:.0f} {unit}"


def _ratio(ratio: Ratio | None) -> str:
    if ratio is None:
        return "-"
    return f"{ratio.mean:.3f}" + ("" if ratio.low is None else f" [{ratio.low:.3f}, {ratio.high:.3f}]")


SHORT = (
    Column("route", lambda s, _: s.route),
    Column("total", lambda s, unit: "-" if s.total is None else unit.show(s.total.median)),
    Column("solved", lambda s, _: f"{s.solved}/{s.puzzles}" if s.puzzles else "-"),
    Column("ratio [95%]", lambda s, _: _ratio(s.ratio)),
    Column("PAR2", lambda s, unit: unit.show(s.par2)),
    Column("quartiles", lambda s, unit: _quartiles(s.total, unit)),
    Column("reduce", lambda s, unit: unit.show(s.reduce)),
    Column("first", lambda s, unit: unit.show(s.first)),
    Column("proof", lambda s, unit: unit.show(s.proof)),
)
"""The columns for a terminal, the most important first."""
SIZES = (
    Column("vars/items", lambda s, _: _size(s, 0)),
    Column("clauses/options", lambda s, _: _size(s, 1)),
    Column("literals/entries", lambda s, _: _size(s, 2)),
    Column("effort", lambda s, _: _effort(s.effort)),
    Column("MB", lambda s, _: "-" if s.memory is None else f"{s.memory / 2**20:.1f}"),
)

COLUMNS = (*SHORT, *SIZES)

LEGEND = (
    "Medians over the puzzles; total: all stages, with quartiles. ratio: to the baseline, the geometric mean "
    "with a bootstrap interval. PAR2: the mean. In both an unsolved puzzle counts as twice the limit. "
    "A route that does not apply to a puzzle is not counted there. "
    "first: to the first answer, or to the certainty that there is none; proof: from there to a second "
    "answer, or to the certainty that there is no other."
)


@dataclass(frozen=True)
class Table:
    """The routes of one kind, the fastest first, on the puzzles that were measured by all of them.

    Attributes
    ----------
    kind, baseline : str
    puzzles, left_out : int
        The number of these puzzles, and of those that only some of the routes measured.
    runs : (int, int)
        The least and the most runs of a puzzle by a route.
    summaries : tuple of RouteSummary
    points : tuple of Point
        Also of routes that do not apply.
    """

    kind: str
    baseline: str
    puzzles: int
    left_out: int
    runs: tuple[int, int]
    summaries: tuple[RouteSummary, ...]
    points: tuple[Point, ...]

    @property
    def unit(self) -> Unit:
        """Seconds, or milliseconds if a median is less than a tenth of a second."""
        medians = [summary.total.median for summary in self.summaries if summary.total is not None]
        return Unit("milliseconds", 1000) if min(medians, default=1) < 0.1 else Unit("seconds", 1)

    def cells(self, columns: Sequence[Column] = COLUMNS) -> list[list[str]]:
        return [[column.cell(summary, self.unit) for column in columns] for summary in self.summaries]

    def refusals(self) -> list[str]:
        """The routes without a result for some puzzles, and why; one sentence for each reason."""
        groups: dict[tuple[str, str], list[str]] = {}
        for one in self.summaries:
            numbers = ((one.refused, "gave no result"), (one.inapplicable, "does not apply"))
            told = [f"{what} for {count} of {self.puzzles} puzzles" for count, what in numbers if count]
            for words, reason in zip(told, one.reasons, strict=True):
                groups.setdefault((words, reason), []).append(one.route)
        return [f"{several(routes)} {words}: {reason}" for (words, reason), routes in groups.items()]


@dataclass(frozen=True)
class Report:
    """The contents of a report.  If routes disagree, there are no tables."""

    tables: tuple[Table, ...]
    disagreements: tuple[Disagreement, ...]
    clock: str
    limit: float | None
    axis: str | None
    sessions: tuple[dict[str, Any], ...]

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
        return "processor time" if self.clock == "cpu" else "time by the clock"

    @property
    def disagreement_lines(self) -> list[str]:
        return [line for found in self.disagreements for line in found.lines()]

    def _repr_html_(self) -> str:
        heads = [column.head for column in COLUMNS]
        tables = (
            html_table(heads, table.cells(), [self.headline(table), *table.refusals()])
            for table in self.tables
        )
        return "\n".join([*(f"<p>{escape(line)}</p>" for line in self.disagreement_lines), *tables])


WIDTH = 80


def in_columns(rows: Sequence[Sequence[str]], width: int | None = None) -> list[str]:
    """The first column to the left, the others to the right.

    Columns are two blanks apart, or one if lines are otherwise too long.  A first column that does not fit in
    `width` is folded; without a width nothing is.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    gaps = len(widths) - 1
    least = sum(widths) + gaps
    narrow = least + gaps > (width or WIDTH) and (width is not None or least <= WIDTH)
    gap = 1 if narrow else 2
    others = sum(widths[1:]) + gap * gaps
    first = widths[0] if width is None else max(min(widths[0], width - others), 8)
    lines = []
    for name, *cells in rows:
        pieces = [name[start : start + first] for start in range(0, len(name), first)] or [""]
        right = "".join(" " * gap + cell.rjust(wide) for cell, wide in zip(cells, widths[1:], strict=True))
        lines += [(pieces[0].ljust(first) + right).rstrip(), *pieces[1:]]
    return lines


def as_text(report: Report, width: int | None = None) -> str:
    """Text for a terminal: the first columns that fit into `width`, by default all."""
    lines = report.disagreement_lines
    for table in report.tables:
        rows = [[column.head for column in SHORT], *table.cells(SHORT)]
        shown = _fitting(rows, width)
        lines += [*_wrapped(report.headline(table), width), ""]
        lines += in_columns([row[:shown] for row in rows], width)
        lines += ["", *(line for text in table.refusals() for line in _wrapped(text, width))]
    return "\n".join([*lines, *(_wrapped(LEGEND, width) if report.tables else ())])


def _fitting(rows: Sequence[Sequence[str]], width: int | None) -> int:
    """The number of columns that fit; the first may be folded to half the width."""
    if width is None:
        return len(rows[0])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[0] = min(widths[0], width // 2)
    return sum(end <= width for end in itertools.accumulate(widths, lambda end, more: end + 2 + more))


def _wrapped(text: str, width: int | None) -> list[str]:
    return textwrap.wrap(text, width or 100, break_on_hyphens=False)


def as_markdown(report: Report) -> str:
    """Markdown tables."""
    lines = report.disagreement_lines
    for table in report.tables:
        heads = [column.head for column in COLUMNS]
        lines += [
            report.headline(table),
            "",
            _markdown(heads),
            _markdown(["---", *["---:"] * (len(heads) - 1)]),
        ]
        lines += [*map(_markdown, table.cells()), "", *(f"{text}\n" for text in table.refusals())]
    return "\n".join([*lines, *([LEGEND] if report.tables else ())])


def _markdown(row: Sequence[str]) -> str:
    return f"| {' | '.join(row)} |"


def sizes_of(sizes: Mapping[str, float]) -> dict[str, float | None]:
    """The sizes of a formula or a cover under the same names; None if there are none."""
    names = ("variables_or_items", "clauses_or_options", "literals_or_entries")
    return dict(zip(names, [*sizes.values(), None, None, None], strict=False))


def rows(report: Report) -> list[dict[str, Any]]:
    """A flat row of numbers for each kind and route; None for missing or infinite values."""
    found = []
    for table in report.tables:
        for summary in table.summaries:
            ratio = summary.ratio or (None, None, None)
            row: dict[str, Any] = {"kind": table.kind, "route": summary.route, "baseline": table.baseline}
            row |= sizes_of(summary.sizes)
            row |= {stage: _finite(getattr(summary, stage)) for stage in ("reduce", "first", "proof")}
            total = summary.total or Quartiles(math.inf, math.inf, math.inf)
            row |= {f"total_{name}": _finite(value) for name, value in total._asdict().items()}
            row |= {"par2": _finite(summary.par2)}
            row |= {name: getattr(summary, name) for name in ("solved", "refused", "puzzles", "inapplicable")}
            row |= dict(zip(("ratio", "ratio_low", "ratio_high"), ratio, strict=True))
            row |= {name: summary.effort.get(name) for name in _EFFORT}
            found.append(row | {"memory": summary.memory})
    return found


_EFFORT = ("nodes", "conflicts", "decisions", "propagations")


def _finite(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else round(value, 6)


def as_csv(report: Report) -> str:
    """CSV; without rows if routes disagree."""
    found = rows(report)
    if not found:
        return ""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(found[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return out.getvalue().rstrip("\n")


def as_json(report: Report) -> str:
    """JSON: the rows, the disagreements, and the machines."""
    disagreements = [_disagreement_json(found) for found in report.disagreements]
    status = "disagree" if disagreements else "agree"
    facts = {"status": status, "clock": report.clock, "limit": report.limit}
    return json.dumps(
        facts | {"disagreements": disagreements, "routes": rows(report), "sessions": list(report.sessions)}
    )


def _disagreement_json(found: Disagreement) -> dict[str, Any]:
    claims = [{"route": route, "said": words} for route, words in found.claims]
    return {"kind": found.kind, "puzzle": found.name, "against": list(found.against), "said": claims}


FORMATS = {"text": as_text, "markdown": as_markdown, "csv": as_csv, "json": as_json}
"""The formats of a report, by their names on the command line."""
