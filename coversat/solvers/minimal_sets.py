"""Minimal unsatisfiable sets: of things that have no model together, some of which none can be left out.

Things are clauses, rules, givens or literals. A question `core_of` takes some of them and gives None if they
have a model, otherwise those of them that suffice for having none: all, or fewer where a solver finds a core.
The things with which it is asked first, all of them, must have no model.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
CoreOf = Callable[[Sequence[T]], Collection[T] | None]


def by_deletion(things: Iterable[T], core_of: CoreOf[T], most: int | None = None) -> tuple[T, ...] | None:
    """Leave out one after the other, where the rest has no model either; the first things are left out first.

    None if there are more than `most`. One question for each thing, which suits small sets.
    """
    needed: list[T] = []
    rest = list(things)
    while rest:
        thing, *rest = rest
        core = core_of([*needed, *rest])
        if core is not None:
            rest = [one for one in rest if one in core]
        elif most is not None and len(needed) == most:
            return None
        else:
            needed.append(thing)
    return tuple(needed)


def by_halving(
    things: Sequence[T], core_of: CoreOf[T], report: Callable[[], None] = lambda: None
) -> tuple[T, ...]:
    """The same; the last things are left out first. Few questions where a small set of many is needed.

    QuickXplain (Junker, AAAI 2004), which halves the things; the core of the first question narrows them.
    """

    def explain(fixed: tuple[T, ...], fresh: bool, rest: Sequence[T]) -> tuple[T, ...]:
        if fresh and core_of(fixed) is not None:
            return ()
        if len(rest) == 1:
            return tuple(rest)
        half = len(rest) // 2
        early, late = rest[:half], rest[half:]
        needed_late = explain((*fixed, *early), True, late)
        report()
        needed_early = explain((*fixed, *needed_late), bool(needed_late), early)
        return (*needed_early, *needed_late)

    core = core_of(things)
    assert core is not None, "these things have a model"
    rest = [thing for thing in things if thing in core]
    return () if not rest or core_of(()) is not None else explain((), False, rest)
