"""What the library offers beside questions: proofs and pictures, and the names of routes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import certificates
from ..answers import routes as routing
from ..answers.found import Found
from ..base.arguments import path, patterns, seconds, text, whole, whole_or_none
from ..base.deadline import Deadline
from ..base.errors import InputError
from ..base.registry import load_installed
from ..certificates import Examination
from ..comparing import strength as strengths
from ..comparing import witness as witnesses
from ..comparing.strength import Strengths
from ..comparing.witness import NoWitness, Witness
from ..kinds import drawing
from ..kinds.drawing import Picture
from ..solvers import Limits
from .sources import Source, one, only, read


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
    limits = Limits(None, whole_or_none("nodes", nodes), deadline)
    where = Path(path("folder", folder))
    found = certificates.certify(problem, where, via, None, limits, proof, bool(counting))
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


def strength(
    source: Source,
    reductions: Sequence[str] = (),
    *,
    kind: str | None = None,
    samples: int = strengths.SAMPLES,
    seed: int = 0,
    failed_literals: bool = False,
    timeout: float | None = None,
) -> Strengths:
    """Measure propagation strength: which consequences of the rules unit propagation finds by each reduction.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`. One problem, or several of one kind.
    reductions : sequence of str
        Names and patterns, such as ``cnf:minimal`` or ``cnf:*``; by default, all that apply.
    samples : int
        The number of partial answers of each problem.
    seed : int
    failed_literals : bool
        Whether values that unit propagation refutes are excluded too.
    timeout : float, optional
        When it is over, the result is of the problems that were measured.

    Raises
    ------
    InputError
        For problems of several kinds.
    LimitReachedError
        If the time is over before one problem is measured.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.strength("queens 5", ["cnf:mixed", "cover"], samples=10)
    >>> found.agree, sorted((row.reduction, row.samples) for row in found)
    (True, [('cnf:mixed', 10), ('cover', 10)])
    """
    problems = read(source, kind)
    kinds = list(dict.fromkeys(problem.kind for problem in problems))
    if len(kinds) != 1:
        name = source if isinstance(source, str) and "\n" not in source else "the text"
        raise InputError(str(name), f"its puzzles are of several kinds: {', '.join(kinds)}")
    path = strengths.measured_paths(kinds[0], patterns("reductions", reductions), *problems)
    count, deadline = whole("samples", samples), Deadline(seconds(timeout))
    return strengths.strength(
        problems, path, count, whole("seed", seed, None), bool(failed_literals), deadline
    )


def witness(
    source: Source,
    finds: str,
    misses: str,
    *,
    kind: str | None = None,
    samples: int = strengths.SAMPLES,
    seed: int = 0,
    boards: int = witnesses.BOARDS,
    timeout: float | None = None,
) -> Witness | NoWitness:
    """The smallest partial answer on which one reduction finds by unit propagation what another misses.

    Parameters
    ----------
    source : Problem, str, Path, or another object
        See `read`.
    finds, misses : str
        Names of reductions, such as ``cnf:mdd`` and ``cnf:regular``.
    samples : int
        The number of drawn partial answers to begin with.
    seed : int
    boards : int
        The most smaller partial answers that are tried one by one.
    timeout : float, optional
        When it is over, the smallest one found so far is the result.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.witness("langford 3", "cnf:mixed", "cover")
    >>> found.lines[0]
    'cnf:mixed finds and cover misses: r1c2 is not 1'
    >>> found.chosen, found.smallest, found.rules
    ((('r1c3', 1),), True, ('1 number between the two 1',))
    """
    problem = one(source, kind)
    strong = strengths.measured_path(problem.kind, text("finds", finds))
    weak = strengths.measured_path(problem.kind, text("misses", misses))
    count, most = whole("samples", samples), whole("boards", boards)
    deadline = Deadline(seconds(timeout))
    return witnesses.witness(problem, strong, weak, count, whole("seed", seed, None), most, deadline)


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
