"""Generating puzzles that are unique by construction, and verified by two different routes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from types import NoneType
from typing import Any, TypeAlias

from ...base.arguments import (
    Listener,
    Sides,
    Timeout,
    deadline_of,
    listener,
    refuse_others,
    seconds,
    sides,
    silent,
    whole,
    whole_or_none,
)
from ...base.deadline import Deadline
from ...base.errors import CoversatError, LimitReachedError, ReductionError, SolverError, WrongAnswerError
from ...base.executor import Processes, Report, Result, in_order
from ...base.registry import load
from ...base.undecided import Undecided
from ...base.wording import counted, meant
from ...comparing.symmetry import canonical
from ...kinds.definitions import kind_named
from ...kinds.sources import Source, problem_in
from ...problems import KINDS, AnyProblem, problem_class
from ...problems.kind import find, load_part
from ...problems.puzzle import GridPuzzle
from ...solvers import NO_LIMITS, Limits
from ..clock import Clock
from ..encoded import encoded
from ..grade import find_grade
from ..steps.finding import steps
from . import puzzles
from .spec import ANY, SYMMETRIES, NotFoundError, Spec, SpecError

Maker = Callable[[Spec, random.Random, Clock], AnyProblem | None]

MOST_ATTEMPTS = 1_000
"""Failed attempts in a row after which the search for a puzzle ends."""


@dataclass(frozen=True, repr=False)
class Generated(Undecided):
    """A puzzle with its only answer, the name of its grade, and the routes that verified it.

    `hardest` is the number of rules of the hardest solving step, if it was requested.
    """

    problem: AnyProblem
    answer: Any
    grade: str
    routes: tuple[str, ...]
    hardest: int | None = None

    def __str__(self) -> str:
        """The text of the puzzle."""
        return self.problem.format().rstrip("\n")


class GeneratedPuzzles(Iterator[Generated]):
    """Puzzles of a kind, each made when it is wanted."""

    def __init__(self, kind: str, count: int, made: Iterator[Generated]) -> None:
        self._kind, self._count, self._made = kind, count, made
        self._so_far = 0

    def __next__(self) -> Generated:
        found = next(self._made)
        self._so_far += 1
        return found

    def __repr__(self) -> str:
        return f"<GeneratedPuzzles: {self._kind}, {self._so_far} of {self._count} so far>"


def checks_of(kind: str) -> tuple[str, ...]:
    """The routes that verify puzzles of a kind: the first two that take one."""
    return _generator(kind)[1]


GENERATORS = {kind: kind for kind in ("sudoku", "sudominoku", "kakuro", "nonogram", "zebra")}
"""The module with `attempt` and `CHECKS` of each built-in kind that has one."""


def _stated(kind: str, name: str) -> Any:
    """`attempt` or `CHECKS` of a kind: here, or in the part `generator` of a kind of another package."""
    module = GENERATORS.get(kind)
    if module is None or find(kind).file:
        return load_part(kind, "generator", name)
    return load(__package__, module, name)


def _generator(kind: str) -> tuple[Maker, tuple[str, ...]]:
    """The function that makes puzzles of a kind, and the routes that verify them."""
    maker: Maker | None = _stated(kind, "attempt")
    if maker is not None:
        return maker, _stated(kind, "CHECKS")
    found = problem_class(kind)
    assert issubclass(found, GridPuzzle)
    return partial(puzzles.attempt, found), puzzles.checks(found)


def can_generate(kind: str) -> bool:
    """Whether puzzles of a kind can be generated."""
    found = problem_class(kind)
    return _stated(kind, "attempt") is not None or (issubclass(found, GridPuzzle) and found.makes_clues())


def _refusal(kind: str) -> str:
    found = problem_class(kind) if kind in KINDS else None
    if found is not None and issubclass(found, GridPuzzle) and found.source_file:
        return f"{kind} puzzles cannot be generated: the class {found.__name__} has no method 'clued_by'"
    return f"no {kind} can be generated; these can: {', '.join(filter(can_generate, KINDS))}"


def generate(
    kind: str,
    *,
    size: Sides = None,
    boxes: Sides = None,
    givens: int | None = None,
    symmetry: str | None = None,
    grade: str | None = None,
    hardest: tuple[int, int] | None = None,
    layout: Source | None = None,
    seed: int = 0,
    count: int = 1,
    jobs: int = 1,
    timeout: Timeout = None,
    patience: float | None = None,
    report: Listener = silent,
) -> Iterator[Generated]:
    """Generate puzzles with exactly one answer, checked by two routes.

    The same arguments give the same puzzles on every machine; the n-th puzzle of a seed is always the same.
    They are made when they are wanted. None is made twice: no two plain sudokus are the same up to symmetry
    and renaming of digits, and no two other puzzles have the same text.

    Parameters
    ----------
    kind : str
        A kind of puzzle, such as ``sudoku`` or ``akari``; see `coversat.KINDS`. The message of the error for
        another one names those that can be generated.
    size, boxes : (rows, columns), optional
        Of the board, and of the boxes of a sudoku; also as a text, such as ``9x9``.
    givens : int, optional
        The number of given cells, or dominoes; by default, none can be left out.
    symmetry : str, optional
        Of the givens: ``half-turn``, ``quarter-turn``, ``left-right``, ``up-down``, ``diagonal`` or ``none``.
    grade : str, optional
        As `Grade.name`: a number of rounds, or ``search``. Several, such as ``0,1,search``, come in turn, so
        that a set has equally many puzzles of each.
    hardest : (int, int), optional
        The least and the most rules of the hardest step.
    layout : Problem, str, Path, or another object, optional
        A sudoku whose constraints, boxes and givens stay; digits are added.
    seed : int
        Another seed, other puzzles.
    count : int
        The number of puzzles.
    jobs : int
        The number of processes; the puzzles are the same.
    timeout : float, optional
        For all puzzles together.
    patience : float, optional
        Seconds for each puzzle.
    report : function of a text
        Called with what is tried.

    Raises
    ------
    SpecError
        If no puzzle of this kind can be as asked for, or the kind cannot be generated.
    NotFoundError
        If the time or the attempts are used up, or there are no more puzzles; while they are made.

    Examples
    --------
    >>> import coversat
    >>> (made,) = coversat.generate("sudoku", size=(4, 4), seed=3)
    >>> coversat.check(made.problem).answers == (made.answer,)
    True
    """
    drawn = None if layout is None else problem_in(layout)
    sizes = sides("size", size), sides("boxes", boxes)
    refuse_others("grade", grade, (str, NoneType), "a text such as '0,1'")
    refuse_others("hardest", hardest, (tuple, list, NoneType), "two whole numbers")
    spec = Spec(*sizes, whole_or_none("givens", givens), symmetry, grade, hardest, drawn)
    limits = Limits(deadline=deadline_of(timeout))
    seed, count, jobs = whole("seed", seed), whole("count", count), whole("jobs", jobs)
    return generated(kind, spec, seed, count, limits, listener(report), seconds(patience), jobs)


def generated(
    kind: str,
    spec: Spec = ANY,
    seed: int = 0,
    count: int = 1,
    limits: Limits = NO_LIMITS,
    report: Listener = silent,
    patience: float | None = None,
    jobs: int = 1,
) -> Iterator[Generated]:
    """As `generate`, which refuses arguments that make no sense at once."""
    if not (kind in KINDS and can_generate(kind)):
        raise SpecError(_refusal(kind))
    if spec.layout is not None and spec.layout.kind != kind:
        raise SpecError(f"the layout is a {spec.layout.kind}, not a {kind}")
    if spec.layout is not None and kind != "sudoku":
        raise SpecError("only sudokus can be generated on a layout")
    if spec.symmetry is not None and spec.symmetry not in SYMMETRIES:
        raise SpecError(f"no symmetry is called {spec.symmetry!r}; {meant(spec.symmetry, SYMMETRIES)}")
    for grade in spec.grades:
        if grade != "search" and not (grade.isascii() and grade.isdecimal()):
            raise SpecError(f"a grade is a number of rounds or 'search', not {grade!r}")
    if spec.hardest is not None and not 1 <= spec.hardest[0] <= spec.hardest[1]:
        raise SpecError(f"the hardest step has from 1 rule on, and the least first, not {spec.hardest}")
    series = _Series(find(kind).file or kind, spec, seed, limits.deadline, patience)
    return GeneratedPuzzles(kind, count, distinct(series, count, jobs, report))


@dataclass(frozen=True)
class _Series:
    """Makes the puzzles of a seed by their numbers.

    * kind: its name, or the file that defines it, which another process has not loaded.
    """

    kind: str
    spec: Spec
    seed: int
    deadline: Deadline
    patience: float | None

    def __call__(self, number: int, again: int, report: Listener) -> Generated:
        # Python documents how text seeds are hashed, the same on every machine.
        kind = kind_named(self.kind)
        rng = random.Random(f"coversat {kind} {self.seed} {number}" + (f" {again}" if again else ""))
        grades = self.spec.grades
        spec = replace(self.spec, grade=grades[number % len(grades)]) if grades else self.spec
        return _one(kind, spec, rng, self.deadline.part(self.patience), report)


def _one(kind: str, spec: Spec, rng: random.Random, deadline: Deadline, report: Listener) -> Generated:
    attempt, _ = _generator(kind)
    failed: Counter[str] = Counter()
    clock = Clock(deadline, lambda words: report(f"{_tried(failed)}; {words}" if failed else words))

    def failure() -> str:
        return f"no {kind} of this description was found in {_tried(failed)}"

    try:
        for _ in range(MOST_ATTEMPTS):
            with deadline.enforced():
                problem = attempt(spec, rng, clock)
                if problem is None:
                    failed["not as requested"] += 1
                    continue
                if puzzles.shows_nothing(problem):
                    failed["one answer without a clue"] += 1
                    continue
                grade = find_grade(encoded(problem), clock)
            if grade.reason is not None:
                raise LimitReachedError(grade.reason)
            if spec.grade not in (None, grade.name):
                failed[f"grade {grade.name}"] += 1
                continue
            hardest = None if spec.hardest is None else _hardest(problem, clock)
            if spec.hardest and hardest and not spec.hardest[0] <= hardest <= spec.hardest[1]:
                failed[f"hardest step of {counted(hardest, 'rule')}"] += 1
                continue
            answer, routes = _checked(problem, clock)
            return Generated(problem, answer, grade.name, routes, hardest)
    except LimitReachedError as limit:
        raise NotFoundError(f"{failure()}, stopped after {limit}") from None
    raise NotFoundError(failure())


def _hardest(problem: AnyProblem, clock: Clock) -> int:
    """The number of rules of the hardest step of a puzzle with one answer."""
    found = steps(problem, timeout=clock.deadline, report=lambda step: clock.report(str(step)))
    if found.reason is not None:
        raise LimitReachedError(found.reason)
    return found.hardest


def _tried(failed: Counter[str]) -> str:
    """Such as ``12 attempts (grade 0: 9, grade 1: 3)``."""
    total = failed.total()
    each = ", ".join(f"{words}: {times}" for words, times in sorted(failed.items()))
    return counted(total, "attempt") + (f" ({each})" if each else "")


def _checked(problem: AnyProblem, clock: Clock) -> tuple[Any, tuple[str, ...]]:
    """The only answer, found by two routes, and the names of these."""
    found: dict[str, tuple[Any, ...]] = {}
    for name in checks_of(problem.kind):
        clock.report(f"checking by {name}")
        with suppress(ReductionError):
            found[name] = clock.answers(problem, 2, name)
        if len(found) == 2:
            break
    routes = tuple(found)
    answers, *others = found.values()
    if len(answers) != 1 or others != [answers]:
        raise WrongAnswerError(f"a generated {problem.kind} is not unique by {' and '.join(routes)}")
    return answers[0], routes


# Sets: each puzzle is made by itself, in this process or in others, and none twice
#
# The n-th puzzle of a set depends on its number alone, so several processes make the same set as one. One
# that repeats an earlier puzzle, known once all earlier ones are there, is made anew in this process.


MOST_REPEATS = 100
"""How often a puzzle is made anew that repeats an earlier one."""

Making: TypeAlias = Callable[[int, int, Listener], Any]
"""Makes the puzzle of a number, from 0, anew for the n-th time; it can be sent to another process."""


def distinct(make: Making, count: int, jobs: int, report: Listener) -> Iterator[Any]:
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


def _outcome(make: Making, number: int, again: int, report: Listener) -> Any:
    """A puzzle, with a digest that those share that are the same up to symmetry; or why there is none."""
    try:
        made = make(number, again, report)
    except CoversatError as error:  # of this puzzle: those before it come first
        return error
    form = canonical(made.problem) or made.problem.format()
    return made, blake2b(repr(form).encode(), digest_size=16).digest()


def _work(make: Making, number: int, report: Report) -> Any:
    """What a worker of the executor does."""
    return _outcome(make, number, 0, silent)
