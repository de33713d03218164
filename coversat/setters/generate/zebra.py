"""Generating zebra puzzles: a random street, every clue that is true of it, then as few as possible."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import permutations

from ...kinds.zebra import Zebra
from ..clock import Clock
from ..explain.givens import givens_of, minimal
from .spec import Spec, SpecError

CHECKS = ("cover/bitset", "cnf:mixed/cadical195")
"""The two routes that check each puzzle: no reduction is in both."""

HOUSES = range(2, 8)
SORTS = (
    ("person", "{}", "Ann Ben Clara David Eva Finn Grace"),
    ("colour", "the person in the {} house", "red green white yellow blue purple orange"),
    ("drink", "the person who drinks {}", "water tea coffee milk juice cocoa lemonade"),
    ("pet", "the person with the {}", "zebra dog cat horse fox parrot hamster"),
    ("sport", "the person who plays {}", "chess tennis golf hockey rugby squash badminton"),
    ("music", "the person who likes {}", "jazz rock opera folk soul blues samba"),
)
"""The name of a sort, how its things are mentioned, and these."""
ORDINALS = "first second third fourth fifth sixth seventh".split()


def attempt(spec: Spec, rng: random.Random, clock: Clock) -> Zebra | None:
    """A zebra puzzle of which no clue can be left out; the size is that of houses and sorts."""
    spec.refuse(Zebra.kind, "boxes", "symmetry", "givens")
    houses, sorts = spec.size or (5, 5)
    if houses not in HOUSES or sorts not in range(2, len(SORTS) + 1):
        raise SpecError(
            f"zebra puzzles are generated for 2 to 7 houses and 2 to {len(SORTS)} sorts of things"
        )
    named = [(name, tuple(things.split()[:houses])) for name, _, things in SORTS[:sorts]]
    mentioned = [
        words.format(thing) for _, words, things in SORTS[:sorts] for thing in things.split()[:houses]
    ]
    answer = tuple(house for _ in range(sorts) for house in rng.sample(range(1, houses + 1), houses))
    clues = list(_true(mentioned, answer, houses))
    rng.shuffle(clues)
    puzzle = Zebra(houses, tuple(named), tuple(f"{clue[0].upper()}{clue[1:]}." for clue in clues))
    clock.report("removing clues")
    with givens_of(puzzle, clock, apart_from=answer) as givens:
        # Late ones are left out first: those that say in which house a thing is, or that two are in one.
        order = sorted(range(len(clues)), key=lambda at: _says_much(clues[at]))
        if givens.clash(order) is None:
            return None
        return puzzle.with_givens(minimal(givens, order))


def _says_much(clue: str) -> bool:
    return " is in the " in clue or not any(word in clue for word in ("left", "next", "between", " not "))


def _true(things: Sequence[str], houses: Sequence[int], last: int) -> Iterator[str]:
    """What is true of the things in these houses; two of the same sort are in different houses anyway."""
    for thing, house in zip(things, houses, strict=True):
        yield f"{thing} is in the {ORDINALS[house - 1]} house"
        yield f"{thing} is not in the {ORDINALS[house % last]} house"
    for (at, one), (where, other) in permutations(enumerate(things), 2):
        by = houses[where] - houses[at]
        if by == 0 and at < where:
            yield f"{one} is {other}"
        if by == 1:
            yield f"{one} is directly left of {other}"
        if by > 1:
            yield f"{one} is somewhere to the left of {other}"
        if by == 2:
            yield f"there is one house between {one} and {other}"
        if abs(by) == 1 and at < where:
            yield f"{one} and {other} are next to each other"
