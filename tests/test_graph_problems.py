"""Problems of graphs, sets, clauses and numbers: texts, bad input, known numbers of answers, projections."""

from __future__ import annotations

import pickle
import random
from itertools import combinations, pairwise, permutations, product
from math import dist
from pathlib import Path
from typing import Any

import networkx
import pytest
from command_line import command_line
from each import each

import coversat
from coversat.answering.routes import all_routes as routes
from coversat.answering.routes import find_path, find_route
from coversat.answering.running import run
from coversat.base.errors import ParseError
from coversat.kinds.pictures_graphs import positions
from coversat.primitives.models import BINARY, MODULO, PARITY
from coversat.problems import Problem, problem_class, read
from coversat.problems.cnf.rules import Cnf
from coversat.problems.graph import Graph
from coversat.reductions.paths import apply_path

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
CYCLE = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)]
PETERSEN = Graph.numbered(
    10, [*CYCLE, *((at, at + 5) for at in range(5)), *((5 + at, 5 + (at + 2) % 5) for at in range(5))]
)

NUMBERS = (
    # The Petersen graph: its chromatic polynomial at 3; 5 largest independent sets; 120 Hamiltonian paths and
    # no cycle; 120 automorphisms. The dodecahedron has 30 Hamiltonian cycles, the Groetzsch graph 12480
    # colourings in 4 colours.
    (coversat.Colouring(PETERSEN, 3), 120),
    (coversat.IndependentSet(PETERSEN, 4), 5),
    (coversat.VertexCover(PETERSEN, 6), 5),
    (coversat.Clique(PETERSEN, 3), 0),
    (coversat.Clique(PETERSEN, 0), 1 + 10 + 15),
    (coversat.DominatingSet(PETERSEN, 2), 0),
    (coversat.HamiltonianPath(PETERSEN), 120),
    (coversat.HamiltonianCycle(PETERSEN), 0),
    (coversat.Subgraph(PETERSEN, PETERSEN), 120),
    ("hamiltoniancycle/dodecahedron.txt", 30),
    ("colouring/groetzsch.col", 12480),
    # Sets of numbers from 1 to 12 with a sum of 39; half of all.
    (coversat.SubsetSum(tuple(range(1, 13)), 39), 124),
    (coversat.Partition(tuple(range(1, 13))), 124),
    (coversat.Matching3D(3, tuple(product((1, 2, 3), repeat=3))), 36),
)


@each(("problem", "number"), NUMBERS)
def test_known_numbers_of_answers(problem: Any, number: int) -> None:
    given = problem if isinstance(problem, Problem) else read((EXAMPLES / problem).read_text()).problems[0]
    assert coversat.count(given).at_least == number


NOTATIONS = (
    # The same path a - b - c.
    "1 2\n2 3\n",
    "# a comment\n\n2 3\n1 2 {}\nvertices:\n",
    "vertices: 1 2 3\n1 2\n3 2\n",
    "c a comment\np edge 3 2\ne 1 2\ne 3 2\n",
    "p col 3 4\ne 1 2\ne 2 1\ne 3 2\ne 2 3\n",
    ">>graph6<<Bg\n",
)


@each("text", NOTATIONS)
def test_notations_of_a_graph(text: str) -> None:
    graph = read(f"independentset 1\n{text}").problems[0].graph  # type: ignore[attr-defined]
    names = {frozenset(map(graph.vertices.__getitem__, edge)) for edge in graph.edges}
    assert names == {frozenset("12"), frozenset("23")}


def test_the_graph6_of_others() -> None:
    """The example of the format's definition: 5 vertices and the edges 0-2, 0-4, 1-3, 3-4."""
    graph = read("clique 2\n>>graph6<<DQc\n").problems[0].graph  # type: ignore[attr-defined]
    assert graph == Graph.numbered(5, [(0, 2), (0, 4), (1, 3), (3, 4)])


class Nodes:
    """What is read of a graph of networkx."""

    nodes = ("x", 7, (1, 2))
    edges = (("x", 7), (7, (1, 2)))
    directed = False

    def is_directed(self) -> bool:
        return self.directed

    def is_multigraph(self) -> bool:
        return False


class SimpleNodes(Nodes):
    nodes = ("x", 7, "y")  # type: ignore[assignment]
    edges = (("x", 7), (7, "y"))  # type: ignore[assignment]


