"""What the library offers beside questions: proofs, comparisons, pictures, and tools of setters."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from .. import certificates, drawing
from ..answers import routes as routing
from ..base.arguments import path, patterns, seconds, sides, text, whole
from ..base.deadline import Deadline
from ..base.registry import load_installed
from ..certificates import Examination
from ..comparing import compare as comparing
from ..comparing.compare import Comparison
from ..drawing import Picture
from ..results import Found
from ..setting import grade as grading
from ..setting.explain import candidates as finding
from ..setting.explain import explain as explaining
from ..setting.explain.candidates import Candidates
from ..setting.explain.explain import Explanation
from ..setting.generate import generate as generating
from ..setting.generate.generate import Generated
from ..setting.generate.spec import Spec
from ..setting.grade import Grade
from ..setting.steps import finding as stepping
from ..setting.steps import hints as hinting
from ..setting.steps.hints import Hint
from ..setting.steps.values import Steps
from ..solvers import Limits
from .sources import Source, one, only


def certify(
    source: Source,
    folder: str | os.PathLike[str],
    via: str | None = None,
    *,
    kind: str | None = None,
    proof: str | None = None,
    counting: bool = False,
    timeout: float | None = None,
    nodes: int | None = None,
) -> Found[Any]:
    """Write a certificate that there is exactly one answer, or how many there are.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`.
    folder : str or Path
        A new folder; it must not exist.
    via : str, optional
        The reductions to the formula or cover of the proof, such as ``cnf:minimal``.
    proof : str, optional
        A name in `docs/certificates.md`; by default, one that fits.
    counting : bool
        Whether to prove the number of answers.
    timeout, nodes
        As for `solve`.

    Examples
    --------
    >>> import coversat, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = coversat.certify("1...\\n..2.\\n.3..\\n...4\\n", folder + "/mine")
    ...     print(found.verdict.name, coversat.verify(folder + "/mine").accepted)
    UNIQUE True
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = coversat.certify("queens 8", folder + "/mine", counting=True)
    ...     print(found.at_least, coversat.verify(folder + "/mine").count)
    92 92
    """
    deadline = Deadline(seconds(timeout))
    problem, form = only(source, kind)
    rules = None if via is None else certificates.rules_named(problem.kind, via)
    limits = Limits(None, whole("nodes", nodes), deadline)
    where = Path(path("folder", folder))
    found = certificates.certify(problem, where, rules, None, limits, proof, bool(counting))
    return Found.of(found, "count" if counting else "check", problem, form)


def verify(
    folder: str | os.PathLike[str], *, deep: bool = False, timeout: float | None = None
) -> Examination:
    """Check a certificate: derive the formula again, check the answer and each step of the proof.

    With `deep`, also compare the formula with a second statement of the rules.

    Examples
    --------
    See `certify`.

    >>> import coversat
    >>> coversat.verify("no such folder")
    Traceback (most recent call last):
    coversat.base.errors.CertificateError: no such folder is not a folder
    """
    return certificates.verify_certificate(Path(path("folder", folder)), Deadline(seconds(timeout)), deep)


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
    return finding.candidates(one(source, kind), Limits(deadline=deadline))


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
    return explaining.explain(problem, limits, toward=toward, fewest=smallest, minimise=minimise, seed=seed)


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
    return grading.grade(one(source, kind), Limits(deadline=deadline), solving=solving)


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
    return stepping.find_steps(one(source, kind), Deadline(seconds(timeout)))


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
    return hinting.find_hint(one(source, kind), text("position", position), Deadline(seconds(timeout)))


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
    whole("givens", wishes.get("givens"), 0)
    if wishes.get("layout") is not None:
        wishes["layout"] = one(wishes["layout"])
    limits = Limits(deadline=Deadline(seconds(timeout)))
    whole("seed", seed, None)
    return generating.generate(kind, Spec(**wishes), seed, whole("count", count) or 1, limits)


def compare(
    source: Source,
    routes: Sequence[str] = (),
    *,
    kind: str | None = None,
    limit: int = 2,
    timeout: float | None = 60.0,
    nodes: int | None = None,
) -> Comparison:
    """Compare routes on one problem: sizes, effort, seconds, and whether they agree.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`.
    routes : sequence of str
        Patterns, such as ``cover/*``; by default, one route for each reduction.
    limit : int
        The number of answers to find.
    timeout, nodes
        For each route.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.compare("queens 6", ["cover/*dancing*", "search/*"])
    >>> found.verdict, [row.route for row in found.rows]
    ('all routes agree', ['search/backtracking', 'cover/dancing-links'])
    """
    problem = one(source, kind)
    chosen = comparing.chosen_routes(problem.kind, patterns("routes", routes), problem=problem)
    limits = Limits(whole("limit", limit), whole("nodes", nodes), Deadline(seconds(timeout)))
    return comparing.compare(problem, chosen, limits)


def draw(
    source: Source, answer: Any = None, other: Any = None, *, kind: str | None = None, labels: bool = False
) -> Picture:
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
    problem = one(source, kind)
    return drawing.draw(problem, answer, other, labels=labels)


def routes(kind: str) -> tuple[str, ...]:
    """The names of all routes from a kind of problem.

    Examples
    --------
    >>> import coversat
    >>> [name for name in coversat.routes("langford") if "dancing" in name or "search" in name]
    ['search/backtracking', 'cover/dancing-links']
    """
    load_installed()
    return tuple(route.name for route in routing.routes(text("kind", kind)))
