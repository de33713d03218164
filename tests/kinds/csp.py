"""Models of few variables, by every choice of values: each primitive, and mixtures by chance."""

from __future__ import annotations

import random
from functools import partial
from itertools import pairwise, product
from typing import Any

from coversat.primitives import (
    AllDifferent,
    AreasBySize,
    Binary,
    Circuit,
    Connected,
    Contains,
    Count,
    Matches,
    Or,
    Regular,
    Repeats,
    Sum,
    Table,
    equals,
)
from coversat.problems import problem_class

from .graphs import of, some_elements

Csp: Any = problem_class("csp")
ABC = dict.fromkeys("abc", range(1, 4))
SQUARE = [(r, c) for r in range(2) for c in range(3)]
BESIDE = tuple(
    (p, q) for p, q in product(SQUARE, repeat=2) if p < q and abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1
)


def model(domains: Any, *rules: Any, projection: Any = None) -> Any:
    """Rules without a label are numbered."""
    labelled = [one if isinstance(one[0], str) else (f"rule {at}", one) for at, one in enumerate(rules, 1)]
    return Csp(tuple(domains.items()), tuple(labelled), projection=projection)


def rising(last: int, value: int) -> int | None:
    return value if value > last else None


MODELS = {
    "no rule": model({"x": (0, 1), "y": (2, 5, 7)}),
    "different": model(ABC, ("all different", AllDifferent(tuple("abc")))),
    "unique": model(ABC, AllDifferent(tuple("abc")), Binary((("a", "b"), ("b", "c")), int.__lt__)),
    "no answer": model({"x": (1, 2), "y": (1, 2), "z": (1, 2)}, AllDifferent(tuple("xyz"))),
    "sums": model(
        {**ABC, "d": (0, 5)}, Sum(((1, "a"), (2, "b"), (-1, "c"), (1, "d")), (3, 9)), equals("a", 2)
    ),
    "two of one label": model(
        ABC, ("ends", equals("a", 1)), ("ends", equals("c", 3)), Count(tuple("abc"), (2,), (1,))
    ),
    "words": model(ABC, Regular(tuple("abc"), 0, rising, bool), Table(("a", "c"), ((1, 3), (2, 3)))),
}
WITHOUT_COVERS = {
    "projected": model({**ABC, "d": (0, 1)}, Sum(((1, "a"), (1, "b"), (3, "d")), (4, 5)), projection=(0, 2)),
    "one of two": model(
        ABC,
        Or(((equals("a", 1), equals("b", 2)), (equals("c", 3),))),
        AllDifferent(("a", "b")),
        projection=(0, 1),
    ),
    "derived": model(
        ABC,
        Sum(((1, Contains(("a", "b"), (3,))), (1, Matches(("b", "c"), (1, 2)))), (1,)),
        Binary((("c", Repeats(("a", "b"))),), int.__ge__),
    ),
    "an area": model(
        dict.fromkeys(SQUARE, (0, 1)),
        Connected(tuple(SQUARE), (1,), BESIDE),
        Count(tuple(SQUARE), (1,), (4,)),
    ),
    "sizes": model(dict.fromkeys(SQUARE, range(1, 4)), AreasBySize(tuple(SQUARE), BESIDE), equals((0, 0), 2)),
    "a loop": model(dict.fromkeys(BESIDE, (0, 1)), Circuit(BESIDE)),
}
"""Models whose rules no exact cover states."""


def instances() -> Any:
    return (of(name, problem) for name, problem in MODELS.items())


parts = some_elements


def seen(problem: Any, answer: Any) -> Any:
    return problem.identity(answer)


ITEMS = {"elements": r"[^#@]+(#\d)?", "rules": r"#.*", "chosen": r"digit@.*"}


def drawn(chance: random.Random) -> Any:
    """Two to five variables with up to four values, and one to four rules."""
    keys = "vwxyz"[: chance.randint(2, 5)]
    domains = {key: tuple(sorted(chance.sample(range(-1, 6), chance.randint(1, 4)))) for key in keys}

    def some(least: int = 1) -> tuple[str, ...]:
        return tuple(chance.sample(keys, chance.randint(least, len(keys))))

    def any_rule() -> Any:
        match chance.randrange(6):
            case 0:
                return AllDifferent(some(2))
            case 1:
                return Binary(tuple(pairwise(some(2))), chance.choice((int.__lt__, int.__ne__, int.__le__)))
            case 2:
                return Sum(
                    tuple((chance.choice((-1, 1, 2)), key) for key in some()), range(chance.randint(0, 4), 9)
                )
            case 3:
                return Count(some(), (0, 1, 2), tuple(range(chance.randint(0, 2), 4)))
            case 4:
                cells = some()
                rows = {tuple(chance.choice(domains[cell]) for cell in cells) for _ in range(6)}
                return Table(cells, tuple(sorted(rows)))
            case _:
                return Regular(some(2), 0, partial(_modulo, chance.randint(2, 3)), (0).__eq__)

    return model(domains, *(any_rule() for _ in range(chance.randint(1, 4))))


def _modulo(by: int, state: int, value: int) -> int:
    return (state + value) % by
