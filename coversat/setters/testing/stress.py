"""Stress tests of programs that solve puzzles: small inputs first, until one is answered wrongly.

Each input is a file of puzzles with exactly one answer in the form of a judge. The program reads it from its
standard input, within limits of time, memory and output, and what it prints is checked by the rules.
"""

from __future__ import annotations

import itertools
import os
import shlex
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import NoneType
from typing import Any

from ...answering.asking import solve
from ...answering.routes import all_routes
from ...base import programs
from ...base.arguments import (
    Listener,
    Sides,
    listener,
    refuse_others,
    seconds,
    sides,
    silent,
    whole,
    whole_or_none,
)
from ...base.deadline import Deadline
from ...base.errors import ArgumentError, CoversatError, LimitReachedError, ParseError, SolverError
from ...base.signals import signal_name
from ...base.undecided import Shown
from ...base.wording import counted
from ...exchange.puzzle_text import answers_in, puzzle_text
from ...kinds.definitions import kind_named
from ...problems import AnyProblem, problem_class
from ..generate.generate import generate
from ..generate.spec import NotFoundError, SpecError

GIVENS = {
    "sudoku": (80, 79, 76, 70, 60, 50, 40, 35, 30, None),
    "sudominoku": (36, 35, 33, 30, 27, 24, 22, 20),
}
"""How many givens the inputs have, one after the other, of kinds with boards of one size."""
SIDES = range(2, 9)
"""The sides of the boards of other kinds."""
CASES = {"boj4574": 3, "algospot": 3}
"""The puzzles in a file, of forms of judges whose files have several; every second file has them."""
PATIENCE = 10.0
"""Seconds to make a puzzle; boards of a size that takes longer are left out."""
FIELD = "{puzzle}"
"""In a command: the name of a file with the input."""
OUTPUT = 1 << 24
"""The most bytes of output, unless another limit is stated."""
SHOWN = 40
"""The most lines of an output that are shown."""


@dataclass(frozen=True, repr=False)
class Stressed(Shown):
    """What a stress test found.

    Attributes
    ----------
    status : str
        ``right``, or ``wrong`` after the first wrong input.
    inputs, puzzles : int
        How many the program was given.
    reason : str
        What is wrong, in a sentence; empty if nothing is.
    input, output : str
        The smallest input that was found to be answered wrongly, and what the program printed.
    seconds : dict
        The time for all inputs that were answered rightly, of the program and of the published searches.
    """

    status: str
    inputs: int
    puzzles: int
    reason: str = ""
    input: str = ""
    output: str = ""
    seconds: dict[str, float] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.status == "right"

    def __str__(self) -> str:
        count = f"{counted(self.inputs, 'input')}, {counted(self.puzzles, 'puzzle')}"
        times = [f"{name:24} {second:8.3f} s" for name, second in self.seconds.items()]
        if self:
            return "\n".join([f"RIGHT: {count}", *times])
        lines = self.output.splitlines()
        shown = [line[:200] for line in lines[:SHOWN]] + (["..."] if len(lines) > SHOWN else [])
        shown = shown or ["(nothing)"]
        return "\n".join(
            [
                f"WRONG after {count}: {self.reason}",
                "",
                "input:",
                self.input.rstrip("\n"),
                "",
                "output:",
                *shown,
            ]
        )

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True)
class _Program:
    """A program, and the limits for each input."""

    command: str
    form: str
    timeout: float | None
    memory: int | None
    output: int

    def words(self, file: str) -> list[str]:
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise ArgumentError(f"the command {self.command!r}: {error}") from None
        if not words:
            raise ArgumentError("the command of the program is empty")
        return [word.replace(FIELD, file) for word in words]

    def fault(self, puzzles: Sequence[AnyProblem]) -> tuple[str, str]:
        """What is wrong with the program's answers, empty if nothing is; and what it printed."""
        folder = programs.new_folder()
        try:
            ended = programs.run(
                self.words(os.path.join(folder, "input.txt")),
                folder,
                inputs={"input.txt": [puzzle_text(puzzles, self.form)]},
                reads="input.txt",
                deadline=Deadline(self.timeout),
                memory=self.memory,
                most=self.output,
                current=os.getcwd(),
            )
        except LimitReachedError:
            return f"it takes longer than {counted(self.timeout or 0.0, 'second')}", ""
        except programs.ProgramError as error:
            raise SolverError(f"the program cannot be started: {error}") from None
        text = ended.output.decode("utf-8", "replace")
        if len(ended.output) >= self.output:
            return f"it prints more than {self.output} bytes", text
        complaint = f": {ended.complaint}" if ended.complaint else ""
        if ended.code < 0:
            return f"it is ended by {signal_name(-ended.code)}{complaint}", text
        if ended.code > 0:
            return f"it exits with {ended.code}{complaint}", text
        try:
            answers = answers_in(puzzles, text)
        except ParseError as error:
            return f"line {error.line} of its output: {error.reason}", text
        for number, (puzzle, answer) in enumerate(zip(puzzles, answers, strict=True), 1):
            for wrong in puzzle.violations(answer):
                return f"{f'case {number}: ' if len(puzzles) > 1 else ''}{wrong}", text
        return "", text


