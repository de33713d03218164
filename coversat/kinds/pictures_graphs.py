"""Pictures of graphs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from ..problems.board import pieces_of
from ..problems.elements import Values
from ..problems.graph import Graph
from .drawing.board import FOUND, INK, RING, THIN, TINTS
from .drawing.picture import draw_text
from .drawing.svg import MIDDLE, MONO_WIDTH, Point, Svg, segment
from .graphs import Colouring, GraphProblem, Subgraph
from .paths import PathProblem

MOST_VERTICES = 150
_CELL = re.compile(r"r(\d+)c(\d+)")
_STEPS = 120
_NAME = 13


def positions(graph: Graph, ideal: float) -> list[Point]:
    """Where the vertices are: cells of a grid by their names, or found by forces in each component."""
    cells = [_CELL.fullmatch(name) for name in graph.vertices]
    if all(cells):
        return [(ideal * int(one[2]), ideal * int(one[1])) for one in cells if one]
    components = pieces_of(range(len(graph.vertices)), graph.neighbours.__getitem__)
    places: dict[int, Point] = {}
    x = y = height = 0.0
    for component in sorted(map(sorted, components), key=len, reverse=True):
        spread = _spread(graph, component, ideal)
        left, top = (min(place[axis] for place in spread) for axis in (0, 1))
        right, bottom = (max(place[axis] for place in spread) for axis in (0, 1))
        if x and x + right - left > 1.5 * ideal * len(graph.vertices) ** 0.5:
            x, y, height = 0.0, y + height + ideal, 0.0
        places |= zip(component, ((x + one - left, y + other - top) for one, other in spread), strict=True)
        x, height = x + right - left + ideal, max(height, bottom - top)
    return [places[at] for at in range(len(places))]


def _spread(graph: Graph, vertices: Sequence[int], ideal: float) -> list[Point]:
    """Fruchterman and Reingold, "Graph drawing by force-directed placement", 1991, beginning on a circle."""
    count = len(vertices)
    side = ideal * count**0.5
    places = [
        (side * cos(2 * pi * at / count) / 2, side * sin(2 * pi * at / count) / 2) for at in range(count)
    ]
    near = [[graph.has(a, b) for b in vertices[:at]] for at, a in enumerate(vertices)]
    for step in range(_STEPS if count > 3 else 0):
        moves = [[0.0, 0.0] for _ in places]
        for (ax, ay), here, beside in zip(places, moves, near, strict=True):
            for (bx, by), there, is_near in zip(places, moves, beside, strict=False):
                x, y = ax - bx, ay - by
                distance = max(hypot(x, y), 1.0)
                force = ideal * ideal / distance - (distance**2 / ideal if is_near else 0)
                x, y = force * x / distance, force * y / distance
                here[0] += x
                here[1] += y
                there[0] -= x
                there[1] -= y
        heat = side / 6 * (1 - step / _STEPS)
        for at, (x, y) in enumerate(moves):
            length = max(hypot(x, y), 1e-9)
            # With a weak pull to the centre.
            px, py = places[at]
            step_length = min(length, heat) / length
            places[at] = (px + x * step_length - 0.01 * px, py + y * step_length - 0.01 * py)
    return [(round(x, 1), round(y, 1)) for x, y in places]


class Diagram(Svg):
    """A graph: circles with names, and lines."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        longest = max(map(len, graph.vertices))
        self.radius = max(16.0, longest * MONO_WIDTH * _NAME / 2 + 5)
        places = positions(graph, max(75.0, 3.2 * self.radius))
        left, top = min(x for x, _ in places), min(y for _, y in places)
        margin = self.radius + 8
        self.places = [(x - left + margin, y - top + margin) for x, y in places]
        width, height = max(x for x, _ in self.places), max(y for _, y in self.places)
        super().__init__(round(width + margin, 1), round(height + margin, 1))

    def lines(self, edges: Iterable[tuple[int, int]], **style: Any) -> None:
        self.path("".join(segment(self.places[a], self.places[b]) for a, b in edges), **style)

    def vertices(self, looks: Mapping[int, Mapping[str, Any]], below: Mapping[int, str]) -> None:
        """All vertices, white and thin by default; with further words below the names."""
        for at, (x, y) in enumerate(self.places):
            look: dict[str, Any] = {
                "fill": "#ffffff",
                "stroke": INK,
                "stroke_width": 1.4,
                **looks.get(at, {}),
            }
            self.circle(x, y, self.radius, **look)
            shift = -4 if at in below else 0
            name: dict[str, Any] = {"text_anchor": "middle", "font_size": _NAME, "fill": INK}
            self.text(x, y + MIDDLE * _NAME + shift, self.graph.vertices[at], **name)
            if at in below:
                self.text(x, y + 12, below[at], text_anchor="middle", font_size=10, fill=FOUND)


