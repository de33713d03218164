"""Models of one's own in the constraint language, without a class and without a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from .answers import asking, reducing
from .answers.found import Found
from .answers.reduced import Reduced
from .base.errors import ArgumentError, SolverError
from .base.registry import attached
from .base.wording import counted
from .kinds.csp import Csp, Key, domain_of
from .language import Primitive


class Model:
    """Variables with domains, and labelled rules in the constraint language, which grow.

    Rules are the values of `coversat.language`, as in the file of a kind of puzzle. Every function of the
    library takes a model; the usual ones are methods. An answer is the tuple of the values of the variables,
    and `named` of the problem gives them by name.

    Examples
    --------
    >>> import coversat
    >>> from coversat.language import AllDifferent, Sum
    >>> model = coversat.Model()
    >>> a, b, c = model.variables("abc", range(1, 10))
    >>> model.add(AllDifferent((a, b, c)), "all different")
    >>> model.add(Sum(((1, a), (2, b), (3, c)), (49,)), "a + 2b + 3c is 49")
    >>> model.count().count, model.problem.named(model.solve().answers[0])
    (3, {'a': 6, 'b': 8, 'c': 9})
    >>> model.reduce("cnf:mdd")
    <Reduced: csp by cnf:mdd, class P: 29 variables, 176 clauses>
    """

    def __init__(self) -> None:
        self._domains: dict[Key, Sequence[int]] = {}
        self._rules: list[tuple[str, Primitive]] = []
        self._shown: list[Key] | None = None

    def variable(self, key: Key, values: Iterable[int]) -> Key:
        """Add a variable with these values; return its key, which is what rules call it.

        Parameters
        ----------
        key : str, (row, column) from 0, or a pair of points
            A cell (0, 0) is called ``r1c1``; a pair is an edge, for `Circuit` and `Connected`.
        values : iterable of int

        Raise `ArgumentError` for a key that is none, or is a variable already, and for no values.
        """
        if key in self._domains:
            raise ArgumentError(f"there is a variable {key!r} already")
        self._domains[key] = domain_of(key, values)
        self._forget()
        return key

    def variables(self, keys: Iterable[Key], values: Iterable[int]) -> tuple[Key, ...]:
        """Add several variables with the same values; of a text, one for each character."""
        held = tuple(values)
        return tuple(self.variable(key, held) for key in keys)

    def add(self, rule: Primitive, label: str = "") -> None:
        """Add a rule; without a label it is called by its number.

        Raise `ArgumentError` for a rule with wrong arguments or an unknown variable.
        """
        label = label or f"rule {len(self._rules) + 1}"
        self._rules.append((label, self._base.checked_rule(label, rule)))
        vars(self).pop("problem", None)

    def show(self, *keys: Key) -> None:
        """Name the variables that tell answers apart; by default all do."""
        for key in keys:
            self._base.position(key)
        self._shown = [*(self._shown or ()), *keys]
        vars(self).pop("problem", None)

    def _forget(self) -> None:
        for name in ("_base", "problem"):
            vars(self).pop(name, None)

    @cached_property
    def _base(self) -> Csp:
        """The variables without rules."""
        return Csp(tuple(self._domains.items()), ())

    @cached_property
    def problem(self) -> Csp:
        """The model as a problem, which does not change when the model grows."""
        found = replace(self._base, rules=tuple(self._rules))
        shown = None if self._shown is None else map(found.position, self._shown)
        return found.with_projection(shown)

    def __repr__(self) -> str:
        return f"<Model: {counted(len(self._domains), 'variable')}, {counted(len(self._rules), 'rule')}>"

    # The usual functions

    def reduce(self, via: str | None = None) -> Reduced:
        """See `coversat.reduce`; ``cnf:mdd`` and others name how rules are encoded."""
        return reducing.reduce(self, via)

    def solve(self, via: str | None = None, **limits: Any) -> Found[Any]:
        """See `coversat.solve`."""
        found: Found[Any] = asking.solve(self, via, **limits)
        return found

    def check(self, via: str | None = None, **limits: Any) -> Found[Any]:
        """See `coversat.check`."""
        found: Found[Any] = asking.check(self, via, **limits)
        return found

    def count(self, via: str | None = None, **limits: Any) -> Found[Any]:
        """See `coversat.count`."""
        found: Found[Any] = asking.count(self, via, **limits)
        return found

    def explain(self, **wishes: Any) -> Any:
        """Which rules leave no answer, or are not needed, by their labels; see `coversat.explain`."""
        for explain in attached("explain", "explain.explain"):
            return explain(self, **wishes)
        raise SolverError("explanations need the room 'setters', which is not installed")

    def export(self, to: str | None = None, via: str | None = None) -> str:
        """See `coversat.export`."""
        return reducing.export(self, to, via)

    def certify(self, folder: str | os.PathLike[str], via: str | None = None, **wishes: Any) -> Found[Any]:
        """See `coversat.certify`."""
        from .certificates.certifying import certify  # few models are certified

        return certify(self, folder, via, **wishes)
