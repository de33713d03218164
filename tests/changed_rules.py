"""How many changes of rules comparisons with the checks detect, for every kind and constraint of sudokus.

    python tests/changed_rules.py

The rules of each model are left out or changed. Boards are those of `coversat test`; constraints and all
other kinds have the small ones of the tests, whose answers other tests compare with the check. Of exact
covers that no rules are behind, groups of items are left out. A change that nothing detects is printed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from constraint_cases import CASES, cases
from instances import instances, module, seen
from test_constraints import judged, only
from test_dropped_items import KINDS as COVERS
from test_dropped_items import changes, groups

import coversat
from coversat.base.errors import LimitReachedError, ReductionError
from coversat.primitives.meaning import holds
from coversat.primitives.models import Rule
from coversat.problems import Sudoku, problem_class
from coversat.problems.kind import KINDS
from coversat.problems.puzzle import GridPuzzle
from coversat.reductions.rule_clauses import labelled_rules
from coversat.setters.testing.constraints import primitive_name
from coversat.setters.testing.kinds import compare_kind
from coversat.setters.testing.mutants import Detection, Subject, detection
from coversat.solvers.search.meanings import answers_by_meaning
from coversat.solvers.solver import Limits, Meter

MOSAIC = Path(__file__).parent.parent / "examples/own/mosaic.py"
NAMES = ("left", "mid", "right", "end")
"""Of elements of the instances."""
DRAWN = 40
"""The instances of each kind that are drawn at random."""
ASSIGNMENTS = 10_000
"""Of the boards of a kind."""
FEW, NODES = 100, 30_000
"""Answers of an instance that is looked at, and the nodes of the search for them."""


def boards() -> Iterator[tuple[str, Detection]]:
    """Kinds that are one class, and one in a file."""
    for kind in (*map(problem_class, KINDS), coversat.load_kind(MOSAIC)):
        if issubclass(kind, GridPuzzle):
            yield kind.kind, compare_kind(kind, ASSIGNMENTS).detection


def constraints() -> Iterator[tuple[str, Detection]]:
    """But those with hidden cells."""
    for word in CASES:
        problems = [one for one in cases(word) if not only(one).hidden_cells(one.layout)]
        yield word, detection(map(_of_constraint, problems), primitive_name)


def _of_constraint(problem: Sudoku) -> Subject:
    constraint = only(problem)

    def differs(rules: Sequence[Rule]) -> bool:
        return any(
            all(holds(rule.primitive, held) for rule in rules) != right  # type: ignore[arg-type]
            for held, right in zip(*judged(problem, constraint), strict=True)
        )

    rules = list(constraint.rules(problem.layout))
    assert not differs(rules), problem
    return Subject(rules, dict.fromkeys(problem.layout.cells(), problem.layout.digits), differs)


def others() -> Iterator[tuple[str, Detection]]:
    """Kinds with rules for elements or for a board of their own; sudokus have constraints."""
    for kind in KINDS:
        if not issubclass(problem_class(kind), (GridPuzzle, Sudoku)):
            chance = random.Random(kind)
            drawn = [module(kind).drawn(chance) for _ in range(DRAWN)]
            with suppress(ReductionError):
                subjects = [_of_instance(one) for one in (*(one.problem for one in instances(kind)), *drawn)]
                yield kind, detection(filter(None, subjects), _first_word)


def _of_instance(problem: Any) -> Subject | None:
    """None if its answers are many, or the search for them would take long."""
    model: Any = labelled_rules(problem)

    def answers(rules: Sequence[Rule]) -> set[Any]:
        found = islice(answers_by_meaning(model, Meter(Limits(nodes=NODES)), rules), FEW + 1)
        return {seen(problem, model.answer_of(values.items())) for values in found}

    def differs(rules: Sequence[Rule]) -> bool:
        with suppress(LimitReachedError):
            return answers(rules) != right
        return False

    with suppress(LimitReachedError):
        right = answers(model.rules)
        return Subject(model.rules, model.domains, differs) if len(right) <= FEW else None
    return None


def _first_word(rule: Rule) -> str:
    """``row`` or ``clause``; of a label that begins with a name, the primitive."""
    word = rule.label.split()[0]
    return word if word.isalpha() and len(word) > 1 and word not in NAMES else primitive_name(rule)


def covers() -> Iterator[tuple[str, Detection]]:
    """Exact covers of kinds without such rules."""
    for kind in COVERS:
        try:
            labelled_rules(instances(kind)[0].problem)
        except ReductionError:
            few = [one for one in instances(kind) if len(one.answers) < FEW]
            names = [
                name for name, items in groups(kind).items() if not any(changes(one, items) for one in few)
            ]
            yield kind, Detection(len(groups(kind)), tuple(f"without {name}" for name in names))


def main() -> None:
    total = detected = same = 0
    for part in (boards, constraints, others, covers):
        for name, found in part():
            total, same = total + found.changes, same + found.same
            detected += found.changes - len(found.undetected)
            for words in found.undetected:
                print(f"{name}: not detected: {words}", flush=True)
        print(
            f"{part.__name__}: {detected} of {total} changes so far are detected; {same} more mean the same"
        )


if __name__ == "__main__":
    main()
