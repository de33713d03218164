"""Constraint satisfaction problems: variables with domains, and labelled rules in the constraint language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Integral
from typing import Any, ClassVar, Self

from ..base.errors import ArgumentError, ParseError
from ..base.wording import cell_name
from ..primitives import Primitive, Variable, scope
from ..primitives.arguments import wrong_argument
from ..primitives.meaning import holds
from ..primitives.models import CUTS, FORMULAS, Rule
from ..primitives.source import Statement, in_lines, read_statements, written
from ..primitives.tables import plain, renamed
from ..problems.elements import Lines
from ..problems.graph import name_fault
from ..problems.problem import headed_form
from ..problems.text import Token, text_lines
from .graphs import ValuedProblem

Key = Any
"""A variable: a text; a cell as (row, column); or an edge, as two points."""

_NOT_IN_NAMES = re.compile(r"[\s|:]+")


def key_name(key: Key) -> str:
    """``x`` for a text, ``r1c1`` for a cell, ``r1c1-r1c2`` for an edge."""
    match key:
        case str():
            return key
        case (int(), int()):
            return cell_name(key)
        case (one, other):
            return f"{key_name(one)}-{key_name(other)}"
    raise ArgumentError(
        f"a variable is a text, a cell such as (0, 0) or an edge of two of these, not {key!r}"
    )


@dataclass(frozen=True)
class Csp(ValuedProblem):
    """Values of variables such that every rule of the constraint language holds.

    * domains: a variable is a text, a cell as (row, column) from 0, or an edge of two points.
    * rules: several may have one label. `explain` treats those of one label together, as a given.

    Raise `ArgumentError` for what is no variable, no domain or no rule.
    """

    domains: tuple[tuple[Key, Sequence[int]], ...]
    rules: tuple[tuple[str, Primitive], ...]

    kind: ClassVar[str] = "csp"
    place_words: ClassVar[str] = "variables"
    body_words: ClassVar[str] = "variable('x', range(1, 10)), add(AllDifferent(('x', 'y')), 'row 1')"
    encoding_names: ClassVar[tuple[str, ...]] = (*FORMULAS, CUTS, "cover")

    def __post_init__(self) -> None:
        domains = tuple((_tuple(key), domain_of(key, values)) for key, values in self.domains)
        object.__setattr__(self, "domains", domains)
        for name, times in Counter(self.names).items():
            if times > 1:
                raise ArgumentError(f"there are two variables {name!r}")
        rules = tuple((label, self.checked_rule(label, rule)) for label, rule in self.rules)
        object.__setattr__(self, "rules", rules)
        super().__post_init__()

    def checked_rule(self, label: str, rule: Primitive) -> Primitive:
        """The rule as plain data. Raise `ArgumentError` if it is none of these variables."""
        if not isinstance(label, str) or not label.strip() or not label.isprintable():
            raise ArgumentError(f"a label is a text of one line, not {label!r}")
        if not isinstance(rule, Primitive):
            raise ArgumentError(
                f"{label!r}: a rule is a condition, or a primitive such as AllDifferent, not {rule!r}"
            )
        try:
            found = plain(rule, self._values_by_key.__getitem__)
            for variable in scope(found):
                self._values_by_key[variable]
            if fault := wrong_argument(renamed(found, self._variable_of.__getitem__)):
                raise ArgumentError(fault)
            holds(found, {key: values[0] for key, values in self.domains})
        except ArgumentError as error:
            raise ArgumentError(f"{label!r}: {error}") from None
        except KeyError as error:
            raise ArgumentError(f"{label!r}: there is no variable {error.args[0]!r}") from None
        except (TypeError, ValueError, AttributeError, IndexError) as error:
            raise ArgumentError(f"{label!r}: wrong arguments of {type(rule).__name__}: {error}") from None
        return found

    @cached_property
    def _values_by_key(self) -> Mapping[Key, Sequence[int]]:
        return dict(self.domains)

    @cached_property
    def _variable_of(self) -> Mapping[Key, Variable]:
        return dict(zip(self.keys, self.variables, strict=True))

    # Elements

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(key_name(key) for key, _ in self.domains)

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple(key for key, _ in self.domains)

    def position(self, key: Key) -> int:
        """The position of a variable. Raise `ArgumentError` if there is none."""
        if not isinstance(key, Hashable) or key not in self._values_by_key:
            raise ArgumentError(f"there is no variable {key!r}")
        return self.keys.index(key)

    def domain(self, at: int) -> Sequence[int]:
        return self.domains[at][1]

    def variable(self, at: int) -> Variable:
        """An edge as it is, since its points matter; anything else is a cell of one row."""
        key = self.domains[at][0]
        return (0, at) if isinstance(key, str) or isinstance(key[0], int) else key

    # Rules

    @cached_property
    def _labels(self) -> Mapping[str, int]:
        return {label: at for at, label in enumerate(dict.fromkeys(label for label, _ in self.rules))}

    def model(self) -> Iterator[Rule]:
        for number, (label, rule) in enumerate(self.rules, 1):
            # In exports, where groups of one name would be one.
            name = f"{number}.{_NOT_IN_NAMES.sub('_', label)}"
            yield Rule(label, renamed(rule, self._variable_of.__getitem__), self._labels[label], name)

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        held = dict(zip(self.keys, values, strict=True))
        for label in dict.fromkeys(label for label, rule in self.rules if not holds(rule, held)):
            yield f"{label} does not hold"

    def given_names(self) -> tuple[str, ...]:
        return tuple(self._labels)

    def given_cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return ((),) * len(self._labels)

    def with_givens(self, keep: Collection[int]) -> Self:
        return replace(self, rules=tuple(one for one in self.rules if self._labels[one[0]] in keep))

    # Texts

    def body(self) -> Iterable[str]:
        for key, values in self.domains:
            yield from in_lines(f"variable({written(key)}, {written(values)})")
        for label, rule in self.rules:
            yield from in_lines(f"add({written(rule)}, {written(label)})")
        if self.projection is not None:
            yield from in_lines(f"show({', '.join(written(self.keys[at]) for at in self.projection)})")

    def format(self) -> str:
        return "\n".join([self.kind, *self.body()]) + "\n"

    @classmethod
    def read_body(cls, lines: Lines, head: Mapping[str, int]) -> Self:
        raise NotImplementedError("a text is read as a whole")

    def read_value(self, token: Token) -> int:
        values = sorted({value for _, values in self.domains for value in values})
        return token.integer(values[0], values[-1], "a value")


def _tuple(key: Any) -> Any:
    return tuple(map(_tuple, key)) if isinstance(key, (list, tuple)) else key


MOST_VALUES = 1_000_000
"""Of a variable, each of which is a variable of a formula."""


def domain_of(key: Key, values: Any) -> Sequence[int]:
    """The values of a variable in increasing order. Raise `ArgumentError` for what is none."""
    name = key_name(_tuple(key))
    if fault := name_fault(name) or (":" in name and "a name has no ':'"):
        raise ArgumentError(f"the variable {name!r}: {fault}")
    if isinstance(values, range) and values and abs(values[-1] - values[0]) >= MOST_VALUES * abs(values.step):
        raise ArgumentError(f"{key!r} has more than {MOST_VALUES:,} values")
    try:
        found = sorted(set(values))
    except TypeError:
        found = []
    if not found or not all(isinstance(value, Integral) for value in found):
        raise ArgumentError(f"the values of {key!r} are whole numbers, at least one, not {values!r}")
    is_range = found[-1] - found[0] + 1 == len(found) > 1
    return range(int(found[0]), int(found[-1]) + 1) if is_range else tuple(map(int, found))


def _read(text: str) -> Csp:
    first, *lines = text_lines(text)
    if first.split() != [Csp.kind]:
        raise ParseError(1, 1, f"expected '{Csp.kind}' alone in the first line")
    statements = list(read_statements(lines, 2))
    here = Statement("", (), 1, 1)
    try:
        domains = []
        for here in statements:
            if here.name == "variable":
                key, values = here.arguments
                domains.append((_tuple(key), domain_of(key, values)))
        found = Csp(tuple(domains), ())
        rules, shown = [], None
        for here in statements:
            match here:
                case Statement("add", (rule, label)):
                    rules.append((label, found.checked_rule(label, rule)))
                case Statement("show", keys):
                    shown = [*(shown or ()), *map(found.position, keys)]
    except ArgumentError as error:
        raise ParseError(here.line, here.column, f"expected a possible csp ({error})") from None
    return replace(found, rules=tuple(rules)).with_projection(shown)


Csp.forms = (headed_form(Csp, "text", f"'{Csp.kind}', then {Csp.body_words}", _read),)
