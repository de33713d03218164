"""A report as one self-contained HTML page: no network, no script, pictures and data inside.

A point of a plot names its puzzle.  Routes differ in colour, mark and dash, so that plots can be read in
black and white too.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import escape
from typing import Any

from .columns import cells_of
from .plots import MOST_ROUTES, Plot, inlined, plots
from .report import Report, as_json
from .report_tables import LEGEND, SHORT, SIZES, Disagreement, Table, best_record
from .significance import LEGEND as TESTS
from .significance import StatisticsError

_STYLE = """
:root { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; }
body { max-width: 72rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
.text { max-width: 44rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums;
  width: 100%; margin: 1rem 0; border-top: 2px solid #1a1a1a; border-bottom: 2px solid #1a1a1a; }
th, td { padding: .25rem .6rem; text-align: right; white-space: nowrap; }
thead th { border-bottom: 1px solid #1a1a1a; } th:first-child { text-align: left; }
tbody th { font-weight: 600; white-space: normal; } tr.base { background: #eef5fb; }
@media (max-width: 60rem) {
  thead { display: none; } table, tbody { display: block; }
  tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.5rem, 1fr)); padding: .4rem;
    border-bottom: 1px solid #ddd; }
  th:first-child { grid-column: 1 / -1; padding: 0; } td { text-align: left; padding: .1rem 0; }
  td.long { grid-column: span 2; }
  td::before { content: attr(data-head); display: block; font-size: .75rem; color: #555; }
}
.pictures { columns: 26rem 2; column-gap: 2rem; margin-top: 1.5rem; }
figure { margin: 0 0 2rem; break-inside: avoid; } figure svg { width: 100%; max-width: 34rem; height: auto; }
figcaption { font-size: .875rem; color: #444; }
.note { font-size: .875rem; color: #444; } .bad { border-left: .3rem solid #d55e00; padding-left: 1rem; }
dl { font-size: .875rem; display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
"""


def page(report: Report) -> str:
    """The whole page. Raise `PlotError` if the plots cannot be drawn."""
    body = ["<h1>Routes compared</h1>"]
    for found in report.disagreements:
        body += _disagreement(found)
    for table in report.tables:
        body += _section(table, report)
    if report.tables:
        body.append(f'<p class="note">{escape(LEGEND)}</p>')
        body += _statistics(report)
        body += _data(report)
    body += ["<h2>Measured</h2>", *(_session(session) for session in report.sessions)]
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Routes compared</title><style>{_STYLE}</style>"
    )
    inside = "\n".join(body)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{inside}\n</body></html>\n'


def _disagreement(found: Disagreement) -> Iterator[str]:
    yield f'<div class="bad"><h2>Routes disagree on {escape(found.name)}</h2>'
    yield f"<p>No times are shown. Against the others: {escape(', '.join(found.against))}.</p><dl>"
    for route, words in found.claims:
        yield f"<dt>{escape(route)}</dt><dd>{escape(words)}</dd>"
    yield "</dl></div>"


def _section(table: Table, report: Report) -> Iterator[str]:
    head, _, rest = report.headline(table).partition(": ")
    yield f"<h2>{escape(head.capitalize())}</h2><p>{escape(rest)}.</p>"
    for columns in (SHORT, (SHORT[0], *SIZES)):
        heads, *rows = table.shown(columns)
        yield from _table(heads, rows, table.baseline)
    yield from (f'<p class="note">{escape(text)}.</p>' for text in table.refusals())
    yield f"<p>{escape(str(best_record(table, report.limit)))}.</p>"
    yield '<div class="pictures">'
    for number, plot in enumerate(plots(table, report)):
        yield _picture(plot, f"{table.kind}-{number}-")
    yield "</div>"
    if len(table.routes) > MOST_ROUTES:
        yield f'<p class="note">The pictures show the {MOST_ROUTES} fastest routes.</p>'


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], base: str = "") -> Iterator[str]:
    """A table that becomes a list of labelled values on a narrow screen, without scrolling."""
    yield f"<table><thead><tr>{''.join(f'<th>{escape(head)}</th>' for head in heads)}</tr></thead><tbody>"
    for route, *others in rows:
        marked = ' class="base"' if route == base else ""
        inside = "".join(
            f'<td data-head="{escape(head)}"{_LONG if len(cell) > _SHORT_CELL else ""}>{escape(cell)}</td>'
            for head, cell in zip(heads[1:], others, strict=True)
        )
        yield f"<tr{marked}><th>{escape(route).replace('/', '/<wbr>')}</th>{inside}</tr>"
    yield "</tbody></table>"


_SHORT_CELL, _LONG = 12, ' class="long"'


def _picture(plot: Plot, prefix: str) -> str:
    image = inlined(plot.svg, prefix, plot.title)
    return (
        f"<figure><h3>{escape(plot.title)}</h3>{image}<figcaption>{escape(plot.about)}</figcaption></figure>"
    )


def _statistics(report: Report) -> Iterator[str]:
    """Paired tests and growth, if scipy is there; otherwise what to install for them."""
    try:
        tests, growth = report.tests, report.growth
    except StatisticsError as error:
        yield f'<p class="note">{escape(str(error))}.</p>'
        return
    yield "<h2>Differences</h2>"
    for kind in dict.fromkeys(one.kind for one in tests):
        heads, *rows = tests.matrix(kind)
        yield f"<h3>{escape(kind)}</h3>"
        yield from _table(["", *heads[1:]], rows)
    yield f'<p class="note">{escape(TESTS)}</p>'
    if len(growth):
        yield '<h2>Growth</h2><p class="note">Powers of the size, with 95% intervals.</p>'
        heads, *rows = cells_of(growth)
        yield from _table(heads, rows)


def _data(report: Report) -> Iterator[str]:
    """Everything on the page as files."""
    files = {
        "routes.csv": report.to_csv(),
        "runs.csv": report.runs.to_csv(),
        "best.csv": report.best.to_csv(),
        "report.json": as_json(report),
        "runs.jsonl": report.runs.to_jsonl(),
    }
    with suppress(StatisticsError):
        files |= {"tests.csv": report.tests.to_csv(), "growth.csv": report.growth.to_csv()}
    links = (
        f'<a download="{name}" href="data:text/plain;base64,{b64encode(text.encode()).decode()}">{name}</a>'
        for name, text in files.items()
    )
    yield f'<h2>Data</h2><p class="text">Everything on this page: {", ".join(links)}.</p>'


def _session(session: dict[str, Any]) -> str:
    machine = ", ".join(f"{name} {value}" for name, value in session["machine"].items() if value is not None)
    versions = ", ".join(f"{name} {value}" for name, value in session["versions"].items())
    facts = [("when", f"{session['started']} UTC"), ("command", session["command"]), ("machine", machine)]
    facts += [("versions", versions), ("commit", session["git"]), ("seed", session["seed"])]
    inside = "".join(
        f"<dt>{name}</dt><dd>{escape(str(value))}</dd>" for name, value in facts if value is not None
    )
    return f"<dl>{inside}</dl>"
