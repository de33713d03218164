"""Unit propagation on a reduction's formula, in the places and values of the puzzle.

A value of a place is shown by *parts* of a model (see `ShownPlace`), usually by one literal. The value is
stated by these; it is excluded when each of its parts has a literal that is false.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from ..answering.routes import find_path
from ..base.errors import ReductionError
from ..problems import AnyProblem
from ..problems.cnf.rules import Clause, Cnf
from ..reductions import AnyReduction, Reduction
from ..reductions.paths import EncodingPath, apply_path, end_of, name_of, states_two
from ..reductions.places import ShownPlace, variables_of
from ..solvers.sat.compiled_sat import UnitPropagation

PAIRWISE = "cnf:pairwise"
"""The formula of a cover on which unit propagation finds what cover engines see at once."""

Value = tuple[str, int]
"""A place of the puzzle and a value of it: ``("r1c1", 5)``."""
Part = tuple[int, ...]


def reduced(problem: AnyProblem, path: EncodingPath) -> AnyReduction:
    """The reduction to a formula or to an exact cover; the places of a formula are its variables.

    Raise `ReductionError` if an encoding does not support the instance, or does not keep all answers.
    """
    if states_two(path):
        raise ReductionError(f"{name_of(path)} is of class V: it keeps only some of several answers")
    if not isinstance(problem, Cnf):
        return apply_path(path, problem)
    found: AnyReduction = Reduction(
        problem, problem, tuple, tuple, True, places=lambda: variables_of(problem)
    )
    for rule in path:
        found = found.then(rule.apply(found.target))
    return found


def as_formula(reduction: AnyReduction) -> AnyReduction:
    """The same, if it leads to a formula; an exact cover becomes its pairwise formula."""
    if reduction.target.kind == "cnf":
        return reduction
    (rule,) = find_path(reduction.target.kind, PAIRWISE)
    return reduction.then(rule.apply(reduction.target))


def is_measured(kind: str, path: EncodingPath) -> bool:
    """Whether reductions lead to a formula or a cover, so that unit propagation on it has a meaning."""
    return end_of(kind, path) in ("cnf", "cover") and (kind == "cnf" or bool(path))


class Propagator:
    """Unit propagation on the formula of a reduction; a context manager.

    * values (tuple of values): those that the reduction can show.
    * solver (UnitPropagation)
    * variable_count (int)
    * extra (list of clauses): those that state values, beside the formula.
    """

    def __init__(self, reduction: AnyReduction) -> None:
        formula: Cnf = reduction.target
        self.variable_count = formula.variable_count
        self.extra: list[Clause] = []
        self._parts: dict[Value, tuple[Part, ...]] = {}
        self._states: dict[Value, Part] = {}
        self._denies: dict[Value, Part] = {}
        self._filled: dict[Value, tuple[Part, ...]] = {}
        """Of a value that no part shows, the parts of all others."""
        assert reduction.places is not None
        for place in reduction.places():
            self._add_place(place)
        self.values = tuple(self._states)
        self._simple: dict[int, list[Value]] = {}
        """Of a literal, the values that it alone excludes."""
        self._others: list[Value] = []
        for value in self.values:
            those = self._parts.get(value, ())
            if len(those) == 1 and len(those[0]) == 1:
                self._simple.setdefault(-those[0][0], []).append(value)
            else:
                self._others.append(value)
        self.solver = UnitPropagation(chain(formula.clauses, self.extra), self._new())

    def __enter__(self) -> Propagator:
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()

    # Literals of values

    def _new(self) -> int:
        self.variable_count += 1
        return self.variable_count

    def _add_place(self, place: ShownPlace) -> None:
        parts = {value: tuple(map(_as_part, those)) for value, those in place.values.items()}
        every = tuple(dict.fromkeys(part for those in parts.values() for part in those))
        for value, those in parts.items():
            key = place.name, value
            self._parts[key] = those
            self._denies[key] = self._none_of(those)
            # Where one of several parts is there, that those of other values are not is stated too.
            others = [part for part in every if part not in those] if len(those) > 1 else []
            self._states[key] = (*self._one_of(those), *self._none_of(others))
        if place.empty is not None and place.empty not in parts:
            key = place.name, place.empty
            self._filled[key] = every
            self._states[key] = self._none_of(every)
            self._denies[key] = self._one_of(every)

    def _one_of(self, parts: Sequence[Part]) -> Part:
        """Literals that state that one of these parts is there."""
        if len(parts) == 1:
            return parts[0]
        names = [part[0] if len(part) == 1 else self._implying(part) for part in parts]
        one = self._new()
        self.extra.append((-one, *names))
        return (one,)

    def _implying(self, part: Part) -> int:
        name = self._new()
        self.extra += [(-name, literal) for literal in part]
        return name

    def _none_of(self, parts: Iterable[Part]) -> Part:
        """Literals that state that none of these parts is there."""
        return tuple([-part[0] if len(part) == 1 else self._excluding(part) for part in parts])

    def _excluding(self, part: Part) -> int:
        name = self._new()
        self.extra.append((-name, *(-literal for literal in part)))
        return name

    def literals(self, values: Iterable[Value]) -> list[int]:
        """What states that each place has its value."""
        return [literal for value in values for literal in self._states[value]]

    def literals_without(self, values: Iterable[Value]) -> list[int]:
        """What states that no place has one of these values."""
        return [literal for value in values for literal in self._denies[value]]

    # What follows

    def excluded_by(self, known: Sequence[int]) -> set[Value]:
        """The values that known literals exclude."""
        simple = self._simple
        found = {value for literal in known if literal in simple for value in simple[literal]}
        if self._others:
            true = set(known)
            found.update(value for value in self._others if self._is_excluded(value, true))
        return found

    def _is_excluded(self, value: Value, true: set[int]) -> bool:
        if value in self._filled:
            return any(true.issuperset(part) for part in self._filled[value])
        return all(any(-literal in true for literal in part) for part in self._parts[value])

    def excluded(self, chosen: Iterable[Value], failed_literals: bool = False) -> set[Value] | None:
        """The values that a partial answer excludes by unit propagation; None if it is refuted.

        With `failed_literals`, values that unit propagation refutes are excluded too, until there is none.
        """
        literals = self.literals(chosen)
        while (known := self.solver.follows(literals)) is not None:
            found = self.excluded_by(known)
            further = [
                value
                for value in self.values
                if failed_literals
                and value not in found
                and self.solver.follows([*literals, *self._states[value]]) is None
            ]
            if not further:
                return found
            literals += self.literals_without(further)
        return None

    def falsified(self, value: Value, known: Collection[int]) -> list[int]:
        """The literals among known ones by which a value is excluded."""
        if value in self._filled:
            return list(next(part for part in self._filled[value] if all(one in known for one in part)))
        return [next(-one for one in part if -one in known) for part in self._parts[value]]

    def shown_by(self) -> dict[int, Value]:
        """The values that one literal alone shows."""
        return {
            those[0][0]: value
            for value, those in self._parts.items()
            if len(those) == 1 and len(those[0]) == 1
        }

    def missing(self, values: Iterable[Value]) -> set[Value]:
        """Those of some values that the reduction has no name for: no model shows them."""
        return {value for value in values if value not in self._states}


def _as_part(part: int | Part) -> Part:
    return part if isinstance(part, tuple) else (part,)


def names_of(values: Iterable[Value]) -> Mapping[str, list[Value]]:
    """The values of each place, by its name."""
    found: dict[str, list[Value]] = {}
    for value in values:
        found.setdefault(value[0], []).append(value)
    return found
