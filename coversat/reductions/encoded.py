"""What an encoding gives, `Encoded`, and several of them over the same variables, `Formula`."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from operator import index
from typing import Any, Self

from ..base.errors import ArgumentError
from ..base.wording import counted
from ..problems.cnf.clauses import MAX_VARIABLE
from ..problems.cnf.rules import Clause, Cnf


class SharedVariablesWarning(UserWarning):
    """Two constraints may use the same auxiliary variables."""


@dataclass(frozen=True, repr=False)
class Encoded:
    """The clauses of a constraint.

    Attributes
    ----------
    clauses : tuple of tuples of literals
        If the number of the first auxiliary variable was left open, reading them is a
        `SharedVariablesWarning`, once: those of another constraint would begin with the same one.
    auxiliary : range
        The new variables that occur in them.
    determined : bool
        Whether the given literals determine all auxiliary variables, so that the clauses keep the number of
        models; if not, count under a projection.
    name : str
        The constraint and its encoding.
    """

    unnumbered: tuple[Clause, ...]
    auxiliary: range
    determined: bool
    name: str = ""
    _warns: list[bool] = field(default_factory=list, compare=False)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        if self._warns:
            self._warns.clear()
            words = (
                "other constraints may use the same auxiliary variables: name first_free, the first number "
                "that is free, or add the constraint to a coversat.encodings.Formula"
            )
            warnings.warn(words, SharedVariablesWarning, stacklevel=2)
        return self.unnumbered

    def __repr__(self) -> str:
        sizes = counted(len(self.unnumbered), "clause"), counted(len(self.auxiliary), "auxiliary variable")
        return f"<{self.name}: {', '.join(sizes)}, {'' if self.determined else 'not '}determined>"


def named(found: Encoded, name: str, first_free: int | None) -> Encoded:
    """The same with a name; it warns if there are auxiliary variables, and `first_free` is None."""
    return replace(found, name=name, _warns=[True] if first_free is None and found.auxiliary else [])


class Formula:
    """Constraints over input variables; each has auxiliary variables of its own.

    Parameters
    ----------
    inputs : int
        Their number; they are the variables from 1 on.

    Attributes
    ----------
    inputs, auxiliary : range
        The input variables, and all others.
    clauses : tuple of tuples of literals
    determined : bool
        Whether the input variables determine all others.

    Examples
    --------
    >>> from coversat.encodings import Formula, exactly
    >>> formula = Formula(6).add(exactly((1, 3, 5), 1)).add(exactly((2, 4, 6), 2)).add([(-1, -2)])
    >>> formula
    <Formula: 6 input variables, 2 auxiliary variables, 13 clauses, determined>
    """

    def __init__(self, inputs: int) -> None:
        self.inputs = range(1, whole("the number of input variables", inputs) + 1)
        if not 0 <= inputs <= MAX_VARIABLE:
            raise ArgumentError(f"the number of input variables is {inputs}, not from 0 to {MAX_VARIABLE}")
        self.determined = True
        self._clauses: list[Clause] = []
        self._last = len(self.inputs)

    def add(self, constraint: Encoded | Iterable[Iterable[int]]) -> Self:
        """Add a constraint, whose auxiliary variables become new ones, or clauses of input variables.

        Raise `ArgumentError` for another variable; then nothing is added.
        """
        encoded = constraint if isinstance(constraint, Encoded) else _of_clauses(constraint)
        moved = partial(self._moved, encoded.auxiliary)
        self._clauses += [tuple(map(moved, clause)) for clause in encoded.unnumbered]
        self._last += len(encoded.auxiliary)
        self.determined &= encoded.determined
        return self

    def _moved(self, auxiliary: range, literal: int) -> int:
        variable = abs(literal)
        if variable in auxiliary:
            moved = variable - auxiliary.start + self._last + 1
            return moved if literal > 0 else -moved
        if variable not in self.inputs:
            raise ArgumentError(f"{variable} is not one of the {len(self.inputs)} input variables")
        return literal

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(self._clauses)

    @property
    def auxiliary(self) -> range:
        return range(len(self.inputs) + 1, self._last + 1)

    @property
    def problem(self) -> Cnf:
        """The formula as a problem, as which every function takes it; input variables tell answers apart."""
        return Cnf(self._last, self.clauses, projection=tuple(self.inputs) if self.auxiliary else None)

    def to_pysat(self) -> Any:
        """The formula as a ``pysat.formula.CNF``."""
        return self.problem.to_pysat()

    def __repr__(self) -> str:
        inputs, auxiliary = (counted(len(those), "variable") for those in (self.inputs, self.auxiliary))
        words = inputs.replace(" ", " input "), auxiliary.replace(" ", " auxiliary ")
        determined = "determined" if self.determined else "not determined"
        return f"<Formula: {', '.join(words)}, {counted(len(self._clauses), 'clause')}, {determined}>"


def _of_clauses(constraint: object) -> Encoded:
    clauses = listed("a constraint is one of coversat.encodings, or clauses", constraint)
    return Encoded(tuple(tuple(literals_of(clause)) for clause in clauses), range(0), True)


def literals_of(literals: object) -> list[int]:
    """The literals as integers. Raise `ArgumentError` for what is no literal."""
    given = listed("literals are a sequence of whole numbers", literals)
    found = [whole("a literal", literal) for literal in given]
    if 0 in found:
        raise ArgumentError("0 is no literal")
    return found


def listed(words: str, value: object) -> list[Any]:
    """The members of a sequence. Raise `ArgumentError`, which begins with these words, for anything else."""
    if not isinstance(value, Iterable) or isinstance(value, (str, bytes)):
        raise ArgumentError(f"{words}, not {value!r}")
    return list(value)


def whole(words: str, value: Any) -> int:
    """An integer, also one of numpy. Raise `ArgumentError` for anything else."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return index(value)
    except TypeError:
        raise ArgumentError(f"{words} is a whole number, not {value!r}") from None
