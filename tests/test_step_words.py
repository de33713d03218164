"""The words, costs and names of steps."""

from __future__ import annotations

import json
import re
from itertools import product
from math import log2
from pathlib import Path
from typing import Any

import pytest
from each import each
from example_files import EXAMPLES
from step_cases import PUZZLES

import coversat
from coversat.problems import read
from coversat.reductions.rule_clauses import rule_clauses
from coversat.setters.steps.finding import pattern_of
from coversat.setters.steps.finding import steps as find_steps
from coversat.setters.steps.values import Case, Fact, Step, Steps, _together, facts_of

WORDS = (
    # alike conclusions by the same two rules; rules in the order in which they are used; places they need
    (
        "starbattle/one-star",
        "none of r1c6, r2c6 and r3c6 is a star: column 6 has 1 star; region E has 1 star [2 rules]",
    ),
    (
        "akari/puzzle",
        "r1c1 is a bulb: a bulb lights r1c1; a bulb lights r3c1; at most one bulb from r1c2 to r5c2 "
        "[3 rules, the fewest]",
    ),
    (
        "nurikabe/6x6",
        "r6c2 is of an island, r6c3 is of an island: the island of clue 4 at r6c1 is connected [1 rule]",
    ),
    (
        "slitherlink/7x9",
        "there is a line above r1c5, between r1c4 and r1c5, between r1c5 and r1c6: clue 3 at r1c5 [1 rule]",
    ),
    ("suguru/puzzle", "r3c3 is 3: the region of r2c3 has different numbers [1 rule]"),
)


@pytest.mark.thorough
@each(("file", "words"), WORDS)
def test_words_that_a_person_can_follow(file: str, words: str) -> None:
    (puzzle,) = read((EXAMPLES / f"{file}.txt").read_text()).problems
    assert words in map(str, find_steps(puzzle).steps)


def test_facts_in_the_words_of_a_kind_stay_as_they_are() -> None:
    facts = ["lamp a shines", "r1c1 is 3", "lamp b shines", "r1c2 is 3", "r2c2 is 3"]
    said = ["lamp a shines", "each of r1c1, r1c2 and r2c2 is 3", "lamp b shines"]
    assert list(_together(facts)) == said


def test_a_clue_that_counts_one_cell_is_a_reason() -> None:
    """It is no value that the board shows."""
    (puzzle,) = read("yajilin 3 3\n- 1w -\n- - -\n- - -\n").problems
    assert "r1c1 is shaded: clue 1w at r1c2 [1 rule]" in map(str, find_steps(puzzle).steps)


def step_with(rules: int, holds: bool = False, links: int = 0) -> Step:
    """A step by so many rules, or a case split with so many links."""
    fact = Fact("r1c1", (0, 0), 1, holds, "")
    labels = tuple(f"rule {number}" for number in range(rules))
    if not links:
        return Step((fact,), labels)
    own = (Step((fact,), labels[at % rules : at % rules + 1]) for at in range(links))
    return Step((fact,), (), cases=(Case(fact, tuple(own)),))


COSTS = (
    # step, its size, its cost, as the manual defines them
    (step_with(0, True), 1, 0 + 1),
    (step_with(1, True), 1, 0),
    (step_with(1), 1, 2),
    (step_with(2), 2, 3),
    (step_with(8, True), 8, 9),
    (step_with(3, links=12), 3, 4),
    (step_with(9, links=16), 9, 11),
    (step_with(40, links=64), 9, 13),
)


@each(("step", "size", "cost"), COSTS)
def test_costs_of_steps(step: Step, size: int, cost: float) -> None:
    assert (step.size, step.cost) == (size, cost)


def test_the_score_is_close_to_the_hardest_step() -> None:
    (puzzle,) = read(PUZZLES["sudoku"]).problems
    assert Steps(puzzle, (), "solved").score == 0
    assert Steps(puzzle, (step_with(1, True),) * 50, "solved").score == 0
    assert Steps(puzzle, (step_with(2), step_with(1, True)), "solved").score == 3
    assert Steps(puzzle, (step_with(2),) * 7 + (step_with(1, True),), "solved").score == log2(50)


ROWS = [frozenset((r, c) for c in range(9)) for r in range(9)]


COLUMNS = [frozenset((r, c) for r in range(9)) for c in range(9)]


BOXES = [frozenset((r + a, c + b) for a in range(3) for b in range(3)) for r in (0, 3, 6) for c in (0, 3, 6)]


ALL = tuple(range(1, 10))


def only(value: int, *cells: tuple[int, int], houses: list[frozenset[tuple[int, int]]]) -> dict[Any, Any]:
    """Candidates of which a value is in these cells of houses only."""
    rest = tuple(v for v in ALL if v != value)
    return {cell: rest for house in houses for cell in house if cell not in cells}


