"""Comparing the model of a kind with its check, on many small boards and all their assignments.

The model and the check are two statements of the same rules. Where they differ, one of them is wrong; the
smallest board is reported, and the rule that is too strong or too weak. Then each rule is left out or
changed: a change that no board detects is either no change, or shows that such boards were not tried.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from ...answers.routes import default_route
from ...answers.running import run
from ...base.errors import LimitReachedError, ReductionError
from ...language import AreasBySize, Circuit, Connected, scope
from ...language.meaning import holds
from ...language.models import CUTS, Rule
from ...problems.grid import Cell, Numbers, cell_name
from ...problems.puzzle import GridPuzzle
from ...problems.user_files import located
from ...reductions.encoders import ENCODERS_OF_GRAPHS, MIXED
from ...reductions.to_cnf import to_cnf
from ...solvers import Limits
from ...solvers.sat.sat import CADICAL
from ..explain.facts import Clock, Listener, silent
from ..generate.puzzles import board_with_answer
from .boards import Answers, allowed, boards, grid, judged_right, random_boards
from .mutants import NO_CHANGES, Detection, Subject, detection

ROUTED = 60
"""The small boards whose answers by a formula are compared as well."""
LARGER = tuple((side, side + (n % 2)) for n, side in enumerate((4, 5, 5, 6, 6, 7)))
"""Rows and columns of boards too large to try all assignments."""
EACH = 3
"""The boards of each of these sizes."""
NODES = 20_000
"""The nodes of each search for answers of these."""
ANSWERS = 30
"""The answers of each that are judged."""
KEPT = 300
"""The boards on which changed rules are tried."""
MOST_CHANGED = 5_000
"""The most assignments of such a board."""


class Difference(NamedTuple):
    """A board with an answer that the model and the check judge differently.

    Attributes
    ----------
    board : GridPuzzle
    answer : Numbers, optional
        None if the difference is another one, which `words` tells.
    words : str
        A sentence about what differs.
    rules : tuple of str
        The labels of the rules that are too strong or, as far as is known, too weak.
    """

    board: GridPuzzle
    answer: Numbers | None
    words: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tested:
    """The result of a test.

    Attributes
    ----------
    boards, assignments : int
        How many were compared.
    difference : Difference or None
    larger, answers : int
        The larger boards, and how many answers of their models the check has judged.
    detection : Detection
        Of changes of rules.
    advice : tuple of str
        Attributes and methods that the class should also have, each with the reason.
    """

    boards: int
    assignments: int
    difference: Difference | None = None
    larger: int = 0
    answers: int = 0
    detection: Detection = NO_CHANGES
    advice: tuple[str, ...] = ()


def compare_kind(
    kind: type[GridPuzzle], most: int = 300_000, seed: int = 0, report: Listener = silent
) -> Tested:
    """Compare the model of a kind with its check.

    Parameters
    ----------
    kind : type
    most : int
        The assignments after which no further small board is tried.
    seed : int
        Of the random boards.
    report : function
        Receives progress messages.
    """
    with located(kind.source_file):
        rng = random.Random(f"coversat test {seed}")
        count = assignments = 0
        kept: list[tuple[GridPuzzle, Answers]] = []
        for board in boards(kind, rng):
            right = judged_right(board)
            count, assignments = count + 1, assignments + board.assignment_count()
            found = _difference(board, right) or _clue_difference(board, right)
            found = found or (
                _other_difference(board, right) if count % 7 == 1 and count < 7 * ROUTED else None
            )
            if found is not None:
                return Tested(count, assignments, _shrunk(found))
            if board.assignment_count() <= MOST_CHANGED and (len(kept) < KEPT or rng.random() < KEPT / count):
                kept = [*kept[-KEPT + 1 :], (board, right)]
            if assignments >= most:
                break
            if count % 50 == 0:
                report(f"{count} boards, {assignments} assignments")
        if not any(scope(rule.primitive) for board, _ in kept for rule in board.grid_model.rules):
            raise ValueError("no board was made" if not count else "model() mentions no cell of any board")
        larger, answers, found = _larger(kind, rng, report)
        if found is not None:
            return Tested(count, assignments, found, len(larger), answers)
        subjects = [_subject(*one) for one in (*kept, *((board, None) for board in larger))]
        changes = detection(subjects, _template, report)
        advice = tuple(_advice(kind, [board for board, _ in kept], answers))
        return Tested(count, assignments, None, len(larger), answers, changes, advice)


def _advice(kind: type[GridPuzzle], tried: Sequence[GridPuzzle], answers: int) -> Iterator[str]:
    graphs = {
        type(rule.primitive).__name__
        for board in tried
        for rule in board.grid_model.rules
        if isinstance(rule.primitive, (Connected, AreasBySize, Circuit))
    }
    if graphs and not kind.has_graphs:
        yield f"has_graphs = True: the model has {' and '.join(sorted(graphs))}, with encodings of its own"
    if kind.has_cover and not kind.has_graphs and any(board.grid_model.has_hidden for board in tried):
        yield "has_cover = False: the model has hidden cells, and is no exact cover"
    if not (answers or kind.makes_clues()):
        yield "a method clued_by: no larger board had an answer; with it, boards are made from answers"


def _difference(board: GridPuzzle, right: Answers) -> Difference | None:
    """The first assignment on which the model and the check differ."""
    model = board.grid_model
    both = allowed(model)
    if both == right:
        return None
    values = min(both ^ right)
    answer = grid(board, values)
    if values in both:
        violations = board.violations(answer)
        words = "the model is too weak: it allows an answer of which the check says: "
        return Difference(
            board, answer, f"{words}{violations[0]}", _nearest(model.rules, violations[0].cells)
        )
    return Difference(
        board, answer, "the model is too strong: the check accepts this", _too_strong(board, values)
    )


def _too_strong(board: GridPuzzle, values: Sequence[int]) -> tuple[str, ...]:
    """The labels of the rules that an answer breaks; without which, if hidden cells are part of them."""
    model = board.grid_model
    try:
        assigned = dict(model.values_of(grid(board, values)))
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


def _nearest(rules: Sequence[Rule], cells: Sequence[Cell]) -> tuple[str, ...]:
    """The label of the rule whose cells are most like those of a violation."""

    def likeness(rule: Rule) -> float:
        own = set(scope(rule.primitive))
        return len(own & set(cells)) / len(own | set(cells))

    near = max(rules, key=likeness, default=None)
    return () if near is None or not likeness(near) else (near.label,)


def _clue_difference(board: GridPuzzle, right: Answers) -> Difference | None:
    """A clue whose removal excludes an answer, so that it cannot be removed."""
    for at, name in enumerate(board.given_names()):
        fewer = board.with_givens([other for other in range(len(board.given_names())) if other != at])
        if right and not right <= judged_right_of(fewer, right):
            words = f"without {name}, which is not `fixed`, there are fewer answers"
            return Difference(board, None, words, ("fixed",))
    return None


def judged_right_of(board: GridPuzzle, those: Answers) -> Answers:
    """Of these assignments the ones in which the check finds nothing wrong."""
    return frozenset(values for values in those if not board.violations(grid(board, values)))


def _other_difference(board: GridPuzzle, right: Answers) -> Difference | None:
    """A text that does not read back, a check that uses the model, or a formula with other answers."""
    if type(board).parse(board.format()) != board:
        return Difference(board, None, "the text does not read back as the same board")
    for values in sorted(right)[:3]:
        answer = grid(board, values)
        if board.parse_answer(board.render(answer)) != answer:
            return Difference(board, answer, "the text of this answer does not read back as the same")
    try:
        found = run(board, default_route(board.kind), Limits(answers=len(right) + 1)).findings
    except ReductionError:
        return None
    answers = frozenset(tuple(value for row in answer for value in row) for answer in found.answers)
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
        few = fewer.assignment_count() <= 10 * board.assignment_count()
        smaller = _difference(fewer, judged_right(fewer)) if few else None
        if smaller is None or smaller.words.partition(":")[0] != found.words.partition(":")[0]:
            at += 1
        else:
            found = smaller
    return found


def _larger(
    kind: type[GridPuzzle], rng: random.Random, report: Listener
) -> tuple[list[GridPuzzle], int, Difference | None]:
    """Larger boards, and how many answers of their models were judged by the check."""
    boards: list[GridPuzzle] = []
    answers = 0
    for rows, columns in LARGER:
        for board in islice(_likely(kind, rows, columns, rng), EACH):
            report(f"a board of {rows}x{columns}")
            reduction = default_route(kind.kind)
            try:
                reduced = reduction.reduce(board)
                found = reduction.solver.search(reduced.target, Limits(answers=ANSWERS, nodes=NODES))
            except ReductionError:
                continue
            boards.append(board)
            for model in _some(found):
                answer = reduced.decode(model)
                answers += 1
                if violations := board.violations(answer):
                    words = "the model is too weak: it allows an answer of which the check says: "
                    nearest = _nearest(board.grid_model.rules, violations[0].cells)
                    return boards, answers, Difference(board, answer, f"{words}{violations[0]}", nearest)
    return boards, answers, None


def _likely(kind: type[GridPuzzle], rows: int, columns: int, rng: random.Random) -> Iterator[GridPuzzle]:
    """Random boards with some clues of an answer, if the kind can find these; otherwise any."""
    if not kind.makes_clues():
        yield from random_boards(kind, rows, columns, rng)
        return
    for _ in range(2 * EACH):
        with suppress(LimitReachedError, ValueError):
            begun = board_with_answer(kind, (rows, columns), rng, Clock(nodes=NODES))
            if begun is not None:
                board, answer = begun
                puzzle = board.clued_by({(r, c): answer[r][c] for r, c in board.cells()}) or board
                yield puzzle.with_givens(
                    [at for at in range(len(puzzle.given_names())) if rng.random() < 0.4]
                )


def _some(search: Any) -> Iterator[Any]:
    for found, _ in zip(search, range(ANSWERS), strict=False):
        yield found


def _subject(board: GridPuzzle, right: Answers | None) -> Subject:
    """A board for `detection`; without its answers, only some of those of changed rules are tried."""
    model = board.grid_model

    def has_others(rules: Sequence[Rule]) -> bool:
        return _has_wrong_answers(board, rules) if right is None else allowed(model, rules) != right

    return Subject(model.rules, model.domains, has_others)


def _has_wrong_answers(board: GridPuzzle, rules: Sequence[Rule]) -> bool:
    """Whether the check rejects some answer by these rules, or there is none."""
    encoders = ENCODERS_OF_GRAPHS[CUTS] if board.has_graphs else MIXED
    try:
        reduced = to_cnf(replace(board.grid_model, rules=rules), encoders)
        found = CADICAL.search(reduced.target, Limits(answers=ANSWERS, nodes=NODES))
    except ReductionError:
        return False
    answers = [reduced.decode(model) for model in _some(found)]
    return any(map(board.violations, answers)) or (not answers and found.exhausted)


def _template(rule: Rule) -> str:
    return rule.template or rule.label
