"""Zebra puzzles in the words of reasoning-gym, for `audits_search.py`: which things a clue names, and how."""

from __future__ import annotations

import re
from collections.abc import Callable

from audits_kinds import Row
from audits_search import Cell, Puzzle, Rule, different

Fits = Callable[[int, int], bool]
RELATIONS: tuple[tuple[str, Fits], ...] = (
    (" is directly left of ", lambda a, b: a + 1 == b),
    (" are next to each other", lambda a, b: abs(a - b) == 1),
    (" is somewhere to the left of ", lambda a, b: a < b),
    (" is somewhere to the right of ", lambda a, b: a > b),
    ("There is one house between ", lambda a, b: abs(a - b) == 2),
    ("There are two houses between ", lambda a, b: abs(a - b) == 3),
    (" is ", lambda a, b: a == b),
)
"""What a clue says of the houses of the two things that it names; the first that fits."""
PLACES = "first", "second", "third", "fourth", "fifth", "sixth", "seventh"
NAMES, CHILDREN = "Each person has a unique name", "Each mother is accompanied by their child"
"""Two sorts that may have the same names; a child is "named" so, or has a "mother of" this name."""


def zebra(question: str, *more: str) -> Row:
    """The puzzle of a question, with more clues."""
    sorts = {about: things.split(", ") for about, things in re.findall(r"^ - (.*): (.*)$", question, re.M)}
    clues = [*re.findall(r"^\d+\. (.*)$", question, re.M), *more]
    houses = len(sorts[NAMES])
    domains: dict[Cell, tuple[int, ...]] = {
        (sort, thing): tuple(range(1, houses + 1)) for sort, things in sorts.items() for thing in things
    }
    units = [[(sort, thing) for thing in things] for sort, things in sorts.items()]
    rules = [*map(different, units), *(_rule(clue, sorts) for clue in clues)]
    label = {NAMES: "name", CHILDREN: "child"}
    labelled = [(label.get(sort, f"sort{at}"), things) for at, (sort, things) in enumerate(sorts.items())]
    text = "".join(f"{sort}: {', '.join(things)}\n" for sort, things in labelled)
    stated = f"zebra {houses}\n{text}clues:\n" + "".join(f"{clue}\n" for clue in clues)
    return Row("zebra", stated, "", Puzzle(domains, rules, units), None)


def _rule(clue: str, sorts: dict[str, list[str]]) -> Rule:
    named = _named(clue, sorts)
    place = re.search(r" is (not )?in the (\w+) house", clue)
    if place and len(named) == 1:
        at, is_there = PLACES.index(place[2]) + 1, place[1] is None
        return Rule(tuple(named), lambda values: values[0] is None or (values[0] == at) == is_there)
    fits = next(fits for words, fits in RELATIONS if words in clue)
    if len(named) != 2:
        raise ValueError(f"not two things in a clue: {clue}")
    return Rule(tuple(named), lambda values: None in values or fits(*values))  # type: ignore[arg-type]


def _named(clue: str, sorts: dict[str, list[str]]) -> list[tuple[str, str]]:
    """The things in a clue, in order; of two sorts that have one, the longer words are meant."""
    things = sorted(
        {thing for of_sort in sorts.values() for thing in of_sort}, key=lambda one: (-len(one), one)
    )
    found = []
    for match in re.finditer(rf"(named |mother of )?\b({'|'.join(things)})(ish)?\b", clue, re.I):
        thing = match[2].lower()
        of = [sort for sort, of_sort in sorts.items() if thing in of_sort]
        if match[1]:
            of = [CHILDREN]
        elif len(of) > 1:
            of = [sort for sort in of if sort != CHILDREN]
        (sort,) = of
        found.append((sort, thing))
    return found
