"""Pictures of solving steps: a strip of boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ...kinds.drawing import Picture, draw
from ...kinds.drawing.strip import Frame, draw_strip
from ...primitives import Variable, scope
from ...primitives.models import BorderModel
from ...problems import AnyProblem
from ...reductions.rule_clauses import RuleClauses, labelled_rules, rule_clauses
from .finding import ValuesLeft
from .hints import Hint, WrongEntry
from .values import Fact, Step

_COLUMNS = 4
"""The boards in a row."""
_MOST_CELLS = 40
"""A rule about more variables is not marked, only named."""


def draw_steps(problem: AnyProblem, steps: Sequence[Step]) -> Picture:
    """Boards with what is known before each step, the rules that it uses, and what follows.

    Steps that name no rule, because one value is left, are on one board with those beside them. Without a
    step it is the picture of the puzzle.

    Raise `ReductionError` for a kind without rules in the constraint language. Raise `ValueError` if the
    picture of the kind has no board.
    """
    return _strip(problem, steps) if steps else draw(problem)


def draw_hint(found: Hint) -> Picture:
    """The step of a hint; if there is none, the position with its wrong entries marked.

    Raise `ValueError` if the picture of the kind has no board.
    """
    if found.step is not None:
        return _strip(found.puzzle, [found.step], entered=found.entered)
    if found.entered:
        return _strip(found.puzzle, [], entered=found.entered, wrong=found.wrong)
    return draw(found.puzzle)  # without its formula, which there may have been no time to make


def _strip(
    problem: AnyProblem,
    steps: Sequence[Step],
    entered: Sequence[Fact] = (),
    wrong: Sequence[WrongEntry] = (),
) -> Picture:
    model, formula = labelled_rules(problem), rule_clauses(problem)
    known = ValuesLeft(formula)
    known.learn(entered)
    edges = {model.name_of(edge): edge for edge in model.domains if not isinstance(edge[0], int)}
    frames = list(_frames(formula, edges, known, steps))
    if not steps:
        facts = [entry.fact._replace(holds=not entry.fact.holds) for entry in wrong]
        frames.append(_frame(edges, known, tuple(map(str, wrong)), (), facts))
    return draw_strip(problem, frames, _COLUMNS, isinstance(model, BorderModel))


def _frames(
    formula: RuleClauses, edges: Mapping[str, Any], known: ValuesLeft, steps: Sequence[Step]
) -> Iterator[Frame]:
    numbered = list(enumerate(steps, 1))
    for number, group in groupby(numbered, key=lambda pair: bool(pair[1].all_rules) and pair[0]):
        together = list(group)
        used = [
            variable
            for _, step in together
            for label in sorted(step.all_rules)
            for rule in formula.rules_called.get(label, ())
            if len(scope(rule.primitive)) <= _MOST_CELLS
            for variable in scope(rule.primitive)
        ]
        facts = [fact for _, step in together for fact in step.conclusions]
        captions = (
            tuple(line for at, step in together for line in step.lines(str(at)))
            if number
            else (f"{together[0][0]}-{together[-1][0]}. one value left",)
        )
        yield _frame(edges, known, captions, used, facts)
        known.learn(facts)


def _frame(
    edges: Mapping[str, Any],
    known: ValuesLeft,
    captions: tuple[str, ...],
    used: Sequence[Variable],
    facts: Sequence[Fact],
) -> Frame:
    values = dict(known.cells())
    removed: dict[Any, tuple[int, ...]] = {}
    for fact in facts:
        if fact.cell is not None and not fact.holds:
            removed[fact.cell] = (*removed.get(fact.cell, ()), fact.value)
    return Frame(
        captions,
        values,
        {edges[name]: bool(left[0]) for name, left in known.left.items() if name in edges and len(left) == 1},
        {variable for variable in used if isinstance(variable[0], int) and variable in values},
        {variable for variable in used if not isinstance(variable[0], int)},
        {fact.cell: fact.value for fact in facts if fact.cell is not None and fact.holds},
        removed,
        {edges[fact.place]: fact.holds == bool(fact.value) for fact in facts if fact.place in edges},
    )
