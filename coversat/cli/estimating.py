"""``coversat estimate``: how many answers there are, before counting."""

from __future__ import annotations

import math
from typing import Any

from ..answering.sampling import Estimate, Spread, estimate
from ..base.errors import UNKNOWN, YES, LimitReachedError
from ..problems import AnyProblem
from ..problems.recognition import Wanted
from . import options as shared
from .inputs import Case, Outcome, each_puzzle
from .options import in_memory
from .signatures import command


@command(
    estimate,
    examples=(
        "coversat estimate examples/queens/eight.txt",
        "coversat estimate examples/polyomino/pentominoes-3x20.txt --samples 500",
    ),
)
@shared.files
@shared.reading
@shared.rows()
@in_memory
def estimate_command(
    files: tuple[str, ...], wanted: Wanted, timeout: float | None, as_json: bool, **chosen: Any
) -> int:
    """Estimate how many answers there are, and how long visiting all of them would take.

    Drawn from samples of the search tree (Knuth 1975, Chen 1992), each with a 95 % confidence interval;
    a small tree is searched completely, and then the figures are exact. The time is that of one core without
    a memo: 'count' with its memo can be much faster.
    """

    def find(problem: AnyProblem, **limits: Any) -> Estimate | LimitReachedError:
        try:
            found: Estimate = estimate(problem, **chosen, **limits)
            return found
        except LimitReachedError as reached:
            return reached

    return each_puzzle(files, wanted, timeout, as_json, find, _estimated)


def _estimated(case: Case, found: Estimate | LimitReachedError) -> Outcome:
    if isinstance(found, LimitReachedError):
        row = case.row("unknown") | {"reason": str(found)}
        return UNKNOWN, row, f"UNKNOWN {case.title} (stopped after {found}, with too few samples)"
    row = case.row("exact" if found.exact else "estimated")
    row |= {"route": found.route, "samples": found.samples, "took": found.took}
    row |= {name: _finite(spread) for name, spread in found.figures()}
    return YES, row, "\n".join(found.lines(case.title))


def _finite(spread: Spread) -> dict[str, float | None]:
    return {name: figure if math.isfinite(figure) else None for name, figure in spread._asdict().items()}
