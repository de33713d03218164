"""Nonogram in the constraint language; to exact cover with colours, and to CNF."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any

from ...base.errors import ReductionError
from ...primitives.models import GridEncodings
from ...problems.clue_text import clue_word
from ...problems.cnf.rules import Cnf
from ...problems.exact_cover.builder import CoverBuilder, PartialCover
from ...problems.exact_cover.rules import ExactCover
from ...problems.grid import Numbers, cell_name
from ...problems.puzzle import model_of_puzzle
from ...reductions.blocks import add_blocks
from ...reductions.cnf_builder import CnfBuilder
from ...reductions.places import places_of
from ...reductions.reduction import Encoding, Reduction, cover_reduction
from ...reductions.variables import BitVariables
from .rules import Clue, Nonogram

MOST_ARRANGEMENTS = 200_000
"""The most ways to fill the rows and columns of a board, in total."""
COLOURS = ".#"
"""The colours of white and of black cells."""
Filling = tuple[str, tuple[int, ...]]
"""A row or column, and 1 for each black cell."""


def nonogram_to_cover(source: Nonogram) -> Reduction[Nonogram, ExactCover]:
    """An option for each way to fill a row or a column; it covers the line and colours its cells.

    The cells are secondary items: a row and a column that cross agree on the colour of their common cell.
    The rows come first, smallest first, so that the first cover in order shows the smallest board.

    Raise `ReductionError` if there are too many ways.
    """
    rows, columns = source.rows, source.columns
    lines = [(name.replace(" ", ""), cells, clue) for name, cells, clue in source.clued_lines()]
    count = sum(_count(clue, len(cells)) for _, cells, clue in lines)
    if count > MOST_ARRANGEMENTS:
        raise ReductionError(
            f"the rows and columns can be filled in {count} ways; "
            f"this encoding takes up to {MOST_ARRANGEMENTS}"
        )
    board: CoverBuilder[Filling] = CoverBuilder(lambda line: f"{line[0]}={_picture(line[1])}")
    line_items = board.primary(len(lines), lambda at: lines[at][0])
    cell_items = board.secondary(rows * columns, lambda at: cell_name(divmod(at, columns)))
    shades = board.shades(cell_items, COLOURS)
    for item, (name, cells, clue) in zip(line_items, lines, strict=True):
        whites = [shades[len(COLOURS) * (r * columns + c)] for r, c in cells]
        for filling in _fillings(clue, len(cells)):
            shown = tuple([white + value for white, value in zip(whites, filling, strict=True)])
            board.option((name, filling), (item,), shown)

    def keys(answer: Numbers) -> Iterator[Filling]:
        """The rows of a board whose last rows are open; of a complete board, its columns too."""
        for name, cells, _ in lines:
            if cells[-1][0] < len(answer):
                yield name, tuple(answer[r][c] for r, c in cells)

    model = board.model(
        source,
        keys=keys,
        answer=lambda found: tuple(filling for _, filling in found[:rows]),
        refusal=_refusal,
        shows=lambda line: (),
    )
    # A cell is shown by its colour, which rows and columns share.
    return cover_reduction(model)._replace(
        places=lambda: places_of(
            source,
            (
                (divmod(shade // len(COLOURS), columns), shade % len(COLOURS), PartialCover(shades=(shade,)))
                for shade, options in enumerate(model.table.shown())
                if options
            ),
        )
    )


def _picture(filling: tuple[int, ...]) -> str:
    return "".join(COLOURS[bool(value)] for value in filling)


def _refusal(line: Filling) -> str:
    return f"{line[0]} cannot be {_picture(line[1])}"


def _count(clue: Clue, length: int) -> int:
    """The number of ways to fill a line: the surplus white cells before, between and after the runs."""
    free = length - sum(clue) - max(len(clue) - 1, 0)
    return comb(free + len(clue), len(clue)) if free >= 0 else 0


def _fillings(clue: Clue, length: int) -> Iterator[tuple[int, ...]]:
    """Each way to fill `length` cells, 1 for a black cell; runs further right come first."""
    if not clue:
        yield (0,) * length
        return
    block, *others = clue
    rest = sum(others) + len(others)
    black = (1,) * block + (0,) * bool(others)
    for before in range(length - rest - block, -1, -1):
        for behind in _fillings(tuple(others), length - before - len(black)):
            yield (0,) * before + black + behind


def nonogram_by_starts(source: Nonogram) -> Reduction[Nonogram, Cnf]:
    """A variable for each cell, and for each position at or before which a run may begin."""
    formula = CnfBuilder()
    shows = BitVariables(formula, source.rows, source.columns)
    lines = [*map(shows.row, range(source.rows)), *map(shows.column, range(source.columns))]
    for (name, _, clue), line in zip(source.clued_lines(), lines, strict=True):
        with formula.group(f"{name}: {clue_word(clue)}"):
            add_blocks(formula, line, clue, gap=1)
    return shows.reduction(source, formula.cnf(shows.all()), groups=formula.groups)


ENCODINGS: tuple[Any, ...] = (
    Encoding(
        "cnf:starts",
        "nonogram",
        "cnf",
        "a variable for each cell, and for each place at or before which a run begins",
        nonogram_by_starts,
        preferred=True,
        counted=False,
    ),
    Encoding(
        "cover",
        "nonogram",
        "cover",
        "an option for each way to fill a row or column; cells are coloured",
        nonogram_to_cover,
    ),
    GridEncodings(
        model_of_puzzle,
        ("regular", "mdd", "table"),
        preferred="",
        givens_apart=False,
        alternative=True,
        counted=False,
    ),
)