def draw_graph(problem: Any, answer: Values | None, other: Values | None) -> Svg:
    """A graph with what is chosen; elements that differ from another answer have orange rings."""
    graph = problem.host if isinstance(problem, Subgraph) else problem.graph
    if len(graph.vertices) > MOST_VERTICES:
        return draw_text(problem, answer, other)
    differs = [at for at, value in enumerate(answer or ()) if other is not None and other[at] != value]
    if isinstance(problem, Subgraph):
        return _draw_subgraph(problem, answer, differs)
    diagram = Diagram(graph)
    diagram.lines(graph.edges, stroke=THIN, stroke_width=1.4)
    looks = _looks(problem, answer)
    below = {at: str(value) for at, value in enumerate(answer or ()) if isinstance(problem, Colouring)}
    below |= {at: str(colour) for at, colour in getattr(problem, "given", ())}
    for at in differs:
        looks[at] = looks.get(at, {}) | {"stroke": RING, "stroke_width": 4}
    diagram.vertices(looks, below)
    return diagram


def draw_path(problem: PathProblem, answer: Values | None, other: Values | None) -> Svg:
    """A graph with its chosen edges; those that another answer does not choose are orange."""
    graph = problem.graph
    if len(graph.vertices) > MOST_VERTICES:
        return draw_text(problem, answer, other)
    diagram = Diagram(graph)
    diagram.lines(graph.edges, stroke=THIN, stroke_width=1.4)
    chosen = problem.chosen(answer or ())
    diagram.lines((graph.edges[at] for at in chosen), stroke=FOUND, stroke_width=5)
    differs = (at for at in chosen if other is not None and not other[at])
    diagram.lines((graph.edges[at] for at in differs), stroke=RING, stroke_width=5)
    diagram.vertices({}, {})
    return diagram


def _looks(problem: GraphProblem, answer: Values | None) -> dict[int, dict[str, Any]]:
    """How vertices look that have a colour or are chosen; precoloured ones have a thick border."""
    if not isinstance(problem, Colouring):
        return {
            at: {"fill": TINTS[0], "stroke": FOUND, "stroke_width": 4} for at in problem.chosen(answer or ())
        }
    given = dict(problem.given)
    colours = given | dict(enumerate(answer or ()))
    return {
        at: {"fill": TINTS[(colour - 1) % len(TINTS)], "stroke_width": 3 if at in given else 1.4}
        for at, colour in colours.items()
    }


def _draw_subgraph(problem: Subgraph, answer: Values | None, differs: Sequence[int]) -> Svg:
    """Both graphs, and in the second the vertices and edges that are taken."""
    pattern, host = Diagram(problem.pattern), Diagram(problem.host)
    pattern.lines(problem.pattern.edges, stroke=THIN, stroke_width=1.4)
    pattern.vertices({}, {})
    host.lines(problem.host.edges, stroke=THIN, stroke_width=1.4)
    looks: dict[int, dict[str, Any]] = {}
    below: dict[int, str] = {}
    if answer is not None:
        taken = ((answer[a] - 1, answer[b] - 1) for a, b in problem.pattern.edges)
        host.lines((edge for edge in taken if problem.host.has(*edge)), stroke=FOUND, stroke_width=5)
        for at, value in enumerate(answer):
            looks[value - 1] = {
                "fill": TINTS[0],
                "stroke": RING if at in differs else FOUND,
                "stroke_width": 4,
            }
            below[value - 1] = problem.names[at]
    host.vertices(looks, below)
    whole = Svg(pattern.width + 40 + host.width, max(pattern.height, host.height))
    whole.place(pattern, 0, 0)
    whole.place(host, pattern.width + 40, 0)
    return whole


DRAW = {
    **dict.fromkeys(
        ("colouring", "independentset", "clique", "vertexcover", "dominatingset", "subgraph"), draw_graph
    ),
    **dict.fromkeys(("hamiltoniancycle", "hamiltonianpath"), draw_path),
}
