"""Solving steps: each holds in all fillings that its rules allow, and the checker refuses forged ones."""

from __future__ import annotations

import copy
import json
import random
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest

import coversat
from coversat.certificates.steps import verify_steps
from coversat.cli import exit_code
from coversat.deadline import Deadline
from coversat.findings import Verdict
from coversat.language import AllDifferent, Count, holds, scope
from coversat.problems import read
from coversat.reductions.rule_clauses import labelled_rules
from coversat.reductions.variables import variable_name
from coversat.setter.steps import Steps, find_steps

PUZZLES = {
    "sudoku": "1...\n..2.\n.3..\n...4\n",
    "several answers": "1...\n..2.\n....\n....\n",
    "no answer": "12..\n..3.\n...4\n.4..\n",
    "contradictory givens": "11..\n....\n....\n....\n",
    "larger": "..3.\n3...\n...2\n.1..\n",
    "hitori": "hitori 4 4\n2 2 1 4\n1 4 2 3\n2 1 3 4\n2 4 1 2\n",
    "slitherlink": "slitherlink 3 3\n2 3 -\n- 3 1\n- - 3\n",
    "masyu": "masyu 4 4\n- b - -\n- - w -\n- - - -\n- - - -\n",
    "a cut": "hitori 4 4\n2 4 1 1\n4 1 2 3\n2 1 4 1\n1 3 2 3\n",
    "kurodoko": "kurodoko 3 3\n- 3 -\n- - 4\n2 - -\n",
    "hard": "..7.8.3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
}


def steps_of(name: str) -> Steps:
    (puzzle,) = read(PUZZLES[name]).problems
    return find_steps(puzzle)


OUTCOMES = {Verdict.UNIQUE: "solved", Verdict.NONE: "contradiction", Verdict.MULTIPLE: "open"}


@pytest.mark.parametrize("name", PUZZLES)
def test_outcome_is_the_verdict_and_the_checker_accepts(name: str) -> None:
    found = steps_of(name)
    verdict = coversat.check(found.puzzle).verdict
    assert found.outcome == OUTCOMES[verdict]
    examined = verify_steps(json.dumps(found.as_json()))
    assert (examined.accepted, examined.checked) == (True, len(found.steps)), examined.reason
    assert examined.verdict == (None if verdict == Verdict.MULTIPLE else verdict)


@pytest.mark.parametrize("name", [name for name in PUZZLES if name != "hard"])
def test_conclusions_hold_in_all_fillings(name: str) -> None:
    """By the meaning of the rules, over all fillings of the cells of those that a step names."""
    found = steps_of(name)
    model = labelled_rules(found.puzzle)
    domains = {variable_name(cell): list(values) for cell, values in model.domains.items()}

    def learn(place: str, value: int, is_it: bool) -> None:
        own = domains[place]
        many = len(model.domains[cells[place]]) > 2
        own[:] = [one for one in own if (one == value) == is_it]
        if is_it and many:  # what pencil marks exclude
            for rule in model.rules:
                if isinstance(rule.primitive, AllDifferent) and cells[place] in rule.primitive.cells:
                    for other in map(variable_name, rule.primitive.cells):
                        if other != place and value in domains[other]:
                            domains[other].remove(value)

    cells = {variable_name(cell): cell for cell in model.domains}
    for rule in model.rules:
        if rule.given is not None and isinstance(rule.primitive, Count) and len(rule.primitive.cells) == 1:
            learn(variable_name(rule.primitive.cells[0]), next(iter(rule.primitive.values)), True)
    checked = 0
    for step in found.steps:
        used = [rule.primitive for rule in model.rules if rule.label in step.rules]
        those = dict.fromkeys(cell for one in used for cell in scope(one))
        own = [domains[variable_name(cell)] for cell in those]
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


def test_the_same_steps_again() -> None:
    assert steps_of("larger") == steps_of("larger")


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


@pytest.mark.parametrize("name", ["sudoku", "hitori", "slitherlink", "larger"])
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


@pytest.mark.parametrize(
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


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle, steps = tmp_path / "puzzle.txt", tmp_path / "steps.json"
    puzzle.write_text(PUZZLES["a cut"])
    assert exit_code(["steps", str(puzzle)]) == 0
    *_, cut, last = capsys.readouterr().out.splitlines()
    assert cut.endswith("r4c1 is not shaded: cells that are not shaded are connected [1 cut]")
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
