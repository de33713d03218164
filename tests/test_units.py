"""Unit propagation that notes rules: the compiled one, its twin, and all assignments."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from coversat.problems.cnf.connectivity import Connectivity
from coversat.solvers.sat.units import PlainUnits


@pytest.mark.thorough
def test_compiled_propagation_does_what_its_twin_does() -> None:
    kernel = pytest.importorskip("coversat.solvers.sat._units_kernel")
    rng, found = random.Random(7), Counter[str]()

    def some(most: int) -> list[int]:
        return [rng.choice((x, -x)) for x in rng.sample(range(1, 11), rng.randint(1, most))]

    for _ in range(400):
        clauses, rules = (
            [some(3) for _ in range(25)],
            [rng.randint(-1, 6) for _ in range(25)],
        )  # and rule 7 has none
        both = PlainUnits(10, 8, clauses, rules), kernel.Units(10, 8, clauses, rules)
        known = some(3)
        for at, x in enumerate(known[:-1]):
            for one in both:
                one.hold(x, range(at))
        for _ in range(6):
            assumed, most = some(2), rng.randint(0, 6)
            allowed = rng.choice((None, rng.sample(range(8), 5)))
            expected, result = (one.refute(assumed, most, allowed, explained=True) for one in both)
            assert result == expected
            found["nothing" if expected[0] is None else "refuted"] += 1
        chosen, variables = sorted(rng.sample(range(8), rng.randint(1, 5))), sorted(map(abs, some(10)))
        held = {x for at, x in enumerate(known[:-1]) if {*range(at)} <= {*chosen}}
        of = list(zip(clauses, rules, strict=True))
        reached = {*variables, *(abs(x) for clause, rule in of if rule in chosen for x in clause)}
        for clause, _ in [
            one for one in of if one[1] < 0
        ] * 10:  # those without a rule, if they are connected
            reached |= {*map(abs, clause)} if reached & {*map(abs, clause)} else set()
        own = [clause for clause, rule in of if rule in chosen or (rule < 0 and abs(clause[0]) in reached)]
        fillings = (set(filling) for filling in product(*((x, -x) for x in range(1, 11))))
        models = [one for one in fillings if held <= one and all(one & {*clause} for clause in own)]
        implied = [x for v in variables for x in (v, -v) if all(x in one for one in models)]
        assert both[1].consequences(chosen, variables) == (implied if models else None)
        found["none" if not models else "implied" if implied else "free"] += 1
    assert len(found) == 5, found
    assert min(found.values()) > 10, found


def connected(count: int, pairs: list[tuple[int, int]], inside: set[int]) -> list[set[int]]:
    """The pieces of the elements inside, by joining those of each pair."""
    pieces = [{at} for at in range(count) if at in inside]
    for pair in pairs:
        both = [piece for piece in pieces if piece.intersection(pair)]
        if len(both) == 2 and inside.issuperset(pair):
            pieces = [piece for piece in pieces if piece not in both] + [both[0] | both[1]]
    return pieces


def test_chains_hold_what_follows_and_see_what_is_cut_off() -> None:
    kernel = pytest.importorskip("coversat.solvers.sat._units_kernel")
    rng, found = random.Random(11), Counter[str]()
    for _ in range(300):
        clauses = [[rng.choice((x, -x)) for x in rng.sample(range(1, 13), 3)] for _ in range(20)]
        rules = [rng.randint(-1, 5) for _ in clauses]
        elements = tuple(rng.choice((None, 0, x, -x)) for x in range(1, 9))
        pairs = [(a, b) for a in range(8) for b in range(a) if rng.random() < 0.3]
        beside = tuple(tuple(a + b - at for a, b in pairs if at in (a, b)) for at in range(8))
        roots = tuple(rng.sample(range(8), rng.randint(0, 2)))
        graph = Connectivity("graph", elements, beside, roots, rng.choice(((), (9,))))
        made = 12, 6, clauses, rules, range(1, 10), (graph, graph._replace(size=2))
        both = PlainUnits(*made), kernel.Units(*made)
        known = [rng.choice((x, -x)) for x in rng.sample(range(1, 10), 3)]
        derived, contradiction = both[0].learn(known)
        assert both[1].learn(known) == (derived, contradiction)
        allowed = rng.choice((range(6), rng.sample(range(6), 4)))
        own = [{*clause} for clause, rule in zip(clauses, rules, strict=True) if rule in (-1, *allowed)]
        held = {*known, *(x for x, needs in derived if {*needs} <= {*allowed})}
        for one in both:
            one.restrict(None if len(allowed) == 6 else allowed)
        trail: set[int] = set()
        for x in rng.sample([x for v in range(1, 13) for x in (v, -v)], 4):
            assert [both[0].holds(y) for y in (x, -x)] == [y in held for y in (x, -x)]
            if x in held or -x in held:
                continue
            new, reasons, violated = both[0].suppose(x)
            assert both[1].suppose(x) == (new, reasons, violated)
            for y, number in zip(new, reasons, strict=True):  # each follows from those before
                assert y == x or {z for z in clauses[number] if -z not in held} == {y}
                held.add(y)
                trail.add(y)
            if violated >= 0:
                assert all(-z in held for z in clauses[violated])
                found["violated"] += 1
                break
            for clause in own:  # nothing else follows
                free = {z for z in clause if -z not in held}
                assert free & held or len(free) > 1 or not any(-z in trail for z in clause)
            true = {at for at, y in enumerate(elements) if y == 0 or y in held}
            pieces = connected(8, pairs, {at for at, y in enumerate(elements) if not y or -y not in held})
            parts = [piece for piece in pieces if piece & true and not piece.intersection(roots)]
            is_apart = len(parts) > (not roots) and all(-y in held for y in graph.unless)
            assert both[0].disconnected() == both[1].disconnected() == [0, 1][not is_apart :]
            found["apart" if is_apart else "together"] += 1
        for one in both:
            one.forget(0)
            one.restrict(None)
            left = {x for v in range(1, 13) for x in (v, -v) if one.holds(x)}
            assert left == {*known, *(x for x, _ in derived)}
        found["contradictory" if contradiction else "derived" if derived else "nothing"] += 1
    assert len(found) == 6, found
    assert min(found.values()) > 3, found
