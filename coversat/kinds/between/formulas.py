"""Reductions of formulas to other problems, by gadgets for variables and clauses.

In each, an element of the target shows each variable, so that models can be read off; what else a gadget
leaves open makes them class Q.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

from ...base.errors import ReductionError
from ...problems.cnf.rules import Cnf
from ...reductions.reduction import EXACT, MANY, PROJECTED
from ..clauses import NaeSat, OneInThreeSat, ThreeSat
from ..graphs import Clique, Colouring, IndependentSet, VertexCover
from ..paths import HamiltonianCycle
from ..sets import Matching3D
from .sets import subset_sum
from .table import Drawing, Shows, TargetInstance, between, same

Literal = int
_TRUE = {0: 0, 1: 1}


def _name(literal: Literal) -> str:
    return f"x{literal}" if literal > 0 else f"-x{-literal}"


def _literals(count: int) -> list[str]:
    return [_name(literal) for at in range(1, count + 1) for literal in (at, -at)]


def _positive(count: int) -> Shows:
    """The elements of the positive literals, which are every other one."""
    return [(2 * at, _TRUE) for at in range(count)]


def _triangles(problem: ThreeSat, sign: int) -> Drawing:
    """An edge for each variable, and a triangle for each clause, joined to its literals or negations."""
    drawn = Drawing(_literals(problem.count))
    for variable in range(1, problem.count + 1):
        drawn.edge(_name(variable), _name(-variable))
    for number, clause in enumerate(problem.clauses, 1):
        corners = [f"c{number}.{at}" for at in range(1, len(clause) + 1)]
        for corner, literal in zip(corners, clause, strict=True):
            drawn.edge(corner, _name(sign * literal))
        drawn.all_joined(corners)
    return drawn


@between("3sat", "vertexcover", PROJECTED, "GJ 3.1.3")
def three_sat_to_vertex_cover(problem: ThreeSat) -> TargetInstance:
    """An edge for each variable and a triangle for each clause, joined to its literals."""
    k = problem.count + sum(len(clause) - 1 for clause in problem.clauses)
    return TargetInstance(VertexCover(_triangles(problem, 1).graph(), max(k, 0)), _positive(problem.count))


@between("3sat", "independentset", PROJECTED, "GJ 3.1.3")
def three_sat_to_independent_set(problem: ThreeSat) -> TargetInstance:
    """An edge for each variable and a triangle for each clause, joined to the negations of its literals."""
    k = problem.count + len(problem.clauses)
    return TargetInstance(IndependentSet(_triangles(problem, -1).graph(), k), _positive(problem.count))


@between("3sat", "clique", MANY, "Karp")
def three_sat_to_clique(problem: ThreeSat) -> TargetInstance:
    """A literal of each clause, no two of which contradict each other."""
    ends = [(number, literal) for number, clause in enumerate(problem.clauses, 1) for literal in clause]
    names = [f"c{number}.{at}" for at, (number, _) in enumerate(ends, 1)]
    drawn = Drawing(names or ["none"])
    for (one, (a, x)), (other, (b, y)) in combinations(zip(names, ends, strict=True), 2):
        if a != b and x != -y:
            drawn.edge(one, other)

    def back(answer: Sequence[int]) -> tuple[int, ...]:
        true = {literal for (_, literal), value in zip(ends, answer, strict=False) if value}
        return tuple(int(at in true) for at in range(1, problem.count + 1))

    return TargetInstance(Clique(drawn.graph(), len(problem.clauses)), back=back)


@between("3sat", "1in3sat", PROJECTED, "Schaefer, 1978")
def three_sat_to_one_in_three_sat(problem: ThreeSat) -> TargetInstance:
    """Three clauses and four variables for each of three literals."""
    count = problem.count
    clauses: list[tuple[int, ...]] = []
    for clause in problem.clauses:
        if len(clause) == 3:
            (x, y, z), (a, b, c, d) = clause, range(count + 1, count + 5)
            clauses += [(-x, a, b), (y, b, c), (-z, c, d)]
            count += 4
        elif len(clause) == 2:
            (x, y), (a, b) = clause, range(count + 1, count + 3)
            clauses += [(-x, a, b), (y, b)]
            count += 2
        else:
            clauses.append(clause)
    return TargetInstance(OneInThreeSat(count, tuple(clauses)))


@between("3sat", "naesat", MANY, "GJ LO3")
def three_sat_to_nae_sat(problem: ThreeSat) -> TargetInstance:
    """A literal more in each clause, which is false everywhere."""
    false, count = problem.count + 1, problem.count + 1
    clauses: list[tuple[int, ...]] = []
    for clause in problem.clauses:
        if len(clause) == 3:
            count += 1
            a, b, c = clause
            clauses += [(a, b, count), (-count, c, false)]
        else:
            clauses.append((*clause, false))

    def back(answer: Sequence[int]) -> tuple[int, ...]:
        return tuple(int(value != answer[problem.count]) for value in answer[: problem.count])

    return TargetInstance(NaeSat(count, tuple(clauses)), back=back)


# Colouring: the colours of three vertices are given, and called by their numbers.
_TRUTH, _FALSE, _BASE = "true", "false", "base"


def _palette(count: int) -> tuple[Drawing, tuple[tuple[int, int], ...]]:
    """The literals, each joined to the third colour and to its negation."""
    drawn = Drawing([*_literals(count), _TRUTH, _FALSE, _BASE])
    drawn.all_joined((_TRUTH, _FALSE, _BASE))
    for variable in range(1, count + 1):
        drawn.all_joined((_name(variable), _name(-variable), _BASE))
    given = tuple((drawn.place[name], colour) for colour, name in enumerate((_TRUTH, _FALSE, _BASE), 1))
    return drawn, given


def _truths(count: int) -> Shows:
    """The first colour is true, the second false."""
    return [(2 * at, {0: 2, 1: 1}) for at in range(count)]


def _impossible(drawn: Drawing) -> None:
    """A vertex that is joined to all colours."""
    drawn.all_joined((_TRUTH, _FALSE, _BASE, "nothing"))


@between("3sat", "colouring", PROJECTED, "GJ 3.1.4")
def three_sat_to_colouring(problem: ThreeSat) -> TargetInstance:
    """Gadgets that have the colour of true if a literal has it."""
    drawn, given = _palette(problem.count)
    for number, clause in enumerate(problem.clauses, 1):
        if not clause:
            _impossible(drawn)
            continue
        out = _name(clause[0])
        for at, literal in enumerate(clause[1:], 1):
            left, right, top = (f"c{number}.{at}{side}" for side in "lrt")
            drawn.edge(left, out)
            drawn.edge(right, _name(literal))
            drawn.all_joined((left, right, top))
            out = top
        drawn.edge(out, _FALSE)
        drawn.edge(out, _BASE)
    return TargetInstance(Colouring(drawn.graph(), 3, given), _truths(problem.count))


@between("naesat", "colouring", PROJECTED, "Papadimitriou, 1994")
def nae_sat_to_colouring(problem: NaeSat) -> TargetInstance:
    """A triangle for each clause, joined to its literals."""
    drawn, given = _palette(problem.count)
    for number, clause in enumerate(problem.clauses, 1):
        if len(clause) < 3:  # two literals differ; one alone cannot
            different = len(clause) == 2 and clause[0] != clause[1]
            if different:
                drawn.edge(_name(clause[0]), _name(clause[1]))
            else:
                _impossible(drawn)
            continue
        corners = [f"c{number}.{at}" for at in (1, 2, 3)]
        for corner, literal in zip(corners, clause, strict=True):
            drawn.edge(corner, _name(literal))
        drawn.all_joined(corners)
    return TargetInstance(Colouring(drawn.graph(), 3, given), _truths(problem.count))


@between("3sat", "hamiltoniancycle", PROJECTED, "Karp")
def three_sat_to_hamiltonian_cycle(problem: ThreeSat) -> TargetInstance:
    """A row for each variable, passed to the right if it is true; clauses are detours.

    Directed arcs become edges: each point is three vertices in a row, and arcs go from out to in.
    """
    drawn = Drawing()

    def point(name: str) -> None:
        drawn.edge(f"{name}.in", f"{name}.mid")
        drawn.edge(f"{name}.mid", f"{name}.out")

    def arc(one: str, other: str) -> None:
        drawn.edge(f"{one}.out", f"{other}.in")

    for number in range(1, len(problem.clauses) + 1):
        point(f"c{number}")
    ends = []
    for variable in range(1, problem.count + 1):
        detours = [
            (number, literal)
            for number, clause in enumerate(problem.clauses, 1)
            for literal in clause
            if abs(literal) == variable
        ]
        # Two points for each detour, and one before, between and behind these.
        row = [f"x{variable}/{at}" for at in range(max(3 * len(detours) + 1, 2))]
        point(f"s{variable}")
        for name in row:
            point(name)
        for one, other in pairwise(row):
            arc(one, other)
            arc(other, one)
        for at, (number, literal) in enumerate(detours):
            left, right = row[3 * at + 1 : 3 * at + 3]
            if literal < 0:
                left, right = right, left
            arc(left, f"c{number}")
            arc(f"c{number}", right)
        for end in (row[0], row[-1]):
            arc(f"s{variable}", end)
            arc(end, f"s{variable % problem.count + 1}")
        ends.append((f"s{variable}.out", f"{row[0]}.in"))
    target = HamiltonianCycle(drawn.graph())
    place = {edge: at for at, edge in enumerate(target.graph.edges)}
    entries = (tuple(sorted((drawn.place[one], drawn.place[other]))) for one, other in ends)
    return TargetInstance(target, [(place[a, b], _TRUE) for a, b in entries])


@between("3sat", "matching3d", PROJECTED, "Karp; GJ 3.1.2")
def three_sat_to_matching_3d(problem: ThreeSat) -> TargetInstance:
    """A wheel for each variable, whose free tips clauses take; the remaining tips are collected."""
    clauses, count = problem.clauses, problem.count
    tips = max(len(clauses), 1)
    spare = tips * count - len(clauses)

    def tip(literal: Literal, at: int) -> int:
        return (2 * (abs(literal) - 1) + (literal < 0)) * tips + at + 1

    triples: dict[tuple[int, int, int], None] = {}
    shows = []
    for variable in range(1, count + 1):
        first = (variable - 1) * tips
        shows.append((len(triples), _TRUE))
        for at in range(tips):
            # If the variable is true, the wheel takes the tips of its negation.
            triples[tip(-variable, at), first + at + 1, first + at + 1] = None
            triples[tip(variable, at), first + (at + 1) % tips + 1, first + at + 1] = None
    inner = tips * count
    for number, clause in enumerate(clauses):
        for literal in clause:
            triples[tip(literal, number), inner + number + 1, inner + number + 1] = None
    outer = inner + len(clauses)
    for number in range(1, spare + 1):
        for every in range(1, 2 * inner + 1):
            triples[every, outer + number, outer + number] = None
    return TargetInstance(Matching3D(2 * inner, tuple(triples)), shows)


@between("cnf", "3sat", EXACT, "Karp")
def cnf_to_three_sat(problem: Cnf) -> TargetInstance:
    """New variables stand for the beginnings of long clauses."""
    problem.complete("3-satisfiability")
    count = max(problem.variable_count, 1)
    clauses: list[tuple[int, ...]] = [] if problem.variable_count else [(1,)]
    for clause in map(tuple, problem.clauses):
        while len(clause) > 3:
            count += 1
            a, b, *rest = clause
            clauses += [(-count, a, b), (count, -a), (count, -b)]
            clause = (count, *rest)
        clauses.append(clause)
    try:
        return TargetInstance(ThreeSat(count, tuple(clauses)), same(problem.variable_count))
    except ValueError as error:
        raise ReductionError(str(error)) from None


@between("naesat", "3sat", EXACT, "GJ LO3")
def nae_sat_to_three_sat(problem: NaeSat) -> TargetInstance:
    """Each clause, and the same with all literals negated."""
    negated = (tuple(-literal for literal in clause) for clause in problem.clauses)
    target = ThreeSat(problem.count, (*problem.clauses, *negated))
    return TargetInstance(target)


@between("1in3sat", "subsetsum", EXACT, "GJ SP13")
def one_in_three_sat_to_subset_sum(problem: OneInThreeSat) -> TargetInstance:
    """A number for each literal, a digit for each variable and clause."""
    rows = [_literal_row(problem, literal) for at in range(1, problem.count + 1) for literal in (at, -at)]
    sums = [1] * (problem.count + len(problem.clauses))
    return TargetInstance(subset_sum(rows, sums, 10), _positive(problem.count))


@between("3sat", "subsetsum", EXACT, "GJ SP13")
def three_sat_to_subset_sum(problem: ThreeSat) -> TargetInstance:
    """The same, and the numbers 1 and 2 fill each clause up to 4."""
    rows = [_literal_row(problem, literal) for at in range(1, problem.count + 1) for literal in (at, -at)]
    for number in range(len(problem.clauses)):
        for digit in (1, 2):
            clauses = [digit if at == number else 0 for at in range(len(problem.clauses))]
            rows.append([*[0] * problem.count, *clauses])
    sums = [*[1] * problem.count, *[4] * len(problem.clauses)]
    return TargetInstance(subset_sum(rows, sums, 10), _positive(problem.count))


def _literal_row(problem: Any, literal: int) -> list[int]:
    variables = [int(at == abs(literal)) for at in range(1, problem.count + 1)]
    return [*variables, *(clause.count(literal) for clause in problem.clauses)]
