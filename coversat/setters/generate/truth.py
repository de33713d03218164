"""Formulas with known numbers of models, in pairs that differ in one given, for model counters."""

from __future__ import annotations

import pkgutil
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations, product
from typing import Any

from ...answering.sets.entry import Entry
from ...base.version import VERSION
from ...problems import AnyProblem, problem_class
from .generate import generate

SEEDS = tuple(range(1, 14))
"""Those of the usual set, which has more than 1,500 formulas."""
BOARDS = {
    5: "akari heyawake latin masyu minesweeper simpleloop suguru tents yajilin",
    4: "hitori kenken kurodoko numberlink nurikabe skyscrapers slitherlink yinyang",
    6: "binairo kakuro nonogram starbattle sudoku",
    7: "queens",
}
"""Kinds of boards by their number of rows, small enough for a proof of all answers."""
Rows = list[str]
Make = Callable[[random.Random], tuple[str, Rows]]
"""A first line, and the lines of which the last one is left out in the other one of a pair."""


def _clauses(head: str, count: int, signs: tuple[int, ...], rng: random.Random) -> tuple[str, Rows]:
    rows = (sorted(rng.sample(range(1, 13), 3)) for _ in range(count))
    return head, [" ".join(str(one * rng.choice(signs)) for one in row) for row in rows]


def _edges(head: str, vertices: int, count: int, rng: random.Random) -> tuple[str, Rows]:
    """A path through all vertices comes first, so that each is in the text."""
    along = [(at, at + 1) for at in range(vertices - 1)]
    others = [pair for pair in combinations(range(vertices), 2) if pair not in along]
    others = rng.sample(others, count - len(along))
    return head, [f"v{a} v{b}" for a, b in (*along, *others)]


def _sets(head: str, count: int, rng: random.Random) -> tuple[str, Rows]:
    """Of nine elements, each of which is in the first three sets."""
    order = rng.sample(range(9), 9)
    first = [order[at : at + 3] for at in (0, 3, 6)]
    sets = first + [rng.sample(range(9), 3) for _ in range(count - 3)]
    return head, [f"S{at}: {' '.join(f'e{one}' for one in sorted(each))}" for at, each in enumerate(sets)]


def _triples(rng: random.Random) -> tuple[str, Rows]:
    every = [" ".join(one) for one in product("12345", repeat=3)]
    return "matching3d 5", rng.sample(every, 30)


def _numbers(head: str, rng: random.Random) -> tuple[str, Rows]:
    return head, [str(rng.randint(1, 9)) for _ in range(9)]


def _options(rng: random.Random) -> tuple[str, Rows]:
    """Options of two or three of eight items."""
    items = "abcdefgh"
    return " ".join(items), [" ".join(sorted(rng.sample(items, rng.choice((2, 3))))) for _ in range(18)]


BOTH = (1, -1)
TEXTS: Mapping[str, Make] = {
    "cnf": partial(_clauses, "", 44, BOTH),
    "3sat": partial(_clauses, "3sat 12", 64, BOTH),
    "naesat": partial(_clauses, "naesat 12", 20, BOTH),
    "1in3sat": partial(_clauses, "1in3sat 12", 7, (1,)),
    "clique": partial(_edges, "clique 3", 7, 15),
    "vertexcover": partial(_edges, "vertexcover 5", 7, 14),
    "independentset": partial(_edges, "independentset 3", 7, 14),
    "dominatingset": partial(_edges, "dominatingset 3", 9, 19),
    "colouring": partial(_edges, "colouring 3", 9, 20),
    "hamiltoniancycle": partial(_edges, "hamiltoniancycle", 9, 22),
    "hamiltonianpath": partial(_edges, "hamiltonianpath", 9, 17),
    "setcover": partial(_sets, "setcover 4", 11),
    "hittingset": partial(_sets, "hittingset 4", 11),
    "setpacking": partial(_sets, "setpacking 2", 9),
    "matching3d": _triples,
    "subsetsum": partial(_numbers, "subsetsum 20"),
    "partition": partial(_numbers, "partition"),
    "cover": _options,
}
"""Random instances of the other kinds."""


def members(seeds: Iterable[int]) -> Iterator[Entry]:
    """Of each kind and seed an instance, ``a``, and the same with a given less, ``b``, if it has any.

    Seeds take turns to leave out nothing, a little and more of what has one answer, or few.
    """
    sides = {kind: rows for rows, kinds in BOARDS.items() for kind in kinds.split()}
    for kind in sorted((*sides, *TEXTS)):
        for seed in seeds:
            pair = _texts(kind, seed) if kind in TEXTS else _boards(kind, sides[kind], seed)
            form = problem_class(kind).forms[0].name
            for letter, (problem, note) in zip("ab", pair, strict=False):
                stem = f"{kind}-{seed:02}{letter}"
                yield Entry(stem, 1, None, problem, kind, form, note, stem=stem)


def _boards(kind: str, size: int, seed: int) -> Iterator[tuple[AnyProblem, str]]:
    (made,) = generate(kind, size=(size, size), seed=seed)
    names = made.problem.given_names()
    kept = random.Random(f"truth {kind} {seed}").sample(range(len(names)), len(names))
    kept = kept[seed % 3 :]
    yield made.problem.with_givens(set(kept)) if names else made.problem, ""
    if kept:
        yield made.problem.with_givens(set(kept[1:])), f"without {names[kept[0]]}"


def _texts(kind: str, seed: int) -> Iterator[tuple[AnyProblem, str]]:
    head, rows = TEXTS[kind](random.Random(f"truth {kind} {seed}"))
    rows = rows[: len(rows) - 2 * (seed % 3)]
    for chosen, note in ((rows, ""), (rows[:-1], f"without {rows[-1]}")):
        yield problem_class(kind).parse(_text(kind, head, chosen)), note


def _text(kind: str, head: str, rows: Rows) -> str:
    if kind == "cnf":
        return f"p cnf 12 {len(rows)}\n" + "".join(f"{row} 0\n" for row in rows)
    lines = [head, " ".join(rows)] if kind in ("subsetsum", "partition") else [head, *rows]
    return "".join(f"{line}\n" for line in lines)


LICENCE = """CC0 1.0 Universal

To the extent possible under law, whoever made this data set with coversat has waived all copyright and
related or neighbouring rights to it: https://creativecommons.org/publicdomain/zero/1.0/legalcode
"""


def card(command: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """The page of the set, with the header that collections of data sets read."""
    files = list(rows)
    classes, empty = Counter(row["class"] for row in files), sum(row["count"] == 0 for row in files)
    size = sum(row["bytes"] + row["certificate_bytes"] for row in files)
    return (
        (pkgutil.get_data(__name__, "truth_card.template") or b"")
        .decode()
        .format(
            version=VERSION,
            command=command,
            files=len(files),
            megabytes=round(size / 10**6, 1),
            kinds=len({row["kind"] for row in files}),
            LRAT=empty,
            CPOG=len(files) - empty,
            P=classes["P"],
            Q=classes["Q"],
        )
    )
