"""How hard published puzzles are by their solving steps, with the same meaning for all kinds.

Give the folder of a collection in the form of the puzzlekit data set: a JSON file for each kind, whose member
``data`` maps names to puzzles with the text ``problem``. For each kind some puzzles are taken at equal
distances from the list by size; the tables have their names and figures only.

    python benchmarks/steps.py FOLDER [RATINGS]

RATINGS is a file with a line for each classic sudoku: its rating by Sudoku Explainer, and the sudoku in one
line. The scores of the steps are compared with these ratings.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import correlation, mean, median
from typing import NamedTuple

from coversat.base.deadline import Deadline
from coversat.base.errors import CoversatError, LimitReachedError
from coversat.problems import KINDS, read
from coversat.setters.steps.finding import steps as find_steps

PUZZLES = 4
"""Of each kind."""
SECONDS = 8.0
"""Of processor time, for each puzzle."""
OTHER_NAMES = {"kuromasu": "kurodoko", "tent": "tents"}


class ProcessorTime(Deadline):
    """Seconds of processor time, so that other work on the machine changes nothing."""

    __slots__ = ("_looked", "_until")

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self._until, self._looked = time.process_time() + seconds, 0.0

    def left(self) -> float:
        return max(0.0, self._until - time.process_time())

    def check(self) -> None:
        if (now := time.perf_counter()) - self._looked > 0.01:  # reading the processor time takes long
            self._looked = now
            if not self.left():
                raise LimitReachedError(f"{self.seconds} seconds")


class Row(NamedTuple):
    """One puzzle."""

    kind: str
    name: str
    rows: int
    columns: int
    outcome: str
    steps: int
    single: int
    hardest: int
    splits: int
    score: float
    seconds: float


def _rows_of(file: Path) -> Iterator[Row]:
    kind = file.stem.lower()
    kind = OTHER_NAMES.get(kind, kind)
    if kind not in KINDS:
        return
    data = json.loads(file.read_text())["data"]
    by_size = sorted(data, key=lambda name: (_size(data[name]["problem"]), name))
    chosen = [by_size[at * len(by_size) // PUZZLES] for at in range(min(PUZZLES, len(by_size)))]
    for name in chosen:
        text = data[name]["problem"]
        try:
            (problem,) = read(f"{kind} {text}", kind).problems
        except CoversatError as error:
            print(f"{kind} {name}: {error}", file=sys.stderr)
            continue
        began = time.process_time()
        found = find_steps(problem, timeout=ProcessorTime(SECONDS))
        took = time.process_time() - began
        rows, columns = map(int, text.split()[:2])
        single = sum(step.size == 1 for step in found.steps)
        splits = sum(step.size > step.most for step in found.steps)
        figures = (len(found.steps), single, found.hardest, splits, round(found.score, 1), round(took, 2))
        yield Row(kind, name, rows, columns, found.outcome, *figures)


def _size(text: str) -> int:
    rows, columns = map(int, text.split()[:2])
    return rows * columns


def table(rows: Sequence[Row]) -> Iterator[str]:
    """Markdown: a line for each kind, the kinds that need the most rules last."""
    columns = (
        "puzzles",
        "solved",
        "hardest: 1 rule",
        "2 to 8",
        "more",
        "median",
        "score",
        "steps of 1 rule",
        "seconds",
    )
    yield f"| kind | {' | '.join(columns)} |"
    yield f"| --- |{' ---: |' * len(columns)}"
    kinds = {kind: [row for row in rows if row.kind == kind] for kind in dict.fromkeys(r.kind for r in rows)}
    for kind, own in sorted(kinds.items(), key=lambda pair: _difficulty(pair[1])):
        solved = [row for row in own if row.outcome == "solved"]
        ease = [row.hardest for row in solved]
        groups = (sum(h == 1 for h in ease), sum(1 < h <= 8 for h in ease), sum(h > 8 for h in ease))
        steps = sum(row.steps for row in solved)
        single = f"{100 * sum(row.single for row in solved) / steps:.0f} %" if steps else "-"
        hardest = f"{median(ease):g}" if ease else "-"
        took = f"{median(row.seconds for row in own):.2f}"
        score = f"{median(row.score for row in solved):.1f}" if solved else "-"
        cells = (kind, len(own), len(solved), *groups, hardest, score, single, took)
        yield f"| {' | '.join(map(str, cells))} |"


def _difficulty(rows: Sequence[Row]) -> tuple[float, float]:
    ease = [row.hardest if row.outcome == "solved" else 1000 for row in rows]
    return median(ease), sum(ease)


def ranks(values: Sequence[float]) -> list[float]:
    """From 0; equal values have their mean rank."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [mean(places[value]) for value in values]


def ratings_compared(file: Path) -> str:
    """How scores and hardest steps rank sudokus, compared with the ratings of another program."""
    lines = [line.split()[:2] for line in file.read_text().splitlines() if line.strip()]
    ratings = [float(rating) for rating, _ in lines]
    found = [find_steps(read(text, "sudoku").problems[0]) for _, text in lines]
    by_score, by_hardest = (
        correlation(ranks(ratings), ranks(values))
        for values in ([steps.score for steps in found], [steps.hardest for steps in found])
    )
    most = sorted(ratings)[9 * len(ratings) // 10]
    return (
        f"Of {len(lines)} classic sudokus that Sudoku Explainer rates {min(ratings)} to {max(ratings)}, "
        f"nine in ten at most {most}, the rank correlation (Spearman, with mean ranks) of ratings and scores "
        f"is {by_score:.2f}; of ratings and hardest steps it is {by_hardest:.2f}. "
        "The score was defined on 79 sudokus of the same sources: easy ones, some with 17 givens, and "
        "some of the hardest known."
    )


def main(folder: Path, ratings: Path | None = None) -> None:
    """Print the tables of a collection."""
    rows = []
    for file in sorted(folder.glob("*.json")):
        rows += _rows_of(file)
        print(f"{file.stem}: {len(rows)} puzzles so far", file=sys.stderr)
    print("\n".join([*table(rows), *(("", ratings_compared(ratings)) if ratings else ())]))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
