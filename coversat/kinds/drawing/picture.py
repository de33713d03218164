"""Pictures of puzzles and answers, as SVG, which notebooks display, and as PNG.

A kind's `picture` module is imported when a picture of the kind is drawn; the text of a kind without one is
drawn instead. Its function `draw` takes a problem, an answer or None, and another answer or None to compare
with, and returns an `Svg`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from types import NoneType
from typing import Any

from ...base.arguments import refuse_others
from ...base.errors import CoversatError
from ...problems import AnyProblem
from ...problems.grid import Cell
from ...problems.kind import load_part
from ...problems.puzzle import GridPuzzle
from ...reductions import cells_of_rules
from ..sources import Source, problem_in
from .board import INK
from .marks import Candidates, HasCandidates, labelled, ring, write_candidates
from .puzzle import draw_puzzle
from .svg import MONO, MONO_WIDTH, Cells, Number, Svg


class PngError(CoversatError):
    """A picture that cannot be converted to PNG; the message says what is missing."""


@dataclass(frozen=True, repr=False)
class Picture:
    """An SVG document.  In a notebook it shows itself; `str` is its text.

    * cells: the position of the cells if there is one board, for overlays.
    """

    svg: str
    cells: Cells | None = None

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture: {len(self.svg):,} characters of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg

    def png(self, zoom: float = 2.0) -> bytes:
        """The picture as PNG, `zoom` times the size of the SVG.

        Raise `PngError` if the extra ``png`` is not installed, or there is no font.
        """
        try:
            import resvg_py
        except ImportError:
            raise PngError("PNG needs the package 'resvg-py' (extra 'png'): pip install resvg-py") from None
        to_png: Callable[..., bytes] = resvg_py.svg_to_bytes
        if "<text" in self.svg and to_png(svg_string=_digit("1")) == to_png(svg_string=_digit(" ")):
            # Without a font it would silently leave out every digit.
            raise PngError("PNG needs a font, such as DejaVu Sans, and this machine has none")
        return to_png(svg_string=self.svg, zoom=zoom)


def _digit(digit: str) -> str:
    svg = Svg(20, 20)
    svg.text(5, 15, digit)
    return svg.document("")


_SIZE = 15
_MOST_LINES, _MOST_CHARACTERS = 120, 160


def draw_text(problem: AnyProblem, answer: Any, other: Any) -> Svg:
    """The text, cut if it is too long; differences are not marked."""
    lines = [_cut(line) for line in problem.render(answer).split("\n")]
    if len(lines) > _MOST_LINES:
        lines[_MOST_LINES - 1 :] = [f"... {len(lines) - _MOST_LINES + 1} more lines"]
    width = max(map(len, lines)) * MONO_WIDTH * _SIZE
    svg = Svg(width, 1.4 * _SIZE * len(lines))
    with svg.group(font_family=MONO, font_size=_SIZE, fill=INK, xml__space="preserve"):
        for number, line in enumerate(lines):
            svg.text(0, (1.4 * number + 1) * _SIZE, line)
    return svg


def _cut(line: str) -> str:
    return line if len(line) <= _MOST_CHARACTERS else line[: _MOST_CHARACTERS - 3] + "..."


Drawer = Callable[[Any, Any, Any], Svg]

_MARGIN = 12
_GAP = 32
_NUMBER = 18
"""The font size of a problem's number on a sheet."""


