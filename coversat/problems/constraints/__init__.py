"""The constraints of sudokus: a module for each, named by the word of its line, holding ``CONSTRAINT``."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from keyword import iskeyword
from typing import Any

from ...kinds.sudoku.layout import Layout
from ...registry import Registry
from ..constraint import Constraint
from ..text import LineReader, Token

_CONSTRAINTS: Registry[type[Constraint]] = Registry(__name__, "CONSTRAINT")

IsAnother = Callable[[list[Token]], bool]


def module_name(word: str) -> str:
    """The module of the constraint whose line begins with this word."""
    return f"{word}_" if iskeyword(word) else word.replace("-", "_")


@cache
def words() -> tuple[str, ...]:
    """The words of all constraints, in order."""
    names = (found.name for found in pkgutil.iter_modules(__path__))
    return tuple(sorted(name.rstrip("_").replace("_", "-") for name in names))


def constraint_of(word: str) -> type[Constraint]:
    """The constraint whose line begins with this word."""
    return _CONSTRAINTS[module_name(word)]


def all_constraints() -> Iterator[type[Constraint]]:
    """Every constraint there is."""
    return map(constraint_of, words())


def read_one(tokens: list[Token], reader: LineReader, layout: Layout, otherwise: str) -> Constraint:
    """The constraint that a line states; errors name what else may stand there."""
    if tokens[0].text not in words():
        raise tokens[0].error(f"{otherwise}, or a constraint{_near(tokens[0].text)}")
    return constraint_of(tokens[0].text).read(tokens, reader, layout)


def _near(word: str) -> str:
    """The words that may be meant; there are too many to name all."""
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), words(), 3)
    return f" (perhaps {' or '.join(near)})" if near else " such as cage or thermo"


def read_constraints(
    reader: LineReader, layout: Layout, place: str, is_another: IsAnother
) -> tuple[Constraint, ...]:
    """The constraints that the rest of a text states, or what stands before the line of another board."""
    found: list[Constraint] = []
    layout = _with_regions(copy(reader), layout, is_another)
    # A line of a constraint may have as many numbers as a row of a board.
    while (tokens := reader.peek()) and (tokens[0].text in words() or not is_another(tokens)):
        reader.line("a constraint")
        if tokens[0].text == "regions" and any(earlier.word == "regions" for earlier in found):
            raise tokens[0].error("one set of regions")
        found.append(read_one(tokens, reader, layout, f"the end of the text {place}"))
    return tuple(found)


def _with_regions(reader: LineReader, layout: Layout, is_another: IsAnother) -> Layout:
    """The board with the regions that a text states, wherever: other constraints may speak of them."""
    while (tokens := reader.peek()) and (tokens[0].text in words() or not is_another(tokens)):
        reader.line("a constraint")
        if tokens[0].text == "regions":
            found: Any = constraint_of("regions").read(tokens, reader, layout)
            return replace(layout, labels=found.labels)
    return layout


def sound(constraints: Sequence[Constraint], layout: Layout) -> tuple[Constraint, ...]:
    """The constraints without repetitions, in one order: equal sudokus are equal values.

    Raises
    ------
    ValueError
        For what such a board cannot have, or two sets of regions.
    """
    different = dict.fromkeys(one.among(constraints) for one in constraints)
    # A module here is called `sum`.
    if [constraint.word for constraint in different].count("regions") > 1:
        raise ValueError("more than one set of regions")
    for constraint in different:
        if fault := constraint.fault(layout):
            raise ValueError(fault)
    return tuple(sorted(different, key=lambda constraint: constraint.lines()))
