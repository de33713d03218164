"""The results of a study, as they are committed, and sentences made of them."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from coversat.comparing.report import Report
from coversat.comparing.statistics import fitted_power, median


class Row(NamedTuple):
    """A puzzle by a route.

    `group` is what the puzzle is counted with, `verdict` that of its first run, `seconds` the median of all
    stages and `reduce` that of the first; infinite where it was not solved.  `parts` are the clauses of a
    formula, or the options of a cover; 0 where nothing was reduced.
    """

    puzzle: str
    group: str
    size: float
    route: str
    runs: int
    verdict: str
    seconds: float
    reduce: float
    parts: int


def rows_of(report: Report) -> list[Row]:
    """The rows of a report."""
    rows = []
    for table in report.tables:
        for point in table.points:
            first = point.runs[0]
            reduce = median([math.inf if run.reduce is None else run.reduce.cpu for run in point.runs])
            parts = [*first.sizes.values(), 0, 0][1]
            group = re.split(": | #", point.name)[0]
            found = (first.verdict, round(point.seconds, 6), round(reduce, 6), parts)
            rows.append(Row(point.name, group, point.size or 0, point.route, len(point.runs), *found))
    return rows


@dataclass(frozen=True)
class Results:
    """All rows, and what can be said of them."""

    rows: Sequence[Row]

    @classmethod
    def read(cls, path: Path) -> Results:
        """As `write` left them."""
        with path.open(encoding="utf-8", newline="") as file:
            rows = [
                Row(
                    *(line["puzzle"], line["group"], float(line["size"]), line["route"], int(line["runs"])),
                    *(line["verdict"], float(line["seconds"]), float(line["reduce"]), int(line["parts"])),
                )
                for line in csv.DictReader(file)
            ]
        return cls(rows)

    def write(self, path: Path) -> None:
        """As a CSV file."""
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(Row._fields)
            writer.writerows(self.rows)

    # Numbers

    @property
    def groups(self) -> list[str]:
        """In the order of the puzzles."""
        return list(dict.fromkeys(row.group for row in self.rows))

    @property
    def routes(self) -> list[str]:
        """The names of all."""
        return list(dict.fromkeys(row.route for row in self.rows))

    def of(self, route: str, group: str | None = None) -> list[Row]:
        """The rows of a route, in a group or altogether."""
        return [row for row in self.rows if row.route == route and group in (None, row.group)]

    def seconds(self, route: str, group: str) -> float:
        """The median; infinite where half are not solved."""
        return median([row.seconds for row in self.of(route, group)])

    def refused(self, route: str, group: str | None = None) -> int:
        """How many puzzles the route does not take."""
        return sum(row.verdict in ("inapplicable", "refused") for row in self.of(route, group))

    def ranking(self, group: str, routes: Iterable[str]) -> list[str]:
        """The routes that solve at least half of a group, the fastest first."""
        solving = [route for route in routes if math.isfinite(self.seconds(route, group))]
        return sorted(solving, key=lambda route: self.seconds(route, group))

    def parts(self, route: str, group: str) -> int:
        """The median of clauses or options."""
        return round(median([row.parts for row in self.of(route, group) if row.parts] or [0]))

    # Words

    def time(self, route: str, group: str) -> str:
        """The median, in words."""
        refused = self.refused(route, group) == len(self.of(route, group))
        return "refused" if refused else time(self.seconds(route, group))

    def order(self, group: str, routes: Iterable[str]) -> str:
        """The routes with their times, the fastest first; those that do not solve half, last."""
        routes = list(routes)
        solving = self.ranking(group, routes)
        left = [route for route in routes if route not in solving]
        return listed([f"{short(route)} ({self.time(route, group)})" for route in [*solving, *left]])

    def against(self, route: str, other: str, group: str) -> str:
        """How long a route takes, measured by another: ``2.3 times as long as `x```."""
        if not math.isfinite(self.seconds(route, group)) or not math.isfinite(self.seconds(other, group)):
            return f"{self.time(route, group)} where {short(other)} takes {self.time(other, group)}"
        return f"{factor(self.seconds(route, group) / self.seconds(other, group))} as long as {short(other)}"

    def growth(self, routes: Iterable[str]) -> str:
        """The powers of the size that fit the times, for routes that solved all."""
        words = []
        for route in routes:
            points = [(row.size, row.seconds) for row in self.of(route)]
            solved = all(math.isfinite(seconds) for _, seconds in points)
            law = fitted_power(*zip(*points, strict=True)) if solved else None
            if law is not None:
                words.append(f"n^{law.exponent:.1f} for {short(route)}")
        return listed(words)

    def fastest(self, routes: Sequence[str]) -> str:
        """Which route is the fastest in which groups, one after the other."""
        best = [(next(iter(self.ranking(group, routes)), None), group) for group in self.groups]
        words = []
        for route, pairs in groupby(best, key=lambda pair: pair[0]):
            groups = [group for _, group in pairs]
            span = groups[0] if len(groups) == 1 else f"{groups[0]} to {groups[-1]}"
            words.append(f"{span}: " + ("none" if route is None else short(route)))
        return "; ".join(words)

    def unsolved(self, limit: float) -> str:
        """What did not end in time, route by route."""
        words = []
        for route in self.routes:
            late = [row for row in self.of(route) if row.verdict == "unknown"]
            if late:
                counts = {group: sum(row.group == group for row in late) for group in self.groups}
                spans = [f"{count} of {group}" for group, count in counts.items() if count]
                words.append(f"{short(route)} ({listed(spans)})")
        if not words:
            return f"Every run ended within {limit:g} s."
        return f"Not solved within {limit:g} s: {'; '.join(words)}."

    def by_group(self) -> str:
        """Medians of each route for each group, as Markdown."""
        lines = ["Medians by group:", "", f"| route | {' | '.join(self.groups)} |"]
        lines.append(f"| --- |{' ---: |' * len(self.groups)}")
        for route in self.routes:
            cells = [self.time(route, group) for group in self.groups]
            lines.append(f"| {route} | {' | '.join(cells)} |")
        return "\n".join(lines)


def short(route: str) -> str:
    """A route's name in a sentence, without the solver that all formulas have in common."""
    return f"`{route.removesuffix('/cadical195')}`"


def title(about: str) -> str:
    """The first line of what is said of a study."""
    return about.strip().partition("\n")[0]


def method(about: str) -> list[str]:
    """The paragraphs below it, each in one line."""
    paragraphs = about.strip().partition("\n")[2].strip().split("\n\n")
    return [" ".join(paragraph.split()) for paragraph in paragraphs]


def time(seconds: float) -> str:
    """Seconds in words, with two digits or three."""
    if not math.isfinite(seconds):
        return "unsolved"
    if seconds < 0.9995:
        return f"{three(seconds * 1000)} ms"
    return f"{three(seconds)} s"


def factor(ratio: float) -> str:
    """``2.3 times``."""
    return f"{three(ratio)} times"


def three(value: float) -> str:
    """A number with about three digits, and none of them behind the point from 10 on."""
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 0.95 else f"{value:.2g}"


def count(number: int) -> str:
    """A large number as people write it."""
    for unit, word in ((10**6, "million"), (10**3, "thousand")):
        if number >= unit:
            return f"{three(number / unit)} {word}"
    return str(number)


def listed(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
