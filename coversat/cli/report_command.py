"""``coversat report``."""

from __future__ import annotations

from pathlib import Path

from ..errors import NO, YES
from ..files import shown
from ..lab.report import Report
from ..lab.store import Store, StoreError
from ..lab.summary import CLOCKS, summarize
from ..lab.table import FORMATS
from .commands import Choice, Option, UsageError, integer, takes
from .options import FILE
from .write_table import write_table


@takes(
    FILE,
    Option("--baseline", "The route that others are compared with.", "ROUTE"),
    Option(
        "--clock",
        "Time by the processor (cpu) or on the wall (wall).",
        "CLOCK",
        read=Choice(CLOCKS),
        default="cpu",
    ),
    Option(
        "--format",
        f"Format of the table: {', '.join(FORMATS)}.",
        "NAME",
        to="form",
        read=Choice(FORMATS),
        default="text",
    ),
    Option("--html", "Write one page with tables and pictures.", "FILE", to="page_file"),
    Option("--title", "Title of the page.", "WORDS", default="Routes compared"),
    Option("--seed", "Seed of the bootstrap intervals (0).", "N", read=integer, default=0),
    Option("--json", "Print JSON, as --format json does.", to="as_json"),
    examples=(
        "coversat report bench.db",
        "coversat report bench.db --clock wall --format csv",
    ),
)
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
    if page_file is not None and (as_json or form != "text"):
        raise UsageError("--html writes a page and no table: leave out --json and --format")
    with Store(Path(file), create=False) as store:
        found = summarize(store, baseline, clock, seed)
        if not store.records():
            raise StoreError(f"{shown(file)}: it holds no measurement")
    if page_file is not None:
        _write_page(page_file, title, found, file)
    else:
        write_table(found, "json" if as_json else form)
    return NO if found.disagreements else YES


def _write_page(file: str, title: str, found: Report, store: str) -> None:
    from ..files import write_whole
    from ..lab.page import page

    write_whole(file, [page(found, shown(title))], sources=[store])
