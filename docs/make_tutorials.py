"""Draw the tutorials' pictures: ``python docs/make_tutorials.py`` writes tutorials/pictures/."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from coversat.answering.questions import find_answers as solve
from coversat.answering.routes import find_route
from coversat.kinds.drawing import draw
from coversat.problems import AnyProblem, ExactCover, read
from coversat.problems.exact_cover.rules import Item, Option
from coversat.reductions.at_most_one import PAIRWISE
from coversat.reductions.cover_to_cnf import cover_to_cnf
from coversat.solvers import Limits

DOCS = Path(__file__).resolve().parent
PICTURES = DOCS / "tutorials" / "pictures"

PUZZLES = ("rectangle", "two-by-two", "four-dominoes")
FORMULAS = ("rectangle", "two-by-two")
DIGITS = ("row", "column", "box")
"""How the names of items begin that would make the picture of dominoes three times as wide."""


def puzzle(name: str) -> AnyProblem:
    """One of the small puzzles of the manual."""
    return read((DOCS / "puzzles" / f"{name}.txt").read_text("utf-8")).problems[0]


def open_cover(problem: AnyProblem) -> ExactCover:
    """Its cover, when every item with a single option has got it: small enough to be seen."""
    cover = find_route(problem.kind, "cover/bitset").reduce(problem).target
    primary, options = list(cover.primary), list(cover.options)
    while single := _single(primary, options):
        primary = [item for item in primary if item not in single.items]
        options = [option for option in options if option != single and not _clash(single, option)]
    shared = [item for item in cover.secondary if sum(item in dict(one.colours) for one in options) > 1]
    return _of_items(primary, shared, options)


def _of_items(primary: Iterable[Item], secondary: Iterable[Item], options: Iterable[Option]) -> ExactCover:
    """Some items of a cover."""
    primary, secondary = tuple(primary), tuple(secondary)
    kept = [
        Option(
            option.name,
            tuple(item for item in option.items if item in primary),
            tuple((item, colour) for item, colour in option.colours if item in secondary),
        )
        for option in options
    ]
    return ExactCover(primary, secondary, tuple(kept))


def _single(primary: list[Item], options: list[Option]) -> Option | None:
    for item in primary:
        able = [option for option in options if item in option.items]
        if len(able) == 1:
            return able[0]
    return None


def _clash(one: Option, other: Option) -> bool:
    """Whether they cover an item both, or give one two colours."""
    colours = dict(one.colours)
    return bool(set(one.items) & set(other.items)) or any(
        colours.get(item, colour) != colour for item, colour in other.colours
    )


def files() -> Iterator[tuple[str, str]]:
    """Each picture: its name, and its text."""
    for name in PUZZLES:
        problem = puzzle(name)
        cover = open_cover(problem)
        seen = _of_items(
            (item for item in cover.primary if not cover.secondary or not item.startswith(DIGITS)),
            cover.secondary,
            cover.options,
        )
        yield f"{name}.svg", draw(problem).svg
        yield f"{name}-answer.svg", draw(problem, *_answers(problem, 2)).svg
        yield f"{name}-cover.svg", draw(seen, *_answers(cover, 2)).svg
        if name in FORMULAS:
            formula = cover_to_cnf(cover, PAIRWISE).target
            yield f"{name}-cnf.svg", draw(formula, *_answers(formula, 1)).svg


def _answers(problem: AnyProblem, most: int) -> tuple[Any, ...]:
    return solve(problem, limits=Limits(answers=most)).answers


def main() -> None:
    """Write the pictures, and take away what is no longer shown."""
    PICTURES.mkdir(exist_ok=True)
    made = dict(files())
    for path in PICTURES.iterdir():
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (PICTURES / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
