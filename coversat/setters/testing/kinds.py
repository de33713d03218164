"""Comparing the model of a kind with its check, on many small boards and all their assignments.

The model and the check are two statements of the same rules. Where they differ, one of them is wrong; the
smallest board is reported, and the rule that is too strong or too weak. Then each rule is left out or
changed: a change that no board detects is either no change, or shows that such boards were not tried.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ...answering.routes import default_route
from ...answering.running import run
from ...base.arguments import Listener, silent
from ...base.errors import ReductionError
from ...primitives import Variable, scope
from ...primitives.meaning import holds
from ...primitives.models import Rule
from ...problems.grid import Numbers, cell_name
from ...problems.puzzle import GridPuzzle
from ...problems.user_files import located
from ...solvers import Limits
from .larger import Larger, answers_of, graphs_of, larger_boards
from .mutants import NO_CHANGES, Detection, Subject, detection
from .small_boards import Answers, Small, allowed, answer_of, boards, judged_right, right_outside, values_of

ROUTED = 60
"""The small boards whose answers by a formula are compared as well."""
KEPT = 300
"""The boards on which changed rules are tried."""
MOST_CHANGED = 5_000
"""The most assignments of such a board."""
MOST_SHRUNK = 100_000
"""The most assignments of a board with fewer clues than the one that shows a difference."""
TOO_WEAK = "the model is too weak: it allows an answer of which the check says: "
TOO_STRONG = "the model is too strong: the check accepts this"


class Difference(NamedTuple):
    """A board with an answer that the model and the check judge differently.

    * answer: none if the difference is another one, which `words` tells.
    * words: a sentence about what differs.
    * rules: the labels of the rules that are too strong or, as far as is known, too weak.
    """

    board: GridPuzzle
    answer: Numbers | None
    words: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tested:
    """The result of a test.

    * boards, assignments: how many were compared.
    * larger, answers: the larger boards, and how many answers of their models the check has judged.
    * detection: of changes of rules.
    * rules (mapping from labels to int): on how many boards with an answer each rule was tried; rules that
      differ in their parts are one.
    * ran_out: whether no further small board was found before the number of assignments was reached.
    * advice: attributes and methods that the class should also have, each with the reason.
    """

    boards: int
    assignments: int
    difference: Difference | None = None
    larger: int = 0
    answers: int = 0
    detection: Detection = NO_CHANGES
    rules: Mapping[str, int] = field(default_factory=dict)
    ran_out: bool = False
    advice: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether some board had an answer; without one the comparison says nothing."""
        return self.difference is not None or any(self.rules.values())


def compare_kind(
    kind: type[GridPuzzle], most: int = 300_000, seed: int = 0, report: Listener = silent
) -> Tested:
    """Compare the model of a kind with its check.

    * most: the assignments after which no further small board is tried.
    * seed: of the random boards.
    * report: receives progress messages.
    """
    with located(kind.source_file):
        found = _Comparison(random.Random(f"coversat test {seed}"), report)
        return found.small(kind, most) or found.larger(kind) or found.changed(kind)