def test_graphs_of_networkx() -> None:
    """By what they have; answers are in the order of their nodes."""
    problem = coversat.VertexCover(SimpleNodes(), 1)
    assert problem.names == ("x", "7", "y")
    assert coversat.solve(problem).answers == ((0, 1, 0),)
    assert coversat.Colouring(SimpleNodes(), 2, {7: 1}).given == ((1, 1),)
    directed = SimpleNodes()
    directed.directed = True
    numbered = coversat.VertexCover(Nodes(), 1)  # whose third node has no name
    assert numbered.names == ("1", "2", "3")
    assert list(coversat.solve(numbered).named()) == [{"x": 0, 7: 1, (1, 2): 0}]
    assert coversat.Colouring(Nodes(), 2, {(1, 2): 1, "x": 1}).given == ((0, 1), (2, 1))
    for bad, words in ((directed, "directed"), ([(1, 2)], "neither a Graph nor")):
        with pytest.raises(ValueError, match=words):
            coversat.VertexCover(bad, 1)


def test_graphs_of_networkx_itself() -> None:
    graph = networkx.petersen_graph()
    assert coversat.count(coversat.HamiltonianPath(graph)).at_least == 120
    text = networkx.to_graph6_bytes(graph).decode()
    again = read(f"clique 1\n{text}").problems[0]
    assert again.graph == Graph.numbered(10, graph.edges)  # type: ignore[attr-defined]


BAD = (
    # Text, line, column, and what the message says.
    ("clique 2\na a\n", 2, 3, "expected another end than 'a', since a loop is no edge"),
    ("clique 2\na b\nc b\nb a\n", 4, 1, "expected each edge once, found the edge of line 2 again"),
    ("clique 2\np edge 3 2\ne 1 2\ne 1 2\n", 4, 3, "the edge of line 3 again"),
    ("clique 2\np edge 3 1\ne 1 4\n", 3, 5, "expected a vertex from 1 to 3"),
    ("clique 2\np edge 3 2\ne 1 2\n", 2, 10, "expected 1 edge, as there are below"),
    ("clique 2\np edge x 2\n", 2, 8, "expected the number of vertices from 1"),
    ("clique 2\np cnf 3 2\n", 2, 3, "expected 'p edge'"),
    ("clique 2\np edge 3\n", 2, 3, "expected 'p edge'"),
    ("clique 2\np edge 0 0\n", 2, 8, "expected the number of vertices from 1"),
    ("clique 2\np edge 2 1\na 1 2\n", 3, 1, "expected 'e' and the two ends of an edge"),
    ("clique -1\na b\n", 1, 8, "expected k from 0"),
    ("clique\na b\n", 1, 7, "expected 'clique' and k: 2 tokens"),
    ("clique 2\n", 1, 9, "expected a graph: an edge list, DIMACS, graph6, sparse6, METIS"),
    ("clique 2\nvertices:\n", 2, 1, "expected a graph with at least one vertex"),
    ("clique 2\n# nothing\n", 2, 1, "expected a graph with at least one vertex"),
    ("clique 2\na b c\n", 2, 5, "expected the end of the line after the two ends of an edge"),
    ("clique 2\na x=y\n", 2, 3, "expected the name of a vertex (a name has no '=')"),
    ("clique 2\n>>graph6<<D\n", 2, 11, "expected 2 characters of edges for 5 vertices"),
    ("clique 2\n>>graph6<<\x7f\n", 2, 11, "expected a character of graph6"),
    ("clique 2\n>>graph6<<?\n", 2, 1, "expected a graph with at least one vertex"),
    ("clique 2\n>>graph6<<~~~~~~~~\n", 2, 11, "expected the number of vertices of graph6"),
    ("clique 2\n>>graph6<<Bg\na b\n", 3, 1, "expected the end of the text after graph6"),
    ("clique 2\n>>digraph6<<&AO\n", 2, 1, "digraph6 is of directed graphs, which are not read"),
    ("colouring 2\na b\na = 3\n", 3, 5, "expected a colour from 1 to 2"),
    ("colouring 2\na b\na = 1\na = 2\n", 4, 5, "expected one value for each vertex"),
    ("colouring 0\na b\na = 1\n", 3, 5, "expected no precoloured vertex"),
    ("subgraph\na b\n", 2, 1, "expected 'pattern:'"),
    ("subgraph\npattern:\na b\n", 2, 1, "expected 'pattern:' once and then 'host:' once"),
    ("subgraph\npattern:\nhost:\na b\n", 2, 1, "expected a graph below"),
    ("independentset 1\na b\nprojection: a c\n", 3, 15, "expected one of a, b"),
    ("setcover 2\nA: 1 2\nB: 2 3\ncost A 3\n", 4, 1, "expected a name and ':' first"),
    ("setcover 1\nuniverse: a b c d\nA: a b\nB: c\n", 2, 1, "expected a set, or 'elements:'"),
    ("setcover 1\nA: a b\nB: c\nrequired: A\n", 4, 1, "expected a set, or 'elements:'"),
    ("setcover 1\nP: a a\n", 2, 6, "expected each element once in a set"),
    ("setcover 1\nP: a\nP: b\n", 3, 1, "expected another name for the set"),
    ("setcover 1\nelements: a\n", 1, 1, "expected a possible setcover"),
    ("hittingset 1\nP:\n", 1, 1, "expected a possible hittingset"),
    ("matching3d 2\n1 2\n", 2, 3, "expected three numbers"),
    ("matching3d 2\n1 2 3\n", 2, 5, "expected a number from 1 to 2"),
    ("matching3d 2\n1 2 1\n1 2 1\n", 3, 1, "expected each triple once"),
    ("3sat 2\n1 2 3\n", 2, 5, "expected a literal from -2 to 2"),
    ("3sat 4\n1 2 3 4\n", 2, 7, "expected the end of the clause after three literals"),
    ("3sat 4\n1 0 2\n", 2, 3, "expected one clause a line"),
    ("3sat 2\np cnf 3 1\n1\n", 2, 7, "expected the number of variables from 2 to 2"),
    ("3sat 2\np cnf 2 2\n1 0\n", 2, 9, "expected 1 clause, as there are below"),
    ("3sat 0\n", 1, 1, "expected a possible 3sat"),
    ("subsetsum 5\n1 0\n", 2, 3, "expected a number from 1"),
    ("partition\n", 1, 10, "expected numbers, found the end of the text"),
)  # fmt: skip


