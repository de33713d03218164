"""The rules of a reduced problem by their labels, and the clauses or items that state them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...base.errors import ArgumentError, ReductionError
from ...problems.cnf.rules import Cnf, clause_words
from ...problems.exact_cover.rules import ExactCover
from ...reductions import AnyReduction
from ...reductions.cover_to_cnf import item_words
from ...reductions.reduction import Group

SOFT = ("rules", "givens")
"""What a weighted formula can make soft."""


class Labels:
    """The labels of the rules of a reduction, and the parts of its target: clauses or items."""

    def __init__(self, reduction: AnyReduction) -> None:
        self._reduction, self._target = reduction, reduction.target

    @cached_property
    def _groups(self) -> Sequence[Group]:
        groups, target = self._reduction.groups, self._target
        if not groups and isinstance(target, ExactCover):
            return [Group(item_words(target, at), (at,)) for at in range(target.table.item_count)]
        if target is self._reduction.source and isinstance(target, Cnf):
            return [Group(clause_words(at + 1, one), (at,)) for at, one in enumerate(target.clauses)]
        return groups

    @cached_property
    def positions(self) -> Mapping[str, tuple[int, ...]]:
        """For each label, the positions of its parts."""
        found: dict[str, list[int]] = {}
        for label, parts in self._groups:
            found.setdefault(label, []).extend(parts)
        for graph in getattr(self._target, "graphs", ()):
            found.setdefault(graph.label, [])
        return {label: tuple(dict.fromkeys(parts)) for label, parts in found.items()}

    @cached_property
    def parts(self) -> tuple[Any, ...]:
        """The clauses, or the names of the items, of the target."""
        if isinstance(self._target, ExactCover):
            return self._target.items
        return tuple(self._target.clauses) if isinstance(self._target, Cnf) else ()

    @cached_property
    def rules(self) -> Mapping[str, tuple[Any, ...]]:
        """For each label, its parts."""
        parts = self.parts
        return {label: tuple([parts[at] for at in places]) for label, places in self.positions.items()}

    @cached_property
    def at(self) -> Mapping[int, tuple[str, ...]]:
        """For each position, the labels of the rules that it states."""
        found: dict[int, tuple[str, ...]] = {}
        for label, places in self.positions.items():
            for at in places:
                found[at] = (*found.get(at, ()), label)
        return found

    def of(self, part: int | str | Iterable[int]) -> tuple[str, ...]:
        """The labels of a part by its position, or of all that are equal to it."""
        if isinstance(part, int):
            if not 0 <= part < len(self.parts):
                raise ArgumentError(f"there is no position {part}: the target has {len(self.parts)}")
            return self.at.get(part, ())
        wanted = part if isinstance(part, str) else frozenset(part)
        those = [at for at, one in enumerate(self.parts) if _alike(one) == wanted]
        if not those:
            raise ArgumentError(f"the target has no {part!r}")
        return tuple(dict.fromkeys(label for at in those for label in self.at.get(at, ())))

    def selected(self, of: str) -> tuple[Sequence[str], Mapping[int, tuple[int, ...]]]:
        """The labels of rules or givens and, for a new variable for each, the positions of its clauses.

        Raise `ReductionError` for a target that is no formula, or that does not keep the givens apart.
        """
        if of not in SOFT:
            raise ArgumentError(f"what is soft is {' or '.join(map(repr, SOFT))}, not {of!r}")
        if not isinstance(self._target, Cnf):
            raise ReductionError(f"a {self._target.kind} has no selectors; a formula has")
        groups: Sequence[tuple[int, ...]] | None
        stated = {label: places for label, places in self.positions.items() if places}
        labels, groups = list(stated), list(stated.values())
        if of == "givens":
            labels, groups = list(self._reduction.source.given_names()), self._reduction.given_clauses
            if groups is None:
                raise ReductionError("this reduction does not keep the givens apart, so they cannot be soft")
        return labels, dict(enumerate(groups, self._target.variable_count + 1))


def _alike(part: Any) -> Any:
    return part if isinstance(part, str) else frozenset(part)
