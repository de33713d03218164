"""Sudokus up to symmetry: rows and columns in another order, the board transposed, digits renamed.

A puzzle is a graph: a vertex for each given, line, digit, band or stack, and side (rows, columns). Two plain
sudokus are the same up to symmetry if and only if their graphs are isomorphic, kinds of vertices kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..kinds.sudoku.rules import Sudoku
from ..problems import AnyProblem
from ..problems.grid import filled

MOST = 5_000
"""How often colours are refined for one puzzle; one with few givens has too many symmetries."""
Graph = Sequence[Sequence[int]]


def canonical(problem: AnyProblem) -> tuple[object, ...] | None:
    """A value that puzzles share if and only if they are the same up to symmetry; None for other kinds.

    Also None for a puzzle with so many symmetries that it takes too long.

    References
    ----------
    McKay and Piperno, Practical graph isomorphism II, Journal of Symbolic Computation 60, 2014: colours are
    refined, a vertex of the first colour that several have is told apart, and the smallest result is taken.
    """
    if not isinstance(problem, Sudoku) or problem.constraints or not problem.is_usual:
        return None
    graph, colours = _graph(problem)
    left = [MOST]
    found = min(_forms(graph, _refined(graph, colours), left), default=None)
    return None if left[0] <= 0 or found is None else (problem.box_rows, found)


def _graph(problem: Sudoku) -> tuple[Graph, list[int]]:
    """The neighbours of each vertex, and the kinds of the vertices as colours."""
    size = problem.size
    spans = problem.box_rows, problem.box_columns
    chutes = [size // span for span in spans]
    digits, sides = 2 * size, 3 * size
    first_chute = sides + 2
    first_given = first_chute + sum(chutes)
    edges = [
        (sides + side, first_chute + side * chutes[0] + at) for side in (0, 1) for at in range(chutes[side])
    ]
    edges += [
        (side * size + at, first_chute + side * chutes[0] + at // spans[side])
        for side in (0, 1)
        for at in range(size)
    ]
    givens = list(filled(problem.givens))
    for given, ((r, c), digit) in enumerate(givens, first_given):
        edges += [(given, r), (given, size + c), (given, digits + digit - 1)]
    near: list[list[int]] = [[] for _ in range(first_given + len(givens))]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    # The sides of a board whose boxes are no squares cannot be exchanged.
    kinds = [0] * size + [0] * size + [1] * size + [2, 2 if spans[0] == spans[1] else 3]
    return near, [*kinds, *[4] * sum(chutes), *[5] * len(givens)]


def _refined(graph: Graph, colours: Sequence[int]) -> list[int]:
    """The colours, refined until vertices of one colour have neighbours of the same colours."""
    while True:
        seen = [
            (colour, tuple(sorted([colours[b] for b in near])))
            for colour, near in zip(colours, graph, strict=True)
        ]
        numbers = {one: at for at, one in enumerate(sorted({*seen}))}
        refined = [numbers[one] for one in seen]
        if len(numbers) == len({*colours}):
            return refined
        colours = refined


def _forms(graph: Graph, colours: list[int], left: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The edges of the graph in each numbering of its vertices that the colours lead to."""
    left[0] -= 1
    if left[0] <= 0:
        return
    cells: dict[int, list[int]] = {}
    for vertex, colour in enumerate(colours):
        cells.setdefault(colour, []).append(vertex)
    open_ones = [colour for colour in sorted(cells) if len(cells[colour]) > 1]
    if not open_ones:
        yield tuple(sorted((colours[a], colours[b]) for a, near in enumerate(graph) for b in near if a < b))
        return
    cell = cells[open_ones[0]]
    twins: set[tuple[int, ...]] = set()
    for vertex in cell:
        if (near := tuple(graph[vertex])) in twins:
            continue  # exchanging two vertices with the same neighbours changes nothing
        twins.add(near)
        yield from _forms(
            graph, _refined(graph, [2 * c + (v == vertex) for v, c in enumerate(colours)]), left
        )
