"""Latin squares and sudokus as colourings, and back; see the package."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...base.errors import ReductionError
from ...problems.graph import Graph
from ...reductions.reduction import EXACT
from ..graphs import Colouring
from ..latin import Latin
from ..sudoku.rules import Sudoku
from .table import Drawing, TargetInstance, between


def _board_colouring(
    givens: Sequence[Sequence[int | None]], size: int, units: Iterable[Sequence[tuple[int, int]]]
) -> TargetInstance:
    """A vertex for each cell, precoloured if it is given; cells of a unit are joined."""
    names = [[f"r{r + 1}c{c + 1}" for c in range(len(row))] for r, row in enumerate(givens)]
    drawn = Drawing(name for row in names for name in row)
    for unit in units:
        drawn.all_joined([names[r][c] for r, c in unit])
    flat = [value for row in givens for value in row]
    given = tuple((at, value) for at, value in enumerate(flat) if value is not None)
    values = {value: value for value in range(1, size + 1)}
    return TargetInstance(Colouring(drawn.graph(), size, given), [(at, values) for at in range(len(flat))])


def _units(problem: Latin | Sudoku) -> list[tuple[tuple[int, int], ...]]:
    return [cells for _, cells in problem.layout.units()]


@between("latin", "colouring", EXACT, "Colbourn, 1984")
def latin_to_colouring(problem: Latin) -> TargetInstance:
    """A vertex for each cell; cells of a line are joined."""
    return _board_colouring(problem.givens, problem.order, _units(problem))


@between("sudoku", "colouring", EXACT, "Yato and Seta, 2003")
def sudoku_to_colouring(problem: Sudoku) -> TargetInstance:
    """The same, with the cells of a box joined."""
    if problem.constraints or not problem.is_usual:
        raise ReductionError("only sudokus without constraints, on boards of usual shape, are colourings")
    return _board_colouring(problem.givens, problem.size, _units(problem))


def _as_board(problem: Colouring, make: Callable[[Any], Any], what: str) -> TargetInstance:
    """The board whose cells are the vertices r1c1, r1c2 and so on."""
    size = problem.k
    names = [f"r{r}c{c}" for r in range(1, size + 1) for c in range(1, size + 1)]
    refused = ReductionError(
        f"the graph is not that of {what} of order {size}, with vertices r1c1, r1c2, ..."
    )
    if sorted(names) != sorted(problem.names):
        raise refused
    colour = {problem.names[at]: value for at, value in problem.given}
    rows = [names[at : at + size] for at in range(0, len(names), size)]
    try:
        board = make(tuple(tuple(map(colour.get, row)) for row in rows))
    except ValueError:
        raise refused from None
    joined = _board_colouring(board.givens, size, _units(board)).target.graph

    def edges(graph: Graph) -> set[frozenset[str]]:
        return {frozenset((graph.vertices[a], graph.vertices[b])) for a, b in graph.edges}

    if edges(joined) != edges(problem.graph):
        raise refused
    place = {name: at for at, name in enumerate(names)}
    values = {value: value for value in range(1, size + 1)}
    return TargetInstance(board, [(place[name], values) for name in problem.names])


@between("colouring", "latin", EXACT, "Colbourn, 1984")
def colouring_to_latin(problem: Colouring) -> TargetInstance:
    """Of the graph of a Latin square."""
    return _as_board(problem, Latin, "a Latin square")


@between("colouring", "sudoku", EXACT, "Yato and Seta, 2003")
def colouring_to_sudoku(problem: Colouring) -> TargetInstance:
    """Of the graph of a sudoku."""
    from ...problems.layout import default_box

    box = default_box(problem.k)
    if box is None:
        raise ReductionError(f"there are no sudokus of order {problem.k} with boxes")
    return _as_board(problem, lambda givens: Sudoku(*box, givens), "a sudoku")