@each(("text", "line", "column", "words"), BAD)
def test_bad_texts_have_a_place(text: str, line: int, column: int, words: str, tmp_path: Path) -> None:
    with pytest.raises(ParseError) as caught:
        read(text, text.split()[0])
    assert (caught.value.line, caught.value.column) == (line, column), str(caught.value)
    assert words in caught.value.reason
    file = tmp_path / "bad.txt"
    file.write_text(text)
    done = command_line("solve", str(file), "--kind", text.split()[0])
    assert done.code == 2
    assert "^" in done.output


VALUES = (
    # What a constructor refuses.
    (lambda: Graph.numbered(2, [(0, 0)]), "loop"),
    (lambda: Graph.numbered(2, [(0, 1), (1, 0)]), "occurs twice"),
    (lambda: Graph.numbered(2, [(0, 2)]), "does not exist"),
    (lambda: Graph(("a", "a"), ()), "occurs twice"),
    (lambda: Graph(("a b",), ()), "no spaces"),
    (lambda: coversat.Clique(PETERSEN, -1), "must not be negative"),
    (lambda: coversat.Colouring(PETERSEN, 2, {"1": 3}), "precoloured 3"),
    (lambda: coversat.Colouring(PETERSEN, 2, {"x": 1}), "no vertex 'x'"),
    (lambda: coversat.Clique(PETERSEN, 1, projection=(10,)), "projection"),
    (lambda: coversat.ThreeSat(2, ((1, 2, 1, 2),)), "no clause"),
    (lambda: coversat.SubsetSum((0,), 1), "from 1 on"),
    (lambda: coversat.SetCover(("a",), ((0, 0),), 1), "twice"),
    (lambda: coversat.Matching3D(1, ((1, 1, 2),)), "not three numbers"),
)


