"""Two archives of the atlas, as of two machines: what must be equal, and how far times and rankings agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median

from atlas_archive import Archive, Run
from atlas_findings import CLOSE, kendall, penalized, ranking, usual_name
from atlas_pages import figure, table

from coversat.base.wording import counted


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
