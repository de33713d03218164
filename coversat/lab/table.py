"""A report as text, Markdown, CSV or JSON."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import textwrap
from collections.abc import Sequence
from typing import Any

from .columns import in_columns
from .report import COLUMNS, LEGEND, SHORT, Disagreement, Report


def as_text(report: Report, width: int | None = None) -> str:
    """For a terminal: of the columns, the first that fit into its `width`; all where none is given."""
    lines = report.disagreement_lines
    for table in report.tables:
        rows = [[column.head for column in SHORT], *table.cells(SHORT)]
        shown = _fitting(rows, width)
        lines += [*_wrapped(report.headline(table), width), ""]
        lines += in_columns([row[:shown] for row in rows], width)
        lines += ["", *(line for text in table.refusals() for line in _wrapped(text, width))]
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
