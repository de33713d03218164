"""Changes of rules, which leave them out or change a part of a primitive, and which of them are detected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import prod
from typing import NamedTuple

from ...primitives import AllDifferent, Binary, Count, Or, Regular, Sum, SumBetween, Table, Variable, scope
from ...primitives.meaning import holds
from ...primitives.models import Rule

Change = Callable[[Rule], Sequence[Rule] | None]
"""The rules that replace a rule; None if it cannot be changed so."""
MOST_FILLINGS = 20_000
"""The most fillings of the cells of a rule of which all are tried."""


class Subject(NamedTuple):
    """A model, and how changes of its rules show.

    * domains (mapping from cells to values)
    * differs: whether other rules are known to have other answers.
    """

    rules: Sequence[Rule]
    domains: Mapping[Variable, Sequence[int]]
    differs: Callable[[Sequence[Rule]], bool]


class Detection(NamedTuple):
    """Which changes of rules are detected.

    * changes: how many were tried.
    * undetected: those that nothing detected, in words.
    * same: further changes that mean the same: each changed rule allows the same fillings of its cells, or it
      follows from the other rules and is left out or made weaker.
    * needed: such a change that does not mean the same, of a rule that is said to follow from the others.
    """

    changes: int = 0
    undetected: tuple[str, ...] = ()
    same: int = 0
    needed: tuple[str, ...] = ()


NO_CHANGES = Detection()


def detection(
    subjects: Iterable[Subject],
    group_of: Callable[[Rule], str],
    report: Callable[[str], None] = lambda words: None,
) -> Detection:
    """Change all rules of a group together, and look for the first subject that differs.

    Other rules that follow from the rest are left out, since they would hide the change.
    """
    subjects = list(subjects)
    groups = {group_of(rule): rule.implied for subject in subjects for rule in subject.rules}
    count, same = 0, 0
    undetected, needed = [], []
    for group, (name, change, weakens) in product(groups, list(_mutants())):
        stated = (_without_implied(one, group, group_of) for one in subjects)
        changed = [(one, rules) for one in stated if (rules := _changed(one, group, group_of, change))]
        if not changed:
            continue  # no rule of this group can be changed so
        words = name.format(group)
        report(f"change {count + same + 1}: {words}")
        if any(one.differs([*chain.from_iterable(rules)]) for one, rules in changed):
            count += 1
            if groups[group] and weakens:
                needed.append(words)
        elif (groups[group] and weakens) or all(_means_the_same(one, rules) for one, rules in changed):
            same += 1
        else:
            count += 1
            undetected.append(words)
    return Detection(count, tuple(undetected), same, tuple(needed))


def _without_implied(subject: Subject, group: str, group_of: Callable[[Rule], str]) -> Subject:
    return subject._replace(
        rules=[rule for rule in subject.rules if not rule.implied or group_of(rule) == group]
    )


def _changed(
    subject: Subject, group: str, group_of: Callable[[Rule], str], change: Change
) -> list[Sequence[Rule]]:
    """For each rule what replaces it; empty if none of the group can be changed so."""
    new = [change(rule) if group_of(rule) == group else None for rule in subject.rules]
    if all(one is None for one in new):
        return []
    return [(rule,) if one is None else one for rule, one in zip(subject.rules, new, strict=True)]


def _means_the_same(subject: Subject, changed: Sequence[Sequence[Rule]]) -> bool:
    """Whether each rule allows the same fillings of its cells as what replaces it; False if too many."""
    for rule, new in zip(subject.rules, changed, strict=True):
        if new == (rule,):
            continue
        cells = list(dict.fromkeys(chain.from_iterable(scope(one.primitive) for one in (rule, *new))))
        values = [subject.domains[cell] for cell in cells]
        if prod(map(len, values)) > MOST_FILLINGS:
            return False
        for filling in product(*values):
            held = dict(zip(cells, filling, strict=True))
            if holds(rule.primitive, held) != all(holds(one.primitive, held) for one in new):
                return False
    return True


def _mutants() -> Iterator[tuple[str, Change, bool]]:
    """Each change in words, with the group of the rules left out; its function; whether it weakens rules."""
    yield "without '{}'", lambda rule: (), True
    yield "'{}' with one more", _with(_more), True
    yield "'{}' with one less", _with(_less), False
    yield "the opposite of '{}'", _with(_opposite), False


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
        case Binary() if len(primitive.pairs) > 1:
            return primitive._replace(pairs=primitive.pairs[:-1])
        case Regular():
            return primitive._replace(accepts=lambda state: True)
    return None


def _less(primitive: object) -> object | None:
    """What allows one less than it should."""
    match primitive:
        case Count() if primitive.numbers:
            numbers = sorted(primitive.numbers)
            return primitive._replace(numbers=numbers[1:] if numbers[0] else numbers[:-1])
        case Sum() if len(primitive.terms) > 1:
            return primitive._replace(terms=primitive.terms[:-1])
        case Table() if primitive.rows:
            return primitive._replace(rows=sorted(primitive.rows)[1:])
        case Or() if len(primitive.alternatives) > 1:
            return primitive._replace(alternatives=primitive.alternatives[:-1])
        case SumBetween():
            return primitive._replace(total=primitive.total + 1)
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
