"""What the library offers beside questions: exports, proofs, comparisons, pictures, and tools of setters."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import certificates, drawing, exchange
from ..answers import routes as routing
from ..base.arguments import path, patterns, seconds, text, whole
from ..base.deadline import Deadline
from ..base.registry import load_installed
from ..certificates import Examination
from ..comparing import compare as comparing
from ..comparing.choosing import chosen_routes
from ..comparing.compare import Comparison
from ..drawing import Picture
from ..exchange import Decoded
from ..solvers import Limits
from ..solvers.findings import Findings
from .asking import Source, one


def export(source: Source, to: str | None = None, via: str | None = None) -> str:
    """A problem as the text of an outside solver's format; its comments hold the problem.

    Parameters
    ----------
    source : Problem, str or Path
    to : str, optional
        ``dimacs``, ``cover``, ``opb``, ``lp``, ``mps``, ``wcnf``, ``minizinc`` or ``text``; by default, that of
        what the reductions lead to.
    via : str, optional
        The reductions by name, such as ``cnf:minimal``.

    Examples
    --------
    >>> import coversat
    >>> text = coversat.export("langford 3", to="cover")
    >>> text.splitlines()[-1]
    'number1 place4 place6'
    """
    return "".join(exchange.export(one(source), to, via))


def decode(exported: str, printed: str) -> Decoded:
    """The answer of the puzzle inside an exported text, from what a solver printed for it.

    The model is checked against the formula, and the answer by the puzzle's rules.

    Examples
    --------
    >>> import coversat
    >>> text = coversat.export("langford 3")
    >>> (model,) = coversat.solve(text).answers
    >>> found = coversat.decode(text, "s SATISFIABLE\\nv " + " ".join(map(str, model)) + " 0\\n")
    >>> found.answer
    (2, 3, 1, 2, 1, 3)
    """
    return exchange.decode(text("exported", exported), text("printed", printed))


def certify(
    source: Source,
    folder: str | os.PathLike[str],
    via: str | None = None,
    *,
    proof: str | None = None,
    counting: bool = False,
    timeout: float | None = None,
    nodes: int | None = None,
) -> Findings[Any]:
    """Write a certificate that there is exactly one answer, or how many there are.

    Parameters
    ----------
    source : Problem, str or Path
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
    problem = one(source)
    rules = None if via is None else certificates.rules_named(problem.kind, via)
    limits = Limits(None, whole("nodes", nodes), deadline)
    return certificates.certify(
        problem, Path(path("folder", folder)), rules, None, limits, proof, bool(counting)
    )


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


def compare(
    source: Source,
    routes: Sequence[str] = (),
    *,
    limit: int = 2,
    timeout: float | None = 60.0,
    nodes: int | None = None,
) -> Comparison:
    """Compare routes on one problem: sizes, effort, seconds, and whether they agree.

    Parameters
    ----------
    source : Problem, str or Path
    routes : sequence of str
        Names and patterns, such as ``cnf:minimal`` or ``cover/*``; by default, one route for each reduction.
    limit : int
        The number of answers to find.
    timeout, nodes
        For each route.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.compare("queens 6", ["cover/*dancing*", "search/*"])
    >>> found.verdict, [row.route for row in found.rows]
    ('all routes agree', ['cover/dancing-links', 'search/backtracking'])
    """
    problem = one(source)
    chosen = chosen_routes(problem.kind, patterns("routes", routes), (), problem)
    limits = Limits(whole("limit", limit), whole("nodes", nodes), Deadline(seconds(timeout)))
    return comparing.compare(problem, chosen, limits)


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
    problem = one(source)
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
