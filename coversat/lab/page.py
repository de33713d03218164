"""A report as one HTML page that needs nothing else: no network, no script, pictures inside."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from typing import Any

from .plots import MOST_ROUTES, Plot, plots
from .summary import Disagreement, Report, Table
from .table import COLUMNS, LEGEND, cells, headline, refusals

_STYLE = """
:root { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; }
body { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0; }
.wide { overflow-x: auto; border: 1px solid #ddd; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid #eee; }
th { background: #f4f4f4; } tr.base td, tr.base th { background: #eef5fb; }
th:first-child { position: sticky; left: 0; text-align: left; background: #fff; font-weight: 600;
  white-space: normal; overflow-wrap: anywhere; min-width: 9.5rem; max-width: 16rem;
  border-right: 1px solid #ddd; }
thead th:first-child { background: #f4f4f4; } tr.base th:first-child { background: #eef5fb; }
@media (min-width: 60rem) { th:first-child { min-width: 15rem; } }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  gap: 1.5rem; margin-top: 1.5rem; }
figure { margin: 0; } figure img { width: 100%; max-width: 34rem; height: auto; }
figcaption { font-size: .875rem; color: #444; }
.note { font-size: .875rem; color: #444; } .bad { border-left: .3rem solid #d55e00; padding-left: 1rem; }
dl { font-size: .875rem; display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
"""


def page(report: Report, title: str) -> str:
    """The whole page.

    Raises
    ------
    PlotError
        Where the pictures cannot be drawn.
    """
    body = [f"<h1>{escape(title)}</h1>"]
    for found in report.disagreements:
        body += _disagreement(found)
    for table in report.tables:
        body += _section(table, report)
    if report.tables:
        body.append(f'<p class="note">{escape(LEGEND)}</p>')
    body += ["<h2>Measured</h2>", *(_session(session) for session in report.sessions)]
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
    )
    inside = "\n".join(body)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{inside}\n</body></html>\n'


def _disagreement(found: Disagreement) -> Iterator[str]:
    yield f'<div class="bad"><h2>Routes disagree on {escape(found.name)}</h2>'
    yield f"<p>No times are shown. Against the others: {escape(', '.join(found.against))}.</p><dl>"
    for route, words in found.said:
        yield f"<dt>{escape(route)}</dt><dd>{escape(words)}</dd>"
    yield "</dl></div>"


def _section(table: Table, report: Report) -> Iterator[str]:
    head, _, rest = headline(table, report).partition(": ")
    yield f"<h2>{escape(head.capitalize())}</h2><p>{escape(rest)}.</p>"
    yield '<div class="wide"><table><thead><tr>'
    yield "".join(f"<th>{escape(column.head)}</th>" for column in COLUMNS)
    yield "</tr></thead><tbody>"
    for route, *others in cells(table):
        base = ' class="base"' if route == table.baseline else ""
        inside = "".join(f"<td>{escape(cell)}</td>" for cell in others)
        yield f"<tr{base}><th>{_breakable(route)}</th>{inside}</tr>"
    yield "</tbody></table></div>"
    yield from (f'<p class="note">{escape(text)}.</p>' for text in refusals(table))
    yield '<div class="pictures">'
    for plot in plots(table, report):
        yield _picture(plot)
    yield "</div>"
    if len(table.summaries) > MOST_ROUTES:
        yield f'<p class="note">The pictures show the {MOST_ROUTES} fastest routes.</p>'


def _breakable(route: str) -> str:
    """A route's name that may go on in the next line behind a slash."""
    return escape(route).replace("/", "/<wbr>")


def _picture(plot: Plot) -> str:
    # As an image: the names inside one SVG cannot meet those of another.
    data = b64encode(plot.svg.encode()).decode()
    image = f'<img alt="{escape(plot.title)}" src="data:image/svg+xml;base64,{data}">'
    return (
        f"<figure><h3>{escape(plot.title)}</h3>{image}<figcaption>{escape(plot.about)}</figcaption></figure>"
    )


def _session(session: dict[str, Any]) -> str:
    machine = ", ".join(f"{name} {value}" for name, value in session["machine"].items() if value is not None)
    versions = ", ".join(f"{name} {value}" for name, value in session["versions"].items())
    facts = [("when", f"{session['started']} UTC"), ("command", session["command"]), ("machine", machine)]
    facts += [("versions", versions), ("commit", session["git"]), ("seed", session["seed"])]
    inside = "".join(
        f"<dt>{name}</dt><dd>{escape(str(value))}</dd>" for name, value in facts if value is not None
    )
    return f"<dl>{inside}</dl>"