def stress(
    program: str,
    kind: str,
    *,
    form: str | None = None,
    size: Sides = None,
    inputs: int = 50,
    cases: int | None = None,
    seed: int = 0,
    timeout: float | None = 2.0,
    memory: int | None = None,
    output: int = OUTPUT,
    report: Listener = silent,
) -> Stressed:
    """Run a program on puzzles of a kind, small ones first, until it answers one wrongly.

    An input that is answered wrongly is made smaller: puzzles without which it is still answered wrongly are
    left out.

    Parameters
    ----------
    program : str
        Its command line; no shell runs it. It reads the input from standard input, and ``{puzzle}`` stands
        for the name of a file with it.
    kind : str
        A kind of which puzzles can be generated; see `generate`.
    form : str, optional
        The form of the inputs, as ``coversat list forms KIND`` names it; by default that of BOJ 2580 for
        sudokus, BOJ 4574 for sudominokus, algospot's KAKURO2 for kakuros.
    size : (rows, columns), optional
        The size of all boards.
    inputs : int
        The number of inputs.
    cases : int, optional
        The puzzles in each input; by default several in every second one, in forms of judges that have them.
    seed : int
        Another seed, other puzzles.
    timeout : float, optional
        The seconds for each input.
    memory : int, optional
        The most bytes that the program may use.
    output : int
        The most bytes that it may print.
    report : function of a text
        Called with what is tried.

    Examples
    --------
    >>> import sys
    >>> import coversat
    >>> program = f"{sys.executable} -m coversat solve {{puzzle}}"
    >>> found = coversat.stress(program, "latin", inputs=2, timeout=60)
    >>> found.status, found.puzzles
    ('right', 2)
    """
    kind, tell = kind_named(kind), listener(report)
    cases, seed, timeout = whole_or_none("cases", cases), whole("seed", seed), seconds(timeout)
    memory = whole_or_none("memory", memory)
    refuse_others("program", program, str, "a command line")
    refuse_others("form", form, (str, NoneType), "the name of a form")
    tested = _Program(program, form or "", timeout, memory, whole("output", output))
    tested.words("")  # a wrong command is refused before puzzles are made
    times: dict[str, float] = {}
    count = done = 0
    for puzzles in _inputs(kind, form, sides("size", size), whole("inputs", inputs), cases, seed):
        tell(f"input {count + 1}: {counted(len(puzzles), 'puzzle')}")
        started = time.perf_counter()
        reason, printed = tested.fault(puzzles)
        took = time.perf_counter() - started
        count, done = count + 1, done + len(puzzles)
        if reason:
            puzzles, reason, printed = _smallest(tested, puzzles, reason, printed)
            text = puzzle_text(puzzles, form or "")
            return Stressed("wrong", count, done, reason, text, printed, times)
        times["program"] = times.get("program", 0.0) + took
        for name, second in _references(puzzles, timeout).items():
            times[name] = times.get(name, 0.0) + second
    return Stressed("right", count, done, seconds=times)


def _inputs(
    kind: str, form: str | None, size: tuple[int, int] | None, number: int, cases: int | None, seed: int
) -> Iterator[list[AnyProblem]]:
    """The puzzles of each input: one of each size, small ones first, then again."""
    several = cases or CASES.get(form or problem_class(kind).judge_form, 1)
    if size is None and kind in GIVENS:
        levels: list[dict[str, Any]] = [{"givens": givens} for givens in GIVENS[kind]]
    else:
        levels = [{"size": size}] if size else [{"size": (side, side)} for side in SIDES]
    made, seeds = 0, itertools.count(seed)  # each puzzle by its own: of few small ones, some are alike
    while made < number:
        turn, at = divmod(made, len(levels))
        wishes = levels[at]
        wanted = several if cases or (turn + at) % 2 else 1
        try:
            found = [
                next(generate(kind, **wishes, seed=next(seeds), patience=PATIENCE)) for _ in range(wanted)
            ]
        except (SpecError, NotFoundError):  # too small or too large
            levels.remove(wishes)
            if not levels:
                raise
            continue
        yield [one.problem for one in found]
        made += 1


def _smallest(
    program: _Program, puzzles: list[AnyProblem], reason: str, printed: str
) -> tuple[list[AnyProblem], str, str]:
    """The input without puzzles that it does not need to be answered wrongly."""
    for puzzle in list(puzzles):
        fewer = [one for one in puzzles if one is not puzzle]
        if fewer and (found := program.fault(fewer))[0]:
            puzzles, (reason, printed) = fewer, found
    return puzzles, reason, printed


def _references(puzzles: Sequence[AnyProblem], timeout: float | None) -> dict[str, float]:
    """The time of each published search for the same puzzles."""
    times: dict[str, float] = {}
    names = [route.name for route in all_routes(puzzles[0].kind)]
    for name in (f"search/{one}" for one in PUBLISHED if f"search/{one}" in names):
        started = time.perf_counter()
        with suppress(CoversatError):
            for puzzle in puzzles:
                solve(puzzle, via=name, timeout=timeout)
        times[name] = time.perf_counter() - started
    return times


PUBLISHED = ("scan", "blanks", "digits", "dominoes", "masks")
"""The searches of programs that were published for the judges' problems."""
