"""The atlas a second time: a sample of its runs on another day, or another archive, as of another machine.

What must be equal, and how far times and rankings agree.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from statistics import median

from atlas_archive import Archive, Run, as_run
from atlas_findings import CLOSE, kendall, penalized, ranking, usual_name
from atlas_measuring import LIMIT, write_rows
from atlas_pages import figure, table

import coversat
from coversat.base.records import row_of
from coversat.base.wording import counted
from coversat.problems import AnyProblem


def differences(ours: Archive, theirs: Archive) -> Iterator[str]:
    """Lines that say how far two archives agree on the runs that both have."""
    own, other = _by_run(ours), _by_run(theirs)
    both = [key for key in own if key in other]
    yield f"{counted(len(both), 'run')} in both, of {len(own)} here and {len(other)} there"
    if not both:
        return
    pairs = [(own[key], other[key]) for key in both]
    decided = [(a, b) for a, b in pairs if a.seconds is not None and b.seconds is not None]
    verdicts = [(a, b) for a, b in decided if a.status != b.status]
    yield f"verdicts that differ: {len(verdicts)}"
    yield from (f"  {a.puzzle} by {a.route}: {a.status}, {b.status}" for a, b in verdicts)
    yield f"sizes that differ: {sum(a.sizes != b.sizes for a, b in decided)}"
    yield f"effort that differs: {sum(a.effort != b.effort for a, b in decided)}"
    ratios = sorted(penalized(b.seconds) / penalized(a.seconds) for a, b in decided)
    low, high = (ratios[int(part * (len(ratios) - 1))] for part in (0.05, 0.95))
    yield f"times there by times here: median {median(ratios):.2f}, 90 % between {low:.2f} and {high:.2f}"
    kinds = [kind for kind in ours.kinds if kind in theirs.kinds]
    rows = [_row(ours, theirs, kind) for kind in kinds]
    yield from table(("kind", "rank correlation", "first here", "its ratio there", "first there"), rows)


def _by_run(archive: Archive) -> Mapping[tuple[str, str], Run]:
    return {(run.puzzle, run.route): run for run in archive.runs if run.applicable}


def _row(ours: Archive, theirs: Archive, kind: str) -> list[str]:
    here, there = ranking(ours, kind), ranking(theirs, kind)
    known = {place.route: place.ratio for place in there.whole}
    pairs = [(place.ratio, known[place.route]) for place in here.whole if place.route in known]
    if not pairs:
        return [kind, *["-"] * 4]
    first = next(place.route for place in here.whole if place.route in known)
    best = min(known, key=lambda route: known[route])
    ratio = known[first] / known[best]
    return [
        kind,
        figure(kendall(pairs)),
        f"`{usual_name(first)}`",
        f"{ratio:.2f}",
        "the same" if ratio <= CLOSE else f"`{usual_name(best)}`",
    ]


# A sample, on another day


def measure_again(archive: Archive, folder: Path) -> Iterator[str]:
    """The largest puzzle of each family by the usual solver and the engines; yields a line for each."""
    problems = archive.by_name
    for kind in archive.kinds:
        path = folder / "again" / f"{kind}.csv"
        if not path.exists():
            decided = [run for run in archive.usual(kind) if run.seconds is not None]
            puzzle = max(decided, key=lambda run: run.size).puzzle
            runs = [run for run in decided if run.puzzle == puzzle]
            write_rows(path, [_again(problems[puzzle], run) for run in runs])
            yield f"{puzzle}: {counted(len(runs), 'run')}"


def _again(problem: AnyProblem, run: Run) -> dict[str, object]:
    (record,) = coversat.bench(problem, [run.route], timeout=LIMIT).runs
    row = row_of(record) | {"kind": run.kind, "puzzle": run.puzzle, "size": run.size}
    return {"held_out": False, **row, "day": date.today().isoformat()}


def second_day(archive: Archive) -> Iterator[str]:
    """How far the sample agrees with the archive, in words."""
    rows = archive.rows("again")
    later = {(row["puzzle"], row["route"]): as_run(row) for row in rows}
    pairs = [(run, later[run.puzzle, run.route]) for run in archive.runs if (run.puzzle, run.route) in later]
    if not pairs:
        return
    decided = [(a, b) for a, b in pairs if b.seconds is not None]
    same = [(a, b) for a, b in decided if a.sizes == b.sizes]
    ratios = sorted(b.seconds / a.seconds for a, b in same if a.seconds and b.seconds)
    low, high = (ratios[round(part * (len(ratios) - 1))] for part in (0.05, 0.95))
    by_kind: dict[str, list[tuple[float, float]]] = {}
    for a, b in pairs:
        by_kind.setdefault(a.kind, []).append((penalized(a.seconds), penalized(b.seconds)))
    several = [sorted(times) for times in by_kind.values() if len(times) > 1]
    first = sum(times[0][1] <= CLOSE * min(b for _, b in times) for times in several)
    taus = [tau for times in several if not math.isnan(tau := kendall(times))]
    yield "### Do second runs agree?"
    yield ""
    yield (
        f"{counted(len(pairs), 'run')}, the largest puzzle of {counted(len(by_kind), 'kind')} by the usual "
        "solver and the engines, "
        f"were measured again on {max(row['day'] for row in rows)}, a day after the first and when the "
        "machine had been started anew (those of 1in3sat, partition and subsetsum half a day after). "
        f"{len(decided)} were decided again, {sum(a.status == b.status for a, b in decided)} with the same "
        f"verdict. {len(decided) - len(same)} have another formula, since encodings have changed; of the "
        f"others {sum(a.effort == b.effort for a, b in same)} of {len(same)} have exactly as many conflicts "
        f"or nodes, and take {median(ratios):.2f} times as long in the median, and between {low:.2f} and "
        f"{high:.2f} in nine of ten. With several routes the first is the first again, or within 10 %, in "
        f"{first} of {counted(len(several), 'kind')}; Kendall's rank correlation of the two rankings is "
        f"{median(taus):.2f} in the median."
    )
    yield ""
