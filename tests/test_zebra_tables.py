"""Answers of zebra puzzles in tables, as language models and ZebraLogic write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from each import each

import coversat

PUZZLE = """There are 3 houses, numbered 1 to 3 from left to right, as seen from across the street.
 - Each person has a unique name: `Peter`, `Eric`, `Arnold`
 - People have unique favorite colors for their house: `red`, `blue`, `green`
 - People have unique hair colors: `red`, `black`, `brown`

## Clues:
1. Eric is directly left of the person who has black hair.
2. Arnold is in the first house.
3. The person with red hair is in the first house.
4. The person who lives in the red house is in the third house.
5. Eric does not live in the green house.
"""
SORTS = "Name", "Color", "HairColor"
RIGHT = ("Arnold", "green", "red"), ("Eric", "blue", "brown"), ("Peter", "red", "black")
WRONG = ("Eric", "green", "red"), ("Arnold", "blue", "brown"), ("Peter", "red", "black")
BROKEN = "it is not so that: Eric is directly left of the person who has black hair."
Street = tuple[tuple[str, ...], ...]


def objects(street: Street) -> dict[str, dict[str, str]]:
    return {f"House {house}": dict(zip(SORTS, things, strict=True)) for house, things in enumerate(street, 1)}


def rows(street: Street) -> dict[str, Any]:
    return {
        "header": ["House", *SORTS],
        "rows": [[str(house), *things] for house, things in enumerate(street, 1)],
    }


def markdown(street: Street) -> str:
    head = f"| House | {' | '.join(SORTS)} |\n|:---|---|---|---:|\n"
    return head + "".join(f"| {house} | {' | '.join(things)} |\n" for house, things in enumerate(street, 1))


def by_sort(street: Street) -> str:
    lines = ("| | House 1 | House 2 | House 3 |", "|---|---|---|---|")
    columns = (
        f"| **{sort}** | {' | '.join(things)} |"
        for sort, things in zip(SORTS, zip(*street, strict=True), strict=True)
    )
    return "\n".join((*lines, *columns))


FORMS = (
    lambda street: json.dumps(objects(street)),
    lambda street: f"So:\n```json\n{json.dumps({'solution': objects(street)}, indent=4)}\n```\nDone.",
    lambda street: json.dumps(rows(street)),
    lambda street: f"The answer is {json.dumps(rows(street), indent=1)}.",
    lambda street: f"Here it is.\n\n{markdown(street)}\nEach clue holds.",
    by_sort,
)


@each("form", FORMS)
def test_a_table_is_an_answer(form: Any) -> None:
    """A right one counts; of a wrong one the broken rule is said; the last of two tables counts."""
    score = coversat.Scorer(PUZZLE)
    assert score(form(RIGHT)) == (1.0, "correct", (3, 2, 1, 3, 2, 1, 1, 3, 2), 1.0, True)
    assert (score(form(WRONG)).score, score(form(WRONG)).reason) == (0.0, BROKEN)
    assert score(f"<think>{form(WRONG)}</think><answer>{form(RIGHT)}</answer>")
    drafts = "\n\nThat is wrong. I try again.\n\n"
    assert score(f"{form(WRONG)}{drafts}{form(RIGHT)}")
    assert not score(f"{form(RIGHT)}{drafts}{form(WRONG)}")


@each(
    "reply",
    [
        json.dumps(objects(RIGHT[:2])),
        json.dumps(objects((*RIGHT[:2], ("Peter", "red", "grey")))),
        json.dumps(objects((*RIGHT[:2], ("Eric", "red", "black")))),
        json.dumps(objects(RIGHT)).replace("House 3", "House 4"),
        json.dumps(objects(RIGHT)).replace("HairColor", "Color"),
        markdown(RIGHT).replace("Peter", "___"),
        '{"House 1": {' * 50_000,
        "| 1 " * 100_000,
    ],
)
def test_a_table_that_lacks_something_is_none(reply: str) -> None:
    assert coversat.score(PUZZLE, reply).score == 0.0


def test_rows_of_zebra_logic(tmp_path: Path) -> None:
    """Their answers are checked; one with its cells left out is not read."""
    hidden = tuple(("___",) * 3 for _ in RIGHT)
    path = tmp_path / "set.jsonl"
    lines = (
        {"id": f"lgp-{at}", "size": "3*3", "puzzle": PUZZLE, "solution": rows(street), "created_at": "2024"}
        for at, street in enumerate((RIGHT, WRONG, hidden))
    )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = coversat.audit(path)
    assert [(row.kind, row.status, row.stored) for row in found] == [
        ("zebra", "unique", stored) for stored in ("right", "wrong", "absent")
    ]
    assert [row.unread for row in found] == [None, None, ["solution"]]


def test_a_row_of_zebra_logic_with_another_clue_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    line = {"id": "1", "size": "3*3", "puzzle": f"{PUZZLE}6. Eric juggles.\n", "solution": {}}
    path.write_text(json.dumps(line | {"created_at": "2024"}) + "\n")
    (row,) = coversat.audit(path)
    assert row.status == "error"
    assert "a thing of the puzzle, or a word that clues have, found 'juggles'" in str(row.message)
    with pytest.raises(coversat.CoversatError, match="ZebraLogic"):
        coversat.read(path)
