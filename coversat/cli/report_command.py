"""``coversat report``."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import NO, YES
from ..lab.report import Report
from ..lab.store import Store, StoreError
from ..lab.summary import CLOCKS, summarize
from ..lab.table import FORMATS
from .options import examples
from .write_table import write_table


@click.command(
    "report",
    epilog=examples(
        "coversat report bench.db",
        "coversat report bench.db --clock wall --format csv",
    ),
)
@click.argument("file")
@click.option("--baseline", metavar="ROUTE", help="The route that others are compared with.")
@click.option(
    "--clock",
    type=click.Choice(CLOCKS),
    default="cpu",
    metavar="CLOCK",
    help="Time by the processor (cpu) or on the wall (wall).",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    metavar="NAME",
    help=f"Format of the table: {', '.join(FORMATS)}.",
)
@click.option("--html", "page_file", metavar="FILE", help="Write one page with tables and pictures.")
@click.option("--title", default="Routes compared", metavar="WORDS", help="Title of the page.")
@click.option("--seed", type=int, metavar="N", default=0, help="Seed of the bootstrap intervals (0).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, as --format json does.")
def command(
    file: str,
    baseline: str | None,
    clock: str,
    form: str,
    page_file: str | None,
    title: str,
    seed: int,
    as_json: bool,
) -> int:
    """Make a table, or a page with pictures, of what 'coversat bench' measured.

    Medians with quartiles, PAR2, puzzles solved, and the ratio to a baseline
    with a bootstrap interval.  Where two routes disagree no time is printed:
    exit code 1.
    """
    with Store(Path(file), create=False) as store:
        found = summarize(store, baseline, clock, seed)
        if not store.records():
            raise StoreError(f"{file}: it holds no measurement")
    if page_file is not None:
        _write_page(page_file, title, found, file)
    else:
        write_table(found, "json" if as_json else form)
    return NO if found.disagreements else YES


def _write_page(file: str, title: str, found: Report, store: str) -> None:
    from ..files import shown, write_whole
    from ..lab.page import page

    write_whole(file, [page(found, shown(title))], sources=[store])
