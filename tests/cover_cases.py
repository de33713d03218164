"""Exact covers for the engines' tests, the ways to search them, and brute force."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from coversat.problems.exact_cover.rules import Cover, ExactCover, Option
from coversat.solvers.cover.bitset_cover import PreparedCover, engines
from coversat.solvers.solver import Limits

Prepare = Callable[[ExactCover], PreparedCover]


def prepare_with(engine: str, **table: int) -> Prepare:
    def prepare(cover: ExactCover) -> PreparedCover:
        prepared = PreparedCover(cover, engine)
        if table:  # the compiled engine's other ways to keep a matrix, meant for large ones
            prepared.engine = engines()[engine](prepared.matrix, **table)  # type: ignore[call-arg]
        return prepared

    return prepare


class Decided(NamedTuple):
    answers: tuple[Cover, ...]
    exhausted: bool
    nodes: int


def decided(
    prepared: PreparedCover, forced: Cover | list[int], limit: int, nodes: int | None = None
) -> Decided:
    """At most `limit` answers, whether these are all, and the nodes visited."""
    search = prepared.answers(None, forced, limits=Limits(nodes=nodes))
    return Decided(tuple(islice(search, limit)), search.exhausted, search.nodes)


WAYS: dict[str, Prepare] = {"python": prepare_with("python")}
if "compiled" in engines():
    WAYS["compiled"] = prepare_with("compiled")
    WAYS["compiled, narrowed"] = prepare_with("compiled", whole_limit=0)
    WAYS["compiled, few rows"] = prepare_with("compiled", whole_limit=0, row_limit=2, short_limit=0)


SPARING = dict(WAYS)
"""Ways for counts that can be visited too."""
if "compiled" in engines():
    SPARING["compiled, memo given up"] = prepare_with("compiled", memo_trial=1)


def plain(primary: Iterable[str], options: Iterable[str], secondary: Iterable[str] = ()) -> ExactCover:
    """A cover from items and options written as words; a colour stands behind a colon."""
    made = []
    for text in options:
        words = [word.partition(":") for word in text.split()]
        items = tuple(item for item, colon, _ in words if not colon)
        made.append(Option(text, items, tuple((item, colour) for item, colon, colour in words if colon)))
    return ExactCover(tuple(primary), tuple(secondary), tuple(made))


def queens(n: int) -> ExactCover:
    lines = range(n)
    options = [f"r{r} c{c} a{r + c} b{r - c + n}" for r in lines for c in lines]
    diagonals = [f"{kind}{i}" for kind in "ab" for i in range(2 * n + 1)]
    return plain([f"{kind}{i}" for i in lines for kind in "rc"], options, diagonals)


def langford(n: int) -> ExactCover:
    options = [f"n{d} s{i} s{i + d + 1}" for d in range(1, n + 1) for i in range(2 * n - d - 1)]
    return plain([f"n{d}" for d in range(1, n + 1)] + [f"s{i}" for i in range(2 * n)], options)


def dominoes(rows: int, columns: int) -> ExactCover:
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    pairs = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c)) if other in cells]
    return plain([f"{r},{c}" for r, c in cells], [f"{a},{b} {c},{d}" for (a, b), (c, d) in pairs])


def trominoes(rows: int, columns: int) -> ExactCover:
    """Straight and bent ones, as often as you like."""
    shapes = [((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (2, 0))]
    shapes += list(combinations(((0, 0), (0, 1), (1, 0), (1, 1)), 3))
    cells = {(r, c): f"{r},{c}" for r in range(rows) for c in range(columns)}
    placed = [[(r + a, c + b) for a, b in shape] for r, c in cells for shape in shapes]
    return plain(cells.values(), [" ".join(cells[at] for at in p) for p in placed if set(p) <= set(cells)])


def tilings(cover: ExactCover) -> int:
    """Counted item by item: how many ways lead to each set of items covered."""
    place = {item: 1 << at for at, item in enumerate(cover.primary)}
    options = [sum(place[item] for item in option.items) for option in cover.options]
    ways = {0: 1}
    for bit in place.values():
        beyond: dict[int, int] = {}
        fitting = [option for option in options if option & bit and not option & (bit - 1)]
        for covered, count in ways.items():
            for option in [0] if covered & bit else fitting:
                if not covered & option:
                    beyond[covered | option] = beyond.get(covered | option, 0) + count
        ways = beyond
    return sum(ways.values())


PENTOMINOES = {
    "F": ".XX XX. .X.", "I": "XXXXX", "L": "XXXX X...", "N": "XXX. ..XX", "P": "XX XX X.",
    "T": "XXX .X. .X.", "U": "X.X XXX", "V": "X.. X.. XXX", "W": "X.. XX. .XX", "X": ".X. XXX .X.",
    "Y": "XXXX .X..", "Z": "XX. .X. .XX",
}  # fmt: skip


def pentominoes(rows: int, columns: int) -> ExactCover:
    options = []
    for name, picture in PENTOMINOES.items():
        cells = [(r, c) for r, row in enumerate(picture.split()) for c, mark in enumerate(row) if mark == "X"]
        shapes = set()
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            for turned in (cells, [(r, -c) for r, c in cells]):
                r0, c0 = min(r for r, _ in turned), min(c for _, c in turned)
                shapes.add(tuple(sorted((r - r0, c - c0) for r, c in turned)))
        for shape in sorted(shapes):
            for r in range(rows - max(a for a, _ in shape)):
                for c in range(columns - max(b for _, b in shape)):
                    options.append(" ".join([name, *(f"{r + a},{c + b}" for a, b in shape)]))
    return plain([*PENTOMINOES, *(f"{r},{c}" for r in range(rows) for c in range(columns))], options)


def sudoku(box_rows: int, box_columns: int) -> ExactCover:
    size = range(box_rows * box_columns)
    options = [
        f"p{r},{c} r{r},{d} c{c},{d} b{r // box_rows * box_rows + c // box_columns},{d}"
        for r in size
        for c in size
        for d in size
    ]
    return plain([f"{kind}{a},{b}" for kind in "prcb" for a in size for b in size], options)


def random_cover(rng: random.Random) -> ExactCover:
    primary = [f"p{i}" for i in range(rng.randint(0, 5))]
    secondary = [f"s{i}" for i in range(rng.randint(0, 4))]
    colours = "xyz"[: rng.randint(1, 3)]
    projection = tuple(s for s in secondary if rng.random() < 0.6) if rng.random() < 0.5 else None
    options = []
    for at in range(rng.randint(0, 10) if primary else 0):
        items = rng.sample(primary, rng.randint(1, min(len(primary), 3)))
        coloured = []
        for item in secondary:
            chance = rng.random()
            if chance < 0.15 and item not in (projection or ()):
                items.append(item)
            elif chance < 0.6:
                coloured.append((item, rng.choice(colours)))
        options.append(Option(f"o{at}", tuple(items), tuple(coloured)))
    return ExactCover(tuple(primary), tuple(secondary), tuple(options), projection)


def random_arrangement(rng: random.Random) -> ExactCover:
    """Digits in cells, each once, laid one or two at a time, with extra pieces; what cells show counts."""
    size = rng.randint(2, 3)
    places = [(cell, digit) for cell in range(size) for digit in range(size)]
    pairs = [(a, b) for a, b in combinations(places, 2) if a[0] != b[0] and a[1] != b[1]]
    pieces = rng.sample([*[(place,) for place in places], *pairs, *pairs], rng.randint(size, 4 * size))
    options = []
    for at, piece in enumerate(pieces):
        items = [name for cell, digit in piece for name in (f"p{cell}", f"d{digit}")]
        items += rng.sample(["e0", "e1", "t0"], rng.randint(0, 1))
        options.append(
            Option(f"o{at}", tuple(items), tuple((f"x{cell}", str(digit)) for cell, digit in piece))
        )
    primary = [f"{kind}{k}" for kind in "pd" for k in range(size)] + rng.sample(
        ["e0", "e1"], rng.randint(0, 2)
    )
    secondary = ["t0", *(e for e in ("e0", "e1") if e not in primary), *(f"x{k}" for k in range(size))]
    shown = rng.sample([f"x{k}" for k in range(size)], rng.randint(0, size))
    return ExactCover(tuple(primary), tuple(secondary), tuple(options), tuple(shown))


def brute_force(cover: ExactCover) -> list[Cover]:
    """Every set of options that is a cover by the definition; none has more options than primary items."""
    sizes = range(len(cover.primary) + 1)
    sets = (chosen for size in sizes for chosen in combinations(cover.options, size))
    places = {id(option): at for at, option in enumerate(cover.options)}
    return [tuple(places[id(option)] for option in chosen) for chosen in sets if covers(cover, chosen)]


def covers(cover: ExactCover, chosen: Sequence[Option]) -> bool:
    """Whether each primary item is in one option, and each secondary one in one or always in one colour."""
    uses: dict[str, list[str | None]] = {}
    for option in chosen:
        for item in option.items:
            uses.setdefault(item, []).append(None)
        for item, colour in option.colours:
            uses.setdefault(item, []).append(colour)
    once = all(len(uses.get(item, ())) == 1 for item in cover.primary)
    return once and all(len(how) == 1 or (None not in how and len(set(how)) == 1) for how in uses.values())
