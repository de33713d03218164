"""Default routes have the same distinct answers as two routes drawn by chance, in limited time and memory.

    python -m fast_paths --seed 7 --puzzles 100000      # in tests/
    python -m fast_paths --seed 7 --kinds sudoku --only 12

Every kind draws its own puzzles (``drawn`` of its module in `kinds`).  A puzzle is asked for its verdict, its
number of answers and its first one, and then a whole set of them at once, as lines where they have lines.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from instances import module, seen

import coversat
from coversat.answering.questions import count_answers as count
from coversat.answering.questions import decide as check
from coversat.answering.questions import find_answers as solve
from coversat.answering.routes import Route
from coversat.answering.running import run
from coversat.answering.sets.entry import Entry
from coversat.answering.sets.request import AsFindings, Request
from coversat.base.deadline import Deadline
from coversat.base.errors import ReductionError, SolverError, WrongAnswerError
from coversat.problems import KINDS, AnyProblem
from coversat.reductions.paths import GENERAL, all_paths, end_of
from coversat.solvers import Limits, solvers_of
from coversat.solvers.findings import Findings, Verdict

MOST = 12
"""Answers that the two routes look for; where there are more, it only matters that there are several."""
NODES = 3_000
SET = 40
"""Puzzles that are asked together."""
CHECK = Request("check")
SECONDS = 60
"""A default route takes no longer for a puzzle that two other routes decide within `NODES`."""
MEMORY = 2 << 30
"""Nor more bytes than this, beyond what the process has."""


class Expected(NamedTuple):
    """What the two routes say: answers, as `seen`, and whether these are all."""

    problem: AnyProblem
    answers: frozenset[Any]
    complete: bool
    routes: tuple[str, ...]

    @property
    def verdict(self) -> Verdict | None:
        """None where the routes did not find out."""
        if len(self.answers) > 1:
            return Verdict.MULTIPLE
        return (Verdict.NONE, Verdict.UNIQUE)[len(self.answers)] if self.complete else None


def drawn(kind: str, seed: int, number: int) -> tuple[AnyProblem, random.Random]:
    """A puzzle, and the chance that goes on from there."""
    chance = random.Random(f"{kind} {seed} {number}")
    return module(kind).drawn(chance), chance


def some_routes(kind: str, chance: random.Random) -> Iterator[Route]:
    """Routes in some order: another way each time, and one of the solvers at its end.

    Formulas are made covers of only where the puzzle is one; solvers that start a process for each model are
    drawn seldom.
    """
    ways = [rules for rules in all_paths(kind) if "cnf" not in {rule.source for rule in rules} - {kind}]
    for rules in chance.sample(ways, len(ways)):
        solvers = solvers_of(end_of(kind, rules))
        quick = [solver for solver in solvers if getattr(solver, "keeps", True)]
        if solvers:
            yield Route(kind, rules, chance.choice(quick if chance.random() < 0.95 else solvers))


def expected(problem: AnyProblem, chance: random.Random) -> tuple[Expected, list[str]]:
    """What two routes say, and where they differ."""
    sets: dict[str, frozenset[Any]] = {}
    partial: dict[str, frozenset[Any]] = {}
    told: list[str] = []
    for route in some_routes(problem.kind, chance):
        try:
            found = run(problem, route, Limits(answers=MOST + 1, nodes=NODES)).findings
        except (ReductionError, SolverError):  # it does not take this puzzle, or knows no limits
            continue
        except WrongAnswerError as error:
            told.append(str(error))
            continue
        answers = frozenset(seen(problem, answer) for answer in found.answers)
        (sets if found.exhausted else partial)[route.name] = answers
        if len(sets) + len(partial) == 2:
            break
    everything = frozenset().union(*sets.values(), *partial.values())
    told = [
        f"{name} has {len(those)} of {len(everything)}" for name, those in sets.items() if those != everything
    ]
    return Expected(problem, everything, bool(sets), (*sets, *partial)), told


@contextmanager
def limited_memory() -> Iterator[None]:
    """Inside, the process can use `MEMORY` bytes more than it has; then it gets a `MemoryError`."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm") as file:
        base = int(file.read().split()[0]) * resource.getpagesize()
    most = base + MEMORY if before[1] == resource.RLIM_INFINITY else min(base + MEMORY, before[1])
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def differences(one: Expected) -> Iterator[str]:
    """Where the answers that nobody's route is named for are others."""
    if one.verdict is None:
        return
    try:
        with limited_memory():
            yield from _differences(one)
    except MemoryError:
        yield f"more than {MEMORY} bytes"


