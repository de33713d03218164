"""Vertex elimination and distances: published counts, sizes, what propagates, and the second statement."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice, product
from typing import Any

import pytest
from each import each
from instances import instances
from pysat.solvers import Solver

from coversat.answering.questions import decide as check
from coversat.answering.routes import find_path, find_route
from coversat.answering.running import run
from coversat.answering.turns import turns
from coversat.base.deadline import Deadline
from coversat.base.errors import CertificateError
from coversat.certificates.statement import agreement
from coversat.certificates.statement.connected import _leaving
from coversat.certificates.statement.rows import rows_of_formula
from coversat.kinds import turns as turns_of_kinds
from coversat.primitives import AreasBySize, Connected
from coversat.primitives.meaning import holds
from coversat.problems import KINDS, problem_class, read
from coversat.problems.cnf.connectivity import Connectivity
from coversat.problems.cnf.rules import Cnf
from coversat.reductions import elimination
from coversat.reductions.areas import add_areas
from coversat.reductions.cnf_builder import CnfBuilder
from coversat.reductions.connectivity import add_connected
from coversat.reductions.elimination import TAPS, add_distances, add_eliminated, elimination_order
from coversat.reductions.encoders import ENCODERS_OF_GRAPHS
from coversat.reductions.paths import apply_path
from coversat.solvers import found_by, solvers_of

Add = Callable[[CnfBuilder, Connectivity], None]
Near = tuple[tuple[int, ...], ...]
ENCODINGS = {"elimination": add_eliminated, "distances": add_distances}


def grid(rows: int, columns: int) -> Near:
    at = {cell: number for number, cell in enumerate(product(range(rows), range(columns)))}
    return tuple(
        tuple(at[one] for one in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if one in at) for r, c in at
    )


def links_of(near: Near) -> list[tuple[int, int]]:
    return [(a, b) for a, those in enumerate(near) for b in those if a < b]


def by_chance(size: int, links: int, seed: int) -> Near:
    chance = random.Random(seed)
    those = chance.sample(list(combinations(range(size), 2)), links)
    return tuple(tuple(b if a == at else a for a, b in those if at in (a, b)) for at in range(size))


WHEEL: Near = (*(((at + 1) % 6, (at - 1) % 6, 6) for at in range(6)), tuple(range(6)))


def area(near: Near, add: Add, roots: tuple[int, ...] = ()) -> CnfBuilder:
    formula = CnfBuilder()
    add(formula, Connectivity("", tuple(formula.variables(len(near))), near, roots))
    return formula


def loop(points: Near, add: Add, degrees: bool = True) -> CnfBuilder:
    """The edges of a graph form one loop, or are only connected."""
    formula = CnfBuilder()
    edges = links_of(points)
    literals = formula.variables(len(edges))
    at_point = [[at for at, edge in enumerate(edges) if point in edge] for point in range(len(points))]
    if degrees:
        formula.add(*literals)
        for those in at_point:
            for at in those:
                formula.add(-literals[at], *(literals[other] for other in those if other != at))
            formula.add_all(tuple(-literals[at] for at in three) for three in combinations(those, 3))
    ends = [(len(edges) + a, len(edges) + b) for a, b in edges]
    add(formula, Connectivity("", (*literals, *[None] * len(points)), (*ends, *map(tuple, at_point))))
    return formula


def models(formula: CnfBuilder | Cnf) -> Iterator[list[int]]:
    cnf = formula if isinstance(formula, Cnf) else formula.cnf(())
    every = [(at, -at) for at in range(1, cnf.variable_count + 1)]  # so that each has a value
    with Solver("minisat22", bootstrap_with=[*cnf.clauses, *every]) as solver:
        yield from solver.enum_models()


def count(formula: CnfBuilder | Cnf) -> int:
    """Of all models, those that differ in auxiliary variables included."""
    return sum(1 for _ in models(formula))


def is_connected(true: set[int], near: Near, roots: tuple[int, ...]) -> bool:
    left, start = set(true), [root for root in roots if root in true] if roots else [*true][:1]
    while start:
        at = start.pop()
        left.discard(at)
        start += left.intersection(near[at])
    return not left


@each("name", ENCODINGS)
def test_published_numbers_of_models(name: str) -> None:
    """OEIS A140517 and A059525, of squares; all variables are determined."""
    for sides, number in (((3, 3), 13), ((3, 4), 40)):
        assert count(loop(grid(*sides), ENCODINGS[name])) == number
    assert count(area(grid(3, 3), ENCODINGS[name])) == 219


@pytest.mark.thorough
def test_published_numbers_of_many_models() -> None:
    for add in ENCODINGS.values():
        assert count(loop(grid(4, 4), add)) == 213
        assert count(loop(grid(5, 4), add)) == 1049
        assert count(area(grid(3, 4), add)) == 1127
    assert count(loop(grid(5, 5), add_eliminated)) == 9349
    assert count(area(grid(4, 4), add_eliminated)) == 11507


@each("name", ENCODINGS)
def test_graphs_with_roots(name: str) -> None:
    for near in (grid(2, 3), WHEEL, by_chance(9, 14, 1), by_chance(9, 8, 2), by_chance(5, 0, 3)):
        size = len(near)
        for roots in ((), (0,), (0, size - 1)):
            sets = ({at for at in range(size) if bits >> at & 1} for bits in range(1 << size))
            right = {frozenset(one) for one in sets if is_connected(one, near, roots)}
            found = [
                frozenset(at for at in range(size) if model[at] > 0)
                for model in models(area(near, ENCODINGS[name], roots))
            ]
            assert len(found) == len(right)
            assert set(found) == right


@pytest.mark.thorough
@each("name", ENCODINGS)
def test_edges_that_are_linked_where_they_meet(name: str) -> None:
    """Paths of a numberlink and of a graph: by their ends, which takes fewer clauses than links would."""
    points = grid(3, 3)
    edges = [((0, a), (0, b)) for a, b in links_of(points)]
    links = tuple(pair for pair in combinations(edges, 2) if set(pair[0]) & set(pair[1]))
    for roots, those in (((), links), ((edges[0], edges[5]), links), ((), links[1:])):
        primitive = Connected(tuple(edges), (1,), those, roots)
        formula = CnfBuilder()
        literal = dict(zip(edges, formula.variables(len(edges)), strict=True))
        add_connected(formula, lambda edge: {1: literal[edge]}, primitive, "", ENCODINGS[name])  # noqa: B023
        values = product((0, 1), repeat=len(edges))
        right = sum(holds(primitive, dict(zip(edges, one, strict=True))) for one in values)
        assert count(formula) == right


# Sizes


def by(name: str, problem: Any) -> Any:
    return apply_path(find_path(problem.kind, name), problem)


def blank(kind: str, rows: int, columns: int) -> Any:
    return problem_class(kind)(((None,) * columns,) * rows)


TREE = 40_675
"""The clauses of a slitherlink of 12x12 by parents with smaller numbers, an encoding of class Q."""


@pytest.mark.thorough
def test_formulas_are_short() -> None:
    """Whole formulas of boards without clues, as figures in the manual have them or below."""
    for side, most in ((8, 6_391), (12, 20_615), (20, 108_941)):
        assert len(by("cnf:elimination", blank("slitherlink", side, side)).target.clauses) <= most
    for side, most in ((8, 3_270), (12, 13_245), (20, 83_037)):
        assert len(by("cnf:elimination", blank("hitori", side, side)).target.clauses) <= most
    board = blank("slitherlink", 12, 12)
    assert len(by("cnf:elimination", board).target.clauses) <= TREE / 2
    assert len(by("cnf:colours", board).target.clauses) <= 29_661
    assert area(grid(20, 20), add_distances).clause_count <= 1.1 * 47_634  # 1.1 times such a tree


def test_too_large_graphs_are_stated_by_distances(monkeypatch: pytest.MonkeyPatch) -> None:
    near = grid(4, 5)
    plain = area(near, add_distances).cnf(()).clauses
    assert area(near, add_eliminated).clause_count < len(plain)
    monkeypatch.setattr(elimination, "MOST_TRIANGLES", 40)
    elimination_order.cache_clear()
    assert tuple(area(near, add_eliminated).cnf(()).clauses) == tuple(plain)
    elimination_order.cache_clear()


def test_registers_have_full_periods() -> None:
    """Their polynomials are primitive, and the clauses of a step are those of the register."""
    chance = random.Random(4)
    for width, tap in TAPS.items():
        polynomial, period = 1 << width | 1 << tap | 1, (1 << width) - 1
        assert power_of_x(period, polynomial) == 1
        for prime in prime_factors(period):
            assert power_of_x(period // prime, polynomial) != 1
        state = [chance.randrange(2) for _ in range(width)]
        after = [state[-1] ^ state[tap - 1], *state[:-1]]
        bits = [at if bit else -at for at, bit in enumerate((*state, *after), 1)]
        clauses = list(elimination._following(range(1, width + 1), range(width + 1, 2 * width + 1)))
        for changed in (0, *bits[width:]):
            held = {-bit if bit == changed else bit for bit in bits}
            assert all(held.intersection(clause) for clause in clauses) == (not changed)


def power_of_x(exponent: int, polynomial: int) -> int:
    """The power of x modulo a polynomial over two elements, whose bits are its coefficients."""
    found, square = 1, 2
    while exponent:
        if exponent & 1:
            found = product_of(found, square, polynomial)
        square = product_of(square, square, polynomial)
        exponent >>= 1
    return found


def product_of(one: int, other: int, polynomial: int) -> int:
    found = 0
    for at in reversed(range(one.bit_length())):
        found = found << 1 ^ (other if one >> at & 1 else 0)
        if found.bit_length() == polynomial.bit_length():
            found ^= polynomial
    return found


def prime_factors(number: int) -> set[int]:
    found, divisor = set(), 2
    while divisor * divisor <= number:
        while number % divisor == 0:
            found.add(divisor)
            number //= divisor
        divisor += 1
    return found | ({number} - {1})


def test_orders_have_least_fill() -> None:
    """As a second program finds them, on boards and on graphs by chance, with a last vertex and without."""
    for near in (grid(5, 6), WHEEL, *(by_chance(14, 20, seed) for seed in range(20))):
        links = links_of(near)
        for last in (None, 3):
            order = elimination_order(len(near), frozenset(links), last)
            assert order is not None
            found = [(vertex, list(those)) for vertex, those in order]
            assert found == list(_leaving(range(len(near)), map(frozenset, links), last))


# Models are answers

GRAPHS = [kind for kind in KINDS if getattr(problem_class(kind), "has_graphs", False)]


@pytest.mark.thorough
@each("kind", GRAPHS)
def test_models_are_answers(kind: str) -> None:
    """On tiny boards, as many as brute force finds; in numberlinks, empty cells have any hidden number."""
    seen = 0
    names = [name for name in ENCODERS_OF_GRAPHS if name != "cuts" and (name != "colours" or faces(kind))]
    for instance, name in product(instances(kind), names):
        reduction = by(f"cnf:{name}", instance.problem)
        formula: Cnf = reduction.target
        found = set()
        for number, model in enumerate(models(formula), 1):
            found.add(reduction.decode(tuple(model)))
            assert number == len(found) or kind == "numberlink"
        assert found == instance.answers
        seen += len(found)
    assert seen > 5


def faces(kind: str) -> bool:
    return bool(getattr(problem_class(kind), "has_faces", False))


def test_areas_of_given_sizes() -> None:
    """Values that need not occur, that no cell is asked about, and that are too large."""
    cells = tuple(product(range(2), range(3)))
    links = tuple((a, b) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1)
    for values, domain in (((), (1, 2, 3)), ((2, 3), (1, 2, 3)), ((), (0, 1, 6)), ((1, 9), (1, 2, 9))):
        primitive = AreasBySize(cells, links, values)
        formula = CnfBuilder()
        held = {cell: dict(zip(domain, formula.variables(len(domain)), strict=True)) for cell in cells}
        for place in held.values():
            formula.exactly_one(tuple(place.values()))
        add_areas(formula, held.__getitem__, primitive, "", add_eliminated)
        fillings = (dict(zip(cells, one, strict=True)) for one in product(domain, repeat=len(cells)))
        assert count(formula) == sum(holds(primitive, one) for one in fillings)


@pytest.mark.thorough
@each("clue", [12, 13, 14, 17])
def test_large_islands(clue: int) -> None:
    """Without the limit of steps, which their size implies: as many answers as the frontier search finds."""
    unknown = "?" if clue < 15 else "-"
    text = f"nurikabe 4 5\n- - - - -\n- {clue} - - -\n- - - - -\n- - - - {unknown}\n"
    (problem,) = read(text).problems
    (search,) = solvers_of("nurikabe")
    right = set(found_by(search, problem).answers)
    assert right
    for name in ("cuts", "elimination", "distances"):
        assert set(run(problem, find_route("nurikabe", f"cnf:{name}")).findings.answers) == right


def test_hard_nurikabes_are_stated_by_distances(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = ["- - - - - 3", "- - - 5 - -", "- 5 - - - -", "- - 4 - - 3", *["- - - - - -"] * 2]
    (problem,) = read("\n".join(["nurikabe 6 6", *rows, ""])).problems
    names = [turn.route for turn in islice(turns(problem), 3)]
    assert names == ["cnf:cuts", "cnf:distances", "cnf:cuts"]
    verdict = check(problem).verdict
    monkeypatch.setattr(turns_of_kinds, "FIRST", 1)
    found = check(problem)
    assert found.verdict == verdict
    assert found.route == "cnf:distances/cadical195"


# What unit propagation finds


def found_of(formula: CnfBuilder, size: int, right: Sequence[frozenset[int]], chance: random.Random) -> Any:
    """Of the literals that follow from some known ones, the share that propagates; and of contradictions."""
    follow = found = refuted = refutable = 0
    always = formula.variable_count + 1
    with Solver("minisat22") as solver:
        for clause in formula.cnf(()).clauses:
            solver.add_clause(clause if len(clause) > 1 else [*clause, -always])
        for _ in range(400):
            base = chance.choice(right)
            known = [x for x in base if chance.random() < chance.choice((0.3, 0.5, 0.7))]
            if chance.random() < 0.3:
                known = [-x if chance.random() < 0.06 else x for x in known]
            left = [one for one in right if one.issuperset(known)]
            consistent, true = solver.propagate([always, *known])
            if left:
                assert consistent
                same = frozenset.intersection(*left) - set(known)
                assert not {-x for x in same} & set(true)
                follow, found = follow + len(same), found + len(same.intersection(true))
            else:
                refutable, refuted = refutable + 1, refuted + (not consistent)
    return found / follow, refuted / refutable


STRENGTH = [
    # The figures in the manual, of 3x4 cells and of 4x4 points.
    ("area", "elimination", 0.83, 0.99),
    ("area", "distances", 0.44, 0.99),
    ("loop", "elimination", 0.97, 0.99),
    ("loop", "distances", 0.96, 0.91),
]


@pytest.mark.thorough
@each(("shape", "name", "least", "refuted"), STRENGTH)
def test_what_unit_propagation_finds(shape: str, name: str, least: float, refuted: float) -> None:
    near = grid(3, 4) if shape == "area" else grid(4, 4)
    formula = (area if shape == "area" else loop)(near, ENCODINGS[name])
    size = len(near) if shape == "area" else len(links_of(near))
    right = [frozenset(model[:size]) for model in models(formula)]
    found = found_of(formula, size, right, random.Random(3))
    assert found[0] >= least
    assert found[1] >= refuted


# The second statement


@pytest.mark.thorough
@each("kind", ["hitori", "kurodoko", "simpleloop", "masyu"])
def test_larger_boards_are_compared_with_a_second_statement(kind: str) -> None:
    problem = blank(kind, 5, 6)
    reduction = by("cnf:elimination", problem)
    found = agreement(problem, rows_of_formula(reduction.target, reduction), Deadline(60))
    assert "follow from one another" in found


@pytest.mark.thorough
@each("text", ["hitori 3 3\n- 1 1\n2 - -\n- - 2\n", "simpleloop 3 4\n- - - -\n- - - -\n- - - -\n"])
def test_changed_formulas_are_refused_exactly_where_they_have_other_answers(text: str) -> None:
    """A clause left out, or a literal turned round, by brute force over all models."""
    (problem,) = read(text).problems
    reduction = by("cnf:elimination", problem)
    formula: Cnf = reduction.target
    chance, seen = random.Random(11), set()

    def answers(changed: Cnf) -> set[Any]:
        return set(map(reduction.decode, projected(changed)))

    right = answers(formula)
    for turn in range(16):
        clauses = list(formula.clauses)
        at = chance.randrange(len(clauses))
        clauses[at : at + 1] = () if turn % 2 else [(-clauses[at][0], *clauses[at][1:])]
        changed = replace(formula, clauses=tuple(clauses))
        same = answers(changed) == right
        seen.add(same)
        try:
            agreement(problem, rows_of_formula(changed, reduction), Deadline(60))
        except CertificateError:
            assert not same
        else:
            assert same
    assert seen == {True, False}


def projected(formula: Cnf) -> Iterator[tuple[int, ...]]:
    with Solver("glucose4", bootstrap_with=formula.clauses) as solver:
        while solver.solve():
            model = solver.get_model()
            yield tuple(model)
            solver.add_clause([-model[at - 1] for at in formula.shown_variables])
