"""Nonogram to exact cover with colours."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from ..errors import ReductionError
from ..problems.exact_cover import ExactCover, PartialCover
from ..problems.grid import Grid, cell_name
from ..problems.nonogram import Clue, Nonogram
from .cover_builder import CoverBuilder
from .digits import Shown
from .reduction import Reduction, Rule, places_of

MOST_ARRANGEMENTS = 200_000
"""A board whose rows and columns can be filled in more ways, taken together, is refused."""
COLOURS = ".#"
"""The colours of white and of black cells."""
Line = tuple[str, tuple[int, ...]]
"""A row or column, and 1 for each black cell."""


def nonogram_to_cover(source: Nonogram) -> Reduction[Nonogram, ExactCover]:
    """An option for each way to fill a row or a column; it covers the line and colours its cells.

    The cells are secondary items: a row and a column that cross agree on the colour of their cell.  The
    rows come first, smallest first, so that the first cover in order shows the smallest board.

    Raises
    ------
    ReductionError
        When there are too many ways.
    """
    rows, columns = source.rows, source.columns
    lines = [(f"row{r + 1}", [(r, c) for c in range(columns)], source.row_clues[r]) for r in range(rows)]
    lines += [
        (f"column{c + 1}", [(r, c) for r in range(rows)], source.column_clues[c]) for c in range(columns)
    ]
    count = sum(_count(clue, len(cells)) for _, cells, clue in lines)
    if count > MOST_ARRANGEMENTS:
        raise ReductionError(
            f"the rows and columns can be filled in {count} ways; "
            f"this encoding takes up to {MOST_ARRANGEMENTS}"
        )
    board: CoverBuilder[Line] = CoverBuilder()
    shades: dict[Shown, tuple[str, str]] = {}
    for name, cells, clue in lines:
        for black in _fillings(clue, len(cells)):
            filling = tuple(int(place in black) for place in range(len(cells)))
            values = tuple(zip(cells, filling, strict=True))
            colours = [(cell_name(cell), COLOURS[value]) for cell, value in values]
            board.option((name, filling), f"{name}={_picture(filling)}", (name,), colours)
            shades |= zip(values, colours, strict=True)
    target = board.target(
        [name for name, _, _ in lines], [cell_name((r, c)) for r in range(rows) for c in range(columns)]
    )

    def keys(answer: Grid) -> Iterator[Line]:
        """Of a board whose last rows are open, its rows; of a whole one, its columns too."""
        for name, cells, _ in lines:
            if cells[-1][0] < len(answer):
                yield name, tuple(answer[r][c] for r, c in cells)

    return Reduction(
        source,
        target,
        encode=lambda part: board.part(keys(part), _refusal),
        decode=lambda cover: tuple(filling for _, filling in board.keys(cover)[:rows]),
        parsimonious=True,
        places=lambda: places_of(
            source, ((*key, PartialCover(colours=(shade,))) for key, shade in shades.items())
        ),
    )


def _picture(filling: tuple[int, ...]) -> str:
    return "".join(COLOURS[bool(value)] for value in filling)


def _refusal(line: Line) -> str:
    return f"{line[0]} cannot be {_picture(line[1])}"


def _count(clue: Clue, length: int) -> int:
    """How many ways there are to fill a line: the white cells not needed, before, between and behind."""
    free = length - sum(clue) - max(len(clue) - 1, 0)
    return comb(free + len(clue), len(clue)) if free >= 0 else 0


def _fillings(clue: Clue, length: int, first: int = 0) -> Iterator[frozenset[int]]:
    """The black cells of each way to fill a line from `first` on; what begins further right comes first."""
    if not clue:
        yield frozenset()
        return
    last = length - sum(clue) - len(clue) + 1
    for start in range(last, first - 1, -1):
        run = frozenset(range(start, start + clue[0]))
        for rest in _fillings(clue[1:], length, start + clue[0] + 1):
            yield run | rest


RULES = (
    Rule(
        "cover",
        "nonogram",
        "cover",
        "an option for each way to fill a row or column; cells are coloured",
        nonogram_to_cover,
        preferred=True,
    ),
)
