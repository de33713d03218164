"""Lists of steps that were forged or changed are refused."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from each import each
from step_cases import PUZZLES, STATED_FOR_STEPS, steps_of

from coversat.certificates.step_files import checker_of, literals_of, step_of, verify_steps
from coversat.proofs.verification import ProofError
from coversat.reductions.rule_clauses import rule_clauses
from coversat.solvers.findings import Verdict
from coversat.solvers.sat.sat import complete_model


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


@pytest.mark.thorough
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


@pytest.mark.thorough
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


@pytest.mark.thorough
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
