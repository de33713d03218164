"""A report as text, Markdown, CSV or JSON, and its runs, tests and growth as tables."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .best import best_record
from .columns import as_table, fitted
from .report import Report
from .report_tables import LEGEND, PAPER, SHORT, Disagreement


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
    """Tables for LaTeX with the package booktabs, as wide as a page; routes that disagree are comments."""
    lines = [f"% {line}" for line in report.disagreement_lines]
    for table in report.tables:
        heads, *rows = table.shown(PAPER)
        halves = [head.replace("/", "/ ").partition(" ") for head in heads]
        cells = [[a if b else "" for a, _, b in halves], [b or a for a, _, b in halves], *rows]
        above, below, *shown = ([_escaped(cell) for cell in row[1:]] for row in cells)
        names = [f"\\texttt{{{_escaped(table.short_name(name))}}}" for name, *_ in rows]
        lines += [f"% {report.headline(table)}", "{\\footnotesize\\tabcolsep=3pt"]
        lines += [
            f"\\begin{{tabular}}{{@{{}}l{'r' * len(above)}@{{}}}}",
            "\\toprule",
            _latex_row(["", *above]),
        ]
        lines += [_latex_row(["route", *below]), "\\midrule"]
        lines += [_latex_row([name, *row]) for name, row in zip(names, shown, strict=True)]
        lines += ["\\bottomrule", "\\end{tabular}}"]
    return "\n".join(lines)


def _latex_row(cells: Iterable[str]) -> str:
    return f"{' & '.join(cells)} \\\\"


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
