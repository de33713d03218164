"""Second statements of rules, written by hand: sudoku without constraints, kakuro, sudominoku.

They are written from the rules; no reduction and no model of a kind has a part in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

from ...kinds.kakuro.rules import LARGEST_DIGIT, Kakuro, Run
from ...kinds.sudoku.rules import Sudoku
from ...kinds.sudominoku.rules import Sudominoku
from ...problems import AnyProblem
from ...problems.board import Edge, neighbours
from ...problems.grid import Cell, Grid, cell_name, letter_cell
from ...problems.layout import Layout
from .theory import Literal, NoStatementError, Row, Statement, at_least_one, at_most_one


def sudoku_statement(problem: Sudoku) -> Statement:
    """Of every shape of board, without constraints or as a jigsaw."""
    for constraint in problem.constraints:
        if constraint != problem.regions:
            raise NoStatementError(f"{problem.kind} with '{constraint.word}'")
    said = Statement(problem.rows, problem.columns)
    say_board(said, problem.layout, problem.givens)
    return said


def say_board(said: Statement, layout: Layout, givens: Grid) -> None:
    """State the rules of the board and its given cells; digits are numbered from 1."""
    size = len(layout.digits)
    for r, c in layout.cells():
        name = cell_name((r, c))
        said.cell((r, c), ((at, f"{name}={digit}") for at, digit in enumerate(layout.digits, 1)))
    for cells in units(layout):
        differ = [
            said.say(at_most_one([said.shows[cell, digit] for cell in cells])) for digit in range(1, size + 1)
        ]
        if len(cells) == size:
            _count(said, cells, differ)
    for r, row in enumerate(givens):
        for c, digit in enumerate(row):
            if digit:
                said.say(at_least_one([said.shows[(r, c), digit]]))


def units(layout: Layout) -> Iterator[Sequence[Cell]]:
    """The rows, columns, boxes and regions."""
    for _, cells in layout.units():
        yield cells
    regions: dict[int, list[Cell]] = {}
    for r, row in enumerate(layout.labels):
        for c, label in enumerate(row):
            regions.setdefault(label, []).append((r, c))
    yield from regions.values()


def _count(said: Statement, cells: Sequence[Cell], differ: Sequence[Row]) -> None:
    """With as many cells as digits, each digit occurs, and no cell has two.

    Otherwise the remaining digits would be too few for the cells, or the remaining cells too few for the
    digits.
    """
    held = [said.holds[cell] for cell in cells]
    for at in range(len(cells)):
        said.add_up([*held, *differ[:at], *differ[at + 1 :]])
        said.add_up([*differ, *held[:at], *held[at + 1 :]])


_DIGITS = range(1, LARGEST_DIGIT + 1)


def kakuro_statement(problem: Kakuro) -> Statement:
    """Of every kakuro."""
    said = Statement(problem.rows, problem.columns)
    for cell in problem.white_cells:
        said.cell(cell, ((digit, f"{cell_name(cell)}={digit}") for digit in _DIGITS))
    for run in problem.runs:
        _say_run(said, run)
    return said


def _say_run(said: Statement, run: Run) -> None:
    """The run has one of the sets of different digits with its sum."""
    stands: dict[int, Literal] = {}
    at_most, at_least = [], []
    for digit in _DIGITS:
        here = [said.shows[cell, digit] for cell in run.cells]
        stands[digit] = said.either(here)
        # Not twice in the run: the set has it and one cell, or neither.
        at_most.append(said.say(at_most_one([*here, -stands[digit]])))
        at_least.append(at_least_one([*here, -stands[digit]]))
    # As many digits of the set as the run has cells.
    said.add_up([*(said.holds[cell] for cell in run.cells), *at_most])
    said.add_up([*(said.holds_one[cell] for cell in run.cells), *at_least])
    sets = [
        digits
        for digits in combinations(_DIGITS, len(run.cells))
        if run.total is None or sum(digits) == run.total
    ]
    those = {digits: said.every(stands[digit] for digit in digits) for digits in sets}
    said.say(at_least_one(those.values()))
    for digits, whole in those.items():
        said.names[f"{run.name}={{{','.join(map(str, digits))}}}"] = whole
        said.lemmas += [at_least_one([-whole, -stands[d]]) for d in _DIGITS if d not in digits]


def sudominoku_statement(problem: Sudominoku) -> Statement:
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
    """Each cell that is not a single is joined with exactly one neighbour."""
    size = problem.size
    joined = {edge: said.variable() for edge in neighbours(size, size) if not {*edge} & {*problem.singles}}
    for cell in problem.layout.cells():
        if cell not in problem.singles:
            said.exactly_one([variable for edge, variable in joined.items() if cell in edge])
    for edge, variable in joined.items():
        said.names[f"laid {_name(edge)}"] = variable
    return joined


def _say_dominoes(said: Statement, size: int, joined: dict[Edge, int]) -> None:
    """Every pair of different digits is on exactly one pair of joined cells."""
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


STATEMENTS: dict[str, Callable[[Any], Statement]] = {
    "sudoku": sudoku_statement,
    "kakuro": kakuro_statement,
    "sudominoku": sudominoku_statement,
}
"""By kind."""


def statement_of(problem: AnyProblem) -> Statement:
    """The second statement of the rules of a puzzle.

    Raises
    ------
    NoStatementError
        If there is none of such puzzles.
    """
    if problem.kind not in STATEMENTS:
        raise NoStatementError(problem.kind)
    return STATEMENTS[problem.kind](problem)
