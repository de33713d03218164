"""``coversat estimate``."""

from __future__ import annotations

import math
from typing import Any

from ..errors import UNKNOWN, YES, LimitReachedError
from ..problems import AnyProblem
from ..routing import counting_route, find_route
from ..sampling import SAMPLES, Estimate, Spread, estimate
from ..solvers import Limits
from ..wording import counted, duration, rough
from .commands import Option, Whole, integer, takes
from .inputs import Case, Told, tell_each
from .options import FILES, JSON, KIND, TIMEOUT, VIA


@takes(
    FILES,
    VIA,
    Option("--samples", f"How many to draw at most ({SAMPLES}).", "N", read=Whole(), default=SAMPLES),
    Option("--seed", "Draw others.", "N", read=integer, default=0),
    TIMEOUT,
    KIND,
    JSON,
    examples=(
        "coversat estimate examples/queens/eight.txt",
        "coversat estimate examples/polyomino/pentominoes-3x20.txt --samples 500",
    ),
)
def command(
    files: tuple[str, ...],
    via: str | None,
    samples: int,
    seed: int,
    timeout: float | None,
    kind: str | None,
    as_json: bool,
) -> int:
    """Say how many answers there are about, and how long visiting all would take.

    Drawn from samples of the search tree (Knuth 1975, Chen 1992), each figure
    with the interval that holds it 19 times of 20; a small tree is searched
    whole, and then they are exact.  The time is that of one core and no memo:
    'count' with its memo can be faster by far.
    """

    def find(problem: AnyProblem, limits: Limits, tell: Any) -> Estimate | LimitReachedError:
        route = counting_route(problem.kind) if via is None else find_route(problem.kind, via)
        try:
            return estimate(problem, route, samples, seed, limits.deadline, tell)
        except LimitReachedError as reached:
            return reached

    return tell_each(files, kind, timeout, as_json, find, _told)


def _told(case: Case, found: Estimate | LimitReachedError) -> Told:
    if isinstance(found, LimitReachedError):
        row = case.row("unknown") | {"reason": str(found)}
        return UNKNOWN, row, f"UNKNOWN {case.name} (stopped after {found}, with too few samples)"
    row = case.row("exact" if found.exact else "estimated")
    row |= {"route": found.route, "samples": found.samples, "took": found.took}
    row |= {name: _finite(spread) for name, spread in _figures(found)}
    return YES, row, _text(case, found)


def _finite(spread: Spread) -> dict[str, float | None]:
    """JSON has no number without an end."""
    return {name: figure if math.isfinite(figure) else None for name, figure in spread._asdict().items()}


def _figures(found: Estimate) -> list[tuple[str, Spread]]:
    return [("answers", found.answers), ("nodes", found.nodes), ("seconds", found.seconds)]


def _text(case: Case, found: Estimate) -> str:
    how = "searched whole" if found.exact else f"from {counted(found.samples, 'sample')}"
    lines = [f"{case.name}: {how}, by {found.route}"]
    for name, spread in _figures(found):
        shown = duration if name == "seconds" else rough
        if not math.isfinite(spread.high):
            figure = "none met: there are few, or none"
        elif found.exact:
            figure = shown(spread.mean) if name == "seconds" else str(int(spread.mean))
        else:
            figure = f"about {shown(spread.mean)} ({shown(spread.low)} to {shown(spread.high)})"
        lines.append(f"  {name if name != 'seconds' else 'time':<8}{figure}")
    return "\n".join(lines)
