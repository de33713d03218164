"""Zebra puzzles: what clues mean, stated a second time; what is refused; texts in words; generated ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from each import each

import coversat
from coversat.kinds.zebra import Zebra

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "zebra" / "life-1962.txt"
SORTS = (
    ("person", ("Ann", "Ben", "Cem", "Dora", "Englishman")),
    ("pet", ("cat", "dog", "red fish", "swede", "horses")),
    ("hair colour", ("red", "black", "blond", "grey", "very long")),
)
Street = dict[str, int]


def true_of(clue: str, holds: Callable[[Street], bool], houses: int = 5) -> None:
    """A clue allows the streets of the things it is about for which a function holds, and no others."""
    sorts = tuple((name, things[:houses]) for name, things in SORTS)
    puzzle = Zebra(houses, sorts, (clue,))
    names = puzzle.names
    for first, second in product(
        permutations(range(1, houses + 1)), [*permutations(range(1, houses + 1))][:9]
    ):
        values = (*first, *second, *first[::-1])
        street = dict(zip(names, values, strict=True))
        assert (not puzzle.violations(values)) == holds(street), (clue, street)


MEANINGS: tuple[tuple[str, Callable[[Any], bool]], ...] = (
    ("Ann owns the dog.", lambda s: s["Ann"] == s["dog"]),
    ("The dog owner is Ann", lambda s: s["Ann"] == s["dog"]),
    ("Ann and the dog live in the same house.", lambda s: s["Ann"] == s["dog"]),
    ("Ann does not keep the cats.", lambda s: s["Ann"] != s["cat"]),
    ("The person with black hair isn't Ben.", lambda s: s["black"] != s["Ben"]),
    ("ANN LIVES DIRECTLY LEFT OF THE CAT!", lambda s: s["Ann"] + 1 == s["cat"]),
    ("The cat is immediately to the right of Ann.", lambda s: s["Ann"] + 1 == s["cat"]),
    ("Ann is somewhere to the left of the red fish.", lambda s: s["Ann"] < s["red_fish"]),
    ("The very long hair is somewhere right of the dog", lambda s: s["very_long"] > s["dog"]),
    ("Ann is not directly left of the cat.", lambda s: s["Ann"] + 1 != s["cat"]),
    (
        "Ann lives in the house next to the house where the horse is kept.",
        lambda s: abs(s["Ann"] - s["horses"]) == 1,
    ),
    ("Ann and the horse are neighbours.", lambda s: abs(s["Ann"] - s["horses"]) == 1),
    ("Ben isn't next to the Swedish.", lambda s: abs(s["Ben"] - s["swede"]) != 1),
    ("There is one house between Ann and the cat.", lambda s: abs(s["Ann"] - s["cat"]) == 2),
    ("There are two houses between the cat and Ann.", lambda s: abs(s["Ann"] - s["cat"]) == 3),
    ("Ann is in the second house.", lambda s: s["Ann"] == 2),
    ("In the last house lives the English person.", lambda s: s["Englishman"] == 5),
    ("The cat is kept in the middle house.", lambda s: s["cat"] == 3),
    ("Dora is not in house 4.", lambda s: s["Dora"] != 4),
    ("The dog is in the 1st or the 3rd house.", lambda s: s["dog"] in (1, 3)),
    ("Ann lives at one of the ends.", lambda s: s["Ann"] in (1, 5)),
    ("The person with red hair is Ann.", lambda s: s["red"] == s["Ann"]),
    ("The red fish is the pet of the one with red hair.", lambda s: s["red_fish"] == s["red"]),
)


@each(("clue", "holds"), MEANINGS, ids=lambda one: one[0])
def test_what_a_clue_means(clue: str, holds: Callable[[Street], bool]) -> None:
    true_of(clue, holds)


@each(
    ("clue", "column", "says"),
    (
        ("Ann hates the dog.", 5, "a thing of the puzzle, or a word that clues have, found 'hates'"),
        ("Ann lives left of the dog.", 1, "'X is directly left of Y', 'X is somewhere to the left of Y'"),
        ("Ann has the dog and the cat.", 1, "a clue such as 'X drinks Y'"),
        ("Ann owns the elephant.", 14, "found 'elephant'"),
        ("Ann is in the sixth house.", 15, "one of the 5 houses"),
        ("Ann is in house 999.", 17, "one of the 5 houses"),
        ("Ann has no dog.", 9, "found 'no'"),
        ("Ann is next to Ann.", 1, "a clue such as"),
        ("Ann lives here.", 1, "a clue such as"),
        ("Ann is not in the first house unless Ben is.", 31, "found 'unless'"),
        ("Ann @ the dog", 5, "a clue in words, found '@'"),
        ("Either Ann or Ben owns the dog.", 1, "found 'Either'"),
    ),
)
def test_what_is_not_understood_is_refused_by_its_words(clue: str, column: int, says: str) -> None:
    lines = ["zebra 5", *(f"{name}: {', '.join(things)}" for name, things in SORTS), "clues:", f" 1. {clue}"]
    with pytest.raises(coversat.InputError) as found:
        coversat.read("\n".join(lines))
    assert f":6:{column + 4}: expected" in str(found.value)
    assert says in str(found.value)
    with pytest.raises(coversat.ArgumentError, match="a clue is not understood: "):
        Zebra(5, SORTS, (clue,))


@each(
    ("text", "says"),
    (
        ("zebra 3\nperson: Ann, Ben\n", ":2:1: expected 3 things that differ"),
        ("zebra 2\nperson: Ann, Ann\n", ":2:1: expected 2 things that differ"),
        ("zebra 2\nAnn is Ben.\n", ":2:1: expected a sort of things"),
        ("zebra 99\nperson: Ann\n", ":2:1: expected 99 things that differ"),
        ("zebra 2\n", "expected 'pet: cat, dog, fish'"),
        (
            "There are 2 houses with pools.\nperson: Ann, Ben\n",
            ":1:25: expected 'There are 5 houses' and the like",
        ),
        (
            "There are 2 houses.\n\nThere is | here.\nperson: Ann, Ben\n",
            ":3:10: expected a clue in words, found '|'",
        ),
        ("There are 2 houses.\n", "expected 'There are 5 houses', then things"),
        ("There are 2 houses.\nperson: Ann, Ben\nAnn is somewhere.\n", ":3:1: expected a clue such as"),
    ),
)
def test_texts_with_mistakes(text: str, says: str) -> None:
    with pytest.raises(coversat.InputError) as found:
        coversat.read(text)
    assert says in str(found.value)


WORDS = """There are 3 houses, numbered 1 to 3 from left to right, as seen from across the street.
Each house is occupied by a different person. Each house has a unique attribute for each of the following
characteristics:
 - Each person has a unique name: `Peter`, `Eric`, `Alice`
 - People own unique car models: `ford f150`, `tesla model 3`, `honda civic`
 - Each mother is accompanied by their child: `Alice`, `Fred`, `Bella`

