"""Star battles up to five rows; one star a row by every order of columns, more by every choice of cells."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

from coversat.problems import StarBattle
from coversat.problems.grid import Grid

from . import Instance, instance

IMPLIED = ("row#", "column#", "region#")
"""The places of a unit cover its cells without a star: with none of them, or two, stars are miscounted."""


def boards(stars: int, size: int) -> Iterator[Grid]:
    """This number of stars in each row; nothing else is checked."""
    rows = [tuple(int(c in chosen) for c in range(size)) for chosen in combinations(range(size), stars)]
    return product(rows, repeat=size)


def star_battle(name: str, stars: int, *regions: str) -> Instance:
    problem = StarBattle(stars, tuple(tuple(map(ord, row)) for row in regions))
    return instance(name, problem, boards(stars, problem.size))


def instances() -> Iterator[Instance]:
    yield star_battle("one cell", 1, "A")
    yield star_battle("two rows", 1, "AB", "AB")
    yield star_battle("rows as regions", 1, "AAAA", "BBBB", "CCCC", "DDDD")
    yield star_battle("unique", 1, "BCCC", "BCCC", "DDDD", "AADD")
    yield star_battle("regions that leave none", 1, "BBCD", "BBCC", "ABBC", "AABC")
    yield star_battle("regions in two pieces", 1, "ABBA", "ABBB", "CCDD", "CDDC")
    yield star_battle("more stars than fit", 2, "AAAA", "BBBB", "CCCC", "DDDD")
    yield star_battle("more stars than cells", 5, "AAAA", "BBBB", "CCCC", "DDDD")
    yield star_battle("five rows, several", 1, "AAAEE", "AAAEE", "BBBBD", "BBDDD", "CCCCC")
    yield star_battle("five rows, unique", 1, "DDDDE", "CCBDE", "CCDDD", "CAADD", "AAADD")


def drawn(chance: random.Random) -> StarBattle:
    """Regions that grew from cells by chance; up to seven rows, with two stars from seven on."""
    size = chance.randint(2, 7)
    cells = list(product(range(size), repeat=2))
    region = {cell: at for at, cell in enumerate(chance.sample(cells, size))}
    while len(region) < len(cells):
        r, c = chance.choice(sorted(region))
        beside = chance.choice([(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)])
        if beside in cells:
            region.setdefault(beside, region[r, c])
    stars = 2 if size == 7 and chance.random() < 0.5 else 1
    return StarBattle(stars, tuple(tuple(region[r, c] for c in range(size)) for r in range(size)))
