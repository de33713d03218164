"""Models of one's own in the constraint language, without a class and without a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from numbers import Integral
from typing import Any

from .answering import asking, reducing
from .answering.found import Found
from .answering.reduced import Reduced
from .base.errors import ArgumentError, SolverError
from .base.registry import attached
from .base.wording import counted
from .kinds.csp import Csp, Key, domain_of, key_name
from .primitives import Primitive
from .primitives.conditions import primitives_of, variables_of
from .primitives.expressions import Condition, Expression, Variable


class Model:
    """Variables with domains, and labelled rules, which grow.

    Rules are conditions, as one writes them, or values of `coversat.primitives`, as in the file of a kind of
    puzzle. Every function of the library takes a model; the usual ones are methods. An answer is the tuple of
    the values of the variables, and `named` of the problem gives them by name.

    Conditions compare expressions: ``x + 2 * y <= 5``, ``sum(cells) == 15``, ``abs(x - y) != 1``,
    ``x.between(1, 5)``, ``x.is_in((2, 3, 5))``. They are joined by ``&``, ``|``, ``~`` and ``implies``, each
    comparison in brackets, and are numbers, 1 or 0: ``sum(x == 3 for x in cells) == 2``.

    Examples
    --------
    >>> import coversat
    >>> from coversat.primitives import AllDifferent
    >>> model = coversat.Model()
    >>> a, b, c = model.variables("abc", 1, 9)
    >>> model.add(AllDifferent((a, b, c)), "all different")
    >>> model.add(a + 2 * b + 3 * c == 49)
    >>> model.count().count, model.problem.named(model.solve().answers[0])
    (3, {'a': 6, 'b': 8, 'c': 9})
    >>> model.reduce("cnf:mdd")
    <Reduced: csp by cnf:mdd, class P: 29 variables, 176 clauses>
    >>> model.add((a < b).implies(c.is_in((2, 7))))
    >>> print(model.check())
    UNIQUE
    >>> [label for label, _ in model.problem.rules]
    ['all different', 'a + 2*b + 3*c == 49', '(a < b).implies(c.is_in((2, 7)))']
    """

    def __init__(self) -> None:
        self._variables: dict[Key, Variable] = {}
        self._rules: list[tuple[str, Primitive]] = []
        self._shown: list[Key] | None = None

    def variable(self, key: Key, values: Iterable[int] | int, last: int | None = None) -> Variable:
        """Add a variable with these values; return it, for expressions and as its key in primitives.

        Parameters
        ----------
        key : str, (row, column) from 0, or a pair of points
            A cell (0, 0) is called ``r1c1``; a pair is an edge, for `Circuit` and `Connected`.
        values : iterable of int, or int
            With an int, `last` is another: ``variable("x", 1, 9)`` has the values from 1 to 9.

        Raise `ArgumentError` for a key that is none, or is a variable already, and for no values.
        """
        name = key_name(key := tuple(key) if isinstance(key, list) else key)
        if key in self._variables:
            raise ArgumentError(f"there is a variable {key!r} already")
        if last is not None:
            values = _between(key, values, last)
        self._variables[key] = found = Variable(key, name, domain_of(key, values))
        self._forget()
        return found

    def variables(
        self, keys: Iterable[Key], values: Iterable[int] | int, last: int | None = None
    ) -> tuple[Variable, ...]:
        """Add several variables with the same values; of a text, one for each character."""
        held = tuple(values) if isinstance(values, Iterator) else values
        if not isinstance(keys, Iterable):
            raise ArgumentError(f"keys of variables are a sequence, such as 'abc', not {keys!r}")
        return tuple(self.variable(key, held, last) for key in keys)

    def add(self, rule: Condition | Primitive, label: str = "") -> None:
        """Add a rule; without a label, a condition is called as it is written, anything else by its number.

        Raise `ArgumentError` for a rule with wrong arguments or an unknown variable.
        """
        written = rule.text if isinstance(rule, Expression) else ""
        for key, one in (variables_of(rule) if isinstance(rule, Expression) else {}).items():
            if self._variables.get(key) is not one:
                raise ArgumentError(f"{one.text!r} is a variable of another model")
        label = label or written or f"rule {len(self._rules) + 1}"
        stated = [(label, self._base.checked_rule(label, one)) for one in primitives_of(rule)]
        self._rules += stated
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
        return Csp(tuple((key, one.values) for key, one in self._variables.items()), ())

    @cached_property
    def problem(self) -> Csp:
        """The model as a problem, which does not change when the model grows."""
        found = replace(self._base, rules=tuple(self._rules))
        shown = None if self._shown is None else map(found.position, self._shown)
        return found.with_projection(shown)

    def __repr__(self) -> str:
        return f"<Model: {counted(len(self._variables), 'variable')}, {counted(len(self._rules), 'rule')}>"

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


def _between(key: Key, first: object, last: object) -> range:
    if not isinstance(first, Integral) or not isinstance(last, Integral):
        raise ArgumentError(
            f"the values of {key!r} are a collection, or two whole numbers, the first and the last"
        )
    return range(int(first), int(last) + 1)
