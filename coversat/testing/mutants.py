"""Changes of rules: each is left out, or one part of its primitive is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..language import AllDifferent, Binary, Count, Or, Regular, Sum, SumBetween, Table
from ..language.models import Rule

Change = Callable[[Rule], Sequence[Rule] | None]
"""The rules that replace a rule; None if it cannot be changed so."""


def mutants() -> Iterator[tuple[str, Change]]:
    """Each change in words, with the label of the rule left out, and its function."""
    yield "without '{}'", lambda rule: ()
    yield "'{}' with one more", _with(_more)
    yield "'{}' with one less", _with(_less)
    yield "the opposite of '{}'", _with(_opposite)


def changed_rules(
    rules: Sequence[Rule], group: str, group_of: Callable[[Rule], str], change: Change
) -> list[Rule] | None:
    """The rules with those of a group changed; None if none of them can be changed so."""
    found: list[Rule] = []
    changed = False
    for rule in rules:
        new = change(rule) if group_of(rule) == group else None
        changed |= new is not None
        found += [rule] if new is None else new
    return found if changed else None


def _with(change: Callable[[object], object | None]) -> Change:
    def changed(rule: Rule) -> Sequence[Rule] | None:
        primitive = change(rule.primitive)
        return None if primitive is None else (rule._replace(primitive=primitive),)  # type: ignore[arg-type]

    return changed


def _more(primitive: object) -> object | None:
    """What allows one more, or one value more, than it should."""
    match primitive:
        case Count():
            others = set(range(len(primitive.cells) + 1)).difference(primitive.numbers)
            most = max(primitive.numbers, default=-1)
            near = min(others, key=lambda n: (n < most, abs(n - most)), default=None)
            return None if near is None else primitive._replace(numbers={*primitive.numbers, near})
        case Sum():
            return primitive._replace(totals={*primitive.totals, max(primitive.totals, default=0) + 1})
        case AllDifferent() if len(primitive.cells) > 1:
            return primitive._replace(cells=primitive.cells[:-1])
        case SumBetween():
            return primitive._replace(total=primitive.total + 1)
        case Regular():
            return primitive._replace(accepts=lambda state: True)
    return None


def _less(primitive: object) -> object | None:
    """What allows one less than it should."""
    match primitive:
        case Count() if primitive.numbers:
            return primitive._replace(numbers=sorted(primitive.numbers)[1:])
        case Sum() if len(primitive.terms) > 1:
            return primitive._replace(terms=primitive.terms[:-1])
        case Table() if primitive.rows:
            return primitive._replace(rows=sorted(primitive.rows)[1:])
        case Or() if len(primitive.alternatives) > 1:
            return primitive._replace(alternatives=primitive.alternatives[:-1])
        case Binary() if len(primitive.pairs) > 1:
            return primitive._replace(pairs=primitive.pairs[:-1])
    return None


def _opposite(primitive: object) -> object | None:
    match primitive:
        case Binary(pairs, allowed):
            return Binary(pairs, lambda a, b: not allowed(a, b))
        case Regular(cells, start, step, accepts):
            return Regular(cells, start, step, lambda state: not accepts(state))
        case Count(cells, values, numbers):
            return Count(cells, values, [n for n in range(len(cells) + 1) if n not in numbers])
    return None