def _differences(one: Expected) -> Iterator[str]:
    problem, answers = one.problem, one.answers
    found = check(problem, limits=Limits(deadline=Deadline(SECONDS)))
    yield from wrong("check", found, one)
    if one.complete:
        counted = count(problem, limits=Limits(deadline=Deadline(SECONDS)))
        if (counted.at_least, counted.exhausted) != (len(answers), True):
            yield f"count by {counted.route}: {counted}, not {len(answers)}"
        first = solve(problem, limits=Limits(answers=1, deadline=Deadline(SECONDS)))
        if problem.kind in GENERAL:
            if len(first.answers) != min(1, len(answers)) or not told_by(problem, first) <= answers:
                yield f"solve by {first.route}: {first.answers}"
        elif first.answers != tuple(sorted(answers))[:1]:
            yield f"solve by {first.route}: {first.answers}, not the smallest"


def told_by(problem: AnyProblem, found: Findings[Any]) -> frozenset[Any]:
    """What is seen of the answers that are shown."""
    return frozenset(seen(problem, answer) for answer in found.answers)


def wrong(who: str, found: Findings[Any], one: Expected) -> Iterator[str]:
    """What a check says that is not so."""
    several = one.verdict is Verdict.MULTIPLE
    if (min(found.at_least, 2), found.exhausted) != (min(len(one.answers), 2), not several):
        yield f"{who} by {found.route}: {found.at_least}, exhausted {found.exhausted}, not {one.verdict}"
    shown = told_by(one.problem, found)
    if len(shown) != min(2, len(one.answers)) or (one.complete and not shown <= one.answers):
        yield f"{who} by {found.route}: answers {sorted(shown)}"


def of_sets(problems: Sequence[Expected]) -> Iterator[tuple[Expected, str]]:
    """The same of puzzles that are asked together, and of those that have a line each, as lines of a file."""
    entries = [
        Entry("set", at, None, one.problem, one.problem.kind, one.problem.forms[0].name)
        for at, one in enumerate(problems, 1)
    ]
    for at, entry in enumerate(entries):
        found = CHECK.ask(entry, AsFindings()).shown
        yield from ((problems[at], said) for said in wrong("in a set", found, problems[at]))
    lines = [(one, line) for one in problems if (line := line_of(one.problem))]
    if not lines:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines.txt"
        path.write_text("".join(line for _, line in lines))
        asked = coversat.check([path], jobs=1)
        for (one, _), result in zip(lines, asked, strict=True):
            found = result.found
            said = [f"as a line: {result}"] if found is None else wrong("as a line", found, one)
            yield from ((one, what) for what in said)


def line_of(problem: AnyProblem) -> str | None:
    """The puzzle as one line of a set of them, where there is such a form."""
    for form in problem.forms:
        if form.name == "oneline" and form.write is not None:
            try:
                return form.write([problem])
            except ValueError:  # not of this puzzle
                return None
    return None


def fuzz(kind: str, seed: int, numbers: Sequence[int]) -> tuple[list[str], Counter[Verdict | None]]:
    """What was wrong with so many puzzles of a kind, and the verdicts."""
    faults: list[str] = []
    decided: list[Expected] = []
    verdicts: Counter[Verdict | None] = Counter()

    def tell(one: Expected, what: str, number: str) -> None:
        faults.append(
            f"{kind} --seed {seed} {number}: {what} ({', '.join(one.routes)})\n{one.problem.format()}"
        )

    for number in numbers:
        problem, chance = drawn(kind, seed, number)
        one, told = expected(problem, chance)
        verdicts[one.verdict] += 1
        for what in (*told, *differences(one)):
            tell(one, what, f"--only {number}")
        if one.verdict is not None:
            decided.append(one)
    for one, what in of_sets(decided):
        tell(one, what, f"in a set from {numbers[0]}")
    return faults, verdicts


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--puzzles", type=int, default=1000, help="in all, of each kind as many")
    parser.add_argument("--kinds", default=",".join(KINDS), help="with commas")
    parser.add_argument("--only", type=int, help="the puzzle of this number")
    options = parser.parse_args()
    kinds = options.kinds.split(",")
    wrong_ones = 0
    verdicts: dict[str, Counter[Verdict | None]] = {kind: Counter() for kind in kinds}
    each = -(-options.puzzles // len(kinds))
    first, last = (0, each) if options.only is None else (options.only, options.only + 1)
    for start in range(first, last, SET):
        for kind in kinds:
            faults, found = fuzz(kind, options.seed, range(start, min(start + SET, last)))
            verdicts[kind] += found
            wrong_ones += len(faults)
            for fault in faults:
                print(fault, flush=True)
    for kind, found in verdicts.items():
        print(
            kind, ", ".join(f"{verdict.value if verdict else 'unknown'} {n}" for verdict, n in found.items())
        )
    sys.exit(bool(wrong_ones))


if __name__ == "__main__":
    main()