@each(("make", "words"), VALUES)
def test_values_that_are_no_problems(make: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()


ANSWERS = (
    ("clique 2\na b\n", "a c", 1, 3, "expected one of a, b"),
    ("clique 2\na b\n", "a a", 1, 3, "expected each name once"),
    ("colouring 2\na b\n", "a=1", 1, 4, "expected a value of b"),
    ("colouring 2\na b\n", "a=3 b=1", 1, 3, "expected a colour from 1 to 2"),
    ("colouring 2\na b\n", "a b", 1, 1, "expected NAME=VALUE"),
    ("hamiltonianpath\na b\nb c\n", "a c b", 1, 3, "expected a neighbour of a"),
    ("hamiltoniancycle\na b\nb c\nc a\n", "a b", 1, 1, "each edge once"),
    ("hamiltoniancycle\na b\nb c\nc a\n", "a d", 1, 3, "expected one of a, b, c"),
    ("subgraph\npattern:\na b\nhost:\nx y\n", "a=x b=z", 1, 7, "expected one of x, y"),
    ("3sat 2\n1 2\n", "1", 1, 2, "expected a literal of variable 2"),
    ("3sat 2\n1 2\n", "1 -1", 1, 3, "expected each variable once"),
    ("partition\n1 1\n", "1#3", 1, 1, "expected one of 1, 1#2"),
)


@each(("text", "answer", "line", "column", "words"), ANSWERS)
def test_bad_answers_have_a_place(text: str, answer: str, line: int, column: int, words: str) -> None:
    problem = read(text).problems[0]
    with pytest.raises(ParseError) as caught:
        problem.parse_answer(answer)
    assert (caught.value.line, caught.value.column) == (line, column), str(caught.value)
    assert words in caught.value.reason


PROJECTED = (
    coversat.IndependentSet(PETERSEN, 2, projection=(0, 3, 6)),
    coversat.Colouring(Graph.numbered(5, CYCLE), 3, projection=(0, 2)),
    coversat.HamiltonianCycle(
        Graph.numbered(4, [(a, b) for b in range(4) for a in range(b)]), projection=(0, 5)
    ),
    coversat.SetCover(tuple("abc"), ((0, 1), (1, 2), (0,), (2,)), 3, projection=(1, 2)),
    coversat.ThreeSat(4, ((1, -2, 3), (2, 4)), projection=(1, 3)),
    coversat.SubsetSum((1, 2, 3, 4, 5), 7, projection=(0, 4)),
)


@pytest.mark.thorough
@each("problem", PROJECTED)
def test_answers_under_a_projection(problem: Any) -> None:
    """By every route that takes it; what is not shown does not make two answers."""
    assert read(problem.format()).problems == (problem,) == (pickle.loads(pickle.dumps(problem)),)
    values = product(*(problem.domain(at) for at in range(len(problem.names))))
    right = {problem.identity(one) for one in values if not problem.violations(one)}
    assert len(right) > 1
    assert coversat.count(problem).at_least == len(right)
    taken = 0
    for route in routes(problem.kind):
        if route.name.startswith("cover") or route.solver.name in ("kissat404", "lingeling"):
            continue
        found = run(problem, route).findings
        assert found.exhausted
        assert len(found.answers) == len(right)
        assert {problem.identity(one) for one in found.answers} == right
        taken += 1
    assert taken > 10
    for answer in right:
        part = [None] * len(problem.names)
        for at, value in zip(problem.projection, answer, strict=True):
            part[at] = value
        assert list(problem.grid_model.values_of(part))


@pytest.mark.thorough
def test_hamiltonian_cycles_of_small_graphs() -> None:
    """By each encoding of cycles through all vertices, next to all permutations; each cycle is one model."""
    chance = random.Random("hamiltonian")
    sizes = set()
    for _ in range(25):
        count = chance.randint(1, 7)
        share = chance.choice((0.5, 0.8, 1))
        edges = [pair for pair in combinations(range(count), 2) if chance.random() < share]
        graph = coversat.HamiltonianCycle(Graph.numbered(count, edges))
        tours = ([0, *rest, 0] for rest in permutations(range(1, count)) if count > 2)
        used = ({tuple(sorted(pair)) for pair in pairwise(tour)} for tour in tours)
        cycles = {tuple(int(edge in one) for edge in edges) for one in used if one <= {*edges}}
        for name in (PARITY, MODULO, BINARY):
            found = run(graph, find_route("hamiltoniancycle", f"cnf:{name}/minisat22"))
            assert found.findings.exhausted
            assert {*found.findings.answers} == cycles
            whole = apply_path(find_path("hamiltoniancycle", f"cnf:{name}"), graph)
            assert whole.parsimonious
            every = Cnf(whole.target.variable_count, tuple(whole.target.clauses), graphs=whole.target.graphs)
            assert coversat.count(every).at_least == len(cycles)
        sizes.add(len(cycles))
    assert len(sizes) > 8


def knights(rows: int, columns: int) -> Graph:
    squares = [(r, c) for r in range(rows) for c in range(columns)]
    moves = [
        (i, j)
        for (i, (r, c)), (j, (s, d)) in combinations(enumerate(squares), 2)
        if {abs(r - s), abs(c - d)} == {1, 2}
    ]
    return Graph.numbered(len(squares), moves)


def flower(stars: int) -> Graph:
    """Isaacs' graph: a snark if the number of its stars is odd, so that it has no Hamiltonian cycle."""
    star = [(4 * at, 4 * at + leaf) for at in range(stars) for leaf in (1, 2, 3)]
    along = [(4 * at + leaf, 4 * at + 4 + leaf) for at in range(stars - 1) for leaf in (1, 2, 3)]
    last = 4 * stars - 4
    return Graph.numbered(4 * stars, [*star, *along, (1, last + 1), (2, last + 3), (3, last + 2)])


def test_cycles_of_two_sides_and_of_snarks_are_decided_early() -> None:
    """With few conflicts: by the sizes of the two sides, or by classes that would alternate."""
    two_sided = [("cnf:cuts", knights(9, 9)), ("cnf:binary", knights(5, 7)), ("", knights(7, 7))]
    snarks = [("cnf:parity", flower(5)), ("cnf:parity", flower(15)), ("", flower(21))]
    for route, graph in (*two_sided, *snarks):
        problem = coversat.HamiltonianCycle(graph)
        found = coversat.check(problem, via=route or None, nodes=20_000)
        assert found.verdict is coversat.Verdict.NONE, (route, len(graph.vertices))
    assert not coversat.solve(coversat.HamiltonianCycle(flower(15)), via="cnf:cuts", nodes=20_000).exhausted
    board = "simpleloop 7 7\n" + "- - - - - - -\n" * 7
    assert coversat.check(board, nodes=10).verdict is coversat.Verdict.NONE
    assert coversat.solve(coversat.HamiltonianCycle(flower(6))).answers


def test_classes_are_stated_where_they_say_something() -> None:
    """Not of an odd number of vertices, nor of two sides: there the formula is that of the cuts."""
    triangle, square = [(0, 1), (0, 2), (1, 2)], [(0, 1), (1, 2), (2, 3), (0, 3)]
    (rule,) = find_path("hamiltoniancycle", "cnf:parity")
    for count, edges, stated in ((3, triangle, False), (4, square, False), (4, [*square, (0, 2)], True)):
        problem = coversat.HamiltonianCycle(Graph.numbered(count, edges))
        assert rule.fits(problem) is stated
        sizes = {
            via: coversat.reduce(problem, via).target.variable_count for via in ("cnf:cuts", "cnf:parity")
        }
        assert sizes["cnf:parity"] - sizes["cnf:cuts"] == count * stated


def test_every_command_takes_them(tmp_path: Path) -> None:
    """From an example to a certificate, and back from an exported file."""
    file = str(EXAMPLES / "clique" / "friends.txt")
    for command in (
        ["solve"], ["check"], ["count"], ["candidates"], ["explain"], ["metrics"], ["compare"],
        ["estimate"], ["grade"], ["export"],
    ):  # fmt: skip
        done = command_line(command[0], file, *command[1:])
        assert done.code == 0, (command, done.output)
    folder = tmp_path / "proof"
    assert command_line("check", file, "--certify", str(folder)).code == 0
    (made,) = folder.iterdir()
    done = command_line("verify", "--deep", str(made))
    assert done.code == 0, done.output
    exported = tmp_path / "x.cnf"
    assert command_line("export", file, "-o", str(exported)).code == 0
    model = tmp_path / "model.txt"
    model.write_text("s SATISFIABLE\nv -1 -2 -3 -4 5 6 0\n")  # the first four are chosen
    done = command_line("decode", str(exported), str(model))
    assert done.stdout == "Ann Ben Cleo Dan\n"


def test_why_a_formula_has_no_answer() -> None:
    """A minimal set of clauses."""
    text = "3sat 3\n1 2\n-1\n3\n-2 3\n-2\n"
    found = coversat.explain(problem_class("3sat").parse(text))
    assert "clause 1 2" in str(found)
    assert "clause -1" in str(found)
    assert "clause -2 3" not in str(found)


@each("text", ["vertices: a b c d e\na b\nb c\nc d\nd a\n", "vertices: a b c d\n"])
def test_components_are_drawn_side_by_side(text: str) -> None:
    (problem,) = read(f"colouring 3\n{text}").problems
    places = positions(problem.graph, 100)
    for at, place in enumerate(places):
        nearest = min(dist(place, other) for other in places if other is not place)
        assert 50 < nearest < 250, problem.graph.vertices[at]
