"""Formulas as objects of PySAT and networkx, and back; both packages are imported only here, when used."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from itertools import combinations
from operator import index
from typing import Any

from ...base.errors import IncompleteFormulaWarning, ParseError, ReductionError
from ...base.memory import gc_paused
from ..networks import MOST_EDGES, Graph, check_nodes, check_size
from .cardinalities import Bounded
from .clauses import Clause
from .dimacs import DimacsReader

Cnf = Any
"""A `rules.Cnf`, whose methods these functions are."""


def warn_incomplete(formula: Cnf) -> None:
    """Issue `IncompleteFormulaWarning` for a formula with graphs."""
    if formula.graphs:
        warnings.warn(incomplete_words(formula), IncompleteFormulaWarning, stacklevel=4)


def incomplete_words(formula: Cnf) -> str:
    """What the clauses of a formula leave out, and what to do about it."""
    labels = ", ".join(dict.fromkeys(graph.label for graph in formula.graphs))
    return f"incomplete: no clause states '{labels}'; add the cuts of each model that breaks it"


def to_pysat(formula: Cnf, native: bool = False) -> Any:
    """The formula as a ``pysat.formula.CNF``; see `Cnf.to_pysat`."""
    from pysat.formula import CNF, CNFPlus

    warn_incomplete(formula)
    found = CNFPlus() if native else CNF()
    bounded = Bounded(formula) if native else None
    # The constructor would copy each clause once more.
    with gc_paused():
        found.clauses = list(map(list, formula.clauses if bounded is None else bounded.clauses()))
    found.nv = formula.variable_count
    if bounded is not None:
        found.atmosts = [[list(literals), most] for literals, most in bounded.bounds]
    if formula.graphs:
        found.comments = [f"c {incomplete_words(formula)}"]
    return found


def parts_of_pysat(formula: Any) -> tuple[int, tuple[Clause, ...], tuple[int, ...] | None]:
    """The number of variables, the clauses and the projection of a ``pysat.formula.CNF``.

    The projection is that of its comments, ``c p show``, or None. Raise `ReductionError` for another
    object, and for a formula with at-most constraints or weights.
    """
    name = type(formula).__name__
    if hasattr(formula, "soft") or hasattr(formula, "wght"):
        raise ReductionError(f"a {name} has weights, and formulas here have none")
    if not (isinstance(getattr(formula, "clauses", None), list) and hasattr(formula, "nv")):
        raise ReductionError(f"expected a CNF of PySAT, found {name}")
    if getattr(formula, "atmosts", None):
        raise ReductionError(
            f"a {name} with at-most constraints: state them by clauses, as coversat.encodings.at_most does"
        )
    comments = "".join(f"{comment}\n" for comment in getattr(formula, "comments", ()) or ())
    try:
        count = index(formula.nv)  # a number of numpy, too
        clauses = tuple(tuple(map(index, clause)) for clause in formula.clauses)
        return count, clauses, DimacsReader(f"{comments}p cnf {count} 0\n").read().projection
    except TypeError as error:
        raise ReductionError(f"expected whole numbers as literals: {error}") from None
    except ParseError as error:
        raise ReductionError(f"comment {error.line} of the formula: {error.reason}") from None


# Graphs


def primal_graph(formula: Cnf, most_edges: int = MOST_EDGES) -> Graph:
    """Variables, joined if they share a clause.

    Raise `TooLargeError` if there are more edges, or more nodes than that and than `MOST_EDGES`.
    """
    import networkx

    warn_incomplete(formula)
    check_nodes(formula.variable_count, most_edges)
    edges: set[tuple[int, int]] = set()
    for clause in formula.clauses:
        variables = sorted({abs(literal) for literal in clause})
        check_size(len(variables) * (len(variables) - 1) // 2, most_edges)  # one clause may be huge
        edges.update(combinations(variables, 2))
        check_size(len(edges), most_edges)
    graph = networkx.Graph()
    graph.add_nodes_from(range(1, formula.variable_count + 1))
    _name(graph, formula.names)
    graph.add_edges_from(sorted(edges))
    return graph


def incidence_graph(formula: Cnf, most_edges: int = MOST_EDGES) -> Graph:
    """Variables and clauses; an edge joins a clause to each variable that occurs in it.

    The nodes of clauses are ``("clause", position)``. Nodes have the attribute ``bipartite``, 0 for variables
    and 1 for clauses; edges have ``sign``: 1, -1, or 0 if the clause has both literals. Raises as
    `primal_graph`.
    """
    import networkx

    warn_incomplete(formula)
    check_nodes(formula.variable_count + len(formula.clauses), most_edges)
    check_size(sum(map(len, formula.clauses)), most_edges)
    graph = networkx.Graph()
    graph.add_nodes_from(range(1, formula.variable_count + 1), bipartite=0)
    _name(graph, formula.names)
    for at, clause in enumerate(formula.clauses):
        node = "clause", at
        graph.add_node(node, bipartite=1)
        for literal in clause:
            sign = 1 if literal > 0 else -1
            graph.add_edge(abs(literal), node, sign=0 if -literal in clause else sign)
    return graph


def _name(graph: Graph, names: Mapping[int, str]) -> None:
    for variable, name in names.items():
        graph.nodes[variable]["name"] = name


GRAPHS = {"primal": primal_graph, "incidence": incidence_graph}
