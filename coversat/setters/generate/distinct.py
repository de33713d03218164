"""Sets of generated puzzles: each made by itself, in this process or in others, and none twice.

The n-th puzzle of a set depends on its number alone, so several processes make the same set as one. One that
repeats an earlier puzzle is made anew; whether it does is known once all earlier ones are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias, TypeVar

from ...base.arguments import Listener, silent
from ...base.errors import CoversatError, SolverError
from ...base.executor import Processes, Report, Task
from ...comparing.symmetry import canonical
from ...problems import AnyProblem
from .spec import NotFoundError

MOST_REPEATS = 100
"""How often a puzzle is made anew that repeats an earlier one."""
AHEAD = 16
"""How many puzzles for each process may be made before an earlier one is."""


class _Made(Protocol):
    @property
    def problem(self) -> AnyProblem: ...


M = TypeVar("M", bound=_Made)
Maker: TypeAlias = Callable[[int, int, Listener], M]
"""Makes the puzzle of a number, from 0, anew for the n-th time. It can be sent to another process."""
_Outcome: TypeAlias = tuple[M, bytes] | CoversatError
"""A puzzle, with what those share that are the same up to symmetry; or why there is none."""


def distinct(make: Maker[M], count: int, jobs: int, report: Listener) -> Iterator[M]:
    """Make `count` puzzles in order, of which no two are the same up to symmetry.

    For kinds without a `canonical` form, no two have the same text. Raise `NotFoundError` if one was
    repeated `MOST_REPEATS` times, and what `make` raises.
    """
    if min(jobs, count) == 1:
        yield from _distinct(_Here(make, count, report), count)
        return
    executor = Processes(_work, make, min(jobs, count))
    with closing(executor):
        yield from _distinct(_Ahead(executor, count, report), count)


def _distinct(outcome: Callable[[int, int], _Outcome[M]], count: int) -> Iterator[M]:
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
            raise NotFoundError(
                f"puzzle {number + 1} repeated an earlier one in {MOST_REPEATS} attempts: "
                "there may be no more of this description"
            )


def _outcome(make: Maker[M], number: int, again: int, report: Listener) -> _Outcome[M]:
    try:
        made = make(number, again, report)
    except CoversatError as error:  # of this puzzle: those before it come first
        return error
    form = canonical(made.problem) or made.problem.format()
    return made, blake2b(repr(form).encode(), digest_size=16).digest()


def _work(make: Maker[Any], place: tuple[int, int], report: Report) -> _Outcome[Any]:
    """What a worker of the executor does."""
    return _outcome(make, *place, silent)


class _Here:
    """Outcomes by their places, made in this process when they are wanted."""

    def __init__(self, make: Maker[M], count: int, report: Listener) -> None:
        self._make, self._count, self._report = make, count, report

    def __call__(self, number: int, again: int) -> Any:
        def report(words: str) -> None:
            self._report(words if self._count == 1 else f"puzzle {number + 1} of {self._count}: {words}")

        return _outcome(self._make, number, again, report)


class _Ahead:
    """Outcomes by their places; workers make the next puzzles meanwhile."""

    def __init__(self, executor: Processes, count: int, report: Listener) -> None:
        self._executor, self._count, self._report = executor, count, report
        self._submitted = 0
        self._found: dict[tuple[int, int], Any] = {}

    def __call__(self, number: int, again: int) -> Any:
        """The outcome of a place; those of earlier numbers are known."""
        self._report(f"puzzle {number + 1} of {self._count}")
        waiting = bool(again)
        while (number, again) not in self._found:
            if waiting and self._executor.free:
                self._submit(number, again)
                waiting = False
            while self._executor.free and self._submitted < min(
                self._count, number + AHEAD * self._executor.size
            ):
                self._submit(self._submitted, 0)
                self._submitted += 1
            for result in self._executor.results():
                if result.failure is not None:
                    raise SolverError(f"puzzle {result.task.argument[0] + 1}: {result.failure}")
                self._found[result.task.argument] = result.value
        return self._found.pop((number, again))

    def _submit(self, number: int, again: int) -> None:
        self._executor.submit(Task((number, again)))
