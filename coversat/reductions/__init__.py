"""Reductions: how one problem becomes another, with the way back.

to_cnf, encoders     the constraint language to CNF; the encodings of each primitive
at_most_one          encodings of at-most-one; counters and networks, of counts
diagrams, sums       encodings of sums; digit_sets, those by sets of values
encodings            all of these for literals alone, which `coversat.encodings` gives
connectivity         connected areas and loops, as complete formulas or by cuts
to_cover             the constraint language to exact cover
cover_to_cnf         exact cover to CNF, and `cnf_to_cover` back

A special encoding of a kind is in the kind's `model`; reductions between kinds are in `kinds.between`. This
room uses `problems`, `primitives` and `base`, and no solver. Start with `reduction`, then `to_cnf`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..base.registry import Registry, load
from ..problems import problem_class
from ..problems.grid import Cell
from ..problems.kind import KINDS, find, load_part
from ..problems.problem import AnyProblem
from .reduction import AnyEncoding, AnyReduction, Encoding, Reduction, Sharing, cover_encoding

if TYPE_CHECKING:  # a puzzle that a direct search decides needs neither rules in the language nor a cover
    from ..primitives.models import GridEncodings, GridModel
    from ..problems.exact_cover.builder import CoverEncoding


def _defined(kind: str) -> Mapping[str, AnyEncoding]:
    return _defined_in(kind, find(kind).home)


@cache
def _defined_in(kind: str, home: str, alternatives: bool = True) -> Mapping[str, AnyEncoding]:
    stated = enumerate(_stated(kind))
    places = (at for at, one in stated if alternatives or not getattr(one, "alternative", False))
    found = chain.from_iterable(_made(kind, home, at) for at in places)
    return {one.name: one for one in found}


@cache
def _made(kind: str, home: str, at: int) -> tuple[AnyEncoding, ...]:
    """The encodings of what a kind states at a place, made once: they are compared by identity."""
    return tuple(_encodings(kind, _stated(kind)[at]))


def _stated(kind: str) -> Sequence[AnyEncoding | GridEncodings[Any] | CoverEncoding]:
    """The encodings that a kind itself defines, as it states them."""
    stated: Sequence[AnyEncoding | GridEncodings[Any] | CoverEncoding] | None
    stated = load_part(kind, "model", "ENCODINGS")
    if stated is None:
        derived = getattr(problem_class(kind), "encodings", None)
        stated = () if derived is None else (derived(),)
    return stated


def _encodings(kind: str, stated: AnyEncoding | GridEncodings[Any] | CoverEncoding) -> Iterable[AnyEncoding]:
    from ..primitives.models import GridEncodings

    match stated:
        case GridEncodings():
            # A puzzle that a direct search decides needs no encoder.
            encodings: Iterable[AnyEncoding] = load(__name__, "grid", "grid_encodings")(kind, stated)
            return encodings
        case Encoding():
            return (stated,)
        case _:
            return (cover_encoding(kind, stated),)


_REGISTRY = Registry[AnyEncoding](
    "coversat.encodings",
    Encoding,
    "a reduction {name!r} from {kind}",
    lambda _, found: register_encoding(found),
    _defined,
)


def own_encodings(kind: str) -> tuple[AnyEncoding, ...]:
    """The encodings of which one is used when none is named, in order of preference.

    Those that the kind itself defines and that are not alternatives; if there are none, those registered for
    it. So other installed packages do not change the default of a kind.
    """
    own = tuple(_defined_in(kind, find(kind).home, alternatives=False).values())
    return own or tuple(_REGISTRY.registered(kind).values())


def encodings_from(kind: str) -> tuple[AnyEncoding, ...]:
    """The encodings whose source is this kind: its own, then those registered."""
    return tuple(_REGISTRY.of(kind).values())


def register_encoding(encoding: AnyEncoding) -> None:
    """Add a reduction to the reduction graph.

    Installed packages add theirs by entry points of the group ``coversat.encodings``.

    Raise `ValueError` if there is another reduction of this name from the same kind.
    """
    _REGISTRY.register(encoding.name, encoding, encoding.source)


def forget_made(name: str) -> None:
    """Encoders of this name are new, or gone: the encodings of kinds are made again when they are wanted."""
    _REGISTRY.forget(f"cnf:{name}")
    _defined_in.cache_clear()
    _made.cache_clear()


def model_of(kind: str) -> Callable[[Any], GridModel[Any]] | None:
    """The rules of a kind in the constraint language, as a function of a puzzle; None if it has none.

    Those of its encodings, or else those that are stated for solving steps only.
    """
    from ..primitives.models import GridEncodings

    encoded = (one.model for one in encodings_from(kind) if one.model is not None)
    stated = (one.model for one in _stated(kind) if isinstance(one, GridEncodings))
    return next(chain(encoded, stated), None)


def cells_of_rules(problem: AnyProblem) -> dict[str, tuple[Cell, ...]]:
    """The cells of each labelled rule of a grid puzzle; empty for a kind without a model of rules."""
    from ..primitives import scope

    model = model_of(problem.kind)
    rules = () if model is None else model(problem).rules
    # A variable that is not a cell is a side of cells, such as a part of a loop.
    return {
        rule.label: tuple(
            (r, c) for r, c in scope(rule.primitive) if isinstance(r, int) and isinstance(c, int)
        )
        for rule in rules
    }


def all_encodings() -> tuple[AnyEncoding, ...]:
    """Every encoding: the edges of the reduction graph."""
    return tuple(one for kind in KINDS for one in encodings_from(kind))


__all__ = [
    "AnyEncoding",
    "AnyReduction",
    "Encoding",
    "Reduction",
    "Sharing",
    "all_encodings",
    "cells_of_rules",
    "encodings_from",
    "forget_made",
    "model_of",
    "own_encodings",
    "register_encoding",
]