PATTERNS = (
    # name, houses, candidates that are not all, conclusions (cell, value, holds); as textbooks draw them
    ("naked single", [], {(0, 0): (5,)}, [((0, 0), 5, True)]),
    ("hidden single", [ROWS[0]], only(7, (0, 4), houses=[ROWS[0]]), [((0, 4), 7, True)]),
    ("naked pair", [ROWS[0]], {(0, 0): (2, 7), (0, 5): (2, 7)}, [((0, 3), 2, False), ((0, 8), 7, False)]),
    ("naked triple", [BOXES[0]], {(0, 0): (1, 2), (0, 1): (2, 3), (0, 2): (1, 3)}, [((2, 2), 3, False)]),
    (
        "hidden pair",
        [COLUMNS[0]],
        {(r, 0): (3, 4, 5, 6, 7, 8, 9) for r in range(2, 9)},
        [((0, 0), 9, False), ((1, 0), 3, False)],
    ),
    ("pointing pair", [BOXES[0], ROWS[0]], only(7, (0, 0), (0, 1), houses=BOXES[:1]), [((0, 8), 7, False)]),
    (
        "box-line reduction",
        [BOXES[0], ROWS[0]],
        only(7, (0, 0), (0, 1), houses=ROWS[:1]),
        [((2, 2), 7, False)],
    ),
    (
        "X-wing",
        [ROWS[0], ROWS[4], COLUMNS[2], COLUMNS[7]],
        only(7, (0, 2), (0, 7), (4, 2), (4, 7), houses=[ROWS[0], ROWS[4]]),
        [((8, 2), 7, False)],
    ),
    (
        "swordfish",
        [ROWS[0], ROWS[4], ROWS[8], COLUMNS[1], COLUMNS[2], COLUMNS[7]],
        only(7, (0, 1), (0, 2), (4, 2), (4, 7), (8, 1), (8, 7), houses=[ROWS[0], ROWS[4], ROWS[8]]),
        [((3, 2), 7, False)],
    ),
    (
        "skyscraper",
        [ROWS[0], ROWS[4], COLUMNS[2], BOXES[2], COLUMNS[8]],
        only(7, (0, 2), (0, 7), (4, 2), (4, 8), houses=[ROWS[0], ROWS[4]]),
        [((1, 8), 7, False)],
    ),
    (
        "XY-wing",
        [ROWS[0], BOXES[0], ROWS[1], BOXES[1]],
        {(0, 0): (1, 2), (0, 4): (1, 7), (1, 1): (2, 7)},
        [((1, 4), 7, False)],
    ),
    (
        "XYZ-wing",
        [ROWS[0], BOXES[0]],
        {(0, 0): (1, 2, 7), (0, 4): (1, 7), (1, 1): (2, 7)},
        [((0, 1), 7, False)],
    ),
    (
        "",  # the pivot may have the value, and does not see the cell
        [ROWS[0], BOXES[0], ROWS[1], BOXES[1]],
        {(0, 0): (1, 2, 7), (0, 4): (1, 7), (1, 1): (2, 7)},
        [((1, 4), 7, False)],
    ),
    ("", [ROWS[0]], {}, [((0, 0), 1, False)]),
    ("", [ROWS[0], ROWS[1]], {(0, 0): (2, 7), (0, 5): (2, 7)}, [((5, 5), 2, False)]),
)


@each(("name", "houses", "left", "conclusions"), PATTERNS)
def test_names_of_patterns(name: str, houses: Any, left: Any, conclusions: Any) -> None:
    facts = [Fact("", cell, value, is_it, "") for cell, value, is_it in conclusions]
    found = pattern_of(facts, houses, dict.fromkeys(product(range(9), repeat=2), ALL) | left)
    assert (found.name if found else "") == name
    if found and name.startswith(("naked pair", "naked triple", "XY")):
        assert {*found.cells} == {*left}


KOREAN = Path(coversat.__file__).parents[1] / "web/page/scripts/words/steps-ko.js"


_WORDS = re.compile(r'^  words\(("(?:[^"\\\\]|\\\\.)*"), ("[^"]*")\),$', re.MULTILINE)


@pytest.mark.thorough
@pytest.mark.skipif(not KOREAN.exists(), reason="the page is not part of the package")
def test_rules_and_facts_have_korean_words_on_the_page() -> None:
    """Of all examples of kinds that steps are found for."""
    text = KOREAN.read_text(encoding="utf-8")
    pairs = [(json.loads(pattern), json.loads(words)) for pattern, words in _WORDS.findall(text)]
    assert len(pairs) == text.count("  words(")
    patterns = [re.compile(pattern.replace("CELL", r"(r\d+c\d+)")) for pattern, _ in pairs]
    assert all(
        int(number) <= pattern.groups
        for pattern, (_, words) in zip(patterns, pairs, strict=True)
        for number in re.findall(r"\$(\d)", words)
    )
    missing = set()
    for file in sorted((KOREAN.parents[4] / "examples").glob("*/*.*")):
        try:
            puzzle = read(file.read_text()).problems[0]
            formula = rule_clauses(puzzle)
        except coversat.CoversatError:  # a kind of one's own, or without rules
            continue
        if puzzle.kind in ("csp", "zebra"):  # whose labels are the user's words
            continue
        facts = {fact.words for fact in facts_of(puzzle, formula).values()}
        # One of those that differ by numbers is enough.
        shown = {re.sub(r"\d+", "1", words): words for words in (*formula.labels, *facts)}.values()
        missing |= {words for words in shown if not any(one.fullmatch(words) for one in patterns)}
    assert not missing
