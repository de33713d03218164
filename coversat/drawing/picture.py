"""A finished picture: SVG text that a notebook shows, and its PNG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..errors import CoversatError
from .svg import Cells, Svg


class PngError(CoversatError):
    """A picture that cannot be made into PNG here; the message says what is missing."""


@dataclass(frozen=True)
class Picture:
    """An SVG document.  In a notebook it shows itself; `str` is its text.

    Attributes
    ----------
    svg : str
    cells : Cells or None
        Where the cells of its one board lie, for who lays something over them.
    """

    svg: str
    cells: Cells | None = None

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def png(self, zoom: float = 2.0) -> bytes:
        """The picture as PNG, `zoom` times as large as the SVG.

        Raises
        ------
        PngError
            Where the extra ``png`` is not installed, or where there is no font for the digits.
        """
        try:
            import resvg_py
        except ImportError:
            raise PngError("PNG needs the package 'resvg-py' (extra 'png'): pip install resvg-py") from None
        to_png: Callable[..., bytes] = resvg_py.svg_to_bytes
        if "<text" in self.svg and to_png(svg_string=_digit("1")) == to_png(svg_string=_digit(" ")):
            # Without a font it would leave out every digit and say nothing.
            raise PngError("PNG needs a font, such as DejaVu Sans, and this machine has none")
        return to_png(svg_string=self.svg, zoom=zoom)


def _digit(digit: str) -> str:
    svg = Svg(20, 20)
    svg.text(5, 15, digit)
    return svg.document("")
