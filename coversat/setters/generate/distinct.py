"""Sets of generated puzzles: each made by itself, in this process or in others, and none twice.

The n-th puzzle of a set depends on its number alone, so several processes make the same set as one. One that
repeats an earlier puzzle is made anew; whether it does is known once all earlier ones are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import blake2b
from typing import Any, TypeAlias

from ...base.arguments import Listener, silent
from ...base.errors import CoversatError, SolverError
from ...base.executor import Processes, Report, Task
from ...comparing.symmetry import canonical
from .spec import NotFoundError

MOST_REPEATS = 100
"""How often a puzzle is made anew that repeats an earlier one."""
AHEAD = 16
"""How many puzzles for each process may be made before an earlier one is."""

Maker: TypeAlias = Callable[[int, int, Listener], Any]
"""Makes the puzzle of a number, from 0, anew for the n-th time; it can be sent to another process."""


def distinct(make: Maker, count: int, jobs: int, report: Listener) -> Iterator[Any]:
    """Make `count` puzzles in order, of which no two are the same up to symmetry.

    For kinds without a `canonical` form, no two have the same text. Raise `NotFoundError` if one was
    repeated `MOST_REPEATS` times, and what `make` raises.
    """

    def here(number: int, again: int) -> Any:
        name = f"puzzle {number + 1} of {count}: " if count > 1 else ""
        return _outcome(make, number, again, lambda words: report(f"{name}{words}"))

    if min(jobs, count) == 1:
        yield from _distinct(here, count)
        return
    with closing(Processes(_work, make, min(jobs, count))) as executor:
        yield from _distinct(_Ahead(executor, count, report), count)


def _distinct(outcome: Callable[[int, int], Any], count: int) -> Iterator[Any]:
    seen: set[bytes] = set()
    for number in range(count):
        for again in range(MOST_REPEATS):
            made = outcome(number, again)
            if isinstance(made, CoversatError):
                raise made
            puzzle, form = made
            if form not in seen:
                seen.add(form)
                yield puzzle
                break
        else:
            often = f"puzzle {number + 1} repeated an earlier one in {MOST_REPEATS} attempts"
            raise NotFoundError(f"{often}: there may be no more of this description")


def _outcome(make: Maker, number: int, again: int, report: Listener) -> Any:
    """A puzzle, with a digest that those share that are the same up to symmetry; or why there is none."""
    try:
        made = make(number, again, report)
    except CoversatError as error:  # of this puzzle: those before it come first
        return error
    form = canonical(made.problem) or made.problem.format()
    return made, blake2b(repr(form).encode(), digest_size=16).digest()


def _work(make: Maker, place: tuple[int, int], report: Report) -> Any:
    """What a worker of the executor does."""
    return _outcome(make, *place, silent)


class _Ahead:
    """Outcomes by their places; workers make the next puzzles meanwhile."""

    def __init__(self, executor: Processes, count: int, report: Listener) -> None:
        self._executor, self._count, self._report = executor, count, report
        self._submitted = 0
        self._found: dict[tuple[int, int], Any] = {}

    def __call__(self, number: int, again: int) -> Any:
        """The outcome of a place; those of earlier numbers are known."""
        self._report(f"puzzle {number + 1} of {self._count}")
        urgent, last = again > 0, min(self._count, number + AHEAD * self._executor.size)
        while (number, again) not in self._found:
            while self._executor.free and (urgent or self._submitted < last):
                self._executor.submit(Task((number, again) if urgent else (self._submitted, 0)))
                self._submitted += not urgent
                urgent = False
            for result in self._executor.results():
                if result.failure is not None:
                    raise SolverError(f"puzzle {result.task.argument[0] + 1}: {result.failure}")
                self._found[result.task.argument] = result.value
        return self._found.pop((number, again))
