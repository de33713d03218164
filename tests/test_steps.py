"""Solving steps: each holds in all fillings that its rules allow, and is as small as it can be."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations, product
from math import prod
from pathlib import Path
from typing import Any

import pytest
from each import each
from example_files import EXAMPLES
from instances import has_text, in_case, instances, projected
from step_cases import OUTCOMES, PUZZLES, steps_of

import coversat
from coversat.base.deadline import Deadline
from coversat.certificates.step_files import checker_of, literals_of, step_of, verify_steps
from coversat.primitives import AllDifferent, Count, Or, Sum, Table, scope
from coversat.primitives.meaning import holds
from coversat.primitives.models import GridModel, Rule
from coversat.problems import problem_class, read
from coversat.reductions.encoders import ENCODERS_OF_GRAPHS
from coversat.reductions.rule_clauses import labelled_rules, rule_clauses
from coversat.reductions.to_cnf import to_cnf
from coversat.setters.steps.finding import steps as find_steps
from coversat.setters.steps.hints import hint as find_hint
from coversat.setters.steps.search import StepSearch
from coversat.setters.steps.values import Step
from coversat.solvers.findings import Verdict
from coversat.solvers.sat.compiled_sat import CompiledSolver


@pytest.mark.thorough
@each("name", PUZZLES)
def test_outcome_is_the_verdict_and_the_checker_accepts(name: str) -> None:
    found = steps_of(name)
    verdict = coversat.check(found.puzzle).verdict
    assert found.outcome == OUTCOMES[verdict]
    examined = verify_steps(json.dumps(found.as_json()))
    assert (examined.accepted, examined.checked) == (True, len(found.steps)), examined.reason
    assert examined.verdict == (None if verdict == Verdict.MULTIPLE else verdict)


@pytest.mark.thorough
@each("name", [name for name in PUZZLES if name != "hard"])
def test_conclusions_hold_in_all_fillings(name: str) -> None:
    """By the meaning of the rules, over all fillings of the cells of those that a step names."""
    found = steps_of(name)
    model = labelled_rules(found.puzzle)
    domains = {model.name_of(cell): list(values) for cell, values in model.domains.items()}

    def learn(place: str, value: int, is_it: bool) -> None:
        own = domains[place]
        many = len(model.domains[cells[place]]) > 2
        own[:] = [one for one in own if (one == value) == is_it]
        if is_it and many:  # what pencil marks exclude
            for rule in model.rules:
                if isinstance(rule.primitive, AllDifferent) and cells[place] in rule.primitive.cells:
                    for other in map(model.name_of, rule.primitive.cells):
                        if other != place and value in domains[other]:
                            domains[other].remove(value)

    cells = {model.name_of(cell): cell for cell in model.domains}
    for rule in model.rules:
        if rule.given is not None and isinstance(rule.primitive, Count) and len(rule.primitive.cells) == 1:
            learn(model.name_of(rule.primitive.cells[0]), next(iter(rule.primitive.values)), True)
    checked = 0
    for step in found.steps:
        used = [rule.primitive for rule in model.rules if rule.label in step.rules]
        those = dict.fromkeys(cell for one in used for cell in scope(one))
        own = [domains[model.name_of(cell)] for cell in those]
        if step.rules and prod(map(len, own)) <= 5000:
            checked += 1
            for values in product(*own):
                filling = dict(zip(those, values, strict=True))
                if all(holds(one, filling) for one in used):
                    assert step.conclusions, step
                    for fact in step.conclusions:
                        assert (filling[cells[fact.place]] == fact.value) == fact.holds, step
        for fact in step.conclusions:
            learn(fact.place, fact.value, fact.holds)
    assert checked or not any(step.rules for step in found.steps)


@each("name", ["larger", "slitherlink", "kurodoko", "a cut", "packing", "cover"])
def test_no_fewer_rules_have_the_conclusion(name: str) -> None:
    """By brute force over sets of rules, with connectivity as a formula."""
    found = steps_of(name)
    model = labelled_rules(found.puzzle)
    labels = list(dict.fromkeys(rule.label for rule in model.rules))
    units: list[Rule] = []
    cells = {model.name_of(cell): cell for cell in model.domains}
    checked = 0
    for step in found.steps:
        if step.smallest and 1 < len(step.rules) <= 3 and checked < 2:
            checked += 1
            for fewer, fact in product(combinations(labels, len(step.rules) - 1), step.conclusions):
                wrong = Count((cells[fact.place],), (fact.value,), (0 if fact.holds else 1,))
                own = [rule._replace(given=None) for rule in model.rules if rule.label in fewer]
                other = replace(model, rules=(*own, *units, Rule("", wrong)))
                assert has_answer(other), (str(step), fewer)
        for fact in step.conclusions:
            units.append(Rule("", Count((cells[fact.place],), (fact.value,), (1 if fact.holds else 0,))))
    assert checked or found.hardest == 1


def has_answer(model: GridModel[Any]) -> bool:
    cnf = to_cnf(model, ENCODERS_OF_GRAPHS["elimination"]).target
    with CompiledSolver("cadical153") as solver:
        solver.add(cnf.clauses)
        return bool(solver.solve())


ONE_COLOUR_CONNECTED = """
import coversat
from coversat.primitives import Connected, Count, Or, equals