## Clues:
1. The person who owns a Tesla Model 3 is directly left of Eric.
2. Alice is the person who owns a Ford F-150.
3. The person's child is named Alice is in the second house.
4. The person who is the mother of Bella is somewhere to the left of Eric.

What is the name of the person who lives in House 1?
"""


def test_a_puzzle_in_words() -> None:
    """As sets for language models have it; the words about Alice say whether she is the child."""
    (puzzle,) = coversat.read(WORDS)
    assert puzzle == coversat.read(puzzle.format())[0]
    assert puzzle.names[:3] == ("Peter", "Eric", "Alice.1")
    found = coversat.check(puzzle)
    # By hand: Eric is not first; Alice's child is in 2 and Bella left of Eric, so that Bella is in 1.
    by_hand = [
        (*people, *cars, *children)
        for people, cars, children in product(permutations((1, 2, 3)), repeat=3)
        if cars[1] + 1 == people[1] and people[2] == cars[0] and children[0] == 2 and children[2] < people[1]
    ]
    assert sorted(coversat.solve(puzzle, limit=None).answers) == sorted(by_hand)
    assert found.verdict is coversat.Verdict.MULTIPLE


def test_the_classic() -> None:
    """The Japanese owns the zebra, and the Norwegian drinks water."""
    (puzzle,) = coversat.read(EXAMPLE)
    found = coversat.check(puzzle)
    assert found.verdict is coversat.Verdict.UNIQUE
    street = puzzle.named(found.answers[0])
    assert (street["zebra"], street["water"]) == (street["Japanese"], street["Norwegian"])
    left_out = coversat.check(puzzle.with_givens(set(range(13))))
    assert left_out.verdict is coversat.Verdict.MULTIPLE
    clash = coversat.explain(
        Zebra(5, puzzle.attributes, (*puzzle.clues, "The Norwegian lives in the blue house."))
    )
    assert [label for _, label in clash.clash] == [
        "The Norwegian lives next to the blue house.",
        "The Norwegian lives in the blue house.",
    ]


@pytest.mark.thorough
@each(("size", "seed"), [((2, 2), 1), ((3, 3), 2), ((5, 5), 3), ((6, 6), 1)])
def test_generated_puzzles(size: tuple[int, int], seed: int) -> None:
    """Unique, reads back, and no clue can be left out."""
    (made,) = coversat.generate("zebra", size=size, seed=seed)
    puzzle = made.problem
    assert coversat.read(puzzle.format()) == (puzzle,)
    assert (puzzle.houses, len(puzzle.attributes)) == size
    assert coversat.check(puzzle).verdict is coversat.Verdict.UNIQUE
    for at in range(len(puzzle.clues)):
        fewer = puzzle.with_givens(set(range(len(puzzle.clues))) - {at})
        assert coversat.check(fewer).verdict is coversat.Verdict.MULTIPLE
    with pytest.raises(coversat.CoversatError, match="2 to 7 houses"):
        next(coversat.generate("zebra", size=(9, 9)))


def test_a_plural_is_meant_as_it_is_written() -> None:
    """If nothing else says whether the colour or the music is meant."""
    sorts = (("person", ("Ann", "Ben")), ("shade", ("blue", "red")), ("music", ("blues", "rock")))
    meanings = Zebra(2, sorts, ("Ann likes blues.", "Ben likes blue.")).meanings
    assert [clue.things for clue in meanings] == [(0, 4), (1, 2)]
    with pytest.raises(coversat.CoversatError, match="which of several things is meant, found 'Blues'"):
        Zebra(2, (sorts[0], ("shade", ("blue", "red")), ("other", ("Blue", "rock"))), ("Ann likes Blues.",))


def test_things_of_any_characters() -> None:
    """Only a mention has to be words."""
    (puzzle,) = coversat.read("zebra 2\nrating/stars: +++, A+B\nperson: Ann, Ben\nclues:\nAnn has AB.\n")
    assert coversat.check(puzzle).verdict is coversat.Verdict.MULTIPLE


def test_facts_in_words() -> None:
    """A name with a hyphen is no line between two cells."""
    puzzle = Zebra(2, (("car", ("F-150", "bike")),))
    assert puzzle.fact_words("F-150", 2, True) == "F-150 is in house 2"
    assert puzzle.fact_words("bike", 1, False) == "bike is not in house 1"
