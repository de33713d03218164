"""Plans of chosen runs: above level 1, where each run takes long, few encodings, in an order that may stop
anywhere; runs of named routes; and a sample of the archive, to be measured again.

The usual formula and the best of level 1 come first, on every kind; then the other encodings on the first
seed, with the first on the next seed; and so on, so that what is measured at any time is balanced.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atlas_archive import CHECK, DECIDED, is_cover, reduction_of
from atlas_hard import HELD_OUT, Planned, expected_seconds, key_of, spent, usual_route
from atlas_hard_findings import HardArchive
from atlas_measuring import USUAL, Rows

from coversat.answering.routes import find_route
from coversat.base.arguments import Share
from coversat.base.errors import CoversatError
from coversat.setters.generate.hard import FAMILIES, family

WITHIN = 12.0
"""An encoding that took longer than this times the fastest of each instance of level 1 is left out."""


def tiers(hard: HardArchive, kind: str, best: int, solvers: Sequence[str]) -> list[list[str]]:
    """Routes by how soon they are run: the usual and the best; the other encodings; other solvers.

    Of level 1 count those that decided some instance and are near the fastest: at most `best` formulas, and
    the engine for covers, which is among the first where it is the fastest.
    """
    lines = hard.table(kind, held_out=None).lines
    near = [line.route for line in lines if line.solved and line.ratio <= WITHIN]
    formulas = [route for route in near if not is_cover(reduction_of(route))][:best]
    first = list(dict.fromkeys([usual_route(kind), formulas[0], *near[:1]]))
    engines = [route for route in near if is_cover(reduction_of(route))]
    later = [route for route in (*formulas, *engines) if route not in first]
    others = [
        f"{reduction_of(route)}/{solver}"
        for solver in solvers
        for route in first
        if solver != USUAL and route.endswith(f"/{USUAL}")
    ]
    return [first, later, others]


def planned_best(
    level: int,
    kinds: Sequence[str],
    seeds: Sequence[int],
    solvers: Sequence[str],
    known: Rows,
    best: int,
    limit: float,
) -> Iterator[Planned]:
    """Runs of the best encodings by the usual solver, and of the first by the others.

    A seed that is held out has the first and the check without a route.
    """
    hard, times = HardArchive(known), spent(known)
    kinds = [kind for kind in kinds if kind in hard.kinds]
    by_kind = {kind: tiers(hard, kind, best, solvers) for kind in kinds}
    rounds = sorted((at + tier, tier, seed) for at, seed in enumerate(seeds) for tier in range(3))
    for _, tier, seed in rounds:
        for kind in kinds:
            if level not in FAMILIES[kind][seed % len(FAMILIES[kind])].sizes:
                continue
            held_out = seed > HELD_OUT
            routes = by_kind[kind][tier] + [CHECK] * (held_out and tier == 0)
            for route in [] if held_out and tier else routes:
                expected = min(expected_seconds(times, kind, level, route), limit)
                size = family(kind, level, seed).sizes[level]
                yield Planned(kind, level, seed, size, route, round(expected, 2), limit)


def planned_named(
    level: int,
    kinds: Sequence[str],
    seeds: Sequence[int],
    named: Sequence[str],
    known: Rows,
    limit: float,
) -> Iterator[Planned]:
    """Runs of the routes of these names, of each kind those that it has, seed by seed."""
    times = spent(known)
    own = {kind: [name for name in named if name == CHECK or _has(kind, name)] for kind in kinds}
    if nowhere := [name for name in named if not any(name in those for those in own.values())]:
        raise SystemExit(f"none of these kinds has {', '.join(nowhere)}")
    for seed in seeds:
        for kind in kinds:
            if level not in FAMILIES[kind][seed % len(FAMILIES[kind])].sizes:
                continue
            size = family(kind, level, seed).sizes[level]
            for route in own[kind]:
                expected = min(expected_seconds(times, kind, level, route), limit)
                yield Planned(kind, level, seed, size, route, round(expected, 2), limit)


def planned_again(
    number: int, level: int, kinds: Sequence[str], seeds: Sequence[int], known: Rows
) -> Iterator[Planned]:
    """So many of the archived runs that were decided, evenly spread over kinds, seeds and routes."""
    own = (row for row in known if (int(row["level"]), row["status"] in DECIDED) == (level, True))
    chosen = (row for row in own if row["kind"] in kinds and int(row["seed"]) in seeds)
    decided = sorted(chosen, key=key_of)
    number = min(number, len(decided))
    for at in range(number):
        row = decided[at * len(decided) // number]
        place = (row["kind"], int(row["level"]), int(row["seed"]), int(row["size"]), row["route"])
        yield Planned(*place, float(row["total_seconds"]), float(row["limit"]))


def part_of(plan: Sequence[Planned], part: Share | None) -> list[Planned]:
    """The runs of each N-th instance from the K-th on: all runs of an instance are on one machine."""
    own = set(list(dict.fromkeys(one.puzzle for one in plan))[part.places]) if part else set()
    return [one for one in plan if one.puzzle in own or part is None]


def _has(kind: str, name: str) -> bool:
    try:
        find_route(kind, name)
    except CoversatError:
        return False
    return True
