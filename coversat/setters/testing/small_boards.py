"""Small boards of a kind, all or random ones, and the answers of a board by its model and by its check."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, islice, product, zip_longest
from math import prod
from operator import itemgetter
from typing import Any, NamedTuple

from ...base.grouping import grouped
from ...primitives.models import GridModel, Rule
from ...problems.board import random_regions
from ...problems.clue_board import Clue
from ...problems.grid import rows_of
from ...problems.puzzle import GridPuzzle
from ...problems.user_files import board_made, listed
from ...solvers.search.meanings import answers_by_meaning
from ...solvers.solver import NO_LIMITS, Meter

MOST_ASSIGNMENTS = 5_000
"""The most assignments of a board of which all are judged, at first."""
GROWTH = 6
"""By which this grows when such boards run out, as long as `LEAST_BOARDS` more can be judged."""
LEAST_BOARDS = 10
ALL_BOARDS = 3_000
"""The most boards of one size of which all are tried."""
MOST_CLUES = 7
"""The clues that are tried in one cell, besides none."""
MOST_SYMBOLS = 10_000
"""The symbols of a kind among which these are looked for."""
AREAS_BEYOND = 3
"""The areas of boards, all with too many assignments, after which no larger board is made."""
OUTSIDE = 20
"""The answers of a board of which one value is changed to one outside the domain of its cell; and the values
outside it that are tried in all cells."""
RANDOM_CLUES = 40
"""The clues among which one of a random board is chosen."""
REGION_SIZES = ((1, 6), (2, 4), (3, 6), (4, 8), (5, 9))
"""The least and the most cells of regions, for boards of kinds that do not say how these are made."""

Answers = frozenset[tuple[int, ...]]
"""The values of the cells of each answer, row by row."""


def sizes() -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Each area, and the rows and columns of boards that have it; squares before oblongs."""
    for area in range(1, 65):
        sides = [(rows, area // rows) for rows in range(1, area + 1) if area % rows == 0]
        yield area, sorted(sides, key=lambda side: (abs(side[0] - side[1]), side))


class Small(NamedTuple):
    """A board of which all assignments can be judged.

    * assignments: their number.
    * within_domains: whether these have only values in the domain of each cell, since there are too many
      others.
    """

    board: GridPuzzle
    assignments: int
    within_domains: bool


def boards(kind: type[GridPuzzle], rng: random.Random, most: int) -> Iterator[Small]:
    """Boards of growing size: of the smallest sizes all, of others a random choice.

    `most` is the number of assignments of all boards together.  When those with up to `MOST_ASSIGNMENTS` run
    out, boards with more follow.
    """
    least, limit = 0, MOST_ASSIGNMENTS
    while True:
        beyond = 0
        for _, those in sizes():
            made = fitting = False
            for rows, columns in those:
                for small in _boards(kind, rows, columns, rng, limit):
                    made = True
                    if small is not None:
                        fitting = True
                        if small.assignments > least:
                            yield small
            beyond = 0 if fitting else beyond + made
            if beyond >= AREAS_BEYOND:
                break
        least, limit = limit, limit * GROWTH
        if limit * LEAST_BOARDS > most:
            return


def _boards(
    kind: type[GridPuzzle], rows: int, columns: int, rng: random.Random, limit: int
) -> Iterator[Small | None]:
    """Those of one size; None for one with more than `limit` assignments."""
    options = _options(kind, rows, columns)
    if not kind.has_regions and prod(map(len, options)) <= ALL_BOARDS:
        found = _all(kind, rows, columns, options)
    else:
        found = iter(dict.fromkeys(_some(random_boards(kind, rows, columns, rng), limit)))
    return (_small(board, limit) for board in found)


def _some(boards: Iterator[GridPuzzle], limit: int) -> Iterator[GridPuzzle]:
    """A tenth of `ALL_BOARDS`, unless the first ones have too many assignments."""
    fitting = 0
    for at, board in enumerate(islice(boards, ALL_BOARDS // 10)):
        if at == ALL_BOARDS // 100 and not fitting:
            return
        fitting += _small(board, limit) is not None
        yield board


def _small(board: GridPuzzle, limit: int) -> Small | None:
    for within_domains in (False, True):
        count = board.assignment_count(within_domains)
        if count <= limit:
            return Small(board, count, within_domains)
    return None


def _options(kind: type[GridPuzzle], rows: int, columns: int) -> list[Sequence[Any]]:
    """What is tried for each number and clue, in the order of a text; without regions."""
    inside = [None, *tried(kind, rows * columns)]
    lines = [
        [None, *_beside(kind, max(rows, columns))]
        for side in kind.sides
        for _ in range(columns if side in ("top", "bottom") else rows)
    ]
    numbers: list[Sequence[Any]] = [range(rows * columns + 1)] * len(kind.header)
    return [*numbers, *lines, *[inside] * (rows * columns)]


def _all(
    kind: type[GridPuzzle], rows: int, columns: int, options: Sequence[Sequence[Any]]
) -> Iterator[GridPuzzle]:
    """The boards with one of the options for each number and clue, as far as there are such boards."""
    sides = [columns if side in ("top", "bottom") else rows for side in kind.sides]
    for parts in product(*options):
        left = iter(parts)
        numbers = tuple(islice(left, len(kind.header)))
        beside = [tuple(islice(left, side)) for side in sides]
        board = tuple(tuple(islice(left, columns)) for _ in range(rows))
        with suppress(ValueError):
            yield kind.of(board, (), beside, numbers)


def _beside(kind: type[GridPuzzle], most: int) -> Sequence[Any]:
    """What is tried as a clue of a line of so many cells, besides none."""
    return list(kind.tried_beside(most))[:MOST_CLUES]


def tried(kind: type[GridPuzzle], most: int, number: int = MOST_CLUES) -> Sequence[Clue]:
    """Some clues for a small board: of each sort, the smallest, with numbers up to one more than fits.

    Clues such as `b2` and `w10` are of the sorts `b` and `w`.
    """
    if isinstance(kind.symbols, range):  # perhaps up to a large number
        return [one for one in kind.symbols[: most + 2] if one <= most + 1][:number]
    fitting = ([clue for size, clue in those if size <= most + 1] for those in _sorts(kind))
    in_turn = chain.from_iterable(zip_longest(*fitting))
    return list(islice((clue for clue in in_turn if clue is not None), number))


_DIGITS = re.compile(r"[0-9]+")


@cache
def _sorts(kind: type[GridPuzzle]) -> list[list[tuple[int, Clue]]]:
    """The symbols of each sort, with their largest numbers and in the order of these."""
    words = ((str(clue), clue) for clue in islice(kind.symbols, MOST_SYMBOLS))
    sorts = grouped(
        (_DIGITS.sub("", word), (max(map(int, _DIGITS.findall(word)), default=0), clue))
        for word, clue in words
    )
    return [sorted(those, key=itemgetter(0)) for those in sorts.values()]


def random_board(kind: type[GridPuzzle], rows: int, columns: int, rng: random.Random) -> GridPuzzle | None:
    """A board with random clues, or with clues of a random assignment; None if this attempt fails."""
    try:
        empty = empty_board(kind, rows, columns, rng)
        if empty is None:
            return None
        if rng.random() < 0.6 and kind.makes_clues():
            values = tuple(empty.values)
            some = {cell: rng.choice(values) for cell in empty.cells()}
            full = board_made(kind, empty.clued_by, some) or empty
            kept = [at for at in range(len(full.given_names())) if rng.random() < 0.5]
            return full.with_givens(kept)
        share = rng.choice((0.1, 0.3, 0.6))
        clues: dict[Any, Clue] = {}
        beside = [(side, at) for side in kind.sides for at in range(empty.side_length(side))]
        inside, at_sides = tried(kind, rows + columns, RANDOM_CLUES), _beside(kind, max(rows, columns))
        for where in (*empty.cells(), *beside):
            small = at_sides if isinstance(where[0], str) else inside
            if small and rng.random() < share:
                clues[where] = rng.choice(small)
        return empty.with_clues(clues)
    except ValueError:
        return None


def empty_board(kind: type[GridPuzzle], rows: int, columns: int, rng: random.Random) -> GridPuzzle | None:
    """A board without clues, as the kind makes them; with other regions if it says nothing of these."""
    numbers = tuple(rng.randint(0, rows * columns // 2) for _ in kind.header)
    own = kind.blank.__func__ is not GridPuzzle.blank.__func__  # type: ignore[attr-defined]
    if own or not kind.has_regions or kind.region_sizes != GridPuzzle.region_sizes:
        made = board_made(kind, kind.blank, rows, columns, rng)
        return None if made is None else made.changed(numbers=numbers)
    least, most = rng.choice(REGION_SIZES)
    return kind.empty(rows, columns, random_regions(rows, columns, rng, most, least), numbers)


def random_boards(
    kind: type[GridPuzzle], rows: int, columns: int, rng: random.Random
) -> Iterator[GridPuzzle]:
    """Random boards of a size; endless, or none."""
    failed = 0
    while failed < 200:
        board = random_board(kind, rows, columns, rng)
        failed = failed + 1 if board is None else 0
        if board is not None:
            yield board


def judged_right(small: Small) -> Answers:
    """The assignments in which the check finds nothing wrong; all are tried."""
    board = small.board
    return frozenset(values for values in board.assignments(small.within_domains) if _is_right(board, values))


def right_outside(small: Small, right: Answers, rng: random.Random) -> tuple[int, ...] | None:
    """An assignment that the check accepts with a value outside the domain of its cell, if one is found."""
    board = small.board
    others = [sorted(set(board.values).difference(board.domain(cell))) for cell in board.cells()]
    wide = [at for at, values in enumerate(others) if values]
    if not small.within_domains or not wide:
        return None
    changed = [(value,) * len(others) for value in others[wide[0]][:OUTSIDE]]
    for values in sorted(right)[:OUTSIDE]:
        at = rng.choice(wide)
        changed.append((*values[:at], rng.choice(others[at]), *values[at + 1 :]))
    return next((values for values in changed if _is_right(board, values)), None)


def _is_right(board: GridPuzzle, values: Sequence[int]) -> bool:
    held = dict(zip(board.cells(), values, strict=True))
    return not any(True for _ in listed(board.source_file, board.wrong, held))


def allowed(model: GridModel[Any], rules: Sequence[Rule] | None = None) -> Answers:
    """The answers that the rules of a model allow, by the meaning of each primitive."""
    found = answers_by_meaning(model, Meter(NO_LIMITS), rules)
    answers = (model.answer_of(values.items()) for values in found)
    return frozenset(values_of(model.puzzle, answer) for answer in answers)


def values_of(board: GridPuzzle, answer: Any) -> tuple[int, ...]:
    """The values of the cells of an answer, row by row."""
    return tuple(chain.from_iterable(board.grid_of(answer)))


def answer_of(board: GridPuzzle, values: Sequence[int]) -> Any:
    """The answer with these values, row by row."""
    return board.answer_of(rows_of(values, board.columns))