class Either(coversat.GridPuzzle):
    "The ones are connected, or the zeros are and the first cell holds a one; half of the cells do."

    values = {0: ".", 1: "#"}
    symbols = range(2)
    has_givens = has_graphs = True

    def model(self):
        cells, links = tuple(self.cells()), tuple(self.adjacent())
        ones, zeros = (Connected(cells, (value,), links) for value in (1, 0))
        yield self.rule("one colour is connected", Or(((ones,), (zeros, equals(cells[0], 1)))))
        yield self.rule("half", Count(cells, (1,), (len(cells) // 2,)))

    def wrong(self, held):
        return ()
"""


def test_a_fact_that_few_rules_imply_without_a_chain_has_the_cuts_it_needs(tmp_path: Path) -> None:
    file = tmp_path / "either.py"
    file.write_text(ONE_COLOUR_CONNECTED)
    puzzle = coversat.load_kind(file).parse("either 4 4\n- 1 - 1\n1 0 1 1\n- - - 1\n- - - -\n")
    formula = rule_clauses(puzzle)
    checker = checker_of(formula)
    for step in find_steps(puzzle).as_json()["steps"]:
        checker.check(step_of(step, literals_of(formula)))
    assert checker.complete


AREAS = """
import coversat
from coversat.primitives import AreasBySize

class Areas(coversat.GridPuzzle):
    "Connected cells with a number are as many as it says; there are no cells without any."

    values = {0: "0", 1: "1", 2: "2"}
    symbols = range(3)
    has_givens = has_graphs = True

    def model(self):
        yield self.rule("areas", AreasBySize(tuple(self.cells()), tuple(self.adjacent())))

    def wrong(self, held):
        return ()
"""


@each(
    "text, outcome",
    [
        ("areas 1 1\n-\n", "solved"),
        ("areas 2 2\n- -\n- -\n", "none"),
        ("areas 1 3\n- - -\n", "open"),
    ],
)
def test_an_area_of_no_cells(text: str, outcome: str, tmp_path: Path) -> None:
    file = tmp_path / "areas.py"
    file.write_text(AREAS)
    puzzle = coversat.load_kind(file).parse(text)
    found = find_steps(puzzle)
    assert found.outcome == outcome
    assert " is not 0" in str(found.steps[0]) or " is 0: areas of 0 have 0 cells" in str(found.steps[0])
    assert "areas of 0 have 0 cells" in str(found.steps[0])


def following(count: int) -> Any:
    """Clauses of which x1 is true whatever the next `count` are; all but one of these have to be supposed."""
    clauses: list[tuple[int, ...]] = []
    new = count + 1
    for signs in product((1, -1), repeat=count):
        others = [sign * at for at, sign in enumerate(signs, 2)]
        links = range(new + 1, new + count - 1)  # a clause of three literals leads to the next
        new += len(links)
        ends = [(1, others[0]), *((-one,) for one in links)]
        nexts = [*((one,) for one in links), (others[-1],)]
        middle = [(), *((other,) for other in others[1:-1])]
        clauses += ((*a, *b, *c) for a, b, c in zip(ends, middle, nexts, strict=True))
    return problem_class("3sat")(new, tuple(clauses))  # type: ignore[call-arg]


def depth(step: Step) -> int:
    """How many splits are one within another."""
    return max((1 + max(map(depth, case.links)) for case in step.cases), default=0)


@each("count", [2, 3, 4])
def test_facts_that_no_chain_refutes_have_splits_within_splits(count: int) -> None:
    found = find_steps(following(count))
    assert [(step.conclusion, depth(step)) for step in found.steps] == [("x1 is true", count)]
    assert verify_steps(json.dumps(found.as_json())).accepted


def test_what_no_fact_shows_is_refuted_from_all_that_is_supposed() -> None:
    """x1 is false since all clauses of x3 and x4 follow otherwise; these two are not facts here."""
    lines = [f"-1 {a} {b} {c} 0\n" for a, b, c in product((2, -2), (3, -3), (4, -4))]
    formula = rule_clauses(read(f"p cnf 4 8\n{''.join(lines)}").problems[0])
    shown = [clause for clause in formula.domains if max(map(abs, clause)) < 3]
    found = [
        *StepSearch(
            replace(formula, places=formula.places[:2], domains=shown), Deadline(None), 2
        ).deductions()
    ]
    (case,) = found[0].cases
    within, last = case.links
    (inner,) = within.cases
    for x, lemmas in ((inner.assumed, inner.links[-1].lemmas), (-inner.assumed, last.lemmas)):
        with CompiledSolver("minisat22") as solver:
            solver.add((*shown, *(clause for own in formula.clauses for clause in own), *lemmas))
            assert solver.propagated([case.assumed, x]) is None


@pytest.mark.thorough
@each("kind", ["cover", "cnf", "polyomino", "sudominoku"])
def test_steps_of_small_instances_agree_with_all_answers(kind: str) -> None:
    """With those found by brute force: what they hold, and what they have in common."""
    for one in instances(kind):
        if len(one.answers) > 3 or not has_text(one.problem):
            continue
        with in_case(one.name):
            found = find_steps(one.problem)
            examined = verify_steps(json.dumps(found.as_json()))
            assert examined.accepted, examined.reason
            assert found.outcome == ("none", "solved", "open", "open")[len(one.answers)]
            if not projected(one.problem):
                model = labelled_rules(one.problem)
                held = [{model.name_of(x): y for x, y in model.values_of(each)} for each in one.answers]
                facts = [fact for step in found.steps for fact in step.conclusions]
                for own in held:
                    assert all((own[x.place] == x.value) == x.holds for x in facts if x.place in own)
                same = [name for name in (held[0] if held else ()) if len({own[name] for own in held}) == 1]
                assert not {*same} & {*found.open_places}


UNSAID = {
    "a place that two rules exclude": ("polyomino flip\n..\n..\n..\nV ##/#. x2\n", "none"),
    "a place within a chain": (
        "polyomino turn\n....\n....\n....\n..##\nI ##\nL ###/#..\nJ ### x2\no #\n",
        "open",
    ),
    "a third rule": (
        "polyomino flip classes\n...\n...\n...\n...\nJ ### x2\nI ##\nT ###/.#.\n",
        "none",
    ),
    "no place": ("polyomino turn flip classes\n..\n..\nI ###\no #\n", "none"),
}


@each("text, outcome", UNSAID.values())
def test_what_is_left_unsaid_is_accounted_for(text: str, outcome: str) -> None:
    (puzzle,) = read(text).problems
    found = find_steps(puzzle)
    examined = verify_steps(json.dumps(found.as_json()))
    assert (found.outcome, examined.accepted) == (outcome, True), examined.reason


def test_the_same_steps_again() -> None:
    assert steps_of("larger") == steps_of("larger")
    assert len({*steps_of("larger").steps, *steps_of("larger").steps}) == len(steps_of("larger").steps)


def test_a_time_limit_gives_the_steps_so_far() -> None:
    (puzzle,) = read(PUZZLES["hard"]).problems
    found = find_steps(puzzle, timeout=Deadline(0.0))
    assert (found.outcome, found.reason) == ("unknown", "0 seconds")


@each("name", ["cases", "a long case", "hard"])
def test_no_link_has_more_rules_than_the_bound(name: str) -> None:
    found = steps_of(name)
    assert name == "hard" or any(step.cases for step in found.steps)
    for most in (2, 8):
        bounded = find_steps(found.puzzle, most=most) if most != 8 else found
        assert bounded.outcome == found.outcome
        assert max(step.link_size for step in bounded.steps) <= most
        assert (
            OUTCOMES[verify_steps(json.dumps(bounded.as_json())).verdict or Verdict.MULTIPLE] == found.outcome
        )


def test_case_splits_stay_short() -> None:
    """Of one of the hardest sudokus. By a smallest core of rules alone, the same takes 62 links."""
    grid = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    found = find_hint(read(grid, "sudoku").problems[0]).step
    assert found is not None
    assert found.length <= 45


@each("file", ["heyawake/7x7", "masyu/7x8", "starbattle/two-stars", "yajilin/5x6"])
def test_attempts_that_are_kept_change_no_step(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle forgets after each step what it tried in vain."""
    puzzle = read((EXAMPLES / f"{file}.txt").read_text()).problems[0]
    kept = find_steps(puzzle)
    learn = StepSearch._learn

    def forgetting(search: StepSearch, literals: Any) -> None:
        learn(search, literals)
        search._refutations._in_vain.clear()

    monkeypatch.setattr(StepSearch, "_learn", forgetting)
    assert find_steps(puzzle) == kept


@each(
    ("rule", "outcome"),
    [
        (Table(("a", "a", "b"), ((1, 0, 1), (0, 1, 0))), "none"),
        (Or(((Table(("a", "a", "b"), ((1, 0, 1), (0, 1, 0))),),)), "none"),
        (Table(("a", "a", "b"), ((1, 0, 1), (1, 1, 0))), "solved"),
        (Sum(((1, "a"), (1, "a"), (1, "b")), (1,)), "solved"),
    ],
)
def test_a_rule_that_names_a_cell_twice(rule: Any, outcome: str) -> None:
    """Its clauses repeat literals, which are one."""
    model = coversat.Model()
    model.variables("ab", (0, 1))
    model.add(rule, "t")
    assert coversat.steps(model).outcome == outcome