def draw(
    source: Source,
    answer: Any = None,
    other: Any = None,
    *,
    kind: str | None = None,
    ringed: Collection[Cell] = (),
    candidates: Candidates | HasCandidates | None = None,
    labels: bool = False,
) -> Picture:
    """A picture of a problem, of its answer, or of two answers with what differs ringed.

    Cells of an answer that break a rule are ringed; givens are shown as given. The picture has its SVG as
    ``svg`` and shows itself in a notebook.

    Parameters
    ----------
    source, kind
        See `read`.
    answer, other : answers, optional
    ringed : collection of (row, column)
        Further cells to ring, for example givens that clash.
    candidates : mapping from cells to values, or what `coversat.candidates` finds, optional
        Written small into empty cells.
    labels : bool
        Name the rows and columns.

    Raises
    ------
    ValueError
        For what has not the shape of an answer, or candidates on a picture that has no such cells.

    Examples
    --------
    >>> import coversat
    >>> coversat.draw("langford 3").svg[:4]
    '<svg'
    """
    problem = problem_in(source, kind)
    values: Any = getattr(candidates, "by_cell", lambda: candidates)()
    refuse_others("ringed", ringed, Collection, "a collection of cells")
    for cell in ringed:
        refuse_others("ringed", cell, tuple, "a collection of cells, such as (0, 1)")
    refuse_others("candidates", values, (Mapping, NoneType), "a mapping from cells to values")
    for each in (answer, other):
        if each is not None:
            problem.checked(each)
    pairs = [(answer, other)] if other is None else [(answer, other), (other, answer)]
    parts = [_part(problem, one, than, ringed, values, labels) for one, than in pairs]
    contents = "two answers" if other is not None else "answered" if answer is not None else ""
    if values is not None:
        contents = "candidates"
    whole = in_rows(parts, [part.width for part in parts], _GAP)
    title = f"{problem.kind}, {contents}" if contents else problem.kind
    return Picture(whole.document(title), whole.cells if len(parts) == 1 else None)


def draw_sheet(
    problems: Sequence[AnyProblem], answers: Sequence[Any] = (), columns: int = 2, labels: bool = False
) -> Picture:
    """Draw several numbered problems on one sheet, in rows of `columns`.

    * answers: for each problem its answer, or None.
    * labels: whether to add the names of rows and columns.
    """
    given = zip_longest(problems, answers)
    parts = [_numbered(_part(*pair, None, (), None, labels), n) for n, pair in enumerate(given, 1)]
    widths = [max(part.width for part in parts[place::columns]) for place in range(min(columns, len(parts)))]
    return Picture(in_rows(parts, widths, _GAP).document(f"{len(parts)} puzzles"))


def in_rows(parts: Sequence[Svg], widths: Sequence[Number], gap: int) -> Svg:
    """Pictures in rows, for which columns have these widths."""
    lines = [parts[start : start + len(widths)] for start in range(0, len(parts), len(widths) or 1)]
    heights = [max(part.height for part in line) for line in lines]
    whole = Svg(_length(widths, gap), _length(heights, gap))
    for line, y in zip(lines, _starts(heights, gap), strict=True):
        for part, x in zip(line, _starts(widths, gap), strict=False):
            whole.place(part, x, y)
    return whole


def _part(
    problem: AnyProblem,
    answer: Any,
    other: Any,
    ringed: Collection[Cell],
    candidates: Candidates | None,
    labels: bool,
) -> Svg:
    svg = picture_of(problem, answer, other)
    ring(svg, {*ringed, *(() if answer is None else _cells_in_conflict(problem, answer))})
    if candidates is not None:
        write_candidates(svg, candidates)
    return labelled(svg, problem) if labels else svg


def picture_of(problem: AnyProblem, answer: Any = None, other: Any = None) -> Svg:
    """The picture by the kind's own module, without marks."""
    usual = draw_puzzle if isinstance(problem, GridPuzzle) else draw_text
    drawer: Drawer = load_part(problem.kind, "picture", "draw", usual)
    return drawer(problem, answer, other)


def _cells_in_conflict(problem: AnyProblem, answer: Any) -> Iterator[Cell]:
    """The cells that show what is wrong with an answer: those of the broken rule if no others do."""
    wrong = problem.violations(answer)
    of_rules = cells_of_rules(problem) if any(one.label and not one.cells for one in wrong) else {}
    for violation in wrong:
        yield from violation.cells or of_rules.get(violation.label, ())


def _numbered(svg: Svg, number: int) -> Svg:
    whole = Svg(svg.width, svg.height + _NUMBER * 1.5)
    whole.text(0, _NUMBER, f"{number}", font_size=_NUMBER, font_weight="bold", fill=INK)
    whole.place(svg, 0, _NUMBER * 1.5)
    return whole


def _starts(lengths: Sequence[Number], gap: int) -> list[Number]:
    """The start of each, one after the other."""
    return [_MARGIN + sum(lengths[:place]) + place * gap for place in range(len(lengths))]


def _length(lengths: Sequence[Number], gap: int) -> Number:
    return sum(lengths) + gap * max(len(lengths) - 1, 0) + 2 * _MARGIN
