"""Solving steps: each holds in all fillings that its rules allow, and the checker refuses forged ones."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product
from math import log2, prod
from pathlib import Path
from typing import Any

import pytest
from each import each
from example_files import EXAMPLES
from instances import has_text, in_case, instances, projected

import coversat
from coversat.certificates.steps import checker_of, literals_of, step_of, verify_steps
from coversat.cli import exit_code
from coversat.deadline import Deadline
from coversat.findings import Verdict
from coversat.language import AllDifferent, Count, scope
from coversat.language.meaning import holds
from coversat.language.models import GridModel, Rule
from coversat.problems import problem_class, read
from coversat.proofs.verification import ProofError
from coversat.reductions.encoders import ENCODERS_OF_GRAPHS
from coversat.reductions.rule_clauses import labelled_rules, rule_clauses
from coversat.reductions.to_cnf import to_cnf
from coversat.solvers.compiled_sat import CompiledSolver
from coversat.solvers.sat import complete_model
from coversat.stepping.finding import find_steps
from coversat.stepping.hints import WrongEntry, find_hint
from coversat.stepping.patterns import pattern_of
from coversat.stepping.pictures import draw_hint, draw_steps
from coversat.stepping.search import StepSearch
from coversat.stepping.values import Case, Fact, Facts, Step, Steps, _together

PUZZLES = {
    "sudoku": "1...\n..2.\n.3..\n...4\n",
    "several answers": "1...\n..2.\n....\n....\n",
    "no answer": "12..\n..3.\n...4\n.4..\n",
    "contradictory givens": "11..\n....\n....\n....\n",
    "hidden cells": "....\n.3..\n....\n....\nhidden 2\ncandidates 1 2 r5c1 r5c2\n"
    "all-different r1c1 r2c3 r5c1 r5c2\nend\n",
    "houses with hidden cells": "34..\n....\n....\n....\nhidden 1\nall-different r4c3 r3c4 r1c4 r5c1\n"
    "all-different r2c4 r2c2 r3c4 r5c1\nall-different r4c4 r1c3 r3c2 r5c1\nend\n",
    "a letter": "....\n.2..\n....\n....\nhidden 2\nthermo r5c1 r5c2 r1c1\narrow r1c2 r5c1 r5c2\n"
    "all-different r3c1 r4c3 r5c2 r2c4\nend\n",
    "larger": "..3.\n3...\n...2\n.1..\n",
    "no edges": "hamiltoniancycle\nvertices: 1 2 3\n",
    "hitori": "hitori 4 4\n2 2 1 4\n1 4 2 3\n2 1 3 4\n2 4 1 2\n",
    "slitherlink": "slitherlink 3 3\n2 3 -\n- 3 1\n- - 3\n",
    "masyu": "masyu 4 4\n- b - -\n- - w -\n- - - -\n- - - -\n",
    "a cut": "hitori 4 4\n2 4 1 1\n4 1 2 3\n2 1 4 1\n1 3 2 3\n",
    "a clue that sees no cell": "yajilin 3 4\n0n - - -\n- - - -\n- - - -\n",
    "yajilin": "yajilin 2 4\n- - - -\n- - - -\n",
    "kurodoko": "kurodoko 3 3\n- 3 -\n- - 4\n2 - -\n",
    "cases": "slitherlink 4 4\n- - - -\n2 - 2 2\n2 2 - 1\n- 1 - 1\n",
    "a long case": "masyu 5 5\n- - - - -\n- - w w -\n- - - w -\n- - w - -\n- - w - -\n",
    "a closed loop and a parity": "masyu 5 5\nb - - - -\n- - - - -\n- w - - b\n- - - w -\n- - - - -\n",
    "cover": "| exact cover\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
    "projected cover": "| exact cover\n| projection: x\np q | x y\np x:A y\np x:A\nq x:B\nq x:A\n",
    "formula": "c varname 2 two\np cnf 5 7\n1 2 3 4 5 0\n-1 2 0\n-2 0\n1 -3 4 0\n1 4 -5 0\n"
    "-4 3 5 0\n-4 -5 0\n",
    "clear names": 'c varname 1 one, of\nc varname 2 all: "two"\nc varname 3 p and q\nc varname 4 on\n'
    "p cnf 4 4\n1 2 0\n-2 0\n-1 3 0\n-1 4 0\n",
    "projected graph": "vertexcover 1\na b\na c\nprojection: a\n",
    "packing": "polyomino flip\n....\n....\n.#..\nV ##/#. x2\nS .##/##.\n",
    "packing of a class": "polyomino turn flip classes\n#..\n.#.\n...\nV ##/#.\nI ###\n",
    "packing with a hole": "polyomino turn\n.#\n#.\n..\no # x2\nI ##\n",
    "sudominoku": (EXAMPLES / "sudominoku/small.txt").read_text(),
    "hard": "..7.8.3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
}


def steps_of(name: str) -> Steps:
    (puzzle,) = read(PUZZLES[name]).problems
    return find_steps(puzzle)


OUTCOMES = {Verdict.UNIQUE: "solved", Verdict.NONE: "contradiction", Verdict.MULTIPLE: "open"}


@each("name", PUZZLES)
def test_outcome_is_the_verdict_and_the_checker_accepts(name: str) -> None:
    found = steps_of(name)
    verdict = coversat.check(found.puzzle).verdict
    assert found.outcome == OUTCOMES[verdict]
    examined = verify_steps(json.dumps(found.as_json()))
    assert (examined.accepted, examined.checked) == (True, len(found.steps)), examined.reason
    assert examined.verdict == (None if verdict == Verdict.MULTIPLE else verdict)


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
    cnf = to_cnf(model, ENCODERS_OF_GRAPHS["tree"]).target
    with CompiledSolver("cadical153") as solver:
        solver.add(cnf.clauses)
        return bool(solver.solve())


ONE_COLOUR_CONNECTED = """
import coversat
from coversat.language import Connected, Count, Or, equals

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
            assert found.outcome == ("contradiction", "solved", "open", "open")[len(one.answers)]
            if not projected(one.problem):
                model = labelled_rules(one.problem)
                held = [{model.name_of(x): y for x, y in model.values_of(each)} for each in one.answers]
                facts = [fact for step in found.steps for fact in step.conclusions]
                for own in held:
                    assert all((own[x.place] == x.value) == x.holds for x in facts if x.place in own)
                same = [name for name in (held[0] if held else ()) if len({own[name] for own in held}) == 1]
                assert not {*same} & {*found.open_places}


