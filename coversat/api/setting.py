"""What setters ask of a puzzle, and puzzles as they ask for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..arguments import seconds, whole
from ..deadline import Deadline
from ..solvers import Limits
from .reading import Source, one

if TYPE_CHECKING:
    from ..setter.candidates import Candidates
    from ..setter.explain import Explanation
    from ..setter.generate import Generated
    from ..setter.grade import Grade


def candidates(source: Source, *, timeout: float | None = None) -> Candidates:
    """The values that each cell has in some answer.

    Examples
    --------
    >>> import coversat
    >>> print(coversat.candidates("1...\\n..2.\\n.3..\\n...4\\n"))
    1 2 4 3
    3 4 2 1
    4 3 1 2
    2 1 3 4
    """
    from ..setter.candidates import candidates as find

    deadline = Deadline(seconds(timeout))
    return find(one(source), Limits(deadline=deadline))


def explain(
    source: Source,
    *,
    toward: Any = None,
    smallest: bool = False,
    minimise: bool = False,
    seed: int = 0,
    timeout: float | None = None,
) -> Explanation:
    """Why a puzzle has no answer, what would make it unique, or which givens it does not need.

    Parameters
    ----------
    source : Problem, str or Path
    toward : answer, optional
        Of several answers, the one that givens to add are to lead to.
    smallest : bool
        Look for the smallest set of givens that clash.
    minimise, seed : bool, int
        Find a set of givens none of which can be left out; the seed says in which order they go.
    timeout : float, optional

    Examples
    --------
    >>> import coversat
    >>> found = coversat.explain("11..\\n....\\n....\\n....\\n")
    >>> found.verdict, [name for _, name in found.clash]
    ('none', ['given 1 at r1c1', 'given 1 at r1c2'])
    """
    from ..setter.explain import explain as find

    whole("seed", seed, None)
    limits = Limits(deadline=Deadline(seconds(timeout)))
    return find(one(source), limits, toward=toward, fewest=smallest, minimise=minimise, seed=seed)


def grade(source: Source, *, timeout: float | None = None) -> Grade:
    """How far propagation, and then rounds of refuted guesses, lead.

    Examples
    --------
    >>> import coversat
    >>> coversat.grade("1...\\n..2.\\n.3..\\n...4\\n").name
    '0'
    """
    from ..setter.grade import grade as find

    deadline = Deadline(seconds(timeout))
    return find(one(source), Limits(deadline=deadline))


def generate(
    kind: str, *, seed: int = 0, count: int = 1, timeout: float | None = None, **wishes: Any
) -> Iterator[Generated]:
    """Puzzles that have exactly one answer, checked by two routes.

    Parameters
    ----------
    kind : str
        ``sudoku``, ``sudominoku``, ``kakuro`` or ``latin``.
    seed, count : int
        The n-th puzzle of a seed is always the same.
    timeout : float, optional
        For all of them together.
    **wishes
        ``size`` and ``boxes`` (rows, columns), ``givens``, ``symmetry``, ``grade``, and ``layout``, a
        sudoku with constraints that gets digits; see `Spec`.

    Examples
    --------
    >>> import coversat
    >>> (made,) = coversat.generate("sudoku", size=(4, 4), seed=3)
    >>> coversat.check(made.problem).answers == (made.answer,)
    True
    """
    from ..setter.generate import Spec
    from ..setter.generate import generate as make

    if wishes.get("layout") is not None:
        wishes["layout"] = one(wishes["layout"])
    limits = Limits(deadline=Deadline(seconds(timeout)))
    whole("seed", seed, None)
    return make(kind, Spec(**wishes), seed, whole("count", count) or 1, limits)
