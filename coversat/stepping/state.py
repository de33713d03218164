"""What is known between steps: the values that are left for each place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..problems.grid import Cell
from ..reductions.rule_clauses import RuleClauses
from .values import Fact


class Known:
    """The values that are left for each place after facts, and after what these exclude directly.

    Parameters
    ----------
    formula : RuleClauses
    """

    def __init__(self, formula: RuleClauses) -> None:
        self._cell = {place.name: place.cell for place in formula.places}
        self._literals = {place.name: place.literals for place in formula.places}
        self._place = {
            literal: (place.name, value)
            for place in formula.places
            for value, literal in place.literals.items()
        }
        self.left: dict[str, tuple[int, ...]] = {
            place.name: tuple(place.literals) for place in formula.places
        }
        self._excludes = formula.exclusions
        self._learn(formula.givens)
        self._learn(clause[0] for clause in formula.domains if len(clause) == 1)

    def cells(self) -> Mapping[Cell, tuple[int, ...]]:
        """The values that are left for each cell."""
        return {cell: left for name, left in self.left.items() if (cell := self._cell[name]) is not None}

    def as_json(self) -> dict[str, list[int]]:
        return {name: list(left) for name, left in self.left.items()}

    def learn(self, facts: Iterable[Fact]) -> None:
        self._learn(self._literals[fact.place][fact.value] * (1 if fact.holds else -1) for fact in facts)

    def _learn(self, literals: Iterable[int]) -> None:
        waiting = list(literals)
        seen: set[int] = set()
        for literal in waiting:  # grows meanwhile
            if literal in seen:
                continue
            seen.add(literal)
            if literal in self._place:
                name, value = self._place[literal]
                self.left[name] = (value,)
                waiting += (-other for other in self._excludes.get(literal, ()))
            elif -literal in self._place:
                name, value = self._place[-literal]
                self.left[name] = tuple(one for one in self.left[name] if one != value)
