"""Small instances of every kind of problem, each with all of its answers: a module a kind.

`instances` of a module yields its instances: some without an answer, some with one and some with several,
where `COUNTS` does not say that the kind cannot have them.  `drawn` makes a puzzle by chance, of which
nothing is known; small enough for every route, and with few answers more often than not.  Where the
kind wants it, a module also has

- `parts`: what `encode` takes as a part of an answer, where that is not its beginning;
- `seen`: what tells answers apart, where there are projections;
- `changes`: values that an answer is not to be mistaken for, where not every other value is one;
- `PROJECTED`: its reductions that have as many answers as it under a projection only;
- `place_value`: what the place of a cell holds, by what an answer has there, where that is not the same;
- `ITEMS`: the groups of items of its exact cover, where they differ by more than numbers.

The answers are found without reductions and without solvers: a generator lists candidates, and the
problem's own rules check (`violations`) keeps the right ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise, product
from typing import Any

from coversat.problems import AnyProblem
from coversat.problems.grid import Grid
from coversat.setters.testing.small_boards import random_board

WRONG_ONES = 12
"""Wrong candidates of each instance."""

Judged = tuple[frozenset[Any], tuple[Any, ...]]
"""All answers, and some candidates that are none."""


@dataclass(frozen=True, eq=False)
class Instance:
    """A problem, what finds its answers and candidates that are none, and the encodings that do not take it.

    The answers are found at the first use.
    """

    name: str
    problem: Any
    judge: Callable[[], Judged]
    refused: tuple[str, ...] = ()

    @cached_property
    def _judged(self) -> Judged:
        return self.judge()

    @property
    def answers(self) -> frozenset[Any]:
        """All of them; where a projection tells answers apart, what is seen of them."""
        return self._judged[0]

    @property
    def wrong(self) -> tuple[Any, ...]:
        return self._judged[1]

    def refuses(self, route: str) -> bool:
        return any(part in self.refused for part in route.split("/"))


def grid(*rows: str) -> Grid:
    """Rows of digits, a character each; ``0`` and ``.`` are blanks."""
    return tuple(tuple(None if character in "0." else int(character) for character in row) for row in rows)


def instance(
    name: str,
    problem: AnyProblem,
    candidates: Iterable[Any],
    refused: Iterable[str] = (),
    seen: Callable[[Any], Hashable] = lambda answer: answer,
) -> Instance:
    """The right ones among all candidates, as `seen`; and some of the wrong ones, chosen by chance."""

    def judge() -> Judged:
        right_ones, wrong_ones = set(), []
        for candidate in candidates:
            if problem.violations(candidate):
                wrong_ones.append(candidate)
            else:
                right_ones.add(seen(candidate))
        chance = random.Random(f"{problem.kind} {name}")
        wrong = chance.sample(wrong_ones, min(WRONG_ONES, len(wrong_ones)))
        return frozenset(right_ones), tuple(wrong)

    return Instance(name, problem, judge, tuple(refused))


def right(problem: AnyProblem, candidates: Iterable[Any]) -> frozenset[Any]:
    """The candidates that break no rule."""
    return frozenset(candidate for candidate in candidates if not problem.violations(candidate))


Part = tuple[Any, Callable[[Any], bool]]
"""A part of an answer as `encode` takes it, and whether an answer holds it."""


def beginnings(problem: Any, answer: Any, chance: random.Random) -> Iterator[Part]:
    """What an answer begins with: nothing, a little, half of it, all of it."""
    for size in sorted({0, 1, 2, len(answer) // 2, len(answer)}):
        part = tuple(islice(answer, size))
        yield part, lambda other, part=part: other[: len(part)] == part


def filled_cells(problem: Any, answer: Any, chance: random.Random) -> Iterator[Part]:
    """A grid of digits with some of its cells open."""
    cells = [(r, c) for r, row in enumerate(answer) for c, digit in enumerate(row) if digit is not None]
    for size in sorted({0, 1, 2, len(cells) // 2, len(cells)}):
        chosen = frozenset(chance.sample(cells, min(size, len(cells))))
        part = tuple(
            tuple(digit if (r, c) in chosen else None for c, digit in enumerate(row))
            for r, row in enumerate(answer)
        )
        yield part, lambda other, chosen=chosen: all(other[r][c] == answer[r][c] for r, c in chosen)


def board_of(kind: Any, rows: Iterable[str], regions: Iterable[str] = ()) -> Any:
    """A problem on a board with clues, whose rows are written as in its text."""
    boards = list(rows), list(regions)
    columns = len(boards[0][0].split())
    lines = [f"{kind.kind} {len(boards[0])} {columns}", *boards[0], *boards[1]]
    return kind.parse("\n".join(lines))


def boards(
    kind: Any, texts: Mapping[str, str], candidates: Callable[[Any], Iterable[Any]]
) -> Iterator[Instance]:
    """An instance for each name and board: rows with ``/`` between, then ``|`` and regions, if any.

    A text that begins with the name of the kind is whole; its lines have ``/`` between.
    """
    for name, text in texts.items():
        rows, *regions = (part.split(" / ") for part in text.split(" | "))
        is_whole = text.startswith(kind.kind)
        problem = kind.parse("\n".join(rows)) if is_whole else board_of(kind, rows, *regions)
        yield instance(name, problem, candidates(problem))


def fillings(problem: Any) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every grid of a problem's values."""
    return shadings(problem, problem.values)


