"""Places: what has a value in answers, such as a cell, and the literals or parts that show each value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ..problems.grid import Cell
from ..problems.problem import AnyProblem

if TYPE_CHECKING:
    from ..problems.cnf.rules import Cnf
    from ..problems.exact_cover.builder import CellOrName

Literals = Mapping[int, int]
"""The literal of each value of a place."""
LiteralsOf = Callable[[Any], Literals]
"""The literals of a variable of the language, such as a cell."""


@dataclass(frozen=True)
class Place:
    """A cell, or another part with a value, each of whose values has one literal.

    * name: in the puzzle's words, such as ``r1c1``, or ``r1c1-r1c2`` for an edge.
    * cell ((row, column) from 0, or None for what is not a cell of the board)
    * literals (mapping from values to literals): the literal is true if and only if the place has the value.
    * is_aside: whether a puzzle is solved without it, as where a piece lies if that is seen from its cells.
    * is_hidden: whether steps find it out, but no answer shows it, so that it may stay open in a solved
      puzzle.
    """

    name: str
    cell: Cell | None
    literals: Literals = field(hash=False)
    is_aside: bool = False
    is_hidden: bool = False

    @property
    def is_silent(self) -> bool:
        """Whether steps leave unsaid what one rule says of it: it is aside, and has many values."""
        return self.is_aside and len(self.literals) > 2


class ShownPlace(NamedTuple):
    """A cell, or another part with a value, of the answers of the source, and what shows it in the target.

    * name: in the puzzle's words.
    * cell ((row, column) from 0, or None)
    * values (mapping from values to parts of a target answer): in increasing order of values.  Each part is
      one literal, option or colour, as `Reduction.encode` gives it; an answer has the value exactly when its
      target answer has at least one of these parts.
    * empty: the value if a target answer has none of these parts; None if that cannot happen.
    """

    name: str
    cell: Cell | None
    values: Mapping[int, tuple[Any, ...]]
    empty: int | None = None

    def carried(self, encode: Callable[[Any], Any]) -> ShownPlace:
        """The same place in the target of another reduction, whose `encode` is applied to the parts.

        No answer has a part that `encode` refuses.
        """
        values = {value: tuple(_encoded(parts, encode)) for value, parts in self.values.items()}
        return ShownPlace(self.name, self.cell, values, self.empty)


def _encoded(parts: Iterable[Any], encode: Callable[[Any], Any]) -> list[Any]:
    found: list[Any] = []
    for part in parts:
        with suppress(ValueError):
            found.append(encode(part))
    return found


def places_of(
    source: AnyProblem, shown: Iterable[tuple[CellOrName, int, Any]], empty: Collection[CellOrName] = ()
) -> tuple[ShownPlace, ...]:
    """The places of a problem, from values and the parts that show these; cells row by row.

    A target answer may have no part of those in `empty`; their value is 0 then.
    """
    table: dict[CellOrName, dict[int, list[Any]]] = {where: {} for where in empty}
    for where, value, part in shown:
        table.setdefault(where, {}).setdefault(value, []).append(part)
    may_be_empty = set(empty)

    def place(where: CellOrName) -> ShownPlace:
        values = {value: tuple(parts) for value, parts in sorted(table[where].items())}
        cell = None if isinstance(where, str) else where
        name = where if isinstance(where, str) else source.cell_name(*where)
        return ShownPlace(name, cell, values, 0 if where in may_be_empty else None)

    cells = sorted(where for where in table if not isinstance(where, str))
    return (*map(place, cells), *(place(where) for where in table if isinstance(where, str)))


def variables_of(cnf: Cnf) -> tuple[ShownPlace, ...]:
    """The places of a formula: the variables of its projection."""
    names = {variable: cnf.names.get(variable, f"variable {variable}") for variable in cnf.listed_variables()}
    return tuple(ShownPlace(name, None, {1: ((v,),)}, empty=0) for v, name in names.items())