@dataclass
class _Comparison:
    """The boards that were compared so far."""

    rng: random.Random
    report: Listener
    count: int = 0
    assignments: int = 0
    ran_out: bool = True
    rules: Counter[str] = field(default_factory=Counter)
    kept: list[tuple[GridPuzzle, Answers]] = field(default_factory=list)
    beyond: list[Larger] = field(default_factory=list)

    def small(self, kind: type[GridPuzzle], most: int) -> Tested | None:
        """Compare all assignments of small boards; the result if there is a difference."""
        for small in boards(kind, self.rng, most):
            right = judged_right(small)
            self.count, self.assignments = self.count + 1, self.assignments + small.assignments
            if (found := self._difference(small, right)) is not None:
                return Tested(self.count, self.assignments, _shrunk(found))
            self._note(small.board, bool(right))
            if small.assignments <= MOST_CHANGED and (
                len(self.kept) < KEPT or self.rng.random() < KEPT / self.count
            ):
                self.kept = [*self.kept[-KEPT + 1 :], (small.board, right)]
            if self.assignments >= most:
                self.ran_out = False
                break
            if self.count % 50 == 0:
                self.report(f"{self.count} boards, {self.assignments} assignments")
        if not any(scope(rule.primitive) for board, _ in self.kept for rule in board.grid_model.rules):
            raise ValueError(
                "no board was made" if not self.count else "model() mentions no cell of any board"
            )
        return None

    def _difference(self, small: Small, right: Answers) -> Difference | None:
        board = small.board
        outside = right_outside(small, right, self.rng)
        if outside is not None:
            return Difference(board, answer_of(board, outside), TOO_STRONG, _too_strong(board, outside))
        found = _difference(board, right) or _clue_difference(board, right)
        if found is None and self.count % 7 == 1 and self.count < 7 * ROUTED:
            found = _other_difference(board, right)
        return found

    def _note(self, board: GridPuzzle, has_answer: bool) -> None:
        """Count a board for each of its rules, if it has an answer."""
        for template in dict.fromkeys(map(_template, board.grid_model.rules)):
            self.rules[template] += has_answer

    def larger(self, kind: type[GridPuzzle]) -> Tested | None:
        """Judge answers of the models of larger boards."""
        for one in larger_boards(kind, self.rng):
            self.report(f"a board of {one.board.rows}x{one.board.columns}")
            self.beyond.append(one)
            self._note(one.board, True)
            for answer in one.answers:
                if violations := one.board.violations(answer):
                    nearest = one.board.nearest_rules(violations[0].cells)
                    found = Difference(one.board, answer, f"{TOO_WEAK}{violations[0]}", nearest)
                    return self._tested(found)
        return None

    def changed(self, kind: type[GridPuzzle]) -> Tested:
        """Change each rule, and look for a board that shows it."""
        subjects = [_small_subject(*one) for one in self.kept]
        subjects += [_larger_subject(one, self.rng) for one in self.beyond]
        changes = detection(subjects, _template, self.report)
        return replace(
            self._tested(),
            detection=changes,
            rules=dict(self.rules),
            ran_out=self.ran_out,
            advice=tuple(_advice(kind, [board for board, _ in self.kept], bool(self.beyond))),
        )

    def _tested(self, difference: Difference | None = None) -> Tested:
        answers = sum(len(one.answers) for one in self.beyond)
        return Tested(self.count, self.assignments, difference, len(self.beyond), answers)


def _advice(kind: type[GridPuzzle], tried: Sequence[GridPuzzle], has_larger: bool) -> Iterator[str]:
    graphs = sorted(set().union(*(graphs_of(board.grid_model.rules) for board in tried)))
    if graphs and not kind.has_graphs:
        yield f"has_graphs = True: the model has {' and '.join(graphs)}, with encodings of its own"
    if kind.has_cover and not kind.has_graphs and any(board.grid_model.has_hidden for board in tried):
        yield "has_cover = False: the model has hidden cells, and is no exact cover"
    if has_larger:
        return
    if kind.has_regions and not kind.has_clues:
        yield "region_sizes, or a method blank: no larger board with an answer was found"
    elif not kind.makes_clues():
        yield "a method clued_by: no larger board with an answer was found, which it makes from answers"


def _difference(board: GridPuzzle, right: Answers) -> Difference | None:
    """The first assignment on which the model and the check differ."""
    model = board.grid_model
    both = allowed(model)
    if both == right:
        return None
    values = min(both ^ right)
    answer = answer_of(board, values)
    if values in both:
        violations = board.violations(answer)
        nearest = board.nearest_rules(violations[0].cells)
        return Difference(board, answer, f"{TOO_WEAK}{violations[0]}", nearest)
    return Difference(board, answer, TOO_STRONG, _too_strong(board, values))


def _too_strong(board: GridPuzzle, values: Sequence[int]) -> tuple[str, ...]:
    """The labels of the rules that an answer breaks; without which, if hidden cells are part of them."""
    model = board.grid_model
    try:
        assigned = dict(model.values_of(answer_of(board, values)))
    except ValueError as error:
        return (f"no variable: {error}",)
    outside = [cell for cell, value in assigned.items() if value not in model.domains.get(cell, ())]
    if outside:
        return (f"the domain of {cell_name(outside[0])}",)
    shown = [rule for rule in model.rules if all(cell in assigned for cell in scope(rule.primitive))]
    broken = [rule.label for rule in shown if not holds(rule.primitive, assigned)]
    if broken:
        return tuple(dict.fromkeys(broken))
    templates = dict.fromkeys(rule.template for rule in model.rules if rule not in shown)
    fixed = replace(model, domains=model.domains | {cell: (value,) for cell, value in assigned.items()})  # type: ignore[operator]
    return tuple(
        template
        for template in templates
        if allowed(fixed, [rule for rule in model.rules if rule.template != template])
    )


