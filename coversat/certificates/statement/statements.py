"""Second statements of rules, written by hand: sudoku without constraints, kakuro, sudominoku.

They are written from the rules; no reduction and no model of a kind has a part in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

from ...kinds.kakuro.rules import LARGEST_DIGIT, Kakuro
from ...kinds.sudoku.rules import Sudoku
from ...kinds.sudominoku.rules import Sudominoku
from ...problems import AnyProblem
from ...problems.board import Edge, neighbours
from ...problems.grid import Cell, Grid, cell_name, letter_cell
from ...problems.layout import Layout
from .theory import Literal, NoStatementError, Statement, at_least_one


def sudoku_statement(problem: Sudoku) -> Statement:
    """Of every shape of board, without constraints or as a jigsaw."""
    for constraint in problem.constraints:
        if constraint != problem.regions:
            raise NoStatementError(f"{problem.kind} with '{constraint.word}'")
    statement = Statement(problem.rows, problem.columns)
    state_board(statement, problem.layout, problem.givens)
    return statement


def state_board(statement: Statement, layout: Layout, givens: Grid) -> None:
    """State the rules of the board and its given cells."""
    for cell in layout.cells():
        statement.cell(cell, ((digit, f"{cell_name(cell)}={digit}") for digit in layout.digits))
    for cells in units(layout):
        statement.different(cells, layout.digits)
    for r, row in enumerate(givens):
        for c, digit in enumerate(row):
            if digit is not None:
                statement.require(at_least_one([statement.shows[(r, c), digit]]))


def units(layout: Layout) -> Iterator[Sequence[Cell]]:
    """The rows, columns, boxes and regions."""
    for _, cells in layout.units():
        yield cells
    regions: dict[int, list[Cell]] = {}
    for r, row in enumerate(layout.labels):
        for c, label in enumerate(row):
            regions.setdefault(label, []).append((r, c))
    yield from regions.values()


_DIGITS = range(1, LARGEST_DIGIT + 1)


def kakuro_statement(problem: Kakuro) -> Statement:
    """The rules of every kakuro."""
    statement = Statement(problem.rows, problem.columns)
    for cell in problem.white_cells:
        statement.cell(cell, ((digit, f"{cell_name(cell)}={digit}") for digit in _DIGITS))
    for run in problem.runs:
        statement.different(run.cells, _DIGITS)
        sets = combinations(_DIGITS, len(run.cells))
        fitting = (digits for digits in sets if run.total in (None, sum(digits)))
        statement.one_of_sets(run.cells, _DIGITS, fitting, run.name)
    return statement


def sudominoku_statement(problem: Sudominoku) -> Statement:
    """The rules of every sudominoku."""
    statement = Statement(problem.size, problem.size)
    state_board(statement, problem.layout, problem.givens)
    for (cell, digit), variable in statement.shows.items():
        statement.names[f"shown@{letter_cell(cell)}:{digit}"] = variable
    for digit, cell in enumerate(problem.singles, 1):
        statement.names[f"single {digit} at {letter_cell(cell)}"] = statement.shows[cell, digit]
    joined = _state_pairs(statement, problem)
    for domino in problem.dominoes:
        statement.require(at_least_one([joined[domino.cells]]))
    _state_dominoes(statement, problem.size, joined)
    return statement


def _state_pairs(statement: Statement, problem: Sudominoku) -> dict[Edge, int]:
    """Each cell that is not a single is joined with exactly one neighbour."""
    size = problem.size
    joined = {
        edge: statement.variable() for edge in neighbours(size, size) if not {*edge} & {*problem.singles}
    }
    for cell in problem.layout.cells():
        if cell not in problem.singles:
            statement.exactly_one([variable for edge, variable in joined.items() if cell in edge])
    for edge, variable in joined.items():
        statement.names[f"laid {_name(edge)}"] = variable
    return joined


def _state_dominoes(statement: Statement, size: int, joined: dict[Edge, int]) -> None:
    """Every pair of different digits is on exactly one pair of joined cells."""
    made_of: dict[Edge, list[Literal]] = {edge: [] for edge in joined}
    for pair in combinations(range(1, size + 1), 2):
        laid = []
        for edge, variable in joined.items():
            ways = []
            for digits in permutations(pair):
                halves = [statement.shows[half] for half in zip(edge, digits, strict=True)]
                ways.append(statement.every([variable, *halves]))
                statement.names["domino {}-{} at {}".format(*digits, _name(edge))] = ways[-1]
            statement.names["domino {}-{} or {}-{} at {}".format(*pair, *pair[::-1], _name(edge))] = (
                statement.either(ways)
            )
            laid += ways
            made_of[edge] += ways
        statement.exactly_one(laid)
    statement.made_of |= {joined[edge]: tuple(ways) for edge, ways in made_of.items()}


def _name(edge: Edge) -> str:
    return "-".join(map(letter_cell, edge))


STATEMENTS: dict[str, Callable[[Any], Statement]] = {
    "sudoku": sudoku_statement,
    "kakuro": kakuro_statement,
    "sudominoku": sudominoku_statement,
}
"""By kind."""


def statement_of(problem: AnyProblem) -> Statement:
    """The second statement of the rules of a puzzle.

    Raise `NoStatementError` if there is none of such puzzles.
    """
    if problem.kind not in STATEMENTS:
        raise NoStatementError(problem.kind)
    return STATEMENTS[problem.kind](problem)