def shadings(problem: Any, values: Iterable[int] = (0, 1)) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every grid of these values on a problem's board."""
    for flat in product(tuple(values), repeat=problem.rows * problem.columns):
        yield tuple(flat[at : at + problem.columns] for at in range(0, len(flat), problem.columns))


def with_few(
    candidates: Callable[[Any], Iterable[Grid]], is_wrong: Callable[[Grid], bool]
) -> Callable[[Any], Iterator[Grid]]:
    """Candidates; of many that are wrong at a glance, a few are left for the rules to judge."""

    def found(problem: Any) -> Iterator[Grid]:
        for number, candidate in enumerate(candidates(problem)):
            if number < 256 or number % 128 == 0 or not is_wrong(candidate):
                yield candidate

    return found


def has_repeats(grid: Grid) -> bool:
    """A value twice in a row or column."""
    return any(len({*line}) < len(line) for line in (*grid, *zip(*grid, strict=True)))


def has_neighbours(grid: Grid) -> bool:
    """Two shaded cells side by side."""
    return any(a and b for row in (*grid, *zip(*grid, strict=True)) for a, b in pairwise(row))


def has_square(grid: Grid) -> bool:
    """Four shaded cells in a square."""
    return any(
        upper[c : c + 2] == lower[c : c + 2] == (1, 1)
        for upper, lower in pairwise(grid)
        for c in range(len(upper) - 1)
    )


def has_crossing(grid: Grid) -> bool:
    """A cell with four lines."""
    return any(15 in row for row in grid)


def drawn_lines(problem: Any) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The borders of every set of faces between the centres of cells, as lines of cells: loops and others."""
    rows, columns = problem.rows, problem.columns
    faces = list(product(range(1, rows), range(1, columns)))
    for chosen in product((False, True), repeat=len(faces)):
        inside = {face for face, is_inside in zip(faces, chosen, strict=True) if is_inside}

        def lines(r: int, c: int, inside: set[tuple[int, int]] = inside) -> int:
            around = [(r, c) in inside, (r, c + 1) in inside, (r + 1, c + 1) in inside, (r + 1, c) in inside]
            up, right, down, left = (around[at] != around[(at + 1) % 4] for at in range(4))
            return 8 * up + 4 * left + 2 * right + down

        yield tuple(tuple(lines(r, c) for c in range(columns)) for r in range(rows))


def random_rows(clues: Sequence[str], rows: int, columns: int, chance: random.Random) -> list[str]:
    """Rows of these clues."""
    return [" ".join(chance.choice(clues) for _ in range(columns)) for _ in range(rows)]


def drawn_clues(
    kind: Any, clues: Sequence[str], rows: tuple[int, int], columns: tuple[int, int], chance: random.Random
) -> Any:
    """A board with such clues; from the first to the second number of rows, and of columns."""
    return board_of(kind, random_rows(clues, chance.randint(*rows), chance.randint(*columns), chance))


def drawn_regions(chance: random.Random, rows: int, columns: int) -> list[str]:
    """The regions of a second board: each cell is alone or in the region of a cell before it."""
    labels: dict[tuple[int, int], int] = {}
    for r, c in product(range(rows), range(columns)):
        before = [labels[cell] for cell in ((r - 1, c), (r, c - 1)) if cell in labels]
        labels[r, c] = chance.choice([*before, *before, len(labels) + 1])
    return [" ".join(str(labels[r, c]) for c in range(columns)) for r in range(rows)]


def drawn_board(kind: Any, largest: tuple[int, int], chance: random.Random) -> Any:
    """A random board of a `GridPuzzle` with at most these rows and columns."""
    while True:
        rows, columns = (chance.randint(1, most) for most in largest)
        if (found := random_board(kind, rows, columns, chance)) is not None:
            return found
