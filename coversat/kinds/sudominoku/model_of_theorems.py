"""Sudominokus as the library in Coq states them: each open edge has a domino or none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from ...language import AllDifferent, Contains, Count, Table, Variable
from ...language.models import GridModel, Rule
from ...problems.grid import letter_cell
from .rules import Sudominoku

_IMPLIES_BOTH = tuple(row for row in product((0, 1), repeat=3) if row[0] <= min(row))


def tiled_model(source: Sudominoku) -> GridModel[Sudominoku]:
    """A sudoku, and for each open edge the domino that lies there, 0 for none.

    Of the domino with number m among those that are not given, 2 m + 1 has the smaller digit first, 2 m + 2
    the larger one.
    """
    size, digits, edges = source.size, source.layout.digits, source.open_edges
    across = [edge for edge in edges if edge[0][0] == edge[1][0]]
    tiles = {
        edge: (size + at // size, at % size)
        for at, edge in enumerate((*across, *(edge for edge in edges if edge not in across)))
    }
    given = [domino.pair for domino in source.dominoes]
    pairs = [pair for pair in combinations(digits, 2) if pair not in given]
    laid = range(1, 2 * len(pairs) + 1)
    domains: dict[Variable, Sequence[int]] = {}
    for r, row in enumerate(source.givens):
        domains |= {(r, c): digits if digit is None else (digit,) for c, digit in enumerate(row)}
    domains |= dict.fromkeys(tiles.values(), (0, *laid))
    rules = [Rule(name, AllDifferent(own)) for name, own in source.layout.units()]
    closed = {*source.singles, *(cell for domino in source.dominoes for cell in domino.cells)}
    for cell in (cell for cell in domains if cell[0] < size and cell not in closed):
        own = tuple(tile for edge, tile in tiles.items() if cell in edge)
        rules.append(Rule(f"one domino lies on {letter_cell(cell)}", Count(own, laid, (1,))))
    for number, pair in enumerate(pairs):
        ways = 2 * number + 1, 2 * number + 2
        rules.append(Rule(f"{pair} is laid once", Count(tuple(tiles.values()), ways, (1,))))
        for edge, tile in tiles.items():
            for way, shown in zip(ways, (pair, pair[::-1]), strict=True):
                faces = (Contains((cell,), (digit,)) for cell, digit in zip(edge, shown, strict=True))
                lies = Table((Contains((tile,), (way,)), *faces), _IMPLIES_BOTH)
                rules.append(Rule("a domino shows its digits", lies))
    twice = (pair for pair in given if given.count(pair) > 1)
    rules += (Rule(f"{pair} is given twice", Count((), (1,), (1,))) for pair in twice)
    return GridModel(source, size, size, domains, rules)


MODEL_OF_THEOREMS = tiled_model
"""The model whose rules the library reads from a text."""
