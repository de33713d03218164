"""Tests of the reductions between kinds that are registered, as `coversat test` tests those in a file.

The answers of the source are found as for files, by brute force; those of the target by its default route.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from itertools import product
from typing import Any

from coversat.answering.routes import Route
from coversat.answering.running import run
from coversat.base.errors import ReductionError
from coversat.kinds.between import rules
from coversat.kinds.graphs import Colouring
from coversat.problems import AnyProblem, problem_class
from coversat.reductions import AnyEncoding
from coversat.reductions.reduction import EXACT, MANY, PROJECTED
from coversat.setters.testing.problems import (
    MOST_ANSWERS,
    PROBLEMS,
    TestProblem,
    TooLargeError,
    answers_of,
    by_default_route,
)
from coversat.setters.testing.reductions import CLAIMS, Tested, Trial, enough, try_all
from coversat.solvers import Limits, solvers_of

CLAIM = dict(zip((EXACT, PROJECTED, MANY), CLAIMS, strict=True))


def try_registered(
    rule: AnyEncoding, seed: int = 0, seconds: float | None = None, most: int | None = None
) -> Trial:
    """Test a reduction between two kinds on all small instances of its source and on random ones."""
    reduced: dict[AnyProblem, Any] = {}

    def forward(problem: AnyProblem) -> AnyProblem:
        reduced.clear()
        try:
            reduced[problem] = rule.apply(problem)
        except ReductionError:
            raise TooLargeError from None
        target: AnyProblem = reduced[problem].target
        return target

    def back(answer: Any, problem: AnyProblem) -> Any:
        return reduced[problem].decode(answer)

    target = TestProblem(rule.target, by_default_route, text=_text)
    tested = Tested(_source(rule), target, CLAIM[rule.keeps], forward, back)
    return try_all(tested, seed, enough(seconds, most), most)


def _source(rule: AnyEncoding) -> TestProblem:
    of_boards = _OTHERS.get((rule.source, rule.target))
    if of_boards is not None:
        return TestProblem(rule.source, _by_search, *of_boards, text=_text, size=_length)
    problem = PROBLEMS[rule.source]

    def made(instance: Any) -> AnyProblem | None:
        found: AnyProblem = problem.make(instance)
        return found if _length(found) else None  # no text has instances without elements

    def instances() -> Iterator[AnyProblem]:
        return (found for found in map(made, problem.instances()) if found is not None)

    def drawn(rng: random.Random) -> AnyProblem:
        assert problem.drawn is not None
        return next(found for _ in range(100) if (found := made(problem.drawn(rng))) is not None)

    return TestProblem(rule.source, answers_of, instances, drawn, text=_text, size=_length)


def _text(problem: AnyProblem) -> str:
    return "; ".join(problem.format().splitlines())


def _length(problem: Any) -> int:
    shape = problem.answer_shape
    return int((shape and shape[0]) or problem.sizes().get("variables", 0))


def _by_search(problem: AnyProblem) -> Iterator[Hashable]:
    """All answers by a direct search, which uses no formula."""
    search = next(one for one in solvers_of(problem.kind) if one.name.startswith("search/"))
    return iter(
        run(problem, Route(problem.kind, (), search), Limits(answers=MOST_ANSWERS + 1)).findings.answers
    )


def _board(kind: str, size: int, chance: Callable[[int], float], rng: random.Random) -> AnyProblem:
    rows = tuple(
        tuple(rng.randint(1, size) if rng.random() < chance(r) else None for _ in range(size))
        for r in range(size)
    )
    of: Any = problem_class(kind)
    return of(2, 2, rows) if kind == "sudoku" else of(rows)  # type: ignore[no-any-return]


def _boards(kind: str, sizes: tuple[int, ...]) -> tuple[Any, Any]:
    """All boards of order 2, which are small, and random ones."""

    def instances() -> Iterator[AnyProblem]:
        of: Any = problem_class(kind)
        if kind == "latin":
            for cells in product((None, 1, 2), repeat=4):
                yield of((cells[:2], cells[2:]))
        rng = random.Random(kind)
        while True:
            yield drawn(rng)

    def drawn(rng: random.Random) -> AnyProblem:
        return _board(kind, rng.choice(sizes), lambda row: rng.choice((0.2, 0.6)), rng)

    return instances, drawn


def _coloured(kind: str, sizes: tuple[int, ...]) -> tuple[Any, Any]:
    """The colourings that boards become."""
    instances, drawn = _boards(kind, sizes)

    def coloured(board: AnyProblem) -> AnyProblem:
        found: AnyProblem = rules()[kind, Colouring.kind].apply(board).target
        return found

    return lambda: map(coloured, instances()), lambda rng: coloured(drawn(rng))


def _triples() -> Iterator[AnyProblem]:
    of: Any = problem_class("matching3d")
    yield of(1, ())
    yield of(1, ((1, 1, 1),))
    every = list(product((1, 2), repeat=3))
    for chosen in product((False, True), repeat=len(every)):
        yield of(2, tuple(one for one, taken in zip(every, chosen, strict=True) if taken))
    rng = random.Random("triples")
    while True:
        yield _drawn_triples(rng)


def _drawn_triples(rng: random.Random) -> AnyProblem:
    of: Any = problem_class("matching3d")
    every = list(product((1, 2, 3), repeat=3))
    found: AnyProblem = of(3, tuple(rng.sample(every, rng.randint(3, 9))))
    return found


_OTHERS: dict[tuple[str, str], tuple[Any, Any]] = {
    ("latin", "colouring"): _boards("latin", (3,)),
    ("sudoku", "colouring"): _boards("sudoku", (4,)),
    ("colouring", "latin"): _coloured("latin", (2, 3)),
    ("colouring", "sudoku"): _coloured("sudoku", (4,)),
    ("matching3d", "setpacking"): (_triples, _drawn_triples),
    ("matching3d", "subsetsum"): (_triples, _drawn_triples),
}
"""Kinds that are not problems for tests: all instances, the smallest first, and a random one."""
