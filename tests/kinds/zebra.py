"""Zebra puzzles of two and three houses, by every choice of houses; and clues with what they mean."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Any

from coversat.problems import problem_class

from . import Instance, instance
from .graphs import ITEMS as ITEMS
from .graphs import some_elements

Zebra: Any = problem_class("zebra")
PEOPLE = ("person", ("Ann", "Ben", "Cem"))
PETS = ("pet", ("cat", "dog", "red fish"))
COLOURS = ("colour", ("red", "green", "blue"))


def candidates(name: str, problem: Any) -> Instance:
    orders = permutations(range(1, problem.houses + 1))
    every = product(list(orders), repeat=len(problem.attributes))
    return instance(name, problem, (sum(one, ()) for one in every), (), problem.identity)


def instances() -> Iterator[Instance]:
    yield candidates("no clue", Zebra(2, (("person", ("Ann", "Ben")),)))
    yield candidates("one house", Zebra(1, (("person", ("Ann",)),), ("Ann lives in the first house.",)))
    yield candidates(
        "unique",
        Zebra(
            3,
            (PEOPLE, PETS),
            ("Ann owns the cat.", "Ben is directly left of the dog.", "The cat is not in house 3."),
        ),
    )
    yield candidates("none", Zebra(3, (PEOPLE, PETS), ("Ann is next to the cat.", "Ann owns the cat.")))
    yield candidates(
        "several",
        Zebra(
            3,
            (PEOPLE, COLOURS),
            ("There is one house between Ann and Cem.", "Ben does not live in the red house."),
        ),
    )


parts = some_elements


def seen(problem: Any, answer: Any) -> Any:
    return problem.identity(answer)


CLUES: tuple[Callable[[random.Random, list[str]], str], ...] = (
    lambda chance, names: "{} is {}.".format(*names),
    lambda chance, names: "{} is not {}.".format(*names),
    lambda chance, names: "{} is directly left of {}.".format(*names),
    lambda chance, names: "{} is somewhere to the right of {}.".format(*names),
    lambda chance, names: "{} and {} are next to each other.".format(*names),
    lambda chance, names: "There is one house between {} and {}.".format(*names),
    lambda chance, names: f"{names[0]} is in the {chance.choice(('first', 'second', 'last'))} house.",
    lambda chance, names: f"{names[0]} is not in house {chance.randint(1, 2)}.",
    lambda chance, names: f"{names[0]} is at one of the ends.",
)


def drawn(chance: random.Random) -> Any:
    houses = chance.randint(2, 3)
    attributes = [(name, things[:houses]) for name, things in (PEOPLE, PETS)]
    things = [thing for _, those in attributes for thing in those]
    clues = [chance.choice(CLUES)(chance, chance.sample(things, 2)) for _ in range(chance.randint(0, 3))]
    return Zebra(houses, tuple(attributes), tuple(clues))
