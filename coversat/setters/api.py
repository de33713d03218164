"""The functions that this room adds to `import coversat`; arguments are those of `coversat.api`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..api.sources import Source, one
from ..base.arguments import seconds, sides, text, whole, whole_or_none
from ..base.deadline import Deadline
from ..solvers import Limits
from .explain.candidates import Candidates
from .explain.candidates import candidates as _candidates
from .explain.explain import Explanation
from .explain.explain import explain as _explain
from .generate.generate import Generated
from .generate.generate import generate as _generate
from .generate.spec import Spec
from .grade import Grade
from .grade import grade as _grade
from .steps.finding import find_steps
from .steps.hints import Hint, find_hint
from .steps.values import Steps


def candidates(source: Source, *, kind: str | None = None, timeout: float | None = None) -> Candidates:
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
    deadline = Deadline(seconds(timeout))
    return _candidates(one(source, kind), Limits(deadline=deadline))


def explain(
    source: Source,
    *,
    kind: str | None = None,
    toward: Any = None,
    smallest: bool = False,
    minimise: bool = False,
    seed: int = 0,
    timeout: float | None = None,
) -> Explanation:
    """Explain why a puzzle has no answer, what would make it unique, or which givens it does not need.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`.
    toward : answer, optional
        The answer that additional givens lead to, if there are several.
    smallest : bool
        Find the smallest set of clashing givens.
    minimise, seed : bool, int
        Find a minimal set of givens; the seed determines the order of removal.
    timeout : float, optional

    Examples
    --------
    >>> import coversat
    >>> found = coversat.explain("11..\\n....\\n....\\n....\\n")
    >>> found.verdict, [name for _, name in found.clash]
    ('none', ['given 1 at r1c1', 'given 1 at r1c2'])
    """
    whole("seed", seed, None)
    limits = Limits(deadline=Deadline(seconds(timeout)))
    problem = one(source, kind)
    return _explain(problem, limits, toward=toward, fewest=smallest, minimise=minimise, seed=seed)


def generate(
    kind: str, *, seed: int = 0, count: int = 1, timeout: float | None = None, **wishes: Any
) -> Iterator[Generated]:
    """Generate puzzles with exactly one answer, checked by two routes.

    Parameters
    ----------
    kind : str
        ``sudoku``, ``sudominoku``, ``kakuro`` or ``latin``.
    seed, count : int
        The n-th puzzle of a seed is always the same.
    timeout : float, optional
        The time limit for all puzzles together.
    **wishes
        ``size`` and ``boxes`` (rows, columns), ``givens``, ``symmetry``, ``grade``, ``hardest`` (the least
        and most rules of the hardest step), and ``layout``, a sudoku with constraints that gets digits; see
        `Spec`.

    Examples
    --------
    >>> import coversat
    >>> (made,) = coversat.generate("sudoku", size=(4, 4), seed=3)
    >>> coversat.check(made.problem).answers == (made.answer,)
    True
    """
    for name in ("size", "boxes"):
        wishes[name] = sides(name, wishes.get(name))
    whole_or_none("givens", wishes.get("givens"), 0)
    if wishes.get("layout") is not None:
        wishes["layout"] = one(wishes["layout"])
    limits = Limits(deadline=Deadline(seconds(timeout)))
    whole("seed", seed, None)
    return _generate(kind, Spec(**wishes), seed, whole("count", count), limits)


def grade(
    source: Source, *, kind: str | None = None, solving: bool = False, timeout: float | None = None
) -> Grade:
    """How far propagation, and then rounds of refuted guesses, lead.

    With `solving` also the steps that solve the puzzle, with how many were available at each point.

    Examples
    --------
    >>> import coversat
    >>> coversat.grade("1...\\n..2.\\n.3..\\n...4\\n").name
    '0'
    """
    deadline = Deadline(seconds(timeout))
    return _grade(one(source, kind), Limits(deadline=deadline), solving=solving)


def hint(
    source: Source, position: str = "", *, kind: str | None = None, timeout: float | None = None
) -> Hint:
    """The next step of a puzzle from a partly filled board, or the entries that are wrong.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`.
    position : str
        The text of a board as answers are printed, with ``?`` for open cells and pencil marks such as
        ``135``, or of facts such as ``r1c1 is not 5``; see `docs/setting.md`.
    timeout : float, optional

    Examples
    --------
    >>> import coversat
    >>> puzzle = "1...\\n..2.\\n.3..\\n...4\\n"
    >>> print(coversat.hint(puzzle, "1 2 4 3\\n????\\n????\\n????").step)
    r2c1 is 3: column 1 [1 rule, hidden single]
    >>> print(*coversat.hint(puzzle, "r1c2 is 3").wrong)
    r1c2 is not 3: column 2
    """
    return find_hint(one(source, kind), text("position", position), Deadline(seconds(timeout)))


def steps(source: Source, *, kind: str | None = None, timeout: float | None = None) -> Steps:
    """The steps that solve a puzzle, each with the rules that it follows from.

    The `as_json` of the result is what `coversat verify` checks.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.steps("1...\\n..2.\\n.3..\\n...4\\n")
    >>> print(found.outcome, found.hardest, found.steps[0])
    solved 1 r1c2 is 2: row 1 [1 rule, hidden single]
    """
    return find_steps(one(source, kind), Deadline(seconds(timeout)))
