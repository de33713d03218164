"""Writing pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .commands import UsageError, echo

if TYPE_CHECKING:
    from ..drawing import Picture


def write_picture(picture: Picture, output: str | None) -> None:
    """To a file, as its name ends; SVG to standard output where there is none."""
    if output is None or output == "-":
        echo(picture.svg, end="")
        return
    from ..files import shown, write_whole

    path = Path(output)
    form = path.suffix.lower()
    if form not in (".svg", ".png"):
        raise UsageError(f"a picture is written as .svg or .png, not as {shown(output)}")
    write_whole(output, [picture.svg if form == ".svg" else picture.png()])
