"""The second statement of labelled rules: of each form of rule, the boards that obey it and no others."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from drawn_rules import CELLS, RULES
from instances import in_case

from coversat.certificates.statement.labelled import LabelledStatement, labelled_statement
from coversat.primitives import Values
from coversat.primitives.meaning import holds
from coversat.primitives.models import GridModel, Rule
from coversat.problems.cnf.rules import Cnf
from coversat.solvers.sat.sat import CADICAL, SatCalls
from coversat.solvers.solver import NO_LIMITS, Meter


def boards_of(statement: LabelledStatement) -> list[Values]:
    """All boards that it allows, where its graphs are connected."""
    clauses = (
        clause
        for literals, degree in statement.premises()
        for clause in combinations(literals, len(literals) - degree + 1)
    )
    formula = Cnf(statement.variable_count, tuple(clauses), graphs=tuple(statement.graphs))
    found: list[Values] = []
    with SatCalls(CADICAL, formula, Meter(NO_LIMITS)) as calls:
        while calls.solve():
            true = set(calls.model())
            shown = [one for one, literal in statement.shows.items() if literal in true]
            found.append(dict(shown))
            calls.add(tuple(-statement.shows[one] for one in shown))
    return found


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("graphs", [False, True])
def test_a_rule_is_stated_as_it_is_meant(name: str, graphs: bool) -> None:
    """With what is connected in clauses and as graphs."""
    values, draw = RULES[name]
    chance = random.Random(name)
    for _ in range(5):
        rule = draw(chance)
        held = range(min(values, 3))
        domains = {cell: tuple(sorted(chance.sample(held, chance.randint(2, len(held))))) for cell in CELLS}
        with in_case((rule, domains)):
            statement = labelled_statement(GridModel(None, 2, 3, domains, [Rule("rule", rule)]), graphs)
            if name in ("connected", "rooted", "areas"):
                assert bool(statement.graphs) == graphs
            boards = (dict(zip(domains, board, strict=True)) for board in product(*domains.values()))
            expected = [tuple(board.values()) for board in boards if holds(rule, board)]
            assert sorted(tuple(board[cell] for cell in CELLS) for board in boards_of(statement)) == expected
