"""Steps that claim what is false, by arguments and cuts about graphs: refused, of every kind that has graphs.

Each is offered where a forger is best off: a checker knows all that one answer says, except of one place; and
the step claims that the place is not as it is in this answer, by every rule and one argument or cut. What
follows cannot be false, so all are refused, whatever else is named.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from instances import in_case, instances
from kinds.csp import WITHOUT_COVERS

from coversat import load_kind
from coversat.base.errors import ReductionError
from coversat.certificates.step_files import checker_of, verify_steps
from coversat.primitives.meaning import holds
from coversat.problems import KINDS, AnyProblem
from coversat.problems.cnf.connectivity import Connectivity, Cut
from coversat.proofs.steps import ClaimedArgument, ClaimedStep
from coversat.proofs.verification import ProofError
from coversat.reductions.rule_clauses import RuleClauses, labelled_rules, rule_clauses
from coversat.solvers.sat.sat import complete_model

WITH_GRAPHS = (
    *("fillomino", "hamiltoniancycle", "hamiltonianpath", "heyawake", "hitori", "kurodoko", "masyu"),
    *("nurikabe", "numberlink", "simpleloop", "slitherlink", "yajilin", "yinyang"),
)
ELEMENTS, PARTS, CUTS, RULES = 3, 4, 8, 4
"""Of each graph of an answer: the true elements that are denied, and what is claimed of each."""

OF_A_USER = """
import coversat
from coversat.primitives import AreasBySize, Connected, Or, equals

class Parcels(coversat.GridPuzzle):
    "Numbers say how large their areas are; the 3s are connected, or a 1 is in the corner."
    symbols = (1, 2, 3)
    values = {1: "1", 2: "2", 3: "3"}

    def model(self):
        cells = tuple(self.cells())
        beside = tuple((a, b) for a in cells for b in self.neighbours(a) if a < b)
        yield self.rule("areas have their size", AreasBySize(cells, beside))
        yield self.rule("corner", Or(((Connected(cells, (3,), beside),), (equals((0, 0), 1),))))
        for cell, number in self.clued():
            yield self.rule("{cell} is {number}", equals(cell, number), cell, cell=cell, number=number)

    def wrong(self, held):
        return iter(())
