"""Sudominoku: a sudoku whose cells, but for the singles, are joined in pairs, each pair another domino."""

from __future__ import annotations

from itertools import combinations, permutations

from ...kinds.sudominoku.rules import Sudominoku
from ...problems.board import Edge, neighbours
from ...problems.grid import letter_cell
from .statement import Statement
from .sudoku import say_board
from .theory import Literal, at_least_one


def statement(problem: Sudominoku) -> Statement:
    """Of every sudominoku."""
    said = Statement(problem.size, problem.size)
    say_board(said, problem.layout, problem.givens)
    for (cell, digit), variable in said.shows.items():
        said.names[f"shown@{letter_cell(cell)}:{digit}"] = variable
    for digit, cell in enumerate(problem.singles, 1):
        said.names[f"single {digit} at {letter_cell(cell)}"] = said.shows[cell, digit]
    joined = _say_pairs(said, problem)
    for domino in problem.dominoes:
        said.say(at_least_one([joined[domino.cells]]))
    _say_dominoes(said, problem.size, joined)
    return said


def _say_pairs(said: Statement, problem: Sudominoku) -> dict[Edge, int]:
    """Each cell that is no single is joined with exactly one that touches it."""
    size = problem.size
    joined = {edge: said.variable() for edge in neighbours(size, size) if not {*edge} & {*problem.singles}}
    for cell in problem.layout.cells():
        if cell not in problem.singles:
            said.exactly_one([variable for edge, variable in joined.items() if cell in edge])
    for edge, variable in joined.items():
        said.names[f"laid {_name(edge)}"] = variable
    return joined


def _say_dominoes(said: Statement, size: int, joined: dict[Edge, int]) -> None:
    """Each two different digits stand on exactly one of the pairs of joined cells."""
    made_of: dict[Edge, list[Literal]] = {edge: [] for edge in joined}
    for pair in combinations(range(1, size + 1), 2):
        laid = []
        for edge, variable in joined.items():
            ways = []
            for digits in permutations(pair):
                halves = [said.shows[half] for half in zip(edge, digits, strict=True)]
                ways.append(said.every([variable, *halves]))
                said.names["domino {}-{} at {}".format(*digits, _name(edge))] = ways[-1]
            said.names["domino {}-{} or {}-{} at {}".format(*pair, *pair[::-1], _name(edge))] = said.either(
                ways
            )
            laid += ways
            made_of[edge] += ways
        said.exactly_one(laid)
    said.made_of |= {joined[edge]: tuple(ways) for edge, ways in made_of.items()}


def _name(edge: Edge) -> str:
    return "-".join(map(letter_cell, edge))
