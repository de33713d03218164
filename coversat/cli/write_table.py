"""Writing the table of a report."""

from __future__ import annotations

import shutil
import sys

from ..lab.report import Report
from ..lab.table import FORMATS, as_text
from .commands import echo


def write_table(found: Report, form: str) -> None:
    """To standard output, one of `FORMATS`; a text is as wide as its terminal, and whole off a terminal."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    echo(as_text(found, width) if form == "text" else FORMATS[form](found))