def _clue_difference(board: GridPuzzle, right: Answers) -> Difference | None:
    """A clue whose removal excludes an answer, so that it cannot be removed; or one that rules do not name.

    Without the rules that name a clue a model is that of the board without it.
    """
    for at, name in enumerate(board.given_names()):
        fewer = board.with_givens([other for other in range(len(board.given_names())) if other != at])
        if any(fewer.violations(answer_of(fewer, values)) for values in right):
            words = f"without {name}, which is not `fixed`, there are fewer answers"
            return Difference(board, None, words, ("fixed",))
        model, without = board.grid_model, fewer.grid_model
        kept = [rule for rule in model.rules if rule.given != at]
        others = [rule.primitive for rule in without.rules]
        if not board.givens_apart or (
            model.domains == without.domains and [rule.primitive for rule in kept] == others
        ):
            continue
        if allowed(model, kept) != allowed(without):
            unmarked = next((f" {rule.label!r}" for rule in kept if rule.primitive not in others), "")
            words = f"{name} cannot be left out alone: a rule that depends on it does not name its cell:"
            return Difference(board, None, f"{words}{unmarked}, as rule(TEXT, PRIMITIVE, cell)")
    return None


def _other_difference(board: GridPuzzle, right: Answers) -> Difference | None:
    """A text that does not read back, a check that uses the model, or a formula with other answers."""
    if type(board).parse(board.format()) != board:
        return Difference(board, None, "the text does not read back as the same board")
    for values in sorted(right)[:3]:
        answer = answer_of(board, values)
        if board.parse_answer(board.render(answer)) != answer:
            return Difference(board, answer, "the text of this answer does not read back as the same")
    try:
        found = run(board, default_route(board.kind), Limits(answers=len(right) + 1)).findings
    except ReductionError:
        return None
    answers = frozenset(values_of(board, answer) for answer in found.answers)
    if answers != right:
        return Difference(board, None, f"a formula of the model has {len(answers)} answers, not {len(right)}")
    return None


def _shrunk(found: Difference) -> Difference:
    """The same difference with as few clues as possible."""
    board = found.board
    if found.answer is None:
        return found
    at = 0
    while at < (count := len(found.board.given_names())):
        fewer = found.board.with_givens([other for other in range(count) if other != at])
        small = Small(fewer, fewer.assignment_count(), within_domains=False)
        few = small.assignments <= min(MOST_SHRUNK, 10 * board.assignment_count())
        smaller = _difference(fewer, judged_right(small)) if few else None
        if smaller is None or smaller.words.partition(":")[0] != found.words.partition(":")[0]:
            at += 1
        else:
            found = smaller
    return found


def _small_subject(board: GridPuzzle, right: Answers) -> Subject:
    model = board.grid_model
    return Subject(model.rules, model.domains, lambda rules: allowed(model, rules) != right)


def _larger_subject(one: Larger, rng: random.Random) -> Subject:
    """A board for `detection`: changed rules exclude one of its answers, or allow a wrong one."""
    board, model = one.board, one.board.grid_model
    assigned = [dict(model.values_of(answer)) for answer in one.answers]

    def differs(rules: Sequence[Rule]) -> bool:
        new = [rule for rule in rules if id(rule) not in known]
        if any(_excludes(rule, values) for rule in new for values in assigned):
            return True
        try:
            found = answers_of(board, rng, rules, beginnings=2)
        except ReductionError:
            return False
        return any(map(board.violations, found.answers)) or (not found.answers and found.exhausted)

    known = frozenset(map(id, model.rules))  # their parts need not be hashable
    return Subject(model.rules, model.domains, differs)


def _excludes(rule: Rule, values: Mapping[Variable, int]) -> bool:
    return all(cell in values for cell in scope(rule.primitive)) and not holds(rule.primitive, values)


def _template(rule: Rule) -> str:
    return rule.template or rule.label
