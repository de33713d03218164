"""The places of a problem's answers, such as cells, and what shows their values in the reduced problem.

And its rules by their labels, with the clauses or items that state them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...base.errors import ArgumentError, ReductionError
from ...base.wording import similar
from ...problems import AnyProblem
from ...problems.cnf.rules import Cnf, clause_words
from ...problems.exact_cover.rules import ExactCover
from ...reductions import AnyReduction, model_of
from ...reductions.cover_to_cnf import item_words
from ...reductions.places import ShownPlace
from ...reductions.reduction import Group


class Places:
    """The places of a reduction, by name or by cell."""

    def __init__(self, reduction: AnyReduction) -> None:
        self._reduction = reduction
        self._source: AnyProblem = reduction.source

    @cached_property
    def every(self) -> tuple[ShownPlace, ...]:
        stated = self._reduction.places
        return () if stated is None else stated()

    @cached_property
    def _by_name(self) -> Mapping[Any, ShownPlace]:
        found: dict[Any, ShownPlace] = {place.name: place for place in self.every}
        found.update((place.cell, place) for place in self.every if place.cell is not None)
        return found

    @cached_property
    def _called(self) -> Mapping[Any, int]:
        """How many places have a name."""
        return Counter(place.name for place in self.every)

    def __getitem__(self, place: Any) -> ShownPlace:
        if place not in self._by_name:
            names = [one.name for one in self.every]
            raise ArgumentError(
                f"no place {place!r} in answers of this {self._source.kind}{meant(place, names)}"
            )
        if (several := self._called.get(place, 1)) > 1:  # such as equal options of a cover
            raise ArgumentError(f"{several} places are called {place!r}; see places")
        return self._by_name[place]

    def part(self, place: Any, value: int) -> Any:
        """What alone shows that a place has a value; `ArgumentError` if nothing does."""
        found = self[place]
        if value not in found.values:
            if value == found.empty:
                raise ArgumentError(f"{found.name} is {value} where nothing shows another value of it")
            raise _no_value(found.name, value, found.values)
        parts = found.values[value]
        if len(parts) != 1:
            raise ArgumentError(f"several parts show that {found.name} is {value}; see places")
        return parts[0]

    def literal(self, place: Any, value: int) -> int:
        """The literal of a value, also of a variable that answers do not show, such as a side of a cell."""
        if place not in self._by_name and (hidden := self._hidden_literal(place, value)):
            return hidden
        return int(self.part(place, value)[0])

    def _hidden_literal(self, place: Any, value: int) -> int | None:
        variable = self._variables.get(place)
        if variable is None:
            return None
        values = variable if value in variable else ()
        if not values:
            raise _no_value(place, value, variable)
        own = self._numbers.get(f"{place}={value}")
        other = self._numbers.get(f"{place}={values[0]}") if len(values) == 2 else None
        return own or (other and -other)

    @cached_property
    def _variables(self) -> Mapping[str, Sequence[int]]:
        """The values of each variable of the source's rules, by name."""
        model = model_of(self._source.kind)
        if model is None:
            return {}
        stated = model(self._source)
        return {stated.name_of(variable): tuple(values) for variable, values in stated.domains.items()}

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {name: number for number, name in self._reduction.target.names.items()}

    def grid(self, values: Mapping[Any, int]) -> Any:
        """A part of a grid with these values, blank elsewhere; None if a place is no cell of one."""
        filled = {self[place].cell: value for place, value in values.items()}
        if None in filled:
            return None
        rows, columns = (1 + max((cell[side] for cell in filled if cell), default=0) for side in (0, 1))
        return tuple(tuple(filled.get((r, c)) for c in range(columns)) for r in range(rows))


def _no_value(place: object, value: object, values: Iterable[int]) -> ArgumentError:
    known = ", ".join(map(str, values)) or "none that is open"
    return ArgumentError(f"{place} cannot have the value {value!r}; it has {known}")


def meant(name: object, names: Iterable[str]) -> str:
    """The end of a message about an unknown name: those that are similar, if any."""
    near = similar(str(name), names)
    return f"; did you mean {' or '.join(near)}?" if near else ""


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
