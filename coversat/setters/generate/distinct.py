"""Sets of generated puzzles: each made by itself, in this process or in others, and none twice.

The n-th puzzle of a set depends on its number alone, so several processes make the same set as one. One that
repeats an earlier puzzle, which is known once all earlier ones are there, is made anew in this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from hashlib import blake2b
from typing import Any, TypeAlias

from ...base.arguments import Listener, silent
from ...base.errors import CoversatError, SolverError
from ...base.executor import Processes, Report, Result, in_order
from ...comparing.symmetry import canonical
from .spec import NotFoundError

MOST_REPEATS = 100
"""How often a puzzle is made anew that repeats an earlier one."""

Maker: TypeAlias = Callable[[int, int, Listener], Any]
"""Makes the puzzle of a number, from 0, anew for the n-th time; it can be sent to another process."""


def distinct(make: Maker, count: int, jobs: int, report: Listener) -> Iterator[Any]:
    """Make `count` puzzles in order, of which no two are the same up to symmetry.

    For kinds without a `canonical` form, no two have the same text. Raise `NotFoundError` if one was
    repeated `MOST_REPEATS` times, and what `make` raises.
    """

    def here(number: int, again: int = 0) -> Any:
        name = f"puzzle {number + 1} of {count}: " if count > 1 else ""
        return _outcome(make, number, again, lambda words: report(f"{name}{words}"))

    if min(jobs, count) == 1:
        yield from _distinct(map(here, range(count)), here)
        return
    with closing(Processes(_work, make, min(jobs, count))) as executor:
        yield from _distinct(_values(in_order(executor, range(count)), count, report), here)


def _distinct(outcomes: Iterable[Any], anew: Callable[[int, int], Any]) -> Iterator[Any]:
    """The puzzles of these outcomes; one that repeats an earlier one is made anew."""
    seen: set[bytes] = set()
    for number, made in enumerate(outcomes):
        for again in range(MOST_REPEATS):
            found = anew(number, again) if again else made
            if isinstance(found, CoversatError):
                raise found
            puzzle, form = found
            if form not in seen:
                seen.add(form)
                yield puzzle
                break
        else:
            often = f"puzzle {number + 1} repeated an earlier one in {MOST_REPEATS} attempts"
            raise NotFoundError(f"{often}: there may be no more of this description")


def _values(results: Iterator[Result], count: int, report: Listener) -> Iterator[Any]:
    """The outcomes that workers found."""
    for number in range(1, count + 1):
        report(f"puzzle {number} of {count}")
        if (result := next(results)).failure is not None:
            raise SolverError(f"puzzle {number}: {result.failure}")
        yield result.value


def _outcome(make: Maker, number: int, again: int, report: Listener) -> Any:
    """A puzzle, with a digest that those share that are the same up to symmetry; or why there is none."""
    try:
        made = make(number, again, report)
    except CoversatError as error:  # of this puzzle: those before it come first
        return error
    form = canonical(made.problem) or made.problem.format()
    return made, blake2b(repr(form).encode(), digest_size=16).digest()


def _work(make: Maker, number: int, report: Report) -> Any:
    """What a worker of the executor does."""
    return _outcome(make, number, 0, silent)
