"""Unit propagation that notes rules: the compiled one, its twin, and all assignments."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from coversat.solvers.units import PlainUnits


def test_compiled_propagation_does_what_its_twin_does() -> None:
    kernel = pytest.importorskip("coversat.solvers._units_kernel")
    rng, found = random.Random(7), Counter[str]()

    def some(most: int) -> list[int]:
        return [rng.choice((x, -x)) for x in rng.sample(range(1, 11), rng.randint(1, most))]

    for _ in range(400):
        clauses, rules = [some(3) for _ in range(25)], [rng.randint(-1, 6) for _ in range(24)] + [6]
        both = PlainUnits(10, clauses, rules), kernel.Units(10, clauses, rules)
        known = some(3)
        for at, x in enumerate(known[:-1]):
            for one in both:
                one.hold(x, range(at))
        for _ in range(6):
            assumed, most = some(2), rng.randint(0, 6)
            allowed = rng.choice((None, rng.sample(range(7), 5)))
            expected, result = (one.refute(assumed, most, allowed, explained=True) for one in both)
            assert result == expected
            found["nothing" if expected[0] is None else "refuted"] += 1
        chosen, variables = sorted(rng.sample(range(7), rng.randint(1, 5))), sorted(map(abs, some(10)))
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
