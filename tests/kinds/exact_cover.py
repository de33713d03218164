"""Exact covers: with secondary items, colours, projections."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from coversat.problems import ExactCover
from coversat.problems.exact_cover.builder import PartialCover
from coversat.problems.exact_cover.rules import Option

from . import Instance, Part, instance

PROJECTED = {"cnf:sequential", "cnf:product", "cnf:commander", "cnf:bitwise"}


def every_subset(problem: ExactCover) -> Iterator[tuple[int, ...]]:
    places = range(len(problem.options))
    return (chosen for n in range(len(places) + 1) for chosen in combinations(places, n))


def seen(problem: ExactCover, answer: tuple[int, ...]) -> Any:
    """What tells an answer from others: the colours of the projection's items, where there is one."""
    if problem.projection is None:
        return answer
    colours = dict(shade for at in answer for shade in problem.options[at].colours)
    return tuple(colours.get(item) for item in problem.projection)


def of(name: str, problem: ExactCover) -> Instance:
    return instance(name, problem, every_subset(problem), seen=lambda answer: seen(problem, answer))


def parts(problem: Any, answer: tuple[int, ...], chance: random.Random) -> Iterator[Part]:
    for size in range(len(answer) + 1):
        options = set(chance.sample(answer, size))
        yield PartialCover(options=tuple(options)), options.issubset


def cover(name: str, text: str, projection: str | None = None) -> Instance:
    lines = text.split(" / ")
    problem = ExactCover.parse("".join(f"{line}\n" for line in lines))
    if projection is not None:
        names = tuple(projection.split())
        problem = ExactCover(problem.primary, problem.secondary, problem.options, names)
    return of(name, problem)


def instances() -> Iterator[Instance]:
    # Knuth, TAOCP 7.2.2.1 (6): one cover.  And (49), with colours.
    yield cover("knuth's six options", "a b c d e f g / c e / a d g / b c f / a d f / b g / d e g")
    yield cover("knuth's colours", "p q r | x y / p q x y:A / p r x:A y / p x:B / q x:A / r y:B")
    yield cover("several", "a b c | s / a b / b c / a s / b s / c s / a / b / c")
    yield cover("an item no option covers", "a b / a / a")
    yield cover("twins", "a b / a b / a b / a / b")
    yield cover("colours", "a b c | x / a x:1 / a x:2 / b x:1 / b x:2 / c x:2 / c x / c")
    yield cover("projected", "a b | x y / a x:1 / a x:2 / b x:1 y:1 / b x:1 y:2 / b y:1 / b / a", "x")
    yield cover("projected on nothing", "a b | x / a x:1 / a x:2 / b x:1 / b x:2", "")
    yield cover("projected, two shown", "a b | x y / a x:1 / a y:1 / b y:2 / b x:2 / b", "y x")
    segments = "a c / a c s:1 / a c t / a d s:1 / a d s:2 / b c / b c s:1 / b d / b d s:2 / b d t"
    yield cover("two items share options", f"a b c d | s t / {segments}")
    empty = ExactCover((), (), ())
    yield of("nothing to cover", empty)
    only_item = ExactCover(("a",), ("s",), (Option("the only one", ("a", "s")),))
    yield of("one option", only_item)


def drawn(chance: random.Random) -> ExactCover:
    """Few items and options; options colour secondary items, on some of which a third are projected."""
    primary = [f"p{n}" for n in range(chance.randint(1, 7))]
    secondary = [f"s{n}" for n in range(chance.randint(0, 3))]
    shown = secondary[: chance.randint(0, len(secondary))] if chance.random() < 1 / 3 else None
    options = []
    for at in range(chance.randint(1, 14)):
        items = chance.sample(primary, chance.randint(1, min(3, len(primary))))
        others = chance.sample(secondary, chance.randint(0, len(secondary)))
        coloured = [item for item in others if item in (shown or ()) or chance.random() < 0.6]
        items += [item for item in others if item not in coloured]
        colours = tuple((item, chance.choice("AB")) for item in coloured)
        options.append(Option(f"o{at}", tuple(items), colours))
    return ExactCover(
        tuple(primary), tuple(secondary), tuple(options), None if shown is None else tuple(shown)
    )