UNSAID = {
    "a place that two rules exclude": ("polyomino flip\n..\n..\n..\nV ##/#. x2\n", "contradiction"),
    "a place within a chain": (
        "polyomino turn\n....\n....\n....\n..##\nI ##\nL ###/#..\nJ ### x2\no #\n",
        "open",
    ),
    "a third rule": (
        "polyomino flip classes\n...\n...\n...\n...\nJ ### x2\nI ##\nT ###/.#.\n",
        "contradiction",
    ),
    "no place": ("polyomino turn flip classes\n..\n..\nI ###\no #\n", "contradiction"),
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
    found = find_steps(puzzle, Deadline(0.0))
    assert (found.outcome, found.reason) == ("unknown", "0 seconds")


def forged(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The steps with something wrong."""
    data = copy.deepcopy(data)
    at = chance.randrange(len(data["steps"]))
    step = data["steps"][at]
    how = chance.choice(["negated", "other value", "no rules", "no border", "left out", "lemma"])
    fact = chance.choice(step["conclusions"])
    if how == "no rules" and step["rules"]:
        step["rules"] = []
        step["lemmas"] = []
        step["conclusions"] = [fact | {"holds": not fact["holds"]}]
    elif how == "no border" and step.get("cuts"):
        cut = chance.choice(step["cuts"])
        cut["border"] = cut["border"][1:]
        step["conclusions"] = [fact | {"holds": not fact["holds"]}]
    elif how == "left out":
        data["steps"] = data["steps"][:at]
    elif how == "lemma":
        step["lemmas"] = [[], *step.get("lemmas", ())]
    elif how == "other value" and fact["holds"] and data["kind"] == "sudoku":
        fact["value"] = fact["value"] % 4 + 1
    else:
        fact["holds"] = not fact["holds"]
    return data


STATED_FOR_STEPS = ("cover", "projected cover", "formula", "packing", "sudominoku")
"""Kinds whose rules in the constraint language are for steps only."""


@each("name", ["sudoku", "hitori", "slitherlink", "larger", *STATED_FOR_STEPS])
def test_forged_steps_are_refused(name: str) -> None:
    data = steps_of(name).as_json()
    chance = random.Random(name)
    for _ in range(40):
        wrong = forged(data, chance)
        examined = verify_steps(json.dumps(wrong))
        proves = examined.accepted and examined.verdict is not None
        assert not proves, (
            examined,
            [a for a, b in zip(wrong["steps"], data["steps"], strict=False) if a != b],
        )


def parts(entry: Any) -> Iterator[Any]:
    """All dictionaries and lists of an entry that are not empty, from within."""
    for part in entry.values() if isinstance(entry, dict) else entry:
        if isinstance(part, dict | list):
            yield from parts(part)
    if entry:
        yield entry


def changed(
    entry: dict[str, Any], labels: list[str], facts: list[Any], chance: random.Random
) -> dict[str, Any]:
    """A step with one to three random changes somewhere within it."""
    entry = copy.deepcopy(entry)
    for _ in range(chance.randint(1, 3)):
        part = chance.choice(list(parts(entry)))
        if "holds" in part:
            part.update(chance.choice([part | {"holds": not part["holds"]}, chance.choice(facts)]))
        elif isinstance(part, list) and isinstance(part[0], str):
            part[chance.randrange(len(part))] = chance.choice(labels)
        elif isinstance(part, list) and chance.random() < 0.5:
            del part[chance.randrange(len(part))]
        elif isinstance(part, list) and isinstance(part[0], int):
            part[chance.randrange(len(part))] += chance.choice([-1, 1])
        elif isinstance(part, list):
            part.insert(chance.randrange(len(part) + 1), copy.deepcopy(chance.choice(part)))
        elif "name" in part:
            part["name"] = chance.choice(["parity", "closed"])
        elif "cases" in part and chance.random() < 0.2:
            part["cases"] = []
    return entry


CHANGES = 12
"""Of each step."""


@each("name", ["cases", "a long case", "a closed loop and a parity", "a cut", "larger", *STATED_FOR_STEPS])
def test_changed_steps_never_prove_anything_wrong(name: str) -> None:
    """Whatever is changed within a step: if the checker accepts it, its conclusions are in the answer."""
    found = steps_of(name)
    formula = rule_clauses(found.puzzle)
    literals = literals_of(formula)
    facts = [
        {"place": place, "value": value, "holds": is_it} for place, value, is_it in sorted(literals, key=str)
    ]
    chance = random.Random(name)
    checker = checker_of(formula)
    everything = checker_of(formula)
    entries = [step.as_json() for step in found.steps]
    for entry in entries:
        everything.check(step_of(entry, literals))
    answer = complete_model(formula.formula, tuple(everything.known))
    assert answer is not None
    refused = 0
    for entry in entries:
        for _ in range(CHANGES):
            other = copy.copy(checker)
            other.known = set(checker.known)
            try:
                step = step_of(changed(entry, list(formula.labels), facts, chance), literals)
                other.check(step)
            except ProofError:
                refused += 1
            else:
                assert step.conclusions, entry
                assert {*answer}.issuperset(step.conclusions), entry
        checker.check(step_of(entry, literals))
    assert refused > CHANGES * len(entries) // 4


def case_of(name: str, which: Callable[[Any], bool]) -> tuple[Any, int, Any]:
    """The steps of a puzzle, the place of the first with a property, and a list of them to change."""
    data = steps_of(name).as_json()
    at = next(at for at, step in enumerate(data["steps"]) if which(step))
    return data, at, data["steps"][at]


def other_line(step: Any) -> Any:
    (fact,) = step["conclusions"]
    return {"place": "r1c1-r1c2", "value": 1, "holds": not fact["holds"]}


FORGERIES: tuple[tuple[str, str, Callable[[Any], object], str], ...] = (
    # puzzle, what the step has, what is changed, why it is refused
    ("cases", "cases", lambda step: step["cases"].clear(), "does not follow from these rules"),
    ("cases", "cases", lambda step: step["cases"][0]["links"].pop(), "leads neither to"),
    ("cases", "cases", lambda step: step["cases"][0]["links"].clear(), "leads neither to"),
    ("cases", "cases", lambda step: step["cases"][0].update(assumed=step["conclusions"][0]), "not certain"),
    ("cases", "cases", lambda step: step["cases"][0]["links"][0].update(rules=[]), "does not follow"),
    ("cases", "cases", lambda step: step["conclusions"].clear(), "not certain that one of the cases"),
    ("a long case", "arguments", lambda step: step["arguments"].clear(), "does not follow"),
    ("a long case", "arguments", lambda step: step["arguments"][0].update(name="magic"), "there is not"),
    ("a long case", "arguments", lambda step: step["arguments"][0]["elements"].pop(), ""),
    ("a long case", "arguments", lambda step: step["arguments"][0]["rules"].pop(0), ""),
    (
        "a long case",
        "arguments",
        lambda step: step["arguments"][0].update(graph=7),
        "a graph that there is not",
    ),
    ("a parity", "arguments", lambda step: step["arguments"][0]["rules"].pop(), ""),
    (
        "a parity",
        "arguments",
        lambda step: step["arguments"][0].update(rules=["one loop"]),
        "states no parity",
    ),
    ("a parity", "arguments", lambda step: step["conclusions"].append(other_line(step)), "does not follow"),
)


@each("at", range(len(FORGERIES)))
def test_forged_cases_and_arguments_are_refused(at: int) -> None:
    name, member, change, reason = FORGERIES[at]
    puzzle = "a closed loop and a parity" if name == "a parity" else name

    def which(step: Any) -> bool:
        own = step.get(member, ())
        return bool(own) and (name != "a parity" or own[0]["name"] == "parity")

    data, number, step = case_of(puzzle, which)
    assert verify_steps(json.dumps(data)).verdict == Verdict.UNIQUE
    change(step)
    examined = verify_steps(json.dumps(data))
    assert examined.accepted is False, examined
    assert examined.reason.startswith(f"step {number + 1}: ")
    assert reason in examined.reason


def nested(depth: int) -> str:
    step: dict[str, Any] = {"conclusions": [], "rules": []}
    for _ in range(depth):
        fact = {"place": "r1c1", "value": 1, "holds": True}
        step = {"conclusions": [], "rules": [], "cases": [{"assumed": fact, "links": [step]}]}
    puzzle = PUZZLES["sudoku"]
    return json.dumps({"format": "coversat steps 1", "kind": "sudoku", "puzzle": puzzle, "steps": [step]})


def test_cases_nested_too_deeply_are_refused() -> None:
    assert "nested too deeply" in verify_steps(nested(150)).reason


@each("name", ["cases", "a long case", "hard"])
def test_no_link_has_more_rules_than_the_bound(name: str) -> None:
    found = steps_of(name)
    assert name == "hard" or any(step.cases for step in found.steps)
    for most in (2, 8):
        bounded = find_steps(found.puzzle, most_rules=most) if most != 8 else found
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


WORDS = (
    # alike conclusions by the same two rules; rules in the order in which they are used; places they need
    (
        "starbattle/one-star",
        "none of r1c6, r2c6 and r3c6 is a star: column 6 has 1 star; region E has 1 star [2 rules]",
    ),
    (
        "akari/puzzle",
        "r1c1 is a bulb: a bulb lights r1c1; a bulb lights r3c1; at most one bulb from r1c2 to r5c2 "
        "[3 rules, the fewest]",
    ),
    (
        "nurikabe/6x6",
        "r6c2 is of an island, r6c3 is of an island: the island of clue 4 at r6c1 is connected [1 rule]",
    ),
    (
        "slitherlink/7x9",
        "there is a line above r1c5, between r1c4 and r1c5, between r1c5 and r1c6: clue 3 at r1c5 [1 rule]",
    ),
    ("suguru/puzzle", "r3c3 is 3: the region of r2c3 has different numbers [1 rule]"),
)


@pytest.mark.parametrize(("file", "words"), WORDS)
def test_words_that_a_person_can_follow(file: str, words: str) -> None:
    (puzzle,) = read((EXAMPLES / f"{file}.txt").read_text()).problems
    assert words in map(str, find_steps(puzzle).steps)


def test_facts_in_the_words_of_a_kind_stay_as_they_are() -> None:
    facts = ["lamp a shines", "r1c1 is 3", "lamp b shines", "r1c2 is 3", "r2c2 is 3"]
    said = ["lamp a shines", "each of r1c1, r1c2 and r2c2 is 3", "lamp b shines"]
    assert list(_together(facts)) == said


def test_a_clue_that_counts_one_cell_is_a_reason() -> None:
    """It is no value that the board shows."""
    (puzzle,) = read("yajilin 3 3\n- 1w -\n- - -\n- - -\n").problems
    assert "r1c1 is shaded: clue 1w at r1c2 [1 rule]" in map(str, find_steps(puzzle).steps)


def step_with(rules: int, holds: bool = False, links: int = 0) -> Step:
    """A step by so many rules, or a case split with so many links."""
    fact = Fact("r1c1", (0, 0), 1, holds, "")
    labels = tuple(f"rule {number}" for number in range(rules))
    if not links:
        return Step((fact,), labels)
    own = (Step((fact,), labels[at % rules : at % rules + 1]) for at in range(links))
    return Step((fact,), (), cases=(Case(fact, tuple(own)),))


COSTS = (
    # step, its size, its cost, as the manual defines them
    (step_with(0, True), 1, 0 + 1),
    (step_with(1, True), 1, 0),
    (step_with(1), 1, 2),
    (step_with(2), 2, 3),
    (step_with(8, True), 8, 9),
    (step_with(3, links=12), 3, 4),
    (step_with(9, links=16), 9, 11),
    (step_with(40, links=64), 9, 13),
)


@each(("step", "size", "cost"), COSTS)
def test_costs_of_steps(step: Step, size: int, cost: float) -> None:
    assert (step.size, step.cost) == (size, cost)


def test_the_score_is_close_to_the_hardest_step() -> None:
    (puzzle,) = read(PUZZLES["sudoku"]).problems
    assert Steps(puzzle, (), "solved").score == 0
    assert Steps(puzzle, (step_with(1, True),) * 50, "solved").score == 0
    assert Steps(puzzle, (step_with(2), step_with(1, True)), "solved").score == 3
    assert Steps(puzzle, (step_with(2),) * 7 + (step_with(1, True),), "solved").score == log2(50)


def test_links_are_no_facts_of_a_position() -> None:
    """A position may be what `steps` printed, with the cases that it supposed."""
    found = steps_of("cases")
    printed = [line for number, step in enumerate(found.steps[:30], 1) for line in step.lines(str(number))]
    assert any("suppose" in line for line in printed)
    assert find_hint(found.puzzle, "\n".join(printed)).outcome == "step"


@each(
    ("text", "reason"),
    [
        ("{}", "not a list of steps"),
        ('{"format": "coversat steps 2"}', "not a list of steps"),
        ('{"format": "coversat steps 1", "kind": "sudoku", "puzzle": "1", "steps": []}', ""),
        ('{"format": "coversat steps 1", "kind": "no kind", "puzzle": "1", "steps": []}', ""),
        ('{"format": "coversat steps 1", "kind": "queens", "puzzle": "queens 4", "steps": [{}]}', ""),
    ],
)
def test_bad_files_are_refused(text: str, reason: str) -> None:
    examined = verify_steps(text)
    assert examined.accepted is False
    assert reason in examined.reason


ROWS = [frozenset((r, c) for c in range(9)) for r in range(9)]
COLUMNS = [frozenset((r, c) for r in range(9)) for c in range(9)]
BOXES = [frozenset((r + a, c + b) for a in range(3) for b in range(3)) for r in (0, 3, 6) for c in (0, 3, 6)]
ALL = tuple(range(1, 10))


def only(value: int, *cells: tuple[int, int], houses: list[frozenset[tuple[int, int]]]) -> dict[Any, Any]:
    """Candidates of which a value is in these cells of houses only."""
    rest = tuple(v for v in ALL if v != value)
    return {cell: rest for house in houses for cell in house if cell not in cells}


PATTERNS = (
    # name, houses, candidates that are not all, conclusions (cell, value, holds); as textbooks draw them
    ("naked single", [], {(0, 0): (5,)}, [((0, 0), 5, True)]),
    ("hidden single", [ROWS[0]], only(7, (0, 4), houses=[ROWS[0]]), [((0, 4), 7, True)]),
    ("naked pair", [ROWS[0]], {(0, 0): (2, 7), (0, 5): (2, 7)}, [((0, 3), 2, False), ((0, 8), 7, False)]),
    ("naked triple", [BOXES[0]], {(0, 0): (1, 2), (0, 1): (2, 3), (0, 2): (1, 3)}, [((2, 2), 3, False)]),
    (
        "hidden pair",
        [COLUMNS[0]],
        {(r, 0): (3, 4, 5, 6, 7, 8, 9) for r in range(2, 9)},
        [((0, 0), 9, False), ((1, 0), 3, False)],
    ),
    ("pointing pair", [BOXES[0], ROWS[0]], only(7, (0, 0), (0, 1), houses=BOXES[:1]), [((0, 8), 7, False)]),
    (
        "box-line reduction",
        [BOXES[0], ROWS[0]],
        only(7, (0, 0), (0, 1), houses=ROWS[:1]),
        [((2, 2), 7, False)],
    ),
    (
        "X-wing",
        [ROWS[0], ROWS[4], COLUMNS[2], COLUMNS[7]],
        only(7, (0, 2), (0, 7), (4, 2), (4, 7), houses=[ROWS[0], ROWS[4]]),
        [((8, 2), 7, False)],
    ),
    (
        "swordfish",
        [ROWS[0], ROWS[4], ROWS[8], COLUMNS[1], COLUMNS[2], COLUMNS[7]],
        only(7, (0, 1), (0, 2), (4, 2), (4, 7), (8, 1), (8, 7), houses=[ROWS[0], ROWS[4], ROWS[8]]),
        [((3, 2), 7, False)],
    ),
    (
        "skyscraper",
        [ROWS[0], ROWS[4], COLUMNS[2], BOXES[2], COLUMNS[8]],
        only(7, (0, 2), (0, 7), (4, 2), (4, 8), houses=[ROWS[0], ROWS[4]]),
        [((1, 8), 7, False)],
    ),
    (
        "XY-wing",
        [ROWS[0], BOXES[0], ROWS[1], BOXES[1]],
        {(0, 0): (1, 2), (0, 4): (1, 7), (1, 1): (2, 7)},
        [((1, 4), 7, False)],
    ),
    (
        "XYZ-wing",
        [ROWS[0], BOXES[0]],
        {(0, 0): (1, 2, 7), (0, 4): (1, 7), (1, 1): (2, 7)},
        [((0, 1), 7, False)],
    ),
    (
        "",  # the pivot may have the value, and does not see the cell
        [ROWS[0], BOXES[0], ROWS[1], BOXES[1]],
        {(0, 0): (1, 2, 7), (0, 4): (1, 7), (1, 1): (2, 7)},
        [((1, 4), 7, False)],
    ),
    ("", [ROWS[0]], {}, [((0, 0), 1, False)]),
    ("", [ROWS[0], ROWS[1]], {(0, 0): (2, 7), (0, 5): (2, 7)}, [((5, 5), 2, False)]),
)


@each(("name", "houses", "left", "conclusions"), PATTERNS)
def test_names_of_patterns(name: str, houses: Any, left: Any, conclusions: Any) -> None:
    facts = [Fact("", cell, value, is_it, "") for cell, value, is_it in conclusions]
    found = pattern_of(facts, houses, dict.fromkeys(product(range(9), repeat=2), ALL) | left)
    assert (found.name if found else "") == name
    if found and name.startswith(("naked pair", "naked triple", "XY")):
        assert {*found.cells} == {*left}


HINTS = (
    # puzzle, position, outcome, wrong entries
    ("sudoku", "", "step", []),
    ("sudoku", "1 2 4 3\n3 4 2 1\n4 3 1 2\n2 1 3 4\n", "complete", []),
    ("sudoku", " 1 2 | 4 3\n 34 34 | 2 ?\n-----+-----\n????\n????\n", "step", []),
    ("sudoku", "????\n????\n????\n4???\n", "wrong", [(4, 1, "r4c1 is not 4: row 4")]),
    ("sudoku", "????\n??3?\n????\n????\n", "wrong", [(2, 3, "r2c3 is not 3: r2c3 is 2")]),
    ("sudoku", "? 13 ? ?\n????\n????\n????\n", "wrong", [(1, 3, "r1c2 is 2: true of every answer")]),
    ("sudoku", "3. r1c3 is 4, r2c1 is not 1 or 2: row 1 [1 rule]", "step", []),
    ("hitori", "????\n????\n????\nx???\n", "step", []),
    ("yajilin", "x ? ? -\n? ? ? ?\n", "wrong", None),
    ("yajilin", "se ew ew sw\nne ew ew nw\n", "complete", []),
    ("slitherlink", "there is no line above r1c2", "wrong", None),
    ("several answers", "? 2 3 ?\n? ? ? ?\n? ? ? ?\n? ? ? ?", "step", []),
    ("several answers", "????\n????\n????\n??22", "wrong", None),
    ("no answer", "", "none", []),
    ("packing", "V1 V1 V2 V2\nV1 S S V2\n. S S\n", "complete", []),
    ("packing", "???? | \n? V1 ? ?\n? ? ?\n", "wrong", [(2, 3, "r2c2 is not V1: true of every answer")]),
    ("packing", "piece S is not on r2c2+r2c3+r3c3+r3c4", "wrong", None),
    ("sudominoku", "a domino lies on A1 and B1\nD3 is not 2", "step", []),
    (
        "sudominoku",
        "1  (3)  2 - 4\n |\n 2  (4)  3  (1)\n         |\n 4  (2)  1   3\n |\n 3   1 - 4   2",
        "complete",
        [],
    ),
    ("packing with a hole", "o1\n   I\no2 I", "complete", []),
    ("cover", "3. option p r y x:A is chosen, item x is A: item p is covered once [1 rule]", "step", []),
    (
        "clear names",
        '1. "one, of" is true, "p and q" is true: x [1 rule]\n"all: \\"two\\"" is false\non is true',
        "complete",
        [],
    ),
    ("clear names", 'each of "one, of", "p and q" and "all: \\"two\\"" is true', "wrong", None),
    ("formula", "two is true", "wrong", [(1, 1, "two is false: clause 3: -2 0")]),
)


@each(("name", "position", "outcome", "wrong"), HINTS)
def test_hints(name: str, position: str, outcome: str, wrong: list[tuple[int, int, str]] | None) -> None:
    (puzzle,) = read(PUZZLES[name]).problems
    found = find_hint(puzzle, position)
    assert found.outcome == outcome
    assert (found.wrong != ()) == (outcome == "wrong")
    if wrong is not None:
        assert [(one.line, one.column, str(one)) for one in found.wrong] == wrong
    answers = coversat.solve(puzzle, limit=100).answers
    for one in found.wrong if not found.together and name in ("sudoku", "hitori") else ():
        r, c = one.fact.cell or (0, 0)
        assert all((answer[r][c] == one.fact.value) == one.fact.holds for answer in answers)
    if found.step:
        assert verify_steps(json.dumps(find_steps(puzzle).as_json())).accepted


@each("file", ["tents/puzzle.txt", "dominosa/order-3.txt", "cover/knuth.dlx", "hitori/6x6.txt"])
def test_printed_steps_are_read_back(file: str) -> None:
    """What a person writes down from the lines is the whole answer; steps of one form are one line."""
    (puzzle,) = read((EXAMPLES / file).read_text()).problems
    found = find_steps(puzzle)
    lines = list(found.lines())
    printed = ["examples/a puzzle.txt #1:", *lines, "hardest step: 1 rule; 20 steps"]
    assert find_hint(puzzle, "\n".join(printed)).outcome == "complete"
    assert find_hint(puzzle, "\n".join(lines[:-1])).outcome == "step"
    assert (len(lines) < len(found.steps)) == (file.split("/")[0] in ("tents", "hitori"))


BAD_POSITIONS = (
    (
        "cover",
        "q x:A\n",
        "line 1, column 1: expected no values: answers of this puzzle have no cells, found 'q'",
    ),
    ("sudoku", "1234\n", "line 1, column 1: expected 4 rows, found 1"),
    ("sudoku", "1 2 4\n" * 4, "line 1, column 5: expected 4 cells, found 3"),
    (
        "sudoku",
        "????\n??5?\n????\n????\n",
        "line 2, column 3: expected '1', '2', '3', '4', several",
    ),
    ("sudoku", "????\n" * 5, "line 5, column 1: expected the end of the board after 4 rows"),
    ("sudoku", "r1c1 is red", "line 1, column 1: expected a fact such as 'r1c1 is 1'"),
    ("masyu", "n ? ? ?\n" * 4, "line 1, column 1: expected lines that stay on the board"),
    ("no edges", "1 2\n", "line 1, column 1: expected no values"),
)


@each(("name", "position", "message"), BAD_POSITIONS)
def test_bad_positions_are_refused(name: str, position: str, message: str) -> None:
    (puzzle,) = read(PUZZLES[name]).problems
    with pytest.raises(coversat.ParseError) as error:
        find_hint(puzzle, position)
    assert str(error.value).startswith(message)


@each("name", ["kurodoko", "hitori", "slitherlink", "masyu", "a letter"])
def test_a_picture_has_a_board_for_each_step_with_a_rule(name: str) -> None:
    found = steps_of(name)
    svg = draw_steps(found.puzzle, found.steps).svg
    numbers = [number for number, step in enumerate(found.steps, 1) if step.all_rules]
    assert numbers
    assert all(f">{number}. " in svg for number in numbers)


def test_a_hint_without_a_step_shows_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "1...\n....\n....\n...2\n"
    wrong, full = coversat.hint(text, "r1c2 is 2\nr1c3 is 2"), coversat.hint(text, "1234\n3421\n2143\n4312")
    assert (wrong.outcome, full.outcome) == ("wrong", "complete")
    pictures = [draw_hint(found).svg for found in (wrong, full)]
    assert [svg.count('rx="5"') for svg in pictures] == [2, 0]  # what is wrong is marked
    assert ">r1c2 is not 2: row 1<" in pictures[0]
    assert sum(pictures[1].count(f">{digit}</text>") for digit in range(1, 5)) == 16
    # If the time is up, nor is there time for a formula.
    monkeypatch.setattr("coversat.stepping.pictures.rule_clauses", pytest.fail)
    late = find_hint(wrong.puzzle, "r1c2 is 2", Deadline(1e-9))
    assert (late.outcome, draw_hint(late)) == ("unknown", coversat.draw(text))


def test_all_entries_that_no_answer_has_are_named() -> None:
    """Those that are in none come first, then those that are in none together."""
    (puzzle,) = read(PUZZLES["several answers"]).problems
    found = find_hint(puzzle, "r1c2 is 1\nr1c3 is 1\nr3c1 is 2\nr4c1 is 2\nr3c2 is 3\nr4c2 is 3\nr2c1 is 4")
    assert [str(one.fact) for one in found.alone] == ["r1c2 is not 1", "r1c3 is not 1"]
    answers = coversat.solve(puzzle, limit=100).answers

    def is_possible(clash: Sequence[WrongEntry]) -> bool:
        each = [(*(one.fact.cell or ()), one.fact.value) for one in clash]
        return any(all(answer[r][c] == value for r, c, value in each) for answer in answers)

    assert [len(clash) for clash in found.together] == [2, 2]
    assert not any(map(is_possible, found.together))
    assert all(is_possible([one]) for clash in found.together for one in clash)
    assert [str(one) for clash in found.together for one in clash] == [
        "r4c2 is not 3: column 2",  # with r3c2, which is not wrong then
        "r2c1 is not 4: it follows from the others",
        "r3c1 is not 2: column 1",
        "r4c1 is not 2: column 1",
    ]
    (puzzle,) = read("1...\n....\n....\n....\n").problems
    (wrong, *_) = find_hint(puzzle, "r1c2 is 1\nr1c4 is 3\nr3c4 is 3").together
    assert [str(one) for one in wrong] == ["r1c4 is not 3: column 4", "r3c4 is not 3: column 4"]  # not: row 1


def test_a_kind_without_a_board_is_refused_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("coversat.cli.stepping.find_steps", pytest.fail)
    monkeypatch.setattr("coversat.cli.stepping.find_hint", pytest.fail)
    path = tmp_path / "cover.txt"
    path.write_text(PUZZLES["cover"])
    for command in ("steps", "hint"):
        assert exit_code([command, str(path), "-o", str(tmp_path / "x.svg"), "--json"]) == 2
        row = json.loads(capsys.readouterr().out)
        assert row["file"] == f"{path} #1"
        assert "has no board on which steps could be drawn" in row["message"]


def test_lists_of_no_steps_say_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["steps", "fillomino 2 3\n- - -\n- - 6\n"]) == 0
    assert "no step is needed" in capsys.readouterr().out
    empty = "fillomino 50 50\n" + ("- " * 50 + "\n") * 50
    assert exit_code(["steps", empty, "--timeout", "0.05"]) == 3
    assert "left open" not in capsys.readouterr().out  # not even the formula was built


def test_a_picture_of_steps_is_not_written_by_a_run_that_failed(tmp_path: Path) -> None:
    good, picture = tmp_path / "good.txt", tmp_path / "steps.svg"
    good.write_text(PUZZLES["larger"])
    assert exit_code(["steps", str(good), str(tmp_path / "missing.txt"), "-o", str(picture)]) == 2
    assert not picture.exists()
    # No time to read it: there is no puzzle, and that is unknown.
    assert exit_code(["steps", str(good), "--timeout", "1e-9", "-o", str(picture)]) == 3
    assert not picture.exists()
    assert exit_code(["steps", str(good), "-o", str(picture)]) == 0
    assert picture.exists()


def test_steps_as_rows_have_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each conclusion is open in the position before its step, and settled or removed in the next."""
    file = tmp_path / "two.txt"
    file.write_text(PUZZLES["larger"])
    assert exit_code(["steps", str(file), str(file), "--jsonl"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 2 * len(steps_of("larger").steps)
    assert all(row["accepted"] for row in rows)
    for row, following in pairwise(rows):
        for fact in row["conclusions"]:
            before, after = row["position"][fact["place"]], following["position"][fact["place"]]
            assert fact["value"] in before
            if following["number"] > row["number"]:
                assert (fact["value"] in after) == fact["holds"]


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle, steps = tmp_path / "puzzle.txt", tmp_path / "steps.json"
    puzzle.write_text(PUZZLES["a cut"])
    assert exit_code(["steps", str(puzzle)]) == 0
    *_, cut, last = capsys.readouterr().out.splitlines()
    assert cut.endswith(
        "r4c1 is not shaded: cells that are not shaded are connected (r4c2 with r1c2) [1 cut]"
    )
    assert last == "hardest step: 3 rules; 16 steps"
    assert exit_code(["steps", str(puzzle), "--json"]) == 0
    written = capsys.readouterr().out
    for text, code, words in (
        (written, 0, "ACCEPTED UNIQUE"),
        (written.replace("true", "false"), 1, "REFUSED"),
    ):
        steps.write_text(text)
        assert exit_code(["verify", str(steps)]) == code
        assert capsys.readouterr().out.startswith(words)
    position, picture = tmp_path / "position.txt", tmp_path / "hint.svg"
    for text, code, words in (
        ("x???\n????\n????\n????", 0, f"{puzzle} #1: "),
        (
            "????\nx???\n????\n????",
            1,
            f"{position}: 1 entry is wrong:\n  line 2, column 1: r2c1 is ",
        ),
    ):
        position.write_text(text)
        assert exit_code(["hint", str(puzzle), str(position), "-o", str(picture)]) == code
        assert capsys.readouterr().out.startswith(words)
        assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize("file", ["heyawake/7x7", "masyu/7x8", "starbattle/two-stars", "yajilin/5x6"])
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


KOREAN = Path(coversat.__file__).parents[1] / "web/page/scripts/words/steps-ko.js"
_WORDS = re.compile(r'^  words\(("(?:[^"\\\\]|\\\\.)*"), ("[^"]*")\),$', re.MULTILINE)


@pytest.mark.skipif(not KOREAN.exists(), reason="the page is not part of the package")
def test_rules_and_facts_have_korean_words_on_the_page() -> None:
    """Of all examples of kinds that steps are found for."""
    text = KOREAN.read_text(encoding="utf-8")
    pairs = [(json.loads(pattern), json.loads(words)) for pattern, words in _WORDS.findall(text)]
    assert len(pairs) == text.count("  words(")
    patterns = [re.compile(pattern.replace("CELL", r"(r\d+c\d+)")) for pattern, _ in pairs]
    assert all(
        int(number) <= pattern.groups
        for pattern, (_, words) in zip(patterns, pairs, strict=True)
        for number in re.findall(r"\$(\d)", words)
    )
    missing = set()
    for file in sorted((KOREAN.parents[4] / "examples").glob("*/*.*")):
        try:
            puzzle = read(file.read_text()).problems[0]
            formula = rule_clauses(puzzle)
        except coversat.CoversatError:  # a kind of one's own, or without rules
            continue
        facts = Facts(puzzle, formula).by_words()
        # One of those that differ by numbers is enough.
        shown = {re.sub(r"\d+", "1", words): words for words in (*formula.labels, *facts)}.values()
        missing |= {words for words in shown if not any(one.fullmatch(words) for one in patterns)}
    assert not missing
