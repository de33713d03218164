"""Steps, hints and estimates of puzzles drawn by chance, compared with all answers and with the checker.

    python -m random_steps --seed 7 --puzzles 20000      # in tests/
    python -m random_steps --seed 7 --kinds suguru --only 12

The puzzles are those of `fast_paths`, which also finds their answers, by two routes. They have no, one or
several answers. Whatever a step concludes must hold in each of them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fast_paths import Expected, drawn, expected
from instances import projected

from coversat.answering.sampling import estimate
from coversat.base.deadline import Deadline
from coversat.base.errors import CoversatError, LimitReachedError, ReductionError, SolverError
from coversat.certificates.step_files import checker_of, literals_of, step_of, verify_steps
from coversat.primitives.models import GridModel
from coversat.problems import KINDS, AnyProblem
from coversat.reductions.rule_clauses import RuleClauses, labelled_rules, rule_clauses
from coversat.setters.steps.finding import steps as find_steps
from coversat.setters.steps.hints import Hint
from coversat.setters.steps.hints import hint as find_hint
from coversat.setters.steps.values import MOST_RULES, Fact, Steps, fact_of
from coversat.solvers.findings import Verdict

SECONDS = 10.0
"""For the steps of one puzzle, and for each hint; what takes longer is unknown."""
POSITIONS = 3
"""Positions of each puzzle from which a hint is asked for."""
OUTCOMES = {Verdict.NONE: "none", Verdict.UNIQUE: "solved", Verdict.MULTIPLE: "open"}

Held = Mapping[str, int]
"""What an answer shows: values by the names of places."""


class Explained(NamedTuple):
    """A puzzle whose kind has rules in the constraint language, and what its answers show."""

    problem: AnyProblem
    formula: RuleClauses
    answers: tuple[Held, ...]
    complete: bool
    verdict: Verdict | None

    def is_true(self, fact: Fact, held: Held) -> bool:
        """Whether a fact holds in an answer; also for what answers do not show."""
        return fact.place not in held or (held[fact.place] == fact.value) == fact.holds

    def agreeing(self, facts: Iterable[Fact]) -> list[Held]:
        """The answers in which facts hold."""
        those = tuple(facts)
        return [held for held in self.answers if all(self.is_true(fact, held) for fact in those)]


def explained(one: Expected) -> Explained | None:
    """None for a kind without such rules."""
    try:
        model: GridModel[Any] = labelled_rules(one.problem)
        formula = rule_clauses(one.problem)
    except ReductionError:
        return None
    shown = tuple(
        {model.name_of(at): model.shown_value(at, value) for at, value in model.values_of(answer)}
        for answer in (() if projected(one.problem) else sorted(one.answers))
    )
    complete = one.complete and not projected(one.problem)
    return Explained(one.problem, formula, shown, complete, one.verdict)


def faults(one: Expected, chance: random.Random) -> Iterator[str]:
    """What is wrong with the steps, the hints and the estimate of a puzzle."""
    yield from of_estimate(one)
    puzzle = explained(one)
    if puzzle is not None:
        most = chance.choice((2, 3, MOST_RULES, MOST_RULES))
        found = find_steps(puzzle.problem, timeout=Deadline(SECONDS), most=most, count=chance.random() < 0.3)
        yield from of_steps(puzzle, found)
        for _ in range(POSITIONS):
            yield from of_hints(puzzle, found, chance)


def of_estimate(one: Expected) -> Iterator[str]:
    try:
        found = estimate(one.problem, samples=4, timeout=SECONDS)
    except (ReductionError, SolverError, LimitReachedError):
        return
    if found.exact and one.complete and found.answers.mean != len(one.answers):
        yield f"estimate: {found.answers.mean} answers, not {len(one.answers)}"


def of_steps(puzzle: Explained, found: Steps) -> Iterator[str]:
    if (
        found.outcome != "unknown"
        and puzzle.verdict is not None
        and found.outcome != OUTCOMES[puzzle.verdict]
    ):
        yield f"steps: {found.outcome}, and the verdict is {puzzle.verdict.value}"
    for number, step in enumerate(found.steps, 1):
        for fact in step.conclusions:
            if not all(puzzle.is_true(fact, held) for held in puzzle.answers):
                yield f"step {number} is not true of every answer: {step}"
    examined = verify_steps(json.dumps(found.as_json()))
    proved = {"none": Verdict.NONE, "solved": Verdict.UNIQUE}.get(found.outcome)
    if (examined.accepted, examined.verdict) != (True, proved):
        yield f"verify: {examined.accepted} {examined.verdict}: {examined.reason}"
    for name in found.open_places if found.outcome == "open" and puzzle.complete else ():
        values = {held.get(name) for held in puzzle.answers}
        if len(values) == 1 and None not in values:
            yield f"steps: {name} is left open, and has one value"


def of_hints(puzzle: Explained, found: Steps, chance: random.Random) -> Iterator[str]:
    entries = position(puzzle, chance)
    hint = find_hint(puzzle.problem, "\n".join(map(str, entries)), timeout=Deadline(SECONDS))
    said = f"hint for {', '.join(map(str, entries)) or 'the beginning'}: {hint.outcome}"
    right = puzzle.agreeing(entries)
    if puzzle.verdict is Verdict.NONE and hint.outcome not in ("none", "unknown"):
        yield f"{said}, and there is no answer"
    if puzzle.complete and puzzle.answers:
        if right and hint.outcome not in ("step", "complete", "open", "unknown"):
            yield f"{said}, and it has {len(right)} answers"
        if not right and hint.outcome not in ("wrong", "unknown"):
            yield f"{said}, and it has no answer"
    if hint.outcome == "open" and puzzle.complete and len(right) == 1:
        yield f"{said}, and it has one answer"
    if hint.outcome == "complete" and puzzle.complete and len(right) != 1:
        yield f"{said}, and it has {len(right)} answers"
    if hint.step is not None:
        if not all(puzzle.is_true(fact, held) for fact in hint.step.conclusions for held in right):
            yield f"{said}: not true: {hint.step}"
        if not is_accepted(puzzle.formula, hint):
            yield f"{said}: refused: {hint.step}"
    for clash in hint.clashes:
        wrong = [entry.fact._replace(holds=not entry.fact.holds) for entry in clash]
        if puzzle.complete and puzzle.agreeing(wrong):
            yield f"{said}: an answer has {' and '.join(map(str, clash))}"


def is_accepted(formula: RuleClauses, hint: Hint) -> bool:
    """Whether the checker accepts a step, as an entry of a file, after what is entered."""
    assert hint.step is not None
    checker, literals = checker_of(formula), literals_of(formula)
    checker.learn(literals[fact.place, fact.value, fact.holds] for fact in hint.entered)
    try:
        checker.check(step_of(hint.step.as_json(), literals))
    except CoversatError:
        return False
    return True


def position(puzzle: Explained, chance: random.Random) -> list[Fact]:
    """Some values of an answer, or of none; sometimes with one that is wrong."""
    held = chance.choice(puzzle.answers) if puzzle.answers else {}
    shown = (place for place in puzzle.formula.places if place.literals)
    names = {place.name: place for place in shown if place.name in held or not puzzle.answers}
    share = chance.choice((0.0, 0.3, 0.8, 1.0))
    chosen = {name: held[name] for name in names if name in held and chance.random() < share}
    if names and chance.random() < 0.4:
        name = chance.choice(list(names))
        chosen[name] = chance.choice(list(names[name].literals))
    return [
        fact_of(puzzle.problem, names[name], value)
        for name, value in chosen.items()
        if value in names[name].literals
    ]


def fuzz(kind: str, seed: int, numbers: Iterable[int]) -> tuple[list[str], Counter[Verdict | None]]:
    """What was wrong with these puzzles of a kind, and their verdicts."""
    found: list[str] = []
    verdicts: Counter[Verdict | None] = Counter()
    for number in numbers:
        problem, chance = drawn(kind, seed, number)
        one, _ = expected(problem, chance)
        verdicts[one.verdict] += 1
        try:
            wrong = list(faults(one, chance))
        except Exception:
            wrong = [traceback.format_exc()]
        found += (f"{kind} --seed {seed} --only {number}: {what}\n{problem.format()}" for what in wrong)
    return found, verdicts


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--puzzles", type=int, default=1000, help="in all, of each kind as many")
    parser.add_argument("--kinds", default=",".join(KINDS), help="with commas")
    parser.add_argument("--only", type=int, help="the puzzle of this number")
    options = parser.parse_args(words)
    kinds = options.kinds.split(",")
    each = -(-options.puzzles // len(kinds))
    numbers = range(each) if options.only is None else [options.only]
    wrong = False
    for kind in kinds:
        found, verdicts = fuzz(kind, options.seed, numbers)
        wrong |= bool(found)
        for fault in found:
            print(fault, flush=True)
        said = (f"{verdict.value if verdict else 'unknown'} {n}" for verdict, n in verdicts.items())
        print(kind, ", ".join(said), flush=True)
    sys.exit(wrong)


if __name__ == "__main__":
    main()
