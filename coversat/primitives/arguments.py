"""What the arguments of primitives must be, for messages about rules that a user states."""

from __future__ import annotations

from collections.abc import Callable, Collection
from numbers import Integral
from typing import Any, NamedTuple, get_args

from .. import primitives
from . import Derived, Primitive


class _Argument(NamedTuple):
    fits: Callable[[Any], bool]
    expected: str


def _is_number(found: object) -> bool:
    return isinstance(found, Integral)


def _is_variable(found: object) -> bool:
    return isinstance(found, tuple) and len(found) == 2 and not isinstance(found, get_args(Derived))


def _is_term(found: object) -> bool:
    return _is_variable(found) or (isinstance(found, get_args(Derived)) and not wrong_argument(found))


def _each(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    def all_fit(found: object) -> bool:
        if isinstance(found, range):
            return fits(0)  # it may be long
        return isinstance(found, Collection) and not isinstance(found, (str, bytes)) and all(map(fits, found))

    return all_fit


def _pair(first: Callable[[Any], bool], second: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda found: (
        isinstance(found, (tuple, list)) and len(found) == 2 and first(found[0]) and second(found[1])
    )


def _is_alternative(found: object) -> bool:
    return (
        isinstance(found, (tuple, list))
        and not isinstance(found, get_args(Primitive))
        and all(isinstance(one, get_args(Primitive)) for one in found)
    )


def _none_or(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda found: found is None or fits(found)


_CELLS = _Argument(_each(_is_variable), "cells, such as ((0, 0), (0, 1))")
_TERMS = _Argument(_each(_is_term), "cells, or values derived from cells")
_NUMBERS = _Argument(_each(_is_number), "a collection of whole numbers, such as (1,)")
_NUMBER = _Argument(_is_number, "a whole number")
_ROWS = _Argument(_each(_each(_is_number)), "rows of whole numbers, such as ((1, 2), (2, 1))")
_FUNCTION = _Argument(callable, "a function")
_ANYTHING = _Argument(lambda found: True, "")
_LINKS = _Argument(_each(_pair(_is_variable, _is_variable)), "pairs of cells, such as tuple(self.adjacent())")
_PAIRS = _Argument(_each(_pair(_is_term, _is_term)), "pairs of cells")
_WEIGHTED = _Argument(
    _each(_pair(_is_number, _is_term)), "pairs of a factor and a cell, such as ((1, cell),)"
)

_ARGUMENTS: dict[type, tuple[_Argument, ...]] = {
    primitives.AllDifferent: (
        _CELLS,
        _Argument(_none_or(_is_number), "a whole number, or None"),
        _Argument(_none_or(_ROWS.fits), _ROWS.expected),
    ),
    primitives.Binary: (_PAIRS, _FUNCTION),
    primitives.Table: (_TERMS, _ROWS),
    primitives.Regular: (_TERMS, _ANYTHING, _FUNCTION, _FUNCTION),
    primitives.SumBetween: (
        _Argument(lambda found: isinstance(found, primitives.Regular), "a Regular"),
        _NUMBER,
    ),
    primitives.Sum: (_WEIGHTED, _NUMBERS),
    primitives.Count: (_CELLS, _NUMBERS, _NUMBERS),
    primitives.Or: (
        _Argument(_each(_is_alternative), "tuples of primitives, such as ((equals(a, 1),), (equals(b, 1),))"),
    ),
    primitives.Connected: (
        _CELLS,
        _NUMBERS,
        _LINKS,
        _CELLS,
        _Argument(_none_or(_is_number), "a whole number, or None"),
    ),
    primitives.AreasBySize: (_CELLS, _LINKS, _NUMBERS),
    primitives.Circuit: (_CELLS, _CELLS),
    primitives.Contains: (_CELLS, _NUMBERS),
    primitives.Matches: (_CELLS, _NUMBERS),
    primitives.Leading: (_CELLS, _NUMBER),
    primitives.Repeats: (_CELLS,),
    primitives.Comparison: (_CELLS, _CELLS),
    primitives.Total: (_CELLS,),
}


def wrong_argument(primitive: Any) -> str | None:
    """What is wrong with the arguments of a primitive, or of a derived value; None if nothing is."""
    name = type(primitive).__name__
    if type(primitive) not in _ARGUMENTS:
        return f"{primitive!r:.60} is no primitive of the language"
    for field, argument in zip(primitive._fields, _ARGUMENTS[type(primitive)], strict=False):
        found = getattr(primitive, field)
        if not argument.fits(found):
            inner = next(filter(None, map(wrong_argument, _parts(found))), None)
            return inner or f"{field} of {name} is {found!r:.60}; expected {argument.expected}"
    nested = (
        (one for those in primitive.alternatives for one in those)
        if isinstance(primitive, primitives.Or)
        else ()
    )
    return _mismatch(primitive) or next(filter(None, map(wrong_argument, nested)), None)


def _mismatch(primitive: Any) -> str | None:
    """What is wrong with arguments that fit one by one, but not together."""
    match primitive:
        case primitives.Table(cells, rows):
            long = next((row for row in rows if len(row) != len(cells)), None)
            if long is not None:
                return f"the row {long!r:.60} of Table has {len(long)} values for {len(cells)} cells"
        case primitives.Matches(cells, values) if len(cells) != len(values):
            return f"Matches has {len(values)} values for {len(cells)} cells"
        case primitives.Connected(cells, links=links) | primitives.AreasBySize(cells, links=links):
            known, name = set(cells), type(primitive).__name__
            for number, link in enumerate(links, 1):
                if not known.issuperset(link):
                    return f"link {number} of {name} is not one between two of its cells"
            if isinstance(primitive, primitives.Connected) and not known.issuperset(primitive.roots):
                return "not all roots of Connected are among its cells"
    return None


def _parts(found: Any) -> list[Any]:
    """The derived values among the parts of an argument."""
    if not isinstance(found, (tuple, list)):
        return []
    derived = get_args(Derived)
    flat = [one for part in found for one in (part if type(part) in (tuple, list) else (part,))]
    return [one for one in flat if isinstance(one, derived)]
