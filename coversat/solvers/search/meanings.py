"""A search by the meaning of each rule of a model: cell by cell, giving up where a rule is broken.

It uses no encoder and no propagation; a rule, or a part of one, is judged by `holds` once its last cell has a
value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...primitives import Binary, Primitive, Variable, scope
from ...primitives.meaning import holds
from ...primitives.models import GridModel, Rule
from ...problems.grid import Numbers
from ..solver import Meter
from .backtracking import DirectSearch

if TYPE_CHECKING:
    from ...problems.puzzle import GridPuzzle


def answers_by_meaning(
    model: GridModel[Any], meter: Meter, rules: Sequence[Rule] | None = None
) -> Iterator[dict[Variable, int]]:
    """The values of the variables that answers show, of each answer, in increasing order.

    Hidden cells come last.

    * meter: counts the values that are tried.
    * rules: instead of those of the model.
    """
    order = sorted(model.domains, key=lambda variable: not model.in_answers(variable))
    shown = sum(map(model.in_answers, order))
    place = {variable: at for at, variable in enumerate(order)}
    ending: list[list[Primitive]] = [[] for _ in order]
    for rule in model.rules if rules is None else rules:
        for primitive in _parts(rule.primitive):
            last = max((place[variable] for variable in scope(primitive)), default=None)
            if last is not None:
                ending[last].append(primitive)
            elif not holds(primitive, {}):
                return
    if not order:
        yield {}
        return
    values: dict[Variable, int] = {}
    known: dict[Variable, int] = {}  # what the answer determines
    untried: list[Iterator[int]] = [iter(model.domains[order[0]])]
    while untried:
        at = len(untried) - 1
        value = next(untried[-1], None)
        if value is None:
            values.pop(order[at], None)
            untried.pop()
            continue
        meter.node()
        values[order[at]] = value
        if at == shown - 1:
            known = dict(model.values_of(model.answer_of(values.items())))
        if all(holds(primitive, values) for primitive in ending[at]):
            if at + 1 < len(order):
                following = order[at + 1]
                is_known = at + 1 >= shown and following in known
                untried.append(iter((known[following],) if is_known else model.domains[following]))
                continue
            yield {variable: values[variable] for variable in order}
            del untried[shown:]  # one assignment of the hidden cells is enough


def _parts(primitive: Primitive) -> Iterator[Primitive]:
    """Each pair of a relation, which can be judged alone; any other primitive is one part."""
    if isinstance(primitive, Binary):
        return (Binary((pair,), primitive.allowed) for pair in primitive.pairs)
    return iter((primitive,))


def _answers(puzzle: GridPuzzle, meter: Meter) -> Iterator[Numbers]:
    model = puzzle.grid_model
    return (model.answer_of(values.items()) for values in answers_by_meaning(model, meter))


def search_by_meaning(kind: str) -> DirectSearch[GridPuzzle]:
    """The search of a kind that is a `GridPuzzle`."""
    return DirectSearch("search/meanings", kind, "cell by cell, by the meaning of the rules", _answers)
