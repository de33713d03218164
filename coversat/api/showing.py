"""Routes side by side, and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..arguments import seconds, whole
from ..deadline import Deadline
from ..routing import load_installed
from ..routing import routes as all_routes
from ..solvers import Limits
from .reading import Source, one

if TYPE_CHECKING:
    from ..drawing import Picture
    from ..lab.compare import Comparison


def compare(
    source: Source,
    routes: Sequence[str] = (),
    *,
    limit: int = 2,
    timeout: float | None = 60.0,
    nodes: int | None = None,
) -> Comparison:
    """Several routes on one problem, side by side: sizes, effort, seconds, and whether they agree.

    Parameters
    ----------
    source : Problem, str or Path
    routes : sequence of str
        Patterns, such as ``cover/*``; one route for each reduction where there are none.
    limit : int
        Look for so many answers.
    timeout, nodes
        For each route.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.compare("queens 6", ["cover/*dancing*", "search/*"])
    >>> found.verdict, [row.route for row in found.rows]
    ('all routes agree', ['search/backtracking', 'cover/dancing-links'])
    """
    from ..lab.compare import chosen_routes
    from ..lab.compare import compare as run_each

    problem = one(source)
    chosen = chosen_routes(problem.kind, routes, problem=problem)
    limits = Limits(whole("limit", limit), whole("nodes", nodes), Deadline(seconds(timeout)))
    return run_each(problem, chosen, limits)


def draw(source: Source, answer: Any = None, other: Any = None, *, labels: bool = False) -> Picture:
    """A picture of a problem, of its answer, or of two answers with what differs ringed.

    The picture has its SVG as ``svg`` and shows itself in a notebook.

    Raises
    ------
    ValueError
        For what has not the shape of an answer.

    Examples
    --------
    >>> import coversat
    >>> coversat.draw("langford 3").svg[:4]
    '<svg'
    """
    from ..drawing import draw as picture

    problem = one(source)
    return picture(problem, answer, other, labels=labels)


def routes(kind: str) -> tuple[str, ...]:
    """The names of all routes from a kind of problem.

    Examples
    --------
    >>> import coversat
    >>> [name for name in coversat.routes("langford") if "dancing" in name or "search" in name]
    ['search/backtracking', 'cover/dancing-links']
    """
    load_installed()
    return tuple(route.name for route in all_routes(kind))
