"""Nonogram to exact cover with colours."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from ..errors import ReductionError
from ..problems.exact_cover import Cover, ExactCover, Option, PartialCover
from ..problems.grid import Grid, cell_name
from ..problems.nonogram import Clue, Nonogram
from .reduction import Reduction, Rule

MOST_ARRANGEMENTS = 200_000
"""A board whose rows and columns can be filled in more ways, taken together, is refused."""
BLACK, WHITE = "#", "."


def nonogram_to_cover(source: Nonogram) -> Reduction[Nonogram, ExactCover, Grid, Cover]:
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
    options: list[Option] = []
    rows_shown: list[tuple[int, tuple[int, ...]]] = []
    for number, (name, cells, clue) in enumerate(lines):
        for black in _fillings(clue, len(cells)):
            colours = (BLACK if place in black else WHITE for place in range(len(cells)))
            shades = tuple(zip(map(cell_name, cells), colours, strict=True))
            if number < rows:
                rows_shown.append((number, tuple(int(colour == BLACK) for _, colour in shades)))
            options.append(Option(f"{name}={''.join(colour for _, colour in shades)}", (name,), shades))
    option_at = {key: at for at, key in enumerate(rows_shown)}
    secondary = tuple(cell_name((r, c)) for r in range(rows) for c in range(columns))
    target = ExactCover(tuple(name for name, _, _ in lines), secondary, tuple(options))

    def encode(answer: Grid) -> PartialCover:
        return PartialCover(tuple(option_at[key] for key in enumerate(answer) if key in option_at))

    def decode(cover: Cover) -> Grid:
        return tuple(rows_shown[at][1] for at in cover if at < len(rows_shown))

    return Reduction(source, target, encode, decode, parsimonious=True)


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
