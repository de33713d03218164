"""Expressions and conditions over variables, as one writes them.

>>> x, y = Variable("x", "x", range(1, 10)), Variable("y", "y", range(1, 10))
>>> ~((x + 2 * y <= 5) & (x != y))
~((x + 2*y <= 5) & (x != y))

An expression is a weighted sum of *atoms*: variables, functions of expressions such as a product, and
conditions, which are 1 if they hold and 0 otherwise. `conditions.primitives_of` states a condition in the
constraint language.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from itertools import product
from math import inf
from numbers import Integral
from operator import mul
from typing import Any

from ..base.errors import ArgumentError
from . import Primitive
from .sums import within

Assignment = Mapping[Hashable, int]
"""The value of each variable by its key."""
Ranges = tuple[tuple[float, float], ...]
"""Numbers, as pairs of the least and the most, in increasing order."""

CONDITION, SUM, PRODUCT, ATOM = range(4)
"""The rank of an expression: how tightly its text holds together. An `ATOM` needs no brackets anywhere."""

MOST_APART = 100_000
"""The most numbers with gaps between them of which an expression is one."""

_COMPARED: Mapping[str, Ranges] = {
    "<=": ((-inf, 0),),
    "<": ((-inf, -1),),
    ">=": ((0, inf),),
    ">": ((1, inf),),
    "==": ((0, 0),),
    "!=": ((-inf, -1), (1, inf)),
}
"""What the difference of two numbers may be."""


class Expression:
    """A whole number that depends on variables.

    * text: what was written; rank: in what it needs no brackets.
    * parts, function: the expressions on which it depends, and what makes its value of theirs.
    """

    def __init__(
        self, text: str, rank: int, parts: Sequence[Expression], function: Callable[..., int]
    ) -> None:
        self.text, self.rank, self.parts, self._function = text, rank, parts, function

    @property
    def terms(self) -> tuple[tuple[int, Expression], ...]:
        """The weighted sum that it is: factors and atoms, beside a constant."""
        return ((1, self),)

    constant = 0

    @property
    def ends(self) -> tuple[int, int]:
        """Two numbers between which its value is; for products and `abs`, that also have 0 between them."""
        extremes = [self._function(*values) for values in product(*(part.ends for part in self.parts))]
        return min(0, *extremes), max(0, *extremes)

    def value(self, values: Assignment) -> int:
        """Its value under an assignment."""
        return self._function(*(part.value(values) for part in self.parts))

    def __repr__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        raise ArgumentError(
            f"{self.text!r} is neither true nor false before its variables have values, and 'and', 'or', "
            "'not' and '1 <= x <= 5' would lose a part of it: write &, | and ~ with each comparison in "
            "brackets, as in (x == 3) & (y == 2), and x.between(1, 5)"
        )

    __hash__ = object.__hash__

    def __add__(self, other: Any) -> Expression:
        return _added(self, "+", other)

    def __radd__(self, other: Any) -> Expression:
        # `sum` begins with 0.
        return self if type(other) is int and other == 0 else _added(other, "+", self)

    def __sub__(self, other: Any) -> Expression:
        return _added(self, "-", other)

    def __rsub__(self, other: Any) -> Expression:
        return _added(other, "-", self)

    def __neg__(self) -> Expression:
        return Linear(f"-{_within(self, ATOM)}", SUM, _scaled(self, -1), -self.constant)

    def __mul__(self, other: Any) -> Expression:
        return _multiplied(self, other)

    def __rmul__(self, other: Any) -> Expression:
        return _multiplied(other, self)

    def __abs__(self) -> Expression:
        return Expression(f"abs({self.text})", ATOM, (self,), abs)

    def __le__(self, other: Any) -> Any:
        return _compared(self, "<=", other)

    def __lt__(self, other: Any) -> Any:
        return _compared(self, "<", other)

    def __ge__(self, other: Any) -> Any:
        return _compared(self, ">=", other)

    def __gt__(self, other: Any) -> Any:
        return _compared(self, ">", other)

    def __eq__(self, other: Any) -> Any:
        return _compared(self, "==", other)

    def __ne__(self, other: Any) -> Any:
        return _compared(self, "!=", other)

    def between(self, least: int, most: int) -> Condition:
        """Whether it is at least the first and at most the second number."""
        least, most = _whole(least), _whole(most)
        text = f"{_within(self, ATOM)}.between({least}, {most})"
        return Membership(text, ATOM, self, ((least, most),) if least <= most else ())

    def is_in(self, numbers: Iterable[int]) -> Condition:
        """Whether it is one of some numbers."""
        if not isinstance(numbers, Iterable):
            raise ArgumentError(f"is_in takes a collection of whole numbers, such as (2, 3), not {numbers!r}")
        ranges: list[tuple[int, int]]
        if isinstance(numbers, range):
            possible = within(numbers, *self.ends)  # it may be long
            if possible and possible.step > 1 and possible[-1] - possible[0] > MOST_APART * possible.step:
                raise ArgumentError(
                    f"{numbers!r} has more than {MOST_APART} numbers that {self.text!r} can be; state it as "
                    f"Sum(terms, {numbers!r})"
                )
            ranges = [(possible[0], possible[-1])] if possible and possible.step == 1 else []
            ranges = ranges or [(number, number) for number in possible]
        else:
            make: Any = type(numbers) if type(numbers) in (list, set) else tuple
            numbers = make(map(_whole, numbers))
            ranges = [(number, number) for number in sorted(set(numbers))]
        return Membership(f"{_within(self, ATOM)}.is_in({numbers!r})", ATOM, self, tuple(ranges))

    def __and__(self, other: Any) -> Condition:
        return _joined(self, "&", other)

    def __rand__(self, other: Any) -> Condition:
        return _joined(other, "&", self)

    def __or__(self, other: Any) -> Condition:
        return _joined(self, "|", other)

    def __ror__(self, other: Any) -> Condition:
        return _joined(other, "|", self)

    def __invert__(self) -> Condition:
        return condition_of(self).negated(f"~{_within(self, ATOM)}")

    def implies(self, other: Any) -> Condition:
        """Whether the other condition holds, or this one does not."""
        first, then = condition_of(self), condition_of(other)
        return Several(f"{_within(self, ATOM)}.implies({then.text})", ATOM, "|", (first.negated(), then))


class Variable(Expression):
    """A variable, which equals its key."""

    def __init__(self, key: Hashable, name: str, values: Sequence[int]) -> None:
        super().__init__(name, ATOM, (), int)
        self.key, self.values = key, values

    @property
    def ends(self) -> tuple[int, int]:
        return self.values[0], self.values[-1]

    def value(self, values: Assignment) -> int:
        return values[self.key]

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: Any) -> Any:
        return self.key == other if isinstance(other, (str, tuple)) else super().__eq__(other)

    def __ne__(self, other: Any) -> Any:
        return self.key != other if isinstance(other, (str, tuple)) else super().__ne__(other)


class Linear(Expression):
    """A weighted sum of several atoms, and a number."""

    def __init__(self, text: str, rank: int, terms: Sequence[tuple[int, Expression]], constant: int) -> None:
        factors = [factor for factor, _ in terms]
        super().__init__(
            text, rank, [atom for _, atom in terms], lambda *values: constant + sum(map(mul, factors, values))
        )
        self._terms, self.constant = tuple(terms), constant

    @property
    def terms(self) -> tuple[tuple[int, Expression], ...]:
        return self._terms

    @property
    def ends(self) -> tuple[int, int]:
        every = [[factor * end for end in atom.ends] for factor, atom in self._terms]
        return self.constant + sum(map(min, every)), self.constant + sum(map(max, every))


class Condition(Expression):
    """What holds or does not; 1 or 0 as a number."""

    ends = 0, 1

    def negated(self, text: str = "") -> Condition:
        """The opposite condition."""
        raise NotImplementedError


class Membership(Condition):
    """Whether an expression is in some ranges; a comparison is one of the difference."""

    def __init__(self, text: str, rank: int, of: Expression, ranges: Ranges) -> None:
        super().__init__(text, rank, (of,), lambda value: int(any(a <= value <= b for a, b in ranges)))
        self.of, self.ranges = of, ranges

    def negated(self, text: str = "") -> Condition:
        firsts = (-inf, *(most + 1 for _, most in self.ranges))
        lasts = (*(least - 1 for least, _ in self.ranges), inf)
        gaps = ((a, b) for a, b in zip(firsts, lasts, strict=True) if a <= b and a < inf and b > -inf)
        return Membership(text, ATOM, self.of, tuple(gaps))


class Several(Condition):
    """Whether all of some conditions hold (``&``), or at least one (``|``)."""

    def __init__(self, text: str, rank: int, sign: str, conditions: Sequence[Condition]) -> None:
        super().__init__(text, rank, conditions, lambda *values: (min if sign == "&" else max)(values))
        self.sign, self.conditions = sign, conditions

    def negated(self, text: str = "") -> Condition:
        opposite = "|" if self.sign == "&" else "&"
        return Several(text, ATOM, opposite, [one.negated() for one in self.conditions])


class Stated(Condition):
    """A primitive as a part of conditions."""

    def __init__(self, primitive: Primitive) -> None:
        super().__init__(repr(primitive), ATOM, (), int)
        self.primitive = primitive

    def negated(self, text: str = "") -> Condition:
        raise ArgumentError(f"{type(self.primitive).__name__} has no opposite here; write it as comparisons")


def condition_of(value: Any) -> Condition:
    """A condition; of a variable with the values 0 and 1, whether it is 1; or a primitive.

    Raise `ArgumentError` for what is none of these.
    """
    if isinstance(value, Condition):
        return value
    if isinstance(value, Primitive):
        return Stated(value)
    if isinstance(value, Variable) and set(value.values) <= {0, 1}:
        return Membership(value.text, ATOM, value, ((1, 1),))
    raise ArgumentError(
        f"{value!r} is no condition; & and | bind tighter than comparisons, so that each needs brackets, "
        "as in (x == 3) & (y == 2)"
    )


def _whole(value: Any) -> int:
    if not isinstance(value, Integral):
        raise ArgumentError(f"expected a whole number or an expression, not {value!r}")
    return int(value)


def _within(value: Any, rank: int) -> str:
    """The text, in brackets if it holds together less tightly than this."""
    if isinstance(value, Expression):
        return value.text if value.rank >= rank else f"({value.text})"
    return str(_whole(value))


def _scaled(value: Any, factor: int) -> list[tuple[int, Expression]]:
    """The terms times a factor; a number has none."""
    return [(factor * by, atom) for by, atom in value.terms] if isinstance(value, Expression) else []


def _constant(value: Any) -> int:
    return value.constant if isinstance(value, Expression) else _whole(value)


def _added(left: Any, sign: str, right: Any) -> Linear:
    factor = 1 if sign == "+" else -1
    text = f"{_within(left, SUM)} {sign} {_within(right, SUM if sign == '+' else PRODUCT)}"
    terms = (*_scaled(left, 1), *_scaled(right, factor))
    return Linear(text, SUM, terms, _constant(left) + factor * _constant(right))


def _multiplied(left: Any, right: Any) -> Expression:
    text = f"{_within(left, PRODUCT)}*{_within(right, ATOM)}"
    for one, other in ((left, right), (right, left)):
        if not isinstance(one, Expression):
            return Linear(text, PRODUCT, _scaled(other, _whole(one)), _whole(one) * other.constant)
    return Expression(text, PRODUCT, (left, right), mul)


def _compared(left: Expression, sign: str, right: Any) -> Any:
    if sign in ("==", "!=") and (right is None or isinstance(right, (str, Collection))):
        return NotImplemented  # so that `==` is False, as between all things of different types
    text = f"{_within(left, SUM)} {sign} {_within(right, SUM)}"
    difference = Linear("", SUM, (*_scaled(left, 1), *_scaled(right, -1)), left.constant - _constant(right))
    return Membership(text, CONDITION, difference, _COMPARED[sign])


def _joined(left: Any, sign: str, right: Any) -> Several:
    """Two conditions as one; a chain of one sign is written without brackets."""
    conditions: list[Condition] = []
    texts = []
    for one in map(condition_of, (left, right)):
        is_chain = isinstance(one, Several) and one.rank == CONDITION and one.sign == sign
        conditions += one.conditions if isinstance(one, Several) and is_chain else (one,)
        texts.append(one.text if is_chain else _within(one, ATOM))
    return Several(f" {sign} ".join(texts), CONDITION, sign, conditions)
