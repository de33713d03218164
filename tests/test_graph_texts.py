"""Notations of graphs and of sets: read as what they are, or refused with their place and their name."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import networkx
import pytest
from command_line import command_line
from each import each

import coversat
from coversat.base.errors import ParseError
from coversat.problems import read
from coversat.problems.graph import Graph

TRIANGLE = "1-2 1-3 2-3"
READ = (
    # Texts below a first line, and their graphs: other vertices and edges.
    ("% triangle\n1 2\n2 3\n1 3\n", TRIANGLE),
    ("// triangle\n1 2 # an edge\n#\n2 3\n1 3\n", TRIANGLE),
    ("% sym unweighted\n1\t2\n2\t3\n1\t3\n", TRIANGLE),
    ("1 2 {}\n2 3 {'weight': 1}\n1 3 {}\n", TRIANGLE),
    ("1 2 1\n2 3 1.0\n1 3 1\n", TRIANGLE),
    ("1,2\n2,3\n1,3\n", TRIANGLE),
    ('"1"; "2"\n2;3\n1 ; 3\n', TRIANGLE),
    ("1 2\r\n2 3\r\n1 3\r\n", TRIANGLE),
    ("a:1 b.2\nb.2 c_3\n", "a:1-b.2 b.2-c_3"),
    ("서울 부산\n부산 대구\n", "부산-서울 대구-부산"),
    ("vertices: new-york c/d %x\n", None),
    ("vertices: new-york c/d\nnew-york c/d\nc/d e\n", "c/d-new-york c/d-e"),
    # Edges below their number: the first line would be an edge twice, or a loop.
    ("3 2\n1 2\n2 3\n", "1-2 2-3"),
    ("3 3\n1 2\n2 3\n1 3\n", TRIANGLE),
    ("3 3\n0 1\n1 2\n0 2\n", "0-1 0-2 1-2"),
    # METIS, with an isolated vertex; LAD; matrices; lists of neighbours.
    ("3 2\n2\n1 3\n2\n", "1-2 2-3"),
    ("% c\n4 2\n2\n% c\n1 4\n\n2\n", "1-2 2-4 3"),
    ("4 2 0\n2\n1 3\n2\n\n", "1-2 2-3 4"),
    ("3 2 1\n2 1\n1 1 3 1\n2 1\n", "1-2 2-3"),
    ("3\n2 1 2\n2 0 2\n2 0 1\n", "0-1 0-2 1-2"),
    ("3\n1 1\n1 0\n0\n", "0-1 2"),
    ("0 1 1\n1 0 1\n1 1 0\n", TRIANGLE),
    ("3\n0,1,1\n1,0,1\n1,1,0\n", TRIANGLE),
    ("011\n101\n110\n", TRIANGLE),
    ("1 2 3\n2 3\n3\n4\n", f"{TRIANGLE} 4"),
    ("1: 2 3\n2: 1 3\n3: 1 2\n4:\n", f"{TRIANGLE} 4"),
    # By their first words.
    ("c x\np EDGE 3 2\ne 1 2\ne 2 3 1\nn 1 1\n", "1-2 2-3"),
    ("c x\np tw 3 2\n1 2\n2 3\n", "1-2 2-3"),
    ("Bw\n", TRIANGLE),
    (":An\n", "0-1"),
    (">>sparse6<<:An\n", "0-1"),
    ('*Vertices 3\n1 "a" 0.1 0.2\n2 "b"\n3 "c"\n*Edges\n1 2\n2 3 1\n', "a-b b-c"),
    ('*Network x\n*Vertices 3\n1 "a b"\n*Arcs\n1 2\n2 1\n*Edgeslist\n3 2\n', "1-2 2-3"),
    (
        "NAME : x\nTYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n"
        " 1 2 2 3\n1 3\n-1\nEOF\n",
        TRIANGLE,
    ),
    (
        "COMMENT: x\nDIMENSION: 3\nEDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 3 -1\n2 3 -1\n-1\n",
        TRIANGLE,
    ),
    ("DIMENSION 3\nEDGE_DATA_SECTION\n1 2\n2 3\n1 3\n-1\nEOF\n", TRIANGLE),
    ("%%MatrixMarket matrix coordinate pattern symmetric\n% c\n3 3 3\n2 1\n3 1\n3 2\n", TRIANGLE),
    ("%%MatrixMarket matrix coordinate real general\n2 2 2\n2 1 1.0\n1 2 1\n", "1-2"),
    ("graph [\n node [ id 0 ]\n node [ id 1 ]\n edge [ source 0 target 1 ]\n]\n", "0-1"),
    ('Creator "x"\ngraph\n[\n node [ id 0 label "a b" ]\n node [ id 1 ]\n'
     " edge [ source 0 target 1 ]\n]\n", "0-1"),
    ("1 a node\n2 b\n3 c\n#\n1 2\n2 3\n", "1-2 2-3"),
)  # fmt: skip


def graph_of(text: str, first: str = "independentset 1") -> Graph:
    found: Graph = read(f"{first}\n{text}").problems[0].graph  # type: ignore[attr-defined]
    return found


def stated(graph: Graph) -> str:
    """The edges, each with its ends in order, and the other vertices."""
    edges = ["-".join(sorted((graph.vertices[a], graph.vertices[b]))) for a, b in graph.edges]
    others = [name for at, name in enumerate(graph.vertices) if not graph.neighbours[at]]
    return " ".join((*sorted(edges), *others))


@each(("text", "graph"), READ)
def test_notations_are_read_as_what_they_are(text: str, graph: str | None) -> None:
    if graph is None:
        with pytest.raises(ParseError, match="a name is not '%x'"):
            graph_of(text)
    else:
        assert stated(graph_of(text)) == " ".join(
            sorted(graph.split(), key=lambda one: ("-" not in one, one))
        )


UNDIRECTED, WEIGHTS = "directed graphs are not read", "expected no weights, or weights of 1 only"
NAME, MEANINGS = "expected the name of a vertex", "expected one meaning"
REFUSED = (
    # Texts below a first line: line, column, and words.
    ("4 3\n1 2\n2 3\n1 3\n", 2, 1, MEANINGS),
    ("3 4\n1 2\n2 3\n1 3\n", 2, 1, MEANINGS),
    ("4 6\n1 2\n2 3\n1 3\n", 2, 1, MEANINGS),
    ("% metis\n4 3\n2 3\n1 3\n1 2\n\n", 3, 1, MEANINGS),
    ("1 a\n2 b\n3 c\n#\n1 2\n2 3\n", 2, 1, "may be an edge list or the trivial graph format"),
    ("Source Target\n1 2\n", 2, 1, "which may be names of columns"),
    ("source,target\na,b\n", 2, 1, "which may be names of columns"),
    ("x y\n1 2\n2 3\n", 2, 1, "which may be names of columns"),
    ("c triangle\n1 2\n2 3\n", 2, 1, "which may be names of columns"),
    ("1 2\n2 3\nstart 1\n", 4, 1, "all names above them, found 'start'"),
    ("n 3\na b\nb c\na c\n", 2, 3, "all names above them, found '3'"),
    ("1 foo\n", 2, 3, "all names above them, found 'foo'"),
    ("vertices 3\na b\nb c\na c\n", 2, 10, "all names above them, found '3'"),
    ("a b\nb c\na c\nstart a\n", 5, 1, "all names above them, found 'start'"),
    ("directed true\na b\nb c\n", 2, 1, "all names above them, found 'directed'"),
    ("Bw\nBg\n", 3, 1, "a problem has one graph"),
    (">>graph6<<Bw\nBw\n", 3, 1, "a problem has one graph"),
    ("&AO\n", 2, 1, "found digraph6"),
    ("1-2\n2-3\n", 2, 1, NAME),
    ("1->2\n", 2, 1, UNDIRECTED),
    ("a -> b\n", 2, 3, UNDIRECTED),
    ("a -- b\n", 2, 3, NAME),
    ("1 2;\n2 3;\n", 2, 1, "names separated by ';'"),
    ("a b,\n", 2, 1, "names separated by ','"),
    ("C:\\x C:\\y\n", 2, 1, NAME),
    ("new-york boston\n", 2, 1, "or is listed after 'vertices:'"),
    ("! comment\n1 2\n", 2, 1, NAME),
    ("1 2\n3\n", 3, 1, "'vertices:' lists vertices without edges"),
    ("1 2 3\n2 3\n", 2, 5, "the end of the line after the two ends"),
    ("1 2\n2 3 1\n", 3, 5, "the end of the line after the two ends"),
    ("1 2 3\n2 3 1\n", 2, 5, WEIGHTS),
    ("1 2 {'weight': 3}\n", 2, 5, "no data of edges"),
    ("1 2\n2 1\n2 3\n", 3, 1, "each edge once"),
    ("# Directed graph (each pair once)\n1 2\n", 2, 1, "an undirected graph"),
    ("% asym unweighted\n1 2\n", 2, 1, "an undirected graph"),
    ("% bip unweighted\n1 2\n", 2, 1, "an undirected graph"),
    ("1: 2 3\n2: 1\n3:\n", 2, 6, UNDIRECTED),
    ("1:\n1:\n", 3, 1, "one line for each vertex"),
    ("3\n1 1\n1 2\n1 0\n", 3, 3, UNDIRECTED),
    ("0 1 1\n0 0 1\n1 1 0\n", 2, 3, UNDIRECTED),
    ("3 2 011\n5 2 1\n1 1 1 3 1\n2 2 1\n", 2, 5, "no weights of vertices in METIS"),
    ("3 2 10\n5 2\n1 1 3\n2 2\n", 2, 5, "no weights of vertices in METIS"),
    ("0 2 1\n2 0 1\n1 1 0\n", 2, 3, WEIGHTS),
    ("graph {\n a -- b\n}\n", 2, 1, "found DOT of Graphviz"),
    ("digraph G { a -> b; }\n", 2, 1, "found DOT of Graphviz"),
    ("[[1, 2], [2, 3]]\n", 2, 1, "found a list in JSON"),
    ("e 1 2\ne 2 3\n", 2, 1, "a DIMACS file without 'p edge'"),
    ("p sp 3 1\na 1 2 5\n", 2, 3, "a shortest path problem"),
    ("p edge 2 1\ne 1 2 7\n", 3, 7, WEIGHTS),
    ("p edge 2 1\ne 1 2\nn 1 2\n", 4, 5, "a precoloured vertex as 'VERTEX = COLOUR'"),
    ("*Vertices 3\n*Arcs\n1 2\n", 4, 1, UNDIRECTED),
    ("*Vertices 3\n*Edges\n1 2 5\n", 4, 5, WEIGHTS),
    ("*Vertices 3\n*Matrix\n0 1\n", 4, 1, "an edge of Pajek"),
    ("TYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\n", 4, 1, "weights and fixed edges are not read"),
    ("TYPE : TSP\nDIMENSION : 3\nEDGE_DATA_SECTION\n-1\n", 2, 8, "the TYPE of TSPLIB: HCP"),
    ("DIMENSION : 3\nEDGE_DATA_SECTION\n1 2\n", 4, 3, "-1 at the end of the edges"),
    ("%%MatrixMarket matrix array real general\n2 2\n0\n", 2, 34, "'matrix coordinate'"),
    ("%%MatrixMarket matrix coordinate pattern general\n3 3 1\n2 1\n", 4, 1, UNDIRECTED),
    ("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 0.5\n", 4, 5, WEIGHTS),
    ("%%MatrixMarket matrix coordinate pattern symmetric\n2 3 1\n2 1\n", 3, 1, "sizes of a square matrix"),
    ("graph [\n node [ id 0 ]\n edge [ source 0 target 1 ]\n]\n", 2, 1, "a graph in GML, found a fault"),
    ("<graphml><graph edgedefault='directed'><node id='a'/></graph></graphml>\n", 2, 1, "a directed one"),
    ("<gexf version='1.2'><graph/></gexf>\n", 2, 1, "no namespace, such as <gexf xmlns="),
    ("<svg></svg>\n", 2, 1, "XML of another kind"),
    ('{"adjacency": []}\n', 2, 1, "expected a graph in JSON"),
)  # fmt: skip


@each(("text", "line", "column", "words"), REFUSED)
def test_what_has_another_meaning_is_refused(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(ParseError) as caught:
        graph_of(text, "colouring 3")
    assert words in caught.value.reason
    assert (caught.value.line, caught.value.column) == (line, column), caught.value.reason


def text_by(write: Callable[[Any, Any], None], graph: Any) -> str:
    written = io.BytesIO()
    write(graph, written)
    return written.getvalue().decode()


WRITERS = {
    **{
        name: lambda graph, name=name: text_by(getattr(networkx, f"write_{name}"), graph)
        for name in ("edgelist", "adjlist", "gml", "graphml", "gexf", "pajek", "graph6", "sparse6")
    },
    "json": lambda graph: json.dumps(networkx.node_link_data(graph), indent=1),
    "matrix": lambda graph: "\n".join(" ".join(str(int(graph.has_edge(a, b))) for b in graph) for a in graph),
}


@each("form", WRITERS)
def test_what_networkx_writes(form: str) -> None:
    """Also weights and directed graphs, which are refused where the notation has them."""
    chance = random.Random(form)
    for size in (2, 3, 4, 5, 6, 7):
        graph = networkx.Graph()
        graph.add_nodes_from(range(1, size + 1))
        graph.add_edges_from(
            pair for pair in combinations(graph, 2) if chance.random() < 0.6 or pair == (1, 2)
        )
        found = graph_of(WRITERS[form](graph))
        if form != "adjlist":  # whose comments say when it was written
            assert read(f"clique 1\n{WRITERS[form](graph)}").beside.unread == ()
        other = networkx.Graph(found.edges)
        other.add_nodes_from(range(len(found.vertices)))
        if form == "edgelist":
            graph.remove_nodes_from([*networkx.isolates(graph)])
        assert networkx.is_isomorphic(graph, other)
    if form not in ("adjlist", "graph6", "sparse6", "matrix"):
        for wrong in (networkx.Graph([(1, 2, {"weight": 3})]), networkx.DiGraph([(1, 2), (2, 3)])):
            if not (form == "edgelist" and wrong.is_directed()):
                with pytest.raises(ParseError, match=r"directed|weight"):
                    graph_of(WRITERS[form](wrong))


def test_what_is_written_is_read_again() -> None:
    """Graphs whose edges alone could be read otherwise have a list of their vertices."""
    chance = random.Random("names")
    names = ("1", "2", "3", "4", "5", "a", "from", "to", "a-b", "x/1", "0", "c", "e", "p")
    for _ in range(400):
        vertices = tuple(chance.sample(names, chance.randint(1, 6)))
        pairs = combinations(range(len(vertices)), 2)
        graph = Graph(vertices, tuple(pair for pair in pairs if chance.random() < 0.6))
        problem = coversat.VertexCover(graph, 2)
        assert read(problem.format()).problems == (problem,)
        sets = tuple(edge for edge in graph.edges) or ((0,),)
        cover = coversat.SetCover(vertices, sets, 2)
        assert read(cover.format()).problems == (cover,)


SETS = (
    ("% sets\n1 2 3\n", 1),
    ("# sets\n// more\na b\nb c\n", 1),
    ("elements: a-b c\na-b\nc\n", 1),
)
NO_SETS = (
    ("2 2\n1 2\n3 4\n", 2, 1, "what may be two sizes"),
    ("2 1 1\n1 2\n", 2, 5, "each element once"),
    ("4 2\n1 2\n3 4\n", 2, 1, "what may be two sizes"),
    ("sets elements\n1 2\n", 2, 1, "what may be names of columns"),
    ("1,2\n", 2, 1, "a name has no ','"),
    ("a-b c\n", 2, 1, "or is listed after 'elements:'"),
    ("2 3\n5 4 6\n2\n1 2\n1\n3\n", 2, 1, "sets with costs, as in OR-Library"),
    ("p hs 3 1\n1 4\n", 3, 3, "the name of an element"),
    ("p hs 3 2\n1 2\n", 2, 8, "the number of sets, as there are below, from 1 to 1"),
)  # fmt: skip


def test_sets_are_read_as_what_they_are() -> None:
    for text, count in SETS:
        assert coversat.count(read(f"setcover 2\n{text}").problems[0]).at_least == count
    # Hitting sets of {1 2} {2 3} among four elements with at most two: 2 alone or with another, and 1 3.
    assert coversat.count(read("hittingset 2\nc x\np hs 4 2\n1 2\n2 3\n").problems[0]).at_least == 5
    for text, line, column, words in NO_SETS:
        with pytest.raises(ParseError) as caught:
            read(f"setcover 2\n{text}")
        assert words in caught.value.reason
        assert (caught.value.line, caught.value.column) == (line, column), text


def test_counts_of_graphs_in_files_of_others() -> None:
    """Colourings of a triangle, also with another vertex, and of a path; covers of a path; maps."""
    for text, count in (
        ("colouring 3\nBw\n", 6),
        ("colouring 3\n1: 2 3\n2: 3\n3:\n4:\n", 18),
        ("colouring 3\n3 2\n2\n1 3\n2\n", 12),
        ("vertexcover 2\n3 2\n1 2\n2 3\n", 4),
        ("subgraph\npattern:\n2\n1 1\n1 0\nhost:\n3\n2 1 2\n2 0 2\n2 0 1\n", 6),
        ("colouring 3\n*Vertices 2\n1 a\n2 b\n*Edges\n1 2\na = 2\n", 2),
        ("3sat 3\nc x\np cnf 3 1\n1 2 3 0\n%\n0\n", 7),
    ):
        assert coversat.count(read(text).problems[0]).at_least == count, text
    with pytest.raises(ParseError, match="expected a vertex of the graph, found '9'"):
        read("colouring 3\nBw\n9 = 1\n")
    with pytest.raises(ParseError, match="behind the % that ends a file of SATLIB"):
        read("3sat 3\n1 2 3 0\n%\n1\n")


HCP = "NAME : x\nTYPE : HCP\nDIMENSION : 3\nEDGE_DATA_SECTION\n1 2\n2 3\n1 3\n-1\nEOF\n"


def test_files_without_a_first_line(tmp_path: Any) -> None:
    """A problem that needs no number is read from a graph alone; others say what is missing."""
    path = tmp_path / "x.hcp"
    path.write_text(HCP)
    assert command_line("check", str(path)).stdout == f"UNIQUE {path} #1\n"
    assert command_line("count", "-", stdin=HCP).stdout == "exactly 1 - #1\n"
    path = tmp_path / "x.col"
    path.write_text("p edge 3 2\ne 1 2\ne 2 3\n")
    assert command_line("count", str(path), "--kind", "hamiltonianpath").stdout == f"exactly 1 {path} #1\n"
    with pytest.raises(ParseError, match="expected 'colouring' and k"):
        read("Bw\n", "colouring")


FOREIGN = (
    ("x", "p edge 3 3\ne 1 2\n", "a graph in DIMACS"),
    ("x", "c PACE\np tw 3 2\n1 2\n", "a graph in DIMACS"),
    ("x.edgelist", "1 2\n2 1\n", "a graph:"),
    ("x.col.gz", "1 2\n2 1\n", "a graph:"),
    ("x", "graph [\n]\n", "a graph in GML"),
    ("x", "<?xml version='1.0'?>\n<graphml>\n", "a graph in GraphML"),
    ("x", "*Vertices 3\n", "a graph of Pajek"),
    ("x", "strict graph x {\n", "a graph in DOT"),
    ("x", "%%MatrixMarket matrix\n", "a matrix of Matrix Market"),
    ("x", ">>graph6<<Bw\n", "a graph in graph6"),
    ("x", '{"nodes": [], "links": []}\n', "a graph in JSON"),
    ("x", "NAME: x\nTYPE: TSP\nNODE_COORD_SECTION\n", "a graph in TSPLIB"),
    ("x", "c new\nh 1 2 0\n3 1 0\n", "WCNF"),
    ("x", "3 1 0\nh 1 2 0\n", "WCNF"),
    ("x", "h 1 2 0\nh 1 0\n", "WCNF"),
    ("x.wcnf", "3 1 0\n", "WCNF"),
    ("x", "p wcnf 2 4 10\n10 1 2 0\n", "WCNF"),
    ("x", "* #variable= 3 #constraint= 2\n", "OPB"),
    ("x", "* comment\nmin: +1 x1 +2 x2 ;\n", "OPB"),
    ("x", "+1 x1 +1 ~x2 >= 1;\n", "OPB"),
    ("x", "p inccnf\n1 0\n", "incremental CNF"),
    ("x", "p cnf+ 3 2\n", "CNF with cardinality constraints"),
    ("x", "p cnf 2 1\na 1 0\ne 2 0\n1 2 0\n", "QDIMACS"),
    ("x", "0:2|a 1:1|b c\na b\n", "a cover with multiplicities"),
    ("x", "| a comment\n1:2|a b\na\n", "a cover with multiplicities"),
    ("x", "(set-logic QF_BV)\n", "SMT-LIB"),
    ("x", "Minimize\n obj: x\n", "an LP file"),
    ("x", "NAME x\nROWS\n", "an MPS file"),
)  # fmt: skip


@each(("name", "text", "words"), FOREIGN)
def test_formats_of_others_are_named(name: str, text: str, words: str) -> None:
    for kind in (None, "cnf") if "." not in name else (None,):  # an option says more than a name
        with pytest.raises(ParseError) as caught:
            read(text, kind, name)
        assert f"expected a problem, found {words}" in caught.value.reason
        assert (caught.value.line, caught.value.column) == (1, 1)


def test_long_beginnings_of_nothing() -> None:
    """What patterns repeat, in texts that they do not match: none of them is tried in all ways."""
    for text in ("\n", "c\n", "x1", "h 1 0\n", "Creator \n", "NAME: \n", "<", "* \n", "0", ";\n"):
        for kind in ("cnf", "hamiltonianpath"):
            with pytest.raises(ParseError):
                read(text * 5_000 + "!", kind)


@each("edges", ["start-a a-b", "a-b b-c 3-c", "source-a source-b a-sink"])
def test_names_that_may_state_something_come_back(edges: str) -> None:
    """They are listed, unless a word such as source occurs in several rows."""
    graph = Graph.of(networkx.Graph([edge.split("-") for edge in edges.split()]))
    text = "\n".join(graph.lines())
    assert ("vertices:" in text) == (not edges.startswith("source"))
    assert stated(graph_of(text)) == stated(graph)
