"""Connectivity: the cuts of models in several pieces, their compiled twin, and the eager encodings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from each import each

from coversat.primitives import Connected
from coversat.primitives.meaning import holds
from coversat.problems.cnf.connectivity import CERTAIN, Connectivity
from coversat.problems.cnf.rules import Cnf
from coversat.reductions.cnf_builder import CnfBuilder
from coversat.reductions.connectivity import add_by_cuts, add_connected
from coversat.reductions.encoders import ENCODERS_OF_GRAPHS
from coversat.solvers import NO_LIMITS
from coversat.solvers.sat.cuts import SMALL, CutFinder, PlainGraph
from coversat.solvers.sat.sat import SAT_SOLVERS, SatSolver
from coversat.solvers.solver import found_by as solve

SIZE = 6


def drawn(chance: random.Random) -> Connectivity:
    """A graph by chance: some elements certain, some only passed, some literals negative, perhaps roots."""
    literals = [chance.choice((at, at, at, -at, -at, None, CERTAIN)) for at in range(1, SIZE + 1)]
    links = [(a, b) for a in range(SIZE) for b in range(a) if chance.random() < 0.35]
    beside = [tuple(b for link in links for b in link if at in link and b != at) for at in range(SIZE)]
    labelled = [at for at in range(SIZE) if literals[at] is not None]
    roots = tuple(sorted(chance.sample(labelled, min(2, len(labelled))))) if chance.random() < 0.4 else ()
    return Connectivity("pieces", tuple(literals), tuple(beside), roots)


def right(graph: Connectivity, model: tuple[int, ...]) -> bool:
    """Whether the true elements are connected, by closing a relation until nothing changes."""

    def passable(at: int) -> bool:
        return not graph.literals[at] or graph.literals[at] in model

    true = [at for at in range(SIZE) if graph.literals[at] is not None and passable(at)]
    near = {at: {at, *filter(passable, graph.neighbours[at])} for at in range(SIZE) if passable(at)}
    for _ in range(SIZE):
        near = {at: {far for other in those for far in near[other]} for at, those in near.items()}
    if graph.roots:
        return all(near[at].intersection(graph.roots) for at in true)
    return all(near[at].issuperset(true) for at in true)


def models() -> Iterator[tuple[int, ...]]:
    for signs in product((1, -1), repeat=SIZE):
        yield tuple(sign * (at + 1) for at, sign in enumerate(signs))


GRAPHS = [drawn(random.Random(seed)) for seed in range(60)]


def test_cuts_follow_from_connectivity_and_exclude_their_model() -> None:
    found = 0
    for graph in GRAPHS:
        finder = CutFinder(Cnf(SIZE, (), graphs=(graph,)))
        connected = [model for model in models() if right(graph, model)]
        for model in models():
            cuts = finder.of(model)
            assert bool(cuts) != (model in connected)
            for cut in cuts:
                found += 1
                clause = set(graph.clause_of(cut))
                assert not clause & set(model)
                assert all(clause & set(other) for other in connected)
    assert found > 500


def test_the_compiled_kernel_finds_the_cuts_of_its_twin() -> None:
    kernel = pytest.importorskip("coversat.solvers.sat._cuts_kernel")
    for graph in GRAPHS:
        preferred = [literal == CERTAIN or literal == 2 for literal in graph.literals]
        parts = graph.literals, graph.neighbours, graph.roots, preferred
        one, other = kernel.Graph(*parts), PlainGraph(*parts)
        for model in models():
            partial = [literal for literal in model if literal > 0]
            assert one.cuts(list(model)) == one.cuts(partial) == other.cuts(model) == other.cuts(partial)


@each("encoding", ENCODERS_OF_GRAPHS)
def test_encodings_have_the_connected_models(encoding: str) -> None:
    for graph in GRAPHS:
        passed = {at for at, literal in enumerate(graph.literals) if literal is None}
        if any(passed & set(graph.neighbours[at]) for at in passed):
            continue  # points, which others are connected through, are not neighbours
        formula = CnfBuilder()
        shown = formula.variables(SIZE)
        ENCODERS_OF_GRAPHS[encoding].connect(formula, graph)
        cnf = formula.cnf(shown)
        found = solve(SAT_SOLVERS[0], cnf, NO_LIMITS).answers
        seen = [tuple(sorted(model[:SIZE], key=abs)) for model in found]
        assert sorted(seen) == sorted(model for model in models() if right(graph, model))
        # The elements determine all other variables.
        whole = Cnf(cnf.variable_count, tuple(cnf.clauses), graphs=cnf.graphs)
        assert len(solve(SAT_SOLVERS[0], whole, NO_LIMITS).answers) == len(found)


@each("steps", [0, 1, 2, 3])
def test_limited_steps(steps: int) -> None:
    """The encoding and the meaning of the primitive, next to all walks of that many links."""
    cells = [(0, at) for at in range(5)]
    all_links = [(a, b) for a, b in product(cells, cells) if a < b]
    for seed in range(12):
        chance = random.Random(seed)
        links = tuple(link for link in all_links if chance.random() < 0.4)
        primitive = Connected(tuple(cells), (1,), links, tuple(chance.sample(cells, 2)), steps)
        formula = CnfBuilder()
        literal = dict(zip(cells, formula.variables(5), strict=True))
        add_connected(formula, lambda cell: {1: literal[cell], 0: -literal[cell]}, primitive, "", add_by_cuts)  # noqa: B023
        cnf = formula.cnf(literal.values())
        found = {tuple(model[:5]) for model in solve(SAT_SOLVERS[0], cnf, NO_LIMITS).answers}
        for values in product((0, 1), repeat=5):
            held = dict(zip(cells, values, strict=True))
            walks = [(root,) for root in primitive.roots if held[root]]
            for _ in range(steps):
                walks += [
                    (*walk, b) for walk in walks for b in cells if held[b] and _linked(links, walk[-1], b)
                ]
            within = {walk[-1] for walk in walks} >= {cell for cell in cells if held[cell]}
            assert holds(primitive, held) == within
            model = tuple(literal[cell] if held[cell] else -literal[cell] for cell in cells)
            assert (model in found) == within


@each(
    "cells, links",
    [
        (dict.fromkeys(range(3)), ([0, 1], [1, 2])),
        ([0, 1, 2], [(0, 1), (1, 2)]),
    ],
)
def test_cells_and_links_may_be_any_collections(cells: Any, links: Any) -> None:
    """Models that a user states are not checked for tuples."""
    formula = CnfBuilder()
    literals = dict(enumerate(formula.variables(3)))
    add_connected(formula, lambda cell: {1: literals[cell]}, Connected(cells, (1,), links), "", add_by_cuts)
    (graph,) = formula.cnf(literals.values()).graphs
    assert graph.neighbours == ((1,), (0, 2), (1,))


def _linked(links: tuple[tuple[Any, Any], ...], a: Any, b: Any) -> bool:
    return (a, b) in links or (b, a) in links


@each("solver", SAT_SOLVERS, ids=lambda solver: solver.name)
def test_every_solver_adds_cuts(solver: SatSolver) -> None:
    for graph in GRAPHS[: 4 if solver.keeps else 1]:
        found = solve(solver, Cnf(SIZE, ((1, 2), (3,), (-4,)), graphs=(graph,)), NO_LIMITS).answers
        expected = [model for model in models() if right(graph, model) and {1, 2} & set(model)]
        assert sorted(found) == sorted(model for model in expected if {3, -4} <= set(model))


@each("ends", ["roots", "certain", "none"])
def test_cuts_around_small_pieces_exclude_what_is_not_connected(ends: str) -> None:
    """On all sets of cells of a 3x3 board: small pieces apart are excluded, and what is connected is not."""
    cells = list(product(range(3), repeat=2))
    neighbours = tuple(
        tuple(at for at, (r, c) in enumerate(cells) if abs(r - y) + abs(c - x) == 1) for y, x in cells
    )
    graph = Connectivity("cells", tuple(range(1, 10)), neighbours, (0, 5) if ends == "roots" else ())
    clauses = ((5,),) if ends == "certain" else ()
    formula = Cnf(9, clauses, graphs=(graph,))
    cuts = CutFinder(formula).around_small_pieces()
    assert bool(cuts) == (ends != "none")
    excluded = 0
    for signs in product((1, -1), repeat=9):
        model = {sign * variable for sign, variable in zip(signs, range(1, 10), strict=True)}
        pieces = graph.pieces(model)
        held = all(model.intersection(graph.clause_of(cut)) for cut in cuts)
        if ends == "roots":
            apart = [piece for piece in pieces if not {0, 5} & set(piece)]
        else:
            apart = [piece for piece in pieces if 4 not in piece]
        if ends == "certain" and 5 not in model:
            continue
        small = ends != "none" and any(len(piece) <= SMALL for piece in apart)
        assert held == (not small), (pieces, ends)
        excluded += not held
    assert bool(excluded) == (ends != "none")
