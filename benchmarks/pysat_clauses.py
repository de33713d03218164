"""Counts and sums by PySAT's encodings, for the encodings in files that `benchmarks/outside` has.

The clauses are PySAT's, with its auxiliary variables renumbered. Its sums are made by Pindakaas (`pip install
'python-sat[pb]'`). `PYTHONPATH=benchmarks coversat test benchmarks/outside/pysatbdd.py` tries one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from pysat.card import CardEnc, EncType

import coversat

Fresh = Callable[[], int]
OUTSIDE = Path(__file__).resolve().parent / "outside"


def load_outside(routes: Sequence[str]) -> None:
    """Load the encodings of other libraries that these routes name."""
    named = {part for route in routes for part in route.replace("/", ":").split(":")}
    for file in sorted(OUTSIDE.glob("*.py")):
        if file.stem in named:
            coversat.load_encoding(file)


def counts(name: str, literals: Sequence[int], numbers: Sequence[int], fresh: Fresh) -> Iterator[list[int]]:
    """The number of true literals is one of these, by an encoding of `pysat.card`."""
    making = {"lits": list(literals), "encoding": getattr(EncType, name)}
    yield from _between(
        partial(CardEnc.atleast, **making), partial(CardEnc.atmost, **making), literals, numbers, fresh
    )


def sums(
    name: str, terms: Sequence[tuple[int, int]], totals: Sequence[int], fresh: Fresh
) -> Iterator[list[int]]:
    """The sum of the factors of true literals is one of these, by an encoding of `pysat.pb`."""
    from pysat.pb import EncType as Sums
    from pysat.pb import PBEnc

    literals, weights = [literal for _, literal in terms], [factor for factor, _ in terms]
    making = {"lits": literals, "weights": weights, "encoding": getattr(Sums, name)}
    yield from _between(
        partial(PBEnc.atleast, **making), partial(PBEnc.atmost, **making), literals, totals, fresh
    )


def _between(
    at_least: Callable[..., Any],
    at_most: Callable[..., Any],
    literals: Sequence[int],
    numbers: Sequence[int],
    fresh: Fresh,
) -> Iterator[list[int]]:
    """From the least to the most; a number between them that is left out has a variable that says "above"."""
    if not numbers:
        yield []
        return
    bounds: list[tuple[Callable[..., Any], int, list[int]]] = [
        (at_least, numbers[0], []),
        (at_most, numbers[-1], []),
    ]
    for gap in sorted({*range(numbers[0], numbers[-1])}.difference(numbers)):
        above = fresh()
        bounds += [(at_least, gap + 1, [-above]), (at_most, gap - 1, [above])]
    top = max(map(abs, literals), default=0)
    for make, bound, unless in bounds:
        for clause in _renumbered(make(bound=bound, top_id=top).clauses, literals, fresh):
            yield clause + unless


def _renumbered(clauses: Sequence[list[int]], given: Sequence[int], fresh: Fresh) -> Iterator[list[int]]:
    """The clauses with new variables for PySAT's own."""
    new = {abs(literal): abs(literal) for literal in given}
    for variable in map(abs, chain(*clauses)):
        if variable not in new:
            new[variable] = fresh()
    return ([new[abs(one)] * (1 if one > 0 else -1) for one in clause] for clause in clauses)