"""


def test_these_are_the_kinds_with_graphs() -> None:
    found = set()
    for kind in KINDS:
        try:
            if any(rule_clauses(one.problem).graphs for one in islice(instances(kind), 3)):
                found.add(kind)
        except ReductionError:
            continue
    assert found - {"csp"} == {*WITH_GRAPHS}


def models(problem: AnyProblem, formula: RuleClauses, answers: Any) -> Iterator[frozenset[int]]:
    """The true literals of answers, with hidden cells by which the graphs are connected."""
    model = labelled_rules(problem)
    of_place = {place.name: place.literals for place in formula.places}
    for answer in answers:
        shown = [
            of_place[model.name_of(at)][model.shown_value(at, value)]
            for at, value in model.values_of(answer)
            if model.name_of(at) in of_place
        ]
        found = complete_model(formula.formula, tuple(shown))
        if found and not any([*graph.loose_pieces({*found})] for graph in formula.graphs):
            yield frozenset(found)


def arguments(
    graph: Connectivity, at: int, true: frozenset[int], labels: tuple[str, ...], chance: random.Random
) -> Iterator[ClaimedArgument]:
    """Pieces without an element, and other parts, said to be closed; and parities of some rules."""
    parts = [list(piece) for piece in graph.pieces(true)]
    numbers = range(len(graph.literals))
    parts += [chance.sample(numbers, chance.randint(1, min(4, len(numbers)))) for _ in range(PARTS)]
    yield from (ClaimedArgument("closed", labels, at, tuple(part)) for part in parts if part)
    for size in (1, 2, 3, *range(4, 4 + RULES)):
        yield ClaimedArgument("parity", tuple(chance.sample(labels, min(size, len(labels)))))


def cuts(graph: Connectivity, at: int, denied: int, chance: random.Random) -> Iterator[Cut]:
    """From the denied element and from others: borders that are what is beside them, or anything."""
    numbers = range(len(graph.literals))
    for _ in range(CUTS):
        a, z = chance.choice([denied, *numbers]), chance.choice([None, denied, *numbers])
        some = chance.sample(numbers, len(numbers) // 2)
        border = {*chance.choice([graph.neighbours[a], some])}
        yield Cut(at, a, z, tuple(sorted(border - {a, z})))


def assert_nothing_false(problem: AnyProblem, answers: Any) -> int:
    """How many false steps were refused."""
    formula = rule_clauses(problem)
    chance = random.Random(str(problem))
    of_places = [{*map(abs, literals.values())} for literals in formula.literals]
    places = {variable: those for those in of_places for variable in those}
    count = 0
    for true in models(problem, formula, answers):
        checker = checker_of(formula)
        for at, graph in enumerate(formula.graphs):
            there = [n for n, x in enumerate(graph.literals) if x in true and abs(x or 0) in places]
            for element in chance.sample(there, min(ELEMENTS, len(there))):
                denied = graph.literals[element] or 0
                checker.known = {x for x in true if abs(x) in places and abs(x) not in places[abs(denied)]}
                without = true - {denied}
                claims: list[Any] = [
                    *({"arguments": (one,)} for one in arguments(graph, at, without, formula.labels, chance)),
                    *({"cuts": (one,)} for one in cuts(graph, at, element, chance)),
                ]
                for claim in claims:
                    with in_case(claim), pytest.raises(ProofError):
                        checker.check(ClaimedStep((-denied,), formula.labels, **claim))
                    count += 1
    return count


@pytest.mark.parametrize("kind", WITH_GRAPHS)
def test_false_steps_are_refused(kind: str) -> None:
    chance = random.Random(kind)
    count = 0
    for one in (one for one in instances(kind) if one.answers):
        with in_case(one.name):
            count += assert_nothing_false(one.problem, [chance.choice(sorted(one.answers))])
    assert count


def by_meaning(problem: AnyProblem) -> list[Any]:
    """Every choice of values for which each rule holds by what it means."""
    model = labelled_rules(problem)
    chosen = (dict(zip(model.domains, values, strict=True)) for values in product(*model.domains.values()))
    return [
        model.answer_of(values.items())
        for values in chosen
        if all(holds(rule.primitive, values) for rule in model.rules)
    ]


def test_false_steps_of_kinds_and_models_of_users_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "parcels.py"
    file.write_text(OF_A_USER)
    parcels: Any = load_kind(file)
    puzzles = [parcels.parse(text) for text in ("parcels 1 4\n1 2 - 1\n", "parcels 2 3\n3 - -\n- - -\n")]
    for problem in (*puzzles, *(WITHOUT_COVERS[name] for name in ("an area", "sizes", "a loop"))):
        assert assert_nothing_false(problem, by_meaning(problem)[:2])


def test_a_closed_area_does_not_exclude_others_of_its_size() -> None:
    """1 2 2 1 is the answer; the first 1 is a whole area."""
    closed = {"name": "closed", "rules": ["areas of 1 have 1 cell"], "graph": 0, "elements": [0]}
    last = {"place": "r1c4", "value": 1, "holds": False}
    first = {"conclusions": [last], "rules": closed["rules"], "arguments": [closed]}
    steps = [first, {"conclusions": [], "rules": ["r1c4 is 1"]}]
    data = {"format": "coversat steps 1", "kind": "fillomino", "puzzle": "fillomino 1 4\n1 2 - 1\n"}
    examined = verify_steps(json.dumps(data | {"outcome": "none", "steps": steps}))
    assert examined.accepted is False
    assert examined.reason == "step 1: an argument is about a graph of another form"
