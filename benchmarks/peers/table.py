"""What was measured of each puzzle, and the table of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp, log
from pathlib import Path
from statistics import median

OURS = "coversat"
TITLES = {OURS: "coversat", "cpsat": "CP-SAT", "clingo": "clingo", "cspuz": "cspuz_core"}
NO_VERDICT = {"late", "refused"}
"""Both count with the limit of time."""


@dataclass
class Entry:
    """A puzzle, and what each contestant said of it: the median of its times, its verdict."""

    kind: str
    size: str
    name: str
    text: str
    seconds: dict[str, float] = field(default_factory=dict)
    verdicts: dict[str, str] = field(default_factory=dict)
    route: str = ""


@dataclass
class Row:
    """A set of puzzles of one size, and the seconds that the first question of that size took coversat."""

    kind: str
    size: str
    entries: list[Entry]
    first: float

    def median(self, name: str) -> float:
        """Seconds for one puzzle."""
        return median(entry.seconds[name] for entry in self.entries)

    def total(self, name: str) -> float:
        """Seconds for all."""
        return sum(entry.seconds[name] for entry in self.entries)

    def without_verdict(self, name: str) -> int:
        """On how many a contestant gave up."""
        return sum(entry.verdicts[name] in NO_VERDICT for entry in self.entries)

    def ratios(self, peers: Sequence[str]) -> tuple[float, float]:
        """The median to the better peer's, the total to the better peer's."""
        return (
            self.median(OURS) / min(map(self.median, peers)),
            self.total(OURS) / min(map(self.total, peers)),
        )

    def line(self, names: Sequence[str]) -> str:
        """The row of the table."""
        by_median, by_total = self.ratios(names[1:])
        cells = [self.kind, self.size, str(len(self.entries)), f"{1000 * self.first:.0f}"]
        cells += [self._cell(name) for name in names]
        return f"| {' | '.join(cells)} | {by_median:.2f} | {by_total:.2f} |"

    def _cell(self, name: str) -> str:
        late = self.without_verdict(name)
        return f"{1000 * self.median(name):.1f} / {self.total(name):.2f}" + (
            f" ({late} late)" if late else ""
        )


def heading(names: Sequence[str]) -> str:
    """The two lines above the rows."""
    titles = " | ".join(f"{TITLES[name]}, ms / s" for name in names)
    return (
        f"| kind | size | n | first, ms | {titles} | ratio of medians | of totals |\n"
        f"|---|---|---:|---:|{'---:|' * len(names)}---:|---:|"
    )


def closing(rows: Sequence[Row], names: Sequence[str]) -> str:
    """All totals, the geometric mean of the rows' ratios, and in how many rows the peers are ahead."""
    peers = names[1:]
    totals = [sum(row.total(name) for row in rows) for name in names]
    best = sum(min(row.total(name) for name in peers) for row in rows)
    ratios = [row.ratios(peers) for row in rows]
    means = [exp(sum(log(pair[at]) for pair in ratios) / len(rows)) for at in (0, 1)]
    count = sum(len(row.entries) for row in rows)
    cells = ["**all**", "", str(count), "", *(f"{total:.2f}" for total in totals)]
    behind = [f"{row.kind} {row.size}" for row, pair in zip(rows, ratios, strict=True) if max(pair) > 1]
    return (
        f"| {' | '.join(cells)} | {means[0]:.2f} (mean) | {means[1]:.2f} (mean) |\n\n"
        f"All of coversat's time beside that of the better peer of each row: {totals[0] / best:.2f}. "
        f"Behind in {len(behind)} of {len(rows)} rows: {', '.join(behind) or 'none'}."
    )


def write_section(file: Path, title: str, lines: Iterable[str]) -> None:
    """Put the section in the place of the one that the file has, or at its end; parts below it stay."""
    before, _, rest = (file.read_text() if file.exists() else "").partition(f"{title}\n")
    after = rest[at:] if (at := rest.find("\n##")) >= 0 else ""
    section = "\n".join([title, "", *lines]).rstrip("\n")
    file.write_text(f"{before.rstrip()}\n\n{section}\n{after}".lstrip())
